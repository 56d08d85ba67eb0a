// How the warps of the two quadtrees write lists: counts that follow from k alone, on any device.
#pragma once
#include <cstdint>

namespace neighborscope {

/// The lists of the 32 queries of a warp, each of k entries of 8 bytes, one list behind the other in memory. A GPU moves memory in
/// sectors of 32 bytes.
struct WarpWrites {
    static constexpr int lanes = 32, entry_bytes = 8, sector_bytes = 32, sector_entries = sector_bytes / entry_bytes;

    std::int64_t writes = 0;   ///< store instructions of the warp, at the least
    std::int64_t sectors = 0;  ///< that these touch, each counted once for each write that touches it

    /// Each thread writes its own list: a write puts one entry into each of the 32 lists.
    static WarpWrites cached(int k);
    /// The warp writes one list after the other: a write puts up to 32 entries side by side into one of them.
    static WarpWrites coalesced(int k);
};

}  // namespace neighborscope
