// One pass over the points for a whole tile of queries: every coordinate is fetched once and joined with all of them.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/select.cuh"
#include "gpu/methods/stream/bound.cuh"
#include "gpu/methods/stream/reading.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int most_threads = 512;  ///< of a block: 128 registers each

/// What one launch of the scan is to do. Blocks are numbered partition by partition, the groups of one partition side by side, so
/// that they fetch the same points at about the same time.
struct Scan {
    Points points;
    std::int64_t begin, end;  ///< the points of this launch
    Queries queries;
    int groups, group_queries;  ///< a block serves one group of at most a tile of queries
    int partitions;
    int k;
    int kept;            ///< entries of a block's list: k, or all points of a partition when those are fewer
    int capacity, room;  ///< entries of a query's candidates; at least so many are free when a round begins
    Key* candidates;     ///< [blocks][group_queries * capacity + kept] in device memory; null when they fit in shared memory
    Key* published;      ///< [queries][most_slots]
    int slots, rank, needed;
    Key* partial;       ///< [queries][lists of a query][kept]
    int* partial_held;  ///< [queries][lists of a query]
    int first_list, lists_of_query;
    const float* zeros;  ///< 16 bytes, aligned: read where a row has ended
};

/// Stamps when they are on, decided while the kernel runs: a test a phase instead of a second kernel to compile.
struct OptionalStamps {
    OptionalStamps() = default;
    OptionalStamps(NoStamps) {}
    OptionalStamps(Stamps stamps) : time(stamps.time), parts(stamps.parts) {}
    static constexpr bool on = true;
    unsigned long long* time = nullptr;
    int parts = 0;
    __device__ void stamp(int i) const {
        if (time) Stamps{time, parts}.stamp(i);
    }
};

template <class Metric, class R, int Tile>
__global__ void __launch_bounds__(most_threads, 1) scan(Scan scan, OptionalStamps stamps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ Key limit[Tile];       // of each query: nothing above it is a neighbour
    __shared__ float near[Tile + 1];  // its distance; of queries that are not there: less than any distance
    __shared__ int held[Tile];        // candidates
    using Piece = typename R::Piece;
    constexpr int sums = Tile * R::points, own_most = sums_left<sums, R::lanes>();
    const int thread = int(threadIdx.x), threads = int(blockDim.x), lane = thread % 32, warp = thread / 32, warps = threads / 32;
    const int group = int(blockIdx.x) % scan.groups, partition = int(blockIdx.x) / scan.groups;
    const int first_query = group * scan.group_queries;
    const int queries = min(scan.group_queries, int(scan.queries.points.count) - first_query);
    const int dimension = scan.points.dimension;
    const std::int64_t length = scan.end - scan.begin;
    const unsigned begin = unsigned(scan.begin + length * partition / scan.partitions),
                   end = unsigned(scan.begin + length * (partition + 1) / scan.partitions);
    const int stretches = (dimension + R::stretch - 1) / R::stretch;

    Key* const candidates =
        scan.candidates ? scan.candidates + std::size_t(blockIdx.x) * (scan.group_queries * scan.capacity + scan.kept) : arena;
    Key* const spare = candidates + scan.group_queries * scan.capacity;  // [kept]
    // Piece p of query t, as the lanes of a group read it, is at [p][t][lane of group]: its distance to the next query's is a constant.
    const std::size_t keys_before = scan.candidates ? 0 : (std::size_t(scan.group_queries) * scan.capacity + scan.kept + 1) / 2 * 2;
    float* const tile = reinterpret_cast<float*>(arena + keys_before);
    let_next_launch_start();

    // Rows beyond the partition's last are replaced by it, and coordinates beyond a row's last by zeros, as those of the query are:
    // no load is ever conditional.
    const int column = lane % R::lanes, own_row = lane / R::lanes;
    const float* row[R::points];
    Piece piece[R::points][R::pieces];
    const auto aim = [&](unsigned base) {
#pragma unroll
        for (int j = 0; j < R::points; ++j)
            row[j] = scan.points.coordinates + std::size_t(min(base + unsigned(j * R::groups + own_row), end - 1)) * dimension;
    };
    const auto load = [&](int j, int i, int first) {
        const int from = first + i * R::stride + column * R::width;
        piece[j][i] = read_once(reinterpret_cast<const Piece*>(from < dimension ? row[j] + from : scan.zeros));
    };
    const unsigned step_rows = unsigned(warps) * R::rows;
    unsigned base = begin + unsigned(warp) * R::rows;
    if (begin < end) {
        aim(base);
#pragma unroll
        for (int i = 0; i < R::pieces; ++i)
#pragma unroll
            for (int j = 0; j < R::points; ++j) load(j, i, 0);
    }

    const int padded = stretches * R::stretch;
    for (int t = 0; t < Tile; ++t) {
        const float* const query = scan.queries.points.coordinates + std::int64_t(first_query + t) * dimension;
        for (int d = thread; d < padded; d += threads)
            tile[(d / R::stride * Tile + t) * R::stride + d % R::stride] = t < queries && d < dimension ? query[d] : 0;
    }
    if (thread <= Tile) near[thread] = thread < queries ? std::numeric_limits<float>::infinity() : -1.0f;
    if (thread < Tile) {
        limit[thread] = no_key;
        held[thread] = 0;
    }
    __syncthreads();
    stamps.stamp(0);

    const OwnSums own = own_sums<sums, R::lanes>(lane);
    bool crowded = false;  // this thread has seen a query's candidates with less room than a round may need
    const auto scan_tile = [&] {
        float sum[sums];
#pragma unroll
        for (int s = 0; s < sums; ++s) sum[s] = 0;
        for (int stretch = 0; stretch < stretches; ++stretch) {
            const Piece* const query = reinterpret_cast<const Piece*>(tile) + stretch * (R::pieces * Tile * R::lanes) + column;
            int next = (stretch + 1) * R::stretch;
            if (stretch + 1 == stretches) {
                aim(base + step_rows);
                next = 0;
            }
#pragma unroll
            for (int i = 0; i < R::pieces; ++i) {
#pragma unroll
                for (int t = 0; t < Tile; ++t) {
                    const Piece q = query[(i * Tile + t) * R::lanes];
#pragma unroll
                    for (int j = 0; j < R::points; ++j) sum[t * R::points + j] = accumulate<Metric>(sum[t * R::points + j], piece[j][i], q);
                }
#pragma unroll
                for (int j = 0; j < R::points; ++j) load(j, i, next);  // what comes a stretch later is on its way from here
            }
        }
        join_row<Metric, sums, R::lanes / 2>(sum, lane);
#pragma unroll
        for (int s = 0; s < own_most; ++s) {
            const int at = own.first + s, t = at < own.last ? at / R::points : Tile;
            if (sum[s] <= near[t]) {  // rarely
                const unsigned point = base + unsigned(at % R::points * R::groups + own_row);
                const Key key = make_key(sum[s], point);
                if (point < end && key <= limit[t] && !(scan.queries.exclude && scan.queries.exclude[first_query + t] == int(point))) {
                    const int place = atomicAdd(&held[t], 1);
                    candidates[t * scan.capacity + place] = key;
                    crowded = crowded || place >= scan.capacity - scan.room;
                }
            }
        }
    };

    // Keeps the nearest of a query's candidates. Whole block.
    const auto thin_out = [&](int t) {
        Key* const list = candidates + t * scan.capacity;
        const int many = block_select(
            held[t], scan.kept, [&](long long i) { return list[i]; }, [&](int at, Key key) { spare[at] = key; });
        for (int i = thread; i < many; i += threads) list[i] = spare[i];
        if (thread == 0) held[t] = many;
        __syncthreads();
    };
    // Lowers a query's limit by what this block and the others have met, and drops what is above it. Whole warp.
    const auto tighten = [&](int t) {
        Key* const list = candidates + t * scan.capacity;
        const int there = held[t];
        Key bound = limit[t];
        if (there == scan.k) {
            Key farthest = 0;
            for (int i = lane; i < there; i += 32) farthest = list[i] > farthest ? list[i] : farthest;
            farthest = warp_maximum(farthest);
            bound = farthest < bound ? farthest : bound;
        }
        if (scan.rank <= most_ranked) {
            Key* const published = scan.published + std::size_t(first_query + t) * most_slots;
            const Key ranked = warp_ranked(list, there, scan.rank, lane);
            if (lane == 0 && partition < scan.slots && ranked != no_key) atomicMin(published + partition, ranked);
            __syncwarp();
            const Key shared_bound = published_bound(published, scan.slots, scan.needed, lane);
            bound = shared_bound < bound ? shared_bound : bound;
        }
        int left = 0;
        for (int from = 0; from < there; from += 32) {
            const Key key = from + lane < there ? list[from + lane] : no_key;
            const bool keep = key <= bound && key != no_key;
            const unsigned keepers = __ballot_sync(all_lanes, keep);
            __syncwarp();  // all have read before one writes
            if (keep) list[left + __popc(keepers & ((1u << lane) - 1))] = key;
            left += __popc(keepers);
        }
        __syncwarp();
        if (lane == 0) {
            held[t] = left;
            limit[t] = bound;
            if (bound != no_key) near[t] = __uint_as_float(unsigned(bound >> 32));
        }
    };

    // Rounds: so many steps that no query's candidates can overflow, then a barrier, at which limits are lowered. Loads are on their
    // way meanwhile. The first round is one step, so that limits are there soon; each may be eight times as long as the one before.
    const int steps = int((end - begin + step_rows - 1) / step_rows);
    int round = 1;
    for (int done = 0; done < steps;) {
        const int upto = min(steps, done + round);
        const bool first = done == 0;
        for (; done < upto; ++done) {
            if (base < end) scan_tile();
            base += step_rows;
        }
        if (__syncthreads_or(crowded)) {
            for (int t = 0; t < queries; ++t)
                if (held[t] > scan.capacity - scan.room) thin_out(t);
            __syncthreads();
            crowded = false;
        }
        for (int t = warp; t < queries; t += warps) tighten(t);
        __syncthreads();
        bool bounded = true;
        for (int t = 0; t < queries; ++t) bounded = bounded && near[t] < std::numeric_limits<float>::infinity();
        round = bounded ? min(8 * round, scan.room / int(step_rows)) : 1;
        if (first) stamps.stamp(1);
    }
    stamps.stamp(2);

    for (int t = 0; t < queries; ++t)
        if (held[t] > scan.kept) thin_out(t);
    for (int t = warp; t < queries; t += warps) {
        const std::size_t place = std::size_t(first_query + t) * scan.lists_of_query + scan.first_list + partition;
        const Key* const list = candidates + t * scan.capacity;
        for (int i = lane; i < held[t]; i += 32) scan.partial[place * scan.kept + i] = list[i];
        if (lane == 0) scan.partial_held[place] = held[t];
    }
    if (stamps.time) __syncthreads();
    stamps.stamp(3);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
