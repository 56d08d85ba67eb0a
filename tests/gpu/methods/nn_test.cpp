// `nn-global` and `nn-shared`: the errors of Mohammadi's figures 3 and 4, and their counters on cases worked by hand.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class Nearest : public MethodsTest {
protected:
    /// The paper's workload: every point's nearest other one.
    static Data asked_by_all(Data data) {
        data.queries = data.points;
        for (int i = 0; i < int(data.count()); ++i) data.exclude.push_back(i);
        return data;
    }
};

// Figure 3: `if (i = Idx) continue` skips nothing in the first thread and never ends in others. Points 2 p and 2 p + 1 are adjacent,
// so that half of all nearest neighbours come before the thread's own point and half after it, including the first and the last.
TEST_P(Nearest, LeavesOutThePointItselfAndNoOther) {
    Data data = line({});
    for (int i = 0; i < 700; ++i) data.points.push_back(float(i / 2 * 10 + i % 2));
    const Found found = expect_right(method(), device(), asked_by_all(data), 1, Metric::euclidean, {{"threads", "64"}});
    for (int i = 0; i < 700; ++i) EXPECT_EQ(found.index[std::size_t(i)], i ^ 1);
}

// Figure 4, first error: nothing is nearer than -1. Neither distances of 0 nor very large ones may be lost.
TEST_P(Nearest, StartsFromInfinity) {
    Data data = line({5, 5, 0x1p50f});
    const Found found = expect_right(method(), device(), asked_by_all(data), 1, Metric::euclidean);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{1, 0, 0}));
    EXPECT_EQ(found.distance[0], 0);
    EXPECT_EQ(found.distance[2], 0x1p50f);
}

// Second error: an index inside the stage is compared with the thread's own among all points. Here the nearest of each point is at the same
// place of another stage: it would be excluded instead of the point itself.
TEST_P(Nearest, TellsPlacesInAStageFromIndices) {
    Data data = line({});
    for (int i = 0; i < 256; ++i) data.points.push_back(float(i % 64 * 10 + i / 64));
    const Found found = expect_right(method(), device(), asked_by_all(data), 1, Metric::manhattan, {{"threads", "64"}});
    for (int i = 0; i < 256; ++i) EXPECT_EQ(found.index[std::size_t(i)], i < 64 ? i + 64 : i - 64) << "ties go to the smaller index";
}

// Third error: an index inside the stage is stored. The nearest of all queries is in the last, short stage.
TEST_P(Nearest, ReportsIndicesAmongAllPoints) {
    std::vector<float> positions(1000, 100.0f);
    positions[997] = 1;
    const Found found = expect_right(method(), device(), line(positions), 1, Metric::euclidean, {{"threads", "64"}});
    EXPECT_EQ(found.index.front(), 997);
}

// Threads without a query load points and take part in barriers; stages may be longer than all points.
TEST_P(Nearest, TakesAnyNumberOfPointsThreadsAndQueries) {
    for (const int count : {1, 2, 63, 64, 65, 319, 320, 321, 700})
        for (const char* threads : {"1", "33", "64", "320", "1024"}) {
            if (sanitized && count > 65) break;
            expect_right(
                method(), device(), asked_by_all(integers(count, 0, 3, unsigned(count), 31)), 1, Metric::euclidean, {{"threads", threads}});
        }
    const Data data = integers(500, 77, 3, 7, 31);
    for (const char* threads : {"64", "320"}) expect_right(method(), device(), data, 1, Metric::chebyshev, {{"threads", threads}});
}

// Rows of known and of unknown dimension, read by four or one by one, down to a stage of three points.
TEST_P(Nearest, TakesRowsOfEveryLength) {
    for (const int dimension : {1, 2, 3, 4, 5, 8, 31, 64, 127, 128, 1000, 2049, 4096}) {
        const Data data = integers(30, 9, dimension, unsigned(dimension), 31);
        for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev})
            expect_right(method(), device(), data, 1, metric, {{"threads", "64"}});
    }
}

TEST_P(Nearest, RefusesMoreThanOneNeighbour) {
    const std::string why = refused(Failure::usage, [&] { search(method(), device(), line({1, 2, 3}), 2, Metric::euclidean); });
    EXPECT_NE(why.find("k = 1 only"), std::string::npos) << why;
}

// A self-join of 10 points: 10 x 9 distances. With 4 threads there are 3 blocks, and each loads 4 + 4 + 2 points in 3 stages.
TEST_P(Nearest, CountsAsByHand) {
    const Data data = asked_by_all(line({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    const Report report = search(method(), device(), data, 1, Metric::euclidean, {{"threads", "4"}}, Measure::counters).report;
    EXPECT_EQ(counter(report, "distances"), 90);
    if (method().info.name == "nn-shared") { EXPECT_EQ(counter(report, "stages"), 9); }
}

// 4096 dimensions: 16 KB a row; a stage has three rows; 7 points are 3 stages.
TEST_P(Nearest, CountsStagesOfLongRowsAsByHand) {
    if (method().info.name != "nn-shared") GTEST_SKIP() << "no stages";
    const Data data = integers(7, 2, 4096, 1, 31);
    const Report report = search(method(), device(), data, 1, Metric::euclidean, {}, Measure::counters).report;
    EXPECT_EQ(counter(report, "distances"), 14);
    EXPECT_EQ(counter(report, "stages"), 3);
}

// So many pairs that they take several launches: each continues from the result of the previous one, in whole stages.
TEST_P(Nearest, GoesOnFromLaunchToLaunch) {
    const int count = sanitized ? 1000 : 9000;
    const Data data = asked_by_all(integers(count, 0, 2, 3, 31));
    expect_right(method(), device(), data, 1, Metric::euclidean);
    const Report report = search(method(), device(), data, 1, Metric::euclidean, {}, Measure::counters).report;
    EXPECT_EQ(counter(report, "distances"), std::int64_t(count) * (count - 1));
    const std::int64_t blocks = (count + 319) / 320;
    if (method().info.name == "nn-shared") { EXPECT_EQ(counter(report, "stages"), blocks * blocks); }
}

INSTANTIATE_TEST_SUITE_P(Methods, Nearest, testing::Combine(testing::Values("nn-global", "nn-shared"), each_device()), method_and_device);

}  // namespace
}  // namespace neighborscope::test
