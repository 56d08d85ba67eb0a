// Kernels of GPU-Quicksort: D. Cederman, P. Tsigas, "GPU-Quicksort: A Practical Quicksort Algorithm for Graphics Processors", 2009, as
// Barrientos et al. use it (section 5.1).
//
// Keys are (distance, index), hence distinct: equal distances cannot stall a partition. The pivot is the middle between the least and the
// greatest key, not a key of the sequence: both parts of a partition have at least one key and half the range of keys each. The
// parts do not depend on the order in which blocks write them, so that counts are the same on both devices.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/block_scan.cuh"
#include "gpu/kernels/distance.cuh"
#include "gpu/methods/quicksort/steps.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quicksort {

constexpr int most_threads = 1024, most_threshold = 1024;
constexpr int most_depth = 40;  ///< of the stack: the shorter part is sorted first, so that the depth is about log2 of the number of keys

enum Slot { slot_distances, slot_sort_pivots, slot_bitonic_sorts };
inline constexpr std::array counter_names{
    std::string_view("distances"), std::string_view("pivots, sort"), std::string_view("bitonic sorts")};

/// Keys [begin, end) of one of two arrays, not sorted yet.
struct Sequence {
    std::int64_t begin, end;
    Key least, most;  ///< of these keys
    int second;       ///< the keys are in the second array

    __host__ __device__ std::int64_t size() const { return end - begin; }
    /// At least one key is not greater, and one is greater if there are two.
    __host__ __device__ Key pivot() const { return least + (most - least) / 2; }
};

/// A sequence that several blocks partition, and the result.
struct Split {
    Sequence sequence;
    std::int64_t piece;                      ///< keys of a block
    int first_block, blocks;                 ///< of the launch
    unsigned long long low_keys, high_keys;  ///< keys moved so far to the begin, and to the end, of the range in the other array
    Key greatest_low, least_high;
};

/// What the threads of a block exchange.
struct PartitionState {
    unsigned long long sums[32];
    Key greatest_low, least_high;
    std::int64_t next_low, next_high;  ///< places: lows go up from the first, highs down from the second
};

/// Moves from[begin, end): keys up to `pivot` to to[next_low ...], upwards, the others to to[next_high ...], downwards. After counting,
/// thread 0 calls reserve(lows, highs), which sets both places in `meeting`. All threads of a block; ends without a barrier.
template <class Reserve>
__device__ void block_partition(
    const Key* from, std::int64_t begin, std::int64_t end, Key pivot, Key* to, PartitionState& partition_state, Reserve reserve) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    if (thread == 0) {
        partition_state.greatest_low = 0;
        partition_state.least_high = no_key;
    }
    __syncthreads();
    unsigned long long low_keys = 0, high_keys = 0;
    Key greatest_low = 0, least_high = no_key;
    for (std::int64_t i = begin + thread; i < end; i += threads) {
        const Key key = from[i];
        if (key <= pivot) {
            ++low_keys;
            greatest_low = key > greatest_low ? key : greatest_low;
        } else {
            ++high_keys;
            least_high = key < least_high ? key : least_high;
        }
    }
    if (low_keys) atomicMax(&partition_state.greatest_low, greatest_low);
    if (high_keys) atomicMin(&partition_state.least_high, least_high);
    unsigned long long all = 0;  // lows in the lower, highs in the upper half
    const unsigned long long before = block_sum_before(high_keys << 32 | low_keys, partition_state.sums, all);
    if (thread == 0) reserve(all & 0xffffffffull, all >> 32);
    __syncthreads();
    std::int64_t low = partition_state.next_low + std::int64_t(before & 0xffffffffull),
                 high = partition_state.next_high - std::int64_t(before >> 32);
    for (std::int64_t i = begin + thread; i < end; i += threads) {
        const Key key = from[i];
        if (key <= pivot) to[low++] = key;
        else to[high--] = key;
    }
}

/// Pairs the distances of row[count] with their indices, except the excluded one, into keys[]; counts them, and finds the least and the
/// greatest, in `whole` (lows, least_high, greatest_low). Clears chosen[k].
__global__ void __launch_bounds__(most_threads)
    make_pairs(const float* row, std::int64_t count, const std::int32_t* exclude, Key* keys, Split* whole, Key* chosen, int k) {
    __shared__ Key least, greatest;
    __shared__ int pairs;
    if (threadIdx.x == 0) {
        least = no_key;
        greatest = 0;
        pairs = 0;
    }
    __syncthreads();
    const std::int64_t excluded = exclude ? *exclude : -1, point = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (point < k) chosen[point] = no_key;
    if (point < count && point != excluded) {
        const Key key = make_key(row[point], unsigned(point));
        keys[point - (excluded >= 0 && excluded < point)] = key;
        atomicMin(&least, key);
        atomicMax(&greatest, key);
        atomicAdd(&pairs, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && pairs > 0) {
        atomicAdd(&whole->low_keys, static_cast<unsigned long long>(pairs));
        atomicMin(&whole->least_high, least);
        atomicMax(&whole->greatest_low, greatest);
    }
}

/// Phase 1: several blocks share a sequence; each counts and then moves its piece; atomicAdd assigns its places.
template <class Counting>
__global__ void __launch_bounds__(most_threads)
    partition(Split* splits, int count, Key* first, Key* second, std::int64_t pivots_before, Counting counts) {
    __shared__ PartitionState partition_state;
    int own = 0;  // the last split that begins at or before this block
    for (int beyond = count; beyond - own > 1;) {
        const int middle = (own + beyond) / 2;
        if (splits[middle].first_block <= int(blockIdx.x)) own = middle;
        else beyond = middle;
    }
    Split& split = splits[own];
    const Sequence sequence = split.sequence;
    if constexpr (Counting::on) {
        if (threadIdx.x == 0 && int(blockIdx.x) == split.first_block)
            counts.step({.phase = 1,
                .kind = kind_partition,
                .round = pivots_before + own,
                .bound = sequence.pivot(),
                .size = int(sequence.size()),
                .source = int(sequence.begin)});
    }
    const std::int64_t begin = sequence.begin + (int(blockIdx.x) - split.first_block) * split.piece,
                       end = min(begin + split.piece, sequence.end);
    block_partition(sequence.second ? second : first, begin, end, sequence.pivot(), sequence.second ? first : second, partition_state,
        [&](unsigned long long low_keys, unsigned long long high_keys) {
            partition_state.next_low = sequence.begin + std::int64_t(atomicAdd(&split.low_keys, low_keys));
            partition_state.next_high = sequence.end - 1 - std::int64_t(atomicAdd(&split.high_keys, high_keys));
            if (low_keys) atomicMax(&split.greatest_low, partition_state.greatest_low);
            if (high_keys) atomicMin(&split.least_high, partition_state.least_high);
        });
}

/// Sorts from[0, size) into to[0, size) by a bitonic network in `window`, which holds size rounded up to a power of two. One block.
__device__ inline void bitonic_sort(const Key* from, int size, Key* window) {
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    int width = 1;
    while (width < size) width *= 2;
    for (int i = thread; i < width; i += threads) window[i] = i < size ? from[i] : no_key;
    __syncthreads();
    for (int run = 2; run <= width; run *= 2)
        for (int apart = run / 2; apart > 0; apart /= 2) {
            for (int pair = thread; pair < width / 2; pair += threads) {
                const int low = pair / apart * 2 * apart + pair % apart, high = low + apart;
                const Key a = window[low], b = window[high];
                if ((a > b) == ((low & run) == 0)) {
                    window[low] = b;
                    window[high] = a;
                }
            }
            __syncthreads();
        }
}

/// Phase 2: one block sorts a sequence, by quicksort with its own stack and, up to `threshold` keys, by a bitonic network. Writes sorted
/// keys to the first array, and those before place k also to chosen[k]. `first_sequence` is that of block 0 among the query's.
template <class Stamping, class Counting>
__global__ void __launch_bounds__(most_threads) sort_sequences(const Sequence* sequences, Key* first, Key* second, int threshold,
    Key* chosen, int k, int first_sequence, Stamping stamps, Counting counts) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(Key, window);  // [threshold]
    __shared__ Sequence stack[most_depth];
    __shared__ int depth;
    __shared__ PartitionState partition_state;
    const int thread = int(threadIdx.x), threads = int(blockDim.x);
    stamps.stamp(0);
    if (thread == 0) {
        stack[0] = sequences[blockIdx.x];
        depth = 1;
    }
    __syncthreads();
    [[maybe_unused]] std::int64_t round = 0;
    for (int top = depth; top > 0; top = depth) {
        const Sequence sequence = stack[top - 1];
        if constexpr (Counting::on) {
            const bool parts = sequence.size() > threshold;
            if (thread == 0)
                counts.step({.phase = 2,
                    .kind = parts ? kind_pivot : kind_bitonic,
                    .block = first_sequence + int(blockIdx.x),
                    .round = round++,
                    .bound = parts ? sequence.pivot() : no_key,
                    .size = int(sequence.size()),
                    .source = int(sequence.begin)});
        }
        const Key* const from = sequence.second ? second : first;
        __syncthreads();  // all threads have read it
        if (sequence.size() <= threshold) {
            const int size = int(sequence.size());
            bitonic_sort(from + sequence.begin, size, window);
            for (int i = thread; i < size; i += threads) {
                first[sequence.begin + i] = window[i];
                if (sequence.begin + i < k) chosen[sequence.begin + i] = window[i];
            }
            if (thread == 0) {
                depth = top - 1;
                if constexpr (Counting::on) counts.add(slot_bitonic_sorts, 1);
            }
        } else {
            block_partition(from, sequence.begin, sequence.end, sequence.pivot(), sequence.second ? first : second, partition_state,
                [&](unsigned long long low_keys, unsigned long long) {
                    partition_state.next_low = sequence.begin;
                    partition_state.next_high = sequence.end - 1;
                    const std::int64_t middle = sequence.begin + std::int64_t(low_keys);
                    const Sequence low{sequence.begin, middle, sequence.least, partition_state.greatest_low, !sequence.second},
                        high{middle, sequence.end, partition_state.least_high, sequence.most, !sequence.second};
                    const bool low_first = low.size() <= high.size();
                    stack[top - 1] = low_first ? high : low;
                    stack[top] = low_first ? low : high;
                    depth = top + 1;
                    if constexpr (Counting::on) counts.add(slot_sort_pivots, 1);
                });
        }
        __syncthreads();
    }
    stamps.stamp(1);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quicksort
