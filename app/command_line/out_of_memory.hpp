// What it means for the work when memory ran out, counted or not.
#pragma once
#include "gpu/error.hpp"

#include <exception>
#include <optional>

namespace neighborscope::shell {

/// The memory Error with the numbers: `error` itself when it is one, or what stands for memory or threads that ran out where nobody had
/// counted them. None: `error` is something else.
std::optional<Error> out_of_memory_error(const std::exception& error);

/// From now on memory or threads that run out where nobody catches it (a thread of a library, a callback of Qt) end the program with the
/// sentence and the status of a memory Error.
void exit_when_out_of_memory();

}  // namespace neighborscope::shell
