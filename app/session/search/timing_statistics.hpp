// Medians and spreads of the last runs of one question.
#pragma once
#include "app/measure/builds.hpp"
#include "app/measure/medians.hpp"
#include "app/session/shown/view_model.hpp"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace neighborscope {

/// Collects the reports of runs with equal shape (data, method, options, k, metric, device). The first run of either measure
/// warms up and is left out, unless it took a second or more, where warming up does not matter. Runs of both measures share one
/// window, the last 200, so that phases and totals are of the same time.
class TimingStatistics {
public:
    static constexpr std::size_t max_runs = 200;              ///< of either measure together
    static constexpr double max_warm_up_milliseconds = 1000;  ///< milliseconds

    /// Another question: forgets every run.
    void reset();
    /// `idle`: a repetition while nothing else happened. Each answer takes the place of one such run of its measure, because
    /// caches and clocks of a resting machine are others than while the query moves.
    /// `place`: which query it was; runs of places that were forgotten are left out.
    void add(const Report&, Measure, bool idle = false, std::uint64_t place = 0);
    /// Runs of queries before that one are forgotten from now on. True when there were any.
    bool forget_before(std::uint64_t place);
    /// What the shown answer did on its way through an index; empty: not counted yet.
    void counted(std::vector<Counter> counters) { counters_ = std::move(counters); }
    /// What building the index that the answers went through takes.
    void built(BuildTimes build) { build_ = std::move(build); }
    Timings summary() const;

private:
    struct Run {
        Measure measure = Measure::total;
        bool idle = false;
        std::uint64_t place = 0;
        double total = 0;  ///< milliseconds, with Measure::total
        std::vector<PhaseTime> phases;
    };
    bool warmed_total_ = false, warmed_phases_ = false;
    std::uint64_t first_place_ = 0;
    BuildTimes build_;
    std::string chosen_;
    std::deque<Run> runs_;
    std::vector<Counter> counters_;
};

}  // namespace neighborscope
