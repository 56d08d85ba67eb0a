// Rows that are asked for their class, with the features that the training set has.
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

/// Takes the training set's mean off each feature and divides by its standard deviation (of all rows); those that do not vary become 0. The
/// test set, if there is one, has the same done to it. Returns how many do not vary.
int standardise(DataSet& training, DataSet* test);

}  // namespace neighborscope
