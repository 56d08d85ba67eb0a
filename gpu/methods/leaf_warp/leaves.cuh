// The first kernel: a warp answers the 32 queries of a run, a lane each.
//
// 1. The leaves nearest to the run on the curve hold at least k points: the farthest corner of their boxes is a first bound. Where points
//    move, the answer before may give a better one (movement.cuh). Of long lists most of what such a bound lets in would leave again:
//    there a bound is guessed from how densely points lie, and where a lane finds too few within it, the warp begins once more.
// 2. These leaves are scanned; then one walk through the tree, for all 32 queries together, lists the leaves that the greatest bound of
//    the warp still reaches, the nearest first.
// 3. Half of a listed leaf is scanned when its box is within the bound of at least one lane. Its points are read by all lanes at the same
//    address. A lane puts what is within its bound into its column of a buffer in shared memory. When any column may overflow, every
//    lane sorts its own with a network in registers and merges it into its list.
// 4. The rows are written, with exact distances.
//
// An entry is one word of 32 bits: the distance in steps of the first bound, above the place of the point among the leaves that the
// warp has listed. So a comparator of the networks takes two instructions instead of five. Entries that share a step are put in order
// by their exact distances when the rows are written. Where a query's last step may hold a point that found no place, the query is
// searched alone (alone.cuh), and so are all queries of a run whose list of leaves overflows.
#pragma once
#include "gpu/methods/leaf_warp/counting.hpp"
#include "gpu/methods/leaf_warp/curve.cuh"
#include "gpu/methods/leaf_warp/metric.cuh"
#include "gpu/methods/leaf_warp/networks.cuh"
#include "gpu/methods/leaf_warp/rows.cuh"
#include "gpu/methods/leaf_warp/telling.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr unsigned no_word = ~0u;  ///< behind every entry
constexpr int stack_nodes = 192;   ///< 31 of each level wait at most, and the 32 of one
constexpr int buffer_words = 32;   ///< of a lane, at once

/// The sizes of a search in so many dimensions for lists of up to Capacity.
template <int Dimension, int Capacity>
struct Sizes {
    /// Whether a first bound is guessed: of short lists it costs what it spares.
    static constexpr bool guesses = Capacity > 32 || (Dimension == 3 && Capacity == 32);
    /// Whether each half of a leaf is asked for by itself: fewer points are read, more boxes are looked at.
    static constexpr bool halves = Dimension == 2 || Capacity <= 8;
    static constexpr int slot_bits = Dimension == 2 ? (Capacity <= 128 ? 11 : 12) : Capacity < 32 ? 12 : Capacity <= 128 ? 13 : 14;
    static constexpr int step_bits = 32 - slot_bits;
    static constexpr int most_leaves = 1 << (slot_bits - 5);
    static constexpr int warps = Dimension == 2 && Capacity <= 32 ? 2 : 1;  ///< of a block
    /// At once on a multiprocessor, so that a thread has 64 or 96 registers; 0: as many as it likes, shared memory binds.
    static constexpr int least_blocks = Dimension == 2 && Capacity <= 32 ? 16 : Dimension == 3 && Capacity <= 16 ? 20 : 0;
    static constexpr int words = (Capacity + buffer_words) * 32 + most_leaves + stack_nodes;
    static constexpr std::size_t shared_bytes = std::size_t(warps) * words * sizeof(unsigned);
    static_assert(2 * most_leaves <= buffer_words * 32);
    static_assert(RowShares<Capacity>::bytes <= buffer_words * 32 * sizeof(unsigned));
    static_assert(sizeof(RowNotes<Dimension>) <= stack_nodes * sizeof(unsigned));
};

/// The leaves that are scanned before the walk through the tree.
template <int Dimension>
__device__ __forceinline__ int first_leaves(int sought) {
    if constexpr (Dimension == 2) return sought <= 8 ? 1 : sought <= 16 ? 2 : 2 + (sought + 31) / 32;
    else return sought <= 16 ? 2 : 3 + (sought + 31) / 32;
}

/// How many points a ball is to hold on average, so that it seldom holds fewer than are sought: some deviations of their number more.
__device__ __forceinline__ float ample(int sought) {
    constexpr float deviations = 1.5f;
    return float(sought) + deviations * sqrtf(float(sought)) + deviations * deviations / 2;
}

/// The third root, rounded alike on every device: two steps of Newton's from a guess by the exponent, good to a ten thousandth.
__device__ __forceinline__ float third_root(float x) {
    float root = __uint_as_float(__float_as_uint(x) / 3 + 0x2a514067u);
    for (int step = 0; step < 2; ++step) root = (2 * root + x / (root * root)) / 3;
    return root;
}

/// What a ball of radius 1 holds.
template <class M, int Dimension>
constexpr float unit_ball = Dimension == 2 ? (std::is_same_v<M, Euclidean>      ? 3.14159265f
                                                 : std::is_same_v<M, Manhattan> ? 2.0f
                                                                                : 4.0f)
                                           : (std::is_same_v<M, Euclidean>      ? 4.18879020f
                                                 : std::is_same_v<M, Manhattan> ? 4.0f / 3
                                                                                : 8.0f);

/// A bound that is most often right: the joined terms of a radius within which there are enough neighbours, where each point takes up so
/// much of the plane or of space. Of a ball that the box of all points cuts, the part inside counts.
template <class M, int Dimension>
__device__ __forceinline__ float likely_bound(const TreeView<Dimension>& tree, const Place<Dimension>& query, int sought, float of_point) {
    const auto root = [](float x) { return Dimension == 2 ? sqrtf(x) : third_root(x); };
    const float radius = root(of_point * ample(sought) / unit_ball<M, Dimension>);
    float inside = 1;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) {
        const float low = fmaxf(query.at[d] - radius, unordered(~__ldg(tree.extent + d)));
        const float high = fminf(query.at[d] + radius, unordered(__ldg(tree.extent + Dimension + d)));
        inside *= fmaxf(high - low, 0.0f) / (2 * radius);
    }
    const float longer = radius * root(1 / inside);
    return std::is_same_v<M, Euclidean> ? longer * longer : longer;
}

template <int Dimension>
__device__ __forceinline__ float volume_of(const Box<Dimension>& box) {
    float volume = 1;
#pragma unroll
    for (int d = 0; d < Dimension; ++d) volume *= box.high[d] - box.low[d];
    return volume;
}

/// Distances as whole steps from 0 on: the fraction bits of a float between 2^23 and 2^24.
struct Steps {
    float per_unit;
    static constexpr float origin = 0x1p23f;
    __device__ __forceinline__ float of(float distance) const { return __fmaf_rn(distance, per_unit, origin); }
};

/// `AnyMetric`: Metric, or the type of the only one that this kernel knows.
template <int Dimension, int Capacity, class AnyMetric, class Counting>
__global__ void __launch_bounds__(32 * Sizes<Dimension, Capacity>::warps, Sizes<Dimension, Capacity>::least_blocks)
    search_leaves(const __grid_constant__ TreeView<Dimension> tree, const __grid_constant__ Batch<Dimension> batch, int first_run, int runs,
        Alone alone, Counting counts) {
    using Size = Sizes<Dimension, Capacity>;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, arena);
    const AnyMetric metric = [&] {
        if constexpr (std::is_same_v<AnyMetric, Metric>) return batch.metric;
        else return AnyMetric{};
    }();
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int run = first_run + int(blockIdx.x) * Size::warps + warp;
    if (run >= first_run + runs) return;
    wait_for_previous_launch();
    unsigned* const lists = arena + warp * Size::words;  // [Capacity][32]
    unsigned* const buffers = lists + Capacity * 32;     // [buffer_words][32]
    unsigned* const leaves = buffers + buffer_words * 32;
    unsigned* const stack = leaves + Size::most_leaves;
    unsigned *const list = lists + lane, *const buffer = buffers + lane;

    const int slot = run * 32 + lane;
    const bool active = slot < batch.queries;
    const Place<Dimension> query = batch.at(active ? slot : run * 32);

    [[maybe_unused]] unsigned visited = 0, needed = 0, distances = 0, merges = 0, accepted = 0, nodes = 0;
    [[maybe_unused]] Telling<Dimension, Capacity, Counting> told(tree, batch, counts, run, lane, query, list, leaves);
    Steps steps{};
    float bound = 0;                 // whatever is not farther in steps may be among the nearest
    unsigned unsure_step = no_word;  // a point of this step found no place
    unsigned last = no_word;         // the entry of the rank that is sought
    int filled = 0;                  // words of the buffer
    bool empty = true;               // the lists of all lanes
    bool overflow = false;           // of the list of leaves

    /// Sorts every lane's buffer and merges it into the list.
    const auto merge = [&] {
        if constexpr (Counting::on) {
            ++merges;
            told.before_merge(buffer, filled, last);
        }
        [[maybe_unused]] const bool merged = filled > 0;
        unsigned dropped = no_word;
        unsigned word[buffer_words];
#pragma unroll
        for (int i = 0; i < buffer_words; ++i) word[i] = i < filled ? buffer[32 * i] : no_word;
        sort_words(word);
        if (Capacity > buffer_words && empty) {
#pragma unroll
            for (int i = 0; i < buffer_words; ++i) list[32 * i] = word[i];
        } else {
            dropped = merge_into_list<Capacity>(list, word, buffer);
        }
        empty = false;
        filled = 0;
        last = list[32 * (batch.sought - 1)];
        if (last != no_word) {
            if (dropped >> Size::slot_bits == last >> Size::slot_bits) unsure_step = last >> Size::slot_bits;
            if (active) bound = Steps::origin + float(last >> Size::slot_bits);
        }
        if constexpr (Counting::on) told.after_merge(merged, last, visited);
    };
    /// Scans a half of a listed leaf.
    const auto scan = [&](int half) {
        const int point = int(leaves[half / 2]) * leaf_points + half % 2 * half_points;
        Place<Dimension> near_by[half_points];
        if constexpr (Dimension == 2) {
            const float4* const two = reinterpret_cast<const float4*>(tree.position + point);
#pragma unroll
            for (int i = 0; i < half_points / 2; ++i) {
                const float4 both = __ldg(two + i);
                near_by[2 * i] = {both.x, both.y};
                near_by[2 * i + 1] = {both.z, both.w};
            }
        } else {
#pragma unroll
            for (int i = 0; i < half_points; ++i) near_by[i] = tree.point(point + i);
        }
        const unsigned slot_here = unsigned(half * half_points);
        int free = 32 * filled;  // an index: a pointer that moves becomes one to any memory, and takes twice the instructions
        with_metric_here(metric, [&](auto m) {
#pragma unroll
            for (int i = 0; i < half_points; ++i) {
                const float step = steps.of(joined<decltype(m)>(near_by[i], query));
                if (step <= bound) {
                    buffer[free] = (__float_as_uint(step) << Size::slot_bits) + (slot_here + unsigned(i));
                    free += 32;
                }
            }
        });
        const int now = free / 32;
        if constexpr (Counting::on) {
            accepted += unsigned(now - filled);
            told.entries(buffer, filled, now, visited);
        }
        filled = now;
    };
    /// One walk through the tree for the whole warp: lists the leaves that its greatest bound reaches, the nearest first, and returns how
    /// many there are.
    const auto walk = [&](int from, int few) {
        Box<Dimension> of_queries;
#pragma unroll
        for (int d = 0; d < Dimension; ++d) {
            of_queries.low[d] = unordered(least_of_warp(ordered(query.at[d])));
            of_queries.high[d] = unordered(greatest_of_warp(ordered(query.at[d])));
        }
        const float reach = __uint_as_float(greatest_of_warp(active ? __float_as_uint(bound) : 0u));
        unsigned *const found = buffers, *const found_step = buffers + Size::most_leaves;  // the buffers are empty now
        if constexpr (Counting::on) told.begin_walk(active);
        int waiting = 1, listed = 0;
        if (lane == 0) stack[0] = unsigned(tree.top) << 27;
        __syncwarp();
        while (waiting > 0 && !overflow) {
            const unsigned node = stack[--waiting];
            __syncwarp();  // everybody has read it
            const int level = int(node >> 27), child = int(node & 0x7ffffffu) * 32 + lane;
            float step = infinity;
            if (child < tree.count[level]) step = steps.of(gap(metric, tree.box_of(level, child), of_queries));
            const bool is_leaf = level == 0;
            const bool near_enough = step <= reach && !(is_leaf && child >= from && child < from + few);
            const unsigned chosen = __ballot_sync(all_lanes, near_enough);
            const int before = __popc(chosen & ((1u << lane) - 1)), count = __popc(chosen);
            if constexpr (Counting::on) {
                ++nodes;
                told.passes(level, child, !near_enough && !(is_leaf && child >= from && child < from + few), of_queries);
            }
            if (is_leaf) {
                overflow = few + listed + count > Size::most_leaves;
                if (near_enough && !overflow) {
                    found[listed + before] = unsigned(child);
                    found_step[listed + before] = __float_as_uint(step);
                }
                listed += count;
            } else {
                if (near_enough) stack[waiting + before] = unsigned(level - 1) << 27 | unsigned(child);
                waiting += count;
            }
            __syncwarp();
        }
        if (overflow) return 0;
        for (int i = lane; i < listed; i += 32) {  // by counting those before
            const unsigned own = found_step[i];
            int rank = 0;
            for (int j = 0; j < listed; ++j) rank += found_step[j] < own || (found_step[j] == own && j < i);
            leaves[few + rank] = found[i];
        }
        __syncwarp();
        if constexpr (Counting::on) told.candidates(few, listed, of_queries);
        return listed;
    };
    [[maybe_unused]] int listed = 0;
    // With a bound that is likely first, and where it leaves a lane with too few neighbours again, with one that is sure.
#pragma unroll 1
    for (bool likely = Size::guesses;; likely = false) {
        int own_run = run;
#if defined(__CUDACC__)
        asm volatile("" : "+r"(own_run));  // so that what both tries begin with is found twice, and takes no registers in between
#endif
        // ---- The first leaves, and the bound they give
        const int start = batch.key ? leaf_at(tree, batch.key[min(own_run * 32 + 16, batch.queries - 1)]) : own_run;
        int few = min(first_leaves<Dimension>(batch.sought), tree.leaves());
        int from = min(max(start - few / 2, 0), tree.leaves() - few);
        if (from + few == tree.leaves() && from > 0) --from, ++few;  // the last leaf may hold few points
        Box<Dimension> near = tree.box_of(0, from);
        [[maybe_unused]] float volume = volume_of(near);
        for (int i = 1; i < few; ++i) {
            const Box<Dimension> leaf = tree.box_of(0, from + i);
            near = joined_boxes(near, leaf);
            if constexpr (Size::guesses) volume += volume_of(leaf);
        }
        float farthest = 0;
        with_metric_here(metric, [&](auto m) {
            farthest = farthest_in<decltype(m)>(near, query);
            if (batch.last.of_row && active) farthest = fminf(farthest, batch.last.joined_bound(batch.metric, batch.query[slot]));
            if constexpr (Size::guesses) {
                if (likely && tree.top > 0) {
                    const int node = start / 32, points_of_node = min(32 * leaf_points, tree.points - node * 32 * leaf_points);
                    const float here = volume / float(few * leaf_points), in_node = volume_of(tree.box_of(1, node)) / float(points_of_node);
                    const float guess = likely_bound<decltype(m)>(tree, query, batch.sought, fmaxf(here, in_node));
                    // Where points lie farther apart than around, density falls, and the ball would hold too few.
                    likely = __all_sync(all_lanes, guess > 0 && guess < farthest && here <= 1.2f * in_node);
                    if (likely) farthest = guess, few = 1, from = start;
                }
            }
        });
        if constexpr (Counting::on) told.begin(start, few, farthest, likely);
        const float range = __uint_as_float(greatest_of_warp(active ? __float_as_uint(farthest) : 0u));
        steps.per_unit = __fdiv_rn(float((1u << Size::step_bits) - 4), fmaxf(range, 1e-30f));
        bound = active ? fminf(steps.of(farthest), Steps::origin + float((1u << Size::step_bits) - 2)) : -1.0f;  // of others nothing
        unsure_step = last = no_word;
        filled = 0;
        empty = true;
#pragma unroll 8
        for (int i = 0; i < Capacity; ++i) list[32 * i] = no_word;
        for (int i = lane; i < few; i += 32) leaves[i] = unsigned(from + i);
        __syncwarp();

        int begin = 0, end = 2 * few;  // halves of listed leaves
        // First the leaves around the run, then those that the walk lists. One loop, so that the networks stand in the kernel once: more
        // copies do not fit into the instruction cache.
#pragma unroll 1
        for (int round = 0; round < 2; ++round) {
            if (round == 1) {
                const int found = walk(from, few);
                if (overflow) break;
                begin = 2 * few, end = begin + 2 * found;
                if constexpr (Counting::on) listed += few + found;
            }
            int half = begin;
            [[maybe_unused]] int last_visited = -1, last_needed = -1;
            constexpr int step = Size::halves ? 1 : 2;  // halves that are asked for at once
            const auto box_of = [&](int of) {
                const int leaf = int(leaves[of / 2]);
                return Size::halves ? tree.box_of_half(2 * leaf + of % 2) : tree.box_of(0, leaf);
            };
            Box<Dimension> box = box_of(min(half, end - 1));  // read before it is needed
            bool wanted = false;
            for (bool done = false; !done;) {
                if (half % step == 0) {
                    wanted = false;
                    for (; half < end; half += step) {  // past what no lane needs
                        wanted = active && (round == 0 || steps.of(gap(metric, box, query)) <= bound);
                        box = box_of(min(half + step, end - 1));
                        if (__any_sync(all_lanes, wanted)) break;
                        if constexpr (Counting::on)
                            if ((half + step) % 2 == 0 && half / 2 != last_visited) told.skip(int(leaves[half / 2]));
                    }
                }
                done = half == end;
                if constexpr (Counting::on) {
                    if (!done) {
                        const int leaf = int(leaves[half / 2]),
                                  points = min(half_points, max(0, tree.points - leaf * leaf_points - half % 2 * half_points));
                        visited += half / 2 != last_visited;
                        needed += wanted && half / 2 != last_needed;
                        last_visited = half / 2;
                        if (wanted) last_needed = half / 2;
                        distances += unsigned(points);
                        told.scan(2 * leaf + half % 2, points, wanted, visited, round);
                    }
                }
                if (!done) scan(half++);
                if (__any_sync(all_lanes, filled > (done ? 0 : buffer_words - half_points))) merge();
            }
            __syncwarp();
        }
        if (!likely || overflow || !__any_sync(all_lanes, active && last == no_word)) break;
        if constexpr (Counting::on) told.once_more(last);
    }
    const bool unsure = active && (overflow || unsure_step == last >> Size::slot_bits);
    if (unsure) alone.put(unsigned(slot));
    if constexpr (Counting::on) {
        told.end(visited, needed, unsure);
        if (active) {
            counts.took(batch.query[slot], visited, distances);
            counts.add(slot_distances, distances);
            counts.add(slot_accepted, accepted);
            counts.add(slot_needed, needed);
        }
        if (lane == 0) {
            counts.add(slot_nodes, nodes);
            counts.add(slot_listed, listed);
            counts.add(slot_visited, visited);
            counts.add(slot_merges, merges);
        }
    }
    write_rows<Dimension, Capacity, Size::slot_bits>(metric, tree, batch, run, lists, leaves, reinterpret_cast<Exact*>(buffers),
        *reinterpret_cast<RowNotes<Dimension>*>(stack), query, last, active && !unsure);
    if constexpr (Counting::on) told.rows(active && !unsure);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
