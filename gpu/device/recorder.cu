#include "gpu/device/recorder.hpp"
#include "gpu/kernels/ordered.cuh"

#include <tuple>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr unsigned long long nobody = ~0ull;

/// The host's counterpart of gpu/kernels/distance.cuh: the high half of a key is the bits of a distance, reduced unless `is_true`.
float distance_of(unsigned long long key, bool is_true, Metric metric) {
    if (key == nobody) return std::numeric_limits<float>::quiet_NaN();
    const std::uint32_t bits = std::uint32_t(key >> 32);
    if (metric == Metric::inner_product) return rank_value(metric, unordered(bits));
    const float value = std::bit_cast<float>(bits);
    return is_true || metric != Metric::euclidean ? value : float(std::sqrt(double(value)));
}

StepNeighbour neighbour_of(unsigned long long key, bool is_true, Metric metric) {
    return {key == nobody ? -1 : std::int32_t(std::uint32_t(key)), distance_of(key, is_true, metric)};
}

}  // namespace

StepMemory::StepMemory(Stream& stream, Metric metric, std::int64_t steps) : metric_(metric) {
    const std::size_t fit = free_bytes() / 2 / sizeof(RecordedStep), wanted = std::size_t(std::clamp<std::int64_t>(steps, 1, most_steps));
    steps_ = Buffer<RecordedStep>(stream, std::clamp<std::size_t>(fit, 1, wanted), "recorded steps");
    used_ = Buffer<unsigned long long>(stream, 1, "recorded steps");
    used_.zero(stream);
}

Steps StepMemory::fetch(Stream& stream) const {
    std::vector<unsigned long long> used(1);
    used_.to_host(stream, used);
    if (used[0] > steps_.size()) {
        const bool short_of_memory = std::int64_t(steps_.size()) < most_steps;
        throw Error(short_of_memory ? Failure::memory : Failure::usage,
            "this query takes " + std::to_string(used[0]) + " steps, " +
                (short_of_memory ? "memory has room for " : "a record holds at most ") + std::to_string(steps_.size()),
            "record with a smaller k or fewer points");
    }
    std::vector<RecordedStep> recorded(used[0]);
    steps_.to_host(stream, recorded);
    const auto place = [](const RecordedStep& s) {
        return std::tie(s.iteration, s.phase, s.round, s.block, s.actor, s.order, s.entered, s.kind, s.size);
    };
    std::sort(recorded.begin(), recorded.end(), [&](const RecordedStep& a, const RecordedStep& b) { return place(a) < place(b); });
    Steps steps;
    steps.reserve(recorded.size());
    for (const RecordedStep& s : recorded)
        steps.push_back({.iteration = s.iteration,
            .phase = s.phase,
            .kind = s.kind,
            .block = s.block,
            .actor = s.actor,
            .round = s.round,
            .entered = neighbour_of(s.entered, s.true_distances, metric_),
            .left = neighbour_of(s.left, s.true_distances, metric_),
            .bound = distance_of(s.bound, s.true_distances, metric_),
            .size = s.size,
            .source = s.source,
            .quadrant = s.quadrant,
            .nearest = distance_of(s.nearest, s.true_distances, metric_),
            .reach = distance_of(s.reach, s.true_distances, metric_),
            .way = s.way,
            .visit = s.visit});
    return steps;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
