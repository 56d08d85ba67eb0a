// Sorting networks over words in registers, with all indices known at compile time: a comparator is a minimum and a
// maximum, two instructions, whatever the data. The host device has neither so many registers nor lanes that must stay together: it
// inserts and merges in the usual way, with the same result (tests/gpu/methods/networks_test.cpp compares both).
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

namespace networks {

__device__ __forceinline__ void put_in_order(unsigned& first, unsigned& second) {
    const unsigned less = min(first, second), greater = max(first, second);
    first = less;
    second = greater;
}

/// Compares words that are `Apart` apart in pairs of sorted runs of `Run` words, then those half as far apart.
template <int Count, int Run, int Apart>
__device__ __forceinline__ void merge_runs(unsigned (&word)[Count]) {
#pragma unroll
    for (int i = 0; i + Apart < Count; ++i) {
        constexpr int first = Apart % Run;
        if (i >= first && (i - first) / Apart % 2 == 0 && i / (2 * Run) == (i + Apart) / (2 * Run)) put_in_order(word[i], word[i + Apart]);
    }
    if constexpr (Apart > 1) merge_runs<Count, Run, Apart / 2>(word);
}

/// Sorts ascending: Batcher's odd-even merge sort (Sorting networks and their applications, 1968). Count is a power of two. A recursive
/// template, because compilers do not unroll a loop whose step doubles.
template <int Count, int Run = 1>
__device__ __forceinline__ void sort_words(unsigned (&word)[Count]) {
    if constexpr (Run < Count) {
        merge_runs<Count, Run, Run>(word);
        sort_words<Count, 2 * Run>(word);
    }
}

/// Sorts a bitonic sequence ascending. Count is a power of two.
template <int Count, int Apart = Count / 2>
__device__ __forceinline__ void merge_words(unsigned (&word)[Count]) {
    if constexpr (Apart >= 1) {
#pragma unroll
        for (int i = 0; i < Count; ++i)
            if ((i & Apart) == 0) put_in_order(word[i], word[i + Apart]);
        merge_words<Count, Apart / 2>(word);
    }
}

/// The columns of a warp in shared memory are 32 words apart: a lane's own are list[0], list[32], ...
///
/// Merges the 32 words `sorted` into the ascending list of Capacity words, which keeps the least. Returns the least word
/// that was dropped. `buffer` has 32 spare words.
template <int Capacity>
__device__ __forceinline__ unsigned merge_into_list(unsigned* list, const unsigned (&sorted)[32], unsigned* buffer) {
    constexpr int sorted_words = 32;
    unsigned dropped = ~0u;
    if constexpr (Capacity <= sorted_words) {
        // Absent words up to a power of two count as less than everything, and stay before the list.
        constexpr int padded = Capacity <= 8 ? 8 : Capacity <= 16 ? 16 : 32, absent = padded - Capacity;
        unsigned word[padded] = {};
        if constexpr (Capacity < sorted_words) dropped = sorted[Capacity];
#pragma unroll
        for (int i = 0; i < Capacity; ++i) {
            const unsigned listed = list[32 * i], other = sorted[Capacity - 1 - i];
            word[absent + i] = min(listed, other);
            dropped = min(dropped, max(listed, other));
        }
        merge_words(word);
#pragma unroll
        for (int i = 0; i < Capacity; ++i) list[32 * i] = word[absent + i];
    } else {
        // In parts of 32 words, 16 or 8, so that code and registers stay few. The parts before the first, up to a power of two, count as
        // less than everything: words that would be exchanged with them stay in place.
        constexpr int batch = Capacity % 32 == 0 ? 32 : Capacity % 16 == 0 ? 16 : 8, news = sorted_words / batch;
        constexpr int parts = Capacity / batch,
                      padded = parts <= 2    ? 2
                               : parts <= 4  ? 4
                               : parts <= 8  ? 8
                               : parts <= 16 ? 16
                                             : 32,
                      absent = padded - parts;
        static_assert(Capacity % batch == 0 && parts <= padded);
#pragma unroll
        for (int i = 0; i < sorted_words; ++i) buffer[32 * i] = sorted[i];
#pragma unroll 4
        for (int i = 0; i < batch; ++i) {
            unsigned word[padded];
#pragma unroll
            for (int part = 0; part < padded; ++part) word[part] = part < absent ? 0 : list[32 * ((part - absent) * batch + i)];
#pragma unroll
            for (int part = padded - news; part < padded; ++part) {
                const unsigned other = buffer[32 * (sorted_words - 1 - (part - padded + news) * batch - i)];
                dropped = min(dropped, max(word[part], other));
                word[part] = min(word[part], other);
            }
            merge_words(word);
#pragma unroll
            for (int part = absent; part < padded; ++part) list[32 * ((part - absent) * batch + i)] = word[part];
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

}  // namespace networks

#if defined(__CUDACC__)

using networks::merge_into_list;
using networks::sort_words;

#else

/// As networks::sort_words, by insertion: `word` ends with words greater than all before, usually many.
template <int Count>
void sort_words(unsigned (&word)[Count]) {
    for (int i = 1; i < Count; ++i) {
        const unsigned next = word[i];
        int place = i;
        for (; place > 0 && word[place - 1] > next; --place) word[place] = word[place - 1];
        word[place] = next;
    }
}

/// As networks::merge_into_list: from the greatest kept word down, so that the list is read before it is written.
template <int Capacity>
unsigned merge_into_list(unsigned* list, const unsigned (&sorted)[32], unsigned*) {
    int listed = 0, taken = 0;  // of the kept words, those from the list and those from `sorted`
    while (listed + taken < Capacity) {
        if (taken == 32 || list[32 * listed] <= sorted[taken]) ++listed;
        else ++taken;
    }
    unsigned dropped = ~0u;
    if (listed < Capacity) dropped = list[32 * listed];
    if (taken < 32) dropped = std::min(dropped, sorted[taken]);
    for (int place = Capacity - 1; taken > 0; --place)
        list[32 * place] = listed > 0 && list[32 * (listed - 1)] > sorted[taken - 1] ? list[32 * --listed] : sorted[--taken];
    return dropped;
}

#endif

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
