// Tests the notes on the picture: they are drawn in the view, while presenting too, and the mouse drags them.
#include "small_view.hpp"

namespace neighborscope {
namespace {

struct NotesView : ::testing::Test {
    void put(std::vector<Note> notes) {
        view.workbench().change([&](SessionState& state) { state.notes = std::move(notes); });
    }
    Note on_the_query() {
        const std::vector<double>& query = view.workbench().view().query;
        return {"the query", {}, {query[0], query[1], 0}};
    }
    View view{"hotspots:n=300"};
};

TEST_F(NotesView, AreDrawnInTheViewAndWhilePresenting) {
    for (const PictureOptions& options : {PictureOptions(), presented()}) {
        put({});
        const render::Image without = view.settle(options);
        put({on_the_query()});
        const render::Image with = view.settle(options);
        EXPECT_GT(differing(without, with, 0, width, 0, height), 800);
        put({on_the_query(), {"not in the data", 100000}});
        EXPECT_EQ(differing(with, view.settle(options), 0, width, 0, height), 0) << "no such row";
    }
}

/// The arrow goes from the query through the tag of the k-th distance, at its upper right.
TEST_F(NotesView, ArrowsGoBelowOtherTexts) {
    put({});
    const ViewModel& shown = view.workbench().view();
    const DataSet& data = *view.workbench().drawable().data;
    view.settle();
    const auto [x, y] = view.picture().pixel_of({shown.query[0] - data.origin[0], shown.query[1] - data.origin[1], 0});
    view.picture().camera().pan(0.5 * width - x, 0.5 * height - y);
    const double out = shown.kth_distance * view.picture().camera().pixels_per_unit() + 18, right = 0.66 * out + 24, up = 0.75 * out + 12;
    const auto tag = [&] {
        const render::Image image = view.settle();
        std::vector<unsigned char> inside;
        for (int row = int(0.5 * height - up) - 6; row < int(0.5 * height - up) + 6; ++row)
            for (int column = int(0.5 * width + right) - 12; column < int(0.5 * width + right) + 12; ++column)
                inside.push_back(image.rgb[3 * (std::size_t(row) * width + std::size_t(column))]);
        return inside;
    };
    const auto without = tag();
    Note note = on_the_query();
    const double far = 200 / std::hypot(right, up);
    note.offset = {far * right, -far * up};
    put({note});
    EXPECT_EQ(tag(), without);
}

TEST_F(NotesView, WithoutATextHaveNoBox) {
    put({});
    const render::Image without = view.settle();
    Note empty = on_the_query();
    empty.text = " ", empty.ring = false;
    put({empty});
    EXPECT_EQ(differing(without, view.settle(), 0, width, 0, height), 0);
    empty.ring = true;
    put({empty});
    EXPECT_GT(differing(without, view.settle(), 0, width, 0, height), 20) << "what it points at is still ringed";
}

TEST_F(NotesView, ATextIsDraggedAndAnUndoPutsItBack) {
    put({on_the_query()});
    view.settle();
    const Note before = view.workbench().session().notes[0];
    const DataSet& data = *view.workbench().drawable().data;
    const auto [x, y] = view.picture().pixel_of({before.at[0] - data.origin[0], before.at[1] - data.origin[1], 0});
    ImGuiLayer& gui = view.picture().gui();
    gui.mouse_move(x + before.offset[0], y + before.offset[1]);
    view.unseen_frame();
    EXPECT_TRUE(gui.over_instrument(x + before.offset[0], y + before.offset[1]));
    gui.mouse_button(0, true);
    view.unseen_frame();
    for (int pixels = 10; pixels <= 40; pixels += 10) {
        gui.mouse_move(x + before.offset[0] + pixels, y + before.offset[1] - pixels);
        view.unseen_frame();
    }
    gui.mouse_button(0, false);
    view.settle();
    const Note after = view.workbench().session().notes[0];
    EXPECT_NEAR(after.offset[0], before.offset[0] + 40, 1);
    EXPECT_NEAR(after.offset[1], before.offset[1] - 40, 1);
    view.workbench().undo();
    EXPECT_EQ(view.workbench().session().notes[0], before) << "a drag is one step";
}

}  // namespace
}  // namespace neighborscope
