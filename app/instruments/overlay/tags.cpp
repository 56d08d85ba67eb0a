// The tag of the k-th distance, the tags of a step, and the hover card.
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/overlay/walk.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace neighborscope {
namespace {

bool inside(const render::Rectangle& r, ImVec2 p) { return p.x >= r.x && p.x <= r.x + r.width && p.y >= r.y && p.y <= r.y + r.height; }

float tag_height(const InstrumentFrame& frame) { return frame.presenter ? 34.0f : 24.0f; }
constexpr float widest_value = 160;  // of a text on the hover card
constexpr int further_lines = 6;
constexpr float card_picture = 112;  // logical pixels, height of a row's picture

bool overlaps(const OccupiedAreas& occupied, ImVec2 from, ImVec2 to) {
    return std::any_of(occupied.begin(), occupied.end(),
        [&](const auto& one) { return from.x < one.second.x && to.x > one.first.x && from.y < one.second.y && to.y > one.first.y; });
}

/// Distance from the query to the ball's outline in a direction of the screen, as a share of the k-th distance.
float outline_share(const InstrumentFrame& frame, float dx, float dy) {
    if (frame.three_d() || frame.session.metric == Metric::euclidean) return 1;
    if (frame.session.metric == Metric::manhattan) return 1 / (std::abs(dx) + std::abs(dy));
    return 1 / std::max(std::abs(dx), std::abs(dy));
}

/// Draws a tag with the radius of a ball around the query and a line to its outline: at the upper right, else around the circle where there
/// is room, outside and then inside, else in a corner. None if the outline is out of view. With `k` it is the k-th distance, else what
/// `name` says.
void draw_ball_tag(
    const InstrumentFrame& frame, const render::Rectangle& free, double distance, int k, std::string_view name, OccupiedAreas& occupied) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const render::Colour& ink = frame.colours.text;
    const std::string value = frame.distance_text(distance, true), named = std::string(name) + " " + value;
    const ImVec2 query = frame.pixels(frame.view.query);
    const float radius = float(distance * frame.camera.pixels_per_unit()), height = tag_height(frame);
    const FontRole role = frame.presenter ? FontRole::large_bold : FontRole::bold;
    const float width =
        24 + (k > 0 ? draw_kth(nullptr, frame, {}, ink, k, " = " + value, frame.presenter) : text_size(frame, role, named).x);
    const auto has_room = [&](ImVec2 from, bool clear_of_instruments) {
        const ImVec2 to{from.x + width, from.y + height};
        return inside(free, from) && inside(free, to) && !overlaps(occupied, from, to) &&
               !(clear_of_instruments && frame.gui.covered_pixels(from.x, from.y, width, height) > 0);
    };
    const auto draw = [&](ImVec2 from) {
        const ImVec2 to{from.x + width, from.y + height};
        draw_box(list, frame, {std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)});
        occupied.push_back({from, to});
        const ImVec2 at{from.x + 12, from.y + 0.5f * (height - text_size(frame, role, "d").y)};
        if (k > 0) draw_kth(&list, frame, at, ink, k, " = " + value, frame.presenter);
        else draw_text(list, frame, role, at, ink, named);
    };
    const float beyond = std::max(18.0f, 34 - radius);  // the query's mark covers a small circle
    for (const bool clear_of_instruments : {true, false})
        for (const float gap : {beyond, -18.0f})
            for (const float angle :
                {-0.85f, -2.3f, 0.85f, 2.3f, -1.57f, 1.57f, 0.0f, 3.14f, -0.4f, -2.7f, 0.4f, 2.7f, -1.2f, -1.9f, 1.2f, 1.9f}) {
                const float dx = std::cos(angle), dy = std::sin(angle), reach = radius * outline_share(frame, dx, dy);
                const ImVec2 on{query.x + dx * reach, query.y + dy * reach}, corner{on.x + dx * gap, on.y + dy * gap};
                const ImVec2 from{corner.x > on.x ? corner.x : corner.x - width, corner.y > on.y ? corner.y : corner.y - height};
                if ((gap < 0 && reach < width + height) || !inside(free, on) || !has_room(from, clear_of_instruments)) continue;
                list.AddLine(on, corner, colour(frame.colours.radius), 1.25f);
                return draw(from);
            }
    constexpr int directions = 256;
    const auto in_view = [&](int direction) {
        const float angle = 6.2831853f * float(direction) / directions, dx = std::cos(angle), dy = std::sin(angle),
                    reach = radius * outline_share(frame, dx, dy);
        return inside(free, {query.x + dx * reach, query.y + dy * reach});
    };
    bool seen = false;
    for (int direction = 0; direction < directions && !seen; ++direction) seen = in_view(direction);
    if (!seen) return;
    const float left = float(free.x) + edge_gap, right = float(free.x + free.width) - edge_gap - width, top = float(free.y) + edge_gap,
                bottom = float(free.y + free.height) - edge_gap - height;
    for (const ImVec2 from : {ImVec2{right, top}, ImVec2{left, top}, ImVec2{right, bottom}, ImVec2{left, bottom}})
        if (has_room(from, true)) return draw(from);
}

/// Draws the first of `texts` that there is room for beside a point, preferably away from the query; nothing without room.
void draw_point_tag(ImDrawList& list, const InstrumentFrame& frame, const render::Rectangle& free, std::int64_t row,
    const std::array<std::string, 2>& texts, const render::Colour& ink, OccupiedAreas& occupied) {
    if (row < 0 || !frame.data) return;
    ImVec2 point = frame.pixels_of_row(row);
    const ImVec2 query = frame.pixels(frame.view.query);
    if (!inside(free, query)) return;
    float clear = 13;  // of the rings around the point
    ImVec2 towards{0, 0};
    const bool out_of_sight = !inside(free, point);
    if (out_of_sight) {  // an arrow at the edge points to it
        const float dx = point.x - query.x, dy = point.y - query.y, edge = 10;
        float share = 1;
        if (dx > 0) share = std::min(share, (float(free.x + free.width) - edge - query.x) / dx);
        if (dx < 0) share = std::min(share, (float(free.x) + edge - query.x) / dx);
        if (dy > 0) share = std::min(share, (float(free.y + free.height) - edge - query.y) / dy);
        if (dy < 0) share = std::min(share, (float(free.y) + edge - query.y) / dy);
        if (!(share > 0)) return;
        const float away = std::hypot(dx, dy);
        towards = {dx / away, dy / away};
        point = {query.x + share * dx, query.y + share * dy};
        clear = 6;
    }
    const float height = tag_height(frame);
    const float right = point.x >= query.x ? 1.0f : -1.0f, down = point.y >= query.y ? 1.0f : -1.0f;
    const std::pair<float, float> sides[] = {{right, down}, {right, -down}, {-right, down}, {-right, -down}};
    for (const std::string& text : texts) {
        const float width = std::round(text_size(frame, FontRole::bold, text).x) + 16;
        for (const float far : {22.0f, 48.0f, 84.0f})
            for (const auto& [dx, dy] : sides) {
                const ImVec2 corner{point.x + dx * far, point.y + dy * far};
                const ImVec2 from{std::round(dx > 0 ? corner.x : corner.x - width), std::round(dy > 0 ? corner.y : corner.y - height)};
                const ImVec2 to{from.x + width, from.y + height};
                if (!inside(free, from) || !inside(free, to) || overlaps(occupied, from, to)) continue;
                const float begin = clear / std::hypot(1.0f, 1.0f), ux = towards.x, uy = towards.y;
                if (out_of_sight)
                    list.AddTriangleFilled({point.x + 8 * ux, point.y + 8 * uy}, {point.x - 4 * ux + 6 * uy, point.y - 4 * uy - 6 * ux},
                        {point.x - 4 * ux - 6 * uy, point.y - 4 * uy + 6 * ux}, colour(ink));
                list.AddLine({point.x + dx * begin, point.y + dy * begin}, corner, colour(frame.colours.radius), 1.25f);
                draw_box(list, frame, from, to);
                draw_text(list, frame, FontRole::bold, {from.x + 8, from.y + 0.5f * height}, ink, text, left_middle);
                occupied.push_back({from, to});
                return;
            }
    }
}

}  // namespace

void draw_kth_tag(const InstrumentFrame& frame, const render::Rectangle& free, OccupiedAreas occupied) {
    const ViewModel& view = frame.view;
    if (view.query.empty() || !(view.kth_distance > 0) || view.answers_hidden) return;
    const int k = view.exactness.missed.empty() ? int(view.neighbours.size()) : 0;  // the k-th distance of an incomplete list is another
    draw_ball_tag(frame, free, view.kth_distance, k, "farthest found", occupied);
}

void draw_step_tags(const InstrumentFrame& frame, const render::Rectangle& free, bool bound, OccupiedAreas occupied) {
    const Stepping& stepping = frame.view.stepping;
    if (frame.view.query.empty()) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 query = frame.pixels(frame.view.query);
    occupied.push_back({{query.x - 20, query.y - 20}, {query.x + 20, query.y + 20}});
    const auto tag_texts = [&](const std::string& verb, const HeldNeighbour& one) {
        const std::string point = verb + text_of_count(one.file_row);
        return std::array{point + " at " + frame.distance_text(one.distance, true), point};
    };
    // Neither tag may hide the other's point.
    for (const HeldNeighbour* one : {&stepping.entered, &stepping.left})
        if (one->row >= 0 && frame.data) {
            const ImVec2 at = frame.pixels_of_row(one->row);
            occupied.push_back({{at.x - 10, at.y - 10}, {at.x + 10, at.y + 10}});
        }
    // A step without a structure only reads it.
    const bool reads = stepping.position > 0 && stepping.record && stepping.record->kind_at(stepping.position).structure < 0;
    const char* verb = reads ? "" : "added: ";
    if (!frame.presenter) {  // the sentence says it in the presentation mode
        draw_point_tag(list, frame, free, stepping.entered.row, tag_texts(verb, stepping.entered), frame.colours.text, occupied);
        draw_point_tag(list, frame, free, stepping.left.row, tag_texts("removed: ", stepping.left), frame.colours.second_text, occupied);
    }
    if (!bound || !(stepping.bound > 0)) return;
    // In a tree search the bound is the k-th distance so far.
    draw_ball_tag(frame, free, stepping.bound, frame.presenter && stepping.record->tree ? stepping.record->k : 0, "bound", occupied);
}

void draw_difference_marks(const InstrumentFrame& frame) {
    if (!frame.view.difference || !frame.data || frame.steps()) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 ink = colour(frame.colours.text);
    for (const ListDifference::Entry& one : frame.view.difference->rows) {
        if (one.row < 0 || one.row >= frame.data->count()) continue;
        if (one.only_in_first) draw_left_mark(list, ink, frame.pixels_of_row(one.row), 7);
        else draw_entered_mark(list, ink, frame.pixels_of_row(one.row), 10);
    }
}

void draw_missed_marks(const InstrumentFrame& frame) {
    if (!frame.data) return;
    const float size = frame.presenter ? 14.0f : 8.0f;
    for (const NeighbourRow& one : frame.view.crossed())
        if (one.row < frame.data->count())
            draw_list_mark(*ImGui::GetBackgroundDrawList(), frame.theme, panels::Mark::missed, frame.pixels_of_row(one.row), size);
}

void draw_ring_of_query(const InstrumentFrame& frame) {
    constexpr float outside = 11, thick = 2;  // of the query's mark, within its ticks
    const ViewModel& view = frame.view;
    if (!frame.data || view.query.empty() || view.query_row < 0) return;
    const std::span<const std::int32_t> lost = frame.link_layer ? frame.link_layer->unreachable() : std::span<const std::int32_t>();
    const bool unreachable = std::binary_search(lost.begin(), lost.end(), frame.data->row_of_file_row(view.query_row));
    if (view.classes.place < 0 && !unreachable) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float larger = frame.presenter ? presenter_marks : 1.0f;
    const ImVec2 at = frame.pixels(view.query);
    list.AddCircle(at, larger * outside, colour(frame.colours.view), 32, larger * (thick + 2));
    list.AddCircle(at, larger * outside, colour(frame.colours.error), 32, larger * thick);
}

void draw_selected_rows(const InstrumentFrame& frame) {
    const Inspecting& inspecting = frame.view.inspecting;
    if (!frame.data || !inspecting.selected) return;
    const std::vector<std::int64_t>& rows = *inspecting.selected;
    const std::size_t every = (rows.size() + Inspecting::most_ringed - 1) / Inspecting::most_ringed;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float size = frame.presenter ? 15.0f : 10.0f;  // outside of the ring of an unreachable row
    for (std::size_t i = 0; i < rows.size(); i += std::max<std::size_t>(1, every)) {
        if (rows[i] >= frame.data->count()) break;
        const ImVec2 at = frame.pixels_of_row(rows[i]);
        if (at.x < -size || at.y < -size || at.x > float(frame.width) + size || at.y > float(frame.height) + size) continue;
        list.AddCircle(at, size, colour(frame.colours.view), 20, 4);
        list.AddCircle(at, size, colour(frame.colours.accent), 20, 2);
    }
}

void draw_hover_card(const InstrumentFrame& frame) {
    if (frame.view.progress || frame.view.error) return;  // their card has priority
    if (!frame.data || frame.hovered < 0 || frame.hovered >= frame.data->count()) return;
    const ViewModel& view = frame.view;
    if (view.why && view.why->row == frame.hovered) return;  // its card says more
    // Enlarged in the presentation mode.
    const float larger = frame.presenter ? 1.5f : 1.0f, widest = larger * widest_value;
    const FontRole body = frame.presenter ? FontRole::large : FontRole::body,
                   bold = frame.presenter ? FontRole::large_bold : FontRole::bold,
                   small = frame.presenter ? FontRole::sentence : FontRole::small;
    const auto neighbour =
        std::find_if(view.listed().begin(), view.listed().end(), [&](const NeighbourRow& row) { return row.row == frame.hovered; });
    const bool tells = !view.answers_hidden, listed = tells && neighbour != view.listed().end();
    std::vector<std::pair<std::string, std::string>> lines;
    const std::string index = text_of_count(frame.data->file_row(frame.hovered));
    if (listed) lines.push_back({"index", index});
    if (tells && !view.query.empty())
        lines.push_back({view.products ? "inner product" : "distance",
            frame.distance_text(listed ? neighbour->distance : distance_to(*frame.data, frame.hovered, view.query, frame.session.metric))});
    const std::shared_ptr<const GreyPicture> picture = picture_of(*frame.data, frame.hovered);
    for (int axis = 0; axis < std::min(frame.data->dimension, 3) && !picture; ++axis)
        lines.push_back({frame.axis_name(axis),
            text_of_coordinate(frame.projection.place(*frame.data, frame.hovered)[std::size_t(axis)] + frame.origin(axis), frame.extent)});
    if (frame.data->filter && !frame.data->filter->allows(frame.hovered)) lines.push_back({"filter", "not allowed"});
    if (tells && frame.hovered_work && frame.hovered_work->leaves > 0) {
        lines.push_back({"its query visits", text_of_amount(frame.hovered_work->leaves, "leaf", "leaves")});
        lines.push_back({"and computes", text_of_amount(frame.hovered_work->distances, "distance", "distances")});
    }
    std::string than_first;
    bool missed = false;
    for (const NeighbourRow& one : view.crossed())
        if (tells && one.row == frame.hovered) {
            missed = true;
            lines.push_back({"missed, should have", "rank " + text_of_count(one.rank)});
            if (!one.why.what.empty()) lines.push_back({"why", one.why.what});
            than_first = one.why.sentence;
        }
    if (tells && view.difference)
        if (const ListDifference::Entry* one = view.difference->of(frame.hovered)) {
            lines.push_back({one->only_in_first ? "A has it as" : "not in A, here", "rank " + text_of_count(one->rank)});
            than_first = one->why;
        }
    // Of a row of a graph, as draw_row_links() draws its links.
    std::map<std::string, render::Colour> colours_of_lines;
    if (const inspect::GraphRows* const graph = view.graph.get(); graph && frame.data->own_index == graph->index) {
        const int level = std::max(0, level_shown(frame.session, view));
        const std::string at_level = level > 0 ? " at level " + text_of_count(level) : "";
        const std::int64_t in = level > 0 ? std::int64_t(graph->leading_to(frame.hovered, level).size()) : graph->links_in(frame.hovered);
        lines.push_back({"level", text_of_count(graph->level_of(frame.hovered))});
        lines.push_back({"links out" + at_level, text_of_count(graph->links_out(frame.hovered, level))});
        colours_of_lines[lines.back().first] = out_colour(frame.theme);
        lines.push_back({"links in" + at_level, text_of_count(in)});
        colours_of_lines[lines.back().first] = in_colour(frame.theme);
        if (!graph->is_reachable(frame.hovered)) {
            lines.push_back({"from the entry", "unreachable"});
            colours_of_lines[lines.back().first] = frame.colours.error;
        }
        if (graph->index->is_deleted(frame.hovered)) lines.push_back({"deleted", "yes"});
    }
    // Values of the file: first the class, then other columns. The name is the card's title.
    const DataSet& set = *frame.data;
    const std::string called = set.title() ? set.title()->card_text(frame.hovered) : "";
    const auto add_line = [&](const Quantity& quantity) {
        const std::string value = quantity.card_text(frame.hovered);
        lines.push_back({elided(frame, body, quantity.name, widest), value.empty() ? "–" : elided(frame, body, value, widest)});
    };
    if (tells && set.label()) add_line(*set.label());
    int further = 0;
    for (const Quantity& quantity : set.quantities)
        if (quantity.has_text() && !quantity.is_label && !quantity.is_title && further++ < further_lines) add_line(quantity);
    const std::string place = listed ? "rank " + text_of_count(neighbour->rank) : "row " + index;
    const std::string title = called.empty() ? place : elided(frame, bold, called, 2 * widest) + ", " + place;
    const float row_height = 18 * larger, indent = listed ? 20.0f : 0.0f;
    float names = 0, values = 0;
    for (const auto& [name, value] : lines) {
        names = std::max(names, text_size(frame, body, name).x);
        values = std::max(values, text_size(frame, body, value).x);
    }
    const float picture_height = picture ? card_picture : 0;
    constexpr float min_of_reason = 200;
    const float width = std::max({names + 20 + values, indent + text_size(frame, bold, title).x, picture ? card_picture : 0.0f,
                            than_first.empty() ? 0 : min_of_reason}) +
                        20;
    const std::vector<std::string> reason =
        than_first.empty() ? std::vector<std::string>() : wrapped(frame, small, than_first, width - 20, 3);
    const float height = row_height * float(lines.size() + reason.size() + 1) + 14 + (picture ? picture_height + 6 : 0);
    const ImVec2 point = frame.pixels_of_row(frame.hovered);
    // Beside the circle or sphere, so that the card hides no neighbour; beside the point if that is too far.
    float right = point.x + 40, left = point.x - 40;
    if (listed && !view.query.empty()) {
        const float middle = frame.pixels(view.query).x, radius = float(view.kth_distance * frame.camera.pixels_per_unit()) + 16;
        if (radius < 0.3f * float(frame.width)) right = std::max(right, middle + radius), left = std::min(left, middle - radius);
    }
    const bool fits_right = right + width < float(frame.width) - edge_gap;
    const float near_x = fits_right ? right : left - width, far_x = fits_right ? left - width : right, below = point.y + 24,
                above = point.y - 24 - height;
    const float beside = 24;  // right at the point
    std::vector<ImVec2> places{{near_x, below}, {far_x, below}, {near_x, above}, {far_x, above}, {point.x + beside, below},
        {point.x - beside - width, below}, {point.x + beside, above}, {point.x - beside - width, above}};
    for (ImVec2& at : places) {
        at.x = std::round(std::clamp(at.x, edge_gap, std::max(edge_gap, float(frame.width) - edge_gap - width)));
        at.y = std::round(std::clamp(at.y, edge_gap, std::max(edge_gap, float(frame.height) - edge_gap - height)));
    }
    // At the place where it covers the least of instruments, and neither its point nor the query nor crosses.
    std::vector<ImVec2> uncovered;
    if (!view.query.empty()) uncovered.push_back(frame.pixels(view.query));
    for (const NeighbourRow& one : view.crossed()) uncovered.push_back(frame.pixels_of_row(one.row));
    const auto cost = [&](ImVec2 at) {
        const auto covers = [&](ImVec2 one) { return one.x > at.x && one.x < at.x + width && one.y > at.y && one.y < at.y + height; };
        const float area = width * height, marks = float(std::count_if(uncovered.begin(), uncovered.end(), covers));
        return frame.gui.covered_pixels(at.x, at.y, width, height) + (covers(point) ? 2 * area : 0) + 0.5f * area * std::min(marks, 3.0f);
    };
    const ImVec2 at = *std::min_element(places.begin(), places.end(), [&](ImVec2 a, ImVec2 b) { return cost(a) < cost(b); });
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 to_card{at.x > point.x ? at.x : at.x + width, at.y + 0.5f * row_height + 6};
    const float away = std::hypot(to_card.x - point.x, to_card.y - point.y);
    if (away > 12)
        list.AddLine({point.x + (to_card.x - point.x) * 10 / away, point.y + (to_card.y - point.y) * 10 / away}, to_card,
            colour(frame.colours.second_text), 1.25f);
    draw_box(list, frame, at, {at.x + width, at.y + height});
    float middle = at.y + 7 + 0.5f * row_height;
    if (listed)
        list.AddCircleFilled(
            {at.x + 16, middle}, 5.5f, colour(render::rank_colour(frame.theme, neighbour->rank - 1, int(view.neighbours.size()))), 24);
    draw_text(list, frame, bold, {at.x + 10 + indent, middle}, frame.colours.text, title, left_middle);
    if (picture) {
        const float wide = std::min(width - 20, std::round(picture_height * float(picture->width) / float(picture->height)));
        const ImVec2 from{at.x + 10, middle + 0.5f * row_height + 3};
        list.AddImage(frame.gui.texture_of(*picture), from, {from.x + wide, from.y + picture_height});
        middle += picture_height + 6;
    }
    for (const auto& [name, value] : lines) {
        middle += row_height;
        const auto own = colours_of_lines.find(name);
        draw_text(list, frame, body, {at.x + 10, middle}, own == colours_of_lines.end() ? frame.colours.second_text : own->second, name,
            left_middle);
        draw_text(list, frame, body, {at.x + width - 10, middle}, frame.colours.text, value, right_middle);
    }
    for (const std::string& line : reason)
        draw_text(list, frame, small, {at.x + 10, middle += row_height}, missed ? frame.colours.error : frame.colours.second_text, line,
            left_middle);
}

}  // namespace neighborscope
