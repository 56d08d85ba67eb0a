// Numbers as binary files hold them: of any type and byte order, not aligned.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace neighborscope {

enum class Scalar { f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, boolean };

constexpr std::size_t scalar_bytes(Scalar type) {
    switch (type) {
        case Scalar::i1:
        case Scalar::u1:
        case Scalar::boolean: return 1;
        case Scalar::f2:
        case Scalar::i2:
        case Scalar::u2: return 2;
        case Scalar::f4:
        case Scalar::i4:
        case Scalar::u4: return 4;
        case Scalar::f8:
        case Scalar::i8:
        case Scalar::u8: return 8;
    }
    return 0;
}

/// IEEE binary16.
inline double half_to_double(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double magnitude = exponent == 31 ? (mantissa ? std::nan("") : INFINITY)
                             : exponent     ? std::ldexp(1024 + mantissa, exponent - 25)
                                            : std::ldexp(mantissa, -24);
    return bits >> 15 ? -magnitude : magnitude;
}

template <class Bits>
Bits swap_bytes(Bits bits) {
    if constexpr (sizeof(Bits) == 2) return __builtin_bswap16(bits);
    if constexpr (sizeof(Bits) == 4) return __builtin_bswap32(bits);
    if constexpr (sizeof(Bits) == 8) return __builtin_bswap64(bits);
    return bits;
}

/// The integer of these bytes, which need not be aligned; little endian is this machine's order.
template <class Bits>
Bits read_bits(const char* source, bool swapped = false) {
    Bits bits;
    std::memcpy(&bits, source, sizeof(Bits));
    return swapped ? swap_bytes(bits) : bits;
}

template <class Value, class Bits, bool swapped>
void read_scalars_as(const char* source, std::size_t source_stride, std::size_t count, double* destination, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i) {
        const Bits bits = read_bits<Bits>(source + i * source_stride, swapped);
        Value value;
        std::memcpy(&value, &bits, sizeof(Value));
        destination[i * stride] = double(value);
    }
}

template <bool swapped>
void read_scalars(Scalar type, const char* source, std::size_t source_stride, std::size_t count, double* destination, std::size_t stride) {
    const auto as = [&]<class Value, class Bits>(
                        Value, Bits) { read_scalars_as<Value, Bits, swapped>(source, source_stride, count, destination, stride); };
    switch (type) {
        case Scalar::f4: return as(float{}, std::uint32_t{});
        case Scalar::f8: return as(double{}, std::uint64_t{});
        case Scalar::i1: return as(std::int8_t{}, std::uint8_t{});
        case Scalar::i2: return as(std::int16_t{}, std::uint16_t{});
        case Scalar::i4: return as(std::int32_t{}, std::uint32_t{});
        case Scalar::i8: return as(std::int64_t{}, std::uint64_t{});
        case Scalar::u1: return as(std::uint8_t{}, std::uint8_t{});
        case Scalar::u2: return as(std::uint16_t{}, std::uint16_t{});
        case Scalar::u4: return as(std::uint32_t{}, std::uint32_t{});
        case Scalar::u8: return as(std::uint64_t{}, std::uint64_t{});
        case Scalar::f2:
            for (std::size_t i = 0; i < count; ++i)
                destination[i * stride] = half_to_double(read_bits<std::uint16_t>(source + i * source_stride, swapped));
            return;
        case Scalar::boolean:
            for (std::size_t i = 0; i < count; ++i) destination[i * stride] = source[i * source_stride] != 0;
            return;
    }
}

/// Reads `count` values that lie `source_stride` bytes apart into every `stride`-th place. `swapped`: the file's byte order is
/// not this machine's.
inline void read_scalars(
    Scalar type, bool swapped, const char* source, std::size_t source_stride, std::size_t count, double* destination, std::size_t stride) {
    swapped ? read_scalars<true>(type, source, source_stride, count, destination, stride)
            : read_scalars<false>(type, source, source_stride, count, destination, stride);
}

/// The least and largest value of an integer type; of floats, infinity.
constexpr std::pair<double, double> integer_range(Scalar type) {
    const auto of = []<class Integer>(Integer) {
        return std::pair(double(std::numeric_limits<Integer>::min()), double(std::numeric_limits<Integer>::max()));
    };
    switch (type) {
        case Scalar::i1: return of(std::int8_t{});
        case Scalar::i2: return of(std::int16_t{});
        case Scalar::i4: return of(std::int32_t{});
        case Scalar::i8: return of(std::int64_t{});
        case Scalar::u1: return of(std::uint8_t{});
        case Scalar::u2: return of(std::uint16_t{});
        case Scalar::u4: return of(std::uint32_t{});
        case Scalar::u8: return of(std::uint64_t{});
        case Scalar::boolean: return {0, 1};
        case Scalar::f2:
        case Scalar::f4:
        case Scalar::f8: break;
    }
    return {-INFINITY, INFINITY};
}

/// Whether float32 holds every value of the type, NaN and infinity too.
constexpr bool fits_float(Scalar type) { return type == Scalar::f4 || (scalar_bytes(type) <= 2 && type != Scalar::f2); }

template <class Value, class Bits>
void read_floats_as(const char* __restrict source, bool swapped, std::size_t count, float* __restrict destination) {
    constexpr std::size_t block = 16;  // of a fixed size, so that -O2 takes several at a time
    const auto read = [](const char* at, bool swap) {
        const Bits bits = read_bits<Bits>(at, swap);
        Value value;
        std::memcpy(&value, &bits, sizeof(Value));
        return float(value);
    };
    std::size_t i = 0;
    if (!swapped)
        for (; i + block <= count; i += block)
            for (std::size_t j = 0; j < block; ++j) destination[i + j] = read(source + (i + j) * sizeof(Bits), false);
    for (; i < count; ++i) destination[i] = read(source + i * sizeof(Bits), swapped);
}

/// Reads `count` values that lie side by side, of a type for which `fits_float` is true.
inline void read_floats(Scalar type, bool swapped, const char* source, std::size_t count, float* destination) {
    switch (type) {
        case Scalar::f4:
            if (!swapped) std::memcpy(destination, source, count * sizeof(float));
            else read_floats_as<float, std::uint32_t>(source, swapped, count, destination);
            return;
        case Scalar::i1: return read_floats_as<std::int8_t, std::uint8_t>(source, swapped, count, destination);
        case Scalar::u1: return read_floats_as<std::uint8_t, std::uint8_t>(source, swapped, count, destination);
        case Scalar::i2: return read_floats_as<std::int16_t, std::uint16_t>(source, swapped, count, destination);
        case Scalar::u2: return read_floats_as<std::uint16_t, std::uint16_t>(source, swapped, count, destination);
        case Scalar::boolean:
            for (std::size_t i = 0; i < count; ++i) destination[i] = source[i] != 0;
            return;
        default: return;
    }
}

}  // namespace neighborscope
