#include "app/instruments/timeline/bound_notes.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/timeline/free_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace neighborscope {
namespace {

/// All that notes must not cover.
FreePlaces free_places(const InstrumentFrame& frame, const BoundPlot& plot) {
    FreePlaces places(plot.from, plot.to);
    for (const BoundChart::Event& event : plot.chart.events) {
        const float x = plot.x(event.position), y = plot.y(double(event.distance)), radius = plot.chart.reduced ? 1.0f : 3.0f;
        places.avoid({x - radius, y - radius}, {x + radius, y + radius});
    }
    for (const NeighbourFate& fate : frame.view.stepping.fates) {
        if (!is_drawn(frame, fate)) continue;
        const auto [left, right] = ends_of(plot, fate);
        const float y = plot.y(fate.distance);
        places.block({left - 4, y - 1.5f}, {fate.missed() ? plot.to.x : right, y + 1.5f});
        if (fate.found > 0) places.block({left - 5, y - 5}, {left + 5, y + 5});
        if (fate.missed() && fate.lost > 0) places.block({right - 5, y - 5}, {right + 14, y + 5});
    }
    const std::vector<BoundChart::Bound>& bounds = plot.chart.bounds;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const bool last = i + 1 == bounds.size();
        const float y = plot.y(double(bounds[i].distance)), right = last ? plot.to.x : plot.x(bounds[i + 1].position),
                    below = last ? y : plot.y(double(bounds[i + 1].distance));
        places.block({plot.x(bounds[i].position), y - 1.5f}, {right + 1.5f, y + 1.5f});
        places.block({right - 1.5f, std::min(y, below)}, {right + 1.5f, std::max(y, below)});
    }
    return places;
}

}  // namespace

std::vector<PlacedNote> placed_notes(
    const InstrumentFrame& frame, const BoundPlot& plot, const std::vector<MissedNote>& notes, ImVec2 title_at, float title_room) {
    constexpr int few_dots = 10, some_dots = 40;  // cells: of one dot, and of the most that a note may cover
    std::vector<PlacedNote> placed;
    if (notes.empty()) return placed;
    const std::vector<NeighbourFate>& fates = frame.view.stepping.fates;
    FreePlaces places = free_places(frame, plot);
    bool title_is_free = true;
    for (const MissedNote& note : notes) {
        float low = -std::numeric_limits<float>::infinity(), high = -low;  // the lines: the lowest and the highest of them
        for (const std::size_t i : note.fates)
            if (is_drawn(frame, fates[i])) low = std::max(low, plot.y(fates[i].distance)), high = std::min(high, plot.y(fates[i].distance));
        if (!(low >= high)) continue;
        std::optional<PlacedNote> best;  // in the plot, over the fewest dots
        int dots = some_dots + 1;
        for (const std::string& text : note.texts) {
            const ImVec2 size = text_size(frame, FontRole::bold, text);
            for (const float line : {high, low}) {
                const auto place = places.place({size.x + 8, size.y}, line);
                if (!place || place->dots >= dots) continue;
                dots = place->dots;
                best = PlacedNote{&note, text, {std::round(place->at.x + 4), std::round(place->at.y)}, size, line};
            }
            if (best && dots <= few_dots) break;
            if (title_is_free && size.x <= title_room) {
                title_is_free = false;
                best = PlacedNote{&note, text, {title_at.x, title_at.y - 0.5f * size.y}, size, 0, true};
                break;
            }
        }
        if (!best) continue;
        if (!best->in_title) places.take(best->at, best->size);
        placed.push_back(std::move(*best));
    }
    return placed;
}

void draw_notes(const InstrumentFrame& frame, const std::vector<PlacedNote>& notes) {
    constexpr float far = 8;  // a note so far from its lines has a line to them
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const PlacedNote& note : notes) {
        const ImVec2 end{note.at.x + note.size.x, note.at.y + note.size.y};
        if (!note.in_title) {
            const float away = std::max(note.at.y - note.line, note.line - end.y), x = note.at.x + 10;
            if (away > far)
                list.AddLine({x, note.line < note.at.y ? note.at.y : end.y}, {x, note.line}, colour(frame.colours.error, 0.7f), 1);
            list.AddRectFilled({note.at.x - 3, note.at.y}, {end.x + 3, end.y}, colour(frame.colours.dock, 0.82f), 3);
        }
        draw_text(list, frame, FontRole::bold, note.at, frame.colours.error, note.text);
    }
}

std::string text_of_note(const InstrumentFrame& frame, const MissedNote& note) {
    constexpr std::size_t most = 6;
    std::string text = note.texts.front();
    if (note.fates.size() > 1)
        for (std::size_t i = 0; i < std::min(most, note.fates.size()); ++i)
            text += "\n" + frame.view.stepping.fates[note.fates[i]].sentence;
    if (note.fates.size() > most) text += "\nand " + text_of_amount(std::int64_t(note.fates.size() - most), "row", "rows") + " more";
    return text;
}

const PlacedNote* note_at(const std::vector<PlacedNote>& notes, ImVec2 mouse) {
    for (const PlacedNote& note : notes)
        if (mouse.x >= note.at.x && mouse.x <= note.at.x + note.size.x && mouse.y >= note.at.y && mouse.y <= note.at.y + note.size.y)
            return &note;
    return nullptr;
}

}  // namespace neighborscope
