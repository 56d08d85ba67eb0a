#include "app/instruments/timeline/sort_bars.hpp"

#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/timeline/bound_chart.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/sorting.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float above_bars = 18, below_bars = 5;             // height
constexpr float min_height = 520;                            // of a view with room for bars
constexpr float widest_bar = 26, min_bar_width_for_gap = 4;  // maximum of a bar; bars from this width on have gaps

/// Maps places to pixels.
struct Row {
    float left, width;
    std::int64_t places;
    float x(std::int64_t place) const { return left + width * float(double(place) / double(std::max<std::int64_t>(1, places))); }
};

bool is_pass(const Recording& record, const Step& step) { return record.kind_of(step).name == "pass"; }

/// "1 024 distances, in the order of their points", "places 12 to 40 are parted at 2 358".
std::string sort_caption(const InstrumentFrame& frame, const SortPicture& sort) {
    const Stepping& stepping = frame.view.stepping;
    if (sort.places == 0) return "The distances are not computed yet.";
    const std::string places = "places " + text_of_count(sort.begin) + " to " + text_of_count(sort.end - 1);
    if (!stepping.record->sorted)
        return sort.begin < 0 ? text_of_count(sort.places) + " in order" : places + ": the new entry and the entries it shifted";
    if (stepping.position == 0) return text_of_count(sort.places) + " distances to be sorted, in the order of their points";
    if (sort.cut >= 0) return places + ", partitioned at place " + text_of_count(sort.cut) + " by " + frame.distance_text(sort.pivot, true);
    const Step& step = stepping.record->at(stepping.position);
    if (sort.begin >= 0 && is_pass(*stepping.record, step))
        return "all " + text_of_count(sort.places) + " distances in the order of their last " + text_of_count(4 * step.round) + " bits";
    if (sort.begin >= 0) return places + " are in order";
    return text_of_count(sort.places) + (sort.in_order ? " distances in order" : " distances, in the order of their points");
}

render::Colour bar_colour(const InstrumentFrame& frame, const SortPicture& sort, std::int64_t place, int rank) {
    const render::Palette& colours = frame.colours;
    if (rank > 0) return render::rank_colour(frame.theme, rank - 1, std::max<int>(1, int(frame.view.neighbours.size())));
    if (place < sort.begin || place >= sort.end) return colours.edge;
    return sort.cut >= 0 && place >= sort.cut ? colours.point : colours.accent;
}

void show_bar_tooltip(const InstrumentFrame& frame, const SortPicture& sort, std::size_t bar) {
    const std::int64_t place = std::int64_t(bar) * sort.places / std::int64_t(sort.bars.size());
    std::string text = "place " + text_of_count(place) + ": distance " + frame.distance_text(sort.bars[bar].distance);
    if (sort.bars[bar].rank > 0) text += "\nrank " + text_of_count(sort.bars[bar].rank) + " of the neighbours";
    if (place >= sort.begin && place < sort.end && sort.cut >= 0)
        text += place < sort.cut ? "\nleft part: up to " + frame.distance_text(sort.pivot, true)
                                 : "\nright part: above " + frame.distance_text(sort.pivot, true);
    show_tooltip(text);
}

}  // namespace

bool has_sort_bars(const InstrumentFrame& frame) {
    const Stepping& stepping = frame.view.stepping;
    return stepping.ready && float(frame.height) >= min_height && (stepping.record->sorted || keeps_in_order(*stepping.record));
}

float sort_bars_height(const InstrumentFrame& frame) { return is_low_view(frame) ? 50 : 80; }

void draw_sort_bars(const InstrumentFrame& frame, ImVec2 at, float width) {
    const SortPicture& sort = frame.view.stepping.sort;
    const render::Palette& colours = frame.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_text(list, frame, FontRole::small, at, colours.second_text, elided(frame, FontRole::small, sort_caption(frame, sort), width));
    const float top = at.y + above_bars, bottom = at.y + sort_bars_height(frame) - below_bars, high = bottom - top;
    list.AddLine({at.x, bottom}, {at.x + width, bottom}, colour(colours.edge), 1);
    const double across = sort.farthest - sort.nearest_of_all;
    if (sort.bars.empty() || !std::isfinite(across)) return;
    // A list always has k places, so that bars keep their width while it fills.
    const std::int64_t room =
        frame.view.stepping.record->sorted ? sort.places : std::max<std::int64_t>(sort.places, frame.view.stepping.record->k);
    const Row row{at.x, std::min(width, widest_bar * float(room)), room};
    const auto height_of = [&](double distance) {
        return across != 0 ? std::max(1.0f, high * float(std::min(1.0, (distance - sort.nearest_of_all) / across))) : 1.0f;
    };
    const std::size_t bars = sort.bars.size(), columns = std::max<std::size_t>(1, std::min(bars, std::size_t(row.width)));
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t bar = column * bars / columns;
        const std::int64_t place = std::int64_t(bar) * sort.places / std::int64_t(bars);
        const float left = row.x(std::int64_t(column) * sort.places / std::int64_t(columns)),
                    right = row.x(std::int64_t(column + 1) * sort.places / std::int64_t(columns));
        const float gap = right - left >= min_bar_width_for_gap ? 1.0f : 0.0f;
        list.AddRectFilled({left, bottom - height_of(sort.bars[bar].distance)}, {std::max(left + 1, right - gap), bottom},
            colour(bar_colour(frame, sort, place, sort.bars[bar].rank)));
    }
    // Marks the step's range also by lines, not only by colour.
    if (sort.begin >= 0 && sort.end > sort.begin) {
        const float from = row.x(sort.begin), to = std::max(from + 2, row.x(sort.end));
        list.AddRectFilled({from, bottom + 1}, {to, bottom + 3}, colour(colours.text));
        if (!frame.view.stepping.record->sorted)  // the new entry
            list.AddRect({from - 1, bottom - height_of(sort.bars[std::size_t(sort.begin)].distance) - 1}, {row.x(sort.begin + 1), bottom},
                colour(colours.text), 0, 0, 2);
        if (sort.cut >= 0) {
            const float x = std::round(row.x(sort.cut)), y = bottom - height_of(sort.pivot);
            list.AddRectFilled({x - 1, top - 2}, {x + 1, bottom + 4}, colour(colours.text));
            for (float dash = from; dash < to; dash += 7) list.AddLine({dash, y}, {std::min(dash + 4, to), y}, colour(colours.text), 1);
        }
    }
    // Marks the k nearest, since thin bars are hard to see among many.
    if (frame.view.stepping.record->sorted && row.width < 3 * float(sort.places))
        for (const SortPicture::Nearest& one : sort.nearest) {
            const float x = std::round(row.x(one.place) + 0.5f * row.width / float(room));
            const render::Colour ink = render::rank_colour(frame.theme, one.rank - 1, std::max<int>(1, int(frame.view.neighbours.size())));
            list.AddRectFilled({x - 1, bottom - height_of(double(frame.view.stepping.record->sorted->distance[std::size_t(one.rank - 1)]))},
                {x + 1, bottom}, colour(ink));
            list.AddCircleFilled({x, top - 1}, 3, colour(ink), 12);
        }
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({row.left, top}, {row.left + row.width, bottom + below_bars})) {
        const float share = (ImGui::GetIO().MousePos.x - row.left) / row.width;
        const auto place = std::int64_t(double(share) * double(room));
        if (place < sort.places)
            show_bar_tooltip(frame, sort, std::clamp<std::size_t>(std::size_t(place * std::int64_t(bars) / sort.places), 0, bars - 1));
    }
}

}  // namespace neighborscope
