// What `bench` writes: every repeat as CSV, a report in Markdown and the same as JSON.
#pragma once
#include "app/experiments/experiments.hpp"
#include "app/experiments/machine.hpp"

#include <string>
#include <vector>

namespace neighborscope::experiments {

/// A suite with its measurements. `findings` and `pictures` are in the order of the suite's experiments.
struct SuiteRun {
    const Suite* suite = nullptr;
    Scale scale = Scale::laptop;
    Machine machine;
    std::vector<Findings> findings;
    std::vector<std::vector<std::string>> pictures;  ///< file names; empty if no picture could be drawn
    std::string no_pictures;                         ///< why not; "" if they were drawn
};

/// Long form, one line per repeat and phase, header first: experiment,method,device,data,n,dimension,k,queries,phase,repeat,
/// milliseconds,minimum_bytes,minimum_operations,options. `phase` is "total" for the whole search, which has no bytes and operations.
std::string csv_text(const SuiteRun&);
/// "leaf-capacity=64 rebuild=policy": the chosen options; "" for the presets.
std::string options_text(const Case&);

struct CsvLine {
    std::string experiment, method, device, data, phase, options;
    std::int64_t n = 0, queries = 0;
    int dimension = 0, k = 0, repeat = 0;
    double milliseconds = 0, bytes = 0, operations = 0;
};
/// Reads the output of csv_text. Input Error with the line for anything else.
std::vector<CsvLine> read_csv(const std::string& text);

std::string report_markdown(const SuiteRun&);
/// The keys are documented in app/command_line/README.md.
std::string report_json(const SuiteRun&);
/// One line per claim, and the cases that were not measured, for the terminal.
std::string summary_text(const SuiteRun&);

}  // namespace neighborscope::experiments
