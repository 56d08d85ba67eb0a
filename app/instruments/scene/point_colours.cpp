#include "app/instruments/scene/point_colours.hpp"

#include "app/inspect/graph_rows.hpp"
#include "gpu/row_filter.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

static_assert(Shades::most_classes == render::category_count);

std::uint32_t packed(const render::Colour& c) {
    const auto byte = [](float part) { return std::uint32_t(std::lround(255 * std::clamp(part, 0.0f, 1.0f))); };
    return 0xff000000u | byte(c.b) << 16 | byte(c.g) << 8 | byte(c.r);
}

render::Colour class_colour(render::Theme theme, ClassShade of) {
    if (of.ramp) return render::ramp_colour(theme, float(of.shade) / (Shades::of_ramp - 1));
    return of.shade < render::category_count ? render::category_colour(theme, int(of.shade)) : render::other_colour(theme);
}

render::Colour faint_colour(render::Theme theme, const render::Colour& of) {
    constexpr float share = 0.2f;  // of the colour itself
    const render::Colour& view = render::palette(theme).view;
    return {view.r + share * (of.r - view.r), view.g + share * (of.g - view.g), view.b + share * (of.b - view.b)};
}

namespace {

render::Colour unpacked(std::uint32_t packed) {
    return {float(packed & 255) / 255, float(packed >> 8 & 255) / 255, float(packed >> 16 & 255) / 255};
}

}  // namespace

PointColours colour_points(const DataSet& data, const ColourWay& way, render::Theme theme) {
    PointColours colours;
    colours.way = way;
    if (way.kind != ColourWay::Kind::quantity) return colours;
    const Quantity& quantity = data.quantities[std::size_t(way.quantity)];
    Shades shades = quantity.shades();
    colours.name = quantity.name;
    colours.rgba = std::move(shades.of_point);
    colours.own = shades.scale == Shades::Scale::own;
    if (colours.own) return colours;
    colours.low = shades.low, colours.high = shades.high;
    colours.least = shades.least, colours.most = shades.most;
    colours.missing = shades.missing;

    std::vector<std::uint32_t> palette;
    for (const Shades::Class& one : shades.classes) {
        palette.push_back(packed(render::category_colour(theme, int(palette.size()))));
        colours.classes.push_back({one.word, one.count, palette.back()});
    }
    const bool ramp = shades.scale == Shades::Scale::ramp;
    for (std::uint32_t i = 0; ramp && i < Shades::of_ramp; ++i)
        palette.push_back(packed(render::ramp_colour(theme, float(i) / (Shades::of_ramp - 1))));
    const std::uint32_t other = packed(render::other_colour(theme)), missing = packed(render::missing_colour(theme));
    palette.insert(palette.end(), {other, missing});
    if (shades.others > 0) colours.classes.push_back({std::to_string(shades.other_words) + " others", shades.others, other});
    if (!ramp && shades.missing > 0) colours.classes.push_back({"missing", shades.missing, missing});
    for (std::uint32_t& point : colours.rgba) point = palette[point];
    return colours;
}

void make_faint(PointColours& colours, const DataSet& data, const inspect::GraphRows* graph, int level, render::Theme theme) {
    const RowFilter* const filter = data.filter && data.filter->count() < data.count() ? data.filter.get() : nullptr;
    const stored::StoredIndex* const index = data.own_index && data.own_index->deleted_rows > 0 ? data.own_index.get() : nullptr;
    const bool above = graph && level > 0 && data.own_index == graph->index;
    if ((!filter && !above && !index) || colours.way.of_work()) return;
    for (const std::string& cause : {above ? "not on level " + std::to_string(level) : std::string(),
             std::string(filter ? "not allowed" : ""), std::string(index ? "deleted" : "")})
        if (!cause.empty()) colours.faint += (colours.faint.empty() ? "" : " or ") + cause;
    if (colours.rgba.empty()) colours.rgba.assign(std::size_t(data.count()), packed(render::palette(theme).point));
    for (std::size_t at = 0; at < colours.rgba.size(); ++at) {
        const auto row = std::int64_t(at);
        if ((filter && !filter->allows(row)) || (above && graph->level_of(row) < level) || (index && index->is_deleted(row)))
            colours.rgba[at] = packed(faint_colour(theme, unpacked(colours.rgba[at])));
    }
}

}  // namespace neighborscope
