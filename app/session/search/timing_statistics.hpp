// Medians and percentiles of the last runs with equal settings.
#pragma once
#include "app/measure/builds.hpp"
#include "app/measure/medians.hpp"
#include "app/session/shown/view_model.hpp"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace neighborscope {

/// Collects reports of runs with equal data, method, options, k, metric and device. The first run of each measure is a warm-up and left
/// out, unless it took a second or more. Runs of both measures share one window, the last 200, so that phases and totals are of the same
/// period.
class TimingStatistics {
public:
    static constexpr std::size_t max_runs = 200;  ///< of both measures together
    static constexpr double max_warm_up_milliseconds = 1000;

    /// Forgets all runs.
    void reset();
    /// Adds a run. `idle`: it is a repetition in idle time. Each answer replaces one idle run of its measure, since an idle machine has
    /// other cache contents and clock rates than one whose query moves. `place`: SearchRequest::place; runs of forgotten places are left
    /// out.
    void add(const Report&, Measure, bool idle = false, std::uint64_t place = 0);
    /// Forgets runs of earlier queries, now and later. True if there were any.
    bool forget_before(std::uint64_t place);
    /// Sets the counters of the shown answer; empty: not counted yet.
    void counted(std::vector<Counter> counters) { counters_ = std::move(counters); }
    /// Sets the build times of the index.
    void built(BuildTimes build) { build_ = std::move(build); }
    Timings summary() const;

private:
    struct Run {
        Measure measure = Measure::total;
        bool idle = false;
        std::uint64_t place = 0;
        double total = 0;  ///< milliseconds, for Measure::total
        std::vector<PhaseTime> phases;
    };
    bool warmed_total_ = false, warmed_phases_ = false;
    std::uint64_t first_place_ = 0;
    BuildTimes build_;
    std::string chosen_;
    std::vector<DeviceTime> devices_;
    std::string communication_;
    std::deque<Run> runs_;
    std::vector<Counter> counters_;
};

}  // namespace neighborscope
