// The recorder behind Measure::steps: kernels write steps as they happen, in any order; fetched, they are in the order people see.
// A kernel has it inside its `Counting` argument (run.hpp), so that steps come from the kernels that count, and the plain kernels
// know nothing of either.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// A Step (gpu/record/record.hpp) as a kernel writes it: neighbours and the bound are keys (gpu/kernels/distance.cuh), all bits set
/// where there is none. Everything in it must depend on the data alone, never on which thread came first.
struct RecordedStep {
    int iteration = 0, phase = 0, kind = 0, block = -1, actor = -1;
    std::int64_t round = 0;
    int order = 0;  ///< among the actor's steps of one round; where that is equal too, the nearer entry comes first
    unsigned long long entered = ~0ull, left = ~0ull, bound = ~0ull;
    int size = 0, source = -1;
    StepQuadrant quadrant = {};
    unsigned long long nearest = ~0ull, reach = ~0ull;  ///< keys, too
    int way = -1, visit = 0;
    bool true_distances = false;  ///< the keys hold distances, not joined terms
};

/// What a kernel gets of it; `steps` is null when nothing is recorded.
struct Recorder {
    RecordedStep* steps = nullptr;
    unsigned long long* used = nullptr;  ///< counts on past the capacity, so that a failure can say by how much
    unsigned long long capacity = 0;

    __device__ void step(const RecordedStep& one) const {
        if (!steps) return;
        const unsigned long long at = atomicAdd(used, 1ull);
        if (at < capacity) steps[at] = one;
    }
};

/// Its memory: for as many steps as a query can take, at most `most_steps`, at most what half of the free memory takes.
class StepMemory {
public:
    /// `metric` turns joined terms into distances.
    StepMemory(Stream&, Metric metric, std::int64_t steps);

    Recorder recorder() const { return {steps_.data(), used_.data(), steps_.size()}; }
    /// Waits, then brings all steps to the host, in order. More steps than there was room for: usage Error with both numbers
    /// (memory Error when memory was short).
    Steps fetch(Stream&) const;

private:
    Buffer<RecordedStep> steps_;
    Buffer<unsigned long long> used_;
    Metric metric_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
