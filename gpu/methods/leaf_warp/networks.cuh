// Sorting networks over words in registers, all of whose places are known when they are compiled: a comparator is a minimum and a
// maximum, two instructions, whatever the data.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

__device__ __forceinline__ void put_in_order(unsigned& first, unsigned& second) {
    const unsigned less = min(first, second), greater = max(first, second);
    first = less;
    second = greater;
}

/// Sorts ascending: Batcher's odd-even merge sort (Sorting networks and their applications, 1968). Count is a power of two.
template <int Count>
__device__ __forceinline__ void sort_words(unsigned (&word)[Count]) {
#pragma unroll
    for (int run = 1; run < Count; run *= 2)
#pragma unroll
        for (int apart = run; apart >= 1; apart /= 2)
#pragma unroll
            for (int i = apart % run; i + apart < Count; i += 2 * apart)
#pragma unroll
                for (int j = 0; j < apart; ++j)
                    if (i + j + apart < Count && (i + j) / (2 * run) == (i + j + apart) / (2 * run))
                        put_in_order(word[i + j], word[i + j + apart]);
}

/// Sorts a bitonic sequence ascending. Count is a power of two.
template <int Count>
__device__ __forceinline__ void merge_words(unsigned (&word)[Count]) {
#pragma unroll
    for (int apart = Count / 2; apart >= 1; apart /= 2)
#pragma unroll
        for (int i = 0; i < Count; ++i)
            if ((i & apart) == 0) put_in_order(word[i], word[i + apart]);
}

/// The columns of a warp in shared memory, 32 words apart: a lane's own are list[0], list[32], ...
///
/// Merges `sorted`, of which there are 32, into the ascending list of Capacity words, which keeps the least. Returns the least word
/// that found no place. `buffer` has 32 words to spare.
template <int Capacity>
__device__ __forceinline__ unsigned merge_into_list(unsigned* list, const unsigned (&sorted)[32], unsigned* buffer) {
    constexpr int batch = 32;
    unsigned dropped = ~0u;
    if constexpr (Capacity <= batch) {
        unsigned word[Capacity];
        if constexpr (Capacity < batch) dropped = sorted[Capacity];
#pragma unroll
        for (int i = 0; i < Capacity; ++i) {
            const unsigned listed = list[32 * i], other = sorted[Capacity - 1 - i];
            word[i] = min(listed, other);
            dropped = min(dropped, max(listed, other));
        }
        merge_words(word);
#pragma unroll
        for (int i = 0; i < Capacity; ++i) list[32 * i] = word[i];
    } else {
        // In parts of 32 words, so that code and registers stay few. The parts before the first, up to a power of two, count as less
        // than everything: what would be exchanged with them stays where it is.
        constexpr int parts = Capacity / batch, padded = parts <= 2 ? 2 : 4, absent = padded - parts;
        static_assert(Capacity % batch == 0 && parts <= 4);
#pragma unroll
        for (int i = 0; i < batch; ++i) buffer[32 * i] = sorted[i];
#pragma unroll 4
        for (int i = 0; i < batch; ++i) {
            unsigned word[parts];
#pragma unroll
            for (int part = 0; part < parts; ++part) word[part] = list[32 * (part * batch + i)];
            const unsigned other = buffer[32 * (batch - 1 - i)];
            dropped = min(dropped, max(word[parts - 1], other));
            word[parts - 1] = min(word[parts - 1], other);
#pragma unroll
            for (int apart = padded / 2; apart >= 1; apart /= 2)
#pragma unroll
                for (int part = 0; part < padded; ++part)
                    if ((part & apart) == 0 && part >= absent) put_in_order(word[part - absent], word[part - absent + apart]);
#pragma unroll
            for (int part = 0; part < parts; ++part) list[32 * (part * batch + i)] = word[part];
        }
#pragma unroll 1
        for (int part = 0; part < parts; ++part) {
            unsigned word[batch];
            unsigned* const own = list + 32 * part * batch;
#pragma unroll
            for (int i = 0; i < batch; ++i) word[i] = own[32 * i];
            merge_words(word);
#pragma unroll
            for (int i = 0; i < batch; ++i) own[32 * i] = word[i];
        }
    }
    return dropped;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
