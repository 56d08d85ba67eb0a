// What wrong and missing lists have in common.
#pragma once
#include "app/compare/cause_counter.hpp"

namespace neighborscope {

/// Every cause that can be told from the lists and the truth is counted over all lists that are wrong or missing; those that need another
/// search (another metric, coordinates in float16) are tried on a few, and say so. `points` and `queries` as they were judged.
std::vector<Cause> causes_of(const Comparison&, const DataSet&, const FileRows& points, const FileRows& queries, const Progress&);

/// Squares, cosines, minus signs, float16.
void find_causes_in_distances(CauseCounter&);
/// Degrees beside metres, kilometres beside miles; where nothing in the indices explains the lists.
void find_another_unit(CauseCounter&);
/// What float32 may have made of the distances, where nothing else explains them.
void find_float32_rounding(CauseCounter&);
/// The point itself, shifted, renumbered and skipped rows, lists in another order of queries.
void find_causes_in_indices(CauseCounter&);
/// Another metric and coordinates in float16, tried on a few lists that nothing explains.
void find_causes_by_searching(CauseCounter&);

/// The nearest number of float16, infinite beyond its range.
double float16_of(double value);

}  // namespace neighborscope
