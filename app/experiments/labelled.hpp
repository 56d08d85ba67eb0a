// Rows whose class is known and rows that are asked for theirs: loaded, cut to the size wanted, judged by the votes of their neighbours.
#pragma once
#include "app/data/classify/classes.hpp"
#include "app/data/classify/labelling.hpp"

namespace neighborscope::experiments {

inline constexpr std::string_view labels_phase = "T3 labels";  ///< Kuang & Zhao's third

struct LabelledSets {
    DataSet training, test;
    Classes classes;
};

/// Rows of `source`, evenly spread where there are more than `most`.
struct RowLimit {
    std::string source;
    std::int64_t most;
};
/// Errors as load_test_set and classes_of.
LabelledSets load_labelled(const RowLimit& training, const RowLimit& test, const Progress&);

/// Milliseconds in which the majority of all neighbours in the lists decides about every query.
double decision_ms(const NeighbourLists&, const Classes&);
/// [k] how many are right by the majority of the nearest 1, 2, ... k; empty where the test set has no classes.
std::vector<std::int64_t> correct_by_k(const NeighbourLists&, const Classes&, const Progress&);

}  // namespace neighborscope::experiments
