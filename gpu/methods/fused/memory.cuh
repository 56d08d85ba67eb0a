// The device memory of a batch.
#pragma once
#include "gpu/methods/fused/plan.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

/// Memory that is kept between calls.
struct Memory {
    Scratch<Rounded> batch_queries;
    Scratch<QueryBound> bounds;
    Scratch<float> thresholds, maxima;
    Scratch<double> squares;
    Scratch<Candidate> segments, lists;
    Scratch<int> counts, lengths;

    /// Calls f(scratch, elements, purpose) for each. `width` is that of rounded rows.
    template <class Self, class F>
    static void each(Self& self, const Plan& plan, int width, F f) {
        const auto queries = std::size_t(plan.queries), padded = std::size_t(plan.padded);
        f(self.batch_queries, padded * std::size_t(width), "fused: rounded queries");
        f(self.bounds, padded, "fused: bounds of the queries");
        f(self.thresholds, padded, "fused: thresholds");
        f(self.squares, padded, "fused: squares of the queries");
        f(self.maxima, padded * std::size_t(plan.groups()), "fused: greatest values of groups");
        f(self.segments, queries * plan.segment(), "fused: candidates of the chunks");
        f(self.counts, padded * std::size_t(plan.chunks), "fused: numbers of candidates");
        f(self.lists, queries * std::size_t(plan.list_room), "fused: candidates");
        f(self.lengths, queries, "fused: numbers of candidates");
    }

    /// Bytes to allocate beyond those already held.
    std::size_t more_for(const Plan& plan, int width) const {
        std::size_t bytes = 0;
        each(*this, plan, width, [&](const auto& scratch, std::size_t size, const char*) { bytes += scratch.more_for(size); });
        return bytes;
    }
    /// The addresses of the buffers.
    std::array<const void*, 9> places() const {
        std::array<const void*, 9> all{};
        std::size_t next = 0;
        each(*this, Plan{}, 0, [&](const auto& scratch, std::size_t, const char*) { all.at(next++) = scratch.data(); });
        return all;
    }
    void at_least(Stream& stream, const Plan& plan, int width) {
        each(*this, plan, width, [&](auto& scratch, std::size_t size, const char* what_for) { scratch.at_least(stream, size, what_for); });
    }
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
