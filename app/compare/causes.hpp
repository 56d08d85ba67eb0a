// What wrong and missing lists have in common.
#pragma once
#include "app/compare/comparison.hpp"

namespace neighborscope {

/// Every cause that can be told from the lists and the truth is counted over all lists that are wrong or missing; those that need another
/// search (another metric, coordinates in float16) are tried on a few, and say so. `points` and `queries` as they were judged.
std::vector<Cause> causes_of(const Comparison&, const DataSet&, const FileRows& points, const FileRows& queries, const Progress&);

/// The nearest number of float16, infinite beyond its range.
double float16_of(double value);

}  // namespace neighborscope
