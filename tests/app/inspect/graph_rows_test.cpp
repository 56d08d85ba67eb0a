// What a graph says about single rows, and the links that a picture draws.
#include "app/inspect/graph_rows.hpp"

#include "small_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::inspect {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<const GraphRows> rows_of(const test::SmallGraph& graph) {
    return graph_rows(std::make_shared<const stored::StoredIndex>(graph.index));
}

std::vector<std::string> texts(const std::vector<DrawnLink>& links) {
    std::vector<std::string> all;
    for (const DrawnLink& one : links) all.push_back(std::to_string(one.from) + (one.one_way ? " > " : " - ") + std::to_string(one.to));
    return all;
}

/// Rows 0 1 2 in a chain; 3 and 4 link to each other, and 3 to 2.
const std::vector<std::vector<std::int32_t>> with_island{{1}, {0, 2}, {1}, {4, 2}, {3}};

TEST(GraphRows, KnowWhatLeadsToThemAndWhatNoSearchFinds) {
    const test::SmallGraph graph(with_island);
    const auto rows = rows_of(graph);
    EXPECT_THAT(rows->unreachable, ElementsAre(3, 4));
    EXPECT_TRUE(rows->is_reachable(2));
    EXPECT_FALSE(rows->is_reachable(4));
    EXPECT_EQ(rows->links_in(2), 2);
    EXPECT_EQ(rows->links_out(2), 1);
    EXPECT_THAT(rows->leading_to(2, 0), ElementsAre(1, 3));
    EXPECT_THAT(rows->leading_to(2, 1), IsEmpty()) << "there is no such level";
    EXPECT_EQ(rows->top_level(), 0);
    EXPECT_EQ(rows->rows_on(0), 5);
    EXPECT_EQ(graph_rows(nullptr), nullptr);
}

TEST(GraphRows, AreHubsWhereFarMoreLinksLeadToThem) {
    std::vector<std::vector<std::int32_t>> star(400, std::vector<std::int32_t>{0});
    star[0] = {1, 2};
    const auto rows = rows_of(test::SmallGraph(star));
    EXPECT_EQ(rows->links_in(0), 399);
    EXPECT_GT(rows->hub_links, 1);
    EXPECT_LE(rows->hub_links, 399);
    const auto even = rows_of(test::SmallGraph(test::chain(400)));
    EXPECT_GT(even->hub_links, 2) << "in a chain nothing is a hub";
}

TEST(DrawnLinks, AreThereOnceForEachPairOfRows) {
    const auto rows = rows_of(test::SmallGraph(with_island));
    EXPECT_THAT(texts(drawn_links(*rows, 0)), ElementsAre("0 - 1", "1 - 2", "3 - 4", "3 > 2"));
    EXPECT_THAT(drawn_links(*rows, 1), IsEmpty());
    EXPECT_THAT(drawn_links(*rows, -1), IsEmpty());
    const std::vector<std::int32_t> some{1, 4};
    EXPECT_THAT(texts(drawn_links(*rows, 0, &some)), ElementsAre("1 - 0", "1 - 2", "4 - 3")) << "also to rows that were not asked for";
    const std::vector<std::int32_t> both{0, 1};
    EXPECT_THAT(texts(drawn_links(*rows, 0, &both)), ElementsAre("0 - 1", "1 - 2"));
    const auto itself = rows_of(test::SmallGraph({{0, 1}, {}}));
    EXPECT_THAT(texts(drawn_links(*itself, 0)), ElementsAre("0 > 1"));
}

}  // namespace
}  // namespace neighborscope::inspect
