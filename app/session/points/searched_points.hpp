// Points in the memory of a device: those that a worker searches, and what others see of them.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/object_pool.hpp"
#include "gpu/knn.hpp"

#include <memory>

namespace neighborscope {

/// Points on a device that stay as they are for as long as somebody holds `memory`. Any thread may read them.
struct Snapshot {
    Points points;
    std::shared_ptr<const void> memory;
};

/// The worker's own. Points that move do so in the memory they have, so that an index over them can be kept; others see a copy of each
/// tick. The memory of a copy that nobody holds any more takes the next one.
class SearchedPoints {
public:
    /// Memory Error with the numbers when they do not fit; Cancelled.
    SearchedPoints(DeviceKind, const DataSet&, const Progress&);

    const PointSet& set() const { return *set_; }
    /// PointSet::move, of data that have a motion. Memory Error when the copy does not fit; the points then lie where they lay.
    void move(const LoadedData&);
    /// As they lie now: a copy of points that move, the searched ones of others.
    const Snapshot& snapshot() const { return snapshot_; }

private:
    std::shared_ptr<DeviceMemory> memory_for_copy();
    void copy_to(std::shared_ptr<DeviceMemory>);

    std::shared_ptr<PointSet> set_;
    ObjectPool<DeviceMemory> copy_pool_;  ///< of points that move
    Snapshot snapshot_;
};

}  // namespace neighborscope
