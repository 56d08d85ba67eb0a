#include "app/data/points/lacking_rows.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr std::size_t most_names = 3;

std::string of_rows_text(std::int64_t some, std::int64_t rows, bool all) {
    return std::to_string(some) + " of " + (all ? "" : "the first ") + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
           (some == 1 ? " lacks a number" : " lack a number");
}

}  // namespace

std::int64_t LackingRows::lost(std::span<const int> columns) const {
    std::vector<bool> lost(std::size_t(rows), false);
    for (const int column : columns)
        for (const int row : of_column[std::size_t(column)]) lost[std::size_t(row)] = true;
    return std::count(lost.begin(), lost.end(), true);
}

std::vector<int> LackingRows::keeping_most_rows(std::vector<int> columns) const {
    std::vector<int> lacks(std::size_t(rows), 0);  // in how many of the columns
    for (const int column : columns)
        for (const int row : of_column[std::size_t(column)]) ++lacks[std::size_t(row)];
    std::int64_t lost = std::count_if(lacks.begin(), lacks.end(), [](int columns) { return columns > 0; });
    std::vector<int> emptiest = columns;
    std::stable_sort(emptiest.begin(), emptiest.end(), [&](int a, int b) { return lacking(a) > lacking(b); });
    for (std::size_t next = 0; 2 * lost > rows && next + 1 < emptiest.size(); ++next) {
        for (const int row : of_column[std::size_t(emptiest[next])]) lost -= --lacks[std::size_t(row)] == 0;
        std::erase(columns, emptiest[next]);
    }
    return columns;
}

std::string lacking_text(std::int64_t lost, std::int64_t rows, bool all, const std::vector<std::string>& names) {
    std::string text = of_rows_text(lost, rows, all);
    const std::size_t listed = names.size() <= most_names ? names.size() : most_names - 1;
    for (std::size_t i = 0; i < listed; ++i) text += (i == 0 ? " in " : i + 1 == names.size() ? " or " : ", ") + names[i];
    if (listed < names.size()) text += " or " + std::to_string(names.size() - listed) + " more columns";
    return text;
}

std::string not_taken_text(const ColumnsNotTaken& not_taken) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most_names, not_taken.columns.size()); ++i) {
        const ColumnsNotTaken::Column& column = not_taken.columns[i];
        text += (i == 0 ? "Not taken as coordinates: " : ", ") + column.name + " (" +
                (i == 0 ? of_rows_text(column.lacking, not_taken.rows, not_taken.all) : std::to_string(column.lacking)) + ")";
    }
    if (not_taken.columns.size() > most_names) text += " and " + std::to_string(not_taken.columns.size() - most_names) + " more";
    return text;
}

}  // namespace neighborscope
