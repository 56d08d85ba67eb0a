// Tests stepping: recording on demand, going to a step, playing, refusals.
#include "app/commands/commands.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_window.hpp"
#include "stepped_method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <thread>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct SteppedWindow : Window {
    explicit SteppedWindow(int k = 8)
        : Window([k] {
              SteppedMethod::reset();
              return hotspots("stepped", k);
          }()) {}
    const Stepping& stepping() const { return workbench.view().stepping; }
    bool ready() {
        return until([this] { return stepping().ready; });
    }
    bool opened() {
        if (!settled()) return false;
        workbench.stepping().open(true);
        return ready();
    }
};

TEST(Steps, AreRecordedOnlyWhenAskedFor) {
    SteppedWindow window;
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(SteppedMethod::recorded, 0);
    EXPECT_FALSE(window.stepping().open);
    window.workbench.stepping().open(true);
    EXPECT_TRUE(window.stepping().open);
    EXPECT_TRUE(window.stepping().recording);
    ASSERT_TRUE(window.ready());
    EXPECT_EQ(SteppedMethod::recorded, 1);
    EXPECT_EQ(window.stepping().position, 0);
    EXPECT_GT(window.stepping().count, 20);
    EXPECT_THAT(window.stepping().best, IsEmpty());
    EXPECT_EQ(window.stepping().later.size(), 8u) << "all of the answer is found later";
    EXPECT_FALSE(window.workbench.can_undo()) << "stepping is no change of the question";
}

TEST(Steps, EndWithTheAnswer) {
    SteppedWindow window;
    ASSERT_TRUE(window.opened());
    window.workbench.stepping().jump(Jump::last);
    const Stepping& stepping = window.stepping();
    EXPECT_EQ(stepping.position, stepping.count);
    std::vector<std::int64_t> best;
    for (const HeldNeighbour& one : stepping.best) best.push_back(one.row);
    EXPECT_EQ(best, window.rows());
    EXPECT_THAT(stepping.later, IsEmpty());
    EXPECT_EQ(stepping.phase, "list");
    EXPECT_EQ(stepping.acting.title, "list of block 0");
    EXPECT_EQ(stepping.acting.entered, 7);
    EXPECT_EQ(stepping.lines, std::vector<int>{9});
}

TEST(Steps, TellWhoComesAndWhoGoes) {
    SteppedWindow window(4);
    ASSERT_TRUE(window.opened());
    window.workbench.stepping().jump(Jump::next_eviction);
    const Stepping& stepping = window.stepping();
    EXPECT_EQ(stepping.record->evictions.front(), stepping.position);
    EXPECT_GE(stepping.entered.row, 0);
    EXPECT_GE(stepping.left.row, 0);
    EXPECT_LT(stepping.entered.distance, stepping.left.distance);
    EXPECT_GT(stepping.bound, 0);
    EXPECT_THAT(stepping.sentence, HasSubstr("lets point " + text_of_count(stepping.left.file_row)));
    EXPECT_TRUE(stepping.acting.heap);
    ASSERT_GE(stepping.acting.entered, 0);
    EXPECT_EQ(stepping.acting.entries[std::size_t(stepping.acting.entered)].row, stepping.entered.row);
    EXPECT_EQ(stepping.acting.farthest, 0) << "a heap's is on top";
    const std::int64_t first = stepping.position;
    window.workbench.stepping().jump(Jump::next_eviction);
    EXPECT_GT(stepping.position, first);
    window.workbench.stepping().jump(Jump::previous_eviction);
    EXPECT_EQ(stepping.position, first);
}

TEST(Steps, UndoLeavesThePositionAlone) {
    SteppedWindow window;
    ASSERT_TRUE(window.opened());
    window.set([](SessionState& state) { state.links = false; });
    window.workbench.stepping().go_to(5);
    EXPECT_EQ(window.workbench.session().step, 5);
    window.workbench.undo();
    EXPECT_TRUE(window.workbench.session().links);
    EXPECT_TRUE(window.workbench.session().stepping);
    EXPECT_EQ(window.workbench.session().step, 5);
    window.workbench.redo();
    EXPECT_EQ(window.workbench.session().step, 5);
}

TEST(Steps, AnotherQuestionIsRecordedAnew) {
    SteppedWindow window;
    ASSERT_TRUE(window.opened());
    window.workbench.stepping().go_to(7);
    window.set([](SessionState& state) { state.k = 3; });
    ASSERT_TRUE(window.until([&] { return window.stepping().ready && window.workbench.view().neighbours.size() == 3; }));
    EXPECT_EQ(window.stepping().record->k, 3);
    EXPECT_EQ(window.stepping().position, 7) << "where one was";
    EXPECT_EQ(SteppedMethod::recorded, 2);
    window.workbench.stepping().go_to(1'000'000);
    window.set([](SessionState& state) { state.k = 1; });
    ASSERT_TRUE(window.until([&] { return window.stepping().ready && window.workbench.view().neighbours.size() == 1; }));
    EXPECT_EQ(window.stepping().position, window.stepping().count) << "a shorter record ends sooner";
}

TEST(Steps, TheQueryStaysWhileItsSearchIsSteppedThrough) {
    SteppedWindow window;
    EXPECT_TRUE(window.workbench.query().follows_mouse());
    ASSERT_TRUE(window.opened());
    EXPECT_FALSE(window.workbench.query().follows_mouse());
    window.workbench.stepping().open(false);
    EXPECT_TRUE(window.workbench.query().follows_mouse());
    EXPECT_FALSE(window.stepping().open);
    EXPECT_FALSE(window.stepping().ready);
    const int before = SteppedMethod::recorded;
    window.workbench.stepping().open(true);
    EXPECT_TRUE(window.stepping().ready) << "the record is still there";
    EXPECT_EQ(SteppedMethod::recorded, before);
}

TEST(Steps, PlayGoesOnStopsAtTheEndAndLoops) {
    SteppedWindow window(2);
    ASSERT_TRUE(window.opened());
    EXPECT_FALSE(window.workbench.seconds_to_next_step());
    window.workbench.stepping().set_speed(1e9);
    EXPECT_EQ(window.stepping().speed, fastest_steps);
    window.workbench.stepping().play(true);
    ASSERT_TRUE(window.workbench.seconds_to_next_step());
    EXPECT_LE(*window.workbench.seconds_to_next_step(), 0.02);
    ASSERT_TRUE(window.until([&] { return !window.stepping().playing; }));
    EXPECT_EQ(window.stepping().position, window.stepping().count);
    window.workbench.stepping().play(true);
    EXPECT_EQ(window.stepping().position, 0) << "from the beginning";
    window.workbench.stepping().set_loop(true);
    bool ended = false;
    ASSERT_TRUE(window.until([&] {
        ended = ended || window.stepping().position == window.stepping().count;
        return ended && window.stepping().position < window.stepping().count;
    }));
    EXPECT_TRUE(window.stepping().playing);
    window.workbench.stepping().jump(Jump::back);
    EXPECT_FALSE(window.stepping().playing) << "going somewhere pauses";
}

TEST(Steps, PlayGoesFromDecisionToDecision) {
    SessionState session = hotspots("heap", 4);
    session.stepping = true;
    Window window(session);
    const Stepping& stepping = window.workbench.view().stepping;
    ASSERT_TRUE(window.until([&] { return stepping.ready; }));
    const Recording& record = *stepping.record;
    ASSERT_FALSE(record.decisions.empty());
    EXPECT_LT(record.decisions.size() * 3, std::size_t(record.count())) << "pushes are none";
    window.workbench.stepping().set_speed(400);
    std::set<std::int64_t> seen;
    window.workbench.stepping().play(true);
    ASSERT_TRUE(window.until([&] {
        seen.insert(stepping.position);
        return !stepping.playing;
    }));
    EXPECT_EQ(stepping.position, stepping.count);
    seen.erase(0);
    EXPECT_GT(seen.size(), 3u);
    for (const std::int64_t position : seen)
        EXPECT_TRUE(std::binary_search(record.decisions.begin(), record.decisions.end(), position)) << position;
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    EXPECT_THAT(commands.find("step.play")->help, HasSubstr("at each decision"));
    EXPECT_THAT(commands.find("step.play")->help, HasSubstr("E plays every step"));
    ASSERT_TRUE(commands.run("step.every"));
    window.workbench.stepping().jump(Jump::first);
    window.workbench.stepping().set_speed(slowest_steps * 40);
    window.workbench.stepping().play(true);
    ASSERT_TRUE(window.until([&] { return stepping.position >= 3; }));
    EXPECT_FALSE(std::binary_search(record.decisions.begin(), record.decisions.end(), std::int64_t(3))) << "else this shows nothing";
    window.workbench.stepping().jump(Jump::first);
    ASSERT_TRUE(commands.run("step.next_decision"));
    EXPECT_EQ(stepping.position, record.decisions[0]);
    ASSERT_TRUE(commands.run("step.next_decision"));
    EXPECT_EQ(stepping.position, record.decisions[1]);
    ASSERT_TRUE(commands.run("step.previous_decision"));
    EXPECT_EQ(stepping.position, record.decisions[0]);
}

/// For every method: evictions, visits, skips and the end are decisions.
TEST(Steps, DecisionsAreThoseOfTheMethod) {
    for (const Method& method : methods()) {
        const std::string name(method.info.name);
        if (!method.info.records_steps() || method.info.supports.own_index || !method.info.supports.host || name == "stepped") continue;
        SessionState session = hotspots(name, 8);
        session.stepping = true;
        Window window(session);
        const Stepping& stepping = window.workbench.view().stepping;
        ASSERT_TRUE(window.until([&] { return stepping.ready; })) << name;
        const Recording& record = *stepping.record;
        const std::set<std::int64_t> decisions(record.decisions.begin(), record.decisions.end());
        EXPECT_EQ(decisions.size(), record.decisions.size());
        EXPECT_TRUE(stepping.plays_decisions()) << name;
        EXPECT_EQ(record.decisions.back(), record.count());
        for (std::int64_t position : record.evictions) {
            // leaf-warp evicts many at once: the merge that follows is the decision.
            while (name == "leaf-warp" && record.at(position).left.index >= 0) ++position;
            EXPECT_TRUE(decisions.count(position)) << name << ", " << position;
        }
        for (const LeafVisit& visit : record.visits) EXPECT_TRUE(decisions.count(visit.position)) << name;
        for (const std::int64_t position : record.skips) EXPECT_TRUE(decisions.count(position)) << name;
    }
}

/// Seven points per thread never fill a heap of eight: the phase that pushes them has no decision, but playing still stops in it.
TEST(Steps, APhaseThatDecidesNothingIsSeen) {
    SessionState session = host_session("uniform:n=1700,d=2", "heap", 8);
    session.stepping = true;
    Window window(session);
    const Stepping& stepping = window.workbench.view().stepping;
    ASSERT_TRUE(window.until([&] { return stepping.ready; }));
    const auto kept = stepping.record;  // the next request drops it
    const Recording& record = *kept;
    ASSERT_FALSE(record.evictions.empty());
    const auto before = std::count_if(
        record.decisions.begin(), record.decisions.end(), [&](std::int64_t position) { return position < record.evictions.front(); });
    EXPECT_GE(before, 8);
    const double stops = double(record.decisions.size());
    EXPECT_LE(stops / stepping.speed, 61) << "a minute at most";
    window.workbench.stepping().set_speed(2);
    window.set([](SessionState& state) { state.k = 9; });
    ASSERT_TRUE(window.until([&] { return stepping.ready && stepping.record != kept; }));
    EXPECT_EQ(stepping.speed, 2) << "somebody chose it";
}

TEST(Steps, PlayKeepsItsSpeed) {
    SteppedWindow window(8);
    ASSERT_TRUE(window.opened());
    const TestClock time;
    window.workbench.stepping().set_speed(50);
    window.workbench.stepping().play(true);
    for (const auto& [milliseconds, position] : {std::pair{19, 0}, {2, 1}, {18, 1}, {2, 2}, {7, 2}, {7, 2}, {7, 3}, {80, 7}}) {
        time.pass(std::chrono::milliseconds(milliseconds));
        window.workbench.poll();
        EXPECT_EQ(window.stepping().position, position);
    }
}

TEST(Steps, OfAnotherMethodBeginAgain) {
    SteppedWindow window;
    ASSERT_TRUE(window.opened());
    window.workbench.stepping().go_to(7);
    ASSERT_EQ(window.workbench.session().step, 7);
    window.set([](SessionState& state) { state.method = "heap"; });
    EXPECT_EQ(window.workbench.session().step, 0) << "the steps of another method are others";
}

TEST(Steps, MethodsThatDoNotRecordSayWhoDoes) {
    SteppedWindow window;
    ASSERT_TRUE(window.settled());
    window.set([](SessionState& state) { state.method = "slow"; });
    ASSERT_TRUE(window.settled());
    EXPECT_THAT(window.stepping().why_not, HasSubstr("slow cannot be stepped through: insertion"));
    EXPECT_THAT(window.stepping().why_not, HasSubstr("it records its times and counts, but no steps"));
    EXPECT_THAT(window.stepping().why_not, HasSubstr("and stepped can"));
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    EXPECT_FALSE(commands.run("step.open"));
    EXPECT_EQ(commands.find("step.open")->refuses(), window.stepping().why_not);
    EXPECT_EQ(commands.find("step.last")->refuses(), window.stepping().why_not) << "S would not open it";
    EXPECT_TRUE(commands.find("step.forward")->refuses());
}

TEST(Steps, TooManyAreACardAndThePictureStays) {
    SteppedWindow window;
    ASSERT_TRUE(window.settled());
    SteppedMethod::fails = true;
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("3 000 000 steps"));
    EXPECT_THAT(window.stepping().why_not, HasSubstr("3 000 000 steps"));
    EXPECT_FALSE(window.stepping().ready);
    EXPECT_FALSE(window.stepping().recording);
    EXPECT_EQ(window.workbench.view().neighbours.size(), 8u);
    EXPECT_FALSE(window.workbench.busy());
}

TEST(Steps, RecordingCanBeCancelled) {
    SteppedWindow window;
    ASSERT_TRUE(window.settled());
    SteppedMethod::tiles = 100000;
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().progress.has_value(); }));
    EXPECT_EQ(window.workbench.view().progress->title, "Recording");
    window.workbench.cancel();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_FALSE(window.stepping().ready);
    EXPECT_THAT(window.stepping().why_not, HasSubstr("cancelled"));
}

TEST(Steps, RecordingMakesWayForANewQuestion) {
    SteppedWindow window;
    ASSERT_TRUE(window.settled());
    SteppedMethod::tiles = 100000;
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().progress.has_value(); }));
    SteppedMethod::tiles = 0;
    window.set([](SessionState& state) { state.k = 5; });
    // The old recording may just have ended.
    ASSERT_TRUE(window.until([&] { return window.stepping().ready && window.stepping().record->k == 5; }));
}

TEST(Steps, ASessionOpensWhereItWasLeft) {
    SessionState session = hotspots("stepped", 8);
    SteppedMethod::reset();
    session.stepping = true;
    session.step = 11;
    EXPECT_EQ(session_from_json(to_json(session)), session);
    Window window(session_from_json(to_json(session)));
    ASSERT_TRUE(window.until([&] { return window.workbench.view().stepping.ready; }));
    EXPECT_EQ(window.workbench.view().stepping.position, 11);
    session.step = -1;
    Window at_the_end(session);
    ASSERT_TRUE(at_the_end.until([&] { return at_the_end.workbench.view().stepping.ready; }));
    EXPECT_EQ(at_the_end.workbench.view().stepping.position, at_the_end.workbench.view().stepping.count);
}

TEST(Steps, CommandsStep) {
    SteppedWindow window;
    ASSERT_TRUE(window.settled());
    Commands commands;
    add_standard_commands(commands, window.workbench, {});
    EXPECT_FALSE(commands.run("step.forward")) << "not before it is open";
    ASSERT_TRUE(commands.run("step.open"));
    ASSERT_TRUE(window.ready());
    const auto after = [&](const char* keys) {
        const Command* command = command_for_keys(commands, keys);
        EXPECT_TRUE(command && commands.run(command->id)) << keys;
        return window.stepping().position;
    };
    EXPECT_EQ(after("Right"), 1);
    EXPECT_EQ(after("Right"), 2);
    EXPECT_EQ(after("Left"), 1);
    EXPECT_EQ(after("Shift+Right"), window.stepping().record->evictions[0]);
    EXPECT_EQ(after("End"), window.stepping().count);
    EXPECT_EQ(after("Home"), 0);
    EXPECT_EQ(after("PgDown"), 1);
    EXPECT_EQ(after("Down"), 5) << "the next of thread 0 of four";
    after("Space");
    EXPECT_TRUE(window.stepping().playing);
    after("Space");
    EXPECT_FALSE(window.stepping().playing);
    after("L");
    EXPECT_TRUE(window.stepping().loop);
    after("S");
    EXPECT_FALSE(window.stepping().open);
}

}  // namespace
}  // namespace neighborscope
