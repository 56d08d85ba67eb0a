// Updates lists from a leaf: the k nearest of a query's list and the leaf's objects, found by bucket k-selection (Alabi et al. 2012, as
// Lettich et al. use it in Algorithm 1) and written in one of two ways. One block per task; one thread per query, except that in the
// coalesced way a warp writes the lists of its queries one after another.
//
// Bins divide the range from the smallest to the largest candidate by the bits of the distances (which are ordered like the distances, so
// that a bin's edges are exact). If one value holds rank k, bins then divide the indices of its candidates: of equal distances the smallest
// indices are kept. Counts are in shared memory, bins x threads.
#pragma once
#include "gpu/methods/quadtree/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

constexpr int most_candidate_places = 16;  ///< objects of a leaf, per thread

/// Which objects of a leaf are candidates, stored by a thread in its first pass: most leaves but the first have few, and later passes need
/// not search for them. In shared memory, `most_candidate_places` x threads, starting with this thread's first.
struct CandidatePlaces {
    unsigned short* place;  ///< in the leaf
    int count = -1;         ///< -1: not known, or too many

    __device__ unsigned short& operator[](int i) const { return place[i * int(blockDim.x)]; }
};

/// The candidates of one query: its list, and the objects of the leaf that are before `farthest`.
template <class Metric, int Dimension>
struct Candidates {
    const IndexView<Dimension>& view;
    int begin, end;
    Position<Dimension> query;
    int excluded;
    Key farthest;
    const Key* list;
    int kept;
    CandidatePlaces candidate_places;

    /// The object at that place as a key; no_key if it is no candidate.
    __device__ __forceinline__ Key key(int place) const {
        float sum = 0;
        const Position<Dimension> object = view.object(place);
#pragma unroll
        for (int d = 0; d < Dimension; ++d) sum = Metric::join(sum, Metric::term(object.at[d], query.at[d]));
        const int id = __ldg(view.id + place);
        const Key own = make_key(sum, unsigned(id));
        return own < farthest && id != excluded ? own : no_key;
    }
    template <class F>
    __device__ __forceinline__ void each_object(F f) const {
        if (candidate_places.count >= 0) {
            for (int i = 0; i < candidate_places.count; ++i) f(key(begin + candidate_places[i]));
            return;
        }
        for (int place = begin; place < end; ++place)
            if (const Key own = key(place); own != no_key) f(own);
    }
    /// each_object(f) in the first pass: returns how many candidates there are, and stores their places.
    template <class F>
    __device__ __forceinline__ int visit_candidates(F f) {
        int met = 0;
        for (int place = begin; place < end; ++place)
            if (const Key own = key(place); own != no_key) {
                if (met < most_candidate_places) candidate_places[met] = static_cast<unsigned short>(place - begin);
                ++met;
                f(own);
            }
        if (met <= most_candidate_places && end - begin <= 65536) candidate_places.count = met;
        return met;
    }
    template <class F>
    __device__ __forceinline__ void each(F f) const {
        for (int i = 0; i < kept; ++i) f(list[i]);
        each_object(f);
    }
};

/// A thread's counters of bins, in shared memory.
struct Bins {
    unsigned* count;  ///< [bins][threads], this thread's first
    int log2;

    __device__ unsigned& operator[](unsigned bin) const { return count[bin * blockDim.x]; }
    __device__ void clear() const {
        for (unsigned bin = 0; bin < 1u << log2; ++bin) (*this)[bin] = 0;
    }
};

/// The passes of one k-selection: counts and, if steps are recorded, records them.
template <class Counting>
struct Passes {
    Counting counts;
    int done = 0;

    /// Records that the rank is among `held` values in the bin from `low` to `high`, both distances.
    __device__ __forceinline__ void distances(unsigned low, unsigned high, unsigned held) {
        ++done;
        if constexpr (Counting::on) record(kind_pass, Key(low) << 32, Key(high) << 32, held);
    }
    /// The same for indices of candidates at one distance.
    __device__ __forceinline__ void indices(unsigned distance, unsigned held) {
        ++done;
        if constexpr (Counting::on) record(kind_index_pass, no_key, Key(distance) << 32, held);
    }

private:
    __device__ void record(int kind, Key low, Key high, unsigned held) const {
        RecordedStep step = counts.common;
        step.kind = kind;
        step.round = done;
        step.nearest = low;
        step.bound = high;
        step.size = int(held);
        counts.step(step);
    }
};

/// Narrows [low, high], which contains rank `rank` (from 1) of the values that `each` passes on, bin by bin. Returns true if exactly `rank`
/// values are at most `high`; else low = high is the value with that rank, and `below` values are smaller. Calls `passed(low, high, held)`
/// for each bin.
template <class Each, class OnPass>
__device__ bool narrow_range(const Bins& bins, unsigned rank, unsigned& low, unsigned& high, unsigned& below, Each each, OnPass on_pass) {
    for (;;) {
        const int shift = max(0, 32 - __clz(int(high - low)) - bins.log2);
        bins.clear();
        each([&](unsigned value) {
            if (value - low <= high - low) ++bins[(value - low) >> shift];
        });
        unsigned bin = 0;
        while (below + bins[bin] < rank) below += bins[bin++];
        low += bin << shift;
        high = min(high, low + ((1u << shift) - 1));
        on_pass(low, high, bins[bin]);
        if (below + bins[bin] == rank) return true;
        if (low == high) return false;
    }
}

/// The last of the `rank` smallest candidates: exactly so many keys are at most the result. There must be more than `rank`.
template <class Metric, int Dimension, class Counting>
__device__ Key last_of_smallest(const Candidates<Metric, Dimension>& candidates, unsigned rank, unsigned low, unsigned high,
    const Bins& bins, Passes<Counting>& passes) {
    unsigned below = 0;
    if (narrow_range(
            bins, rank, low, high, below, [&](auto count) { candidates.each([&](Key key) { count(unsigned(key >> 32)); }); },
            [&](unsigned from, unsigned to, unsigned held) { passes.distances(from, to, held); }))
        return Key(high) << 32 | 0xffffffffu;
    const unsigned distance = low;
    unsigned first = 0, last = 0x7fffffffu;
    narrow_range(
        bins, rank, first, last, below,
        [&](auto count) {
            candidates.each([&](Key key) {
                if (unsigned(key >> 32) == distance) count(unsigned(key));
            });
        },
        [&](unsigned, unsigned, unsigned held) { passes.indices(distance, held); });
    return Key(distance) << 32 | last;
}

/// The result of a leaf for one query.
struct SelectionResult {
    Key last = 0;      ///< candidates up to this one are kept
    int entering = 0;  ///< objects of the leaf that are candidates; 0: nothing changes
};

template <class Metric, int Dimension, class Counting>
__device__ SelectionResult select_k_nearest(Candidates<Metric, Dimension>& candidates, int k, const Bins& bins, Passes<Counting>& passes) {
    SelectionResult selection;
    unsigned low = ~0u, high = 0;
    const auto widen = [&](Key key) {
        low = min(low, unsigned(key >> 32));
        high = max(high, unsigned(key >> 32));
    };
    selection.entering = candidates.visit_candidates(widen);
    selection.last = no_key - 1;
    if (selection.entering == 0 || candidates.kept + selection.entering <= k) return selection;
    for (int i = 0; i < candidates.kept; ++i) widen(candidates.list[i]);
    selection.last = last_of_smallest(candidates, unsigned(k), low, high, bins, passes);
    return selection;
}

/// Records how the list changes, before it is written: the objects that enter, the nearest first, and, once the list is full, the farthest
/// entry that each replaces; then the new bound.
template <class Metric, int Dimension>
__device__ void record_changes(
    const LaunchCounts& counts, const Candidates<Metric, Dimension>& candidates, const SelectionResult& selection, int k, int after_round) {
    RecordedStep step = counts.common;
    step.round = 0;
    step.kind = kind_visit;
    step.bound = candidates.farthest;
    step.size = candidates.end - candidates.begin;
    counts.step(step);
    step.round = after_round + 1;
    step.size = candidates.kept;
    Key next_at_least = 0, left_below = no_key, farthest = 0;
    for (;; ++step.order) {
        Key next = no_key;
        candidates.each_object([&](Key key) {
            if (key >= next_at_least && key <= selection.last) next = min(next, key);
        });
        if (next == no_key) break;
        farthest = max(farthest, next);
        next_at_least = next + 1;
        step.entered = next;
        step.kind = kind_entry;
        if (step.size < k) {
            ++step.size;
        } else {
            step.kind = kind_replacement;
            step.left = 0;
            for (int i = 0; i < candidates.kept; ++i)
                if (candidates.list[i] < left_below) step.left = max(step.left, candidates.list[i]);
            left_below = step.left;
        }
        counts.step(step);
    }
    for (int i = 0; i < candidates.kept; ++i)
        if (candidates.list[i] <= selection.last) farthest = max(farthest, candidates.list[i]);
    const bool changed = step.order > 0;
    step.kind = !changed ? kind_nothing : step.size < k ? kind_room : kind_bound;
    step.round = after_round + 2;
    step.order = 0;
    step.entered = step.left = no_key;
    step.bound = step.size < k ? no_key : changed ? farthest : candidates.farthest;
    counts.step(step);
}

/// Writes the new list, by one thread.
template <class Metric, int Dimension>
__device__ void write_cached(
    const Candidates<Metric, Dimension>& candidates, const SelectionResult& selection, Key* list, int& kept, Key& farthest) {
    int written = 0;
    candidates.each([&](Key key) {  // kept entries move forward, if at all
        if (key > selection.last) return;
        list[written++] = key;
        farthest = max(farthest, key);
    });
    kept = written;
}

/// What a warp needs from a query of one of its lanes, in shared memory.
struct WarpQuery {
    unsigned slot;
    int entering, kept;  ///< `kept`: the new number of entries
    Key last;            ///< candidates up to this one are kept
    Key farthest;        ///< of the kept ones
};

/// The same by a warp: lanes test candidates, collect kept ones in shared memory (`buffer`, 64 keys) and write them 32 at a time.
template <class Metric, int Dimension>
__device__ void write_coalesced(const Candidates<Metric, Dimension>& candidates, WarpQuery& served, Key* list, Key* buffer) {
    const int lane = int(threadIdx.x) % 32;
    const Key last = served.last;
    int written = 0, held = 0;
    Key farthest = 0;
    const auto take = [&](Key key) {
        const bool stays = key <= last;
        const unsigned all = __ballot_sync(~0u, stays);
        if (stays) {
            buffer[held + __popc(all & ((1u << lane) - 1))] = key;
            farthest = max(farthest, key);
        }
        held += __popc(all);
        if (held < 32) return;
        __syncwarp();
        list[written + lane] = buffer[lane];
        written += 32;
        held -= 32;
        const Key rest = buffer[32 + lane];
        __syncwarp();
        if (lane < held) buffer[lane] = rest;
    };
    for (int i = 0; i < candidates.kept; i += 32) take(i + lane < candidates.kept ? candidates.list[i + lane] : no_key);
    const unsigned end = unsigned(candidates.end);  // unsigned: the last rows' places plus 31 exceed the largest int
    for (unsigned place = unsigned(candidates.begin + lane); place - unsigned(lane) < end; place += 32)
        take(place < end ? candidates.key(int(place)) : no_key);
    __syncwarp();
    if (lane < held) list[written + lane] = buffer[lane];
    if (farthest > 0) atomicMax(&served.farthest, farthest);
    if (lane == 0) served.kept = written + held;
    __syncwarp();  // the next query uses the buffer
}

template <class Metric, int Dimension, bool Coalesced, class Counting>
__global__ void __launch_bounds__(most_threads)
    update_lists(IndexView<Dimension> view, Batch<Dimension> batch, SortedTasks assigned, int first_task, int bins_log2, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, arena);  // for the coalesced way a buffer of 64 per warp; bins; stored places
    __shared__ WarpQuery served[Coalesced ? most_threads : 1];
    const Task task = assigned.tasks[assigned.order[first_task + int(blockIdx.x)]];
    const int thread = int(threadIdx.x), warp = thread / 32;
    unsigned* const counters = reinterpret_cast<unsigned*>(arena + (Coalesced ? 2 * int(blockDim.x) : 0));
    const Bins bins{counters + thread, bins_log2};
    const CandidatePlaces no_places_yet{reinterpret_cast<unsigned short*>(counters + (blockDim.x << bins_log2)) + thread};
    const int begin = view.leaf_begin[task.leaf], end = view.leaf_end[task.leaf];
    const bool serves = thread < task.queries;
    const unsigned slot = assigned.slot[task.begin + unsigned(serves ? thread : 0)];
    const auto candidates_of = [&](unsigned query, int kept) {
        return Candidates<Metric, Dimension>{
            view, begin, end, batch.at(query), batch.excluded[query], batch.farthest[query], batch.list(query), kept, no_places_yet};
    };
    int kept = serves ? batch.kept[slot] : 0;
    Key farthest = 0;
    SelectionResult selection;
    Passes<Counting> passes{counts};
    if constexpr (Counting::on) passes.counts.common.quadrant = quadrant_of_leaf(view, task.leaf);
    if (serves) {
        auto candidates = candidates_of(slot, kept);
        selection = select_k_nearest(candidates, batch.k, bins, passes);
        if constexpr (Counting::on)
            if (counts.records()) record_changes(passes.counts, candidates, selection, batch.k, passes.done);
        if constexpr (!Coalesced) {
            if (selection.entering > 0) write_cached(candidates, selection, batch.list(slot), kept, farthest);
        }
    }
    if constexpr (Coalesced) {
        served[thread] = {slot, selection.entering, kept, selection.last, 0};
        __syncwarp();
        for (int owner = 32 * warp; owner < 32 * warp + 32; ++owner) {
            WarpQuery& one = served[owner];
            if (one.entering > 0) write_coalesced(candidates_of(one.slot, one.kept), one, batch.list(one.slot), arena + 64 * warp);
        }
        kept = served[thread].kept;
        farthest = served[thread].farthest;
    }
    if (selection.entering > 0) {
        batch.kept[slot] = kept;
        if (kept == batch.k) batch.farthest[slot] = farthest;
    }
    if constexpr (Counting::on) {
        if (serves) {
            counts.add(slot_distances, end - begin);
            if (counts.common.iteration == 0) counts.add(slot_own_distances, end - begin);
            counts.add(slot_leaves_visited, 1);
            counts.add(slot_passes, passes.done);
            counts.visited(batch.query[slot], end - begin);
        }
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
