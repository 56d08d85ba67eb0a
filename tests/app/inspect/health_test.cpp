// Planted faults of structure are counted; without them nothing is.
#include "app/inspect/graph_health.hpp"
#include "app/inspect/list_health.hpp"
#include "gpu/index/reach.hpp"
#include "app/inspect/vector_health.hpp"
#include "small_graph.hpp"
#include "tests/app/data/index_files/index_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::inspect {
namespace {

using test::chain;
using test::SmallGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(GraphHealth, OfAChainIsSound) {
    const SmallGraph small(chain(10));
    const GraphHealth health = graph_health(small.index);
    ASSERT_EQ(health.levels.size(), 1u);
    EXPECT_EQ(health.levels[0].links, 18);
    EXPECT_THAT(health.levels[0].degrees, ElementsAre(0, 2, 8));
    EXPECT_THAT(health.in_degrees, ElementsAre(0, 2, 8));
    EXPECT_THAT(health.unreachable, IsEmpty());
    EXPECT_EQ(health.components, 1);
    EXPECT_EQ(health.largest_component, 10);
    EXPECT_EQ(health.one_way + health.self_links + health.repeated_links, 0);
}

TEST(GraphHealth, NamesAnIslandAndRowsThatNothingLinksTo) {
    auto links = chain(10);
    links[6].clear();  // row 7 still links to it: it can be left by nobody
    links[5] = {4, 6};
    links[6] = {5};
    links[7] = {6, 8};  // rows 7, 8, 9 lead out, and nothing leads in
    const SmallGraph island(links);
    const GraphHealth health = graph_health(island.index);
    EXPECT_THAT(health.unreachable, ElementsAre(7, 8, 9));
    EXPECT_EQ(health.components, 1);
    EXPECT_EQ(health.one_way, 1);
    links[7] = {8};
    const SmallGraph apart(links);
    const GraphHealth two = graph_health(apart.index);
    EXPECT_EQ(two.components, 2);
    EXPECT_EQ(two.largest_component, 7);
    EXPECT_EQ(two.one_way, 0);
}

TEST(GraphHealth, NamesHubsAndOddLinks) {
    auto links = chain(8);
    for (std::int32_t row = 2; row < 8; ++row) links[std::size_t(row)].push_back(0);
    links[3].push_back(3);
    links[4].push_back(5);
    const SmallGraph small(links);
    const GraphHealth health = graph_health(small.index);
    EXPECT_EQ(health.hubs.front().row, 0);
    EXPECT_EQ(health.hubs.front().links, 7);
    EXPECT_EQ(health.most_in_degree, 7);
    EXPECT_EQ(health.self_links, 1);
    EXPECT_EQ(health.repeated_links, 1);
    EXPECT_EQ(health.one_way, 6);
}

TEST(GraphHealth, OfNothingIsNothing) {
    const SmallGraph small({});
    const GraphHealth health = graph_health(small.index);
    EXPECT_EQ(health.components, 0);
    EXPECT_THAT(health.hubs, IsEmpty());
}

TEST(GraphHealth, OfALibrarysFileHasAllLevels) {
    const stored::StoredIndex index = index_files::open_index((test::index_folder / "plane/hnsw.faiss").string());
    const GraphHealth health = graph_health(index);
    ASSERT_EQ(health.levels.size(), std::size_t(index.top_level) + 1);
    EXPECT_EQ(health.levels[0].rows, 1500);
    for (std::size_t level = 1; level < health.levels.size(); ++level) EXPECT_LT(health.levels[level].rows, health.levels[level - 1].rows);
    EXPECT_EQ(health.misplaced_links, 0);
    EXPECT_EQ(health.unreachable.size(), 1u);  // as a sketch in Python found
}

TEST(Reach, DependsOnTheStart) {
    auto links = chain(6);
    links[3] = {4};  // no way back from 3
    const SmallGraph small(links);
    stored::ReachOfStarts reach(small.index);
    EXPECT_TRUE(reach.reaches(0, 5));
    EXPECT_TRUE(reach.reaches(4, 5));
    EXPECT_FALSE(reach.reaches(4, 2));
    EXPECT_FALSE(reach.reaches(3, 0));
}

TEST(ListHealth, CountsEmptyListsAndImbalance) {
    const stored::StoredIndex sparse = index_files::open_index((test::index_folder / "kinds/ivf-mostly-empty.faiss").string());
    const ListHealth health = list_health(sparse);
    EXPECT_EQ(health.lists, 200);
    EXPECT_GE(health.empty, 160);
    EXPECT_EQ(health.least, 0);
    EXPECT_GE(health.imbalance, 4);
    const ListHealth even = list_health(index_files::open_index((test::index_folder / "vectors/ivf.faiss").string()));
    EXPECT_EQ(even.empty, 0);
    EXPECT_LT(even.imbalance, 2);
}

TEST(VectorHealth, CountsDuplicatesOfVectorsAndIds) {
    SmallGraph small(chain(10));
    EXPECT_EQ(vector_health(small.index, {}).repeated_vectors, 0);
    small.points[4] = small.points[7] = small.points[1];
    EXPECT_EQ(vector_health(small.index, {}).repeated_vectors, 2);
    EXPECT_EQ(
        vector_health(index_files::open_index((test::index_folder / "kinds/hnsw-repeated-ids.faiss").string()), {}).repeated_ids, 200);
}

TEST(VectorHealth, MeasuresTheErrorOfCodes) {
    const auto points = test::numbers_in<float>(test::index_folder / "kinds/points.npy");
    const auto share = [&](const char* file) {
        const stored::StoredIndex index = index_files::open_index((test::index_folder / "kinds" / file).string());
        return *vector_health(index, points.values).share_of_spread;
    };
    EXPECT_EQ(share("hnsw-repeated-ids.faiss"), 0);
    EXPECT_LT(share("sq-fp16.faiss"), 0.001);
    EXPECT_LT(share("sq-6bit.faiss"), share("sq-4bit.faiss"));
    EXPECT_LT(share("sq-4bit.faiss"), share("pq-5-bits.faiss"));
    EXPECT_LT(share("hnswlib-cosine.bin"), 1e-5);
}

}  // namespace
}  // namespace neighborscope::inspect
