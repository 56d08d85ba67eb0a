// Tests the polar view.
#include "app/instruments/overlay/polar_texts.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "small_view.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

const ImGuiWindow* polar_window() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && std::string(window->Name) == "polar") return window;
    return nullptr;
}

TEST(PolarView, StandsBesidePointsOfManyDimensionsAndFolds) {
    View view("vectors:n=2000,d=64");
    view.settle();
    const ImGuiWindow* polar = polar_window();
    ASSERT_TRUE(polar);
    EXPECT_THAT(view.outside(), testing::IsEmpty());
    const float open = polar->Size.y;
    view.click(polar->Pos.x + 60, polar->Pos.y + 12);
    view.settle();
    ASSERT_TRUE(polar_window());
    EXPECT_LT(polar_window()->Size.y, 0.2f * open);
    view.workbench().change([](SessionState& state) { state.polar = false; });
    view.settle();
    EXPECT_FALSE(polar_window());
}

TEST(PolarView, IsNotShownOfPointsThatThePictureShowsWhole) {
    View view("hotspots:n=500");
    view.settle();
    EXPECT_FALSE(polar_window());
    view.workbench().change([](SessionState& state) { state.polar = true; });
    view.settle();
    EXPECT_TRUE(polar_window()) << "unless it is wanted";
}

// Large words would leave no room for the rings of a low view.
TEST(PolarView, KeepsItsWordsInALowViewWhilePresented) {
    View view("vectors:n=300,d=64");
    const auto drawn = [&](int high) {
        view.seen_height = high;
        view.settle(presented());
        return polar_window() ? polar_window()->DrawList->VtxBuffer.Size : 0;
    };
    const int letter = 4;  // vertices
    EXPECT_NEAR(drawn(540), drawn(640), 40 * letter);
}

/// A neighbour under the mouse there is also hovered in the picture; a click makes it the query.
TEST(PolarView, PointsThereAreThoseOfThePicture) {
    View view("vectors:n=2000,d=64");
    view.settle();
    const ImGuiWindow* polar = polar_window();
    ASSERT_TRUE(polar);
    const ImVec2 from = polar->Pos, to{from.x + polar->Size.x, from.y + polar->Size.y};
    std::int64_t found = -1;
    for (float y = from.y + 40; y < to.y - 8 && found < 0; y += 6)
        for (float x = from.x + 12; x < to.x - 8 && found < 0; x += 6) {
            view.picture().gui().mouse_move(x, y);
            for (int i = 0; i < 3; ++i) view.unseen_frame();
            for (const NeighbourRow& one : view.workbench().view().neighbours)
                if (one.row == view.picture().hovered() && one.distance > 0) found = one.row;
        }
    ASSERT_GE(found, 0) << "no neighbour was met";
    view.picture().gui().mouse_button(0, true);
    view.unseen_frame();
    view.picture().gui().mouse_button(0, false);
    view.unseen_frame();
    EXPECT_EQ(view.workbench().session().query_row, view.workbench().drawable().data->file_row(found));
}

TEST(PolarView, TextsStandWhereNoNeighbourIs) {
    PolarView polar;
    polar.inner = polar.kth = polar.rim_distance = 1, polar.neighbours = 9;
    for (int rank = 1; rank <= 9; ++rank)  // at the top, where the numbers would be, and at the lower right, where the tag would be
        polar.points.push_back({rank, rank, 0.1 * rank, rank < 6 ? 1.5708 : -0.9 + 0.05 * rank});
    const ImVec2 centre{120, 120};
    const PolarTexts texts(polar, centre, 100, 7, [](const std::string& text) { return ImVec2{7.0f * float(text.size()), 15}; });
    EXPECT_GE(texts.rings.size(), 2u);
    for (const auto& [box, label] : texts.rings) EXPECT_EQ(texts.count_covered(box), 0) << label;
    const PolarTexts::Box room{{8, 8}, {232, 232}}, tag = texts.tag(100, {72, 22}, room);
    EXPECT_EQ(texts.count_covered(tag), 0);
    EXPECT_TRUE(tag.from.x >= 8 && tag.from.y >= 8 && tag.to.x <= 232 && tag.to.y <= 232);
}

TEST(PolarView, IsDrawnWhereItIsDraggedTo) {
    View view("vectors:n=2000,d=64");
    const auto drawn = [&] {
        const render::Image image = view.settle();
        const ImGuiWindow* polar = polar_window();
        std::vector<unsigned char> inside;
        for (int y = int(polar->Pos.y) + 30; y < int(polar->Pos.y + polar->Size.y) - 30; ++y)
            for (int x = int(polar->Pos.x) + 4; x < int(polar->Pos.x + polar->Size.x) - 4; ++x)
                inside.push_back(image.rgb[3 * (std::size_t(y) * width + std::size_t(x))]);
        return inside;
    };
    view.workbench().cards().change("polar", SavedCard{true, std::array{0.0, 0.0}});
    const auto there = drawn();
    view.workbench().cards().change("polar", SavedCard{true, std::array{1.0, 0.5}});
    const auto elsewhere = drawn();
    ASSERT_EQ(there.size(), elsewhere.size());
    int differ = 0;
    for (std::size_t i = 0; i < there.size(); ++i) differ += std::abs(int(there[i]) - int(elsewhere[i])) > 40;
    EXPECT_LT(differ, int(there.size()) / 50);
}

/// A neighbour selected in the table is ringed there.
TEST(PolarView, ASelectedNeighbourIsRinged) {
    View view("vectors:n=2000,d=64");
    const render::Image before = view.settle();
    view.picture().set_selected_rank(3);
    const render::Image after = view.settle();
    const ImGuiWindow* polar = polar_window();
    ASSERT_TRUE(polar);
    EXPECT_GT(differing(before, after, int(polar->Pos.x), int(polar->Pos.x + polar->Size.x), int(polar->Pos.y),
                  int(polar->Pos.y + polar->Size.y)),
        20);
}

}  // namespace
}  // namespace neighborscope
