// The points' colours and the street network in OpenGL's buffers: made anew when data, choice or theme change, not for each frame nor
// for each picture. Inside instruments only.
#pragma once
#include "app/instruments/scene/shared_object_pool.hpp"
#include "app/instruments/scene/point_colours.hpp"
#include "app/instruments/scene/published_buffer.hpp"
#include "gpu/knn.hpp"
#include "render/scene.hpp"

#include "app/session/workbench/workbench.hpp"
#include "gpu/device/shared_buffer.hpp"

#include <memory>

namespace neighborscope {

render::Ball ball_of(Metric);

/// The colours of points that have them of their own: by a column, or the file's.
struct PointColourBuffer {
    PointColours colours;  ///< `rgba` only says whether there are some
    render::Buffer buffer{4};
    std::int64_t count = 0;  ///< points in the buffer
};

struct Network {
    render::Buffer buffer{4};
    int lines = 0;
};

/// Data as their colours and their network know them: those that have only moved are the same.
struct DataIdentity {
    std::string source;
    std::uint64_t hash = 0;
    bool operator==(const DataIdentity&) const = default;
};
struct ColourKey {
    DataIdentity data;
    ColourWay way;
    render::Theme theme = render::Theme::light;
    bool operator==(const ColourKey&) const = default;
};

/// What depends on the data and on the document alone: all pictures have the same.
struct SharedPointLayer {
    SharedObjectPool<ColourKey, PointColourBuffer> colours;
    SharedObjectPool<DataIdentity, Network> networks;

    void release() { colours.release(), networks.release(); }  ///< of what no picture shows any more
};

class PointLayer {
public:
    /// Data may be null, and so may the tree whose queries' work may be what points are coloured by.
    void update(const std::shared_ptr<const DataSet>&, const std::string& colour_by, render::Theme, const ResidentTree*, SharedPointLayer&);
    /// Adds what the device has coloured anew to what is to be published in this frame.
    void collect(const Drawable&, std::vector<SharedBuffer::Publish>&);
    /// What the query of a row takes, where every point has asked.
    static std::optional<QueryWork> work_of(const Drawable&, std::int64_t row);
    const PointColours& colours() const { return coloured_ ? coloured_->colours : work_colours_; }
    std::uint64_t version() const { return version_; }  ///< goes up whenever a colour changes
    /// What the scene draws of it, for `count` points.
    render::Extras extras(std::int64_t count) const;

private:
    void describe_work(const ResidentTree*);

    std::shared_ptr<const DataSet> data_;
    std::string colour_by_;
    render::Theme theme_ = render::Theme::light;
    std::shared_ptr<PointColourBuffer> coloured_;  ///< null: by the work of queries, or there are no data
    std::shared_ptr<Network> network_;
    PointColours work_colours_;
    PublishedBuffer work_buffer_;
    DeviceMemory work_published_;  ///< until it is in the buffer
    std::int64_t work_count_ = 0;  ///< points in the buffer
    std::uint64_t version_ = 1;
    std::uint64_t work_ = 0, work_shown_ = 0;  ///< generations: of what the colours are said to be, and of what they are
};

}  // namespace neighborscope
