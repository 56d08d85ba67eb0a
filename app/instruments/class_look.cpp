#include "app/instruments/class_look.hpp"

#include "app/data/data_set.hpp"
#include "app/instruments/point_colours.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

/// Of a region over the view's colour: where the votes are divided, and where all are for it; along its border.
struct RegionOpacity {
    double divided, sure, border;
};
RegionOpacity region_opacity(render::Theme theme) {
    return theme == render::Theme::dark ? RegionOpacity{0.14, 0.34, 0.55} : RegionOpacity{0.12, 0.30, 0.55};
}

}  // namespace

void ClassLook::update(const Classifying& now, const Projection& projection, render::Theme theme) {
    const std::uint64_t regions = now.regions ? now.regions->generation : 0;
    if (regions != regions_ || theme != theme_) {
        regions_ = regions, theme_ = theme;
        if (now.regions) draw_regions(now, theme);
        else image_ = render::PlaneImage();
    }
    if (now.ringed_generation != ringed_ || projection != projection_) {
        ringed_ = now.ringed_generation, projection_ = projection;
        place_rings(now, projection);
    }
}

/// The colour of its class for each cell, paler where the votes are divided; cells beside another class are its border.
void ClassLook::draw_regions(const Classifying& now, render::Theme theme) {
    const DecisionRegions& regions = *now.regions;
    const RegionOpacity opacity = region_opacity(theme);
    std::vector<std::uint32_t> colours;
    for (const ClassShade& shade : now.shades) colours.push_back(packed(class_colour(theme, shade)) & 0xffffff);
    const double thin = std::min(1.0, 2.0 * regions.columns / regions.plane.width);  // of coarse cells a border would be a wall
    const std::uint32_t line = packed(render::palette(theme).text) & 0xffffff;
    const auto class_at = [&](int column, int row) {
        return regions.of_cell[std::size_t(row) * std::size_t(regions.columns) + std::size_t(column)];
    };
    std::vector<std::uint32_t> cells(regions.of_cell.size(), 0);
    for (int row = 0; row < regions.rows; ++row)
        for (int column = 0; column < regions.columns; ++column) {
            const std::int32_t of = class_at(column, row);
            if (of < 0 || of >= std::ssize(colours)) continue;
            const std::size_t cell = std::size_t(row) * std::size_t(regions.columns) + std::size_t(column);
            const bool border = ((column + 1 < regions.columns && class_at(column + 1, row) != of) ||
                                 (row + 1 < regions.rows && class_at(column, row + 1) != of));
            const double sure = std::clamp(2 * regions.share[cell] - 1, 0.0, 1.0);
            const double alpha = border ? opacity.divided + (opacity.border - opacity.divided) * thin
                                        : opacity.divided + (opacity.sure - opacity.divided) * sure;
            cells[cell] = (border ? line : colours[std::size_t(of)]) | std::uint32_t(std::lround(255 * alpha)) << 24;
        }
    const double across = regions.plane.size[0] / regions.plane.width, up = regions.plane.size[1] / regions.plane.height;
    const double side = std::ceil(double(regions.plane.width) / regions.columns);
    image_ = render::PlaneImage(regions.columns, regions.rows, cells, {regions.plane.low[0], regions.plane.low[1]},
        {across * side * regions.columns, up * side * regions.rows});
}

void ClassLook::place_rings(const Classifying& now, const Projection& projection) {
    rings_ = 0;
    if (!now.judged || now.ringed.empty()) return;
    const DataSet& data = *now.judged->data;
    std::vector<float> places;
    places.reserve(3 * now.ringed.size());
    for (const std::int64_t row : now.ringed)
        for (const double place : projection.place(data, row)) places.push_back(float(place));
    if (places_.bytes() < places.size() * sizeof(float)) places_ = render::Buffer(places.size() * sizeof(float));
    places_.upload(places.data(), places.size() * sizeof(float));
    rings_ = int(now.ringed.size());
}

void ClassLook::add_to(render::Extras& extras) const {
    if (rings_ > 0) extras.ringed = &places_, extras.ringed_count = rings_;
    if (image_.texture()) extras.regions = &image_;
}

}  // namespace neighborscope
