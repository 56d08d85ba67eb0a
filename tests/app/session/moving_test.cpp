// Tests moving points: every tick is searched; going to ticks, playing, looping; the drawn points are the searched ones.
#include "app/commands/commands.hpp"
#include "app/session/points/tick_cache.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

SessionState on(const std::string& data, const std::string& method, int k = 6) { return host_session(data, method, k); }

/// Positions of the points at a tick, computed by the test.
std::vector<float> positions_at(const std::string& source, std::int64_t tick) {
    const DataSet data = load_data(source);
    std::vector<float> positions = data.coordinates;
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    for (std::int64_t i = 0; i < tick; ++i) tick_cursor->next(positions);
    return positions;
}

struct MovingWindow : Window {
    using Window::Window;
    const Moving& moving() const { return workbench.view().moving; }
    bool shows(std::int64_t tick) {
        return until([this, tick] {
            workbench.report_frame("", 1);
            return moving().tick == tick && !workbench.busy();
        });
    }
    /// Expects the oracle's list for the positions drawn, and that these are of the tick.
    void expect_right(const std::string& source) {
        const Drawable drawable = workbench.drawable();
        const std::vector<float> positions = positions_at(source, moving().tick);
        EXPECT_EQ(drawable.data->coordinates, positions);
        std::vector<float> searched(positions.size());
        copy_to_host(drawable.device, searched.data(), drawable.points->coordinates, searched.size() * sizeof(float));
        EXPECT_EQ(searched, positions) << "what is drawn is what is searched";
        EXPECT_EQ(rows(), truth());
        for (const NeighbourRow& row : workbench.view().neighbours)
            EXPECT_EQ(row.coordinates[0], drawable.data->coordinate(row.row, 0)) << "the table says where they are now";
    }
};

struct Trajectories {
    test::TemporaryFolder folder;
    std::string path = folder.write("a.csv", "tick,id,x,y\n10,a,0,0\n10,b,1,0\n10,c,5,5\n20,a,1,1\n20,c,2,2\n30,b,9,9\n");
};

TEST(MovingPoints, TheSearchFollowsEveryTick) {
    const std::string source = "hotspots:n=300,hotspots=4,speed=900";
    for (const std::string method : {"quadtree-cached", "heap", "nanoflann"}) {
        SCOPED_TRACE(method);
        MovingWindow window(on(source, method));
        ASSERT_TRUE(window.settled());
        EXPECT_TRUE(window.moving().available);
        EXPECT_EQ(window.moving().ticks, 0) << "without end";
        for (const std::int64_t tick : {1, 2, 6, 3, 0, 7}) {
            window.workbench.moving().go_to_tick(tick);
            ASSERT_TRUE(window.shows(tick));
            window.expect_right(source);
            ASSERT_TRUE(window.checked());
            EXPECT_EQ(window.workbench.view().exactness.right, 6) << "checked against the tick's own positions";
        }
        EXPECT_EQ(window.moving().first, 1);
        EXPECT_EQ(window.moving().last, 7);
        EXPECT_EQ(window.moving().held_bytes, 7u * 300 * 2 * sizeof(float));
        EXPECT_FALSE(window.workbench.can_undo()) << "going through ticks is no change of the question";
    }
}

TEST(MovingPoints, TheIndexIsKeptNotMadeAnew) {
    MovingWindow window(on("uniform:n=400,speed=20", "quadtree-coalesced"));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.moving().index, "made");
    int kept = 0;
    for (std::int64_t tick = 1; tick <= 8; ++tick) {
        window.workbench.moving().go_to_tick(tick);
        ASSERT_TRUE(window.shows(tick));
        kept += window.moving().index == "kept";
        if (window.moving().index != "kept") { EXPECT_THAT(window.moving().index, HasSubstr("rebuilt: ")); }
    }
    EXPECT_GE(kept, 4);
    EXPECT_EQ(window.moving().rebuilds, 8 - kept);
}

/// The leaves shown depend on the tick at which the tree was built.
TEST(MovingPoints, ASavedDocumentKeepsTheIndexThatIsShown) {
    MovingWindow window(on("uniform:n=400,speed=400", "quadtree-coalesced"));
    ASSERT_TRUE(window.settled());
    std::int64_t tick = 0;
    do {
        window.workbench.moving().go_to_tick(++tick);
        ASSERT_TRUE(window.shows(tick));
    } while (window.moving().index != "kept" && tick < 20);
    ASSERT_EQ(window.moving().index, "kept");
    const SessionState saved = window.workbench.session();
    EXPECT_EQ(saved.tick, tick);
    EXPECT_EQ(saved.index_tick, tick - 1);
    const auto counts = [](const MovingWindow& one) {
        return std::pair(one.workbench.view().tree->leaves, one.workbench.view().tree->bytes);
    };
    MovingWindow again(saved);
    ASSERT_TRUE(again.shows(tick));
    EXPECT_EQ(again.moving().index, "kept");
    EXPECT_EQ(counts(again), counts(window));
    EXPECT_EQ(again.workbench.session().index_tick, tick - 1);
    SessionState built_there = saved;
    built_there.index_tick = -1;
    MovingWindow other(built_there);
    ASSERT_TRUE(other.shows(tick));
    EXPECT_EQ(other.moving().index, "made");
}

TEST(MovingPoints, AQueryOnAPointGoesWithIt) {
    const std::string source = "uniform:n=200,speed=700";
    MovingWindow window(on(source, "quadtree-cached"));
    ASSERT_TRUE(window.settled());
    window.workbench.query().pin_at_row(17);
    ASSERT_TRUE(window.settled());
    window.workbench.moving().go_to_tick(4);
    ASSERT_TRUE(window.shows(4));
    EXPECT_EQ(window.rows().front(), 17);
    EXPECT_EQ(window.workbench.view().query[0], double(positions_at(source, 4)[34]));
    window.expect_right(source);
}

TEST(MovingPoints, OtherMethodsAndDevicesAreAskedAtTheSameTick) {
    const std::string source = "uniform:n=200,speed=700";
    MovingWindow window(on(source, "quadtree-cached"));
    ASSERT_TRUE(window.settled());
    window.workbench.moving().go_to_tick(3);
    ASSERT_TRUE(window.shows(3));
    window.set([](SessionState& state) { state.method = "ppw"; });
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.moving().tick, 3);
    window.expect_right(source);
    window.set([](SessionState& state) { state.k = 9; });
    ASSERT_TRUE(window.checked());
    window.expect_right(source);
    window.workbench.open_data("grid:n=100");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.count == 100 && !window.workbench.busy(); }));
    EXPECT_FALSE(window.moving().available);
    EXPECT_EQ(window.moving().tick, 0);
}

TEST(MovingPoints, PlayToTheLastTickAndLoop) {
    const Trajectories file;
    MovingWindow window(on(file.path, "quadtree-cached", 2));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.moving().ticks, 3);
    EXPECT_EQ(window.moving().number, 10);
    window.workbench.moving().set_speed(100);
    window.workbench.moving().play(true);
    EXPECT_TRUE(window.moving().playing);
    EXPECT_TRUE(window.workbench.seconds_to_next_step());
    ASSERT_TRUE(window.until([&] {
        window.workbench.report_frame("", 1);
        return !window.moving().playing;
    }));
    EXPECT_EQ(window.moving().tick, 2);
    EXPECT_EQ(window.moving().number, 30);
    window.expect_right(file.path);
    EXPECT_FALSE(window.workbench.seconds_to_next_step());

    window.workbench.moving().set_loop(true);
    window.workbench.moving().play(true);
    for (const std::int64_t tick : {0, 2, 0}) {  // the first, the last, and the first again
        ASSERT_TRUE(window.until([&] {
            window.workbench.report_frame("", 1);
            return window.moving().tick == tick;
        })) << tick;
    }
    EXPECT_TRUE(window.moving().playing);
    window.workbench.moving().play(false);
    window.workbench.moving().go_to_tick(99);
    ASSERT_TRUE(window.shows(2)) << "there are no more";
}

TEST(MovingPoints, PlayingWaitsUntilATickHasBeenDrawn) {
    const TestClock time;
    MovingWindow window(on("uniform:n=100", "heap"));
    ASSERT_TRUE(window.settled());
    window.workbench.moving().set_speed(120);
    window.workbench.moving().go_to_tick(1);
    ASSERT_TRUE(window.until([&] { return window.moving().tick == 1; }));
    window.workbench.moving().play(true);
    time.pass(std::chrono::milliseconds(200));
    ASSERT_FALSE(window.until([&] { return window.moving().tick != 1; }, a_while)) << "the next is due, but nobody has drawn this one";
    time.pass(std::chrono::milliseconds(100));
    ASSERT_TRUE(window.until([&] { return window.moving().tick == 2; })) << "a hidden window gets its ticks, too, but not at once";
}

TEST(MovingPoints, WhatIsDrawnOfATickStaysWhileTheNextAreSearched) {
    const std::string source = "uniform:n=300,speed=900";
    MovingWindow window(on(source, "quadtree-cached"));
    ASSERT_TRUE(window.settled());
    std::vector<Drawable> drawn;
    for (std::int64_t tick = 0; tick <= 5; ++tick) {
        window.workbench.moving().go_to_tick(tick);
        ASSERT_TRUE(window.shows(tick));
        drawn.push_back(window.workbench.drawable());
    }
    window.set([](SessionState& state) { state.method = "heap", state.k = 3; });
    ASSERT_TRUE(window.checked());
    for (std::size_t tick = 0; tick < drawn.size(); ++tick) {
        const std::vector<float> positions = positions_at(source, std::int64_t(tick));
        std::vector<float> held(positions.size());
        copy_to_host(drawn[tick].device, held.data(), drawn[tick].points->coordinates, held.size() * sizeof(float));
        EXPECT_EQ(held, positions) << "tick " << tick;
    }
}

TEST(TickCache, HoldsWhatItMayAndWalksAgainForTheRest) {
    auto base = std::make_shared<LoadedData>();
    base->set = load_data("uniform:n=100,speed=300");
    const std::uint64_t one = 100 * 2 * sizeof(float);
    TickCache reel(4 * one);
    EXPECT_EQ(reel.at(base, 0, {}), base);
    EXPECT_EQ(reel.at(base, 9, {})->set.coordinates, positions_at("uniform:n=100,speed=300", 9));
    EXPECT_EQ(reel.cached_ticks().first, 6);
    EXPECT_EQ(reel.cached_ticks().last, 9);
    EXPECT_EQ(reel.cached_ticks().bytes, 4 * one);
    EXPECT_EQ(reel.at(base, 7, {})->set.coordinates, positions_at("uniform:n=100,speed=300", 7));
    EXPECT_EQ(reel.cached_ticks().first, 6) << "still there";
    EXPECT_EQ(reel.at(base, 2, {})->set.coordinates, positions_at("uniform:n=100,speed=300", 2));
    EXPECT_EQ(reel.cached_ticks().last, 2) << "walked again";
    auto other = std::make_shared<LoadedData>();
    other->set = load_data("uniform:n=50");
    EXPECT_EQ(reel.at(other, 1, {})->set.count(), 50);
}

TEST(TickCache, WalksAheadAndIsRightWhateverIsAskedForNext) {
    auto base = std::make_shared<LoadedData>(), other = std::make_shared<LoadedData>();
    base->set = load_data("uniform:n=100,speed=300");
    other->set = load_data("hotspots:n=70");
    TickCache reel;
    const auto expect = [&](const auto& data, std::int64_t tick) {
        SCOPED_TRACE(data->set.source + " " + std::to_string(tick));
        EXPECT_EQ(reel.at(data, tick, {})->set.coordinates, positions_at(data->set.source, tick));
        EXPECT_EQ(reel.cached_ticks().last, tick) << "what is ahead is not there yet";
    };
    for (const std::int64_t tick : {1, 2, 3, 7, 8}) expect(base, tick);
    const auto eighth = reel.at(base, 8, {});  // held, so that its memory is not reused
    const std::vector<float> then = eighth->set.coordinates;
    expect(base, 9);
    expect(other, 1);  // while another tick is being prefetched
    expect(other, 2);
    expect(base, 1);
    expect(base, 2);
    EXPECT_EQ(eighth->set.coordinates, then);
    EXPECT_EQ(reel.at(base, 0, {}), base);
    expect(base, 3);
}

TEST(TickCache, IsStoppedWithinATickAndGoesOnLater) {
    auto base = std::make_shared<LoadedData>();
    base->set = load_data("roads:n=100");
    TickCache reel;
    const auto third = reel.at(base, 3, {})->set.coordinates;
    const std::atomic<bool> stop{true};
    EXPECT_THROW(reel.at(base, 5, {{}, &stop}), Cancelled);
    EXPECT_EQ(reel.cached_ticks().last, 3) << "ticks that were held still are";
    EXPECT_EQ(reel.at(base, 5, {})->set.coordinates, positions_at("roads:n=100", 5));
    EXPECT_EQ(reel.at(base, 3, {})->set.coordinates, third);
}

TEST(MovingPoints, TheFirstTickKeepsTheIndex) {
    // Objects at the edge leave the box of the first positions at once, but the extent of the motion is known.
    for (const std::string source : {"uniform:n=400,speed=60", "hotspots:n=400,speed=60", "roads:n=400"}) {
        SCOPED_TRACE(source);
        MovingWindow window(on(source, "quadtree-cached"));
        ASSERT_TRUE(window.settled());
        window.workbench.moving().go_to_tick(1);
        ASSERT_TRUE(window.shows(1));
        EXPECT_EQ(window.moving().index, "kept");
        window.expect_right(source);
    }
}

TEST(MovingPoints, AnIdThatComesLaterStandsAtItsFirstPosition) {
    const Trajectories file;  // c appears at tick 10 and does not move at 30; b has no row at 20
    std::ofstream(file.path, std::ios::app) << "30,late,7,8\n30,late,7,9\n";
    MovingWindow window(on(file.path, "quadtree-cached", 2));
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().data.count, 4);
    for (const std::int64_t tick : {0, 1, 2}) {
        window.workbench.moving().go_to_tick(tick);
        ASSERT_TRUE(window.shows(tick));
        EXPECT_EQ(window.workbench.drawable().data->coordinate(3, 0), 7);
        EXPECT_EQ(window.workbench.drawable().data->coordinate(3, 1), 9) << "the last row of its first tick";
        EXPECT_EQ(window.workbench.drawable().data->coordinate(1, 0), tick == 2 ? 9 : 1) << "b has no row in tick 20";
        window.expect_right(file.path);
    }
}

/// Of this process, in bytes.
double resident_memory() {
    double all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * double(::sysconf(_SC_PAGESIZE));
}

TEST(MovingPoints, AThousandTicksDoNotGrow) {
    const std::string source = "hotspots:n=150,hotspots=5,speed=400";
    SessionState session = on(source, "quadtree-cached", 4);
    session.options["quadtree-cached"]["leaf-capacity"] = "16";
    MovingWindow window(session);
    ASSERT_TRUE(window.settled());
    window.workbench.query().pin_at_row(3);
    ASSERT_TRUE(window.settled());
    const DataSet data = load_data(source);
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    std::vector<float> positions = data.coordinates, searched(positions.size());
    [[maybe_unused]] double before = 0;
    for (std::int64_t tick = 1; tick <= 1000; ++tick) {
        window.workbench.moving().go_to_tick(tick);
        ASSERT_TRUE(window.shows(tick));
        tick_cursor->next(positions);
        const Drawable drawable = window.workbench.drawable();
        copy_to_host(drawable.device, searched.data(), drawable.points->coordinates, searched.size() * sizeof(float));
        ASSERT_EQ(searched, positions) << "what is drawn is what is searched, tick " << tick;
        ASSERT_EQ(window.rows(), window.truth()) << "tick " << tick;
        if (tick == 200) before = resident_memory() - double(window.moving().held_bytes);
    }
    [[maybe_unused]] const double after = resident_memory() - double(window.moving().held_bytes);
    EXPECT_EQ(window.moving().held_bytes, 1000u * positions.size() * sizeof(float));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(after - before, 1.5e6) << "800 ticks, beside the positions held to go back to";
#endif
}

TEST(MovingPoints, WhyNotIsAnsweredOfTheTickThatIsShown) {
    const std::string source = "uniform:n=300,speed=3000";
    MovingWindow window(on(source, "heap"));
    ASSERT_TRUE(window.settled());
    window.workbench.query().pin_at({11000, 11000});
    window.workbench.moving().go_to_tick(7);
    ASSERT_TRUE(window.shows(7));
    const std::vector<float> positions = positions_at(source, 7);
    const auto distance = [&](std::size_t row) { return std::hypot(positions[2 * row] - 11000.0, positions[2 * row + 1] - 11000.0); };
    int before = 0;
    for (std::size_t row = 0; row < 300; ++row) before += distance(row) < distance(123);
    ASSERT_GE(before, 6) << "it is no neighbour";
    window.workbench.point_at(123, {});
    window.workbench.stepping().ask_why();
    ASSERT_TRUE(window.workbench.view().why);
    const double kth = window.workbench.view().kth_distance;
    EXPECT_THAT(window.workbench.view().why->text, HasSubstr("Row 123 is " + text_of_coordinate(distance(123), 10 * kth) + " away"));
    EXPECT_THAT(window.workbench.view().why->text, HasSubstr("It is the " + ordinal(before + 1) + " nearest of 300 points."));
}

TEST(MovingPoints, CommandsSayWhyNot) {
    MovingWindow window(on("grid:n=100", "heap"));
    ASSERT_TRUE(window.settled());
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    for (const Command& command : commands.all())
        if (command.menu == "Ticks") { EXPECT_THAT(command.refuses().value_or(""), HasSubstr("do not move")) << command.id; }
    window.workbench.open_data("uniform:n=100");
    ASSERT_TRUE(window.until([&] { return window.moving().available && !window.workbench.busy(); }));
    EXPECT_EQ(commands.find("ticks.back")->refuses(), "this is the first tick");
    EXPECT_EQ(commands.find("ticks.loop")->refuses(), "these points have no last tick");
    EXPECT_TRUE(commands.run("ticks.forward"));
    ASSERT_TRUE(window.shows(1));
    EXPECT_TRUE(commands.run("ticks.play"));
    EXPECT_TRUE(commands.find("ticks.play")->checked());
    EXPECT_TRUE(commands.run("ticks.faster"));
    EXPECT_EQ(window.moving().speed, 20);
    EXPECT_TRUE(commands.run("ticks.first"));
    ASSERT_TRUE(window.shows(0));
    EXPECT_FALSE(window.moving().playing) << "going somewhere pauses";
}

}  // namespace
}  // namespace neighborscope
