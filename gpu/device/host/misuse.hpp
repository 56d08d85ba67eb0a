// Aborting a block, and the error messages. These functions do not return: the calling CUDA thread never continues, and objects on its
// stack are never destroyed. So callers must own no string but the one that they move in.
#pragma once
#include "gpu/device/host/executor.hpp"

#include <string>

namespace neighborscope::host {

/// Reports that the thread misused the operation `what`.
[[noreturn]] void misuse(const char* what, location where, std::string&& why);
/// Reports that every thread of the block waits.
[[noreturn]] void deadlock();
/// Reports that an exception left the kernel.
[[noreturn]] void exception_in_kernel(std::string&& what);
/// Ends the block because cancellation was requested.
[[noreturn]] void cancel_block();

/// Reports that the bytes behind the dynamic shared memory were overwritten. Called after the block has ended: this one returns.
void report_overrun(struct Worker&);

std::string to_text(uint3);                  ///< "(1,2,3)"
std::string to_text(location);               ///< "heap.cu:42"
std::string describe_kernel(const Launch&);  ///< "kernel scan (phase distances)", of scan<float>

}  // namespace neighborscope::host
