// `bulk-heap`: the reduction of `heap` (tested there) on a grid of any number of blocks.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class BulkHeap : public MethodTest {
protected:
    BulkHeap() : MethodTest("bulk-heap") {}
    /// Every third query excludes a point.
    static Data some_excluded(Data data) {
        for (int i = 0; i < int(data.query_count()); ++i) data.exclude.push_back(i % 3 ? -1 : i);
        return data;
    }
};

// Each block has its own row of distances, its own heaps and its own excluded point; the last launch is partial.
TEST_P(BulkHeap, GivesTheSameWhateverTheNumberOfBlocks) {
    const Data data = some_excluded(integers(333, 11, 3, 1));
    for (const char* blocks : {"0", "1", "2", "4", "11", "65535"})
        for (const int k : {1, 12, 400})
            if (!sanitized || (k == 12 && blocks == std::string_view("4")))
                expect_right(data, k, Metric::manhattan, {{"threads", "64"}, {"blocks", blocks}});
}

// Heaps all in shared memory, partly, or none: then the blocks' heaps are adjacent in device memory.
TEST_P(BulkHeap, KeepsTheHeapsOfItsBlocksApart) {
    const Data data = some_excluded(integers(1200, 5, 2, 2));
    for (const int k : {8, 100, 700})
        for (const char* threads : {"32", "1024"})
            if (!sanitized || (k == 700 && threads == std::string_view("32")))
                expect_right(data, k, Metric::euclidean, {{"threads", threads}, {"blocks", "3"}});
}

// Point i at 64 - i, k = 1, 32 threads, as in heap_test.cpp, with five equal queries: five times the counts of one query.
TEST_P(BulkHeap, CountsEveryQueryAsByHand) {
    for (const char* blocks : {"1", "2", "5"})
        expect_counts(counted(descending(64, 5), 1, Metric::euclidean, {{"threads", "32"}, {"blocks", blocks}}),
            {{"distances", 5 * 64}, {"heap pushes, phase 1", 5 * 64}, {"heap evictions, phase 1", 5 * 32}, {"heap pushes, phase 2", 5 * 32},
                {"heap evictions, phase 2", 0}, {"heap pushes, phase 3", 5 * 32}, {"heap evictions, phase 3", 5 * 31}});
}

// Phases sum over launches: lower bounds do not depend on the number of launches.
TEST_P(BulkHeap, StatesTheSameFloorsWhateverTheNumberOfBlocks) {
    const Data data = some_excluded(integers(100, 7, 4, 3));
    const auto lower_bounds = [&](const char* blocks) {
        std::vector<double> bytes;
        for (const PhaseTime& phase :
            search(method, GetParam(), data, 3, Metric::euclidean, {{"blocks", blocks}}, Measure::phases).report.phases)
            bytes.push_back(phase.lower_bound.bytes);
        return bytes;
    };
    const std::vector<double> together = lower_bounds("7");
    EXPECT_EQ(together, lower_bounds("2"));
    EXPECT_EQ(together.at(0), 7 * (4.0 * 100 * 4 + 4 * 100));
}

// The blocks of a launch take half of the free memory; if that is less than one block there is one, and if even that does not fit an error.
TEST(BulkHeapMemory, TakesAsManyBlocksAsTheMemoryAllows) {
    const Method& bulk_heap = find_method("bulk-heap");
    const std::vector<float> coordinates(3000, 1.0f);
    const PointSet points(DeviceKind::host, coordinates, 1);
    const Options options(bulk_heap.info.options, {{"threads", "32"}});
    const Problem problem{.count = 3000, .queries = 50, .dimension = 1, .k = 3000};
    constexpr double chosen = 50 * 3000 * 8.0, exact = 50 * 4096 * 16.0;  // of all queries
    constexpr double block = 3000 * 4.0 + (32 + 32) * 3000 * 8.0;         // distances, heaps of phases 1 and 2
    const auto bytes_with = [&](double free) {
        host::set_memory_limit(std::size_t(1) << 50);
        const std::size_t used = (std::size_t(1) << 50) - host::free_bytes();
        host::set_memory_limit(used + std::size_t(free));
        const double bytes = double(bulk_heap.on_host(points.points(), options, {})->bytes_needed(problem));
        host::set_memory_limit(0);
        return bytes;
    };
    const double one = bytes_with(block * 0.5), two = bytes_with(block * 4.2), many = bytes_with(1e12);
    EXPECT_EQ(one, chosen + exact + block);
    EXPECT_EQ(two, chosen + exact + std::min(2, device_info(DeviceKind::host).units) * block)
        << "a worker thread alone takes one at a time";
    EXPECT_GE(many, two);
}

INSTANTIATE_TEST_SUITE_P(Devices, BulkHeap, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
