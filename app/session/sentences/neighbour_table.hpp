// The neighbours as text that other programs read: full precision, a point as decimal mark, no thousands.
#pragma once
#include "app/session/shown/view_model.hpp"

#include <string>

namespace neighborscope {

// While a search is stepped through it is the list of the step, with a column more: `final`, yes or no: whether a neighbour stands where
// the answer has it. Of a search through a tree `leaf` comes before it: the visit that the neighbour came from ("3 right").

/// Tab-separated, for the clipboard: rank, index, distance, a column for each of the first three axes, then titles if the data have them.
std::string neighbours_as_tsv(const ViewModel&);
/// CSV: query,rank,index,distance, a column for each of the first three axes, then titles. The query is 0; ranks are from 1, indices are
/// rows of the file.
std::string neighbours_as_csv(const ViewModel&);

}  // namespace neighborscope
