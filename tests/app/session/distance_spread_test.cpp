// Tests the distribution of distances to all points.
#include "app/session/shown/distance_spread.hpp"
#include "small_window.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace neighborscope {
namespace {

TEST(DistanceSpread, IsThatCountedByHand) {
    const std::vector<float> rows{0, 0, 3, 4, 0, 1, 8, 6};  // at 0, 5, 1 and 10
    const float query[] = {0, 0};
    const DistanceSpread all = spread_of({rows, 2}, query, Metric::euclidean, -1);
    EXPECT_EQ(all.count, 4);
    EXPECT_DOUBLE_EQ(all.nearest, 0);
    EXPECT_DOUBLE_EQ(all.farthest, 10);
    const DistanceSpread others = spread_of({rows, 2}, query, Metric::euclidean, 0);
    EXPECT_EQ(others.count, 3);
    EXPECT_DOUBLE_EQ(others.nearest, 1);
    EXPECT_DOUBLE_EQ(others.relative_contrast(), 9);
    EXPECT_NEAR(others.mean, 16.0 / 3, 1e-12);
    EXPECT_NEAR(others.deviation, std::sqrt(122.0 / 9), 1e-12);
    EXPECT_EQ(std::accumulate(others.bars.begin(), others.bars.end(), std::int64_t(0)), 3);
    EXPECT_EQ(others.bars[4], 1) << "1 of 10 is a tenth of 40 parts";
    EXPECT_EQ(others.bars.back(), 1);
}

TEST(DistanceSpread, OfNoPointsOrOfPointsInOnePlaceIsAllZero) {
    const float query[] = {2};
    EXPECT_EQ(spread_of({std::span<const float>(), 1}, query, Metric::manhattan, -1).count, 0);
    const std::vector<float> same{2, 2, 2};
    const DistanceSpread spread = spread_of({same, 1}, query, Metric::manhattan, -1);
    EXPECT_EQ(spread.farthest, 0);
    EXPECT_EQ(spread.bars[0], 3);
}

TEST(DistanceSpread, ContrastFallsAsDimensionsAreAdded) {
    double before = 1e300;
    for (const char* data : {"vectors:n=500,d=4", "vectors:n=500,d=32", "vectors:n=500,d=256"}) {
        SessionState session = host_session(data, "heap", 4);
        session.exclude_self = true;
        Window window(session);
        ASSERT_TRUE(window.until([&] { return window.workbench.view().spread.has_value(); })) << data;
        const DistanceSpread& spread = *window.workbench.view().spread;
        EXPECT_LT(spread.relative_contrast(), before) << data;
        before = spread.relative_contrast();
        EXPECT_NEAR(spread.nearest, window.workbench.view().neighbours.front().distance, 1e-5 * spread.nearest);
    }
    EXPECT_LT(before, 1);
}

}  // namespace
}  // namespace neighborscope
