// Names of lines above panels that stand side by side.
#include "app/charts/canvas.hpp"

#include <algorithm>

namespace neighborscope::charts {
namespace {

constexpr std::size_t max_end_labels = 4, too_narrow_from = 3;  // names; panels: with three side by side there is no room for names

}  // namespace

std::vector<const Series*> names_above(const Chart& chart) {
    std::vector<const Series*> named;
    for (const Panel& panel : chart.panels)
        for (const Series& series : panel.series)
            if (panel.categories.empty() && (series.line || chart.names_above) && !series.points.empty() &&
                std::none_of(named.begin(), named.end(), [&](const Series* other) { return other->name == series.name; }))
                named.push_back(&series);
    const std::size_t panels = chart.panels.size();
    if (!chart.names_above && (panels < 2 || (panels < too_narrow_from && named.size() <= max_end_labels))) named.clear();
    return named;
}

float draw_names(Canvas& canvas, const std::vector<const Series*>& named, float left, float right, float top) {
    float x = left, y = top;
    const float height = canvas.size(TextStyle::small, "x").y + 4;
    for (const Series* series : named) {
        const float width = canvas.size(TextStyle::small, series->name).x + 14;
        if (x > left && x + width > right) x = left, y += height;
        canvas.marker(series->series_colour, {x + 4, y + 0.5f * (height - 4)}, 4, series->faint);
        canvas.text(TextStyle::small, {x + 14, y}, canvas.colours.text, series->name);
        x += width + 16;
    }
    return named.empty() ? 0 : y + height - top;
}

}  // namespace neighborscope::charts
