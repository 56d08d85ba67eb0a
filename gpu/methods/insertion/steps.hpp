// What `insertion` records of a query: the sort in our words, and the kinds of its steps. With selection=full the exchanges of the
// comb sort are counted, not recorded.
#pragma once
#include "gpu/kernels/finish.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::insertion {

enum Kind { kind_distances, kind_insertion, kind_replacement, kind_exact_distance };

inline constexpr FinishSteps finish_steps{.phase = 2, .kind = kind_exact_distance};

inline std::vector<std::string_view> pseudo_code() {
    return {
        "D <- distances of all queries to all points, a tile a block",
        "",
        "sort: a thread a query, with its column of D",
        "for i = 0; i < |D|; i++",
        "    x <- D[i] with its index i",
        "    if |L| = k and x > L[k - 1]",
        "        continue",
        "    if |L| = k",
        "        the last of L falls off",
        "    j <- |L|",
        "    while j > 0 and x < L[j - 1]",
        "        L[j] <- L[j - 1]; j--",
        "    L[j] <- x",
        "",
        "distances of L in double precision",
        "list <- L in order of (distance, index)",
    };
}

/// Every point enters at most once, and k are placed in order.
inline std::int64_t steps_at_most(std::int64_t points, int k) { return 1 + points + 2 * std::min<std::int64_t>(points, k); }

inline std::vector<std::string_view> structures() { return {"list of the thread", "list"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"distances", -1, {0}, "All {size} distances are computed."},
        {"insertion", 0, {4, 9, 10, 11, 12}, "Point {point} at {distance} goes to its place in the list, which holds {size} of {k}."},
        {"replacement", 0, {4, 7, 8, 9, 10, 11, 12},
            "Point {point} at {distance} goes to its place in the list, and point {left} at {left distance} falls off its end; the last is "
            "now at {bound}.",
            TreeRole::none, true},
        exact_distance_step({14}),
        place_step(1, {15}),
    };
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::insertion
