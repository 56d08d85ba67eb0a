// Selection of the k smallest of many keys, by one block.
#pragma once
#include "gpu/kernels/warp.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// Calls visit(i, keys[i], how many of keys[0 .. count) are smaller) once for every i < count, on `threads` threads (whole warps) of which
/// this is number `thread`; lanes share the comparisons of one key if there are fewer keys than threads.
template <class Visit>
__device__ void count_smaller(const Key* keys, int count, int thread, int threads, Visit visit) {
    int sharers = 1;
    while (sharers < 32 && 2 * sharers * count <= threads && count > 4 * sharers) sharers *= 2;
    const int own_share = thread % sharers;
    for (int base = 0; base < count; base += threads / sharers) {
        const int i = base + thread / sharers;
        const Key own = keys[min(i, count - 1)];
        int smaller = 0;
#pragma unroll 8
        for (int j = own_share; j < count; j += sharers) smaller += keys[j] < own;
        for (int m = sharers / 2; m >= 1; m /= 2) smaller += __shfl_xor_sync(all_lanes, smaller, m);
        if (i < count && own_share == 0) visit(i, own, smaller);
    }
}

/// Chooses the `wanted` smallest of the keys at(0) ... at(count - 1), which are distinct but for no_key (ignored), and calls
/// emit(place, key) once for each, with places 0 ... in any order. Processes digits of 8 bits from the highest bit in which keys
/// differ; ends early if all keys of a digit are wanted. Called by every thread of a block of at least one whole warp; all of them must be
/// able to read `at`. Returns how many were emitted, after a barrier.
template <class At, class Emit>
__device__ int block_select(long long count, int wanted, At at, Emit emit) {
    __shared__ int histogram[256];
    __shared__ Key smallest, largest, limit;
    __shared__ int valid, remaining, emitted, settled;
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    __syncthreads();  // a previous selection of this block may still be reading
    if (thread == 0) {
        smallest = no_key;
        largest = 0;
        valid = emitted = settled = 0;
        remaining = wanted;
        limit = no_key - 1;  // not where it is used: nvcc 13 was seen to leave thread 0 behind at the next barrier
    }
    __syncthreads();
    {
        Key low = no_key, high = 0;
        int seen = 0;
        for (long long i = thread; i < count; i += threads) {
            const Key key = at(i);
            if (key == no_key) continue;
            low = key < low ? key : low;
            high = key > high ? key : high;
            ++seen;
        }
        if (seen) {
            atomicMin(&smallest, low);
            atomicMax(&largest, high);
            atomicAdd(&valid, seen);
        }
    }
    __syncthreads();
    int shift = 0;
    Key prefix = 0;  // the bits above the present digit, equal in all remaining keys
    if (valid > wanted) {
        int highest = 63;  // of the bits in which smallest and largest differ; they differ, as keys are distinct
        while (!((smallest ^ largest) >> highest)) --highest;
        shift = highest / 8 * 8;
        prefix = shift + 8 < 64 ? smallest >> (shift + 8) : 0;
        for (;;) {
            for (int i = thread; i < 256; i += threads) histogram[i] = 0;
            __syncthreads();
            for (long long i = thread; i < count; i += threads) {
                const Key key = at(i);
                if (key != no_key && (shift + 8 >= 64 || key >> (shift + 8) == prefix)) atomicAdd(&histogram[int(key >> shift) & 255], 1);
            }
            __syncthreads();
            if (thread < 32) {  // finds the digit of the last wanted key: a lane adds 8 counts, lanes scan
                int own = 0;
                for (int i = 0; i < 8; ++i) own += histogram[thread * 8 + i];
                int upto = own;
                for (int m = 1; m < 32; m *= 2) {
                    const int before = __shfl_up_sync(all_lanes, upto, m);
                    if (thread >= m) upto += before;
                }
                const int still = remaining;
                __syncwarp();  // all lanes have read it before one of them writes it
                if (upto >= still && upto - own < still) {
                    int rest = still - (upto - own), digit = thread * 8;
                    while (histogram[digit] < rest) rest -= histogram[digit++];
                    remaining = rest;
                    settled = histogram[digit] == rest || shift == 0;
                    limit = ((prefix << 8 | Key(digit)) << shift) | ((Key(1) << shift) - 1);
                }
            }
            __syncthreads();
            if (settled) break;
            prefix = limit >> shift;
            shift -= 8;
        }
    }
    __syncthreads();
    const Key last = limit;
    for (long long i = thread; i < count; i += threads) {
        const Key key = at(i);
        if (key <= last && key != no_key) emit(atomicAdd(&emitted, 1), key);
    }
    __syncthreads();
    return emitted;
}

/// Writes the `wanted` smallest of keys[0 .. count) to chosen[0 ..], in any order, and returns how many there are: block_select of a list,
/// compiled once for all kernels on the host.
inline __device__ int block_select_keys(const Key* keys, long long count, int wanted, Key* chosen) {
    return block_select(
        count, wanted, [=](long long i) { return keys[i]; }, [=](int at, Key key) { chosen[at] = key; });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
