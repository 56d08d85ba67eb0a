// What building an index takes: the first time, which also starts the device and finds memory, and warm.
#pragma once
#include "gpu/knn.hpp"

#include <vector>

namespace neighborscope {

struct BuildTimes {
    double first = 0;           ///< milliseconds; 0: nothing is built
    std::vector<double> again;  ///< warm, of the same points; empty where that would take too long, or was not asked for
    /// The median of those that are warm, else the first.
    double milliseconds() const;
};

namespace measure {

inline constexpr int most_builds = 5;                ///< warm ones
inline constexpr double slow_build = 1000;           ///< milliseconds: one that takes so long is not repeated
inline constexpr double build_time_budget_ms = 300;  ///< milliseconds: no other one is begun after so long

/// `first`: what the build before the last search took (Report::build_milliseconds). Builds again, once to warm up and then while that is
/// cheap. `Cancelled`.
BuildTimes measure_builds(Searcher&, double first, const Progress& = {});

}  // namespace measure
}  // namespace neighborscope
