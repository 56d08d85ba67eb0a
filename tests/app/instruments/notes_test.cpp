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
