// The last step of methods that are libraries of the host: the same two phases and the same result as finish_lists
// (gpu/kernels/finish.hpp), in plain loops instead of a kernel, because one fiber per thread would cost more than the search.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/finish.cuh"

#include <functional>

namespace neighborscope::host::libraries {

/// "exact distances": computes the distances of candidates[queries][width], whose rows are index_at(query, i) (-1: none), in double
/// precision with the oracle's arithmetic.
void exact_distances(Run&, const Points&, const Queries&, int width, Metric, const std::function<std::int32_t(std::int64_t, int)>& index_at,
    Exact* candidates, unsigned threads, const std::atomic<bool>* stop);

/// "order": sorts candidates[queries][width] by (distance, index), missing ones last, then calls use(query, its candidates).
void order(Run&, std::int64_t queries, int width, int k, Exact* candidates, unsigned threads, const std::atomic<bool>* stop,
    const std::function<void(std::int64_t query, const Exact* sorted)>& use);

/// Writes the first k of sorted[width] into list `at`, missing ones as -1 and NaN.
void write_list(const Lists&, std::int64_t at, int k, const Exact* sorted, int width);

}  // namespace neighborscope::host::libraries
