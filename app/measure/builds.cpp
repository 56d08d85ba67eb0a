#include "app/measure/builds.hpp"

#include "app/measure/medians.hpp"

#include <chrono>

namespace neighborscope {

double BuildTimes::milliseconds() const {
    std::vector<double> times = again;
    return times.empty() ? first : median_of(times).value;
}

namespace measure {

BuildTimes measure_builds(Searcher& searcher, double first, const Progress& progress) {
    BuildTimes times{first, {}};
    if (!(first > 0 && first < slow_build)) return times;
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const double warm_up = searcher.rebuild_index(progress);
    while (int(times.again.size()) < most_builds &&
           std::chrono::duration<double, std::milli>(Clock::now() - began).count() < build_time_budget_ms)
        times.again.push_back(searcher.rebuild_index(progress));
    if (times.again.empty()) times.again.push_back(warm_up);
    return times;
}

}  // namespace measure
}  // namespace neighborscope
