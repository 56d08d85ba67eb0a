// The random walk in the memory of a GPU. Separate from random_walk.cpp, so that fuzzing needs no kernels.
#pragma once
#include "app/data/points/motion.hpp"
#include "gpu/random_walk_rules.hpp"

namespace neighborscope {

/// `state`: [count][numbers()], before the first tick. Null if there is no GPU or not enough memory on it.
std::unique_ptr<TickCursor> random_walk_on_gpu(const RandomWalkRules&, std::span<const double> state);

}  // namespace neighborscope
