// What `heap` records of a query: Algorithm 1 of Barrientos et al. in our words, and the kinds of its steps.
#pragma once
#include "gpu/kernels/finish.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

/// Kinds of steps. Phases 1, 2 and 3 each have a push and an eviction: kind_push + 2 (phase - 1).
enum Kind { kind_distances, kind_push, kind_eviction, kind_exact_distance = kind_push + 6, kind_place };

inline constexpr FinishSteps finish_steps{.phase = 4, .kind = kind_exact_distance};

inline std::vector<std::string_view> pseudo_code() {
    return {
        "D <- distances of the query to all points, a thread each",
        "",
        "phase 1: every thread t of T keeps the k nearest it meets",
        "for i = t; i < |D|; i += T            (t counts within the block)",
        "    x <- D[i] with its index i        (paper: no index)",
        "    if |H[t]| < k",
        "        H[t].push(x)",
        "    else if x < H[t].top",
        "        H[t].popush(x)",
        "barrier",
        "",
        "phase 2: the first warp merges T heaps into 32",
        "if t < 32",
        "    for h = t; h < T; h += 32",
        "        for every x in H[h]           (paper: pops one)",
        "            if |W[t]| < k",
        "                W[t].push(x)",
        "            else if x < W[t].top",
        "                W[t].popush(x)",
        "barrier",
        "",
        "phase 3: one thread takes the k nearest of 32 heaps",
        "if t = 0",
        "    for every x in W[0], ..., W[31]",
        "        if |F| < k",
        "            F.push(x)",
        "        else if x < F.top",
        "            F.popush(x)",
        "",
        "distances of F in double precision",
        "list <- F in order of (distance, index)",
    };
}

/// Every point enters a heap of each phase at most once, and k are placed in order.
inline std::int64_t steps_at_most(std::int64_t points, int k) { return 1 + 3 * points + 2 * std::min<std::int64_t>(points, k); }

inline std::vector<std::string_view> structures() { return {"heap of a thread", "heap of a lane", "heap of the k nearest", "list"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"distances", -1, {0}, "All {size} distances are computed."},
        {"push", 0, {3, 4, 5, 6}, "Thread {actor} pushes point {point} at {distance}: its heap holds {size} of {k}."},
        {"eviction", 0, {3, 4, 7, 8},
            "Thread {actor} replaces point {left} at {left distance} with point {point} at {distance}; the top of its heap is now {bound}.",
            TreeRole::none, true},
        {"push", 1, {13, 14, 15, 16}, "Lane {actor} takes point {point} at {distance} from the heap of thread {source}: {size} of {k}."},
        {"eviction", 1, {13, 14, 17, 18},
            "Lane {actor} takes point {point} at {distance} from the heap of thread {source}. It replaces point {left} at {left distance}; "
            "the top of its heap is now {bound}.",
            TreeRole::none, true},
        {"push", 2, {23, 24, 25}, "The first thread takes point {point} at {distance} from the heap of lane {source}: {size} of {k}."},
        {"eviction", 2, {23, 26, 27},
            "The first thread takes point {point} at {distance} from the heap of lane {source}. It replaces point {left} at "
            "{left distance}; the top of the heap is now {bound}.",
            TreeRole::none, true},
        exact_distance_step({29}),
        place_step(3, {30}),
    };
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
