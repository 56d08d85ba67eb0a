// What the columns of a table are: as asked, or as guessed by their names.
#pragma once
#include "app/data/points/data_set.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

inline bool holds(const std::vector<int>& columns, int column) { return std::ranges::count(columns, column) > 0; }

/// The columns named by --columns, from 0, in the order given: names ("lon,lat"; upper and lower case alike when no name fits
/// exactly) or numbers and ranges from 1 ("1,3-5"). `names` may be empty for a table without a header. A usage Error for an
/// unknown column, with a suggestion, for a number beyond `count` and for a column named twice.
std::vector<int> chosen_columns(const std::string& path, const std::string& wanted, const std::vector<std::string>& names, int count);

/// The one column that `option` ("--label") names, from 0: by name or by number from 1. Usage Errors as above.
int chosen_column(
    const std::string& path, std::string_view option, std::string_view wanted, const std::vector<std::string>& names, int count);

/// The column of that name, upper and lower case alike; -1 without one.
int column_named(const std::vector<std::string>& names, std::string_view lower_case);

inline constexpr std::string_view names_of_labels[] = {"class", "label", "labels", "target"};
/// The column LoadOptions::label asks for (errors as chosen_column), else the first of those that labels are named; the label "none" is
/// none; -1 without one.
int label_column(const std::string& path, const LoadOptions&, const std::vector<std::string>& names,
    std::span<const std::string_view> of_labels = names_of_labels);

/// The first column named name, names or title; -1 without one.
int title_column(const std::vector<std::string>& names);

/// "x, y, z, ...", for messages: twelve names at most, cut where they are long.
std::string name_list(const std::vector<std::string>& names);

/// A name as guesses compare it: lower case, without blanks, "_", "-", "." and without a unit in brackets. "Pos_X (mm)" is "posx".
std::string plain_name(std::string_view name);

/// Names of columns that number rows and say nothing of where a point is; as plain_name gives them.
inline constexpr std::string_view identifier_names[] = {"id", "ids", "idx", "idnumber", "index", "ident", "identifier", "fid", "gid", "oid",
    "objectid", "pid", "uid", "uuid", "rowid", "rowname", "rownames", "rownumber", "row", "nr", "no", "#", "key", "unnamed:0"};

/// The first two columns whose names are equal but for longitude in one and latitude in the other; empty without such.
std::vector<int> longitude_and_latitude(const std::vector<std::string>& names);

/// Columns known by name: x, y (and z), longitude before latitude, easting before northing; empty when the names do not say.
std::vector<int> columns_by_name(const std::vector<std::string>& names);

}  // namespace neighborscope
