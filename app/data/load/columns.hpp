// Which columns of a table are coordinates: as asked, or as guessed.
#pragma once
#include <string>
#include <vector>

namespace neighborscope {

/// The columns named by --columns, from 0, in the order given: names ("lon,lat"; upper and lower case alike when no name fits
/// exactly) or numbers and ranges from 1 ("1,3-5"). `names` may be empty for a table without a header. A usage Error for an
/// unknown column, with a suggestion, for a number beyond `count` and for a column named twice.
std::vector<int> chosen_columns(const std::string& path, const std::string& wanted, const std::vector<std::string>& names, int count);

/// Columns known by name: x, y (and z), or longitude before latitude (and z); empty when the names do not say.
std::vector<int> columns_by_name(const std::vector<std::string>& names);

}  // namespace neighborscope
