#include "app/data/points/missing_values.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr std::size_t most_names = 3;

std::string of_rows_text(std::int64_t some, std::int64_t rows, bool all) {
    return std::to_string(some) + " of " + (all ? "" : "the first ") + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
           (some == 1 ? " lacks a number" : " lack a number");
}

}  // namespace

std::int64_t MissingValues::lost_rows(std::span<const int> columns) const {
    std::vector<bool> lost_rows(std::size_t(rows), false);
    for (const int column : columns)
        for (const int row : of_column[std::size_t(column)]) lost_rows[std::size_t(row)] = true;
    return std::count(lost_rows.begin(), lost_rows.end(), true);
}

std::vector<int> MissingValues::columns_that_keep_most_rows(std::vector<int> columns) const {
    std::vector<int> lacks(std::size_t(rows), 0);  // in how many of the columns
    for (const int column : columns)
        for (const int row : of_column[std::size_t(column)]) ++lacks[std::size_t(row)];
    std::int64_t lost_rows = std::count_if(lacks.begin(), lacks.end(), [](int columns) { return columns > 0; });
    std::vector<int> emptiest = columns;
    std::stable_sort(emptiest.begin(), emptiest.end(), [&](int a, int b) { return missing_values(a) > missing_values(b); });
    for (std::size_t next = 0; 2 * lost_rows > rows && next + 1 < emptiest.size(); ++next) {
        for (const int row : of_column[std::size_t(emptiest[next])]) lost_rows -= --lacks[std::size_t(row)] == 0;
        std::erase(columns, emptiest[next]);
    }
    return columns;
}

std::string missing_values_text(std::int64_t lost_rows, std::int64_t rows, bool all, const std::vector<std::string>& names) {
    std::string text = of_rows_text(lost_rows, rows, all);
    const std::size_t listed = names.size() <= most_names ? names.size() : most_names - 1;
    for (std::size_t i = 0; i < listed; ++i) text += (i == 0 ? " in " : i + 1 == names.size() ? " or " : ", ") + names[i];
    if (listed < names.size()) text += " or " + std::to_string(names.size() - listed) + " more columns";
    return text;
}

std::string skipped_columns_text(const SkippedColumns& skipped_columns) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most_names, skipped_columns.columns.size()); ++i) {
        const SkippedColumns::Column& column = skipped_columns.columns[i];
        text += (i == 0 ? "Not taken as coordinates: " : ", ") + column.name + " (" +
                (i == 0 ? of_rows_text(column.missing_values, skipped_columns.rows, skipped_columns.all)
                        : std::to_string(column.missing_values)) +
                ")";
    }
    if (skipped_columns.columns.size() > most_names)
        text += " and " + std::to_string(skipped_columns.columns.size() - most_names) + " more";
    return text;
}

}  // namespace neighborscope
