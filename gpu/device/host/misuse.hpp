// How a block is given up, and what is said about it. None of these returns: the calling CUDA thread is never continued, and what
// still lives on its stack is never destroyed. So callers hold no other string than the one they move in.
#pragma once
#include "gpu/device/host/executor.hpp"

#include <string>

namespace neighborscope::host {

/// The thread did something that a kernel must not do, in the word `what`.
[[noreturn]] void misuse(const char* what, location where, std::string&& why);
/// Every thread of the block waits.
[[noreturn]] void deadlock();
/// An exception left the kernel.
[[noreturn]] void exception_in_kernel(std::string&& what);
/// Somebody asked to stop.
[[noreturn]] void cancel_block();

/// The bytes behind the dynamic shared memory were written. The block has ended: this one returns.
void report_overrun(struct Worker&);

std::string to_text(uint3);                  ///< "(1,2,3)"
std::string to_text(location);               ///< "heap.cu:42"
std::string describe_kernel(const Launch&);  ///< "kernel scan (phase distances)", of scan<float>

}  // namespace neighborscope::host
