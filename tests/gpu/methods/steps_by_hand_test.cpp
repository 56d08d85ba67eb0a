// Records worked by hand, and cases that are rejected.
#include "tests/gpu/methods/recorded.hpp"

#include <gmock/gmock.h>

namespace neighborscope::test {
namespace {

using ::testing::HasSubstr;

class RecordedSteps : public testing::TestWithParam<DeviceKind> {};

// 32 threads, k = 1, points at 9 9 ... 9 (32 of them), then 3 at place 32: thread 0 pushes point 0, removes it for point 32; lane by
// lane the 32 heaps are passed on; the first thread begins with point 32 and nothing else enters.
TEST_P(RecordedSteps, OfHeapAreAsByHand) {
    std::vector<float> positions(33, 9);
    positions[32] = -3;
    const Method& heap = find_method("heap");
    const Steps steps = search(heap, GetParam(), line(positions), 1, Metric::euclidean, {{"threads", "32"}}, Measure::steps).report.steps;
    ASSERT_EQ(steps.size(), 1u + 32 + 1 + 32 + 1 + 2);
    EXPECT_EQ(kind_of(heap, steps[0]), "distances");
    EXPECT_EQ(steps[0].size, 33);
    EXPECT_EQ(steps[0].block, -1);
    for (int t = 0; t < 32; ++t) {
        const Step& push = steps[std::size_t(1 + t)];
        EXPECT_EQ(push.phase, 1);
        EXPECT_EQ(kind_of(heap, push), "push");
        EXPECT_EQ(push.actor, t);
        EXPECT_EQ(push.round, 0);
        EXPECT_EQ(push.entered.index, t);
        EXPECT_EQ(push.entered.distance, 9);
        EXPECT_EQ(push.bound, 9);
        EXPECT_EQ(push.size, 1);
        EXPECT_EQ(push.left.index, -1);
    }
    const Step& eviction = steps[33];
    EXPECT_EQ(kind_of(heap, eviction), "eviction");
    EXPECT_EQ(eviction.actor, 0);
    EXPECT_EQ(eviction.round, 1);
    EXPECT_EQ(eviction.entered.index, 32);
    EXPECT_EQ(eviction.entered.distance, 3);
    EXPECT_EQ(eviction.left.index, 0);
    EXPECT_EQ(eviction.left.distance, 9);
    EXPECT_EQ(eviction.bound, 3);
    for (int lane = 0; lane < 32; ++lane) {
        const Step& push = steps[std::size_t(34 + lane)];
        EXPECT_EQ(push.phase, 2);
        EXPECT_EQ(push.actor, lane);
        EXPECT_EQ(push.source, lane);
        EXPECT_EQ(push.entered.index, lane == 0 ? 32 : lane);
    }
    EXPECT_EQ(steps[66].phase, 3);
    EXPECT_EQ(steps[66].entered.index, 32);
    EXPECT_EQ(steps[66].source, 0);
    EXPECT_EQ(kind_of(heap, steps[67]), "exact distance");
    EXPECT_EQ(kind_of(heap, steps[68]), "place");
    EXPECT_EQ(steps[68].entered.index, 32);
    EXPECT_EQ(steps[68].entered.distance, 3);
    EXPECT_EQ(steps[68].size, 1);
}

// One warp, k = 2, distances 5 3 4 1 2 9, all in its first turn: the list fills with 5 and 3, then 4, 1 and 2 each replace the
// farthest and a reduction finds the next one.
TEST_P(RecordedSteps, OfPpwAreAsByHand) {
    const Method& ppw = find_method("ppw");
    const Steps steps =
        search(ppw, GetParam(), line({5, 3, 4, 1, 2, 9}), 2, Metric::euclidean, {{"threads", "32"}, {"blocks", "1"}}, Measure::steps)
            .report.steps;
    struct Line {
        std::string_view kind;
        std::int32_t entered, left;
        float bound;
        int size;
    };
    const float none = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Line> expected = {
        {"entry", 0, -1, none, 1},
        {"entry", 1, -1, none, 2},
        {"warp reduction", -1, -1, 5, 2},
        {"replacement", 2, 0, 5, 2},
        {"warp reduction", -1, -1, 4, 2},
        {"replacement", 3, 2, 4, 2},
        {"warp reduction", -1, -1, 3, 2},
        {"replacement", 4, 1, 3, 2},
        {"warp reduction", -1, -1, 2, 2},
        {"block list", 3, -1, none, 1},
        {"block list", 4, -1, none, 2},
        {"chosen", 3, -1, none, 1},
        {"chosen", 4, -1, none, 2},
        {"exact distance", 3, -1, none, 0},
        {"exact distance", 4, -1, none, 0},
        {"place", 3, -1, none, 1},
        {"place", 4, -1, none, 2},
    };
    ASSERT_EQ(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        SCOPED_TRACE("step " + std::to_string(i));
        EXPECT_EQ(kind_of(ppw, steps[i]), expected[i].kind);
        EXPECT_EQ(steps[i].entered.index, expected[i].entered);
        EXPECT_EQ(steps[i].left.index, expected[i].left);
        EXPECT_EQ(steps[i].size, expected[i].size);
        if (std::isnan(expected[i].bound)) EXPECT_TRUE(std::isnan(steps[i].bound));
        else EXPECT_EQ(steps[i].bound, expected[i].bound);
    }
}

// Two warps: 0 holds 1 and 2, 1 holds 101 and 102. Together they hold two points up to 101, so warp 1 inserts nothing beyond that.
TEST_P(RecordedSteps, ShowWhatTheWarpsOfABlockTellEachOther) {
    std::vector<float> positions(32, 200.0f);
    for (int i = 0; i < 8; ++i) {
        positions[std::size_t(i)] = float(1 + i);
        positions[std::size_t(8 + i)] = float(101 + i);
    }
    const Method& ppw = find_method("ppw");
    const Steps steps =
        search(ppw, GetParam(), line(positions), 2, Metric::manhattan, {{"threads", "64"}, {"blocks", "1"}}, Measure::steps).report.steps;
    std::vector<float> first, block;
    for (const Step& step : steps) {
        if (kind_of(ppw, step) == "first bound") first.push_back(step.bound);
        if (kind_of(ppw, step) == "block bound") block.push_back(step.bound);
    }
    EXPECT_THAT(first, testing::ElementsAre(2, 101));
    EXPECT_THAT(block, testing::ElementsAre(101));
    EXPECT_EQ(count_steps(ppw, steps, -1, {"block list"}), 2);
}

// Points divided into several launches, so that a search can be cancelled: the lists of every launch are separate lists.
TEST_P(RecordedSteps, KeepTheListsOfLaunchesApart) {
    if (sanitized) GTEST_SKIP() << "many points";
    const ExecutorOrder order(0, 1);
    const Data data = cloud(40000, 2, 5);
    for (const char* named : {"ppw", "ppb", "heap"}) {
        const Method& method = find_method(named);
        const Found plain = search(method, GetParam(), data, 5, Metric::euclidean);
        const Found recorded = search(method, GetParam(), data, 5, Metric::euclidean, {}, Measure::steps);
        expect_same_lists(plain, recorded, named);
        expect_same_lists(plain, list_of(method, recorded.report.steps, 5), named);
        play(method, recorded.report.steps, 5);
    }
}

TEST_P(RecordedSteps, AreOfOneQuery) {
    Data data = line({1, 2, 3});
    data.queries = {0, 1};
    const auto steps = [&] { return search(find_method("heap"), GetParam(), data, 1, Metric::euclidean, {}, Measure::steps).report.steps; };
    EXPECT_THAT(refused(Failure::usage, steps), HasSubstr("2 queries"));
    data.queries.clear();
    EXPECT_TRUE(steps().empty());
}

// Every point evicts the previous one: more steps than a record holds are an error with both numbers. The last point, thread 0's, is the
// nearest, the other threads hold theirs in descending order: in lane 0 only the first enters, in the others all of theirs.
TEST_P(RecordedSteps, AreNotMoreThanARecordHolds) {
    if (sanitized) GTEST_SKIP() << "two million steps";
    std::vector<float> positions;
    for (int i = int(most_steps); i >= 0; --i) positions.push_back(float(i));
    EXPECT_THAT(refused(Failure::usage,
                    [&] { search(find_method("heap"), GetParam(), line(positions), 1, Metric::manhattan, {}, Measure::steps); }),
        testing::AllOf(
            HasSubstr("at most " + std::to_string(most_steps)), HasSubstr(std::to_string(1 + (most_steps + 1) + (1 + 31 * 8) + 1 + 2))));
}

INSTANTIATE_TEST_SUITE_P(Devices, RecordedSteps, each_device(), device_name);

TEST(Steps, AreRefusedByMethodsThatDoNotRecord) {
    EXPECT_THAT(refused(Failure::usage,
                    [] {
                        search(find_method("serial"), DeviceKind::host, line({1, 2, 3}), 1, Metric::euclidean, {}, Measure::steps);
                    }),
        testing::AllOf(HasSubstr("serial does not record its steps"), HasSubstr("heap")));
}

}  // namespace
}  // namespace neighborscope::test
