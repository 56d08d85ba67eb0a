// What `tiled-radix` records of a query: the paper's two kernels in our words, and the kinds of its steps, pass by pass. The library's
// work with sort=cub is not recorded.
#pragma once
#include "gpu/kernels/finish.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::tiled_radix {

enum Kind { kind_distances, kind_pass, kind_exact_distance };

inline constexpr FinishSteps finish_steps{.phase = 2, .kind = kind_exact_distance};

inline std::vector<std::string_view> pseudo_code() {
    return {
        "T1: a block for every tile, a thread for each of its distances",
        "sum <- 0",
        "for every step of T dimensions",
        "    the block loads its part of both sets; barrier",
        "    for k = 0; k < T; k++",
        "        sum += (test[ty][k] - train[tx][k])^2",
        "    barrier",
        "C[test][train] <- sum                 (paper: adds at every step)",
        "",
        "T2: for every 4 bits, from the lowest",
        "    each block sorts its tile by four 1-bit splits",
        "    it writes the tile and its histogram of 16 digits",
        "    prefix sum over the table of histograms, digit by digit",
        "    each block copies its keys to their places",
        "",
        "distances of the first k in double precision",
        "list <- the k in order of (distance, index)",
    };
}

inline std::int64_t steps_at_most(std::int64_t points, int k) { return 16 + 2 * std::min<std::int64_t>(points, k); }

inline std::vector<std::string_view> structures() { return {"list"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"distances", -1, {1, 2, 3, 4, 5, 6, 7}, "All {size} distances are computed, in tiles."},
        {"pass", -1, {9, 10, 11, 12, 13}, "Pass {round} of 8: all {size} distances are put in order of 4 more of their bits.",
            TreeRole::none, true},
        exact_distance_step({15}),
        place_step(0, {16}),
    };
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::tiled_radix
