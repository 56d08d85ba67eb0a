// `ivf`: k-means lists, which of them a query searches, and its explanations.
#include "gpu/inverted_lists.hpp"
#include "tests/gpu/support.hpp"

#include <numeric>
#include <set>

namespace neighborscope::test {
namespace {

/// The results and reports of one search over prepared points.
struct Told {
    Found found;
    std::shared_ptr<const InvertedLists> lists;
};

class Ivf : public MethodTest {
protected:
    Ivf() : MethodTest("ivf") {}
    Told told(const Data& data, int k, Metric metric, int lists, int probes) const {
        const PointSet points(GetParam(), data.points, data.dimension);
        const QuerySet queries(GetParam(), data.queries, data.dimension, data.exclude);
        Searcher searcher(method, points, options(lists, probes));
        ListSet into(GetParam(), data.query_count(), k);
        Told told;
        told.found.report = searcher.search(queries, k, metric, into, {}, Measure::counters);
        into.fetch(told.found.index, told.found.distance);
        told.lists = searcher.inverted_lists();
        return told;
    }
    Options options(int lists, int probes) const {
        return Options(method.info.options, {{"lists", std::to_string(lists)}, {"probes", std::to_string(probes)}});
    }
};

double squared(const float* a, const float* b, int dimension) {
    double sum = 0;
    for (int d = 0; d < dimension; ++d) sum += (double(a[d]) - double(b[d])) * (double(a[d]) - double(b[d]));
    return sum;
}

TEST_P(Ivf, EveryRowLiesInTheListOfItsNearestCentroid) {
    for (const int dimension : {1, 2, 3, 17, 130}) {
        const Data data = uniform_data(sanitized ? 120 : 700, 1, dimension, 1);
        const auto lists = told(data, 1, Metric::euclidean, 23, 3).lists;
        ASSERT_EQ(lists->lists(), 23);
        EXPECT_EQ(lists->probes, 3);
        EXPECT_EQ(lists->boxes.size(), dimension <= 3 ? 23u : 0u);
        std::vector<unsigned> rows = lists->rows;
        std::sort(rows.begin(), rows.end());
        for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], i) << "each row once";
        for (int list = 0; list < lists->lists(); ++list)
            for (unsigned i = lists->begin[std::size_t(list)]; i < lists->begin[std::size_t(list) + 1]; ++i) {
                const float* const row = data.points.data() + lists->rows[i] * std::size_t(dimension);
                EXPECT_EQ(lists->nearest(row).front(), list);
                EXPECT_EQ(lists->list_of[lists->rows[i]], unsigned(list));
                if (i > lists->begin[std::size_t(list)]) { EXPECT_LT(lists->rows[i - 1], lists->rows[i]); }
                for (int d = 0; d < dimension && dimension <= 3; ++d) {
                    EXPECT_LE(lists->boxes[std::size_t(list)].low[std::size_t(d)], row[d]);
                    EXPECT_GE(lists->boxes[std::size_t(list)].high[std::size_t(d)], row[d]);
                }
            }
    }
}

// Its result is that of an exhaustive search over the rows of the nearest lists.
TEST_P(Ivf, SearchesTheNearestListsAndNoOthers) {
    const OneDevice alone(GetParam());
    struct Case {
        int points, dimension, lists, probes, k;
        Metric metric;
    };
    std::vector<Case> cases = {{900, 2, 30, 4, 10, Metric::euclidean}, {900, 3, 30, 1, 33, Metric::manhattan},
        {500, 40, 9, 3, 5, Metric::chebyshev}, {400, 130, 20, 7, 100, Metric::euclidean}, {700, 5, 300, 40, 50, Metric::euclidean}};
    if (sanitized) cases = one_for_races({Case{200, 2, 12, 4, 10, Metric::euclidean}, Case{150, 130, 9, 3, 40, Metric::manhattan}});
    for (const Case& one : cases) {
        Data data = uniform_data(one.points, 9, one.dimension, 2);
        for (int i = 0; i < 9; ++i) data.exclude.push_back(i % 2 ? i : -1);
        for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 4); ++seed) {
            const ExecutorOrder order(seed, seed % 2 ? 1 : 2);
            const auto [found, lists] = told(data, one.k, one.metric, one.lists, one.probes);
            std::int64_t looked_at = 0;
            for (std::size_t query = 0; query < 9; ++query) {
                const float* const position = data.queries.data() + query * std::size_t(one.dimension);
                const std::vector<int> nearest = lists->nearest(position);
                std::vector<std::pair<double, std::int64_t>> candidates;
                for (int i = 0; i < one.probes; ++i) {
                    const int list = nearest[std::size_t(i)];
                    looked_at += lists->points_of(list);
                    for (unsigned at = lists->begin[std::size_t(list)]; at < lists->begin[std::size_t(list) + 1]; ++at) {
                        const std::int64_t row = lists->rows[at];
                        if (row == data.exclude[query]) continue;
                        candidates.emplace_back(
                            exact_distance(data.points.data() + row * one.dimension, position, one.dimension, one.metric), row);
                    }
                }
                std::sort(candidates.begin(), candidates.end());
                for (std::size_t rank = 0; rank < std::size_t(one.k); ++rank) {
                    const std::int64_t expected = rank < candidates.size() ? candidates[rank].second : -1;
                    EXPECT_EQ(found.index[query * std::size_t(one.k) + rank], expected)
                        << one.dimension << " dimensions, rank " << rank + 1;
                    if (expected >= 0) { EXPECT_EQ(found.distance[query * std::size_t(one.k) + rank], float(candidates[rank].first)); }
                }
            }
            EXPECT_EQ(counter(found.report, "distances"), looked_at);
            EXPECT_EQ(counter(found.report, "lists probed"), 9 * one.probes);
            EXPECT_EQ(counter(found.report, "distances to centroids"), 9 * one.lists);
            if (HasFailure()) return;
        }
    }
}

TEST_P(Ivf, RecallGrowsWithProbesToOne) {
    const Data data = uniform_data(sanitized ? 300 : 3000, 20, 8, 3);
    double before = 0;
    for (const int probes : {1, 3, 10, 40}) {
        const Found found = told(data, 10, Metric::euclidean, 40, probes).found;
        const Tally tally =
            verify({data.points, 8}, {data.queries, 8}, {}, found.index, found.distance, 10, Metric::euclidean, {}, 1, true);
        EXPECT_EQ(tally.wrong, 0) << tally.first_reason;
        EXPECT_GT(tally.recall(), before) << probes;
        before = tally.recall();
    }
    EXPECT_EQ(before, 1);
}

TEST_P(Ivf, TakesListsOfEveryLength) {
    const Data data = integers(2500, 2, 3, 5);
    for (const int k : {1, 16, 17, 48, 49, 112, 113, 240, 241, 496, 497, 1008, 1009, 2032})
        if (!sanitized || k % 2 == 1) expect_right(data, k, Metric::euclidean, {{"lists", "20"}, {"probes", "20"}});
}

// More lists than points, and more probes than lists: as many as there are.
TEST_P(Ivf, TakesWhateverThereIs) {
    for (const int count : {0, 1, 2, 9, 40})
        for (const int k : {1, 5, 60}) {
            const auto [found, lists] = told(integers(count, 3, 3, 6), k, Metric::euclidean, 50, 100);
            const Tally tally = verify_found(integers(count, 3, 3, 6), found, k, Metric::euclidean);
            EXPECT_EQ(tally.exact, 3) << count << " points, k = " << k << ": " << tally.first_reason;
            if (count == 0) {
                EXPECT_EQ(lists, nullptr);
            } else {
                EXPECT_EQ(lists->lists(), count);
            }
        }
}

TEST_P(Ivf, OneListHoldsAll) {
    const auto [found, lists] = told(integers(100, 2, 2, 7), 9, Metric::euclidean, 1, 1);
    EXPECT_EQ(lists->points_of(0), 100);
    EXPECT_EQ(verify_found(integers(100, 2, 2, 7), found, 9, Metric::euclidean).exact, 2);
}

// Three positions for ten lists: three lists have points, whatever the initial centroids; seven stay empty, which is no error.
TEST_P(Ivf, ListsOfEqualPointsStayEmpty) {
    Data data;
    data.dimension = 2;
    data.exact = true;
    for (int i = 0; i < 300; ++i) data.points.insert(data.points.end(), {float(i % 3), 1});
    data.queries = {0, 1, 2, 2};
    const auto [found, lists] = told(data, 150, Metric::euclidean, 10, 10);
    EXPECT_EQ(verify_found(data, found, 150, Metric::euclidean).exact, 2);
    int with_points = 0;
    for (int list = 0; list < 10; ++list) {
        with_points += lists->points_of(list) > 0;
        EXPECT_TRUE(lists->points_of(list) == 0 || lists->points_of(list) == 100);
    }
    EXPECT_EQ(with_points, 3);
}

// A list without points takes half of the fullest one's: clusters far from the origin and from each other all get lists.
TEST_P(Ivf, EmptyListsGoWhereThePointsAre) {
    Data data;
    data.dimension = 2;
    std::mt19937 random(8);
    for (int i = 0; i < 1000; ++i) {
        const float cluster = i < 990 ? 0 : float(i % 10);
        data.points.insert(data.points.end(), {1e6f + 1e4f * cluster + unit(random), -2e6f + unit(random)});
    }
    data.queries = {1e6f, -2e6f};
    const auto lists = told(data, 5, Metric::euclidean, 64, 8).lists;
    int empty = 0, most = 0;
    for (int list = 0; list < 64; ++list) empty += lists->points_of(list) == 0, most = std::max(most, lists->points_of(list));
    EXPECT_LE(empty, 6);
    EXPECT_LT(most, 200);
}

// k-means makes lists tighter than the initial ones: points of a list are far nearer to its centroid than lists are to each other.
TEST_P(Ivf, ListsAreTight) {
    const Data data = uniform_data(sanitized ? 300 : 2000, 1, 2, 9);
    const auto lists = told(data, 1, Metric::euclidean, 25, 1).lists;
    double sum = 0;
    for (std::size_t row = 0; row < lists->rows.size(); ++row)
        sum += squared(data.points.data() + 2 * row, lists->centroid(int(lists->list_of[row])), 2);
    const double square_of_side = 1.0 / 25, of_squares = square_of_side / 6;  // the mean over a square around its centre
    EXPECT_LT(sum / double(lists->rows.size()), 1.2 * of_squares);
}

TEST_P(Ivf, GivesTheSameEveryTime) {
    const Data data = uniform_data(sanitized ? 200 : 2000, 20, 20, 10);
    const auto first = told(data, 10, Metric::euclidean, 30, 2);
    const ExecutorOrder order(3, 1);
    const auto second = told(data, 10, Metric::euclidean, 30, 2);
    EXPECT_EQ(first.found.index, second.found.index);
    EXPECT_EQ(first.lists->centroids, second.lists->centroids);
    EXPECT_EQ(first.lists->rows, second.lists->rows);
}

/// The explanation of a missed row is right: with one list more than its rank the row is found.
TEST_P(Ivf, TellsWhyItMissedARow) {
    constexpr int k = 150;
    for (const Metric metric : {Metric::euclidean, Metric::cosine}) {
        Data data = uniform_data(sanitized ? 300 : 2000, 1, 3, 11);
        for (float& x : data.points) x -= 0.5f;
        for (float& x : data.queries) x -= 0.5f;
        const auto truth = exhaustive_search({data.points, 3}, data.queries.data(), k, metric);
        const PointSet points(GetParam(), data.points, 3);
        const QuerySet queries(GetParam(), data.queries, 3);
        const auto found = [&](int probes) {
            Searcher searcher(method, points, options(20, probes));
            ListSet lists(GetParam(), 1, k);
            searcher.search(queries, k, metric, lists);
            std::vector<std::int32_t> index;
            std::vector<float> distance;
            lists.fetch(index, distance);
            return std::set<std::int32_t>(index.begin(), index.end());
        };
        Searcher searcher(method, points, options(20, 1));
        ListSet lists(GetParam(), 1, k);
        searcher.search(queries, k, metric, lists);
        std::vector<std::int32_t> missed;
        const auto listed = found(1);
        for (const TrueNeighbour& one : truth)
            if (!listed.count(std::int32_t(one.index))) missed.push_back(std::int32_t(one.index));
        ASSERT_FALSE(missed.empty()) << "else this shows nothing";
        const std::vector<MissReason> why = searcher.miss_reasons(data.queries, missed);
        ASSERT_EQ(why.size(), missed.size());
        std::map<int, std::set<std::int32_t>> found_with;
        for (std::size_t i = 0; i < missed.size(); ++i) {
            EXPECT_EQ(why[i].what, "skipped");
            const int place = std::stoi(why[i].value);
            ASSERT_GT(place, 1);
            EXPECT_NE(why[i].sentence.find("its centroid has rank " + why[i].value + " of 20 by distance"), std::string::npos)
                << why[i].sentence;
            for (const int probes : {place, place - 1})
                if (!found_with.count(probes)) found_with[probes] = found(probes);
            EXPECT_EQ(found_with[place].count(missed[i]), 1u) << why[i].sentence;
            EXPECT_EQ(found_with[place - 1].count(missed[i]), 0u) << why[i].sentence;
        }
        EXPECT_EQ(searcher.inverted_lists() == nullptr, metric == Metric::cosine) << "lists of directions are no lists of these points";
    }
}

TEST_P(Ivf, PreparingCanBeCancelled) {
    const Data data = uniform_data(sanitized ? 2000 : 20000, 1, 32, 12);
    const PointSet points(GetParam(), data.points, data.dimension);
    const std::atomic<bool> stop{true};
    EXPECT_THROW(Searcher(method, points, {}, {{}, &stop}), Cancelled);
}

TEST_P(Ivf, SaysHowFarPreparingIs) {
    const Data data = uniform_data(500, 1, 4, 13);
    const PointSet points(GetParam(), data.points, data.dimension);
    double last = 0, all = 0;
    const Searcher searcher(method, points, {}, {[&](double done, double total) {
        EXPECT_GE(done, last);
        last = done, all = total;
    }});
    EXPECT_GT(all, 0);
    EXPECT_EQ(last, all);
}

INSTANTIATE_TEST_SUITE_P(Devices, Ivf, each_device(), device_name);

TEST(IvfOnBothDevices, ListsAreTheSame) {
    if (devices_under_test().size() < 2) GTEST_SKIP() << "one device only";
    for (const int dimension : {2, 3, 20, 128, 300}) {
        const Data data = uniform_data(20000, 1, dimension, 14);
        std::vector<std::shared_ptr<const InvertedLists>> lists;
        for (const DeviceKind device : devices_under_test()) {
            const PointSet points(device, data.points, dimension);
            lists.push_back(
                Searcher(find_method("ivf"), points, Options(find_method("ivf").info.options, {{"lists", "70"}})).inverted_lists());
        }
        EXPECT_EQ(lists[0]->centroids, lists[1]->centroids) << dimension;
        EXPECT_EQ(lists[0]->rows, lists[1]->rows) << dimension;
        EXPECT_EQ(lists[0]->begin, lists[1]->begin) << dimension;
    }
}

TEST(InvertedLists, SayWhichAreNearestAndWhyARowIsMissed) {
    InvertedLists lists{
        .dimension = 1, .probes = 2, .centroids = {0, 10, 20, 10}, .begin = {0, 2, 3, 5, 5}, .rows = {1, 4, 0, 2, 3}, .boxes = {}};
    lists.complete();
    EXPECT_EQ(lists.lists(), 4);
    EXPECT_EQ(lists.list_of, (std::vector<unsigned>{1, 0, 2, 2, 0}));
    const float query = 12;
    EXPECT_EQ(lists.nearest(&query), (std::vector<int>{1, 3, 2, 0})) << "of equals the first";
    const std::vector<std::int32_t> missed = {3, 0, 7};
    const std::vector<MissReason> why = lists.miss_reasons(&query, missed);
    ASSERT_EQ(why.size(), 3u);
    EXPECT_EQ(why[0].what, "skipped");
    EXPECT_EQ(why[0].sentence,
        "It lies in list 2, which was not searched: its centroid has rank 3 of 4 by distance from the query, and only the nearest 2 lists "
        "are searched (probes).");
    EXPECT_EQ(why[0].option + "=" + why[0].value, "probes=3");
    EXPECT_EQ(why[1].what, "rounding");
    EXPECT_EQ(why[2].what, "") << "no such row";
    lists.probes = 1;
    EXPECT_EQ(lists.miss_reasons(&query, missed)[0].sentence,
        "It lies in list 2, which was not searched: its centroid has rank 3 of 4 by distance from the query, and only the nearest list is "
        "searched (probes).");
}

}  // namespace
}  // namespace neighborscope::test
