// The sizes of inverted lists.
#pragma once
#include "gpu/index/stored_index.hpp"

#include <vector>

namespace neighborscope::inspect {

struct ListHealth {
    std::int64_t lists = 0, empty = 0;
    std::int64_t least = 0, median = 0, most = 0;  ///< rows of a list
    std::int32_t longest = -1;                     ///< the list with the most rows
    /// How many times more rows a probe of one list reads than with lists of equal length: lists * sum of squared sizes / squared sum (as
    /// FAISS's imbalance factor). 1: all alike.
    double imbalance = 1;
};

/// Only for an index with lists.
ListHealth list_health(const stored::StoredIndex&);

}  // namespace neighborscope::inspect
