// The keys (distance, row) that a warp has found for a single query, unordered, and how they are reduced to the nearest and ranked: by
// counting them in bins of distance, which takes a few steps per key; a sort takes dozens. Thousands of equal distances are sorted instead.
#pragma once
#include "gpu/kernels/warp.cuh"
#include "gpu/methods/leaf_warp/tree.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

/// The shared memory of the buffer.
struct CandidateSpace {
    int k;                           ///< neighbours
    int capacity;                    ///< keys of the buffer, and bins to sort them: a multiple of 32
    static constexpr int room = 64;  ///< kept free for the next insertions

    __host__ __device__ static CandidateSpace of(int k) {
        const int capacity = (k + k / 8 + 3 * room + 31) / 32 * 32;
        return {k, capacity};
    }
    /// Bins, and later exact distances.
    __host__ __device__ std::size_t bin_bytes() const {
        const std::size_t bins = sizeof(unsigned) * std::size_t(capacity), exact = sizeof(double) * std::size_t(k);
        return ((bins > exact ? bins : exact) + 15) / 16 * 16;
    }
    __host__ __device__ std::size_t bytes() const {
        return (sizeof(Key) + 2 * sizeof(unsigned short)) * std::size_t(capacity) + bin_bytes() + 2 * sizeof(unsigned) * stack_nodes;
    }
};

/// Sorts keys[0 .. count) ascending, by a whole warp: bitonic, in the form whose first comparators of each merge are mirrored. All
/// comparators put the greater last, so that those beyond the end can be skipped.
__device__ __forceinline__ void warp_sort_keys(Key* keys, int count, int lane) {
    int length = 2;
    while (length < count) length *= 2;
    for (int size = 2; size <= length; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncwarp();
            for (int pair = lane; pair < length / 2; pair += 32) {
                const int low = pair / stride * stride * 2 + pair % stride;
                const int high = 2 * stride == size ? pair / stride * size + size - 1 - pair % stride : low + stride;
                if (high >= count) continue;
                const Key a = keys[low], b = keys[high];
                if (a > b) keys[low] = b, keys[high] = a;
            }
        }
    __syncwarp();
}

struct CandidateBuffer {
    CandidateSpace space;
    int lane;
    Key* keys;
    unsigned* bins;
    unsigned short *order, *ranked;  ///< indices into `keys`
    int filled = 0;
    Key bound = no_key;  ///< `k` keys are at most this: new ones must be before it

    __device__ __forceinline__ CandidateBuffer(CandidateSpace own_space, unsigned char* memory, int own_lane)
        : space(own_space), lane(own_lane) {
        keys = reinterpret_cast<Key*>(memory);
        bins = reinterpret_cast<unsigned*>(keys + space.capacity);
        order = reinterpret_cast<unsigned short*>(reinterpret_cast<unsigned char*>(bins) + space.bin_bytes());
        ranked = order + space.capacity;
    }
    __device__ __forceinline__ Key at(int rank) const { return keys[ranked[rank]]; }  ///< after ranking
    __device__ __forceinline__ unsigned* stack() const { return reinterpret_cast<unsigned*>(ranked + space.capacity); }
    __device__ __forceinline__ static float distance_of(Key key) { return __uint_as_float(unsigned(key >> 32)); }
    __device__ __forceinline__ float radius() const {
        return bound == no_key ? std::numeric_limits<float>::infinity() : distance_of(bound);
    }
    __device__ __forceinline__ int bin_of(Key key, float bins_per_unit) const {
        return min(int(distance_of(key) * bins_per_unit), space.capacity - 1);
    }

    /// Counts the keys in bins of equal width up to the farthest. Returns 0 if all are at distance 0, or bins cannot separate them.
    __device__ __forceinline__ float count_bins() const {
        unsigned farthest = 0;
        for (int i = lane; i < filled; i += 32) farthest = max(farthest, unsigned(keys[i] >> 32));
        const float width = __uint_as_float(greatest_of_warp(farthest)), bins_per_unit = __fdiv_rn(float(space.capacity), width);
        if (!(bins_per_unit < 1e30f)) return 0;
        for (int i = lane; i < space.capacity; i += 32) bins[i] = 0;
        __syncwarp();
        for (int i = lane; i < filled; i += 32) atomicAdd(bins + bin_of(keys[i], bins_per_unit), 1u);
        __syncwarp();
        return bins_per_unit;
    }
    /// Replaces each bin's count by the number of keys in all bins before it; returns the greatest count of a bin.
    __device__ __forceinline__ unsigned sum_bins() const {
        const int each = space.capacity / 32;
        unsigned own = 0, most = 0;
        for (int i = 0; i < each; ++i) {
            const unsigned number = bins[lane * each + i];
            own += number;
            most = max(most, number);
        }
        unsigned before = own;
        for (int stride = 1; stride < 32; stride *= 2) {
            const unsigned other = __shfl_up_sync(all_lanes, before, unsigned(stride));
            if (lane >= stride) before += other;
        }
        before -= own;
        for (int i = 0; i < each; ++i) {
            const unsigned number = bins[lane * each + i];
            bins[lane * each + i] = before;
            before += number;
        }
        __syncwarp();
        return greatest_of_warp(most);
    }
    /// Evicts keys that are too far, if there are at least k.
    template <class Observer>
    __device__ __forceinline__ void cut(Observer& observer) {
        if (filled < space.k) return;
        const float bins_per_unit = count_bins();
        if (bins_per_unit > 0) {
            sum_bins();
            int last = space.capacity;  // the first bin that has enough keys before it
            for (int i = lane; i < space.capacity; i += 32)
                if (bins[i] >= unsigned(space.k)) last = min(last, i);
            last = int(least_of_warp(unsigned(last)));
            int kept = 0;
            Key farthest = 0;
            for (int first = 0; first < filled; first += 32) {
                const Key key = first + lane < filled ? keys[first + lane] : no_key;
                const bool keep = first + lane < filled && bin_of(key, bins_per_unit) < last;
                const unsigned all = __ballot_sync(all_lanes, keep);
                __syncwarp();  // all lanes have read their own
                if (keep) {
                    keys[kept + __popc(all & ((1u << lane) - 1))] = key;
                    farthest = key > farthest ? key : farthest;
                }
                const bool leaves = (first + lane < filled) & !keep;
                observer.evict(leaves, key, filled - (first - kept) - __popc(~all & ((2u << lane) - 1)));
                kept += __popc(all);
                __syncwarp();
            }
            filled = kept;
            bound = warp_maximum(farthest);
        }
        if (filled > space.capacity - 2 * CandidateSpace::room) {
            warp_sort_keys(keys, filled, lane);
            observer.evict(space.k, filled, [&](int i) { return keys[i]; });
            filled = space.k;
            bound = keys[space.k - 1];
            __syncwarp();
        }
    }
    /// Sets ranked[0 .. filled) to the indices of keys in ascending order. Returns their number, at most k.
    __device__ __forceinline__ int rank() {
        const float bins_per_unit = filled > 0 ? count_bins() : 0.0f;
        constexpr unsigned most_of_bin = 48;
        if (bins_per_unit == 0 || sum_bins() > most_of_bin) {
            __syncwarp();
            warp_sort_keys(keys, filled, lane);
            for (int i = lane; i < filled; i += 32) ranked[i] = static_cast<unsigned short>(i);
        } else {
            for (int i = lane; i < filled; i += 32)
                order[atomicAdd(bins + bin_of(keys[i], bins_per_unit), 1u)] = static_cast<unsigned short>(i);
            __syncwarp();  // now each bin holds its end
            for (int i = lane; i < filled; i += 32) {
                const Key own = keys[i];
                const int bin = bin_of(own, bins_per_unit);
                unsigned place = bin > 0 ? bins[bin - 1] : 0;
                const unsigned end = bins[bin];
                unsigned rank = place;
                for (; place < end; ++place) rank += keys[order[place]] < own;
                ranked[rank] = static_cast<unsigned short>(i);
            }
        }
        __syncwarp();
        return min(filled, space.k);
    }
    /// Sorts the first [length] ranks by exact distances; they are nearly in order.
    __device__ __forceinline__ void sort_by(double* exact, int length) {
        const auto in_disorder = [&](int rank) {
            return exact[rank + 1] < exact[rank] || (exact[rank + 1] == exact[rank] && unsigned(at(rank + 1)) < unsigned(at(rank)));
        };
        bool more = false;
        for (int rank = lane; rank + 1 < length; rank += 32) more = more || in_disorder(rank);
        __syncwarp();  // all lanes have read
        while (__any_sync(all_lanes, more)) {
            more = false;
            for (int odd = 0; odd < 2; ++odd) {
                for (int rank = 2 * lane + odd; rank + 1 < length; rank += 64)
                    if (in_disorder(rank)) {
                        const unsigned short place = ranked[rank];
                        const double distance = exact[rank];
                        ranked[rank] = ranked[rank + 1], exact[rank] = exact[rank + 1];
                        ranked[rank + 1] = place, exact[rank + 1] = distance;
                        more = true;
                    }
                __syncwarp();
            }
        }
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
