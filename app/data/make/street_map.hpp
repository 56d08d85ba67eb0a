// A road network for moving objects: the ways that leave each node.
#pragma once
#include "app/data/points/road_network.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace neighborscope {

/// Way 2 e is edge e from `from` to `to`, way 2 e + 1 its reverse; a directed network has only the first. Immutable.
class StreetMap {
public:
    using Way = std::int64_t;

    explicit StreetMap(std::shared_ptr<const RoadNetwork>);

    const RoadNetwork& network() const { return *network_; }
    double length(Way way) const { return edge(way).length; }
    std::int32_t tail(Way way) const { return way % 2 ? edge(way).to : edge(way).from; }
    std::int32_t head(Way way) const { return way % 2 ? edge(way).from : edge(way).to; }

    double total_length() const { return cumulative_length_.back(); }
    /// Returns the edge at distance `along` in the concatenation of all edges; it has a length. Sets `along` to the distance within it.
    std::int64_t edge_at(double& along) const;
    /// Returns a way that leaves the end of `way`: number `random` mod m of the m possible ones; -1 if there is none. Excludes the reverse
    /// of `way` and ways into dead ends if there is another.
    Way turn(Way way, std::uint64_t random) const;

private:
    const RoadNetwork::Edge& edge(Way way) const { return network_->edges[std::size_t(way / 2)]; }
    bool is_back(Way way, Way next) const;
    void find_dead_ends();
    /// The ways that leave (or enter) each node, in the order of the edges: those of node i are [first[i], first[i + 1]).
    template <class NodeOf>
    void group(const NodeOf&, std::vector<std::int64_t>& first, std::vector<Way>& ways) const;

    std::shared_ptr<const RoadNetwork> network_;
    std::vector<double> cumulative_length_;    ///< [edges + 1] sums of lengths
    std::vector<std::int64_t> first_leaving_;  ///< [nodes + 1] indices into leaving_
    std::vector<Way> leaving_;                 ///< ways that begin at a node, in the order of the edges
    std::vector<bool> ends_;                   ///< [nodes] whether every way from the node ends; empty if none does
};

}  // namespace neighborscope
