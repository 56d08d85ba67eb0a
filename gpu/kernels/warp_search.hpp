// The three exhaustive searches of Cordeiro, Meyer & Zola ("KNN exato em GPU", 2023) and Cordeiro & Zola (the paper of `ppw`,
// sections 2 and 3): the lanes of a warp compute distances together, and the warp keeps the nearest. They differ in which warps search a
// query. In the papers points are assigned to warps one by one; here in runs of 8, 4 or 2 adjacent rows (longer rows, shorter runs), which
// are loaded together.
//
//   ppw  one point per warp    a launch serves many queries; persistent blocks own a partition of the points each
//   ppk  one point per kernel  a launch serves one query; all blocks own a partition of the points each
//   ppb  one point per block   a launch serves many queries; a block serves one and scans all points
//
// The later paper describes the two older methods in a paragraph. How a warp computes distances and keeps the nearest is therefore
// as in `ppw`. In all three, every warp has its own list; a block merges these, and k-selection merges the blocks' lists.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

enum class WarpAssignment { query_per_warp, query_per_launch, query_per_block };

struct Settings {
    std::string_view method;  ///< for messages
    WarpAssignment assignment = WarpAssignment::query_per_warp;
    int threads = 0;  ///< of a block, rounded down to whole warps; 0: the measured best for the points' dimension
    int blocks = 0;   ///< of the scan; 0: one per multiprocessor. query_per_block: always one per query
};

/// In order, for MethodInfo::phases.
extern const std::array<std::string_view, 6> phases;

std::unique_ptr<Search> prepare(const Points&, const Settings&);

/// "threads", the same for all three.
OptionSpec threads_option();

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
