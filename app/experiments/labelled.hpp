// Loads labelled training and test rows, reduces them to the wanted size, and counts correct classifications.
#pragma once
#include "app/data/classify/classes.hpp"
#include "app/data/classify/labelling.hpp"

namespace neighborscope::experiments {

inline constexpr std::string_view labels_phase = "T3 labels";  ///< Kuang & Zhao's third phase

struct LabelledSets {
    DataSet training, test;
    Classes classes;
};

/// Rows of `source`, evenly spread if there are more than `most`.
struct RowLimit {
    std::string source;
    std::int64_t most;
};
/// Errors as load_test_set and classes_of.
LabelledSets load_labelled(const RowLimit& training, const RowLimit& test, const Progress&);

/// Returns the milliseconds to decide every query's class by the majority of its list.
double decision_ms(const NeighbourLists&, const Classes&);
/// [k] how many rows are correct by the majority of the nearest 1, 2, ... k; empty if the test set has no classes.
std::vector<std::int64_t> correct_by_k(const NeighbourLists&, const Classes&, const Progress&);

}  // namespace neighborscope::experiments
