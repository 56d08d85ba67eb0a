#include "render/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

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

/// OKLab (B. Ottosson, 2020) of the colour as seen; dichromats' view by Machado, Oliveira & Fernandes, 2009, severity 1.
std::array<double, 3> seen(const Colour& c, int eyes) {
    static constexpr double views[3][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    const double rgb[3] = {linear(c.r), linear(c.g), linear(c.b)};
    double view[3];
    for (int i = 0; i < 3; ++i) {
        view[i] = 0;
        for (int j = 0; j < 3; ++j) view[i] += views[eyes][i][j] * rgb[j];
        view[i] = std::clamp(view[i], 0.0, 1.0);
    }
    const double l = std::cbrt(0.4122214708 * view[0] + 0.5363325363 * view[1] + 0.0514459929 * view[2]),
                 m = std::cbrt(0.2119034982 * view[0] + 0.6806995451 * view[1] + 0.1073969566 * view[2]),
                 s = std::cbrt(0.0883024619 * view[0] + 0.2817188376 * view[1] + 0.6299787005 * view[2]);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double difference(const Colour& a, const Colour& b, int eyes) {
    const auto p = seen(a, eyes), q = seen(b, eyes);
    return std::sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
}

TEST(Palette, CategoriesAreToldApartByEverybody) {
    for (const Theme theme : themes) {
        std::vector<Colour> all{other_colour(theme), palette(theme).query};
        for (int i = 0; i < category_count; ++i) {
            all.push_back(category_colour(theme, i));
            EXPECT_GE(contrast(all.back(), palette(theme).view), theme == Theme::light ? 2.0 : 3.0) << int(theme) << ' ' << i;
        }
        for (std::size_t a = 0; a < all.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                for (int eyes = 0; eyes < 3; ++eyes)
                    EXPECT_GE(difference(all[a], all[b], eyes), eyes == 0 ? 0.13 : 0.09)
                        << int(theme) << ' ' << a << ' ' << b << ' ' << eyes;
    }
}

TEST(Palette, TheRampsLightnessChangesEvenlyAwayFromTheViews) {
    for (const Theme theme : themes) {
        const double first = seen(ramp_colour(theme, 0), 0)[0], last = seen(ramp_colour(theme, 1), 0)[0];
        EXPECT_GT(std::abs(last - first), 0.35);
        EXPECT_GT(contrast(ramp_colour(theme, 1), palette(theme).view), contrast(ramp_colour(theme, 0), palette(theme).view));
        for (int i = 0; i <= 16; ++i)
            EXPECT_NEAR(seen(ramp_colour(theme, float(i) / 16), 0)[0], first + (last - first) * i / 16, 0.015) << int(theme) << ' ' << i;
    }
}

}  // namespace
}  // namespace neighborscope::render
