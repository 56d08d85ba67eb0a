// Which column says the class of a point: as asked, or by its name.
#pragma once
#include "app/data/load/number_columns.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

/// The column of that name, upper and lower case alike; -1 without one.
int column_named(const std::vector<std::string>& names, std::string_view lower_case);

/// The column LoadOptions::label asks for (errors as chosen_column), else the first named class, label, labels or target; the label "none" is none; -1
/// without one.
int label_column(const std::string& path, const LoadOptions&, const std::vector<std::string>& names);

/// The first column named name, names or title; -1 without one.
int title_column(const std::vector<std::string>& names);

/// Numbers that name classes become words, unless one of the `rows` is no integer: those are values to be learned, and stay numbers.
void make_label(ColumnQuantity&, std::size_t rows);

}  // namespace neighborscope
