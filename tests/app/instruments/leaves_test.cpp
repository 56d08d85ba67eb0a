// Tests the leaves of a stepped tree search: in the picture, in the timeline, and explanations.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/leaves.hpp"
#include "app/instruments/imgui/card_places.hpp"
#include "app/instruments/scene/leaf_colours.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "small_view.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

struct LeavesView : View {
    explicit LeavesView(const std::string& data, bool three_d = false) : View(data, three_d) {
        workbench().change([](SessionState& state) {
            state.method = "quadtree-cached";
            state.options["quadtree-cached"]["leaf-capacity"] = "16";
        });
        workbench().stepping().open(true);
        EXPECT_TRUE(until(workbench(), [&] { return stepping().ready && stepping().record->method->info.name == "quadtree-cached"; }));
        settle();
    }
    const Stepping& stepping() { return workbench().view().stepping; }
    const std::optional<Why>& why() { return workbench().view().why; }
    /// The centre of a box in pixels.
    glm::dvec3 middle(const RecordedTree::Box& box) {
        return picture().camera().to_pixels(
            glm::dvec3(double(box.low[0] + 0.5f * box.size[0]), double(box.low[1] + 0.5f * box.size[1]), 0));
    }
    /// A skipped quadrant whose centre is visible and has no point.
    const ShownQuadrant* skipped_in_sight() {
        for (const ShownQuadrant& one : stepping().tree.skipped) {
            const glm::dvec3 at = middle(one.box);
            if (at.x < 80 || at.x > width - 300 || at.y < 60 || at.y > height - 280) continue;
            picture().gui().mouse_move(at.x, at.y);
            settle();
            if (picture().hovered() < 0) return &one;
        }
        return nullptr;
    }
};

TEST(Leaves, AreDrawnAndChangeFromVisitToVisit) {
    LeavesView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::next_visit);
    const render::Image own = view.settle();
    EXPECT_EQ(view.stepping().tree.visited.size(), 1u);
    view.workbench().stepping().jump(Jump::next_visit);
    EXPECT_GT(differing(own, view.settle(), 64, width - 290, 60, height - 280), 300);
    view.workbench().stepping().jump(Jump::last);
    const render::Image last = view.settle();
    EXPECT_TRUE(view.stepping().tree.to_come.empty());
    EXPECT_FALSE(view.stepping().tree.skipped.empty());
    PictureOptions without;
    without.layers.marks = false;
    EXPECT_GT(differing(last, view.settle(without), 64, width - 290, 60, height - 280), 2000) << "fills, outlines and hatch";
}

/// The window of 1280 x 800: what the search visits near the query is in sight, clear of all cards.
TEST(Leaves, AllThatAreVisitedNearTheQueryAreClearOfCards) {
    LeavesView view("hotspots:n=2000");
    view.seen_width = 757, view.seen_height = 724;
    view.workbench().stepping().jump(Jump::last);
    view.settle();
    const double reach = view.workbench().view().kth_distance;
    ASSERT_GT(view.stepping().tree.visited.size(), 1u);
    for (const ShownQuadrant& one : view.stepping().tree.visited) {
        const glm::dvec3 at = view.middle(one.box);
        if (double(one.box.size[0]) > reach) continue;  // a large one may reach far beyond the neighbours
        EXPECT_FALSE(view.picture().gui().over_instrument(at.x, at.y)) << at.x << ", " << at.y;
        EXPECT_TRUE(at.x > 0 && at.x < view.seen_width && at.y > 0) << at.x << ", " << at.y;
    }
}

TEST(Leaves, TheAnswerStandsBesideTheLeafThatItIsAbout) {
    LeavesView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::last);
    view.settle();
    int asked = 0;
    for (double y = 80; y < height - 200; y += 60)
        for (double x = 80; x < width - 200; x += 90) {
            view.picture().gui().mouse_move(x, y);
            view.settle();
            view.workbench().stepping().close_why();
            if (view.picture().hovered() >= 0 || view.picture().gui().over_instrument(x, y)) continue;
            view.workbench().stepping().ask_why();
            if (!view.why() || !view.why()->leaf) continue;
            const RecordedTree::Box box = *view.why()->leaf;
            const double side = double(box.size[0]) * view.picture().camera().pixels_per_unit();
            const glm::dvec3 middle = view.middle(box);
            if (side > 150 || middle.x + 0.5 * side > width - 180) continue;  // no room for a card beside such a large leaf
            view.settle();
            const ImGuiWindow* card = ImGui::FindWindowByName("why");
            ASSERT_TRUE(card && card->Active);
            const double inner = 0.5 * side - std::max(2.0, 0.2 * side);  // a narrow edge may be covered: the ball is in sight, too
            const bool beside = card->Pos.x + card->Size.x <= middle.x - inner || card->Pos.x >= middle.x + inner ||
                                card->Pos.y + card->Size.y <= middle.y - inner || card->Pos.y >= middle.y + inner;
            EXPECT_TRUE(beside) << "leaf at " << middle.x << ", " << middle.y << ", " << side << " wide; card at " << card->Pos.x << ", "
                                << card->Pos.y << ", " << card->Size.x << " x " << card->Size.y;
            ++asked;
        }
    EXPECT_GT(asked, 3);
}

TEST(Leaves, TheCardOfTheCostliestQueryLeavesItAndItsNeighboursInSight) {
    for (const auto& [wide, high] : {std::pair(780, 560), {900, 640}, {640, 600}}) {
        View view("hotspots:n=2000");
        view.seen_width = wide, view.seen_height = high;
        view.workbench().change([](SessionState& state) { state.method = "quadtree-cached"; });
        view.idle_until([&] { return view.workbench().view().tree.has_value(); });
        view.settle();
        view.workbench().query().find_costliest();
        view.idle_until([&] {
            return view.workbench().view().why.has_value() && view.workbench().view().why->text.find("median of a") != std::string::npos;
        });
        view.settle();
        const ImGuiWindow* const card = ImGui::FindWindowByName("why");
        ASSERT_TRUE(card && card->Active);
        const ViewModel& model = view.workbench().view();
        const render::Camera& camera = view.picture().camera();
        const DataSet& set = *view.workbench().drawable().data;
        const auto covered = [&](std::int64_t row, double round) {
            const glm::dvec3 at = camera.to_pixels(
                glm::dvec3(double(set.coordinates[2 * std::size_t(row)]), double(set.coordinates[2 * std::size_t(row) + 1]), 0));
            return at.x > card->Pos.x - round && at.x < card->Pos.x + card->Size.x + round && at.y > card->Pos.y - round &&
                   at.y < card->Pos.y + card->Size.y + round;
        };
        EXPECT_FALSE(covered(model.query_row, 16)) << wide;
        for (const NeighbourRow& one : model.neighbours)
            EXPECT_FALSE(covered(one.row, 2)) << wide << " x " << high << ", rank " << one.rank;
    }
}

TEST(Leaves, HaveTheColoursOfVisitsAlone) {
    LeavesView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::last);
    const auto with = [&](CellsShown shown) {
        view.workbench().change([&](SessionState& state) { state.cells = shown; });
        return view.settle();
    };
    const render::Image outlines = with(CellsShown::outlines), occupancy = with(CellsShown::occupancy);
    EXPECT_EQ(differing(outlines, occupancy, 64, width - 290, 60, height - 280), 0) << "no fill by numbers shines through";
    EXPECT_EQ(differing(outlines, occupancy, width - 180, width - 20, 60, 330), 0) << "the legend explains no colours that are not there";
    // The query's leaf has the colour of a visited one; colouring cells does not change it.
    const render::Image none = with(CellsShown::none);
    const ShownQuadrant& own = view.stepping().tree.visited.front();
    const glm::dvec3 middle = view.middle(own.box);
    const double half = 0.5 * double(own.box.size[0]) * view.picture().camera().pixels_per_unit() - 4;
    ASSERT_GT(half, 4);
    int changed = 0;
    for (int y = std::max(60, int(middle.y - half)); y < std::min(height - 280, int(middle.y + half)); ++y)
        for (int x = std::max(64, int(middle.x - half)); x < std::min(width - 290, int(middle.x + half)); ++x)
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x)) + channel;
                changed += std::abs(none.rgb[at] - outlines.rgb[at]) > 3;
            }
    EXPECT_EQ(changed, 0);
}

TEST(Leaves, ButtonsJumpToThem) {
    LeavesView view("hotspots:n=2000");
    const ImGuiWindow* const timeline = ImGui::FindWindowByName("timeline");
    ASSERT_NE(timeline, nullptr);
    const double top = double(timeline->Pos.y);
    const std::set<std::string> found = view.everything_clickable(300, width - 20, top + 10, top + 20);
    for (const char* id : {"step.next_visit", "step.previous_visit", "step.next_skip", "step.play"}) EXPECT_EQ(found.count(id), 1u) << id;
    EXPECT_EQ(found.count("step.next_eviction"), 0u);
}

TEST(Leaves, ColumnsAndMortonOrderLeadToVisits) {
    if (test::sanitized) GTEST_SKIP() << "many pictures, by the code of others";
    LeavesView view("hotspots:n=2000");
    std::set<std::int64_t> positions;
    for (double y = height - 120; y < height - 12; y += 9)
        for (double x = 330; x < width - 20; x += 18) {
            view.click(x, y);
            positions.insert(view.stepping().position);
        }
    for (const LeafVisit& visit : view.stepping().record->visits)
        EXPECT_TRUE(positions.count(visit.last) || positions.count(visit.position)) << "the visit that ends with step " << visit.last;
}

TEST(Leaves, PointingAtOneSaysWhatBecameOfItAndAskingKeepsIt) {
    LeavesView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::last);
    view.settle();
    const ShownQuadrant* const skipped = view.skipped_in_sight();
    ASSERT_NE(skipped, nullptr);
    const render::Image pointed = view.settle();
    view.workbench().stepping().ask_why();
    ASSERT_TRUE(view.why());
    EXPECT_THAT(view.why()->text, HasSubstr("skipped"));
    EXPECT_THAT(view.why()->text, HasSubstr("nothing there is nearer than "));
    const render::Image asked = view.settle();
    const ImGuiWindow* const card = ImGui::FindWindowByName("why");
    ASSERT_NE(card, nullptr);
    const int left = int(card->Pos.x), right = int(card->Pos.x + card->Size.x), top = int(card->Pos.y),
              bottom = int(card->Pos.y + card->Size.y);
    EXPECT_GT(differing(pointed, asked, left, right, top, bottom), 2000) << "the card, wherever it has room beside its leaf";
    const glm::dvec3 at = view.middle(skipped->box);
    const int x = int(at.x), y = int(at.y);
    EXPECT_GT(differing(pointed, asked, x + 16, std::min(width, x + 200), y + 16, y + 50), 300) << "the same words do not stand twice";
    view.workbench().stepping().close_why();
    EXPECT_FALSE(view.why());
    EXPECT_EQ(differing(pointed, view.settle(), left, right, top, bottom), 0);
}

TEST(Leaves, APointThatIsNoNeighbourIsExplained) {
    LeavesView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::last);
    const auto& neighbours = view.workbench().view().neighbours;
    std::int64_t row = 0;
    while (std::any_of(neighbours.begin(), neighbours.end(), [&](const NeighbourRow& one) { return one.row == row; })) ++row;
    view.workbench().point_at(row, {});
    view.workbench().stepping().ask_why();
    ASSERT_TRUE(view.why());
    EXPECT_THAT(view.why()->text, HasSubstr("away; the " + std::to_string(neighbours.size()) + "th neighbour "));
    EXPECT_THAT(view.why()->text, testing::ContainsRegex("[Ll]ea(f|ves)"));
}

TEST(Leaves, AreBoxesInSpace) {
    LeavesView view("uniform:n=3000,d=3", true);
    view.workbench().stepping().jump(Jump::next_visit);
    const render::Image first = view.settle();
    view.workbench().stepping().jump(Jump::last);
    EXPECT_GT(differing(first, view.settle(), 20, width - 290, 60, height - 280), 300);
    EXPECT_EQ(view.stepping().record->tree->dimension, 3);
}

TEST(Leaves, OneInSpaceSaysWhatBecameOfItToo) {
    LeavesView view("uniform:n=3000,d=3", true);
    view.workbench().stepping().jump(Jump::last);
    PictureOptions no_points;
    no_points.layers.points = false;
    view.picture().gui().mouse_leave();
    const render::Image before = view.settle(no_points);
    int told = 0;
    for (const ShownQuadrant& one : view.stepping().tree.visited) {
        const RecordedTree::Box& box = one.box;
        const double half = 0.5 * double(box.size[0]);
        const glm::dvec3 at =
            view.picture().camera().to_pixels({double(box.low[0]) + half, double(box.low[1]) + half, double(box.low[2]) + half});
        if (told > 0 || view.picture().gui().over_instrument(at.x, at.y)) continue;
        view.picture().gui().mouse_move(at.x, at.y);
        view.settle(no_points);
        if (view.picture().hovered() >= 0) continue;  // a point there shows its own card
        told = differing(before, view.settle(no_points), 0, width, 0, height - 200);
    }
    EXPECT_GT(told, 2000) << "a card with its words";
    view.picture().gui().mouse_leave();
    EXPECT_EQ(differing(before, view.settle(no_points), 0, width, 0, height - 200), 0);
}

TEST(Leaves, TheLegendHasTheirMarks) {
    LeavesView view("hotspots:n=2000");
    view.workbench().cards().change("legend", SavedCard{true, {}});
    view.workbench().stepping().jump(Jump::last);
    const auto seen = [&](const render::Image& image, const render::Colour& c) {
        int count = 0;
        for (int y = 0; y < height; ++y)
            for (int x = width - 190; x < width - 10; ++x) {
                const std::size_t at = 3 * (std::size_t(y) * width + std::size_t(x));
                const float away = std::abs(float(image.rgb[at]) / 255 - c.r) + std::abs(float(image.rgb[at + 1]) / 255 - c.g) +
                                   std::abs(float(image.rgb[at + 2]) / 255 - c.b);
                count += away < 0.06f;
            }
        return count;
    };
    const auto picture = [&] {
        PictureOptions instruments_only;
        instruments_only.layers = {.points = false,
            .links = false,
            .radius = false,
            .neighbours = false,
            .query = false,
            .axes = false,
            .marks = false,
            .network = false,
            .cells = false};
        return view.settle(instruments_only);
    };
    const render::Image stepped = picture();
    for (const int way : {-1, 0, 1})
        EXPECT_GT(seen(stepped, leaf_colours(render::Theme::light, way).line), 30) << way << ": its mark in the legend";
}

/// A title is pinned where the number of the query's leaf is, which goes to another corner.
TEST(Leaves, NumbersStandBesideCards) {
    LeavesView view("hotspots:n=2000");
    view.workbench().stepping().jump(Jump::next_visit);
    const render::Colour ink = leaf_colours(render::Theme::light, -1).text;
    std::array<int, 2> corner{};  // of the number, lower right
    const auto seen = [&] {
        const render::Image image = view.settle();
        int count = 0;
        for (int y = 0; y < height - 280; ++y)
            for (int x = 0; x < width; ++x) {
                const unsigned char* at = &image.rgb[3 * (std::size_t(y) * width + std::size_t(x))];
                const float away =
                    std::abs(float(at[0]) / 255 - ink.r) + std::abs(float(at[1]) / 255 - ink.g) + std::abs(float(at[2]) / 255 - ink.b);
                if (away < 0.03f) ++count, corner = {x, y};
            }
        return count;
    };
    const auto put_legend = [&](double x, double y) {
        const double wide = double(ImGui::FindWindowByName("legend")->Size.x);
        view.workbench().cards().change("legend", SavedCard{false, pinned_place(x, y, wide, {0, 0, width, height})});
    };
    put_legend(0, 0);
    const int before = seen();
    ASSERT_GT(before, 200);
    put_legend(corner[0] - 60, corner[1] - 20);
    EXPECT_GT(seen(), 0.8 * before);
}

TEST(Leaves, EverySizeIsDrawn) {
    LeavesView view("hotspots:n=500");
    for (const auto& [w, h] : {std::pair{480, 320}, std::pair{640, 480}, std::pair{900, 440}}) {
        view.seen_width = w;
        view.seen_height = h;
        view.workbench().stepping().jump(Jump::next_visit);
        const render::Image with = view.settle();
        EXPECT_THAT(view.outside(), testing::IsEmpty()) << w << " x " << h;
        PictureOptions without;
        without.layers.marks = false;
        EXPECT_GT(differing(with, view.settle(without), 0, w, height - h, height), 20) << w << " x " << h;
    }
}

TEST(LeafCard, CoversNoLabelIfThereIsRoom) {
    const ImVec2 mouse{200, 150}, size{120, 60}, screen{400, 300};
    EXPECT_EQ(place_clear_of({}, mouse, size, screen).x, 216) << "beside the arrow";
    const OccupiedAreas labels{{{210, 160}, {240, 180}}, {{210, 100}, {240, 120}}};
    const ImVec2 at = place_clear_of(labels, mouse, size, screen);
    for (const auto& [low, high] : labels)
        EXPECT_TRUE(at.x >= high.x || at.x + size.x <= low.x || at.y >= high.y || at.y + size.y <= low.y) << at.x << ", " << at.y;
    const ImVec2 crowded = place_clear_of({{{0, 0}, {400, 300}}}, {390, 290}, size, screen);
    EXPECT_LE(crowded.x + size.x, 400);
    EXPECT_LE(crowded.y + size.y, 300);
}

}  // namespace
}  // namespace neighborscope
