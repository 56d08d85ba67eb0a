// Each list has one class, and its faults are named.
#include "planted.hpp"
#include "tests/refused.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using test::data_of;
using test::Planted;
using test::planted;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::int64_t> counts(const Comparison& comparison) {
    std::vector<std::int64_t> counts;
    for (const ListClass one : all_list_classes) counts.push_back(comparison.count_of(one));
    return counts;
}

TEST(ListJudgement, RightListsAreExactAndMissNothing) {
    const auto comparison = planted().compared();
    EXPECT_THAT(counts(*comparison), ElementsAre(300, 0, 0, 0, 0));
    EXPECT_EQ(comparison->recall(), 1);
    EXPECT_EQ(comparison->by.rounding.what, "float64");
    EXPECT_TRUE(comparison->causes.empty());
    EXPECT_EQ(comparison->worst(), ListClass::exact);
}

TEST(ListJudgement, EveryUntruthIsNamed) {
    Planted lists = planted();
    std::swap(lists.index(1, 2), lists.index(1, 4));
    std::swap(lists.distance(1, 2), lists.distance(1, 4));
    lists.index(2, 3) = lists.index(2, 2), lists.distance(2, 3) = lists.distance(2, 2);
    lists.distance(3, 5) *= 1.001;
    lists.index(4, 2) = 300;
    lists.index(5, 2) = -1;
    lists.distance(6, 1) = std::numeric_limits<double>::quiet_NaN();
    lists.distance(7, 5) = -lists.distance(7, 5);
    const auto comparison = lists.compared();
    EXPECT_THAT(comparison->queries_of(ListClass::wrong), ElementsAre(1, 2, 3, 4, 5, 6, 7));
    const char* reasons[] = {"", "comes after an entry at", "occurs twice", "is given for index", "but the rows are 0 to 299",
        "follows an entry that marks the end of the list", "distance nan is given", "distance -"};
    for (std::int64_t query = 1; query <= 7; ++query) EXPECT_THAT(reason_of(*comparison, lists.data, query), HasSubstr(reasons[query]));
    ComparedQueries others;
    for (std::int32_t row = 0; row < 300; ++row) others.exclude.push_back(row);
    EXPECT_THAT(reason_of(*planted().compared({}, others), lists.data, 9), HasSubstr("the excluded row"));
}

TEST(ListJudgement, ASampleCannotJudge) {
    Planted lists = planted();
    lists.data.every = 3;
    EXPECT_THAT(test::error_of([&] { lists.compared(); }).what(), HasSubstr("one row in 3"));
}

TEST(ListJudgement, MissingIsWhatIsTrueButNotTheNearest) {
    Planted lists = planted(6);
    for (const std::int64_t query : {10, 20}) {
        const FileRows points(lists.data.coordinates, lists.data.origin, lists.numbers);
        double scratch[2];
        const auto seven = test::nearest(points, points.row(query, scratch), 7, Metric::euclidean);
        lists.index(query, 6) = seven[6].second, lists.distance(query, 6) = seven[6].first;
    }
    lists.index(30, 5) = lists.index(30, 6) = -1;
    const auto comparison = lists.compared();
    EXPECT_THAT(comparison->queries_of(ListClass::missing), ElementsAre(10, 20, 30));
    EXPECT_EQ(comparison->count_of(ListClass::wrong), 0);
    EXPECT_EQ(comparison->found, 300 * 6 - 4);
    EXPECT_THAT(reason_of(*comparison, lists.data, 10), HasSubstr("rank 6: "));
    EXPECT_THAT(reason_of(*comparison, lists.data, 30), HasSubstr("rank 5: the list has ended"));
    const ComparedList seen = compared_list(*comparison, lists.data, 10);
    EXPECT_EQ(seen.missing, 1);
    EXPECT_EQ(seen.false_ones, 1);
}

TEST(ListJudgement, EqualDistancesMayStandInAnyOrderAndAtTheBorder) {
    std::vector<double> numbers;
    // a cross: four points at equal distance from the middle
    Planted lists(data_of({0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, 2, &numbers), numbers, 3);
    lists.index(0, 2) = 4, lists.index(0, 3) = 3;
    auto comparison = lists.compared();
    EXPECT_THAT(comparison->queries_of(ListClass::equal_distances), ElementsAre(0));
    EXPECT_EQ(comparison->recall(), 1);
    EXPECT_TRUE(comparison->causes.empty());
    // A fault among ties is found, too.
    lists.index(1, 3) = 2, lists.distance(1, 3) = 2;
    comparison = lists.compared();
    EXPECT_THAT(comparison->queries_of(ListClass::missing), ElementsAre(1));
}

/// Degrees with nine decimals, searched in float64 and in float32.
TEST(ListJudgement, ListsOfFloat64AreNotMeasuredByFloat32) {
    std::vector<double> numbers;
    const DataSet data = data_of(test::random_values(2000, 5, 8, 9), 2, &numbers);
    EXPECT_THAT(counts(*Planted(data, numbers, 5).compared()), ElementsAre(1000, 0, 0, 0, 0));

    // Rows rounded to float32: other rows where these are confused, and distances with as large an error.
    std::vector<double> cast;
    for (const float value : data.coordinates) cast.push_back(value);
    Planted rounded(data, cast, 5);
    rounded.numbers = numbers;
    const auto comparison = rounded.compared();
    EXPECT_EQ(comparison->by.rounding.what, "coordinates in float32");
    EXPECT_EQ(comparison->count_of(ListClass::wrong) + comparison->count_of(ListClass::missing), 0);
    EXPECT_GT(comparison->largest_difference, 1e-7);

    // A row that is slightly farther than the true one is an error in float64, which the distances show was used.
    Planted faulty(data, numbers, 5);
    const FileRows points(data.coordinates, data.origin, numbers);
    double scratch[2];
    for (std::int64_t query = 0; query < 100; ++query) {
        const auto six = test::nearest(points, points.row(query, scratch), 6, Metric::euclidean);
        faulty.index(query, 5) = six[5].second, faulty.distance(query, 5) = six[5].first;
    }
    EXPECT_EQ(faulty.compared()->count_of(ListClass::missing), 100);
}

TEST(ListJudgement, DistancesOfAPointToItselfMayBeTinyInsteadOfZero) {
    std::vector<double> numbers;
    Planted lists(data_of(test::random_values(3200, 9, -1, 1), 16, &numbers), numbers, 4, Metric::cosine);
    for (std::int64_t query = 0; query < 200; ++query) lists.distance(query, 1) = 5e-16;
    ComparisonOptions cosine;
    cosine.metric = Metric::cosine;
    EXPECT_THAT(counts(*lists.compared(cosine)), ElementsAre(200, 0, 0, 0, 0));
    for (std::int64_t query = 0; query < 200; ++query) lists.distance(query, 1) = 1.2e-7;
    EXPECT_THAT(counts(*lists.compared(cosine)), ElementsAre(200, 0, 0, 0, 0));
}

TEST(ListJudgement, SquaredTakesTheRootAndKTheFirst) {
    Planted lists = planted();
    for (double& distance : lists.lists.distance) distance *= distance;
    ComparisonOptions options;
    options.squared = true;
    options.k = 3;
    lists.index(8, 5) = lists.index(8, 4);  // after the third
    const auto comparison = lists.compared(options);
    EXPECT_THAT(counts(*comparison), ElementsAre(300, 0, 0, 0, 0));
    EXPECT_EQ(comparison->k, 3);
    EXPECT_EQ(comparison->asked, 900);
    options.k = 6;
    EXPECT_THROW(lists.compared(options), Error);
}

TEST(ListJudgement, ASampleIsJudgedUnderTheNumbersOfTheFile) {
    Planted lists = planted();
    for (std::int64_t query = 250; query < 260; ++query) lists.distance(query, 2) = 1000;
    ComparisonOptions options;
    options.sample = 30;  // one of each ten
    const auto comparison = lists.compared(options);
    EXPECT_EQ(comparison->count, 30);
    ASSERT_EQ(comparison->count_of(ListClass::wrong), 1);
    const std::int64_t query = comparison->queries_of(ListClass::wrong).front();
    EXPECT_EQ(comparison->number(query) / 10, 25);
    EXPECT_EQ(compared_list(*comparison, lists.data, query).query_row, comparison->number(query));
}

TEST(ListJudgement, ListsOfAllRowsOfTheFileFitWhereSomeWereLeftOut) {
    Planted lists = planted();
    // The file has one more row before row 100, which was left out: lists have the file's rows.
    for (std::int64_t row = 0; row < 300; ++row) lists.data.file_rows.push_back(row + (row >= 100));
    lists.data.skipped.count = 1, lists.data.skipped.rows = 301;
    ForeignLists& file = lists.lists;
    for (std::int64_t& index : file.index) index += index >= 100;
    file.index.insert(file.index.begin() + 100 * lists.k, std::size_t(lists.k), -1);
    file.distance.insert(file.distance.begin() + 100 * lists.k, std::size_t(lists.k), std::numeric_limits<double>::infinity());
    file.queries = 301;
    auto comparison = lists.compared();
    EXPECT_THAT(counts(*comparison), ElementsAre(300, 0, 0, 0, 0));
    EXPECT_THAT(comparison->notes, ElementsAre(HasSubstr("1 list of a row that was left out")));
    EXPECT_EQ(comparison->number(150), 151);
    // The same lists without it; the file has the rows of the queries.
    file.index.erase(file.index.begin() + 100 * lists.k, file.index.begin() + 101 * lists.k);
    file.distance.erase(file.distance.begin() + 100 * lists.k, file.distance.begin() + 101 * lists.k);
    file.queries = 300;
    file.query = lists.data.file_rows;
    EXPECT_THAT(counts(*lists.compared()), ElementsAre(300, 0, 0, 0, 0));
    // Indices that count only the kept rows.
    for (std::int64_t& index : file.index) index -= index > 100;
    comparison = lists.compared();
    EXPECT_GT(comparison->count_of(ListClass::wrong), 100);
    EXPECT_TRUE(comparison->has_cause(Cause::Kind::rows_kept_counted));
}

TEST(ListJudgement, DistancesMayBeFloat32OrHaveSixDigits) {
    Planted lists = planted();
    for (double& distance : lists.lists.distance) distance = double(float(distance));
    EXPECT_THAT(counts(*lists.compared()), ElementsAre(300, 0, 0, 0, 0));
    for (const char* form : {"%.6g", "%.4f"}) {
        Planted digits = planted();
        for (double& distance : digits.lists.distance) {
            char text[40];
            std::snprintf(text, sizeof text, form, distance);
            distance = std::strtod(text, nullptr);
        }
        EXPECT_THAT(counts(*digits.compared()), ElementsAre(300, 0, 0, 0, 0)) << form;
        digits.distance(7, 3) *= 1.01;
        EXPECT_EQ(digits.compared()->count_of(ListClass::wrong), 1) << form;
    }
}

TEST(ListJudgement, SomeFaultyDistancesDoNotMakeAllOfThemCoarse) {
    std::vector<double> numbers;
    const DataSet data = data_of(test::random_values(2000, 5, 4500000, 4500300), 2, &numbers);  // metres, which float32 rounds to halves
    Planted lists(data, numbers, 5);
    for (std::int64_t query = 0; query < 1000; query += 10) lists.distance(query, 4) *= 1.0003;
    const auto comparison = lists.compared();
    EXPECT_EQ(comparison->by.rounding.what, "float64");
    EXPECT_EQ(comparison->count_of(ListClass::wrong), 100);
    EXPECT_FALSE(comparison->has_cause(Cause::Kind::float16_points));
}

TEST(ListJudgement, RecallCountsWhatIsNearByTheFile) {
    std::vector<double> numbers;
    const DataSet data = data_of(test::random_values(1000, 5, 4500000, 4500003), 2, &numbers);
    std::vector<double> cast;
    for (const double number : numbers) cast.push_back(float(number));
    Planted lists(data, cast, 5);
    lists.numbers = numbers;
    const auto comparison = lists.compared();
    EXPECT_GT(comparison->count_of(ListClass::within_rounding), 100);
    EXPECT_LT(comparison->recall(), 0.9) << "float32 keeps halves of a metre, the points are three metres around";
    EXPECT_THAT(comparison->notes, testing::Contains(HasSubstr("cannot distinguish these neighbours")));
}

TEST(ListJudgement, ATruthThatIsNoneIsRefused) {
    const Planted lists = planted();
    ForeignLists truth = lists.lists;
    ComparisonOptions options;
    options.truth = &truth;
    EXPECT_THAT(counts(*lists.compared(options)), ElementsAre(300, 0, 0, 0, 0));
    std::rotate(truth.index.begin(), truth.index.begin() + 5, truth.index.end());
    EXPECT_THROW(lists.compared(options), Error);
}

TEST(ListJudgement, ARowWithoutADirectionHasNoCosine) {
    std::vector<double> numbers = test::random_values(200, 4, 1, 2);
    numbers[0] = numbers[1] = 0;
    const DataSet data = data_of(numbers, 2);
    Planted lists(data, numbers, 4, Metric::cosine);
    for (int rank = 1; rank <= 4; ++rank) lists.distance(0, rank) = rank == 1 ? 0 : 1;
    ComparisonOptions cosine;
    cosine.metric = Metric::cosine;
    EXPECT_EQ(lists.compared(cosine)->count_of(ListClass::wrong), 0);
}

}  // namespace
}  // namespace neighborscope
