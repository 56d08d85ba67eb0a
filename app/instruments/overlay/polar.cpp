// The polar view beside the picture: points around the query at their true distances in all dimensions.
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/overlay/polar_texts.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float polar_inset = 8, ring_label_room = 10, neighbour_radius = 5.5f, min_radius = 70, word_line = 16, pick_radius = 9;

/// Texts and their lines, which are larger in the presentation mode.
struct PolarRoles {
    explicit PolarRoles(bool presenter)
        : words(presenter ? FontRole::large : FontRole::body),
          notes(presenter ? FontRole::sentence : FontRole::small),
          strong(presenter ? FontRole::large_bold : FontRole::bold),
          word_line(presenter ? 26.0f : neighborscope::word_line),
          note_line(presenter ? 20.0f : 15.0f),
          tag(presenter ? 32.0f : 22.0f) {}
    FontRole words, notes, strong;
    float word_line, note_line, tag;
};

struct PolarText {
    PolarRoles roles;
    std::vector<std::string> lines = {}, notes = {};
    float height() const { return roles.word_line * float(lines.size()) + roles.note_line * float(notes.size()) + 8; }
};

/// The text below: sentences, and the meaning of radius and angle, shortened so that the rings are large enough.
PolarText polar_text(const InstrumentFrame& frame, const PolarView& polar, float width, float height, bool large) {
    const PolarRoles roles(large);
    PolarText words{roles};
    for (const std::string& sentence : {polar.contrast(), polar.deception()})
        if (!sentence.empty())
            for (std::string& line : wrapped(frame, roles.words, sentence, width, 8)) words.lines.push_back(std::move(line));
    const auto note = [&](const std::string& text) {
        for (std::string& line : wrapped(frame, roles.notes, text, width, 8)) words.notes.push_back(std::move(line));
    };
    const std::string dimensions =
        polar.dimension == 1 ? ""
                             : (polar.dimension == 2 ? " in both dimensions" : " in all " + text_of_count(polar.dimension) + " dimensions");
    note("Distance from the middle: " + metric_word(frame.session.metric) + " distance" + dimensions + ", " + polar.scale() +
         ". Direction: as in the picture.");
    const auto room = [&] { return std::min(width, height - words.height()) >= 2 * (min_radius + ring_label_room); };
    if (!room() && large) return polar_text(frame, polar, width, height, false);
    while (!room() && !words.notes.empty()) words.notes.pop_back();
    while (!room() && !words.lines.empty()) words.lines.pop_back();
    return words;
}

std::string drawn_text(const PolarView& polar) {
    const std::int64_t drawn = polar.others + polar.neighbours;
    if (drawn < polar.count) return text_of_count(drawn) + " of " + text_of_count(polar.count);
    const bool filtered = polar.count < polar.total - 1;  // more are missing than the query's own point
    return filtered ? text_of_amount(polar.count, "allowed point", "allowed points") : text_of_amount(polar.count, "point", "points");
}

}  // namespace

double polar_height(double width) {
    constexpr double words = 44000;  // square pixels of text
    const double inner = width - 2 * double(polar_inset);
    return double(title_height) + 12 + inner + std::ceil(words / inner / double(word_line)) * double(word_line) + 24;
}

void draw_polar(const InstrumentFrame& frame, const render::Rectangle& place, int selected_rank, bool folded) {
    open_card(frame, "polar", {float(place.x), float(place.y)}, {float(place.width), float(place.height)});
    const PolarView* polar = frame.view.polar.get();
    const bool drawn = polar && frame.data && polar->total == frame.data->count();  // else it is of former points
    if (instrument_title(frame, "Polar view", {}, drawn ? drawn_text(*polar) : std::string(), folded)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 corner = ImGui::GetWindowPos(), from{corner.x + polar_inset, corner.y + title_height + 4};
        const float width = float(place.width) - 2 * polar_inset, height = float(place.height) - title_height - 12;
        if (!drawn || polar->points.empty()) {
            ImGui::SetCursorPos({polar_inset, title_height + 8});
            ImGui::PushTextWrapPos(float(place.width) - polar_inset);
            text_item(frame, FontRole::body, frame.colours.second_text,
                frame.view.query.empty()        ? "Click in the picture to place the query."
                : frame.view.busy               ? "Searching…"
                : frame.view.data.allows_none() ? "No row is allowed."
                : frame.view.error              ? "There is no answer."
                : !drawn                        ? "Waiting for the first answer."
                                                : "There is no other point to show.");
            ImGui::PopTextWrapPos();
            return end_instrument();
        }
        const PolarText words = polar_text(frame, *polar, width, height, frame.presenter);
        const PolarRoles& roles = words.roles;
        const float radius = 0.5f * std::min(width, height - words.height()) - ring_label_room;
        const ImVec2 centre{from.x + 0.5f * width, from.y + 0.5f * (height - words.height())};
        const auto at_distance = [&](double distance) { return radius * float(polar->radius_of(distance)); };
        const auto pixel_of = [&](const PolarPoint& point) { return polar_pixel(*polar, point, centre, radius); };
        const auto ringed = [&](ImVec2 at, const render::Colour& ink) { list.AddCircle(at, pick_radius, colour(ink), 24, 2); };
        for (const double ring : polar->rings()) list.AddCircle(centre, at_distance(ring), colour(frame.colours.cell, 0.8f), 96, 1);
        const auto place_of = [&](std::int64_t row) -> const PolarPoint* {
            const auto found =
                std::find_if(polar->points.begin(), polar->points.end(), [&](const PolarPoint& one) { return one.row == row; });
            return found == polar->points.end() ? nullptr : &*found;
        };
        const PolarPoint* pointed = nullptr;
        float nearest = pick_radius;
        const ImVec2 mouse = ImGui::GetMousePos();
        const bool here = ImGui::IsWindowHovered();
        for (const PolarPoint& point : polar->points) {
            const ImVec2 at = pixel_of(point);
            if (const float away = std::hypot(mouse.x - at.x, mouse.y - at.y); here && away <= nearest) pointed = &point, nearest = away;
            if (point.rank == 0) {
                list.AddCircleFilled(at, 1.75f, colour(frame.colours.point, 0.75f), 8);
                continue;
            }
            list.AddCircleFilled(at, neighbour_radius + 1.5f, colour(frame.colours.view), 20);
            list.AddCircleFilled(at, neighbour_radius, colour(render::rank_colour(frame.theme, point.rank - 1, polar->neighbours)), 20);
        }
        if (polar->kth > 0) list.AddCircle(centre, at_distance(polar->kth), colour(frame.colours.radius), 96, 2);
        list.AddCircleFilled(centre, 5.5f, colour(frame.colours.query), 24);
        list.AddCircle(centre, 5.5f, colour(frame.colours.query_ring), 24, 1.5f);
        list.AddLine({centre.x - 8, centre.y}, {centre.x + 8, centre.y}, colour(frame.colours.query_ring), 1.5f);
        list.AddLine({centre.x, centre.y - 8}, {centre.x, centre.y + 8}, colour(frame.colours.query_ring), 1.5f);
        // Texts have backgrounds, so that points do not hide them.
        const PolarTexts texts(
            *polar, centre, radius, neighbour_radius + 1.5f, [&](const std::string& text) { return text_size(frame, roles.notes, text); });
        for (const auto& [box, label] : texts.rings) {
            list.AddRectFilled({box.from.x - 2, box.from.y + 1}, {box.to.x + 2, box.to.y - 1}, colour(frame.colours.dock, 0.9f), 2);
            draw_text(list, frame, roles.notes, box.from, frame.colours.second_text, label);
        }
        if (polar->kth > 0) {
            const std::string distance = frame.distance_text(polar->kth, true), value = " = " + distance,
                              farthest = "farthest found " + distance;
            const bool misses = !frame.view.exactness.missed.empty();  // then it is not the k-th distance
            const float wide = misses ? text_size(frame, roles.strong, farthest).x
                                      : draw_kth(nullptr, frame, {}, frame.colours.text, polar->neighbours, value, frame.presenter);
            const PolarTexts::Box room{{from.x, from.y}, {from.x + width, from.y + height - words.height()}};
            const auto [low, high] = texts.tag(at_distance(polar->kth), {wide + 12, roles.tag}, room);
            draw_box(list, frame, low, high);
            if (misses) draw_text(list, frame, roles.strong, {low.x + 6, low.y + 2}, frame.colours.text, farthest);
            else draw_kth(&list, frame, {low.x + 6, low.y + 2}, frame.colours.text, polar->neighbours, value, frame.presenter);
        }
        if (selected_rank >= 0)
            for (const PolarPoint& point : polar->points)
                if (point.rank == selected_rank + 1) ringed(pixel_of(point), frame.colours.text);
        if (!pointed && frame.hovered >= 0) pointed = place_of(frame.hovered);
        else if (pointed) frame.step_request.pointed = pointed->row;
        if (pointed) ringed(pixel_of(*pointed), frame.colours.accent);
        if (here && pointed && frame.step_request.pointed) {
            show_tooltip((pointed->rank > 0 ? "rank " + text_of_count(pointed->rank) + ", " : std::string()) + "row " +
                         text_of_count(frame.data->file_row(pointed->row)) + ": " + frame.distance_text(pointed->distance));
            if (ImGui::IsMouseClicked(0)) frame.step_request.row = pointed->row;
        }
        float y = corner.y + float(place.height) - words.height();
        for (const std::string& line : words.lines) {
            draw_text(list, frame, roles.words, {from.x, y}, frame.colours.text, line);
            y += roles.word_line;
        }
        for (const std::string& line : words.notes) {
            draw_text(list, frame, roles.notes, {from.x, y + 1}, frame.colours.second_text, line);
            y += roles.note_line;
        }
    }
    end_instrument();
}

}  // namespace neighborscope
