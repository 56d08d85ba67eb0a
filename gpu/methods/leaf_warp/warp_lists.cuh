// The lists of a packet: each lane keeps its nearest in a column of shared memory, ascending, and appends new ones to a column of a
// buffer. When any buffer may overflow, every lane sorts its own with a network in registers and merges it into its list.
//
// An entry is one word of 32 bits: the quantised distance, above the slot of the point among the leaves that the packet has listed. So a
// comparator of the networks takes two instructions instead of five. Entries of equal quantised distance are sorted by exact
// distance when the rows are written.
#pragma once
#include "gpu/methods/leaf_warp/networks.cuh"
#include "gpu/methods/leaf_warp/rows.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr unsigned no_word = ~0u;  ///< after every entry
constexpr int buffer_words = 32;   ///< of a lane, at once

/// The sizes of a search in so many dimensions for lists of up to Capacity; `in_parts`: for longer ones, so many entries at a time.
template <int Dimension, int Capacity, bool in_parts = false>
struct Sizes {
    /// Whether the first bound is estimated: for short lists it costs as much as it saves.
    static constexpr bool estimates = Capacity > 32 || (Dimension == 3 && Capacity == 32);
    /// Whether each half of a leaf is tested by itself: fewer points are read, more boxes are tested.
    static constexpr bool halves = Dimension == 2 || Capacity <= 8;
    static constexpr int slot_bits = Dimension == 2 ? (in_parts             ? 13
                                                          : Capacity <= 128 ? 11
                                                                            : 12)
                                                    : (Capacity < 32                     ? 12
                                                          : Capacity <= 128 && !in_parts ? 13
                                                                                         : 14);
    static constexpr int step_bits = 32 - slot_bits;
    static constexpr int most_leaves = 1 << (slot_bits - 5);
    static constexpr int warps = Dimension == 2 && Capacity <= 32 ? 2 : 1;  ///< of a block
    /// Blocks per multiprocessor, so that a thread has 64 or 96 registers; 0: no minimum, because shared memory is the limit.
    static constexpr int least_blocks = Dimension == 2 && Capacity <= 32 ? 16 : Dimension == 3 && Capacity <= 16 ? 20 : 0;
    static constexpr int list_words = Capacity * 32;
    static constexpr int after_lists = std::max(buffer_words * 32, int(RowShares<Capacity>::bytes / sizeof(unsigned)));  ///< words
    static constexpr int words = list_words + after_lists + most_leaves + stack_nodes + (in_parts ? PartNotes::words : 0);
    static constexpr std::size_t shared_bytes = std::size_t(warps) * words * sizeof(unsigned);
    static_assert(2 * most_leaves <= buffer_words * 32);
    static_assert(sizeof(RowNotes<Dimension>) <= stack_nodes * sizeof(unsigned));
};

/// Distances as a number of steps: the fraction bits of a float between 2^23 and 2^24.
struct Quantizer {
    float per_unit;
    static constexpr float origin = 0x1p23f;
    __device__ __forceinline__ float of(float distance) const { return __fmaf_rn(distance, per_unit, origin); }
    __device__ __forceinline__ static float of_step(unsigned step) { return origin + float(step); }
};

/// Members are called by whole warps.
template <int Capacity, class Size>
struct WarpLists {
    unsigned *const lists, *const buffers;  ///< [Capacity][32], [buffer_words][32]
    const int lane;

    Quantizer quantizer{};
    float bound = 0;                    ///< points within this step may be among the nearest
    unsigned uncertain_step = no_word;  ///< a point of this step was dropped
    unsigned last = no_word;            ///< the k-th entry
    int filled = 0;                     ///< words of the buffer
    bool empty = true;                  ///< the lists of all lanes

    __device__ __forceinline__ unsigned* list() const { return lists + lane; }
    __device__ __forceinline__ unsigned* buffer() const { return buffers + lane; }
    __device__ __forceinline__ static unsigned step_of(unsigned word) { return word >> Size::slot_bits; }

    /// Chooses the step so that the greatest of the warp's distances can be represented.
    __device__ __forceinline__ void quantize_up_to(bool active, float distance) {
        const float range = __uint_as_float(greatest_of_warp(active ? __float_as_uint(distance) : 0u));
        quantizer.per_unit = __fdiv_rn(float((1u << Size::step_bits) - 4), fmaxf(range, 1e-30f));
    }
    __device__ __forceinline__ float quantized(float distance) const {
        return fminf(quantizer.of(distance), Quantizer::of_step((1u << Size::step_bits) - 2));
    }
    __device__ __forceinline__ void clear() {
        uncertain_step = last = no_word;
        filled = 0;
        empty = true;
#pragma unroll 8
        for (int i = 0; i < Capacity; ++i) list()[32 * i] = no_word;
    }
    /// Sorts every lane's buffer and merges it into the list.
    template <class Search>
    __device__ __forceinline__ void merge(Search& search) {
        search.observer.evict(filled, last);
        const bool merged = filled > 0;
        unsigned dropped = no_word;
        unsigned word[buffer_words];
#pragma unroll
        for (int i = 0; i < buffer_words; ++i) word[i] = i < filled ? buffer()[32 * i] : no_word;
        sort_words(word);
        if (Capacity > buffer_words && empty) {
#pragma unroll
            for (int i = 0; i < buffer_words; ++i) list()[32 * i] = word[i];
        } else {
            dropped = merge_into_list<Capacity>(list(), word, buffer());
        }
        empty = false;
        filled = 0;
        last = list()[32 * (search.k() - 1)];
        if (last != no_word) {
            if (step_of(dropped) == step_of(last)) uncertain_step = step_of(last);
            if (search.active) bound = Quantizer::of_step(step_of(last));
        }
        search.observer.merge(merged, last);
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
