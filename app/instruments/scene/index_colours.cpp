#include "app/instruments/scene/index_colours.hpp"

#include "app/inspect/graph_rows.hpp"

#include <algorithm>
#include <functional>

namespace neighborscope {
namespace {

constexpr double beyond_ramp = 0.01;  ///< share of the numbers beyond each end of the ramp

std::uint32_t plain_colour(render::Theme theme) { return packed(render::palette(theme).point); }

/// A ramp from the 1st to the 99th percentile.
void colour_by_number(PointColours& colours, std::int64_t rows, render::Theme theme, const std::function<std::int64_t(std::int64_t)>& of) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row) numbers[std::size_t(row)] = of(row);
    std::vector<std::int64_t> sorted = numbers;
    const auto value_at = [&](double share) {
        const auto at = sorted.begin() + std::ptrdiff_t(share * double(sorted.size() - 1));
        std::nth_element(sorted.begin(), at, sorted.end());
        return double(*at);
    };
    colours.least = value_at(0), colours.low = value_at(beyond_ramp), colours.high = value_at(1 - beyond_ramp), colours.most = value_at(1);
    const double range = std::max(colours.high - colours.low, 1.0);
    colours.rgba.resize(numbers.size());
    std::transform(numbers.begin(), numbers.end(), colours.rgba.begin(),
        [&](std::int64_t number) { return packed(render::ramp_colour(theme, float((double(number) - colours.low) / range))); });
}

/// PointColours::Class 0, 1.. of each row; classes without rows get no line.
void colour_by_class(PointColours& colours, std::int64_t rows, std::vector<PointColours::Class> classes,
    const std::function<std::size_t(std::int64_t)>& of) {
    colours.rgba.resize(std::size_t(rows));
    for (std::int64_t row = 0; row < rows; ++row) {
        PointColours::Class& its = classes[of(row)];
        ++its.count;
        colours.rgba[std::size_t(row)] = its.colour;
    }
    std::erase_if(classes, [](const PointColours::Class& one) { return one.count == 0; });
    colours.classes = std::move(classes);
}

/// The lowest level, which most rows are on, is plain; higher ones stand out more.
std::vector<PointColours::Class> classes_of_levels(int top, render::Theme theme) {
    std::vector<PointColours::Class> classes;
    for (int level = 0; level <= top; ++level)
        classes.push_back({"level " + std::to_string(level), 0,
            level == 0 ? plain_colour(theme) : packed(render::ramp_colour(theme, float(level) / float(std::max(1, top))))});
    return classes;
}

void colour_by_list(PointColours& colours, const stored::StoredLists& lists, render::Theme theme) {
    std::vector<PointColours::Class> classes;
    std::vector<std::uint32_t> list_of_row;
    for (std::size_t list = 0; list < lists.lists.size(); ++list) {
        classes.push_back({"list " + std::to_string(list), 0, packed(render::category_colour(theme, int(list % render::category_count)))});
        for (std::int64_t entry = 0; entry < lists.lists[list].count; ++entry) {
            const auto row = std::size_t(lists.row_of(list, entry));
            if (row >= list_of_row.size()) list_of_row.resize(row + 1);
            list_of_row[row] = std::uint32_t(list);
        }
    }
    colour_by_class(
        colours, std::int64_t(list_of_row.size()), std::move(classes), [&](std::int64_t row) { return list_of_row[std::size_t(row)]; });
}

}  // namespace

PointColours colour_by_index(const DataSet& data, const inspect::GraphRows* graph, const ColourWay& way, render::Theme theme) {
    PointColours colours;
    colours.way = way;
    const std::int64_t rows = data.count();
    if (!data.own_index || rows == 0) return colours;
    const std::uint32_t plain = plain_colour(theme);
    if (way.kind == ColourWay::Kind::list && data.own_index->lists) {
        colours.name = "Inverted list";
        colour_by_list(colours, *data.own_index->lists, theme);
    }
    if (!graph) return colours;
    switch (way.kind) {
        case ColourWay::Kind::level:
            colours.name = "Level";
            colour_by_class(colours, rows, classes_of_levels(graph->top_level(), theme),
                [&](std::int64_t row) { return std::size_t(std::clamp(graph->level_of(row), 0, graph->top_level())); });
            break;
        case ColourWay::Kind::links_out:
            colours.name = "Links out";
            colour_by_number(colours, rows, theme, [&](std::int64_t row) { return graph->links_out(row); });
            break;
        case ColourWay::Kind::links_in:
            colours.name = "Links in";
            colour_by_number(colours, rows, theme, [&](std::int64_t row) { return graph->links_in(row); });
            break;
        case ColourWay::Kind::reachable: {
            colours.name = "From the entry";
            std::vector<bool> lost(static_cast<std::size_t>(rows));
            for (const std::int32_t row : graph->unreachable) lost[std::size_t(row)] = true;
            colour_by_class(colours, rows,
                {{"reachable", 0, plain}, {"unreachable", 0, packed(render::palette(theme).error)},
                    {"deleted", 0, packed(render::missing_colour(theme))}},
                [&](std::int64_t row) { return data.own_index->is_deleted(row) ? std::size_t(2) : std::size_t(lost[std::size_t(row)]); });
            break;
        }
        case ColourWay::Kind::hubs:
            colours.name = "Hubs";
            colour_by_class(colours, rows,
                {{"other", 0, plain},
                    {std::to_string(graph->hub_links) + " links in or more", 0, packed(render::category_colour(theme, 6))}},
                [&](std::int64_t row) { return std::size_t(graph->links_in(row) >= graph->hub_links); });
            break;
        default: break;
    }
    return colours;
}

PointColours colour_by_device(const DevicesOfRows& devices, render::Theme theme) {
    PointColours colours;
    colours.way = device_colour_way();
    colours.name = "Device";
    std::vector<PointColours::Class> classes;
    for (const std::string& name : devices.names)
        classes.push_back({name, 0, packed(render::category_colour(theme, int(classes.size()) % render::category_count))});
    classes.push_back({"not searched", 0, packed(render::missing_colour(theme))});
    colour_by_class(colours, std::int64_t(devices.of_row.size()), std::move(classes),
        [&](std::int64_t row) { return std::min(std::size_t(devices.of_row[std::size_t(row)]), devices.names.size()); });
    return colours;
}

}  // namespace neighborscope
