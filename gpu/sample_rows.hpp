// A random choice of rows, the same on every machine.
#pragma once
#include <cstdint>
#include <vector>

namespace neighborscope {

/// Chooses `wanted` different rows of `count`, ascending; all if there are no more. The same for equal seeds.
std::vector<unsigned> sample_rows(std::int64_t count, std::int64_t wanted, std::uint64_t seed);

}  // namespace neighborscope
