// One tick of a random walk of objects, on either device.
#pragma once
#include "gpu/random_walk_rules.hpp"

namespace neighborscope {

/// All in the memory of the device: state [count][numbers()], positions [count][dimension].
struct RandomWalkStep {
    RandomWalkRules rules;
    std::uint64_t tick;  ///< from 1
    double* state;
    float* positions;
};

namespace host {
/// Moves all objects by one tick, and waits.
void step_random_walk(const RandomWalkStep&);
}  // namespace host

namespace cuda {
void step_random_walk(const RandomWalkStep&);
}  // namespace cuda

}  // namespace neighborscope
