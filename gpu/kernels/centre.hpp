// A centre of many rows: the mean of a sample of them. Methods that subtract it lose no digits to a far origin.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// centre[d] = the mean of up to 1024 rows, evenly spaced. `spread`, where it is not null: what deviates by more than eight standard
/// deviations is left out of the mean, and *spread, if less, becomes the greatest standard deviation of a dimension without that.
/// Asynchronous. At least one row.
void find_centre(Stream&, const Points&, float* centre, float* spread = nullptr);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
