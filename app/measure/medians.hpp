// Medians and their intervals, for times with occasional disturbances by other programs.
#pragma once
#include <vector>

namespace neighborscope {

/// A value and the ends of its 95 % interval.
struct Interval {
    double value = 0, low = 0, high = 0;
};

/// Returns the median, and the order statistics that contain the true median in 95 of 100 samples, for any distribution (ranks n/2 -+ 0.98
/// sqrt(n); David & Nagaraja, "Order Statistics", 2003, section 7.1). The interval of fewer than 6 values is all of them. Reorders its
/// argument, which is not empty.
Interval median_of(std::vector<double>& values);

/// b / a, with the squares of the relative half-widths of both intervals added. Both above 0.
Interval ratio_of(const Interval& b, const Interval& a);

/// Returns the value below which `share` (0 to 1) of the values lie, interpolated linearly. 0 for none. Reorders its argument.
double percentile(std::vector<double>& values, double share);

}  // namespace neighborscope
