// The card of a window that was opened without data, and how much of the view the picture fills.
#include "app/session/workbench/start_controls.hpp"
#include "small_view.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

const ImGuiWindow* window_called(const char* name) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && !window->Hidden && std::string(window->Name) == name) return window;
    return nullptr;
}

void show(View& view) {
    view.workbench().starting().show(
        {"Three things to try", "Move the mouse.", {{"step.open", "Watch this search", ""}, {"file.open", "Open your own", ""}}}, 60);
    view.settle();
}

TEST(StartCard, ItsButtonsAskForCommandsAndCloseIt) {
    View view("hotspots:n=500");
    view.settle();
    EXPECT_FALSE(window_called("start"));
    show(view);
    const ImGuiWindow* card = window_called("start");
    ASSERT_TRUE(card);
    EXPECT_THAT(view.outside(), ::testing::IsEmpty());
    const ImVec2 last{card->Pos.x + 0.5f * card->Size.x, card->Pos.y + card->Size.y - 24};
    EXPECT_EQ(view.click(last.x, last.y), "file.open");
    EXPECT_FALSE(view.workbench().view().start);
    view.settle();
    EXPECT_FALSE(window_called("start"));
}

TEST(StartCard, AClickOnItClosesItAndShotHasNone) {
    View view("hotspots:n=500");
    show(view);
    const ImGuiWindow* card = window_called("start");
    ASSERT_TRUE(card);
    PictureOptions shot;
    shot.tools = false;
    view.settle(shot);
    EXPECT_FALSE(window_called("start"));
    view.settle();
    ASSERT_TRUE(window_called("start"));
    EXPECT_EQ(view.click(card->Pos.x + 20, card->Pos.y + 18), "") << "its title";
    EXPECT_FALSE(view.workbench().view().start);
}

TEST(StartCard, FitsIntoASmallView) {
    View view("hotspots:n=500");
    view.seen_width = 360, view.seen_height = 300;
    show(view);
    ASSERT_TRUE(window_called("start"));
    EXPECT_THAT(view.outside(), ::testing::IsEmpty());
}

/// The share of the view that the data's box takes.
double share_of_view(View& view) {
    view.settle();
    const DataSet& data = *view.workbench().drawable().data;
    glm::dvec3 low(1e300), high(-1e300);
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const glm::dvec3 at(data.coordinates[std::size_t(2 * row)], data.coordinates[std::size_t(2 * row + 1)], 0);
        low = glm::min(low, at), high = glm::max(high, at);
    }
    const glm::dvec3 from = view.picture().camera().to_pixels(low), to = view.picture().camera().to_pixels(high);
    return std::abs((to.x - from.x) * (to.y - from.y)) / (double(view.seen_width) * view.seen_height);
}

/// With tools, ticks, legend and index open: nothing of the picture is below them.
TEST(Framing, ASquareFillsWhatInstrumentsLeave) {
    View view("uniform:n=3000,d=2");
    view.workbench().change([](SessionState& state) { state.method = "quadtree-coalesced"; });
    view.idle_until([&] { return view.workbench().view().tree.has_value(); });
    struct Case {
        int wide, high;
        double least;
    };
    for (const auto& [wide, high, least] : {Case{900, 640, 0.34}, {756, 636, 0.34}, {640, 640, 0.26}, {900, 560, 0.27}}) {
        view.seen_width = wide, view.seen_height = high;
        EXPECT_GT(share_of_view(view), least) << wide << " x " << high;
        EXPECT_THAT(view.outside(), ::testing::IsEmpty()) << wide << " x " << high;
    }
}

}  // namespace
}  // namespace neighborscope
