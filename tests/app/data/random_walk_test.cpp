// Motion of uniform: and hotspots: the formula, the speed limit, the region, the unchanged distribution.
#include "app/data/points/data_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace neighborscope {
namespace {

/// Positions at tick `ticks`.
std::vector<float> after(const DataSet& data, int ticks) {
    std::vector<float> positions = data.coordinates;
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    for (int i = 0; i < ticks; ++i) EXPECT_TRUE(tick_cursor->next(positions));
    return positions;
}

TEST(RandomWalk, IsTheDocumentedFormula) {
    // Computed by a separate Python program from the formula in generator.hpp.
    EXPECT_THAT(after(load_data("uniform:n=3,seed=2"), 5),
        testing::ElementsAreArray(std::vector<float>{0x1.bd473c0000000p+11f, 0x1.838b3e0000000p+11f, 0x1.caa50a0000000p+11f,
            0x1.c2435a0000000p+12f, 0x1.4474720000000p+11f, 0x1.0678120000000p+14f}));
    EXPECT_THAT(after(load_data("hotspots:n=3,d=3,hotspots=2,speed=700"), 9),
        testing::ElementsAreArray(
            std::vector<float>{-0x1.e250aa0000000p+8f, 0x1.7211c40000000p+10f, 0x1.3254140000000p+12f, -0x1.9f7cb60000000p+6f,
                0x1.e9d5660000000p+11f, 0x1.7ef5fe0000000p+12f, 0x1.4f3b080000000p+14f, 0x1.bbd1c80000000p+13f, 0x1.aa5da40000000p+13f}));
}

TEST(RandomWalk, HotspotsThatDriftTakeTheirObjectsAlong) {
    const DataSet still = load_data("hotspots:n=300,hotspots=3"), data = load_data("hotspots:n=300,hotspots=3,drift=900");
    EXPECT_EQ(still.coordinates, data.coordinates) << "they begin at the same place";
    const std::vector<float> extent = data.motion->extent();
    std::set<std::pair<long, long>> shifts;
    for (const int ticks : {1, 60}) {
        const std::vector<float> there = after(still, ticks), moved = after(data, ticks);
        shifts.clear();
        for (std::size_t i = 0; i < there.size(); i += 2) {
            shifts.insert({std::lround(moved[i] - there[i]), std::lround(moved[i + 1] - there[i + 1])});
            for (std::size_t j = 0; j < 2; ++j) {
                ASSERT_GE(moved[i + j], extent[j]);
                ASSERT_LE(moved[i + j], extent[2 + j]);
                ASSERT_LE(std::abs(moved[i + j] - there[i + j]), std::min(ticks * 900.1, 22501.0));
            }
        }
        EXPECT_LE(shifts.size(), 12u) << "one a hotspot, but for rounding";
        EXPECT_GE(shifts.size(), 3u);
    }
}

TEST(RandomWalk, KeepsToItsSpeedAndItsRegion) {
    for (const std::string source : {"uniform:n=500,speed=900", "uniform:n=200,d=3,speed=50", "hotspots:n=500,hotspots=4,speed=300"}) {
        SCOPED_TRACE(source);
        const DataSet data = load_data(source);
        const double limit = source.find("900") != source.npos ? 900 : source.find("300") != source.npos ? 300 : 50;
        const std::size_t d = std::size_t(data.dimension);
        const std::vector<float> extent = data.motion->extent();
        ASSERT_EQ(extent.size(), 2 * d);
        const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
        std::vector<float> before = data.coordinates, now = before;
        double farthest = 0;
        int resting = 0;
        for (int tick = 1; tick <= 60; ++tick) {
            ASSERT_TRUE(tick_cursor->next(now));
            for (std::size_t i = 0; i < now.size(); i += d) {
                double square = 0;
                for (std::size_t j = 0; j < d; ++j) {
                    ASSERT_GE(now[i + j], extent[j]);
                    ASSERT_LE(now[i + j], extent[d + j]);
                    square += std::pow(double(now[i + j]) - double(before[i + j]), 2);
                }
                farthest = std::max(farthest, std::sqrt(square));
                resting += square == 0;
            }
            before = now;
        }
        EXPECT_LE(farthest, limit * 1.001);
        EXPECT_GT(farthest, limit * 0.97) << "some are about as fast as they may be";
        EXPECT_LT(resting, 60 * data.count() / 3);
    }
}

TEST(RandomWalk, KeepsTheDistribution) {
    // Uniform: a 5 x 5 grid of counts stays within five standard deviations of 400. A hotspot: the mean square of the distance from its
    // centre stays 2 * 900^2, with a standard error of 1 %.
    const std::vector<float> spread = after(load_data("uniform:n=10000,speed=1500"), 80);
    std::vector<int> cells(25);
    for (std::size_t i = 0; i < spread.size(); i += 2) {
        const int x = std::min(4, int(spread[i] / 4500)), y = std::min(4, int(spread[i + 1] / 4500));
        ++cells[std::size_t(5 * y + x)];
    }
    for (const int count : cells) EXPECT_NEAR(count, 400, 98);
    const DataSet spot = load_data("hotspots:n=10000,hotspots=1,speed=400");
    const auto mean_square = [](const std::vector<float>& positions) {
        double middle[2] = {}, square = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) middle[i % 2] += double(positions[i]) / double(positions.size() / 2);
        for (std::size_t i = 0; i < positions.size(); ++i) square += std::pow(double(positions[i]) - middle[i % 2], 2);
        return square / double(positions.size() / 2);
    };
    EXPECT_NEAR(mean_square(spot.coordinates), 2 * 900 * 900, 0.05 * 2 * 900 * 900);
    EXPECT_NEAR(mean_square(after(spot, 100)), 2 * 900 * 900, 0.05 * 2 * 900 * 900);
    EXPECT_NE(after(spot, 100), spot.coordinates);
}

TEST(RandomWalk, EveryWalkIsTheSame) {
    const DataSet data = load_data("hotspots:n=40000,seed=3");
    EXPECT_EQ(after(data, 3), after(load_data("hotspots:n=40000,seed=3"), 3));
    EXPECT_EQ(data.motion->ticks(), 0) << "without end";
    EXPECT_EQ(data.motion->tick_number(7), 7);
    EXPECT_NE(after(data, 3), after(load_data("hotspots:n=40000,seed=4"), 3));
    const std::vector<float> rest = after(load_data("uniform:n=30,speed=0"), 4);
    EXPECT_EQ(rest, load_data("uniform:n=30").coordinates);
    EXPECT_FALSE(load_data("grid:n=30").motion);
}

TEST(Motion, ExtentHoldsEveryTick) {
    for (const std::string source : {"roads:n=300,speed=2000", "roads:n=300,speed=2000,units=metres"}) {
        const DataSet data = load_data(source);
        const std::vector<float> extent = data.motion->extent(), positions = after(data, 20);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            EXPECT_GE(positions[i], extent[i % 2]);
            EXPECT_LE(positions[i], extent[2 + i % 2]);
        }
    }
}

}  // namespace
}  // namespace neighborscope
