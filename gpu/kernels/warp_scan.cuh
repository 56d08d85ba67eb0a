// The PPWkernel of Cordeiro & Zola (Algorithm 2): every block owns a partition of the points, every warp serves one query. With one
// query a launch it is their `ppk`, with one query a block and one partition their `ppb` (warp_search.hpp).
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/select.cuh"
#include "gpu/kernels/warp.cuh"
#include "gpu/kernels/warp_search_steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

enum Slot { slot_distances, slot_replacements, slot_reductions };

constexpr int most_threads = 1024, most_warps = most_threads / 32;
constexpr int most_ranked = 16;    ///< rounds of finding a list's next smallest; beyond, the block does without a threshold
constexpr int most_counted = 512;  ///< candidates put in order by counting; beyond, they are selected by digits

/// What one launch of the scan is to do. Blocks are numbered partition by partition, the groups of one partition side by side.
struct Scan {
    Points points;
    std::int64_t begin, end;  ///< the points of this launch
    Queries queries;
    int groups, group_queries;  ///< a block serves one group of at most as many queries as it has warps
    int partitions;
    int k;
    int capacity;  ///< entries of a warp's list: k, or all points it can meet when those are fewer
    int kept;      ///< entries of a block's list: k, or all points of a partition when those are fewer
    Key* lists;    ///< [blocks][2][warps][capacity] in device memory; null when they fit in shared memory
    Key* partial;  ///< [queries][lists of a query][kept]
    int first_list, lists_of_query;
};

/// How a warp reads rows: `Count` points at a time and `Chunks` pieces of each before the first subtraction, so that enough loads
/// are in flight. A piece is 16 bytes a lane where rows are whole pieces, else one float. `Whole`: a row has exactly `Chunks` pieces.
/// `MostThreads` of a block share its registers.
template <int CountOfPoints, int CountOfChunks, bool Whole, int MostThreads = most_threads>
struct ByFour {
    static constexpr int count = CountOfPoints, chunks = CountOfChunks, width = 4, threads = MostThreads;
    static constexpr bool whole = Whole;
    using Piece = float4;
    __device__ static Piece nothing() { return make_float4(0, 0, 0, 0); }
    __device__ static Piece load(const float* p) { return __ldg(reinterpret_cast<const float4*>(p)); }
    __device__ static Piece stream(const float* p) { return __ldcs(reinterpret_cast<const float4*>(p)); }  ///< read once: first to go
    template <class Metric>
    __device__ static float join(float s, Piece a, Piece b) {
        return join_four<Metric>(s, a, b);
    }
};
template <int CountOfPoints, int CountOfChunks, bool Whole, int MostThreads = most_threads>
struct ByOne {
    static constexpr int count = CountOfPoints, chunks = CountOfChunks, width = 1, threads = MostThreads;
    static constexpr bool whole = Whole;
    using Piece = float;
    __device__ static Piece nothing() { return 0; }
    __device__ static Piece load(const float* p) { return __ldg(p); }
    __device__ static Piece stream(const float* p) { return __ldcs(p); }
    template <class Metric>
    __device__ static float join(float s, Piece a, Piece b) {
        return Metric::join(s, Metric::term(a, b));
    }
};

/// The k smallest keys one warp has met: entry i belongs to lane i % 32, which alone reads and writes it while points are
/// scanned, and remembers the largest of its own. The warp-wide maximum over those is the paper's farthest neighbour.
class WarpList {
public:
    __device__ WarpList(Key* entries, int capacity, int lane) : entries_(entries), capacity_(capacity), lane_(lane) {
        for (int i = lane; i < capacity; i += 32) entries[i] = no_key;
    }

    __device__ bool full() const { return held_ == capacity_; }
    __device__ int held() const { return held_; }
    __device__ Key limit() const { return limit_; }
    __device__ void lower_limit(Key to) { limit_ = to < limit_ ? to : limit_; }

    /// Takes a key below the limit; the same in every lane. Calls note(kind of step, key that came in, key that had to leave).
    template <class Note>
    __device__ void take(Key key, Note note) {
        if (!full()) {
            if (lane_ == held_ % 32) entries_[held_] = key;
            ++held_;
            note(kind_entry, key, no_key);
            if (held_ < capacity_) return;
        } else {
            if (own_ == farthest_) entries_[place_] = key;  // keys are distinct: one lane's own
            note(kind_replacement, key, farthest_);
        }
        own_ = 0;
        for (int i = lane_; i < capacity_; i += 32) {
            const Key entry = entries_[i];
            if (entry >= own_) {
                own_ = entry;
                place_ = i;
            }
        }
        farthest_ = warp_maximum(own_);
        lower_limit(farthest_);
        note(kind_reduction, no_key, no_key);
    }

private:
    Key* entries_;
    int capacity_, lane_, held_ = 0, place_ = 0;
    Key own_ = 0, farthest_ = no_key, limit_ = no_key;
};

template <class Metric, class Reading, class Stamping, class Counting>
__global__ void __launch_bounds__(Reading::threads, 1) scan(Scan scan, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ Key bound[most_warps];     // of each warp's list: its entry of rank ceil(k / sharers)
    __shared__ int gathered[most_warps];  // of each query: candidates that survive the bound
    constexpr int count = Reading::count, chunks = Reading::chunks;
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, warps = int(blockDim.x) / 32;
    const int group = int(blockIdx.x) % scan.groups, partition = int(blockIdx.x) / scan.groups;
    const int first_query = group * scan.group_queries;
    const int queries = min(scan.group_queries, int(scan.queries.points.count) - first_query);
    // Warp w serves query w mod |Q| from the floor(w / |Q|)-th place on. When |Q| does not divide the warps, some queries have a
    // warp more, and the stride is each query's own number of warps: nothing is met twice.
    const int own_query = warp % queries, sharers = warps / queries + (own_query < warps % queries ? 1 : 0), offset = warp / queries;
    const int query = first_query + own_query;
    const int dimension = scan.points.dimension;
    // Partitions differ by one point at most and leave nothing over. Unsigned: a turn may reach beyond the largest int, where rows end.
    const std::int64_t length = scan.end - scan.begin;
    const unsigned begin = unsigned(scan.begin + length * partition / scan.partitions),
                   end = unsigned(scan.begin + length * (partition + 1) / scan.partitions);

    const int list_entries = warps * scan.capacity;
    Key* const lists = scan.lists ? scan.lists + std::size_t(blockIdx.x) * 2 * list_entries : arena;
    Key* const own_list = lists + warp * scan.capacity;
    if (threadIdx.x < most_warps) gathered[threadIdx.x] = 0;
    let_next_launch_start();
    stamps.stamp(0);

    WarpList list(own_list, scan.capacity, lane);
    long long distances = 0, replacements = 0, reductions = 0;
    const int excluded = scan.queries.exclude ? scan.queries.exclude[query] : -1;
    const int own_column = lane * Reading::width;
    int left = int(end - begin) - offset * count;  // points from this warp's next one on

    // Where a whole row fits in registers, the next points are on their way from memory while these are joined and offered.
    typename Reading::Piece piece[count][chunks];
    const float* const query_row = scan.queries.points.coordinates + std::int64_t(query) * dimension + own_column;
    const auto load = [&](int points_left, int first) {  // `first`: coordinate the pieces begin with
        const float* const row = scan.points.coordinates + std::size_t(end - unsigned(points_left)) * unsigned(dimension) + own_column;
#pragma unroll
        for (int c = 0; c < chunks; ++c) {
            const int from = first + c * 32 * Reading::width;
            const bool inside = (Reading::whole && c + 1 < chunks) || from + own_column < dimension;
#pragma unroll
            for (int j = 0; j < count; ++j)
                piece[j][c] = j < points_left && inside ? Reading::stream(row + std::int64_t(j) * dimension + from) : Reading::nothing();
        }
    };
    const auto join = [&](float(&sum)[count], int first) {
#pragma unroll
        for (int c = 0; c < chunks; ++c) {
            const int from = first + c * 32 * Reading::width;
            if ((Reading::whole && c + 1 < chunks) || from + own_column < dimension) {
                const typename Reading::Piece q = Reading::load(query_row + from);
#pragma unroll
                for (int j = 0; j < count; ++j) sum[j] = Reading::template join<Metric>(sum[j], piece[j][c], q);
            }
        }
    };
    if (Reading::whole) load(left, 0);

    // What the list took in, counted and recorded: as block the list of the query that this block fills, as round the warp's turn.
    const int first_left = left;
    [[maybe_unused]] int phase = phase_initial, turns_before = 0, steps_taken = 0;
    const auto note = [&]([[maybe_unused]] int kind, [[maybe_unused]] Key entered, [[maybe_unused]] Key away) {
        if constexpr (Counting::on) {
            replacements += kind == kind_replacement;
            reductions += kind == kind_reduction;
            if (lane == 0)
                counts.step({.phase = phase,
                    .kind = kind,
                    .block = scan.first_list + partition,
                    .actor = warp,
                    .round = (first_left - left) / (sharers * count) - turns_before,
                    .order = steps_taken++,
                    .entered = entered,
                    .left = away,
                    .bound = list.limit(),
                    .size = list.held()});
        }
    };

    // The warp's distances to its next `count` points; those near enough go into the list.
    const auto scan_some = [&] {
        const unsigned base = end - unsigned(left);
        const int there = min(left, count);
        float sum[count];
#pragma unroll
        for (int j = 0; j < count; ++j) sum[j] = 0;
        if constexpr (Reading::whole) {
            join(sum, 0);
            load(left - sharers * count, 0);
        } else {
            for (int first = 0; first < dimension; first += chunks * 32 * Reading::width) {
                load(left, first);
                join(sum, first);
            }
        }
        const float joined = join_lanes<Metric, count>(sum, lane);
        const int j = point_of_lane<count>(lane);
        const unsigned point = base + unsigned(j);
        const Key key = make_key(joined, point);
        unsigned near = __ballot_sync(all_lanes, j < there && key < list.limit() && int(point) != excluded) & leading_lanes<count>();
        if constexpr (Counting::on) distances += there;
        while (near) {
            const int source = __ffs(int(near)) - 1;
            near &= near - 1;
            const Key candidate = __shfl_sync(all_lanes, key, source);
            if (candidate < list.limit()) list.take(candidate, note);
        }
        left -= sharers * count;
    };

    // What the lists of a query hold together bounds its k-th distance: each of its `sharers` lists has at least `rank` entries up
    // to the largest entry of that rank, which makes k. It depends on nothing but the data, so counters do not depend on timing.
    const int rank = (scan.k + sharers - 1) / sharers;
    const auto publish_bound = [&] {
        if (sharers > 1) {
            const Key own = rank <= most_ranked ? warp_ranked(own_list, list.held(), rank, lane) : no_key;
            if (lane == 0) bound[warp] = own;
        }
        __syncthreads();
    };
    const auto read_bound = [&] {
        Key limit = 0;
        for (int w = own_query; w < warps; w += queries) limit = bound[w] > limit ? bound[w] : limit;
        return limit;
    };

    // The paper's two loops, over the first k points and over the others, written once: unrolled, the body is long.
    for (bool initial = true;; initial = false) {
        while (left > 0 && !(initial && list.full())) scan_some();
        if (!initial) break;
        if (scan.capacity == scan.k) {  // else every list holds all its warp can meet, and nothing is left to bound
            publish_bound();
            if (sharers > 1) list.lower_limit(read_bound());
            if constexpr (Counting::on) {  // after the last turn of any warp: one that leaves out a point takes one more
                if (lane == 0 && sharers > 1 && list.limit() != no_key)
                    counts.step({.phase = phase_initial,
                        .kind = kind_first_bound,
                        .block = scan.first_list + partition,
                        .actor = warp,
                        .round = scan.capacity / count + 1,
                        .bound = list.limit(),
                        .size = list.held()});
            }
        } else if constexpr (Stamping::on) {
            __syncthreads();
        }
        if constexpr (Counting::on) {
            phase = phase_scan;
            turns_before = (first_left - left) / (sharers * count);
        }
        stamps.stamp(1);
    }

    if constexpr (Counting::on) {
        if (lane == 0) {
            counts.add(slot_distances, distances);
            counts.add(slot_replacements, replacements);
            counts.add(slot_reductions, reductions);
        }
    }
    __syncthreads();  // every warp has read the bounds of the first time
    stamps.stamp(2);

    // Merge in the block, so that k-selection reads one list a block and query.
    publish_bound();
    const int place = scan.first_list + partition;
    Key* const out = scan.partial + (std::size_t(query) * scan.lists_of_query + place) * scan.kept;
    const int before = own_query * (warps / queries) + min(own_query, warps % queries);  // warps of the queries before this one
    Key* const gather = lists + list_entries + before * scan.capacity;
    if (sharers > 1) {
        const Key limit = read_bound();
        if constexpr (Counting::on) {
            if (threadIdx.x == 0 && limit != no_key)
                counts.step({.phase = phase_merge, .kind = kind_block_bound, .block = scan.first_list + partition, .bound = limit});
        }
        for (int from = 0; from < list.held(); from += 32) {
            const int i = from + lane;
            const Key entry = i < list.held() ? own_list[i] : no_key;
            const bool keep = entry != no_key && entry <= limit;
            const unsigned keepers = __ballot_sync(all_lanes, keep);
            int start = 0;
            if (lane == 0 && keepers) start = atomicAdd(&gathered[own_query], __popc(keepers));
            start = __shfl_sync(all_lanes, start, 0);
            if (keep) gather[start + __popc(keepers & ((1u << lane) - 1))] = entry;
        }
    } else {
        for (int i = lane; i < scan.kept; i += 32) out[i] = i < list.held() ? own_list[i] : no_key;
    }
    __syncthreads();
    if (sharers > 1 && gathered[own_query] <= most_counted) {  // in order, by counting for each candidate those before it
        const int candidates = gathered[own_query], stride = sharers * 32;
        count_smaller(gather, candidates, offset * 32 + lane, stride, [&](int, Key own, int smaller) {
            if (smaller < scan.kept) out[smaller] = own;
        });
        for (int i = candidates + offset * 32 + lane; i < scan.kept; i += stride) out[i] = no_key;
    }
    for (int q = 0; q < queries; ++q) {  // by digits, the whole block for each query that needs it
        const int found = gathered[q], sharing = warps / queries + (q < warps % queries ? 1 : 0);
        if (sharing == 1 || found <= most_counted) continue;
        const Key* const all = lists + list_entries + (q * (warps / queries) + min(q, warps % queries)) * scan.capacity;
        Key* const chosen = scan.partial + (std::size_t(first_query + q) * scan.lists_of_query + place) * scan.kept;
        const int many = block_select(
            found, scan.kept, [&](long long i) { return all[i]; }, [&](int at, Key key) { chosen[at] = key; });
        for (int i = many + int(threadIdx.x); i < scan.kept; i += int(blockDim.x)) chosen[i] = no_key;
    }
    if constexpr (Counting::on) {
        if (counts.records()) {  // of one query: every warp's
            __syncthreads();
            count_smaller(out, scan.kept, int(threadIdx.x), int(blockDim.x), [&](int, Key own, int smaller) {
                if (own == no_key) return;
                counts.step({.phase = phase_merge,
                    .kind = kind_block_list,
                    .block = scan.first_list + partition,
                    .round = 1,
                    .order = smaller,
                    .entered = own,
                    .size = smaller + 1,
                    .source = int(unsigned(index_of(own)) - begin) / count % warps});
            });
        }
    }
    if constexpr (Stamping::on) {
        __syncthreads();
        stamps.stamp(3);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
