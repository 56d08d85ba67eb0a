// The PPWkernel of Cordeiro & Zola (Algorithm 2): every block owns a partition of the points, every warp serves one query. With one
// query a launch it is their `ppk`, with one query a block and one partition their `ppb` (warp_search.hpp).
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/select.cuh"
#include "gpu/kernels/warp_list.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

enum Slot { slot_distances, slot_replacements, slot_reductions };

constexpr int most_warps = most_threads / 32;
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

/// What the warps of a block tell each other, in shared memory.
struct SharedByWarps {
    Key bound[most_warps];     ///< of each warp's list: its entry of rank ceil(k / sharers)
    int gathered[most_warps];  ///< of each query: candidates that survive the bound
};

/// One lane's part in a warp's way past its share of the points, and in the merge of its block's lists. Every function is called by whole
/// warps; those that say so by the whole block.
template <class Metric, class Reading, class Counting>
class ScanningWarp {
    static constexpr int count = Reading::count, chunks = Reading::chunks;
    using Piece = typename Reading::Piece;

public:
    /// Warp w serves query w mod |Q| from the floor(w / |Q|)-th place on. When |Q| does not divide the warps, some queries have a warp
    /// more, and the stride is each query's own number of warps: nothing is met twice.
    __device__ __forceinline__ ScanningWarp(const Scan& scan, SharedByWarps& shared, Key* arena, const Counting& counts)
        : scan_(scan),
          shared_(shared),
          counts_(counts),
          lane_(int(threadIdx.x) % 32),
          warp_(int(threadIdx.x) / 32),
          warps_(int(blockDim.x) / 32),
          partition_(int(blockIdx.x) / scan.groups),
          first_query_(int(blockIdx.x) % scan.groups * scan.group_queries),
          queries_(min(scan.group_queries, int(scan.queries.points.count) - first_query_)),
          own_query_(warp_ % queries_),
          sharers_(sharers_of(own_query_)),
          offset_(warp_ / queries_),
          query_(first_query_ + own_query_),
          dimension_(scan.points.dimension),
          own_column_(lane_ * Reading::width),
          excluded_(scan.queries.exclude ? scan.queries.exclude[query_] : -1),
          lists_(scan.lists ? scan.lists + std::size_t(blockIdx.x) * 2 * (warps_ * scan.capacity) : arena),
          own_list_(lists_ + warp_ * scan.capacity),
          list_(own_list_, scan.capacity, lane_),
          query_row_(scan.queries.points.coordinates + std::int64_t(query_) * dimension_ + own_column_) {
        // Partitions differ by one point at most and leave nothing over. Unsigned: a turn may reach beyond the largest int, where rows end.
        const std::int64_t length = scan.end - scan.begin;
        begin_ = unsigned(scan.begin + length * partition_ / scan.partitions);
        end_ = unsigned(scan.begin + length * (partition_ + 1) / scan.partitions);
        left_ = first_left_ = int(end_ - begin_) - offset_ * count;
        if (Reading::whole) load(left_, 0);
    }

    /// The first k points of each list go in as they come (the paper's initialisation): until it is full.
    __device__ __forceinline__ void scan_points(bool until_full) {
        while (left_ > 0 && !(until_full && list_.full())) scan_some();
    }

    /// Lowers the limit of each list by what the lists of its query hold together. Block.
    __device__ __forceinline__ void bound_lists() {
        publish_bound();
        if (sharers_ > 1) list_.lower_limit(shared_bound());
        if constexpr (Counting::on) {  // after the last turn of any warp: one that leaves out a point takes one more
            if (lane_ == 0 && sharers_ > 1 && list_.limit() != no_key)
                counts_.step({.phase = phase_initial,
                    .kind = kind_first_bound,
                    .block = list_number(),
                    .actor = warp_,
                    .round = scan_.capacity / count + 1,
                    .bound = list_.limit(),
                    .size = list_.held()});
        }
    }

    /// What is recorded from here on belongs to the scan.
    __device__ __forceinline__ void end_initial() {
        if constexpr (Counting::on) {
            phase_ = phase_scan;
            turns_before_ = (first_left_ - left_) / (sharers_ * count);
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

    /// Merges the lists of each query in the block, so that k-selection reads one list a block and query. Block, after a barrier.
    __device__ __forceinline__ void merge_lists() {
        publish_bound();
        Key* const out = merged(own_query_);
        if (sharers_ > 1) gather_below(shared_bound());
        else
            for (int i = lane_; i < scan_.kept; i += 32) out[i] = i < list_.held() ? own_list_[i] : no_key;
        __syncthreads();
        if (sharers_ > 1 && shared_.gathered[own_query_] <= most_counted) order_by_counting(out);
        select_by_digits();
        record_merged(out);
    }

private:
    // ---- Whose lists are where ---------------------------------------------------------------------------------------------------

    __device__ __forceinline__ int sharers_of(int query) const { return warps_ / queries_ + (query < warps_ % queries_ ? 1 : 0); }
    /// The list of this block, among those of a query.
    __device__ __forceinline__ int list_number() const { return scan_.first_list + partition_; }
    /// Room for the candidates of a query of the group, as many as its warps' lists have.
    __device__ __forceinline__ Key* candidates_of(int query) const {
        const int warps_before = query * (warps_ / queries_) + min(query, warps_ % queries_);
        return lists_ + warps_ * scan_.capacity + warps_before * scan_.capacity;
    }
    __device__ __forceinline__ Key* merged(int query) const {
        return scan_.partial + (std::size_t(first_query_ + query) * scan_.lists_of_query + list_number()) * scan_.kept;
    }

    // ---- Points ------------------------------------------------------------------------------------------------------------------

    /// Sends for pieces of the `count` points that begin where so many are left, from coordinate `first` on. Where a whole row fits in
    /// registers, the next points are on their way from memory while these are joined and offered.
    __device__ __forceinline__ void load(int points_left, int first) {
        const float* const row = scan_.points.coordinates + std::size_t(end_ - unsigned(points_left)) * unsigned(dimension_) + own_column_;
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

    /// The warp's distances to its next `count` points; those near enough go into the list.
    __device__ __forceinline__ void scan_some() {
        const unsigned base = end_ - unsigned(left_);
        const int there = min(left_, count);
        float sum[count];
#pragma unroll
        for (int j = 0; j < count; ++j) sum[j] = 0;
        if constexpr (Reading::whole) {
            join(sum, 0);
            load(left_ - sharers_ * count, 0);
        } else {
            for (int first = 0; first < dimension_; first += chunks * 32 * Reading::width) {
                load(left_, first);
                join(sum, first);
            }
        }
        const float joined = join_lanes<Metric, count>(sum, lane_);
        const int j = point_of_lane<count>(lane_);
        const unsigned point = base + unsigned(j);
        const Key key = make_key(joined, point);
        unsigned near = __ballot_sync(all_lanes, j < there && key < list_.limit() && int(point) != excluded_) & leading_lanes<count>();
        if constexpr (Counting::on) distances_ += there;
        while (near) {
            const int source = __ffs(int(near)) - 1;
            near &= near - 1;
            const Key candidate = __shfl_sync(all_lanes, key, source);
            if (candidate < list_.limit()) list_.take(candidate, [&](int kind, Key entered, Key away) { note(kind, entered, away); });
        }
        left_ -= sharers_ * count;
    }

    /// What the list took in, counted and recorded: as block the list of the query that this block fills, as round the warp's turn.
    __device__ __forceinline__ void note([[maybe_unused]] int kind, [[maybe_unused]] Key entered, [[maybe_unused]] Key away) {
        if constexpr (Counting::on) {
            replacements_ += kind == kind_replacement;
            reductions_ += kind == kind_reduction;
            if (lane_ == 0)
                counts_.step({.phase = phase_,
                    .kind = kind,
                    .block = list_number(),
                    .actor = warp_,
                    .round = (first_left_ - left_) / (sharers_ * count) - turns_before_,
                    .order = steps_taken_++,
                    .entered = entered,
                    .left = away,
                    .bound = list_.limit(),
                    .size = list_.held()});
        }
    }

    // ---- Bounds ------------------------------------------------------------------------------------------------------------------

    /// What the lists of a query hold together bounds its k-th distance: each of its `sharers` lists has at least `rank` entries up to the
    /// largest entry of that rank, which makes k. It depends on nothing but the data, so counters do not depend on timing. Block.
    __device__ __forceinline__ void publish_bound() {
        if (sharers_ > 1) {
            const int rank = (scan_.k + sharers_ - 1) / sharers_;
            const Key own = rank <= most_ranked ? warp_ranked(own_list_, list_.held(), rank, lane_) : no_key;
            if (lane_ == 0) shared_.bound[warp_] = own;
        }
        __syncthreads();
    }
    __device__ __forceinline__ Key shared_bound() const {
        Key limit = 0;
        for (int w = own_query_; w < warps_; w += queries_) limit = shared_.bound[w] > limit ? shared_.bound[w] : limit;
        return limit;
    }

    // ---- Merge -------------------------------------------------------------------------------------------------------------------

    /// Brings the entries of this warp's list up to `limit` to the candidates of its query.
    __device__ __forceinline__ void gather_below(Key limit) {
        if constexpr (Counting::on) {
            if (threadIdx.x == 0 && limit != no_key)
                counts_.step({.phase = phase_merge, .kind = kind_block_bound, .block = list_number(), .bound = limit});
        }
        Key* const gather = candidates_of(own_query_);
        for (int from = 0; from < list_.held(); from += 32) {
            const int i = from + lane_;
            const Key entry = i < list_.held() ? own_list_[i] : no_key;
            const bool keep = entry != no_key && entry <= limit;
            const unsigned keepers = __ballot_sync(all_lanes, keep);
            int start = 0;
            if (lane_ == 0 && keepers) start = atomicAdd(&shared_.gathered[own_query_], __popc(keepers));
            start = __shfl_sync(all_lanes, start, 0);
            if (keep) gather[start + __popc(keepers & ((1u << lane_) - 1))] = entry;
        }
    }
    /// In order, by counting for each candidate those before it.
    __device__ __forceinline__ void order_by_counting(Key* out) {
        const int candidates = shared_.gathered[own_query_], stride = sharers_ * 32;
        count_smaller(candidates_of(own_query_), candidates, offset_ * 32 + lane_, stride, [&](int, Key own, int smaller) {
            if (smaller < scan_.kept) out[smaller] = own;
        });
        for (int i = candidates + offset_ * 32 + lane_; i < scan_.kept; i += stride) out[i] = no_key;
    }
    /// By digits, the whole block for each query that has more candidates.
    __device__ __forceinline__ void select_by_digits() {
        for (int q = 0; q < queries_; ++q) {
            const int found = shared_.gathered[q];
            if (sharers_of(q) == 1 || found <= most_counted) continue;
            const Key* const all = candidates_of(q);
            Key* const chosen = merged(q);
            const int many = block_select(
                found, scan_.kept, [&](long long i) { return all[i]; }, [&](int at, Key key) { chosen[at] = key; });
            for (int i = many + int(threadIdx.x); i < scan_.kept; i += int(blockDim.x)) chosen[i] = no_key;
        }
    }
    __device__ __forceinline__ void record_merged([[maybe_unused]] const Key* out) const {
        if constexpr (Counting::on) {
            if (counts_.records()) {  // of one query: every warp's
                __syncthreads();
                count_smaller(out, scan_.kept, int(threadIdx.x), int(blockDim.x), [&](int, Key own, int smaller) {
                    if (own == no_key) return;
                    counts_.step({.phase = phase_merge,
                        .kind = kind_block_list,
                        .block = list_number(),
                        .round = 1,
                        .order = smaller,
                        .entered = own,
                        .size = smaller + 1,
                        .source = int(unsigned(index_of(own)) - begin_) / count % warps_});
                });
            }
        }
    }

    const Scan& scan_;
    SharedByWarps& shared_;
    const Counting& counts_;
    int lane_, warp_, warps_;
    int partition_, first_query_, queries_;     ///< of the block
    int own_query_, sharers_, offset_, query_;  ///< of the warp: its query in the group, that query's warps, its place among them
    int dimension_, own_column_, excluded_;
    Key *lists_, *own_list_;
    WarpList list_;
    const float* query_row_;
    unsigned begin_, end_;   ///< points of the partition
    int left_, first_left_;  ///< points from this warp's next one on; at the beginning
    Piece piece_[count][chunks];
    long long distances_ = 0, replacements_ = 0, reductions_ = 0;
    int phase_ = phase_initial, turns_before_ = 0, steps_taken_ = 0;
};

template <class Metric, class Reading, class Stamping, class Counting>
__global__ void __launch_bounds__(Reading::threads, 1) scan(Scan scan, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ SharedByWarps shared;
    if (threadIdx.x < most_warps) shared.gathered[threadIdx.x] = 0;
    let_next_launch_start();
    stamps.stamp(0);
    ScanningWarp<Metric, Reading, Counting> own(scan, shared, arena, counts);
    // The paper's two loops, over the first k points and over the others, written once: unrolled, the body is long.
    for (bool initial = true;; initial = false) {
        own.scan_points(initial);
        if (!initial) break;
        if (scan.capacity == scan.k) own.bound_lists();  // else every list holds all its warp can meet, and nothing is left to bound
        else if constexpr (Stamping::on) __syncthreads();
        own.end_initial();
        stamps.stamp(1);
    }
    own.add_counts();
    __syncthreads();  // every warp has read the bounds of the first time
    stamps.stamp(2);
    own.merge_lists();
    if constexpr (Stamping::on) {
        __syncthreads();
        stamps.stamp(3);
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
