// Finds what the columns of a table are: as chosen, or by their names.
#pragma once
#include "app/data/points/data_set.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

inline bool holds(const std::vector<int>& columns, int column) { return std::ranges::count(columns, column) > 0; }

/// Returns the columns named by --columns, from 0, in the given order: names ("lon,lat"; case is ignored if no name matches exactly) or
/// numbers and ranges from 1 ("1,3-5"). `names` may be empty for a table without a header. A usage Error for an unknown column (with a
/// suggestion), a number beyond `count` and a repeated column.
std::vector<int> chosen_columns(const std::string& path, const std::string& wanted, const std::vector<std::string>& names, int count);

/// Returns the one column that `option` ("--label") names, from 0: by name or by number from 1. Usage Errors as above.
int chosen_column(
    const std::string& path, std::string_view option, std::string_view wanted, const std::vector<std::string>& names, int count);

/// Returns the column of that name, ignoring case; -1 if there is none.
int column_named(const std::vector<std::string>& names, std::string_view lower_case);

inline constexpr std::string_view names_of_labels[] = {"class", "label", "labels", "target"};
/// Returns the column that LoadOptions::label names (errors as chosen_column), else the first column with a usual name of labels; -1 for
/// the label "none" and if there is none.
int label_column(const std::string& path, const LoadOptions&, const std::vector<std::string>& names,
    std::span<const std::string_view> of_labels = names_of_labels);

/// Returns the first column named name, names or title; -1 if there is none.
int title_column(const std::vector<std::string>& names);

/// "x, y, z, ...", for messages: at most twelve names; long names are cut.
std::string name_list(const std::vector<std::string>& names);

/// Normalises a name for comparison: lower case, without blanks, "_", "-", "." and without a unit in brackets. "Pos_X (mm)" is "posx".
std::string plain_name(std::string_view name);

/// Names (after plain_name) of columns that number rows and have no coordinates.
inline constexpr std::string_view identifier_names[] = {"id", "ids", "idx", "idnumber", "index", "ident", "identifier", "fid", "gid", "oid",
    "objectid", "pid", "uid", "uuid", "rowid", "rowname", "rownames", "rownumber", "row", "nr", "no", "#", "key", "unnamed:0"};

/// Returns the first two columns whose names differ only by longitude and latitude; empty if there are none.
std::vector<int> longitude_and_latitude(const std::vector<std::string>& names);

/// Returns columns with the usual names of coordinates: x, y (and z), longitude before latitude, easting before northing; empty if none.
std::vector<int> columns_by_name(const std::vector<std::string>& names);

}  // namespace neighborscope
