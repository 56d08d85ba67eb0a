// Objects that wander, a tick on either device.
#pragma once
#include "gpu/wander_rules.hpp"

namespace neighborscope {

/// All in the memory of the device: state [count][numbers()], positions [count][dimension].
struct Wandering {
    WanderRules rules;
    std::uint64_t tick;  ///< from 1
    double* state;
    float* positions;
};

namespace host {
/// Goes on by one tick, and waits.
void wander(const Wandering&);
}  // namespace host

namespace cuda {
void wander(const Wandering&);
}  // namespace cuda

}  // namespace neighborscope
