// A street network: `roads:` moves objects on it, and the picture draws it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// Nodes joined by edges. Positions are true coordinates; lengths have the unit of the file.
struct RoadNetwork {
    struct Edge {
        std::int32_t from = 0, to = 0;  ///< rows of `nodes`
        double length = 0;              ///< as in the file, not negative
    };
    std::string name;           ///< of the file
    std::vector<double> nodes;  ///< [nodes][2]
    std::vector<Edge> edges;
    bool directed = false;  ///< an edge is passable from `from` to `to` only (DIMACS); else both ways (Utah)

    std::int64_t node_count() const { return std::int64_t(nodes.size() / 2); }
};

}  // namespace neighborscope
