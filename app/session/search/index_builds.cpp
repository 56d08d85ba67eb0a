#include "app/session/search/index_builds.hpp"

#include "app/session/threads/clock.hpp"

#include <utility>

namespace neighborscope {

void IndexBuilds::answered(const Report& report, bool moved) {
    std::string by = report.chosen.substr(0, report.chosen.find(':'));
    if (by != by_) by_ = std::move(by), warm_ = false, spent_ = 0;
    moved_ = moved;
    if (moved || !warm_) times_ = {report.build_milliseconds, {}};
}

bool IndexBuilds::wants_another() const {
    constexpr double unnoticed = 50;  // milliseconds, as long as a tile of a search on the host
    return !moved_ && times_.first > 0 && times_.first < unnoticed && spent_ < measure::build_time_budget_ms &&
           int(times_.again.size()) < measure::most_builds;
}

bool IndexBuilds::rebuild_index(Searcher& searcher, const Progress& progress) {
    const auto began = Clock::now();
    double milliseconds = 0;
    try {
        milliseconds = searcher.rebuild_index(progress);
    } catch (const Error& error) {
        if (error.kind != Failure::memory) throw;
        spent_ = measure::build_time_budget_ms;  // no memory for a second index
        return false;
    }
    spent_ += 1e3 * seconds_since(began);
    // The first repetition is a warm-up, unless it alone takes the whole budget.
    if (!std::exchange(warm_, true) && spent_ < measure::build_time_budget_ms) return false;
    times_.again.push_back(milliseconds);
    return true;
}

}  // namespace neighborscope
