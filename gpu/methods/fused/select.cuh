// Thresholds, the selection of candidates, and the last step with the certificate.
#pragma once
#include "gpu/kernels/extent.cuh"
#include "gpu/kernels/finish.cuh"
#include "gpu/methods/fused/product.hpp"

#include <bit>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

#if defined(__CUDACC__)
constexpr int last_step_threads = 128;
#else
constexpr int last_step_threads = 32;
#endif

__device__ __forceinline__ int sum_of_lanes(int value) {
#pragma unroll
    for (int m = lanes / 2; m >= 1; m /= 2) value += __shfl_xor_sync(all_lanes, value, m);
    return value;
}

/// The key of rank `rank`, from the greatest, of `count` >= rank keys: bit by bit from the highest in which keys differ. All lanes.
__device__ inline unsigned greatest_of_rank(const unsigned* keys, int count, int rank, int lane) {
    unsigned all = ~0u, any = 0;
    for (int i = lane; i < count; i += lanes) all &= keys[i], any |= keys[i];
#pragma unroll
    for (int m = lanes / 2; m >= 1; m /= 2) {
        all &= __shfl_xor_sync(all_lanes, all, m);
        any |= __shfl_xor_sync(all_lanes, any, m);
    }
    unsigned found = all;  // bits in which all agree; then the greatest number that at least `rank` keys reach
    for (unsigned differ = any & ~all; differ;) {
        const unsigned bit = 1u << (31 - __clz(int(differ)));
        differ &= ~bit;
        // The result has this bit if enough keys reach it; lower bits are those of the least such key, hence 0 where keys differ.
        const unsigned tried = (found & ~((bit << 1) - 1)) | bit;
        int reach = 0;
        for (int i = lane; i < count; i += lanes) reach += keys[i] >= tried;
        reach = sum_of_lanes(reach);
        if (reach >= rank) found |= bit;
        if (reach == rank) {  // the least of the keys that reach it
            unsigned least = ~0u;
            for (int i = lane; i < count; i += lanes) least = keys[i] >= tried && keys[i] < least ? keys[i] : least;
#pragma unroll
            for (int m = lanes / 2; m >= 1; m /= 2) {
                const unsigned other = __shfl_xor_sync(all_lanes, least, m);
                least = other < least ? other : least;
            }
            return least;
        }
    }
    return found;
}

/// The first thresholds, from the greatest values of groups.
struct ThresholdLaunch {
    const float* maxima;  ///< [queries][groups]
    int groups, groups_of_tile, rank;
    const float* records;
    const QueryBound* bounds;
    ErrorForm errors;
    float* thresholds;
};
__global__ void __launch_bounds__(lanes) first_thresholds(ThresholdLaunch s) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, keys);
    const int lane = int(threadIdx.x);
    const std::size_t query = blockIdx.x;
    const QueryBound bound = s.bounds[query];
    for (int i = lane; i < s.groups; i += lanes) {
        const TileBound tile = tile_bound(s.records + std::size_t(i / s.groups_of_tile) * record_floats);
        const float value = s.maxima[query * std::size_t(s.groups) + std::size_t(i)];
        keys[i] = ordered(difference_below(value, error_at(bound, tile, s.errors, value)));
    }
    __syncthreads();
    const unsigned key = greatest_of_rank(keys, s.groups, s.rank, lane);
    if (lane == 0) s.thresholds[query] = fmaxf(s.thresholds[query], unordered(key));
}

/// Merges the candidates of a round with earlier ones.
struct SelectionLaunch {
    const Candidate* segments;
    const int* counts;
    int chunks, capacity;
    int rank, room, list_room;  ///< room: candidates at once; list_room: candidates kept
    const float* records;
    const QueryBound* bounds;
    ErrorForm errors;
    Candidate* lists;  ///< [queries][list_room]
    int* lengths;      ///< [queries]; -1: room was too small, the query is repeated
    float* thresholds;
    bool first;
};
inline std::size_t selection_bytes(int room, int chunks) { return (std::size_t(room) + std::size_t(chunks) + 1) * sizeof(unsigned); }

/// Computes the threshold from all candidates, and drops those below it. One block per query. Candidates stay in global memory, in the list
/// and in the segments; shared memory has only their keys, so that many blocks fit on a multiprocessor.
__global__ void __launch_bounds__(lanes) select_candidates(SelectionLaunch s) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, keys);              // [room], and then
    int* const begin = reinterpret_cast<int*>(keys + s.room);  // [chunks + 1] where a chunk's candidates begin
    const int lane = int(threadIdx.x);
    const std::size_t query = blockIdx.x;
    Candidate* const list = s.lists + query * std::size_t(s.list_room);
    const Candidate* const segments = s.segments + query * std::size_t(s.chunks) * std::size_t(s.capacity);
    const int listed = s.first ? 0 : s.lengths[query];
    if (listed < 0) return;
    int count = listed;
    bool overflowed = false;
    for (int first = 0; first < s.chunks; first += lanes) {
        const int chunk = first + lane;
        const int own = chunk < s.chunks ? s.counts[query * std::size_t(s.chunks) + std::size_t(chunk)] : 0;
        overflowed = overflowed || own > s.capacity;
        int upto = own;
#pragma unroll
        for (int apart = 1; apart < lanes; apart *= 2) {
            const int before = __shfl_up_sync(all_lanes, upto, unsigned(apart));
            if (lane >= apart) upto += before;
        }
        if (chunk < s.chunks) begin[chunk] = count + upto - own;
        if constexpr (lanes > 1) count += __shfl_sync(all_lanes, upto, lanes - 1);
        else count += upto;
    }
    if (lane == 0) begin[s.chunks] = count;
    overflowed = overflowed || count > s.room;
    if constexpr (lanes > 1) overflowed = __any_sync(all_lanes, overflowed);
    __syncthreads();
    const auto candidate = [&](int i) {
        if (i < listed) return list[i];
        int low = 0, high = s.chunks;  // invariant: begin[low] <= i < begin[high]
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            if (begin[middle] <= i) low = middle;
            else high = middle;
        }
        return segments[std::size_t(low) * std::size_t(s.capacity) + std::size_t(i - begin[low])];
    };
    const QueryBound bound = s.bounds[query];
    const auto error = [&](const Candidate& of) {
        return error_at(bound, tile_bound(s.records + std::size_t(of.place / tile_points) * record_floats), s.errors, of.value);
    };
    float threshold = s.thresholds[query];
    int stay = 0;
    if (!overflowed) {
        for (int i = lane; i < count; i += lanes) {
            const Candidate own = candidate(i);
            keys[i] = ordered(difference_below(own.value, error(own)));
        }
        __syncthreads();
        if (count >= s.rank) threshold = fmaxf(threshold, unordered(greatest_of_rank(keys, count, s.rank, lane)));
        for (int first = 0; first < count; first += lanes) {  // writes only over entries already read
            const int i = first + lane;
            Candidate own{0, 0};
            bool keep = false;
            if (i < count) {
                own = candidate(i);
                keep = own.value > least_value && sum_above(own.value, error(own)) >= threshold;
            }
            unsigned kept = keep;
            if constexpr (lanes > 1) kept = __ballot_sync(all_lanes, keep);
            const int to = stay + __popc(kept & ((1u << lane) - 1));
            if (keep && to < s.list_room) list[to] = own;
            stay += __popc(kept);
        }
    }
    if (lane != 0) return;
    const bool fits = !overflowed && stay <= s.list_room;
    s.lengths[query] = fits ? stay : -1;
    s.thresholds[query] = fits ? threshold : std::numeric_limits<float>::infinity();  // accepts no more candidates
}

/// The last step.
struct LastStepLaunch {
    Points points;
    Queries queries;
    int k, list_room, exact_room;
    const Candidate* lists;
    const int* lengths;
    const Normalization* normalization;  ///< outliers are candidates of every query
    const std::int32_t* row_of_place;
    const double* squares;
    const float* records;
    const QueryBound* bounds;
    ErrorForm errors;
    const float* thresholds;
    Lists out;
    unsigned* failed;               ///< [0] the number of queries without certificate, then their indices
    unsigned long long* survivors;  ///< total number of candidates that got exact distances, or null
    float query_scale;              ///< for inner products: the scale of queries

    /// The nearness (bounds.cuh) of a point at an exact distance from a query, or with that rank value.
    __device__ double nearness_at(double distance, std::size_t query) const {
        if (errors.products) return -distance * double(normalization->scale) * double(query_scale);
        const double apart = distance * double(normalization->scale);
        return (squares[query] - apart * apart) / 2;
    }
};

/// Candidates that all get exact distances at once, if the list is hardly longer than wanted.
__host__ __device__ constexpr int candidates_at_once(int wanted) { return wanted + wanted / 4 + 32; }
/// Memory for the exact distances of a query, a power of two.
inline int exact_room_for(int wanted) { return std::max(1024, int(std::bit_ceil(unsigned(candidates_at_once(wanted) + most_outliers)))); }
constexpr int keys_of_exact = int(sizeof(Exact) / sizeof(unsigned));  ///< that fit into the memory of one exact distance
inline std::size_t last_step_bytes(int exact_room) { return std::size_t(exact_room) * (sizeof(Exact) + sizeof(std::int32_t)); }

/// Exact distances of the candidates, the first k in order, and the certificate. One block per query.
///
/// If there are many more candidates than wanted, those with the greatest values get distances first: the farthest of them is an exact
/// bound that excludes most others. Six blocks per multiprocessor: with eight, loads have too few registers.
template <class Metric>
__global__ void __launch_bounds__(last_step_threads, 6) finish_queries(LastStepLaunch s) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Exact, exact);                                        // as block_order wants it, and then
    std::int32_t* const rows = reinterpret_cast<std::int32_t*>(exact + s.exact_room);  // as many
    __shared__ int length;
    __shared__ unsigned nearest_key;  // of the candidates that get their distances first
    const int thread = int(threadIdx.x);
    const std::size_t query = blockIdx.x;
    const int listed = s.lengths[query], outliers = s.normalization->outliers;
    const auto fail = [&] { s.failed[1 + atomicAdd(s.failed, 1u)] = unsigned(query); };
    if (listed < 0 || listed + outliers < s.k) {
        // No room for all candidates; or fewer than wanted, which is possible only without a threshold.
        if (thread == 0) fail();
        return;
    }
    const Candidate* const list = s.lists + query * std::size_t(s.list_room);
    const std::int32_t excluded = s.queries.exclude ? s.queries.exclude[query] : -1;
    const int wanted = s.k + (excluded >= 0 ? 1 : 0);
    unsigned* const keys = reinterpret_cast<unsigned*>(exact);  // of the list, until the first distances are written
    /// Appends the candidates for which `takes` is true, and computes exact distances from `begin` on. False: too many.
    const auto append = [&](int begin, auto takes) {
        for (int i = thread; i < listed; i += last_step_threads) {
            const Candidate own = list[i];
            if (!takes(own)) continue;
            const int at = atomicAdd(&length, 1);
            const std::int32_t row = __ldg(s.row_of_place + own.place);
            if (at < s.exact_room) rows[at] = row == excluded ? -1 : row;
        }
        __syncthreads();
        const int now = length;
        if (now <= s.exact_room)
            block_exact_distances<Metric>(
                s.points.coordinates, s.queries.points.coordinates + query * std::size_t(s.points.dimension), s.points.dimension,
                now - begin, [&](int i) { return rows[begin + i]; }, exact + begin);
        return now <= s.exact_room;
    };
    const bool in_two_steps = listed > candidates_at_once(wanted);
    if (in_two_steps) {
        for (int i = thread; i < listed; i += last_step_threads) keys[i] = ordered(list[i].value);
        __syncthreads();
        if (thread < lanes) {
            const unsigned key = greatest_of_rank(keys, listed, wanted, thread);
            if (thread == 0) nearest_key = key;
        }
    } else if (thread == 0) {
        nearest_key = 0;
    }
    for (int i = thread; i < outliers; i += last_step_threads)
        rows[i] = s.normalization->outlier[i] == excluded ? -1 : s.normalization->outlier[i];
    if (thread == 0) length = outliers;
    __syncthreads();
    bool fits = append(0, [&](const Candidate& own) { return ordered(own.value) >= nearest_key; });
    if (fits && in_two_steps) {
        const int first = length;
        double farthest = -std::numeric_limits<double>::infinity();
        for (int i = outliers + thread % lanes; i < first; i += lanes)
            if (exact[i].index >= 0) farthest = fmax(farthest, exact[i].distance);
#pragma unroll
        for (int m = lanes / 2; m >= 1; m /= 2) farthest = fmax(farthest, __shfl_xor_sync(all_lanes, farthest, m));
        const QueryBound bound = s.bounds[query];
        const double least = s.nearness_at(farthest, query) - double(bound.own);  // at least k points are this near
        __syncthreads();                                                          // all threads have read the length
        fits = append(first, [&](const Candidate& own) {
            if (ordered(own.value) >= nearest_key) return false;  // already there
            const TileBound tile = tile_bound(s.records + std::size_t(own.place / tile_points) * record_floats);
            return double(sum_above(own.value, error_at(bound, tile, s.errors, own.value))) >= least;
        });
    }
    if (!fits) {
        if (thread == 0) fail();
        return;
    }
    const int all = length;
    if (s.survivors && thread == 0) atomicAdd(s.survivors, static_cast<unsigned long long>(all));
    block_order(exact, all, [&](int rank, const Exact& neighbour) {
        if (rank >= s.k) return;
        write_neighbour(s.out, query * std::size_t(s.k) + std::size_t(rank), neighbour);
        if (rank != s.k - 1) return;
        const float threshold = s.thresholds[query];
        if (neighbour.index < 0) {  // fewer than k: then no candidate may have been dropped
            if (threshold != -std::numeric_limits<float>::infinity()) fail();
            return;
        }
        if (!(s.nearness_at(neighbour.distance, query) + double(s.bounds[query].own) >= double(threshold))) fail();
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
