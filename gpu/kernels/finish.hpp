// The shared last step: a method hands over the k neighbours it chose for each query, unordered, and gets lists.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/distance.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// The names of the last step's two phases, for MethodInfo::phases.
inline constexpr std::string_view exact_distances_phase = "exact distances", order_phase = "order";

/// Where its steps go in a record: the phase and the kind of exact distances; those of `order` follow. Negative: they are not recorded.
struct FinishSteps {
    int phase = -1, kind = -1, iteration = 0;
};
/// The two kinds, in this order: `lines` of the pseudo-code, `structure` is the list that comes out.
inline StepKind exact_distance_step(std::vector<int> lines) {
    return {"exact distance", -1, std::move(lines), "The distance of point {point}, again in double precision: {distance}."};
}
inline StepKind place_step(int structure, std::vector<int> lines) {
    return {"place", structure, std::move(lines), "Point {point} at {distance} is neighbour {size}."};
}

/// Bytes of device memory finish_lists takes for so many queries, beyond `chosen`.
std::size_t finish_bytes(std::int64_t queries, int k);

/// Recomputes the distances of chosen[queries][k] (no_key where there is none) in double precision, as the oracle does, and writes
/// them in order of (distance, index). `scratch` has finish_bytes(queries, k), may be null when that is 0.
void finish_lists(Run&, const Points&, const Queries&, int k, Metric, const Key* chosen, const Lists&, void* scratch, FinishSteps = {});

/// The two floors, in order: rows of the chosen read once, lists written once.
std::array<LowerBound, 2> finish_lower_bounds(std::int64_t queries, int k, int dimension);

/// Threads of a block that finishes lists of k.
unsigned finish_threads(int k, int dimension);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
