// Tests where texts are placed among the lines and dots of a chart.
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/timeline/bound_plot.hpp"
#include "app/instruments/timeline/free_places.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope {
namespace {

TEST(FreePlaces, ATextIsBesideItsLineAndCoversNone) {
    FreePlaces places({100, 50}, {500, 150});
    for (const float y : {90.0f, 97.0f, 110.0f}) places.block({100, y - 1.5f}, {500, y + 1.5f});
    const auto place = places.place({200, 16}, 97);
    ASSERT_TRUE(place);
    const bool above = place->at.y + 16 <= 89, below = place->at.y >= 111;
    EXPECT_TRUE(above || below) << place->at.y << ": between the lines there is no room";
    EXPECT_LT(std::abs(place->at.y + 8 - 97), 32) << "as near as there is room";
    EXPECT_GE(place->at.x, 100);
    EXPECT_LE(place->at.x + 200, 500);
}

TEST(FreePlaces, TextsDoNotCoverEachOther) {
    FreePlaces places({0, 0}, {300, 40});
    const ImVec2 size{180, 16};
    std::vector<ImVec2> taken;
    while (const auto place = places.place(size, 20)) {
        for (const ImVec2 other : taken)
            EXPECT_TRUE(std::abs(place->at.x - other.x) >= size.x || std::abs(place->at.y - other.y) >= size.y);
        places.take(place->at, size);
        taken.push_back(place->at);
        ASSERT_LE(taken.size(), 2u);
    }
    EXPECT_GE(taken.size(), 1u);
}

TEST(FreePlaces, DotsAreCoveredOnlyWithoutAnotherPlace) {
    FreePlaces places({0, 0}, {400, 30});
    for (float x = 150; x < 400; x += 10) places.avoid({x, 3}, {x + 6, 27});
    const auto place = places.place({120, 16}, 15);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->dots, 0);
    EXPECT_LE(place->at.x + 120, 150);
    for (float x = 0; x < 150; x += 10) places.avoid({x, 3}, {x + 6, 27});
    const auto over = places.place({120, 16}, 15);
    ASSERT_TRUE(over) << "a text may cover dots";
    EXPECT_GT(over->dots, 0);
}

TEST(BoundPlot, SpreadsNeighboursThatWouldBeOneThickLine) {
    BoundChart chart;
    chart.nearest = chart.least_above_zero = 2.8f, chart.farthest = 20, chart.steps = 10;
    std::vector<NeighbourFate> fates(10);
    for (std::size_t i = 0; i < fates.size(); ++i) fates[i].distance = 2.8 + 0.1 * double(i + 1);
    const BoundPlot plot = plot_of(chart, fates, {0, 0}, {500, 200});
    const float nearest = plot.y(2.9), farthest = plot.y(3.8);
    EXPECT_GT(nearest - farthest, 50) << "of 200 pixels";
    EXPECT_LT(nearest, 200);
    EXPECT_GT(plot.y(20), 0);
    for (const double share : {0.0, 0.3, 1.0}) EXPECT_NEAR(double(plot.y(plot.distance_at(share))), 200 * (1 - share), 0.1);
}

TEST(AxisNumbers, AreTwoAtLeast) {
    EXPECT_EQ(step_with_two_numbers(20, -45, 45, 1), 20);
    EXPECT_EQ(step_with_two_numbers(50, -30, 45, 1), 20);
    EXPECT_EQ(step_with_two_numbers(50, 1, 45, 1), 20) << "20 and 40";
    EXPECT_EQ(step_with_two_numbers(50, 11, 14, 1), 2) << "12 and 14";
    EXPECT_EQ(step_with_two_numbers(50, 11, 14, 4), 50) << "the numbers would touch";
    EXPECT_EQ(step_with_two_numbers(1, 3, 2, 0.1), 1) << "there is no room";
}

TEST(FreePlaces, WithoutRoomThereIsNone) {
    FreePlaces places({0, 0}, {100, 30});
    EXPECT_FALSE(places.place({120, 16}, 15)) << "too wide";
    EXPECT_FALSE(places.place({50, 40}, 15)) << "too high";
    places.block({0, 14}, {100, 16});
    EXPECT_FALSE(places.place({50, 16}, 15)) << "a line crosses the middle";
    EXPECT_TRUE(places.place({50, 12}, 15));
}

}  // namespace
}  // namespace neighborscope
