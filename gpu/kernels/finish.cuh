// The last step of every method, as pieces of a kernel: the chosen neighbours' distances in double precision with the oracle's
// arithmetic, then the order by (distance, index). One block per query.
#pragma once
#include "gpu/kernels/distance.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr int terms_rows = 64, terms_columns = 64, terms_stride = terms_columns + 1;  ///< one more: no bank conflicts down a column
constexpr int finish_threads_most = 1024;
constexpr int finish_shared_k = 1024;  ///< longer lists are ordered in device memory
constexpr int finish_counted_k = 256;  ///< shorter ones by counting, which costs k reads of shared memory a warp
constexpr std::size_t terms_bytes = sizeof(double) * terms_rows * terms_stride;

/// A chosen neighbour with its exact distance; neighbours that are not there have index -1 and come last.
struct Exact {
    double distance;
    std::int32_t index;
};

__device__ __forceinline__ bool before(const Exact& a, const Exact& b) {
    if ((a.index < 0) != (b.index < 0)) return b.index < 0;
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

/// exact[i] of neighbours index_at(i), i < k. The sum of one neighbour is one thread's, in ascending dimension, as the oracle's; the
/// terms are made by all threads, 64 neighbours x 64 dimensions at a time, and pass through `terms`. With 1024 threads the next
/// piece of rows is on its way from memory while this one is summed. Whole block, a multiple of 64 threads; ends in a barrier.
template <class Metric, class IndexAt>
__device__ void block_exact_distances(const float* __restrict__ points, const float* __restrict__ query, int dimension, int k,
    IndexAt index_at, Exact* exact, double* terms) {
    const int thread = int(threadIdx.x), column = thread % terms_columns, row_step = int(blockDim.x) / terms_columns,
              first_row = thread / terms_columns;
    for (int first = 0; first < k; first += terms_rows) {
        const int rows = min(terms_rows, k - first);
        const bool at_once = rows <= 4 * row_step;  // four rows a thread are all there are
        // This thread's column of four rows, loads in flight together.
        const auto load_four = [&](float(&value)[4], int row, int from) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int r = row + i * row_step;
                const std::int32_t index = r < rows && from + column < dimension ? index_at(first + r) : -1;
                value[i] = index >= 0 ? __ldg(points + std::size_t(index) * dimension + from + column) : 0.0f;
            }
        };
        const auto make_terms = [&](const float(&value)[4], int row, double q) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int r = row + i * row_step;
                if (r < rows) terms[r * terms_stride + column] = Metric::term(double(value[i]), q);
            }
        };
        float value[4];
        if (at_once) load_four(value, first_row, 0);
        double sum = 0;
        for (int from = 0; from < dimension; from += terms_columns) {
            const int width = min(terms_columns, dimension - from);
            const double q = column < width ? double(__ldg(query + from + column)) : 0.0;
            if (at_once) {
                if (column < width) make_terms(value, first_row, q);
                if (from + terms_columns < dimension) load_four(value, first_row, from + terms_columns);
            } else if (column < width) {
                for (int row = first_row; row < rows; row += 4 * row_step) {
                    load_four(value, row, from);
                    make_terms(value, row, q);
                }
            }
            __syncthreads();
            if (thread < rows) {
                const double* const own = terms + thread * terms_stride;
                if (width == terms_columns) {
#pragma unroll 16
                    for (int i = 0; i < terms_columns; ++i) sum = Metric::join(sum, own[i]);
                } else {
                    for (int i = 0; i < width; ++i) sum = Metric::join(sum, own[i]);
                }
            }
            __syncthreads();
        }
        if (thread < rows) exact[first + thread] = {Metric::distance(sum), index_at(first + thread)};
    }
    __syncthreads();
}

/// Orders exact[0 .. k) by counting, for every neighbour, those before it: k comparisons a thread and no barrier.
/// write(rank, neighbour) is called once for each.
template <class Write>
__device__ void block_order_by_rank(const Exact* exact, int k, Write write) {
    for (int i = int(threadIdx.x); i < k; i += int(blockDim.x)) {
        const Exact own = exact[i];
        int rank = 0;
        if (own.index < 0) {  // several of these are equal: they keep their order
            for (int j = 0; j < k; ++j) rank += exact[j].index >= 0 || j < i;
        } else {
            for (int j = 0; j < k; ++j) rank += before(exact[j], own);
        }
        write(rank, own);
    }
}

/// Orders exact[0 .. length), length a power of two, in place (bitonic): for lists too long to count.
__device__ inline void block_order_bitonic(Exact* exact, int length) {
    for (int size = 2; size <= length && size > 0; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (int pair = int(threadIdx.x); pair < length / 2; pair += int(blockDim.x)) {
                const int low = pair / stride * stride * 2 + pair % stride, high = low + stride;
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

/// How many entries block_finish needs in `exact`, in shared memory up to finish_shared_k: k, or a power of two to order them in.
__host__ __device__ inline int finish_entries(int k) {
    if (k <= finish_counted_k) return k;
    int entries = 1;
    while (entries < k) entries *= 2;
    return entries;
}

/// Both parts for one query: exact distances of index_at(0 .. k), then lists[query] in order. `exact` has finish_entries(k).
/// Calls stamps.stamp(part) after the first and stamp(part + 1) after the second.
template <class Metric, class IndexAt, class Stamping>
__device__ void block_finish(const float* points, const float* query, int dimension, int k, IndexAt index_at, Exact* exact, double* terms,
    Lists lists, std::size_t list, Stamping stamps, int part) {
    block_exact_distances<Metric>(points, query, dimension, k, index_at, exact, terms);
    stamps.stamp(part);
    if (k <= finish_counted_k) {
        block_order_by_rank(exact, k, [&](int rank, const Exact& neighbour) { write_neighbour(lists, list * k + rank, neighbour); });
    } else {
        const int entries = finish_entries(k);
        for (int i = k + int(threadIdx.x); i < entries; i += int(blockDim.x)) exact[i] = {0, -1};
        block_order_bitonic(exact, entries);
        for (int i = int(threadIdx.x); i < k; i += int(blockDim.x)) write_neighbour(lists, list * k + i, exact[i]);
    }
    if constexpr (Stamping::on) {
        __syncthreads();
        stamps.stamp(part + 1);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
