// Rows to classify, with the features of the training set.
#pragma once
#include "app/data/points/data_set.hpp"

#include <cstdint>
#include <string>

namespace neighborscope {

/// Loads `source` with the columns and the label of the training set; without a label if it has no such column. Coordinates are relative to
/// the training set's origin. In LIBSVM, which leaves out features that are 0, the test set may have fewer features. Errors as load_data;
/// input Errors: another dimension, features beyond the training set's (names the first such row), the same columns in another order,
/// pictures (their vectors belong to other eigenfaces).
DataSet load_test_set(const std::string& source, const DataSet& training, const LoadOptions&, const Progress& = {});

/// Subtracts the mean of the training set from each feature and divides by its standard deviation; constant features become 0. Transforms
/// the test set, if any, in the same way. Returns how many features are constant.
int standardise(DataSet& training, DataSet* test);

}  // namespace neighborscope
