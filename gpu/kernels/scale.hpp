// Element-wise changes of values on either device: multiplying by a power of two, for data outside float32's comfortable range
// (gpu/range.hpp), turning distances of unit rows into cosine distances, and turning rank values of inner products into products.
#pragma once
#include <cstddef>

namespace neighborscope {

namespace host {
/// Sets to[i] = from[i] x 2^exponent, i < count, and waits. `from` may be `to`. Infinity and NaN do not change.
void scale_values(const float* from, float* to, std::size_t count, int exponent);
/// Sets values[i] = cosine_of(values[i]), i < count, and waits.
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
