// Data on a device that are drawn from there: points at one tick, the tree of a method, and the work of each point's query.
#pragma once
#include "app/session/points/searched_points.hpp"
#include "app/session/shown/tree_facts.hpp"
#include "gpu/cells.hpp"
#include "gpu/knn.hpp"
#include "gpu/query_work.hpp"

#include <cstdint>
#include <memory>

namespace neighborscope {

/// An immutable snapshot of points on a device at one tick. The window draws it while the worker goes on to other points.
struct ResidentPoints {
    std::shared_ptr<const LoadedData> base;  ///< as loaded
    std::shared_ptr<const LoadedData> data;  ///< at `tick`
    std::int64_t tick = 0;
    DeviceKind device = DeviceKind::host;
    Snapshot snapshot;             ///< in the memory of `device`
    std::uint64_t upload = 0;      ///< grows with other data and devices
    std::uint64_t generation = 0;  ///< grows with `upload` and with every tick
};

/// The work of each point's query in a self-join.
struct ResidentWork : TreeWork {
    DeviceMemory queries;  ///< QueryWork[count], on the device
    std::int64_t count = 0;
    std::uint64_t generation = 0;  ///< grows with every new result
};

/// The tree that a method built over its points: its leaves on the device, as they are drawn, and facts about them.
struct ResidentTree {
    DeviceMemory cells;  ///< Cell[leaves] (gpu/cells.hpp); empty if they are too many to be drawn
    Tree tree;           ///< only its numbers are valid; the arrays belong to the searcher
    TreeFacts facts;
    std::shared_ptr<const RecordedTree> leaves;  ///< on the host, for points at their first tick; null: another tick, or too many leaves
    std::uint64_t generation = 0;                ///< grows with every new tree
    std::shared_ptr<const ResidentWork> work;    ///< of the self-join; null: not known
};

/// Copies the leaves of a tree from a device to the host; null: too many.
std::shared_ptr<const RecordedTree> leaves_of(const Tree&, DeviceKind);

}  // namespace neighborscope
