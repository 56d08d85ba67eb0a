// The last step of methods that are libraries of the host: the same two phases as finish_lists (gpu/kernels/finish.hpp) and the
// same result, in plain loops instead of a kernel, because a fiber a thread would cost more than the search.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/finish.cuh"

#include <functional>

namespace neighborscope::host::libraries {

/// "exact distances": candidates[queries][width], as index_at(query, i) names them (-1: none), get their distances in double
/// precision with the oracle's arithmetic.
void exact_distances(Run&, const Points&, const Queries&, int width, Metric, const std::function<std::int32_t(std::int64_t, int)>& index_at,
    Exact* candidates, unsigned threads, const std::atomic<bool>* stop);

/// "order": sorts candidates[queries][width] by (distance, index), those that are not there last, then calls use(query, its candidates).
void order(Run&, std::int64_t queries, int width, int k, Exact* candidates, unsigned threads, const std::atomic<bool>* stop,
    const std::function<void(std::int64_t query, const Exact* sorted)>& use);

/// The first k of sorted[width] into list `at`; what is not there as -1 and NaN.
void write_list(const Lists&, std::int64_t at, int k, const Exact* sorted, int width);

}  // namespace neighborscope::host::libraries
