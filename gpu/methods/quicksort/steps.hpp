// What `quicksort` records of a query: GPU-Quicksort in our words, and the kinds of its steps, partition by partition.
#pragma once
#include "gpu/kernels/finish.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quicksort {

/// The first is that of heap::distances, whose kernel this method uses. Step::source is the begin of the sequence of a step.
enum Kind { kind_distances, kind_partition, kind_pivot, kind_bitonic, kind_exact_distance };

inline constexpr FinishSteps finish_steps{.phase = 3, .kind = kind_exact_distance};

inline std::vector<std::string_view> pseudo_code() {
    return {
        "D <- distances of the query to all points, a thread each",
        "pair every distance with its index",
        "",
        "phase 1: while there are fewer than P sequences",
        "for every long sequence S, several blocks together",
        "    p <- middle between the least and the greatest of S",
        "    each block counts its share, atomicAdd gives it places",
        "    it moves what is up to p to the left, the rest to the right",
        "",
        "phase 2: a block for every sequence",
        "push S on the stack",
        "while the stack holds a sequence",
        "    take the last one",
        "    if it is longer than the threshold",
        "        partition it, push both parts, the shorter one last",
        "    else",
        "        bitonic sort in shared memory",
        "",
        "distances of the first k in double precision",
        "list <- the k in order of (distance, index)",
    };
}

/// Each pivot adds one sequence of at least one point, and k are placed in order.
inline std::int64_t steps_at_most(std::int64_t points, int k) { return 1 + 2 * points + 2 * std::min<std::int64_t>(points, k); }

inline std::vector<std::string_view> structures() { return {"list"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"distances", -1, {0, 1}, "All {size} distances are computed."},
        {"partition", -1, {4, 5, 6, 7},
            "Blocks together part {size} distances from place {source} on: up to {bound} goes to the left, the rest to the right.",
            TreeRole::none, true},
        {"pivot", -1, {11, 12, 13, 14},
            "Block {block} parts {size} distances from place {source} on: up to {bound} goes to the left, the rest to the right.",
            TreeRole::none, true},
        {"bitonic sort", -1, {11, 12, 15, 16}, "Block {block} sorts {size} distances from place {source} on in shared memory."},
        exact_distance_step({18}),
        place_step(0, {19}),
    };
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quicksort
