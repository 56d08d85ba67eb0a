// What `quadtree-cached` and `quadtree-coalesced` record of a query: the pipeline of Lettich et al., section 4, for one query in
// our words, and the kinds of its steps.
#pragma once
#include "gpu/kernels/finish.hpp"
#include "gpu/methods/quadtree/batch.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

enum Phase {
    phase_query_indexing,
    phase_first_iteration,
    phase_navigation,
    phase_query_sorting,
    phase_list_updates,
    phase_exact_distances
};

enum Kind {
    kind_own_leaf,
    kind_skip,        ///< a quadrant
    kind_descent,     ///< into a quadrant
    kind_leaf,        ///< reached a leaf with objects
    kind_empty_leaf,  ///< reached a leaf without objects
    kind_end,         ///< of the search in one direction
    kind_visit,       ///< distances to the objects of a leaf
    kind_pass,        ///< of the k-selection over distances
    kind_index_pass,  ///< of the k-selection over indices of equally distant candidates
    kind_entry,       ///< into a list that is not full
    kind_replacement,
    kind_bound,    ///< the list is full and has changed
    kind_room,     ///< the list is not full
    kind_nothing,  ///< no object entered
    kind_exact_distance,
    kind_place
};

inline std::vector<std::string_view> pseudo_code(bool coalesced) {
    std::vector<std::string_view> lines = {
        "leaf <- T[cell of q]                     (outside the square: of the nearest cell)",
        "L <- nothing; d_k <- infinity",
        "if leaf has points: update(leaf)",
        "for way = left, right, left, ... while either goes on",
        "    leaf <- navigate(way)",
        "    if there is one: update(leaf)",
        "    else way ends",
        "distances of L in double precision       (not in the paper)",
        "list <- L in order of (distance, index)  (paper: in no order)",
        "",
        "navigate(way), from where it stopped",
        "while cells are left on this way",
        "    Q <- largest aligned quadrant that begins here",
        "    while Q is larger than a cell and not farther than d_k",
        "        Q <- its first quadrant",
        "    if Q is farther than d_k             (equally far is not: ties go by index)",
        "        step past Q",
        "    else",
        "        leaf <- T[Q]; step past the leaf",
        "        if it has points: return it      (paper: empty leaves, too)",
        "return nothing",
        "",
        "update(leaf)",
        "d <- distances of q to the points of the leaf",
        "C <- L + points at most d_k away",
        "while |C| > k and rank k not found       (bucket k-selection)",
        "    bins from the smallest to the largest distance that may hold rank k",
        "    narrow to the bin that holds it",
        "if some at distance d_k do not fit",
        "    select the smallest indices among them  (paper: any)",
    };
    if (coalesced)
        lines.insert(lines.end(), {
                                      "L <- the k nearest of C: a warp gathers what stays in shared memory,",
                                      "     and writes 32 entries at a time",
                                  });
    else
        lines.insert(lines.end(), {
                                      "L <- the k nearest of C: what stays moves forward,",
                                      "     then the thread appends what enters",
                                  });
    lines.push_back("d_k <- the farthest of L if |L| = k");
    return lines;
}

inline std::vector<std::string_view> structures() { return {"list of the query", "list"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"own leaf", -1, {0, 2}, "The query's cell lies in {leaf}, which holds {size} points."},
        {"skip", -1, {12, 13, 15, 16}, "Skip {leaves} to the {way}: nothing there is nearer than {nearest}; {kth}.", TreeRole::skipped,
            true},
        {"descent", -1, {12, 13, 14},
            "To the {way}, {leaves} may hold nearer points: the distance is at least {nearest}; {kth}. The search looks at the quarters."},
        {"leaf", -1, {12, 18, 19},
            "To the {way}, {leaf} with {size} points is next: the points of this part of it are at least {nearest} away; {kth}."},
        {"empty leaf", -1, {12, 18, 19}, "To the {way}, {leaf} is empty: nothing to do."},
        {"end", -1, {6, 20}, "To the {way}, no quadrant is left that could hold a nearer point: this direction ends."},
        {"visit", -1, {2, 5, 23, 24}, "Visit {visit}, {way}: {leaf}, distances to its {size} points.", TreeRole::visited, true},
        {"pass", -1, {25, 26, 27},
            "Pass {round} of the k-selection: the distance of rank {k} lies between {nearest} and {bound}; candidates there: {size}."},
        {"index pass", -1, {28, 29},
            "Pass {round} of the k-selection: more candidates are at distance {bound} than fit. Left: {size}; smaller indices win."},
        {"entry", 0, {30, 31}, "Point {point} at {distance} enters the list: {size} of {k}."},
        {"replacement", 0, {30, 31}, "Point {point} at {distance} enters the list and replaces point {left} at {left distance}.",
            TreeRole::none, true},
        {"bound", 0, {32}, "After {leaf} the distance to beat is {bound}{before}.", TreeRole::none, true},
        {"room", 0, {32}, "After {leaf} the list holds {size} of {k}: any point can still enter."},
        {"nothing", 0, {32}, "No point of {leaf} enters the list: {kth}."},
        exact_distance_step({7}),
        place_step(1, {8}),
    };
}

/// Each quadrant is tested at most once, each point enters at most once; a visit has the passes of two selections, and three
/// more steps; k are placed in order.
inline std::int64_t steps_at_most(std::int64_t points, int k, std::int64_t cells, std::int64_t leaves, int bins_log2) {
    return 3 + points + 2 * cells + leaves * (3 + 2 * (32 / bins_log2 + 1)) + 2 * std::min<std::int64_t>(points, k);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
