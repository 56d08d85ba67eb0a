// Moving points in the memory of a device.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/wander_rules.hpp"

#include <span>

namespace neighborscope {

class Wanderer {
public:
    /// `state`: [rules.count][rules.numbers()], before the first tick. Memory Error with the numbers where it does not fit.
    Wanderer(DeviceKind, const WanderRules&, std::span<const double> state);

    /// Moves all points by one tick.
    void next();
    /// After the last one, [count][dimension].
    const DeviceMemory& positions() const { return positions_; }

private:
    WanderRules rules_;
    std::uint64_t tick_ = 0;
    DeviceMemory state_, positions_;
};

}  // namespace neighborscope
