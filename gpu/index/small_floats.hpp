// Floating-point numbers of 16 bits.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

namespace neighborscope::stored {

/// IEEE binary16.
inline float from_float16(std::uint16_t bits) {
    const std::uint32_t sign = std::uint32_t(bits & 0x8000u) << 16, exponent = bits >> 10 & 31u, mantissa = bits & 1023u;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
    if (exponent == 0) return (sign ? -1.0f : 1.0f) * std::ldexp(float(mantissa), -24);
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}

/// The upper half of a float32.
inline float from_bfloat16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t(bits) << 16); }

/// The nearest binary16, ties to even.
inline std::uint16_t to_float16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = std::uint16_t(bits >> 16 & 0x8000u);
    const float magnitude = std::fabs(value);
    if (!(magnitude < 65520.0f)) return std::uint16_t(sign | (std::isnan(value) ? 0x7e00u : 0x7c00u));
    if (magnitude < 0x1p-14f) return std::uint16_t(sign | std::uint16_t(std::nearbyint(std::ldexp(magnitude, 24))));
    const std::uint32_t rounded = (bits & 0x7fffffffu) + 0xfffu + (bits >> 13 & 1u);
    return std::uint16_t(sign | ((rounded >> 13) - (112u << 10)));
}

/// The nearest bfloat16, ties to even.
inline std::uint16_t to_bfloat16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::uint16_t(std::isnan(value) ? bits >> 16 | 1u : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace neighborscope::stored
