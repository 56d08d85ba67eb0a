// Points in the memory of a device: those that a worker searches, and snapshots of them for others.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/object_pool.hpp"
#include "gpu/knn.hpp"

#include <memory>

namespace neighborscope {

/// Points on a device that do not change while `memory` is held. Any thread may read them.
struct Snapshot {
    Points points;
    std::shared_ptr<const void> memory;
};

/// The points that a worker searches. Moving points are updated in place, so that an index over them can be kept; others get a copy of
/// each tick. The memory of released copies is reused.
class SearchedPoints {
public:
    /// Memory Error with the numbers if the points do not fit; Cancelled.
    SearchedPoints(DeviceKind, const DataSet&, const Progress&);

    const PointSet& set() const { return *set_; }
    /// PointSet::move, for data with a motion. Memory Error if the copy does not fit; the points are then unchanged.
    void move(const LoadedData&);
    /// The present points: a copy if they move, else the searched ones.
    const Snapshot& snapshot() const { return snapshot_; }

private:
    std::shared_ptr<DeviceMemory> memory_for_copy();
    void copy_to(std::shared_ptr<DeviceMemory>);

    std::shared_ptr<PointSet> set_;
    ObjectPool<DeviceMemory> copy_pool_;  ///< for copies of moving points
    Snapshot snapshot_;
};

}  // namespace neighborscope
