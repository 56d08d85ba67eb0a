// k-NN classification from lists of neighbours, and how many rows are correct.
#pragma once
#include "app/data/classify/vote_counter.hpp"
#include "gpu/progress.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace neighborscope {

/// The neighbours of some queries: both [queries][k], ascending by distance, -1 past the end of a short list.
struct NeighbourLists {
    std::span<const std::int32_t> index;
    std::span<const float> distance;
    int k = 1;

    std::int64_t queries() const { return std::int64_t(index.size()) / k; }
};

struct Predictions {
    std::vector<std::int32_t> of_query;  ///< [queries] the class that won; -1 without neighbours
    std::vector<double> share;           ///< [queries] of all weight, 0 to 1
};

/// By the first k of each list, or as many as there are. `classes`: of the points, by index.
Predictions predict(const NeighbourLists&, std::span<const std::int32_t> classes, int k, Voting, const Progress& = {});

/// How many rows are correct, for each of `ks` (ascending), in one pass over the lists. `truth`: [queries].
std::vector<std::int64_t> count_correct(const NeighbourLists&, std::span<const std::int32_t> classes, std::span<const std::int32_t> truth,
    std::span<const int> ks, Voting, const Progress& = {});

/// How many rows of one class were classified as another class, or as their own.
struct Confusion {
    std::int32_t of = 0, predicted = 0;
    std::int64_t count = 0;
};
/// The pairs that occur, ascending.
std::vector<Confusion> confusion_of(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted);

}  // namespace neighborscope
