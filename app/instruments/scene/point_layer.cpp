#include "app/instruments/scene/point_layer.hpp"

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

/// Uploads to the beginning of the buffer, and changes its size.
void upload(render::Buffer& buffer, const void* from, std::size_t bytes) {
    if (buffer.bytes() != std::max<std::size_t>(bytes, 4)) buffer = render::Buffer(std::max<std::size_t>(bytes, 4));
    buffer.upload(from, bytes);
}

void upload(PointColourBuffer& coloured, PointColours colours) {
    coloured.count = std::int64_t(colours.rgba.size());
    upload(coloured.buffer, colours.rgba.data(), colours.rgba.size() * sizeof(std::uint32_t));
    if (coloured.count > 0) colours.rgba = std::vector<std::uint32_t>(1);  // frees the others
    coloured.colours = std::move(colours);
}

/// Uploads positions relative to the origin in float32, like the points; in 3-D the network is on the ground.
void upload(Network& network, const DataSet& data) {
    std::vector<float> lines;
    if (data.network && data.dimension >= 2) {
        float ground = 0;
        if (data.dimension >= 3 && data.count() > 0) {
            ground = data.coordinates[2];
            for (std::size_t at = 2; at < data.coordinates.size(); at += std::size_t(data.dimension))
                ground = std::min(ground, data.coordinates[at]);
        }
        lines.reserve(data.network->edges.size() * 6);
        for (const RoadNetwork::Edge& edge : data.network->edges) {
            for (const std::int32_t node : {edge.from, edge.to}) {
                const double* at = &data.network->nodes[2 * std::size_t(node)];
                lines.insert(lines.end(), {float(at[0] - data.origin[0]), float(at[1] - data.origin[1]), ground});
            }
        }
    }
    upload(network.buffer, lines.data(), lines.size() * sizeof(float));
    network.lines = int(lines.size() / 6);
}

}  // namespace

void PointLayer::update(const std::shared_ptr<const DataSet>& data, const std::string& colour_by, render::Theme theme,
    const Drawable& drawable, const inspect::GraphRows* graph, int level, SharedPointLayer& shared) {
    const ResidentTree* const tree = drawable.tree;
    // Moved points keep their colours.
    const bool other_data =
        !data != !data_ ||
        (data && data != data_ && (data->source != data_->source || data->hash != data_->hash || data->filter != data_->filter));
    data_ = data;
    const std::uint64_t work = !tree ? 0 : tree->work ? tree->work->generation + 1 : 1;
    const bool other_work = work != work_ && may_be_of_work(colour_by);
    const bool other_devices = drawable.devices != devices_ && colour_by == device_colour_way().value;
    if (!other_data && colour_by == colour_by_ && theme == theme_ && level == level_ && !other_work && !other_devices) return;
    work_ = work;
    work_shown_ = 0;
    work_count_ = 0;
    colour_by_ = colour_by;
    theme_ = theme;
    level_ = level;
    devices_ = drawable.devices;
    ++version_;
    work_colours_ = {};
    if (!data) {
        coloured_.reset(), network_.reset();
        shared.release();
        return;
    }
    const DataIdentity name{data->source, data->hash, data->filter};
    if (other_data) shared.networks.acquire(network_, name, [&](Network& network) { upload(network, *data); });
    std::vector<ColourWay> ways = colour_ways(*data);
    if (tree) ways.insert(ways.end(), work_colour_ways().begin(), work_colour_ways().end());
    if (devices_) ways.push_back(device_colour_way());
    const ColourWay& way = ways[shown_colour_way(ways, *data, colour_by)];
    if (way.of_work()) {
        coloured_.reset();
        shared.release();
        work_colours_ = colour_points(*data, way, theme);
        describe_work(tree);
    } else {
        work_buffer_.release();
        const bool by_device = way.kind == ColourWay::Kind::device;
        shared.colours.acquire(coloured_, {name, way, theme, level, by_device ? devices_ : nullptr}, [&](PointColourBuffer& coloured) {
            PointColours colours = by_device        ? colour_by_device(*devices_, theme)
                                   : way.of_index() ? colour_by_index(*data, graph, way, theme)
                                                    : colour_points(*data, way, theme);
            make_faint(colours, *data, graph, level, theme);
            upload(coloured, std::move(colours));
        });
    }
}

/// Describes colours by work for the legend; points are plain until the work is known.
void PointLayer::describe_work(const ResidentTree* tree) {
    if (!tree || !tree->work) {
        work_colours_ = {};
        return;
    }
    const bool leaves = work_colours_.way.kind == ColourWay::Kind::leaves;
    const Distribution& spread = leaves ? tree->work->leaves : tree->work->distances;
    work_colours_.name = leaves ? "Leaves visited" : "Distances";
    work_colours_.low = spread.low;
    work_colours_.high = spread.high;
    work_colours_.least = spread.least;
    work_colours_.most = spread.most;
    work_colours_.missing = tree->work->count - spread.count;
}

void PointLayer::collect(const Drawable& drawable, std::vector<SharedBuffer::Publish>& changed) {
    work_published_ = {};
    if (!colours().way.of_work() || !drawable.tree || !drawable.tree->work) return;
    const ResidentWork& work = *drawable.tree->work;
    if (work_shown_ == work.generation) return;
    std::array<std::uint32_t, 256> ramp{};
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = packed(render::ramp_colour(theme_, float(i) / float(ramp.size() - 1)));
    const auto* const told = static_cast<const QueryWork*>(work.queries.data());
    const bool leaves = work_colours_.way.kind == ColourWay::Kind::leaves;
    const StridedNumbers numbers = leaves ? leaves_of(told, work.count) : distances_of(told, work.count);
    work_published_ = colours_of(
        numbers, unsigned(work_colours_.low), unsigned(work_colours_.high), ramp, packed(render::missing_colour(theme_)), drawable.device);
    const std::size_t bytes = work_published_.bytes();
    changed.push_back({&work_buffer_.of(drawable.device, bytes), work_published_.data(), bytes});
    work_colours_.rgba = {0};
    ++version_;
    work_count_ = work.count;
    work_shown_ = work.generation;
}

std::optional<QueryWork> PointLayer::work_of(const Drawable& drawable, std::int64_t row) {
    if (!drawable.tree || !drawable.tree->work || row < 0 || row >= drawable.tree->work->count) return std::nullopt;
    QueryWork work;
    copy_to_host(drawable.device, &work, static_cast<const QueryWork*>(drawable.tree->work->queries.data()) + row, sizeof work);
    return work;
}

render::Extras PointLayer::extras(std::int64_t count) const {
    render::Extras extras;
    if (work_count_ > 0 && work_count_ == count) extras.colours = &work_buffer_.buffer;
    if (coloured_ && coloured_->count > 0 && coloured_->count == count) extras.colours = &coloured_->buffer;
    if (network_ && network_->lines > 0) extras.lines = &network_->buffer, extras.line_count = network_->lines;
    return extras;
}

render::Ball ball_of(Metric metric) {
    switch (metric) {
        case Metric::manhattan: return render::Ball::manhattan;
        case Metric::chebyshev: return render::Ball::chebyshev;
        case Metric::inner_product: return render::Ball::none;
        case Metric::cosine:  // no ball is drawn
        case Metric::euclidean: break;
    }
    return render::Ball::euclidean;
}

}  // namespace neighborscope
