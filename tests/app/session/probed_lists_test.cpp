// Tests the probed lists of an answer, and the recall of other numbers of probes.
#include "app/session/search/probed_lists.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace neighborscope {
namespace {

/// Centroids at 0, 10, 20 on a line, two points in each list; the query is at 1.
std::shared_ptr<const ProbedLists> three_lists(int probes) {
    auto lists = std::make_shared<InvertedLists>(InvertedLists{
        .dimension = 1, .probes = probes, .centroids = {20, 0, 10}, .begin = {0, 2, 4, 6}, .rows = {4, 5, 0, 1, 2, 3}, .boxes = {}});
    lists->complete();
    const float query = 1;
    return probed_lists(lists, &query, nullptr);
}

NeighbourRow row_of(std::int64_t row) {
    NeighbourRow one;
    one.row = row;
    return one;
}

TEST(ProbedLists, AreInTheOrderOfTheirCentroids) {
    const auto probed = three_lists(2);
    EXPECT_EQ(probed->nearest, (std::vector<int>{1, 2, 0}));
    EXPECT_EQ(probed->place, (std::vector<int>{2, 0, 1}));
    EXPECT_EQ(probed->centroid_distance, (std::vector<double>{19, 1, 9}));
    EXPECT_TRUE(probed->is_probed(1) && probed->is_probed(2) && !probed->is_probed(0));
    EXPECT_EQ(probed->points_probed(), 4);
    EXPECT_FALSE(probed->drawn()) << "one dimension";
    EXPECT_EQ(probed_lists(nullptr, nullptr, nullptr), nullptr);
}

TEST(ProbedLists, RecallFollowsFromTheListsOfTheTrueNeighbours) {
    const auto probed = three_lists(1);
    Exactness exactness;
    exactness.known = exactness.approximate = true;
    exactness.right = 2;
    exactness.of = 4;
    exactness.missed = {row_of(2), row_of(5)};
    // Two true neighbours are found in the first list; the third entry is no true neighbour.
    EXPECT_EQ(probed->found_by_probes({row_of(0), row_of(1), row_of(9)}, exactness), (std::vector<int>{2, 3, 4}));
}

SessionState with_lists(const std::string& data, const std::string& probes) {
    SessionState session;
    session.data = data;
    session.device = "host";
    session.method = "ivf";
    session.k = 40;
    session.options["ivf"] = {{"lists", "30"}, {"probes", probes}};
    session.query_mode = QueryMode::pinned;
    return session;
}

TEST(ProbedLists, ComeWithTheAnswerAndKeepTheirRegions) {
    Window window(with_lists("hotspots:n=2000", "1"));
    ASSERT_TRUE(window.checked());
    const ViewModel& view = window.workbench.view();
    const auto first = view.probed;
    ASSERT_TRUE(first && first->cells);
    EXPECT_EQ(first->lists->lists(), 30);
    EXPECT_EQ(first->probed(), 1);
    EXPECT_EQ(first->cells->count(), 30);
    ASSERT_FALSE(view.exactness.missed.empty()) << "else this shows nothing";
    const std::vector<int> found = first->found_by_probes(view.neighbours, view.exactness);
    EXPECT_EQ(found.front(), view.exactness.right);
    EXPECT_EQ(found.back(), view.exactness.of);
    // As many probes as it takes, and one less.
    const int enough = int(std::find(found.begin(), found.end(), found.back()) - found.begin()) + 1;
    for (const int probes : {enough, enough - 1}) {
        window.workbench.change([&](SessionState& state) { state.options["ivf"]["probes"] = std::to_string(probes); });
        ASSERT_TRUE(window.checked());
        EXPECT_EQ(view.exactness.right, found[std::size_t(probes - 1)]) << probes;
        EXPECT_EQ(view.probed->probed(), probes);
    }
    const auto before = view.probed;
    window.workbench.query().pin_at_row(7);
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && view.query_row == 7; }));
    EXPECT_EQ(view.probed->lists, before->lists);
    EXPECT_EQ(view.probed->cells, before->cells) << "found once for the same lists";
    window.workbench.change([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && !view.probed; }));
}

/// With cosine distance, the lists are of normalised points, not of these points.
TEST(ProbedLists, AreNotThoseOfAnotherSpace) {
    Window window(with_lists("hotspots:n=2000", "4"));
    ASSERT_TRUE(window.checked());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.probed);
    window.workbench.change([](SessionState& state) { state.metric = Metric::cosine; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && !view.probed; }));
    window.workbench.change([](SessionState& state) { state.method = "quadtree-cached"; });
    ASSERT_TRUE(window.checked());
    EXPECT_FALSE(view.tree) << "a tree of directions";
    window.workbench.change([](SessionState& state) { state.metric = Metric::euclidean; });
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && view.tree; }));
}

}  // namespace
}  // namespace neighborscope
