// Explains why a query needs more work than others, by the points and leaves around it.
#pragma once
#include "app/session/shown/tree_facts.hpp"
#include "gpu/knn.hpp"
#include "gpu/oracle/oracle.hpp"
#include "gpu/progress.hpp"
#include "gpu/record/record.hpp"

#include <string>

namespace neighborscope {

struct CostlyQuery {
    std::int64_t row = -1;  ///< the point that is the query
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;
    double kth = 0;         ///< distance of its k-th neighbour
    QueryWork work = {};    ///< work of its search; zeros: not known
    bool together = false;  ///< the search visits every leaf that any query of its warp needs
};

/// One or two sentences with numbers: the k-th distance compared with the median of all points or of a fixed sample, the leaves within that
/// distance, the points in the query's leaf, and points at its position. "": it has no neighbour.
std::string explain_costly_query(const HostRows& points, const RecordedTree& leaves, const CostlyQuery&, const Progress& = {});

/// A sentence about the costliest query: "Of 400 queries, one at each point, the query at row 12 needs the most distances: ...".
/// `by_leaves`: it is the one that visits the most leaves; `together`: as in CostlyQuery.
std::string explain_costliest_query(const TreeWork& all, const QueryWork& own, std::int64_t file_row, bool by_leaves, bool together);

}  // namespace neighborscope
