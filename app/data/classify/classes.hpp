// The classes of a training set and of the rows to classify, with one numbering.
#pragma once
#include "app/data/points/data_set.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

struct Classes {
    std::vector<std::string> names;         ///< numbers first, ascending; then words in alphabetical order
    std::vector<std::int32_t> of_training;  ///< [rows of the training set], indices into `names`
    std::vector<std::int32_t> of_test;      ///< [rows of the test set]; empty if that has no labels
    std::vector<std::int64_t> in_training;  ///< [names] number of rows in the training set
    std::vector<std::int64_t> in_test;      ///< [names] number of rows in the test set; 0 if that has no labels
};

/// Numbers the classes of both sets by their labels (DataSet::label); "1" and "+1.0" are one class. Without `test` every row of the
/// training set is classified. A test set in which no row has a label counts as unlabelled. Input Errors: a training set without labels, a
/// row without a label beside others that have one, a declared class of the training set without a row.
/// that the training set declares without having a row of it.
Classes classes_of(const DataSet& training, const DataSet* test);

}  // namespace neighborscope
