// How much memory this process can still get, asked before anything large is allocated.
#pragma once
#include <cstddef>
#include <string>

namespace neighborscope {

/// Bytes that this process can still allocate without swapping: what Linux calls available, or what its own limits (ulimit -v and -d) or
/// those of its control groups leave, when that is less. The largest number there is when nothing is known.
std::size_t available_memory();

/// Bytes of address space that ulimit -v leaves, of which libraries that reserve much may need more than of memory.
std::size_t address_space_left();

/// What the control groups leave that the file `own_groups` (/proc/self/cgroup) names and those above them, as files below `mount`
/// (/sys/fs/cgroup) say: version 2 (memory.max, memory.high) and version 1. What a group keeps of files and can drop counts as free.
std::size_t memory_left_by_control_groups(const std::string& own_groups, const std::string& mount);

}  // namespace neighborscope
