// Rows that belong in lists but are in none: in a leaf that is skipped, or a node without links.
#pragma once
#include "app/compare/comparison.hpp"

namespace neighborscope {

struct RowsNeverFound {
    std::int64_t rows = 0;            ///< number of rows that belong in lists but are in none
    std::vector<std::int64_t> lists;  ///< queries, ascending, whose missing neighbours are all such rows
    std::string sentence;  ///< "40 rows are in no list, though they belong into 412: 17, 23, ...; they lie in x 3.1 to 3.9, y 0.2 to 0.8"
};
/// Returns nothing if such rows belong in fewer than three lists on average: that may be chance.
RowsNeverFound rows_never_found(const Comparison&, const DataSet&);

}  // namespace neighborscope
