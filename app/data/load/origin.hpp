// Chooses the origin of each axis, relative to which float32 coordinates keep the digits of the file.
#pragma once
#include "app/data/load/assemble.hpp"

#include <vector>

namespace neighborscope {

/// Returns the origin of one axis: about the middle of its values if float32 cannot represent them exactly, and 0 if values are so close to
/// 0 that some would lose more than 2 bits by the shift. The origin always reduces the largest rounding. Values that are exact in float32
/// keep the origin 0, unless they are at 65536 or beyond and all within a 32nd of each other: between them float32 cannot represent two
/// decimals of a query.
double choose_origin(const RowCollector::Axis&);

/// Returns a sample of rows, ascending and at equal distances: up to 4096, fewer for many dimensions.
std::vector<std::size_t> sampled_rows(std::size_t rows, std::size_t dimension);

/// Returns an origin for most points instead of `origin`, if float32 loses digits of the inner four fifths of the values and keeps clearly
/// more of them relative to their middle: 3 bits more, or 1 bit more from 65536 on. So a few distant points do not cost all others their
/// digits. `sample`: coordinates of `sampled_rows` relative to `origin`. `rows`: number of points.
double origin_of_most_points(const RowCollector::Axis&, double origin, std::vector<float> sample, std::int64_t rows);

/// Returns the distance to the origin from which the step of float32 is greater than a thousandth of the middle half of `sample`, relative
/// coordinates of `sampled_rows`; infinite if that half has no extent.
double coarse_from(std::vector<float> sample);
/// Returns the step of float32 at this distance from 0.
double float_step(double distance);

}  // namespace neighborscope
