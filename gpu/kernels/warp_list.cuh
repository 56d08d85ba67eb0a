// How a warp of the exhaustive searches reads rows, and its list.
#pragma once
#include "gpu/kernels/warp.cuh"
#include "gpu/kernels/warp_search_steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

constexpr int most_threads = 1024;  ///< of a block

/// How a warp reads rows: `Count` points at a time and `Chunks` pieces of each before the first subtraction, so that enough loads
/// are in flight. A piece is 16 bytes per lane if rows are whole pieces, else one float. `Whole`: a row has exactly `Chunks` pieces.
/// `MostThreads` of a block share its registers.
template <int CountOfPoints, int CountOfChunks, bool Whole, int MostThreads = most_threads>
struct ByFour {
    static constexpr int count = CountOfPoints, chunks = CountOfChunks, width = 4, threads = MostThreads;
    static constexpr bool whole = Whole;
    using Piece = float4;
    __device__ static Piece nothing() { return make_float4(0, 0, 0, 0); }
    __device__ static Piece load(const float* p) { return __ldg(reinterpret_cast<const float4*>(p)); }
    __device__ static Piece stream(const float* p) { return __ldcs(reinterpret_cast<const float4*>(p)); }  ///< read once: evicted first
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

/// The k smallest keys seen by one warp: entry i belongs to lane i % 32. During a scan only this lane reads and writes it, and keeps
/// the largest of its own. The warp-wide maximum over those is the paper's farthest neighbour.
class WarpList {
public:
    __device__ WarpList(Key* entries, int capacity, int lane) : entries_(entries), capacity_(capacity), lane_(lane) {
        for (int i = lane; i < capacity; i += 32) entries[i] = no_key;
    }

    __device__ bool full() const { return held_ == capacity_; }
    __device__ int held() const { return held_; }
    __device__ Key limit() const { return limit_; }
    __device__ void lower_limit(Key to) { limit_ = to < limit_ ? to : limit_; }

    /// Inserts a key below the limit, the same in every lane. Calls note(kind of step, inserted key, removed key).
    template <class RecordChange>
    __device__ void take(Key key, RecordChange record_change) {
        if (!full()) {
            if (lane_ == held_ % 32) entries_[held_] = key;
            ++held_;
            record_change(kind_entry, key, no_key);
            if (held_ < capacity_) return;
        } else {
            if (own_ == farthest_) entries_[place_] = key;  // keys are distinct: true in one lane only
            record_change(kind_replacement, key, farthest_);
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
        record_change(kind_reduction, no_key, no_key);
    }

private:
    Key* entries_;
    int capacity_, lane_, held_ = 0, place_ = 0;
    Key own_ = 0, farthest_ = no_key, limit_ = no_key;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
