// A road network as those see it who drive on it: at every node, the ways on.
#pragma once
#include "app/data/points/road_network.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace neighborscope {

/// Way 2 e is edge e from `from` to `to`, way 2 e + 1 the same back; a directed network has only the first. Immutable.
class StreetMap {
public:
    using Way = std::int64_t;

    explicit StreetMap(std::shared_ptr<const RoadNetwork>);

    const RoadNetwork& network() const { return *network_; }
    double length(Way way) const { return edge(way).length; }
    std::int32_t tail(Way way) const { return way % 2 ? edge(way).to : edge(way).from; }
    std::int32_t head(Way way) const { return way % 2 ? edge(way).from : edge(way).to; }

    double total_length() const { return cumulative_length_.back(); }
    /// The edge that lies `along` the lengths of all edges in their order, one that has a length; `along` becomes the way along it.
    std::int64_t edge_at(double& along) const;
    /// Which way on from the end of `way`: number `random` mod m of the m there are; -1 when there is none. Not back by the way it came,
    /// and not where every way ends, as long as there is another.
    Way turn(Way way, std::uint64_t random) const;

private:
    const RoadNetwork::Edge& edge(Way way) const { return network_->edges[std::size_t(way / 2)]; }
    bool is_back(Way way, Way next) const;
    void find_dead_ends();
    /// The ways by a node of theirs, in the order of the edges: those of node i are [first[i], first[i + 1]).
    template <class NodeOf>
    void group(const NodeOf&, std::vector<std::int64_t>& first, std::vector<Way>& ways) const;

    std::shared_ptr<const RoadNetwork> network_;
    std::vector<double> cumulative_length_;    ///< [edges + 1] sums of lengths
    std::vector<std::int64_t> first_leaving_;  ///< [nodes + 1] into leaving_
    std::vector<Way> leaving_;                 ///< ways that begin at a node, in the order of the edges
    std::vector<bool> ends_;                   ///< [nodes] whether every way from it comes to an end; empty when none does
};

}  // namespace neighborscope
