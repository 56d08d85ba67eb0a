#include "app/data/make/street_map.hpp"

#include <algorithm>
#include <iterator>

namespace neighborscope {

template <class NodeOf>
void StreetMap::group(const NodeOf& node_of, std::vector<std::int64_t>& first, std::vector<Way>& ways) const {
    const Way all = 2 * Way(network_->edges.size()), step = network_->directed ? 2 : 1;
    first.assign(std::size_t(network_->node_count()) + 1, 0);
    for (Way way = 0; way < all; way += step) ++first[std::size_t(node_of(way)) + 1];
    for (std::size_t node = 1; node < first.size(); ++node) first[node] += first[node - 1];
    ways.resize(std::size_t(first.back()));
    std::vector<std::int64_t> next(first.begin(), first.end() - 1);
    for (Way way = 0; way < all; way += step) ways[std::size_t(next[std::size_t(node_of(way))]++)] = way;
}

StreetMap::StreetMap(std::shared_ptr<const RoadNetwork> network) : network_(std::move(network)) {
    cumulative_length_.reserve(network_->edges.size() + 1);
    cumulative_length_.push_back(0);
    for (const RoadNetwork::Edge& edge : network_->edges) cumulative_length_.push_back(cumulative_length_.back() + edge.length);

    group([this](Way way) { return tail(way); }, first_leaving_, leaving_);
    if (network_->directed) find_dead_ends();
}

/// Removes nodes without a way out, then nodes whose ways all lead to removed ones, and so on.
void StreetMap::find_dead_ends() {
    const std::size_t nodes = std::size_t(network_->node_count());
    std::vector<std::int64_t> first_arriving, ways_out(nodes);
    std::vector<Way> arriving;
    group([this](Way way) { return head(way); }, first_arriving, arriving);
    std::vector<std::size_t> ended;
    for (std::size_t node = 0; node < nodes; ++node) {
        ways_out[node] = first_leaving_[node + 1] - first_leaving_[node];
        if (ways_out[node] == 0) ended.push_back(node);
    }
    if (ended.empty()) return;
    ends_.assign(nodes, false);
    while (!ended.empty()) {
        const std::size_t node = ended.back();
        ended.pop_back();
        ends_[node] = true;
        for (std::int64_t i = first_arriving[node]; i < first_arriving[node + 1]; ++i) {
            const std::size_t before = std::size_t(tail(arriving[std::size_t(i)]));
            if (--ways_out[before] == 0) ended.push_back(before);
        }
    }
}

std::int64_t StreetMap::edge_at(double& along) const {
    auto after = std::upper_bound(cumulative_length_.begin() + 1, cumulative_length_.end(), along);
    if (after == cumulative_length_.end())
        after = std::lower_bound(cumulative_length_.begin() + 1, cumulative_length_.end(), total_length());  // the last with a length
    const std::int64_t edge = std::distance(cumulative_length_.begin(), after) - 1;
    along = std::clamp(along - cumulative_length_[std::size_t(edge)], 0.0, network_->edges[std::size_t(edge)].length);
    return edge;
}

bool StreetMap::is_back(Way way, Way next) const { return network_->directed ? head(next) == tail(way) : next == (way ^ 1); }

StreetMap::Way StreetMap::turn(Way way, std::uint64_t random) const {
    const std::size_t node = std::size_t(head(way));
    const Way* first = leaving_.data() + first_leaving_[node];
    const Way* last = leaving_.data() + first_leaving_[node + 1];
    const auto choose = [&](const auto& may) -> Way {
        const std::uint64_t count = std::uint64_t(std::count_if(first, last, may));
        if (count == 0) return -1;
        std::uint64_t number = random % count;
        return *std::find_if(first, last, [&](Way next) { return may(next) && number-- == 0; });
    };
    const auto goes_on = [&](Way next) { return ends_.empty() || !ends_[std::size_t(head(next))]; };
    if (const Way next = choose([&](Way w) { return goes_on(w) && !is_back(way, w); }); next >= 0) return next;
    if (const Way next = choose(goes_on); next >= 0) return next;
    if (const Way next = choose([&](Way w) { return !is_back(way, w); }); next >= 0) return next;
    return choose([](Way) { return true; });
}

}  // namespace neighborscope
