// Medians and their intervals: of times that other programs disturb now and then.
#pragma once
#include <vector>

namespace neighborscope {

/// A value and the ends of its 95 % interval.
struct Interval {
    double value = 0, low = 0, high = 0;
};

/// The median, and the order statistics between which the median of all such runs lies in 95 of 100 samples, whatever the distribution
/// (ranks n/2 -+ 0.98 sqrt(n); David & Nagaraja, "Order Statistics", 2003, section 7.1). Of fewer than 6 values the interval is all of them.
/// Reorders its argument, which is not empty.
Interval median_of(std::vector<double>& values);

/// b / a, with the relative half-widths of both intervals added in squares. Both above 0.
Interval ratio_of(const Interval& b, const Interval& a);

/// The value below which `share` (0 to 1) of the values lie, linear between neighbours. 0 for none. Reorders its argument.
double percentile(std::vector<double>& values, double share);

}  // namespace neighborscope
