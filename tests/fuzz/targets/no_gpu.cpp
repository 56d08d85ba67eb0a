// Replaces random_walk_on_gpu.cpp, which needs kernels.
#include "app/data/make/random_walk_on_gpu.hpp"

namespace neighborscope {

std::unique_ptr<TickCursor> random_walk_on_gpu(const RandomWalkRules& /*rules*/, std::span<const double> /*state*/) { return nullptr; }

}  // namespace neighborscope
