// Where the float32 coordinates of an axis are counted from, so that they keep the digits of the file.
#pragma once
#include "app/data/load/assemble.hpp"

#include <vector>

namespace neighborscope {

/// The origin of one axis. It is about the middle of its values where float32 does not hold them to the last bit, and 0 where they lie so
/// near to 0 that some would lose more than 2 bits by that; the largest rounding is always less for it. Values that float32 holds keep 0,
/// unless they are at 65536 or beyond and all within a 32nd of each other: float32 does not hold two decimals of a query between them.
double choose_origin(const RowCollector::Axis&);

/// Rows, ascending and at equal distances, that stand for all of them: up to 4096, fewer of many dimensions.
std::vector<std::size_t> sampled_rows(std::size_t rows, std::size_t dimension);

/// The origin of one axis instead of `origin`: another when float32 loses digits of the inner four fifths
/// and keeps clearly more of them relative to their middle: 3 bits more, or 1 bit more from 65536 on. So a few far points do not cost all
/// others their digits.
/// `sample`: coordinates of `sampled_rows` relative to `origin`. `rows`: that were taken.
double origin_of_most_points(const RowCollector::Axis&, double origin, std::vector<float> sample, std::int64_t rows);

/// From which distance to the origin on float32 is coarser than a thousandth of the middle half of `sample`, relative coordinates
/// of `sampled_rows`; infinite when that half has no extent.
double coarse_from(std::vector<float> sample);
/// The step of float32 at this distance from 0.
double float_step(double distance);

}  // namespace neighborscope
