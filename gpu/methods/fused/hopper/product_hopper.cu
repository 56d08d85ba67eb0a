// The products of `fused` by Hopper's own instructions. Built for compute capability 9.0a only; product.cu does the same for others.
//
// A block has three warp groups. One thread of the first requests tiles from the copy engine, which writes them into a ring of stages in
// shared memory. The other two groups have 128 queries each, as two halves of 64: they process one half's values while the other half's
// products are computed. Rows are copied 64 coordinates at a time, with zeros after their end.
#include "gpu/methods/fused/epilogue.cuh"
#include "gpu/methods/fused/hopper/ptx.cuh"

#include <cudaTypedefs.h>

namespace neighborscope::cuda::fused {

namespace {

constexpr int hopper_threads = 384, stages = 4;
constexpr int slab = 64;  ///< coordinates copied at once: 128 bytes of a row
constexpr int slab_bytes_of_queries = tile_queries * slab * 2, slab_bytes_of_points = tile_points * slab * 2;
constexpr int record_bytes = record_floats * 4, record_room = 1024;

/// `Slabs` 1 or 2: rows have up to so many slabs, and the queries stay in shared memory during their unit. 0: rows of any length,
/// queries and points are copied slab by slab, and the last slab has `Rest` steps of 16 coordinates.
template <int Slabs>
struct Shared {
    static constexpr int queries = Slabs * slab_bytes_of_queries;
    static constexpr int stage = Slabs > 0 ? Slabs* slab_bytes_of_points : slab_bytes_of_queries + slab_bytes_of_points;
    static constexpr int records = queries + stages * stage;
    static constexpr int found = records + stages * record_room;
    static constexpr int barriers = found + tile_queries * 4;
    static constexpr int bytes = 1024 + barriers + 256;  // 1024: alignment of operands
};

/// A unit: a tile of queries and a chunk of the points. Tiles of queries change fastest, so that blocks share their reads of points.
///
/// `Halves`: the last tile has at most 128 queries. Both groups serve these, each with its own chunk: tiles of points alternate between the
/// two chunks, so that they are read when other blocks read them.
template <bool Halves>
struct Unit {
    int query_tile, chunk, begin, middle, end;
    bool is_half;

    __device__ static int count(const Round& r) { return Halves ? (2 * r.query_tiles - 1) * (r.chunks / 2) : r.query_tiles * r.chunks; }
    __device__ Unit(const Round& r, int number) {
        if constexpr (Halves) {
            const int full = r.query_tiles - 1, of_pair = 2 * full + 1, which = number % of_pair;  // units of two chunks
            is_half = which == 2 * full;
            query_tile = is_half ? full : which % full;
            chunk = number / of_pair * 2 + (is_half ? 0 : which / full);
        } else {
            is_half = false;
            query_tile = number % r.query_tiles;
            chunk = number / r.query_tiles;
        }
        begin = r.chunk_begin(chunk);
        end = r.chunk_begin(chunk + (is_half ? 2 : 1));
        middle = begin + (end - begin + 1) / 2;
    }
    /// The tile at a step of the end - begin steps.
    __device__ int tile_at(int step) const { return !Halves || !is_half ? begin + step : (step % 2 == 0 ? begin : middle) + step / 2; }
    /// Whether a group leaves the step's tile to the other group.
    __device__ bool leaves(int step, int group) const { return Halves && is_half && step % 2 != group; }
};

template <int Slabs, bool Halves>
__device__ __forceinline__ void bring_tiles(const CUtensorMap* queries, const CUtensorMap* points, const Round& r, unsigned base) {
    using At = Shared<Slabs>;
    const unsigned full = base + At::barriers, empty = full + 64, queries_full = full + 128, queries_empty = full + 136;
    const int slabs = Slabs > 0 ? Slabs : (r.width + slab - 1) / slab, units = Unit<Halves>::count(r);
    int step = 0, done = 0;
    for (int number = int(blockIdx.x); number < units; number += int(gridDim.x), ++done) {
        const Unit<Halves> unit(r, number);
        if constexpr (Slabs > 0) {
            if (done > 0) barrier_wait(queries_empty, unsigned(done - 1) & 1);
            barrier_expect(queries_full, At::queries);
            for (int i = 0; i < Slabs; ++i)
                copy_box(base + unsigned(i * slab_bytes_of_queries), queries, i * slab, unit.query_tile * tile_queries, queries_full);
        }
        for (int own = 0; own < unit.end - unit.begin; ++own) {
            const int tile = unit.tile_at(own);
            const float* const record = r.records + std::size_t(tile) * record_floats;
            for (int i = 0; i < (Slabs > 0 ? 1 : slabs); ++i, ++step) {
                const int stage = step % stages;
                const unsigned to = base + unsigned(At::queries + stage * At::stage), barrier = full + 8u * unsigned(stage);
                barrier_wait(empty + 8u * unsigned(stage), unsigned(step / stages & 1) ^ 1);
                if constexpr (Slabs > 0) {
                    barrier_expect(barrier, At::stage + record_bytes);
                    for (int j = 0; j < Slabs; ++j)
                        copy_box(to + unsigned(j * slab_bytes_of_points), points, j * slab, tile * tile_points, barrier);
                    copy_bytes(base + unsigned(At::records + stage * record_room), record, record_bytes, barrier);
                } else {
                    const bool last = i == slabs - 1;
                    barrier_expect(barrier, At::stage + (last ? record_bytes : 0));
                    copy_box(to, queries, i * slab, unit.query_tile * tile_queries, barrier);
                    copy_box(to + slab_bytes_of_queries, points, i * slab, tile * tile_points, barrier);
                    if (last) copy_bytes(base + unsigned(At::records + stage * record_room), record, record_bytes, barrier);
                }
            }
        }
    }
}

template <int Slabs, int Rest, int Groups, bool Halves>
__global__ void __launch_bounds__(hopper_threads, 1) multiply_rows_on_hopper(
    const __grid_constant__ CUtensorMap queries, const __grid_constant__ CUtensorMap points, const __grid_constant__ Round r) {
    using At = Shared<Slabs>;
    extern __shared__ unsigned char memory[];
    const unsigned base = (shared_address(memory) + 1023) & ~1023u;
    unsigned char* const aligned = memory + (base - shared_address(memory));
    int* const found = reinterpret_cast<int*>(aligned + At::found);
    const unsigned full = base + At::barriers, empty = full + 64, queries_full = full + 128, queries_empty = full + 136;
    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; ++i) {
            barrier_make(full + 8u * unsigned(i), 1);
            barrier_make(empty + 8u * unsigned(i), 8);  // one lane of each of eight warps
        }
        barrier_make(queries_full, 1);
        barrier_make(queries_empty, 8);
        barriers_made();
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) bring_tiles<Slabs, Halves>(&queries, &points, r, base);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        const int group = int(threadIdx.x) / 128 - 1, thread = int(threadIdx.x) % 128, lane = thread % 32;
        const int units = Unit<Halves>::count(r), slabs = (r.width + slab - 1) / slab;
        float sum[2][64];
        int step = 0, done = 0;
        const auto leave = [&](int stage) {
            if (lane == 0) barrier_arrive(empty + 8u * unsigned(stage));
        };
        for (int number = int(blockIdx.x); number < units; number += int(gridDim.x), ++done) {
            const Unit<Halves> unit(r, number);
            const int first_query = unit.query_tile * tile_queries, rows = unit.is_half ? 0 : group * 128,  // of the tile
                chunk = unit.chunk + (unit.is_half ? group : 0);
            const int first_row = rows + thread / 32 * 16 + lane / 4;  // the second half's is 64 further
            const OwnRows own[2] = {OwnRows(r, first_query + first_row), OwnRows(r, first_query + first_row + 64)};
            if constexpr (Groups == 0) {
                found[group * 128 + thread] = 0;
                meet(1 + group, 128);
            }
            const auto look = [&](const float(&values)[64], const OwnRows& queries_of_lane, int stage, int tile) {
                const float* const record = reinterpret_cast<const float*>(aligned + At::records + stage * record_room);
                if constexpr (Groups == 0)
                    queries_of_lane.append_candidates(r, values, record, tile, chunk, found + group * 128, first_query + rows);
                else queries_of_lane.write_maxima<Groups>(r, values, record, tile);
            };
            if constexpr (Slabs > 0) barrier_wait(queries_full, unsigned(done) & 1);
#pragma unroll 1
            for (int own_step = 0; own_step < unit.end - unit.begin; ++own_step) {
                const int tile = unit.tile_at(own_step);
                if constexpr (Slabs > 0) {
                    const int stage = step % stages;
                    barrier_wait(full + 8u * unsigned(stage), unsigned(step / stages) & 1);
                    ++step;
                    if (unit.leaves(own_step, group)) {
                        leave(stage);
                        continue;
                    }
                    const unsigned long long a = operand(base + unsigned(rows) * 128),
                                             b = operand(base + unsigned(At::queries + stage * At::stage));
#pragma unroll
                    for (int half = 0; half < 2; ++half) {
                        products_begin();
#pragma unroll
                        for (int i = 0; i < 4 * Slabs; ++i)
                            multiply_64_by_128(sum[half],
                                a + unsigned(i / 4 * (slab_bytes_of_queries / 16)) + rows_further(64 * half) +
                                    unsigned(i % 4) * next_coordinates,
                                b + unsigned(i / 4 * (slab_bytes_of_points / 16)) + unsigned(i % 4) * next_coordinates, i > 0);
                        products_commit();
                    }
                    products_wait<1>();
                    products_done(sum[0]);
                    look(sum[0], own[0], stage, tile);
                    products_wait<0>();
                    products_done(sum[1]);
                    look(sum[1], own[1], stage, tile);
                    __syncwarp();
                    leave(stage);
                } else {
                    const auto multiply_slab = [&](int steps, bool first) {
                        const unsigned at = base + unsigned(step % stages * At::stage);
                        const unsigned long long a = operand(at + unsigned(group) * 128 * 128), b = operand(at + slab_bytes_of_queries);
                        barrier_wait(full + 8u * unsigned(step % stages), unsigned(step / stages) & 1);
                        products_begin();
#pragma unroll
                        for (int half = 0; half < 2; ++half)
#pragma unroll
                            for (int i = 0; i < 4; ++i)
                                if (i < steps)
                                    multiply_64_by_128(sum[half], a + rows_further(64 * half) + unsigned(i) * next_coordinates,
                                        b + unsigned(i) * next_coordinates, !first || i > 0);
                        products_commit();
                    };
#pragma unroll 1
                    for (int i = 0; i < slabs - 1; ++i, ++step) {
                        multiply_slab(4, i == 0);
                        if (i > 0) {
                            products_wait<1>();
                            leave((step - 1) % stages);
                        }
                    }
                    multiply_slab(Rest, false);
                    products_wait<0>();
                    products_done(sum[0]);
                    products_done(sum[1]);
                    leave((step - 1) % stages);
                    look(sum[0], own[0], step % stages, tile);
                    look(sum[1], own[1], step % stages, tile);
                    __syncwarp();
                    leave(step % stages);
                    ++step;
                }
            }
            if constexpr (Slabs > 0) {
                __syncwarp();
                if (lane == 0) barrier_arrive(queries_empty);
            }
            if constexpr (Groups == 0) {
                meet(1 + group, 128);
                r.counts[std::size_t(first_query + rows + thread) * r.chunks + chunk] = found[group * 128 + thread];
            }
        }
    }
}

/// A matrix of rows of `width` halves for the copy engine, in boxes of 64 coordinates and so many rows.
CUtensorMap matrix_of(const Rounded* rows, int width, std::int64_t count, int box_rows) {
    static const auto encode = [] {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found{};
        check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found),
            "looking for the driver's cuTensorMapEncodeTiled");
        return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
    }();
    CUtensorMap map{};
    const cuuint64_t extent[2] = {cuuint64_t(width), cuuint64_t(count)}, pitch[1] = {cuuint64_t(width) * sizeof(Rounded)};
    const cuuint32_t box[2] = {slab, cuuint32_t(box_rows)}, stride[2] = {1, 1};
    const CUresult refused = encode ? encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, const_cast<Rounded*>(rows), extent, pitch, box,
                                          stride, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                          CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
                                    : CUDA_ERROR_NOT_FOUND;
    if (refused != CUDA_SUCCESS)
        throw Error(Failure::device, "fused: the driver refuses a tensor map (CUresult " + std::to_string(int(refused)) + ")",
            "use path=portable, or a newer driver");
    return map;
}

template <int Slabs, int Rest, int Groups, bool Halves = false>
void launch_on_hopper(Stream& stream, const Round& r) {
    const CUtensorMap queries = matrix_of(r.queries, r.width, std::int64_t(r.query_tiles) * tile_queries, tile_queries);
    const CUtensorMap points = matrix_of(r.points, r.width, std::int64_t(r.first_tile + r.tiles) * tile_points, tile_points);
    launch(stream,
        {unsigned(std::min(units_of(r.batch_queries, r.chunks, Halves), limits().multiprocessors)), hopper_threads,
            std::size_t(Shared<Slabs>::bytes)},
        KERNEL(multiply_rows_on_hopper<Slabs, Rest, Groups, Halves>), queries, points, r);
}

template <int Groups>
void launch_for_width(Stream& stream, const Round& r) {
    static_assert(widest_halved == 2 * slab);
    const bool half = last_is_half(r.batch_queries, r.chunks);
    if (r.width <= slab) return half ? launch_on_hopper<1, 0, Groups, true>(stream, r) : launch_on_hopper<1, 0, Groups>(stream, r);
    if (r.width <= 2 * slab) return half ? launch_on_hopper<2, 0, Groups, true>(stream, r) : launch_on_hopper<2, 0, Groups>(stream, r);
    switch (r.width / 16 % 4) {
        case 1: return launch_on_hopper<0, 1, Groups>(stream, r);
        case 2: return launch_on_hopper<0, 2, Groups>(stream, r);
        case 3: return launch_on_hopper<0, 3, Groups>(stream, r);
        default: return launch_on_hopper<0, 4, Groups>(stream, r);
    }
}

}  // namespace

void multiply_on_hopper(Stream& stream, const Round& round) {
    switch (round.groups_of_run) {
        case 0: return launch_for_width<0>(stream, round);
        case 1: return launch_for_width<1>(stream, round);
        case 4: return launch_for_width<4>(stream, round);
        case 32: return launch_for_width<32>(stream, round);
    }
    throw_unsupported_groups(round.groups_of_run);
}

}  // namespace neighborscope::cuda::fused
