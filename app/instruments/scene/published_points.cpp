#include "app/instruments/scene/published_points.hpp"

#include "gpu/device/shared_buffer_positions.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace neighborscope {
namespace {

/// Positions in the format of positions_of().
DeviceMemory places_of(const PrincipalPlane& plane, DeviceKind device, int axes) {
    std::vector<float> places = plane.places;
    for (std::size_t i = 2; axes < 3 && i < places.size(); i += 3) places[i] = 0;
    DeviceMemory memory(device, places.size() * sizeof(float), "the places of pictures");
    copy_to_device(device, memory.data(), places.data(), places.size() * sizeof(float));
    return memory;
}

}  // namespace

DeviceMemory PublishedPoints::publish(const Drawable& drawable, int axes, std::vector<SharedBuffer::Publish>& changed) {
    const Points& points = *drawable.points;
    const Projection& projection = drawable.projection;
    const std::size_t bytes = std::size_t(points.count) * 3 * sizeof(float);
    DeviceMemory gathered;
    if (projection.plane) gathered = places_of(*projection.plane, drawable.device, axes);
    else if (points.dimension != 3 || axes != 3) gathered = positions_of(points, drawable.device, axes, projection.axes);
    changed.push_back({&positions_.of(drawable.device, bytes), gathered.data() ? gathered.data() : points.coordinates, bytes});
    device_ = drawable.device;
    count_ = points.count;
    bounds_.reset();
    return gathered;
}

const Bounds& PublishedPoints::bounds(const DataSet& data, const Projection& projection) {
    if (!bounds_) {
        const render::Box box = box_of(data, projection);
        bounds_ = {box, dense_box_of(data, projection, box)};
    }
    return *bounds_;
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

render::Box dense_box_of(const DataSet& data, const Projection& projection, const render::Box& all) {
    constexpr std::int64_t max_sampled_points = 20000;
    constexpr double share = 0.01, margin = 0.08, much_less = 0.7;
    render::Box dense_box = all;
    const std::int64_t count = data.count(), stride = std::max<std::int64_t>(1, count / max_sampled_points);
    std::vector<float> values;
    for (int axis = 0; axis < std::min(data.dimension, 2); ++axis) {
        values.clear();
        for (std::int64_t row = 0; row < count; row += stride) values.push_back(float(projection.place(data, row)[std::size_t(axis)]));
        if (values.empty()) break;
        const auto value_at = [&](std::size_t rank) {
            const auto at = values.begin() + std::ptrdiff_t(rank);
            std::nth_element(values.begin(), at, values.end());
            return double(*at);
        };
        const std::size_t last = values.size() - 1, left_out = std::size_t(share * double(last));  // none of fewer than 101
        const double from = value_at(left_out), to = value_at(last - left_out), beyond = margin * (to - from);
        if (to > from && to - from + 2 * beyond < much_less * (all.high[axis] - all.low[axis])) {
            dense_box.low[axis] = std::max(all.low[axis], from - beyond);
            dense_box.high[axis] = std::min(all.high[axis], to + beyond);
        }
    }
    return dense_box;
}

}  // namespace neighborscope
