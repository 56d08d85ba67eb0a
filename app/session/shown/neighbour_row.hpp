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
    bool settled = false;     ///< it is the answer's at this rank: nothing still to come is before it
    int visit = 0, way = -1;  ///< of the leaf that it came from, in a tree: which visit, from 1; 0 left, 1 right, -1 the query's own

    // Of a true neighbour that the list lacks: `rank` is the one that it should have.
    bool missed = false;
    WhyMissed why;  ///< as far as its method can tell
};

/// What another metric, method, option or k, or points changed by hand, have changed in the list of a query that stayed where it is, or on
/// its point; of a drag, what all of it has.
struct ListChanges {
    std::string by;                    ///< "k changed from 16 to 32"
    std::vector<int> entered;          ///< ranks, ascending
    std::vector<NeighbourRow> left;    ///< with rank and distance as they were
    std::vector<ChangedPoint> points;  ///< changed by hand
    LeafChanges leaves;                ///< of the method's tree
    std::string text() const;          ///< "k changed from 16 to 8: none entered, 8 left; leaf 41 split into 4 (now 41 – 44)"
};

}  // namespace neighborscope
