#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_view.hpp"
#include "tests/temporary_folder.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace neighborscope {
namespace {

TEST(Picture, InstrumentsStandInTheirCorners) {
    View view("hotspots:n=2000");
    PictureOptions bare;
    bare.instruments = bare.tools = false;
    bare.layers.axes = false;
    const render::Image with = view.settle(), without = view.settle(bare);
    EXPECT_GT(differing(with, without, 0, 250, 0, 50), 300) << "tools";
    EXPECT_GT(differing(with, without, 0, 320, height - 110, height), 600) << "timings";
    EXPECT_GT(differing(with, without, width - 170, width, 0, 280), 2000) << "legend";
    PictureOptions no_tools;
    no_tools.tools = no_tools.layers.axes = no_tools.layers.points = bare.layers.points = false;
    EXPECT_EQ(differing(view.settle(no_tools), view.settle(bare), 10, 250, 9, 40), 0) << "shot has no tools";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
    EXPECT_EQ(view.picture().buffer_path(), "copy (host device)");
    EXPECT_FALSE(view.picture().interop());
}

TEST(Picture, AxesAreTheirOwnLayer) {
    View view("hotspots:n=2000");
    PictureOptions with, without;
    with.instruments = without.instruments = false;
    without.layers.axes = false;
    EXPECT_GT(differing(view.settle(with), view.settle(without), 0, width, 0, height), 300);
}

TEST(Picture, FewFarPointsDoNotMakeTheCrowdSmall) {
    test::TemporaryFolder folder;
    std::string table = "x,y\n";
    for (int i = 0; i < 900; ++i) table += std::to_string(i % 30) + "," + std::to_string(i / 30) + "\n";
    table += "4000,3000\n-900,-500\n";
    View view(folder.write("far.csv", table));
    view.settle();
    const auto at = [&](double x, double y) {
        const DataSet& data = *view.workbench().drawable().data;
        return view.picture().camera().to_pixels(glm::dvec3(x - data.origin[0], y - data.origin[1], 0));
    };
    const auto in_sight = [&](const glm::dvec3& pixel) { return pixel.x > 0 && pixel.x < width && pixel.y > 0 && pixel.y < height; };
    EXPECT_GT(std::abs(at(29, 29).y - at(0, 0).y), 250);
    EXPECT_TRUE(in_sight(at(0, 0)) && in_sight(at(29, 29)));
    EXPECT_FALSE(in_sight(at(4000, 3000)));
    view.picture().fit();
    view.settle();
    EXPECT_TRUE(in_sight(at(4000, 3000)) && in_sight(at(-900, -500))) << "what asks for all points gets all";
}

TEST(Picture, OfFewPointsNoneIsFar) {
    test::TemporaryFolder folder;
    View view(folder.write("three.csv", "x,y\n1,2\n2,3\n3,1\n"));
    view.settle();
    const DataSet& data = *view.workbench().drawable().data;
    for (const auto& [x, y] : {std::pair(1, 2), {2, 3}, {3, 1}}) {
        const glm::dvec3 pixel = view.picture().camera().to_pixels(glm::dvec3(x - data.origin[0], y - data.origin[1], 0));
        EXPECT_TRUE(pixel.x > 0 && pixel.x < width && pixel.y > 0 && pixel.y < height) << x << ", " << y;
    }
}

/// The camera fits their projected positions, not the values of pixels.
TEST(Picture, PicturesAreFramedInThePlaneThatShowsThem) {
    test::TemporaryFolder folder;
    std::string table;
    for (int pixel = 0; pixel < 16; ++pixel) table += (pixel ? ",pixel" : "pixel") + std::to_string(pixel);
    for (int row = 0; row < 300; ++row) {
        table += '\n';
        for (int pixel = 0; pixel < 16; ++pixel)
            table += (pixel ? "," : "") + std::to_string(row * (pixel + 1) % 251) + (pixel < 2 ? ".5" : "");
    }
    View view(folder.write("pictures.csv", table));
    view.settle();
    const DataSet& data = *view.workbench().drawable().data;
    ASSERT_TRUE(data.plane);
    int in_sight = 0;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const float* at = &data.plane->places[std::size_t(3 * row)];
        const glm::dvec3 pixel = view.picture().camera().to_pixels({at[0], at[1], 0});
        in_sight += pixel.x > 0 && pixel.x < width && pixel.y > 0 && pixel.y < height;
    }
    EXPECT_GT(in_sight, 280);
}

TEST(Picture, EachLayerIsSwitched) {
    View view("hotspots:n=2000");
    view.frame();
    const glm::dvec3 query(view.workbench().drawable().query[0], view.workbench().drawable().query[1], 0);
    const glm::dvec3 pixel = view.picture().camera().to_pixels(query);
    view.picture().camera().zoom(6, pixel.x, pixel.y);
    const render::Image all = view.settle();
    for (bool render::Layers::*layer :
        {&render::Layers::points, &render::Layers::links, &render::Layers::radius, &render::Layers::neighbours, &render::Layers::query}) {
        PictureOptions options;
        options.layers.*layer = false;
        EXPECT_GT(differing(all, view.frame(options), 64, width - 180, 56, height - 180), 50);
    }
}

/// The legend explains the crosses; while a search is stepped through, there are none.
TEST(Picture, MissedNeighboursAreCrossed) {
    if (!find_method("faiss-ivf-cpu").info.supports.missing_package.empty()) GTEST_SKIP() << "not built";
    View view("hotspots:n=2000");
    const auto ask = [&](const char* probes, std::int64_t row) {
        view.workbench().change([&](SessionState& state) {
            state.method = "faiss-ivf-cpu";
            state.k = 60;
            state.options["faiss-ivf-cpu"] = {{"lists", "40"}, {"probes", probes}};
        });
        view.workbench().query().pin_at_row(row);  // another query, so that no neighbour is marked as entered or left
        view.idle_until([&] {
            const ViewModel& now = view.workbench().view();
            return now.query_row == row && now.exactness.known && !now.changes;
        });
    };
    const auto crosses = [&] {
        PictureOptions without;
        without.layers.marks = false;
        return differing(view.settle(), view.settle(without), 64, width - 190, 60, height - 140);
    };
    ask("1", 5);
    ASSERT_FALSE(view.workbench().view().exactness.missed.empty()) << "else this shows nothing";
    EXPECT_GT(crosses(), 20);
    const render::Image missing = view.settle();
    ask("40", 6);
    ASSERT_TRUE(view.workbench().view().exactness.missed.empty());
    EXPECT_EQ(crosses(), 0);
    EXPECT_GT(differing(missing, view.settle(), width - 160, width - 20, 100, 180), 50) << "the legend says what a cross is";
}

/// Rings around neighbours that entered and crosses on those that left disappear with the next query.
TEST(Picture, WhatAChangeDidToTheListIsMarked) {
    View view("hotspots:n=2000");
    const auto marked = [&] {
        PictureOptions without;
        without.layers.marks = false;
        return differing(view.settle(), view.settle(without), 64, width - 190, 60, height - 140);
    };
    EXPECT_EQ(marked(), 0);
    view.workbench().change([](SessionState& state) { state.k = 3 * state.k; });
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().changes.has_value(); }));
    EXPECT_GT(marked(), 20);
    view.workbench().query().pin_at_row(5);
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().query_row == 5 && !view.workbench().view().changes; }));
    EXPECT_EQ(marked(), 0);
}

TEST(Picture, ToolsReportCommands) {
    View view("hotspots:n=500");
    const std::set<std::string> expected{"view.fit", "view.3d", "view.toggle_links", "step.open", "points.edit", "file.save_picture"};
    EXPECT_EQ(view.everything_clickable(10, 330, 28, 30), expected);
    EXPECT_EQ(view.picture().requested_command(), "") << "reported once";
}

TEST(Picture, ToolsRefuseAsTheirCommandsDo) {
    View view("hotspots:n=500");
    Commands commands;
    const auto add = [&](const char* id, std::optional<std::string> refusal) {
        commands.add({id, id, "", "", "", [] {}, [refusal] { return refusal; }, {}});
    };
    add("view.fit", "there are no points yet");
    add("view.toggle_links", std::nullopt);
    view.picture().set_commands(commands);
    EXPECT_EQ(view.everything_clickable(10, 260, 28, 30), std::set<std::string>{"view.toggle_links"})
        << "the others are not in this window";
}

TEST(Picture, InstrumentsFoldToTheirTitles) {
    View view("hotspots:n=500");
    const render::Image open = view.settle();
    view.click(width - 40, 18);  // the legend's title
    view.picture().gui().mouse_leave();
    const render::Image folded = view.settle();
    EXPECT_GT(differing(open, folded, width - 150, width - 10, 60, 240), 500);
    view.click(width - 40, 18);
    view.picture().gui().mouse_leave();
    EXPECT_EQ(differing(open, view.settle(), width - 150, width - 10, 60, 240), 0) << "and unfold";
}

TEST(Picture, SmallViewsHaveTitlesAndTinyOnesNothing) {
    View view("hotspots:n=500");
    PictureOptions with, without;
    with.tools = false;
    with.layers = {};
    with.layers.points = with.layers.links = with.layers.radius = with.layers.neighbours = with.layers.query = with.layers.axes = false;
    without = with;
    without.instruments = false;
    const auto drawn = [&](int x_from, int x_to, int y_from, int y_to) {
        const int above = height - view.seen_height;
        return differing(view.settle(with), view.settle(without), x_from, x_to, above + y_from, above + y_to);
    };
    const auto press = [&](double x, double y) {
        view.settle(with);
        view.picture().gui().mouse_move(x, y);
        view.picture().gui().mouse_button(0, true);
        view.picture().gui().mouse_button(0, false);
        for (int i = 0; i < 2; ++i) view.frame(with);
        view.picture().gui().mouse_leave();
    };
    view.seen_width = 600, view.seen_height = 400;
    EXPECT_GT(drawn(430, 600, 0, 36), 100) << "the legend's title";
    EXPECT_GT(drawn(0, 300, 364, 400), 100) << "that of the timings";
    EXPECT_EQ(drawn(0, 600, 40, 360), 0);
    press(560, 18);
    EXPECT_GT(drawn(430, 600, 60, 240), 500) << "it opens";
    press(40, 380);
    EXPECT_GT(drawn(0, 300, 250, 360), 500) << "and this one";
    EXPECT_EQ(drawn(430, 600, 40, 200), 0) << "in place of it";
    view.seen_width = 230, view.seen_height = 150;
    EXPECT_EQ(drawn(0, 230, 0, 150), 0);
    view.seen_width = 800, view.seen_height = 520;
    EXPECT_GT(drawn(640, 800, 60, 240), 500) << "open again where there is room";
}

TEST(Picture, FitKeepsThePointsInThePartLeftFree) {
    View view("hotspots:n=2000");
    view.frame();
    view.picture().camera().pan(5000, 5000);
    view.picture().fit();
    view.frame();
    const DataSet& data = *view.workbench().drawable().data;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const glm::dvec3 pixel =
            view.picture().camera().to_pixels({data.coordinates[std::size_t(2 * row)], data.coordinates[std::size_t(2 * row + 1)], 0});
        ASSERT_FALSE(view.picture().gui().over_instrument(pixel.x, pixel.y)) << row;
        ASSERT_TRUE(pixel.x > 0 && pixel.x < width && pixel.y > 0 && pixel.y < height) << row;
    }
}

TEST(Picture, ThePointUnderTheMouseIsFoundAndDescribed) {
    for (bool three_d : {false, true}) {
        View view(three_d ? "hotspots:n=2000,d=3" : "hotspots:n=2000", three_d);
        view.frame();
        const std::int64_t row = view.workbench().view().neighbours.at(0).row;
        const DataSet& data = *view.workbench().drawable().data;
        glm::dvec3 at(0);
        for (int axis = 0; axis < data.dimension; ++axis) at[axis] = data.coordinates[std::size_t(row * data.dimension + axis)];
        view.picture().camera().set_focus(at);
        view.picture().camera().zoom(20, 450, 320);
        const render::Image before = view.settle();
        const glm::dvec3 pixel = view.picture().camera().to_pixels(at);
        ASSERT_FALSE(view.picture().gui().mouse_move(pixel.x, pixel.y));
        const render::Image after = view.settle();
        EXPECT_EQ(view.picture().hovered(), row) << three_d;
        EXPECT_GT(differing(before, after, 0, width, 0, height), 400) << "the card and the ring";
        view.picture().gui().mouse_leave();
        view.frame();
        EXPECT_EQ(view.picture().hovered(), -1);
    }
}

TEST(Picture, TheCardOfAPointTellsNothingWhileAPredictionIsOpen) {
    View view("hotspots:n=2000", false);
    view.frame();
    const DataSet& data = *view.workbench().drawable().data;
    const std::int64_t row = view.workbench().view().neighbours.at(0).row;
    const glm::dvec3 at = position_of(data, Projection(), row);
    view.picture().camera().set_focus(at);
    view.picture().camera().zoom(20, 450, 320);
    const auto height_of_card = [&] {
        view.picture().gui().mouse_leave();
        const render::Image before = view.settle();
        const glm::dvec3 pixel = view.picture().camera().to_pixels(at);
        view.picture().gui().mouse_move(pixel.x, pixel.y);
        const render::Image after = view.settle();
        EXPECT_EQ(view.picture().hovered(), row);
        int rows = 0;
        for (int y = 0; y < height; ++y) rows += differing(before, after, 0, width, y, y + 1) > 0;
        return rows;
    };
    const int told = height_of_card();
    const_cast<ViewModel&>(view.workbench().view()).answers_hidden = true;  // as a lesson does
    EXPECT_LE(height_of_card(), told - 2 * 18) << "neither index nor distance";
}

TEST(Picture, WhatIsPressedOnIsFoundBetweenTwoFrames) {
    View view("hotspots:n=40");
    view.settle();
    const Drawable drawable = view.workbench().drawable();
    int found = 0;
    for (const std::int64_t row : {3, 11, 29}) {
        const auto place = drawable.projection.place(*drawable.data, row);
        const auto [x, y] = view.picture().pixel_of(place);
        const std::int64_t at = view.picture().row_at(x, y);
        ASSERT_TRUE(at >= 0 || view.picture().gui().over_instrument(x, y)) << row;
        found += at == row;
    }
    EXPECT_GE(found, 1) << "no frame was drawn in between";
    EXPECT_EQ(view.picture().row_at(-30, 5), -1) << "outside";
}

TEST(Picture, MoreAxesThanTwoAreSaid) {
    View flat("hotspots:n=300"), many("vectors:n=300,d=16");
    PictureOptions options;
    options.instruments = false;
    options.layers.points = options.layers.links = options.layers.neighbours = options.layers.query = options.layers.axes = false;
    PictureOptions axes = options;
    axes.layers.axes = true;
    const auto at_the_top = [&](View& view) { return differing(view.settle(axes), view.settle(options), 8, 200, 8, 32); };
    EXPECT_GT(at_the_top(many), 200);
    EXPECT_LT(at_the_top(flat), 60) << "only the axis's name";
}

TEST(Picture, AnErrorIsACardWithAWayOn) {
    View view("no-such-file.csv");
    ASSERT_TRUE(view.workbench().view().error.has_value());
    const std::set<std::string> found = view.everything_clickable(width / 2 - 200, width / 2 + 200, height / 2 - 80, height / 2 + 80);
    EXPECT_EQ(found, std::set<std::string>{"error.dismiss"});
    view.workbench().dismiss_error();
    const std::set<std::string> empty = view.everything_clickable(width / 2 - 200, width / 2 + 200, height / 2 - 180, height / 2 + 180);
    std::set<std::string> ways{"data.sample.hotspots", "file.open"};
    for (const SampleInfo& sample : samples()) ways.insert("data.sample." + sample.name);
    EXPECT_EQ(empty, ways) << "nothing loaded: the ways on";
}

TEST(Picture, OtherDataIsPublishedAndFitted) {
    View view("hotspots:n=500");
    view.frame();
    const double before = view.picture().camera().pixels_per_unit();
    view.workbench().change([](SessionState& state) { state.data = "uniform:n=800,d=2"; });
    ASSERT_TRUE(until(view.workbench(), [&] {
        const Drawable drawable = view.workbench().drawable();
        return drawable.data && drawable.data->count() == 800 && drawable.lists;
    }));
    view.frame();
    EXPECT_NE(view.picture().camera().pixels_per_unit(), before);
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST(Picture, TheCameraStaysWhileParametersOfTheDataChange) {
    View view("hotspots:n=2000");
    view.settle();
    view.picture().camera().zoom(1.5, 300, 200);
    const glm::dvec3 focus = view.picture().camera().focus();
    const double scale = view.picture().camera().pixels_per_unit();
    const auto shows = [&](const std::string& source) {
        view.idle_until([&] { return view.workbench().drawable().data->source == source; });
        view.settle();
    };
    view.workbench().change_data_parameter("hotspots", "24");
    shows("hotspots:n=2000,hotspots=24");
    EXPECT_EQ(view.picture().camera().focus(), focus);
    EXPECT_EQ(view.picture().camera().pixels_per_unit(), scale);
    view.workbench().open_data("hotspots:n=1500");
    shows("hotspots:n=1500");
    EXPECT_NE(view.picture().camera().pixels_per_unit(), scale) << "other data are shown as a whole";
    view.workbench().open_data("grid:n=100");
    shows("grid:n=100");
    const double of_hundred = view.picture().camera().pixels_per_unit();
    view.workbench().change_data_parameter("n", "2500");
    shows("grid:n=2500");
    EXPECT_LT(view.picture().camera().pixels_per_unit(), 0.5 * of_hundred) << "they would not be in the picture";
}

/// With several points per pixel the legend shows density; zoomed in it shows dots and is narrower.
TEST(Picture, ATitleKeepsAwayFromTheNumberAtItsRight) {
    View view("uniform:n=40000");
    view.workbench().change([](SessionState& state) { state.method = "leaf-warp"; });
    view.idle_until([&] { return view.workbench().view().tree.has_value(); });
    (void)view.settle();
    const std::string leaves = text_of_amount(view.workbench().view().tree->leaves, "leaf", "leaves");
    const float wide = text_size(view.picture().gui(), FontRole::bold, leaves).x;
    bool titled = false;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->Active || std::string(window->Name) != "index") continue;
        const float number = window->Pos.x + window->Size.x - 10 - wide;
        for (const ImDrawVert& corner : window->DrawList->VtxBuffer) {
            const float y = corner.pos.y - window->Pos.y;
            if (y < 3 || y > title_height - 3) continue;
            titled = titled || (corner.pos.x > window->Pos.x + 26 && corner.pos.x < number);
            EXPECT_FALSE(corner.pos.x > number - 8 && corner.pos.x < number - 1) << number - corner.pos.x;
        }
    }
    EXPECT_TRUE(titled);
}

TEST(Picture, TheLegendSaysHowDenseManyPointsAre) {
    const bool software = [] {
        const render::OffscreenContext context;
        return render::gl_is_software();
    }();
    View view(software ? "vectors:n=400000,d=2" : "vectors:n=1000000,d=2");  // a GPU shades a million and more
    const auto counted = [&] {  // the points of each pixel, which a busy GPU does for several frames
        (void)view.settle();
        for (int frame = 0; frame < 500 && view.picture().unfinished(); ++frame) view.unseen_frame();
        return view.settle();
    };
    const render::Image shaded = counted();
    view.picture().zoom(60, 0.5 * width, 0.5 * height);
    const render::Image near = counted();
    const render::Colour& dense = render::palette(render::Theme::light).dense;
    const auto darkest = [&](const render::Image& image) {
        int count = 0;
        for (int y = 120; y < 320; ++y)
            for (int x = width - 130; x < width - 10; ++x) {
                const std::uint8_t* pixel = &image.rgb[3 * (std::size_t(y) * width + std::size_t(x))];
                count += std::abs(pixel[0] - 255 * dense.r) < 8 && std::abs(pixel[1] - 255 * dense.g) < 8 &&
                         std::abs(pixel[2] - 255 * dense.b) < 8;
            }
        return count;
    };
    EXPECT_GT(darkest(shaded), 30) << "the upper end of the bar";
    EXPECT_LT(darkest(near), darkest(shaded) / 2);
}

/// The draw list behind all instruments, which has only the tag here.
TEST(Picture, TheKthDistanceIsSaidWhereAnyOfItsCircleIsInView) {
    View view("hotspots:n=2000");
    std::set<bool> seen;
    PictureOptions options;
    options.instruments = options.tools = false;
    options.compared = true;
    options.layers = {.points = false, .links = false, .neighbours = false, .query = false, .axes = false, .marks = false};
    for (const int k : {16, 500, 1500})
        for (const auto& [wide, high] : {std::pair(380, 420), std::pair(300, 600), std::pair(900, 260)}) {
            view.workbench().change([&](SessionState& state) { state.k = k; });
            view.idle_until([&] { return int(view.workbench().view().neighbours.size()) == k; });
            view.seen_width = wide, view.seen_height = high;
            view.picture().fit();
            for (const double zoom : {1.0, 1.6, 6.0}) {
                const ImVec2 middle{0.5f * float(wide), 0.5f * float(high)};
                view.settle(options);
                view.picture().zoom(zoom, middle.x, middle.y);
                view.settle(options);
                const double radius = view.workbench().view().kth_distance * view.picture().camera().pixels_per_unit();
                const Drawable drawable = view.workbench().drawable();
                const auto [x, y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, view.workbench().view().query));
                const double farthest = std::hypot(std::max(x, wide - x), std::max(y, high - y));  // corner
                if (std::abs(radius - farthest) < 20) continue;
                seen.insert(radius < farthest);
                EXPECT_EQ(ImGui::GetBackgroundDrawList()->VtxBuffer.Size > 0, radius < farthest)
                    << k << ", " << wide << " x " << high << ", " << zoom;
            }
        }
    EXPECT_EQ(seen.size(), 2u);
}

TEST(Picture, TheCardAtThePointCoversNoInstrument) {
    View view("hotspots:n=2000");
    view.workbench().change([](SessionState& state) { state.method = "quadtree-cached"; });
    view.idle_until([&] { return view.workbench().view().tree.has_value(); });
    view.settle();
    int seen = 0;
    for (int y = 60; y < height - 60; y += 12)
        for (int x = width - 420; x < width - 220; x += 12) {
            if (view.picture().gui().over_instrument(x, y)) continue;
            view.picture().gui().mouse_move(x, y);
            for (int i = 0; i < 3; ++i) view.unseen_frame();
            if (view.picture().hovered() < 0) continue;
            const auto& drawn = ImGui::GetForegroundDrawList()->VtxBuffer;
            ASSERT_GT(drawn.Size, 0);
            ImVec2 low = drawn[0].pos, high = low;
            for (const ImDrawVert& one : drawn) {
                low = {std::min(low.x, one.pos.x), std::min(low.y, one.pos.y)};
                high = {std::max(high.x, one.pos.x), std::max(high.y, one.pos.y)};
            }
            EXPECT_LT(view.picture().gui().covered_pixels(low.x, low.y, high.x - low.x, high.y - low.y), 40) << x << ", " << y;
            ++seen;
        }
    EXPECT_GT(seen, 5);
}

}  // namespace
}  // namespace neighborscope
