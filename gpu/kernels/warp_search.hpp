// The three exhaustive searches of Cordeiro, Meyer & Zola ("KNN exato em GPU", 2023) and Cordeiro & Zola (the paper of `ppw`,
// sections 2 and 3): a warp computes distances together and keeps the nearest it met; what differs is who works on a query. The
// papers deal points to warps one by one; here they are dealt in runs of 8, 4 or 2 neighbouring rows (longer rows, shorter runs), whose
// loads are on their way together.
//
//   ppw  one point per warp    a launch serves many queries; persistent blocks own a partition of the points each
//   ppk  one point per kernel  a launch serves one query; all blocks own a partition of the points each
//   ppb  one point per block   a launch serves many queries; a block serves one and meets all points
//
// The later paper describes the two older methods in a paragraph: distances by the whole warp and lists of the nearest are taken from
// `ppw`. In all three every warp has a list of its own, merged in its block, and the blocks' lists are merged by k-selection.
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
    int blocks = 0;   ///< of the scan; 0: one per multiprocessor. query_per_block: one per query whatever is said here
};

/// In order, for MethodInfo::phases.
extern const std::array<std::string_view, 6> phases;

std::unique_ptr<Search> prepare(const Points&, const Settings&);

/// "threads", the same for all three.
OptionSpec threads_option();

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
