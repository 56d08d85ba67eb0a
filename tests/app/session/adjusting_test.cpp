// Tests adjusting parameters of generated data with a slider: query, tick, picture and undo steps.
#include "app/session/text/slider_scale.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

SessionState adjusted_session(const std::string& data, const std::string& method = "quadtree-cached") {
    return host_session(data, method, 5);
}

struct AdjustedWindow : Window {
    explicit AdjustedWindow(const SessionState& first) : Window(first) { EXPECT_TRUE(settled()); }
    const Moving& moving() const { return workbench.view().moving; }
    const std::string& source() const { return workbench.session().data; }
    /// Whether the document's data are drawn and answered with a right list.
    bool shown() {
        const bool there = until([this] {
            workbench.report_frame("", 1);
            const Drawable drawable = workbench.drawable();
            return !workbench.busy() && drawable.data && drawable.data->source == source() && drawable.lists;
        });
        return there && rows() == truth();
    }
    bool goes_to(std::int64_t tick) {
        workbench.moving().go_to_tick(tick);
        return until([this, tick] {
            workbench.report_frame("", 1);
            return moving().tick == tick && !workbench.busy();
        });
    }
    bool has_error() const { return workbench.view().error.has_value(); }
};

TEST(Adjusting, ADragIsOneStepAndIsFollowed) {
    const TestClock time;
    AdjustedWindow window(adjusted_session("hotspots:n=3000"));
    const int before = window.workbench.view().tree->leaves;
    for (int hotspots = 24; hotspots >= 2; --hotspots) {
        time.pass(std::chrono::milliseconds(hotspots == 9 ? 5000 : 20));  // a pause in the drag
        window.workbench.change_data_parameter("hotspots", std::to_string(hotspots), true);
        window.workbench.poll();
        EXPECT_FALSE(window.workbench.view().neighbours.empty()) << "the last list stays until the next is there";
        EXPECT_TRUE(window.workbench.view().tree) << "and the tree";
        EXPECT_TRUE(window.workbench.drawable().lists);
    }
    EXPECT_EQ(window.source(), "hotspots:n=3000,hotspots=2");
    ASSERT_TRUE(window.shown());
    EXPECT_NE(window.workbench.view().tree->leaves, before);
    EXPECT_EQ(window.workbench.undo_kind(), "change hotspots");
    window.workbench.undo();
    EXPECT_EQ(window.source(), "hotspots:n=3000");
    EXPECT_FALSE(window.workbench.can_undo()) << "one step for all of it";
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.view().tree->leaves, before);
}

TEST(Adjusting, ALongDragShowsWhatItGoesThroughAndQueuesNothing) {
    const TestClock time;  // nothing is cancelled on a busy machine
    AdjustedWindow window(adjusted_session("uniform:n=1000", "nanoflann"));
    std::set<std::int64_t> seen;
    int changes = 0;
    EXPECT_TRUE(until([&] {
        for (int more = 0; more < 10; ++more)  // faster than they are generated
            window.workbench.change_data_parameter("n", std::to_string(200000 + ++changes), true);
        window.workbench.poll();
        seen.insert(window.workbench.drawable().data->count());
        EXPECT_TRUE(window.workbench.drawable().lists) << "each with its list";
        return seen.size() >= 4;
    })) << "it is live";
    window.workbench.end_drag();
    ASSERT_TRUE(window.until([&] {
        EXPECT_TRUE(window.workbench.drawable().lists) << "to the end";
        seen.insert(window.workbench.drawable().data->count());
        return !window.workbench.busy();
    }));
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.view().data.count, 200000 + changes) << "the newest";
    EXPECT_LE(seen.size(), 4u + 2) << "the one that was being made and the newest: nothing is queued";
}

TEST(Adjusting, APinnedQueryStaysWhereItIs) {
    AdjustedWindow window(adjusted_session("hotspots:n=800"));
    window.workbench.query().pin_at({5000, 6000});
    ASSERT_TRUE(window.settled());
    for (const auto& [name, text] : {std::pair{"hotspots", "3"}, {"n", "500"}, {"seed", "4"}, {"speed", "50"}}) {
        window.workbench.change_data_parameter(name, text);
        ASSERT_TRUE(window.shown()) << name;
        EXPECT_EQ(window.workbench.view().query, (std::vector<double>{5000, 6000})) << name;
        EXPECT_EQ(window.workbench.session().query_mode, QueryMode::pinned);
    }
    EXPECT_FALSE(window.has_error());
}

TEST(Adjusting, AQueryOnAPointStaysOnItWhileItIsThere) {
    AdjustedWindow window(adjusted_session("hotspots:n=800"));
    window.workbench.query().pin_at_row(700);
    ASSERT_TRUE(window.settled());
    const std::vector<double> place = window.workbench.view().query;
    window.workbench.change_data_parameter("n", "750");
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.session().query_row, 700) << "points do not depend on how many there are";
    window.workbench.change_data_parameter("n", "100");
    ASSERT_TRUE(window.shown());
    EXPECT_FALSE(window.workbench.session().query_row) << "there is no such point any more";
    EXPECT_EQ(window.workbench.view().query, place);
    EXPECT_FALSE(window.has_error());
    window.workbench.query().pin_at_row(7);
    ASSERT_TRUE(window.settled());
    const std::vector<double> other = window.workbench.view().query;
    window.workbench.change_data_parameter("hotspots", "3");
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.view().query, other) << "that point is elsewhere now; the query is not";
}

TEST(Adjusting, TheFirstQueryStaysToo) {
    AdjustedWindow window(adjusted_session("hotspots:n=800"));
    const std::vector<double> place = window.workbench.view().query;
    window.workbench.change_data_parameter("seed", "1");
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.view().query, place);
    window.workbench.change_data_parameter("d", "3");
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.view().query.size(), 3u) << "in space it has another";
    EXPECT_FALSE(window.has_error());
}

TEST(Adjusting, OfAnotherSpeedTheTickStays) {
    const std::string source = "uniform:n=300,speed=100";
    AdjustedWindow window(adjusted_session(source));
    ASSERT_TRUE(window.goes_to(12));
    window.workbench.change_data_parameter("speed", "700", true);
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.moving().tick, 12);
    const DataSet data = load_data("uniform:n=300,speed=700");
    std::vector<float> positions = data.coordinates;
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    for (int tick = 0; tick < 12; ++tick) tick_cursor->next(positions);
    EXPECT_EQ(window.workbench.drawable().data->coordinates, positions);
    EXPECT_EQ(window.moving().last, 12) << "what can be gone back to is of this walk";
}

TEST(Adjusting, TooManyTicksBeginAgain) {
    AdjustedWindow window(adjusted_session("uniform:n=20", "nanoflann"));
    ASSERT_TRUE(window.goes_to(600));
    window.workbench.change_data_parameter("speed", "700");
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.moving().tick, 0);
    EXPECT_THAT(window.workbench.view().message, HasSubstr("first tick"));
}

TEST(Adjusting, PlayingGoesOn) {
    AdjustedWindow window(adjusted_session("uniform:n=300,speed=100"));
    window.workbench.moving().set_speed(120);
    window.workbench.moving().play(true);
    const auto tick = [&] {
        window.workbench.report_frame("", 1);
        return window.moving().tick;
    };
    ASSERT_TRUE(window.until([&] { return tick() > 3; }));
    for (int speed = 110; speed <= 150; speed += 10) {
        window.workbench.change_data_parameter("speed", std::to_string(speed), true);
        ASSERT_TRUE(window.until([&, before = window.moving().tick] { return tick() > before + 1; }));
        EXPECT_TRUE(window.moving().playing);
    }
}

TEST(Adjusting, AValueThatCannotBeIsTakenBack) {
    AdjustedWindow window(adjusted_session("uniform:n=400", "nanoflann"));
    window.workbench.change_data_parameter("n", "300");
    ASSERT_TRUE(window.shown());
    window.workbench.change_data_parameter("n", "0");
    ASSERT_TRUE(window.until([&] { return window.has_error() && !window.workbench.busy(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("n=0"));
    EXPECT_EQ(window.source(), "uniform:n=300");
    EXPECT_EQ(window.rows(), window.truth());
    EXPECT_EQ(window.workbench.undo_kind(), "change n");
}

TEST(Adjusting, AMethodThatCannotAnswerSaysSo) {
    AdjustedWindow window(adjusted_session("uniform:n=400"));
    window.workbench.change_data_parameter("d", "5");
    ASSERT_TRUE(window.until([&] { return window.has_error() && !window.workbench.busy(); }));
    window.workbench.change_data_parameter("d", "3");
    ASSERT_TRUE(window.shown());
    EXPECT_FALSE(window.has_error());
}

TEST(Adjusting, OnlyOpeningCountsAsOtherData) {
    AdjustedWindow window(adjusted_session("hotspots:n=400"));
    const std::uint64_t opened = window.workbench.drawable().opened;
    window.workbench.change_data_parameter("hotspots", "9");
    ASSERT_TRUE(window.shown());
    window.workbench.undo();
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(window.workbench.drawable().opened, opened) << "the camera stays";
    window.workbench.open_data("hotspots:n=300");
    ASSERT_TRUE(window.shown());
    EXPECT_GT(window.workbench.drawable().opened, opened);
    const std::uint64_t small = window.workbench.drawable().opened;
    window.workbench.change_data_parameter("d", "3");
    ASSERT_TRUE(window.shown());
    EXPECT_GT(window.workbench.drawable().opened, small) << "space is another picture";
}

TEST(Adjusting, DataOfAFileHaveNone) {
    AdjustedWindow window(adjusted_session("sample:earthquakes"));
    EXPECT_TRUE(window.workbench.view().data.parameters.empty());
    window.workbench.change_data_parameter("n", "30");
    EXPECT_FALSE(window.workbench.can_undo());
    EXPECT_EQ(window.source(), "sample:earthquakes");
}

TEST(SliderScale, LongRangesAreRoundedAndReachTheirEnds) {
    const SliderScale scale(10, 1e6, true);
    EXPECT_EQ(scale.value(0), 10);
    EXPECT_EQ(scale.value(SliderScale::steps), 1e6);
    EXPECT_EQ(scale.position(5e6), SliderScale::steps);
    for (int at = 0; at < SliderScale::steps; ++at) {
        const std::string digits = std::to_string(std::int64_t(scale.value(at)));
        EXPECT_EQ(digits.find_first_not_of('0', std::min<std::size_t>(2, digits.size())), std::string::npos) << digits;
        EXPECT_LE(scale.value(at), scale.value(at + 1));
    }
    const OptionSpec field{"seed", std::int64_t(0), IntegerRange{0, 9}, "", RealRange{0, 0}};
    EXPECT_FALSE(SliderScale::of(field)) << "a field alone";
}

}  // namespace
}  // namespace neighborscope
