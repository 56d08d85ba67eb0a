// The centre of many rows: the mean of a sample. Methods subtract it so that a distant origin costs no precision.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// Sets centre[d] to the mean of up to 1024 rows, evenly spaced. If `spread` is not null, the mean leaves out values that deviate by more
/// than eight standard deviations, and *spread becomes the greatest standard deviation of a dimension without them, if that is less.
/// Asynchronous. At least one row.
void find_centre(Stream&, const Points&, float* centre, float* spread = nullptr);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
