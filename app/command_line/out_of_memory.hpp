// Handles a lack of memory or threads.
#pragma once
#include "gpu/error.hpp"

#include <exception>
#include <optional>

namespace neighborscope::shell {

/// Returns the memory Error: `error` itself if it is one, or one for an allocation or a thread that failed without a prior check. None if
/// `error` is something else.
std::optional<Error> out_of_memory_error(const std::exception& error);

/// From now on, uncaught failures of allocations or threads (in a library's thread, a callback of Qt) end the program with the text and the
/// status of a memory Error.
void exit_when_out_of_memory();

}  // namespace neighborscope::shell
