// Why a query takes more than others, read off the points and the leaves around it.
#pragma once
#include "app/session/shown/tree_facts.hpp"
#include "gpu/knn.hpp"
#include "gpu/oracle/oracle.hpp"
#include "gpu/progress.hpp"
#include "gpu/record/record.hpp"

#include <string>

namespace neighborscope {

struct CostlyQuery {
    std::int64_t row = -1;  ///< the point that asks
    int k = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;
    double kth = 0;         ///< distance of its last neighbour
    QueryWork work = {};    ///< what its search took; zeros: not known
    bool together = false;  ///< the search visits what any query of its warp needs
};

/// One or two sentences with numbers: how far its k-th neighbour lies against the median of all or of a sample, the same in every run,
/// what its circle reaches into, what its own leaf holds, and points that lie on it. "" where it has no neighbour.
std::string told_of_costly_query(const HostRows& points, const RecordedTree& leaves, const CostlyQuery&, const Progress& = {});

/// The query that takes the most of all, in words: "Of 400 queries, one at each point, the query at row 12 needs the most distances: ...".
/// `by_leaves`: it visits the most leaves; `together`: as CostlyQuery.
std::string told_of_costliest(const TreeWork& all, const QueryWork& own, std::int64_t file_row, bool by_leaves, bool together);

}  // namespace neighborscope
