// Time to build an index: the first time, which also starts the device and allocates memory, and warm.
#pragma once
#include "gpu/knn.hpp"

#include <vector>

namespace neighborscope {

struct BuildTimes {
    double first = 0;           ///< milliseconds; 0: no index
    std::vector<double> again;  ///< warm builds for the same points; empty if they would take too long, or were not requested
    /// Returns the median of the warm builds, else the first.
    double milliseconds() const;
};

namespace measure {

inline constexpr int most_builds = 5;                ///< warm builds
inline constexpr double slow_build = 1000;           ///< milliseconds: slower builds are not repeated
inline constexpr double build_time_budget_ms = 300;  ///< milliseconds: no further build begins after this time

/// Builds again, once to warm up and then while the time budget lasts. `first`: the time of the build before the last search
/// (Report::build_milliseconds). Throws `Cancelled`.
BuildTimes measure_builds(Searcher&, double first, const Progress& = {});

}  // namespace measure
}  // namespace neighborscope
