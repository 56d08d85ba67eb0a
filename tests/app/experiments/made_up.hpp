// Findings with figures that somebody wrote down, so that what is said about them can be known beforehand.
#pragma once
#include "app/experiments/report.hpp"

namespace neighborscope::experiments {

/// A case that took these milliseconds.
inline MeasuredCase took(Case asked, std::vector<double> milliseconds) {
    MeasuredCase one{std::move(asked)};
    one.milliseconds = std::move(milliseconds);
    return one;
}

inline MeasuredPhase phase(const std::string& name, double milliseconds, double bytes = 0, double operations = 0) {
    return {name, {0.999 * milliseconds, milliseconds, 1.001 * milliseconds}, {bytes, operations, "made up"}};
}

/// The verdict on the claim of `experiment` that contains `words`.
Verdict verdict_on(const Experiment&, const std::string& words, const Findings&);

/// All of a suite's cases at quick size, each taking the time that `of` says.
std::vector<Findings> all_cases(const Suite&, const std::function<double(const Case&)>& of);

/// A run of a suite with such findings, on a machine that does not exist.
SuiteRun made_up_run(const Suite&, const std::function<double(const Case&)>& of);

}  // namespace neighborscope::experiments
