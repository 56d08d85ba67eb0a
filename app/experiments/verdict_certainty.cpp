// Whether a verdict is certain: the cases on which it depends, and whether it is the same within the 95 % intervals.
#include "app/experiments/experiments.hpp"

#include <algorithm>
#include <random>

namespace neighborscope::experiments {
namespace {

constexpr int random_corners = 48;

/// Moves the mean by `by`, but keeps it above 0.
void shift(std::vector<double>& milliseconds, double by) {
    const double mean = mean_of(milliseconds).mean, to = std::max(mean + by, 1e-3 * mean);
    for (double& one : milliseconds) one += to - mean;
}

/// Moves all times of a case to the upper (1) or lower (-1) ends of their intervals.
void shift_to_interval_end(MeasuredCase& one, int sign) {
    shift(one.milliseconds, sign * one.total().interval);
    for (MeasuredPhase& phase : one.phases) shift(phase.milliseconds, sign * mean_of(phase.milliseconds).interval);
}

bool once(const MeasuredCase& one) {
    return one.milliseconds.size() == 1 ||
           std::any_of(one.phases.begin(), one.phases.end(), [](const MeasuredPhase& phase) { return phase.milliseconds.size() == 1; });
}

/// Whether the verdict changes with the time of this case. Restores `findings`.
bool depends_on(const Claim& claim, Findings& findings, std::size_t which, const Verdict& verdict) {
    const MeasuredCase before = findings.measured[which];
    MeasuredCase& one = findings.measured[which];
    for (double& time : one.milliseconds) time *= 1.37;
    for (MeasuredPhase& phase : one.phases)
        for (double& time : phase.milliseconds) time *= 1.37;
    const Verdict other = claim.verdict_of(findings);
    one = before;
    return other.outcome != verdict.outcome || other.ours != verdict.ours;
}

/// "one run each of heap, quicksort"; "" if the verdict depends on no case with a single run.
std::string single_runs(const Claim& claim, const Findings& findings, const Verdict& verdict) {
    Findings changed = findings;
    std::vector<std::string> methods;
    for (std::size_t i = 0; i < findings.measured.size(); ++i) {
        const std::string& method = findings.measured[i].asked.method;
        if (!once(findings.measured[i]) || std::find(methods.begin(), methods.end(), method) != methods.end()) continue;
        if (depends_on(claim, changed, i, verdict)) methods.push_back(method);
    }
    std::string text;
    for (const std::string& method : methods) text += (text.empty() ? "one run each of " : ", ") + method;
    return text;
}

using Sign = std::function<int(const Case&)>;

/// Corners of the box of intervals: the direction of each case.
std::vector<Sign> interval_corners(const Findings& findings) {
    std::vector<Sign> all = {[](const Case&) { return 1; }};
    for (const std::string& method : findings.methods()) all.push_back([=](const Case& one) { return one.method == method ? 1 : -1; });
    const std::size_t of_methods = all.size();
    std::vector<Sign> split;
    for (const std::int64_t n : findings.sizes()) split.push_back([=](const Case& one) { return one.n <= n ? 1 : -1; });
    for (const int k : findings.ks()) split.push_back([=](const Case& one) { return one.k <= k ? 1 : -1; });
    for (const std::int64_t queries : findings.query_counts())
        split.push_back([=](const Case& one) { return one.queries <= queries ? 1 : -1; });
    // For a ratio of two methods that grows, for example with n: both splits at once.
    for (const Sign& by : split)
        for (std::size_t i = 0; i < of_methods; ++i) all.push_back([by, of = all[i]](const Case& one) { return by(one) * of(one); });
    return all;
}

bool changes_within_intervals(const Claim& claim, const Findings& findings, const Verdict& verdict) {
    const auto other_at = [&](const std::function<int(const MeasuredCase&)>& sign) {
        Findings moved = findings;
        for (MeasuredCase& one : moved.measured) shift_to_interval_end(one, sign(one));
        const Outcome outcome = claim.verdict_of(moved).outcome;
        return outcome != verdict.outcome && outcome != Outcome::not_measured;
    };
    for (const Sign& sign : interval_corners(findings))
        for (const int direction : {1, -1})
            if (other_at([&](const MeasuredCase& one) { return direction * sign(one.asked); })) return true;
    std::minstd_rand random(1);
    for (int corner = 0; corner < random_corners; ++corner)
        if (other_at([&](const MeasuredCase&) { return random() & 1 << 12 ? 1 : -1; })) return true;
    return false;
}

}  // namespace

Verdict verdict_of(const Claim& claim, const Findings& findings) {
    Verdict verdict = claim.verdict_of(findings);
    if (verdict.outcome != Outcome::reproduced && verdict.outcome != Outcome::not_reproduced) return verdict;
    verdict.unclear = single_runs(claim, findings, verdict);
    if (verdict.unclear.empty() && changes_within_intervals(claim, findings, verdict)) verdict.unclear = "intervals overlap";
    if (!verdict.unclear.empty()) verdict.outcome = Outcome::not_clear;
    return verdict;
}

}  // namespace neighborscope::experiments
