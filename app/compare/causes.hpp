// Finds common causes of wrong and incomplete lists.
#pragma once
#include "app/compare/cause_counter.hpp"

namespace neighborscope {

/// Counts every cause that is visible in the lists and the true neighbours over all wrong or incomplete lists. Causes that need another
/// search (another metric, coordinates in float16) are tested on a few lists, and their sentences say so. `points` and `queries` as
/// compared.
std::vector<Cause> causes_of(const Comparison&, const DataSet&, const FileRows& points, const FileRows& queries, const Progress&);

/// Finds squares, cosines, minus signs, float16.
void find_causes_in_distances(CauseCounter&);
/// Finds degrees for metres, kilometres for miles; for lists that no cause in the indices explains.
void find_another_unit(CauseCounter&);
/// Finds rounding of distances to float32; for lists that nothing else explains.
void find_float32_rounding(CauseCounter&);
/// Finds lists with the query itself, shifted, renumbered and skipped rows, another order of queries.
void find_causes_in_indices(CauseCounter&);
/// Finds another metric and coordinates in float16, tested on a few lists that nothing else explains.
void find_causes_by_searching(CauseCounter&);

/// Rounds to float16; infinite beyond its range.
double float16_of(double value);

}  // namespace neighborscope
