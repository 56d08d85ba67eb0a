// Draws the leaves of a stepped search over the picture: visited, future and skipped ones.
#include "app/instruments/overlay/leaves.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

namespace {

constexpr float hatch_step = 8;
constexpr Dashes leaf_dashes{6, 10, 1.5f};
constexpr float whole_badge = 40, number_badge = 24, min_badge = 16;  // pixels of a leaf with room for text, for a number, for any mark

struct Area {
    ImVec2 from, to;
    float width() const { return to.x - from.x; }
    float height() const { return to.y - from.y; }
    bool overlaps(const Area& other) const {
        return from.x < other.to.x && to.x > other.from.x && from.y < other.to.y && to.y > other.from.y;
    }
};

glm::dvec3 along_picture(const InstrumentFrame& frame, const std::array<float, 3>& along_data) {
    glm::dvec3 at(0);
    for (int axis = 0; axis < (frame.three_d() ? 3 : 2); ++axis)
        if (const int which = frame.shown(axis); which < 3) at[axis] = double(along_data[std::size_t(which)]);
    return at;
}

/// Area of a 2-D box in pixels, clipped slightly outside of the picture.
Area area_of(const InstrumentFrame& frame, const RecordedTree::Box& box) {
    const glm::dvec3 low = along_picture(frame, box.low), side = along_picture(frame, box.size);
    const glm::dvec3 a = frame.camera.to_pixels(low), b = frame.camera.to_pixels(low + side);
    constexpr double beyond = 16;
    const auto cut = [&](double value, double end) { return float(std::clamp(value, -beyond, end + beyond)); };
    return {{cut(std::min(a.x, b.x), frame.width), cut(std::min(a.y, b.y), frame.height)},
        {cut(std::max(a.x, b.x), frame.width), cut(std::max(a.y, b.y), frame.height)}};
}

void draw_edges(ImDrawList& list, const InstrumentFrame& frame, const RecordedTree::Box& box, ImU32 ink, float width, bool dashed) {
    for (const auto& [a, b] : edges_of(frame, box, 3)) {
        if (dashed) draw_dashed(list, a, b, ink, {6, 10, width});
        else list.AddLine(a, b, ink, width);
    }
}

/// Draws a badge in the corner of the leaf where it hides the fewest neighbours and no other badge.
void draw_badge(ImDrawList& list, const InstrumentFrame& frame, const ShownQuadrant& leaf, const Area& cell, bool to_come,
    std::vector<Area>& occupied) {
    // Enlarged in the presentation mode.
    const float larger = frame.presenter ? 1.6f : 1.0f, room = std::min(cell.width(), cell.height()) / larger;
    const FontRole role = frame.presenter ? FontRole::large_bold : FontRole::bold;
    if (room < min_badge) return;
    const LeafColours colours = leaf_colours(frame.theme, leaf.way);
    std::string text = visit_text(leaf.number, leaf.way);
    const bool triangle = room >= number_badge && room < whole_badge && leaf.way >= 0;
    if (room < whole_badge) text = text_of_count(leaf.number);
    const ImVec2 size = text_size(frame, role, text);
    if (room >= whole_badge && size.x + 16 * larger > cell.width() - 8) text = text_of_count(leaf.number);
    const float padding = 5 * larger;
    const float width = std::round(text_size(frame, role, text).x + 2 * padding + (triangle ? 8 * larger : 0.0f));
    const float height = std::round((room < number_badge ? 14.0f : 18.0f) * larger), inset = (room < whole_badge ? 1.0f : 5.0f) * larger;
    if (room < whole_badge && width > cell.width() + 1) return;  // else numbers would overlap
    int fewest = 1 << 30;
    Area best{cell.from, cell.from};
    for (int corner = 0; corner < 4; ++corner) {
        const ImVec2 from{(corner & 1) ? cell.to.x - inset - width : cell.from.x + inset,
            (corner & 2) ? cell.to.y - inset - height : cell.from.y + inset};
        const Area badge{{std::round(from.x), std::round(from.y)}, {std::round(from.x + width), std::round(from.y + height)}};
        int hidden = 0;
        for (const NeighbourRow& row : frame.view.neighbours) {
            const ImVec2 at = frame.pixels_of_row(row.row);
            const float reach = 7 * larger;
            if (badge.overlaps({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}})) ++hidden;
        }
        for (const Area& one : occupied)
            if (badge.overlaps(one)) hidden += 100;
        if (frame.gui.covered_pixels(badge.from.x, badge.from.y, width, height) > 0) hidden += 50;
        if (hidden < fewest) fewest = hidden, best = badge;
    }
    occupied.push_back(best);
    if (to_come) {
        list.AddRectFilled(best.from, best.to, colour(frame.colours.view, 0.85f), 3);
        draw_dashed_box(list, best.from, best.to, colour(colours.text, 0.8f), leaf_dashes);
    } else if (leaf.shared) {
        list.AddRectFilled(best.from, best.to, colour(frame.colours.view, 0.85f), 3);
        list.AddRect(best.from, best.to, colour(colours.text), 3);
    } else {
        list.AddRectFilled(best.from, best.to, colour(colours.text), 3);
    }
    const render::Colour& ink = to_come || leaf.shared ? colours.text : colours.ink;
    const float middle = 0.5f * (best.from.y + best.to.y);
    float x = best.from.x + padding;
    if (triangle) {
        const float long_side = 6 * larger, half = 4 * larger;
        const float tip = leaf.way == 0 ? x : x + long_side, base = leaf.way == 0 ? x + long_side : x;
        list.AddTriangleFilled({tip, middle}, {base, middle - half}, {base, middle + half}, colour(ink));
        x += 9 * larger;
    }
    draw_text(list, frame, role, {x, middle}, ink, text, left_middle);
}

bool emphasised(const InstrumentFrame& frame, const ShownQuadrant& one) {
    const auto& seen = frame.step_request.leaves_before;
    return seen && one.leaves[0] < (*seen)[1] && one.leaves[1] > (*seen)[0];
}

/// The badges, as areas that tags must not cover.
OccupiedAreas areas_of(const std::vector<Area>& badges) {
    OccupiedAreas areas;
    for (const Area& one : badges) areas.push_back({one.from, one.to});
    return areas;
}

OccupiedAreas draw_plane(const InstrumentFrame& frame, const render::Rectangle& free) {
    const TreeSteps& tree = frame.view.stepping.tree;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float fill = frame.theme == render::Theme::light ? 0.13f : 0.18f;
    for (const ShownQuadrant& one : tree.skipped) {
        const Area area = area_of(frame, one.box);
        if (area.width() >= 2 && area.height() >= 2)
            draw_hatch(list, area.from, area.to, colour(frame.colours.point, emphasised(frame, one) ? 0.9f : 0.35f), hatch_step);
        list.AddRect(area.from, area.to, colour(frame.colours.point, emphasised(frame, one) ? 1.0f : 0.5f), 0, 0,
            emphasised(frame, one) ? 2.0f : 1.0f);
    }
    for (const ShownQuadrant& one : tree.to_come) {
        const Area area = area_of(frame, one.box);
        const ImU32 ink = colour(leaf_colours(frame.theme, one.way).line, emphasised(frame, one) ? 1.0f : 0.7f);
        draw_dashed_box(list, area.from, area.to, ink, leaf_dashes);
    }
    const int last = tree.visited.empty() ? 0 : tree.visited.back().number;
    for (const ShownQuadrant& one : tree.visited) {
        const Area area = area_of(frame, one.box);
        const LeafColours colours = leaf_colours(frame.theme, one.way);
        const bool current = one.number == last && tree.current && tree.current->leaves == one.leaves;
        const bool strong = current || emphasised(frame, one);
        if (!one.shared) list.AddRectFilled(area.from, area.to, colour(colours.line, strong ? 1.6f * fill : fill));
        list.AddRect(area.from, area.to, colour(colours.line), 0, 0, strong ? 3.0f : one.shared ? 1.0f : 2.0f);
    }
    // The present quadrant, if it is no leaf that is visited.
    if (tree.current && tree.current->way >= 0) {
        const Area area = area_of(frame, tree.current->box);
        list.AddRect(area.from, area.to, colour(leaf_colours(frame.theme, tree.current->way).line), 0, 0, 3);
    }
    std::vector<Area> occupied;
    if (!frame.view.query.empty()) {
        const ImVec2 query = frame.pixels(frame.view.query);
        occupied.push_back({{query.x - 18, query.y - 18}, {query.x + 18, query.y + 18}});
    }
    const Area seen{{float(free.x), float(free.y)}, {float(free.x + free.width), float(free.y + free.height)}};
    const auto badge = [&](const ShownQuadrant& one, bool to_come) {
        Area area = area_of(frame, one.box);
        // The visible part of a leaf that is partly covered.
        area.from = {std::max(area.from.x, seen.from.x), std::max(area.from.y, seen.from.y)};
        area.to = {std::min(area.to.x, seen.to.x), std::min(area.to.y, seen.to.y)};
        if (area.from.x < area.to.x && area.from.y < area.to.y) draw_badge(list, frame, one, area, to_come, occupied);
    };
    for (const ShownQuadrant& one : tree.visited) badge(one, false);
    for (const ShownQuadrant& one : tree.to_come) badge(one, true);
    return areas_of(occupied);
}

/// Draws numbers in the centres of boxes, the newest first, without those that would cover another or the query.
OccupiedAreas draw_numbers(ImDrawList& list, const InstrumentFrame& frame) {
    std::vector<Area> occupied;
    if (!frame.view.query.empty()) {
        const ImVec2 query = frame.pixels(frame.view.query);
        occupied.push_back({{query.x - 12, query.y - 12}, {query.x + 12, query.y + 12}});
    }
    const std::vector<ShownQuadrant>& visited = frame.view.stepping.tree.visited;
    for (auto one = visited.rbegin(); one != visited.rend(); ++one) {
        const glm::dvec3 middle = frame.camera.to_pixels(along_picture(frame, one->box.low) + 0.5 * along_picture(frame, one->box.size));
        if (std::abs(middle.z) > 1) continue;
        const LeafColours colours = leaf_colours(frame.theme, one->way);
        const std::string text = text_of_count(one->number);
        const FontRole role = frame.presenter ? FontRole::large_bold : FontRole::bold;
        const float high = frame.presenter ? 29.0f : 18.0f, padding = frame.presenter ? 7.0f : 4.0f;
        const ImVec2 size = text_size(frame, role, text);
        const ImVec2 from{std::round(float(middle.x) - 0.5f * size.x - padding), std::round(float(middle.y) - 0.5f * high)};
        const Area badge{from, {from.x + size.x + 2 * padding, from.y + high}};
        if (std::any_of(occupied.begin(), occupied.end(), [&](const Area& other) { return badge.overlaps(other); })) continue;
        occupied.push_back(badge);
        list.AddRectFilled(badge.from, badge.to, colour(colours.text, 0.85f), 3);
        draw_text(list, frame, role, {from.x + padding, from.y + 0.5f * high}, colours.ink, text, left_middle);
    }
    return areas_of(occupied);
}

/// Draws skipped quadrants in 3-D as dashed boxes instead of hatching, fainter if there are many.
void draw_skipped_in_space(ImDrawList& list, const InstrumentFrame& frame) {
    const std::vector<ShownQuadrant>& skipped = frame.view.stepping.tree.skipped;
    const float opacity = std::clamp(8 / std::sqrt(float(std::max<std::size_t>(1, skipped.size()))), 0.3f, 0.8f);
    for (const ShownQuadrant& one : skipped)
        if (emphasised(frame, one)) draw_edges(list, frame, one.box, colour(frame.colours.text), 1.5f, true);
        else draw_edges(list, frame, one.box, colour(frame.colours.point, opacity), 1, true);
}

OccupiedAreas draw_space(const InstrumentFrame& frame) {
    const TreeSteps& tree = frame.view.stepping.tree;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    draw_skipped_in_space(list, frame);
    for (const ShownQuadrant& one : tree.to_come)
        draw_edges(list, frame, one.box, colour(leaf_colours(frame.theme, one.way).line, 0.5f), 1, true);
    const int last = tree.visited.empty() ? 0 : tree.visited.back().number;
    for (const ShownQuadrant& one : tree.visited) {
        const LeafColours colours = leaf_colours(frame.theme, one.way);
        const bool strong = one.number == last || emphasised(frame, one);
        draw_edges(list, frame, one.box,
            colour(colours.line, strong       ? 1.0f
                                 : one.shared ? 0.45f
                                              : 0.7f),
            strong       ? 2.5f
            : one.shared ? 1.0f
                         : 1.25f,
            false);
    }
    if (tree.current && tree.current->way >= 0)
        draw_edges(list, frame, tree.current->box, colour(leaf_colours(frame.theme, tree.current->way).line), 2.5f, false);
    return draw_numbers(list, frame);
}

}  // namespace

std::vector<std::array<ImVec2, 2>> edges_of(const InstrumentFrame& frame, const RecordedTree::Box& box, int dimension) {
    const glm::dvec3 low = along_picture(frame, box.low), side = along_picture(frame, box.size);
    const int axes = frame.three_d() && dimension == 3 ? 3 : 2, corners = 1 << axes;
    glm::dvec3 at[8];
    for (int i = 0; i < corners; ++i) at[i] = frame.camera.to_pixels(low + side * glm::dvec3(i & 1, i >> 1 & 1, i >> 2 & 1));
    std::vector<std::array<ImVec2, 2>> edges;
    for (int i = 0; i < corners; ++i)
        for (int axis = 0; axis < axes; ++axis) {
            const int j = i | 1 << axis;
            if (j == i || (frame.three_d() && (std::abs(at[i].z) > 1 || std::abs(at[j].z) > 1))) continue;
            edges.push_back({ImVec2{float(at[i].x), float(at[i].y)}, ImVec2{float(at[j].x), float(at[j].y)}});
        }
    return edges;
}

bool leaves_drawn(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.ready && stepping.record->tree && stepping.record->tree->leaves() > 0 && !frame.axes_hidden();
}

std::vector<double> pointed_place(const InstrumentFrame& frame) {
    const auto mouse = frame.gui.mouse();
    if (!mouse || !frame.data || frame.three_d() || frame.axes_hidden()) return {};
    const glm::dvec3 at = frame.camera.to_world(mouse->first, mouse->second);
    std::vector<double> place(std::size_t(frame.data->dimension), 0);
    for (int axis = 0; axis < std::min(2, frame.data->dimension); ++axis) place[std::size_t(frame.shown(axis))] = at[axis];
    return place;
}

/// The depth of the centre of a box if a pixel is on it.
static std::optional<double> depth_under(const InstrumentFrame& frame, const RecordedTree::Box& box, ImVec2 pixel) {
    const glm::dvec3 low = along_picture(frame, box.low), side = along_picture(frame, box.size);
    glm::dvec3 corners[8];
    for (int i = 0; i < 8; ++i) {
        corners[i] = frame.camera.to_pixels(low + side * glm::dvec3(i & 1, i >> 1 & 1, i >> 2 & 1));
        if (std::abs(corners[i].z) > 1) return std::nullopt;  // behind the camera
    }
    for (int axis = 0; axis < 3; ++axis)
        for (const int end : {0, 1 << axis}) {
            const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
            const int round[] = {end, end | u, end | u | v, end | v};
            int turns = 0;
            for (int i = 0; i < 4; ++i) {
                const glm::dvec3 &a = corners[round[i]], &b = corners[round[(i + 1) % 4]];
                turns += (b.x - a.x) * (double(pixel.y) - a.y) - (b.y - a.y) * (double(pixel.x) - a.x) >= 0 ? 1 : -1;
            }
            if (std::abs(turns) == 4) return frame.camera.to_pixels(low + 0.5 * side).z;
        }
    return std::nullopt;
}

/// The leaf under the mouse in 3-D: the nearest visited one, else the nearest future one.
static std::optional<std::uint32_t> cell_in_space(const InstrumentFrame& frame, ImVec2 pixel) {
    const TreeSteps& tree = frame.view.stepping.tree;
    for (const std::vector<ShownQuadrant>* some : {&tree.visited, &tree.to_come}) {
        std::optional<std::uint32_t> found;
        double nearest = 2;
        for (const ShownQuadrant& one : *some)
            if (const auto depth = depth_under(frame, one.box, pixel); depth && *depth < nearest) {
                nearest = *depth;
                found = one.quadrant.cell;
            }
        if (found) return found;
    }
    return std::nullopt;
}

/// It covers no badge of another leaf, and not the query.
static void draw_leaf_card(const InstrumentFrame& frame, OccupiedAreas clear_of) {
    if (frame.hovered >= 0 || frame.view.progress || frame.view.error) return;
    const auto mouse = frame.gui.mouse();
    if (!mouse || frame.gui.over_instrument(mouse->first, mouse->second)) return;
    const Stepping& stepping = frame.view.stepping;
    const ImVec2 at{float(mouse->first), float(mouse->second)};
    const auto cell = frame.three_d() ? cell_in_space(frame, at) : stepping.record->tree->cell_at(pointed_place(frame));
    if (!cell) return;
    const int leaf = stepping.record->tree->leaf_of(*cell);
    frame.step_request.leaves = {leaf, leaf + 1};
    const std::string text = why_leaf(stepping, *cell);
    if (frame.view.why && frame.view.why->text == text) return;  // shown already
    ImGui::PushFont(frame.gui.font(frame.presenter ? FontRole::large : FontRole::body));
    if (!frame.view.query.empty()) {
        constexpr float mark = 12;
        const glm::dvec3 query = frame.camera.to_pixels(frame.place(frame.view.query));
        clear_of.push_back({{float(query.x) - mark, float(query.y) - mark}, {float(query.x) + mark, float(query.y) + mark}});
    }
    show_tooltip_clear_of(clear_of, at, text);
    ImGui::PopFont();
}

OccupiedAreas draw_leaves(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (!leaves_drawn(frame)) return {};
    OccupiedAreas badges = frame.three_d() ? draw_space(frame) : draw_plane(frame, free);
    draw_leaf_card(frame, badges);
    return badges;
}

}  // namespace neighborscope
