// Kernels that are right with their barrier and wrong without it. Shared by the tests and by the program that
// runs under ThreadSanitizer.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::host {

/// Each thread reads what another thread of its block wrote.
__global__ inline void rotate(int* wrong, bool with_barrier) {
    __shared__ int tile[256];
    const int t = int(threadIdx.x), n = int(blockDim.x);
    tile[t] = t + int(blockIdx.x);
    if (with_barrier) __syncthreads();
    const int seen = tile[(t + 33) % n];
    __syncthreads();
    if (seen != (t + 33) % n + int(blockIdx.x)) atomicAdd(wrong, 1);
}

/// A warp sums its lanes through shared memory.
__global__ inline void warp_sums(int* wrong, bool with_barrier) {
    __shared__ int lanes[64];
    const int t = int(threadIdx.x), first = t / 32 * 32;
    lanes[t] = t + int(blockIdx.x) + 1;
    if (with_barrier) __syncwarp();
    int sum = 0, expected = 0;
    for (int i = first; i < first + 32; ++i) {
        sum += lanes[i];
        expected += i + int(blockIdx.x) + 1;
    }
    __syncwarp();
    if (sum != expected) atomicAdd(wrong, 1);
}

/// A shuffle does not order memory: reading after it is still a race.
__global__ inline void shuffle_is_no_barrier(int* wrong, bool with_barrier) {
    __shared__ int lanes[32];
    const int t = int(threadIdx.x);
    lanes[t] = t;
    const int other = __shfl_xor_sync(~0u, t, 1);
    if (with_barrier) __syncwarp();
    const int seen = lanes[other];
    __syncwarp();
    if (seen != other) atomicAdd(wrong, 1);
}

/// Blocks write to one address.
__global__ inline void blocks_collide(int* out, bool apart) {
    if (threadIdx.x == 0) out[apart ? blockIdx.x : 0] = int(blockIdx.x);
}

/// The second barrier of a loop keeps the next round's writes from this round's reads.
__global__ inline void rounds(int* wrong, bool with_barrier) {
    __shared__ int tile[64];
    const int t = int(threadIdx.x);
    for (int round = 0; round < 4; ++round) {
        tile[t] = round;
        __syncthreads();
        if (tile[63 - t] != round) atomicAdd(wrong, 1);
        if (with_barrier) __syncthreads();
    }
}

inline int wrong_rotations(Stream& stream, bool with_barrier) {
    int wrong = 0;
    launch(stream, {4, 256}, KERNEL(rotate), &wrong, with_barrier);
    return wrong;
}

inline int wrong_warp_sums(Stream& stream, bool with_barrier) {
    int wrong = 0;
    launch(stream, {4, 64}, KERNEL(warp_sums), &wrong, with_barrier);
    return wrong;
}

}  // namespace neighborscope::host
