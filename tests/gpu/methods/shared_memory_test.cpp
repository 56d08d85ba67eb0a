// Devices differ in the shared memory of a block: 64 KB (compute capability 7.5), 99 KB (8.6, 8.9, 12.0), 227 KB (9.0). Each
// of our own methods respects the limit; the host executor counts what kernels request and what they declare themselves, and rejects
// more.
#include "tests/gpu/support.hpp"

#include <algorithm>

namespace neighborscope::test {
namespace {

constexpr std::size_t kilobyte = 1024;
std::size_t most_seen = 0;  ///< shared memory of a block, of any launch

class SharedMemory : public testing::TestWithParam<std::size_t> {
protected:
    SharedMemory() : order_(0, 2) {
        host::executor_options().shared_bytes = GetParam() * kilobyte;
        host::executor_options().launched = [](const host::Launch& launch, std::uint64_t) {
            most_seen = std::max(most_seen, launch.shared_bytes + launch.declared_bytes);
        };
        most_seen = 0;
    }
    const ExecutorOrder order_;  // restores the options

    void expect_right_within(std::string_view method, const Data& data, int k, const std::map<std::string, std::string>& options = {}) {
        expect_right(find_method(method), DeviceKind::host, data, k, Metric::euclidean, options);
        EXPECT_LE(most_seen, GetParam() * kilobyte) << method;
    }
};
INSTANTIATE_TEST_SUITE_P(Kilobytes, SharedMemory,
    testing::ValuesIn(watches_races ? std::vector<std::size_t>{64} : std::vector<std::size_t>{64, 99, 227}),
    testing::PrintToStringParamName());

// 6 queries of 2048 dimensions share a tile of 8: 65536 bytes. 9 of 1372 share one of 12, with dots of 12 and their mean: 73216.
TEST_P(SharedMemory, StreamCutsItsTileOfQueries) {
    expect_right_within("stream", integers(40, 6, 2048, 1), 5, {{"form", "differences"}, {"threads", "64"}});
    EXPECT_EQ(most_seen > 65536, GetParam() > 64);
    most_seen = 0;
    expect_right_within("stream", integers(40, 9, 1372, 1), 5, {{"form", "dots"}, {"threads", "64"}});
    EXPECT_EQ(most_seen > 73216, GetParam() > 64);
}

TEST_P(SharedMemory, EveryMethodKeepsToIt) {
    for (const Method& method : methods()) {
        if (method.info.group == "CPU libraries") continue;
        const Supports& supports = method.info.supports;
        std::map<std::string, std::string> most = exact_options(method);  // as many threads and bins as the options allow
        for (const OptionSpec& option : method.info.options)
            if (option.name == "threads" || option.name == "bins")
                most[std::string(option.name)] = std::to_string(std::get<IntegerRange>(option.domain).to);
        if (supports.dimension_to >= 4096 && !watches_races)
            expect_right_within(method.info.name, integers(40, 2, 4096, 1), within(method, 5), most);
        for (int k : one_for_races({150, 20}))
            expect_right_within(method.info.name, integers(sanitized ? 300 : 1200, 2, 3, 1), within(method, k), most);
    }
}

TEST_P(SharedMemory, LongListsGoToTheDevicesMemory) {
    if (watches_races) GTEST_SKIP() << "sizes, not threads";
    const Data data = integers(sanitized ? 700 : 2000, 1, 2, 1);
    for (const char* method : {"ppw", "heap"}) expect_right_within(method, data, 600, {{"threads", "256"}});
    expect_right_within("stream", data, 600, {{"threads", "64"}, {"blocks", "2"}});
}

}  // namespace
}  // namespace neighborscope::test
