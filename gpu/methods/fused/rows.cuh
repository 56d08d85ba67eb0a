// Rows as the products read them, and the order in which points are stored.
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
constexpr int lanes = 1, rounding_threads = 1;  // on the host executor meeting others costs more than working alone
#endif

/// A permutation of [0, count): four rounds of a Feistel network over twice `bits` bits, walked on until it is below count (J. Black,
/// P. Rogaway, "Ciphers with Arbitrary Finite Domains", 2002). So a prefix of the points is a fair sample, and neighbours in sorted data do
/// not share a tile.
struct Scatter {
    std::int64_t count;
    int bits;  ///< of each half

    static Scatter over(std::int64_t count) {
        int bits = 1;
        while (std::int64_t(1) << (2 * bits) < count) ++bits;
        return {count, bits};
    }
    /// The row that is stored at a place.
    __host__ __device__ std::int64_t row_at(std::int64_t place) const {
        const unsigned mask = (1u << bits) - 1;
        do {
            unsigned left = unsigned(place >> bits), right = unsigned(place) & mask;
            for (unsigned round = 1; round <= 4; ++round) {
                unsigned mixed = (right + round * 0x9e3779b9u) * 0x85ebca6bu;
                mixed = (mixed ^ mixed >> 15) * 0xc2b2ae35u;
                const unsigned next = left ^ ((mixed ^ mixed >> 16) & mask);
                left = right;
                right = next;
            }
            place = std::int64_t(left) << bits | right;
        } while (place >= count);
        return place;
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
