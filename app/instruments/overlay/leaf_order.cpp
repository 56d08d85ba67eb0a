// The timeline of a tree search: a column for each visited leaf, the leaves in Morton order; and the card with explanations.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/leaves.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float bar_height = 34, words_height = 15, label_room = 92, min_text_width = 46, widest_column = 84;

constexpr Dashes box_dashes{4, 7, 1};

void hatched_box(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 ink) {
    list.AddRect(from, to, ink, 2);
    draw_hatch(list, from, to, ink, 6);
}

/// A segment of the ribbon: one visited leaf, or a run of leaves between such.
struct RibbonSegment {
    int first = 0, end = 0;               ///< range of leaves
    const ShownQuadrant* leaf = nullptr;  ///< visited or to be visited; null: a run
    bool to_come = false, skipped = false;
    float width = 0;
};

/// Splits the ribbon. A run counts as skipped if all its leaves with points are skipped.
std::vector<RibbonSegment> ribbon_segments(const Stepping& stepping) {
    std::vector<RibbonSegment> own;
    for (const ShownQuadrant& one : stepping.tree.visited) own.push_back({one.leaves[0], one.leaves[1], &one, false, false, 0});
    for (const ShownQuadrant& one : stepping.tree.to_come) own.push_back({one.leaves[0], one.leaves[1], &one, true, false, 0});
    std::sort(own.begin(), own.end(), [](const RibbonSegment& a, const RibbonSegment& b) { return a.first < b.first; });
    std::vector<std::array<int, 2>> skipped;
    for (const ShownQuadrant& one : stepping.tree.skipped) skipped.push_back(one.leaves);
    std::sort(skipped.begin(), skipped.end());
    const RecordedTree& tree = *stepping.record->tree;
    const auto all_skipped = [&](int first, int end) {
        auto next = skipped.begin();
        bool any = stepping.position == stepping.count;  // at the end all remaining leaves are skipped
        for (int leaf = first; leaf < end; ++leaf) {
            while (next != skipped.end() && (*next)[1] <= leaf) ++next;
            const bool one = next != skipped.end() && (*next)[0] <= leaf;
            if (!one && tree.objects[std::size_t(leaf)] > 0) return false;
            any = any || one;
        }
        return any;
    };
    std::vector<RibbonSegment> all;
    int at = 0;
    for (const RibbonSegment& segment : own) {
        if (segment.first > at) all.push_back({at, segment.first, nullptr, false, all_skipped(at, segment.first), 0});
        all.push_back(segment);
        at = segment.end;
    }
    if (at < tree.leaves()) all.push_back({at, tree.leaves(), nullptr, false, all_skipped(at, tree.leaves()), 0});
    return all;
}

/// The tooltip of a segment.
std::string segment_text(const Stepping& stepping, const RibbonSegment& segment) {
    const RecordedTree& tree = *stepping.record->tree;
    if (segment.leaf || segment.end - segment.first == 1) return why_leaf(stepping, tree.first_cell[std::size_t(segment.first)]);
    return "Leaves " + text_of_count(segment.first) + " to " + text_of_count(segment.end - 1) +
           (segment.skipped ? " have been skipped." : " have not all been visited or skipped yet.");
}

struct AvoidedArea {
    ImVec2 from, to;
    float weight = 1;  ///< cost of covering it
    float covered_by(ImVec2 at, ImVec2 size) const {
        const float wide = std::min(to.x, at.x + size.x) - std::max(from.x, at.x),
                    high = std::min(to.y, at.y + size.y) - std::max(from.y, at.y);
        return wide > 0 && high > 0 ? weight * wide * high : 0;
    }
};

/// The area of the explained leaf or point in pixels; nothing for an explanation of the query.
std::optional<AvoidedArea> subject_area(const InstrumentFrame& frame, const Why& why) {
    constexpr float of_point = 16;
    if (why.leaf) {
        AvoidedArea avoided{{1e9f, 1e9f}, {-1e9f, -1e9f}, 24};  // more than instruments: the card is about it
        for (int corner = 0; corner < 8; ++corner) {
            glm::dvec3 at(0);
            for (int axis = 0; axis < (frame.three_d() ? 3 : 2); ++axis)
                if (const int which = frame.shown(axis); which < 3)
                    at[axis] =
                        double(why.leaf->low[std::size_t(which)]) + (corner >> axis & 1 ? double(why.leaf->size[std::size_t(which)]) : 0);
            const glm::dvec3 pixel = frame.camera.to_pixels(at);
            avoided.from = {std::min(avoided.from.x, float(pixel.x)), std::min(avoided.from.y, float(pixel.y))};
            avoided.to = {std::max(avoided.to.x, float(pixel.x)), std::max(avoided.to.y, float(pixel.y))};
        }
        return avoided;
    }
    if (why.row < 0 || !frame.data || why.row >= frame.data->count()) return std::nullopt;
    const ImVec2 at = frame.pixels_of_row(why.row);
    return AvoidedArea{{at.x - of_point, at.y - of_point}, {at.x + of_point, at.y + of_point}, 4};
}

constexpr float why_width = 380;  // maximum
constexpr const char* card_name = "why";

FontRole role_of_why(const InstrumentFrame& frame) { return frame.presenter ? FontRole::large : FontRole::body; }
float title_of_why(const InstrumentFrame& frame) { return frame.presenter ? 34 : title_height; }

struct WhySize {
    std::vector<std::string> lines;
    float width, text_height, height;
};
WhySize size_of_why(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons) {
    WhySize size;
    size.width = std::min(frame.presenter ? 1.5f * why_width : why_width, float(free.width));
    if (frame.is_folded(card_name, false)) {
        size.text_height = 0, size.height = title_height;
        return size;
    }
    size.lines = wrapped(frame, role_of_why(frame), frame.view.why->text, size.width - 28, 14);
    size.text_height = text_size(frame, role_of_why(frame), "A").y * float(size.lines.size()) + 8;
    size.height = title_of_why(frame) + 8 + size.text_height + 6 + (buttons ? 24 + 8 : 0);
    return size;
}

/// Places in the corners of the free area, then in those of the view, over instruments.
std::vector<ImVec2> corners_for(const InstrumentFrame& frame, const render::Rectangle& free, ImVec2 size) {
    if (const auto place = frame.card(card_name).place) {
        const std::array<double, 2> corner = frame.pinned_corner(*place, size.x, size.y);
        return {{float(corner[0]), float(corner[1])}};
    }
    std::vector<ImVec2> corners;
    for (const render::Rectangle& of : {free, render::Rectangle{0, 0, frame.width, frame.height}}) {
        const float left = float(of.x) + edge_gap, top = float(of.y) + edge_gap;
        const float right = std::max(left, float(of.x + of.width) - edge_gap - size.x),
                    bottom = std::max(top, float(of.y + of.height) - edge_gap - size.y);
        corners.insert(corners.end(), {{left, bottom}, {right, bottom}, {left, top}, {right, top}});  // the tools are at the top
    }
    return corners;
}

/// The parts of a rectangle beside a card that covers some of it.
std::array<render::Rectangle, 4> remaining_parts(const render::Rectangle& all, ImVec2 at, ImVec2 size) {
    const double left = std::clamp(double(at.x) - edge_gap, all.x, all.x + all.width),
                 right = std::clamp(double(at.x + size.x) + edge_gap, all.x, all.x + all.width),
                 top = std::clamp(double(at.y) - edge_gap, all.y, all.y + all.height),
                 bottom = std::clamp(double(at.y + size.y) + edge_gap, all.y, all.y + all.height);
    return {{{right, all.y, all.x + all.width - right, all.height}, {all.x, all.y, left - all.x, all.height},
        {all.x, all.y, all.width, top - all.y}, {all.x, bottom, all.width, all.y + all.height - bottom}}};
}

/// Distance of a position from a rectangle.
double distance_to_rectangle(const render::Rectangle& one, ImVec2 at) {
    return std::hypot(std::max({one.x - at.x, at.x - one.x - one.width, 0.0}), std::max({one.y - at.y, at.y - one.y - one.height, 0.0}));
}

/// Neighbours, missed ones too, need not be in the ball: of rows with many dimensions the picture shows no distances.
void avoid_neighbours(const InstrumentFrame& frame, std::vector<AvoidedArea>& avoided) {
    constexpr float reach = 12, weight = 8;
    constexpr std::size_t most = 64;
    const auto avoid = [&](std::span<const NeighbourRow> rows) {
        for (const NeighbourRow& one : rows.first(std::min(rows.size(), most))) {
            if (!frame.data || one.row < 0 || one.row >= frame.data->count()) continue;
            const ImVec2 at = frame.pixels_of_row(one.row);
            avoided.push_back({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}, weight});
        }
    };
    avoid(frame.view.neighbours);
    avoid(frame.view.crossed());
}

/// The place of the card: beside its subject, else in a corner, where it covers the least of the subject and the query.
ImVec2 place_of_why(
    const InstrumentFrame& frame, const render::Rectangle& free, const Why& why, ImVec2 size, const render::Rectangle& note) {
    if (frame.is_pinned(card_name)) return corners_for(frame, free, size).front();
    if (const render::Rectangle rest = presented_beside_why(frame, free); rest.x > free.x)
        return {float(free.x) + edge_gap, float(free.y + free.height) - edge_gap - size.y};
    constexpr float clear = 40;  // around the query's mark and its nearest neighbours
    constexpr float gap = 12;
    const float left = float(free.x) + edge_gap, top = float(free.y) + edge_gap;
    const float right = std::max(left, float(free.x + free.width) - edge_gap - size.x),
                bottom = std::max(top, float(free.y + free.height) - edge_gap - size.y);
    std::vector<ImVec2> places;
    std::vector<AvoidedArea> avoided;
    const auto subject = subject_area(frame, why);
    if (subject) avoided.push_back(*subject);
    avoided.push_back({{float(note.x), float(note.y)}, {float(note.x + note.width), float(note.y + note.height)}, 6});
    // Avoids instruments, since they are read together with the card. For an explanation of the query, keeping its neighbours visible has
    // priority.
    const float of_instruments = subject ? 6 : 0.1f;
    const auto beside = [&](ImVec2 low, ImVec2 high) {
        for (const ImVec2 at : {ImVec2{subject->to.x + gap, subject->from.y}, ImVec2{subject->from.x - gap - size.x, subject->from.y},
                 ImVec2{subject->from.x, subject->to.y + gap}, ImVec2{subject->from.x, subject->from.y - gap - size.y}})
            places.push_back({std::clamp(at.x, low.x, high.x), std::clamp(at.y, low.y, high.y)});
    };
    if (subject) beside({left, top}, {right, bottom});
    if (!frame.view.query.empty()) {
        const ImVec2 query = frame.pixels(frame.view.query);
        const float side = float(std::min(free.width, free.height));  // includes all neighbours, unless they fill most of the picture
        const float around = frame.has_ball() ? std::clamp(float(frame.view.kth_distance * frame.camera.pixels_per_unit()), clear,
                                                    std::max(clear, 0.4f * side))
                                              : clear;
        avoided.push_back({{query.x - around, query.y - around}, {query.x + around, query.y + around}, 4});
        avoid_neighbours(frame, avoided);
    }
    const std::vector<ImVec2> corners = corners_for(frame, free, size);
    places.insert(places.end(), corners.begin(), corners.end());
    if (subject)  // over instruments if the free area is too small
        beside({edge_gap, edge_gap},
            {std::max(edge_gap, float(frame.width) - edge_gap - size.x), std::max(edge_gap, float(frame.height) - edge_gap - size.y)});
    constexpr float step = 24;  // anywhere else if all of these cover something
    for (float y = top; y <= bottom; y += step)
        for (float x = left; x <= right; x += step) places.push_back({x, y});
    const auto cost = [&](ImVec2 at) {
        float sum = of_instruments * frame.gui.covered_pixels(at.x, at.y, size.x, size.y, card_name);
        for (const AvoidedArea& one : avoided) sum += one.covered_by(at, size);
        if (subject && why.row >= 0) {  // of places that cover as little, the nearest
            const ImVec2 middle{0.5f * (subject->from.x + subject->to.x), 0.5f * (subject->from.y + subject->to.y)};
            sum += float(distance_to_rectangle({at.x, at.y, size.x, size.y}, middle));
        }
        return sum;
    };
    return *std::min_element(places.begin(), places.end(), [&](ImVec2 a, ImVec2 b) { return cost(a) < cost(b); });
}

}  // namespace

void draw_columns(const InstrumentFrame& frame, ImVec2 at, float width) {
    const Stepping& stepping = frame.view.stepping;
    const Recording& record = *stepping.record;
    const std::span<const LeafVisit> visits = record.visits_at(stepping.position);
    if (visits.empty()) return;
    const render::Palette& colours = frame.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float highest = 0;
    for (const LeafVisit& visit : visits)
        if (std::isfinite(visit.bound)) highest = std::max(highest, visit.bound);
    const float room = width - label_room, column = std::clamp(room / float(visits.size()), 2.0f, widest_column);
    const bool words = column >= min_text_width;
    const int now = int(stepping.tree.visited.size());
    const float text_y = at.y + bar_height + 4;
    const char* const labels[] = {"leaf visited", "distances", "enter the list"};
    draw_kth(&list, frame, {at.x, at.y + bar_height - 15}, colours.second_text, record.k, "");
    for (int line = 0; line < 3; ++line)
        draw_name(list, frame, FontRole::small, {at.x, text_y + words_height * float(line)}, colours.second_text, labels[line]);
    const auto word = [&](FontRole role, float middle, int line, const render::Colour& ink, const std::string& text) {
        draw_text(list, frame, role, {middle, text_y + words_height * float(line)}, ink, text, {0.5f, 0});
    };
    // Shows as many columns as there is room for, around the present one.
    const int fit = std::max(1, int(room / column)), all = int(visits.size());
    const int first = std::clamp(now - fit / 2, 0, std::max(0, all - fit));
    for (int i = first; i < std::min(all, first + fit); ++i) {
        const LeafVisit& visit = visits[std::size_t(i)];
        const bool to_come = i >= now, here = i + 1 == now;
        const LeafColours leaf = leaf_colours(frame.theme, visit.way);
        const float x = at.x + label_room + column * float(i - first), middle = x + 0.5f * column, inset = words ? 8.0f : 0.5f;
        if (here) list.AddRectFilled({x + 1, at.y - 2}, {x + column - 1, at.y + columns_height - 6}, colour(colours.soft), 3);
        const bool full = std::isfinite(visit.bound);
        const float high = full && highest > 0 ? std::max(4.0f, (bar_height - 2) * visit.bound / highest) : bar_height - 2;
        const ImVec2 from{std::round(x + inset), std::round(at.y + bar_height - high)},
            to{std::round(x + column - inset), at.y + bar_height};
        if (to_come) draw_dashed_box(list, from, to, colour(leaf.line, 0.8f), box_dashes);
        else if (!full) hatched_box(list, from, to, colour(leaf.line, 0.6f));
        else {
            if (!visit.shared) list.AddRectFilled(from, to, colour(leaf.line, 0.35f));
            list.AddRect(from, to, colour(leaf.line), 0, 0, here ? 2.0f : 1.0f);
        }
        if (words) {
            const std::string bound = full ? frame.distance_text(double(visit.bound), true) : "any";
            const float bound_y = high >= 17 ? at.y + bar_height - 15 : from.y - 14;  // inside the bar, or above a low one
            draw_text(list, frame, FontRole::small, {middle, bound_y}, colours.text, bound, {0.5f, 0});
        }
        if (words || here) {
            const float clear = words ? middle : std::clamp(middle, at.x + label_room + 24, at.x + width - 24);
            const render::Colour& ink = to_come ? colours.second_text : colours.text;
            word(FontRole::bold, clear, 0, leaf.text, visit_text(i + 1, visit.way));
            word(FontRole::small, clear, 1, ink, text_of_count(visit.points));
            word(FontRole::small, clear, 2, ink, text_of_count(visit.entered));
        }
        ImGui::SetCursorScreenPos({x, at.y});
        ImGui::PushID(i);
        if (ImGui::InvisibleButton("visit", {std::max(1.0f, column), columns_height - 6})) frame.step_request.position = visit.last;
        ImGui::PopID();
        if (ImGui::IsItemHovered()) {
            frame.step_request.leaves = {visit.leaf, visit.leaf + 1};
            show_tooltip(explain_visit(visit, frame.view.stepping.position));
        }
    }
}

void draw_ribbon(const InstrumentFrame& frame, ImVec2 at, float width) {
    const Stepping& stepping = frame.view.stepping;
    if (!stepping.record->tree || stepping.record->tree->leaves() == 0) return;
    const render::Palette& colours = frame.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = 20, room = width - label_room;
    draw_name(list, frame, FontRole::small, {at.x, at.y + 3}, colours.second_text,
        stepping.record->tree->is_grid() ? "Morton order" : "Hilbert order");
    std::vector<RibbonSegment> pieces = ribbon_segments(stepping);
    // If there is room, leaves have their number and runs their number of leaves; else only leaves have numbers; else there is no text, and
    // the width of a segment is proportional to its leaves.
    float wanted = 0;
    const auto words = [](const RibbonSegment& segment) {
        return segment.leaf || segment.end - segment.first == 1 ? text_of_count(segment.first)
                                                                : text_of_count(segment.end - segment.first) + " leaves";
    };
    for (RibbonSegment& segment : pieces) {
        segment.width = text_size(frame, FontRole::small, words(segment)).x + 10;
        wanted += segment.width + 2;
    }
    bool shows_words = wanted <= room;
    if (!shows_words) {  // only leaves have numbers
        wanted = 0;
        for (RibbonSegment& segment : pieces) {
            if (!segment.leaf) segment.width = std::min(segment.width, 14.0f);
            wanted += segment.width + 2;
        }
    }
    const bool short_words = !shows_words && wanted <= room;
    if (!shows_words && !short_words) {
        float whole = 0;
        for (const RibbonSegment& segment : pieces) whole += segment.leaf ? 3.0f : std::sqrt(float(segment.end - segment.first));
        for (RibbonSegment& segment : pieces)
            segment.width = room / whole * (segment.leaf ? 3.0f : std::sqrt(float(segment.end - segment.first))) - 1;
    }
    const float gap = shows_words || short_words ? 2.0f : 1.0f;
    float x = at.x + label_room;
    const auto& seen = frame.step_request.leaves_before;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const RibbonSegment& segment = pieces[i];
        const ImVec2 from{std::round(x), at.y}, to{std::max(std::round(x) + 1, std::round(x + segment.width)), at.y + height};
        x += segment.width + gap;
        const bool pointed = seen && segment.first < (*seen)[1] && segment.end > (*seen)[0];
        const bool current =
            stepping.tree.current && segment.first < stepping.tree.current->leaves[1] && segment.end > stepping.tree.current->leaves[0];
        const render::Colour* ink = &colours.second_text;
        const LeafColours leaf = leaf_colours(frame.theme, segment.leaf ? segment.leaf->way : -1);
        if (segment.leaf && segment.to_come) {
            draw_dashed_box(list, from, to, colour(leaf.line), box_dashes);
            ink = &leaf.text;
        } else if (segment.leaf) {
            if (!segment.leaf->shared) list.AddRectFilled(from, to, colour(leaf.line, 0.25f), 2);
            list.AddRect(from, to, colour(leaf.line), 2, 0, segment.leaf->shared ? 1.0f : 2.0f);
            ink = &leaf.text;
        } else if (segment.skipped) {
            hatched_box(list, from, to, colour(colours.point, 0.8f));
        } else {
            list.AddLine({from.x, at.y + height - 2}, {to.x, at.y + height - 2}, colour(colours.divider), 1);
        }
        if (current || pointed)
            list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, colour(pointed ? colours.accent : colours.text), 3, 0, 2);
        if (shows_words || (short_words && segment.leaf)) {
            const std::string text = words(segment);
            const ImVec2 size = text_size(frame, FontRole::small, text);
            const ImVec2 begin{0.5f * (from.x + to.x - size.x), at.y + 0.5f * (height - size.y)};
            if (!segment.leaf && segment.skipped)
                list.AddRectFilled({begin.x - 2, begin.y}, {begin.x + size.x + 2, begin.y + size.y}, colour(colours.dock));
            draw_text(list, frame, FontRole::small, begin, *ink, text);
        }
        ImGui::SetCursorScreenPos(from);
        ImGui::PushID(int(i) + 1000000);
        if (ImGui::InvisibleButton("leaf", {std::max(1.0f, to.x - from.x), height}) && segment.leaf)
            frame.step_request.position = segment.leaf->position;
        ImGui::PopID();
        if (ImGui::IsItemHovered()) {
            frame.step_request.leaves = {segment.first, segment.end};
            show_tooltip(segment_text(stepping, segment));
        }
    }
}

render::Rectangle free_beside_why(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons) {
    constexpr double enough = 200, least = 100;
    const WhySize card = size_of_why(frame, free, buttons);
    const ImVec2 query = frame.pixels(frame.view.query);
    render::Rectangle best{};
    const auto side = [](const render::Rectangle& one) { return std::min({one.width, one.height, enough}); };
    const auto middle = [&](const render::Rectangle& one) {  // the query in the middle of its neighbours
        const double edge = 0.5 * side(one);
        return render::Rectangle{one.x + edge, one.y + edge, one.width - 2 * edge, one.height - 2 * edge};
    };
    const std::vector<ImVec2> corners = corners_for(frame, free, {card.width, card.height});
    for (std::size_t i = 0; i < corners.size() && (2 * i < corners.size() || side(best) < enough); ++i)  // over instruments if necessary
        for (const render::Rectangle& rest : remaining_parts(free, corners[i], {card.width, card.height}))
            if (side(rest) > side(best) ||
                (side(rest) == side(best) && distance_to_rectangle(middle(rest), query) < distance_to_rectangle(middle(best), query)))
                best = rest;
    return side(best) < least ? free : best;
}

render::Rectangle presented_beside_why(const InstrumentFrame& frame, const render::Rectangle& free) {
    constexpr double least = 0.33;  // of the view's width
    const auto& why = frame.view.why;
    if (!frame.presenter || !why || !why->is_of_query() || frame.view.stepping.open || frame.is_pinned(card_name) ||
        frame.is_folded(card_name, false))
        return free;
    const double its = 2 * edge_gap + double(size_of_why(frame, free, true).width);
    if (free.width - its < least * frame.width) return free;
    return {free.x + its, free.y, free.width - its, free.height};
}

double area_of_why(const InstrumentFrame& frame, bool buttons) {
    if (!frame.view.why || frame.is_folded(card_name, false)) return 0;
    const WhySize size = size_of_why(frame, {0, 0, frame.width, frame.height}, buttons);
    return double(size.width * size.height);
}

void draw_why(const InstrumentFrame& frame, const render::Rectangle& free, bool buttons, const render::Rectangle& note) {
    if (!frame.view.why) return;
    const Why& why = *frame.view.why;
    const auto [lines, width, text_height, height] = size_of_why(frame, free, buttons);
    const float inner = width - 20;
    const render::Colour& ground = frame.colours.dock;
    const ImVec2 place = place_of_why(frame, free, why, {width, height}, note);
    const auto crossed = frame.view.crossed();
    const bool missed = std::any_of(crossed.begin(), crossed.end(), [&](const NeighbourRow& one) { return one.row == why.row; });
    if (const render::Colour& ink = missed ? frame.colours.error : frame.colours.text; why.row >= 0 && subject_area(frame, why)) {
        const ImVec2 subject = frame.pixels_of_row(why.row),
                     edge{std::clamp(subject.x, place.x, place.x + width), std::clamp(subject.y, place.y, place.y + height)};
        const float away = std::hypot(edge.x - subject.x, edge.y - subject.y), clear = missed ? 11.0f : 9.0f;
        ImDrawList& behind = *ImGui::GetBackgroundDrawList();
        if (away > clear)
            behind.AddLine({subject.x + clear / away * (edge.x - subject.x), subject.y + clear / away * (edge.y - subject.y)}, edge,
                colour(ink), 1.5f);
        if (!missed) behind.AddCircle(subject, clear, colour(ink), 24, 1.5f);
    }
    if (missed) ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(frame.colours.error.r, frame.colours.error.g, frame.colours.error.b, 1));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(ground.r, ground.g, ground.b, 1));  // opaque, to be legible
    open_card(frame, card_name, place, {width, height});
    if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::PopStyleColor(missed ? 2 : 1);
    const ImVec2 at = ImGui::GetWindowPos();
    bool folded = frame.is_folded(card_name, false);
    if (frame.presenter && !folded) {  // larger, as all that is presented
        draw_text(*ImGui::GetWindowDrawList(), frame, FontRole::large_bold, {at.x + 10, at.y + 0.5f * title_of_why(frame)},
            missed ? frame.colours.error : frame.colours.text, why.title, left_middle);
        draw_divider(frame, at.y + title_of_why(frame));
    } else if (!instrument_title(frame, why.title, "", "", folded, missed ? &frame.colours.error : nullptr) || lines.empty()) {
        return end_instrument();
    }
    // A read-only field, so that its text can be selected and copied.
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += (i ? "\n" : "") + lines[i];
    ImGui::SetCursorScreenPos({at.x + 10, at.y + title_of_why(frame) + 8});
    ImGui::PushFont(frame.gui.font(role_of_why(frame)));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2, 2));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
    ImGui::InputTextMultiline("##why", text.data(), text.size() + 1, {inner, text_height}, ImGuiInputTextFlags_ReadOnly);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
    if (buttons) {
        ImGui::SetCursorScreenPos({at.x + 10, at.y + height - 32});
        if (push_button(frame, "Copy")) ImGui::SetClipboardText(why.text.c_str());
        ImGui::SameLine();
        if (push_button(frame, "Close")) frame.requested_command = "query.why_close";
    }
    end_instrument();
}

}  // namespace neighborscope
