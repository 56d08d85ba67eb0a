// Measure::phases runs a kernel twice, plain and with time stamps: the second run must do the same work.
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

struct Seen {
    std::string kernel;
    unsigned blocks;
    std::uint64_t events;
};
std::vector<Seen> launches;

// On one thread and in one order the executor's events are the same each time. A stamped block has one more barrier at its end, if
// it does not return earlier.
void expect_twins_alike(const Data& data, int k, const std::map<std::string, std::string>& options, bool may_end_early = false) {
    const ExecutorOrder order(0, 1);
    host::executor_options().launched = [](const host::Launch& launch, std::uint64_t events) {
        launches.push_back({launch.kernel, launch.grid.x, events});
    };
    launches.clear();
    search(find_method("stream"), DeviceKind::host, data, k, Metric::euclidean, options, Measure::phases);
    ASSERT_GE(launches.size(), 4u);
    for (std::size_t i = 0; i + 1 < launches.size(); i += 2) {
        const Seen &plain = launches[i], &stamped = launches[i + 1];
        ASSERT_EQ(plain.kernel, stamped.kernel);
        EXPECT_GE(stamped.events, plain.events + (may_end_early ? 0 : plain.blocks)) << plain.kernel << ", launch " << i / 2;
        EXPECT_LE(stamped.events, plain.events + plain.blocks) << plain.kernel << ", launch " << i / 2;
    }
}

// The scan publishes bounds and the last step clears them.
TEST(StampedTwins, OfStreamFindTheBoundsThatThePlainOnesFound) {
    if (watches_races) GTEST_SKIP() << "events are counted, on one thread";
    const int count = sanitized ? 700 : 3000;
    std::vector<float> positions;
    for (int i = 0; i < count; ++i) positions.push_back(float(i * 7919 % (count + 1)));
    expect_twins_alike(line(positions), 9, {{"threads", "64"}, {"blocks", "10"}});
    expect_twins_alike(line(positions), 9, {{"threads", "128"}, {"blocks", "40"}});  // one step: the last step reads bounds
}

// Queries that Dots gives up are marked by either kernel, and a second pair of launches answers them.
TEST(StampedTwins, OfStreamGiveUpTheSameQueries) {
    if (watches_races) GTEST_SKIP() << "events are counted, on one thread";
    std::mt19937 random(1);
    Data data;
    data.dimension = 32;
    const int count = sanitized ? 200 : 700;
    for (int i = 0; i < count * 32; ++i) data.points.push_back(i < count / 2 * 32 ? float(random() % 50) : 1000.0f);
    for (int i = 0; i < 6 * 32; ++i) data.queries.push_back(1000.0f + float(random() % 3));
    expect_twins_alike(data, 15, {{"threads", "64"}, {"blocks", "3"}, {"form", "dots"}}, true);
    EXPECT_GE(launches.size(), 8u);
}

// Without the stamp at its end, a kernel's time would be divided equally among its phases, and shown as if it were measured.
TEST(StampedTwins, OfEveryKernelTellTheSharesOfItsPhasesOnTheHost) {
    std::vector<float> positions;
    for (int i = 0; i < 2000; ++i) positions.push_back(float(i * 7919 % 2001));
    int kernels = 0;
    for (const char* method : {"heap", "ppk", "ppb", "ppw", "quicksort", "stream"}) {
        const Report report =
            search(find_method(method), DeviceKind::host, line(positions), 16, Metric::euclidean, {}, Measure::phases).report;
        double shares = 0;
        for (const PhaseTime& phase : report.phases) {
            if (!phase.inside) continue;
            shares += phase.inside->share;
            EXPECT_TRUE(phase.inside->share > 0 || phase.milliseconds == 0) << method << ": " << phase.name;
        }
        EXPECT_NEAR(shares, std::round(shares), 1e-6) << method << ": the shares of each kernel sum to 1";
        EXPECT_GE(shares, 0.99) << method;
        kernels += int(std::lround(shares));
    }
    EXPECT_GE(kernels, 6);
}

}  // namespace
}  // namespace neighborscope::test
