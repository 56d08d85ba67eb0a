// Random numbers by a counter-based hash, so that every program makes the same, on any device and with any number of threads. s = seed,
// i = index; 64-bit unsigned arithmetic.
#pragma once
#include <cstdint>

namespace neighborscope {

constexpr std::uint64_t counter_hash(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u + seed * 0xD1B54A32D192ED03u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Uniform in [0, 1), a multiple of 2^-24: exact in float32.
constexpr float random_uniform_float(std::uint64_t seed, std::uint64_t index) { return float(counter_hash(seed, index) >> 40) * 0x1p-24f; }

/// Uniform in [0, 1), a multiple of 2^-53.
constexpr double random_uniform_double(std::uint64_t seed, std::uint64_t index) {
    return double(counter_hash(seed, index) >> 11) * 0x1p-53;
}

/// Approximately normal: the sum of four uniform numbers minus its mean. `index` counts such sums.
constexpr double random_normal(std::uint64_t seed, std::uint64_t index) {
    double sum = -2;
    for (std::uint64_t t = 0; t < 4; ++t) sum += random_uniform_double(seed, 4 * index + t);
    return sum;
}

}  // namespace neighborscope
