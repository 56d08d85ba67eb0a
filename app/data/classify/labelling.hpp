// k-NN classification from lists of neighbours, and the number of correct rows.
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
    std::vector<std::int32_t> of_query;  ///< [queries] the predicted class; -1 without neighbours
    std::vector<double> share;           ///< [queries] the predicted class's share of all weight, 0 to 1
};

/// Predicts by the first k entries of each list, or all if there are fewer. `classes`: the class of each point.
Predictions predict(const NeighbourLists&, std::span<const std::int32_t> classes, int k, Voting, const Progress& = {});

/// Counts the correct rows for each of `ks` (ascending), in one pass over the lists. `truth`: [queries].
std::vector<std::int64_t> count_correct(const NeighbourLists&, std::span<const std::int32_t> classes, std::span<const std::int32_t> truth,
    std::span<const int> ks, Voting, const Progress& = {});

/// How many rows of class `truth` were classified as class `predicted`.
struct Confusion {
    std::int32_t of = 0, predicted = 0;
    std::int64_t count = 0;
};
/// Returns the pairs that occur, ascending.
std::vector<Confusion> confusion_of(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted);

}  // namespace neighborscope
