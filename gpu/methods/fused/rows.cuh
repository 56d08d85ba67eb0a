// Rows in the form that products read, and the order in which points are stored.
#pragma once
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/fused/bounds.cuh"

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#endif

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

#if defined(__CUDACC__)
using Rounded = __half;
constexpr int lanes = 32, rounding_threads = 256;
#else
using Rounded = float;                          // the same values
constexpr int lanes = 1, rounding_threads = 1;  // on the host executor synchronising costs more than one thread working alone
#endif

/// How points are normalised, apart from their centre; computed on the device when points are prepared.
struct Normalization {
    float spread;                                   ///< the greatest standard deviation of a dimension, in a sample
    float scale;                                    ///< s of bounds.cuh, a power of two
    std::int32_t outliers, outlier[most_outliers];  ///< their number; rows of the first of them
};

/// A permutation of [0, count): four rounds of a Feistel network over the `bits` bits of a place, repeated until the result is below count
/// (J. Black, P. Rogaway, "Ciphers with Arbitrary Finite Domains", 2002). So a prefix of the points is a random sample, and neighbours in
/// sorted data are in different tiles.
struct PointPermutation {
    unsigned count;
    int bits;

    static PointPermutation over(std::int64_t count) {
        int bits = 2;
        while (std::int64_t(1) << bits < count) ++bits;
        return {unsigned(count), bits};
    }
    /// The row that is stored at a place.
    __device__ __forceinline__ unsigned row_at(unsigned place) const {
        const int right_bits = bits / 2;
        const unsigned right_mask = (1u << right_bits) - 1, left_mask = (1u << (bits - right_bits)) - 1;
        do {
            unsigned left = place >> right_bits, right = place & right_mask;
#pragma unroll
            for (unsigned round = 1; round <= 4; ++round) {
                unsigned mixed = (right + round * 0x9e3779b9u) * 0x85ebca6bu;
                mixed = (mixed ^ mixed >> 15) * 0xc2b2ae35u;
                const unsigned next = left ^ ((mixed ^ mixed >> 16) & (round % 2 == 1 ? left_mask : right_mask));
                left = right;
                right = next;
            }
            place = left << right_bits | right;
        } while (place >= count);
        return place;
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
