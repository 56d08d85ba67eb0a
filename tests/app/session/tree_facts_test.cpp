// Tests facts about trees, computed by hand.
#include "app/session/shown/tree_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {

static bool operator==(const LeafBar& a, const LeafBar& b) { return a.from == b.from && a.to == b.to && a.leaves == b.leaves; }
static void PrintTo(const LeafBar& bar, std::ostream* out) { *out << bar.from << " to " << bar.to << ": " << bar.leaves; }

namespace {

using ::testing::ElementsAre;

/// Leaves by (objects, how many).
TreeFacts tree(const std::vector<std::pair<int, int>>& leaves, std::vector<int> at = {1}) {
    CellCounts counts;
    counts.leaves_with.assign(CellCounts::counted + 1, 0);
    counts.leaves_at = std::move(at);
    Tree made;
    for (const auto& [objects, count] : leaves) {
        counts.leaves_with[std::size_t(std::min(objects, CellCounts::counted))] += count;
        counts.most = std::max(counts.most, objects);
        made.leaves += count;
    }
    made.level = int(counts.leaves_at.size()) - 1;
    return facts_of(made, std::move(counts), true);
}

TEST(TreeFacts, FewNumbersHaveABarEach) {
    EXPECT_THAT(occupancy_bars(tree({{0, 2}, {1, 4}, {3, 1}}), 12),
        ElementsAre(LeafBar{0, 0, 2}, LeafBar{1, 1, 4}, LeafBar{2, 2, 0}, LeafBar{3, 3, 1}));
    EXPECT_THAT(occupancy_bars(tree({{0, 1}}), 12), ElementsAre(LeafBar{0, 0, 1}));
}

TEST(TreeFacts, ManyNumbersShareBarsOfOneWidth) {
    // 64 in at most 14 bars, besides the empty ones: five each.
    const std::vector<LeafBar> bars = occupancy_bars(tree({{0, 7}, {1, 3}, {5, 2}, {6, 1}, {64, 9}}), 16);
    ASSERT_EQ(bars.size(), 14u);
    EXPECT_EQ(bars[0], (LeafBar{0, 0, 7}));
    EXPECT_EQ(bars[1], (LeafBar{1, 5, 5}));
    EXPECT_EQ(bars[2], (LeafBar{6, 10, 1}));
    EXPECT_EQ(bars[13], (LeafBar{61, 64, 9})) << "no leaf holds 65";
}

TEST(TreeFacts, AFewOverfullLeavesDoNotPressTheOthersTogether) {
    const TreeFacts facts = tree({{2, 500}, {8, 498}, {3000, 1}, {90000, 1}});
    EXPECT_EQ(facts.strongest, 8);
    const std::vector<LeafBar> bars = occupancy_bars(facts, 12);
    EXPECT_EQ(bars[2], (LeafBar{2, 2, 500}));
    EXPECT_EQ(bars.back(), (LeafBar{9, 90000, 2}));
    int sum = 0;
    for (const LeafBar& bar : bars) sum += bar.leaves;
    EXPECT_EQ(sum, 1000);
}

TEST(TreeFacts, AllInOneLeafIsTwoBars) {
    const TreeFacts facts = tree({{0, 3}, {5000, 1}});
    EXPECT_EQ(facts.strongest, 5000);
    EXPECT_THAT(occupancy_bars(facts, 12), ElementsAre(LeafBar{0, 0, 3}, LeafBar{1, 5000, 1}));
}

TEST(TreeFacts, LevelsBeginWithTheFirstThatHasLeaves) {
    EXPECT_THAT(depth_bars(tree({{1, 7}}, {0, 0, 3, 0, 4})), ElementsAre(LeafBar{2, 2, 3}, LeafBar{3, 3, 0}, LeafBar{4, 4, 4}));
}

}  // namespace
}  // namespace neighborscope
