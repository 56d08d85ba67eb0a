// Charts: round ticks, and pictures of fixed numbers, compared with those in tests/pictures.
#include "app/instruments/imgui/chart_canvas.hpp"
#include "made_up.hpp"
#include "tests/render/small_scene.hpp"

#include <epoxy/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace neighborscope::experiments {
namespace {

using ::testing::ElementsAre;

TEST(Ticks, LinearOnesAreRoundAndCover) {
    EXPECT_THAT(linear_ticks(0, 10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
    EXPECT_THAT(linear_ticks(0, 1.05, 5), ElementsAre(0, 0.5, 1));
    EXPECT_THAT(linear_ticks(-3, 3, 6), ElementsAre(-3, -2, -1, 0, 1, 2, 3));
    EXPECT_THAT(linear_ticks(5, 5, 4), ElementsAre(5));
    for (double high = 0.013; high < 1e7; high *= 1.7) {
        const auto ticks = linear_ticks(0, high, 6);
        EXPECT_GE(ticks.size(), 3u) << high;
        EXPECT_LE(ticks.size(), 8u) << high;
    }
}

TEST(Ticks, LogarithmicOnesArePowersOrRound) {
    EXPECT_THAT(logarithmic_ticks(1, 1000, 6), ElementsAre(1, 10, 100, 1000));
    EXPECT_THAT(logarithmic_ticks(1, 20, 6), ElementsAre(1, 2, 5, 10, 20));
    EXPECT_THAT(logarithmic_ticks(42, 58, 4), ElementsAre(45, 50, 55)) << "less than a decade";
    for (double high = 2; high < 1e12; high *= 3) EXPECT_GE(logarithmic_ticks(1, high, 5).size(), 2u) << high;
}

TEST(Ticks, NumbersHaveTheDecimalsTheyNeed) {
    EXPECT_EQ(tick_text(0.5, 0.1), "0.5");
    EXPECT_EQ(tick_text(1, 0.25), "1.0");
    EXPECT_EQ(tick_text(20000, 1), "20\u202f000");
    EXPECT_EQ(tick_text(0, 0.01), "0");
    EXPECT_EQ(tick_text(0.001, 0.001), "0.001");
}

/// All elements that the suites draw, with fixed numbers: lines that end close together, error bars, a ceiling, bars.
Chart every_kind() {
    Panel lines{.title = "lines", .x = {.label = "points", .from_zero = true}, .y = {.label = "time, ms", .logarithmic = true}};
    for (int method = 0; method < 4; ++method) {
        Series series{"method " + std::to_string(method), {}, method};
        for (int i = 1; i <= 5; ++i) {
            const double y = (1 + 0.6 * method * method) * i * i;
            series.points.push_back({1000.0 * i, y, i == 3 ? 0.6 * y : 0, i == 3 ? 1.5 * y : 0});
        }
        lines.series.push_back(series);
    }
    lines.reference_lines = {{{{1000, 300}, {5000, 300}}, "a ceiling"}};
    Panel bars{.title = "bars", .x = {.label = "k"}, .y = {.label = "time / slowest", .from_zero = true}, .categories = {"8", "16"}};
    bars.series = {{"heap", {{0, 1}, {1, 0.8}}, 1}, {"bulk-heap", {{0, 0.31}, {1, 1}}, 0}};
    return {"Every kind", "made up", "A note at the bottom.", {lines, bars}};
}

bool drawn_by_software() { return std::strstr(reinterpret_cast<const char*>(glGetString(GL_RENDERER)), "llvmpipe") != nullptr; }

TEST(ChartPicture, LooksAsItDid) {
    const render::OffscreenContext context;
    if (!drawn_by_software()) GTEST_SKIP() << "references were made with llvmpipe";
    for (const auto& [name, theme] : {std::pair{"chart-light", render::Theme::light}, {"chart-dark", render::Theme::dark}}) {
        const render::Image now = draw_chart(every_kind(), theme, 640, 360, 1), then = render::reference_picture(name, now);
        ASSERT_GT(then.width, 0) << name << ".png is missing; NEIGHBORSCOPE_UPDATE_PICTURES=1 makes it";
        const int different = render::different_pixels(now, then);
        if (different > 2 * render::tolerated_pixels) render::write_picture(std::string(name) + "-now.png", now);
        EXPECT_LE(different, 2 * render::tolerated_pixels) << name << "-now.png is in the current folder; the font is Noto Sans";
    }
}

/// Every chart of every suite has the requested size and is not empty, whatever was measured.
TEST(ChartPicture, EverySuiteDrawsAllOfItsFigures) {
    const render::OffscreenContext context;
    for (const Suite& suite : suites()) {
        const auto findings = all_cases(suite, [](const Case& one) { return double(one.asked()) * one.k * 0.01; });
        for (std::size_t e = 0; e < suite.experiments.size(); ++e)
            for (const NamedChart& chart : suite.experiments[e].charts)
                for (const bool one_case : {false, true}) {
                    Findings some = findings[e];
                    if (one_case) some.measured.resize(1);
                    const render::Image image = draw_chart(chart.draw(some), render::Theme::light, 400, 250, 1);
                    EXPECT_EQ(image.width, 400);
                    EXPECT_EQ(image.height, 250);
                    int ink = 0;
                    for (const std::uint8_t channel : image.rgb) ink += channel < 128;
                    EXPECT_GT(ink, 1000) << suite.name << " " << chart.id;
                }
    }
}

}  // namespace
}  // namespace neighborscope::experiments
