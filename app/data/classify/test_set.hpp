// Rows to classify, with the features of the training set.
#pragma once
#include "app/data/points/data_set.hpp"

#include <cstdint>
#include <string>

namespace neighborscope {

/// Loads `source` with the columns and the label that the training set was loaded with; without a label where it has no such column. Its
/// coordinates are relative to the training set's origin. Of two LIBSVM files, which leave out what is 0, the test set may have fewer
/// features. Errors as load_data; input Errors: another dimension, features beyond the training set's (the first such row is named), the
/// same columns in another order, pictures, which are vectors of their own eigenfaces.
DataSet load_test_set(const std::string& source, const DataSet& training, const LoadOptions&, const Progress& = {});

/// Subtracts the mean of the training set from each feature and divides by its standard deviation (all rows); constant ones become 0. The
/// test set, if any, is transformed in the same way. Returns how many features are constant.
int standardise(DataSet& training, DataSet* test);

}  // namespace neighborscope
