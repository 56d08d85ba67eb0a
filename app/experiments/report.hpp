// What a bench writes: every repeat as CSV, a report for people, the same as JSON.
#pragma once
#include "app/experiments/experiments.hpp"
#include "app/experiments/machine.hpp"

#include <string>
#include <vector>

namespace neighborscope::experiments {

/// A suite that was run. `findings` and `pictures` are in the order of the suite's experiments.
struct SuiteRun {
    const Suite* suite = nullptr;
    Scale scale = Scale::laptop;
    Machine machine;
    std::vector<Findings> findings;
    std::vector<std::vector<std::string>> pictures;  ///< file names; none where no picture could be drawn
    std::string no_pictures;                         ///< why not; "" when they were drawn
};

/// Long form, one line a repeat and phase, header first: experiment,method,device,data,n,dimension,k,queries,phase,repeat,
/// milliseconds,minimum_bytes,minimum_operations,options. `phase` is "total" for the whole search, whose bytes and operations are empty.
std::string csv_text(const SuiteRun&);
/// "leaf-capacity=64 rebuild=policy": those that were chosen; "" for the presets.
std::string options_text(const Case&);

struct CsvLine {
    std::string experiment, method, device, data, phase, options;
    std::int64_t n = 0, queries = 0;
    int dimension = 0, k = 0, repeat = 0;
    double milliseconds = 0, bytes = 0, operations = 0;
};
/// What csv_text wrote. Input Error with the line for anything else.
std::vector<CsvLine> read_csv(const std::string& text);

std::string report_markdown(const SuiteRun&);
/// The keys are documented in app/command_line/README.md.
std::string report_json(const SuiteRun&);
/// A line a claim and what was left out, for the terminal.
std::string summary_text(const SuiteRun&);

}  // namespace neighborscope::experiments
