// Rows around the centre, scaled and rounded to FP16, with what the bounds need of them.
#pragma once
#include "gpu/methods/fused/rows.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

constexpr float most_half = 65504;

/// x rounded to the nearest number that FP16 has, ties to even, no infinity.
__device__ __forceinline__ Rounded to_half(float x) {
#if defined(__CUDACC__)
    return __float2half_rn(fminf(fmaxf(x, -most_half), most_half));
#else
    if (!(fabsf(x) < most_half)) return x < 0 ? -most_half : most_half;
    if (fabsf(x) < 0x1p-14f) return __fsub_rn(__fadd_rn(x, 0.75f), 0.75f);  // multiples of 2^-24
    const unsigned bits = __float_as_uint(x);
    const float rounded = __uint_as_float((bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu);
    return fminf(fmaxf(rounded, -most_half), most_half);
#endif
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

/// What a lane keeps of a row: sums are finished for as many rows at once as there are lanes.
struct RowSums {
    double rounded = 0, residual = 0;  ///< squares
    bool outlies = false;
};

/// Rounds row `number` into place `place` of the stored order, by `lanes` lanes. Number -1: there is no row, zeros are written.
__device__ __forceinline__ RowSums round_row(const Rounding& r, std::int64_t number, std::int64_t place, int lane) {
    const bool there = number >= 0;
    const float* const row = there ? r.rows + number * r.dimension : nullptr;
    Rounded* const out = r.rounded + place * r.width;
    RowSums sums;
    float greatest = 0;
#pragma unroll 4
    for (int d = lane; d < r.width; d += lanes) {
        const double x = there && d < r.dimension ? (double(__ldg(row + d)) - double(__ldg(r.centre + d))) * r.scale : 0;
        const Rounded rounded = to_half(float(x));
        const float h = float(rounded);
        out[d] = rounded;
        sums.rounded += double(h) * double(h);
        sums.residual += (x - double(h)) * (x - double(h));
        greatest = fmaxf(greatest, fabsf(float(x)));
    }
#pragma unroll
    for (int m = lanes / 2; m >= 1; m /= 2) {
        sums.rounded += __shfl_xor_sync(all_lanes, sums.rounded, m);
        sums.residual += __shfl_xor_sync(all_lanes, sums.residual, m);
    }
    sums.outlies = r.records && greatest >= outlying;
    if constexpr (lanes > 1) sums.outlies = __any_sync(all_lanes, sums.outlies);
    if (sums.outlies)
        for (int d = lane; d < r.width; d += lanes) out[d] = Rounded(0.0f);
    return sums;
}

/// Writes what the bounds need of that row, which is the tile's number `i`.
__device__ __forceinline__ void finish_row(
    const Rounding& r, const RowSums& sums, std::int64_t number, std::int64_t place, int i, TileBound& greatest) {
    const bool there = number >= 0;
    const auto half_square_is = [&](float value) { r.records[place / tile_points * record_floats + i] = value; };
    if (sums.outlies) {
        const int before = atomicAdd(r.outliers, 1);
        if (before < most_outliers) r.outliers[1 + before] = std::int32_t(number);
        half_square_is(no_point);
        return;
    }
    // Sums of up to 4096 squares and their roots are off by less than 2^-38, x by 2^-52 of |x|.
    const double root = sqrt(sums.rounded) * (1 + 0x1p-38), rest = sqrt(sums.residual) * (1 + 0x1p-38);
    const float norm = __double2float_ru(root), residual = __double2float_ru(rest + (root + rest) * 0x1p-50);
    if (r.records) {
        const float half_square = __double2float_ru(sums.rounded / 2 * (1 + 0x1p-38));
        greatest = {fmaxf(greatest.norm, norm), fmaxf(greatest.residual, residual), fmaxf(greatest.half_square, half_square)};
        half_square_is(there ? half_square : no_point);
        return;
    }
    // Of a query so far away that floats have no bounds for it nobody is a candidate: it is asked again.
    const double length = double(norm) + double(residual);
    const bool bounded = there && length < 0x1p60;
    r.bounds[place] = bounded ? QueryBound{norm, residual, __double2float_ru(length * length * 0x1p-40 + 0x1p-100)} : QueryBound{};
    r.thresholds[place] = bounded ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    r.squares[place] = sums.rounded;
}

__global__ void __launch_bounds__(rounding_threads) round_rows(Rounding r) {
    constexpr int workers = rounding_threads / lanes;
    __shared__ TileBound bounds[workers];
    const int worker = int(threadIdx.x) / lanes, lane = int(threadIdx.x) % lanes;
    const std::int64_t block = r.first_block + blockIdx.x, first_place = block * r.rows_of_block;
    TileBound greatest{0, 0, 0};
    for (int first = worker; first < r.rows_of_block; first += workers * lanes) {
        // What takes as long for one row as for many is done for as many as there are lanes.
        const int own = first + lane * workers;
        const std::int64_t own_place = first_place + own;
        const bool is_row = own < r.rows_of_block && own_place < r.padded;
        const std::int64_t own_number = !is_row || own_place >= r.count ? -1 : r.records ? r.scatter.row_at(own_place) : own_place;
        RowSums own_sums;
        for (int j = 0; j < lanes; ++j) {
            const int i = first + j * workers;
            if (i >= r.rows_of_block || first_place + i >= r.padded) break;
            std::int64_t number = own_number;
            if constexpr (lanes > 1) number = __shfl_sync(all_lanes, own_number, j);
            const RowSums sums = round_row(r, number, first_place + i, lane);
            if (j == lane) own_sums = sums;
        }
        if (is_row) finish_row(r, own_sums, own_number, own_place, own, greatest);
    }
    if (!r.records) return;
#pragma unroll
    for (int m = lanes / 2; m >= 1; m /= 2)
        greatest = {fmaxf(greatest.norm, __shfl_xor_sync(all_lanes, greatest.norm, m)),
            fmaxf(greatest.residual, __shfl_xor_sync(all_lanes, greatest.residual, m)),
            fmaxf(greatest.half_square, __shfl_xor_sync(all_lanes, greatest.half_square, m))};
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
