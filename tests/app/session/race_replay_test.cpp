// Tests replaying searches of a race together, by work and by time; totals agree with those of whole runs.
#include "app/session/stepping/tree_steps.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "race_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

TEST(Race, GoesOnByWorkToTheFinish) {
    RaceWindow window({"quadtree-cached", "serial"});
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    EXPECT_EQ(window.race().clock, 0);
    EXPECT_EQ(window.other_contender(1).view().stepping.position, 0) << "all begin where the first does";
    EXPECT_THAT(window.one(2).no_steps, HasSubstr("serial cannot be stepped through"));
    EXPECT_EQ(window.one(2).total, 0);
    const double total = window.race().total;
    EXPECT_EQ(total, window.one(0).total) << "heap does the most";
    EXPECT_EQ(window.one(0).distances, 400);
    window.workbench.race().go_to(window.one(1).total);
    EXPECT_EQ(window.other_contender(1).view().stepping.position, window.other_contender(1).view().stepping.count) << "it has arrived";
    EXPECT_LT(window.workbench.view().stepping.position, window.workbench.view().stepping.count) << "heap has not";
    EXPECT_EQ(window.one(1).distances_done, window.one(1).distances);
    EXPECT_LT(window.one(0).distances_done, 400);
    window.workbench.race().go_to(total + 1e9);
    EXPECT_EQ(window.race().clock, total);
    EXPECT_EQ(window.workbench.view().stepping.position, window.workbench.view().stepping.count);
    window.workbench.stepping().jump(Jump::first);
    EXPECT_EQ(window.race().clock, 0);
    EXPECT_EQ(window.other_contender(1).view().stepping.position, 0);
    window.workbench.stepping().jump(Jump::last);
    EXPECT_EQ(window.race().clock, total);
    EXPECT_EQ(window.other_contender(1).view().stepping.position, window.other_contender(1).view().stepping.count);
}

TEST(Race, OneThatJoinsAReplayIsRecordedToo) {
    RaceWindow window({"quadtree-cached"});
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    window.workbench.race().add("quadtree-coalesced");
    ASSERT_TRUE(window.until([&] { return window.race().ready && window.race().contenders.size() == 3 && window.one(2).total > 0; }));
    EXPECT_TRUE(window.other_contender(2).view().stepping.ready);
}

TEST(Race, EveryStepOfTheFirstCanBeShown) {
    RaceWindow window({"quadtree-cached"});
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    for (std::int64_t position = 1; position < 30; ++position) {
        window.workbench.stepping().jump(Jump::forward);
        ASSERT_EQ(window.workbench.view().stepping.position, position);
    }
    window.workbench.stepping().jump(Jump::back);
    EXPECT_EQ(window.workbench.view().stepping.position, 28);
}

TEST(Race, ByTimeTheSlowestMethodEndsLastAndUnrecordedOnesTakePart) {
    RaceWindow window({"quadtree-cached", "serial"});
    ASSERT_TRUE(window.measured());
    window.workbench.stepping().open(true, -1);
    window.workbench.race().set_by(RaceBy::time);
    ASSERT_TRUE(window.ready());
    EXPECT_EQ(window.race().by, RaceBy::time);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(window.one(i).total, 0) << i;
    const Racing& race = window.race();
    EXPECT_NEAR(race.clock, race.total, 1e-9 * race.total) << "the last step is the end of the race";
    window.workbench.race().go_to(0.5 * window.one(2).total);
    EXPECT_NEAR(window.one(2).done, 0.5 * window.one(2).total, 1e-9);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(window.one(i).done, window.race().clock * (1 + 1e-9));
}

TEST(Race, PlaysToTheEndAndPauses) {
    RaceWindow window({"quadtree-cached"}, "heap", "hotspots:n=60", 2);
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    window.workbench.stepping().play(true);
    EXPECT_TRUE(window.race().playing);
    ASSERT_TRUE(window.until([&] { return window.race().clock > 0; }));
    window.workbench.stepping().play(false);
    const double paused = window.race().clock;
    window.workbench.poll();
    EXPECT_EQ(window.race().clock, paused);
    EXPECT_FALSE(window.race().playing);
    window.workbench.stepping().play(true);
    EXPECT_TRUE(window.workbench.seconds_to_next_step());
    ASSERT_TRUE(window.until([&] { return !window.race().playing; }));
    EXPECT_EQ(window.race().clock, window.race().total);
    EXPECT_EQ(window.workbench.view().stepping.position, window.workbench.view().stepping.count);
}

TEST(Race, OfMethodsWithoutStepsSaysThatNoneHasAny) {
    RaceWindow window({"serial"}, "nn-global", "hotspots:n=100", 1);
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.until([&] { return !window.race().why_not.empty(); }));
    EXPECT_FALSE(window.race().ready);
    EXPECT_THAT(window.race().why_not, HasSubstr("none of these"));
}

TEST(Race, ByWorkItIsSaidWhoArrivesAfterHowMuchWork) {
    RaceWindow window({"quadtree-cached"});
    ASSERT_TRUE(window.measured());
    EXPECT_THAT(window.race().finish, HasSubstr(" ms"));
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    window.until([&] { return window.race().finish.find("finishes") != std::string::npos; });
    const bool first = window.one(0).total <= window.one(1).total;
    EXPECT_THAT(window.race().finish, HasSubstr(std::string(first ? "A" : "B") + " ("));
    EXPECT_THAT(window.race().finish,
        HasSubstr("finishes after " + text_of_count(std::llround(window.one(first ? 0 : 1).total)) + " distances and entries"));
    EXPECT_THAT(window.race().finish, HasSubstr("times the work."));
    window.workbench.race().set_by(RaceBy::time);
    ASSERT_TRUE(window.until([&] { return window.race().ready && window.race().finish.find(" ms") != std::string::npos; }));
    for (const std::size_t i : {0, 1}) {
        const ViewModel& view = i == 0 ? window.workbench.view() : window.other_contender(1).view();
        EXPECT_NEAR(window.one(i).total, view.timings.total_median, 1e-9) << "lanes end as the totals say";
    }
}

TEST(Race, TrackOfARecordHasEachPhaseItsMeasuredTime) {
    RaceWindow window({"quadtree-cached"});
    ASSERT_TRUE(window.measured());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    const ViewModel& view = window.workbench.view();
    const RaceTrack track(view.stepping.record, view.timings, RaceBy::time);
    EXPECT_NEAR(track.total(), view.timings.total_median, 1e-9 * track.total()) << "it ends as the sentence says";
    for (std::int64_t at = 1; at <= track.record()->count(); ++at) {
        ASSERT_GE(track.done(at), track.done(at - 1));
        ASSERT_GE(track.position(track.done(at)), at);
    }
    EXPECT_EQ(track.position(0.0), std::int64_t(0));
    EXPECT_EQ(track.position(2 * track.total()), track.record()->count());
}

// ---- What is counted ------------------------------------------------------------------------------------------------------

std::vector<std::string> methods_with_steps() {
    std::vector<std::string> names;
    for (const Method& method : methods())
        if (method.info.records_steps() && !method.info.supports.own_index && method.info.group != "Test")
            names.emplace_back(method.info.name);
    return names;
}

class ReplayedWork : public testing::TestWithParam<std::string> {};

TEST_P(ReplayedWork, EndsWithTheCountersOfAWholeRun) {
    struct Asked {
        const char* data;
        int k;
        bool exclude_self;
    };
    for (const auto& [data, k, exclude_self] : {Asked{"hotspots:n=1500", 8, false}, Asked{"hotspots:n=700", 64, true},
             Asked{"uniform:n=300,d=3", 1, false}, Asked{"uniform:n=5", 8, false}, Asked{"uniform:n=1", 1, false}}) {
        SCOPED_TRACE(data);
        RaceWindow window({"serial"}, GetParam(), data, k);
        ASSERT_TRUE(window.answered());
        if (exclude_self) {
            window.workbench.query().pin_at_row(7);
            window.set([](SessionState& state) { state.exclude_self = true; });
            ASSERT_TRUE(window.answered());
        }
        const ViewModel& view = window.workbench.view();
        ASSERT_TRUE(window.until([&] { return !view.counters.empty() && !view.counters_previous && !window.workbench.busy(); }));
        const RecordedWork whole = work_of(view.counters);
        ASSERT_GT(whole.distances, 0);
        window.workbench.stepping().open(true);
        ASSERT_TRUE(window.ready());
        EXPECT_EQ(window.one(0).distances_done, 0);
        EXPECT_EQ(window.one(0).entries_done, 0);
        window.workbench.race().go_to(window.race().total);
        // leaf-warp records a query on a point within its warp, but counts it alone.
        const Recording& record = *view.stepping.record;
        const bool in_warp = !explain_warp(record).empty();
        EXPECT_EQ(in_warp, exclude_self && GetParam() == "leaf-warp");
        const std::int64_t distances = in_warp ? tree_totals(record, record.count()).distances : whole.distances;
        EXPECT_EQ(window.one(0).distances, distances);
        EXPECT_EQ(window.one(0).distances_done, distances);
        EXPECT_EQ(window.one(0).entries_done, window.one(0).entries);
        std::int64_t entered = 0;  // entries at visits of leaves, for which quadtrees have no counter
        for (const LeafVisit& visit : view.stepping.record->visits) entered += visit.entered;
        EXPECT_EQ(window.one(0).entries, whole.entries >= 0 ? whole.entries : entered);
        EXPECT_EQ(window.race().total, double(window.one(0).distances + window.one(0).entries));
    }
}

TEST_P(ReplayedWork, GrowsStepByStep) {
    RaceWindow window({"serial"}, GetParam(), "hotspots:n=900", 8);
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    const ViewModel& view = window.workbench.view();
    const RaceTrack track(view.stepping.record, view.timings, RaceBy::work);
    for (std::int64_t at = 1; at <= track.record()->count(); ++at) {
        ASSERT_GE(track.work(at).distances, track.work(at - 1).distances);
        ASSERT_GE(track.work(at).entries, track.work(at - 1).entries);
        ASSERT_LE(track.work(at).entries, track.work(at).distances + 2 * 900) << "nothing enters before its distance is known";
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, ReplayedWork, testing::ValuesIn(methods_with_steps()), [](const auto& one) {
    std::string name = one.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

// ---- By time --------------------------------------------------------------------------------------------------------------

/// Expects that the present step is always of the phase and round that the lane shows.
void expect_lane_and_steps_agree(const std::string& method) {
    SCOPED_TRACE(method);
    RaceWindow window({"serial"}, method, "hotspots:n=2000", 40);
    window.set([&](SessionState& state) {
        if (method.starts_with("quadtree")) state.options[method]["leaf-capacity"] = "8";
    });
    ASSERT_TRUE(window.measured());
    window.workbench.stepping().open(true);
    window.workbench.race().set_by(RaceBy::time);
    ASSERT_TRUE(window.ready());
    const Stepping& stepping = window.workbench.view().stepping;
    const std::vector<RaceSpan> spans = window.one(0).spans;
    ASSERT_FALSE(spans.empty());
    EXPECT_EQ(spans.back().to, window.one(0).total);
    std::map<std::string, double> sums;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        EXPECT_EQ(spans[i].from, i > 0 ? spans[i - 1].to : 0.0);
        sums[spans[i].phase] += spans[i].to - spans[i].from;
    }
    for (const TimingRow& row : window.workbench.view().timings.phases)
        EXPECT_NEAR(sums[row.phase], row.median * total_over_phases(window.workbench.view().timings), 1e-9) << row.phase;
    if (method.starts_with("quadtree")) {
        const auto navigation = std::find_if(spans.begin(), spans.end(), [](const RaceSpan& one) { return one.phase == "navigation"; });
        ASSERT_NE(navigation, spans.end());
        EXPECT_GT(navigation->rounds, 2);
    }
    const std::vector<StepPhase>& phases = stepping.record->phases;
    for (const RaceSpan& span : spans) {
        std::vector<const StepPhase*> rounds;
        for (const StepPhase& phase : phases)
            if (phase.name == span.phase) rounds.push_back(&phase);
        if (!(span.to - span.from > 1e-9 * window.race().total)) continue;
        for (const double part : {0.01, 0.4, 0.99}) {
            window.workbench.race().go_to(span.from + part * (span.to - span.from));
            const std::int64_t under_way = stepping.position + 1;
            if (rounds.empty()) continue;
            ASSERT_EQ(int(rounds.size()), span.rounds) << span.phase;
            const StepPhase& round = *rounds[std::size_t(span.round - 1)];
            EXPECT_GE(under_way, round.first) << span.phase << " " << span.round;
            EXPECT_LT(under_way, round.first + round.count) << span.phase << " " << span.round;
        }
    }
    window.workbench.race().go_to(window.race().total);
    EXPECT_EQ(stepping.position, stepping.count);
}

TEST(Race, ByTimeThePictureIsAtTheStepThatTheLaneShows) {
    for (const char* method : {"quadtree-cached", "quadtree-coalesced", "heap", "ppb"}) expect_lane_and_steps_agree(method);
}

TEST(Race, APhaseWithoutStepsPassesBetweenThoseAroundItInEachRound) {
    RaceWindow window({"serial"}, "quadtree-cached", "hotspots:n=2000", 8);
    ASSERT_TRUE(window.measured());
    window.workbench.stepping().open(true);
    window.workbench.race().set_by(RaceBy::time);
    ASSERT_TRUE(window.ready());
    const std::vector<RaceSpan>& spans = window.one(0).spans;
    int sortings = 0;
    for (std::size_t i = 1; i < spans.size(); ++i) {
        if (spans[i].phase != "query sorting") continue;
        ++sortings;
        EXPECT_EQ(spans[i - 1].phase, "navigation");
    }
    EXPECT_GT(sortings, 0);
}

TEST(Race, BeforeItsFirstStepASearchSaysWhatItIsAt) {
    RaceWindow window({"quadtree-cached"});
    ASSERT_TRUE(window.answered());
    window.workbench.stepping().open(true);
    ASSERT_TRUE(window.ready());
    const Stepping& stepping = window.workbench.view().stepping;
    EXPECT_THAT(stepping.sentence, HasSubstr("Nothing has happened yet"));
    window.workbench.race().go_to(50);
    ASSERT_EQ(stepping.position, 0) << "all distances are one step";
    EXPECT_EQ(stepping.sentence, "Distances computed: 50 of 400.");
    window.workbench.race().go_to(0);
    EXPECT_THAT(stepping.sentence, HasSubstr("Nothing has happened yet"));
    window.workbench.race().go_to(50);
    window.workbench.race().end();
    ASSERT_TRUE(window.until([&] { return window.race().contenders.empty(); }));
    EXPECT_THAT(stepping.sentence, HasSubstr("Nothing has happened yet")) << "nobody races any more";
}

}  // namespace
}  // namespace neighborscope
