// Moving points (random walks) in the memory of a device.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/random_walk_rules.hpp"

#include <span>

namespace neighborscope {

class RandomWalk {
public:
    /// `state` is [rules.count][rules.numbers()], before the first tick. Memory Error with the numbers if it does not fit.
    RandomWalk(DeviceKind, const RandomWalkRules&, std::span<const double> state);

    /// Moves all points by one tick.
    void next();
    /// Positions after the last tick, [count][dimension].
    const DeviceMemory& positions() const { return positions_; }

private:
    RandomWalkRules rules_;
    std::uint64_t tick_ = 0;
    DeviceMemory state_, positions_;
};

}  // namespace neighborscope
