// The picture of an index: links, colours of rows, crosses, and the links of the row under the mouse.
#include "app/data/files/output_file.hpp"
#include "app/data/save/npz_writer.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/instruments/picture/presenter.hpp"
#include "app/instruments/scene/index_colours.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_view.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

std::string index_file(const std::string& name) { return NEIGHBORSCOPE_TEST_DATA "/indexes/" + name; }

/// Draws points and links only.
PictureOptions points_and_links() {
    PictureOptions options;
    options.instruments = options.tools = false;
    options.layers = {.links = false, .radius = false, .neighbours = false, .query = false, .axes = false, .marks = false};
    return options;
}

void show_links(View& view, int level) {
    view.workbench().change([&](SessionState& state) { state.links_level = level; });
}

TEST(IndexPicture, ShowsTheLinksOfALevelUnderThePoints) {
    View view(index_file("plane/hnsw.faiss"));
    ASSERT_TRUE(view.workbench().view().graph);
    ASSERT_GT(view.workbench().view().graph->top_level(), 0);
    const render::Image all = view.settle(points_and_links());
    show_links(view, 1);
    const render::Image upper = view.settle(points_and_links());
    show_links(view, -1);
    const render::Image none = view.settle(points_and_links());
    EXPECT_GT(differing(all, none, 0, width, 0, height), 2000);
    EXPECT_GT(differing(upper, none, 0, width, 0, height), 100) << "longer links, and the rows that are not on level 1 are faint";
    EXPECT_GT(differing(upper, all, 0, width, 0, height), 2000);
    show_links(view, 60);
    const int top = view.workbench().view().graph->top_level();
    const render::Image beyond = view.settle(points_and_links());
    show_links(view, top);
    EXPECT_EQ(differing(beyond, view.settle(points_and_links()), 0, width, 0, height), 0) << "at most the highest level";
}

TEST(IndexPicture, ShowsLinksInSpaceAndAlongComponents) {
    View view(index_file("vectors/hnsw.faiss"));
    for (const bool three_d : {false, true}) {
        view.workbench().change([&](SessionState& state) { state.three_d = three_d, state.links_level = 0; });
        const render::Image with = view.settle(points_and_links());
        show_links(view, -1);
        EXPECT_GT(differing(with, view.settle(points_and_links()), 0, width, 0, height), 1000) << three_d;
    }
}

TEST(IndexPicture, TheLegendNamesListsRatherThanRanksIfThereIsNoRoomForBoth) {
    const auto legend_has = [](ImU32 ink) {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && std::string(window->Name) == "legend")
                for (const ImDrawVert& corner : window->DrawList->VtxBuffer)
                    if (corner.col == ink) return true;
        return false;
    };
    View view(index_file("vectors/ivf.faiss"));
    view.workbench().change([](SessionState& state) { state.method = "own", state.colour_by = "list"; });
    view.workbench().cards().change("legend", SavedCard{true, {}});
    view.workbench().stepping().open(true);
    view.idle_until([&] { return view.workbench().view().stepping.ready; });
    (void)view.settle();
    EXPECT_TRUE(legend_has(packed(render::category_colour(render::Theme::light, 0))));
}

TEST(IndexPicture, OtherDataHaveNoLinks) {
    View view("uniform:n=200");
    EXPECT_FALSE(view.workbench().view().graph);
    const render::Image with = view.settle(points_and_links());
    show_links(view, -1);
    EXPECT_EQ(differing(with, view.settle(points_and_links()), 0, width, 0, height), 0);
}

TEST(IndexPicture, TheRowUnderTheMouseShowsItsLinks) {
    View view(index_file("plane/hnsw.faiss"));
    show_links(view, -1);
    PictureOptions options = points_and_links();
    options.layers.marks = true;
    const render::Image before = view.settle(options);
    const std::int64_t row = 100;
    const Drawable drawable = view.workbench().drawable();
    const auto place = drawable.projection.place(*drawable.data, row);
    const auto [x, y] = view.picture().pixel_of(place);
    view.picture().gui().mouse_move(x, y);
    const render::Image after = view.settle(options);
    ASSERT_GE(view.picture().hovered(), 0);
    const auto& graph = *view.workbench().view().graph;
    const std::int32_t to = graph.index->links->of(view.picture().hovered(), 0)[0];
    const auto [to_x, to_y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, to));
    const auto [from_x, from_y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, view.picture().hovered()));
    const int middle_x = int(0.5 * (from_x + to_x)), middle_y = int(0.5 * (from_y + to_y));
    EXPECT_GT(differing(before, after, middle_x - 3, middle_x + 4, middle_y - 3, middle_y + 4), 0) << "in the middle of its first link";
}

/// Points on a line, linked to the next ones; the last row lies on row 2, and no link leads to it.
std::string with_hidden_twin(const test::TemporaryFolder& folder) {
    constexpr std::size_t rows = 12;
    std::vector<float> points;
    std::vector<std::int32_t> links;
    for (std::int32_t row = 0; row + 1 < std::int32_t(rows); ++row) {
        points.insert(points.end(), {float(row), 0.25f * float(row % 3)});
        links.insert(links.end(), {row > 0 ? row - 1 : 1, row + 2 < std::int32_t(rows) ? row + 1 : -1});
    }
    points.insert(points.end(), {points[4], points[5]});
    links.insert(links.end(), {2, 3});
    const std::string path = (folder.path / "twin.npz").string();
    OutputFile file(path);
    NpzWriter npz(file);
    npz.add("points", "<f4", {rows, 2}, points.data());
    npz.add("graph", "<i4", {rows, 2}, links.data());
    npz.finish();
    file.commit();
    return path;
}

TEST(IndexPicture, ACrossIsPointedAtThoughAnotherRowLiesThere) {
    const test::TemporaryFolder folder;
    View view(with_hidden_twin(folder));
    view.workbench().change([](SessionState& state) {
        state.method = "own";
        state.k = 4;
        state.set_query({}, 2);
    });
    view.idle_until([&] { return view.workbench().view().exactness.known; });
    const auto& missed = view.workbench().view().exactness.missed;
    ASSERT_EQ(missed.size(), 1u);
    ASSERT_EQ(missed.front().row, 11);
    view.settle();
    const Drawable drawable = view.workbench().drawable();
    const auto [x, y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, 2));
    EXPECT_EQ(view.picture().row_at(x, y), 11) << "what is missed, not its twin";
    view.picture().gui().mouse_move(x, y);
    view.settle();
    EXPECT_EQ(view.picture().hovered(), 11);
    view.workbench().stepping().ask_why();
    ASSERT_TRUE(view.workbench().view().why);
    EXPECT_EQ(view.workbench().view().why->row, 11);
    EXPECT_THAT(view.workbench().view().why->text, HasSubstr("o links lead to it"));
    EXPECT_THAT(view.workbench().view().why->text, HasSubstr("no row links to it"));
    const auto [far_x, far_y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, 9));
    EXPECT_EQ(view.picture().row_at(far_x, far_y), 9);
}

TEST(IndexPicture, LinksFromUnreachableRowsToOthersAreRed) {
    const test::TemporaryFolder folder;
    View view(with_hidden_twin(folder));
    const render::Image image = view.settle(points_and_links());
    const Drawable drawable = view.workbench().drawable();
    const auto is_red_between = [&](std::int64_t from, std::int64_t to) {
        const auto [x0, y0] = view.picture().pixel_of(drawable.projection.place(*drawable.data, from));
        const auto [x1, y1] = view.picture().pixel_of(drawable.projection.place(*drawable.data, to));
        const int x = int(0.5 * (x0 + x1)), y = int(0.5 * (y0 + y1));
        for (int row = y - 2; row <= y + 2; ++row) {
            const std::uint8_t* const pixel = &image.rgb[3 * (std::size_t(row) * std::size_t(image.width) + std::size_t(x))];
            if (pixel[0] > pixel[1] + 50) return true;
        }
        return false;
    };
    EXPECT_TRUE(is_red_between(11, 3)) << "no link leads from row 3 back to row 11";
    EXPECT_FALSE(is_red_between(4, 5));
}

TEST(IndexPicture, APinnedQueryAndItsNeighboursAreInTheFirstView) {
    View view(index_file("plane/ivf.faiss"));
    constexpr std::int64_t outlier = 1487;
    view.workbench().change([&](SessionState& state) {
        state.method = "own";
        state.k = 10;
        state.set_query({}, outlier);
    });
    view.idle_until([&] { return view.workbench().view().exactness.known; });
    view.settle();
    const Drawable drawable = view.workbench().drawable();
    const auto is_seen = [&](std::int64_t row) {
        const auto [x, y] = view.picture().pixel_of(drawable.projection.place(*drawable.data, row));
        return x > 0 && x < width && y > 0 && y < height;
    };
    EXPECT_TRUE(is_seen(outlier));
    for (const NeighbourRow& one : view.workbench().view().neighbours) EXPECT_TRUE(is_seen(one.row)) << one.row;
    for (const NeighbourRow& one : view.workbench().view().crossed()) EXPECT_TRUE(is_seen(one.row)) << one.row;
}

TEST(IndexPicture, TheCardOfARowLeavesTheFactsOfTheProjectionLegible) {
    View view(index_file("vectors/hnsw.faiss"));
    constexpr std::int64_t lost = 1298;
    view.workbench().change([&](SessionState& state) {
        state.method = "own";
        state.k = 10;
        state.set_query({}, lost);
    });
    view.workbench().stepping().open(true, 60);
    view.idle_until([&] { return view.workbench().view().exactness.known && view.workbench().view().stepping.ready; });
    view.workbench().point_at(lost, {});
    view.workbench().stepping().ask_why();
    ASSERT_TRUE(view.workbench().view().why);
    PictureOptions options;
    options.tools = false;  // as in a picture without a window: the facts are at the upper left
    view.settle(options);
    const ImGuiWindow* const card = ImGui::FindWindowByName("why");
    ASSERT_NE(card, nullptr);
    EXPECT_TRUE(card->Pos.y >= 32 || card->Pos.x >= 400) << card->Pos.x << ", " << card->Pos.y;
}

/// Shows the search of a workbench as if it was stepped through along a way made by hand.
class SteppedByHand final : public ShownSearch {
public:
    explicit SteppedByHand(Workbench& workbench) : workbench_(workbench), view_(workbench.view()) {
        Stepping& stepping = view_.stepping;
        auto record = std::make_shared<Recording>();
        record->method = &find_method("own");
        record->k = int(view_.neighbours.size());
        stepping.record = record;
        stepping.ready = true;
        stepping.generation = 1000;
        for (const NeighbourRow& one : view_.neighbours) stepping.best.push_back({one.row, one.file_row, one.distance, one.rank});
    }
    const SessionState& session() const override { return workbench_.session(); }
    const ViewModel& view() const override { return view_; }
    Drawable drawable() const override { return workbench_.drawable(); }
    void set_visible_plane(const VisiblePlane&) override {}
    void point_at(std::int64_t, std::vector<double>) override {}
    WalkSteps& walk() { return view_.stepping.walk; }

private:
    Workbench& workbench_;
    ViewModel view_;
};

/// The way of a search with a beam of some rows: down the levels, then along the nearest rows at level 0.
WalkSteps way_to(const View& view_of, const std::vector<double>& query, std::size_t beam) {
    Workbench& workbench = const_cast<View&>(view_of).workbench();
    const Drawable drawable = workbench.drawable();
    const stored::StoredIndex& index = *workbench.view().graph->index;
    const auto away = [&](std::int32_t row) {
        return std::hypot(drawable.data->coordinate(row, 0) - query[0], drawable.data->coordinate(row, 1) - query[1]);
    };
    WalkSteps walk;
    walk.walks = true;
    walk.entry = {index.entry, index.top_level};
    std::int32_t now = index.entry;
    for (int level = index.top_level; level > 0; --level)
        for (bool nearer = true; std::exchange(nearer, false);) {
            walk.followed.push_back({now, level});
            const std::int32_t from = now;
            for (const std::int32_t to : index.links->of(from, level)) {
                walk.compared.push_back({from, to, level, false});
                if (away(to) < away(now)) now = to, nearer = true;
            }
        }
    std::vector<std::pair<double, std::int32_t>> waiting{{away(now), now}}, kept = waiting;
    std::vector<bool> seen(std::size_t(index.rows));
    seen[std::size_t(now)] = true;
    while (!waiting.empty()) {
        std::sort(waiting.rbegin(), waiting.rend());
        const auto [distance, row] = waiting.back();
        waiting.pop_back();
        if (kept.size() >= beam && distance > kept.back().first) {
            walk.ended = true, walk.end = row, walk.end_distance = distance;
            break;
        }
        walk.followed.push_back({row, 0});
        for (const std::int32_t to : index.links->of(row, 0)) {
            if (seen[std::size_t(to)]) continue;
            seen[std::size_t(to)] = true;
            const bool enters = kept.size() < beam || away(to) < kept.back().first;
            walk.compared.push_back({row, to, 0, enters});
            if (!enters) continue;
            waiting.push_back({away(to), to});
            kept.push_back({away(to), to});
            std::sort(kept.begin(), kept.end());
            kept.resize(std::min(kept.size(), beam));
        }
    }
    return walk;
}

/// With NEIGHBORSCOPE_PICTURES=FOLDER the test leaves its pictures there.
void keep_picture(const std::string& name, const render::Image& image) {
    if (const char* const folder = std::getenv("NEIGHBORSCOPE_PICTURES"))
        std::ofstream(std::string(folder) + "/" + name, std::ios::binary) << render::png_of(image);
}

TEST(IndexPicture, ShowsTheWayOfAStep) {
    View view(index_file("plane/hnsw.faiss"));
    view.workbench().change([](SessionState& state) {
        state.method = "own";
        state.k = 10;
        state.set_query(std::vector<double>{-2.9, 5.84});
    });
    view.idle_until([&] { return view.workbench().view().exactness.known; });
    SteppedByHand stepped(view.workbench());
    render::Framebuffer framebuffer(width, height);
    Picture& picture = view.picture();
    const auto drawn = [&](const std::string& name, render::Theme theme = render::Theme::light) {
        PictureOptions options;
        options.tools = false;
        for (int frame = 0; frame < 3; ++frame) {
            framebuffer.bind();
            picture.draw(stepped, width, height, 1, theme, options);
        }
        const render::Image image = framebuffer.read();
        keep_picture(name, image);
        return image;
    };
    stepped.walk().walks = true;
    drawn("way-0.png");
    const Drawable drawable = view.workbench().drawable();
    const auto [x, y] = picture.pixel_of({-2.9 - drawable.data->origin[0], 5.84 - drawable.data->origin[1], 0});
    picture.zoom(1.5, x, y);
    picture.pan(0.45 * width - x, 0.4 * height - y);
    const render::Image nothing = drawn("way-1.png");
    const WalkSteps whole = way_to(view, {-2.9, 5.84}, 20);
    ASSERT_TRUE(whole.ended);
    ASSERT_GT(whole.descent().size(), 1u);
    WalkSteps& walk = stepped.walk();
    walk = whole;
    const render::Image end = drawn("way-2.png");
    drawn("way-2-dark.png", render::Theme::dark);
    EXPECT_GT(differing(nothing, end, 0, width - 200, 0, height), 1500);
    walk.ended = false, walk.end = -1;
    walk.followed.resize(walk.descent().size());
    walk.following = walk.followed.back();
    walk.compared.resize(std::size_t(std::count_if(walk.compared.begin(), walk.compared.end(), [](const WalkSteps::Link& one) {
        return one.level > 0;
    })) + 3);
    walk.current = walk.compared.back();
    const render::Image early = drawn("way-3.png");
    const int in_part = differing(nothing, early, 0, width - 200, 0, height);
    EXPECT_GT(in_part, 200) << "the descent";
    EXPECT_LT(in_part, differing(nothing, end, 0, width - 200, 0, height));
    EXPECT_GT(differing(nothing, end, width - 190, width, 0, height), 100) << "the legend names the marks";
}

/// Steps through a search of an index with levels, for a query that misses nothing.
struct SteppedIndex : View {
    explicit SteppedIndex(const std::string& name = "plane/hnsw.faiss", std::int64_t step = 8) : View(index_file(name)) {
        workbench().change([](SessionState& state) {
            state.method = "own", state.k = 10;
            state.set_query(std::vector<double>{4, -6});
        });
        idle_until([&] { return workbench().view().exactness.known; });
        workbench().stepping().open(true, step);
        idle_until([&] { return stepping().ready; });
    }
    const Stepping& stepping() { return workbench().view().stepping; }
    glm::dvec3 pixel_of(std::int32_t row) {
        return picture().camera().to_pixels(position_of(*workbench().drawable().data, Projection(), row));
    }
};

constexpr int facts = 44, words = 92;  // heights of the strips of the presentation mode

TEST(IndexPicture, TheDescentIsInViewAlsoWhilePresented) {
    SteppedIndex view;
    ASSERT_TRUE(view.stepping().descends());
    ASSERT_GT(view.stepping().descent.size(), 4u);
    for (const bool presents : {false, true}) {
        keep_picture(presents ? "descent-presented.png" : "descent.png", view.settle(presents ? presented() : PictureOptions()));
        const double larger = view.picture().magnification();
        for (const std::int32_t row : view.stepping().descent) {
            const glm::dvec3 at = view.pixel_of(row);
            EXPECT_GE(at.x, 0) << row;
            EXPECT_LE(at.x, width / larger) << row;
            EXPECT_GE(at.y, presents ? facts : 0) << row;
            EXPECT_LE(at.y, height / larger - (presents ? words : 0)) << row;
        }
    }
    const double of_descent = view.picture().camera().pixels_per_unit();
    view.workbench().stepping().jump(Jump::last);
    view.settle(presented());
    EXPECT_GT(view.picture().camera().pixels_per_unit(), 1.5 * of_descent) << "then the query's ball is framed";
}

TEST(IndexPicture, TheWayThroughAGraphOfOneLevelIsInView) {
    SteppedIndex view("plane/diskann", 1);
    ASSERT_TRUE(view.stepping().descends());
    ASSERT_GT(view.stepping().approach, 1u);
    view.settle();
    for (const std::int32_t row : view.stepping().descent) {
        const glm::dvec3 at = view.pixel_of(row);
        EXPECT_TRUE(at.x >= 0 && at.x <= width && at.y >= 0 && at.y <= height) << row;
    }
    const double of_way = view.picture().camera().pixels_per_unit();
    view.workbench().stepping().jump(Jump::last);
    EXPECT_FALSE(view.stepping().descends());
    view.settle();
    EXPECT_GE(view.picture().camera().pixels_per_unit(), of_way) << "then the query and its neighbours";
}

TEST(IndexPicture, TheLegendAndTheBoundChartAreKeptWhilePresented) {
    SteppedIndex view;
    view.seen_width = width, view.seen_height = height;
    const render::Image both = view.settle(presented());
    keep_picture("presented.png", both);
    view.picture().gui().mouse_move(20, height - words - 150);
    const auto click = [&](double x, double y) {
        view.picture().gui().mouse_move(x, y);
        view.unseen_frame(presented());
        view.picture().gui().mouse_button(0, true);
        view.picture().gui().mouse_button(0, false);
        view.unseen_frame(presented());
        return view.settle(presented());
    };
    const render::Image without_legend = click(width - 60, facts + 14);
    EXPECT_GT(differing(both, without_legend, width - 130, width, facts, height / 2), 500) << "the legend folds";
    // A click in the chart goes to its step.
    const std::int64_t before = view.stepping().position;
    for (double y = 0.65 * height; y < height - words && view.stepping().position == before; y += 8) {
        click(0.7 * width, y);
        view.picture().apply_requests(view.workbench());
    }
    EXPECT_GT(view.stepping().position, before);
}

TEST(IndexPicture, MissedNeighboursAreInViewWhileStepping) {
    View view("sample:island");
    view.workbench().change([](SessionState& state) {
        state.method = "own", state.k = 16;
        state.set_query(std::vector<double>{-0.82, 0.41});
    });
    view.idle_until([&] { return view.workbench().view().exactness.known; });
    view.workbench().stepping().open(true, -1);
    view.idle_until([&] { return view.workbench().view().stepping.ready; });
    view.settle();
    const auto crossed = view.workbench().view().crossed();
    ASSERT_EQ(crossed.size(), 15u);
    for (const NeighbourRow& one : crossed) {
        const glm::dvec3 at = view.picture().camera().to_pixels(position_of(*view.workbench().drawable().data, Projection(), one.row));
        EXPECT_GT(at.x, 0) << one.row;
        EXPECT_LT(at.x, width) << one.row;
        EXPECT_GT(at.y, tools_height) << one.row;
        EXPECT_LT(at.y, 0.6 * height) << one.row;
    }
}

TEST(IndexPicture, AComparedPictureHasRoomForTheListsOfAll) {
    View view(index_file("plane/hnsw.faiss"));
    view.workbench().change([](SessionState& state) { state.k = 10, state.set_query(std::vector<double>{4, -6}); });
    view.idle_until([&] { return view.workbench().view().exactness.known; });
    PictureOptions compared;
    compared.instruments = compared.tools = false, compared.compared = true;
    const double own = view.workbench().view().kth_distance;
    view.settle(compared);
    const double close = view.picture().camera().pixels_per_unit();
    EXPECT_GT(own * close, 0.15 * height);
    compared.compared_reach = 6 * own;
    view.settle(compared);
    EXPECT_LT(6 * own * view.picture().camera().pixels_per_unit(), 0.5 * width);
    EXPECT_LT(view.picture().camera().pixels_per_unit(), 0.5 * close);
}

TEST(IndexColours, RowsThatAreNotOnALevelAreFaint) {
    const DataSet data = load_data(index_file("plane/hnsw.faiss"));
    const auto graph = inspect::graph_rows(data.own_index);
    ASSERT_GE(graph->top_level(), 1);
    PointColours colours = colour_points(data, colour_ways(data)[0], render::Theme::light);
    make_faint(colours, data, graph.get(), 0, render::Theme::light);
    EXPECT_TRUE(colours.rgba.empty()) << "all rows are on level 0";
    make_faint(colours, data, graph.get(), 1, render::Theme::light);
    EXPECT_EQ(colours.faint, "not on level 1");
    const std::uint32_t plain = packed(render::palette(render::Theme::light).point);
    EXPECT_EQ(std::count(colours.rgba.begin(), colours.rgba.end(), plain), graph->rows_on(1));
}

TEST(IndexColours, CountEveryRowOnce) {
    for (const char* name : {"plane/hnsw.faiss", "plane/hnswlib-deleted.bin", "plane/ivf.faiss"}) {
        const DataSet data = load_data(index_file(name));
        const auto graph = inspect::graph_rows(data.own_index);
        int ways = 0;
        for (const ColourWay& way : colour_ways(data)) {
            if (!way.of_index()) continue;
            ++ways;
            const PointColours colours = colour_by_index(data, graph.get(), way, render::Theme::light);
            EXPECT_EQ(std::int64_t(colours.rgba.size()), data.count()) << way.value;
            std::int64_t count = 0;
            for (const PointColours::Class& one : colours.classes) {
                if (way.value != "list") {  // lists share colours
                    EXPECT_EQ(std::count(colours.rgba.begin(), colours.rgba.end(), one.colour), one.count) << way.value << " " << one.word;
                }
                count += one.count;
                if (way.value == "reachable" && one.word == "unreachable") {
                    EXPECT_EQ(one.count, std::int64_t(graph->unreachable.size()));
                }
                if (way.value == "reachable" && one.word == "deleted") { EXPECT_EQ(one.count, data.own_index->deleted_rows); }
            }
            EXPECT_TRUE(colours.is_ramp() || count == data.count()) << way.value;
            EXPECT_FALSE(colours.name.empty());
        }
        EXPECT_EQ(ways, graph ? 5 : 1) << name;
    }
}

}  // namespace
}  // namespace neighborscope
