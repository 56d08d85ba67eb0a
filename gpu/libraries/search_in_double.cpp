#include "gpu/libraries/search_in_double.hpp"

#include "gpu/libraries/in_parallel.hpp"

namespace neighborscope::host::libraries {

void search_in_double(const HostRows& points, std::int64_t count, int k, Metric metric, unsigned threads, const std::atomic<bool>* stop,
    const std::function<DoubleQuery(std::int64_t)>& query_at,
    const std::function<void(std::int64_t, const std::vector<TrueNeighbour>&)>& use) {
    in_parallel(count, 1, threads, stop, [&](std::int64_t i, std::int64_t) {
        const DoubleQuery query = query_at(i);
        use(i, exhaustive_search_in_blocks(points, query.position, k, metric, query.exclude, {{}, stop}));
    });
}

}  // namespace neighborscope::host::libraries
