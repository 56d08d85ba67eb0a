// The last step, which methods share: turns the k neighbours chosen for each query, unordered, into lists.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/distance.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// The names of the last step's two phases, for MethodInfo::phases.
inline constexpr std::string_view exact_distances_phase = "exact distances", order_phase = "order";

/// Where its steps go in a record: the phase and kind of exact distances; those of `order` follow. Negative: not recorded.
struct FinishSteps {
    int phase = -1, kind = -1, iteration = 0;
};
/// The two kinds, in this order. `lines` are those of the pseudo-code, `structure` is the resulting list.
inline StepKind exact_distance_step(std::vector<int> lines) {
    return {"exact distance", -1, std::move(lines), "The distance of point {point}, again in double precision: {distance}."};
}
inline StepKind place_step(int structure, std::vector<int> lines) {
    return {"place", structure, std::move(lines), "Point {point} at {distance} is neighbour {size}."};
}

/// Bytes of device memory that finish_lists needs for so many queries, beyond `chosen`.
std::size_t finish_bytes(std::int64_t queries, int k);

/// Recomputes the distances of chosen[queries][k] (no_key for a missing one) in double precision, as the oracle does, and writes
/// them in order of (distance, index). `scratch` has finish_bytes(queries, k) bytes, and may be null if that is 0.
void finish_lists(Run&, const Points&, const Queries&, int k, Metric, const Key* chosen, const Lists&, void* scratch, FinishSteps = {});

/// The two lower bounds, in order: rows of the chosen are read once, lists are written once.
std::array<LowerBound, 2> finish_lower_bounds(std::int64_t queries, int k, int dimension);

/// Threads of a block that finishes lists of k.
unsigned finish_threads(int k, int dimension);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
