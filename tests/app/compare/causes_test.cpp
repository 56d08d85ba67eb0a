// Planted faults give the planted cause, counted over all lists; correct lists give none.
#include "app/compare/causes.hpp"
#include "planted.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using test::data_of;
using test::Planted;
using test::planted;
using ::testing::HasSubstr;
using Kind = Cause::Kind;

/// Expects this first cause, with at least so many lists.
void expect_cause(const Comparison& comparison, Kind kind, std::int64_t at_least) {
    ASSERT_FALSE(comparison.causes.empty()) << classes_text(comparison);
    EXPECT_EQ(key(comparison.causes.front().kind), key(kind)) << comparison.causes.front().sentence;
    EXPECT_GE(comparison.causes.front().lists, at_least);
}

TEST(Causes, AShuffledListIsInAnotherOrder) {
    Planted lists = planted();
    std::reverse(&lists.index(77, 2), &lists.index(77, 5) + 1);
    std::reverse(&lists.distance(77, 2), &lists.distance(77, 5) + 1);
    expect_cause(*lists.compared(), Kind::another_order, 1);
}

TEST(Causes, ASkippedLeafIsNamedWithItsPlace) {
    const Planted right = planted();
    const FileRows points(right.data.coordinates, right.data.origin, right.numbers);
    double scratch[2];
    std::vector<char> skipped(300);
    for (const auto& [distance, row] : test::nearest(points, points.row(40, scratch), 8, Metric::euclidean))
        skipped[std::size_t(row)] = true;
    const auto comparison = Planted(right.data, right.numbers, 5, Metric::euclidean, false, skipped).compared();
    EXPECT_EQ(comparison->count_of(ListClass::wrong), 0);
    expect_cause(*comparison, Kind::rows_never_found, comparison->count_of(ListClass::missing));
    EXPECT_THAT(comparison->causes.front().sentence, HasSubstr("8 rows are in no list"));
    EXPECT_THAT(comparison->causes.front().sentence, HasSubstr("they lie in x "));
}

TEST(Causes, AnotherMetricFits) {
    for (const bool distances : {true, false}) {
        Planted lists = planted(5, Metric::manhattan);
        if (!distances) lists.lists.distance.clear();
        const auto comparison = lists.compared();
        ASSERT_NE(comparison->cause(Kind::other_metric), nullptr);
        EXPECT_EQ(comparison->cause(Kind::other_metric)->metric, Metric::manhattan);
    }
}

TEST(Causes, IndicesThatAreShifted) {
    for (const std::int64_t shift : {1, -1, 17}) {
        Planted lists = planted();
        for (std::int64_t& index : lists.lists.index) index += shift;
        for (std::int64_t& index : lists.lists.index) index = std::max<std::int64_t>(index, 0);
        expect_cause(*lists.compared(), Kind::shifted, 200);
    }
}

std::vector<std::int64_t> permutation(std::int64_t count) {
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < count; ++i) order.push_back((i * 7 + 3) % count);  // 300 and 7 are coprime
    return order;
}

TEST(Causes, PointsThatWereNumberedAnew) {
    for (const bool distances : {true, false}) {
        Planted lists = planted();
        for (std::int64_t& index : lists.lists.index) index = permutation(300)[std::size_t(index)];
        if (!distances) lists.lists.distance.clear();
        expect_cause(*lists.compared(), Kind::renumbered, 290);
    }
}

TEST(Causes, QueriesInAnotherOrder) {
    Planted lists = planted();
    const Planted right = planted();
    const std::vector<std::int64_t> order = permutation(300);
    for (std::int64_t query = 0; query < 300; ++query)
        for (int rank = 1; rank <= 5; ++rank) {
            lists.lists.index[std::size_t(query * 5 + rank - 1)] = right.lists.index[std::size_t(order[std::size_t(query)] * 5 + rank - 1)];
            lists.lists.distance[std::size_t(query * 5 + rank - 1)] =
                right.lists.distance[std::size_t(order[std::size_t(query)] * 5 + rank - 1)];
        }
    expect_cause(*lists.compared(), Kind::queries_in_another_order, 290);
    std::rotate(lists.lists.index.begin(), lists.lists.index.end() - 5, lists.lists.index.end());
    lists.lists.index = right.lists.index, lists.lists.distance = right.lists.distance;
    std::rotate(lists.lists.index.begin(), lists.lists.index.begin() + 5, lists.lists.index.end());
    std::rotate(lists.lists.distance.begin(), lists.lists.distance.begin() + 5, lists.lists.distance.end());
    const auto comparison = lists.compared();
    expect_cause(*comparison, Kind::queries_in_another_order, 299);
    EXPECT_THAT(comparison->causes.front().sentence, HasSubstr("each belongs to the query 1 later"));
}

TEST(Causes, ThePointItselfIsLeftOutOrKept) {
    const Planted with = planted();
    const Planted without(with.data, with.numbers, 5, Metric::euclidean, true);
    expect_cause(*without.compared(), Kind::self_left_out, 300);
    ComparedQueries others;
    for (std::int32_t row = 0; row < 300; ++row) others.exclude.push_back(row);
    EXPECT_EQ(without.compared({}, others)->count_of(ListClass::exact), 300);
    expect_cause(*with.compared({}, others), Kind::self_kept, 300);
}

TEST(Causes, WhatIsGivenForDistances) {
    const auto spoiled = [](auto change) {
        Planted lists = planted();
        for (double& distance : lists.lists.distance) distance = change(distance);
        return lists.compared();
    };
    expect_cause(*spoiled([](double distance) { return distance * distance; }), Kind::squares, 300);
    expect_cause(*spoiled([](double distance) { return -distance; }), Kind::negative, 300);
    expect_cause(*spoiled([](double distance) { return float16_of(distance); }), Kind::float16_distances, 290);
}

TEST(Causes, DistancesInAnotherUnit) {
    Planted lists = planted();
    for (double& distance : lists.lists.distance) distance *= 9e-6;  // degrees for metres
    std::swap(lists.index(7, 0), lists.index(8, 4));                 // in addition to another fault
    const auto comparison = lists.compared();
    expect_cause(*comparison, Kind::another_unit, 298);
    EXPECT_THAT(comparison->causes.front().sentence, HasSubstr("9e-06 times"));
    EXPECT_FALSE(comparison->has_cause(Kind::float32_rounding));
}

TEST(Causes, AFaultAmongSquaresIsSeenAllTheSame) {
    Planted lists = planted();
    lists.index(9, 3) = lists.index(9, 2), lists.distance(9, 3) = lists.distance(9, 2);
    for (double& distance : lists.lists.distance) distance *= distance;
    EXPECT_EQ(lists.compared()->causes.front().lists, 300);
    ComparisonOptions options;
    options.squared = true;
    const auto comparison = lists.compared(options);
    EXPECT_EQ(comparison->count_of(ListClass::wrong), 1);
    expect_cause(*comparison, Kind::row_twice, 1);
}

TEST(Causes, SquaresBesideOtherFaultsAreCountedAndNothingElseIsMadeUp) {
    const Planted with = planted();
    Planted lists(with.data, with.numbers, 5, Metric::euclidean, true);
    for (double& distance : lists.lists.distance) distance *= distance;
    const auto comparison = lists.compared();
    ASSERT_TRUE(comparison->has_cause(Kind::squares));
    EXPECT_EQ(comparison->cause(Kind::squares)->lists, 300);
    ASSERT_TRUE(comparison->has_cause(Kind::self_left_out));
    // A wrong distance at correct indices is neither another metric nor float16.
    Planted one = planted();
    one.distance(5, 3) *= 1.0001;
    EXPECT_EQ(one.compared()->count_of(ListClass::wrong), 1);
    EXPECT_TRUE(one.compared()->causes.empty()) << one.compared()->causes.front().sentence;
}

TEST(Causes, CoordinatesInFloat16) {
    Planted lists = planted();
    std::vector<double> rounded;
    for (const double number : lists.numbers) rounded.push_back(float16_of(number));
    for (const bool distances : {true, false}) {
        Planted found(lists.data, rounded, 5);
        found.numbers = lists.numbers;
        if (!distances) found.lists.distance.clear();
        const auto comparison = found.compared();
        std::string causes = classes_text(*comparison);
        for (const Cause& cause : comparison->causes) causes += "; " + cause_text(*comparison, cause);
        EXPECT_TRUE(comparison->has_cause(Kind::float16_points)) << causes;
    }
}

TEST(Causes, ABoundThatIsTooTight) {
    Planted lists = planted();
    const FileRows points(lists.data.coordinates, lists.data.origin, lists.numbers);
    double scratch[2];
    for (std::int64_t query = 0; query < 300; query += 33) {
        const auto six = test::nearest(points, points.row(query, scratch), 6, Metric::euclidean);
        lists.index(query, 5) = six[5].second, lists.distance(query, 5) = six[5].first;
    }
    const auto comparison = lists.compared();
    EXPECT_EQ(comparison->count_of(ListClass::missing), 10);
    expect_cause(*comparison, Kind::last_rank_only, 10);
}

TEST(Causes, RowsThatAreNotThereAndListsThatEndEarly) {
    Planted lists = planted();
    lists.index(3, 5) = 100000;
    expect_cause(*lists.compared(), Kind::no_such_row, 1);
    Planted shorter = planted();
    for (const std::int64_t query : {3, 4}) shorter.index(query, 5) = -1;
    expect_cause(*shorter.compared(), Kind::too_short, 2);
}

TEST(Causes, Float16IsRoundedToNearest) {
    EXPECT_EQ(float16_of(0), 0);
    EXPECT_EQ(float16_of(1.0 + 0x1p-11), 1) << "to even";
    EXPECT_EQ(float16_of(1.0 + 0x1.8p-10), 1.0 + 0x1p-9);
    EXPECT_EQ(float16_of(0x1p-24), 0x1p-24);
    EXPECT_EQ(float16_of(-65504), -65504);
    EXPECT_TRUE(std::isinf(float16_of(70000)));
}

}  // namespace
}  // namespace neighborscope
