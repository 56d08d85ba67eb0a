// Tests cards over the picture: where a pinned card is, which cards fold by themselves, and dragging, folding and putting them back.
#include "app/instruments/imgui/card_places.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_view.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

using ::testing::AnyOf;
using Corner = std::array<double, 2>;

TEST(CardPlaces, APinnedCardStaysInsideOfEveryView) {
    for (const render::Rectangle& area : {render::Rectangle{0, 0, 900, 640}, {0, 72, 300, 200}, {0, 0, 100, 20}})
        for (const Corner& place : {Corner{0, 0}, {0.3, 0.8}, {1, 1}})
            for (const double high : {24.0, 180.0}) {
                const Corner at = pinned_corner(place, 150, high, area);
                EXPECT_GE(at[0], area.x);
                EXPECT_GE(at[1], area.y);
                EXPECT_LE(at[0] + 150, area.x + std::max(150.0, area.width));
                EXPECT_LE(at[1] + high, area.y + std::max(high, area.height));
            }
}

TEST(CardPlaces, APlaceIsThePixelThatItWasMadeOf) {
    const render::Rectangle area{0, 72, 901, 643};
    for (double x = 0; x <= 751; x += 37)
        for (double y = 72; y <= 691; y += 41)
            EXPECT_EQ(pinned_corner(pinned_place(x, y, 150, area), 150, title_line, area), (Corner{x, y}));
    EXPECT_EQ(pinned_place(-50, 5000, 150, area), (Corner{0, 1})) << "outside";
    EXPECT_EQ(pinned_place(10, 80, 1000, area)[0], 0) << "wider than the area";
}

TEST(CardPlaces, CardsFoldFromTheFirstOneUntilTheyTakeAThird) {
    const auto fold = [](std::vector<OpenCard> cards) { return cards_to_fold(cards, 300); };
    EXPECT_EQ(fold({}), 0u);
    EXPECT_EQ(fold({{40}, {60}}), 0u) << "a third is not too much";
    EXPECT_EQ(fold({{40}, {61}}), 1u);
    EXPECT_EQ(fold({{40}, {101}}), 2u);
    EXPECT_EQ(fold({{40, false}, {61}}), 2u) << "the user opened the first one";
    EXPECT_EQ(fold({{90, false}, {90, false}}), 0u);
    EXPECT_EQ(fold({{0}, {101}, {1}}), 2u) << "folded already";
}

TEST(CardPlaces, APinnedCardStandsAboveWhatItWouldCover) {
    const render::Rectangle area{0, 0, 900, 640};
    const std::array<render::Rectangle, 2> docked{{{8, 480, 884, 150}, {600, 300, 292, 172}}};  // a timeline, and a heap above it
    EXPECT_EQ(pinned_corner({0, 1}, 300, 180, area, docked), (Corner{0, 300}));
    EXPECT_EQ(pinned_corner({1, 1}, 300, 180, area, docked), (Corner{600, 120})) << "not on the heap either";
    EXPECT_EQ(pinned_corner({0.5, 0}, 300, 180, area, docked), (Corner{300, 0})) << "it covers nothing";
    EXPECT_EQ(pinned_corner({1, 1}, 300, 400, area, docked), (Corner{600, 0})) << "it does not leave the view";
}

/// A window with a tree: legend, index and timings.
struct CardsView : ::testing::Test {
    CardsView() {
        view.workbench().change([](SessionState& state) { state.method = "quadtree-cached"; });
        view.idle_until([&] { return view.workbench().view().tree && view.workbench().view().timings.runs > 0; });
        view.settle();
    }
    const ImGuiWindow& card(const char* name) {
        const ImGuiWindow* const window = ImGui::FindWindowByName(name);
        EXPECT_TRUE(window && window->Active) << name;
        return *window;
    }
    bool is_open(const char* name) { return card(name).Size.y > float(title_line) + 1; }
    Corner corner(const char* name) { return {double(card(name).Pos.x), double(card(name).Pos.y)}; }
    SavedCard saved(const char* name) {
        const auto& cards = view.workbench().session().cards;
        return cards.contains(name) ? cards.at(name) : SavedCard();
    }
    void click(const char* name, int times = 1) {
        const Corner at = corner(name);
        for (int i = 0; i < times; ++i) view.click(at[0] + 60, at[1] + 12);
        view.picture().gui().mouse_leave();
        view.settle();
    }
    void drag(const char* name, double right, double down) {
        ImGuiLayer& gui = view.picture().gui();
        const Corner at = corner(name);
        gui.mouse_move(at[0] + 60, at[1] + 12);
        view.unseen_frame();
        gui.mouse_button(0, true);
        view.unseen_frame();
        for (const double share : {0.3, 0.7, 1.0}) {
            gui.mouse_move(at[0] + 60 + share * right, at[1] + 12 + share * down);
            view.unseen_frame();
        }
        gui.mouse_button(0, false);
        view.unseen_frame();
        gui.mouse_leave();
        view.settle();
    }
    View view{"hotspots:n=2000"};
};

TEST_F(CardsView, ACardIsDraggedAndStaysThere) {
    for (const char* name : {"legend", "timings", "index"}) {
        const Corner before = corner(name);
        const bool open = is_open(name);
        drag(name, before[0] > 400 ? -300 : 200, before[1] > 300 ? -100 : 90);
        const Corner after = corner(name);
        EXPECT_NEAR(std::abs(after[0] - before[0]), before[0] > 400 ? 300 : 200, 1) << name;
        EXPECT_NEAR(std::abs(after[1] - before[1]), before[1] > 300 ? 100 : 90, 1) << name;
        EXPECT_EQ(is_open(name), open) << "a drag is no click";
        view.settle();
        EXPECT_EQ(corner(name), after);
    }
    EXPECT_EQ(view.workbench().session().cards.size(), 3u);
    EXPECT_TRUE(view.workbench().cards().changed());
    EXPECT_EQ(view.workbench().undo_kind(), "change method") << "undo does not move cards";
    view.seen_width = 600, view.seen_height = 460;
    view.settle();
    EXPECT_TRUE(view.outside().empty());
}

TEST_F(CardsView, ACardCannotLeaveTheView) {
    drag("legend", 2000, -2000);
    EXPECT_EQ(corner("legend"), (Corner{width - double(card("legend").Size.x), 0}));
    drag("legend", -2000, 2000);
    EXPECT_EQ(corner("legend"), (Corner{0, height - double(card("legend").Size.y)}));
}

TEST_F(CardsView, ADoubleClickOrTheCommandPutsCardsBack) {
    const Corner legend = corner("legend"), timings = corner("timings");
    drag("legend", -300, 60);
    EXPECT_NE(corner("legend"), legend);
    click("legend", 2);
    EXPECT_EQ(corner("legend"), legend);
    EXPECT_EQ(saved("legend"), SavedCard());
    drag("legend", -300, 60);
    drag("timings", 200, -60);
    view.workbench().cards().put_back();
    view.settle();
    EXPECT_EQ(corner("legend"), legend);
    EXPECT_EQ(corner("timings"), timings);
}

TEST_F(CardsView, APinnedCardLeavesItsRoomToThePictureAndToOtherCards) {
    view.seen_width = 700;  // the picture is as wide as there is room
    view.settle();
    const double before = view.picture().camera().pixels_per_unit();
    drag("index", -500, 0);
    EXPECT_GT(view.picture().camera().pixels_per_unit(), before);
    const Corner index = corner("index"), legend = corner("legend");
    view.workbench().cards().put_back();
    view.settle();
    EXPECT_DOUBLE_EQ(view.picture().camera().pixels_per_unit(), before);
    drag("legend", -500, 0);
    EXPECT_EQ(corner("index")[1], legend[1]) << "in place of the legend";
    EXPECT_NE(corner("index"), index);
}

TEST_F(CardsView, FoldByThemselvesWhereTheyTakeMoreThanAThird) {
    const auto share = [&] {
        double sum = 0;
        for (const char* name : {"legend", "timings", "index"}) {
            const ImGuiWindow* const window = ImGui::FindWindowByName(name);
            if (window && window->Active && window->Size.y > float(title_line) + 1) sum += double(window->Size.x * window->Size.y);
        }
        return sum / (view.seen_width * view.seen_height);
    };
    bool folded = false;
    for (const auto& [wide, high] : {std::pair(900, 640), {760, 620}, {700, 600}, {660, 540}, {640, 520}, {500, 340}}) {
        view.seen_width = wide, view.seen_height = high;
        view.settle();
        EXPECT_LE(share(), 1.0 / 3) << wide << " x " << high;
        folded = folded || !is_open("timings");
    }
    EXPECT_TRUE(folded);
    view.seen_width = 660, view.seen_height = 540;
    view.settle();
    for (const char* name : {"timings", "index", "legend"}) {
        if (is_open(name)) continue;
        click(name);
        EXPECT_TRUE(is_open(name)) << "a click unfolds it: " << name;
    }
}

TEST_F(CardsView, TheFirstPictureHasMostOfTheRoom) {
    const DataSet& set = *view.workbench().drawable().data;
    glm::dvec2 low(1e9), high(-1e9);
    for (std::int64_t row = 0; row < set.count(); ++row) {
        const glm::dvec2 at(set.coordinates[2 * std::size_t(row)], set.coordinates[2 * std::size_t(row) + 1]);
        low = glm::min(low, at), high = glm::max(high, at);
    }
    for (const auto& [wide, tall] : {std::pair(756, 724), {808, 728}}) {  // the views of both windows of 1280 x 800
        view.seen_width = wide, view.seen_height = tall;
        view.settle();
        const double scale = view.picture().camera().pixels_per_unit();
        EXPECT_GE((high.x - low.x) * (high.y - low.y) * scale * scale, 0.33 * wide * tall);
    }
}

TEST_F(CardsView, TheAnswerToWFoldsIsDraggedAndStaysWhileStepping) {
    view.workbench().query().find_costliest();
    view.idle_until([&] { return view.workbench().view().why.has_value(); });
    view.settle();
    const float high = card("why").Size.y;
    click("why");
    EXPECT_FALSE(is_open("why"));
    EXPECT_EQ(saved("why").open, false);
    click("why");
    EXPECT_EQ(card("why").Size.y, high);
    view.workbench().cards().change("why", SavedCard{{}, Corner{0.1, 0.7}});
    view.settle();
    const Corner at = corner("why");
    drag("why", 30, -40);
    EXPECT_EQ(corner("why"), (Corner{at[0] + 30, at[1] - 40}));
    view.workbench().stepping().open(true, 20);
    view.idle_until([&] { return view.workbench().view().stepping.ready; });
    EXPECT_TRUE(view.workbench().view().why) << "stepping does not close it";
    view.settle();
    EXPECT_LE(corner("why")[1] + double(card("why").Size.y), corner("timeline")[1]);
    view.workbench().stepping().open(false);
    view.settle();
    EXPECT_EQ(corner("why"), (Corner{at[0] + 30, at[1] - 40}));
}

TEST_F(CardsView, WithoutTimesThereIsNoCardOfThem) {
    view.workbench().change([](SessionState& state) { state.timings = false; });
    view.settle();
    EXPECT_FALSE(ImGui::FindWindowByName("timings")->Active);
    const render::Image presented_without = view.settle(presented());
    view.workbench().change([](SessionState& state) { state.timings = true; });
    EXPECT_GT(differing(presented_without, view.settle(presented()), 0, width, 0, 60), 100) << "the facts have a time";
}

TEST_F(CardsView, TheTitleIsAboveThePoints) {
    const render::Image without = view.settle();
    const double before = view.picture().camera().pixels_per_unit();
    view.workbench().change([](SessionState& state) { state.title = "Lecture 3: what a quadtree skips"; });
    view.settle();
    view.picture().fit();
    const render::Image with = view.settle();
    EXPECT_GT(differing(without, with, 200, width - 300, 56, 130), 200);
    EXPECT_LE(view.picture().camera().pixels_per_unit(), before);
    const render::Image slide = view.settle(presented());
    view.workbench().change([](SessionState& state) { state.title.clear(); });
    EXPECT_GT(differing(slide, view.settle(presented()), 0, width, 50, 110), 200);
}

/// The views of windows of 1280 x 800 at 125 % and of smaller ones, also with a lesson beside the view.
TEST_F(CardsView, SmallViewsHaveTitlesThatAClickOpens) {
    for (const bool stepping : {false, true}) {
        view.workbench().stepping().open(stepping);
        view.idle_until([&] { return !stepping || view.workbench().view().stepping.ready; });
        for (const auto& [wide, high] : {std::pair(528, 590), {528, 300}, {450, 560}, {400, 340}}) {
            view.workbench().cards().put_back();
            view.seen_width = wide, view.seen_height = high;
            view.settle();
            for (const char* name : {"legend", "timings", "index"}) {
                if (stepping && name == std::string("index")) continue;  // the steps are more
                EXPECT_FALSE(is_open(name)) << name << " at " << wide << " x " << high;
                click(name);
                EXPECT_TRUE(is_open(name)) << name << " at " << wide << " x " << high;
                const Corner at = corner(name);
                EXPECT_TRUE(
                    at[0] >= 0 && at[1] >= 0 && at[0] + double(card(name).Size.x) <= wide && at[1] + double(card(name).Size.y) <= high)
                    << name << " at " << wide << " x " << high;
                view.workbench().cards().put_back();
                view.settle();
            }
        }
    }
}

// A view beside a lesson.
TEST_F(CardsView, TimingsOpenedWhileSteppingNeitherZoomNorCoverTheQuery) {
    view.seen_width = 640, view.seen_height = 705;
    view.workbench().stepping().open(true, -1);
    view.idle_until([&] { return view.workbench().view().stepping.ready; });
    view.settle();
    const render::Camera& camera = view.picture().camera();
    const double unit = camera.pixels_per_unit();
    EXPECT_FALSE(is_open("bound-chart")) << "it folds by itself in a low view";
    click("structure");  // beside it, timings and chart have no room for both
    click("bound-chart");
    ASSERT_TRUE(is_open("bound-chart"));
    const DataSet& data = *view.workbench().drawable().data;
    const auto query_is_covered = [&] {
        const std::vector<double>& query = view.workbench().view().query;
        const glm::dvec3 at = camera.to_pixels({query[0] - data.origin[0], query[1] - data.origin[1], 0});
        return view.picture().gui().over_instrument(at.x, at.y);
    };
    EXPECT_FALSE(query_is_covered());
    for (const char* name : {"timings", "bound-chart"}) {
        click(name);
        EXPECT_TRUE(is_open(name));
        EXPECT_FALSE(is_open(name == std::string("timings") ? "bound-chart" : "timings")) << "no room for both";
        EXPECT_DOUBLE_EQ(camera.pixels_per_unit(), unit) << name;
        EXPECT_FALSE(query_is_covered()) << name;
    }
}

struct SteppedCards : CardsView {
    SteppedCards() {
        view.workbench().change([](SessionState& state) { state.method = "heap"; });
        step(true);
    }
    void step(bool on) {
        view.workbench().stepping().open(on);
        view.idle_until([&] { return !on || view.workbench().view().stepping.ready; });
        view.settle();
    }
};

TEST_F(SteppedCards, PinnedCardsLeaveTheTimelineFreeAndComeBack) {
    step(false);
    view.workbench().cards().change("timings", SavedCard{true, Corner{0.5, 1}});
    view.settle();
    const Corner before = corner("timings");
    const double high = double(card("timings").Size.y);
    EXPECT_EQ(before[1], height - high);
    step(true);
    EXPECT_EQ(corner("timings")[0], before[0]);
    EXPECT_LE(corner("timings")[1] + high, corner("timeline")[1]);
    drag("timings", 0, 500);
    EXPECT_LE(corner("timings")[1] + high, corner("timeline")[1]) << "the mouse does not put it there either";
    view.workbench().cards().change("timings", SavedCard{true, Corner{0.5, 1}});
    step(false);
    EXPECT_EQ(corner("timings"), before);
}

TEST_F(SteppedCards, CodeAndStructureAreDraggedAndLeaveTheirRoom) {
    const Corner timeline = corner("timeline");
    for (const char* name : {"pseudo-code", "structure"}) {
        const Corner before = corner(name);
        drag(name, 60, -260);
        EXPECT_LE(corner(name)[1], before[1] - 120) << name;
        EXPECT_LE(corner(name)[1] + double(card(name).Size.y), corner("timeline")[1]) << name;
        EXPECT_TRUE(saved(name).place) << name;
    }
    EXPECT_LT(corner("timeline")[0], timeline[0]) << "in place of the code";
    view.settle(presented());
    EXPECT_GT(corner("timeline")[0], 100) << "presented, they are beside the timeline";
    view.settle();
    for (const char* name : {"pseudo-code", "structure"}) click(name, 2);
    EXPECT_EQ(corner("timeline"), timeline);
    EXPECT_TRUE(view.workbench().session().cards.empty());
}

}  // namespace
}  // namespace neighborscope
