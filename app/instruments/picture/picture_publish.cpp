// Publishes data, lists and steps of a search to OpenGL when they have changed since the last frame.
#include "app/instruments/picture/picture_state.hpp"

#include "app/session/points/loaded_data.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope {
namespace {

/// Whether a camera fitted to one box also suits another: that extends little beyond, and is not much smaller.
bool fits(const render::Box& fitted, const render::Box& box) {
    constexpr double beyond = 0.2, least = 0.2;  // shares of the longest side
    const auto longest = [](const render::Box& of) {
        const glm::dvec3 sides = of.high - of.low;
        return std::max({sides.x, sides.y, sides.z});
    };
    const double side = longest(fitted);
    for (int axis = 0; axis < 3; ++axis)
        if (box.low[axis] < fitted.low[axis] - beyond * side || box.high[axis] > fitted.high[axis] + beyond * side) return false;
    return longest(box) >= least * side;
}

}  // namespace

/// Fits the camera to new data. If only a parameter or an edit differs, only if the present camera does not suit them.
void Picture::State::take_data(const Drawable& drawable) {
    if (drawable.data == data && drawable.projection == projection) return;
    if (!projection.has_same_view(drawable.projection)) fit_wanted = true;
    projection = drawable.projection;
    const bool other = !data || !drawable.data || data->source != drawable.data->source || data->hash != drawable.data->hash;
    const bool adjusted = data && drawable.data && drawable.opened == opened;
    const bool manual_edits = adjusted && data->source == drawable.data->source;  // dragging a point must not move the others
    data = drawable.data;
    opened = drawable.opened;
    hovered = -1;
    surface.reset();
    if (data && data->count() == 0 && manual_edits) return;  // keeps the picture, so that points can be added
    box_stale = true;
    // Moving points stay near: in 2-D their box is only needed for the next fit.
    if (other || !adjusted || camera.three_d || !data->motion) find_box();
    if (other && !manual_edits && !(adjusted && fits(fitted_box, dense_box))) fit_wanted = true, fit_everything = false;
}

void Picture::State::find_box() {
    const Bounds bounds = data && points ? points->bounds(*data, projection) : Bounds();
    box = bounds.box;
    dense_box = bounds.dense_box;
    box_stale = false;
}

/// The first picture that needs positions publishes them, from the device of the first contender.
void Picture::State::publish_points(
    const Drawable& drawable, bool leads, std::vector<SharedBuffer::Publish>& changed, DeviceMemory& gathered) {
    if (!drawable.points) {
        points.reset();
        shared->points.release();
        return;
    }
    const int axes = camera.three_d ? 3 : 2;
    const auto make = [&](PublishedPoints& made) { gathered = made.publish(drawable, axes, changed); };
    const bool moves = drawable.tick > 0;  // contenders are then at different ticks for a while
    if (shared->points.acquire(points, {drawable, axes}, make, moves)) ++positions_version;
    else if (leads && points->device() != drawable.device) make(*points);
    else return;
    buffer_path = points->shared().path_name();
    interop = points->shared().path() == BufferPath::interop;
}

/// Publishes changes to OpenGL buffers, all of a frame in one call, since mapping costs the same for one or all.
void Picture::State::publish(const Drawable& drawable, const SessionState& session, render::Theme theme, int level, bool leads) {
    std::vector<SharedBuffer::Publish> changed;
    DeviceMemory gathered;
    publish_points(drawable, leads, changed, gathered);
    take_data(drawable);
    const inspect::GraphRows* const graph = drawable.base ? drawable.base->graph.get() : nullptr;
    point_layer.update(data, session.colour_by, theme, drawable, graph, std::max(0, level), shared->point_layer_resources);
    if (!points || !data) {
        published_k = 0;
        list_generation = 0;
        return;
    }
    if (!drawable.lists || drawable.lists->queries() == 0 || drawable.query.empty()) {
        published_k = 0;
        list_generation = 0;
    } else if (drawable.list_generation != list_generation) {
        const int k = drawable.lists->k();
        const std::size_t bytes = std::size_t(k) * 4;
        changed.push_back({&index.of(drawable.device, bytes), drawable.lists->lists().index, bytes});
        changed.push_back({&distance.of(drawable.device, bytes), drawable.lists->lists().distance, bytes});
        published_k = k;
        list_generation = drawable.list_generation;
    }
    const std::uint64_t cells_before = cells.version();
    cells.collect(drawable, changed);
    if (cells.version() != cells_before) gui.wake();  // the leaf under the mouse is found one or two frames later
    point_layer.collect(drawable, changed);
    SharedBuffer::publish(changed);
}

/// Uploads the k nearest at a step from the host, as a list with the padding of search results.
void Picture::State::publish_step(const ViewModel& view) {
    const Stepping& stepping = view.stepping;
    if (!stepping.ready || stepping.generation == step_generation) return;
    step_generation = stepping.generation;
    const std::size_t k = std::max<std::size_t>(1, view.neighbours.size());
    std::vector<std::int32_t> rows(k, -1);
    std::vector<float> distances(k, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t rank = 0; rank < std::min(k, stepping.best.size()); ++rank) {
        rows[rank] = std::int32_t(stepping.best[rank].row);
        distances[rank] = float(stepping.best[rank].distance);
    }
    if (step_index.bytes() != k * 4) step_index = render::Buffer(k * 4), step_distance = render::Buffer(k * 4);
    step_index.upload(rows.data(), k * 4);
    step_distance.upload(distances.data(), k * 4);
}

}  // namespace neighborscope
