#include "app/session/data_facts.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

std::string counted(std::int64_t count, const char* one, const char* many) {
    return text_of_count(count) + " " + (count == 1 ? one : many);
}

std::string column_names(const DataSet& set) {
    std::string names;
    for (std::size_t axis = 0; axis < set.axes.size() && axis < 4; ++axis) names += (axis ? ", " : "") + set.axes[axis];
    if (set.axes.size() > 4) names += ", ... (" + text_of_count(set.dimension) + ")";
    return names;
}

}  // namespace

DataFacts facts_of(const LoadedData& loaded) {
    const DataSet& set = loaded.set;
    DataFacts facts;
    facts.name = set.name;
    facts.credit = set.credit;
    facts.dimension = set.dimension;
    facts.count = set.count();
    facts.loaded = true;
    facts.summary = counted(facts.count, "point", "points") + ", " + std::to_string(set.dimension) + "-D";
    facts.facts.emplace_back("Points", text_of_count(facts.count));
    facts.facts.emplace_back("Columns", column_names(set));
    if (set.skipped.count > 0)
        facts.facts.emplace_back("Left out",
            counted(set.skipped.count, "row", "rows") + ": " + set.skipped.why + ", first in row " + text_of_count(set.skipped.first_row));
    const std::size_t shown = std::min<std::size_t>(3, loaded.low.size());
    facts.low.assign(loaded.low.begin(), loaded.low.begin() + std::ptrdiff_t(shown));
    facts.high.assign(loaded.high.begin(), loaded.high.begin() + std::ptrdiff_t(shown));
    for (std::size_t axis = 0; axis < shown; ++axis) {
        const double extent = loaded.high[axis] - loaded.low[axis];
        facts.facts.emplace_back(axis < set.axes.size() ? set.axes[axis] : std::to_string(axis),
            text_of_coordinate(loaded.low[axis], extent) + " \u2013 " + text_of_coordinate(loaded.high[axis], extent));
    }
    facts.facts.emplace_back("Format", set.format);
    return facts;
}

std::vector<NeighbourRow> neighbour_rows(const DataSet& set, std::span<const std::int32_t> index, std::span<const float> distance) {
    std::vector<NeighbourRow> rows;
    for (std::size_t rank = 0; rank < index.size() && index[rank] >= 0; ++rank) {
        NeighbourRow row;
        row.rank = int(rank) + 1;
        row.row = index[rank];
        row.file_row = set.file_row(row.row);
        row.distance = double(distance[rank]);
        for (int axis = 0; axis < std::min(3, set.dimension); ++axis) row.coordinates.push_back(set.coordinate(row.row, axis));
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace neighborscope
