// The neighbours as text for other programs: full precision, a decimal point, no thousands separators.
#pragma once
#include "app/session/shown/view_model.hpp"

#include <string>

namespace neighborscope {

// While a search is stepped through, the list of the step with the additional column `final` (yes or no): whether the rank is final. For a
// tree search also `leaf`: the visit that found the neighbour ("3 right").

/// Tab-separated, for the clipboard: rank, index, distance, a column for each of the first three axes, then titles and ids if the data have
/// them.
std::string neighbours_as_tsv(const ViewModel&);
/// CSV: query,rank,index,distance, a column for each of the first three axes, then titles. The query is 0; ranks are from 1, indices are
/// rows of the file.
std::string neighbours_as_csv(const ViewModel&);

}  // namespace neighborscope
