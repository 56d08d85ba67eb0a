#include "app/instruments/point_look.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope {

void PointLook::update(const std::shared_ptr<const DataSet>& data, const std::string& colour_by, render::Theme theme) {
    // Points that have only moved keep their colours.
    const bool other_data = !data != !data_ || (data && data != data_ && (data->source != data_->source || data->hash != data_->hash));
    data_ = data;
    if (!other_data && colour_by == colour_by_ && theme == theme_) return;
    colour_by_ = colour_by;
    theme_ = theme;
    if (other_data) upload_network();
    ColourWay way;
    if (data) {
        const std::vector<ColourWay> ways = colour_ways(*data);
        way = ways[shown_colour_way(ways, *data, colour_by)];
    }
    colours_ = data ? colour_points(*data, way, theme) : PointColours{};
    upload_colours();
}

void PointLook::upload_colours() {
    coloured_ = std::int64_t(colours_.rgba.size());
    const std::size_t bytes = colours_.rgba.size() * sizeof(std::uint32_t);
    if (colour_buffer_.bytes() != std::max<std::size_t>(bytes, 4)) colour_buffer_ = render::Buffer(std::max<std::size_t>(bytes, 4));
    colour_buffer_.upload(colours_.rgba.data(), bytes);
    if (coloured_ > 0) colours_.rgba = {0};  // only that there are some matters from here on
}

/// Positions relative to the origin in float32, as the points have them; in space the network lies on the ground.
void PointLook::upload_network() {
    lines_ = 0;
    if (!data_ || !data_->network || data_->dimension < 2) return;
    const RoadNetwork& network = *data_->network;
    float ground = 0;
    if (data_->dimension >= 3 && data_->count() > 0) {
        ground = data_->coordinates[2];
        for (std::size_t at = 2; at < data_->coordinates.size(); at += std::size_t(data_->dimension))
            ground = std::min(ground, data_->coordinates[at]);
    }
    std::vector<float> lines;
    lines.reserve(network.edges.size() * 6);
    for (const RoadNetwork::Edge& edge : network.edges) {
        for (const std::int32_t node : {edge.from, edge.to}) {
            const double* at = &network.nodes[2 * std::size_t(node)];
            lines.insert(lines.end(), {float(at[0] - data_->origin[0]), float(at[1] - data_->origin[1]), ground});
        }
    }
    line_buffer_ = render::Buffer(std::max<std::size_t>(lines.size() * sizeof(float), 4));
    line_buffer_.upload(lines.data(), lines.size() * sizeof(float));
    lines_ = int(network.edges.size());
}

render::Extras PointLook::extras(std::int64_t count) const {
    render::Extras extras;
    if (coloured_ > 0 && coloured_ == count) extras.colours = &colour_buffer_;
    if (lines_ > 0) extras.lines = &line_buffer_, extras.line_count = lines_;
    return extras;
}

render::Ball ball_of(Metric metric) {
    switch (metric) {
        case Metric::manhattan: return render::Ball::manhattan;
        case Metric::chebyshev: return render::Ball::chebyshev;
        case Metric::euclidean: break;
    }
    return render::Ball::euclidean;
}

render::Box box_of(const DataSet& data) {
    render::Box box;
    const int axes = std::min(data.dimension, 3);
    for (int axis = 0; axis < axes; ++axis) {
        float low = std::numeric_limits<float>::infinity(), high = -low;
        for (std::size_t i = std::size_t(data.shown[std::size_t(axis)]); i < data.coordinates.size(); i += std::size_t(data.dimension)) {
            low = std::min(low, data.coordinates[i]);
            high = std::max(high, data.coordinates[i]);
        }
        if (low <= high) box.low[axis] = low, box.high[axis] = high;
    }
    return box;
}

}  // namespace neighborscope
