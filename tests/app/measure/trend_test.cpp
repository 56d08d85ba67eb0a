// Power laws and crossings of given numbers.
#include "app/measure/trend.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::measure {
namespace {

std::vector<CurvePlace> curve(double (*y)(double), double wobble = 0, int places = 9) {
    std::vector<CurvePlace> all;
    for (int i = 0; i < places; ++i) {
        const double x = 100 * std::pow(10.0, 0.5 * i);
        all.push_back({x, y(x) * (1 + (i % 2 ? wobble : -wobble)), 0.99 * y(x), 1.01 * y(x)});
    }
    return all;
}

TEST(PowerLaw, IsFoundWithItsInterval) {
    const auto exact = power_law(curve([](double x) { return 3 * std::pow(x, 1.25); }));
    ASSERT_TRUE(exact);
    EXPECT_NEAR(exact->exponent, 1.25, 1e-9);
    EXPECT_NEAR(exact->factor, 3, 1e-6);
    EXPECT_EQ(exact->from, 100);
    EXPECT_LT(exact->high - exact->low, 1e-6);
    const auto noisy = power_law(curve([](double x) { return x; }, 0.05));
    ASSERT_TRUE(noisy);
    EXPECT_LT(noisy->low, 1);
    EXPECT_GT(noisy->high, 1);
    EXPECT_GT(noisy->high - noisy->low, 0.01);
}

TEST(PowerLaw, HoldsOnlyFromWhereTheCurveIsStraight) {
    // A fixed launch time, then x.
    const auto law = power_law(curve([](double x) { return 300 + x; }));
    ASSERT_TRUE(law);
    EXPECT_GT(law->from, 100);
    EXPECT_NEAR(law->exponent, 1, 0.1);
}

TEST(PowerLaw, IsNotSaidWhereNoneFits) {
    EXPECT_FALSE(power_law(curve([](double x) { return std::exp(std::sqrt(x) / 20); })));
    EXPECT_FALSE(power_law(curve([](double x) { return x; }, 0, 3))) << "too few";
    EXPECT_FALSE(power_law(curve([](double x) { return x; }, 0.4))) << "too far from any line";
    std::vector<CurvePlace> narrow{{100, 1}, {110, 1.1}, {120, 1.2}, {130, 1.3}};
    EXPECT_FALSE(power_law(narrow)) << "less than a factor of 4";
    std::vector<CurvePlace> with_zero = curve([](double x) { return x; });
    with_zero.front().y = 0;
    EXPECT_FALSE(power_law(with_zero));
}

TEST(Crossings, AreWhereTheLinesMeet) {
    const auto linear = curve([](double x) { return x / 1000; }), root = curve([](double x) { return std::sqrt(x) / 20; });
    const auto found = crossings(linear, root);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].x, 2500, 1e-6) << "both are straight in logarithms";
    EXPECT_TRUE(found[0].first_below);
    EXPECT_TRUE(found[0].significant);
    EXPECT_FALSE(crossings(root, linear)[0].first_below);
    EXPECT_TRUE(crossings(linear, curve([](double x) { return x / 500; })).empty());
}

TEST(Crossings, AreNotSureWhereIntervalsOverlap) {
    auto wide = curve([](double x) { return std::sqrt(x) / 20; });
    for (CurvePlace& place : wide) place.low = 0, place.high = 100 * place.y;
    const auto found = crossings(curve([](double x) { return x / 1000; }), wide);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_FALSE(found[0].significant);
}

TEST(Meetings, AreWhereTheSlopesGoOn) {
    const auto root = curve([](double x) { return std::sqrt(x) / 20; });  // 100 to 1 000 000
    const auto above = meeting(curve([](double x) { return x / 1e5; }), root);
    ASSERT_TRUE(above);
    EXPECT_NEAR(above->x, 2.5e7, 1);
    EXPECT_TRUE(above->above());
    const auto below = meeting(root, curve([](double x) { return x / 100; }));
    ASSERT_TRUE(below);
    EXPECT_NEAR(below->x, 25, 1e-6);
    EXPECT_FALSE(below->above());
}

TEST(Meetings, AreNotSaidWhereTheCurvesDoNotComeCloserOrCross) {
    const auto linear = curve([](double x) { return x / 1000; }), root = curve([](double x) { return std::sqrt(x) / 20; });
    EXPECT_FALSE(meeting(linear, root)) << "they cross";
    EXPECT_FALSE(meeting(linear, curve([](double x) { return x / 500; }))) << "parallel";
    EXPECT_FALSE(meeting(linear, linear)) << "the same";
    EXPECT_FALSE(meeting(curve([](double x) { return x / 1e6; }), root)) << "too far away";
    EXPECT_FALSE(meeting(root, curve([](double x) { return x / 100; }), 30)) << "they would meet at 25";
    const auto slower_growth = curve([](double x) { return 7 * std::pow(x, 0.9); });
    EXPECT_TRUE(meeting(curve([](double x) { return x; }), slower_growth));
    EXPECT_FALSE(meeting(curve([](double x) { return x; }, 0.3), slower_growth)) << "the slope is lost in noise";
    EXPECT_FALSE(meeting(std::span(linear).first(3), std::span(root).first(3))) << "too few places";
}

TEST(Crossings, NeedPlacesThatBothHave) {
    const std::vector<CurvePlace> one{{1, 1}, {4, 4}, {9, 9}}, other{{2, 5}, {4, 5}, {9, 5}};
    const auto found = crossings(one, other);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_GT(found[0].x, 4);
    EXPECT_LT(found[0].x, 9);
    EXPECT_TRUE(crossings({}, other).empty());
}

}  // namespace
}  // namespace neighborscope::measure
