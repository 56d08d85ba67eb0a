// What `own` records of a query: the searches of graphs and of inverted lists in our words, and the kinds of their steps.
#pragma once
#include "gpu/index/step_recorder.hpp"
#include "gpu/kernels/finish.hpp"

namespace neighborscope::host::own {

inline std::vector<std::string_view> pseudo_code() {
    return {
        "graph, levels above 0                   (Malkov, Yashunin: algorithm 5)",
        "n <- the entry",
        "for level = top, ..., 1",
        "    repeat",
        "        for every row r that n links to at this level",
        "            if d(r) < d(n)",
        "                n <- r",
        "    until n stays",
        "",
        "graph, level 0                          (algorithm 2)",
        "C <- {n}                  (the beam: rows whose links are not followed yet)",
        "W <- {n}                  (the nearest rows seen, at most ef)",
        "while C is not empty",
        "    c <- the nearest of C, taken out",
        "    if |W| = ef and d(c) > all distances of W",
        "        end",
        "    for every row r that c links to and that was not seen",
        "        if |W| < ef or d(r) < the greatest distance of W",
        "            C <- C with r",
        "            if r is not deleted and the filter allows it",
        "                W <- W with r, without the farthest if |W| > ef",
        "K <- the k nearest of W",
        "",
        "inverted lists (or all rows, as one list)",
        "L <- the lists with the nearest centroids",
        "for every list l of L, the nearest first",
        "    for every row r of l that the filter allows",
        "        if |K| < k or d(r) < the greatest distance of K",
        "            K <- K with r, without the farthest if |K| > k",
        "end",
        "",
        "distances of K in double precision",
        "list <- K in order of (distance, index)",
    };
}

inline std::vector<std::string_view> structures() { return {"list of the k nearest", "list"}; }

/// In the order of stored::WalkStep.
inline std::vector<StepKind> step_kinds() {
    using enum WalkEvent;
    constexpr TreeRole no_tree = TreeRole::none;
    return {
        {"begin", -1, {1}, "Level {level}: the search begins at row {seen}, at {seen distance}.", no_tree, true, begin},
        {"begin", 0, {10, 11}, "Level {level}: row {seen}, at {seen distance}, is the first in the list of the {k} nearest.", no_tree, true,
            begin},
        {"start", -1, {1}, "Row {seen}, where the search can begin too, is at {seen distance}.", no_tree, false, compare},
        {"level", -1, {2, 3, 4}, "Level {level}: the links of row {seen} are followed: {size} rows.", no_tree, true, follow},
        {"follow", -1, {3, 4}, "Level {level}: the links of row {seen} are followed: {size} rows.", no_tree, false, follow},
        {"nearer", -1, {4, 5, 6},
            "Level {level}: row {seen} is at {seen distance}, nearer than {former distance}. The search goes on there.", no_tree, true,
            compare},
        {"compare", -1, {4, 5}, "Level {level}: row {seen} at {seen distance} is not nearer than {former distance}.", no_tree, false,
            compare},
        {"follow", -1, {12, 13, 16}, "The links of row {seen} are followed: {size} rows.", no_tree, false, follow},
        {"enter", 0, {16, 17, 18, 19, 20}, "Row {seen} at {seen distance} enters the list: {size} of {k}.", no_tree, true, compare},
        {"replace", 0, {16, 17, 18, 19, 20}, "Row {seen} at {seen distance} enters the list; row {left} at {left distance} leaves it.",
            no_tree, true, compare},
        {"wait", -1, {16, 17, 18}, "Row {seen} at {seen distance} is not among the {k} nearest. Its links may be followed.", no_tree, false,
            compare},
        {"compare", -1, {16, 17}, "Row {seen} at {seen distance} is not near enough: it is left out.", no_tree, false, compare},
        {"deleted", -1, {16, 17, 18, 19},
            "Row {seen} at {seen distance} is deleted: it does not enter the list. Its links may be followed.", no_tree, false, compare,
            true},
        {"refused", -1, {16, 17, 18, 19},
            "The filter refuses row {seen} at {seen distance}: it does not enter the list. Its links may be followed.", no_tree, false,
            compare, true},
        {"excluded", -1, {16, 17, 18}, "Row {seen} is the query itself: it does not enter the list.", no_tree, false, compare},
        {"end", -1, {13, 14, 15, 21},
            "The nearest row left, {seen} at {seen distance}, is farther than the {size} nearest seen: the search ends.", no_tree, true,
            end},
        {"end", -1, {12, 21}, "No row is left whose links could be followed: the search ends.", no_tree, true, end},
        {"centroids", -1, {24}, "The query is compared with the centroids of {size} lists."},
        {"probe", -1, {25}, "List {list} is searched: its centroid, at {seen distance}, is the {rank} nearest.", no_tree, true, probe},
        {"enter", 0, {26, 27, 28}, "Row {seen} at {seen distance} enters the list of the nearest: {size} of {k}.", no_tree, true, compare},
        {"replace", 0, {26, 27, 28},
            "Row {seen} at {seen distance} enters the list of the nearest; row {left} at {left distance} leaves it.", no_tree, true,
            compare},
        {"compare", -1, {26, 27}, "Row {seen} at {seen distance} is not among the {k} nearest.", no_tree, false, compare},
        {"excluded", -1, {26, 27}, "Row {seen} is the query itself: it does not enter the list of the nearest.", no_tree, false, compare},
        {"end", -1, {29}, "Every row to be searched was compared: the search ends.", no_tree, true, end},
        exact_distance_step({31}),
        {"place", 1, {32}, "Row {point} at {distance} is number {size} of the list."},
    };
}

}  // namespace neighborscope::host::own
