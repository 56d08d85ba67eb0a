// How much memory this process can still get; checked before large allocations.
#pragma once
#include <cstddef>
#include <string>

namespace neighborscope {

/// Bytes that this process can still allocate without swapping: what Linux calls available, or less if its own limits (ulimit -v and -d) or
/// its control groups allow less. The largest std::size_t when nothing is known.
std::size_t available_memory();

/// Bytes of address space that ulimit -v leaves. Libraries that reserve address space may need more of it than of memory.
std::size_t address_space_left();

/// Memory left by the control groups that the file `own_groups` (/proc/self/cgroup) names and by their parents, read from files below
/// `mount` (/sys/fs/cgroup). Versions 2 (memory.max, memory.high) and 1. File caches that a group can drop count as free.
std::size_t memory_left_by_control_groups(const std::string& own_groups, const std::string& mount);

}  // namespace neighborscope
