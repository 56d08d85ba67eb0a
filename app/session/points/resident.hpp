// What is on a device and is drawn from there: points at one tick, the tree that a method built over them, the work of each point's query.
#pragma once
#include "app/session/points/searched_points.hpp"
#include "app/session/shown/tree_facts.hpp"
#include "gpu/cells.hpp"
#include "gpu/knn.hpp"
#include "gpu/query_work.hpp"

#include <cstdint>
#include <memory>

namespace neighborscope {

/// Points on a device at one tick, and which they are: what the window draws. They stay as they are while the worker goes on to others.
struct ResidentPoints {
    std::shared_ptr<const LoadedData> base;  ///< as they were loaded: what is asked about
    std::shared_ptr<const LoadedData> data;  ///< as they are at `tick`
    std::int64_t tick = 0;
    DeviceKind device = DeviceKind::host;
    Snapshot snapshot;             ///< in the memory of `device`
    std::uint64_t upload = 0;      ///< grows with other data and devices
    std::uint64_t generation = 0;  ///< grows with that and with every movement
};

/// The work of each point's query in a self-join.
struct ResidentWork : TreeWork {
    DeviceMemory queries;  ///< QueryWork[points], on the device
    std::int64_t count = 0;
    std::uint64_t generation = 0;  ///< grows with every other work
};

/// The tree that a method made over its points: its leaves as they are drawn, on the device, and what is known of them.
struct ResidentTree {
    DeviceMemory cells;  ///< Cell[leaves] (gpu/cells.hpp); none when they are too many to be drawn
    Tree tree;           ///< its numbers; the arrays are the searcher's and not to be read
    TreeFacts facts;
    std::shared_ptr<const RecordedTree> leaves;  ///< on the host, of points at their first tick; null: others, or too many
    std::uint64_t generation = 0;                ///< grows with every other tree
    std::shared_ptr<const ResidentWork> work;    ///< added to the cells and to the facts; null: not known
};

/// The leaves of a tree on a device, for the host; null: too many.
std::shared_ptr<const RecordedTree> leaves_of(const Tree&, DeviceKind);

}  // namespace neighborscope
