// Tests the colours of points.
#include "app/instruments/scene/index_colours.hpp"
#include "gpu/row_filter.hpp"
#include "small_view.hpp"
#include "tests/app/data/six_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace neighborscope {
namespace {

using render::Theme;
using test::six_points;
using ::testing::ElementsAre;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::uint32_t packed(const render::Colour& c) {
    return 0xff000000u | std::uint32_t(std::lround(c.b * 255)) << 16 | std::uint32_t(std::lround(c.g * 255)) << 8 |
           std::uint32_t(std::lround(c.r * 255));
}
std::uint32_t category(int i) { return packed(render::category_colour(Theme::light, i)); }

TEST(PointColours, OfWordsTheMostFrequentFirst) {
    const DataSet data = six_points();
    const PointColours colours = colour_points(data, colour_ways(data)[1], Theme::light);
    ASSERT_EQ(colours.classes.size(), 3u);
    EXPECT_EQ(colours.classes[0].word, "elm");
    EXPECT_EQ(colours.classes[0].count, 3);
    EXPECT_EQ(colours.classes[1].word, "oak");
    EXPECT_EQ(colours.classes[1].count, 2);
    EXPECT_EQ(colours.classes[2].word, "missing");
    EXPECT_EQ(colours.classes[2].count, 1);
    const std::uint32_t without = packed(render::missing_colour(Theme::light));
    EXPECT_THAT(colours.rgba, ElementsAre(category(1), category(0), category(0), without, category(0), category(1)));
    EXPECT_FALSE(colours.is_ramp());
}

TEST(PointColours, OfRowsThatTheFilterRefusesAreFaint) {
    DataSet data = six_points();
    data.filter = std::make_shared<const RowFilter>(std::vector<bool>{true, true, false, true, false, true});
    for (const Theme theme : {Theme::light, Theme::dark}) {
        PointColours plain = colour_points(data, colour_ways(data)[0], theme);
        make_faint(plain, data, nullptr, 0, theme);
        ASSERT_EQ(plain.rgba.size(), 6u);
        EXPECT_EQ(plain.faint, "not allowed");
        EXPECT_FALSE(plain.is_ramp());
        const render::Colour &point = render::palette(theme).point, &view = render::palette(theme).view, faint = faint_colour(theme, point);
        EXPECT_EQ(plain.rgba[0], packed(point));
        EXPECT_EQ(plain.rgba[2], packed(faint));
        EXPECT_LT(std::abs(faint.g - view.g), std::abs(point.g - view.g) / 2);
    }
    PointColours kinds = colour_points(data, colour_ways(data)[1], Theme::light);
    make_faint(kinds, data, nullptr, 0, Theme::light);
    EXPECT_EQ(kinds.rgba[1], category(0));
    EXPECT_NE(kinds.rgba[2], category(0)) << "the same kind, refused";
    data.filter = std::make_shared<const RowFilter>(std::vector<bool>(6, true));
    PointColours all = colour_points(data, colour_ways(data)[0], Theme::light);
    make_faint(all, data, nullptr, 0, Theme::light);
    EXPECT_EQ(all.faint, "") << "nothing is refused";
    EXPECT_TRUE(all.rgba.empty());
}

TEST(PointColours, WordsBeyondTenAreOthers) {
    DataSet data;
    data.dimension = 1;
    WordValues many;
    for (int word = 0; word < 13; ++word) {
        many.different.push_back("w" + std::to_string(word));
        for (int i = 0; i < (word < 3 ? 1 : 5); ++i) many.of_point.push_back(word);  // the first three are rare
    }
    data.quantities.push_back({"word", many});
    data.coordinates.assign(many.of_point.size(), 0);
    const PointColours colours = colour_points(data, colour_ways(data)[1], Theme::dark);
    ASSERT_EQ(colours.classes.size(), 11u);
    EXPECT_EQ(colours.classes[0].word, "w3") << "as often as the next: as the file has them";
    EXPECT_EQ(colours.classes[10].word, "3 others");
    EXPECT_EQ(colours.classes[10].count, 3);
    EXPECT_EQ(colours.rgba[0], packed(render::other_colour(Theme::dark)));
    EXPECT_EQ(colours.rgba[3], packed(render::category_colour(Theme::dark, 0)));
}

TEST(PointColours, OfFewWholeNumbersAreClassesInTheirOrder) {
    DataSet data;
    data.dimension = 1;
    data.coordinates.assign(6, 0);
    data.quantities.push_back({"class", NumberValues{{7, 2, 2, missing, 6, 2}}});
    const PointColours colours = colour_points(data, colour_ways(data)[1], Theme::light);
    ASSERT_EQ(colours.classes.size(), 4u);
    EXPECT_EQ(colours.classes[0].word, "2");
    EXPECT_EQ(colours.classes[0].count, 3);
    EXPECT_EQ(colours.classes[2].word, "7");
    EXPECT_EQ(colours.rgba[0], category(2));
    EXPECT_EQ(colours.rgba[1], category(0));
}

TEST(PointColours, OfNumbersFromThe1stToThe99thPercentile) {
    DataSet data;
    data.dimension = 1;
    NumberValues size;
    for (int i = 0; i <= 200; ++i) size.of_point.push_back(i);  // of 201 numbers 0..200 the 1st percentile is 2, the 99th 198
    size.of_point[0] = -1e9;
    size.of_point[200] = 1e9;
    size.of_point.push_back(missing);
    data.coordinates.assign(size.of_point.size(), 0);
    data.quantities.push_back({"size", size});
    const PointColours colours = colour_points(data, colour_ways(data)[1], Theme::light);
    EXPECT_TRUE(colours.is_ramp());
    EXPECT_EQ(colours.low, 2);
    EXPECT_EQ(colours.high, 198);
    EXPECT_EQ(colours.least, -1e9);
    EXPECT_EQ(colours.most, 1e9);
    EXPECT_EQ(colours.missing, 1);
    EXPECT_EQ(colours.rgba[0], packed(render::ramp_colour(Theme::light, 0)));
    EXPECT_EQ(colours.rgba[2], colours.rgba[0]);
    EXPECT_EQ(colours.rgba[200], packed(render::ramp_colour(Theme::light, 1)));
    EXPECT_NE(colours.rgba[100], colours.rgba[0]);
    EXPECT_NE(colours.rgba[100], colours.rgba[200]);
    EXPECT_EQ(colours.rgba[201], packed(render::missing_colour(Theme::light)));
}

TEST(PointColours, OneNumberAndNoneAtAllAreNoTrouble) {
    DataSet data;
    data.dimension = 1;
    data.coordinates.assign(12, 0);
    data.quantities.push_back({"same", NumberValues{std::vector<double>(12, 0.5)}});
    data.quantities.push_back({"none", NumberValues{std::vector<double>(12, missing)}});
    EXPECT_EQ(colour_points(data, colour_ways(data)[1], Theme::light).rgba.size(), 12u);
    const PointColours none = colour_points(data, colour_ways(data)[2], Theme::light);
    EXPECT_EQ(none.rgba.front(), packed(render::missing_colour(Theme::light)));
    EXPECT_TRUE(colour_points(data, colour_ways(data)[0], Theme::light).rgba.empty());
}

TEST(PointColours, ThoseOfTheFileAreLeftAlone) {
    DataSet data = six_points();
    const std::vector<std::uint32_t> own{1, 2, 3, 4, 5, 6};
    data.quantities.push_back({"colours", ColourValues{own}});
    const PointColours colours = colour_points(data, colour_ways(data)[1], Theme::dark);
    EXPECT_EQ(colours.rgba, own);
    EXPECT_TRUE(colours.own);
    EXPECT_TRUE(colours.classes.empty());
    EXPECT_FALSE(colours.is_ramp());
}

/// Twelve points of two classes; the two pictures differ only in colours and legend.
TEST(PointColours, AreSeenWithTheirLegend) {
    const std::string path = testing::TempDir() + "neighborscope_kinds.csv";
    {
        std::ofstream out(path);
        out << "x,y,size,kind\n";
        for (int i = 0; i < 24; ++i) out << i % 6 << ',' << i / 6 << ',' << 1.25 * i << ',' << (i % 3 ? "oak" : "elm") << '\n';
    }
    View view(path);
    std::filesystem::remove(path);
    const auto by = [&](const std::string& way) {
        view.workbench().change([&](SessionState& state) { state.colour_by = way; });
        return view.settle();
    };
    const render::Image label = by(""), plain = by("plain"), size = by("size");
    EXPECT_GT(differing(label, plain, 80, width - 200, 60, height - 60), 50) << "the points";
    EXPECT_GT(differing(label, size, 80, width - 200, 60, height - 60), 50);
    EXPECT_GT(differing(label, plain, width - 190, width, 200, 420), 200) << "the legend's classes";
    EXPECT_GT(differing(size, plain, width - 260, width, 90, 300), 200) << "the legend's ramp";
    EXPECT_EQ(differing(by("label"), label, 0, width, 0, height - 120), 0) << "the label was shown by itself";
}

TEST(PointColours, TheHoverCardSaysWhatTheFileSays) {
    const std::string path = testing::TempDir() + "neighborscope_named.csv";
    {
        std::ofstream out(path);
        out << "x,y,size,name\n";
        for (int i = 0; i < 24; ++i) out << i % 6 << ',' << i / 6 << ',' << 1.25 * i << ",tree number " << i << '\n';
    }
    View view(path);
    std::filesystem::remove(path);
    view.settle();
    const glm::dvec3 at = view.picture().camera().to_pixels({5, 3, 0});
    view.picture().gui().mouse_move(at.x, at.y);
    const render::Image named = view.settle();
    ASSERT_EQ(view.picture().hovered(), 23);
    view.picture().gui().mouse_leave();
    EXPECT_GT(differing(named, view.settle(), 0, width, 0, height), 2500) << "a card with a name and four lines";
}

TEST(PointColours, OfDevicesThatShareThePoints) {
    const PointColours colours = colour_by_device({{"cuda:0", "cuda:1"}, {1, 0, DevicesOfRows::none, 1}}, Theme::light);
    EXPECT_EQ(colours.name, "Device");
    EXPECT_THAT(colours.rgba, ElementsAre(category(1), category(0), packed(render::missing_colour(Theme::light)), category(1)));
    ASSERT_EQ(colours.classes.size(), 3u);
    EXPECT_EQ(colours.classes[1].word, "cuda:1");
    EXPECT_EQ(colours.classes[1].count, 2);
    EXPECT_EQ(colours.classes[2].word, "not searched");
}

// Two parts of the host share the points; the picture shows where the part of each lies.
TEST(PointColours, ByDeviceAreOfferedWhereDevicesShareThePoints) {
    share_points(DeviceKind::host, {0, 1});
    View view("uniform:n=400");
    view.workbench().change([](SessionState& state) {
        state.method = "flat";
        state.device = "host";
        state.colour_by = "device";
    });
    EXPECT_TRUE(until(view.workbench(), [&] { return view.workbench().drawable().devices != nullptr; }));
    view.settle();
    const Colouring& colouring = view.workbench().view().colouring;
    EXPECT_EQ(colouring.ways[colouring.shown].value, "device");
    const std::vector<ColourWay> shared = colouring.ways;
    share_points(DeviceKind::host, {});
    view.workbench().change([](SessionState& state) { state.method = "heap"; });
    EXPECT_TRUE(until(view.workbench(), [&] { return view.workbench().drawable().devices == nullptr; }));
    EXPECT_LT(view.workbench().view().colouring.ways.size(), shared.size());
}

}  // namespace
}  // namespace neighborscope
