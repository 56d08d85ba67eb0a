// Tests explanations of costly queries, with points and leaves for which the reason is known.
#include "app/session/search/costly_query.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace neighborscope {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A square of side 4 in four leaves of side 2, whose last is divided into four of side 1.
RecordedTree seven_leaves(std::vector<std::int32_t> objects) {
    return {.dimension = 2, .low = {}, .side = 4, .level = 2, .first_cell = {0, 4, 8, 12, 13, 14, 15, 16}, .objects = std::move(objects)};
}

/// Adds so many points on a line in small steps from a position.
void put(std::vector<float>& points, int count, float x, float y) {
    for (int i = 0; i < count; ++i) points.push_back(x + 0.001f * float(i)), points.push_back(y);
}

TEST(CostlyQuery, LiesWhereFewPointsAreBesideADenseRegion) {
    std::vector<float> points{1.5f, 1.5f};
    put(points, 40, 2.2f, 2.2f);
    const RecordedTree tree = seven_leaves({1, 0, 0, 40, 0, 0, 0});
    const std::string explanation = explain_costly_query({points, 2}, tree, {0, 8, Metric::euclidean, true, 1.0});
    EXPECT_THAT(explanation, HasSubstr("far from the other points: its neighbour 8 is 1"));
    EXPECT_THAT(explanation, HasSubstr("times the median of all 41 points, which is 0.0"));
    EXPECT_THAT(explanation, HasSubstr("overlaps 2 leaves with points (41 points in all); its own leaf holds 1."));
    EXPECT_THAT(explanation, Not(HasSubstr("Before the bound"))) << "it is not known what the search took";
    EXPECT_THAT(explain_costly_query({points, 2}, tree, {0, 8, Metric::euclidean, true, 1.0, {5, 155}}),
        HasSubstr("its own leaf holds 1. Before the bound became that small, it visited 3 more leaves with 114 points."));
    EXPECT_THAT(explain_costly_query({points, 2}, tree, {0, 8, Metric::euclidean, true, 1.0, {3, 42}, true}),
        HasSubstr("Before the bound became that small, or for other queries of its warp, it visited 1 more leaf with 1 point."));
    EXPECT_THAT(explanation,
        HasSubstr("one leaf within this distance holds 40 points in 1/4 of the area of the query's own leaf: 160 times as dense"));
}

TEST(CostlyQuery, LiesAmongMany) {
    std::vector<float> points;
    put(points, 50, 1.0f, 1.0f);
    put(points, 2, 3.5f, 3.5f);
    const std::string explanation =
        explain_costly_query({points, 2}, seven_leaves({50, 0, 0, 0, 0, 0, 2}), {25, 4, Metric::euclidean, true, 0.002});
    EXPECT_THAT(explanation, HasSubstr("no farther than usual (the median of all 52 points is 0.00"));
    put(points, 200, 1.0f, 1.0f);
    EXPECT_THAT(explain_costly_query({points, 2}, seven_leaves({250, 0, 0, 0, 0, 0, 2}), {25, 4, Metric::euclidean, true, 0.002}),
        HasSubstr("(the median of a sample of 101 points is 0.00"));
    EXPECT_THAT(explanation, HasSubstr("overlaps 1 leaf with points (50 points in all); its own leaf holds 50."));
    EXPECT_THAT(explanation, HasSubstr("These leaves hold 50 points on average; all leaves with points hold 26."));
    EXPECT_THAT(explanation, Not(HasSubstr("dense region")));
}

TEST(CostlyQuery, HasPointsLyingOnIt) {
    std::vector<float> points;
    for (int i = 0; i < 30; ++i) points.push_back(1), points.push_back(1);
    const std::string explanation =
        explain_costly_query({points, 2}, seven_leaves({30, 0, 0, 0, 0, 0, 0}), {3, 5, Metric::euclidean, true, 0});
    EXPECT_THAT(explanation, HasSubstr("29 other points lie at exactly the same place"));
    EXPECT_THAT(explanation, HasSubstr("none of the 30 points of its leaf"));
    EXPECT_EQ(explain_costly_query({points, 2}, seven_leaves({30, 0, 0, 0, 0, 0, 0}), {-1, 5, Metric::euclidean, true, 0}), "");
    EXPECT_EQ(explain_costly_query({points, 2}, seven_leaves({30, 0, 0, 0, 0, 0, 0}), {3, 5, Metric::euclidean, true, NAN}), "") << "none";
}

}  // namespace
}  // namespace neighborscope
