// Compares every registered method, on every device present, with the oracle, on data that are hard in different ways.
#include "tests/gpu/support.hpp"

#include <bit>
#include <functional>

namespace neighborscope::test {
namespace {

using Generator = std::function<float(std::mt19937&, std::int64_t point, int dimension)>;

struct Kind {
    std::string name;
    int dimension;
    std::int64_t count;
    bool exact;  ///< integers: every float32 distance is exact
    Generator coordinate;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> list;
        const auto uniform = [](std::mt19937& r, std::int64_t, int) { return unit(r); };
        for (int d : {1, 2, 3, 5, 16, 130}) list.push_back({"uniform" + std::to_string(d), d, 300, false, uniform});
        list.push_back({"uniform128", 128, 150, false, uniform});
        list.push_back({"uniform300", 300, 60, false, uniform});
        list.push_back({"uniform784", 784, 40, false, uniform});
        list.push_back({"uniform4096", 4096, 9, false, uniform});
        list.push_back({"clustered", 2, 400, false, [](std::mt19937& r, std::int64_t point, int d) {
                            return float((point % 7 + d) % 7) * 10 + (unit(r) + unit(r) + unit(r)) * 0.01f;
                        }});
        list.push_back({"grid", 2, 400, true, [](std::mt19937& r, std::int64_t, int) { return float(r() % 12); }});
        list.push_back({"grid3", 3, 343, true, [](std::mt19937&, std::int64_t point, int d) {
                            return float(d == 0 ? point % 7 : d == 1 ? point / 7 % 7 : point / 49);
                        }});
        list.push_back({"all_equal", 3, 200, true, [](std::mt19937&, std::int64_t, int) { return 0.5f; }});
        list.push_back({"collinear", 2, 300, true, [](std::mt19937&, std::int64_t point, int d) { return float(point * (d + 1)); }});
        list.push_back({"far_from_origin", 2, 400, true,
            [](std::mt19937&, std::int64_t point, int d) { return 1e6f + float(d == 0 ? point % 20 : point / 20); }});
        list.push_back({"mixed_scales", 3, 300, false, [](std::mt19937& r, std::int64_t, int d) {
                            return unit(r) * (d == 0 ? 1e-3f : d == 1 ? 1.0f : 1e6f);
                        }});
        list.push_back(
            {"duplicates", 5, 250, true, [](std::mt19937&, std::int64_t point, int d) { return float(point / 10 * (d + 1) % 8); }});
        list.push_back({"signed16", 16, 300, false, [](std::mt19937& r, std::int64_t, int) { return unit(r) - 0.5f; }});
        list.push_back({"signed300", 300, 60, false, [](std::mt19937& r, std::int64_t, int) { return unit(r) - 0.5f; }});
        list.push_back({"tied_products", 4, 300, true,  // few different inner products, most of them 0, of both signs
            [](std::mt19937& r, std::int64_t point, int) { return point % 5 == 0 ? 0.0f : float(int(r() % 3) - 1); }});
        list.push_back({"long_and_short", 5, 250, false,
            [](std::mt19937& r, std::int64_t point, int) { return (unit(r) - 0.5f) * std::ldexp(1.0f, int(point % 40) - 20); }});
        list.push_back({"enormous", 3, 200, false, [](std::mt19937& r, std::int64_t, int) { return (unit(r) - 0.5f) * 1e20f; }});
        list.push_back({"minute", 3, 200, false, [](std::mt19937& r, std::int64_t, int) { return (unit(r) - 0.5f) * 1e-30f; }});
        list.push_back({"one_point", 2, 1, false, uniform});
        list.push_back({"no_point", 2, 0, false, uniform});
        return list;
    }();
    return all;
}

/// Seven queries: three points that exclude themselves, two points that find themselves, two others.
Data make(const Kind& kind) {
    std::mt19937 random(20261120);
    Data data;
    data.dimension = kind.dimension;
    data.exact = kind.exact;
    const std::int64_t count = sanitized ? std::min<std::int64_t>(kind.count, 120) : kind.count;
    for (std::int64_t p = 0; p < count; ++p)
        for (int d = 0; d < kind.dimension; ++d) data.points.push_back(kind.coordinate(random, p, d));
    for (int q = 0; q < 7; ++q) {
        const std::int64_t row = count > 0 ? q * 31 % count : 0;
        const bool from_points = q < 5 && count > 0;
        for (int d = 0; d < kind.dimension; ++d)
            data.queries.push_back(from_points ? data.points[std::size_t(row * kind.dimension + d)] : kind.coordinate(random, row + q, d));
        data.exclude.push_back(from_points && q < 3 ? std::int32_t(row) : -1);
    }
    return data;
}

using Case = std::tuple<std::string_view, DeviceKind, std::size_t, Metric>;

class Exactness : public testing::TestWithParam<Case> {};

/// Which threads synchronise depends on sizes, and on values only if all are equal.
bool meets_threads_anew(const Kind& kind) {
    return kind.name == "all_equal" || kind.count <= 1 || (kind.name.starts_with("uniform") && kind.dimension <= 130);
}

TEST_P(Exactness, ListsAreTheOracles) {
    const auto [method_name, device, kind, metric] = GetParam();
    const Method& method = find_method(method_name);
    if (same_kernels_as_another(method_name)) GTEST_SKIP() << "the same kernels as ppw's";
    if (sanitized && metric != Metric::euclidean && kinds()[kind].name.find("uniform") == std::string::npos && kinds()[kind].count > 1)
        GTEST_SKIP() << "other values alone touch no other memory: under a sanitizer they take the first metric";
    const Data data = make(kinds()[kind]);
    const int n = int(data.count());
    std::vector<int> ks = {1, 2, 16, 33, std::max(n, 1), n + 7};
    if (metric != Metric::euclidean) ks = {1, 33, n + 7};
    if (sanitized) ks = {2, 33};
    if (watches_races) ks = {33};
    for (int& k : ks) k = within(method, k);
    ks.erase(std::unique(ks.begin(), ks.end()), ks.end());
    const Problem hardest{.count = n,
        .queries = data.query_count(),
        .dimension = data.dimension,
        .k = *std::max_element(ks.begin(), ks.end()),
        .metric = metric};
    if (const auto why = method.info.unsupported_reason(hardest, device)) GTEST_SKIP() << *why;
    for (std::size_t i = 0; i < ks.size(); ++i) {
        // Orders of fibers: with the metric for which all kernels are compiled, and a list of one and one of two registers, cases in which
        // threads synchronise differently run under all four orders; every other case under one, in turn.
        const bool all_orders = device == DeviceKind::host && !sanitized && metric == Metric::euclidean && (ks[i] == 1 || ks[i] == 33) &&
                                meets_threads_anew(kinds()[kind]);
        const std::uint64_t first = sanitized ? 1 : all_orders ? 0 : (kind + i + std::size_t(metric)) % 4;
        for (std::uint64_t seed = first; seed < first + (all_orders ? 4 : 1); ++seed) {
            const ExecutorOrder order(seed, seed % 2 ? 1 : 2);
            expect_right(method, device, data, ks[i], metric, exact_options(method));
            if (HasFailure()) return;
        }
    }
}

std::vector<std::string_view> method_names() {
    std::vector<std::string_view> names;
    for (const Method& method : methods())
        if (!method.info.supports.approximate || method.info.name == "ivf") names.push_back(method.info.name);
    return names;
}

std::vector<std::size_t> kind_numbers() {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < kinds().size(); ++i)
        if (!watches_races || meets_threads_anew(kinds()[i])) numbers.push_back(i);
    return numbers;
}

std::vector<Metric> metrics_under_test() {
    if (watches_races) return {Metric::euclidean};
    return {std::begin(all_metrics), std::end(all_metrics)};
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
    return test_name(std::string(std::get<0>(info.param)) + "_" + std::string(name(std::get<1>(info.param))) + "_" +
                     kinds()[std::get<2>(info.param)].name + "_" + std::string(name(std::get<3>(info.param))));
}

INSTANTIATE_TEST_SUITE_P(All, Exactness,
    testing::Combine(testing::ValuesIn(method_names()), testing::ValuesIn(devices_under_test()), testing::ValuesIn(kind_numbers()),
        testing::ValuesIn(metrics_under_test())),
    case_name);

// Cases that a method does not support are skipped above. So that a method does not pass by supporting none: what each must support.
TEST(ExactMethods, RefuseNothingThatTheyAreMadeFor) {
    for (const std::string_view method_name : method_names()) {
        const Method& method = find_method(method_name);
        for (const DeviceKind device : devices_under_test()) {
            if (!runs_on(method, device)) continue;
            const int dimension = std::clamp(2, method.info.supports.dimension_from, method.info.supports.dimension_to);
            const Problem problem{.count = 300, .queries = 7, .dimension = dimension, .k = within(method, 33), .metric = Metric::euclidean};
            EXPECT_EQ(method.info.unsupported_reason(problem, device).value_or(""), "") << method_name << " on " << name(device);
        }
    }
}

class EveryMethod : public MethodsTest {
protected:
    void SetUp() override {
        if (!runs_on(method(), device())) GTEST_SKIP() << "not on " << name(device());
        if (same_kernels_as_another(method().info.name)) GTEST_SKIP() << "the same kernels as ppw's";
    }
    int dimension_within(int wanted) const {
        return std::clamp(wanted, method().info.supports.dimension_from, method().info.supports.dimension_to);
    }
    /// line(positions), with further coordinates zero if the method needs more of them.
    Data line_within(std::vector<float> positions) const {
        Data data = line(std::move(positions)), wide;
        wide.dimension = dimension_within(1);
        wide.exact = data.exact;
        for (const auto& [from, to] : {std::pair{&data.points, &wide.points}, std::pair{&data.queries, &wide.queries}})
            for (const float x : *from) {
                to->push_back(x);
                to->resize(to->size() + std::size_t(wide.dimension - 1));
            }
        return wide;
    }
};

// An all-points query on a cross, computed by hand: products have both signs, and a point need not be its own nearest neighbour.
TEST_P(EveryMethod, FindsByInnerProductsOfBothSigns) {
    if (!method().info.supports.no_inner_product.empty()) GTEST_SKIP() << method().info.supports.no_inner_product;
    Data data;
    data.dimension = dimension_within(2);
    data.exact = true;
    const auto add = [&](std::vector<float>& to, float x, float y) {
        to.insert(to.end(), {x, y});
        to.resize(to.size() + std::size_t(data.dimension - 2));
    };
    for (const auto& [x, y] : {std::pair{1, 0}, {3, 0}, {-2, 0}, {0, 5}, {0, 0}, {3, 7}, {-2, -1}}) add(data.points, float(x), float(y));
    for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, 0}}) add(data.queries, float(x), float(y));
    const int k = within(method(), 9);
    const Found found = expect_right(method(), device(), data, k, Metric::inner_product, exact_options(method()));
    const std::vector<std::int32_t> nearest{1, 5, 0, 3, 4, 2, 6, 2, 6, 3, 4, 0, 1, 5, 0, 1, 2, 3, 4, 5, 6};
    const std::vector<float> products{3, 3, 1, 0, 0, -2, -2, 2, 2, 0, 0, -1, -3, -3, 0, 0, 0, 0, 0, 0, 0};
    for (std::size_t query = 0; query < 3; ++query)
        for (std::size_t rank = 0; rank < std::size_t(k); ++rank) {
            const std::size_t at = query * std::size_t(k) + rank;
            if (rank >= 7) {
                EXPECT_EQ(found.index[at], -1);
                EXPECT_TRUE(std::isnan(found.distance[at]));
                continue;
            }
            EXPECT_EQ(found.index[at], nearest[query * 7 + rank]) << "query " << query << ", rank " << rank + 1;
            EXPECT_EQ(found.distance[at], products[query * 7 + rank]);
            EXPECT_FALSE(found.distance[at] == 0 && std::signbit(found.distance[at])) << "no product is -0";
        }
}

TEST_P(EveryMethod, TakesLongLists) {
    if (method().info.supports.k_to < 5000) GTEST_SKIP() << "k at most " << method().info.supports.k_to;
    Data data;
    data.dimension = 2;
    data.exact = true;
    std::mt19937 random(5);
    for (int i = 0; i < 2 * (sanitized ? 5100 : 9000); ++i) data.points.push_back(float(random() % 100));
    data.queries = {50, 50};
    const ExecutorOrder order(1, 2);
    for (int k : {1000, 1100, 5000})
        if (!sanitized || k == 5000) expect_right(method(), device(), data, k, Metric::euclidean, exact_options(method()));
}

TEST_P(EveryMethod, TakesManyQueries) {
    Data data;
    data.dimension = 2;
    data.exact = true;
    std::mt19937 random(6);
    for (int i = 0; i < 2 * 300; ++i) data.points.push_back(float(random() % 40));
    for (int i = 0; i < 2 * (sanitized ? 37 : 130); ++i) data.queries.push_back(float(random() % 40));
    expect_right(method(), device(), data, within(method(), 9), method().info.supports.manhattan ? Metric::manhattan : Metric::euclidean,
        exact_options(method()));
}

TEST_P(EveryMethod, EveryPointAsksForItsNeighbours) {
    const int count = watches_races ? 20 : sanitized ? 60 : 150;
    std::mt19937 random(7);
    std::vector<float> coordinates(std::size_t(3 * count));
    for (float& x : coordinates) x = float(random() % 9);
    const PointSet points(device(), coordinates, 3);
    Searcher searcher(method(), points, Options(method().info.options, exact_options(method())));
    const int k = within(method(), 5);
    for (bool exclude_self : {false, true}) {
        const QuerySet queries = QuerySet::self_join(points, exclude_self);
        ListSet lists(device(), count, k);
        searcher.search(queries, k, Metric::euclidean, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        std::vector<std::int32_t> exclude(std::size_t(count), -1);
        if (exclude_self)
            for (int i = 0; i < count; ++i) exclude[std::size_t(i)] = i;
        const Tally tally = verify({coordinates, 3}, {coordinates, 3}, exclude, found.index, found.distance, k, Metric::euclidean);
        EXPECT_EQ(tally.exact, count) << tally.first_reason;
    }
}

// One Searcher answers requests of growing and shrinking size: memory kept between answers must not change results.
TEST_P(EveryMethod, AnswersOneQuestionAfterTheOther) {
    std::mt19937 random(8);
    const int dimension = dimension_within(4);
    std::vector<float> coordinates(std::size_t(dimension) * 200);
    for (float& x : coordinates) x = float(random() % 9);
    const PointSet points(device(), coordinates, dimension);
    Searcher searcher(method(), points, Options(method().info.options, exact_options(method())));
    const Metric metric = method().info.supports.chebyshev ? Metric::chebyshev : Metric::euclidean;
    for (const auto& [count, wanted] : {std::pair{1, 3}, {20, 30}, {2, 1}, {5, 250}, {1, 3}}) {
        const int k = within(method(), wanted);
        const std::span<const float> asked(coordinates.data(), std::size_t(count * dimension));
        ListSet lists(device(), count, k);
        searcher.search(QuerySet(device(), asked, dimension), k, metric, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        const Tally tally = verify({coordinates, dimension}, {asked, dimension}, {}, found.index, found.distance, k, metric);
        EXPECT_EQ(tally.exact, count) << tally.first_reason;
    }
}

TEST_P(EveryMethod, ReportsThePhasesItNames) {
    const Data data = line_within({3, 1, 2, 5, 4, 9, 8, 7});
    const int k = within(method(), 3);
    const Found found = search(method(), device(), data, k, Metric::euclidean, exact_options(method()), Measure::phases);
    std::vector<std::string> reported, named(method().info.phases.begin(), method().info.phases.end());
    for (const PhaseTime& phase : found.report.phases) {
        reported.push_back(phase.name);
        EXPECT_FALSE(phase.lower_bound.formula.empty()) << phase.name;
        EXPECT_GE(phase.milliseconds, 0) << phase.name;
    }
    if (!named.empty()) { EXPECT_EQ(reported, named); }  // `auto` has those of the method that it chooses
    EXPECT_EQ(verify_found(data, found, k, Metric::euclidean).exact, 1);
    EXPECT_GT(search(method(), device(), data, k, Metric::euclidean, exact_options(method())).report.total_milliseconds, 0);
    EXPECT_TRUE(search(method(), device(), data, k, Metric::euclidean, exact_options(method())).report.phases.empty());
}

// The lower bound of walking an index is known only from the counters of the same search.
TEST_P(EveryMethod, FloorsHoldWhatTheCountersTell) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    std::vector<float> coordinates;
    for (int i = 0; i < 2 * 2000; ++i) coordinates.push_back(float(i * 7919 % 4001));
    Data data;
    data.points = coordinates, data.dimension = 2;
    for (int i = 0; i < 2 * 40; ++i) data.queries.push_back(coordinates[std::size_t(i * 37)]);
    const int k = within(method(), 5);
    for (const std::size_t asked : {std::size_t(1), std::size_t(sanitized ? 9 : 40)}) {
        data.queries.resize(2 * asked), data.exclude.assign(asked, -1);
        const Found timed = search(method(), device(), data, k, Metric::euclidean, exact_options(method()), Measure::phases),
                    counted = search(method(), device(), data, k, Metric::euclidean, exact_options(method()), Measure::counters);
        double least = 0, walked_operations = 0;
        bool walks = false;
        for (const PhaseTime& phase : timed.report.phases) {
            walks = walks || !phase.lower_bound.traversal.empty();
            EXPECT_EQ(phase.lower_bound.is_complete(), phase.lower_bound.traversal.empty()) << phase.name;
            const LowerBound whole = with_traversal(phase.lower_bound, counted.report.counters);
            EXPECT_TRUE(whole.is_complete()) << phase.name << " names a counter that the method has not";
            EXPECT_GE(whole.bytes, phase.lower_bound.bytes);
            least += whole.bytes, walked_operations += whole.operations - phase.lower_bound.operations;
        }
        EXPECT_TRUE(walks || method().info.group != "Indexed");
        if (!walks) continue;
        EXPECT_GE(least, 4 * 2 * k) << "at least the neighbours were read";
        for (const Counter& one : counted.report.counters) {
            const bool computed = one.name == "distances" || one.name == "candidates";
            EXPECT_TRUE(!computed || walked_operations >= 3 * 2 * double(one.value)) << "each of them was computed, in some phase";
        }
    }
}

// Computed before a launch, so that a search is rejected or divided in time.
TEST_P(EveryMethod, TakesTheMemoryThatItSays) {
    if (device() != DeviceKind::host) GTEST_SKIP() << "counted on the host only";
    if (watches_races) GTEST_SKIP() << "what is counted does not depend on threads";
    const OneDevice alone(device());
    const std::vector<float> coordinates(3 * 500, 1.0f);
    const PointSet points(device(), coordinates, 3);
    const int asked = sanitized ? 9 : 40;
    const QuerySet queries(device(), std::span(coordinates).first(std::size_t(3 * asked)), 3);
    host::set_memory_limit(std::size_t(1) << 40);
    for (const int k : {1, 30, 1100}) {
        const Problem problem{.count = 500, .queries = asked, .dimension = 3, .k = within(method(), k)};
        const ListSet lists(device(), asked, problem.k);
        const std::unique_ptr<Search> search =
            method().on_host(points.points(), Options(method().info.options, exact_options(method())), {});
        for (const Measure measure : {Measure::total, Measure::counters}) {  // the second finds all memory allocated
            const std::size_t said = search->bytes_needed(problem), before = host::free_bytes();
            search->answer(queries.queries(), lists.lists(), problem, {}, measure);
            const std::size_t taken = before - host::free_bytes();
            EXPECT_LE(taken, said) << "k = " << problem.k;
            // fused also counts memory for `stream`, which it need not allocate if more room for candidates is enough.
            if (method().info.name != "fused") { EXPECT_EQ(taken, said) << "k = " << problem.k; }
        }
    }
    host::set_memory_limit(0);
}

TEST_P(EveryMethod, AsksForNothingWithoutQueries) {
    const int dimension = dimension_within(1);
    const PointSet points(device(), std::vector<float>(std::size_t(2 * dimension), 1.0f), dimension);
    Searcher searcher(method(), points, Options(method().info.options, exact_options(method())));
    ListSet lists(device(), 0, within(method(), 4));
    const std::atomic<bool> stop{true};  // any launch would be cancelled
    Report report;
    EXPECT_NO_THROW(report = searcher.search(QuerySet(device(), {}, dimension), lists.k(), Metric::euclidean, lists, {{}, &stop}));
    EXPECT_EQ(report.total_milliseconds, 0);
}

// With data near both float32's smallest and largest numbers, near points must still be distinguished.
TEST_P(EveryMethod, TellsSmallDistancesApartBesideAnEnormousOne) {
    Data data = line_within({3e38f, 3, 1, 2, -3e38f, 1e20f});
    data.exact = false;
    const int k = within(method(), 6);
    const Found found = expect_right(method(), device(), data, k, Metric::euclidean, exact_options(method()));
    EXPECT_EQ(found.index.front(), 2);
    if (k < 6) return;
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{2, 3, 1, 5, 0, 4}));
    EXPECT_FLOAT_EQ(found.distance[1], 2);
    EXPECT_FLOAT_EQ(found.distance[5], 3e38f);
}

INSTANTIATE_TEST_SUITE_P(All, EveryMethod, testing::Combine(testing::ValuesIn(method_names()), each_device()), method_and_device);

// Both devices do the same arithmetic in the same order: their counters and lists are equal.
TEST(BothDevices, CountAlike) {
    if (devices_under_test().size() < 2) GTEST_SKIP() << "one device only";
    std::mt19937 random(9);
    for (int dimension : {2, 3, 16, 128, 300, 784}) {
        Data data;
        data.dimension = dimension;
        for (int i = 0; i < 500 * dimension; ++i) data.points.push_back(unit(random));
        for (int i = 0; i < 5 * dimension; ++i) data.queries.push_back(unit(random));
        for (const Method& method : methods()) {
            if (!method.on_host || !method.on_cuda || dimension > method.info.supports.dimension_to) continue;
            if (method.info.name == "auto") continue;  // each device chooses another method
            std::map<std::string, std::string> options;
            for (const OptionSpec& option : method.info.options)
                if (option.name == "blocks") options["blocks"] = "3";  // otherwise the number of multiprocessors matters
            const int k = within(method, 20);
            const Found host = search(method, DeviceKind::host, data, k, Metric::euclidean, options, Measure::counters);
            const Found cuda = search(method, DeviceKind::cuda, data, k, Metric::euclidean, options, Measure::counters);
            EXPECT_EQ(host.index, cuda.index) << method.info.name << ", " << dimension << " dimensions";
            EXPECT_EQ(host.distance, cuda.distance) << method.info.name << ", " << dimension << " dimensions";
            ASSERT_EQ(host.report.counters.size(), cuda.report.counters.size());
            for (std::size_t i = 0; i < host.report.counters.size(); ++i)
                EXPECT_EQ(host.report.counters[i].value, cuda.report.counters[i].value)
                    << method.info.name << ": " << host.report.counters[i].name << ", " << dimension << " dimensions";
        }
    }
}

// Products of both signs: keys of negative products order alike on both devices, and no product is -0 on one of them alone.
TEST(BothDevices, FindTheSameInnerProducts) {
    if (devices_under_test().size() < 2) GTEST_SKIP() << "one device only";
    std::mt19937 random(10);
    for (int dimension : {2, 3, 16, 128, 300, 784}) {
        Data data;
        data.dimension = dimension;
        for (int i = 0; i < 500 * dimension; ++i)
            data.points.push_back(i / dimension % 9 == 0 ? 0.0f : (unit(random) - 0.5f) * std::ldexp(1.0f, i / dimension % 12));
        for (int i = 0; i < 5 * dimension; ++i) data.queries.push_back(unit(random) - 0.5f);
        for (const Method& method : methods()) {
            if (!method.on_host || !method.on_cuda || dimension > method.info.supports.dimension_to) continue;
            if (method.info.name == "auto" || !method.info.supports.no_inner_product.empty()) continue;
            const int k = within(method, 20);
            const Found host = search(method, DeviceKind::host, data, k, Metric::inner_product);
            const Found cuda = search(method, DeviceKind::cuda, data, k, Metric::inner_product);
            EXPECT_EQ(host.index, cuda.index) << method.info.name << ", " << dimension << " dimensions";
            ASSERT_EQ(host.distance.size(), cuda.distance.size());
            for (std::size_t i = 0; i < host.distance.size(); ++i)
                EXPECT_EQ(std::bit_cast<std::uint32_t>(host.distance[i]), std::bit_cast<std::uint32_t>(cuda.distance[i]))
                    << method.info.name << ", " << dimension << " dimensions, entry " << i;
        }
    }
}

}  // namespace
}  // namespace neighborscope::test
