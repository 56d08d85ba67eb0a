#include "gpu/methods/fused/product.hpp"

#include "gpu/kernels/tile.hpp"

#if defined(__CUDACC__)
#include "gpu/methods/fused/epilogue.cuh"
#else
#include <cstring>
#endif

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

namespace {

#if defined(__CUDACC__)

constexpr int product_threads = 256, block_queries = 128;  // a warp has 16 queries and all points of a tile
constexpr int deep = 32, pitch = deep + 8;                 // coordinates in shared memory at once; row stride without bank conflicts

/// sum += the 16 x 8 products of 16 coordinates, m16n8k16; before compute capability 8.0 as two of m16n8k8.
__device__ __forceinline__ void multiply_add(float* sum, const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#else
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b0));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[2]), "r"(a[3]), "r"(b1));
#endif
}

/// Four 8 x 8 matrices of halves: lane l gives the address of row l % 8 of matrix l / 8.
__device__ __forceinline__ void load_matrices(unsigned (&m)[4], const Rounded* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
}

/// A block processes units of 128 queries and a chunk of point tiles each. `Groups` as in Round::groups_of_run.
template <int Groups>
__global__ void __launch_bounds__(product_threads, 2) multiply_rows_by_tensor_cores(const __grid_constant__ Round r) {
    __shared__ __align__(16) Rounded query_rows[block_queries * pitch];
    __shared__ __align__(16) Rounded point_rows[tile_points * pitch];
    __shared__ __align__(16) float record[record_floats];
    __shared__ int found[block_queries];
    const int thread = int(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int query_blocks = r.query_tiles * (tile_queries / block_queries);
    for (int unit = int(blockIdx.x); unit < query_blocks * r.chunks; unit += int(gridDim.x)) {
        const int first_query = unit % query_blocks * block_queries, chunk = unit / query_blocks;
        if (first_query >= r.batch_queries) continue;
        if (thread < block_queries) found[thread] = 0;
        OwnRows own(r, first_query + warp * 16 + lane / 4);
        for (int tile = r.chunk_begin(chunk), end = r.chunk_begin(chunk + 1); tile < end; ++tile) {
            float sum[64] = {};
            const Rounded* const queries = r.queries + std::size_t(first_query) * r.width;
            const Rounded* const points = r.points + std::size_t(tile) * tile_points * r.width;
            for (int first = 0; first < r.width; first += deep) {
                __syncthreads();  // all threads have finished reading shared memory
                for (int i = thread; i < (block_queries + tile_points) * (deep / 8); i += product_threads) {
                    const int row = i / (deep / 8), d = i % (deep / 8) * 8;
                    const bool is_query = row < block_queries;
                    const Rounded* const from =
                        is_query ? queries + std::size_t(row) * r.width : points + std::size_t(row - block_queries) * r.width;
                    Rounded* const to = is_query ? query_rows + row * pitch + d : point_rows + (row - block_queries) * pitch + d;
                    *reinterpret_cast<uint4*>(to) =
                        first + d < r.width ? __ldg(reinterpret_cast<const uint4*>(from + first + d)) : uint4{0, 0, 0, 0};
                }
                if (first == 0)
                    for (int i = thread; i < record_floats; i += product_threads)
                        record[i] = __ldg(r.records + std::size_t(tile) * record_floats + i);
                __syncthreads();
#pragma unroll
                for (int k = 0; k < deep; k += 16) {
                    unsigned a[4];
                    load_matrices(a, query_rows + (warp * 16 + lane % 16) * pitch + k + lane / 16 * 8);
#pragma unroll
                    for (int pair = 0; pair < 8; ++pair) {  // of eight points each
                        unsigned b[4];
                        load_matrices(b, point_rows + (pair * 16 + lane / 16 * 8 + lane % 8) * pitch + k + lane / 8 % 2 * 8);
                        multiply_add(sum + pair * 8, a, b[0], b[1]);
                        multiply_add(sum + pair * 8 + 4, a, b[2], b[3]);
                    }
                }
            }
            if constexpr (Groups == 0) own.append_candidates(r, sum, record, tile, chunk, found, first_query);
            else own.write_maxima<Groups>(r, sum, record, tile);
        }
        __syncthreads();
        if (Groups == 0 && thread < block_queries) r.counts[std::size_t(first_query + thread) * r.chunks + chunk] = found[thread];
        __syncthreads();
    }
}

#else

/// product[i] = the product of a point with query i of a tile, as four sums that are then added. Width is a multiple of 16.
inline void multiply_with_queries(const Rounded* point, const Rounded* queries, int width, float (&product)[tile_queries]) {
    using Four = float __attribute__((vector_size(16)));
    Four sum[tile_queries] = {};
    for (int d = 0; d < width; d += 4) {
        Four of_point;
        std::memcpy(&of_point, point + d, sizeof of_point);
        for (int i = 0; i < tile_queries; ++i) {
            Four of_query;
            std::memcpy(&of_query, queries + std::size_t(i) * std::size_t(width) + d, sizeof of_query);
            sum[i] += of_point * of_query;
        }
    }
    for (int i = 0; i < tile_queries; ++i) product[i] = (sum[i][0] + sum[i][1]) + (sum[i][2] + sum[i][3]);
}

/// Queries from `first` on. One thread per chunk and tile of queries, which share reads of a point; threads do not synchronise.
template <int Groups>
__global__ void __launch_bounds__(1) multiply_rows_by_floats(Round r, int first) {
    const int chunk = int(blockIdx.x) % r.chunks, own = first + int(blockIdx.x) / r.chunks * tile_queries;
    int found[tile_queries] = {};
    for (int tile = r.chunk_begin(chunk); tile < r.chunk_begin(chunk + 1); ++tile) {
        const float* const record = r.records + std::size_t(tile) * record_floats;
        constexpr int groups = Groups > 0 ? 4 * Groups : 1;
        float limit[tile_queries], greatest[tile_queries][groups];
        for (int i = 0; i < tile_queries; ++i) {
            if constexpr (Groups == 0)
                limit[i] = difference_below(r.thresholds[own + i], error_of(r.bounds[own + i], tile_bound(record), r.errors,
                                                                       greatest_distance_at(r.bounds[own + i], r.thresholds[own + i])));
            std::fill_n(greatest[i], groups, -no_point);
        }
        for (int point = 0; point < tile_points; ++point) {
            const Rounded* const row = r.points + (std::size_t(tile) * tile_points + std::size_t(point)) * std::size_t(r.width);
            float sum[tile_queries];
            multiply_with_queries(row, r.queries + std::size_t(own) * std::size_t(r.width), r.width, sum);
            for (int i = 0; i < tile_queries; ++i) {
                const float value = sum[i] - record[point];
                if constexpr (Groups > 0) {
                    float& group = greatest[i][group_of(point, Groups)];
                    group = fmaxf(group, value);
                } else if (value >= limit[i]) {
                    if (found[i] < r.capacity)
                        r.segments[(std::size_t(own + i) * std::size_t(r.chunks) + std::size_t(chunk)) * std::size_t(r.capacity) +
                                   std::size_t(found[i])] = {value, tile * tile_points + point};
                    ++found[i];
                }
            }
        }
        if constexpr (Groups > 0)
            for (int i = 0; i < tile_queries; ++i)
                std::copy_n(greatest[i], groups,
                    r.maxima + (std::size_t(own + i) * std::size_t(r.tiles) + std::size_t(tile - r.first_tile)) * groups);
    }
    if constexpr (Groups == 0)
        for (int i = 0; i < tile_queries; ++i) r.counts[std::size_t(own + i) * std::size_t(r.chunks) + std::size_t(chunk)] = found[i];
}

#endif

template <int Groups>
void multiply_rows(Stream& stream, const Round& r) {
#if defined(__CUDACC__)
    const int units = r.query_tiles * (tile_queries / block_queries) * r.chunks;
    launch(stream, {unsigned(std::min(units, 2 * limits().multiprocessors)), product_threads},
        KERNEL(multiply_rows_by_tensor_cores<Groups>), r);
#else
    const double of_query = double(r.tiles) * tile_points * work_of_own_pair(r.width);
    const int queries = r.query_tiles * tile_queries,
              piece = int(std::clamp(work_per_launch() / of_query, double(tile_queries), 1e9)) / tile_queries * tile_queries;
    for (int first = 0; first < queries; first += piece) {
        const int last = std::min(queries, first + piece);
        launch(stream, {unsigned((last - first) / tile_queries * r.chunks), 1}, KERNEL(multiply_rows_by_floats<Groups>), r, first);
    }
#endif
}

}  // namespace

void multiply(Stream& stream, const Round& round) {
    switch (round.groups_of_run) {
        case 0: return multiply_rows<0>(stream, round);
        case 1: return multiply_rows<1>(stream, round);
        case 4: return multiply_rows<4>(stream, round);
        case 32: return multiply_rows<32>(stream, round);
    }
    throw_unsupported_groups(round.groups_of_run);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
