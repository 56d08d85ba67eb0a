// The memory that is still available, checked before anything large is allocated.
#pragma once
#include "gpu/device/host/available_memory.hpp"
#include "gpu/progress.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// Throws a memory Error with both numbers when `bytes` do not fit. `what` completes "... needs 3.2 GB".
void require_memory(double bytes, const std::string& what, const std::string& remedy);

/// `values.resize(size)` of float, double, int32 or uint32, for large sizes several times faster: the system is asked for its pages on all
/// cores and in large ones, before the one thread of resize() meets them. Only `progress.stop` is looked at.
template <class Value>
void resize_large(std::vector<Value>& values, std::size_t size, const Progress& progress = {});

/// `values.reserve(size)`, in large pages where the system has them: for a vector that grows to its size piece by piece.
template <class Value>
void reserve_large(std::vector<Value>& values, std::size_t size);
/// Asks the system for the pages that begin within [first, last) of what was reserved, so that the resize() that follows does not wait for
/// them. From any thread.
void populate(const std::vector<float>& values, std::size_t first, std::size_t last);

/// For a program that runs for hours: large blocks return to the system as soon as they are freed. Else the C library keeps them, and
/// small ones that outlive them come to lie in between.
void return_large_blocks();

/// "512 bytes", "3.2 MB", "7.5 GB".
std::string bytes_text(double bytes);

}  // namespace neighborscope
