#include "render/palette.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope::render {
namespace {

double luminance(const Colour& c) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/// Web Content Accessibility Guidelines 2.1, contrast ratio.
double contrast(const Colour& a, const Colour& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

constexpr Theme themes[] = {Theme::light, Theme::dark};

TEST(Palette, ContrastOfBlackAndWhite) { EXPECT_NEAR(contrast(hex(0x000000), hex(0xFFFFFF)), 21, 1e-9); }

TEST(Palette, TextIsLegibleWhereverItStands) {
    for (Theme theme : themes) {
        const Palette& p = palette(theme);
        for (const Colour* text : {&p.text, &p.second_text, &p.disabled_text, &p.exact, &p.warning, &p.error, &p.query_text})
            for (const Colour* ground : {&p.dock, &p.base, &p.view, &p.window, &p.stripe})
                EXPECT_GE(contrast(*text, *ground), 4.3) << int(theme) << ' ' << luminance(*text) << ' ' << luminance(*ground);
        for (const Colour* text : {&p.text, &p.second_text, &p.disabled_text}) {
            EXPECT_GE(contrast(*text, p.dock), 4.5);
            EXPECT_GE(contrast(*text, p.base), 4.5);
        }
        EXPECT_GE(contrast(p.on_accent, p.accent), 7);
        EXPECT_GE(contrast(p.text, p.soft), 7);
    }
}

TEST(Palette, MarksStandOutFromTheView) {
    for (Theme theme : themes) {
        const Palette& p = palette(theme);
        EXPECT_GE(contrast(p.point, p.view), 3);
        EXPECT_GE(contrast(p.radius, p.view), 7);
        EXPECT_GE(contrast(p.query_ring, p.view), 7) << "the query's own colour is weak on light: the ring carries it";
        EXPECT_GE(contrast(p.edge, p.dock), 3);
        EXPECT_GE(contrast(p.accent, p.dock), 4.5);
    }
}

TEST(Palette, TheNearestStandsOutMost) {
    for (Theme theme : themes) {
        double before = 100;
        for (int rank = 0; rank < 32; ++rank) {
            const double now = contrast(rank_colour(theme, rank, 32), palette(theme).view);
            EXPECT_LE(now, before * 1.02) << int(theme) << ' ' << rank;
            before = now;
        }
        EXPECT_GE(contrast(rank_colour(theme, 0, 32), palette(theme).view), 10);
    }
}

TEST(Palette, RanksAreInBounds) {
    for (Theme theme : themes) {
        const Colour only = rank_colour(theme, 0, 1), first = rank_colour(theme, 0, 16), beyond = rank_colour(theme, 99, 16),
                     last = rank_colour(theme, 15, 16);
        EXPECT_EQ(only.r, first.r);
        EXPECT_EQ(beyond.g, last.g);
    }
    EXPECT_NEAR(viridis(0).r, 0x44 / 255.0, 1e-6);
    EXPECT_NEAR(viridis(1).g, 0xE7 / 255.0, 1e-6);
}

}  // namespace
}  // namespace neighborscope::render
