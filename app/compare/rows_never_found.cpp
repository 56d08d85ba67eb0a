#include "app/compare/rows_never_found.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

std::string short_number(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.6g", value);
    return buffer;
}

/// "x 3.1 to 3.9, y 0.2 to 0.8" in true coordinates.
std::string place_of(const DataSet& data, const std::vector<std::int32_t>& rows) {
    std::string text;
    for (int axis = 0; axis < data.dimension; ++axis) {
        double least = data.coordinate(rows.front(), axis), greatest = least;
        for (const std::int32_t row : rows) {
            least = std::min(least, data.coordinate(row, axis));
            greatest = std::max(greatest, data.coordinate(row, axis));
        }
        text += (axis ? ", " : "") + data.axes[std::size_t(axis)] + " " + short_number(least) + " to " + short_number(greatest);
    }
    return text;
}

}  // namespace

RowsNeverFound rows_never_found(const Comparison& comparison, const DataSet& data) {
    std::vector<std::int32_t> belongs(std::size_t(data.count()));
    std::vector<char> given(belongs.size());
    for (const std::int32_t row : comparison.index)
        if (row >= 0) given[std::size_t(row)] = true;
    // Rows that certainly belong in a list: nearer than the one after the last.
    const auto each_that_belongs = [&](std::int64_t query, auto use) {
        const auto index = comparison.truth.indices(query);
        const auto distance = comparison.truth.distances(query);
        const int length = comparison.truth.length(query, comparison.k);
        const double beyond = std::size_t(length) < distance.size() ? distance[std::size_t(length)] : INFINITY;
        for (int i = 0; i < length; ++i)
            if (!comparison.by.rounding.confuses(distance[std::size_t(i)], beyond)) use(index[std::size_t(i)]);
    };
    for (std::int64_t query = 0; query < comparison.count; ++query)
        each_that_belongs(query, [&](std::int32_t row) { ++belongs[std::size_t(row)]; });
    RowsNeverFound never;
    std::vector<std::int32_t> rows;
    std::int64_t places = 0;
    for (std::size_t row = 0; row < belongs.size(); ++row)
        if (belongs[row] > 0 && !given[row]) rows.push_back(std::int32_t(row)), places += belongs[row];
    if (rows.empty() || places < 3 * std::int64_t(rows.size())) return never;
    std::vector<char> is_never(belongs.size());
    for (const std::int32_t row : rows) is_never[std::size_t(row)] = true;
    std::vector<std::int32_t> sorted;
    for (std::int64_t query = 0; query < comparison.count; ++query) {
        if (!(comparison.judgements[std::size_t(query)].faults & not_the_nearest)) continue;
        const GivenList list = comparison.given(query);
        sorted.assign(list.index.begin(), list.index.end());
        std::sort(sorted.begin(), sorted.end());
        bool lacks = false, lacks_others = false;
        each_that_belongs(query, [&](std::int32_t row) {
            if (std::binary_search(sorted.begin(), sorted.end(), row)) return;
            (is_never[std::size_t(row)] ? lacks : lacks_others) = true;
        });
        if (lacks && !lacks_others) never.lists.push_back(query);
    }
    never.rows = std::int64_t(rows.size());
    never.sentence = std::to_string(rows.size()) + (rows.size() == 1 ? " row is" : " rows are") + " in no list, though " +
                     (rows.size() == 1 ? "it belongs" : "they belong") + " into " + std::to_string(places) + " places: ";
    constexpr std::size_t named = 4;
    for (std::size_t i = 0; i < std::min(named, rows.size()); ++i)
        never.sentence += (i ? ", " : "") + std::to_string(data.file_row(rows[i]));
    if (rows.size() > named) never.sentence += ", …";
    if (data.dimension <= 3) never.sentence += "; they lie in " + place_of(data, rows);
    return never;
}

}  // namespace neighborscope
