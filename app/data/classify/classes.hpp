// The classes of a training set and of the rows to classify, with one numbering.
#pragma once
#include "app/data/points/data_set.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

struct Classes {
    std::vector<std::string> names;         ///< numbers first, ascending; then words by the alphabet
    std::vector<std::int32_t> of_training;  ///< [rows of the training set], places in `names`
    std::vector<std::int32_t> of_test;      ///< the same of the test set; empty where that has no labels
    std::vector<std::int64_t> in_training;  ///< [names] rows of this class
    std::vector<std::int64_t> in_test;      ///< [names]; 0 where the test set has no labels
};

/// By the labels of both (DataSet::label); "1" and "+1.0" are one class. Without `test` every row of the training set is classified. A test set
/// in which no row has a label has none. Input Errors: a training set without labels, rows without one beside others that have one, a class
/// that the training set declares without having a row of it.
Classes classes_of(const DataSet& training, const DataSet* test);

}  // namespace neighborscope
