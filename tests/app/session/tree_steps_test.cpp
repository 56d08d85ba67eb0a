// Tests stepping through a small tree: four leaves of side 2, the query in the first.
#include "app/data/points/data_set.hpp"
#include "app/session/document/session.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/replay.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Points 0 to 3 in the corners of a square from (0, 0), 4 wide; k = 1; the leaf of the query holds point 0, 0.5 away; to the right,
/// leaf 1 is visited, 2 and 3 are skipped.
Recording tree_by_hand() {
    const Method& method = find_method("quadtree-cached");
    const auto kind = [&](std::string_view name) {
        const auto& kinds = method.info.step_kinds;
        return int(std::find_if(kinds.begin(), kinds.end(), [&](const StepKind& one) { return one.name == name; }) - kinds.begin());
    };
    Recording record;
    record.method = &method;
    record.k = 1;
    record.farthest = 0.5;
    auto tree = std::make_shared<RecordedTree>();
    tree->side = 4;
    tree->level = 1;
    tree->first_cell = {0, 1, 2, 3, 4};
    tree->objects = {1, 1, 1, 1};
    record.tree = tree;
    const auto add = [&](int iteration, int phase, std::string_view name, std::uint32_t cell, float nearest, float bound, int way,
                         int visit) {
        Step step;
        step.iteration = iteration;
        step.phase = phase;
        step.kind = kind(name);
        step.quadrant = {cell, 0};
        step.nearest = nearest;
        step.bound = bound;
        step.way = way;
        step.visit = visit;
        step.size = 1;
        record.steps.push_back(step);
    };
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    add(0, 0, "own leaf", 0, none, none, -1, 0);
    add(0, 1, "visit", 0, none, none, -1, 1);
    add(0, 1, "entry", 0, none, none, -1, 1);
    record.steps.back().entered = {0, 2.5f};
    add(0, 1, "bound", 0, none, 2.5f, -1, 1);
    add(1, 2, "leaf", 1, 1.5f, 2.5f, 1, 1);
    add(1, 4, "visit", 1, none, 2.5f, 1, 2);
    add(1, 4, "replacement", 1, none, 2.5f, 1, 2);
    record.steps.back().entered = {1, 1.51f};
    record.steps.back().left = {0, 2.5f};
    add(1, 4, "bound", 1, none, 1.51f, 1, 2);
    add(2, 2, "skip", 2, 1.510001f, 1.51f, 1, 2);
    add(2, 2, "skip", 3, 1.75f, 1.51f, 1, 2);
    return record;
}

Stepping at(const Replay& replay, std::int64_t position) {
    Stepping stepping;
    stepping.ready = true;
    stepping.record = replay.record();
    stepping.position = position;
    stepping.count = replay.count();
    stepping.tree = tree_steps(*replay.record(), position);
    return stepping;
}

std::vector<int> numbers(const std::vector<ShownQuadrant>& all) {
    std::vector<int> found;
    for (const ShownQuadrant& one : all) found.push_back(one.number);
    return found;
}

TEST(TreeSteps, VisitsAndSkipsAreFound) {
    const Replay replay(tree_by_hand());
    const Recording& record = *replay.record();
    ASSERT_EQ(record.visits.size(), 2u);
    EXPECT_EQ(record.visits[0].leaf, 0);
    EXPECT_EQ(record.visits[0].entered, 1);
    EXPECT_EQ(record.visits[0].bound, 2.5f);
    EXPECT_EQ(record.visits[0].last, 4);
    EXPECT_EQ(record.visits[1].way, 1);
    EXPECT_EQ(record.visits[1].bound, 1.51f);
    EXPECT_THAT(record.skips, ElementsAre(9, 10));
}

TEST(TreeSteps, AreJumpedTo) {
    Replay replay(tree_by_hand());
    replay.go(replay.target(Jump::next_visit));
    EXPECT_EQ(replay.position(), 2);
    replay.go(replay.target(Jump::next_visit));
    EXPECT_EQ(replay.position(), 6);
    EXPECT_EQ(replay.target(Jump::next_visit), 6) << "no other";
    EXPECT_EQ(replay.target(Jump::previous_visit), 2);
    replay.go(replay.target(Jump::next_skip));
    EXPECT_EQ(replay.position(), 9);
    EXPECT_EQ(replay.target(Jump::next_skip), 10);
    EXPECT_EQ(replay.target(Jump::previous_skip), 9);
}

TEST(TreeSteps, AreShownAsOfAPosition) {
    const Replay replay(tree_by_hand());
    const TreeSteps early = tree_steps(*replay.record(), 5), end = tree_steps(*replay.record(), 10);
    EXPECT_THAT(numbers(early.visited), ElementsAre(1));
    EXPECT_THAT(numbers(early.to_come), ElementsAre(2));
    EXPECT_TRUE(early.skipped.empty());
    EXPECT_EQ(early.bound, 2.5f);
    ASSERT_TRUE(early.current);
    EXPECT_THAT(early.current->box.low, ElementsAre(2, 0, 0));
    EXPECT_EQ(early.current->box.size[0], 2);
    EXPECT_THAT(numbers(end.visited), ElementsAre(1, 2));
    EXPECT_EQ(end.skipped.size(), 2u);
    EXPECT_EQ(end.bound, 1.51f);
    EXPECT_THAT(end.earlier_bounds, ElementsAre(2.5f));
}

/// Leaf 1 has four cells here: a part is skipped before the leaf is visited for another part. No part of a visited leaf is shown as
/// skipped.
TEST(TreeSteps, NoPartOfAVisitedLeafIsSkipped) {
    Recording record = tree_by_hand();
    auto tree = std::make_shared<RecordedTree>(*record.tree);
    tree->level = 2;
    tree->first_cell = {0, 4, 8, 12, 16};
    record.tree = tree;
    for (Step& step : record.steps) step.quadrant = {4 * step.quadrant.cell, 1};
    Step part = record.steps[8];
    part.quadrant = {4, 0};
    part.iteration = 1;
    record.steps.insert(record.steps.begin() + 4, part);
    const Replay replay(record);
    ASSERT_THAT(replay.record()->skips, ElementsAre(5, 10, 11));
    EXPECT_EQ(tree_steps(*replay.record(), 5).skipped.size(), 1u) << "as long as its leaf is to come";
    const TreeSteps visited = tree_steps(*replay.record(), 7);
    EXPECT_EQ(visited.visited.size(), 2u);
    EXPECT_TRUE(visited.skipped.empty());
    EXPECT_EQ(tree_steps(*replay.record(), 11).skipped.size(), 2u) << "other leaves";
}

TEST(TreeSteps, SentencesHaveTheTwoDistancesThatDecided) {
    const Replay replay(tree_by_hand());
    const Recording& record = *replay.record();
    EXPECT_EQ(narrate_step(record, 1), "The query's cell lies in leaf 0, which holds 1 point.");
    EXPECT_EQ(narrate_step(record, 6), "Visit 2, right: leaf 1, distances to its 1 point.");
    EXPECT_THAT(narrate_step(record, 8), HasSubstr("1.51000; before it was 2.50000"));
    // Enough digits to differ.
    EXPECT_EQ(
        narrate_step(record, 9), "Skip leaf 2 to the right: nothing there is nearer than 1.510001; the 1st neighbour is at 1.510000.");
    EXPECT_EQ(narrate_step(record, 10), "Skip leaf 3 to the right: nothing there is nearer than 1.75000; the 1st neighbour is at 1.51000.");
}

TEST(TreeSteps, ALeafSaysWhatBecameOfIt) {
    const Replay replay(tree_by_hand());
    EXPECT_EQ(why_leaf(at(replay, 10), 3),
        "Leaf 3 was skipped to the right, step 10: nothing there is nearer than 1.75000, the 1st neighbour was 1.51000 away at that time.");
    EXPECT_THAT(why_leaf(at(replay, 10), 1),
        HasSubstr("visit 2, to the right: 1 distance, 1 point entered the list. The 1st neighbour moved from 2.50000 to 1.51000."));
    EXPECT_THAT(why_leaf(at(replay, 5), 1), HasSubstr("is not visited yet: it will be visit 2"));
    EXPECT_THAT(why_leaf(at(replay, 5), 3), HasSubstr("is not visited yet"));
    EXPECT_EQ(why_leaf(at(replay, 2), 0), "Leaf 0 is being visited, visit 1, as the query's own: 0 of 1 neighbour found so far.")
        << "the visit has no result yet";
}

TEST(TreeSteps, PlacesAreInCells) {
    const Recording record = tree_by_hand();
    EXPECT_EQ(record.tree->cell_at(std::vector<double>{0.1, 0.1}), 0u);
    EXPECT_EQ(record.tree->cell_at(std::vector<double>{3.9, 0.1}), 1u);
    EXPECT_EQ(record.tree->cell_at(std::vector<double>{0.1, 2.0}), 2u);
    EXPECT_EQ(record.tree->cell_at(std::vector<double>{4.0, 4.0}), 3u);
    EXPECT_FALSE(record.tree->cell_at(std::vector<double>{4.1, 4.0}));
}

TEST(TreeSteps, OrdinalsAreEnglish) {
    EXPECT_EQ(ordinal(1) + ordinal(2) + ordinal(3) + ordinal(11) + ordinal(16) + ordinal(102), "1st2nd3rd11th16th102nd");
}

// Points on a line at 0, 1, 2, 2, the query at 0, k = 3: the fourth is just as far as the third.
TEST(WhyPoint, SaysWhichDistancesDecided) {
    DataSet data;
    data.dimension = 2;
    data.origin = {0, 0};
    data.coordinates = {0, 0, 1, 0, 2, 0, 0, 2, 5, 0};
    ViewModel view;
    view.query = {0, 0};
    for (int i = 0; i < 3; ++i) view.neighbours.push_back({i + 1, i, i, double(i), {double(i), 0}, {}});
    view.kth_distance = 2;
    SessionState session;
    EXPECT_THAT(why_point(view, data, session, 1), HasSubstr("is the 2nd neighbour, 1.0000 away"));
    view.exactness.of = 3;  // the nearest of all is missed: those listed have the next ranks, and the last has none
    view.exactness.missed.resize(1);
    view.exactness.missed[0].rank = 1, view.exactness.missed[0].row = 4;
    EXPECT_THAT(why_point(view, data, session, 0), HasSubstr("is the 2nd neighbour"));
    EXPECT_THAT(why_point(view, data, session, 2), HasSubstr("is number 3 of the list, but no true neighbour"));
    view.exactness = {};
    EXPECT_THAT(why_point(view, data, session, 3),
        HasSubstr("neighbour, row 2, is at the same distance. Of equal distances the smaller index comes first."));
    EXPECT_THAT(why_point(view, data, session, 3), HasSubstr("It is the 4th nearest of 5 points."));
    EXPECT_THAT(why_point(view, data, session, 4),
        HasSubstr("is 5.0000 away; the 3rd neighbour is 2.0000 away. It is the 5th nearest of 5 points."));
    EXPECT_EQ(why_point(view, data, session, 9), "");
}

// The same points; the list misses the nearest two and has the farthest in their place.
TEST(WhyPoint, OnlyATrueNeighbourIsMissed) {
    DataSet data;
    data.dimension = 2;
    data.origin = {0, 0};
    data.coordinates = {0, 0, 1, 0, 2, 0, 0, 3, 5, 0};
    ViewModel view;
    view.query = {0, 0};
    view.neighbours = {{1, 2, 2, 2, {2, 0}, {}}, {2, 4, 4, 5, {5, 0}, {}}};
    view.kth_distance = 5;
    SessionState session;
    EXPECT_THAT(why_point(view, data, session, 1), HasSubstr("nearer than the 2nd neighbour (5.0000), but the method missed it."));
    EXPECT_EQ(why_point(view, data, session, 3),
        "Row 3 is 3.0000 away; the 2nd row in the list is 5.0000 away. It is the 4th nearest of 5 points. It is no true neighbour; the "
        "last rows of the list stand in the places of missed ones.");
    // A list that ended early, as one under a filter: what it lacks may be farther than all of it.
    view.neighbours = {{1, 0, 0, 0, {0, 0}, {}}};
    view.kth_distance = 0;
    NeighbourRow lacked;
    lacked.row = 4, lacked.missed = true;
    view.exactness.missed = {lacked};
    EXPECT_THAT(why_point(view, data, session, 4), HasSubstr("Row 4 is 5.00000 away. It is a true neighbour, but the method missed it."));
    EXPECT_THAT(why_point(view, data, session, 3), HasSubstr("the 1st neighbour is 0"));
}

TEST(LeafVisits, AreToldInTheFutureUntilTheyHaveEnded) {
    LeafVisit visit;
    visit.leaf = 12, visit.position = 5, visit.last = 9, visit.points = 30, visit.entered = 4;
    EXPECT_EQ(explain_visit(visit, 9), "Leaf 12: 30 distances, 4 points will enter the list");
    EXPECT_EQ(explain_visit(visit, 10), "Leaf 12: 30 distances, 4 points entered the list");
}

}  // namespace
}  // namespace neighborscope
