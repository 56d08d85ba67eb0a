// Rows up to 2^31 - 1, the largest int: kernels run over the last few of them, and only those have memory.
#include "tests/gpu/support.hpp"

#include "gpu/kernels/warp_scan.cuh"
#include "gpu/methods/quadtree/tasks.hpp"
#include "gpu/methods/quadtree/update.cuh"

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

namespace neighborscope::host {
namespace {

/// Where the last warp of the last block has its list, and the candidates of its query.
__global__ void places_of_lists(warp_search::Scan scan, std::uintptr_t* place) {
    const warp_search::QueryShare own(scan);
    if (blockIdx.x + 1 < gridDim.x || threadIdx.x + 1 < blockDim.x) return;
    place[0] = reinterpret_cast<std::uintptr_t>(own.own_list(scan, nullptr));
    place[1] = reinterpret_cast<std::uintptr_t>(own.candidates_of(scan, nullptr, own.own_query));
}

}  // namespace
}  // namespace neighborscope::host

namespace neighborscope::test {
namespace {

constexpr std::int64_t row_count = std::numeric_limits<std::int32_t>::max();
constexpr int there = 77;  ///< rows that have memory
constexpr std::int64_t first_row = row_count - there;

/// A pointer p so that p[first_row] is the first element.
template <class T>
const T* as_last_rows(const std::vector<T>& rows, int dimension = 1) {
    return reinterpret_cast<const T*>(reinterpret_cast<std::uintptr_t>(rows.data()) - std::uintptr_t(first_row * dimension) * sizeof(T));
}

// A turn of 8 rows goes beyond the last row, and so does the turn whose rows are loaded ahead.
template <class Reading>
void expect_scan_finds_the_last_row(int dimension) {
    namespace scanning = host::warp_search;
    std::vector<float> rows(std::size_t(there * dimension), 5.0f);
    std::fill(rows.end() - dimension, rows.end(), 1.0f);
    const std::vector<float> query(std::size_t(dimension), 0.0f);
    const int k = 3, warps = 2, capacity = 3;
    std::vector<host::Key> partial(std::size_t(k), host::no_key);
    scanning::Scan scan{};
    scan.points = {.coordinates = as_last_rows(rows, dimension), .count = row_count, .dimension = dimension};
    scan.begin = first_row;
    scan.end = row_count;
    scan.queries.points = {.coordinates = query.data(), .count = 1, .dimension = dimension};
    scan.groups = scan.group_queries = scan.partitions = scan.lists_of_query = 1;
    scan.k = scan.kept = k;
    scan.capacity = capacity;
    scan.partial = partial.data();
    host::Stream stream;
    host::launch(stream, {1, warps * 32, 2 * warps * capacity * sizeof(host::Key)},
        host::named_kernel("scan", scanning::scan<host::Euclidean, Reading, host::NoStamps, host::NoCounts>), scan, host::NoStamps{},
        host::NoCounts{});
    std::vector<std::int32_t> found;
    for (const host::Key key : partial) found.push_back(host::index_of(key));
    EXPECT_THAT(found, testing::ElementsAre(std::int32_t(row_count - 1), std::int32_t(first_row), std::int32_t(first_row + 1)));
}

TEST(LastRows, AreReachedByTheScanOfWarps) {
    expect_scan_finds_the_last_row<host::warp_search::ByOne<8, 1, false, 64>>(3);
    expect_scan_finds_the_last_row<host::warp_search::ByFour<4, 1, true, 64>>(100);
}

// 32 lists of 100 million neighbours, as a device with 141 GB holds them.
TEST(LastRows, ListsOfABlockHaveMoreEntriesThanAnIntCounts) {
    if (watches_races) GTEST_SKIP() << "addresses, not threads";
    constexpr std::uintptr_t begin = 4096, capacity = 100'000'000, bytes_of_list = capacity * sizeof(host::Key), warps = 32;
    host::warp_search::Scan scan{};
    scan.queries.points.count = scan.group_queries = scan.partitions = 2;
    scan.groups = 1;
    scan.capacity = scan.k = int(capacity);
    scan.lists = reinterpret_cast<host::Key*>(begin);
    std::uintptr_t place[2] = {};
    host::Stream stream;
    host::launch(stream, {2, unsigned(warps) * 32}, host::named_kernel("places_of_lists", host::places_of_lists), scan, place);
    const std::uintptr_t second_block = begin + 2 * warps * bytes_of_list;
    EXPECT_EQ(place[0], second_block + 31 * bytes_of_list);
    EXPECT_EQ(place[1], second_block + (32 + 16) * bytes_of_list);
}

// A warp tests 32 objects of a leaf at a time.
TEST(LastRows, AreReachedByTheListsOfALeaf) {
    namespace tree = host::quadtree;
    std::vector<float> x(there), y(there, 0.0f);
    for (int i = 0; i < there; ++i) x[std::size_t(i)] = float(there - i);
    std::vector<int> id(there);
    std::iota(id.begin(), id.end(), int(first_row));
    const int leaf_begin = int(first_row), leaf_end = int(row_count), k = 5;
    tree::IndexView<2> view{};
    view.leaf_begin = &leaf_begin;
    view.leaf_end = &leaf_end;
    view.leaves = 1;
    view.position[0] = as_last_rows(x);
    view.position[1] = as_last_rows(y);
    view.id = as_last_rows(id);
    float at[2] = {0, 0};
    int query = 0, excluded = -1, kept = 0;
    host::Key farthest = host::no_key;
    std::vector<host::Key> list(k, host::no_key);
    tree::Batch<2> batch{.queries = 1,
        .k = k,
        .position = {&at[0], &at[1]},
        .query = &query,
        .excluded = &excluded,
        .kept = &kept,
        .farthest = &farthest,
        .cursor = {},
        .lists = list.data()};
    const unsigned slot = 0, order = 0;
    const tree::Task task{0, 0, 1};
    host::Stream stream;
    const std::size_t bytes = 2 * 32 * sizeof(host::Key) + (32 << 4) * sizeof(unsigned) + 32 * tree::most_candidate_places * 2;
    host::launch(stream, {1, 32, bytes}, host::named_kernel("update_lists", tree::update_lists<host::Euclidean, 2, true, host::NoCounts>),
        view, batch, tree::SortedTasks{&slot, &task, &order}, 0, 4, host::NoCounts{});
    std::vector<std::int32_t> found;
    for (const host::Key key : list) found.push_back(host::index_of(key));
    std::sort(found.begin(), found.end());
    for (int i = 0; i < k; ++i) EXPECT_EQ(found[std::size_t(i)], std::int32_t(row_count - k + i));
}

TEST(LastRows, NoMethodTakesListsWhoseEntriesNoIntCanCount) {
    const Problem problem{.count = std::numeric_limits<std::int32_t>::max(), .queries = 1, .dimension = 2, .k = (1 << 30) + 1};
    for (const Method& method : methods())
        if (method.on_host) { EXPECT_TRUE(method.info.unsupported_reason(problem, DeviceKind::host).has_value()) << method.info.name; }
    EXPECT_EQ(*find_method("ppw").info.unsupported_reason(problem, DeviceKind::host), "k at most 1073741824");
}

// The host knows how many tasks have which weight, not each weight.
TEST(QuadtreeTasks, AreCutIntoLaunchesByTheirWeights) {
    using host::quadtree::launch_ends;
    std::vector<unsigned> weighing(TaskBalance::bins, 0);
    EXPECT_TRUE(launch_ends(weighing, 100).empty());
    weighing[0] = 3;
    EXPECT_EQ(launch_ends(weighing, 100), (std::vector<std::size_t>{3}));
    weighing[3] = 70;  // three each
    EXPECT_EQ(launch_ends(weighing, 100), (std::vector<std::size_t>{33, 66, 73}));
    EXPECT_EQ(launch_ends(weighing, 1e9), (std::vector<std::size_t>{73}));
    weighing[100] = 2;  // too heavy to share a launch
    EXPECT_EQ(launch_ends(weighing, 100), (std::vector<std::size_t>{1, 2, 35, 68, 75}));
}

}  // namespace
}  // namespace neighborscope::test
