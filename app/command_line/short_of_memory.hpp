// What it means for the work when memory ran out, counted or not.
#pragma once
#include "gpu/error.hpp"

#include <exception>
#include <optional>

namespace neighborscope::shell {

/// The memory Error with the numbers: `error` itself when it is one, or what stands for memory or threads that ran out where nobody had
/// counted them. None: `error` is something else.
std::optional<Error> short_of_memory(const std::exception& error);

}  // namespace neighborscope::shell
