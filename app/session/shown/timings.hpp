// Times of searches: medians over runs with equal settings.
#pragma once
#include "app/measure/builds.hpp"
#include "app/measure/medians.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// One phase, over all runs without warm-up.
struct TimingRow {
    std::string phase;
    double median = 0, p5 = 0, p95 = 0;  ///< milliseconds
    LowerBound lower_bound;
    std::optional<InsideKernel> inside;
};
struct Timings {
    bool previous = false;  ///< they are of the previous search, until this one is measured: shown in the secondary text colour
    std::vector<TimingRow> phases;
    double total_median = 0, total_p5 = 0, total_p95 = 0;  ///< milliseconds, from runs that record only start and end
    int runs = 0;                                          ///< that the median of the total is of
    int queries = 0;                                       ///< number of queries among the runs; more than one while the query moves
    std::uint64_t newest_query = 0;                        ///< the newest of those; grows with every new query
    int phase_runs = 0;                     ///< that the medians of the phases are of: separate runs, interleaved with the others
    double read_bytes_per_second = 0;       ///< measured peak bandwidth of the device, for lower bounds of times; 0: not measured yet
    double fp32_operations_per_second = 0;  ///< measured peak of float32 arithmetic; 0: not measured yet
    bool busy_ceilings = false;             ///< the machine was busy in some measurements of these peak rates
    DeviceKind device = DeviceKind::host;   ///< of both peak rates
    bool kernels = true;                    ///< false for a CPU library
    BuildTimes build;                       ///< of the index; not part of the total
    std::string chosen;                     ///< of `auto`: the method that it selected, and why
    std::vector<DeviceTime> devices;        ///< what each did in the last run, if several share the points
    std::string communication;              ///< how they communicate
    std::vector<double> totals;             ///< [runs], milliseconds, in the order of the runs

    /// Milliseconds of the total outside of phases: launches and gaps. Below 0 where the time stamps in the runs of phases cost more than
    /// that. Nothing until both are measured.
    std::optional<double> rest() const;
    std::optional<double> shown_rest() const;  ///< clamped to at least 0; nothing where the machine was busy
    bool large_rest() const;                   ///< rest() is more than a tenth of the total
    /// The phases take more than 1.05 times the total: the machine was busy in some of the runs.
    bool overrun() const;
};

/// Timings kept for comparison, and what they are of.
struct FrozenTimings {
    std::string asked;  ///< "heap, k = 16, Euclidean distance, sample:earthquakes"
    Timings timings;
};

}  // namespace neighborscope
