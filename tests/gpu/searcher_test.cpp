// The registry, and Searcher: checks, tiles, scaling, cancelling; and detecting a wrong method.
#include "gpu/device/simt.hpp"
#include "gpu/range.hpp"
#include "tests/gpu/support.hpp"

#include <gmock/gmock.h>

#include <thread>

namespace neighborscope::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

// ---- Lower bounds -------------------------------------------------------------------------------------------------------------------

TEST(Floors, TakeInWhatCountersTell) {
    const LowerBound before{100, 10, "8 k bytes", {{"distances", "own", 8, 6, 1000}, {"nodes", {}, 16, 0}}};
    EXPECT_FALSE(before.is_complete());
    EXPECT_FALSE(with_traversal(before, {{"distances", 50}}).is_complete()) << "of the rest nothing is known";
    const LowerBound few = with_traversal(before, {{"distances", 50}, {"own", 20}, {"nodes", 3}});
    EXPECT_TRUE(few.is_complete());
    EXPECT_EQ(few.bytes, 100 + 8 * 30 + 16 * 3);
    EXPECT_EQ(few.operations, 10 + 6 * 30);
    EXPECT_EQ(with_traversal(few, {{"distances", 50}, {"own", 20}, {"nodes", 3}}).bytes, few.bytes) << "once";
    const LowerBound many = with_traversal(before, {{"distances", 5000}, {"own", 0}, {"nodes", 0}});
    EXPECT_EQ(many.bytes, 1100) << "points are read again from caches";
    EXPECT_EQ(many.operations, 10 + 6 * 5000) << "but computed each time";
    EXPECT_TRUE(LowerBound{}.is_complete());
    Report sum, part;
    part.phases.push_back({"search", 1, before, {}});
    add_report(sum, part), add_report(sum, part);
    EXPECT_EQ(sum.phases[0].lower_bound.traversal[0].most_bytes, 2000) << "each tile reads the points";
    EXPECT_EQ(with_traversal(sum.phases[0].lower_bound, {{"distances", 50}, {"own", 20}, {"nodes", 3}}).bytes, 200 + 8 * 30 + 16 * 3);
}

// ---- Rebuilding ---------------------------------------------------------------------------------------------------------------------

// An index that is rebuilt, to time it warm, gives the same results.
TEST(Searchers, BuildAgainWhatTheyAnswerWith) {
    for (const DeviceKind kind : devices_under_test())
        for (const std::string_view name : {"leaf-warp", "quadtree-cached", "quadtree-coalesced", "ivf", "fused", "auto", "serial"}) {
            const Method& method = find_method(name);
            if (!(kind == DeviceKind::cuda ? method.on_cuda : method.on_host)) continue;
            std::mt19937 random(3);
            std::vector<float> coordinates;
            for (int i = 0; i < 2 * 300; ++i) coordinates.push_back(unit(random));
            const PointSet points(kind, coordinates, 2);
            Searcher searcher(method, points, {});
            const auto answered = [&](Metric metric) {
                ListSet lists(kind, 300, 4);
                Found found;
                found.report = searcher.search(QuerySet::self_join(points, true), 4, metric, lists);
                lists.fetch(found.index, found.distance);
                return found;
            };
            const Found before = answered(Metric::euclidean);
            const double again = searcher.rebuild_index();
            EXPECT_EQ(again > 0, before.report.build_milliseconds > 0) << name;
            const Found after = answered(Metric::euclidean);
            EXPECT_EQ(before.index, after.index) << name;
            EXPECT_EQ(after.report.build_milliseconds, again) << name;
            if (method.info.counts_query_work) continue;  // no cosine
            const Found directions = answered(Metric::cosine);
            searcher.rebuild_index();
            EXPECT_EQ(answered(Metric::cosine).index, directions.index) << name;
        }
}

// ---- Registry -------------------------------------------------------------------------------------------------------------------

TEST(Registry, HoldsTheMethodsInOrder) {
    std::vector<std::string_view> names;
    for (const Method& method : methods()) names.push_back(method.info.name);
    auto from = names.begin();
    for (const std::string_view next : {"serial", "nn-global", "nn-shared", "heap", "bulk-heap", "ppk", "ppb", "ppw"}) {
        from = std::find(from, names.end(), next);
        ASSERT_NE(from, names.end()) << next << " is missing or not where it belongs";
    }
    for (const Method& method : methods()) {
        EXPECT_FALSE(method.info.title.empty());
        EXPECT_FALSE(method.info.citation.empty());
        EXPECT_FALSE(method.info.help.empty());
        EXPECT_EQ(method.info.phases.empty(), method.info.name == "auto");  // which has those of the chosen method
        EXPECT_NO_THROW(Options(method.info.options));
        for (const OptionSpec& option : method.info.options)
            EXPECT_EQ(parse_option(option, to_text(option.preset)), option.preset) << method.info.name << ": " << option.name;
    }
    EXPECT_FALSE(find_method("serial").info.supports.cuda);
    EXPECT_TRUE(find_method("ppw").info.supports.cuda);
    EXPECT_EQ(find_method("ppw").on_cuda != nullptr, built_with_cuda());
}

TEST(Registry, SuggestsWhatWasMeant) {
    EXPECT_EQ(refused(Failure::usage, [] { find_method("haep"); }), "no method 'haep'; did you mean heap?");
    EXPECT_THAT(refused(Failure::usage, [] { find_method("octopus"); }), HasSubstr("there are serial, "));
    EXPECT_EQ(refused(Failure::usage, [] { metric_named("euclidian"); }), "no metric 'euclidian'; did you mean euclidean?");
    for (Metric metric : all_metrics) EXPECT_EQ(metric_named(name(metric)), metric);
}

TEST(Registry, SaysWhyNot) {
    MethodInfo info{};
    info.supports = {.dimension_from = 2, .dimension_to = 3, .k_to = 1, .cuda = false};
    Problem problem{.count = 10, .queries = 1, .dimension = 2, .k = 1};
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), std::nullopt);
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::cuda), "host only");
    problem.k = 2;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "k = 1 only");
    info.supports.k_to = 32;
    problem.k = 33;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), std::nullopt) << "of ten points no list has more than ten";
    problem.count = 100;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "k at most 32");
    EXPECT_THAT(info.suggest_alternatives(problem, DeviceKind::host), testing::StartsWith("ask for k up to 32, or choose auto, serial, "));
    problem.k = 32;
    problem.metric = Metric::chebyshev;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), std::nullopt);
    info.supports.chebyshev = false;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "no Chebyshev distance");
    info.supports.manhattan = false;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "no Chebyshev distance");
    info.supports.missing_package = "libsomething-dev";
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "not built: libsomething-dev was not found");
    info.supports.missing_package = {};
    info.supports.missing_cuda_library = [] { return std::string_view("a library"); };
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "no Chebyshev distance");
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::cuda), "host only")
        << "it is not built for CUDA: what it lacks there is no matter";
    info.supports.cuda = true;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::cuda), "on CUDA it needs a library, which was not found");
    info.supports.missing_cuda_library = [] { return std::string_view(); };
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::cuda), "no Chebyshev distance");
    problem.metric = Metric::inner_product;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), std::nullopt);
    info.supports.no_inner_product = "it has a tree";
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "no inner product: it has a tree");
    EXPECT_THAT(info.suggest_alternatives(problem, DeviceKind::host),
        testing::AllOf(testing::StartsWith("choose auto, serial, "), testing::Not(testing::HasSubstr("quadtree"))));
    for (const Method& method : methods())
        if (method.info.group == "Indexed") { EXPECT_FALSE(method.info.supports.no_inner_product.empty()) << method.info.name; }
    problem.dimension = 4;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "at most 3 dimensions");
    problem.dimension = 1;
    EXPECT_EQ(info.unsupported_reason(problem, DeviceKind::host), "at least 2 dimensions");
    EXPECT_THAT(info.suggest_alternatives(problem, DeviceKind::host), testing::StartsWith("choose auto, serial, "));
}

// ---- Checks before a search -----------------------------------------------------------------------------------------------------

class OnDevice : public testing::TestWithParam<DeviceKind> {
protected:
    DeviceKind device() const { return GetParam(); }
};

TEST_P(OnDevice, RefusesWhatDoesNotFitTogether) {
    const PointSet points(device(), std::vector<float>{1, 2, 3, 4}, 2);
    Searcher searcher(find_method("ppw"), points, Options(find_method("ppw").info.options));
    const QuerySet query(device(), std::vector<float>{1, 2}, 2);
    ListSet lists(device(), 1, 3);
    EXPECT_THAT(refused(Failure::usage, [&] { searcher.search(query, 0, Metric::euclidean, lists); }), HasSubstr("k = 0"));
    EXPECT_THAT(refused(Failure::usage, [&] { searcher.search(query, 2, Metric::euclidean, lists); }), HasSubstr("lists of 3"));
    EXPECT_THAT(
        refused(Failure::usage, [&] { searcher.search(QuerySet(device(), std::vector<float>{1}, 1), 3, Metric::euclidean, lists); }),
        HasSubstr("queries have 1"));
    EXPECT_THAT(refused(Failure::usage,
                    [&] {
                        QuerySet(device(), std::vector<float>{1, 2}, 2, std::vector<std::int32_t>{1, 2});
                    }),
        HasSubstr("2 rows to exclude for 1"));
    EXPECT_THAT(refused(Failure::usage, [&] { PointSet(device(), std::vector<float>{1, 2, 3}, 2); }), HasSubstr("not whole rows of 2"));
    EXPECT_THAT(refused(Failure::input,
                    [&] {
                        PointSet(device(), std::vector<float>{1, 2, 3, std::numeric_limits<float>::quiet_NaN()}, 2);
                    }),
        HasSubstr("point 1 "));
    const PointSet wide(device(), std::vector<float>(4097), 4097);
    EXPECT_THAT(refused(Failure::usage, [&] { Searcher(find_method("heap"), wide, {}); }), HasSubstr("heap: at most 4096 dimensions"));
    EXPECT_EQ(points.points().largest, 4);
}

// ---- Scaling --------------------------------------------------------------------------------------------------------------------

TEST(Range, ScalesOnlyWhatFloatCannotSquare) {
    EXPECT_EQ(scaling_exponent(0), 0);
    EXPECT_EQ(scaling_exponent(1), 0);
    EXPECT_EQ(scaling_exponent(1e-6f), 0);
    EXPECT_EQ(scaling_exponent(0x1p56f), 0);
    for (float largest : {0x1.8p56f, 1e20f, 3e38f, 0x1p-22f, 1e-30f, 1e-44f}) {
        const float scaled = std::ldexp(largest, scaling_exponent(largest));
        EXPECT_LE(scaled, 0x1p56f) << largest;
        EXPECT_GT(scaled, 0x1p24f) << largest;
    }
    EXPECT_EQ(scaling_exponent(1e20f), scaling_exponent(1e28f)) << "few scales, so that queries share one";
}

TEST(Range, KnowsTheLargestAndTheSmallestMagnitude) {
    std::vector<float> coordinates(100, 0.0f);  // longer than the lanes, and no multiple of them
    EXPECT_EQ(magnitudes_of(coordinates).largest, 0);
    EXPECT_TRUE(std::isinf(magnitudes_of(coordinates).smallest));
    coordinates[3] = 1, coordinates[40] = -3, coordinates[98] = -1e-40f;
    EXPECT_EQ(magnitudes_of(coordinates).largest, 3);
    EXPECT_EQ(magnitudes_of(coordinates).smallest, 1e-40f);
    coordinates[99] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(std::isinf(magnitudes_of(coordinates).largest));
    EXPECT_EQ(magnitudes_of({}).largest, 0);
}

TEST(Range, KnowsTheLeastDifferenceThatThereCanBe) {
    EXPECT_EQ(smallest_nonzero_distance(1), 0x1p-23);
    EXPECT_EQ(smallest_nonzero_distance(1.5f), 0x1p-23);
    EXPECT_EQ(smallest_nonzero_distance(1e-44f), 0x1p-149);
    EXPECT_EQ(smallest_nonzero_distance(0), 0x1p-149);  // unknown
    EXPECT_GT(smallest_nonzero_distance(0.001f), smallest_reliable_distance(4096, 0)) << "ordinary data are not looked at";
}

TEST_P(OnDevice, FindsTheSameAtEveryScale) {
    std::mt19937 random(12);
    Data data;
    data.dimension = 3;
    for (int i = 0; i < 3 * 100; ++i) data.points.push_back(float(int(random() % 21) - 10));
    data.queries.assign(data.points.begin(), data.points.begin() + 6);
    const Found plain = search(find_method("heap"), device(), data, 7, Metric::euclidean);
    for (int exponent : {-140, -100, -40, 30, 70, 120}) {
        Data scaled = data;
        scaled.exact = true;
        for (float& x : scaled.points) x = std::ldexp(x, exponent);
        for (float& x : scaled.queries) x = std::ldexp(x, exponent);
        const Found found = expect_right(find_method("heap"), device(), scaled, 7, Metric::euclidean);
        EXPECT_EQ(found.index, plain.index) << "times 2^" << exponent;
    }
}

// Points, queries or both are too small for float32, or their products are.
TEST_P(OnDevice, FindsTheSameProductsAtEveryScale) {
    std::mt19937 random(13);
    Data data;
    data.dimension = 3;
    for (int i = 0; i < 3 * 100; ++i) data.points.push_back(float(int(random() % 21) - 10));
    data.queries.assign(data.points.begin(), data.points.begin() + 6);
    const Found plain = search(find_method("heap"), device(), data, 7, Metric::inner_product);
    for (const auto& [points, queries] : {std::pair{-140, -140}, {-140, 100}, {100, -140}, {-70, -70}, {0, -149}, {70, 20}, {120, -120}}) {
        Data scaled = data;
        for (float& x : scaled.points) x = std::ldexp(x, points);
        for (float& x : scaled.queries) x = std::ldexp(x, queries);
        for (const std::string_view method : {"heap", "flat", "fused", "stream"}) {
            const Found found = expect_right(find_method(method), device(), scaled, 7, Metric::inner_product);
            EXPECT_EQ(found.index, plain.index) << method << ": times 2^" << points << " and 2^" << queries;
            EXPECT_EQ(found.distance[0], std::ldexp(plain.distance[0], points + queries)) << method;
        }
    }
}

TEST_P(OnDevice, ScalesForQueriesOutOfRangeToo) {
    Data data = line({1, 2, 3}, 1e25f);
    data.queries.push_back(1.75f);
    data.exact = false;
    const Found found = expect_right(find_method("ppw"), device(), data, 2, Metric::euclidean);
    EXPECT_FLOAT_EQ(found.distance[0], 1e25f);
    EXPECT_EQ(found.index[2], 1);
    EXPECT_EQ(found.distance[2], 0.25f);
}

// One query is enormous beside the points: the others' results do not change, including rounding.
TEST_P(OnDevice, AQueryFarAwayDoesNotDisturbTheOthers) {
    for (const Metric metric : {Metric::euclidean, Metric::manhattan}) {
        Data data = line({3e-38f, 1.1e-38f, 2.3e-38f, -1.7e-38f}, 2.1e-38f);
        data.queries.insert(data.queries.end(), {1e27f, -1e-38f});
        data.exclude = {-1, 2, -1};
        data.exact = false;
        const Found found = expect_right(find_method("heap"), device(), data, 2, metric);
        EXPECT_EQ(found.index, (std::vector<std::int32_t>{2, 0, 0, 1, 3, 1}));
        for (const std::size_t query : {0u, 2u})
            for (std::size_t i = 2 * query; i < 2 * query + 2; ++i)
                EXPECT_EQ(
                    found.distance[i], float(exact_distance(&data.points[std::size_t(found.index[i])], &data.queries[query], 1, metric)));
    }
}

TEST_P(OnDevice, WorkOfQueriesOfSeveralMagnitudesComesBackToEach) {
    const std::vector<float> points{1, 1, 2, 2, 3, 3, 4, 4}, queries{1, 1, 1e30f, 1, 4, 4};
    const PointSet set(device(), points, 2);
    const Method& method = find_method("quadtree-cached");
    Searcher searcher(method, set, {});
    ListSet lists(device(), 3, 2);
    const DeviceMemory work(device(), 3 * sizeof(QueryWork), "what queries take");
    searcher.search(QuerySet(device(), queries, 2), 2, Metric::euclidean, lists, {}, Measure::total, static_cast<QueryWork*>(work.data()));
    QueryWork took[3];
    work.to_host(took, sizeof took);
    for (const QueryWork& one : took) EXPECT_EQ(one.leaves, 1u);
}

// Neighbours that float32 cannot distinguish at a common scale of all points are found in double precision.
TEST_P(OnDevice, FindsWhatIsTooSmallBesideTheLargestPoint) {
    Data data = line({3e38f, 3e-5f, 1e-5f, 2e-5f, 1e20f});
    data.exact = false;
    for (const std::string_view name : {"heap", "stream", "serial"}) {
        if (!runs_on(find_method(name), device())) continue;
        const Found found = search(find_method(name), device(), data, 2, Metric::euclidean, {}, Measure::counters);
        EXPECT_EQ(found.index, (std::vector<std::int32_t>{2, 3})) << name;
        EXPECT_EQ(found.distance, (std::vector<float>{1e-5f, 2e-5f})) << name;
        EXPECT_EQ(counter(found.report, "queries searched again in double"), 1) << name;
    }
    data.points = {3e38f, 7, 7, 7, 1e20f};  // equal points need no more digits
    data.queries = {7};
    const Found found = search(find_method("heap"), device(), data, 2, Metric::euclidean, {}, Measure::counters);
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{1, 2}));
    for (const Counter& one : found.report.counters) EXPECT_NE(one.name, "queries searched again in double");
}

// ---- More neighbours than points ------------------------------------------------------------------------------------------------

TEST_P(OnDevice, AsksForNoMoreThanThereAre) {
    constexpr int most = std::numeric_limits<int>::max();
    const Data data = line({3, 1, 2}, 0);
    for (const Method& method : methods()) {
        if (!runs_on(method, device()) || method.info.supports.k_to < most || method.info.supports.dimension_from > 1) continue;
        if (method.info.supports.approximate || method.info.name == "wrong") continue;
        const PointSet points(device(), data.points, 1);
        EXPECT_EQ(points.list_width(most), 3);
        EXPECT_EQ(points.list_width(2), 2);
        Searcher searcher(method, points, {});
        const QuerySet query(device(), data.queries, 1, std::vector<std::int32_t>{0});
        ListSet lists(device(), 1, points.list_width(most)), wide(device(), 1, 5);
        searcher.search(query, most, Metric::euclidean, lists);
        searcher.search(query, 5, Metric::euclidean, wide);
        Found narrow, padded;
        lists.fetch(narrow.index, narrow.distance);
        wide.fetch(padded.index, padded.distance);
        EXPECT_EQ(narrow.index, (std::vector<std::int32_t>{1, 2, -1})) << method.info.name;
        EXPECT_EQ(padded.index, (std::vector<std::int32_t>{1, 2, -1, -1, -1})) << method.info.name;
        EXPECT_EQ(padded.distance[1], 2) << method.info.name;
        for (std::size_t i = 2; i < 5; ++i) EXPECT_TRUE(std::isnan(padded.distance[i])) << method.info.name;
    }
    EXPECT_EQ(PointSet(device(), {}, 1).list_width(most), 1);
}

TEST_P(OnDevice, LimitsOfKAreThoseOfTheListsThatThereCanBe) {
    const std::vector<float> coordinates = {1, 1, 2, 2};
    const QuerySet query(device(), std::vector<float>{1, 1}, 2);
    const PointSet point(device(), std::span(coordinates).first(2), 2), two(device(), coordinates, 2);
    for (const std::string_view name : {"nn-global", "quadtree-cached"}) {
        Searcher searcher(find_method(name), point, {});
        ListSet lists(device(), 1, 1);
        searcher.search(query, std::numeric_limits<int>::max(), Metric::euclidean, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        EXPECT_EQ(found.index, std::vector<std::int32_t>{0}) << name;
    }
    Searcher searcher(find_method("nn-global"), two, {});
    ListSet lists(device(), 1, 2);
    EXPECT_THAT(refused(Failure::usage, [&] { searcher.search(query, 5, Metric::euclidean, lists); }),
        AllOf(HasSubstr("k = 1 only; ask for k = 1, or choose "), HasSubstr(" heap, "), Not(HasSubstr(" nn-shared"))));
}

INSTANTIATE_TEST_SUITE_P(Devices, OnDevice, each_device(), device_name);

// ---- Tiles and memory -----------------------------------------------------------------------------------------------------------

struct MemoryLimit {
    explicit MemoryLimit(std::size_t free) {
        host::set_memory_limit(std::size_t(1) << 50);
        const std::size_t used = (std::size_t(1) << 50) - host::free_bytes();
        host::set_memory_limit(used + free);
    }
    ~MemoryLimit() { host::set_memory_limit(0); }
};

/// Returns the number of the query, needs 1000 bytes for each, and stores its arguments.
struct Spy final : Search {
    inline static std::vector<std::int64_t> tiles;
    std::size_t bytes_needed(const Problem& problem) const override { return 1000 * std::size_t(problem.queries); }
    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure) override {
        tiles.push_back(problem.queries);
        for (std::int64_t q = 0; q < problem.queries; ++q) {
            lists.index[q * problem.k] = std::int32_t(queries.points.coordinates[q]);
            lists.distance[q * problem.k] = 0;
        }
        progress.step(1, 1);
        Report report;
        report.total_milliseconds = 2;
        report.phases.push_back({"all", 3, {10, 20, "ten"}, InsideKernel{0.5, double(problem.queries), 0.1}});
        report.counters.push_back({"queries", problem.queries});
        return report;
    }
};

Method spy() {
    Method method;
    method.info.name = "spy";
    method.on_host = [](const Points&, const Options&, const Progress&) -> std::unique_ptr<Search> { return std::make_unique<Spy>(); };
    return method;
}

TEST(Searcher, AsksInTilesWhenMemoryIsShort) {
    std::vector<float> coordinates(25);
    for (int i = 0; i < 25; ++i) coordinates[std::size_t(i)] = float(i);
    const PointSet points(DeviceKind::host, coordinates, 1);
    const QuerySet queries(DeviceKind::host, coordinates, 1);
    const Method method = spy();
    Searcher searcher(method, points, {});
    ListSet lists(DeviceKind::host, 25, 1);
    std::vector<double> done;
    Progress progress;
    progress.report = [&](double d, double total) {
        EXPECT_EQ(total, 25);
        done.push_back(d);
    };
    Spy::tiles.clear();
    const MemoryLimit limit(10500);
    const Report report = searcher.search(queries, 1, Metric::euclidean, lists, progress);
    EXPECT_EQ(Spy::tiles, (std::vector<std::int64_t>{10, 10, 5}));
    EXPECT_EQ(done, (std::vector<double>{10, 20, 25, 25}));
    EXPECT_EQ(report.total_milliseconds, 6);
    ASSERT_EQ(report.phases.size(), 1u);
    EXPECT_EQ(report.phases[0].milliseconds, 9);
    EXPECT_EQ(report.phases[0].lower_bound.bytes, 30);
    EXPECT_EQ(report.phases[0].lower_bound.operations, 60);
    EXPECT_DOUBLE_EQ(report.phases[0].inside->share, 0.5);
    EXPECT_EQ(report.phases[0].inside->imbalance, 10);
    ASSERT_EQ(report.counters.size(), 1u);
    EXPECT_EQ(report.counters[0].value, 25);
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    lists.fetch(index, distance);
    for (int i = 0; i < 25; ++i) EXPECT_EQ(index[std::size_t(i)], i);
}

TEST(Searcher, RefusesWithNumbersWhenOneQueryDoesNotFit) {
    const PointSet points(DeviceKind::host, std::vector<float>(25), 1);
    const QuerySet queries(DeviceKind::host, std::vector<float>(3), 1);
    const Method method = spy();
    Searcher searcher(method, points, {});
    ListSet lists(DeviceKind::host, 3, 1);
    const MemoryLimit limit(999);
    EXPECT_EQ(refused(Failure::memory, [&] { searcher.search(queries, 1, Metric::euclidean, lists); }),
        "spy: one query over 25 points with k = 1 needs 1000 bytes of device memory, 999 are free; use a smaller k, fewer points or "
        "another method");
}

/// Needs less at each call, like methods that query the free memory while other programs free some.
struct Modest final : Search {
    mutable std::size_t bytes = 3000;
    std::size_t bytes_needed(const Problem&) const override { return bytes -= 1000; }
    Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure) override { return {}; }
};

TEST(Searcher, ARefusalHasTheNumberThatWasJudged) {
    const PointSet points(DeviceKind::host, std::vector<float>(25), 1);
    const QuerySet query(DeviceKind::host, std::vector<float>(1), 1);
    Method method = spy();
    method.on_host = [](const Points&, const Options&, const Progress&) -> std::unique_ptr<Search> { return std::make_unique<Modest>(); };
    Searcher searcher(method, points, {});
    ListSet lists(DeviceKind::host, 1, 1);
    const MemoryLimit limit(1500);
    EXPECT_THAT(refused(Failure::memory, [&] { searcher.search(query, 1, Metric::euclidean, lists); }),
        HasSubstr("needs 2000 bytes of device memory, 1500 are free"));
}

TEST(Searcher, RealMethodsFitIntoWhatTheyAskFor) {
#ifdef NEIGHBORSCOPE_TSAN
    GTEST_SKIP() << "memory, not threads, and minutes under ThreadSanitizer";
#endif
    std::mt19937 random(13);
    Data data;
    data.dimension = 2;
    data.exact = true;
    for (int i = 0; i < 2 * 3000; ++i) data.points.push_back(float(random() % 50));
    for (int i = 0; i < 2 * 40; ++i) data.queries.push_back(float(random() % 50));
    for (const Method& method : methods()) {
        if (!runs_on(method, DeviceKind::host)) continue;
        const PointSet points(DeviceKind::host, data.points, 2);
        const QuerySet queries(DeviceKind::host, data.queries, 2);
        Searcher searcher(method, points, Options(method.info.options));
        for (int wanted : {20, 1200}) {
            const int k = std::min(wanted, method.info.supports.k_to);
            const std::int64_t asked = sanitized ? 3 : 8;
            const QuerySet some(DeviceKind::host, std::span(data.queries).first(std::size_t(asked) * 2), 2);
            ListSet lists(DeviceKind::host, asked, k);
            // Enough for some of the queries: lowers the limit until one does not fit.
            for (std::size_t free = std::size_t(64) << 20; free > 1000; free /= sanitized ? 32 : 4) {
                const MemoryLimit limit(free);
                try {
                    Searcher fresh(method, points, Options(method.info.options));
                    fresh.search(some, k, Metric::euclidean, lists);
                } catch (const Error& error) {
                    EXPECT_EQ(error.kind, Failure::memory);
                    EXPECT_THAT(error.what(), AnyOf(HasSubstr("one query over 3000 points"), HasSubstr("copy of the points"),
                                                  HasSubstr("over 3000 points needs")))
                        << "refused before anything was allocated";
                    break;
                }
                Found found;
                lists.fetch(found.index, found.distance);
                const Tally tally = verify({data.points, 2}, {std::span(data.queries).first(std::size_t(asked) * 2), 2}, {}, found.index,
                    found.distance, k, Metric::euclidean, {}, 1, method.info.supports.approximate);
                EXPECT_EQ(method.info.supports.approximate ? asked - tally.wrong : tally.exact, asked)
                    << method.info.name << ", k = " << k << ", " << free << " bytes free: " << tally.first_reason;
            }
        }
    }
}

// ---- Lifetimes -----------------------------------------------------------------------------------------------------------------

template <class Set>
concept answers_of_points = requires(Set set) {
    QuerySet::self_join(static_cast<Set>(set), false);
}
&&requires(Set set) { QuerySet::point_range(static_cast<Set>(set), 0, 1, false); };

TEST(Searcher, IsNotMadeFromPointsThatEndAtOnce) {
    EXPECT_TRUE((std::is_constructible_v<Searcher, const Method&, PointSet&, const Options&>));
    EXPECT_FALSE((std::is_constructible_v<Searcher, const Method&, PointSet&&, const Options&>));
    EXPECT_FALSE((std::is_constructible_v<Searcher, const Method&, const PointSet&&, const Options&, const Progress&>));
    EXPECT_TRUE(answers_of_points<const PointSet&>);
    EXPECT_FALSE(answers_of_points<PointSet&&>);
}

// ---- Cancelling -----------------------------------------------------------------------------------------------------------------

// After a stop request the current tile is the last.
TEST(Searcher, StopsWithinATileOnTheHost) {
    std::vector<float> coordinates(std::size_t(watches_races ? 10000 : sanitized ? 50000 : 400000) * 4);
    std::mt19937 random(14);
    for (float& x : coordinates) x = float(random()) * 1e-9f;
    for (const Method& method : methods()) {
        if (!runs_on(method, DeviceKind::host)) continue;
        const int dimension = std::min(4, method.info.supports.dimension_to);
        const std::span<const float> own = std::span(coordinates).first(coordinates.size() / 4 * std::size_t(dimension));
        const PointSet points(DeviceKind::host, own, dimension);
        const QuerySet some(DeviceKind::host, own.first(std::size_t(dimension) * 200), dimension), all = QuerySet::self_join(points, false);
        Searcher searcher(method, points, Options(method.info.options));
        const int k = std::min(16, method.info.supports.k_to);
        const QuerySet& queries = method.info.group == "Exhaustive" ? some : all;  // an index answers some queries before it can be stopped
        ListSet lists(DeviceKind::host, queries.queries().points.count, k);
        std::atomic<bool> stop{false};
        int reports = 0;
        const Progress progress{.report = [&](double, double) { ++reports, stop = true; }, .stop = &stop};
        EXPECT_THROW(searcher.search(queries, k, Metric::euclidean, lists, progress), Cancelled) << method.info.name;
        EXPECT_EQ(reports, 1) << method.info.name;
        // A cancelled search leaves the Searcher usable.
        ListSet one(DeviceKind::host, 1, std::min(3, k));
        searcher.search(QuerySet(DeviceKind::host, own.first(std::size_t(dimension)), dimension), one.k(), Metric::euclidean, one);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        one.fetch(index, distance);
        EXPECT_EQ(index[0], 0) << method.info.name;
    }
}

// Building before the first search can be cancelled, too, except in two libraries; `auto` builds at the first search.
TEST(Searcher, PreparingIsStoppedWhereAnythingIsBuilt) {
    std::vector<float> coordinates(6000);
    std::mt19937 random(15);
    for (float& x : coordinates) x = float(random()) * 1e-9f;
    const std::atomic<bool> stop{true};
    for (const Method& method : methods()) {
        const std::string_view name = method.info.name;
        if (!runs_on(method, DeviceKind::host) || name == "nanoflann" || name == "flann-kdtree" || name == "auto") continue;
        const int dimension = std::min(4, method.info.supports.dimension_to);
        const PointSet points(DeviceKind::host, coordinates, dimension);
        ListSet list(DeviceKind::host, 1, 1);
        const QuerySet query(DeviceKind::host, std::span(coordinates).first(std::size_t(dimension)), dimension);
        const double build = Searcher(method, points, {}).search(query, 1, Metric::euclidean, list).build_milliseconds;
        if (build > 0) EXPECT_THROW(Searcher(method, points, {}, Progress{.stop = &stop}), Cancelled) << name;
        else EXPECT_NO_THROW(Searcher(method, points, {}, Progress{.stop = &stop})) << name;
    }
}

// Threads of a block are fibers there, and synchronise at some fifty barriers: with many threads these took nearly all of the time.
TEST(Searcher, OnTheHostLongListsAreOrderedByOneWarp) {
    const ExecutorOrder order(0, 2);
    static unsigned threads;
    threads = 0;
    host::executor_options().launched = [](const host::Launch& launch, std::uint64_t) {
        if (std::string_view(launch.kernel).starts_with("finish<")) threads = std::max(threads, launch.block.x);
    };
    for (const int k : {300, 2000}) expect_right(find_method("heap"), DeviceKind::host, uniform_data(2100, 2, 2, 1), k, Metric::euclidean);
    EXPECT_EQ(threads, 32u);
}

// ---- Detecting a wrong method ---------------------------------------------------------------------------------------------------

/// `serial`, but every third list has its first two neighbours exchanged.
struct Wrong final : Search {
    explicit Wrong(std::unique_ptr<Search> right) : right(std::move(right)) {}
    std::size_t bytes_needed(const Problem& problem) const override { return right->bytes_needed(problem); }
    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        Report report = right->answer(queries, lists, problem, progress, measure);
        for (std::int64_t q = 0; q < problem.queries; q += 3) {
            std::swap(lists.index[q * problem.k], lists.index[q * problem.k + 1]);
            std::swap(lists.distance[q * problem.k], lists.distance[q * problem.k + 1]);
        }
        return report;
    }
    std::unique_ptr<Search> right;
};

TEST(WrongMethod, IsFoundOutWithTheRightCount) {
    Method method = find_method("serial");
    method.info.name = "wrong";
    method.on_host = [](const Points& points, const Options& options, const Progress& progress) -> std::unique_ptr<Search> {
        return std::make_unique<Wrong>(find_method("serial").on_host(points, options, progress));
    };
    add_method(method);
    Data data;
    data.dimension = 1;
    for (int i = 0; i < 100; ++i) data.points.push_back(float(i * i));
    for (int i = 0; i < 20; ++i) data.queries.push_back(float(i * i));
    const Found found = search(find_method("wrong"), DeviceKind::host, data, 4, Metric::euclidean);
    const Tally tally = verify_found(data, found, 4, Metric::euclidean);
    EXPECT_EQ(tally.wrong, 7);  // queries 0, 3, ... 18
    EXPECT_EQ(tally.exact, 13);
    EXPECT_EQ(tally.first_wrong, 0);
    EXPECT_EQ(tally.first_reason, "rank 1: index 1 at distance 1, expected index 0 at 0");
}

}  // namespace
}  // namespace neighborscope::test
