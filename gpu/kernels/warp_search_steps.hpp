// What a recorded query of `ppw`, `ppk` or `ppb` says: Algorithms 1 and 2 of Cordeiro & Zola in our words, and the kinds of its steps.
#pragma once
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/warp_search.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

enum Phase { phase_initial, phase_scan, phase_merge, phase_selection, phase_exact_distances };

enum Kind {
    kind_entry,        ///< of a warp's list that has room
    kind_replacement,  ///< of a warp's farthest
    kind_reduction,    ///< a warp finds its farthest
    kind_first_bound,  ///< what the lists of a block hold together bounds each of them
    kind_block_bound,  ///< and again before they are merged
    kind_block_list,   ///< an entry of a block's list
    kind_chosen,       ///< one of the k that k-selection takes from the blocks' lists
    kind_exact_distance,
    kind_place
};

inline constexpr FinishSteps finish_steps{.phase = phase_exact_distances, .kind = kind_exact_distance};

/// The three differ in their first nine lines; that of `ppk` and `ppb` is nowhere printed, and follows the paper's paragraph on them.
inline std::vector<std::string_view> pseudo_code(WarpAssignment assignment) {
    std::vector<std::string_view> lines;
    if (assignment == WarpAssignment::query_per_warp)
        lines = {
            "partial <- PPWkernel with B blocks of W warps",
            "list <- kselection(partial), a block a query",
            "",
            "PPWkernel, warp w of block b",
            "P_b <- part b of P; parts differ by one   (paper: drops a tail)",
            "for groups of at most W queries           (paper: stops at W)",
            "    q <- w mod |Q|",
            "    S <- warps that have this q           (paper: always W / |Q|)",
            "    r <- floor(w / |Q|)",
        };
    else if (assignment == WarpAssignment::query_per_launch)
        lines = {
            "for every query q: partial <- PPKkernel with B blocks of W warps",
            "list <- kselection(partial), a block a query",
            "",
            "PPKkernel of query q, warp w of block b",
            "P_b <- part b of P; parts differ by one",
            "for this query",
            "    B blocks have it",
            "    S <- W: all warps of a block have it",
            "    r <- w",
        };
    else
        lines = {
            "partial <- PPBkernel with |Q| blocks of W warps",
            "list <- kselection(partial), a block a query",
            "",
            "PPBkernel, warp w of block b",
            "P_b <- P",
            "for this block's query",
            "    q <- b",
            "    S <- W: all warps of a block have it",
            "    r <- w",
        };
    lines.insert(lines.end(), {
                                  "    L <- nothing                          (paper: warps share L)",
                                  "    while |L| < k and run r is in P_b     (paper: reads on)",
                                  "        for p in run r: d <- warpDistance(q, p)",
                                  "            L <- L + (d, p), when it is full as in 19 - 21",
                                  "        r <- r + S                        (runs of 8, 4 or 2 points: the paper's have 1)",
                                  "    farthest <- warpMaxReduction(L)",
                                  "    bound <- no less than k entries of the S lists    (not in the paper)",
                                  "    while run r is in P_b",
                                  "        for p in run r: d <- warpDistance(q, p)",
                                  "            if (d, p) < farthest and (d, p) < bound",
                                  "                L <- L - farthest + (d, p)",
                                  "                farthest <- warpMaxReduction(L)",
                                  "        r <- r + S",
                                  "    bound <- no less than k entries of the S lists    (not in the paper)",
                                  "    partial[q][b] <- the k nearest of the S lists",
                                  "",
                                  "kselection of query q",
                                  "chosen <- the k nearest of all lists in partial[q]",
                                  "distances of chosen in double precision",
                                  "list <- chosen in order of (distance, index)",
                              });
    return lines;
}

/// Every point enters a warp's list at most once, followed by a reduction, a block's list, and the chosen; each warp of each of
/// `blocks` blocks gets one bound, and each block; k are placed in order.
inline std::int64_t steps_at_most(std::int64_t points, int k, std::int64_t blocks, int warps) {
    return 4 * points + blocks * (warps + 1) + 2 * std::min<std::int64_t>(points, k);
}

inline std::vector<std::string_view> structures() { return {"list of a warp", "list of a block", "chosen", "list"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"entry", 0, {11, 12}, "Warp {actor} of block {block} takes point {point} at {distance}: {size} of {k}."},
        {"replacement", 0, {18, 19},
            "Warp {actor} of block {block} replaces point {left} at {left distance} with point {point} at {distance}.", TreeRole::none,
            true},
        {"warp reduction", 0, {14, 20},
            "The lanes of warp {actor} of block {block} find its farthest entry: new points must be nearer than {bound}."},
        {"first bound", 0, {15},
            "The lists of block {block} together hold {k} points: new points of warp {actor} must now be nearer than {bound}, too.",
            TreeRole::none, true},
        {"block bound", 1, {22}, "The lists of block {block} together hold {k} points up to {bound}: farther points are dropped.",
            TreeRole::none, true},
        {"block list", 1, {23}, "Point {point} at {distance}, from warp {source}, is entry {size} in the list of block {block}."},
        {"chosen", 2, {26}, "Point {point} at {distance}, from block {source}, is one of the {k} nearest."},
        exact_distance_step({27}),
        place_step(3, {28}),
    };
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
