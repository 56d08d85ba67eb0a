// Tests rows that are pictures, in the view and in panels drawn with Dear ImGui.
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/session/compare/comparing.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_view.hpp"
#include "tests/temporary_folder.hpp"

#include <random>

namespace neighborscope {
namespace {

const ImGuiWindow* instrument(const char* name) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && std::string(window->Name) == name) return window;
    return nullptr;
}

int grey_at(const render::Image& image, int x, int y) {
    return image.rgb[3 * (std::size_t(y) * std::size_t(image.width) + std::size_t(x))];
}

/// 150 labelled pictures of 28 x 28 pixels, since the sample of digits takes long under AddressSanitizer.
struct Pictured {
    Pictured() {
        using namespace std::string_literals;
        std::string pictures = "\0\0\10\3\0\0\0\226\0\0\0\34\0\0\0\34"s, labels = "\0\0\10\1\0\0\0\226"s;
        std::mt19937 random(3);
        for (int i = 0; i < 150 * 28 * 28; ++i) pictures += char(random() & 255);
        for (int i = 0; i < 150; ++i) labels += char(i % 10);
        folder.write("few-images-idx3-ubyte", pictures);
        folder.write("few-labels-idx1-ubyte", labels);
    }
    test::TemporaryFolder folder;
};
struct PicturesView : private Pictured, View {
    PicturesView() : View(folder / "few-images-idx3-ubyte") {}
};

TEST(RowPictures, TheNearestStandSideBySideAndAreAskedForByAClick) {
    PicturesView view;
    view.settle();
    const ImGuiWindow* strip = instrument("pictures");
    ASSERT_TRUE(strip);
    EXPECT_TRUE(view.outside().empty());
    EXPECT_GT(strip->Size.x, width - 40);
    const std::int64_t nearest = view.workbench().view().neighbours[1].file_row;
    // The query first, then the nearest: the third tile is the second neighbour.
    const double y = strip->Pos.y + 60;
    for (double x = strip->Pos.x + 110; x < strip->Pos.x + 200 && view.workbench().session().query_row != nearest; x += 10)
        view.click(x, y);
    EXPECT_EQ(view.workbench().session().query_row, nearest);
}

TEST(RowPictures, OtherDataHaveNoStrip) {
    View view("hotspots:n=300");
    view.settle();
    EXPECT_FALSE(instrument("pictures"));
}

TEST(RowPictures, APictureOfTheGalleryIsAskedByAClick) {
    PicturesView view;
    view.settle();
    const ImGuiWindow* gallery = instrument("gallery");
    ASSERT_TRUE(gallery);
    EXPECT_TRUE(view.outside().empty());
    const std::int64_t before = view.workbench().view().query_row;
    view.click(gallery->Pos.x + 24, gallery->Pos.y + 24 + 32 + 24 + 16);
    view.settle();
    const std::int64_t clicked = view.workbench().session().query_row.value_or(-1);
    EXPECT_GE(clicked, 0);
    EXPECT_NE(clicked, before);
    view.workbench().undo();
    view.workbench().change([](SessionState& next) { next.gallery = false; });
    view.settle();
    EXPECT_FALSE(instrument("gallery"));
}

TEST(RowPictures, ComparedListsAndTheGalleryDoNotCoverEachOther) {
    PicturesView view;
    test::TemporaryFolder folder;
    std::string lists;
    for (int row = 0; row < 150; ++row) lists += std::to_string(row) + "\n";  // each finds itself
    view.workbench().comparing().compare(folder.write("lists.csv", lists));
    view.idle_until([&] { return view.workbench().view().comparing.lists != nullptr; });
    const auto apart = [&] {
        view.settle();
        const ImGuiWindow *above = instrument("lists"), *below = instrument("gallery");
        return above && below && above->Pos.y + above->Size.y <= below->Pos.y;
    };
    EXPECT_TRUE(apart());
    EXPECT_EQ(instrument("gallery")->Size.y, 24) << "folded";
    const ImGuiWindow* const gallery = instrument("gallery");
    view.click(double(gallery->Pos.x) + 14, double(gallery->Pos.y) + 12);
    EXPECT_TRUE(apart());
    EXPECT_GT(instrument("gallery")->Size.y, 60) << "a click opens it";
    EXPECT_EQ(instrument("lists")->Size.y, 24) << "in place of the lists";
    const ImGuiWindow* const above = instrument("lists");
    view.click(double(above->Pos.x) + 14, double(above->Pos.y) + 12);
    EXPECT_TRUE(apart());
    EXPECT_GT(instrument("lists")->Size.y, 60) << "and back";
}

TEST(RowPictures, TheGalleryLeavesHalfOfTheWidthOrFolds) {
    PicturesView view;
    for (const int wide : {1100, 900, 768, 600}) {
        view.seen_width = wide;
        view.settle();
        const ImGuiWindow* gallery = instrument("gallery");
        ASSERT_TRUE(gallery);
        if (wide == 600) EXPECT_EQ(gallery->Size.y, 24) << "no room for both";
        else EXPECT_LE(gallery->Pos.x + gallery->Size.x + 64, 0.5f * float(wide)) << wide;
    }
}

TEST(RowPictures, TheGalleryPutsTheNearestFirst) {
    PicturesView view;
    view.settle();
    const ImGuiWindow* gallery = instrument("gallery");
    ASSERT_TRUE(gallery);
    view.workbench().query().pin_at_row(5);
    view.settle();
    const float buttons = gallery->Pos.y + 24 + 16, tiles = gallery->Pos.y + 24 + 32 + 24 + 16;
    for (float x = gallery->Pos.x + 150; x < gallery->Pos.x + 260; x += 20) view.click(x, buttons);  // "Nearest first" is the last of them
    view.settle();
    const std::int64_t second = view.workbench().view().neighbours[1].file_row;
    view.click(gallery->Pos.x + 24 + 52, tiles);
    view.settle();
    EXPECT_EQ(view.workbench().session().query_row, second);
}

TEST(RowPictures, TheGalleryIsDraggedAndLeavesItsRoom) {
    PicturesView view;
    view.settle();
    const ImGuiWindow* gallery = instrument("gallery");
    ASSERT_TRUE(gallery);
    const double before = view.picture().pixel_of({}).first;
    view.workbench().cards().change("gallery", SavedCard{{}, std::array{1.0, 0.5}});
    view.settle();
    EXPECT_EQ(gallery->Pos.x + gallery->Size.x, float(width));
    EXPECT_LT(view.picture().pixel_of({}).first, before - 100) << "the points are where it was";
    view.click(gallery->Pos.x + 24, gallery->Pos.y + 24 + 32 + 24 + 16);
    EXPECT_TRUE(view.workbench().session().query_row) << "its pictures go with it";
}

TEST(RowPictures, SmallViewsHaveTitlesThatAClickOpens) {
    PicturesView view;
    for (const auto& [wide, high] : {std::pair(528, 590), {528, 370}, {450, 300}}) {
        view.workbench().cards().put_back();
        view.seen_width = wide, view.seen_height = high;
        view.settle();
        for (const char* name : {"gallery", "pictures"}) {
            const ImGuiWindow* card = instrument(name);
            ASSERT_TRUE(card) << name << " at " << wide << " x " << high;
            if (card->Size.y > 25) continue;
            view.click(card->Pos.x + 60, card->Pos.y + 12);
            view.settle();
            EXPECT_GT(card->Size.y, 100) << name << " at " << wide << " x " << high;
            EXPECT_TRUE(view.outside().empty()) << name << " at " << wide << " x " << high;
        }
    }
}

TEST(RowPictures, AreDrawnInRowsAndCellsOfPanels) {
    render::OffscreenContext context;
    render::Framebuffer framebuffer(300, 200);
    ImGuiLayer layer;
    PanelDrawer drawer;
    const auto picture = std::make_shared<const GreyPicture>(GreyPicture{2, 1, {255, 0}});  // white above, black below
    const panels::Row row{"made.picture", "The query", {}, panels::Picture{picture, "seven", "row 7", 40}};
    panels::Table table;
    table.columns = {{"picture", {}, true, 40}};
    table.count = 1;
    table.picture_height = 32;
    table.cell = [&](std::int64_t, int) {
        panels::Table::Cell cell{"row 7"};
        cell.picture = picture;
        return cell;
    };
    const panels::Row rows{"made.table", "Pictures", {}, table};
    render::Image drawn;
    for (int i = 0; i < 3; ++i) {
        framebuffer.bind();
        layer.begin_frame(300, 200, 1, render::Theme::light);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({300, 200});
        ImGui::Begin("made", nullptr, ImGuiWindowFlags_NoTitleBar);
        drawer.begin(layer, render::Theme::light, 120);
        drawer.draw_row(row);
        drawer.draw_row(rows);
        ImGui::End();
        layer.end_frame();
        drawn = framebuffer.read();
    }
    const auto dark_below_bright = [&](int x, int from, int to, int apart) {
        for (int y = from; y + apart < to; ++y)
            if (grey_at(drawn, x, y) > 220 && grey_at(drawn, x, y + apart) < 35) return true;
        return false;
    };
    EXPECT_TRUE(dark_below_bright(8 + 10, 8, 48, 30)) << "the row's";
    EXPECT_TRUE(dark_below_bright(8 + 12, 60, 140, 24)) << "the cell's";
}

}  // namespace
}  // namespace neighborscope
