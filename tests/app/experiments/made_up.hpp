// Findings with given numbers, so that the expected verdicts and texts are known.
#pragma once
#include "app/experiments/report.hpp"

namespace neighborscope::experiments {

/// Returns a case with these times.
inline MeasuredCase took(Case asked, std::vector<double> milliseconds) {
    MeasuredCase one{std::move(asked)};
    one.milliseconds = std::move(milliseconds);
    return one;
}

inline MeasuredPhase phase(const std::string& name, double milliseconds, double bytes = 0, double operations = 0) {
    return {name, {0.999 * milliseconds, milliseconds, 1.001 * milliseconds}, {bytes, operations, "made up"}};
}

/// Returns the verdict on the claim of `experiment` that contains `words`.
Verdict verdict_on(const Experiment&, const std::string& words, const Findings&);

/// Returns all of a suite's cases at quick size, each with the time `of` it.
std::vector<Findings> all_cases(const Suite&, const std::function<double(const Case&)>& of);

/// Returns a run of a suite with such findings, on an invented machine.
SuiteRun made_up_run(const Suite&, const std::function<double(const Case&)>& of);

}  // namespace neighborscope::experiments
