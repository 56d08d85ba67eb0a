#include "app/data/files/memory.hpp"
#include "app/data/make/generator.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/points/extent.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr std::string_view vectors = "vectors:";

}  // namespace

std::vector<float> random_queries(const DataSet& data, std::int64_t n) {
    if (n < 0) throw Error(Failure::usage, "the number of random queries is negative: " + std::to_string(n), "ask for 1 or more");
    if (n == 0 || data.dimension < 1) return {};
    const std::size_t dimension = std::size_t(data.dimension), values = std::size_t(n) * dimension;
    require_memory(double(n) * data.dimension * sizeof(float), std::to_string(n) + " random queries", "ask for fewer");
    std::vector<float> queries(values);
    if (data.format == "generator" && data.source.starts_with(vectors)) {
        const GeneratorParameters p = parse_parameters(*find_generator("vectors"), std::string_view(data.source).substr(vectors.size()));
        for (std::size_t e = 0; e < values; ++e) queries[e] = random_uniform_float(2 + 1000 * p.seed, e);
        return queries;
    }
    if (data.count() == 0)
        throw Error(Failure::usage, "random queries are placed within the data's box, and there are no points", "load points first");
    const auto [low, high] = extent_of(data);
    for (std::size_t e = 0; e < values; ++e) {
        const std::size_t j = e % dimension;
        // In float64: the width of the box may exceed float32, a position within it never does.
        queries[e] = float(double(low[j]) + double(random_uniform_float(2, e)) * (double(high[j]) - double(low[j])));
    }
    return queries;
}

}  // namespace neighborscope
