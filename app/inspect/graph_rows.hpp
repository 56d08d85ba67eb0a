// What the graph of an index says about single rows: levels, the links that lead to a row, and whether a search can reach it.
#pragma once
#include "gpu/index/stored_index.hpp"
#include "gpu/progress.hpp"

#include <memory>
#include <vector>

namespace neighborscope::inspect {

struct GraphRows {
    std::shared_ptr<const stored::StoredIndex> index;
    std::vector<std::vector<std::int32_t>> on_level;  ///< [levels] rows on a level, ascending; level 0 has all rows, and none are listed
    std::vector<std::int64_t> begin;                  ///< [rows + 1] places in `sources`
    std::vector<std::int32_t> sources;      ///< rows whose links at level 0 lead to a row, ascending; empty when memory is too short
    std::vector<std::int32_t> unreachable;  ///< rows that no search finds: no links lead to them from the entry, ascending
    std::int64_t hub_links = 0;             ///< a row is a hub if at least so many links lead to it: one of 100 rows, or fewer

    int top_level() const { return int(on_level.size()) - 1; }
    int level_of(std::int64_t row) const { return index->links->level(row); }
    std::int64_t links_out(std::int64_t row, int level = 0) const { return index->links->of(row, level).count(); }
    std::int64_t links_in(std::int64_t row) const { return begin[std::size_t(row) + 1] - begin[std::size_t(row)]; }  ///< at level 0
    bool is_reachable(std::int64_t row) const;
    /// The rows whose links at a level lead to this row. Above level 0 all rows of the level are looked through.
    std::vector<std::int32_t> leading_to(std::int64_t row, int level) const;
    /// The number of rows on a level.
    std::int64_t rows_on(int level) const { return level == 0 ? index->rows : std::int64_t(on_level[std::size_t(level)].size()); }
};

/// Looks at every link. Null for an index without a graph.
std::shared_ptr<const GraphRows> graph_rows(std::shared_ptr<const stored::StoredIndex>, const Progress& = {});

/// A link between two rows, as a picture draws it.
struct DrawnLink {
    std::int32_t from = -1, to = -1;
    bool one_way = false;  ///< `to` does not link back
};
/// The links of these rows at a level, each pair of rows once; without `rows`, of all rows on it. A row links to itself in no picture.
std::vector<DrawnLink> drawn_links(const GraphRows&, int level, const std::vector<std::int32_t>* rows = nullptr);

}  // namespace neighborscope::inspect
