// Numbers in binary files, of any type and byte order, not aligned.
#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace neighborscope {

enum class Scalar { f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, boolean };

/// Returns the type with numpy's name: "f4", "u1"; booleans are "b1". Nothing if unknown.
constexpr std::optional<Scalar> scalar_named(std::string_view name) {
    constexpr std::string_view names[] = {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"};
    for (std::size_t i = 0; i < std::size(names); ++i)
        if (names[i] == name) return Scalar(i);
    return std::nullopt;
}

/// IEEE binary16.
struct Half {
    std::uint16_t bits;
    explicit operator double() const {
        const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
        const double magnitude = exponent == 31 ? (mantissa ? std::nan("") : INFINITY)
                                 : exponent     ? std::ldexp(1024 + mantissa, exponent - 25)
                                                : std::ldexp(mantissa, -24);
        return bits >> 15 ? -magnitude : magnitude;
    }
};

/// True for any byte but 0.
struct Boolean {
    std::uint8_t byte;
    explicit operator double() const { return byte != 0; }
    explicit operator float() const { return byte != 0; }
};

/// Calls `work` with a value of this type, and returns its result.
template <class Work>
constexpr auto as_type(Scalar type, const Work& work) {
    switch (type) {
        case Scalar::f2: return work(Half{});
        case Scalar::f4: return work(float{});
        case Scalar::f8: return work(double{});
        case Scalar::i1: return work(std::int8_t{});
        case Scalar::i2: return work(std::int16_t{});
        case Scalar::i4: return work(std::int32_t{});
        case Scalar::i8: return work(std::int64_t{});
        case Scalar::u1: return work(std::uint8_t{});
        case Scalar::u2: return work(std::uint16_t{});
        case Scalar::u4: return work(std::uint32_t{});
        case Scalar::u8: return work(std::uint64_t{});
        case Scalar::boolean: break;
    }
    return work(Boolean{});
}

constexpr std::size_t scalar_bytes(Scalar type) {
    return as_type(type, [](auto value) { return sizeof value; });
}

/// Returns the number in these bytes, which need not be aligned. This machine is little-endian; `swapped`: the file is big-endian.
template <class Value>
Value read_bits(const char* source, bool swapped = false) {
    char bytes[sizeof(Value)];
    std::memcpy(bytes, source, sizeof bytes);
    if constexpr (sizeof(Value) == 2)
        if (swapped) return std::bit_cast<Value>(__builtin_bswap16(std::bit_cast<std::uint16_t>(bytes)));
    if constexpr (sizeof(Value) == 4)
        if (swapped) return std::bit_cast<Value>(__builtin_bswap32(std::bit_cast<std::uint32_t>(bytes)));
    if constexpr (sizeof(Value) == 8)
        if (swapped) return std::bit_cast<Value>(__builtin_bswap64(std::bit_cast<std::uint64_t>(bytes)));
    return std::bit_cast<Value>(bytes);
}

/// Reads `count` values that are `source_stride` bytes apart into every `stride`-th element.
inline void read_scalars(
    Scalar type, bool swapped, const char* source, std::size_t source_stride, std::size_t count, double* destination, std::size_t stride) {
    as_type(type, [&]<class Value>(Value) {
        const auto read = [=](auto swap) {
            for (std::size_t i = 0; i < count; ++i) destination[i * stride] = double(read_bits<Value>(source + i * source_stride, swap));
        };
        swapped ? read(std::true_type{}) : read(std::false_type{});
    });
}

/// Returns the least and largest value of an integer type; infinity for floats.
constexpr std::pair<double, double> integer_range(Scalar type) {
    return as_type(type, []<class Value>(Value) -> std::pair<double, double> {
        if constexpr (std::is_integral_v<Value>) return {std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()};
        if constexpr (std::is_same_v<Value, Boolean>) return {0, 1};
        return {-INFINITY, INFINITY};
    });
}

/// Whether the type is an integer type; booleans are not.
constexpr bool is_integer(Scalar type) {
    return as_type(type, [](auto value) { return std::is_integral_v<decltype(value)>; });
}

/// Whether float32 represents every value of the type exactly, including NaN and infinity.
constexpr bool fits_float(Scalar type) { return type == Scalar::f4 || (scalar_bytes(type) <= 2 && type != Scalar::f2); }

template <class Value>
void read_floats_as(const char* __restrict source, bool swapped, std::size_t count, float* __restrict destination) {
    constexpr std::size_t block = 16;  // a constant, so that -O2 vectorises
    std::size_t i = 0;
    if (!swapped)
        for (; i + block <= count; i += block)
            for (std::size_t j = 0; j < block; ++j) destination[i + j] = float(read_bits<Value>(source + (i + j) * sizeof(Value)));
    for (; i < count; ++i) destination[i] = float(read_bits<Value>(source + i * sizeof(Value), swapped));
}

/// Reads `count` contiguous values of a type for which `fits_float` is true.
inline void read_floats(Scalar type, bool swapped, const char* source, std::size_t count, float* destination) {
    if (type == Scalar::f4 && !swapped) return void(std::memcpy(destination, source, count * sizeof(float)));
    as_type(type, [&]<class Value>(Value) {
        if constexpr (!std::is_same_v<Value, Half>) read_floats_as<Value>(source, swapped, count, destination);
    });
}

}  // namespace neighborscope
