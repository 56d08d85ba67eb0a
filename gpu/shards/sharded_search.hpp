// A method over points that several devices share: each has a part of the points and an index over it, queries go to the devices, and
// lists are merged exactly. The lists are those of one device.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope::shards {

/// Whether several devices can share the points of this method, or of one that it chooses.
bool can_share_points(const MethodInfo&);

/// Prepares the method over the points, shared by sharing_devices(device) if these are several and the method supports that.
std::unique_ptr<Search> prepare_search(const Method&, DeviceKind device, const Points&, const Options&, const Progress&);

/// Rows [0, count) divided into ranges, one a device: as equal as the free bytes of each device allow, and each beginning at a multiple of four
/// rows. Memory Error with the numbers if they do not fit all together. Every range may be empty.
std::vector<std::int64_t> divide_rows(std::int64_t count, std::size_t bytes_of_row, std::span<const std::size_t> free_bytes);

}  // namespace neighborscope::shards
