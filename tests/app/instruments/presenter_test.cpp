// Tests the presentation mode: it keeps what the window shows, with facts, a sentence, buttons for visited leaves and enlargement, and the
// picture is restored afterwards.
#include "app/instruments/picture/presenter.hpp"
#include "app/instruments/imgui/instrument_frame.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_view.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

constexpr int facts_end = 44, words_begin = height - 92;  // of 900 x 640, which has low strips
constexpr double of_boxes = words_begin + 34;

struct PresenterView : View {
    explicit PresenterView(const std::string& data, const std::string& method = "quadtree-cached", int k = 16, bool three_d = false)
        : View(data, three_d) {
        workbench().change([&](SessionState& state) {
            state.method = method;
            state.k = k;
            if (method == "quadtree-cached") state.options[method]["leaf-capacity"] = "16";
        });
        if (method != "quadtree-cached") return;
        workbench().stepping().open(true, -1);
        EXPECT_TRUE(until(workbench(), [&] { return stepping().ready && stepping().record->tree && stepping().record->k == k; }));
    }
    const Stepping& stepping() { return workbench().view().stepping; }
    void press(double x, double y) {
        picture().gui().mouse_move(x / picture().magnification(), y / picture().magnification());
        picture().gui().mouse_button(0, true);
        picture().gui().mouse_button(0, false);
        unseen_frame(presented());
        unseen_frame(presented());
    }
    /// All positions reached by clicks along the boxes.
    std::set<std::int64_t> reached() {
        settle(presented());
        std::set<std::int64_t> positions;
        for (double x = 0.4 * width; x < width; x += 12) {
            workbench().stepping().jump(Jump::last);
            unseen_frame(presented());
            press(x, of_boxes);
            if (stepping().position != stepping().count) positions.insert(stepping().position);
        }
        return positions;
    }
};

/// Number of pixels that differ from the background.
int inked(const render::Image& image, int x_from, int x_to, int y_from, int y_to) {
    int count = 0;
    for (int y = y_from; y < y_to; ++y)
        for (int x = x_from; x < x_to; ++x) count += image.rgb[3 * (std::size_t(y) * width + std::size_t(x)) + 1] < 160;
    return count;
}

TEST(Presenter, IsAsLargeAsTheViewAllows) {
    EXPECT_EQ(presenter_magnification(1280, 800), 1);
    EXPECT_EQ(presenter_magnification(1920, 1080), 1.35);
    EXPECT_EQ(presenter_magnification(3840, 2160), 2.7);
    EXPECT_EQ(presenter_magnification(900, 800), 1) << "no text is smaller than in the window";
    EXPECT_EQ(presenter_magnification(100, 100), 1);
    EXPECT_EQ(presenter_magnification(640, 400, 2), 0.5) << "text of 200 %: as large as with 100 %, so that all has room";
    EXPECT_EQ(presenter_magnification(1920, 1080, 2), 1.35);
}

TEST(Presenter, ReplacesTheInstruments) {
    PresenterView view("hotspots:n=2000");
    const render::Image before = view.settle(), after = view.settle(presented());
    EXPECT_EQ(view.picture().magnification(), 1);
    EXPECT_GT(differing(before, after, 0, width, 0, height), width * height / 10);
    EXPECT_GT(inked(after, 0, width, 0, facts_end), 1500) << "facts";
    EXPECT_GT(inked(after, 0, width / 2, words_begin, height), 800) << "sentence and verdict";
    EXPECT_GT(inked(after, width / 2, width, words_begin, height), 2000) << "boxes of leaves";
    std::set<std::string> pressed;
    for (double y = 10; y < facts_end; y += 16)
        for (double x = 10; x < width; x += 40) {
            view.press(x, y);
            pressed.insert(view.picture().requested_command());
        }
    EXPECT_EQ(pressed, std::set<std::string>{""}) << "no tools";
    view.settle();
    EXPECT_EQ(view.picture().magnification(), 1);
}

TEST(Presenter, BoxesLeadToVisits) {
    PresenterView view("hotspots:n=2000", "quadtree-cached", 5);
    const std::vector<LeafVisit>& visits = view.stepping().record->visits;
    ASSERT_GE(visits.size(), 2u);
    ASSERT_LE(visits.size(), 9u) << "all have room";
    const std::set<std::int64_t> positions = view.reached();
    for (const LeafVisit& visit : visits) EXPECT_EQ(positions.count(visit.last), 1u) << "leaf " << visit.leaf;
    EXPECT_EQ(positions.size(), visits.size());
}

TEST(Presenter, OfManyVisitsThoseRoundThePresentOne) {
    if (test::sanitized) GTEST_SKIP() << "many pictures, by the code of others";
    PresenterView view("hotspots:n=4000", "quadtree-cached", 200);
    const std::vector<LeafVisit>& visits = view.stepping().record->visits;
    ASSERT_GT(visits.size(), 14u);
    const std::set<std::int64_t> positions = view.reached();
    EXPECT_EQ(positions.count(visits[visits.size() - 2].last), 1u);
    EXPECT_EQ(positions.count(visits.front().last), 0u) << "the first is far";
    // Repeated clicks on the dots lead to the first visit.
    view.workbench().stepping().jump(Jump::last);
    for (int times = 0; times < 40 && view.stepping().tree.visited.size() > 1; ++times) {
        view.settle(presented());
        const std::size_t now = view.stepping().tree.visited.size();
        for (double x = 0.46 * width; x < 0.6 * width && view.stepping().tree.visited.size() >= now; x += 10) view.press(x, of_boxes);
    }
    EXPECT_EQ(view.stepping().tree.visited.size(), 1u);
}

TEST(Presenter, MethodsWithoutATreeHaveNoBoxes) {
    PresenterView view("hotspots:n=2000", "heap");
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().exactness.known; }));
    const render::Image picture = view.settle(presented());
    EXPECT_GT(inked(picture, 0, width, 0, facts_end), 800);
    EXPECT_GT(inked(picture, 0, width / 2, words_begin, height), 800);
    EXPECT_LT(inked(picture, int(0.8 * width), width, words_begin + 10, height), 30);
}

/// Whether an instrument was drawn in the last frame.
bool is_drawn(const char* name) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && !window->Hidden && std::string(window->Name) == name) return true;
    return false;
}

// What a lecture on a heap is about.
TEST(Presenter, StepsWithoutLeavesKeepHeapCodeAndTimeline) {
    PresenterView view("hotspots:n=2000", "heap");
    view.settle(presented());
    for (const char* name : {"timeline", "pseudo-code", "structure"}) EXPECT_FALSE(is_drawn(name)) << name;
    view.workbench().stepping().open(true, 100);
    ASSERT_TRUE(until(view.workbench(), [&] { return view.stepping().ready; }));
    view.settle(presented());
    for (const char* name : {"timeline", "pseudo-code", "structure"}) EXPECT_TRUE(is_drawn(name)) << name;
    const ImGuiWindow *legend = ImGui::FindWindowByName("legend"), *heap = ImGui::FindWindowByName("structure");
    ASSERT_TRUE(legend && legend->Active) << "folded where it has no room";
    EXPECT_LE(legend->Pos.y + legend->Size.y, heap->Pos.y);
}

TEST(Presenter, TheBoundChartOfStepsStays) {
    PresenterView view("hotspots:n=2000");
    view.settle();
    view.settle(presented());
    EXPECT_TRUE(is_drawn("bound-chart"));
    view.workbench().stepping().open(false);
    view.settle(presented());
    EXPECT_FALSE(is_drawn("bound-chart"));
}

// Without steps, the window's picture is what a lecture is about.
TEST(Presenter, KeepsWhatTheWindowShowsWithoutSteps) {
    View view("hotspots:n=2000");
    view.settle();
    const render::Camera& camera = view.picture().camera();
    const double unit = camera.pixels_per_unit();
    const glm::dvec3 focus = camera.focus();
    const DataSet& data = *view.workbench().drawable().data;
    view.settle(presented());
    EXPECT_FALSE(view.workbench().session().stepping);
    int shown = 0;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const glm::dvec3 at = camera.to_pixels(position_of(data, Projection(), row));
        shown += at.x >= 0 && at.x <= width && at.y >= facts_end && at.y <= words_begin;
    }
    EXPECT_GT(shown, 0.95 * double(data.count())) << "not zoomed to the query";
    view.settle();
    EXPECT_DOUBLE_EQ(camera.pixels_per_unit(), unit);
    EXPECT_EQ(camera.focus(), focus);

    // A part that the user looks at.
    view.picture().zoom(6, 300, 300);
    view.settle();
    const std::array window{camera.to_world(300, 350), camera.to_world(400, 250)};
    view.settle(presented());
    const glm::dvec3 low = camera.to_pixels(window[0]), high = camera.to_pixels(window[1]);
    for (const glm::dvec3& corner : {low, high}) {
        EXPECT_TRUE(corner.x > 0 && corner.x < width) << corner.x;
        EXPECT_TRUE(corner.y > facts_end && corner.y < words_begin) << corner.y;
    }
    EXPECT_GT(high.x - low.x, 60) << "as large as the strips allow";
    view.settle();
    EXPECT_DOUBLE_EQ(camera.pixels_per_unit(), 6 * unit);
}

TEST(Presenter, KeepsThePointsAndTheQueryBesideThem) {
    View view("hotspots:n=2000");
    view.settle();
    const render::Camera& camera = view.picture().camera();
    const glm::dvec3 below = camera.to_world(0.5 * width, height - 20);
    const DataSet& data = *view.workbench().drawable().data;
    view.workbench().query().pin_at({below.x + data.origin[0], below.y + data.origin[1]});
    const auto is_new = [&] { return view.workbench().view().query == std::vector{below.x + data.origin[0], below.y + data.origin[1]}; };
    view.idle_until(is_new);
    view.settle();
    const render::Camera window = camera;
    view.settle(presented());
    const auto is_in_picture = [&](const glm::dvec3& at) { return at.x > 0 && at.x < width && at.y > facts_end && at.y < words_begin; };
    EXPECT_TRUE(is_in_picture(camera.to_pixels(below)));
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const glm::dvec3 place = position_of(data, Projection(), row), seen = window.to_pixels(place);
        if (seen.x < 0 || seen.x > width || seen.y < 0 || seen.y > height) continue;
        EXPECT_TRUE(is_in_picture(camera.to_pixels(place))) << row;
    }
    view.settle();
    EXPECT_EQ(camera.focus(), window.focus());
    EXPECT_EQ(camera.pixels_per_unit(), window.pixels_per_unit());
}

// The mouse, which the query follows, moves meanwhile.
TEST(Presenter, PointsInSpaceComeBackAsTheyWereTurned) {
    View view("uniform:n=500,d=3", true);
    view.settle();
    view.picture().orbit(120, -30);
    view.settle();
    const render::Camera window = view.picture().camera();
    view.settle(presented());
    view.workbench().query().pin_at({3000, 2000, 1000});
    view.idle_until([&] { return view.workbench().view().query == std::vector<double>{3000, 2000, 1000}; });
    view.settle(presented());
    view.settle();
    EXPECT_EQ(view.picture().camera().view_projection(), window.view_projection());
    EXPECT_EQ(view.picture().camera().focus(), window.focus());
}

TEST(Presenter, TheBallOfAQueryInSpaceIsInThePicture) {
    View view("uniform:n=60,d=3", true);
    view.workbench().change([](SessionState& state) { state.k = 50; });
    view.idle_until([&] { return view.workbench().view().neighbours.size() == 50; });
    view.settle();
    view.settle(presented());
    const ViewModel& shown = view.workbench().view();
    const DataSet& data = *view.workbench().drawable().data;
    const glm::dvec3 query(shown.query[0] - data.origin[0], shown.query[1] - data.origin[1], shown.query[2] - data.origin[2]);
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1, 1}) {
            glm::dvec3 at = query;
            at[axis] += side * shown.kth_distance;
            const glm::dvec3 pixel = view.picture().camera().to_pixels(at);
            EXPECT_TRUE(pixel.x > 0 && pixel.x < width && pixel.y > facts_end && pixel.y < words_begin) << pixel.x << ", " << pixel.y;
        }
}

TEST(Presenter, AxesInSpaceAndOwnColoursAreExplained) {
    test::TemporaryFolder folder;
    std::string points = "x,y,z,red,green,blue\n";
    for (int row = 0; row < 40; ++row)
        points += std::to_string(row % 7) + "," + std::to_string(row % 5) + "," + std::to_string(row % 3) + "," + std::to_string(6 * row) +
                  ",40,90\n";
    View view(folder.write("coloured.csv", points), true);
    PictureOptions none = presented();
    none.layers.axes = false;
    EXPECT_GT(differing(view.settle(presented()), view.settle(none), 0, 100, facts_end, 150), 300) << "the cross of axes";
    EXPECT_TRUE(is_drawn("legend")) << "point, own colour";
}

// Docks come back one after the other.
TEST(Presenter, TheWindowOfStepsComesBackThroughOtherSizes) {
    PresenterView view("hotspots:n=2000");
    const auto at_size = [&](int wide, int high, const PictureOptions& options = {}) {
        view.seen_width = wide, view.seen_height = high;
        for (int i = 0; i < 3; ++i) view.unseen_frame(options);
    };
    at_size(600, 480);
    view.workbench().stepping().jump(Jump::first);
    at_size(600, 480);
    const render::Camera window = view.picture().camera();
    at_size(900, 640, presented());
    at_size(900, 560);
    at_size(700, 480);
    at_size(600, 480);
    EXPECT_EQ(view.picture().camera().focus(), window.focus());
    EXPECT_EQ(view.picture().camera().pixels_per_unit(), window.pixels_per_unit());
}

TEST(Presenter, NothingIsUnderAMouseThatDidNotMove) {
    View view("hotspots:n=2000");
    view.settle();
    const glm::dvec3 at = view.picture().camera().to_pixels(position_of(*view.workbench().drawable().data, Projection(), 7));
    view.seen_height = height - 40;
    view.settle();
    view.picture().gui().mouse_move(at.x, at.y);
    view.settle();
    ASSERT_TRUE(view.picture().gui().mouse());
    view.seen_height = height;
    view.settle(presented());
    EXPECT_FALSE(view.picture().gui().mouse()) << "its place in the new view is not known";
    EXPECT_EQ(view.picture().hovered(), -1);
    view.picture().gui().mouse_move(at.x, at.y);
    view.settle(presented());
    EXPECT_TRUE(view.picture().gui().mouse());
}

TEST(Presenter, TheCostliestQueryIsExplainedBesideThePicture) {
    PresenterView view("hotspots:n=2000");
    view.workbench().stepping().open(false);
    view.workbench().query().find_costliest();
    view.idle_until([&] { return view.workbench().view().why.has_value(); });
    view.seen_width = 1280, view.seen_height = 800;
    for (int i = 0; i < 4; ++i) view.unseen_frame(presented());
    const ImGuiWindow* const card = ImGui::FindWindowByName("why");
    ASSERT_TRUE(card && card->Active);
    const DataSet& data = *view.workbench().drawable().data;
    for (std::int64_t row = 0; row < data.count(); ++row)
        EXPECT_GT(view.picture().camera().to_pixels(position_of(data, Projection(), row)).x, card->Pos.x + card->Size.x) << row;
}

TEST(Presenter, StepsThatAreOpenedWhilePresentingAreFramedAndClosed) {
    PresenterView view("hotspots:n=2000");
    view.workbench().stepping().open(false);
    view.settle(presented());
    const render::Camera& camera = view.picture().camera();
    const double whole = camera.pixels_per_unit();
    const auto open = [&] {
        view.workbench().stepping().open(true, -1);
        ASSERT_TRUE(until(view.workbench(), [&] { return view.stepping().ready; }));
        view.settle(presented());
    };
    open();
    const double framed = camera.pixels_per_unit();
    EXPECT_GT(framed, 1.5 * whole);
    view.workbench().stepping().open(false);
    view.settle(presented());
    EXPECT_DOUBLE_EQ(camera.pixels_per_unit(), whole);
    open();
    EXPECT_DOUBLE_EQ(camera.pixels_per_unit(), framed);
    view.settle();
    EXPECT_GT(camera.pixels_per_unit(), 1.2 * whole) << "the window frames the steps, too";
}

TEST(Presenter, BringsTheQueryOfStepsToTheMiddleAndThePictureBack) {
    PresenterView view("hotspots:n=2000");
    view.settle();
    const double unit = view.picture().camera().pixels_per_unit();
    const glm::dvec3 focus = view.picture().camera().focus();
    view.settle(presented());
    const render::Camera& camera = view.picture().camera();
    for (const ShownQuadrant& one : view.stepping().tree.visited) {
        const glm::dvec3 at =
            camera.to_pixels({double(one.box.low[0] + 0.5f * one.box.size[0]), double(one.box.low[1] + 0.5f * one.box.size[1]), 0});
        EXPECT_GT(at.x, 0);
        EXPECT_LT(at.x, width);
        EXPECT_GT(at.y, facts_end);
        EXPECT_LT(at.y, words_begin);
    }
    view.settle();
    EXPECT_DOUBLE_EQ(view.picture().camera().pixels_per_unit(), unit);
    EXPECT_EQ(view.picture().camera().focus(), focus);
    view.settle(presented());
    view.picture().camera().zoom(1.5, 300, 300);
    const double zoomed = view.picture().camera().pixels_per_unit();
    view.settle(presented());
    EXPECT_DOUBLE_EQ(view.picture().camera().pixels_per_unit(), zoomed) << "what people move stays";
    view.settle();
    EXPECT_DOUBLE_EQ(view.picture().camera().pixels_per_unit(), zoomed);
}

TEST(Presenter, TheOwnLeafOfTheQueryIsWholeAboveTheChart) {
    PresenterView view("hotspots:n=2000", "quadtree-cached", 2);
    for (const std::int64_t row : {0, 700, 1400}) {
        view.workbench().query().pin_at_row(row);
        view.idle_until([&] { return view.stepping().ready; });
        view.workbench().stepping().jump(Jump::last);
        view.settle();
        view.settle(presented());
        const ImGuiWindow* const chart = ImGui::FindWindowByName("bound-chart");
        ASSERT_TRUE(chart && chart->Active);
        for (const ShownQuadrant& one : view.stepping().tree.visited) {
            if (one.way >= 0 || double(one.box.size[1]) > 9 * view.workbench().view().kth_distance) continue;
            const double low = double(one.box.low[1]), high = low + double(one.box.size[1]);
            EXPECT_LE(view.picture().camera().to_pixels({0, low, 0}).y, chart->Pos.y) << row;
            EXPECT_GE(view.picture().camera().to_pixels({0, high, 0}).y, facts_end) << row;
        }
    }
}

TEST(Presenter, TheLegendHasLargerTextAndAllItsLines) {
    PresenterView view("hotspots:n=2000");
    view.settle(presented());
    const ImGuiWindow* const legend = ImGui::FindWindowByName("legend");
    ASSERT_TRUE(legend && legend->Active);
    EXPECT_GE(legend->Size.x, card_enlargements[1] * 152) << "text of 15 pixels instead of 13";
    EXPECT_GE(legend->Size.y, title_height + card_enlargements[1] * (5 * 22 + 5 * 20)) << "marks and leaves";
}

/// Number of vertices of an instrument in the last frame.
int vertices_of(const char* name) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && std::string(window->Name) == name) return window->DrawList->VtxBuffer.Size;
    return 0;
}

TEST(Presenter, SaysTheSentenceOfAStepOnce) {
    PresenterView view("hotspots:n=2000", "heap");
    view.workbench().stepping().open(true, 100);
    ASSERT_TRUE(until(view.workbench(), [&] { return view.stepping().ready; }));
    PictureOptions window, slide = presented();
    window.tools = slide.tools = false;  // buttons are not the same
    view.settle(window);
    const int with = vertices_of("timeline");
    view.settle(slide);
    EXPECT_LT(vertices_of("timeline"), with - 4 * 20) << "its letters";
    EXPECT_GT(vertices_of("presenter words"), 4 * 20);
}

TEST(Presenter, EverySizeInSpaceAndDarkIsDrawn) {
    PresenterView view("uniform:n=3000,d=3", "quadtree-cached", 8, true);
    for (const auto& [w, h] : {std::pair{200, 150}, std::pair{480, 320}, std::pair{900, 440}, std::pair{900, 640}}) {
        view.seen_width = w;
        view.seen_height = h;
        for (const auto jump : {Jump::first, Jump::next_visit, Jump::last}) {
            view.workbench().stepping().jump(jump);
            view.frame(presented(), render::Theme::dark);
        }
    }
    view.settle(presented());
    EXPECT_GT(view.stepping().tree.visited.size(), 0u);
    view.seen_width = width;
    view.seen_height = height;
    const render::Image last = view.settle(presented());
    view.workbench().stepping().jump(Jump::first);
    EXPECT_GT(differing(last, view.settle(presented()), 0, width, facts_end + 4, words_begin - 4), 500) << "boxes in space";
}

}  // namespace
}  // namespace neighborscope
