// Searches among the rows that a filter allows: every method, on every device present, compared with the oracle.
#include "gpu/inverted_lists.hpp"
#include "tests/gpu/support.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <functional>

namespace neighborscope::test {
namespace {

using testing::HasSubstr;

struct FilteredCase {
    std::string name;
    std::function<bool(std::int64_t row)> allows;
};

const std::vector<FilteredCase>& filters() {
    static const std::vector<FilteredCase> all = {{"half", [](std::int64_t row) { return row % 2 == 1; }},
        {"one_row", [](std::int64_t row) { return row == 17; }}, {"no_row", [](std::int64_t) { return false; }},
        {"nine_rows", [](std::int64_t row) { return row % 13 == 3 && row < 110; }}, {"all_rows", [](std::int64_t) { return true; }}};
    return all;
}

std::shared_ptr<const RowFilter> filter_of(std::int64_t rows, const std::function<bool(std::int64_t)>& allows) {
    std::vector<bool> allowed;
    for (std::int64_t row = 0; row < rows; ++row) allowed.push_back(allows(row));
    return std::make_shared<const RowFilter>(std::move(allowed));
}

/// Few different coordinates, so that there are ties, and rows far away that no filter but the last allows.
Data ties(int dimension) {
    Data data = integers(sanitized ? 130 : 260, 6, dimension, 11, 5);
    for (int i = 0; i < dimension; ++i) data.points[std::size_t(2 * dimension + i)] = 4000;
    data.exclude = {17, 3, 16, -1, -1, -1};  // an allowed row, one that only some filters allow, one that none but the last allows
    for (int query = 0; query < 3; ++query)
        std::copy_n(
            data.points.begin() + data.exclude[std::size_t(query)] * dimension, dimension, data.queries.begin() + query * dimension);
    return data;
}

using FilterCase = std::tuple<std::string_view, DeviceKind, std::size_t, int>;
class Filtered : public testing::TestWithParam<FilterCase> {
protected:
    const Method& method() const { return find_method(std::get<0>(GetParam())); }
    DeviceKind device() const { return std::get<1>(GetParam()); }
    const FilteredCase& filter() const { return filters()[std::get<2>(GetParam())]; }
};

TEST_P(Filtered, ListsAreTheOraclesOfTheAllowedRows) {
    const int dimension = std::get<3>(GetParam());
    if (!runs_on(method(), device())) GTEST_SKIP() << "not on " << name(device());
    if (same_kernels_as_another(method().info.name)) GTEST_SKIP() << "the same kernels as ppw's";
    const Data data = ties(dimension);
    const auto filter = filter_of(data.count(), this->filter().allows);
    const HostRows points{data.points, dimension, filter.get()}, queries{data.queries, dimension};
    std::uint64_t seed = std::get<2>(GetParam());
    for (const Metric metric : {Metric::euclidean, Metric::cosine, Metric::inner_product, Metric::manhattan})
        for (const int wanted : {1, 12, 40}) {
            const int k = within(method(), wanted);
            if ((sanitized && wanted != 12) || (wanted > 1 && k == 1)) continue;
            const Problem problem{
                .count = filter->count(), .queries = 6, .dimension = dimension, .k = k, .metric = metric, .exclude_self = true};
            if (method().info.unsupported_reason(problem, device())) continue;
            const ExecutorOrder order(seed % 4, seed % 2 ? 1 : 2);
            ++seed;
            PointSet set(device(), data.points, dimension);
            set.set_filter(filter);
            Searcher searcher(method(), set, Options(method().info.options, exact_options(method())));
            ListSet lists(device(), 6, k);
            searcher.search(QuerySet(device(), data.queries, dimension, data.exclude), k, metric, lists);
            Found found;
            lists.fetch(found.index, found.distance);
            const Tally tally = verify(points, queries, data.exclude, found.index, found.distance, k, metric, {}, 1);
            EXPECT_EQ(tally.wrong, 0) << name(metric) << ", k = " << k << ": " << tally.first_reason;
            if (metric == Metric::euclidean) { EXPECT_EQ(tally.exact, 6) << "ties go to the smaller row, k = " << k; }
            if (HasFailure()) return;
        }
}

std::vector<std::string_view> methods_of_points() {
    std::vector<std::string_view> names;
    for (const Method& method : methods())
        if (!method.info.supports.own_index && (!method.info.supports.approximate || method.info.name == "ivf"))
            names.push_back(method.info.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, Filtered,
    testing::Combine(testing::ValuesIn(methods_of_points()), each_device(), testing::Range(std::size_t(0), filters().size()),
        testing::ValuesIn(one_for_races({2, 3, 16}))),
    [](const auto& info) {
        return test_name(std::string(std::get<0>(info.param)) + "_" + std::string(name(std::get<1>(info.param))) + "_" +
                         filters()[std::get<2>(info.param)].name + "_" + std::to_string(std::get<3>(info.param)));
    });

class FilterOnDevice : public testing::TestWithParam<DeviceKind> {
protected:
    DeviceKind device() const { return GetParam(); }
};

TEST_P(FilterOnDevice, ASelfJoinAsksForEveryPoint) {
    const Data data = ties(2);
    const auto filter = filter_of(data.count(), [](std::int64_t row) { return row % 3 == 0; });
    PointSet points(device(), data.points, 2);
    points.set_filter(filter);
    std::vector<std::int32_t> exclude;
    for (std::int32_t row = 0; row < data.count(); ++row) exclude.push_back(row);
    for (const std::string_view named : {"quadtree-coalesced", "leaf-warp", "heap"}) {
        Searcher searcher(find_method(named), points, {});
        ListSet lists(device(), data.count(), 5);
        searcher.search(QuerySet::self_join(points, true), 5, Metric::euclidean, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        const Tally tally =
            verify({data.points, 2, filter.get()}, {data.points, 2}, exclude, found.index, found.distance, 5, Metric::euclidean);
        EXPECT_EQ(tally.exact, data.count()) << named << ": " << tally.first_reason;
    }
}

TEST_P(FilterOnDevice, AnIndexMovesWithTheAllowedPoints) {
    Data data = uniform_data(200, 5, 2, 3);
    const auto filter = filter_of(200, [](std::int64_t row) { return row >= 150; });
    PointSet points(device(), data.points, 2);
    points.set_extent(std::vector<float>{-1, -1, 2, 2});
    points.set_filter(filter);
    for (const std::string_view named : {"quadtree-coalesced", "leaf-warp", "auto"}) {
        Searcher searcher(find_method(named), points, {});
        ListSet lists(device(), 5, 60);
        for (int tick = 0; tick < 3; ++tick) {
            if (tick > 0) {
                for (float& x : data.points) x += 0.1f * (x - 0.4f);
                points.move(data.points);
                searcher.points_moved();
            }
            searcher.search(QuerySet(device(), data.queries, 2), 60, Metric::euclidean, lists);
            Found found;
            lists.fetch(found.index, found.distance);
            const Tally tally =
                verify({data.points, 2, filter.get()}, {data.queries, 2}, {}, found.index, found.distance, 60, Metric::euclidean);
            EXPECT_EQ(tally.wrong, 0) << named << ", tick " << tick << ": " << tally.first_reason;
            EXPECT_EQ(found.index[50], -1);
            if (const std::optional<Tree> tree = searcher.tree(); tree && tree->grid()) {
                std::vector<int> rows(50);
                copy_to_host(device(), rows.data(), tree->grid()->object, rows.size() * sizeof(int));
                std::sort(rows.begin(), rows.end());
                for (int i = 0; i < 50; ++i) EXPECT_EQ(rows[std::size_t(i)], 150 + i) << "leaves hold the allowed rows";
            }
        }
    }
}

TEST_P(FilterOnDevice, AShortListEndsWithTheSameNumberOnEveryDevice) {
    const Data data = uniform_data(50, 2, 3, 5);
    PointSet points(device(), data.points, 3);
    points.set_filter(filter_of(50, [](std::int64_t row) { return row < 4; }));
    for (const Metric metric : {Metric::euclidean, Metric::cosine, Metric::inner_product, Metric::manhattan}) {
        Searcher searcher(find_method("heap"), points, {});
        ListSet lists(device(), 2, 6);
        searcher.search(QuerySet(device(), data.queries, 3), 6, metric, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        for (const std::size_t after : {4, 5, 10, 11})
            EXPECT_EQ(std::bit_cast<std::uint32_t>(found.distance[after]), 0x7fc00000u) << name(metric) << ", entry " << after;
    }
}

TEST_P(FilterOnDevice, StepsAndListsNameRowsOfThePointSet) {
    const Data data = uniform_data(300, 1, 2, 5);
    const auto filter = filter_of(300, [](std::int64_t row) { return row % 4 == 2; });
    PointSet points(device(), data.points, 2);
    points.set_filter(filter);
    int recorded = 0;
    for (const Method& method : methods()) {
        if (!runs_on(method, device()) || !method.info.records_steps() || method.info.supports.k_to < 4) continue;
        Searcher searcher(method, points, {});
        ListSet lists(device(), 1, 4);
        const Report report = searcher.search(QuerySet(device(), data.queries, 2), 4, Metric::euclidean, lists, {}, Measure::steps);
        ++recorded;
        for (const Step& step : report.steps)
            for (const std::int32_t row : {step.entered.index, step.left.index, step.seen.index, step.from})
                EXPECT_TRUE(row < 0 || (row < 300 && filter->allows(row))) << method.info.name << " names row " << row;
        if (!report.tree) continue;
        for (const std::int32_t row : report.tree->rows) EXPECT_TRUE(row < 300 && filter->allows(row)) << method.info.name;
    }
    EXPECT_GT(recorded, 5);
    Searcher searcher(find_method("ivf"), points, {});
    ListSet lists(device(), 1, 4);
    searcher.search(QuerySet(device(), data.queries, 2), 4, Metric::euclidean, lists);
    const auto inverted = searcher.inverted_lists();
    ASSERT_TRUE(inverted);
    ASSERT_EQ(inverted->rows.size(), 75u);
    for (const unsigned row : inverted->rows) EXPECT_TRUE(filter->allows(row));
    ASSERT_EQ(inverted->list_of.size(), 300u);
    EXPECT_EQ(inverted->list_of[0], InvertedLists::no_list);
    EXPECT_LT(inverted->list_of[2], unsigned(inverted->lists()));
    EXPECT_EQ(searcher.inverted_lists(), inverted) << "made once";
    const std::vector<MissReason> why = searcher.miss_reasons(data.queries, std::vector<std::int32_t>{0, 2});
    EXPECT_EQ(why[0].what, "filtered");
    EXPECT_NE(why[1].what, "filtered");
}

INSTANTIATE_TEST_SUITE_P(Devices, FilterOnDevice, each_device(), device_name);

TEST(Filters, MustBeOfAsManyRows) {
    PointSet points(DeviceKind::host, std::vector<float>{1, 2, 3}, 1);
    EXPECT_THAT(refused(Failure::usage, [&] { points.set_filter(filter_of(2, [](std::int64_t) { return true; })); }),
        HasSubstr("a filter of 2 rows for 3 points"));
}

// The least of what is asked for is refused before it is allocated, with numbers.
TEST(Filters, CountTheMemoryOfTheCopy) {
    const std::vector<float> coordinates(30000, 1.0f);
    PointSet points(DeviceKind::host, coordinates, 3);
    points.set_filter(filter_of(10000, [](std::int64_t row) { return row % 2 == 0; }));
    host::set_memory_limit(std::size_t(1) << 50);
    host::set_memory_limit((std::size_t(1) << 50) - host::free_bytes() + 61000);  // rows and places take 60 000
    EXPECT_THAT(refused(Failure::memory, [&] { Searcher(find_method("heap"), points, {}); }), HasSubstr("needs 60 KB, 1 KB are free"));
    host::set_memory_limit(0);
}

// A limit on k is one of the allowed rows: no list is longer.
TEST(Filters, LimitsAreThoseOfTheAllowedRows) {
    const Data data = uniform_data(3000, 1, 2, 7);
    PointSet points(DeviceKind::host, data.points, 2);
    points.set_filter(filter_of(3000, [](std::int64_t row) { return row < 20; }));
    ListSet lists(DeviceKind::host, 1, 2000);
    const QuerySet query(DeviceKind::host, data.queries, 2);
    for (const Method& method : methods()) {
        if (!runs_on(method, DeviceKind::host) || method.info.supports.k_to == 1) continue;
        Searcher searcher(method, points, {});
        EXPECT_NO_THROW(searcher.search(query, 2000, Metric::euclidean, lists)) << method.info.name;
    }
    const Method& single = find_method("nn-global");  // k = 1 only
    ListSet two(DeviceKind::host, 1, 2);
    PointSet points_of_one(DeviceKind::host, data.points, 2);
    points_of_one.set_filter(filter_of(3000, [](std::int64_t row) { return row == 20; }));
    EXPECT_NO_THROW(Searcher(single, points_of_one, {}).search(query, 2, Metric::euclidean, two));
    Searcher limited(single, points, {});
    EXPECT_THAT(refused(Failure::usage, [&] { limited.search(query, 2, Metric::euclidean, two); }), HasSubstr("k = 1 only"));
}

// The oracle itself, against the plain definition.
TEST(Oracle, LeavesOutWhatTheFilterRefuses) {
    const Data data = integers(500, 1, 3, 9, 6);
    const auto filter = filter_of(500, [](std::int64_t row) { return row % 7 != 0; });
    for (const Metric metric : all_metrics) {
        std::vector<TrueNeighbour> truth;
        for (std::int64_t row = 0; row < 500; ++row)
            if (row % 7 != 0 && row != 5)
                truth.push_back(
                    {rank_value(metric, exact_distance(&data.points[std::size_t(3 * row)], data.queries.data(), 3, metric)), row});
        std::sort(truth.begin(), truth.end(),
            [](const auto& a, const auto& b) { return std::pair(a.distance, a.index) < std::pair(b.distance, b.index); });
        const auto found = exhaustive_search_in_blocks({data.points, 3, filter.get()}, data.queries.data(), 20, metric, 5, {});
        ASSERT_EQ(found.size(), 20u);
        for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(found[i].index, truth[i].index) << name(metric) << ", rank " << i + 1;
    }
    const HostRows points{data.points, 3, filter.get()};
    const std::int32_t refused_row[] = {7};
    const auto truth = exhaustive_search(points, data.queries.data(), 1, Metric::euclidean);
    EXPECT_THAT(verify_list(points, data.queries.data(), refused_row, {}, truth, Metric::euclidean, {}).reason,
        HasSubstr("index 7 is not allowed by the filter"));
    EXPECT_THAT(verify_approximate_list(points, data.queries.data(), refused_row, {}, truth, Metric::euclidean, {}).reason,
        HasSubstr("index 7 is not allowed by the filter"));
}

}  // namespace
}  // namespace neighborscope::test
