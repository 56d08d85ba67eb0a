// Tests pictures side by side in a real OpenGL context: layout, common camera and query, strips.
#include "app/instruments/race/race_lanes.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "race_view.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

TEST(RaceLayout, PicturesFillTheRoomAndDoNotOverlap) {
    for (const auto& [wide, high] : {std::pair(840.0, 690.0), std::pair(1400.0, 980.0), std::pair(700.0, 1300.0), std::pair(320.0, 240.0)})
        for (std::size_t count = 2; count <= 4; ++count)
            for (const bool folded : {false, true}) {
                const RaceLayout layout = race_layout(count, wide, high, true, folded);
                ASSERT_EQ(layout.panes.size(), count);
                for (std::size_t i = 0; i < count; ++i) {
                    const render::Rectangle& one = layout.panes[i];
                    EXPECT_GE(one.x, 0);
                    EXPECT_GE(one.y, race_name_height);
                    EXPECT_LE(one.x + one.width, wide);
                    EXPECT_LE(one.y + one.height, layout.strip.y);
                    EXPECT_EQ(layout.pane_at(one.x + 0.5 * one.width, one.y + 0.5 * one.height), i);
                }
                EXPECT_EQ(layout.strip.y + layout.strip.height, high);
                EXPECT_FALSE(layout.pane_at(0.5 * wide, high - 1));
            }
    const RaceLayout tall = race_layout(4, 700, 1300, false, false), wide = race_layout(4, 1600, 700, false, false);
    EXPECT_GT(tall.panes[2].y, tall.panes[0].y) << "two by two";
    EXPECT_EQ(wide.panes[3].y, wide.panes[0].y) << "in a row";
}

TEST(RaceLayout, LanesAndTextsAreLargerOnAProjectorWhereThereIsRoom) {
    for (const std::size_t count : {2, 3, 4}) {
        const double larger = race_magnification(count, 1280, 800, true, false, 3);
        EXPECT_GT(larger, count == 2 ? 1.2 : 1.0) << count;
        const RaceLayout layout = race_layout(count, 1280 / larger, 800 / larger, true, false, 3).magnified(larger);
        EXPECT_GE(layout.panes.front().height, 0.4 * 800) << "the pictures stay large";
        EXPECT_NEAR(layout.strip.y + layout.strip.height, 800, 1e-6);
        EXPECT_GT(layout.strip.height, race_layout(count, 1280, 800, true, false).strip.height);
    }
    EXPECT_GE(race_magnification(2, 1280, 1600, true, false, 3), 1.5) << "lanes fill a high view";
    EXPECT_EQ(race_magnification(4, 640, 480, true, false, 3), 1) << "no room";
    EXPECT_GE(race_magnification(2, 1280, 800, false, false, 1), 1.4) << "without steps there is one line below a name";
    const RaceLayout whole = race_layout(2, 1280, 800, true, false, 3);
    EXPECT_EQ(whole.panes.front().y, whole.name_height);
    EXPECT_GT(whole.name_height, race_name_height) << "three lines for a sentence";
}

TEST(RaceLayout, PhasesThatAllHaveAreNamedOnce) {
    const auto with_phases = [](std::initializer_list<const char*> names) {
        ViewModel view;
        for (const char* name : names) view.timings.phases.push_back({.phase = name});
        return view;
    };
    const ViewModel a = with_phases({"scan", "merge"}), b = with_phases({"scan", "merge"}), c = with_phases({"scan"}), none;
    EXPECT_EQ(phases_in_order(std::array{&a, &b}), "Phases, in this order: scan, merge.");
    EXPECT_EQ(phases_in_order(std::array{&a, &c}), "Phases, in this order: A: scan, merge. B: scan.");
    EXPECT_EQ(phases_in_order(std::array{&none, &c}), "Phases, in this order: B: scan.") << "not measured yet";
    EXPECT_EQ(phases_in_order(std::array{&none, &none}), "");
}

TEST(RaceLanes, ThoseTooShortForTheAxisAreMagnified) {
    using testing::ElementsAre;
    EXPECT_THAT(race_magnifications({10, 3, 0.5}, 10, 400, 250), ElementsAre(1, 1, 1)) << "all are seen";
    EXPECT_THAT(race_magnifications({2030, 0.3}, 2030, 400, 250), ElementsAre(1, 2000)) << "0.06 pixels";
    EXPECT_THAT(race_magnifications({100, 1, 0.3, 0}, 100, 400, 250), ElementsAre(1, 50, 50, 1))
        << "the same, so that they can be compared";
    EXPECT_THAT(race_magnifications({1e6, 1e3, 1}, 1e6, 400, 250), ElementsAre(1, 500, 500000)) << "or nothing of the last would be seen";
    EXPECT_THAT(race_magnifications({100, 1}, 100, 400, 10), ElementsAre(1, 1)) << "no room";
    for (double length = 1e-6; length < 1; length *= 1.7) {
        const double times = race_magnifications({100, length}, 100, 400, 250)[1], pixels = 400 * length / 100 * times;
        EXPECT_GE(pixels, 8) << length;
        EXPECT_LE(pixels, 250 * 1.0001) << length;
    }
}

TEST(RacePicture, ShowsOnePictureWithoutARaceAndOneForEachContenderInIt) {
    RaceView view({});
    view.frame();
    EXPECT_EQ(view.picture().count(), 1u);
    view.workbench().race().add("quadtree-cached");
    ASSERT_TRUE(view.settles());
    const render::Image two = view.frame();
    ASSERT_EQ(view.picture().count(), 2u);
    const render::Rectangle first = view.pane(0), second = view.pane(1);
    int ink = 0;
    for (const render::Rectangle& one : {first, second}) {
        std::set<std::array<int, 3>> colours;
        for (int y = int(one.y); y < int(one.y + one.height); ++y)
            for (int x = int(one.x); x < int(one.x + one.width); ++x) {
                const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x));
                colours.insert({two.rgb[at], two.rgb[at + 1], two.rgb[at + 2]});
            }
        ink += colours.size() > 30;
    }
    EXPECT_EQ(ink, 2) << "points and neighbours in both";
    view.workbench().race().add("serial");
    view.workbench().race().add("ppw");
    ASSERT_TRUE(view.settles());
    view.frame();
    EXPECT_EQ(view.picture().count(), 4u);
    view.workbench().race().end();
    ASSERT_TRUE(view.settles());
    view.frame();
    EXPECT_EQ(view.picture().count(), 1u);
    EXPECT_TRUE(view.picture().layout().panes.empty());
}

TEST(RacePicture, TheStripTellsNothingWhileAPredictionOfALessonIsOpen) {
    RaceView view({"quadtree-cached"});
    const auto colours_of_lanes = [&] {
        const render::Image picture = view.frame();
        const render::Rectangle strip = view.picture().layout().strip;
        std::set<std::array<int, 3>> colours;
        for (int y = int(strip.y) + 30; y < int(strip.y + strip.height) - 4; ++y)  // below its title
            for (int x = int(strip.x) + 4; x < int(strip.x + strip.width) - 4; ++x) {
                const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x));
                colours.insert({picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]});
            }
        return colours.size();
    };
    EXPECT_GT(colours_of_lanes(), 10u);
    const_cast<ViewModel&>(view.workbench().view()).answers_hidden = true;  // as a lesson does
    EXPECT_EQ(colours_of_lanes(), 1u);
}

TEST(RacePicture, AVerdictWithoutRoomBesideTheNameIsBelowIt) {
    RaceView view({"quadtree-coalesced"});
    const auto verdict_of_b = [&] {
        const render::Image image = view.frame();
        const render::Rectangle pane = view.pane(1);
        int green = 0;
        for (int y = 0; y < int(pane.y); ++y)
            for (int x = int(pane.x) + 30; x < int(pane.x + pane.width); ++x) {
                const std::uint8_t* const pixel = &image.rgb[3 * (std::size_t(y) * width + std::size_t(x))];
                green += pixel[1] > pixel[0] + 40;
            }
        return green;
    };
    EXPECT_TRUE(until(view.workbench(), [&] { return verdict_of_b() > 60; }));
    view.seen_width = 480;
    EXPECT_GT(verdict_of_b(), 60);
}

TEST(RacePicture, ASummaryWithoutRoomIsCut) {
    RaceView view({"quadtree-cached"});
    view.seen_width = 430;
    const auto ink = [&] {  // in the title of the strip, right of its name
        const render::Image image = view.frame();
        int dark = 0;
        for (int y = int(view.picture().layout().strip.y) + 5; y < int(view.picture().layout().strip.y) + 20; ++y)
            for (int x = 130; x < 420; ++x) dark += image.rgb[3 * (std::size_t(y) * width + std::size_t(x))] < 150;
        return dark;
    };
    EXPECT_TRUE(until(view.workbench(), [&] { return ink() > 100; }));
}

TEST(RacePicture, TheMouseMovesTheQueryOfAllInAnyPicture) {
    for (const bool three_d : {false, true}) {
        RaceView view({"quadtree-cached"}, three_d ? "uniform:n=2000,d=3" : "hotspots:n=2000", three_d);
        view.frame();
        const auto query_at = [&](std::size_t contender, double x, double y) {
            view.move(view.pane(contender).x + x, view.pane(contender).y + y);
            view.frame();
            view.move(view.pane(contender).x + x, view.pane(contender).y + y);
            EXPECT_TRUE(view.settles());
            EXPECT_EQ(view.workbench().view().query, view.workbench().race().other_contenders().front()->view().query);
            return view.workbench().view().query;
        };
        const std::vector<double> first = query_at(1, 200, 90), other = query_at(1, 260, 150), again = query_at(0, 260, 150);
        EXPECT_NE(first, other);
        for (std::size_t axis = 0; !three_d && axis < 2; ++axis) {
            EXPECT_NEAR(other[axis], again[axis], 1e-6 * (1 + std::fabs(other[axis])));
        }
    }
}

TEST(RacePicture, ZoomAndDragInAnyPictureMoveAll) {
    RaceView view({"quadtree-cached", "serial"});
    view.frame();
    const double before = view.picture().picture().camera().pixels_per_unit();
    const double x = view.pane(2).x + 100, y = view.pane(2).y + 100;
    view.move(x, y);
    const PointedPicture::Place there = view.picture().place_at(x, y);
    view.pointer().wheel(2, x, y);
    view.frame();
    EXPECT_GT(view.picture().picture().camera().pixels_per_unit(), 1.2 * before);
    const PointedPicture::Place still = view.picture().place_at(x, y);
    EXPECT_NEAR(there[0], still[0], 1e-6 * (1 + std::fabs(there[0]))) << "the place under the mouse stays under it";
    const auto [from_x, from_y] = view.picture().pixel_of(there);
    EXPECT_NEAR(from_x, x, 0.01);
    EXPECT_NEAR(from_y, y, 0.01);
    view.picture().mouse_button(0, true);
    view.pointer().press(Pointer::Button::left, x, y);
    view.move(x + 40, y + 10);
    view.picture().mouse_button(0, false);
    EXPECT_EQ(view.pointer().release(Pointer::Button::left, x + 40, y + 10), "");
    view.frame();
    const auto [to_x, to_y] = view.picture().pixel_of(there);
    EXPECT_NEAR(to_x, x + 40, 0.01);
    EXPECT_NEAR(to_y, y + 10, 0.01);
}

TEST(RacePicture, NeighboursThatDifferAreMarkedInTheOtherPictureAlone) {
    RaceView view({"metric=chebyshev"}, "uniform:n=3000");
    view.workbench().change([](SessionState& state) { state.k = 40; });
    view.workbench().query().pin_at_row(1500);  // a moved query has no entered or left neighbours
    ASSERT_TRUE(until(view.workbench(), [&] {
        const ViewModel& first = view.workbench().view();
        const auto& difference = view.workbench().race().other_contenders().front()->view().difference;
        return difference && !difference->rows.empty() && first.neighbours.size() == 40 && !first.changes;
    }));
    view.picture().mouse_leave();
    const render::Image marked = view.frame();
    PictureOptions without;
    without.layers.marks = false;
    const render::Image bare = view.frame(without);
    const auto changed = [&](const render::Rectangle& one) {
        return differing(marked, bare, int(one.x), int(one.x + one.width), int(one.y), int(one.y + one.height));
    };
    EXPECT_EQ(changed(view.pane(0)), 0) << "A is what the other is compared with";
    EXPECT_GT(changed(view.pane(1)), 40);
}

TEST(RacePicture, OfAChangeSideBySideWhatWasDoneByHandIsMarkedAndNotManyNeighbours) {
    RaceView view({"serial"}, "uniform:n=3000");
    const auto listed = [&](std::size_t k) {
        const ShownSearch& other = *view.workbench().race().other_contenders().front();
        return view.workbench().view().neighbours.size() == k && other.view().neighbours.size() == k;
    };
    const auto marks = [&](std::size_t contender) {  // pixels
        PictureOptions without;
        without.layers.marks = false;
        const render::Image with = view.frame();
        const render::Rectangle pane = view.pane(contender);
        return differing(with, view.frame(without), int(pane.x), int(pane.x + pane.width), int(pane.y), int(pane.y + pane.height));
    };
    view.picture().mouse_leave();
    EXPECT_EQ(marks(0), 0) << "nothing has changed";
    view.workbench().change([](SessionState& state) { state.k = 40; });
    ASSERT_TRUE(until(view.workbench(), [&] { return listed(40) && view.workbench().view().changes && view.settles(); }));
    EXPECT_EQ(marks(0), 0);
    EXPECT_EQ(marks(1), 0);
    view.workbench().edits().add(view.workbench().view().query);
    ASSERT_TRUE(until(view.workbench(), [&] {
        const auto& changes = view.workbench().view().changes;
        return listed(40) && changes && !changes->points.empty() && view.settles();
    }));
    EXPECT_GT(marks(0), 30);
}

TEST(RacePicture, AnotherTreeIsDrawnUntilTheLeafUnderTheMouseIsOneOfIt) {
    RaceView view({}, "hotspots:n=2000");
    const auto drawn = [&] {
        for (int frame = 0; view.picture().wants_another_frame() && frame < 50; ++frame) view.frame();
        return !view.picture().wants_another_frame();
    };
    view.workbench().change([](SessionState& state) { state.method = "quadtree-cached", state.cells = CellsShown::occupancy; });
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().tree.has_value(); }));
    view.frame();
    ASSERT_TRUE(drawn());
    const int leaves = view.workbench().view().tree->leaves;
    view.workbench().change([](SessionState& state) { state.options["quadtree-cached"]["leaf-capacity"] = "16"; });
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().tree && view.workbench().view().tree->leaves != leaves; }));
    view.draw();
    EXPECT_TRUE(view.picture().wants_another_frame());
    EXPECT_TRUE(drawn());
}

TEST(RacePicture, TheStripFoldsPlaysAndGoesToAnyMoment) {
    RaceView view({"quadtree-cached"});
    view.workbench().stepping().open(true);
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().race.ready; }));
    view.frame();
    const render::Rectangle strip = view.picture().layout().strip;
    std::set<std::string> asked;
    for (double x = 16; x < 300; x += 12)
        if (const std::string id = view.click(x, strip.y + 24 + 17); !id.empty()) asked.insert(id);
    EXPECT_TRUE(asked.contains("step.play") || asked.contains("step.forward"));
    EXPECT_EQ(view.workbench().view().race.by, RaceBy::time) << "that was clicked last";
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().race.ready; }));
    view.workbench().race().go_to(0);
    view.frame();
    view.click(0.6 * width, strip.y + 24 + 17);
    const double clock = view.workbench().view().race.clock;
    EXPECT_GT(clock, 0);
    EXPECT_LT(clock, view.workbench().view().race.total);
    EXPECT_TRUE(view.picture().edited());
    const double high = view.pane(0).height;
    view.click(100, strip.y + 12);
    EXPECT_GT(view.pane(0).height, high + 60) << "folded to its title";
    view.click(100, view.picture().layout().strip.y + 12);
    EXPECT_EQ(view.pane(0).height, high);
}

TEST(RacePicture, TicksOfPointsThatMoveArePlayedFromIt) {
    RaceView view({"quadtree-cached"}, "uniform:n=300,speed=200");
    Commands commands;
    add_standard_commands(commands, view.workbench(), {});
    view.picture().set_commands(commands);
    view.frame();
    std::set<std::string> asked;
    const render::Rectangle strip = view.picture().layout().strip;
    EXPECT_LT(strip.y + strip.height, height - 40) << "below the strip: it covers no picture";
    const double y = height - 24;
    for (double x = 16; x < 230; x += 12)
        if (const std::string id = view.click(x, y); !id.empty()) asked.insert(id);
    EXPECT_TRUE(asked.contains("ticks.play"));
    EXPECT_TRUE(asked.contains("ticks.forward"));
}

TEST(RacePicture, TheCircleOfMoreNeighboursStaysInThePictures) {
    RaceView view({"quadtree-cached"});
    view.frame();
    view.frame();
    const auto reach = [&](int k) {
        view.workbench().change([&](SessionState& state) { state.k = k; });
        EXPECT_TRUE(view.settles());
        EXPECT_TRUE(until(view.workbench(), [&] { return int(view.workbench().view().neighbours.size()) == k; }));
        view.frame();
        const render::Camera& camera = view.picture().picture().camera();
        const double radius = view.workbench().view().kth_distance * camera.pixels_per_unit();
        return radius / std::min(view.pane(0).width, view.pane(0).height);
    };
    for (const int k : {256, 1000, 4}) {
        EXPECT_LT(reach(k), 0.5) << k << ": it would leave the pane";
        EXPECT_GT(reach(k), 0.1) << k;
    }
    view.picture().zoom(3, 100, 200);
    view.frame();
    const double by_hand = view.picture().picture().camera().pixels_per_unit();
    (void)reach(256);
    EXPECT_EQ(view.picture().picture().camera().pixels_per_unit(), by_hand) << "what somebody moved stays";
}

TEST(RacePicture, SmallPicturesHaveABarForTheirScale) {
    RaceView view({"quadtree-cached", "serial", "ppw"});
    const render::Image all = view.frame();
    ASSERT_LT(view.pane(0).width, 300);
    PictureOptions without;
    without.layers.axes = false;
    const render::Image bare = view.frame(without);
    for (std::size_t i = 0; i < 4; ++i) {
        const render::Rectangle one = view.pane(i);
        const int left = int(one.x), bottom = int(one.y + one.height);
        EXPECT_GT(differing(all, bare, left, left + int(one.width) / 2, bottom - 50, bottom), 60) << i;
        EXPECT_EQ(differing(all, bare, left, left + int(one.width), int(one.y), bottom - 60), 0) << i << ": nothing else moves";
    }
}

TEST(RacePicture, NothingIsLeftBlackBetweenThePicturesAndTheStrip) {
    RaceView view({"quadtree-cached", "serial", "ppw"});
    const render::Image all = view.frame();
    const render::Rectangle strip = view.picture().layout().strip;
    for (int y = int(strip.y) - 2; y < int(strip.y) + 8; ++y)
        for (const int x : {0, 1, 2, width - 3, width - 2, width - 1}) {
            const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x));
            EXPECT_GT(all.rgb[at] + all.rgb[at + 1] + all.rgb[at + 2], 250) << x << ", " << y;
        }
    view.seen_width = width - 0.4, view.seen_height = height - 0.4;  // as at another scale of text
    const render::Image fraction = view.frame();
    for (const auto& [x, y] : {std::pair(100, 0), std::pair(width - 1, 100), std::pair(width - 1, height - 20)}) {
        const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x));
        EXPECT_GT(fraction.rgb[at] + fraction.rgb[at + 1] + fraction.rgb[at + 2], 250) << x << ", " << y;
    }
}

TEST(RacePicture, AnArrowToAPointOutOfSightHasItsWords) {
    RaceView view({"quadtree-cached"}, "uniform:n=1000,d=8");
    view.workbench().stepping().open(true);
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().stepping.ready && !view.workbench().busy(); }));
    Picture small;
    render::Framebuffer framebuffer(width, height);
    PictureOptions options;
    options.compared = true;
    options.instruments = options.tools = options.layers.axes = false;
    const auto frame = [&](bool tags) {
        options.layers.radius = tags;
        framebuffer.bind();
        for (int i = 0; i < 2; ++i) small.draw(view.workbench(), 150, 150, 1, render::Theme::light, options);
        return framebuffer.read();
    };
    frame(true);
    const ViewModel& asked = view.workbench().view();
    const auto [x, y] = small.pixel_of(asked.projection.place(*view.workbench().drawable().data, asked.query));
    small.zoom(40, x, y);
    int told = 0, untold = 0;
    for (std::int64_t position = 2; position < 60; ++position) {
        view.workbench().stepping().go_to(position);
        const int ink = differing(frame(true), frame(false), 0, width, 0, height);
        ++(ink > 600 ? told : untold);
        EXPECT_TRUE(ink == 0 || ink > 600) << "an arrow alone at step " << position << ": " << ink;
    }
    EXPECT_GT(told, 0);
    EXPECT_GT(untold, 0) << "this view is too small for some";
}

TEST(RacePicture, OneThatCannotAnswerHasItsPlaceAllTheSame) {
    RaceView view({"nn-global", "quadtree-cached"});
    view.frame();
    EXPECT_EQ(view.picture().count(), 3u);
    EXPECT_FALSE(view.workbench().view().error);
}

}  // namespace
}  // namespace neighborscope
