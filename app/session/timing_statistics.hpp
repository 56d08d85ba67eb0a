// Medians and spreads of the last runs of one question.
#pragma once
#include "app/session/view_model.hpp"

#include <deque>
#include <vector>

namespace neighborscope {

/// Collects the reports of runs with equal shape (data, method, options, k, metric, device). The first run of either measure
/// warms up and is left out, unless it took a second or more, where warming up does not matter; the last 200 count.
class TimingStatistics {
public:
    static constexpr std::size_t kept = 200;
    static constexpr double warm_up_matters = 1000;  ///< milliseconds

    /// Another question: forgets every run.
    void reset();
    void add(const Report&, Measure);
    Timings summary() const;

private:
    bool warmed_total_ = false, warmed_phases_ = false;
    std::deque<double> totals_;
    std::deque<std::vector<PhaseTime>> phases_;
};

/// The value below which `share` (0..1) of the values lie, linear between neighbours. 0 for none. Reorders its argument.
double quantile(std::vector<double>& values, double share);

}  // namespace neighborscope
