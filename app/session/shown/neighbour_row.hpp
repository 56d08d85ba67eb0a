// One neighbour of the list, and how the list changed.
#pragma once
#include "app/session/shown/point_changes.hpp"
#include "app/session/shown/tree_facts.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

struct NeighbourRow {
    int rank = 0;                          ///< from 1
    std::int64_t row = -1, file_row = -1;  ///< row in the data set; row in the file, which is shown
    double distance = 0;
    std::vector<double> coordinates;  ///< true, along the axes of the picture
    std::string title;                ///< title of the point, else its label; may be empty
    std::optional<std::int64_t> id;   ///< that an index of another library gives the row

    // While a search is stepped through.
    bool settled = false;     ///< final: no later point is nearer
    int visit = 0, way = -1;  ///< number of the leaf visit that found it, from 1; its direction: 0 left, 1 right, -1 the query's own leaf

    // For a missed true neighbour `rank` is the rank that it should have.
    bool missed = false;
    MissReason why;  ///< if the method can tell

    std::string row_text() const;  ///< "row 1 207"; with an id "row 1 207, id 6046"
};

/// How the list of the same query changed with another metric, method, option or k, or with points changed by hand. A drag is one change.
struct ListChanges {
    std::string by;                    ///< "k changed from 16 to 32"
    std::vector<int> entered;          ///< ranks of new neighbours, ascending
    std::vector<NeighbourRow> left;    ///< neighbours that left, with their former rank and distance
    std::vector<ChangedPoint> points;  ///< points changed by hand
    LeafChanges leaves;                ///< leaves that changed in the method's tree
    std::string text() const;          ///< "k changed from 16 to 8: none entered, 8 left; leaf 41 split into 4 (now 41 – 44)"
};

}  // namespace neighborscope
