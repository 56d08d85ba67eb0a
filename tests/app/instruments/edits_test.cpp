// Tests points changed by hand in the picture: the bar of instructions, and the marks of the last change.
#include "small_view.hpp"

#include "app/session/workbench/edit_controls.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

class EditedView : public testing::Test {
protected:
    View view{"hotspots:n=300"};
    Workbench& workbench = view.workbench();

    void SetUp() override {
        workbench.change([](SessionState& state) {
            state.method = "quadtree-cached";
            state.options["quadtree-cached"]["leaf-capacity"] = "8";
        });
        view.idle_until([&] { return workbench.view().tree.has_value(); });
    }
    std::pair<int, int> pixel_of(const std::vector<double>& position) {
        const Drawable drawable = workbench.drawable();
        const std::array<double, 3> place = drawable.projection.place(*drawable.data, position);
        const auto [x, y] = view.picture().pixel_of(place);
        return {int(x), int(y)};
    }
};

TEST_F(EditedView, APointThatIsAddedHasItsMarkUntilTheNextChange) {
    const std::vector<double> at{0.5 * (workbench.view().data.low[0] + workbench.view().data.high[0]), workbench.view().query[1]};
    const render::Image before = view.marks();
    workbench.edits().add(at);
    view.idle_until([&] { return workbench.view().changes.has_value(); });
    const auto [x, y] = pixel_of(at);
    const render::Image after = view.marks();
    EXPECT_GT(differing(before, after, x, x + 30, y - 30, y), 30) << "a plus beside it";
    workbench.change([](SessionState& state) { state.k = 3; });
    view.idle_until([&] { return workbench.view().changes && workbench.view().changes->points.empty(); });
    EXPECT_LT(differing(before, view.marks(), x, x + 30, y - 30, y), 10) << "another change has other marks";
}

TEST_F(EditedView, LeavesThatSplitAndMergeAreOutlined) {
    const render::Image before = view.marks();
    const std::vector<double> at = workbench.view().query;
    for (int i = 0; i < 20 && !(workbench.view().changes && workbench.view().changes->leaves.any()); ++i) {
        workbench.edits().add({at[0] + i, at[1] + i});
        view.idle_until([&] { return workbench.view().changes && workbench.view().changes->points.size() == 1; });
    }
    ASSERT_TRUE(workbench.view().changes->leaves.any()) << "no leaf holds twenty more than eight";
    const RecordedTree::Box box = workbench.view().changes->leaves.split.at(0).box;
    const auto [x, y] = pixel_of({double(box.low[0]), double(box.low[1])});  // hotspots have no origin
    const auto [right, top] = pixel_of({double(box.low[0] + box.size[0]), double(box.low[1] + box.size[1])});
    ASSERT_GT(right - x, 4);
    workbench.undo();
    view.idle_until([&] { return workbench.view().changes && !workbench.view().changes->leaves.merged.empty(); });
    const render::Image merged = view.marks();
    workbench.redo();
    view.idle_until([&] { return workbench.view().changes && !workbench.view().changes->leaves.split.empty(); });
    const render::Image split = view.marks();
    const auto edge = [&](const render::Image& image) { return differing(before, image, x - 3, right + 3, y - 3, y + 3); };
    EXPECT_GT(edge(split), 2 * (right - x)) << "a line two pixels wide along its lower edge";
    EXPECT_GT(edge(merged), (right - x) / 2);
    EXPECT_GT(differing(split, merged, x - 3, right + 3, top - 3, y + 3), 20) << "dashed, where the other is whole";
    workbench.change([](SessionState& state) { state.cells = CellsShown::none; });
    const render::Image without = view.marks();
    workbench.undo();
    EXPECT_GT(differing(split, without, x - 3, right + 3, top - 3, y + 3), 20) << "no cells, no marks of cells";
}

TEST_F(EditedView, ABarSaysWhatTheMouseDoesInTheTicksPlace) {
    view.settle();
    const auto windows = [&] {
        std::set<std::string> names;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && !window->Hidden) names.insert(window->Name);
        return names;
    };
    EXPECT_TRUE(windows().contains("ticks"));
    EXPECT_FALSE(windows().contains("edits"));
    EXPECT_TRUE(view.everything_clickable(0, 560, 12, 40).contains("points.edit"));
    workbench.edits().use_mouse(true);
    view.settle();
    EXPECT_TRUE(windows().contains("edits"));
    EXPECT_FALSE(windows().contains("ticks"));
    EXPECT_THAT(view.outside(), testing::IsEmpty());
    workbench.edits().use_mouse(false);
    view.settle();
    EXPECT_FALSE(windows().contains("edits"));
}

TEST_F(EditedView, AnEmptyFieldKeepsItsPlaceAndTakesPoints) {
    view.settle();
    const std::vector<double> at = workbench.view().query;
    const std::pair<int, int> pixel = pixel_of(at);
    workbench.change([&](SessionState& state) {
        for (std::int64_t row = 0; row < 300; ++row) state.edits.erased.push_back(row);
    });
    view.idle_until([&] { return workbench.view().data.count == 0; });
    view.settle();
    EXPECT_EQ(pixel_of(at), pixel);
    workbench.edits().use_mouse(true);
    view.settle();
    workbench.edits().add(at);
    view.idle_until([&] { return workbench.view().neighbours.size() == 1; });
    view.settle();
    EXPECT_EQ(pixel_of(at), pixel) << "one point is not fitted to the whole view";
}

}  // namespace
}  // namespace neighborscope
