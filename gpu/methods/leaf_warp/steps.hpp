// What `leaf-warp` records of a query: the work of a warp for a packet of 32, or for a single query. The codes of steps, and the
// sentences that describe them.
#pragma once
#include "gpu/device/recorder.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/methods/leaf_warp/tree.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

enum StepPhase { phase_order, phase_leaf_search, phase_single };

/// Parts of the record, in order: Step::iteration. The first three come twice if a warp restarts its search.
enum Part { part_first_leaves, part_walk, part_listed, parts_of_try, part_rows = 2 * parts_of_try, part_single, part_single_rows };

enum Kind {
    kind_own_leaf,
    kind_first_bound,
    kind_estimated_bound,
    kind_once_more,
    kind_walk,
    kind_pass,        ///< a node or leaf that no query of the warp reaches
    kind_candidate,   ///< a leaf is added to the list of leaves
    kind_scan_first,  ///< one of the first leaves, scanned for all queries
    kind_scan,        ///< a leaf that this query needs
    kind_scan_for_others,
    kind_skip,   ///< a listed leaf that no query needs any more
    kind_entry,  ///< a point enters the buffer
    kind_leave,
    kind_bound,     ///< buffers have been merged into lists
    kind_room,      ///< the same, for a list that is not full
    kind_paid,      ///< the leaves that its warp visited, and those that it needed
    kind_fallback,  ///< the query must be searched singly
    kind_begin_single,
    kind_node,  ///< the warp of a single query tests the node's children
    kind_scan_single,
    kind_skip_single,  ///< a node or leaf
    kind_entry_single,
    kind_leave_single,
    kind_cut,  ///< the buffer is truncated
    kind_ranked,
    kind_place,
    kind_place_single
};

inline std::vector<std::string_view> pseudo_code() {
    return {
        "a warp for the queries of a leaf, a lane each  (ours, all of it)",
        "    L <- nothing, B <- nothing  (each lane's list and buffer)",
        "    F <- leaves around the warp's on the curve, with k points or more",
        "    d <- the farthest corner of their boxes  (each lane's bound)",
        "    (long lists: F <- the own leaf, d <- a ball that should hold enough)",
        "    for leaf in F: scan(leaf)",
        "    C <- leaves that the greatest d reaches, the nearest first",
        "         (one walk through the tree, with the box of all queries)",
        "    for leaf in C",
        "        if its box is within d of any lane: scan(leaf)",
        "        else skip it  (for all lanes)",
        "    merge",
        "    (where d was such a ball and a lane has found too few: again, without)",
        "    list <- L in order of exact distances",
        "    where equal steps leave the last in doubt: search alone",
        "",
        "scan(leaf), all lanes at once",
        "    for p in halves that a lane needs: if p is no farther than d: B <- p",
        "    if the B of any lane may overflow: merge",
        "",
        "merge, all lanes at once",
        "    L <- the nearest of L and B  (sorting networks in registers)",
        "    d <- the last of L if L is full",
        "",
        "a warp for one query  (few queries, long lists, doubt)",
        "    scan the leaves around its place on the curve",
        "    walk through the tree, of the children of a node the nearest first",
        "        if the box of a node or leaf is farther than d: skip it",
        "        else look at its children, or scan it  (32 at once)",
        "    when B is full: cut it to the nearest, d <- the last of them",
        "    list <- the nearest of B in order of exact distances",
    };
}

inline std::vector<std::string_view> structures() { return {"list and buffer", "list", "buffer of the warp"}; }

inline std::vector<StepKind> step_kinds() {
    return {
        {"own leaf", -1, {0, 1, 2}, "The query is one of the {size} points of {leaf}. A warp answers them together, a lane each."},
        {"first bound", -1, {2, 3},
            "The {size} leaves around it on the curve hold enough points: no neighbour is farther than the farthest corner of their boxes, "
            "{bound}.",
            TreeRole::none, true},
        {"likely bound", -1, {4},
            "The points around are so dense that a ball of {bound} should hold more than k points. The ball bounds the search, and is "
            "checked at the end.",
            TreeRole::none, true},
        {"once more", -1, {12},
            "The ball held too few points for this query or another of the warp: all begin again, with a bound that is certain.",
            TreeRole::none, true},
        {"walk", -1, {6, 7}, "One walk through the tree for the whole warp, whose greatest bound is {reach}. It lists more leaves: {size}.",
            TreeRole::none, true},
        {"pass", -1, {6},
            "The walk passes {leaves}: nothing there is nearer to any query of the warp than {nearest}, its greatest bound is {reach}.",
            TreeRole::skipped},
        {"candidate", -1, {6}, "Number {size} of the warp's list: {leaf}, {nearest} from the box of its queries."},
        {"scan first", -1, {5, 16, 17},
            "Visit {visit}, {way}: the warp scans {size} points of {leaf}, {nearest} away; the bound is {bound}.", TreeRole::visited, true},
        {"scan", -1, {9, 16, 17},
            "Visit {visit}, {way}: the warp scans {size} points of {leaf}. This query needs it: {nearest} away, the bound is {bound}.",
            TreeRole::visited, true},
        {"scan for others", -1, {9, 16, 17},
            "Visit {visit}, {way}: the warp scans {size} points of {leaf} for other queries. This one does not need it: {nearest} away, "
            "the bound is {bound}.",
            TreeRole::shared, true},
        {"skip", -1, {10},
            "No query of the warp needs {leaf} any more: skipped for all. For this one no half of it is nearer than {nearest}, the bound "
            "is "
            "{bound}.",
            TreeRole::skipped, true},
        {"entry", 0, {17}, "Point {point} at {distance} is within the bound and goes into the buffer, which now holds {size} points."},
        {"leave", 0, {21}, "Point {left} at {left distance} leaves: the bound is now {bound}."},
        {"bound", 0, {18, 20, 21, 22}, "Lists take in their buffers, all lanes at once. This query's bound is {bound}{before}.",
            TreeRole::none, true},
        {"room", 0, {18, 20, 21}, "Lists take in their buffers, all lanes at once. This query's list holds {size} points and is not full."},
        {"paid", -1, {11}, "Its warp visited {visit} leaves, of which this query needed {size}.", TreeRole::none, true},
        {"again", -1, {14},
            "The list cannot tell which points are the last ones, or the warp listed too many leaves: the query is searched alone.",
            TreeRole::none, true},
        {"begin alone", -1, {24, 25},
            "The query's place on the curve is in {leaf}. A warp for it alone begins with the leaves around: {size}."},
        {"node", -1, {26, 28}, "The warp looks at the children of a node with {leaves}: {size} of them may hold nearer points; {kth}."},
        {"scan alone", -1, {25, 28}, "Visit {visit}, {way}: {leaf} with {size} points, {nearest} away; {kth}.", TreeRole::visited, true},
        {"skip alone", -1, {27}, "Skip {leaves}: nothing there is nearer than {nearest}; {kth}.", TreeRole::skipped, true},
        {"entry", 2, {28}, "Point {point} at {distance} goes into the buffer, which now holds {size} points; {kth}."},
        {"leave", 2, {29, 30}, "Point {left} at {left distance} leaves: the buffer still holds {size} points."},
        {"cut", 2, {29}, "The buffer is cut to the {size} nearest points; {kth}.", TreeRole::none, true},
        {"ranked", 2, {30}, "After {visit} leaves no other can hold a nearer point. The list has {size} points; {kth}.", TreeRole::none,
            true},
        place_step(1, {13}),
        place_step(1, {30}),
    };
}

/// Each node and leaf is passed, listed, skipped or scanned, each point enters and leaves: in the warp of a packet, which may restart
/// once, and then in the warp of the single query.
inline std::int64_t steps_at_most(std::int64_t points, int k, std::int64_t leaves) {
    return 64 + 20 * leaves + 16 * points + 2 * std::int64_t(k);
}

/// The quadrant of a node at a level of the tree; level 0 holds the leaves.
__device__ inline StepQuadrant node_quadrant(int level, int number) { return {std::uint32_t(number) << 5 * level, level}; }

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
