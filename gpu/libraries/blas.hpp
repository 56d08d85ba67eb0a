// The BLAS that FAISS multiplies matrices with: opened when a method asks for it, not when the program starts.
//
// OpenBLAS starts a thread a core as soon as it is loaded, and maps 128 MiB for each of them and for each caller. Where the system refuses
// that (ulimit -v), it asks again for ever: neither the product nor the program's exit comes to an end. So the program is not linked
// with it. It is told to start no threads, and a product begins only when its memory could be mapped a moment before.
#pragma once
#include <cstddef>

namespace neighborscope::host::libraries {

/// Opens the BLAS, once for the process. From any thread. A device Error when the system has none, a memory Error when it does not fit.
void open_blas();

/// Bytes of address space that one product maps at most, kept for the next one.
constexpr std::size_t blas_buffer_bytes = std::size_t(128) << 20;

}  // namespace neighborscope::host::libraries
