// When the index of moving objects is rebuilt (Lettich et al., section 4.1.1): when the computations of the last tick exceed those of
// the ticks before it by a factor. Computations are distances and tests of quadrants.
#pragma once
#include "gpu/knn.hpp"
#include "gpu/methods/quadtree/batch.hpp"

#include <array>
#include <cmath>
#include <deque>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

/// Computations are summed into so many counters, to reduce contention of threads.
inline constexpr unsigned work_counters = 1024;

/// Passed to `navigate` when only its tests of quadrants are counted.
struct QuadrantTestCounter {
    static constexpr bool on = true;
    unsigned long long* work;  ///< [work_counters]
    __device__ void add(int slot, long long by) const {
        if (slot == slot_quadrants_tested)
            atomicAdd(work + (blockIdx.x * blockDim.x + threadIdx.x) % work_counters, static_cast<unsigned long long>(by));
    }
    __device__ bool records() const { return false; }
    __device__ void step(const RecordedStep&) const {}
};

enum class Rebuild { always, never, policy };

/// In the paper every object is a query at every tick. Here a tick may have fewer queries, or several searches: the policy compares
/// computations per query. A search with another k or metric starts a new history.
class RebuildPolicy {
public:
    /// Reads the options `rebuild`, `rebuild-factor` and `rebuild-window`.
    explicit RebuildPolicy(const Options& options)
        : when_(options.get<std::string>("rebuild") == "always"  ? Rebuild::always
                : options.get<std::string>("rebuild") == "never" ? Rebuild::never
                                                                 : Rebuild::policy),
          factor_(options.get<double>("rebuild-factor")),
          window_(std::size_t(options.get<std::int64_t>("rebuild-window"))) {}

    bool always() const { return when_ == Rebuild::always; }
    /// Whether computations must be counted.
    bool counts() const { return when_ == Rebuild::policy; }

    void add(double computations, const Problem& problem) {
        if (problem.k != k_ || problem.metric != metric_) reset_history();
        k_ = problem.k;
        metric_ = problem.metric;
        computations_ += computations;
        queries_ += double(problem.queries);
    }

    /// Ends a tick. Returns why the index must be rebuilt; empty: keep it.
    std::string next_tick() {
        if (when_ == Rebuild::always) return "rebuild=always";
        compared_ = {};
        if (!counts() || queries_ == 0) return {};
        const double last = computations_ / queries_, usual = median();
        computations_ = queries_ = 0;
        const bool exceeds = !past_computations_.empty() && last > factor_ * usual;
        if (!past_computations_.empty()) compared_ = {last, usual, factor_ * usual};
        past_computations_.push_back(last);
        if (past_computations_.size() > window_) past_computations_.pop_front();
        return exceeds ? rounded_text(last) + " computations per query in the last tick, usually " + rounded_text(usual) : std::string();
    }

    /// Computations per query compared by the last next_tick(), in the order of IndexUpdate.
    const std::array<double, 3>& compared() const { return compared_; }

    /// Forgets the history, after a rebuild: earlier costs no longer predict later ones.
    void reset_history() {
        past_computations_.clear();
        computations_ = queries_ = 0;
    }

private:
    double median() const {
        std::vector<double> values(past_computations_.begin(), past_computations_.end());
        std::sort(values.begin(), values.end());
        const std::size_t half = values.size() / 2;
        return values.empty() ? 0 : values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
    }
    static std::string rounded_text(double value) { return std::to_string(std::llround(value)); }

    Rebuild when_;
    double factor_;
    std::size_t window_;
    std::deque<double> past_computations_;  ///< computations per query, the last tick's last
    double computations_ = 0, queries_ = 0;
    std::array<double, 3> compared_{};
    int k_ = 0;
    Metric metric_ = Metric::euclidean;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
