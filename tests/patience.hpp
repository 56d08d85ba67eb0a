// How long tests wait for what has to come.
#pragma once
#include <chrono>

namespace neighborscope {

/// Only what never comes uses it up: other work may have the processors, so it is long.
inline constexpr std::chrono::minutes patience{5};

}  // namespace neighborscope
