// Counts the memory writes of a warp in the two quadtree methods. They depend only on k.
#pragma once
#include <cstdint>

namespace neighborscope {

/// A warp writes the lists of its 32 queries, each of k entries of 8 bytes, contiguous in memory. A GPU moves memory in sectors of 32
/// bytes.
struct WarpWrites {
    static constexpr int lanes = 32, entry_bytes = 8, sector_bytes = 32, sector_entries = sector_bytes / entry_bytes;

    std::int64_t writes = 0;   ///< minimum of store instructions of the warp
    std::int64_t sectors = 0;  ///< sectors touched, summed over the writes

    /// Each thread writes its own list: a write puts one entry into each of the 32 lists.
    static WarpWrites cached(int k);
    /// The warp writes one list after the other: a write puts up to 32 adjacent entries into one list.
    static WarpWrites coalesced(int k);
};

}  // namespace neighborscope
