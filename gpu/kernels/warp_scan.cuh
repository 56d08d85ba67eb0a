// The PPWkernel of Cordeiro & Zola (Algorithm 2): every block owns a partition of the points, every warp serves one query. With one
// query per launch it is their `ppk`, with one query per block and one partition their `ppb` (warp_search.hpp).
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/select.cuh"
#include "gpu/kernels/warp_list.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

enum Slot { slot_distances, slot_replacements, slot_reductions };

constexpr int most_warps = most_threads / 32;
constexpr int most_ranked = 16;    ///< rounds of finding a list's next smallest; with more, the block has no threshold
constexpr int most_counted = 512;  ///< with up to so many, candidates are sorted by counting; more are selected by digits

/// The work of one launch of the scan. Blocks are numbered partition by partition; groups of one partition are adjacent.
struct Scan {
    Points points;
    std::int64_t begin, end;  ///< the points of this launch
    Queries queries;
    int groups, group_queries;  ///< a block serves one group of at most as many queries as it has warps
    int partitions;
    int k;
    int capacity;  ///< entries of a warp's list: k, or all points of the warp if those are fewer
    int kept;      ///< entries of a block's list: k, or all points of a partition if those are fewer
    Key* lists;    ///< [blocks][2][warps][capacity] in device memory; null when they fit in shared memory
    Key* partial;  ///< [queries][lists of a query][kept]
    int first_list, lists_of_query;
};

/// What the warps of a block exchange in shared memory.
struct SharedByWarps {
    Key bound[most_warps];     ///< of each warp's list: its entry of rank ceil(k / sharers)
    int gathered[most_warps];  ///< of each query: candidates that survive the bound
};

/// Which query a warp serves, with which other warps, and where their lists are. Warp w serves query w mod |Q| as its floor(w / |Q|)-th
/// warp. If |Q| does not divide the warps, some queries have one warp more, and the stride is each query's own number of warps, so that no
/// point is visited twice. Recomputed in each phase: keeping it would take registers of the scan.
struct QueryShare {
    __device__ __forceinline__ explicit QueryShare(const Scan& scan)
        : warp(int(threadIdx.x) / 32),
          warps(int(blockDim.x) / 32),
          queries(min(scan.group_queries, int(scan.queries.points.count) - int(blockIdx.x) % scan.groups * scan.group_queries)),
          own_query(warp % queries),
          sharers(sharers_of(own_query)),
          offset(warp / queries),
          partition(int(blockIdx.x) / scan.groups),
          first_query(int(blockIdx.x) % scan.groups * scan.group_queries) {}

    int warp, warps, queries;    ///< number in the block; of the block
    int own_query;               ///< in the group
    int sharers, offset;         ///< warps of that query, this warp's number among them
    int partition, first_query;  ///< of the block

    __device__ __forceinline__ int sharers_of(int query) const { return warps / queries + (query < warps % queries ? 1 : 0); }
    /// The number of this block's list among those of a query.
    __device__ __forceinline__ int list_number(const Scan& scan) const { return scan.first_list + partition; }
    /// The first point of a partition, which is also the end of the previous one. Sizes of partitions differ by at most one point.
    /// Unsigned: a stride may exceed the largest int after the last row.
    __device__ __forceinline__ unsigned first_point(const Scan& scan, int of_partition) const {
        return unsigned(scan.begin + (scan.end - scan.begin) * of_partition / scan.partitions);
    }
    /// Keys in the lists of so many warps, which may exceed an int.
    __device__ __forceinline__ static std::size_t keys_of(const Scan& scan, int of_warps) {
        return std::size_t(of_warps) * unsigned(scan.capacity);
    }
    /// The lists of all warps, followed by space for as many candidates.
    __device__ __forceinline__ Key* lists(const Scan& scan, Key* arena) const {
        return scan.lists ? scan.lists + std::size_t(blockIdx.x) * 2 * keys_of(scan, warps) : arena;
    }
    __device__ __forceinline__ Key* own_list(const Scan& scan, Key* arena) const { return lists(scan, arena) + keys_of(scan, warp); }
    /// Space for the candidates of a query of the group, as many as its warps' lists have.
    __device__ __forceinline__ Key* candidates_of(const Scan& scan, Key* arena, int query) const {
        const int warps_before = query * (warps / queries) + min(query, warps % queries);
        return lists(scan, arena) + keys_of(scan, warps + warps_before);
    }
    __device__ __forceinline__ Key* merged(const Scan& scan, int query) const {
        return scan.partial + (std::size_t(first_query + query) * scan.lists_of_query + list_number(scan)) * scan.kept;
    }
};

/// A bound of a query's k-th distance from its lists: each of its `sharers` lists has at least `rank` entries up to its entry of that
/// rank, so that at least k points are within the largest of these. It depends only on the data, so that counters do not depend on timing.
/// Block.
__device__ __forceinline__ void publish_bound(const Scan& scan, const QueryShare& own, SharedByWarps& shared, const Key* list, int held) {
    if (own.sharers > 1) {
        const int rank = (scan.k + own.sharers - 1) / own.sharers, lane = int(threadIdx.x) % 32;
        const Key ranked = rank <= most_ranked ? warp_key_of_rank(list, held, rank, lane) : no_key;
        if (lane == 0) shared.bound[own.warp] = ranked;
    }
    __syncthreads();
}
__device__ __forceinline__ Key shared_bound(const QueryShare& own, const SharedByWarps& shared) {
    Key limit = 0;
    for (int w = own.own_query; w < own.warps; w += own.queries) limit = shared.bound[w] > limit ? shared.bound[w] : limit;
    return limit;
}

/// One lane's part in a warp's scan of its points. Every function is called by whole warps; those marked "Block" by the whole
/// block.
template <class Metric, class Reading, class Counting>
class ScanningWarp {
    static constexpr int count = Reading::count, chunks = Reading::chunks;
    using Piece = typename Reading::Piece;

public:
    __device__ __forceinline__ ScanningWarp(
        const Scan& scan, const QueryShare& query_share, SharedByWarps& shared, Key* arena, const Counting& counts)
        : scan_(scan),
          shared_(shared),
          arena_(arena),
          counts_(counts),
          lane_(int(threadIdx.x) % 32),
          dimension_(scan.points.dimension),
          own_column_(lane_ * Reading::width),
          turn_(query_share.sharers * count),
          end_(query_share.first_point(scan, query_share.partition + 1)),
          list_(query_share.own_list(scan, arena), scan.capacity, lane_) {
        const int query = query_share.first_query + query_share.own_query;
        excluded_ = scan.queries.exclude ? scan.queries.exclude[query] : -1;
        query_row_ = scan.queries.points.coordinates + std::int64_t(query) * dimension_ + own_column_;
        left_ = first_left_ = int(end_ - query_share.first_point(scan, query_share.partition)) - query_share.offset * count;
        if (Reading::whole && left_ > 0) {
            row_ = next_row();
            load(row_, left_, 0);
        }
    }

    /// The first k points of each list enter unconditionally (the paper's initialisation): until it is full.
    __device__ __forceinline__ void scan_points(bool until_full) {
        while (left_ > 0 && !(until_full && list_.full())) scan_some();
    }

    /// Lowers the limit of each list by the bound of all lists of its query. Block.
    __device__ __forceinline__ void bound_lists() {
        const QueryShare own(scan_);
        publish_bound(scan_, own, shared_, own.own_list(scan_, arena_), list_.held());
        if (own.sharers > 1) list_.lower_limit(shared_bound(own, shared_));
        if constexpr (Counting::on) {  // after the last turn of any warp: one that skips an excluded point takes one more
            if (lane_ == 0 && own.sharers > 1 && list_.limit() != no_key)
                counts_.step({.phase = phase_initial,
                    .kind = kind_first_bound,
                    .block = own.list_number(scan_),
                    .actor = own.warp,
                    .round = scan_.capacity / count + 1,
                    .bound = list_.limit(),
                    .size = list_.held()});
        }
    }

    /// Marks the end of initialisation: later steps belong to the scan.
    __device__ __forceinline__ void end_initial() {
        if constexpr (Counting::on) {
            phase_ = phase_scan;
            turns_before_ = (first_left_ - left_) / turn_;
        }
    }

    __device__ __forceinline__ void add_counts() const {
        if constexpr (Counting::on) {
            if (lane_ == 0) {
                counts_.add(slot_distances, distances_);
                counts_.add(slot_replacements, replacements_);
                counts_.add(slot_reductions, reductions_);
            }
        }
    }

    /// Entries of the warp's list.
    __device__ __forceinline__ int held() const { return list_.held(); }

private:
    /// The lane's column of the warp's next point.
    __device__ __forceinline__ const float* next_row() const {
        return scan_.points.coordinates + std::size_t(end_ - unsigned(left_)) * unsigned(dimension_) + own_column_;
    }
    /// Loads pieces of the `count` points from `row` on, of which `points_left` exist, from coordinate `first` on. If a whole row fits
    /// into registers, the next points are loaded while the present ones are joined and offered.
    __device__ __forceinline__ void load(const float* row, int points_left, int first) {
#pragma unroll
        for (int c = 0; c < chunks; ++c) {
            const int from = first + c * 32 * Reading::width;
            const bool inside = (Reading::whole && c + 1 < chunks) || from + own_column_ < dimension_;
#pragma unroll
            for (int j = 0; j < count; ++j)
                piece_[j][c] = j < points_left && inside ? Reading::stream(row + std::int64_t(j) * dimension_ + from) : Reading::nothing();
        }
    }
    __device__ __forceinline__ void join(float (&sum)[count], int first) const {
#pragma unroll
        for (int c = 0; c < chunks; ++c) {
            const int from = first + c * 32 * Reading::width;
            if ((Reading::whole && c + 1 < chunks) || from + own_column_ < dimension_) {
                const Piece q = Reading::load(query_row_ + from);
#pragma unroll
                for (int j = 0; j < count; ++j) sum[j] = Reading::template join<Metric>(sum[j], piece_[j][c], q);
            }
        }
    }

    /// Computes the warp's distances to its next `count` points and inserts those within the limit into the list.
    __device__ __forceinline__ void scan_some() {
        const unsigned base = end_ - unsigned(left_);
        const int there = min(left_, count);
        float sum[count];
#pragma unroll
        for (int j = 0; j < count; ++j) sum[j] = 0;
        if constexpr (Reading::whole) {
            join(sum, 0);
            row_ += std::int64_t(turn_) * dimension_;
            load(row_, left_ - turn_, 0);
        } else {
            const float* const row = next_row();
            for (int first = 0; first < dimension_; first += chunks * 32 * Reading::width) {
                load(row, left_, first);
                join(sum, first);
            }
        }
        const float joined = join_lanes<Metric, count>(sum, lane_);
        const int j = point_of_lane<count>(lane_);
        const unsigned point = base + unsigned(j);
        const Key key = make_key(Metric::in_key(joined), point);
        unsigned near = __ballot_sync(all_lanes, j < there && key < list_.limit() && int(point) != excluded_) & leading_lanes<count>();
        if constexpr (Counting::on) distances_ += there;
        while (near) {
            const int source = __ffs(int(near)) - 1;
            near &= near - 1;
            const Key candidate = __shfl_sync(all_lanes, key, source);
            if (candidate < list_.limit())
                list_.take(candidate, [&](int kind, Key entered, Key evicted) { record_change(kind, entered, evicted); });
        }
        left_ -= turn_;
    }

    /// Counts and records an insertion: the step's block is the list of the query that this block fills, its round the warp's turn.
    __device__ __forceinline__ void record_change([[maybe_unused]] int kind, [[maybe_unused]] Key entered, [[maybe_unused]] Key evicted) {
        if constexpr (Counting::on) {
            replacements_ += kind == kind_replacement;
            reductions_ += kind == kind_reduction;
            if (lane_ == 0)
                counts_.step({.phase = phase_,
                    .kind = kind,
                    .block = scan_.first_list + int(blockIdx.x) / scan_.groups,
                    .actor = int(threadIdx.x) / 32,
                    .round = (first_left_ - left_) / turn_ - turns_before_,
                    .order = steps_taken_++,
                    .entered = entered,
                    .left = evicted,
                    .bound = list_.limit(),
                    .size = list_.held()});
        }
    }

    const Scan& scan_;
    SharedByWarps& shared_;
    Key* arena_;
    const Counting& counts_;
    int lane_, dimension_, own_column_, excluded_;
    int turn_;      ///< points that the warps of a query process together
    unsigned end_;  ///< of the partition's points
    WarpList list_;
    const float* query_row_;      ///< from the lane's column on
    const float* row_ = nullptr;  ///< the same for the first of the warp's next points
    int left_, first_left_;       ///< points from this warp's next one on; initially
    Piece piece_[count][chunks];
    long long distances_ = 0, replacements_ = 0, reductions_ = 0;
    int phase_ = phase_initial, turns_before_ = 0, steps_taken_ = 0;
};

/// One lane's part in the merge of its block's lists. Every function is called by whole warps; those marked "Block" by the whole block.
template <class Reading, class Counting>
class MergingWarp {
public:
    __device__ __forceinline__ MergingWarp(const Scan& scan, SharedByWarps& shared, Key* arena, int held, const Counting& counts)
        : scan_(scan), shared_(shared), arena_(arena), counts_(counts), lane_(int(threadIdx.x) % 32), held_(held), own_(scan) {}

    /// Merges the lists of each query in the block, so that k-selection reads one list per block and query. Block, after a barrier.
    __device__ __forceinline__ void merge_lists() {
        const Key* const list = own_.own_list(scan_, arena_);
        publish_bound(scan_, own_, shared_, list, held_);
        Key* const out = own_.merged(scan_, own_.own_query);
        if (own_.sharers > 1) gather_below(list, shared_bound(own_, shared_));
        else
            for (int i = lane_; i < scan_.kept; i += 32) out[i] = i < held_ ? list[i] : no_key;
        __syncthreads();
        if (own_.sharers > 1 && shared_.gathered[own_.own_query] <= most_counted) order_by_counting(out);
        select_by_digits();
        record_merged(out);
    }

private:
    /// Copies the entries of this warp's list up to `limit` to the candidates of its query.
    __device__ __forceinline__ void gather_below(const Key* list, Key limit) {
        if constexpr (Counting::on) {
            if (threadIdx.x == 0 && limit != no_key)
                counts_.step({.phase = phase_merge, .kind = kind_block_bound, .block = own_.list_number(scan_), .bound = limit});
        }
        Key* const gather = own_.candidates_of(scan_, arena_, own_.own_query);
        for (int from = 0; from < held_; from += 32) {
            const int i = from + lane_;
            const Key entry = i < held_ ? list[i] : no_key;
            const bool keep = entry != no_key && entry <= limit;
            const unsigned keepers = __ballot_sync(all_lanes, keep);
            int start = 0;
            if (lane_ == 0 && keepers) start = atomicAdd(&shared_.gathered[own_.own_query], __popc(keepers));
            start = __shfl_sync(all_lanes, start, 0);
            if (keep) gather[start + __popc(keepers & ((1u << lane_) - 1))] = entry;
        }
    }
    /// Sorts by counting, for each candidate, those before it.
    __device__ __forceinline__ void order_by_counting(Key* out) {
        const int candidates = shared_.gathered[own_.own_query], stride = own_.sharers * 32;
        count_smaller(own_.candidates_of(scan_, arena_, own_.own_query), candidates, own_.offset * 32 + lane_, stride,
            [&](int, Key own, int smaller) {
                if (smaller < scan_.kept) out[smaller] = own;
            });
        for (int i = candidates + own_.offset * 32 + lane_; i < scan_.kept; i += stride) out[i] = no_key;
    }
    /// Selects by digits, with the whole block, for each query that has more candidates.
    __device__ __forceinline__ void select_by_digits() {
        for (int q = 0; q < own_.queries; ++q) {
            const int found = shared_.gathered[q];
            if (own_.sharers_of(q) == 1 || found <= most_counted) continue;
            const Key* const all = own_.candidates_of(scan_, arena_, q);
            Key* const chosen = own_.merged(scan_, q);
            const int many = block_select_keys(all, found, scan_.kept, chosen);
            for (int i = many + int(threadIdx.x); i < scan_.kept; i += int(blockDim.x)) chosen[i] = no_key;
        }
    }
    __device__ __forceinline__ void record_merged([[maybe_unused]] const Key* out) const {
        if constexpr (Counting::on) {
            if (counts_.records()) {  // for one query: every warp's
                __syncthreads();
                count_smaller(out, scan_.kept, int(threadIdx.x), int(blockDim.x), [&](int, Key own, int smaller) {
                    if (own == no_key) return;
                    counts_.step({.phase = phase_merge,
                        .kind = kind_block_list,
                        .block = own_.list_number(scan_),
                        .round = 1,
                        .order = smaller,
                        .entered = own,
                        .size = smaller + 1,
                        .source = int(unsigned(index_of(own)) - own_.first_point(scan_, own_.partition)) / Reading::count % own_.warps});
                });
            }
        }
    }

    const Scan& scan_;
    SharedByWarps& shared_;
    Key* arena_;
    const Counting& counts_;
    int lane_, held_;  ///< entries of the warp's list
    QueryShare own_;
};

template <class Metric, class Reading, class Stamping, class Counting>
__global__ void __launch_bounds__(Reading::threads, 1) scan(Scan scan, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ SharedByWarps shared;
    const QueryShare query_share(scan);
    if (threadIdx.x < most_warps) shared.gathered[threadIdx.x] = 0;
    let_next_launch_start();
    stamps.stamp(0);
    ScanningWarp<Metric, Reading, Counting> own(scan, query_share, shared, arena, counts);
    // The paper's two loops, over the first k points and over the others, written as one: unrolled, the body is long.
    for (bool initial = true;; initial = false) {
        own.scan_points(initial);
        if (!initial) break;
        if (scan.capacity == scan.k) own.bound_lists();  // else every list holds all points of its warp, and there is nothing to bound
        else if (stamps.wanted()) __syncthreads();
        own.end_initial();
        stamps.stamp(1);
    }
    own.add_counts();
    __syncthreads();  // every warp has read the bounds of the first iteration
    stamps.stamp(2);
    MergingWarp<Reading, Counting>(scan, shared, arena, own.held(), counts).merge_lists();
    if (stamps.wanted()) {
        __syncthreads();
        stamps.stamp(3);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
