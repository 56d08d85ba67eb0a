// Rows around the centre, scaled and rounded to FP16, with what the bounds need of them.
#pragma once
#include "gpu/methods/fused/rows.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

constexpr float most_half = 65504;

/// x rounded to the nearest number that FP16 has, ties to even.
__device__ __forceinline__ float to_half(float x) {
    if (!(fabsf(x) < most_half)) return x < 0 ? -most_half : most_half;
    if (fabsf(x) < 0x1p-14f) return __fsub_rn(__fadd_rn(x, 0.75f), 0.75f);  // multiples of 2^-24
    const unsigned bits = __float_as_uint(x);
    const float rounded = __uint_as_float((bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu);
    return fminf(fmaxf(rounded, -most_half), most_half);
}

/// Rows to round: of points, or of queries.
struct Rounding {
    const float* rows;
    std::int64_t first_block;
    int rows_of_block;           ///< of points, those of a tile
    std::int64_t count, padded;  ///< padded: rows to write
    int dimension, width;        ///< width: of a rounded row, zeros behind `dimension`
    const float* centre;
    double scale;
    Scatter scatter;  ///< of points
    Rounded* rounded;

    float* records;          ///< of points: [tiles][record_floats]; null: these are queries
    std::int32_t* outliers;  ///< of points: [0] how many, then the first most_outliers of them, as rows
    QueryBound* bounds;
    float* thresholds;  ///< of queries: nothing is known yet; padding takes nobody
    double* squares;    ///< |h|^2 of queries
};

/// `lanes` lanes a row.
__global__ void __launch_bounds__(rounding_threads) round_rows(Rounding r) {
    constexpr int workers = rounding_threads / lanes;
    __shared__ TileBound bounds[workers];
    const int worker = int(threadIdx.x) / lanes, lane = int(threadIdx.x) % lanes;
    const std::int64_t block = r.first_block + blockIdx.x;
    TileBound greatest{0, 0, 0};
    for (int i = worker; i < r.rows_of_block; i += workers) {
        const std::int64_t place = block * r.rows_of_block + i;
        if (place >= r.padded) break;
        const bool there = place < r.count;
        const float* const row = there ? r.rows + (r.records ? r.scatter.row_at(place) : place) * r.dimension : nullptr;
        Rounded* const out = r.rounded + place * r.width;
        double rounded_square = 0, residual_square = 0, square = 0;
        float greatest_of_row = 0;
#pragma unroll 4
        for (int d = lane; d < r.width; d += lanes) {
            const double x = there && d < r.dimension ? (double(__ldg(row + d)) - double(__ldg(r.centre + d))) * r.scale : 0;
            const float h = to_half(float(x));
            out[d] = Rounded(h);
            rounded_square += double(h) * double(h);
            residual_square += (x - double(h)) * (x - double(h));
            square += x * x;
            greatest_of_row = fmaxf(greatest_of_row, fabsf(float(x)));
        }
#pragma unroll
        for (int m = lanes / 2; m >= 1; m /= 2) {
            rounded_square += __shfl_xor_sync(all_lanes, rounded_square, m);
            residual_square += __shfl_xor_sync(all_lanes, residual_square, m);
            square += __shfl_xor_sync(all_lanes, square, m);
            greatest_of_row = fmaxf(greatest_of_row, __shfl_xor_sync(all_lanes, greatest_of_row, m));
        }
        if (r.records && greatest_of_row >= outlying) {
            for (int d = lane; d < r.width; d += lanes) out[d] = Rounded(0.0f);
            if (lane != 0) continue;
            const int number = atomicAdd(r.outliers, 1);
            if (number < most_outliers) r.outliers[1 + number] = std::int32_t(r.scatter.row_at(place));
            r.records[block * record_floats + i] = no_point;
            continue;
        }
        // Sums of up to 4096 squares and their roots are off by less than 2^-40, x by 2^-52.
        const float norm = __double2float_ru(sqrt(rounded_square) * (1 + 0x1p-38)),
                    residual = __double2float_ru(sqrt(residual_square) * (1 + 0x1p-38) + sqrt(square) * 0x1p-50);
        const float half_square = __double2float_ru(rounded_square / 2 * (1 + 0x1p-38));
        greatest = {fmaxf(greatest.norm, norm), fmaxf(greatest.residual, residual), fmaxf(greatest.half_square, half_square)};
        if (lane != 0) continue;
        if (r.records) {
            r.records[block * record_floats + i] = there ? half_square : no_point;
        } else {
            // Of a query so far away that floats have no bounds for it nobody is a candidate: it is asked again.
            const double length = double(norm) + double(residual);
            const bool bounded = there && length < 0x1p60;
            r.bounds[place] = bounded ? QueryBound{norm, residual, __double2float_ru(length * length * 0x1p-40 + 0x1p-100)} : QueryBound{};
            r.thresholds[place] = bounded ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
            r.squares[place] = rounded_square;
        }
    }
    if (!r.records) return;
    if (lane == 0) bounds[worker] = greatest;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int other = 1; other < workers; ++other)
        greatest = {fmaxf(greatest.norm, bounds[other].norm), fmaxf(greatest.residual, bounds[other].residual),
            fmaxf(greatest.half_square, bounds[other].half_square)};
    float* const own = r.records + block * record_floats + tile_points;
    own[0] = greatest.norm;
    own[1] = greatest.residual;
    own[2] = greatest.half_square;
    own[3] = 0;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
