// Tests the claim at the end of a tree search against distances computed here, and the list at every step.
#include "app/session/sentences/neighbour_table.hpp"
#include "app/session/stepping/tree_steps.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

SessionState tree_question(const std::string& data, int k, const std::string& capacity) {
    SessionState session;
    session.data = data;
    session.method = "quadtree-cached";
    session.options["quadtree-cached"]["leaf-capacity"] = capacity;
    session.device = "host";
    session.k = k;
    session.query_mode = QueryMode::pinned;
    session.stepping = true;
    return session;
}

struct TreeWindow : Window {
    TreeWindow(const std::string& data, int k, const std::string& capacity = "8") : Window(tree_question(data, k, capacity)) {
        EXPECT_TRUE(until([this] { return stepping().ready; })) << data;
    }
    const Stepping& stepping() const { return workbench.view().stepping; }
    const ViewModel& view() const { return workbench.view(); }

    /// Distance from the query to the box of a leaf.
    double distance_to(int leaf) const {
        const RecordedTree& tree = *stepping().record->tree;
        const RecordedTree::Box box = tree.box(tree.quadrant_of(leaf));
        const std::vector<double>& origin = workbench.drawable().data->origin;
        double sum = 0;
        for (std::size_t axis = 0; axis < std::size_t(tree.dimension); ++axis) {
            const double at = view().query[axis] - origin[axis], low = double(box.low[axis]), high = low + double(box.size[axis]);
            const double gap = std::max({low - at, at - high, 0.0});
            sum += gap * gap;
        }
        return std::sqrt(sum);
    }
    /// Distance to the nearest leaf that was not visited; `with_points`: without empty ones.
    double nearest_unvisited(bool with_points) const {
        const Recording& record = *stepping().record;
        double nearest = INFINITY;
        for (int leaf = 0; leaf < record.tree->leaves(); ++leaf) {
            const bool visited =
                std::any_of(record.visits.begin(), record.visits.end(), [&](const LeafVisit& one) { return one.leaf == leaf; });
            if (!visited && (!with_points || record.tree->objects[std::size_t(leaf)] > 0)) nearest = std::min(nearest, distance_to(leaf));
        }
        return nearest;
    }
};

/// "519" and "1 234.5" as numbers.
double number_in(std::string text) {
    for (std::size_t at; (at = text.find("\u202f")) != std::string::npos;) text.erase(at, 3);
    return std::stod(text);
}

TEST(TreeClosing, WhatIsClaimedIsSo) {
    int numbers = 0;
    for (const char* data : {"hotspots:n=1500", "uniform:n=1200,d=3", "grid:n=900", "uniform:n=40", "hotspots:n=3000,seed=4"})
        for (const int k : {1, 7, 64}) {
            TreeWindow window(data, k);
            const std::string claim = closing_claim(*window.stepping().record);
            const double kth = window.view().kth_distance;
            const std::string before = " is farther than ";
            const bool with_points = claim.find("leaf with points") != std::string::npos;
            if (const std::size_t at = claim.find(before); at != std::string::npos) {
                ++numbers;
                const double shown = number_in(claim.substr(at + before.size(), claim.size() - 1 - at - before.size()));
                EXPECT_LT(shown, window.nearest_unvisited(with_points)) << data << ", k = " << k << ": " << claim;
                EXPECT_NEAR(shown, kth, 0.006 * kth) << claim;
            } else if (claim.rfind("No other", 0) == 0) {
                EXPECT_GE(window.nearest_unvisited(with_points) * (1 + 1e-6), kth) << claim;
            } else if (claim.rfind("Every leaf was visited", 0) == 0) {
                EXPECT_EQ(window.nearest_unvisited(false), INFINITY) << claim;
            } else {
                EXPECT_THAT(claim, StartsWith("Every leaf with points was visited"));
                EXPECT_EQ(window.nearest_unvisited(true), INFINITY) << claim;
            }
        }
    EXPECT_GT(numbers, 8);
}

TEST(TreeClosing, TotalsAreTheRecords) {
    TreeWindow window("hotspots:n=4000", 16, "32");
    const Recording& record = *window.stepping().record;
    const TreeTotals all = tree_totals(record, record.count()), none = tree_totals(record, 0);
    EXPECT_EQ(all.of_distances, 4000);
    EXPECT_EQ(all.of_leaves, record.tree->leaves());
    EXPECT_EQ(all.leaves, std::int64_t(record.visits.size()));
    EXPECT_EQ(none.leaves + none.distances, 0);
    std::int64_t objects = 0;
    for (const LeafVisit& visit : record.visits) objects += record.tree->objects[std::size_t(visit.leaf)];
    EXPECT_EQ(all.distances, objects);
    EXPECT_EQ(tree_totals(record, record.visits[1].position).leaves, 2);
    EXPECT_EQ(tree_totals(record, record.visits[1].position - 1).leaves, 1);
    window.workbench.stepping().jump(Jump::last);
    EXPECT_EQ(window.stepping().sentence, window.stepping().claim + " " + totals_text(all));
    EXPECT_THAT(totals_text(all), MatchesRegex("[0-9]+ of [0-9]+ leaves, [0-9]+ of 4\u202f000 distances\\."));
    window.workbench.stepping().jump(Jump::back);
    EXPECT_EQ(window.stepping().claim, "");
}

TEST(TreeClosing, OneLeafAndTooFewPoints) {
    TreeWindow one("uniform:n=20", 5, "64");
    EXPECT_EQ(closing_sentence(*one.stepping().record), "There is no other leaf. 1 of 1 leaf, 20 of 20 distances.");
    TreeWindow few("uniform:n=20", 32, "4");
    const std::string claim = closing_claim(*few.stepping().record);
    EXPECT_THAT(claim, StartsWith("Every leaf"));
    EXPECT_THAT(claim, HasSubstr("visited: all 20 points are neighbours."));
    Recording not_full = *few.stepping().record;  // like for a k larger than the number of points
    not_full.k = 32;
    for (LeafVisit& visit : not_full.visits) visit.bound = NAN;
    EXPECT_THAT(closing_claim(not_full), HasSubstr("visited: there are only 20 neighbours, not 32."));
    EXPECT_EQ(few.view().neighbours.size(), 20u);
}

TEST(TreeClosing, OfAWarpSaysWhatOneQueryPaid) {
    for (const int k : {1, 8, 40}) {
        SessionState session = tree_question("hotspots:n=2500", k, "8");
        session.method = "leaf-warp";
        session.query_row = 300;
        Window window(session);
        ASSERT_TRUE(window.until([&] { return window.workbench.view().stepping.ready; }));
        window.workbench.stepping().jump(Jump::last);
        const Stepping& stepping = window.workbench.view().stepping;
        const Recording& record = *stepping.record;
        const auto needed = std::count_if(record.visits.begin(), record.visits.end(), [](const LeafVisit& one) { return !one.shared; });
        const std::string paid = explain_warp(record);
        EXPECT_THAT(
            paid, MatchesRegex("Its warp visited [0-9]+ (leaf|leaves), of which this query needed " + std::to_string(needed) + "\\."));
        EXPECT_THAT(stepping.sentence, StartsWith(paid));
        EXPECT_LE(needed, std::int64_t(record.visits.size()));
        // Each leaf is visited or skipped, with the two numbers that were compared.
        const RecordedTree& tree = *record.tree;
        int passed = 0, skipped = 0, shared = 0;
        for (int leaf = 0; leaf < tree.leaves(); ++leaf) {
            const std::string why = why_leaf(stepping, std::uint32_t(leaf));
            EXPECT_THAT(why, Not(HasSubstr("was neither visited"))) << leaf;
            passed += why.find("for all queries of the warp, step") != std::string::npos;
            skipped += why.find("for all queries of the warp, because none of them needed it any more") != std::string::npos;
            shared += why.find("was needed only by other queries of the warp") != std::string::npos;
        }
        EXPECT_GT(passed, 0);
        EXPECT_EQ(shared, std::int64_t(record.visits.size()) - needed);
        EXPECT_EQ(skipped + passed + std::int64_t(record.visits.size()), tree.leaves());
        // A point's leaf is found by its row, even if boxes overlap.
        const std::int32_t row = tree.rows.back();
        EXPECT_THAT(why_point(window.workbench.view(), *window.workbench.drawable().data, window.workbench.session(), row),
            HasSubstr(why_leaf(stepping, std::uint32_t(tree.leaves() - 1))));
    }
}

// With equal distances, a lane's list cannot decide which are the last: the query is searched again alone, and the warp's work is reported
// apart.
TEST(TreeClosing, OfAWarpThatLeavesAQueryInDoubtTellsBoth) {
    SessionState session = tree_question("sample:earthquakes", 8, "8");
    session.method = "leaf-warp";
    session.query_row = 192;
    Window window(session);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().stepping.ready; }));
    const Recording& record = *window.workbench.view().stepping.record;
    std::int64_t visits = 0, needed = 0, alone = 0;
    for (std::int64_t at = 1; at <= record.count(); ++at) {
        const std::string_view kind = record.method->info.step_kinds[std::size_t(record.at(at).kind)].name;
        if (kind == "paid") visits = record.at(at).visit, needed = record.at(at).size;
        alone += kind == "scan alone";
    }
    ASSERT_GT(alone, 0) << "else this shows nothing";
    EXPECT_EQ(explain_warp(record),
        "Its warp visited " + std::to_string(visits) + " leaves, of which this query needed " + std::to_string(needed) +
            ". Its last neighbours were not certain: a warp searched for this query alone, " + std::to_string(alone) + " leaves.");

    // Both count visits from 1, and each step shows those of its own search, with the numbers of the sentences.
    ASSERT_EQ(record.searches.size(), 2u);
    for (const LeafVisit& visit : record.visits) {
        window.workbench.stepping().go_to(visit.position);
        const Stepping& stepping = window.workbench.view().stepping;
        const auto number = std::int64_t(stepping.tree.visited.size());
        EXPECT_THAT(stepping.sentence, StartsWith("Visit " + std::to_string(number) + ", "));
        EXPECT_EQ(stepping.tree.visited.back().number, number);
        EXPECT_EQ(std::int64_t(stepping.tree.visited.size() + stepping.tree.to_come.size()),
            visit.position < record.searches[1].begin ? visits : alone);
    }
    window.workbench.stepping().go_to(record.count());
    for (const NeighbourRow& row : window.workbench.view().listed()) {
        EXPECT_GE(row.visit, 1);
        EXPECT_LE(row.visit, alone);
    }
}

/// An empty leaf is nearer than the k-th neighbour: it is neither visited nor part of the claim.
TEST(TreeClosing, EmptyLeavesAreNoClaim) {
    TreeWindow window("uniform:n=12", 5, "1");
    const Recording& record = *window.stepping().record;
    ASSERT_GT(record.tree->leaves(), 12);
    const double empty = window.nearest_unvisited(false), kth = window.view().kth_distance;
    const std::string claim = closing_claim(record);
    EXPECT_LT(empty, kth) << "else this shows nothing";
    EXPECT_THAT(claim, HasSubstr("leaf with points"));
    EXPECT_GT(window.nearest_unvisited(true), kth);
}

TEST(StepList, SaysWhereEachCameFromAndWhatIsFinal) {
    TreeWindow window("hotspots:n=1500", 16);
    const Recording& record = *window.stepping().record;
    const std::vector<std::int64_t> answer = window.rows();
    EXPECT_TRUE(window.view().list_has_leaf_visits());
    EXPECT_TRUE(window.view().listed().empty()) << "nothing is found before the first step";
    int settled = 0, before_the_end = 0;
    for (std::int64_t position = 1; position <= record.count(); ++position) {
        window.workbench.stepping().go_to(position);
        const std::vector<NeighbourRow>& rows = window.view().listed();
        int now = 0;
        for (const NeighbourRow& row : rows) {
            const std::size_t rank = std::size_t(row.rank - 1);
            EXPECT_EQ(row.settled, rank < answer.size() && answer[rank] == row.row);
            now += row.settled;
            ASSERT_GE(row.visit, 1);
            const LeafVisit& visit = record.visits[std::size_t(row.visit - 1)];
            EXPECT_LE(visit.position, position);
            EXPECT_EQ(visit.way, row.way);
            const DataSet& data = *window.workbench.drawable().data;
            std::vector<double> place;
            for (int axis = 0; axis < 2; ++axis) place.push_back(double(data.coordinates[std::size_t(row.row) * 2 + std::size_t(axis)]));
            EXPECT_EQ(record.tree->leaf_of(*record.tree->cell_at(place)), visit.leaf) << "the point lies in its leaf";
        }
        EXPECT_EQ(window.stepping().settled, now);
        EXPECT_GE(now, settled) << "what is final stays, step " << position;
        settled = now;
        before_the_end += now > 0 && now < 16;
    }
    EXPECT_EQ(settled, 16);
    EXPECT_GT(before_the_end, 0);
    window.workbench.stepping().open(false);
    EXPECT_FALSE(window.view().list_has_leaf_visits());
    EXPECT_EQ(window.view().listed().size(), 16u);
}

/// Table, picture and exactness agree at every step of every method.
TEST(StepList, FollowsTheStepsOfEveryMethod) {
    int stepped = 0;
    for (const Method& method : methods()) {
        const std::string name(method.info.name);
        if (!method.info.records_steps() || method.info.supports.own_index || !method.info.supports.host || name == "stepped") continue;
        ++stepped;
        SessionState session = tree_question("hotspots:n=700", 12, "8");
        session.options.clear();
        session.method = name;
        Window window(session);
        const ViewModel& view = window.workbench.view();
        ASSERT_TRUE(window.until([&] { return view.stepping.ready; })) << name;
        const std::vector<std::int64_t> answer = window.rows();
        EXPECT_TRUE(view.shows_step_list());
        EXPECT_TRUE(view.listed().empty()) << name << ": nothing is found before the first step";
        std::vector<double> before;
        int settled = 0, in_between = 0;
        const std::int64_t count = view.stepping.count, stride = std::max<std::int64_t>(1, count / 400);
        for (std::int64_t position = 1; position <= count; position = position < count ? std::min(count, position + stride) : count + 1) {
            window.workbench.stepping().go_to(position);
            const std::vector<NeighbourRow>& rows = view.listed();
            std::vector<double> distances;
            int now = 0;
            ASSERT_EQ(rows.size(), view.stepping.best.size()) << name;
            for (std::size_t rank = 0; rank < rows.size(); ++rank) {
                EXPECT_EQ(rows[rank].row, view.stepping.best[rank].row);
                EXPECT_EQ(rows[rank].settled, answer[rank] == rows[rank].row);
                now += rows[rank].settled;
                distances.push_back(rows[rank].distance);
            }
            EXPECT_EQ(view.stepping.settled, now) << name << ", step " << position;
            EXPECT_GE(now, settled) << name << ": what is final stays, step " << position;
            ASSERT_GE(distances.size(), before.size()) << name << ": the list gets no shorter, step " << position;
            for (std::size_t rank = 0; rank < before.size(); ++rank)
                EXPECT_LE(distances[rank], before[rank] * (1 + 1e-5)) << name << ": nor worse, step " << position;
            settled = now;
            before = distances;
            in_between += now > 0 && now < 12;
        }
        EXPECT_EQ(settled, 12) << name;
        EXPECT_GT(in_between, 0) << name;
        EXPECT_EQ(view.listed().size(), 12u);
    }
    EXPECT_GE(stepped, 7);
}

TEST(StepList, OfAMethodWithoutATreeHasNoLeaves) {
    SessionState session = tree_question("hotspots:n=700", 4, "8");
    session.options.clear();
    session.method = "heap";
    Window window(session);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().stepping.ready; }));
    EXPECT_EQ(neighbours_as_tsv(window.workbench.view()), "rank\tindex\tdistance\tx\ty\tfinal\n") << "none found yet";
    window.workbench.stepping().jump(Jump::last);
    EXPECT_THAT(neighbours_as_tsv(window.workbench.view()), HasSubstr("\tyes\n"));
}

TEST(StepList, IsCopiedWithItsColumns) {
    TreeWindow window("hotspots:n=1500", 4);
    window.workbench.stepping().jump(Jump::last);
    const std::string text = neighbours_as_tsv(window.view());
    EXPECT_THAT(text, StartsWith("rank\tindex\tdistance\tx\ty\tleaf\tfinal\n"));
    EXPECT_THAT(text, HasSubstr("\tyes\n"));
    EXPECT_THAT(text, HasSubstr("\t1 own\t"));
    EXPECT_THAT(neighbours_as_csv(window.view()), StartsWith("query,rank,index,distance,x,y,leaf,final\n0,1,"));
    window.workbench.stepping().jump(Jump::first);
    EXPECT_EQ(neighbours_as_tsv(window.view()), "rank\tindex\tdistance\tx\ty\tleaf\tfinal\n");
    window.workbench.stepping().open(false);
    EXPECT_THAT(neighbours_as_tsv(window.view()), StartsWith("rank\tindex\tdistance\tx\ty\n"));
}

}  // namespace
}  // namespace neighborscope
