// One neighbour, and what changed in a list of them.
#pragma once
#include "app/session/shown/point_changes.hpp"
#include "app/session/shown/tree_facts.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

struct NeighbourRow {
    int rank = 0;                          ///< from 1
    std::int64_t row = -1, file_row = -1;  ///< of the data set; of the file (shown)
    double distance = 0;
    std::vector<double> coordinates;  ///< true, along the axes of the picture
    std::string title;                ///< what the file calls the point, else its label; may be empty

    // While a search is stepped through.
    bool settled = false;     ///< final: no later point is nearer
    int visit = 0, way = -1;  ///< leaf visit that found it, from 1; direction: 0 left, 1 right, -1 the query's own leaf

    // For a missed true neighbour `rank` is the rank that it should have.
    bool missed = false;
    MissReason why;  ///< as far as its method can tell
};

/// How another metric, method, option or k, or points changed by hand, changed the neighbours of a query that did not move, or stayed on
/// its point. A drag counts as one change.
struct ListChanges {
    std::string by;                    ///< "k changed from 16 to 32"
    std::vector<int> entered;          ///< ranks, ascending
    std::vector<NeighbourRow> left;    ///< with rank and distance as they were
    std::vector<ChangedPoint> points;  ///< changed by hand
    LeafChanges leaves;                ///< of the method's tree
    std::string text() const;          ///< "k changed from 16 to 8: none entered, 8 left; leaf 41 split into 4 (now 41 – 44)"
};

}  // namespace neighborscope
