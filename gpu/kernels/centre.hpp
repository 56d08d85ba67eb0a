// A centre of many rows: the mean of a sample of them. Methods that subtract it lose no digits to a far origin.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// centre[d] = the mean of up to 1024 rows, evenly spaced, rounded to a multiple of `unit`; 0: not rounded. Asynchronous. At least one row.
void find_centre(Stream&, const Points&, float unit, float* centre);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
