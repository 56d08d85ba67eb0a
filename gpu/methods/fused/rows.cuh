// Rows as the products read them: around the centre, scaled, rounded to FP16, points in a scattered order.
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

constexpr float most_half = 65504;

/// x rounded to the nearest number that FP16 has, ties to even.
__device__ __forceinline__ float to_half(float x) {
    if (!(fabsf(x) < most_half)) return x < 0 ? -most_half : most_half;
    if (fabsf(x) < 0x1p-14f) return __fsub_rn(__fadd_rn(x, 0.75f), 0.75f);  // multiples of 2^-24
    const unsigned bits = __float_as_uint(x);
    const float rounded = __uint_as_float((bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu);
    return fminf(fmaxf(rounded, -most_half), most_half);
}

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

/// Rows to round, in tiles: of points or of queries.
struct Rounding {
    const float* rows;
    std::int64_t first_tile;
    std::int64_t count, padded;  ///< padded: rows to write
    int dimension, width;        ///< width: of a rounded row, zeros behind `dimension`
    const float* centre;
    double scale;
    Scatter scatter;  ///< of points
    Rounded* rounded;

    float* records;  ///< of points: [tiles][record_floats]; null: these are queries
    QueryBound* bounds;
    float* thresholds;  ///< of queries: nothing is known yet; padding takes nobody
    double* squares;    ///< |q'|^2
};

/// A block a tile, `lanes` lanes a row.
__global__ void __launch_bounds__(rounding_threads) round_rows(Rounding r) {
    constexpr int workers = rounding_threads / lanes;
    __shared__ TileBound bounds[workers];
    const int worker = int(threadIdx.x) / lanes, lane = int(threadIdx.x) % lanes;
    const std::int64_t tile = r.first_tile + blockIdx.x;
    TileBound greatest{0, 0, 0};
    for (int i = worker; i < tile_points; i += workers) {
        const std::int64_t place = tile * tile_points + i;
        if (place >= r.padded) break;
        const bool there = place < r.count;
        const float* const row = there ? r.rows + (r.records ? r.scatter.row_at(place) : place) * r.dimension : nullptr;
        Rounded* const out = r.rounded + place * r.width;
        double rounded_square = 0, residual_square = 0, square = 0;
        for (int d = lane; d < r.width; d += lanes) {
            const double x = there && d < r.dimension ? (double(__ldg(row + d)) - double(__ldg(r.centre + d))) * r.scale : 0;
            const float h = to_half(float(x));
            out[d] = Rounded(h);
            rounded_square += double(h) * double(h);
            residual_square += (x - double(h)) * (x - double(h));
            square += x * x;
        }
#pragma unroll
        for (int m = lanes / 2; m >= 1; m /= 2) {
            rounded_square += __shfl_xor_sync(all_lanes, rounded_square, m);
            residual_square += __shfl_xor_sync(all_lanes, residual_square, m);
            square += __shfl_xor_sync(all_lanes, square, m);
        }
        // Sums of up to 4096 squares and their roots are off by less than 2^-40, x by 2^-52.
        const float norm = __double2float_ru(sqrt(rounded_square) * (1 + 0x1p-38)),
                    residual = __double2float_ru(sqrt(residual_square) * (1 + 0x1p-38) + sqrt(square) * 0x1p-50);
        const float half_square = __double2float_ru(square / 2);
        greatest = {fmaxf(greatest.norm, norm), fmaxf(greatest.residual, residual), fmaxf(greatest.half_square, half_square)};
        if (lane != 0) continue;
        if (r.records) {
            r.records[tile * record_floats + i] = there ? half_square : no_point;
        } else {
            const double length = double(norm) + double(residual);
            r.bounds[place] = {norm, residual, __double2float_ru(length * length * 0x1p-42 + 0x1p-100)};
            r.thresholds[place] = there ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
            r.squares[place] = square;
        }
    }
    if (!r.records) return;
    if (lane == 0) bounds[worker] = greatest;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int other = 1; other < workers; ++other)
        greatest = {fmaxf(greatest.norm, bounds[other].norm), fmaxf(greatest.residual, bounds[other].residual),
            fmaxf(greatest.half_square, bounds[other].half_square)};
    float* const own = r.records + tile * record_floats + tile_points;
    own[0] = greatest.norm;
    own[1] = greatest.residual;
    own[2] = greatest.half_square;
    own[3] = 0;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
