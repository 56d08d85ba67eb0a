// Rows that belong into lists and are in none: of a leaf that is skipped, of a node that no link leads to.
#pragma once
#include "app/compare/comparison.hpp"

namespace neighborscope {

struct RowsNeverFound {
    std::int64_t rows = 0;            ///< that belong into some lists and stand in none
    std::vector<std::int64_t> lists;  ///< queries, ascending, whose lists lack neighbours, all of which are such rows
    std::string sentence;  ///< "40 rows are in no list, though they belong into 412: 17, 23, ...; they lie in x 3.1 to 3.9, y 0.2 to 0.8"
};
/// Nothing where such rows belong into fewer than three lists each, in the mean: that may be chance.
RowsNeverFound rows_never_found(const Comparison&, const DataSet&);

}  // namespace neighborscope
