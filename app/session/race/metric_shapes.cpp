#include "app/session/race/metric_shapes.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <vector>

namespace neighborscope {
namespace {

/// The surface of all places at one distance; "": it depends on the place.
std::string shape_of(Metric metric, int dimension) {
    const auto in = [dimension](const char* plane, const char* space, const char* more) {
        return std::string(dimension < 3 ? plane : dimension == 3 ? space : more);
    };
    switch (metric) {
        case Metric::euclidean: return in("a circle", "a sphere", "a hypersphere");
        case Metric::manhattan: return in("a diamond", "an octahedron", "a cross-polytope");
        case Metric::chebyshev: return in("a square", "a cube", "a hypercube");
        default: return {};
    }
}

}  // namespace

std::string metric_shapes(std::span<const SessionState* const> all, int dimension) {
    if (all.empty() || dimension < 2) return {};
    const auto options = [](const SessionState& one) {
        const auto found = one.options.find(one.method);
        return found == one.options.end() ? std::map<std::string, std::string>() : found->second;
    };
    std::vector<Metric> metrics;
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i]->method != all[0]->method || options(*all[i]) != options(*all[0])) return {};
        const std::string shape = shape_of(all[i]->metric, dimension);
        if (shape.empty() || std::find(metrics.begin(), metrics.end(), all[i]->metric) != metrics.end()) continue;
        metrics.push_back(all[i]->metric);
        text += (text.empty() ? "on " : ", on ") + shape + " in " + char('A' + i) + " (" + metric_word(all[i]->metric) + ")";
    }
    return metrics.size() < 2 ? std::string() : "Points at the same distance lie " + text + ".";
}

}  // namespace neighborscope
