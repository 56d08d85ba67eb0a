// The smallest keys seen by a warp, in the registers of its lanes: J. Johnson, M. Douze, H. Jegou, Billion-scale similarity search with
// GPUs, section 4, without thread queues.
#pragma once
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr int most_registers = 64;  ///< keys per lane: lists of up to 2048

/// The length of the shortest list that holds so many keys.
inline int register_list_length(int keys) {
    int length = 32;
    while (length < keys) length *= 2;
    return length;
}

/// Calls f(keys per lane as a constant) for a list of this length.
template <class F>
void with_registers(int length, F f) {
    switch (length / 32) {
        case 1: return f(std::integral_constant<int, 1>());
        case 2: return f(std::integral_constant<int, 2>());
        case 4: return f(std::integral_constant<int, 4>());
        case 8: return f(std::integral_constant<int, 8>());
        case 16: return f(std::integral_constant<int, 16>());
        case 32: return f(std::integral_constant<int, 32>());
        default: return f(std::integral_constant<int, most_registers>());
    }
}

/// Sorts a bitonic sequence of 32 Each keys ascending: key e of lane l is at 32 e + l. Whole warp.
template <int Each>
__device__ __forceinline__ void merge_keys(Key (&key)[Each], int lane) {
#pragma unroll
    for (int apart = Each / 2; apart >= 1; apart /= 2)
#pragma unroll
        for (int e = 0; e < Each; ++e)
            if ((e & apart) == 0) {
                const Key a = key[e], b = key[e + apart];
                key[e] = a < b ? a : b;
                key[e + apart] = a < b ? b : a;
            }
#pragma unroll
    for (int apart = 16; apart >= 1; apart /= 2)
#pragma unroll
        for (int e = 0; e < Each; ++e) {
            const Key other = __shfl_xor_sync(all_lanes, key[e], apart);
            key[e] = (other < key[e]) == ((lane & apart) == 0) ? other : key[e];
        }
}

/// Sorts the 32 lanes' keys ascending. Whole warp.
__device__ __forceinline__ Key sort_lanes(Key key, int lane) {
#pragma unroll
    for (int run = 2; run <= 32; run *= 2)
#pragma unroll
        for (int apart = run / 2; apart >= 1; apart /= 2) {
            const Key other = __shfl_xor_sync(all_lanes, key, apart);
            const bool ascending = (lane & run) == 0, first = (lane & apart) == 0;
            key = (other < key) == (ascending == first) ? other : key;
        }
    return key;
}

/// The 32 Each smallest keys, ascending across the lanes: key e of lane l is at 32 e + l. Keys smaller than the last are first collected in
/// shared memory; 32 at a time are sorted and merged. The whole warp calls all functions.
template <int Each>
class RegisterList {
public:
    static constexpr int length = 32 * Each;

    /// `waiting`: this warp's memory for 32 keys, and 32 more for each `push` between two calls of `take_waiting`.
    __device__ __forceinline__ RegisterList(Key* waiting, int lane) : waiting_(waiting), lane_(lane) {
#pragma unroll
        for (int e = 0; e < Each; ++e) held_[e] = no_key;
    }
    /// Starts with the keys of an ascending list.
    __device__ __forceinline__ void begin_with(const Key* list) {
#pragma unroll
        for (int e = 0; e < Each; ++e) held_[e] = list[32 * e + lane_];
        last_ = __shfl_sync(all_lanes, held_[Each - 1], 31);
    }

    /// Only keys smaller than this can enter; no_key while the list is not full.
    __device__ __forceinline__ Key last() const { return last_; }

    /// Collects each lane's key if it is smaller than the last.
    __device__ __forceinline__ void push(Key key) {
        const unsigned near = __ballot_sync(all_lanes, key < last_);
        if (key < last_) waiting_[filled_ + __popc(near & ((1u << lane_) - 1))] = key;
        filled_ += __popc(near);
    }
    /// Merges collected keys while there are at least 32.
    __device__ __forceinline__ void take_waiting() {
        while (filled_ >= 32) {
            __syncwarp();
            filled_ -= 32;
            const Key now = waiting_[filled_ + lane_];
            __syncwarp();
            take(now);
        }
    }
    /// Merges the remaining collected keys.
    __device__ __forceinline__ void finish() {
        __syncwarp();
        if (filled_ > 0) take(lane_ < filled_ ? waiting_[lane_] : no_key);
        filled_ = 0;
    }
    /// Merges another ascending list of this length.
    __device__ __forceinline__ void join(const Key* list) {
#pragma unroll
        for (int e = 0; e < Each; ++e) {
            const Key key = list[length - 1 - (32 * e + lane_)];
            held_[e] = key < held_[e] ? key : held_[e];
        }
        merge_keys(held_, lane_);
    }

    /// Writes the first `entries`, ascending.
    __device__ __forceinline__ void write(Key* list, int entries = length) const {
#pragma unroll
        for (int e = 0; e < Each; ++e)
            if (32 * e + lane_ < entries) list[32 * e + lane_] = held_[e];
    }

private:
    __device__ __forceinline__ void take(Key key) {
        key = sort_lanes(key, lane_);
        key = __shfl_sync(all_lanes, key, 31 - lane_);
        held_[Each - 1] = key < held_[Each - 1] ? key : held_[Each - 1];
        merge_keys(held_, lane_);
        last_ = __shfl_sync(all_lanes, held_[Each - 1], 31);
    }

    Key held_[Each];
    Key last_ = no_key;
    Key* waiting_;
    int lane_, filled_ = 0;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
