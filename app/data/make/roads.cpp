#include "app/data/make/roads.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/make/street_map.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neighborscope {
namespace {

constexpr int most_idle_turns = 64;  // consecutive streets of length 0 before an object waits for a tick: they may form a cycle

/// The position of an object: `along` its way, after `turns` nodes.
struct Object {
    StreetMap::Way way = 0;
    double along = 0;
    std::uint64_t turns = 0;
};

/// The rules by which objects start and move.
class RoadTraffic {
public:
    RoadTraffic(
        std::shared_ptr<const RoadNetwork> network, std::vector<double> origin, std::uint64_t seed, double speed, std::int64_t objects)
        : count(objects), map_(std::move(network)), origin_(std::move(origin)), shift_(1000 * seed), speed_(speed) {}

    const std::int64_t count;  ///< of objects

    Object start(std::uint64_t object) const {
        double along = random_uniform_double(5 + shift_, object) * map_.total_length();
        const std::int64_t edge = map_.edge_at(along);
        const bool backwards = !map_.network().directed && (counter_hash(105 + shift_, object) & 1);
        return {2 * edge + backwards, backwards ? map_.length(2 * edge) - along : along, 0};
    }

    void drive(std::uint64_t number, Object& object) const {
        double left = (1 - random_uniform_double(205 + shift_, number)) * speed_;
        for (int idle = 0; idle < most_idle_turns;) {
            const double length = map_.length(object.way), rest = length - object.along;
            if (left < rest) {
                object.along += left;
                return;
            }
            const StreetMap::Way next = map_.turn(object.way, counter_hash(counter_hash(305 + shift_, number), object.turns));
            if (next < 0) {
                object.along = length;
                return;
            }
            left -= rest;
            ++object.turns;
            object.way = next;
            object.along = 0;
            idle = length > 0 ? 0 : idle + 1;
        }
    }

    /// Writes the position relative to the origin, [2].
    void place(const Object& object, float* position) const {
        const double length = map_.length(object.way), share = length > 0 ? object.along / length : 0;
        const double* from = &map_.network().nodes[2 * std::size_t(map_.tail(object.way))];
        const double* to = &map_.network().nodes[2 * std::size_t(map_.head(object.way))];
        for (std::size_t axis = 0; axis < 2; ++axis) position[axis] = float(from[axis] + (to[axis] - from[axis]) * share - origin_[axis]);
    }

    /// Returns the extent of the streets relative to the origin, with a margin for rounded positions.
    std::vector<float> extent(const Progress&) const {
        std::vector<float> extent{INFINITY, INFINITY, -INFINITY, -INFINITY};
        const std::vector<double>& nodes = map_.network().nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const float at = float(nodes[i] - origin_[i % 2]);
            extent[i % 2] = std::min(extent[i % 2], std::nextafter(at, -INFINITY));
            extent[2 + i % 2] = std::max(extent[2 + i % 2], std::nextafter(at, INFINITY));
        }
        return extent;
    }

private:
    StreetMap map_;
    std::vector<double> origin_;
    std::uint64_t shift_;
    double speed_;
};

class RoadCursor : public TickCursor {
public:
    RoadCursor(std::shared_ptr<const RoadTraffic> traffic, const Progress& progress)
        : traffic_(std::move(traffic)), objects_(std::size_t(traffic_->count)) {
        for_each_object(traffic_->count, {{}, progress.stop}, [&](std::size_t i) { objects_[i] = traffic_->start(i); });
    }
    bool next(std::span<float> coordinates, const Progress& progress) override {
        for_each_object(std::int64_t(objects_.size()), {{}, progress.stop}, [&](std::size_t i) {
            traffic_->drive(i, objects_[i]);
            traffic_->place(objects_[i], &coordinates[2 * i]);
        });
        return true;
    }

private:
    std::shared_ptr<const RoadTraffic> traffic_;
    std::vector<Object> objects_;
};

/// Returns the network with positions in metres east and north of its middle: an equirectangular projection of a sphere with the Earth's
/// mean radius, exact at the middle.
std::shared_ptr<const RoadNetwork> on_the_ground(const RoadNetwork& network) {
    constexpr double metres_per_degree = 6371008.8 * std::numbers::pi / 180;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        low[i % 2] = std::min(low[i % 2], network.nodes[i]);
        high[i % 2] = std::max(high[i % 2], network.nodes[i]);
    }
    const double lon = (low[0] + high[0]) / 2, lat = (low[1] + high[1]) / 2;
    const double east = metres_per_degree * std::cos(lat * std::numbers::pi / 180);
    auto result = std::make_shared<RoadNetwork>(network);
    for (std::size_t i = 0; i < result->nodes.size(); i += 2) {
        result->nodes[i] = (network.nodes[i] - lon) * east;
        result->nodes[i + 1] = (network.nodes[i + 1] - lat) * metres_per_degree;
    }
    return result;
}

double total_length(const RoadNetwork& network) {
    double total = 0;
    for (const RoadNetwork::Edge& edge : network.edges) total += edge.length;
    return total;
}

}  // namespace

void make_roads(const GeneratorParameters& p, DataSet& data, const Progress& progress) {
    DataSet streets = load_data(p.network, {}, Progress{{}, progress.stop});
    if (!streets.network || streets.network->edges.empty())
        throw Error(Failure::usage, "roads: " + p.network + " has no streets to drive on",
            "name a .cnode file with its .cedge beside it, a .gr file with its .co, or sample:streets");
    const double total = total_length(*streets.network);
    if (!(total > 0 && total <= 1e300))
        throw Error(Failure::input, p.network + ": the lengths of all streets together are " + (total > 0 ? "beyond reason" : "0"),
            "give the edges lengths");
    const double speed = p.speed.value_or(total / double(streets.network->edges.size()));
    if (speed > total)
        throw Error(Failure::usage, "roads: the speed is more than all streets of " + p.network + " together a tick",
            "choose speed=" + std::to_string(std::int64_t(total)) + " or less");
    const bool degrees = streets.axes == std::vector<std::string>{"lon", "lat"};
    if (p.metres && !degrees)
        throw Error(Failure::usage, "roads: " + p.network + " is not in degrees, so that metres are unknown", "leave units=metres out");

    data.network = p.metres ? on_the_ground(*streets.network) : streets.network;
    data.axes = p.metres ? std::vector<std::string>{"easting", "northing"} : streets.axes;
    data.origin = p.metres ? std::vector<double>{0, 0} : streets.origin;
    data.credit = streets.credit.empty() ? "made by the program on the streets of " + p.network : streets.credit;
    const auto traffic = std::make_shared<const RoadTraffic>(data.network, data.origin, p.seed, speed, p.n);
    data.motion = std::make_shared<const MotionBy<RoadTraffic, RoadCursor>>(traffic);
    resize_large(data.coordinates, std::size_t(p.n) * 2, progress);
    for_each_object(p.n, progress, [&](std::size_t i) { traffic->place(traffic->start(i), &data.coordinates[2 * i]); });
}

}  // namespace neighborscope
