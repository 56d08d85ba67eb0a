// Bounds of the k-th distance that the blocks of a scan share while they work.
//
// A block publishes the key of rank r among those it has seen so far. If k / r blocks have published keys up to some key, at least k points
// are up to it, so no point beyond can be a neighbour. With r = 1 (k at most half the number of blocks) that is nearly as sharp as one heap
// over all points seen so far, and no block waits for another: it reads what has been published. That depends on timing; the result
// does not, because only keys strictly above a bound are dropped.
#pragma once
#include "gpu/device/relaxed.cuh"
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

constexpr int slots_of_lane = 8, most_slots = 32 * slots_of_lane;  ///< blocks of a query that publish
constexpr int most_ranked = 16;                                    ///< nothing is published beyond this rank

/// The rank that each of `slots` blocks publishes, and how many of these ranks make k.
struct BoundShares {
    int rank, needed;
};
inline BoundShares bound_shares(int k, int slots) {
    const int rank = std::max(1, std::min(k, int((2LL * k + slots - 1) / slots)));
    return {rank, (k + rank - 1) / rank};
}

/// The last of some keys, 0 for none. Whole warp, every lane gets it.
__device__ inline Key warp_last(const Key* list, int length, int lane) {
    Key last = 0;
    for (int i = lane; i < length; i += 32) last = list[i] > last ? list[i] : last;
    return warp_maximum(last);
}

/// The key of rank `needed` (from 1) among a query's published keys; no_key if fewer were published. Whole warp, every lane gets it.
__device__ inline Key published_bound(const Key* published, int slots, int needed, int lane) {
    Key key[slots_of_lane];
    int there = 0;
#pragma unroll
    for (int i = 0; i < slots_of_lane; ++i) {
        const int slot = lane + 32 * i;
        key[i] = slot < slots ? load_relaxed(published + slot) : no_key;
    }
    Key least = no_key, most = 0;
#pragma unroll
    for (int i = 0; i < slots_of_lane; ++i) {
        if (32 * i >= slots) break;
        there += __popc(__ballot_sync(all_lanes, key[i] != no_key));
        least = key[i] < least ? key[i] : least;
        most = key[i] != no_key && key[i] > most ? key[i] : most;
    }
    if (there < needed) return no_key;
    Key low = warp_minimum(least), high = warp_maximum(most);
    while (low < high) {  // the wanted key is in [low, high]
        const Key middle = low + (high - low) / 2;
        int upto = 0;
#pragma unroll
        for (int i = 0; i < slots_of_lane; ++i) {
            if (32 * i >= slots) break;
            upto += __popc(__ballot_sync(all_lanes, key[i] <= middle));
        }
        if (upto < needed) low = middle + 1;
        else high = middle;
        if (upto == needed) {
            Key last = 0;
#pragma unroll
            for (int i = 0; i < slots_of_lane; ++i) last = key[i] <= middle && key[i] > last ? key[i] : last;
            return warp_maximum(last);
        }
    }
    return low;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
