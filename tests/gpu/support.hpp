// What tests of searches share: devices, small data sets, one search from host memory to host memory.
//
// Tests run on every device that is present; NEIGHBORSCOPE_TEST_DEVICE=cuda or =host names one.
#pragma once
#include "gpu/device/host/executor.hpp"
#include "gpu/oracle/oracle.hpp"
#include "tests/refused.hpp"
#include "tests/sanitized.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>

namespace neighborscope::host {
void set_memory_limit(std::size_t bytes);  // gpu/device/launch.hpp, which only kernels include
std::size_t free_bytes();
}  // namespace neighborscope::host

namespace neighborscope::test {

/// All of these, or only the first under ThreadSanitizer: put first the one that uses most of the kernels.
template <class T>
std::vector<T> one_for_races(std::initializer_list<T> all) {
    return watches_races ? std::vector<T>{*all.begin()} : std::vector<T>(all);
}
/// Of methods that differ only in their description of the same kernels, sanitizers run the one that uses all kernels: ppw.
inline bool same_kernels_as_another(std::string_view method) { return sanitized && (method == "ppk" || method == "ppb"); }

inline std::vector<DeviceKind> devices_under_test() {
    if (const char* wanted = std::getenv("NEIGHBORSCOPE_TEST_DEVICE")) return {device_named(wanted)};
    std::vector<DeviceKind> kinds;
    for (const DeviceInfo& device : devices()) kinds.push_back(device.kind);
    return kinds;
}

inline bool runs_on(const Method& method, DeviceKind device) {
    if (method.info.supports.own_index) return false;  // it needs an index: own_test.cpp
    return device == DeviceKind::cuda ? method.on_cuda != nullptr : method.on_host != nullptr;
}

/// k, or the greatest k that the method supports.
inline int within(const Method& method, int k) { return std::min(k, method.info.supports.k_to); }

/// Options that make every method exact: an approximate one then searches all lists.
inline std::map<std::string, std::string> exact_options(const Method& method) {
    if (!method.info.supports.approximate) return {};
    return {{"probes", "65536"}};
}

/// Sets the executor's order and workers for one scope.
class ExecutorOrder {
public:
    ExecutorOrder(std::uint64_t seed, unsigned workers) : before_(host::executor_options()) {
        host::executor_options().order_seed = seed;
        host::executor_options().workers = workers;
    }
    ~ExecutorOrder() { host::executor_options() = before_; }

private:
    host::ExecutorOptions before_;
};

struct Data {
    std::vector<float> points, queries;
    int dimension = 1;
    std::vector<std::int32_t> exclude;  ///< one per query
    bool exact = false;                 ///< every float32 distance is exact: lists must equal the oracle's

    std::int64_t count() const { return std::int64_t(points.size()) / dimension; }
    std::int64_t query_count() const { return std::int64_t(queries.size()) / dimension; }
};

struct Found {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    Report report;
};

/// Points are not shared by devices until the end of the scope: for what one device counts and holds.
class OneDevice {
public:
    explicit OneDevice(DeviceKind kind) : kind_(kind), numbers_(sharing_devices(kind)) { share_points(kind, {}); }
    ~OneDevice() { share_points(kind_, numbers_); }
    OneDevice(const OneDevice&) = delete;
    OneDevice& operator=(const OneDevice&) = delete;

private:
    DeviceKind kind_;
    std::vector<int> numbers_;
};

/// Only total times are of all devices that share points: phases, counters and steps are compared with those of one.
inline Found search(const Method& method, DeviceKind device, const Data& data, int k, Metric metric,
    const std::map<std::string, std::string>& options = {}, Measure measure = Measure::total, const Progress& progress = {}) {
    std::optional<OneDevice> alone;
    if (measure != Measure::total) alone.emplace(device);
    const PointSet points(device, data.points, data.dimension);
    const QuerySet queries(device, data.queries, data.dimension, data.exclude);
    Searcher searcher(method, points, Options(method.info.options, options));
    ListSet lists(device, data.query_count(), k);
    Found found;
    found.report = searcher.search(queries, k, metric, lists, progress, measure);
    lists.fetch(found.index, found.distance);
    return found;
}

inline Tally verify_found(const Data& data, const Found& found, int k, Metric metric) {
    return verify(
        {data.points, data.dimension}, {data.queries, data.dimension}, data.exclude, found.index, found.distance, k, metric, {}, 1);
}

/// Searches and expects every list to be right: equal to the oracle's if all distances are exact.
inline Found expect_right(const Method& method, DeviceKind device, const Data& data, int k, Metric metric,
    const std::map<std::string, std::string>& options = {}) {
    Found found = search(method, device, data, k, metric, options);
    const Tally tally = verify_found(data, found, k, metric);
    EXPECT_EQ(tally.wrong, 0) << method.info.name << " on " << name(device) << ", k = " << k << ", " << name(metric) << ": "
                              << tally.first_reason;
    // Products of integers may need more digits than their differences.
    const bool exact = metric == Metric::inner_product
                           ? rounding_bound({data.points, data.dimension}, {data.queries, data.dimension}, metric).relative == 0
                           : data.exact && metric != Metric::cosine;
    if (exact) {
        EXPECT_EQ(tally.exact, data.query_count()) << method.info.name << " on " << name(device) << ", k = " << k << ", " << name(metric);
    }
    return found;
}

/// From 0 up to 1, the same on every machine.
inline float unit(std::mt19937& random) { return float(random() >> 8) * 0x1p-24f; }

/// One-dimensional points and one query: cases worked by hand.
inline Data line(std::vector<float> positions, float query = 0) {
    Data data;
    data.points = std::move(positions);
    data.queries = {query};
    data.exact = true;
    return data;
}

/// Coordinates from 0 up to 1.
inline Data uniform_data(int count, int queries, int dimension, unsigned seed) {
    std::mt19937 random(seed);
    Data data;
    data.dimension = dimension;
    for (int i = 0; i < count * dimension; ++i) data.points.push_back(unit(random));
    for (int i = 0; i < queries * dimension; ++i) data.queries.push_back(unit(random));
    return data;
}

/// Integer coordinates below `values`: every float32 distance is exact.
inline Data integers(int points, int queries, int dimension, unsigned seed, unsigned values = 13) {
    std::mt19937 random(seed);
    Data data;
    data.dimension = dimension;
    data.exact = true;
    for (int i = 0; i < points * dimension; ++i) data.points.push_back(float(random() % values));
    for (int i = 0; i < queries * dimension; ++i) data.queries.push_back(float(random() % values));
    return data;
}

/// Point i of a line at count - i: each is nearer than all before it to the queries, which are at 0.
inline Data descending(int count, int queries = 1) {
    Data data = line({});
    for (int i = 0; i < count; ++i) data.points.push_back(float(count - i));
    data.queries.assign(std::size_t(queries), 0.0f);
    return data;
}

inline std::int64_t counter(const Report& report, std::string_view name) {
    for (const Counter& counter : report.counters)
        if (counter.name == name) return counter.value;
    ADD_FAILURE() << "no counter " << name;
    return -1;
}

using Counts = std::vector<std::pair<std::string_view, std::int64_t>>;
inline void expect_counts(const Report& report, const Counts& expected) {
    for (const auto& [name, value] : expected) EXPECT_EQ(counter(report, name), value) << name;
}

// INSTANTIATE_TEST_SUITE_P(Devices, SomeSuite, each_device(), device_name)
inline auto each_device() { return testing::ValuesIn(devices_under_test()); }
inline std::string device_name(const testing::TestParamInfo<DeviceKind>& info) { return std::string(name(info.param)); }

/// Tests of one method, on each device.
class MethodTest : public testing::TestWithParam<DeviceKind> {
protected:
    using TypedOptions = std::map<std::string, std::string>;  ///< options
    explicit MethodTest(std::string_view named) : method(find_method(named)) {}
    Found expect_right(const Data& data, int k, Metric metric, const TypedOptions& options = {}) const {
        return test::expect_right(method, GetParam(), data, k, metric, options);
    }
    Report counted(const Data& data, int k, Metric metric, const TypedOptions& options = {}) const {
        return search(method, GetParam(), data, k, metric, options, Measure::counters).report;
    }
    const Method& method;
};

using MethodOnDevice = std::tuple<std::string_view, DeviceKind>;
/// Letters, digits and underscores: valid in the name of a test.
inline std::string test_name(std::string text) {
    for (char& c : text)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return text;
}
inline std::string method_and_device(const testing::TestParamInfo<MethodOnDevice>& info) {
    return test_name(std::string(std::get<0>(info.param)) + "_" + std::string(name(std::get<1>(info.param))));
}
inline auto both_quadtrees() { return testing::Combine(testing::Values("quadtree-cached", "quadtree-coalesced"), each_device()); }

/// Tests of several methods, on each device.
class MethodsTest : public testing::TestWithParam<MethodOnDevice> {
protected:
    const Method& method() const { return find_method(std::get<0>(GetParam())); }
    DeviceKind device() const { return std::get<1>(GetParam()); }
};

}  // namespace neighborscope::test
