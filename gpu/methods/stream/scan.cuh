// One pass over the points for a whole tile of queries: every coordinate is fetched once and joined with all of them.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/select.cuh"
#include "gpu/methods/stream/bound.cuh"
#include "gpu/methods/stream/forms.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int most_steps = 32;  ///< of a round
constexpr int heads = 4;        ///< keys of a list that the last step fetches before it knows the list's length

/// What one launch of the scan is to do. Blocks are numbered partition by partition, the groups of one partition side by side, so
/// that they fetch the same points at about the same time.
struct Scan {
    Points points;
    std::int64_t begin, end;  ///< the points of this launch
    Queries queries;
    int groups, group_queries;  ///< a block serves one group of at most a tile of queries
    int partitions;
    int k;
    int kept;            ///< entries of a block's list: k (and some more for Dots), or all points of a partition when those are fewer
    int capacity, room;  ///< entries of a query's candidates; at least so many are free when a round begins
    Key* candidates;     ///< [blocks][group_queries * capacity + kept] in device memory; null when they fit in shared memory
    Key* published;      ///< [queries][most_slots]
    int slots, rank, needed;
    Key* partial;       ///< [queries][lists of a query][kept]
    int* partial_held;  ///< [queries][lists of a query]
    int first_list, lists_of_query;
    bool one_step;       ///< a block's points are so few that nothing need be dropped: others' bounds are left to the last step
    const float* zeros;  ///< 16 bytes, aligned: read where a row has ended

    float margin;      ///< Dots: 16 g (forms.cuh)
    float* squares;    ///< Dots: [queries], |q'|^2, for the last step
    unsigned* failed;  ///< [queries], set to `search` when Dots cannot tell a query's neighbours
    unsigned search;   ///< this search's number
    bool again;        ///< only groups with a failed query are served
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

/// Whether a query of the group from `first` on has failed.
__device__ inline bool any_failed(const unsigned* failed, unsigned search, int first, int queries) {
    bool any = false;
    for (int t = 0; t < queries; ++t) any = any || failed[first + t] == search;
    return any;
}

template <class Form>
__global__ void __launch_bounds__(Form::threads, 1) scan(Scan scan, OptionalStamps stamps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    using R = typename Form::Reading;
    constexpr int Tile = Form::tile;
    __shared__ Key limit[Tile];       // of each query: nothing above it is a neighbour
    __shared__ float near[Tile + 1];  // the same as Form compares it; of queries that are not there: less than anything
    __shared__ float squares[Tile];   // |q'|^2 of Dots
    __shared__ int held[Tile];        // candidates
    using Piece = typename R::Piece;
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
    const std::size_t keys_before = scan.candidates ? 0 : (std::size_t(scan.group_queries) * scan.capacity + scan.kept + 1) / 2 * 2;
    float* const tile = reinterpret_cast<float*>(arena + keys_before);
    let_next_launch_start();
    if (scan.again && !any_failed(scan.failed, scan.search, first_query, queries)) {
        for (int i = 0; i <= 3; ++i) stamps.stamp(i);
        return;
    }

    // Rows beyond the partition's last are replaced by it, and coordinates beyond a row's last by zeros, as those of the query are:
    // no load is ever conditional.
    const int column = lane % R::lanes, own_row = lane / R::lanes;
    const float* row[R::points];
    Piece piece[R::pieces][R::points];
    const auto aim = [&](unsigned base) {
#pragma unroll
        for (int j = 0; j < R::points; ++j)
            row[j] = scan.points.coordinates + std::size_t(min(base + unsigned(j * R::groups + own_row), end - 1)) * dimension;
    };
    const auto load = [&](int j, int i, int first) {
        const int from = first + i * R::stride + column * R::width;
        piece[i][j] = read_once(reinterpret_cast<const Piece*>(from < dimension ? row[j] + from : scan.zeros));
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

    constexpr float infinity = std::numeric_limits<float>::infinity();
    const int padded = stretches * R::stretch;
    fill_tile(static_cast<Form*>(nullptr), tile, scan.queries.points.coordinates + std::int64_t(first_query) * dimension, queries,
        dimension, padded);
    if (thread <= Tile) near[thread] = thread < queries ? infinity : -infinity;
    if (thread < Tile) {
        limit[thread] = no_key;
        held[thread] = 0;
        squares[thread] = 0;
    }
    __syncthreads();
    if constexpr (!Form::certain) {
        for (int t = warp; t < queries; t += warps) {
            const float square = square_in_tile<R, Form::rows>(tile, t, padded, lane);
            if (lane == 0) squares[t] = square;
            if (lane == 0 && partition == 0) scan.squares[first_query + t] = square;
        }
        __syncthreads();
    }
    stamps.stamp(0);

    bool crowded = false;  // this thread has seen a query's candidates with less room than a round may need
    const auto scan_tile = [&] {
        Form sums;
        sums.clear();
        for (int stretch = 0; stretch < stretches; ++stretch) {
            const Piece* const query = reinterpret_cast<const Piece*>(tile) + stretch * (R::pieces * Form::rows * R::lanes) + column;
            int next = (stretch + 1) * R::stretch;
            if (stretch + 1 == stretches) {
                aim(base + step_rows);
                next = 0;
            }
#pragma unroll
            for (int i = 0; i < R::pieces; ++i)
                sums.add(piece[i], query + i * (Form::rows * R::lanes), [&] {  // what comes a stretch later is on its way from here
#pragma unroll
                    for (int j = 0; j < R::points; ++j) load(j, i, next);
                });
        }
        sums.near_ones(lane, near, squares, [&](int t, int j, float distance) {
            const unsigned point = base + unsigned(j * R::groups + own_row);
            const Key key = make_key(distance, point);
            if (point < end && key <= limit[t] && !(scan.queries.exclude && scan.queries.exclude[first_query + t] == int(point))) {
                const int place = atomicAdd(&held[t], 1);
                if (Form::certain || place < scan.capacity) candidates[t * scan.capacity + place] = key;
                crowded = crowded || place >= scan.capacity - scan.room;
            }
        });
    };

    // Lowers a query's limit to what follows from k points up to `bound`, and drops what is above it. Whole warp.
    const auto lower = [&](int t, Key bound) {
        Key* const list = candidates + t * scan.capacity;
        const int there = held[t];
        Key most = Form::limit(bound, squares[t], scan.margin);
        most = limit[t] < most ? limit[t] : most;
        int left = 0;
        for (int from = 0; from < there; from += 32) {
            const Key key = from + lane < there ? list[from + lane] : no_key;
            const bool keep = key <= most && key != no_key;
            const unsigned keepers = __ballot_sync(all_lanes, keep);
            __syncwarp();  // all have read before one writes
            if (keep) list[left + __popc(keepers & ((1u << lane) - 1))] = key;
            left += __popc(keepers);
        }
        __syncwarp();
        if (lane == 0) {
            held[t] = left;
            limit[t] = most;
            if (most != no_key) near[t] = Form::near_of(most, squares[t]);
        }
        __syncwarp();
    };
    // By what this block and the others have met. Whole warp.
    const auto tighten = [&](int t) {
        if (near[t] == -infinity) return;  // it has failed
        const Key* const list = candidates + t * scan.capacity;
        const int there = held[t];
        Key bound = no_key;
        if (there == scan.k) bound = warp_last(list, there, lane);
        if (scan.rank <= most_ranked) {
            Key* const published = scan.published + std::size_t(first_query + t) * most_slots;
            const Key ranked = warp_ranked(list, there, scan.rank, lane);
            if (lane == 0 && partition < scan.slots && ranked != no_key) atomicMin(published + partition, ranked);
            __syncwarp();
            if (scan.one_step) return;
            const Key shared_bound = published_bound(published, scan.slots, scan.needed, lane);
            bound = shared_bound < bound ? shared_bound : bound;
        }
        lower(t, bound);
    };
    const auto give_up = [&](int t) {
        held[t] = 0;
        near[t] = -infinity;
        atomicExch(scan.failed + first_query + t, scan.search);
    };
    // By the k-th of a query's candidates, when there are more than `most`. Dots may still have more that could be neighbours: then it
    // gives the query up. Whole block.
    const auto thin_out = [&](int t, int most) {
        if (held[t] <= most) return;
        if (!Form::certain && held[t] > scan.capacity) {  // some were lost
            __syncthreads();
            if (thread == 0) give_up(t);
            __syncthreads();
            return;
        }
        const Key* const list = candidates + t * scan.capacity;
        const int many = block_select(
            held[t], scan.k, [&](long long i) { return list[i]; }, [&](int at, Key key) { spare[at] = key; });
        if (warp == 0) {
            lower(t, warp_last(spare, many, lane));
            if (!Form::certain && lane == 0 && held[t] > most) give_up(t);
        }
        __syncthreads();
    };

    // Rounds: so many steps that no query's candidates can overflow, then a barrier, at which limits are lowered. Loads are on their
    // way meanwhile. The first round is one step, so that limits are there soon; each may be eight times as long as the one before.
    // Dots may give a query up, and take longer rounds while few candidates come.
    const int steps = int((end - begin + step_rows - 1) / step_rows);
    int round = 1;
    for (int done = 0; done < steps;) {
        const int upto = min(steps, done + round);
        const bool first = done == 0;
        for (; done < upto; ++done) {
            if (base < end) scan_tile();
            base += step_rows;
        }
        const bool many = __syncthreads_or(crowded);
        if (many) {
            for (int t = 0; t < queries; ++t) thin_out(t, scan.capacity - scan.room);
            __syncthreads();
            crowded = false;
        }
        // When all is over Dots does without a better limit, where its list is short enough: many queries' take longer than the few more
        // survivors.
        for (int t = warp; t < queries; t += warps)
            if (Form::certain || done < steps || limit[t] == no_key || held[t] > heads) tighten(t);
        __syncthreads();
        bool bounded = true;
        for (int t = 0; t < queries; ++t) bounded = bounded && near[t] < infinity;
        round = bounded ? min(8 * round, Form::certain || many ? scan.room / int(step_rows) : most_steps) : 1;
        if (first) stamps.stamp(1);
    }
    stamps.stamp(2);

    for (int t = 0; t < queries; ++t) thin_out(t, scan.kept);
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
