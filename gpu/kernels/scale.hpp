// Values changed one by one, on either device: multiplied by a power of two, as data outside float32's comfortable range are searched
// (gpu/range.hpp), distances of unit rows made cosine distances, or rank values of inner products made products.
#pragma once
#include <cstddef>

namespace neighborscope {

namespace host {
/// to[i] = from[i] x 2^exponent, i < count, and waits. `from` may be `to`. Infinity and NaN stay what they are.
void scale_values(const float* from, float* to, std::size_t count, int exponent);
/// values[i] = cosine_of(values[i]), i < count, and waits.
void cosine_distances(float* values, std::size_t count);
/// values[i] = 0 - values[i], i < count, and waits: a 0 stays 0, and NaN stays.
void change_signs(float* values, std::size_t count);
}  // namespace host

namespace cuda {
void scale_values(const float* from, float* to, std::size_t count, int exponent);
void cosine_distances(float* values, std::size_t count);
void change_signs(float* values, std::size_t count);
}  // namespace cuda

}  // namespace neighborscope
