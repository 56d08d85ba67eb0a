// The true neighbours equal those of an exhaustive search in float64, however imprecise the candidates are.
#include "planted.hpp"

#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using test::data_of;
using test::nearest;
using test::random_values;

struct TruthProblem {
    const char* name;
    int dimension;
    double from, to;
    bool whole;  ///< small integers: many ties
};
void PrintTo(const TruthProblem& problem, std::ostream* out) { *out << problem.name; }

class Truth : public ::testing::TestWithParam<std::tuple<TruthProblem, Metric>> {};

TEST_P(Truth, IsThatOfAnExhaustiveSearch) {
    const auto& [problem, metric] = GetParam();
    constexpr std::int64_t count = 200;
    constexpr int k = 6;
    std::vector<double> values = random_values(std::size_t(count * problem.dimension), 3, problem.from, problem.to), numbers;
    if (problem.whole)
        for (double& value : values) value = std::floor(value);
    const DataSet data = data_of(values, problem.dimension, &numbers);
    const FileRows points(data.coordinates, data.origin, numbers);
    std::vector<std::int32_t> exclude;
    for (std::int32_t row = 0; row < count; ++row) exclude.push_back(row % 3 == 0 ? row : -1);
    for (const double exhaustive_up_to : {0.0, 1e12}) {
        SCOPED_TRACE(exhaustive_up_to);
        const TrueLists lists = find_true_lists({points, points, exclude, metric, k}, DeviceKind::host, {}, exhaustive_up_to);
        ASSERT_EQ(lists.width, k + 1);
        std::vector<double> scratch(std::size_t(problem.dimension));
        for (std::int64_t query = 0; query < count; ++query) {
            const auto right = nearest(points, points.row(query, scratch.data()), k + 1, metric, exclude[std::size_t(query)]);
            for (int rank = 0; rank <= k; ++rank) {
                ASSERT_EQ(lists.indices(query)[std::size_t(rank)], right[std::size_t(rank)].second) << query << ' ' << rank;
                ASSERT_EQ(lists.distances(query)[std::size_t(rank)], right[std::size_t(rank)].first);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Truth,
    ::testing::Combine(::testing::Values(TruthProblem{"plane", 2, 0, 1, false}, TruthProblem{"degrees", 2, 8, 9, false},
                           TruthProblem{"metres", 3, 4500000, 4500300, false}, TruthProblem{"grid", 2, 0, 12, true},
                           TruthProblem{"cube", 16, 0, 1, false}, TruthProblem{"far", 2, 1e8, 1e8 + 1, false}),
        ::testing::Values(Metric::euclidean, Metric::manhattan, Metric::chebyshev, Metric::cosine, Metric::inner_product)));

TEST(TruthOfAFile, IsPutIntoOrderAndCheckedForItsLength) {
    std::vector<double> numbers;
    const DataSet data = data_of({0, 1, 3, 7}, 1, &numbers);
    const FileRows points(data.coordinates, data.origin, numbers);
    const TruthQuestion question{points, points, {}, Metric::euclidean, 2};
    ForeignLists file{.path = "truth.ivecs", .queries = 4, .k = 3, .index = {1, 0, 2, 1, 0, 2, 2, 1, 0, 3, 2, 1}};
    const TrueLists lists = true_lists_of(file, data, question, {});
    EXPECT_EQ(lists.indices(0)[0], 0) << "the file has 1 first";
    EXPECT_EQ(lists.distances(3)[2], 6);
    file.index[2] = 9;
    EXPECT_THROW(true_lists_of(file, data, question, {}), Error) << "no such row";
    file = {.path = "truth.ivecs", .queries = 4, .k = 1, .index = {0, 1, 2, 3}};
    EXPECT_THROW(true_lists_of(file, data, question, {}), Error) << "shorter than k";
    file.queries = 3;
    EXPECT_THROW(true_lists_of(file, data, question, {}), Error) << "of other queries";
}

TEST(TruthOfFewPoints, IsAsLongAsThereArePoints) {
    std::vector<double> numbers;
    const DataSet data = data_of({0, 1, 3}, 1, &numbers);
    const FileRows points(data.coordinates, data.origin, numbers);
    for (const double exhaustive_up_to : {0.0, 1e12}) {
        const TrueLists lists = find_true_lists({points, points, {}, Metric::euclidean, 10}, DeviceKind::host, {}, exhaustive_up_to);
        EXPECT_EQ(lists.width, 3);
        EXPECT_EQ(lists.length(0, 10), 3);
    }
}

}  // namespace
}  // namespace neighborscope
