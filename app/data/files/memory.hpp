// Checks available memory before large allocations.
#pragma once
#include "gpu/device/host/available_memory.hpp"
#include "gpu/progress.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// Throws a memory Error with both numbers if `bytes` do not fit. `what` completes "... needs 3.2 GB".
void require_memory(double bytes, const std::string& what, const std::string& remedy);

/// `values.resize(size)` for float, double, int32 or uint32, several times faster for large sizes: all cores request large pages from the
/// system before resize() writes to them on one thread. Only `progress.stop` is read.
template <class Value>
void resize_large(std::vector<Value>& values, std::size_t size, const Progress& progress = {});

/// `values.reserve(size)`, in large pages if the system has them: for a vector that grows piece by piece.
template <class Value>
void reserve_large(std::vector<Value>& values, std::size_t size);
/// Requests the pages that begin within [first, last) of the reserved memory, so that the resize() that follows does not wait for them.
/// From any thread.
void populate(const std::vector<float>& values, std::size_t first, std::size_t last);

/// For programs that run for hours: returns large blocks to the system as soon as they are freed. Otherwise the C library keeps them, and
/// small blocks that live longer fragment them.
void return_large_blocks();

/// "512 bytes", "3.2 MB", "7.5 GB".
std::string bytes_text(double bytes);

}  // namespace neighborscope
