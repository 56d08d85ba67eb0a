#include "app/charts/search_chart.hpp"

#include "app/session/stepping/narrate.hpp"

#include <cmath>
#include <map>

namespace neighborscope::charts {

Chart search_chart(const BoundChart& search, const std::vector<NeighbourFate>& fates, const std::vector<MissedNote>& notes,
    std::string title, std::string subtitle) {
    constexpr int grey = 6, blue = 0, orange = 1, green = 2;  // of series_colour
    Panel panel;
    panel.x.label = "step";
    panel.x.range = {0, double(search.steps) + 1};
    panel.y.label = search.products ? "inner product, larger is nearer" : "distance from the query";
    panel.y.logarithmic = search.is_logarithmic() || (search.nearest > 0 && CrowdedNeighbours(search, fates).crowded);
    const auto drawn = [&](double ranked) { return std::isfinite(ranked) && (!panel.y.logarithmic || ranked > 0); };
    const auto series_of = [&](BoundChart::Kind kind, const char* name, int colour, bool faint) {
        Series series{name, {}, colour, false, faint};
        for (const BoundChart::Event& event : search.events)
            if (event.kind == kind && drawn(double(event.distance)))
                series.points.push_back({double(event.position), search.distance_of(double(event.distance))});
        if (!series.points.empty()) panel.series.push_back(std::move(series));
    };
    series_of(BoundChart::Kind::skipped, "skipped", green, true);
    series_of(BoundChart::Kind::computed, search.products ? "inner product computed" : "distance computed", grey, true);
    series_of(BoundChart::Kind::refused, search.refused_as.c_str(), orange, true);
    series_of(BoundChart::Kind::entered, "entered the list", blue, false);
    ReferenceLine stair{{}, ordinal(search.k) + (search.products ? " inner product so far" : " distance so far"), false, -1, true};
    for (std::size_t i = 0; i < search.bounds.size(); ++i) {
        if (!drawn(double(search.bounds[i].distance))) continue;
        const double y = search.distance_of(double(search.bounds[i].distance));
        stair.points.push_back({double(search.bounds[i].position), y});
        stair.points.push_back({double(i + 1 < search.bounds.size() ? search.bounds[i + 1].position : search.steps), y});
    }
    if (!stair.points.empty()) panel.reference_lines.push_back(std::move(stair));
    std::map<std::size_t, std::string> text_of;  // at the nearest row of each note
    for (const MissedNote& note : notes) text_of[note.fates.front()] = note.texts.front();
    for (std::size_t i = 0; i < fates.size(); ++i) {
        const NeighbourFate& fate = fates[i];
        const double y = search.distance_of(fate.distance);
        if (!drawn(fate.distance) || (fate.found == 0 && !fate.missed())) continue;
        const double from = double(fate.missed() ? std::max<std::int64_t>(1, fate.lost) : fate.found);
        panel.reference_lines.push_back(
            {{{from, y}, {double(search.steps), y}}, text_of[i], fate.missed(), fate.missed() ? orange : blue, false});
    }
    return {std::move(title), std::move(subtitle), {}, {std::move(panel)}, true};
}

}  // namespace neighborscope::charts
