// Work cut into pieces, shared among the machine's cores, that reports progress and can be stopped.
#pragma once
#include "gpu/progress.hpp"

#include <cstddef>
#include <functional>

namespace neighborscope {

/// Calls `work(piece)` for every piece in [0, count), started in ascending order, on as many threads as there are cores; the
/// calling thread is one of them, and the only one that calls `progress`, in units of `unit` per piece. What the earliest
/// failing piece threw is thrown here once every thread has ended, so errors do not depend on timing. A piece must take a few
/// milliseconds at most: stopping waits for the pieces that have begun.
void parallel_pieces(std::size_t count, double unit, const Progress& progress, const std::function<void(std::size_t)>& work);

}  // namespace neighborscope
