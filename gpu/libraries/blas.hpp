// The BLAS that FAISS multiplies matrices with: loaded when a method needs it, not when the program starts.
//
// OpenBLAS starts a thread per core as soon as it is loaded, and maps 128 MiB for each of them and for each caller. Where the system
// refuses that memory (ulimit -v), it retries forever: neither the product nor the program's exit ends. So the program does not link to it,
// tells it to start no threads, and begins a product only if its memory could be mapped a moment before.
#pragma once
#include <cstddef>

namespace neighborscope::host::libraries {

/// Loads the BLAS, once per process. Callable from any thread. Device Error if the system has none, memory Error if it does not fit.
void open_blas();

/// Bytes of address space that one product maps at most, and keeps for the next.
constexpr std::size_t blas_buffer_bytes = std::size_t(128) << 20;

}  // namespace neighborscope::host::libraries
