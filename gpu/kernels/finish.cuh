// The last step of every method, as parts of a kernel: distances of the chosen neighbours in double precision with the oracle's
// arithmetic, then the order by (distance, index). One block per query.
#pragma once
#include "gpu/kernels/distance.cuh"
#include "gpu/kernels/finish.hpp"
#include "gpu/oracle/oracle.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr int finish_threads_most = 1024;
constexpr int finish_shared_k = 1024;  ///< longer lists are sorted in device memory
constexpr int finish_counted_k = 256;  ///< lists up to this length are sorted by counting, which costs k reads of shared memory per warp

/// A chosen neighbour with its exact distance; missing neighbours have index -1 and come last.
struct Exact {
    double distance;
    std::int32_t index;
};

__device__ __forceinline__ bool before(const Exact& a, const Exact& b) {
    if ((a.index < 0) != (b.index < 0)) return b.index < 0;
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

/// Computes the exact sums of `Rows` rows by a whole warp (exact_partial_sums: one partial sum per lane); every lane gets them. Two rows
/// share the query's conversions to double, of which a multiprocessor does few: they take most of the time.
template <class Metric, int Rows>
__device__ void warp_exact_sums(
    const float* const (&row)[Rows], const float* __restrict__ query, int dimension, int lane, double (&sum)[Rows]) {
    constexpr int ahead = 8 / Rows;  // 16-byte loads of a lane and row before the first term
    for (int r = 0; r < Rows; ++r) sum[r] = 0;
    if (dimension % 4 == 0) {
        for (int first = 4 * lane; first < dimension; first += ahead * exact_stride) {
            float4 p[Rows][ahead];
#pragma unroll
            for (int i = 0; i < ahead; ++i)
#pragma unroll
                for (int r = 0; r < Rows; ++r)
                    if (first + i * exact_stride < dimension)
                        p[r][i] = __ldg(reinterpret_cast<const float4*>(row[r] + first + i * exact_stride));
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                if (first + i * exact_stride >= dimension) break;
                const float4 q = __ldg(reinterpret_cast<const float4*>(query + first + i * exact_stride));
                const double x = double(q.x), y = double(q.y), z = double(q.z), w = double(q.w);
#pragma unroll
                for (int r = 0; r < Rows; ++r) {
                    sum[r] = Metric::join(sum[r], Metric::term(double(p[r][i].x), x));
                    sum[r] = Metric::join(sum[r], Metric::term(double(p[r][i].y), y));
                    sum[r] = Metric::join(sum[r], Metric::term(double(p[r][i].z), z));
                    sum[r] = Metric::join(sum[r], Metric::term(double(p[r][i].w), w));
                }
            }
        }
    } else {
        for (int first = 4 * lane; first < dimension; first += exact_stride)
            for (int d = first; d < min(first + 4, dimension); ++d)
                for (int r = 0; r < Rows; ++r)
                    sum[r] = Metric::join(sum[r], Metric::term(double(__ldg(row[r] + d)), double(__ldg(query + d))));
    }
    int lanes = 32;  // lanes beyond the dimensions hold zeros, which change nothing
    while (lanes > 1 && 2 * lanes >= dimension) lanes /= 2;
    for (int m = lanes / 2; m >= 1; m /= 2)
        for (int r = 0; r < Rows; ++r) sum[r] = Metric::join(sum[r], __shfl_xor_sync(~0u, sum[r], m));
}

/// Computes exact[i], i < k, of the neighbours index_at(i), with the oracle's arithmetic: one thread per neighbour up to four
/// dimensions, else one warp for one or two. Whole block of whole warps; ends in a barrier.
template <class Metric, class IndexAt>
__device__ void block_exact_distances(
    const float* __restrict__ points, const float* __restrict__ query, int dimension, int k, IndexAt index_at, Exact* exact) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x), lane = thread % 32, warp = thread / 32, warps = threads / 32;
    if (dimension <= 4) {
        for (int i = thread; i < k; i += threads) {
            const std::int32_t index = index_at(i);
            double sum = 0;
            if (index >= 0)
                for (int d = 0; d < dimension; ++d)
                    sum = Metric::join(sum, Metric::term(double(points[std::size_t(index) * dimension + d]), double(query[d])));
            exact[i] = {Metric::distance(sum), index};
        }
    } else {
        const auto some = [&](auto rows, int first) {
            constexpr int count = decltype(rows)::value;
            const float* row[count];
            double sum[count];
            for (int r = 0; r < count; ++r) {  // a missing neighbour uses the query's row, at distance 0
                const std::int32_t index = first + r < k ? index_at(first + r) : -1;
                row[r] = index < 0 ? query : points + std::size_t(index) * dimension;
            }
            warp_exact_sums<Metric>(row, query, dimension, lane, sum);
            for (int r = 0; r < count; ++r)
                if (lane == r && first + r < k) exact[first + r] = {Metric::distance(sum[r]), index_at(first + r)};
        };
        if (k <= warps) {
            for (int i = warp; i < k; i += warps) some(std::integral_constant<int, 1>(), i);
        } else {
            for (int i = 2 * warp; i < k; i += 2 * warps) some(std::integral_constant<int, 2>(), i);
        }
    }
    __syncthreads();
}

/// Sorts exact[0 .. k) by counting, for every neighbour, those before it: several lanes share the comparisons of one neighbour.
/// Calls write(rank, neighbour) once for each. Whole warps.
template <class Write>
__device__ void block_order_by_rank(const Exact* exact, int k, Write write) {
    const int threads = int(blockDim.x);
    int sharers = 1;
    while (sharers < 32 && 2 * sharers * k <= threads && k > 4 * sharers) sharers *= 2;  // a few comparisons cost as much as a shuffle
    const int own_share = int(threadIdx.x) % sharers;
    for (int base = 0; base < k; base += threads / sharers) {
        const int i = base + int(threadIdx.x) / sharers;
        const Exact own = exact[min(i, k - 1)];
        int rank = 0;
        for (int j = own_share; j < k; j += sharers)  // missing neighbours are equal: they keep their order
            rank += own.index >= 0 ? before(exact[j], own) : (exact[j].index >= 0 || j < i);
        for (int m = sharers / 2; m >= 1; m /= 2) rank += __shfl_xor_sync(~0u, rank, m);
        if (i < k && own_share == 0) write(rank, own);
    }
}

/// Sorts exact[0 .. length), length a power of two, in place (bitonic): for lists too long to count.
__device__ inline void block_order_bitonic(Exact* exact, unsigned length) {
    for (unsigned size = 2; size <= length && size > 0; size *= 2) {
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (unsigned pair = threadIdx.x; pair < length / 2; pair += blockDim.x) {
                const unsigned low = pair / stride * stride * 2 + pair % stride, high = low + stride;
                const bool ascending = (low & size) == 0 || size == length;
                const Exact a = exact[low], b = exact[high];
                if (before(b, a) == ascending && (before(a, b) || before(b, a))) {
                    exact[low] = b;
                    exact[high] = a;
                }
            }
        }
    }
    __syncthreads();
}

__device__ __forceinline__ void write_neighbour(Lists lists, std::size_t at, const Exact& neighbour) {
    const bool there = neighbour.index >= 0;
    lists.index[at] = there ? neighbour.index : -1;
    lists.distance[at] = there ? float(neighbour.distance) : __uint_as_float(0x7fc00000u);
}

/// Entries that block_finish needs in `exact`, in shared memory up to finish_shared_k: k, or a power of two for the bitonic sort.
__host__ __device__ inline unsigned finish_entries(int k) {
    unsigned entries = 1;
    while (entries < unsigned(k)) entries *= 2;  // at most 2^31
    return k <= finish_counted_k ? unsigned(k) : entries;
}

/// Sorts exact[0 .. k): calls write(rank, neighbour) once for each. `exact` has finish_entries(k) entries, visible to the block.
template <class Write>
__device__ void block_order(Exact* exact, int k, Write write) {
    if (k <= finish_counted_k) {
        block_order_by_rank(exact, k, write);
    } else {
        const unsigned entries = finish_entries(k);
        for (unsigned i = unsigned(k) + threadIdx.x; i < entries; i += blockDim.x) exact[i] = {0, -1};
        block_order_bitonic(exact, entries);
        for (int i = int(threadIdx.x); i < k; i += int(blockDim.x)) write(i, exact[i]);
    }
}

/// A step of the last step: a neighbour's exact distance, or its place.
template <class Metric>
__device__ inline RecordedStep finish_step(FinishSteps steps, int part, const Exact& neighbour, int order, int size) {
    return {.iteration = steps.iteration,
        .phase = steps.phase + part,
        .kind = steps.kind + part,
        .block = int(blockIdx.x),
        .order = order,
        .entered = make_key(Metric::in_key(float(neighbour.distance)), unsigned(neighbour.index)),
        .size = size,
        .true_distances = true};
}

/// Both parts for one query: exact distances of index_at(0 .. k), then lists[query] in order. `exact` has finish_entries(k) entries.
/// Calls stamps.stamp(part) after the first and stamp(part + 1) after the second.
template <class Metric, class IndexAt, class Stamping, class Counting = NoCounts>
__device__ void block_finish(const float* points, const float* query, int dimension, int k, IndexAt index_at, Exact* exact, Lists lists,
    std::size_t list, Stamping stamps, int part, Counting counts = {}, FinishSteps steps = {}) {
    block_exact_distances<Metric>(points, query, dimension, k, index_at, exact);
    stamps.stamp(part);
    if constexpr (Counting::on) {
        for (int i = int(threadIdx.x); i < k; i += int(blockDim.x))  // simultaneous steps: ordered by distance only
            if (exact[i].index >= 0) counts.step(finish_step<Metric>(steps, 0, exact[i], 0, 0));
    }
    const auto write = [&](int rank, const Exact& neighbour) {
        write_neighbour(lists, list * k + rank, neighbour);
        if constexpr (Counting::on)
            if (neighbour.index >= 0) counts.step(finish_step<Metric>(steps, 1, neighbour, rank, rank + 1));
    };
    block_order(exact, k, write);
    if (stamps.wanted()) {
        __syncthreads();
        stamps.stamp(part + 1);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
