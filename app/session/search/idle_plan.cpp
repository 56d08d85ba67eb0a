#include "app/session/search/idle_plan.hpp"

#include "app/session/search/timing_statistics.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

/// Limits of repeated runs: number of each measure, and total milliseconds.
struct Repeats {
    int runs;
    double budget;
};
constexpr Repeats usual_repeats{8, 300}, many_repeats{50, 4000};
constexpr double short_search = 20;  // milliseconds; measuring phases takes two or three times as long
constexpr int phases_every = 8;      // for longer searches

}  // namespace

void IdlePlan::ask(std::uint64_t settings_id) {
    if (settings_id_ != settings_id) *this = {};
    settings_id_ = settings_id;
}

Measure IdlePlan::measure_of_next_answer() const {
    const int turn = milliseconds_ < short_search ? 2 : phases_every;
    return answers_ % turn == turn - 1 ? Measure::phases : Measure::total;
}

void IdlePlan::answered(std::uint64_t place, Measure measure, double milliseconds) {
    place_ = place;
    newest_ = measure;
    if (measure == Measure::total) milliseconds_ = milliseconds;
    ++(measure == Measure::total ? totals_ : phases_);
    ++answers_;
    checked_ = spread_ = counted_ = false;
    totals_repeated_ = phases_repeated_ = {};
}

IdlePlan::Step IdlePlan::next(const PendingWork& open) {
    if (open.record) return Step::record;
    if (open.self_join) return Step::self_join;
    if (idle_query_ != place_) {
        // The query rests at another place, which is measured again. Of the former runs only that of its answer counts.
        idle_query_ = place_;
        totals_ = newest_ == Measure::total;
        phases_ = newest_ == Measure::phases;
    }
    const Repeats& repeats = open.measure_longer ? many_repeats : usual_repeats;
    const int least = milliseconds_ >= TimingStatistics::max_warm_up_milliseconds ? 1 : 2;
    if (open.explain) return Step::explain;
    if (open.reason) return Step::reason;
    if (phases_ < least) return Step::phases;
    if (totals_ < least) return Step::total;
    if (!checked_) return Step::check;
    if (open.extend_hash_table) return Step::extend_hash_table;
    if ((open.measure_longer || walks_) && !counted_) return Step::count;
    if (!spread_) return Step::spread;
    if (open.build) return Step::build;
    if (std::min(phases_, totals_) < repeats.runs && spent() < repeats.budget)
        return phases_ <= totals_ ? Step::phases : Step::total;  // alternately, so that both are of the same period
    return open.ceilings ? Step::ceilings : Step::nothing;
}

void IdlePlan::measured(Measure measure, const Report& report, double milliseconds) {
    Repeated& repeated = measure == Measure::total ? totals_repeated_ : phases_repeated_;
    repeated.quickest = repeated.runs++ == 0 ? milliseconds : std::min(repeated.quickest, milliseconds);
    ++(measure == Measure::total ? totals_ : phases_);
    if (measure == Measure::total) milliseconds_ = report.total_milliseconds;
    for (const PhaseTime& phase : report.phases) walks_ = walks_ || !phase.lower_bound.traversal.empty();
}

}  // namespace neighborscope
