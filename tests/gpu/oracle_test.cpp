// The oracle itself, on cases small enough to work by hand.
#include "tests/gpu/support.hpp"

#include <gmock/gmock.h>

namespace neighborscope::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(ExactDistance, IsThreeFourFive) {
    const float a[] = {1, 2}, b[] = {4, 6};
    EXPECT_EQ(exact_distance(a, b, 2, Metric::euclidean), 5);
    EXPECT_EQ(exact_distance(a, b, 2, Metric::manhattan), 7);
    EXPECT_EQ(exact_distance(a, b, 2, Metric::chebyshev), 4);
}

TEST(ExactDistance, SurvivesWhatFloatDoesNot) {
    const float a[] = {1e20f, 1e-30f}, b[] = {-1e20f, 2e-30f};
    EXPECT_DOUBLE_EQ(exact_distance(a, b, 1, Metric::euclidean), 2 * double(1e20f));
    EXPECT_DOUBLE_EQ(exact_distance(a + 1, b + 1, 1, Metric::euclidean), double(2e-30f) - double(1e-30f));
}

TEST(ExhaustiveSearch, OrdersByDistanceThenIndex) {
    const std::vector<float> points = {3, -1, 2, 1, -3, 1};
    const float query = 0;
    const auto list = exhaustive_search({points, 1}, &query, 4, Metric::euclidean);
    std::vector<std::int64_t> index;
    for (const TrueNeighbour& neighbour : list) index.push_back(neighbour.index);
    EXPECT_EQ(index, (std::vector<std::int64_t>{1, 3, 5, 2}));
    EXPECT_EQ(list[3].distance, 2);
}

TEST(ExhaustiveSearch, LeavesOutTheExcludedAndEndsWhereThePointsDo) {
    const std::vector<float> points = {5, 6, 7};
    const float query = 5;
    const auto list = exhaustive_search({points, 1}, &query, 9, Metric::manhattan, 0);
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].index, 1);
    EXPECT_EQ(list[1].index, 2);
    EXPECT_TRUE(exhaustive_search({{}, 1}, &query, 3, Metric::euclidean).empty());
}

TEST(ExhaustiveSearch, AgreesWithSortingEverything) {
    std::mt19937 random(3);
    for (int dimension : {1, 2, 7, 33, 70}) {
        for (Metric metric : all_metrics) {
            std::vector<float> points(std::size_t(dimension) * 501), query(static_cast<std::size_t>(dimension));
            for (float& x : points) x = float(random() % 5) / 3;
            for (float& x : query) x = float(random() % 5) / 3;
            std::vector<std::pair<double, std::int64_t>> all;
            for (std::int64_t i = 0; i < 501; ++i)
                all.emplace_back(exact_distance(points.data() + i * dimension, query.data(), dimension, metric), i);
            std::sort(all.begin(), all.end(), [metric](const auto& a, const auto& b) {
                const double from = rank_value(metric, a.first), to = rank_value(metric, b.first);
                return from != to ? from < to : a.second < b.second;
            });
            for (int k : {1, 10, 400, 501, 600}) {
                const auto list = exhaustive_search({points, dimension}, query.data(), k, metric);
                ASSERT_EQ(list.size(), std::size_t(std::min(k, 501)));
                for (std::size_t i = 0; i < list.size(); ++i) {
                    ASSERT_EQ(list[i].index, all[i].second) << dimension << " dimensions, k = " << k << ", rank " << i + 1;
                    ASSERT_EQ(list[i].distance, all[i].first);
                }
            }
        }
    }
}

TEST(CosineDistance, IsOneMinusTheCosineOfTheAngle) {
    const std::vector<float> points = {3, 0, 0, 7, -2, 0, 1, 1, 0, 0, 1e30f, 1e30f, 1e-30f, 0};
    const float query[] = {5, 0};
    const double half = 1 - std::sqrt(0.5);
    const double expected[] = {0, 1, 2, half, 2, half, 0};
    for (std::size_t i = 0; i < 7; ++i)
        EXPECT_NEAR(exact_distance(points.data() + 2 * i, query, 2, Metric::cosine), expected[i], 1e-7) << i;
    std::vector<std::int64_t> index;
    for (const TrueNeighbour& one : exhaustive_search({points, 2}, query, 9, Metric::cosine)) index.push_back(one.index);
    EXPECT_EQ(index, (std::vector<std::int64_t>{0, 6, 3, 5, 1, 2, 4})) << "lengths do not count; a row of zeros is behind all";
    index.clear();
    const float zeros[] = {0, 0};
    for (const TrueNeighbour& one : exhaustive_search({points, 2}, zeros, 3, Metric::cosine, 1)) {
        index.push_back(one.index);
        EXPECT_EQ(one.distance, 2);
    }
    EXPECT_EQ(index, (std::vector<std::int64_t>{0, 2, 3})) << "all are as far";
    EXPECT_EQ(cosine_of(1.0f), 0.5f);
    EXPECT_EQ(cosine_of(3.0f), 2.0f);
}

TEST(InnerProduct, DescendsAndIsNoDistance) {
    const std::vector<float> points = {1, 0, 3, 0, -2, 0, 0, 5, 3, 7, 0, 0};
    const float query[] = {2, 0};
    EXPECT_EQ(exact_distance(points.data(), query, 2, Metric::inner_product), 2);
    EXPECT_EQ(exact_distance(points.data() + 4, query, 2, Metric::inner_product), -4);
    EXPECT_FALSE(std::signbit(exact_distance(points.data() + 6, query, 2, Metric::inner_product)));
    std::vector<std::int64_t> index;
    std::vector<double> product;
    for (const TrueNeighbour& one : exhaustive_search({points, 2}, query, 9, Metric::inner_product)) {
        index.push_back(one.index);
        product.push_back(one.distance);
    }
    EXPECT_EQ(index, (std::vector<std::int64_t>{1, 4, 0, 3, 5, 2})) << "equal products: the smaller index comes first";
    EXPECT_EQ(product, (std::vector<double>{6, 6, 2, 0, 0, -4}));
    std::mt19937 random(31);
    std::vector<float> rows(3 * 4000), asked(3);
    for (float& x : rows) x = unit(random) - 0.5f;
    for (float& x : asked) x = unit(random) - 0.5f;
    const auto whole = exhaustive_search({rows, 3}, asked.data(), 20, Metric::inner_product, 7);
    for (std::size_t rank = 1; rank < whole.size(); ++rank) EXPECT_LE(whole[rank].distance, whole[rank - 1].distance);
    EXPECT_TRUE(
        std::isinf(float(exact_distance(std::vector<float>{3e38f}.data(), std::vector<float>{2e38f}.data(), 1, Metric::inner_product))));
}

TEST(InnerProduct, ListsAreJudgedByTheLengthsOfRows) {
    // Products that cancel: the sum is tiny compared with the lengths, which determine the rounding.
    const std::vector<float> points = {1, -1, 1.0000001f, -1, 0, 0, 3, 3}, query = {0.1f, 0.1f};
    const HostRows rows{points, 2}, queries{query, 2};
    const auto truth = exhaustive_search(rows, query.data(), 3, Metric::inner_product);
    const RoundingBound bound = rounding_bound(rows, queries, Metric::inner_product);
    EXPECT_NEAR(bound.lengths, std::sqrt(18.0) * std::sqrt(0.02), 1e-6);
    EXPECT_GT(bound.at(0), 0);
    EXPECT_LT(bound.at(0), 1e-6);
    EXPECT_EQ(truth[0].index, 3);
    const std::vector<std::int32_t> right{3, std::int32_t(truth[1].index), std::int32_t(truth[2].index)}, confused{3, right[2], right[1]},
        reversed{right[2], right[1], 3};
    const auto verdict = [&](const std::vector<std::int32_t>& index) {
        return verify_list(rows, query.data(), index, {}, truth, Metric::inner_product, bound).verdict;
    };
    EXPECT_EQ(verdict(right), Verdict::exact);
    EXPECT_EQ(verdict(confused), Verdict::within_rounding);
    EXPECT_EQ(verdict(reversed), Verdict::wrong);
    EXPECT_EQ(rounding_bound({std::vector<float>{-3, 2, 0, 1}, 2}, {std::vector<float>{5, -7}, 2}, Metric::inner_product).relative, 0);
    // An approximate list must descend too.
    const std::vector<float> products{truth[0].distance > 0 ? float(truth[0].distance) : 0};
    const std::vector<std::int32_t> one{3, -1};
    const std::vector<float> of_one{products[0], nan};
    const Recall recall = verify_approximate_list(rows, query.data(), one, of_one, truth, Metric::inner_product, bound);
    EXPECT_EQ(recall.rank, 0) << recall.reason;
    EXPECT_EQ(recall.found, 1);
    EXPECT_NE(
        verify_approximate_list(rows, query.data(), std::vector<std::int32_t>{2, 3}, {}, truth, Metric::inner_product, bound).rank, 0);
}

TEST(RoundingBound, IsZeroWhereDistancesAreExact) {
    const auto bound = [](std::vector<float> points, int dimension, Metric metric = Metric::euclidean) {
        return rounding_bound({points, dimension}, {points, dimension}, metric);
    };
    EXPECT_EQ(bound({0, 1, 5, 40}, 2).relative, 0);
    EXPECT_EQ(bound({1000000, 1000001, 1000007, 1000003}, 2).relative, 0);  // far from the origin, unit spacing
    EXPECT_EQ(bound({0.25f, 0.5f, 8, 3}, 1).relative, 0);
    EXPECT_EQ(bound({7, 7, 7}, 3).relative, 0);
    EXPECT_GT(bound({0.1f, 0.2f, 0.3f}, 1).relative, 0);
    EXPECT_GT(bound({0, 5001}, 1).relative, 0);  // 5001^2 needs 25 bits
    EXPECT_EQ(bound({0, 5001}, 1, Metric::manhattan).relative, 0);
    EXPECT_EQ(bound({}, 2).relative, 0);
}

TEST(RoundingBound, GrowsWithDimensionsAndStaysSmall) {
    std::mt19937 random(4);
    std::vector<float> points(4096 * 2);
    for (float& x : points) x = float(random()) * 1e-9f;
    double before = 0;
    for (int dimension : {1, 2, 128, 784, 4096}) {
        const RoundingBound bound = rounding_bound({points, dimension}, {points, dimension}, Metric::euclidean);
        EXPECT_GT(bound.relative, before);
        EXPECT_LT(bound.relative, (dimension + 5) * 0x1p-24);
        before = bound.relative;
    }
}

struct Judging : testing::Test {
    std::vector<float> points = {1, 2, 2, 5};
    float query = 0;
    std::vector<TrueNeighbour> truth = exhaustive_search({points, 1}, &query, 3, Metric::euclidean);

    ListVerification verify_found(
        std::vector<std::int32_t> index, std::vector<float> distance, RoundingBound bound = {}, std::int64_t exclude = -1) const {
        return verify_list({points, 1}, &query, index, distance, truth, Metric::euclidean, bound, exclude);
    }
};

TEST_F(Judging, TakesTheTruth) {
    EXPECT_EQ(verify_found({0, 1, 2}, {1, 2, 2}).verdict, Verdict::exact);
    EXPECT_EQ(verify_found({0, 1, 2}, {}).verdict, Verdict::exact);  // lists of other programs may have no distances
}

TEST_F(Judging, RefusesTiesInTheWrongOrderOfIndices) {
    const ListVerification verification = verify_found({0, 2, 1}, {1, 2, 2});
    EXPECT_EQ(verification.verdict, Verdict::wrong);
    EXPECT_EQ(verification.rank, 2);
}

TEST_F(Judging, AllowsWhatRoundingConfuses) {
    const ListVerification verification = verify_found({0, 2, 1}, {1, 2, 2}, {1e-7});
    EXPECT_EQ(verification.verdict, Verdict::within_rounding);
    EXPECT_EQ(verification.rank, 2);
}

TEST_F(Judging, RefusesEverythingElse) {
    const RoundingBound bound{1e-7};
    EXPECT_EQ(verify_found({0, 1, 3}, {1, 2, 5}, bound).reason, "index 3 at distance 5, expected index 2 at 2");
    EXPECT_EQ(verify_found({0, 1, 1}, {1, 2, 2}, bound).reason, "index 1 occurs 2 times");
    EXPECT_EQ(verify_found({0, 1, 4}, {1, 2, 2}, bound).reason, "index 4 is not a row (there are 4), expected 2");
    EXPECT_EQ(verify_found({0, 1, -1}, {1, 2, nan}, bound).reason, "index -1 is not a row (there are 4), expected 2");
    EXPECT_EQ(verify_found({0, 1, 2}, {1, 2, 3}, bound).reason, "distance 3 given for index 2, whose distance is 2");
    EXPECT_EQ(verify_found({0, 1, 2}, {1, 2, nan}, bound).verdict, Verdict::wrong);
    EXPECT_EQ(verify_found({0, 1, 2}, {1, 2, 2}, bound, 1).reason, "index 1 should be excluded");
    EXPECT_EQ(verify_found({1, 0, 2}, {2, 1, 2}, bound).rank, 1);
}

TEST_F(Judging, WantsShortListsPadded) {
    truth.resize(2);
    EXPECT_EQ(verify_found({0, 1, -1}, {1, 2, nan}).verdict, Verdict::exact);
    EXPECT_EQ(verify_found({0, 1, 2}, {1, 2, 2}).verdict, Verdict::wrong);
    EXPECT_EQ(verify_found({0, 1, -1}, {1, 2, 0}).verdict, Verdict::wrong);
}

TEST(Verify, CountsAndNamesTheFirstWrongList) {
    const std::vector<float> points = {0, 10, 20, 30}, queries = {0, 10, 20, 30};
    const std::vector<std::int32_t> index = {0, 2, 1, 3};
    const std::vector<float> distance = {0, 10, 10, 0};
    for (unsigned threads : {1u, 3u, 9u}) {
        const Tally tally = verify({points, 1}, {queries, 1}, {}, index, distance, 1, Metric::euclidean, {}, threads);
        EXPECT_EQ(tally.exact, 2);
        EXPECT_EQ(tally.within_rounding, 0);
        EXPECT_EQ(tally.wrong, 2);
        EXPECT_EQ(tally.first_wrong, 1);
        EXPECT_EQ(tally.first_wrong, 1);
        EXPECT_EQ(tally.first_reason, "rank 1: index 2 at distance 10, expected index 1 at 0");
    }
}

TEST(Verify, StopsWhenAsked) {
    const std::vector<float> points(20000, 1.0f), queries(1000, 1.0f);
    const std::vector<std::int32_t> index(1000, 0);
    const std::vector<float> distance(1000, 0.0f);
    std::atomic<bool> stop{false};
    int reports = 0;
    Progress progress;
    progress.stop = &stop;
    progress.report = [&](double done, double total) {
        EXPECT_EQ(total, 1000);
        EXPECT_GE(done, 1);
        if (++reports == 3) stop = true;
    };
    EXPECT_THROW(verify({points, 1}, {queries, 1}, {}, index, distance, 1, Metric::euclidean, progress), Cancelled);
    EXPECT_EQ(reports, 3);
}

TEST(Verify, JudgesAThousandQueriesOverTwentyThousandPoints) {
    if (sanitized) GTEST_SKIP() << "it would take them long";
    std::mt19937 random(1);
    std::vector<float> points(2 * 20000), queries(2 * 1000), distance(16 * 1000);
    for (float& x : points) x = float(random()) * 1e-6f;
    for (float& x : queries) x = float(random()) * 1e-6f;
    std::vector<std::int32_t> index(16 * 1000);
    const Tally tally = verify({points, 2}, {queries, 2}, {}, index, distance, 16, Metric::euclidean);
    EXPECT_EQ(tally.wrong, 1000);
}

// ---- Approximate methods -------------------------------------------------------------------------------------------------------

/// Points 0, 1, ... 9 on a line, the query at 0, k = 4: the truth is rows 0, 1, 2, 3.
class ApproximateList : public testing::Test {
protected:
    Recall verify_found(const std::vector<std::int32_t>& index, const std::vector<float>& distance, std::int64_t exclude = -1) const {
        const auto truth = exhaustive_search({points, 1}, &query, int(index.size()), Metric::euclidean, exclude);
        return verify_approximate_list({points, 1}, &query, index, distance, truth, Metric::euclidean, {}, exclude);
    }
    void expect_wrong(const Recall& recall, int rank, const std::string& reason) const {
        EXPECT_EQ(recall.rank, rank);
        EXPECT_THAT(recall.reason, testing::HasSubstr(reason));
    }
    const std::vector<float> points = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const float query = 0;
};

TEST_F(ApproximateList, MayMissNeighboursAndBeShort) {
    for (const auto& [index, distance, found] :
        {std::tuple<std::vector<std::int32_t>, std::vector<float>, int>{{0, 1, 2, 3}, {0, 1, 2, 3}, 4}, {{0, 2, 3, 7}, {0, 2, 3, 7}, 3},
            {{5, 6, 7, 8}, {5, 6, 7, 8}, 0}, {{1, 3, -1, -1}, {1, 3, nan, nan}, 2}, {{-1, -1, -1, -1}, {nan, nan, nan, nan}, 0}}) {
        const Recall recall = verify_found(index, distance);
        EXPECT_EQ(recall.rank, 0) << recall.reason;
        EXPECT_EQ(recall.found, found);
        EXPECT_EQ(recall.asked, 4);
    }
}

TEST_F(ApproximateList, MustNotMakeAnythingUp) {
    expect_wrong(verify_found({0, 1, 1, 3}, {0, 1, 1, 3}), 3, "index 1 occurs twice");
    expect_wrong(verify_found({0, 1, 2, 10}, {0, 1, 2, 10}), 4, "is not a row (there are 10)");
    expect_wrong(verify_found({0, 1, -7, 3}, {0, 1, 2, 3}), 3, "is not a row (there are 10)");
    expect_wrong(verify_found({0, 1, 2, 3}, {0, 1, 2.5f, 3}), 3, "distance 2.5 given for index 2, whose distance is 2");
    expect_wrong(verify_found({0, 2, 1, 3}, {0, 2, 1, 3}), 3, "index 1 at distance 1 after index 2 at 2");
    expect_wrong(verify_found({0, 1, 2, 3}, {0, 1, 2, 3}, 0), 1, "index 0 should be excluded");
    expect_wrong(verify_found({0, -1, 2, -1}, {0, nan, 2, nan}), 3, "index 2 after the list has ended");
    expect_wrong(verify_found({0, -1, -1, -1}, {0, 1, nan, nan}), 2, "past the end of the list");
}

TEST_F(ApproximateList, EqualDistancesCountAsFound) {
    const std::vector<float> equal = {1, -1, 1, -1, 5};
    const auto truth = exhaustive_search({equal, 1}, &query, 2, Metric::euclidean);
    const std::vector<std::int32_t> others = {2, 3};
    const std::vector<float> distance = {1, 1};
    EXPECT_EQ(verify_approximate_list({equal, 1}, &query, others, distance, truth, Metric::euclidean, {}).found, 2);
    const std::vector<std::int32_t> backwards = {3, 2};
    EXPECT_EQ(verify_approximate_list({equal, 1}, &query, backwards, distance, truth, Metric::euclidean, {}).rank, 2)
        << "the smaller index first";
}

TEST_F(ApproximateList, AreCountedTogether) {
    const std::vector<std::int32_t> index = {0, 1, 0, 9, 5, 5};
    const std::vector<float> distance = {0, 1, 0, 9, 0, 0}, queries = {0, 0, 5};
    const Tally tally = verify({points, 1}, {queries, 1}, {}, index, distance, 2, Metric::euclidean, {}, 1, true);
    EXPECT_EQ(tally.found, 2 + 1 + 1);
    EXPECT_EQ(tally.asked, 6);
    EXPECT_EQ(tally.exact, 1);
    EXPECT_EQ(tally.wrong, 1);
    EXPECT_EQ(tally.first_wrong, 2);
    EXPECT_DOUBLE_EQ(tally.recall(), 4.0 / 6);
}

}  // namespace
}  // namespace neighborscope::test
