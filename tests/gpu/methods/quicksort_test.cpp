// `quicksort`: partitions and bitonic sorts on cases worked by hand, and the cases that stall or unbalance a quicksort.
#include "tests/gpu/support.hpp"

#include <algorithm>
#include <array>

namespace neighborscope::test {
namespace {

class Quicksort : public MethodTest {
protected:
    Quicksort() : MethodTest("quicksort") {}
};

// Squared, the distances are 16, 4, 9 and 1. The bits of 1 and 16 are 3f800000 and 41800000; the middle of their keys, which end in the
// indices 3 and 0, is 40800000 with a 1: the key of 4, whose index is 1. So 1 and 4 are low, 9 and 16 high: two sequences of two keys,
// which are not partitioned further although the option is three.
TEST_P(Quicksort, CountsPartitionsAsByHand) {
    const Data data = line({4, 2, 3, 1});
    const TypedOptions three = {{"partitions", "3"}, {"threshold", "2"}};
    const Found found = expect_right(data, 2, Metric::euclidean, three);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{3, 1}));
    expect_counts(counted(data, 2, Metric::euclidean, three),
        {{"distances", 4}, {"partitions", 2}, {"pivots, partition", 1}, {"partition launches", 1}, {"keys moved, partition", 4},
            {"pivots, sort", 0}, {"bitonic sorts", 2}});
}

// The steps of the same case name their places in the row.
TEST_P(Quicksort, StepsSayWhichPlaces) {
    const Steps steps =
        search(method, GetParam(), line({4, 2, 3, 1}), 2, Metric::euclidean, {{"partitions", "3"}, {"threshold", "2"}}, Measure::steps)
            .report.steps;
    std::vector<std::array<int, 3>> found;  // phase, first place, number
    for (const Step& step : steps)
        if (step.phase == 1 || step.phase == 2) found.push_back({step.phase, step.source, step.size});
    EXPECT_EQ(found, (std::vector<std::array<int, 3>>{{1, 0, 4}, {2, 0, 2}, {2, 2, 2}}));
}

// The same without phase 1: one block partitions in the same way, with its own stack.
TEST_P(Quicksort, CountsTheSortOfOneBlockAsByHand) {
    expect_counts(counted(line({4, 2, 3, 1}), 2, Metric::euclidean, {{"partitions", "1"}, {"threshold", "2"}}),
        {{"partitions", 1}, {"pivots, partition", 0}, {"partition launches", 0}, {"keys moved, partition", 0}, {"pivots, sort", 1},
            {"bitonic sorts", 2}});
    expect_counts(counted(line({4, 2, 3, 1}), 2, Metric::euclidean, {{"threshold", "4"}}),
        {{"partitions", 1}, {"pivots, sort", 0}, {"bitonic sorts", 1}});
}

// Equal distances are ordered by their indices, whose bits a pivot halves: 64 of them are four partitions of 16 after two rounds.
TEST_P(Quicksort, DoesNotStallAtEqualDistances) {
    const Data data = line(std::vector<float>(64, 2.0f));
    const TypedOptions four = {{"partitions", "4"}, {"threshold", "16"}};
    const Found found = expect_right(data, 40, Metric::manhattan, four);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(found.index[std::size_t(i)], i);
    expect_counts(
        counted(data, 40, Metric::manhattan, four), {{"partitions", 4}, {"pivots, partition", 3}, {"partition launches", 2},
                                                        {"keys moved, partition", 128}, {"pivots, sort", 0}, {"bitonic sorts", 4}});
    const TypedOptions pivot_by_pivot = {{"partitions", "4"}, {"threshold", "16"}, {"launches", "pivot"}};
    expect_counts(counted(data, 40, Metric::manhattan, pivot_by_pivot), {{"partitions", 4}, {"partition launches", 4 - 1}});
    const std::size_t many = watches_races ? 500 : 3000;
    expect_right(line(std::vector<float>(many, 0.0f)), int(many), Metric::chebyshev, {{"threshold", "2"}});
}

// The paper: P - 1 pivots for P partitions, one launch each.
TEST_P(Quicksort, HasAPivotLessThanPartitions) {
    const Data data = integers(watches_races ? 200 : 900, 3, 4, 1, 1000);
    for (const char* launches : {"round", "pivot"})
        for (const char* partitions : {"1", "2", "7", "100"}) {
            if (watches_races && partitions != std::string_view("7")) continue;
            const Report report =
                counted(data, 5, Metric::euclidean, {{"partitions", partitions}, {"threshold", "2"}, {"launches", launches}});
            EXPECT_EQ(counter(report, "partitions"), 3 * std::stoi(partitions));
            EXPECT_EQ(counter(report, "pivots, partition"), 3 * (std::stoi(partitions) - 1));
            if (std::string_view(launches) == "pivot") {
                EXPECT_EQ(counter(report, "partition launches"), counter(report, "pivots, partition"));
            }
        }
}

// Several blocks share a sequence; parts of a round are in either array.
TEST_P(Quicksort, SortsTheSameWhateverItsSettings) {
    Data data = integers(watches_races ? 900 : sanitized ? 2500 : 9000, 2, 3, 2, 500);
    data.exclude = {17, -1};
    for (const char* threads : {"32", "256"})
        for (const char* partitions : {"1", "2", "3", "64"})
            for (const char* threshold : {"2", "32", "1024"})
                if (!sanitized || (partitions == std::string_view("3") && threshold == std::string_view("32")))
                    expect_right(
                        data, 300, Metric::euclidean, {{"threads", threads}, {"partitions", partitions}, {"threshold", threshold}});
}

// Distances of all magnitudes, and one very large: pivots in the middle separate few keys, but always one.
TEST_P(Quicksort, EndsOnUnbalancedPartitions) {
    std::vector<float> positions;
    for (int i = 0; i < (watches_races ? 300 : 1500); ++i) positions.push_back(std::ldexp(1.0f + float(i % 7), i % 50 - 25));
    positions.push_back(1e15f);
    Data data = line(positions);
    data.exact = false;
    expect_right(data, 700, Metric::manhattan, {{"threshold", "2"}, {"partitions", "16"}});
    expect_right(data, 700, Metric::manhattan, {{"threshold", "2"}, {"partitions", "1"}});
}

// The remaining points if one is excluded, down to none.
TEST_P(Quicksort, LeavesOutTheExcludedPoint) {
    for (const int count : {1, 2, 3, 300})
        for (const int excluded : {0, count - 1}) {
            Data data = descending(count);
            data.exclude = {excluded};
            expect_right(data, count, Metric::euclidean, {{"threshold", "2"}, {"partitions", "4"}});
        }
}

// A block does not sort more keys than a search that can be cancelled allows.
TEST_P(Quicksort, SplitsOnWhatIsTooLongForABlock) {
    if (sanitized) GTEST_SKIP() << "70000 keys";
    std::vector<float> positions(70000);
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = float(i * 7919 % 70001);
    const Data data = line(positions);
    expect_right(data, 10, Metric::manhattan, {{"partitions", "1"}});
    EXPECT_GT(counter(counted(data, 10, Metric::manhattan, {{"partitions", "1"}}), "partitions"), 1);
}

// Time of a block over the median of blocks: the imbalance that depends on the pivots.
TEST_P(Quicksort, TellsTheImbalanceOfItsBlocks) {
    const Found found = search(method, GetParam(), integers(3000, 2, 3, 4, 500), 5, Metric::euclidean, {}, Measure::phases);
    const PhaseTime& sort = found.report.phases.at(2);
    EXPECT_EQ(sort.name, "sort");
    ASSERT_TRUE(sort.inside.has_value());
    EXPECT_GE(sort.inside->imbalance, 1);
}

INSTANTIATE_TEST_SUITE_P(Devices, Quicksort, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
