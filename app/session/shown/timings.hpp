// Times of searches: medians over the runs with equal settings.
#pragma once
#include "app/measure/builds.hpp"
#include "app/measure/medians.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// One bar of the timings panel, over all runs without warm-up.
struct TimingRow {
    std::string phase;
    double median = 0, p5 = 0, p95 = 0;  ///< milliseconds
    LowerBound lower_bound;
    std::optional<InsideKernel> inside;
};
struct Timings {
    bool previous = false;  ///< of the previous search, until this one is measured: in the second text colour
    std::vector<TimingRow> phases;
    double total_median = 0, total_p5 = 0, total_p95 = 0;  ///< milliseconds, from runs that record only start and end
    int runs = 0;                                          ///< behind the median of the total
    int queries = 0;                        ///< that all runs are of; several while the query moves: they count until it rests
    std::uint64_t newest_query = 0;         ///< of those: grows with every other one
    int phase_runs = 0;                     ///< behind the medians of the phases: other runs, at the same time
    double read_bytes_per_second = 0;       ///< peak bandwidth of the device, for least times; 0: not measured yet
    double fp32_operations_per_second = 0;  ///< the same of float32 arithmetic
    bool busy_ceilings = false;             ///< the machine was busy in some measurements of these peak rates
    DeviceKind device = DeviceKind::host;   ///< that both are of
    bool kernels = true;                    ///< false of a library of the processor
    BuildTimes build;                       ///< before the first answer, not in the total
    std::string chosen;                     ///< of `auto`: the method that searched, and why
    std::vector<double> totals;             ///< [runs], milliseconds, in the order of the runs

    /// Milliseconds of the total in no phase: launches and gaps between phases. Below 0 where the time stamps of the phases' own
    /// runs cost more than that. Nothing as long as one of them is not measured.
    std::optional<double> rest() const;
    std::optional<double> shown_rest() const;  ///< at least 0, as no time is less; nothing where the machine was busy
    bool large_rest() const;                   ///< it is more than a tenth of the total
    /// The phases take more than 1.05 times the total, which only a machine that was busy in some of the runs explains.
    bool overrun() const;
};

/// Timings that are kept to compare others with, and what was measured.
struct FrozenTimings {
    std::string asked;  ///< "heap, k = 16, Euclidean distance, sample:earthquakes"
    Timings timings;
};

}  // namespace neighborscope
