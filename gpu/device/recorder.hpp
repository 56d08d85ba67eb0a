// The recorder for Measure::steps: kernels write steps in any order, and fetching sorts them for display. It is part of a kernel's
// `Counting` argument (run.hpp), so that only kernels that count record steps; the plain kernels contain neither.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// A Step (gpu/record/record.hpp) as a kernel writes it: neighbours and the bound are keys (gpu/kernels/distance.cuh), all bits set if
/// missing. All values must depend on the data alone, never on the order in which threads ran.
struct RecordedStep {
    int iteration = 0, phase = 0, kind = 0, block = -1, actor = -1;
    std::int64_t round = 0;
    int order = 0;  ///< among the actor's steps of one round; ties: the nearer entry comes first
    unsigned long long entered = ~0ull, left = ~0ull, bound = ~0ull;
    int size = 0, source = -1;
    StepQuadrant quadrant = {};
    unsigned long long nearest = ~0ull, reach = ~0ull;  ///< keys
    int way = -1, visit = 0;
    bool true_distances = false;  ///< the keys hold distances, not reduced ones
};

/// The recorder as a kernel sees it; `steps` is null when nothing is recorded.
struct Recorder {
    RecordedStep* steps = nullptr;
    unsigned long long* used = nullptr;  ///< counts beyond the capacity, so that the error can say how many steps there were
    unsigned long long capacity = 0;

    __device__ void step(const RecordedStep& one) const {
        if (!steps) return;
        const unsigned long long at = atomicAdd(used, 1ull);
        if (at < capacity) steps[at] = one;
    }
};

/// The recorder's memory: for as many steps as a query can take, at most `most_steps`, and at most half of the free memory.
class StepMemory {
public:
    /// `metric` turns reduced distances into distances.
    StepMemory(Stream&, Metric metric, std::int64_t steps);

    Recorder recorder() const { return {steps_.data(), used_.data(), steps_.size()}; }
    /// Waits, then copies all steps to the host, in order. Usage Error with both numbers if there were more steps than the memory holds
    /// (memory Error if memory was too small).
    Steps fetch(Stream&) const;

private:
    Buffer<RecordedStep> steps_;
    Buffer<unsigned long long> used_;
    Metric metric_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
