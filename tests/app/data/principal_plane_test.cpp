// Principal components of generated points with known directions.
#include "app/data/points/data_set.hpp"
#include "app/data/points/principal_plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace neighborscope {
namespace {

/// Points of five dimensions that vary by 10 along one direction, by 3 along another, by 1 along a third; far from the origin.
DataSet elongated(std::int64_t count) {
    DataSet data;
    data.dimension = 5;
    data.origin = {1000, 0, 0, 0, 0};
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (std::int64_t row = 0; row < count; ++row) {
        const double a = 10 * normal(random), b = 3 * normal(random), c = normal(random);
        for (const double entry : {0.6 * a + 7, 0.8 * a, b - 2, c, 0.0}) data.coordinates.push_back(float(entry));
    }
    return data;
}

TEST(PrincipalPlane, FindsTheDirectionsThatVaryMost) {
    const DataSet data = elongated(4000);
    const auto plane = principal_plane(data);
    ASSERT_TRUE(plane);
    const double first[] = {0.6, 0.8, 0, 0, 0}, second[] = {0, 0, 1, 0, 0};
    for (std::size_t axis = 0; axis < 5; ++axis) {
        EXPECT_NEAR(plane->directions[axis], first[axis], 0.02);
        EXPECT_NEAR(plane->directions[5 + axis], second[axis], 0.05);
    }
    EXPECT_NEAR(plane->share[0], 100.0 / 110, 0.01);
    EXPECT_NEAR(plane->share[1], 9.0 / 110, 0.01);
    EXPECT_NEAR(plane->mean[0], 1007, 1);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j) {
            double product = 0;
            for (int axis = 0; axis < 5; ++axis)
                product += plane->directions[std::size_t(5 * i + axis)] * plane->directions[std::size_t(5 * j + axis)];
            EXPECT_NEAR(product, i == j, 1e-9);
        }
}

TEST(PrincipalPlane, RowsLieWhereTheirPositionsDo) {
    const DataSet data = elongated(5000);
    const auto plane = principal_plane(data);
    ASSERT_TRUE(plane);
    ASSERT_EQ(plane->places.size(), 15000u);
    for (const std::int64_t row : {0, 17, 4999}) {
        std::vector<double> position;
        for (int axis = 0; axis < 5; ++axis) position.push_back(data.coordinate(row, axis));
        const auto at = plane->place(position);
        for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(at[axis], plane->places[std::size_t(row) * 3 + axis], 1e-3);
    }
}

TEST(PrincipalPlane, ThereIsNoneOfPointsAllAlikeOrOfFewDimensions) {
    DataSet data = elongated(1);
    EXPECT_FALSE(principal_plane(data));
    data.coordinates = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
    EXPECT_FALSE(principal_plane(data));
    data.dimension = 2;
    EXPECT_FALSE(principal_plane(data));
}

}  // namespace
}  // namespace neighborscope
