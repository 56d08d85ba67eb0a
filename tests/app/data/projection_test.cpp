// Projections of rows with many dimensions.
#include "app/data/points/projection.hpp"
#include "gpu/error.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

DataSet five_dimensions(float scale = 1) {
    DataSet data;
    data.dimension = 5;
    data.axes = {"a", "b", "c", "d", "e"};
    data.origin = {100, 0, 0, 0, 0};
    for (int row = 0; row < 40; ++row)
        for (const float entry : {float(row), float(row % 7), float(row % 3), 2.0f, float(-row)}) data.coordinates.push_back(scale * entry);
    data.shown = {0, 4, 1};
    return data;
}

TEST(Projection, AxesAreNumberedFromOneAndDiffer) {
    EXPECT_THAT(axes_in("3,7"), ElementsAre(3, 7));
    EXPECT_THAT(axes_in("3,7,1"), ElementsAre(3, 7, 1));
    for (const char* none : {"", "3", "3,3", "0,1", "1,2,3,4", "1,x", "1,2,", "-1,2", "1.5,2"})
        EXPECT_THAT(axes_in(none), IsEmpty()) << none;
}

TEST(Projection, IsAlongComponentsUnlessAxesAreChosen) {
    DataSet data = five_dimensions();
    EXPECT_EQ(projection_of(data, "").axes, data.shown) << "none were found";
    data.plane = principal_plane(data);
    ASSERT_TRUE(data.plane);
    EXPECT_EQ(projection_of(data, "").plane, data.plane);
    EXPECT_EQ(projection_of(data, "").name(data, 1), "component 2");
    const Projection axes = projection_of(data, "axes"), chosen = projection_of(data, "2,1");
    EXPECT_FALSE(axes.plane);
    EXPECT_EQ(axes.axes, data.shown);
    EXPECT_THAT(chosen.axes, ElementsAre(1, 0, 4)) << "the third is one that would be seen else";
    EXPECT_EQ(chosen.name(data, 0), "b");
    EXPECT_EQ(chosen.place(data, 9)[0], 2);
    EXPECT_EQ(chosen.place(data, 9)[1], 9);
    EXPECT_EQ(chosen.origin(data, 1), 100);
    EXPECT_THROW(projection_of(data, "1,6"), Error);
}

TEST(Projection, WhatIsMovedInThePictureStaysInAllElse) {
    DataSet data = five_dimensions();
    data.plane = principal_plane(data);
    const std::vector<double> query{103, 2, 1, 2, -3};
    EXPECT_THAT(projection_of(data, "2,1").moved(query, {7, 110}), ElementsAre(110, 7, 1, 2, -3));
    const std::vector<double> moved = projection_of(data, "").moved(query, {0.5, -0.25});
    const auto at = data.plane->place(moved);
    EXPECT_NEAR(at[0], 0.5, 1e-9);
    EXPECT_NEAR(at[1], -0.25, 1e-9);
    EXPECT_NEAR(at[2], data.plane->place(query)[2], 1e-9);
}

TEST(Projection, MovedPointsHavePlacesOfTheirOwnAlongTheSameDirections) {
    DataSet data = five_dimensions();
    data.plane = principal_plane(data);
    DataSet later = data;
    for (float& one : later.coordinates) one += 1;
    later.plane = plane_with_moved_points(*data.plane, later);
    const Projection before = projection_of(data, ""), after = projection_of(later, "");
    EXPECT_NE(before, after);
    EXPECT_TRUE(before.has_same_view(after));
    EXPECT_FALSE(before.has_same_view(projection_of(data, "axes")));
    std::vector<double> position;
    for (int axis = 0; axis < 5; ++axis) position.push_back(later.coordinate(11, axis));
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(after.place(later, 11)[axis], after.place(later, position)[axis], 1e-4);
}

TEST(Projection, IsFiniteForTheLargestNumbers) {
    DataSet data = five_dimensions(8e36f);  // 39 times this is close to the largest float32
    data.plane = principal_plane(data);
    ASSERT_TRUE(data.plane);
    for (const float place : data.plane->places) ASSERT_TRUE(std::isfinite(place));
    EXPECT_NEAR(data.plane->share[0] + data.plane->share[1], 1, 0.05);
}

TEST(Projection, ASampleIsTheSameInEveryRunAndSpreadOverAllRows) {
    EXPECT_THAT(rows_to_sample(4, 4), ElementsAre(0, 1, 2, 3));
    const auto rows = rows_to_sample(1000000, 100);
    EXPECT_EQ(rows, rows_to_sample(1000000, 100));
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i] / 10000, std::int64_t(i));
}

}  // namespace
}  // namespace neighborscope
