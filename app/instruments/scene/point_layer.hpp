// Colours of points and the street network in OpenGL buffers. Pictures share them; they are updated only if data, choice or theme change.
// Only for app/instruments.
#pragma once
#include "app/instruments/scene/shared_object_pool.hpp"
#include "app/instruments/scene/index_colours.hpp"
#include "app/instruments/scene/published_buffer.hpp"
#include "gpu/knn.hpp"
#include "render/scene.hpp"

#include "app/session/workbench/workbench.hpp"
#include "gpu/device/shared_buffer.hpp"

#include <memory>

namespace neighborscope {

render::Ball ball_of(Metric);

/// Colours by a column or from the file.
struct PointColourBuffer {
    PointColours colours;  ///< `rgba` is only empty or not
    render::Buffer buffer{4};
    std::int64_t count = 0;  ///< points in the buffer
};

struct Network {
    render::Buffer buffer{4};
    int lines = 0;
};

/// Identifies data by what colours and network depend on: moved points are the same data.
struct DataIdentity {
    std::string source;
    std::uint64_t hash = 0;
    std::shared_ptr<const RowFilter> filter = nullptr;
    bool operator==(const DataIdentity&) const = default;
};
struct ColourKey {
    DataIdentity data;
    ColourWay way;
    render::Theme theme = render::Theme::light;
    int level = 0;
    std::shared_ptr<const DevicesOfRows> devices;  ///< null: colours do not depend on them
    bool operator==(const ColourKey&) const = default;
};

/// Buffers that depend only on data and document, shared by all pictures.
struct SharedPointLayer {
    SharedObjectPool<ColourKey, PointColourBuffer> colours;
    SharedObjectPool<DataIdentity, Network> networks;

    void release() { colours.release(), networks.release(); }  ///< frees buffers that no picture uses
};

class PointLayer {
public:
    /// Data may be null, and so may the graph of their index. Of the Drawable, the tree, which has the work of queries that points can be
    /// coloured by, and the devices of rows are read. Rows that are not on this level of the graph are faint.
    void update(const std::shared_ptr<const DataSet>&, const std::string& colour_by, render::Theme, const Drawable&,
        const inspect::GraphRows*, int level, SharedPointLayer&);
    /// Adds colours by work that the device has computed to the list of buffers to publish in this frame.
    void collect(const Drawable&, std::vector<SharedBuffer::Publish>&);
    /// The work of a row's query in the self-join.
    static std::optional<QueryWork> work_of(const Drawable&, std::int64_t row);
    const PointColours& colours() const { return coloured_ ? coloured_->colours : work_colours_; }
    std::uint64_t version() const { return version_; }  ///< grows whenever a colour changes
    /// The buffers for the scene, for `count` points.
    render::Extras extras(std::int64_t count) const;

private:
    void describe_work(const ResidentTree*);

    std::shared_ptr<const DataSet> data_;
    std::string colour_by_;
    render::Theme theme_ = render::Theme::light;
    int level_ = 0;
    std::shared_ptr<const DevicesOfRows> devices_;
    std::shared_ptr<PointColourBuffer> coloured_;  ///< null: colours are by work, or there are no data
    std::shared_ptr<Network> network_;
    PointColours work_colours_;
    PublishedBuffer work_buffer_;
    DeviceMemory work_published_;  ///< kept until it is in the buffer
    std::int64_t work_count_ = 0;  ///< points in the buffer
    std::uint64_t version_ = 1;
    std::uint64_t work_ = 0, work_shown_ = 0;  ///< generations of the described colours, of those in the buffer
};

}  // namespace neighborscope
