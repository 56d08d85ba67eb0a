// The structure of a graph, and what can be wrong with it.
#pragma once
#include "gpu/index/stored_index.hpp"
#include "gpu/progress.hpp"

#include <vector>

namespace neighborscope::inspect {

/// Links of one level.
struct LevelShape {
    std::int64_t rows = 0, links = 0;
    std::vector<std::int64_t> degrees;  ///< how many rows have 0, 1, 2.. links
    double mean_degree() const { return rows > 0 ? double(links) / double(rows) : 0; }
};

struct Hub {
    std::int32_t row = -1;
    std::int64_t links = 0;  ///< that lead to it
};

struct GraphHealth {
    std::vector<LevelShape> levels;  ///< from 0
    // Of level 0:
    std::vector<std::int64_t> in_degrees;  ///< how many rows have 0, 1, 2.. links that lead to them; the last: as many or more
    std::vector<std::int32_t> in_degree;   ///< [rows] links that lead to each
    std::int64_t most_in_degree = 0;
    std::vector<Hub> hubs;     ///< the rows most links lead to, five at most
    std::int64_t one_way = 0;  ///< links whose row does not link back
    std::int64_t self_links = 0, repeated_links = 0;
    std::int64_t components = 0, largest_component = 0;  ///< rows joined by links of any direction
    std::vector<std::int32_t> apart;                     ///< rows outside of the largest component, ascending
    std::vector<std::int32_t> unreachable;               ///< rows that no search finds: no links lead to them from the entry, ascending
    std::int64_t misplaced_links = 0;                    ///< above level 0, to rows that are not on that level
};
constexpr int greatest_in_degree_bin = 256;

/// Looks at every link. Only for an index with a graph. `progress` once per thousand rows.
GraphHealth graph_health(const stored::StoredIndex&, const Progress& = {});

}  // namespace neighborscope::inspect
