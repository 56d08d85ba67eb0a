// The cells of a tree in the picture: their positions, their colours, and finding the one at a position.
#include "render/frame.hpp"
#include "tests/render/small_scene.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace neighborscope::render {
namespace {

/// The layout of gpu/cells.hpp.
struct Words {
    float low[3], high[3];
    std::uint32_t code;
    std::int32_t objects, level, queries = 0, distances = 0, visited = 0;
};
static_assert(sizeof(Words) == 48);

/// A square of side 64 from (-2, -22): three quarters, and one divided once more, in Morton order.
std::vector<Words> seven_cells() {
    std::vector<Words> cells;
    const auto add = [&](float x, float y, float side, std::uint32_t code, int objects, int level) {
        // A query on every second object computes 500 distances, minus one for each object.
        cells.push_back({{x - 2, y - 22, 0}, {x - 2 + side, y - 22 + side, 0}, code, objects, level, objects / 2,
            objects ? 500 - objects : 0, level + 1});
    };
    add(0, 0, 32, 0, 64, 1);
    add(32, 0, 16, 4, 0, 2);
    add(48, 0, 16, 5, 8, 2);
    add(32, 16, 16, 6, 32, 2);
    add(48, 16, 16, 7, 64, 2);
    add(0, 32, 32, 8, 16, 1);
    add(32, 32, 32, 12, 48, 1);
    return cells;
}

class CellPicture : public testing::TestWithParam<Theme> {
protected:
    OffscreenContext context;
    SmallScene scene{false, GetParam()};
    const std::vector<Words> cells = seven_cells();
    Buffer buffer{cells.size() * sizeof(Words)};
    Extras extras;

    void SetUp() override {
        buffer.upload(cells.data(), buffer.bytes());
        extras.cells = &buffer;
        CellState& state = scene.state.cells;
        state.count = int(cells.size());
        state.dimension = 2;
        state.low = {-2, -22, 0};
        state.side = 64;
        state.level = 2;
        state.fill = CellNumber::objects;
        state.strongest = 64;
        scene.camera.fit({{-2, -22, 0}, {62, 42, 0}}, {0, 0, 400, 300}, 400, 300);
    }
    Image bare() {
        SceneState state = scene.state;
        state.layers = {.points = false, .links = false, .radius = false, .neighbours = false, .query = false, .axes = false};
        state.selected_rank = -1;
        return scene.draw(state, extras);
    }
    Colour at(const Image& image, double x, double y) const {
        const glm::dvec3 pixel = scene.camera.to_pixels({x, y, 0});
        const auto place = 3 * (std::size_t(pixel.y) * std::size_t(image.width) + std::size_t(pixel.x));
        return {float(image.rgb[place]) / 255, float(image.rgb[place + 1]) / 255, float(image.rgb[place + 2]) / 255};
    }
    static double away(const Colour& a, const Colour& b) { return std::hypot(a.r - b.r, a.g - b.g, a.b - b.b); }
    static double luminance(const Colour& c) { return 0.2126 * double(c.r) + 0.7152 * double(c.g) + 0.0722 * double(c.b); }
};

INSTANTIATE_TEST_SUITE_P(Themes, CellPicture, testing::Values(Theme::light, Theme::dark),
    [](const auto& info) { return std::string(info.param == Theme::light ? "light" : "dark"); });

TEST_P(CellPicture, LooksAsItDid) {
    if (!gl_is_software()) GTEST_SKIP() << "references were made with llvmpipe; this is " << gl_renderer();
    scene.state.cells.query = glm::vec3(29, 19, 0);
    scene.state.cells.hovered = 4;
    const std::string name = GetParam() == Theme::light ? "cells-light" : "cells-dark";
    const Image now = scene.draw(scene.state, extras), then = reference_picture(name, now);
    ASSERT_GT(then.width, 0) << name << ".png is missing; NEIGHBORSCOPE_UPDATE_PICTURES=1 makes it";
    const int different = different_pixels(now, then);
    if (different > tolerated_pixels) write_picture(name + "-now.png", now);
    EXPECT_LE(different, tolerated_pixels) << name << "-now.png is in the current folder";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
    const auto without = [&](auto change) {
        SceneState state = scene.state;
        change(state);
        return different_pixels(scene.draw(state, extras), then);
    };
    EXPECT_GT(without([](SceneState& s) { s.layers.cells = false; }), 2 * tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.cells.query.reset(); }), 2 * tolerated_pixels) << "the query's own leaf";
    EXPECT_GT(without([](SceneState& s) { s.cells.hovered = -1; }), tolerated_pixels);
    EXPECT_GT(without([](SceneState& s) { s.layers.points = false; }), 2 * tolerated_pixels) << "points are above cells";
}

TEST_P(CellPicture, MoreObjectsAreFartherFromTheViewsColour) {
    const Image image = bare();
    const double view = luminance(palette(GetParam()).view);
    EXPECT_LT(away(at(image, 38, -14), palette(GetParam()).view), 0.01) << "the empty one has no fill";
    double last = 0;
    // 8, 16, 32, 48 and 64 objects.
    for (const auto& [x, y] : {std::pair{54.0, -14.0}, {14.0, 26.0}, {38.0, 2.0}, {46.0, 26.0}, {14.0, -6.0}}) {
        const double strength = std::abs(luminance(at(image, x, y)) - view);
        EXPECT_GT(strength, last + 0.01) << x << ' ' << y;
        last = strength;
    }
    EXPECT_LT(away(at(image, 54, 2), at(image, 14, -6)), 0.01) << "64 are 64 in a large and in a smaller cell";
}

TEST_P(CellPicture, DepthHasOneColourALevel) {
    scene.state.cells.fill = CellNumber::level;
    scene.state.cells.strongest = 2;
    const Image image = bare();
    EXPECT_LT(away(at(image, 14, -6), at(image, 46, 26)), 0.01);
    EXPECT_LT(away(at(image, 38, -14), at(image, 54, 2)), 0.01) << "also of an empty one";
    EXPECT_GT(away(at(image, 14, -6), at(image, 54, 2)), 0.05);
}

TEST_P(CellPicture, WorkIsColouredBetweenItsEnds) {
    scene.state.cells.fill = CellNumber::queries;
    scene.state.cells.strongest = 32;
    const Image queries = bare();
    scene.state.cells.fill = CellNumber::objects;
    scene.state.cells.strongest = 64;
    EXPECT_EQ(different_pixels(queries, bare()), 0) << "half as many queries as objects";
    scene.state.cells.fill = CellNumber::distances;
    scene.state.cells.weakest = 436;
    scene.state.cells.strongest = 492;
    const Image work = bare();
    const Colour view = palette(GetParam()).view;
    EXPECT_LT(away(at(work, 38, -14), view), 0.01) << "nobody asks in the empty one";
    const auto strength = [&](double x, double y) { return std::abs(luminance(at(work, x, y)) - luminance(view)); };
    EXPECT_GT(strength(54, -14), strength(14, 26) + 0.01) << "492 and 484 distances";
    EXPECT_GT(strength(38, 2), strength(14, -6) + 0.05) << "468 and 436";
    EXPECT_LT(away(at(work, 54, 2), at(work, 14, -6)), 0.01) << "the least are the least";
    scene.state.cells.marked = CellNumber::distances;
    scene.state.cells.marked_from = 0;
    scene.state.cells.marked_to = 440;
    const Image marked = bare();
    EXPECT_GT(away(at(marked, 14, -6), view), away(at(work, 14, -6), view) + 0.05);
    EXPECT_LT(away(at(marked, 38, -14), view), 0.05) << "one without queries is no cell with few distances";
    scene.state.cells.marked = CellNumber::tasks;
    scene.state.cells.queries_of_task = 20;
    scene.state.cells.marked_from = 700;
    scene.state.cells.marked_to = 800;
    const Image tasks = bare();
    EXPECT_GT(away(at(tasks, 14, -6), view), away(at(work, 14, -6), view) + 0.05) << "of 64 objects: a task of 20 queries, one of 12";
    EXPECT_LT(away(at(tasks, 46, 26), view), away(at(work, 46, 26), view) - 0.05) << "of 48: one of 20, one of 4";
}

TEST_P(CellPicture, LinesStandBetweenCellsAndGoWhereTheseAreSmall) {
    scene.state.cells.fill = CellNumber::none;
    const Colour view = palette(GetParam()).view;
    EXPECT_LT(away(at(bare(), 14, -6), view), 0.01) << "outlines have no fill";
    EXPECT_GT(away(at(bare(), 30, 30), view), 0.1) << "the edge between two cells";
    scene.camera.zoom(0.02, 200, 150);  // 16 units are less than two pixels
    const Image far = bare();
    int drawn = 0;
    for (std::size_t i = 0; i < far.rgb.size(); i += 3) drawn += std::abs(float(far.rgb[i]) / 255 - view.r) > 0.02f;
    EXPECT_EQ(drawn, 0);
    scene.state.cells.fill = CellNumber::objects;
    EXPECT_GT(away(at(bare(), 14, -6), view), 0.1) << "fills stay";
}

TEST_P(CellPicture, MarkedCellsStandOut) {
    const Image plain = bare();
    scene.state.cells.marked = CellNumber::objects;
    scene.state.cells.marked_from = 30;
    scene.state.cells.marked_to = 50;
    const Image marked = bare();
    const Colour view = palette(GetParam()).view;
    EXPECT_GT(away(at(marked, 38, 2), view), away(at(plain, 38, 2), view) + 0.05) << "32 objects";
    EXPECT_LT(away(at(marked, 14, -6), view), away(at(plain, 14, -6), view) - 0.05) << "64 objects";
}

// For overlapping boxes: the smallest that contains the position, else the nearest. Many, so that several threads search.
TEST_P(CellPicture, TheLeastBoxAtAPositionIsFound) {
    std::vector<Words> boxes;
    const auto add = [&](float x, float y, float wide, float high) {
        boxes.push_back({{x, y, 0}, {x + wide, y + high, 0}, std::uint32_t(boxes.size()), 32, 2});
    };
    for (int i = 0; i < 700; ++i) add(1000.0f + float(i), 1000, 1, 1);
    add(0, 0, 30, 30);   // 700
    add(10, 10, 30, 5);  // 701
    add(50, 0, 0, 20);   // 702: points in a row
    Buffer words(boxes.size() * sizeof(Words));
    words.upload(boxes.data(), words.bytes());
    extras.cells = &words;
    CellState& state = scene.state.cells;
    state.count = int(boxes.size());
    state.grid = false;
    const std::vector<std::pair<glm::vec3, int>> places{{{5, 5, 0}, 700}, {{20, 12, 0}, 701}, {{50, 7, 0}, 702}, {{48, 7, 0}, 702},
        {{42, 12, 0}, 701}, {{-90, -90, 0}, 700}, {{1300.5f, 1000.5f, 0}, 300}};
    for (const auto& [place, leaf] : places) {
        scene.scene.request_cell(place);
        scene.draw(scene.state, extras);
        glFinish();
        const auto found = scene.scene.found_cell();
        ASSERT_TRUE(found);
        EXPECT_EQ(found->leaf, leaf) << place.x << ' ' << place.y;
    }
    // The query's leaf is outlined.
    const Image without = bare();
    state.query = glm::vec3(5, 5, 0);
    const Image with = bare();
    EXPECT_GT(away(at(with, 0, 20), at(without, 0, 20)), 0.1) << "the left edge of the box around it";
    EXPECT_LT(away(at(with, 38, 14), at(without, 38, 14)), 0.01) << "no other";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST_P(CellPicture, TheCellAtAPositionIsFound) {
    const std::vector<std::pair<glm::vec3, int>> places{{{-1, -21, 0}, 0}, {{31, -21, 0}, 1}, {{61, -21, 0}, 2}, {{31, -5, 0}, 3},
        {{47, 9, 0}, 4}, {{-1, 41, 0}, 5}, {{31, 11, 0}, 6}, {{500, 500, 0}, 6}, {{-500, -7, 0}, 0}};
    for (const auto& [place, leaf] : places) {
        scene.scene.request_cell(place);
        scene.draw(scene.state, extras);
        glFinish();
        const auto found = scene.scene.found_cell();
        ASSERT_TRUE(found);
        EXPECT_EQ(found->leaf, leaf) << place.x << ' ' << place.y;
        const Words& cell = cells[std::size_t(leaf)];
        EXPECT_EQ(found->low, glm::vec3(cell.low[0], cell.low[1], cell.low[2]));
        EXPECT_EQ(found->high, glm::vec3(cell.high[0], cell.high[1], cell.high[2]));
        EXPECT_EQ(found->objects, cell.objects);
        EXPECT_EQ(found->level, cell.level);
        EXPECT_EQ(found->queries, cell.queries);
        EXPECT_EQ(found->distances, cell.distances);
        EXPECT_EQ(found->visited, cell.visited);
    }
}

TEST_P(CellPicture, NothingIsFoundInCellsThatWereForgotten) {
    const auto found_in_next = [&] {
        scene.draw(scene.state, extras);
        glFinish();
        return scene.scene.found_cell();
    };
    scene.scene.request_cell({-1, -21, 0});
    ASSERT_TRUE(found_in_next());
    scene.scene.forget_cell();
    EXPECT_FALSE(found_in_next());
    scene.scene.request_cell({-1, -21, 0});
    scene.draw(scene.state, extras);  // pending requests are of the old cells, too
    scene.scene.forget_cell();
    EXPECT_FALSE(found_in_next());
    scene.scene.request_cell({31, -21, 0});
    ASSERT_TRUE(found_in_next());
    EXPECT_EQ(scene.scene.found_cell()->leaf, 1);
}

/// Eight cubes of side 20 from (0, 0, 0) on; the first is empty.
TEST(CellBoxes, StandInSpace) {
    const OffscreenContext context;
    SmallScene scene(true, Theme::light);
    std::vector<Words> cells;
    for (std::uint32_t i = 0; i < 8; ++i) {
        const float x = 20 * float(i & 1), y = 20 * float(i >> 1 & 1), z = 20 * float(i >> 2);
        cells.push_back({{x, y, z}, {x + 20, y + 20, z + 20}, i, std::int32_t(i), 1, 0, 0, 0});
    }
    Buffer buffer(cells.size() * sizeof(Words));
    buffer.upload(cells.data(), buffer.bytes());
    Extras extras;
    extras.cells = &buffer;
    SceneState state = scene.state;
    state.layers = {.points = false, .links = false, .radius = false, .neighbours = false, .query = false, .axes = false};
    state.selected_rank = -1;
    CellState& tree = state.cells;
    tree.count = 8;
    tree.dimension = 3;
    tree.side = 40;
    tree.level = 1;
    tree.deepest = 8;
    tree.fill = CellNumber::objects;
    tree.strongest = 7;
    scene.camera.fit({{0, 0, 0}, {40, 40, 40}}, {0, 0, 400, 300}, 400, 300);
    const auto at = [&](const Image& image, const glm::dvec3& place) {
        const glm::dvec3 pixel = scene.camera.to_pixels(place);
        double farthest = 0;  // over all pixels: a line may pass between two
        Colour found = palette(Theme::light).view;
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                const auto i = 3 * (std::size_t(int(pixel.y) + y) * std::size_t(image.width) + std::size_t(int(pixel.x) + x));
                const Colour c{float(image.rgb[i]) / 255, float(image.rgb[i + 1]) / 255, float(image.rgb[i + 2]) / 255};
                if (const double away = std::hypot(1 - c.r, 1 - c.g, 1 - c.b); away > farthest) farthest = away, found = c;
            }
        return found;
    };
    const auto strength = [](const Colour& c) { return std::hypot(1 - c.r, 1 - c.g, 1 - c.b); };
    const Image plain = scene.draw(state, extras);
    EXPECT_GT(strength(at(plain, {40, 40, 30})), 0.2) << "an edge of the fullest";
    EXPECT_GT(strength(at(plain, {40, 40, 30})), strength(at(plain, {0, 0, 10})) + 0.1) << "the empty one is faint";
    EXPECT_LT(strength(at(plain, {12, 10, 3})), 0.05) << "nothing inside";
    tree.query = glm::vec3(35, 5, 5);
    const Image own = scene.draw(state, extras);
    EXPECT_GT(different_pixels(plain, own), 100);
    const Colour edge = at(own, {40, 0, 10}), orange = palette(Theme::light).query;
    EXPECT_LT(std::hypot(edge.r - orange.r, edge.g - orange.g, edge.b - orange.b), 0.15) << "the query's own leaf";
    scene.camera.three_d = false;
    scene.camera.fit({{0, 0, 0}, {40, 40, 40}}, {0, 0, 400, 300}, 400, 300);
    tree.query.reset();
    const Image above = scene.draw(state, extras);
    state.layers.cells = false;
    EXPECT_EQ(different_pixels(above, scene.draw(state, extras)), 0) << "boxes over one another are not drawn";
}

/// Software draws a long line through the leaves in several frames, and keeps it while only the query moves.
TEST(MortonOrder, ComesInPiecesAndIsKept) {
    OffscreenContext context;
    if (!gl_is_software()) GTEST_SKIP() << "a GPU draws it at once; this is " << gl_renderer();
    constexpr int side = 150;
    std::vector<Words> cells;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            cells.push_back({{float(x), float(y), 0}, {float(x + 1), float(y + 1), 0}, std::uint32_t(cells.size()), 1, 8});
    Buffer buffer(cells.size() * sizeof(Words));
    buffer.upload(cells.data(), buffer.bytes());
    const Extras extras{.cells = &buffer};
    const auto prepare = [&](SmallScene& scene) {
        CellState& state = scene.state.cells;
        state = {.count = int(cells.size()), .side = side, .level = 8, .boxes = false, .order = true};
        scene.camera.fit({{20, 20, 0}, {60, 50, 0}}, {0, 0, 400, 300}, 400, 300);
        scene.state.layers = {.points = false, .links = false, .radius = false, .neighbours = false, .query = false, .axes = false};
        scene.state.selected_rank = -1;
        scene.state.data_version = 1;
    };
    SmallScene at_once(false, Theme::light), in_pieces(false, Theme::light);
    prepare(at_once);
    prepare(in_pieces);
    const Image wanted = at_once.draw(at_once.state, extras);
    EXPECT_FALSE(at_once.scene.unfinished());
    in_pieces.state.milliseconds_for_data = 0;
    const Image first = in_pieces.draw(in_pieces.state, extras);
    EXPECT_TRUE(in_pieces.scene.unfinished());
    EXPECT_GT(different_pixels(first, wanted), 1000);
    Image last = first;
    for (int frame = 0; in_pieces.scene.unfinished() && frame < 100; ++frame) last = in_pieces.draw(in_pieces.state, extras);
    EXPECT_LE(different_pixels(last, wanted), tolerated_pixels);
    in_pieces.state.query = glm::vec3(30, 30, 0);
    EXPECT_LE(different_pixels(in_pieces.draw(in_pieces.state, extras), wanted), tolerated_pixels);
    EXPECT_FALSE(in_pieces.scene.unfinished()) << "the line was drawn again for a query";
}

TEST(CellFills, OfSmallBoxesLeaveThePointsTheirDensity) {
    Camera camera;
    camera.resize(500, 500);
    SceneState state;
    state.count = 1000000;
    state.box = {{0, 0, 0}, {400, 400, 0}};
    camera.fit(state.box, {0, 0, 500, 500}, 500, 500);
    state.cells.count = 31250;
    state.cells.fill = CellNumber::objects;
    EXPECT_LT(frame_block(camera, state, false).point_alpha, 0.5f) << "over the fills of a grid";
    state.cells.grid = false;
    EXPECT_EQ(frame_block(camera, state, false).point_alpha, 1.0f);
    state.cells.count = 100;
    EXPECT_LT(frame_block(camera, state, false).point_alpha, 0.5f) << "large boxes";
}

}  // namespace
}  // namespace neighborscope::render
