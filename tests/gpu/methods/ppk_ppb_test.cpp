// `ppk` and `ppb`: which warps search a query, and their counters on cases worked by hand. What they share with `ppw` is tested there.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class PpkPpb : public testing::TestWithParam<DeviceKind> {
protected:
    const Method& ppk = find_method("ppk");
    const Method& ppb = find_method("ppb");

    Report counted(const Method& method, const Data& data, const std::map<std::string, std::string>& options) const {
        return search(method, GetParam(), data, 2, Metric::euclidean, options, Measure::counters).report;
    }
    static double scanned_bytes(const Report& report) {
        double bytes = 0;
        for (const PhaseTime& phase : report.phases)
            if (phase.name == "initial" || phase.name == "scan") bytes += phase.lower_bound.bytes;
        return bytes;
    }
};

// k = 2, two warps, three queries one after another, each with both warps: a warp scans 8 points (fills with 2, replaces 6 times),
// then the other 8 of its own, all nearer. Two reductions when the lists are full, one per replacement.
// The same for `ppb`: a block of two warps for each query.
TEST_P(PpkPpb, BothWarpsWorkOnTheQuery) {
    const Counts counts{{"distances", 3 * 32}, {"list replacements", 3 * (6 + 6 + 8 + 8)}, {"warp reductions", 3 * (2 + 28)}};
    expect_counts(counted(ppk, descending(32, 3), {{"threads", "64"}, {"blocks", "1"}}), counts);
    expect_counts(counted(ppb, descending(32, 3), {{"threads", "64"}}), counts);
}

// A launch of `ppk` divides the points into partitions of its blocks: two of 32, one warp each. Each list fills with two of the first eight
// points, replaces six times, and in the other 24 every time.
TEST_P(PpkPpb, EveryBlockOwnsAPartition) {
    Data data = descending(32);
    for (int i = 0; i < 32; ++i) data.points.push_back(float(32 - i));
    expect_counts(counted(ppk, data, {{"threads", "32"}, {"blocks", "2"}}),
        {{"distances", 64}, {"list replacements", 2 * 30}, {"warp reductions", 2 * 31}});
}

// Queries share points within a launch, not across launches.
TEST_P(PpkPpb, StatesWhatItHasToRead) {
    const Data data = integers(500, 7, 12, 3);
    EXPECT_EQ(scanned_bytes(search(ppk, GetParam(), data, 5, Metric::euclidean, {}, Measure::phases).report), 7 * 4.0 * 500 * 12);
    EXPECT_EQ(scanned_bytes(search(ppb, GetParam(), data, 5, Metric::euclidean, {}, Measure::phases).report), 4.0 * 500 * 12);
}

TEST_P(PpkPpb, TakeAnyShape) {
    for (const auto& [points, queries, k] : {std::tuple{1, 3, 4}, {33, 40, 40}, {97, 1, 33}, {700, 11, 64}}) {
        if (sanitized && points > 100) continue;
        const Data data = integers(points, queries, 3, unsigned(points));
        for (const char* threads : {"32", "100", "768"}) {
            if (sanitized && threads != std::string_view("100")) continue;
            expect_right(ppb, GetParam(), data, k, Metric::manhattan, {{"threads", threads}});
            for (const char* blocks : {"1", "5"})
                expect_right(ppk, GetParam(), data, k, Metric::euclidean, {{"threads", threads}, {"blocks", blocks}});
        }
    }
}

// Rows so long that one block would make a launch too long: several launches, a list of each, some shorter than k.
TEST_P(PpkPpb, CutsALaunchThatWouldLastTooLong) {
    const Data data = integers(sanitized ? 600 : 1000, 3, 4096, 1);
    const ExecutorOrder order(1, 2);
    for (int k : {3, 600}) {
        expect_right(ppb, GetParam(), data, k, Metric::manhattan, {{"threads", "64"}});
        if (sanitized) break;
        expect_right(ppk, GetParam(), data, k, Metric::manhattan, {{"threads", "64"}});
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, PpkPpb, each_device(), device_name);

}  // namespace
}  // namespace neighborscope::test
