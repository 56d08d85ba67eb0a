// The oracle's search for some queries, on all cores, where float32 is not precise enough.
#pragma once
#include "gpu/oracle/oracle.hpp"

#include <atomic>
#include <functional>

namespace neighborscope::host::libraries {

/// A query to be answered in double precision. The caller keeps track of which one it is.
struct DoubleQuery {
    const float* position = nullptr;
    std::int64_t exclude = -1;  ///< a row that is not returned, -1 for none
};

/// Calls use(i, its k nearest) for the queries query_at(0 .. count), from any thread. Throws Cancelled when cancellation was requested.
void search_in_double(const HostRows& points, std::int64_t count, int k, Metric, unsigned threads, const std::atomic<bool>* stop,
    const std::function<DoubleQuery(std::int64_t)>& query_at,
    const std::function<void(std::int64_t, const std::vector<TrueNeighbour>&)>& use);

}  // namespace neighborscope::host::libraries
