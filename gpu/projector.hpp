// Projects pictures onto the mean and components of a gallery, which stay in a device's memory. Turk & Pentland, "Eigenfaces
// for Recognition", 1991, section "Using Eigenfaces to Classify a Face Image".
#pragma once
#include "gpu/device/device.hpp"

#include <span>
#include <vector>

namespace neighborscope {

class Projector {
public:
    /// `components` is [count][mean.size()]. Memory Error with the numbers when they do not fit.
    Projector(DeviceKind, std::span<const float> mean, std::span<const float> components);

    struct Projected {
        std::vector<float> vector;  ///< [count]
        double milliseconds = 0;    ///< device time, without copies
    };
    /// `picture` is [mean.size()].
    Projected project(std::span<const float> picture);

private:
    DeviceMemory mean_, components_, picture_, vector_;
    int count_;
};

}  // namespace neighborscope
