// One pass over the points for a whole tile of queries: every coordinate is loaded once and joined with all of them.
//
// A block owns a partition of the points and a group of queries. It processes its rows in steps, one tile of rows per warp and step;
// rows of the next tile are loaded while those of the present one are joined with the queries. Points that may be neighbours
// become candidates. After a round of steps the limits of all queries are lowered, and candidates beyond them are dropped.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/select.cuh"
#include "gpu/methods/stream/bound.cuh"
#include "gpu/methods/stream/forms.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int most_steps = 32;  ///< of a round
constexpr int heads = 4;        ///< keys of a list that the last step loads before it knows the list's length

/// The work of one launch of the scan. Blocks are numbered partition by partition; groups of one partition are adjacent, so
/// that they load the same points at about the same time.
struct Scan {
    Points points;
    std::int64_t begin, end;  ///< the points of this launch
    Queries queries;
    int groups, group_queries;  ///< a block serves one group of at most a tile of queries
    int partitions;
    int k;
    int kept;            ///< entries of a block's list: k (a few more for Dots), or all points of a partition if those are fewer
    int capacity, room;  ///< entries of a query's candidates; at least `room` are free when a round begins
    Key* candidates;     ///< [blocks][group_queries * capacity + kept] in device memory; null when they fit in shared memory
    Key* published;      ///< [queries][most_slots]
    int slots, rank, needed;
    Key* partial;       ///< [queries][lists of a query][kept]
    int* partial_held;  ///< [queries][lists of a query]
    int first_list, lists_of_query;
    bool one_step;       ///< a block has so few points that none need be dropped: the last step applies other blocks' bounds
    const float* zeros;  ///< 16 bytes, aligned: read where a row has ended

    float margin;      ///< Dots: 16 g (forms.cuh)
    float* squares;    ///< Dots: [queries], |q'|^2, for the last step
    unsigned* failed;  ///< [queries], set to `search` if Dots cannot determine a query's neighbours
    unsigned search;   ///< this search's number
    bool is_repeat;    ///< serves only groups with a failed query
};

/// Whether any of the group's queries, from `first` on, has failed.
__device__ inline bool any_failed(const unsigned* failed, unsigned search, int first, int queries) {
    bool any = false;
    for (int t = 0; t < queries; ++t) any = any || failed[first + t] == search;
    return any;
}

/// The state of a block's queries, in shared memory.
template <int Tile>
struct QueriesOfBlock {
    Key limit[Tile];       ///< no key above it is a neighbour
    float near[Tile + 1];  ///< the same in the form that Form compares; for missing queries: below everything
    float squares[Tile];   ///< |q'|^2 of Dots
    int held[Tile];        ///< candidates
    int first, count;      ///< the block's queries in the launch; this and the next are used if Form::block_in_shared
    Key* candidates;       ///< [count][capacity]
};

/// One thread's part in a block's pass over its partition. Comments say who calls a function: the thread, its whole warp, or the whole
/// block.
template <class Form>
class ScanningThread {
    using R = typename Form::Reading;
    using Piece = typename R::Piece;
    static constexpr int Tile = Form::tile;
    static constexpr float infinity = std::numeric_limits<float>::infinity();

public:
    __device__ __forceinline__ ScanningThread(const Scan& scan, QueriesOfBlock<Tile>& of_queries, Key* arena)
        : scan_(scan),
          of_(of_queries),
          thread_(int(threadIdx.x)),
          lane_(thread_ % 32),
          warp_(thread_ / 32),
          warps_(int(blockDim.x) / 32),
          partition_(int(blockIdx.x) / scan.groups),
          first_query_(int(blockIdx.x) % scan.groups * scan.group_queries),
          queries_(min(scan.group_queries, int(scan.queries.points.count) - first_query_)),
          dimension_(scan.points.dimension),
          stretches_((dimension_ + R::stretch - 1) / R::stretch) {
        const std::int64_t length = scan.end - scan.begin;
        const unsigned begin = unsigned(scan.begin + length * partition_ / scan.partitions);
        end_ = unsigned(scan.begin + length * (partition_ + 1) / scan.partitions);
        step_rows_ = unsigned(warps_) * R::rows;
        rows_ = end_ - begin;
        base_ = begin + unsigned(warp_) * R::rows;
        candidates_ =
            scan.candidates ? scan.candidates + std::size_t(blockIdx.x) * (scan.group_queries * scan.capacity + scan.kept) : arena;
        if (Form::block_in_shared && thread_ == 0) {  // read after the first barrier
            of_.first = first_query_;
            of_.count = queries_;
            of_.candidates = candidates_;
        }
        const std::size_t keys_before = scan.candidates ? 0 : (std::size_t(scan.group_queries) * scan.capacity + scan.kept + 1) / 2 * 2;
        tile_ = reinterpret_cast<float*>(arena + keys_before);
    }

    __device__ __forceinline__ bool any_query_failed() const { return any_failed(scan_.failed, scan_.search, first_query_, queries_); }

    /// Loads the first pieces of the warp's first tile of rows. Thread.
    __device__ __forceinline__ void begin_loading() {
        if (rows_ == 0) return;
        set_rows(base_);
#pragma unroll
        for (int i = 0; i < R::pieces; ++i)
#pragma unroll
            for (int j = 0; j < R::points; ++j) load(j, i, 0);
    }

    /// Copies the queries to shared memory, without limits and candidates. Block.
    __device__ __forceinline__ void load_queries() {
        const int padded = stretches_ * R::stretch;
        fill_tile(static_cast<Form*>(nullptr), tile_, scan_.queries.points.coordinates + std::int64_t(first_query_) * dimension_, queries_,
            dimension_, padded);
        if (thread_ <= Tile) of_.near[thread_] = thread_ < queries_ ? infinity : -infinity;
        if (thread_ < Tile) {
            of_.limit[thread_] = no_key;
            of_.held[thread_] = 0;
            of_.squares[thread_] = 0;
        }
        __syncthreads();
        if constexpr (!Form::certain) {
            for (int t = warp_; t < queries(); t += warps_) {
                const float square = square_in_tile<R, Form::rows>(tile_, t, padded, lane_);
                if (lane_ == 0) of_.squares[t] = square;
                if (lane_ == 0 && partition_ == 0) scan_.squares[first_query() + t] = square;
            }
            __syncthreads();
        }
    }

    /// Processes the partition in rounds: so many steps that no query's candidates can overflow, then a barrier, at which limits are
    /// lowered. Loads continue meanwhile. The first round is one step, so that there are limits soon; each may be eight times as
    /// long as the previous one. Dots may give up a query, and has longer rounds while there are few candidates. Calls first_bound() after
    /// the first round. Block.
    template <class FirstBound>
    __device__ __forceinline__ void scan_partition(FirstBound first_bound) {
        const int steps = int((rows_ + step_rows_ - 1) / step_rows_);
        int round = 1;
        for (int done = 0; done < steps;) {
            const int upto = min(steps, done + round);
            const bool first = done == 0;
            for (; done < upto; ++done) {
                if (base_ < end_) scan_tile();
                base_ += step_rows_;
            }
            const bool many = __syncthreads_or(nearly_full_);
            if (many) {
                for (int t = 0; t < queries(); ++t) reduce_candidates(t, scan_.capacity - scan_.room);
                __syncthreads();
                nearly_full_ = false;
            }
            lower_limits(done == steps);
            __syncthreads();
            bool bounded = true;
            for (int t = 0; t < queries(); ++t) bounded = bounded && of_.near[t] < infinity;
            round = bounded ? min(8 * round, Form::certain || many ? scan_.room / int(step_rows_) : most_steps) : 1;
            if (first) first_bound();
        }
    }

    /// Reduces each query's candidates to the length of its list, and writes them there. Block.
    __device__ __forceinline__ void write_lists() {
        for (int t = 0; t < queries(); ++t) reduce_candidates(t, scan_.kept);
        for (int t = warp_; t < queries(); t += warps_) {
            const std::size_t place = std::size_t(first_query() + t) * scan_.lists_of_query + scan_.first_list + partition_;
            const Key* const list = candidates_of(t);
            for (int i = lane_; i < of_.held[t]; i += 32) scan_.partial[place * scan_.kept + i] = list[i];
            if (lane_ == 0) scan_.partial_held[place] = of_.held[t];
        }
    }

private:
    __device__ __forceinline__ int first_query() const { return Form::block_in_shared ? of_.first : first_query_; }
    __device__ __forceinline__ int queries() const { return Form::block_in_shared ? of_.count : queries_; }
    __device__ __forceinline__ Key* candidates() const { return Form::block_in_shared ? of_.candidates : candidates_; }
    __device__ __forceinline__ Key* candidates_of(int t) const { return candidates() + t * scan_.capacity; }

    /// Sets row[] to this thread's rows of the tile that begins with point `base`. Rows after the partition's end are replaced by the last,
    /// and coordinates after a row's end by zeros, like those of the query: no load is conditional.
    __device__ __forceinline__ void set_rows(unsigned base) {
#pragma unroll
        for (int j = 0; j < R::points; ++j)
            row_[j] = scan_.points.coordinates + std::size_t(min(base + unsigned(j * R::groups + own_row()), end_ - 1)) * dimension_;
    }
    /// Loads piece i of row j, in the stretch that begins with coordinate `first`.
    __device__ __forceinline__ void load(int j, int i, int first) {
        const int from = first + i * R::stride + column() * R::width;
        piece_[i][j] = read_once(reinterpret_cast<const Piece*>(from < dimension_ ? row_[j] + from : scan_.zeros));
    }
    __device__ __forceinline__ int column() const { return lane_ % R::lanes; }
    __device__ __forceinline__ int own_row() const { return lane_ / R::lanes; }

    /// Joins the warp's tile of rows with all queries, and offers points within the limits. Warp.
    __device__ __forceinline__ void scan_tile() {
        Form sums;
        sums.clear();
        for (int stretch = 0; stretch < stretches_; ++stretch) {
            const Piece* const query = reinterpret_cast<const Piece*>(tile_) + stretch * (R::pieces * Form::rows * R::lanes) + column();
            int next = (stretch + 1) * R::stretch;
            if (stretch + 1 == stretches_) {
                set_rows(base_ + step_rows_);
                next = 0;
            }
#pragma unroll
            for (int i = 0; i < R::pieces; ++i)
                sums.add(piece_[i], query + i * (Form::rows * R::lanes), [&] {  // starts loading the pieces of the next stretch
#pragma unroll
                    for (int j = 0; j < R::points; ++j) load(j, i, next);
                });
        }
        sums.visit_near(lane_, of_.near, of_.squares, [&](int t, int j, float distance) { offer(t, j, distance); });
    }

    /// Makes this thread's row j a candidate of query t, unless it is beyond the limit or excluded. Thread.
    __device__ __forceinline__ void offer(int t, int j, float distance) {
        const unsigned point = base_ + unsigned(j * R::groups + own_row());
        const Key key = make_key(distance, point);
        if (point < end_ && key <= of_.limit[t] && !(scan_.queries.exclude && scan_.queries.exclude[first_query() + t] == int(point))) {
            const int place = atomicAdd(&of_.held[t], 1);
            if (Form::certain || place < scan_.capacity) candidates()[t * scan_.capacity + place] = key;
            nearly_full_ = nearly_full_ || place >= scan_.capacity - scan_.room;
        }
    }

    /// Lowers the limits of all queries. At the end (`over`) Dots skips this if the query's list is short enough: lowering many
    /// queries' limits takes longer than processing the additional survivors. Block, each warp for its queries.
    __device__ __forceinline__ void lower_limits(bool over) {
        for (int t = warp_; t < queries(); t += warps_)
            if (Form::certain || !over || of_.limit[t] == no_key || of_.held[t] > heads) lower_limit(t);
    }

    /// Lowers a query's limit by the keys of this block and those published by others. Warp.
    __device__ __forceinline__ void lower_limit(int t) {
        if (of_.near[t] == -infinity) return;  // it has failed
        const Key* const list = candidates_of(t);
        const int there = of_.held[t];
        Key bound = no_key;
        if (there == scan_.k) bound = warp_last(list, there, lane_);
        if (scan_.rank <= most_ranked) {
            Key* const published = scan_.published + std::size_t(first_query() + t) * most_slots;
            const Key ranked = warp_key_of_rank(list, there, scan_.rank, lane_);
            if (lane_ == 0 && partition_ < scan_.slots && ranked != no_key) atomicMin(published + partition_, ranked);
            __syncwarp();
            if (scan_.one_step) return;
            const Key shared_bound = published_bound(published, scan_.slots, scan_.needed, lane_);
            bound = shared_bound < bound ? shared_bound : bound;
        }
        drop_beyond(t, bound);
    }

    /// Lowers a query's limit to that given by k points up to `bound`, and drops candidates above it. Warp.
    __device__ __forceinline__ void drop_beyond(int t, Key bound) {
        Key* const list = candidates_of(t);
        const int there = of_.held[t];
        Key most = Form::limit(bound, of_.squares[t], scan_.margin);
        most = of_.limit[t] < most ? of_.limit[t] : most;
        int left = 0;
        for (int from = 0; from < there; from += 32) {
            const Key key = from + lane_ < there ? list[from + lane_] : no_key;
            const bool keep = key <= most && key != no_key;
            const unsigned keepers = __ballot_sync(all_lanes, keep);
            __syncwarp();  // all lanes have read before one writes
            if (keep) list[left + __popc(keepers & ((1u << lane_) - 1))] = key;
            left += __popc(keepers);
        }
        __syncwarp();
        if (lane_ == 0) {
            of_.held[t] = left;
            of_.limit[t] = most;
            if (most != no_key) of_.near[t] = Form::near_of(most, of_.squares[t]);
        }
        __syncwarp();
    }

    /// Drops candidates beyond the k-th of a query if there are more than `most`. If Dots still has more that may be
    /// neighbours, it gives up the query. Block.
    __device__ __forceinline__ void reduce_candidates(int t, int most) {
        if (of_.held[t] <= most) return;
        if (!Form::certain && of_.held[t] > scan_.capacity) {  // some were lost
            __syncthreads();
            if (thread_ == 0) mark_failed(t);
            __syncthreads();
            return;
        }
        const Key* const list = candidates_of(t);
        Key* const spare = candidates() + scan_.group_queries * scan_.capacity;  // [kept]
        const int many = block_select_keys(list, of_.held[t], scan_.k, spare);
        if (warp_ == 0) {
            drop_beyond(t, warp_last(spare, many, lane_));
            if (!Form::certain && lane_ == 0 && of_.held[t] > most) mark_failed(t);
        }
        __syncthreads();
    }

    /// Marks that Dots gives up query t. Thread.
    __device__ __forceinline__ void mark_failed(int t) {
        of_.held[t] = 0;
        of_.near[t] = -infinity;
        atomicExch(scan_.failed + first_query() + t, scan_.search);
    }

    const Scan& scan_;
    QueriesOfBlock<Tile>& of_;
    int thread_, lane_, warp_, warps_;
    int partition_, first_query_, queries_, dimension_, stretches_;
    unsigned rows_, end_, base_, step_rows_;  ///< rows of the partition, its end, the warp's tile, rows of a step
    Key* candidates_;                         ///< [queries][capacity]
    float* tile_;                             ///< of queries
    const float* row_[R::points];
    Piece piece_[R::pieces][R::points];
    bool nearly_full_ = false;  ///< this thread has seen a query's candidates with less room than a round may need
};

template <class Form>
__global__ void __launch_bounds__(Form::threads, 1) scan(Scan scan, OptionalStamps stamps) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);
    __shared__ QueriesOfBlock<Form::tile> of_queries;
    ScanningThread<Form> own(scan, of_queries, arena);
    let_next_launch_start();
    if (scan.is_repeat && !own.any_query_failed()) {
        for (int i = 0; i <= 3; ++i) stamps.stamp(i);
        return;
    }
    own.begin_loading();
    own.load_queries();
    stamps.stamp(0);
    own.scan_partition([&] { stamps.stamp(1); });
    stamps.stamp(2);
    own.write_lists();
    if (stamps.wanted()) __syncthreads();
    stamps.stamp(3);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
