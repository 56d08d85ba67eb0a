// Rows minus the centre, scaled and rounded to FP16, with the numbers that the bounds need.
#pragma once
#include "gpu/kernels/extent.cuh"
#include "gpu/methods/fused/rows.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

constexpr float most_half = 65504;
#if defined(__CUDACC__)
constexpr int points_together = 4;  ///< rows that a warp reads at once, to have enough loads in flight
constexpr int rows_of_block = rounding_threads / lanes * points_together, placing_threads = tile_points;
#else
constexpr int points_together = 1, rows_of_block = tile_points, placing_threads = 1;
#endif
static_assert(tile_points % rows_of_block == 0);

/// Stores which row is at which place, -1 for none; clears the bounds of tiles, the spread and the outliers.
__global__ void __launch_bounds__(placing_threads)
    place_rows(PointPermutation scatter, std::int32_t* row_of_place, float* records, Normalization* normalization) {
    const unsigned first = blockIdx.x * unsigned(tile_points);
    for (unsigned place = first + threadIdx.x; place < first + tile_points; place += placing_threads)
        row_of_place[place] = place < scatter.count ? std::int32_t(scatter.row_at(place)) : -1;
    if (threadIdx.x != 0) return;
    float* const own = records + std::size_t(blockIdx.x) * record_floats + tile_points;
    own[0] = own[1] = own[2] = own[3] = 0;
    if (blockIdx.x == 0) normalization->spread = 0, normalization->outliers = 0;
}

/// The scale of points, and the centre in scaled units.
struct Scaling {
    int dimension, width;  ///< width: of `centre`, zeros after `dimension`
    const float* mean;
    float largest;  ///< as in Points
    bool coarse;    ///< for a scale without outliers: differences from the centre are below 2^14
    float* centre;  ///< s m, in quarters: for integers of ordinary size differences are FP16 numbers, and nothing is rounded
    Normalization* normalization;
};

/// After scaling, differences from the centre are some 2^6; below 2^-14 FP16 loses digits, from 2^15 on they are outliers. s and s m are
/// far from the limits of float, for any spread.
__global__ void __launch_bounds__(rounding_threads) scale_centre(Scaling s) {
    const float size = s.normalization->spread > 0 ? s.normalization->spread : s.largest;
    const int greatest = s.largest > 0 ? ilogbf(s.largest) : 0;
    const int exponent = s.coarse ? greatest - 6 : max(size > 0 ? ilogbf(size) : 0, max(greatest - 119, -121));
    const float scale = ldexpf(1, 6 - exponent);
    const int d = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (d < s.width) s.centre[d] = d < s.dimension ? float(rint(4 * (double(s.mean[d]) * double(scale))) / 4) : 0;
    if (d == 0) s.normalization->scale = scale;
}

#if defined(__CUDACC__)
using FourRounded = uint2;  ///< four coordinates of a rounded row
/// Rounds to FP16, ties to even; `Bounded`: never to infinity.
template <bool Bounded>
__device__ __forceinline__ FourRounded to_half(float4 x) {
    const auto two = [](float a, float b) {
        const auto inside = [](float one) { return Bounded ? fminf(fmaxf(one, -most_half), most_half) : one; };
        const __half2 both = __floats2half2_rn(inside(a), inside(b));
        return reinterpret_cast<const unsigned&>(both);
    };
    return make_uint2(two(x.x, x.y), two(x.z, x.w));
}
__device__ __forceinline__ float4 to_float(FourRounded h) {
    const float2 low = __half22float2(reinterpret_cast<const __half2&>(h.x)), high = __half22float2(reinterpret_cast<const __half2&>(h.y));
    return make_float4(low.x, low.y, high.x, high.y);
}
#else
using FourRounded = float4;
inline float to_half(float x) {
    if (!(fabsf(x) < most_half)) return x < 0 ? -most_half : most_half;
    if (fabsf(x) < 0x1p-14f) return __fsub_rn(__fadd_rn(x, 0.75f), 0.75f);  // multiples of 2^-24
    const unsigned bits = __float_as_uint(x);
    const float rounded = __uint_as_float((bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu);
    return fminf(fmaxf(rounded, -most_half), most_half);
}
template <bool>
FourRounded to_half(float4 x) {
    return {to_half(x.x), to_half(x.y), to_half(x.z), to_half(x.w)};
}
inline float4 to_float(FourRounded h) { return h; }
#endif

/// The arguments of rounding: points or queries.
struct Rounding {
    const float* rows;
    std::int64_t first_block;
    std::int64_t count, padded;        ///< padded: rows to write
    int dimension, width;              ///< width: of a rounded row, zeros after `dimension`
    const float* centre;               ///< of Scaling
    Normalization* normalization;      ///< for points: outliers are appended
    const std::int32_t* row_of_place;  ///< for points
    Rounded* rounded;
    bool products;      ///< nearness is an inner product: no centre is subtracted
    float query_scale;  ///< for inner products: the scale of queries

    float* records;  ///< for points: [tiles][record_floats]
    QueryBound* bounds;
    float* thresholds;  ///< for queries: start without a threshold; padding accepts no point
    double* squares;    ///< |h|^2 of queries
};

/// Coordinates d to d + 3 of a row, zeros after its last. `Whole`: the row's length is a multiple of four.
template <bool Whole>
__device__ __forceinline__ float4 four_of(const float* row, int d, int dimension) {
    if constexpr (Whole) return __ldg(reinterpret_cast<const float4*>(row + d));
    const auto at = [&](int i) { return d + i < dimension ? __ldg(row + d + i) : 0.0f; };
    return make_float4(at(0), at(1), at(2), at(3));
}

#if defined(__CUDACC__)
using ResidualSum = float;  ///< of up to 4096 / 32 squares in a lane, then over 32 lanes: within 2^-16 of the sum
#else
using ResidualSum = double;  // of up to 4096, one after another
#endif
/// Sums over a rounded row, where h is x' rounded to FP16 and x is x' rounded to float: |h|^2 and |x - h|^2.
struct RowSums {
    double rounded;
    ResidualSum residual;
};

__device__ __forceinline__ QueryBound bound_of(const RowSums& sums, bool products) {
    // The sum in double precision and its root have errors below 2^-38. x - h is exact unless h is the greatest FP16 number, and x differs
    // from x' by at most 2^-24 of it or, near zero, by less than 2^-60.
    const double root = sqrt(sums.rounded) * (1 + 0x1p-38), rest = sqrt(double(sums.residual)) * (1 + 0x1p-16);
    const float norm = __double2float_ru(root), residual = __double2float_ru(rest + (root + rest) * 0x1p-24 + 0x1p-60);
    const double length = double(norm) + double(residual);
    return {norm, residual, products ? 0x1p-100f : __double2float_ru(length * length * 0x1p-40 + 0x1p-100)};
}

__device__ __forceinline__ void finish_point(
    const Rounding& r, const RowSums& sums, bool outlies, int number, std::int64_t place, TileBound& greatest) {
    float half_square = no_point;
    if (number >= 0 && outlies) {
        const int before = atomicAdd(&r.normalization->outliers, 1);
        if (before < most_outliers) r.normalization->outlier[before] = number;
    } else if (number >= 0) {
        const QueryBound bound = bound_of(sums, r.products);
        half_square = r.products ? 0 : __double2float_ru(sums.rounded / 2 * (1 + 0x1p-38));
        greatest = {fmaxf(greatest.norm, bound.norm), fmaxf(greatest.residual, bound.residual), fmaxf(greatest.half_square, half_square)};
    }
    r.records[place / tile_points * record_floats + place % tile_points] = half_square;
}

__device__ __forceinline__ void finish_query(const Rounding& r, const RowSums& sums, int number, std::int64_t place) {
    const QueryBound bound = bound_of(sums, r.products);
    // A query so distant that its bounds exceed float has no candidates: it is answered again.
    const bool bounded = number >= 0 && bound.norm + bound.residual < 0x1p60f;
    r.bounds[place] = bounded ? bound : QueryBound{};
    r.thresholds[place] = bounded ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    r.squares[place] = sums.rounded;
}

/// A warp rounds `points_together` points at once, or one query. Four blocks per multiprocessor: fewer have too few loads in flight.
template <bool OfPoints, bool Whole>
__global__ void __launch_bounds__(rounding_threads, 4) round_rows(Rounding r) {
    constexpr int together = OfPoints ? points_together : 1, workers = rounding_threads / lanes;
    constexpr int rows = OfPoints ? rows_of_block : workers;
    const int worker = int(threadIdx.x) / lanes, lane = int(threadIdx.x) % lanes;
    const std::int64_t first_place = (r.first_block + blockIdx.x) * rows;
    const float scale = !OfPoints && r.products ? r.query_scale : r.normalization->scale;
    TileBound greatest{0, 0, 0};
    for (int first = worker * together; first < rows; first += workers * together) {
        const std::int64_t place = first_place + first;
        if (place >= r.padded) break;
        int number[together];
        const float* row[together];
        double rounded[together] = {};
        ResidualSum residual[together] = {};
        float most[together] = {};
#pragma unroll
        for (int i = 0; i < together; ++i) {
            if constexpr (OfPoints) number[i] = __ldg(r.row_of_place + place + i);
            else number[i] = place < r.count ? int(place) : -1;
            row[i] = r.rows + std::int64_t(max(number[i], 0)) * r.dimension;
        }
        const int fours = (r.dimension + 3) / 4, all_fours = r.width / 4;
        FourRounded* const out = reinterpret_cast<FourRounded*>(r.rounded) + place * all_fours;
        for (int four = lane; four < fours; four += lanes) {
            float4 x[together];
#pragma unroll
            for (int i = 0; i < together; ++i) x[i] = four_of<Whole>(row[i], 4 * four, r.dimension);
            const float4 centre = __ldg(reinterpret_cast<const float4*>(r.centre) + four);
#pragma unroll
            for (int i = 0; i < together; ++i) {
                const float4 own = make_float4(__fmaf_rn(x[i].x, scale, -centre.x), __fmaf_rn(x[i].y, scale, -centre.y),
                    __fmaf_rn(x[i].z, scale, -centre.z), __fmaf_rn(x[i].w, scale, -centre.w));
                const FourRounded nearest = to_half<!OfPoints>(own);
                out[i * all_fours + four] = nearest;
                const float4 h = to_float(nearest);
                const auto add = [&](float coordinate, float half) {
                    rounded[i] += double(half * half);  // the product is exact
                    residual[i] += (coordinate - half) * (coordinate - half);
                    most[i] = fmaxf(most[i], fabsf(coordinate));
                };
                add(own.x, h.x);
                add(own.y, h.y);
                add(own.z, h.z);
                add(own.w, h.w);
            }
        }
        unsigned outlying_rows = 0;
#pragma unroll
        for (int i = 0; i < together; ++i) {
            bool outlies = OfPoints && most[i] >= outlying;
            if constexpr (lanes > 1 && OfPoints) outlies = __any_sync(all_lanes, outlies);
            outlying_rows |= unsigned(outlies) << i;
            const int zeros_from = outlies || number[i] < 0 ? 0 : fours;
            for (int four = zeros_from + lane; four < all_fours; four += lanes) out[i * all_fours + four] = FourRounded{};
        }
        RowSums sums{rounded[0], residual[0]};
        if constexpr (lanes > 1) sums = {join_lanes<Euclidean>(rounded, lane), join_lanes<Euclidean>(residual, lane)};
        constexpr int lanes_of_row = lanes / together;
        if (lane % lanes_of_row != 0) continue;
        const int own = lane / lanes_of_row;
        int own_number = number[0];
#pragma unroll
        for (int i = 1; i < together; ++i)
            if (i == own) own_number = number[i];
        if constexpr (OfPoints) finish_point(r, sums, outlying_rows >> own & 1u, own_number, place + own, greatest);
        else finish_query(r, sums, own_number, place);
    }
    if constexpr (OfPoints) {
#pragma unroll
        for (int m = lanes / 2; m >= lanes / together; m /= 2)
            greatest = {fmaxf(greatest.norm, __shfl_xor_sync(all_lanes, greatest.norm, m)),
                fmaxf(greatest.residual, __shfl_xor_sync(all_lanes, greatest.residual, m)),
                fmaxf(greatest.half_square, __shfl_xor_sync(all_lanes, greatest.half_square, m))};
        if (lane != 0) return;
        float* const tile = r.records + first_place / tile_points * record_floats + tile_points;
        raise_to(tile, greatest.norm);
        raise_to(tile + 1, greatest.residual);
        raise_to(tile + 2, greatest.half_square);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
