// `insertion`: its sorts on cases worked by hand, and columns divided into batches and launches.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class Insertion : public MethodTest {
protected:
    Insertion() : MethodTest("insertion") {}
};

// Distances 4, 2, 3, 1 and k = 2. 4 enters; 2 moves before it; 3 replaces 4 without moving; 1 replaces 3 and moves before 2.
TEST_P(Insertion, CountsAsByHand) {
    const Data data = line({4, 2, 3, 1});
    const Found found = expect_right(data, 2, Metric::euclidean);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{3, 1}));
    expect_counts(counted(data, 2, Metric::euclidean), {{"distances", 4}, {"insertions", 4}, {"shifts", 2}});
    // With room for all: 4 | 2 4 (1) | 2 3 4 (1) | 1 2 3 4 (3).
    expect_counts(counted(data, 4, Metric::manhattan), {{"insertions", 4}, {"shifts", 5}});
    // Descending distances move before all kept ones; ascending ones enter until there are k.
    expect_counts(
        counted(descending(10, 3), 3, Metric::chebyshev), {{"distances", 30}, {"insertions", 30}, {"shifts", 3 * (0 + 1 + 8 * 2)}});
    expect_counts(counted(line({1, 2, 3, 4, 5}), 3, Metric::euclidean), {{"insertions", 3}, {"shifts", 0}});
}

// A comb sort of four begins with a gap of 3, then 2, then 1: (4 . . 1) and (2 . 3) (1 first): 1 2 3 4 after one exchange.
TEST_P(Insertion, CountsAFullSortAsByHand) {
    expect_counts(counted(line({4, 2, 3, 1}), 2, Metric::euclidean, {{"selection", "full"}}), {{"distances", 4}, {"exchanges", 1}});
    // 2 1 4 3: gap 3: 2, 3 stay; gap 2: 2, 4 and 1, 3 stay; gap 1: 2 1, then 4 3.
    expect_counts(counted(line({2, 1, 4, 3}), 1, Metric::euclidean, {{"selection", "full"}}), {{"exchanges", 2}});
}

TEST_P(Insertion, SortsWholeColumns) {
    const int count = watches_races ? 60 : sanitized ? 150 : 400;
    Data data = integers(count, 37, 3, 3);
    for (int i = 0; i < 37; ++i) data.exclude.push_back(i % 3 ? -1 : i * count / 40);
    for (const char* selection : {"partial", "full"})
        for (const int k : {1, 20, count - 1, count, count + 50}) expect_right(data, k, Metric::euclidean, {{"selection", selection}});
    for (const char* selection : {"partial", "full"}) {
        expect_right(line({}), 3, Metric::euclidean, {{"selection", selection}});
        expect_right(line({5}), 3, Metric::euclidean, {{"selection", selection}});
        Data excluded = line({5});
        excluded.exclude = {0};
        expect_right(excluded, 1, Metric::euclidean, {{"selection", selection}});
    }
}

// Equal distances are in order of their index, without the paper's kernels ever comparing one.
TEST_P(Insertion, KeepsTheSmallerOfEqualDistances) {
    for (const char* selection : {"partial", "full"}) {
        const Found found = expect_right(line(std::vector<float>(500, 2.0f)), 40, Metric::manhattan, {{"selection", selection}});
        for (int i = 0; i < 40; ++i) EXPECT_EQ(found.index[std::size_t(i)], i);
    }
}

// For any k, a full sort makes the same exchanges: Lettich's brute force.
TEST_P(Insertion, OfWholeColumnsDoesNotDependOnK) {
    const Data data = integers(300, 4, 2, 5, 1000);
    const std::int64_t exchanges = counter(counted(data, 1, Metric::euclidean, {{"selection", "full"}}), "exchanges");
    EXPECT_GT(exchanges, 0);
    EXPECT_EQ(counter(counted(data, 200, Metric::euclidean, {{"selection", "full"}}), "exchanges"), exchanges);
    const auto shifts = [&](int k) { return counter(counted(data, k, Metric::euclidean), "shifts"); };
    EXPECT_GT(shifts(200), shifts(10));
}

// Each point nearer than all before: every one of them moves the whole list, which no single launch may do.
TEST(InsertionLaunches, EndInTimeWhateverTheDataAndGoOn) {
    if (watches_races) GTEST_SKIP() << "launches are counted, on one thread";
    const ExecutorOrder order(0, 1);
    const Data data = descending(sanitized ? 3000 : 9000);
    static int launches;
    launches = 0;
    host::executor_options().launched = [](const host::Launch& launch, std::uint64_t) {
        launches += std::string_view(launch.kernel).starts_with("insert_smallest");
    };
    const int k = int(data.count()) / 2;
    expect_right(find_method("insertion"), DeviceKind::host, data, k, Metric::euclidean);
    EXPECT_GT(launches, sanitized ? 1 : 4);  // n^2 / 4 moves and more, in launches of at most 2^21
}

// With little memory a batch is smaller, down to one query; with less the search is rejected before anything is allocated.
TEST(InsertionMemory, CutsQueriesIntoBatches) {
    if (watches_races) GTEST_SKIP() << "what is counted does not depend on threads";
    const Method& insertion = find_method("insertion");
    const Data data = integers(1000, 30, 2, 6);
    for (const char* selection : {"partial", "full"}) {
        host::set_memory_limit(std::size_t(1) << 50);
        const std::size_t used = (std::size_t(1) << 50) - host::free_bytes();
        host::set_memory_limit(used + 100000);
        expect_right(insertion, DeviceKind::host, data, 7, Metric::euclidean, {{"selection", selection}});
        host::set_memory_limit(used + 11000);  // points and queries are allocated, a column does not fit
        EXPECT_NE(refused(Failure::memory,
                      [&] {
                          search(insertion, DeviceKind::host, data, 7, Metric::euclidean, {{"selection", selection}});
                      }),
            "");
        host::set_memory_limit(0);
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, Insertion, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
