// Which rows a search may return, as a person asks for them: conditions on columns, and a mask.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {
class RowFilter;
struct DataSet;

struct RowConditions {
    std::vector<std::string> where;  ///< "mag>5", "class=quake": all must hold
    std::string mask;                ///< an NPY file: whether each row of the file is allowed, or the numbers of these rows; "": none

    bool empty() const { return where.empty() && mask.empty(); }
    bool operator==(const RowConditions&) const = default;
};

/// Throws a usage Error if the text is not COLUMN, one of = != < <= > >=, and a value.
void check_condition(const std::string& text);

/// The same, and the Errors of apply_conditions for these data.
void check_condition(const DataSet&, const std::string& text);
/// Splits "class=quake and mag>5" into conditions.
std::vector<std::string> conditions_in(const std::string& text);

/// What conditions can be about: the columns besides the coordinates, then the axes, then "row", the number of the row in the file.
std::vector<std::string> condition_columns(const DataSet&);

/// Sets DataSet::filter, or removes it if there are no conditions. `allowed`: of the mask, by row of the file; empty without a mask. A row
/// without a value in a column fulfils no condition on it. Usage Errors: an unknown column (with a suggestion), a value that is no number
/// for a column of numbers, an order for a column of words.
void apply_conditions(DataSet&, const RowConditions&, const std::vector<bool>& allowed);

/// How many rows a search may return.
std::int64_t allowed_rows(const DataSet&);
/// "812 of 2000 rows are allowed: class=quake and mag>5", with a hint if a word is in no row; "" without a filter.
std::string filter_text(const DataSet&);
/// "class=quake and mag>5 and mask.npy"
std::string conditions_text(const RowConditions&);

}  // namespace neighborscope
