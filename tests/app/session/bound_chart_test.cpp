// Tests the chart of a recorded search: events, the falling bound, bands, and what became of the true neighbours.
#include "app/charts/search_chart.hpp"
#include "app/session/shown/true_ranks.hpp"
#include "app/session/stepping/bound_chart.hpp"
#include "app/session/stepping/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Records a walk by hand, as an index of another library is walked.
struct Walk {
    enum Kind { begin, follow, compare, probe, end };
    Walk() {
        const WalkEvent events[] = {WalkEvent::begin, WalkEvent::follow, WalkEvent::compare, WalkEvent::probe, WalkEvent::end};
        for (const WalkEvent event : events) {
            StepKind kind;
            kind.name = "step";
            kind.walk = event;
            method.info.step_kinds.push_back(kind);
        }
        method.info.phases = {"search"};
        record.method = &method;
        record.k = 2;
    }
    Step& add(Kind kind, std::int32_t row, float distance, int level) {
        Step step;
        step.kind = kind;
        step.seen = {row, distance};
        step.level = level;
        record.steps.push_back(step);
        return record.steps.back();
    }
    void enter(std::int32_t row, float distance, std::int32_t instead_of = -1) {
        Step& step = add(compare, row, distance, 0);
        step.entered = step.seen;
        step.left.index = instead_of;
    }
    std::shared_ptr<const Recording> replayed() {
        record.method = &method;
        return Replay(record).record();
    }

    Method method;
    Recording record;
};

/// Level 1: rows 5, 6; level 0: 7 enters, 8 enters, 9 replaces 7, 10 is too far.
Walk small_walk() {
    Walk walk;
    walk.add(Walk::begin, 5, 9, 1);
    walk.add(Walk::follow, 5, 9, 1);
    walk.add(Walk::compare, 6, 8, 1);
    walk.enter(7, 4);
    walk.enter(8, 2);
    walk.enter(9, 1, 7);
    walk.add(Walk::compare, 10, 7, 0);
    walk.add(Walk::end, 10, 7, -1);
    return walk;
}

std::vector<NeighbourRow> listed_rows(const std::vector<std::pair<int, double>>& rows) {
    std::vector<NeighbourRow> all;
    for (const auto& [row, distance] : rows) {
        NeighbourRow one;
        one.rank = int(all.size()) + 1;
        one.row = one.file_row = row;
        one.distance = distance;
        all.push_back(one);
    }
    return all;
}

TEST(BoundChart, HasEachComputedDistanceAndTheFallingBound) {
    Walk walk = small_walk();
    const BoundChart chart = walk.replayed()->chart;
    EXPECT_EQ(chart.steps, 8);
    ASSERT_EQ(chart.events.size(), 5u) << "following links and ending compute nothing";
    EXPECT_EQ(chart.events[0].position, 3);
    EXPECT_EQ(chart.events[0].kind, BoundChart::Kind::computed);
    EXPECT_EQ(chart.events[1].row, 7);
    EXPECT_EQ(chart.events[1].kind, BoundChart::Kind::entered);
    ASSERT_EQ(chart.bounds.size(), 2u) << "none before the list is full";
    EXPECT_EQ(chart.bounds[0].position, 5);
    EXPECT_EQ(chart.bounds[0].distance, 4);
    EXPECT_EQ(chart.bounds[1].position, 6);
    EXPECT_EQ(chart.bounds[1].distance, 2);
    EXPECT_EQ(chart.nearest, 1);
    EXPECT_EQ(chart.farthest, 8);
    EXPECT_FALSE(chart.is_logarithmic());
}

TEST(BoundChart, ARowThatMayNotEnterIsToldApart) {
    Walk walk = small_walk();
    EXPECT_EQ(walk.replayed()->chart.refused_as, "");
    StepKind refused;
    refused.name = "refused", refused.walk = WalkEvent::compare, refused.refuses = true;
    walk.method.info.step_kinds.push_back(refused);
    walk.add(Walk::Kind(Walk::end + 1), 11, 0.5f, 0);
    BoundChart chart = walk.replayed()->chart;
    ASSERT_EQ(chart.events.size(), 6u);
    EXPECT_EQ(chart.events.back().kind, BoundChart::Kind::refused);
    EXPECT_EQ(chart.events.back().row, 11);
    EXPECT_EQ(chart.refused_as, "refused by the filter");
    EXPECT_EQ(chart.bounds.back().distance, 2) << "it does not lower the bound";
    refused.name = "deleted";
    walk.method.info.step_kinds.push_back(refused);
    walk.add(Walk::Kind(Walk::end + 2), 12, 0.25f, 0);
    EXPECT_EQ(walk.replayed()->chart.refused_as, "refused or deleted");
}

TEST(BoundChart, HasABandForEachLevelAndEachList) {
    Walk walk = small_walk();
    std::vector<BoundChart::Band> bands = walk.replayed()->chart.bands;
    ASSERT_EQ(bands.size(), 2u);
    EXPECT_EQ(bands[0].name + ";" + bands[1].name, "level 1;level 0");
    EXPECT_EQ(bands[0].last, 3);
    EXPECT_EQ(bands[1].first, 4);
    EXPECT_EQ(bands[1].last, 8) << "the end names no level";
    Walk lists;
    for (const int list : {17, 4}) {
        lists.add(Walk::probe, -1, 3, -1).list = list;
        lists.enter(list, 2);
        lists.record.steps.back().level = -1;
    }
    bands = lists.replayed()->chart.bands;
    ASSERT_EQ(bands.size(), 2u);
    EXPECT_EQ(bands[1].name, "2nd list, 4") << "as numbered in the map";
    EXPECT_EQ(bands[1].brief, "2");
    EXPECT_EQ(bands[1].first, 3);
    lists.record.steps[2].size = 5;
    EXPECT_EQ(lists.replayed()->chart.bands[1].name, "5th list, 4") << "lists before it are empty";
}

TEST(BoundChart, EndsWithTheSearch) {
    Walk walk = small_walk();
    StepKind exact, place;
    exact.name = "exact distance", place.name = "place";
    walk.method.info.step_kinds.insert(walk.method.info.step_kinds.end(), {exact, place});
    walk.method.info.phases = {"search", "exact distances", "order"};
    for (int phase : {1, 2})
        for (int row : {9, 8}) {
            Step step;
            step.phase = phase;
            step.kind = Walk::end + phase;
            step.entered = {row, float(row == 9 ? 1 : 2)};
            walk.record.steps.push_back(step);
        }
    const auto record = walk.replayed();
    ASSERT_EQ(record->count(), 12);
    EXPECT_EQ(record->chart.steps, 8);
    EXPECT_EQ(record->chart.events.size(), 5u) << "rows of the result do not enter again";
    EXPECT_EQ(record->chart.bands.back().last, 8);
    for (const NeighbourFate& fate : neighbour_fates(*record, listed_rows({{9, 1}, {8, 2}}), {})) EXPECT_LE(fate.found, 6);
}

TEST(BoundChart, RowsMissedForOneReasonHaveOneNote) {
    Walk walk = small_walk();
    Exactness exactness;
    exactness.known = true;
    exactness.missed = listed_rows({{11, 0.5}, {12, 0.6}, {13, 0.7}, {10, 1.5}, {14, 1.7}});
    for (NeighbourRow& one : exactness.missed) one.missed = true;
    for (int i : {0, 1}) exactness.missed[std::size_t(i)].why = {"unreachable", "No links lead to it from where the search begins."};
    exactness.missed[2].why = {"beam ended", "The beam ended first; ef = 24 finds it.", "ef", "24"};
    const auto record = walk.replayed();
    const auto notes = [&] { return missed_notes(neighbour_fates(*record, {}, exactness), exactness.missed); };
    std::vector<MissedNote> all = notes();
    ASSERT_EQ(all.size(), 4u) << "row 10 was seen and not kept, row 14 never seen";
    EXPECT_THAT(all[0].fates, ElementsAre(0, 1));
    EXPECT_THAT(all[0].texts, ElementsAre("2 rows: no links lead to them from where the search begins", "2 rows: unreachable"));
    EXPECT_THAT(
        all[1].texts, ElementsAre("rank 3, row 13: never seen. The beam ended first; ef = 24 finds it.",
                          "rank 3, row 13: the beam ended first; ef = 24 finds it", "row 13: the beam ended first; ef = 24 finds it",
                          "row 13: the beam ended first", "row 13: beam ended", "beam ended"));
    EXPECT_EQ(all[2].texts.back(), "row 10: not kept");
    EXPECT_EQ(all[3].texts.back(), "row 14: never seen");
    exactness.missed[4].why = {"beam ended", "The beam ended first; ef = 64 finds it.", "ef", "64"};
    all = notes();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[1].texts.front(), "2 rows: the beam ended first; ef = 64 finds all of them");
    exactness.missed[4].why.option.clear();
    EXPECT_EQ(notes()[1].texts.front(), "2 rows: the beam ended first") << "no value finds one of them";
}

TEST(BoundChart, SaysWhereNeighboursAreFoundAndLost) {
    Walk walk = small_walk();
    Exactness exactness;
    std::vector<NeighbourRow> missed = listed_rows({{11, 0.5}, {10, 1.5}, {7, 1.8}});
    missed[0].rank = 1, missed[1].rank = 3, missed[2].rank = 4;
    missed[0].why = {"unreachable", "No links lead to it from where the search begins."};
    for (NeighbourRow& one : missed) one.missed = true;
    exactness.missed = missed;
    exactness.known = true;
    const std::vector<NeighbourFate> fates = neighbour_fates(*walk.replayed(), listed_rows({{9, 1}, {8, 2}}), exactness);
    ASSERT_EQ(fates.size(), 4u) << "row 8 is not among the true ones";
    EXPECT_EQ(fates[0].sentence, "rank 1, row 11: never seen. No links lead to it from where the search begins.");
    EXPECT_TRUE(fates[0].missed());
    EXPECT_EQ(fates[1].row, 9);
    EXPECT_EQ(fates[1].listed, 1) << "whose colour it has";
    EXPECT_EQ(fates[1].found, 6);
    EXPECT_EQ(fates[1].lost, 0);
    EXPECT_THAT(fates[2].sentence, HasSubstr("seen at step 7 and not kept"));
    EXPECT_EQ(fates[3].found, 4);
    EXPECT_EQ(fates[3].lost, 6);
    EXPECT_THAT(fates[3].sentence, HasSubstr("rank 4, row 7: found at step 4, and left the list at step 6"));
}

TEST(BoundChart, OfInnerProductsTheLargerIsNearer) {
    Walk walk;
    walk.record.products = true;
    walk.enter(1, 3);
    walk.enter(2, 8);
    walk.enter(3, 5, 1);
    const BoundChart chart = walk.replayed()->chart;
    ASSERT_EQ(chart.bounds.size(), 2u);
    EXPECT_EQ(chart.bounds[0].distance, -3);
    EXPECT_EQ(chart.bounds[1].distance, -5) << "falls, as ranked";
    EXPECT_EQ(chart.distance_of(double(chart.bounds[1].distance)), 5);
    EXPECT_FALSE(chart.is_logarithmic());
}

TEST(BoundChart, ARangeOfManyOrdersIsLogarithmicAndZeroIsLeftOut) {
    Walk walk;
    walk.enter(1, 0);
    walk.enter(2, 0.01f);
    walk.enter(3, 5, 2);
    const BoundChart chart = walk.replayed()->chart;
    EXPECT_TRUE(chart.is_logarithmic());
    EXPECT_EQ(chart.least_above_zero, 0.01f);
}

TEST(BoundChart, NeighboursThatWouldBeOneThickLineAreCrowded) {
    BoundChart chart;
    chart.nearest = chart.least_above_zero = 2.8f, chart.farthest = 20, chart.steps = 1;
    std::vector<NeighbourFate> fates(10);
    for (std::size_t i = 0; i < fates.size(); ++i) fates[i].distance = 2.8 + 0.1 * double(i);
    EXPECT_FALSE(chart.is_logarithmic());
    EXPECT_TRUE(CrowdedNeighbours(chart, fates).crowded);
    EXPECT_TRUE(charts::search_chart(chart, fates, {}, "", "").panels.front().y.logarithmic);
    fates.back().distance = 10;
    EXPECT_FALSE(CrowdedNeighbours(chart, fates).crowded) << "they fill a part of the axis";
    fates.back().distance = 3.8;
    chart.products = true;
    EXPECT_FALSE(CrowdedNeighbours(chart, fates).crowded);
}

TEST(BoundChart, OfProductsSaysProducts) {
    BoundChart chart;
    chart.products = true, chart.k = 10, chart.steps = 1;
    chart.events = {{1, -3, 7, BoundChart::Kind::computed}};
    chart.bounds = {{1, -3}};
    const charts::Panel panel = charts::search_chart(chart, {}, {}, "", "").panels.front();
    EXPECT_EQ(panel.series.front().name, "inner product computed");
    EXPECT_EQ(panel.reference_lines.front().label, "10th inner product so far");
}

TEST(BoundChart, OfALongRecordingTheExtremesAreKept) {
    Walk walk;
    constexpr int count = 50000;
    for (int i = 0; i < count; ++i) walk.add(Walk::compare, i, i == 31234 ? 0.25f : 10 + float(i % 7), 0);
    const BoundChart chart = walk.replayed()->chart;
    EXPECT_TRUE(chart.reduced);
    EXPECT_LE(chart.events.size(), BoundChart::most_events);
    EXPECT_TRUE(std::any_of(chart.events.begin(), chart.events.end(), [](const auto& one) { return one.row == 31234; }));
    EXPECT_TRUE(
        std::is_sorted(chart.events.begin(), chart.events.end(), [](const auto& a, const auto& b) { return a.position < b.position; }));
}

TEST(BoundChart, ARowThatIsInTwoListsCountsOnce) {
    Walk walk;
    walk.enter(1, 4);
    walk.enter(1, 4);
    EXPECT_TRUE(walk.replayed()->chart.bounds.empty()) << "one row is not two neighbours";
}

TEST(BoundChart, IsExportedWithTheSentencesOfMissedNeighbours) {
    Walk walk = small_walk();
    Exactness exactness;
    exactness.missed = listed_rows({{11, 0.5}});
    exactness.missed[0].missed = true;
    const auto record = walk.replayed();
    const std::vector<NeighbourFate> fates = neighbour_fates(*record, listed_rows({{9, 1}, {8, 2}}), exactness);
    const charts::Chart chart = charts::search_chart(record->chart, fates, missed_notes(fates, exactness.missed), "title", "subtitle");
    ASSERT_EQ(chart.panels.size(), 1u);
    EXPECT_EQ(chart.panels[0].series.size(), 2u) << "computed, and entered";
    ASSERT_EQ(chart.panels[0].reference_lines.size(), 3u) << "the stair, a found and a missed neighbour";
    EXPECT_TRUE(chart.panels[0].reference_lines[1].dashed);
    EXPECT_THAT(charts::svg_of(chart, render::Theme::light), HasSubstr("row 11: never seen"));
}

TEST(TrueRanks, AreOneNumbering) {
    std::vector<NeighbourRow> missed = listed_rows({{11, 0.5}, {10, 1.5}});
    missed[0].rank = 1, missed[1].rank = 3;
    std::vector<int> ranks;
    std::vector<bool> are_missed;
    for (const RankedRow& one : true_ranks(listed_rows({{9, 1}, {8, 2}, {7, 3}, {6, 4}}), missed))
        ranks.push_back(one.rank), are_missed.push_back(one.missed);
    EXPECT_THAT(ranks, ElementsAre(1, 2, 3, 4, 0, 0));
    EXPECT_THAT(are_missed, ElementsAre(true, false, true, false, false, false));
    ranks.clear();
    for (const RankedRow& one : true_ranks({}, missed)) ranks.push_back(one.rank);
    EXPECT_THAT(ranks, ElementsAre(1, 3)) << "an empty list";
}

}  // namespace
}  // namespace neighborscope
