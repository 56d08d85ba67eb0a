// The projected points in an OpenGL buffer, and their bounding box. Only for app/instruments.
#pragma once
#include "app/instruments/scene/published_buffer.hpp"
#include "app/session/asking/drawable.hpp"
#include "render/scene.hpp"

#include <optional>
#include <vector>

namespace neighborscope {

/// Bounding box of the points along the axes of the picture, relative to the data's origin.
render::Box box_of(const DataSet&, const Projection&);
/// Box of most points in 2-D: per axis from the 1st to the 99th percentile with a margin if that is much shorter than `all`, else as `all`.
render::Box dense_box_of(const DataSet&, const Projection&, const render::Box& all);

struct Bounds {
    render::Box box, dense_box;  ///< of all points; of most points
};

/// Identifies points and projection. Pictures with equal keys have the same positions.
struct PositionsKey {
    std::shared_ptr<const LoadedData> base;
    std::int64_t tick = 0;
    Projection projection;
    int axes = 2;

    PositionsKey(const Drawable& drawable, int seen)
        : base(drawable.base), tick(drawable.tick), projection(drawable.projection), axes(seen) {}
    bool operator==(const PositionsKey& other) const {
        return base == other.base && tick == other.tick && axes == other.axes && projection.has_same_view(other.projection);
    }
};

class PublishedPoints {
public:
    /// Adds the positions to the list of buffers to publish. The returned memory must live until they are published.
    [[nodiscard]] DeviceMemory publish(const Drawable&, int axes, std::vector<SharedBuffer::Publish>&);

    const render::Buffer& buffer() const { return positions_.buffer; }
    const SharedBuffer& shared() const { return *positions_.shared; }
    DeviceKind device() const { return device_; }  ///< that the points were published from
    std::int64_t count() const { return count_; }
    const Bounds& bounds(const DataSet&, const Projection&);  ///< computed once

private:
    PublishedBuffer positions_;
    DeviceKind device_ = DeviceKind::host;
    std::int64_t count_ = 0;
    std::optional<Bounds> bounds_;
};

}  // namespace neighborscope
