// What searches took: medians over the runs of one question.
#pragma once
#include "app/measure/builds.hpp"
#include "app/measure/medians.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// One bar of the timings panel: over the runs of the question, warm-up left out.
struct TimingRow {
    std::string phase;
    double median = 0, p5 = 0, p95 = 0;  ///< milliseconds
    Floor floor;
    std::optional<InsideKernel> inside;
};
struct Timings {
    bool previous = false;  ///< of the question before, until this one is measured: second text
    std::vector<TimingRow> phases;
    double total_median = 0, total_p5 = 0, total_p95 = 0;  ///< milliseconds, from runs with two outer events only
    int runs = 0;                                          ///< that make the total's median
    int queries = 0;                        ///< that all runs are of; several while the query moves: they count until it rests
    std::uint64_t newest_query = 0;         ///< of those: grows with every other one
    int phase_runs = 0;                     ///< that make the phases' medians: others, of the same time
    double read_bytes_per_second = 0;       ///< the device's ceiling, for floors in milliseconds; 0: not measured yet
    double fp32_operations_per_second = 0;  ///< the same of float32 arithmetic
    bool busy_ceilings = false;             ///< others worked beside some of the measurements of that: the best counts
    DeviceKind device = DeviceKind::host;   ///< that both are of
    bool kernels = true;                    ///< false of a library of the processor
    BuildTimes build;                       ///< before the first answer, not in the total
    std::string chosen;                     ///< of a method that lets others answer: which did, and why
    std::vector<double> totals;             ///< [runs], milliseconds, in the order of the runs

    /// Milliseconds of the total that are no phase's: launches and gaps between phases. Below 0 where the time stamps of the phases' own
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
