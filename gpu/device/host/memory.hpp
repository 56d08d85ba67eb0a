// Memory of the host device: counted, and checked against the free memory before it is touched.
#pragma once
#include <cstddef>
#include <string_view>

namespace neighborscope::host {

/// 256-byte aligned, not initialised (0xFF in debug builds). Memory Error with the numbers when it does not fit. null for 0 bytes.
void* allocate(std::size_t bytes, std::string_view what_for);
void release(void* memory, std::size_t bytes) noexcept;

}  // namespace neighborscope::host
