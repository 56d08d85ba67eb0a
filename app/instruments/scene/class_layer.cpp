#include "app/instruments/scene/class_layer.hpp"

#include "app/data/points/data_set.hpp"
#include "app/instruments/scene/point_colours.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

render::PlaneOpacity region_opacity(const DecisionRegions& regions, render::Theme theme) {
    render::PlaneOpacity opacity =
        theme == render::Theme::dark ? render::PlaneOpacity{0.14f, 0.34f, 0.55f} : render::PlaneOpacity{0.12f, 0.30f, 0.55f};
    const double thin = std::min(1.0, 2.0 * regions.columns / regions.plane.width);  // thinner lines between coarse cells
    opacity.border = opacity.divided + (opacity.border - opacity.divided) * float(thin);
    return opacity;
}

void ClassLayer::update(const Classifying& now, const Projection& projection, render::Theme theme) {
    const std::uint64_t regions = now.regions ? now.regions->generation : 0;
    const bool others = regions != regions_;
    if (others) {
        regions_ = regions;
        image_ = now.regions ? image_of(*now.regions) : render::PlaneImage();
    }
    if (now.regions && (others || theme != theme_)) colour_regions(now, theme);
    theme_ = theme;
    if (now.ringed_generation != ringed_generation_ || projection != projection_) {
        ringed_generation_ = now.ringed_generation, projection_ = projection;
        place_rings(now, projection);
    }
}

render::PlaneImage ClassLayer::image_of(const DecisionRegions& regions) {
    static_assert(sizeof(VoteResult) == sizeof(std::uint32_t));
    const double across = regions.plane.size[0] / regions.plane.width, up = regions.plane.size[1] / regions.plane.height;
    const double side = std::ceil(double(regions.plane.width) / regions.columns);
    return {regions.columns, regions.rows, {&regions.votes.data()->bits, regions.votes.size()},
        {regions.plane.low[0], regions.plane.low[1]}, {across * side * regions.columns, up * side * regions.rows}};
}

void ClassLayer::colour_regions(const Classifying& now, render::Theme theme) {
    std::vector<std::uint32_t> colours;
    for (const ClassShade& shade : now.shades) colours.push_back(packed(class_colour(theme, shade)));
    image_.colour(colours, packed(render::palette(theme).text), region_opacity(*now.regions, theme));
}

void ClassLayer::place_rings(const Classifying& now, const Projection& projection) {
    rings_ = 0;
    if (!now.leave_one_out || now.ringed.empty()) return;
    const DataSet& data = *now.leave_one_out->data;
    std::vector<float> places;
    places.reserve(3 * now.ringed.size());
    for (const std::int64_t row : now.ringed)
        for (const double place : projection.place(data, row)) places.push_back(float(place));
    if (places_.bytes() < places.size() * sizeof(float)) places_ = render::Buffer(places.size() * sizeof(float));
    places_.upload(places.data(), places.size() * sizeof(float));
    rings_ = int(now.ringed.size());
}

void ClassLayer::add_to(render::Extras& extras) const {
    if (rings_ > 0) extras.ringed = &places_, extras.ringed_count = rings_;
    if (!image_.empty()) extras.regions = &image_;
}

}  // namespace neighborscope
