// Tests the tree's cells in the picture, and the index instrument.
#include "app/session/search/search_worker.hpp"
#include "small_view.hpp"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

namespace neighborscope {
namespace {

class CellView : public testing::Test {
protected:
    View view{"hotspots:n=3000"};

    void SetUp() override { search_with("quadtree-cached", true); }

    void search_with(const std::string& method, bool has_tree) {
        view.workbench().change([&](SessionState& state) {
            state.method = method;
            state.options[method] = {};
        });
        ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().tree.has_value() == has_tree; }));
    }
    void show(CellsShown shown) {
        view.workbench().change([&](SessionState& state) { state.cells = shown; });
    }
    render::Image bare() {
        PictureOptions options;
        options.instruments = options.tools = false;
        options.layers = {.points = false, .links = false, .radius = false, .neighbours = false, .query = false, .axes = false};
        return view.settle(options);
    }
    static constexpr int right_column = 900 - 220;
};

TEST_F(CellView, EachWayIsAnotherPictureAndNoneIsNone) {
    const render::Image occupancy = bare();
    show(CellsShown::depth);
    const render::Image depth = bare();
    show(CellsShown::outlines);
    const render::Image outlines = bare();
    show(CellsShown::none);
    const render::Image none = bare();
    EXPECT_GT(differing(occupancy, depth, 0, width, 0, height), 2000);
    EXPECT_GT(differing(outlines, none, 0, width, 0, height), 1000);
    EXPECT_GT(differing(outlines, occupancy, 0, width, 0, height), 2000);
    search_with("heap", false);
    show(CellsShown::occupancy);
    EXPECT_EQ(differing(bare(), none, 0, width, 0, height), 0) << "a method without a tree has no cells";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST_F(CellView, TheMortonOrderIsALineThroughTheLeavesWithOrWithoutThem) {
    show(CellsShown::none);
    const render::Image none = bare();
    view.workbench().change([](SessionState& state) { state.morton = true; });
    const render::Image order = bare();
    EXPECT_GT(differing(order, none, 0, width, 0, height), 1000);
    // The line of Morton order passes through the centre of each leaf.
    int through = 0, leaves = 0;
    const Drawable drawable = view.workbench().drawable();
    std::vector<Cell> cells(std::size_t(drawable.tree->tree.leaves));
    copy_to_host(drawable.device, cells.data(), drawable.tree->cells.data(), cells.size() * sizeof(Cell));
    for (const Cell& cell : cells) {
        if (cell.level > 5) continue;  // too small to be followed
        const glm::dvec3 at =
            view.picture().camera().to_pixels({0.5 * (cell.low[0] + cell.high[0]), 0.5 * (cell.low[1] + cell.high[1]), 0});
        if (at.x < 2 || at.x > width - 3 || at.y < 2 || at.y > height - 3) continue;
        ++leaves;
        through += differing(order, none, int(at.x) - 1, int(at.x) + 2, int(at.y) - 1, int(at.y) + 2) > 0;
    }
    EXPECT_GT(leaves, 20);
    EXPECT_EQ(through, leaves);
    show(CellsShown::occupancy);
    EXPECT_GT(differing(bare(), order, 0, width, 0, height), 2000) << "both";
    search_with("heap", false);
    show(CellsShown::none);
    EXPECT_EQ(differing(bare(), none, 0, width, 0, height), 0);
}

TEST_F(CellView, WorkColoursCellsAndPointsWhenEveryPointHasAsked) {
    const auto of_cells = [&](CellsShown shown) {
        show(shown);
        EXPECT_TRUE(until(
            view.workbench(), [&] { return !view.workbench().busy() && (!shows_work(shown) || view.workbench().view().tree->work); }));
        return bare();
    };
    const render::Image occupancy = of_cells(CellsShown::occupancy), outlines = of_cells(CellsShown::outlines);
    const render::Image queries = of_cells(CellsShown::queries), work = of_cells(CellsShown::work);
    EXPECT_GT(differing(queries, outlines, 0, width, 0, height), 2000);
    EXPECT_GT(differing(work, queries, 0, width, 0, height), 2000);
    EXPECT_GT(differing(work, occupancy, 0, width, 0, height), 2000);
    const auto points = [&](const char* colour_by) {
        view.workbench().change([&](SessionState& state) { state.colour_by = colour_by; });
        EXPECT_TRUE(until(view.workbench(), [&] { return !view.workbench().busy(); }));
        PictureOptions options;
        options.instruments = options.tools = false;
        return view.settle(options);
    };
    const render::Image plain = points("plain"), leaves = points("query-leaves"), distances = points("query-distances");
    EXPECT_GT(differing(plain, leaves, 0, width, 0, height), 1000);
    EXPECT_GT(differing(leaves, distances, 0, width, 0, height), 500);
    EXPECT_EQ(differing(points("query-leaves"), leaves, 0, width, 0, height), 0);
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST_F(CellView, FactsAreThoseOfTheTree) {
    const TreeFacts& facts = *view.workbench().view().tree;
    const ResidentTree& tree = *view.workbench().drawable().tree;
    EXPECT_EQ(facts.leaves, tree.tree.leaves);
    std::vector<Cell> cells(std::size_t(facts.leaves));
    tree.cells.to_host(cells.data(), tree.cells.bytes());
    int empty = 0, most = 0, objects = 0;
    for (const Cell& cell : cells) empty += cell.objects == 0, most = std::max(most, cell.objects), objects += cell.objects;
    EXPECT_EQ(facts.empty(), empty);
    EXPECT_EQ(facts.counts.most, most);
    EXPECT_EQ(objects, 3000);
    EXPECT_GT(facts.bytes, 3000u * 12);
    const int leaves = facts.leaves;
    view.workbench().change([](SessionState& state) { state.options["quadtree-cached"]["leaf-capacity"] = "8"; });
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().tree && view.workbench().view().tree->leaves != leaves; }));
    EXPECT_GT(view.workbench().view().tree->leaves, 2 * leaves) << "smaller leaves are more, as soon as the option changes";
    view.workbench().undo();
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().tree && view.workbench().view().tree->leaves == leaves; }));
}

TEST_F(CellView, ToolsWithoutRoomAreFoundByTheLastOne) {
    view.seen_width = 340;
    const std::set<std::string> tools = view.everything_clickable(10, 340, 28, 30);
    EXPECT_TRUE(tools.count("help.commands"));
    EXPECT_TRUE(tools.count("step.open"));
    EXPECT_TRUE(view.outside().empty());
    view.seen_width = width;
    EXPECT_FALSE(view.everything_clickable(10, 420, 28, 30).count("help.commands"));
}

TEST_F(CellView, ToolAndChartsReportCommands) {
    view.settle();
    const std::set<std::string> tools = view.everything_clickable(10, 420, 28, 30);
    EXPECT_TRUE(tools.count("view.cells_next"));
    EXPECT_TRUE(view.everything_clickable(right_column, width - 20, 300, height - 10).count("view.cells.outlines"))
        << "that which is shown goes back to lines";
    const render::Image filled = view.settle();
    show(CellsShown::none);
    EXPECT_GT(differing(filled, view.settle(), right_column, width, 100, 330), 300) << "the legend has the colours of cells";
    EXPECT_EQ(view.everything_clickable(right_column, width - 20, 300, height - 10),
        (std::set<std::string>{"view.cells.occupancy", "view.cells.depth"}));
}

TEST_F(CellView, PointingAtABarMarksItsLeaves) {
    PictureOptions no_points;
    no_points.layers.points = false;
    const render::Image before = view.settle(no_points);
    int marking = 0;
    for (int y = 330; y < height - 10; y += 12) {
        view.picture().gui().mouse_move(width - 40, y);
        const render::Image now = view.settle(no_points);
        marking += differing(before, now, 64, right_column - 10, 60, 400) > 500;
    }
    EXPECT_GE(marking, 3) << "the bars of the fullest";
    view.picture().gui().mouse_leave();
    EXPECT_EQ(differing(before, view.settle(no_points), 64, right_column - 10, 60, 400), 0);
}

TEST_F(CellView, TheLeafUnderTheMouseIsOutlinedAndTold) {
    PictureOptions no_points;
    no_points.layers.points = false;
    const render::Image before = view.settle(no_points);
    const glm::dvec3 query(view.workbench().drawable().query[0], view.workbench().drawable().query[1], 0);
    const glm::dvec3 pixel = view.picture().camera().to_pixels(query);
    view.picture().gui().mouse_move(pixel.x < 400 ? pixel.x + 120 : pixel.x - 120, pixel.y);
    const render::Image after = view.settle(no_points);
    EXPECT_GT(differing(before, after, 64, right_column - 10, 60, height - 100), 20) << "its outline";
    EXPECT_GT(differing(before, after, right_column, width, height - 200, height), 60) << "its facts";
}

/// Overlapping boxes are drawn with their order, and found under the mouse and at the query.
TEST_F(CellView, LeavesOfATreeOfBoxesAreSeenAlike) {
    search_with("leaf-warp", true);
    ASSERT_TRUE(until(view.workbench(), [&] { return view.workbench().view().tree && !view.workbench().view().tree->grid; }));
    ASSERT_TRUE(view.workbench().view().tree->drawn);
    EXPECT_EQ(view.workbench().view().tree->leaves, (3000 + 31) / 32);
    show(CellsShown::none);
    const render::Image none = bare();
    show(CellsShown::occupancy);
    const render::Image occupancy = bare();
    show(CellsShown::outlines);
    const render::Image outlines = bare();
    EXPECT_GT(differing(occupancy, none, 0, width, 0, height), 2000);
    EXPECT_GT(differing(outlines, none, 0, width, 0, height), 1000);
    view.workbench().change([](SessionState& state) { state.morton = true; });
    EXPECT_GT(differing(outlines, bare(), 0, width, 0, height), 500) << "the line from leaf to leaf";

    PictureOptions no_points;
    no_points.layers.points = false;
    const render::Image before = view.settle(no_points);
    const glm::dvec3 query(view.workbench().drawable().query[0], view.workbench().drawable().query[1], 0);
    const glm::dvec3 pixel = view.picture().camera().to_pixels(query);
    view.picture().gui().mouse_move(pixel.x < 400 ? pixel.x + 120 : pixel.x - 120, pixel.y);
    const render::Image after = view.settle(no_points);
    EXPECT_GT(differing(before, after, 64, right_column - 10, 60, height - 100), 20) << "the outline of the one under the mouse";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

/// The OpenGL buffer is equal to the device's, byte for byte.
TEST(CellBuffer, HoldsTheDevicesRecords) {
    const render::OffscreenContext context(true);
    for (const DeviceInfo& device : devices()) {
        std::vector<float> coordinates;
        for (int i = 0; i < 4000; ++i) coordinates.push_back(float(i * 7919 % 1009) * float(1 + i % 5));
        const PointSet points(device.kind, coordinates, 2);
        const Method& method = find_method("quadtree-coalesced");
        const Searcher searcher(method, points, Options(method.info.options, {{"leaf-capacity", "4"}}));
        const DeviceMemory cells = cells_of(*searcher.tree(), device.kind);
        render::Buffer buffer(cells.bytes());
        SharedBuffer shared(device.kind, buffer.name(), cells.bytes());
        const std::uint64_t before = transferred().to_host;
        const SharedBuffer::Publish one[] = {{&shared, cells.data(), cells.bytes()}};
        SharedBuffer::publish(one);
        if (shared.path() == BufferPath::interop) { EXPECT_EQ(transferred().to_host, before); }
        std::vector<char> drawn(cells.bytes()), searched(cells.bytes());
        glGetNamedBufferSubData(buffer.name(), 0, GLsizeiptr(drawn.size()), drawn.data());
        cells.to_host(searched.data(), searched.size());
        EXPECT_EQ(drawn, searched);
        EXPECT_GE(searched.size(), 500 * sizeof(Cell));
    }
}

}  // namespace
}  // namespace neighborscope
