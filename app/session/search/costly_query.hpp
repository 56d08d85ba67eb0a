// Why a query needs more work than others, from the points and leaves around it.
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
    double kth = 0;         ///< distance of its last neighbour
    QueryWork work = {};    ///< the work of its search; zeros: not known
    bool together = false;  ///< the search visits what any query of its warp needs
};

/// One or two sentences with numbers: how far its k-th neighbour lies against the median of all or of a sample, the same in every run,
/// the leaves within that distance, the points in its own leaf, and points at the same place. "": it has no neighbour.
std::string explain_costly_query(const HostRows& points, const RecordedTree& leaves, const CostlyQuery&, const Progress& = {});

/// The query that needs the most work, in words: "Of 400 queries, one at each point, the query at row 12 needs the most distances: ...".
/// `by_leaves`: it visits the most leaves; `together`: as CostlyQuery.
std::string explain_costliest_query(const TreeWork& all, const QueryWork& own, std::int64_t file_row, bool by_leaves, bool together);

}  // namespace neighborscope
