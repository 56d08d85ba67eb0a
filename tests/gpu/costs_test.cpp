// Expected costs of searches, and the choice of `auto`.
#include "gpu/costs.hpp"
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

Problem asked(std::int64_t points, int dimension, std::int64_t queries, int k) { return {points, queries, dimension, k}; }

/// Problems with times from a known sum.
std::vector<TimedProblem> timed_by(double (*milliseconds)(const Problem&)) {
    std::vector<TimedProblem> all;
    for (const std::int64_t n : {1000, 10000, 100000})
        for (const int d : {2, 16, 128})
            for (const std::int64_t q : {1, 30, 1000})
                for (const int k : {1, 10, 100}) all.push_back({asked(n, d, q, k), milliseconds(asked(n, d, q, k))});
    return all;
}
double of_scan(const Problem& p) { return 0.03 + 2e-9 * double(p.count) * p.dimension + 1e-10 * double(p.queries * p.count) * p.dimension; }

TEST(Costs, AreFittedToTimes) {
    const auto timed = timed_by(of_scan);
    const CostFactors factors = fit_costs(timed);
    for (const double factor : factors) EXPECT_GE(factor, 0);
    for (const TimedProblem& one : timed) EXPECT_NEAR(sum_of_costs(factors, one.problem) / one.milliseconds, 1, 0.05);
    const Problem between = asked(33000, 50, 200, 20);
    EXPECT_NEAR(MethodCosts(timed).expected_milliseconds(between) / of_scan(between), 1, 0.1);
}

TEST(Costs, FollowWhatWasMeasuredWhereNoSumDoes) {
    auto timed = timed_by(of_scan);
    for (TimedProblem& one : timed)
        if (one.problem.dimension == 16) one.milliseconds *= 3;
    const MethodCosts costs(timed);
    for (const TimedProblem& one : timed) EXPECT_NEAR(std::log(costs.expected_milliseconds(one.problem) / one.milliseconds), 0, 0.5);
}

TEST(Costs, AreReadAsTheyAreWritten) {
    const DeviceCosts costs{"some device", DeviceKind::cuda, {{"stream", MethodCosts(timed_by(of_scan))}}};
    const std::vector<DeviceCosts> read = read_costs("# remark\n" + costs_text(costs), "file");
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].device, "some device");
    EXPECT_EQ(read[0].kind, DeviceKind::cuda);
    ASSERT_EQ(read[0].of_method.count("stream"), 1u);
    EXPECT_EQ(costs_text(read[0]), costs_text(costs));
}

TEST(Costs, OfAnotherFormAreRefusedWithTheLine) {
    for (const char* line : {"a|cuda|stream", "a|gpu|stream|1 2 3 4 5", "a|cuda|stream|1 2 3 4", "a|cuda|stream|1 2 3 4 x",
             "a|cuda|stream|1 2 3 4 -1", "a|cuda|stream|1 2 3 4 nan"}) {
        try {
            read_costs(std::string("# remark\n") + line, "file");
            ADD_FAILURE() << line;
        } catch (const Error& error) { EXPECT_NE(std::string(error.what()).find("file, line 2"), std::string::npos) << error.what(); }
    }
}

TEST(Costs, OfTheProgramKnowBothKindsOfDevices) {
    for (const DeviceKind device : {DeviceKind::host, DeviceKind::cuda}) {
        const DeviceCosts* const costs = costs_for(device, "a device that nobody has measured");
        ASSERT_NE(costs, nullptr) << name(device);
        EXPECT_GE(costs->of_method.size(), 4u);
        for (const auto& [method, known] : costs->of_method) {
            EXPECT_EQ(find_method(method).info.name, method);
            EXPECT_FALSE(find_method(method).info.supports.approximate) << method;
            EXPECT_GE(known.timed().size(), 50u) << method;
        }
    }
}

TEST(Costs, AreThoseOfMethodsThatCanAnswer) {
    for (const neighborscope::ExpectedTime& one : expected_times(asked(5000, 64, 10, 5), DeviceKind::host, "host")) {
        EXPECT_FALSE(one.method->info.unsupported_reason(asked(5000, 64, 10, 5), DeviceKind::host));
        EXPECT_GT(one.milliseconds, 0);
    }
    const std::vector<neighborscope::ExpectedTime> plane = expected_times(asked(100000, 2, 20000, 8), DeviceKind::host, "host");
    ASSERT_FALSE(plane.empty());
    EXPECT_NE(plane.front().method->info.name, "serial");
}

// Few queries, then many, then moving points: right lists, and a sentence that names the method that searched.
TEST(Auto, AnswersAndSaysWhoDid) {
    const std::vector<float> coordinates = uniform_data(3000, 1, 2, 1).points;
    PointSet points(DeviceKind::host, coordinates, 2);
    Searcher searcher(find_method("auto"), points, {});
    for (const std::int64_t queries : {1, 700, 1}) {
        ListSet lists(DeviceKind::host, queries, 7);
        const Report report = searcher.search(QuerySet::point_range(points, 0, queries, true), 7, Metric::euclidean, lists);
        EXPECT_NE(report.chosen.find(" expected"), std::string::npos) << report.chosen;
        EXPECT_EQ(find_method(report.chosen.substr(0, report.chosen.find(':'))).info.supports.approximate, false);
        std::vector<std::int32_t> index, exclude;
        std::vector<float> distance;
        lists.fetch(index, distance);
        for (std::int64_t i = 0; i < queries; ++i) exclude.push_back(std::int32_t(i));
        const HostRows rows{coordinates, 2}, asks{std::span(coordinates).first(std::size_t(2 * queries)), 2};
        EXPECT_EQ(verify(rows, asks, exclude, index, distance, 7, Metric::euclidean).wrong, 0);
    }
}

}  // namespace
}  // namespace neighborscope::test
