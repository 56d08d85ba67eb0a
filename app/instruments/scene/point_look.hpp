// The points' colours and the street network in OpenGL's buffers: made anew when data, choice or theme change, not for each frame.
// Inside instruments only.
#pragma once
#include "app/instruments/scene/cell_look.hpp"
#include "app/instruments/scene/point_colours.hpp"
#include "gpu/knn.hpp"
#include "render/scene.hpp"

#include "app/session/workbench/workbench.hpp"
#include "gpu/device/shared_buffer.hpp"

#include <memory>

namespace neighborscope {

render::Ball ball_of(Metric);
/// Of the points along the axes of the picture, relative to the data's origin.
render::Box box_of(const DataSet&, const Projection&);
/// Where most points are, seen from above: per axis from the 1st to the 99th percentile and a margin, where that is much less than all;
/// else as `all`.
render::Box crowd_of(const DataSet&, const Projection&, const render::Box& all);

class PointLook {
public:
    /// Data may be null, and so may the tree whose queries' work may be what points are coloured by.
    void update(const std::shared_ptr<const DataSet>&, const std::string& colour_by, render::Theme, const ResidentTree*);
    /// Adds what the device has coloured anew to what is to be published in this frame.
    void collect(const Drawable&, std::vector<SharedBuffer::Publish>&);
    /// What the query of a row takes, where every point has asked.
    static std::optional<QueryWork> work_of(const Drawable&, std::int64_t row);
    const PointColours& colours() const { return colours_; }
    std::uint64_t version() const { return version_; }  ///< goes up whenever a colour changes
    /// What the scene draws of it, for `count` points.
    render::Extras extras(std::int64_t count) const;

private:
    void upload_colours();
    void upload_network();
    void describe_work(const ResidentTree*);

    std::shared_ptr<const DataSet> data_;
    std::string colour_by_;
    render::Theme theme_ = render::Theme::light;
    PointColours colours_;
    std::int64_t coloured_ = 0;  // points in the buffer
    int lines_ = 0;
    render::Buffer colour_buffer_{4}, line_buffer_{4};
    Published work_buffer_;
    DeviceMemory work_colours_;
    std::uint64_t version_ = 1;
    std::uint64_t work_ = 0, work_shown_ = 0;  ///< generations: of what the colours are said to be, and of what they are
};

}  // namespace neighborscope
