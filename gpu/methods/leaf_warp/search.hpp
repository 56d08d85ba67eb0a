// What the parts of `leaf-warp` that are compiled apart know of each other.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

inline constexpr std::string_view query_order = "query order", leaf_search = "leaf search", alone_search = "queries alone";

/// Nobody is searched alone yet, and nothing is known of what queries take. Either may be null.
void begin_counting(Stream&, unsigned* alone, QueryWork* work, std::int64_t queries);
/// Empties lists of so many entries in all.
void write_nothing(Stream&, const Lists&, std::int64_t entries);

/// `together`: the least number of queries that are searched 32 by a warp.
std::unique_ptr<Search> prepare_plane(const Points&, std::int64_t together, const Progress&);  ///< 2-D
std::unique_ptr<Search> prepare_space(const Points&, std::int64_t together, const Progress&);  ///< 3-D

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
