// Tests that the window's thread can draw while workers run: dimensions, ticks, request and data change while ticks play. The lists must
// stay right; ThreadSanitizer also runs these tests to find data races.
#include "app/session/search/search_worker.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/point_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "gpu/device/shared_buffer_positions.hpp"
#include "small_window.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

namespace neighborscope {
namespace {

/// A window that reads all data of a picture. Like the OpenGL thread, it gathers positions by a kernel if other axes are shown.
class DrawingWindow : public Window {
public:
    using Window::Window;

    void draw() {
        const Drawable drawable = workbench.drawable();
        if (drawable.points) {
            std::vector<float> drawn(drawable.data->coordinates.size());
            copy_to_host(drawable.device, drawn.data(), drawable.points->coordinates, drawn.size() * sizeof(float));
            EXPECT_EQ(drawn, drawable.data->coordinates) << "those of the tick that the data say, not a mixture";
            if (const int axes = workbench.view().three_d ? 3 : 2; std::exchange(axes_drawn_, axes) != axes)
                positions_of(*drawable.points, drawable.device, axes, drawable.data->shown);
        }
        if (drawable.lists) drawable.lists->fetch(index_, distance_);
        if (drawable.tree && drawable.tree->cells.data()) {
            cells_.resize(drawable.tree->cells.bytes());
            drawable.tree->cells.to_host(cells_.data(), cells_.size());
        }
        const ViewModel& view = workbench.view();
        if (!view.neighbours.empty()) workbench.point_at(view.neighbours.back().row, view.query);
        workbench.report_frame("", 1);
    }
    /// Polls and draws until `done`.
    bool draws_until(const std::function<bool()>& done) {
        return until([&] {
            draw();
            return done();
        });
    }
    /// Plays and draws until another tick is shown.
    bool draws_next_tick() {
        const std::int64_t before = workbench.view().moving.tick;
        workbench.moving().play(true);
        return draws_until([&] { return workbench.view().moving.tick != before; });
    }

private:
    int axes_drawn_ = 0;
    std::vector<std::int32_t> index_;
    std::vector<float> distance_;
    std::vector<char> cells_;
};

void toggle(DrawingWindow& window) {
    window.set([](SessionState& state) { state.three_d = !state.three_d.value_or(false); });
}

SessionState playing(const std::string& data, const std::string& method) { return host_session(data, method, 6); }

TEST(Threads, DimensionsAreToggledWhileTicksPlay) {
    for (const std::string data : {"hotspots:n=60,hotspots=4,speed=600", "uniform:n=60,d=3,speed=500"}) {
        SCOPED_TRACE(data);
        DrawingWindow window(playing(data, "quadtree-cached"));
        ASSERT_TRUE(window.settled());
        window.workbench.moving().set_speed(fastest_ticks);
        window.workbench.moving().play(true);
        for (int i = 0; i < 6; ++i) {
            toggle(window);
            ASSERT_TRUE(window.draws_next_tick());
            window.draw();
            toggle(window);
            window.draw();
        }
        window.workbench.moving().play(false);
        ASSERT_TRUE(window.draws_until([&] { return !window.workbench.busy(); }));
        EXPECT_EQ(window.rows(), window.truth());
    }
}

TEST(Threads, TicksAreScrubbedFasterThanTheyAreSearched) {
    DrawingWindow window(playing("uniform:n=60,speed=500", "quadtree-coalesced"));
    ASSERT_TRUE(window.settled());
    std::mt19937 random(7);
    for (int i = 0; i < 40; ++i) {
        window.workbench.moving().go_to_tick(std::int64_t(random() % 12));
        window.workbench.poll();
        window.draw();
    }
    window.workbench.moving().go_to_tick(5);
    ASSERT_TRUE(window.draws_until([&] { return window.workbench.view().moving.tick == 5 && !window.workbench.busy(); }));
    EXPECT_EQ(window.rows(), window.truth());
}

TEST(Threads, TheQuestionChangesWhileTicksPlay) {
    DrawingWindow window(playing("hotspots:n=60,hotspots=4,speed=600", "quadtree-cached"));
    ASSERT_TRUE(window.settled());
    window.workbench.moving().set_speed(fastest_ticks);
    const std::vector<std::string> ways = {"heap", "quadtree-coalesced", "nanoflann", "quadtree-cached"};
    for (const std::string& method : ways) {
        window.set([&](SessionState& state) { state.method = method, state.k = 3 + int(method.size()) % 5; });
        ASSERT_TRUE(window.draws_next_tick());
        window.workbench.query().pin_at_row(std::int64_t(method.size()));
        window.set([](SessionState& state) { state.cells = CellsShown::work; });
        ASSERT_TRUE(window.draws_next_tick());
        window.workbench.undo();
        window.workbench.query().move_to({9000, 9000});
        window.draw();
        window.workbench.query().find_costliest();
        ASSERT_TRUE(window.draws_next_tick());
        window.workbench.stepping().open(true);
        window.draw();
        window.workbench.stepping().open(false);
    }
    window.workbench.moving().play(false);
    ASSERT_TRUE(window.draws_until([&] { return !window.workbench.busy(); }));
    EXPECT_EQ(window.rows(), window.truth());
}

TEST(Threads, TheDataChangeWhileTicksPlay) {
    DrawingWindow window(playing("uniform:n=60,speed=400", "heap"));
    ASSERT_TRUE(window.settled());
    window.workbench.moving().set_speed(fastest_ticks);
    for (const std::string data : {"hotspots:n=50,hotspots=3", "uniform:n=40,d=3", "grid:n=100", "uniform:n=60,speed=400"}) {
        SCOPED_TRACE(data);
        window.workbench.open_data(data);
        window.draw();
        ASSERT_TRUE(window.draws_until([&] {
            const Drawable drawable = window.workbench.drawable();
            return drawable.data && drawable.data->source == data && drawable.lists;
        }));
        if (!window.workbench.view().moving.available) continue;
        ASSERT_TRUE(window.draws_next_tick());
        window.workbench.change_data_parameter("n", "77", true);
        window.draw();
        window.workbench.change_data_parameter("n", "88", true);
        window.workbench.end_drag();
        ASSERT_TRUE(
            window.draws_until([&] { return window.workbench.view().data.count == 88 && !window.workbench.view().neighbours.empty(); }));
        ASSERT_TRUE(window.draws_next_tick());
    }
}

TEST(Threads, PointsAreWrittenAndListsComparedWhileTicksPlay) {
    const test::TemporaryFolder folder;
    const std::string points = folder / "points.csv",
                      lists = folder.write("lists.csv", "query,rank,index,distance\n0,1,1,2.5\n0,2,2,4.5\n");
    DrawingWindow window(playing("uniform:n=60,speed=400", "quadtree-cached"));
    ASSERT_TRUE(window.settled());
    window.workbench.moving().set_speed(fastest_ticks);
    for (int i = 0; i < 3; ++i) {
        window.workbench.points().write(points);
        window.workbench.comparing().compare(lists);
        window.workbench.points().ask_columns();
        ASSERT_TRUE(window.draws_next_tick());
    }
    window.workbench.moving().play(false);
    ASSERT_TRUE(window.draws_until([&] { return !window.workbench.busy(); }));
    EXPECT_TRUE(std::filesystem::exists(points));
}

TEST(Threads, ContendersSearchTheSamePointsUntilTheseMove) {
    SessionState session = host_session("hotspots:n=300", "heap", 4);
    session.compared = {"quadtree-cached", "serial"};
    DrawingWindow window(session);
    const auto answered = [&](std::int64_t tick) {
        return [&window, tick] {
            const auto there = [tick](const ShownSearch& one) { return !one.view().neighbours.empty() && one.view().moving.tick == tick; };
            const std::vector<ShownSearch*> others = window.workbench.race().other_contenders();
            return there(window.workbench) && others.size() == 2 && there(*others[0]) && there(*others[1]);
        };
    };
    ASSERT_TRUE(window.draws_until(answered(0)));
    window.workbench.moving().go_to_tick(2);
    ASSERT_TRUE(window.draws_until(answered(2)));
    for (const ShownSearch* other : window.workbench.race().other_contenders()) {
        ASSERT_EQ(other->view().neighbours.size(), window.workbench.view().neighbours.size());
        for (std::size_t rank = 0; rank < other->view().neighbours.size(); ++rank)
            EXPECT_EQ(other->view().neighbours[rank].row, window.workbench.view().neighbours[rank].row);
    }
    window.set([](SessionState& state) { state.compared.clear(); });
    window.workbench.moving().go_to_tick(3);
    ASSERT_TRUE(window.draws_until([&] { return window.workbench.view().moving.tick == 3; }));
}

TEST(Threads, SearchesAreCutCancelledAndFail) {
    DrawingWindow window(hotspots());
    ASSERT_TRUE(window.settled());
    SlowMethod::tiles = 40;
    for (int i = 0; i < 8; ++i) {
        window.workbench.query().move_to({1000.0 * i, 5000});
        window.set([&](SessionState& state) { state.k = 3 + i % 2; });
        window.workbench.poll();
        window.draw();
        if (i % 3 == 2) window.workbench.cancel();
    }
    SlowMethod::tiles = 0;
    SlowMethod::fails = true;
    window.workbench.query().move_to({1, 1});
    ASSERT_TRUE(window.draws_until([&] { return window.workbench.view().error.has_value(); }));
    SlowMethod::fails = false;
    window.workbench.query().move_to({2, 2});
    ASSERT_TRUE(window.draws_until([&] { return !window.workbench.busy() && !window.workbench.view().error; }));
    EXPECT_EQ(window.rows(), window.truth());
}

TEST(Threads, AWindowThatClosesStopsWhateverItsWorkersDo) {
    for (int polls = 0; polls < 5; ++polls) {
        DrawingWindow window(playing("hotspots:n=60,hotspots=4,speed=600", "quadtree-cached"));
        for (int i = 0; i < polls; ++i) {
            window.workbench.poll();
            window.draw();
            window.workbench.moving().go_to_tick(i);
        }
        if (polls > 2) {
            ASSERT_TRUE(window.draws_until([&] { return window.workbench.drawable().lists; }));
        }
    }
}

}  // namespace
}  // namespace neighborscope
