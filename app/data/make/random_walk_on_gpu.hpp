// Objects that wander in the memory of a GPU. Apart from wander.cpp, so that fuzzing needs no kernels.
#pragma once
#include "app/data/points/motion.hpp"
#include "gpu/random_walk_rules.hpp"

namespace neighborscope {

/// `state`: [count][numbers()], before the first tick. Null where there is no GPU or no memory for them on it.
std::unique_ptr<TickCursor> random_walk_on_gpu(const RandomWalkRules&, std::span<const double> state);

}  // namespace neighborscope
