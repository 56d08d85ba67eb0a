#include "app/instruments/scene/point_look.hpp"

#include "app/session/search/search_worker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace neighborscope {

namespace {

bool may_be_of_work(const std::string& colour_by) {
    return std::any_of(work_colour_ways().begin(), work_colour_ways().end(), [&](const ColourWay& way) { return way.value == colour_by; });
}

}  // namespace

void PointLook::update(
    const std::shared_ptr<const DataSet>& data, const std::string& colour_by, render::Theme theme, const ResidentTree* tree) {
    // Points that have only moved keep their colours.
    const bool other_data = !data != !data_ || (data && data != data_ && (data->source != data_->source || data->hash != data_->hash));
    data_ = data;
    const std::uint64_t work = !tree ? 0 : tree->work ? tree->work->generation + 1 : 1;
    if (!other_data && colour_by == colour_by_ && theme == theme_ && (work == work_ || !may_be_of_work(colour_by))) return;
    work_ = work;
    work_shown_ = 0;
    colour_by_ = colour_by;
    theme_ = theme;
    if (other_data) upload_network();
    ColourWay way;
    if (data) {
        std::vector<ColourWay> ways = colour_ways(*data);
        if (tree) ways.insert(ways.end(), work_colour_ways().begin(), work_colour_ways().end());
        way = ways[shown_colour_way(ways, *data, colour_by)];
    }
    colours_ = data ? colour_points(*data, way, theme) : PointColours{};
    if (way.of_work()) describe_work(tree);
    upload_colours();
}

/// What the legend says; plain points until it is known.
void PointLook::describe_work(const ResidentTree* tree) {
    if (!tree || !tree->work) {
        colours_ = {};
        return;
    }
    const bool leaves = colours_.way.kind == ColourWay::Kind::leaves;
    const Spread& spread = leaves ? tree->work->leaves : tree->work->distances;
    colours_.name = leaves ? "Leaves visited" : "Distances";
    colours_.low = spread.low;
    colours_.high = spread.high;
    colours_.least = spread.least;
    colours_.most = spread.most;
    colours_.missing = tree->work->count - spread.count;
}

void PointLook::collect(const Drawable& drawable, std::vector<SharedBuffer::Publish>& changed) {
    if (!colours_.way.of_work() || !drawable.tree || !drawable.tree->work) return;
    const ResidentWork& work = *drawable.tree->work;
    if (work_shown_ == work.generation) return;
    std::array<std::uint32_t, 256> ramp{};
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = packed(render::ramp_colour(theme_, float(i) / float(ramp.size() - 1)));
    const auto* const told = static_cast<const QueryWork*>(work.queries.data());
    const NumbersOf numbers = colours_.way.kind == ColourWay::Kind::leaves ? leaves_of(told, work.count) : distances_of(told, work.count);
    work_colours_ =
        colours_of(numbers, unsigned(colours_.low), unsigned(colours_.high), ramp, packed(render::missing_colour(theme_)), drawable.device);
    const std::size_t bytes = work_colours_.bytes();
    changed.push_back({&work_buffer_.of(drawable.device, bytes), work_colours_.data(), bytes});
    colours_.rgba = {0};
    ++version_;
    coloured_ = work.count;
    work_shown_ = work.generation;
}

std::optional<QueryWork> PointLook::work_of(const Drawable& drawable, std::int64_t row) {
    if (!drawable.tree || !drawable.tree->work || row < 0 || row >= drawable.tree->work->count) return std::nullopt;
    QueryWork work;
    copy_to_host(drawable.device, &work, static_cast<const QueryWork*>(drawable.tree->work->queries.data()) + row, sizeof work);
    return work;
}

void PointLook::upload_colours() {
    ++version_;
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
    if (coloured_ > 0 && coloured_ == count) extras.colours = colours_.way.of_work() ? &work_buffer_.buffer : &colour_buffer_;
    if (lines_ > 0) extras.lines = &line_buffer_, extras.line_count = lines_;
    return extras;
}

render::Ball ball_of(Metric metric) {
    switch (metric) {
        case Metric::manhattan: return render::Ball::manhattan;
        case Metric::chebyshev: return render::Ball::chebyshev;
        case Metric::cosine:  // no ball is drawn
        case Metric::euclidean: break;
    }
    return render::Ball::euclidean;
}

render::Box box_of(const DataSet& data, const Projection& projection) {
    render::Box box;
    const std::size_t axes = std::size_t(std::min(data.dimension, 3)), dimension = std::size_t(data.dimension);
    std::array<float, 3> low{}, high{};
    low.fill(std::numeric_limits<float>::infinity());
    high.fill(-low[0]);
    if (projection.plane) {
        for (std::size_t axis = 0; axis < axes; ++axis) low[axis] = projection.plane->low[axis], high[axis] = projection.plane->high[axis];
    } else {
        for (std::size_t row = 0; row < data.coordinates.size(); row += dimension)
            for (std::size_t axis = 0; axis < axes; ++axis) {
                const float at = data.coordinates[row + std::size_t(projection.axes[axis])];
                low[axis] = std::min(low[axis], at);
                high[axis] = std::max(high[axis], at);
            }
    }
    for (std::size_t axis = 0; axis < axes; ++axis)
        if (low[axis] <= high[axis]) box.low[int(axis)] = low[axis], box.high[int(axis)] = high[axis];
    return box;
}

render::Box crowd_of(const DataSet& data, const Projection& projection, const render::Box& all) {
    constexpr std::int64_t most_looked_at = 20000;
    constexpr double share = 0.01, margin = 0.08, much_less = 0.7;
    render::Box crowd = all;
    const std::int64_t count = data.count(), stride = std::max<std::int64_t>(1, count / most_looked_at);
    std::vector<float> values;
    for (int axis = 0; axis < std::min(data.dimension, 2); ++axis) {
        values.clear();
        for (std::int64_t row = 0; row < count; row += stride) values.push_back(float(projection.place(data, row)[std::size_t(axis)]));
        if (values.empty()) break;
        const auto value_at = [&](double part) {
            const auto at = values.begin() + std::ptrdiff_t(part * double(values.size() - 1));
            std::nth_element(values.begin(), at, values.end());
            return double(*at);
        };
        const double from = value_at(share), to = value_at(1 - share), beyond = margin * (to - from);
        if (to > from && to - from + 2 * beyond < much_less * (all.high[axis] - all.low[axis])) {
            crowd.low[axis] = std::max(all.low[axis], from - beyond);
            crowd.high[axis] = std::min(all.high[axis], to + beyond);
        }
    }
    return crowd;
}

}  // namespace neighborscope
