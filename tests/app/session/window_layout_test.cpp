// Tests how the parts of a window share it.
#include "app/commands/window_layout.hpp"

#include "app/commands/menu.hpp"
#include "app/glossary/glossary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

TEST(WindowLayout, TheViewKeepsHalfOfTheWidthAndMoreBesideALesson) {
    for (const bool lesson : {false, true})
        for (double width = 600; width <= 3840; width += 1)
            for (const double height : {400.0, 800.0}) {
                const WindowLayout layout = WindowLayout::of(width, height, lesson, false);
                const double taken = layout.places == DockPlaces::sides
                                         ? WindowLayout::left_width + WindowLayout::right_width + 2 * WindowLayout::gap
                                     : layout.places == DockPlaces::stacked ? WindowLayout::stacked_width + WindowLayout::gap
                                                                            : layout.column + WindowLayout::gap;
                const bool beside = lesson && layout.places != DockPlaces::in_turn;
                const double share = (width - taken - (beside ? layout.lesson + WindowLayout::gap : 0)) / width;
                ASSERT_GE(share, WindowLayout::view_share) << width << " x " << height;
                if (beside && width >= 1280) { ASSERT_GE(share, WindowLayout::view_beside_lesson) << width; }
                ASSERT_EQ(layout.lesson > 0, lesson);
            }
}

TEST(WindowLayout, DocksTakeTurnsInASmallWindow) {
    const auto places = [](double percent, bool lesson) {
        return WindowLayout::of(1280 * 100 / percent, 800 * 100 / percent, lesson, false).places;
    };
    EXPECT_EQ(places(100, false), DockPlaces::sides);
    EXPECT_EQ(places(125, false), DockPlaces::sides);
    EXPECT_EQ(places(150, false), DockPlaces::in_turn);
    EXPECT_EQ(places(200, false), DockPlaces::in_turn);
    EXPECT_EQ(places(100, true), DockPlaces::stacked);
    EXPECT_EQ(places(200, true), DockPlaces::in_turn);
    EXPECT_GE(WindowLayout::of(640, 400, true, false).lesson, 280) << "the lesson stays a column of text";
    EXPECT_TRUE(WindowLayout::of(1280, 800, true, true).large_text);
    EXPECT_FALSE(WindowLayout::of(640, 400, true, true).large_text);
    EXPECT_LE(WindowLayout::of(640, 400, true, true).lesson, 320);
}

class Turns : public testing::Test {
protected:
    std::vector<Dock> shown() const {
        std::vector<Dock> all;
        for (const DockInfo& info : docks)
            if (turns.shows(info.dock)) all.push_back(info.dock);
        return all;
    }
    DockTurns turns;
    const std::array<bool, 3> both{true, true, false};
};

TEST_F(Turns, OneIsOpenAndTheDocumentsComeBack) {
    EXPECT_FALSE(turns.update(DockPlaces::sides, both, ""));
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::left, Dock::right));
    EXPECT_TRUE(turns.update(DockPlaces::in_turn, both, "")) << "it is said once";
    EXPECT_FALSE(turns.update(DockPlaces::in_turn, both, ""));
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::right));
    turns.toggle(Dock::bottom);
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::bottom));
    turns.toggle(Dock::bottom);
    EXPECT_THAT(shown(), testing::ElementsAre());
    turns.update(DockPlaces::in_turn, {true, true, true}, "");
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::bottom)) << "another document opened it";
    turns.update(DockPlaces::sides, both, "");
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::left, Dock::right));
}

TEST_F(Turns, APageOfALessonComesToTheFront) {
    turns.update(DockPlaces::in_turn, both, "a lesson:0");
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::lesson));
    turns.toggle(Dock::right);
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::right));
    turns.update(DockPlaces::in_turn, both, "a lesson:1");
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::lesson));
    turns.update(DockPlaces::in_turn, both, "");
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::right)) << "it was closed";
    turns.update(DockPlaces::stacked, both, "a lesson:1");
    EXPECT_THAT(shown(), testing::ElementsAre(Dock::left, Dock::right, Dock::lesson));
}

TEST_F(Turns, TheSentenceNamesTheKeys) { EXPECT_THAT(sentence_about_turns(), testing::HasSubstr("Ctrl+1, Ctrl+2, Ctrl+3")); }

TEST(WhatIsThis, ExplainsTheTermUnderTheMouseElseShowsTheKeys) {
    std::string found, help;
    int keys = 0;
    WindowActions window;
    window.show_shortcuts = [&] { ++keys; };
    window.show_glossary = [&](const std::string& find) { found = find; };
    window.help_under_mouse = [&] { return help; };
    const auto run = [&] { what_is_this(window)(); };
    run();
    EXPECT_EQ(keys, 1);
    help = "Of all queries\nRecall: " + std::string(find_term("recall")->meaning);
    run();
    EXPECT_EQ(found, "recall");
    EXPECT_EQ(keys, 1);
}

}  // namespace
}  // namespace neighborscope
