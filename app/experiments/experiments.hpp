// Repeats a paper's experiments: the cases, the measurements, the paper's claims, and whether they hold here.
//
//   suites()               kuang-zhao, mohammadi, barrientos, cordeiro-zola, lettich-s1 - s3, regimes
//   run_suite()            measures all cases of a suite                               runner.cpp
//   verdicts_of()          a verdict on each claim                                     verdict.cpp
//   this_machine()         the machine of the measurement                              machine.hpp
//   csv_text(), report_markdown(), report_json()   the output                          report.hpp
// Cases are measured as the curves of the window (app/measure), and drawn as these (app/charts).
//
// Claims are data: a sentence of the paper, its numbers if it gives any, and a predicate over our measurements. No result is stored in the
// source. A claim whose methods were not measured is "not measured", which is neither yes nor no.
#pragma once
#include "app/charts/chart.hpp"
#include "app/measure/measure.hpp"
#include "gpu/knn.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::experiments {

using namespace charts;
using measure::Mean;
using measure::mean_of;
using measure::MeasuredPhase;

/// The amount of measurement.
enum class Scale {
    quick,   ///< everything in seconds
    laptop,  ///< smaller than the paper; by default on the host device
    full,    ///< the paper's sizes; by default on CUDA
};
std::string_view name(Scale);

/// One search by one method. `data` is a generator as typed, which makes `n` points of `dimension`; with `test` it may be a file.
struct Case {
    std::string data;
    std::int64_t n = 0;
    int dimension = 0;
    std::int64_t queries = 1;  ///< number of random queries; 0: every point is a query and excludes itself
    int k = 1;
    std::string method;
    std::map<std::string, std::string> options = {};
    int repeats = 30;             ///< at most, after one run to warm up
    double time_budget_ms = 400;  ///< no further run begins after this time; at least three runs, unless one alone takes longer
    double warm_up_ms = 30;       ///< uncounted runs come first for this time, at least one
    bool phases = false;          ///< also measure phases, in separate runs
    /// Every repeat is a tick: the points move, and the time includes the update of an index (the phase "index"). `queries` points are the
    /// queries, evenly spread over the rows.
    bool moving = false;
    /// Rows to classify instead of random queries, by the votes of their neighbours among the rows of `data`; "": none. `n` and `queries`
    /// are upper limits; rows are evenly spread if there are more. MeasuredCase has the actual numbers.
    std::string test = {};
    std::string paper_name = {};  ///< the paper's name for these data: "a1a"
    std::int64_t asked() const { return queries > 0 ? queries : n; }
};

/// a / b, adding relative variances (first order). Interval 0, meaning unknown, if either was run once.
Mean ratio_of(const Mean& a, const Mean& b);
/// "12.4 ± 0.3", "12.4" for one run, "-" for none.
std::string with_interval(const Mean&, int significant = 4);

/// A case with its measurements.
struct MeasuredCase {
    Case asked;
    DeviceKind device = DeviceKind::host;   ///< where it ran; a method without CUDA runs on the host
    std::vector<double> milliseconds = {};  ///< whole search, every repeat; for moving points including the update of the index
    std::vector<MeasuredPhase> phases = {};
    /// lists that differ from those of the first method with the same queries; -1: it was the first, or is approximate
    std::int64_t other_lists = -1;
    double recall = -1;  ///< for an approximate method, relative to the first method's lists; -1: unknown
    /// [k] for classification: how many rows are correct by the majority of the nearest 1, 2, ... k. Empty: no row has a class. The time of
    /// the decision for k is the phase "T3 labels", which is not in `milliseconds`.
    std::vector<std::int64_t> correct = {};

    Mean total() const { return mean_of(milliseconds); }
    double bytes() const;  ///< minimum over all phases; 0 without phases
    double operations() const;
    /// Any quantity that depends on the time: its mean, with the time's interval propagated (first order).
    Mean figure(const std::function<double(const MeasuredCase&, double milliseconds)>& value) const;
    /// Queries per second.
    double throughput() const { return total().mean > 0 ? 1e3 * double(asked.asked()) / total().mean : 0; }
    /// Returns the sum of the mean milliseconds of the named phases.
    double phases_ms(std::span<const std::string_view> names) const;
    /// The same with its interval: variances add.
    Mean phases_mean(std::span<const std::string_view> names) const;
};

/// A case that was not measured, and the reason.
struct UnmeasuredCase {
    std::string what, why;
    bool operator==(const UnmeasuredCase&) const = default;
};

/// All measurements of one experiment.
struct Findings {
    DeviceKind device = DeviceKind::host;
    double read_bytes_per_second = 0, fp32_operations_per_second = 0;  ///< the device's ceilings; 0: not measured
    std::vector<MeasuredCase> measured = {};
    std::vector<UnmeasuredCase> left_out = {};

    const MeasuredCase* find(std::string_view method, std::int64_t n, int k, std::int64_t queries) const;
    /// Returns the distinct n in order of first appearance; likewise k and queries.
    std::vector<std::int64_t> sizes() const;
    std::vector<int> ks() const;
    std::vector<std::int64_t> query_counts() const;
    std::vector<std::string> methods() const;
    /// Returns why a method was not measured: "quicksort is not in this build".
    std::string why_missing(std::string_view method) const;
};

enum class Outcome { reproduced, not_reproduced, not_clear, not_measured };

struct Verdict {
    Outcome outcome = Outcome::not_measured;
    std::string ours;          ///< our measurements, or why there are none
    std::string unclear = {};  ///< for not_clear: "one run each of serial", "intervals overlap"
    /// "reproduced", "not, because ...", "not clear: ...", "not measured: ..."
    std::string text() const;
};

/// A claim of the paper and the rule for its verdict.
struct Claim {
    std::string where;                                   ///< "fig. 5"
    std::string paper;                                   ///< the claim, in English
    std::string paper_numbers;                           ///< "1.06 and 8.12 FLOP/byte"; "" if the text has none
    std::string rule;                                    ///< the condition for "reproduced", in words
    std::function<Verdict(const Findings&)> verdict_of;  ///< by the means alone; reports use experiments::verdict_of()
};

struct TableOfText {
    std::string title;
    std::vector<std::string> headers;
    std::vector<std::vector<std::string>> rows;
};

struct NamedChart {
    std::string id;  ///< "fig-5": the file name of the picture
    std::function<Chart(const Findings&)> draw;
    std::string of_runs = "Mean";  ///< the statistic of several runs that it shows
};

struct Experiment {
    std::string id, title;                       ///< "figs-5-6", "Figures 5 and 6"
    std::string measures;                        ///< what is measured, one sentence
    std::string papers_workload;                 ///< as the paper states it
    std::function<std::string(Scale)> workload;  ///< ours
    std::function<std::vector<Case>(Scale)> cases;
    std::vector<Claim> claims;
    std::vector<NamedChart> charts;
    std::function<std::vector<TableOfText>(const Findings&)> tables;
};

struct Suite {
    std::string name, title;  ///< "mohammadi", one line for `bench --list`
    std::string citation;
    std::string papers_machine;
    std::vector<std::string> notes;  ///< caveats for the whole suite
    std::vector<Experiment> experiments;
    /// files that it reads from a folder: "a1a, a1a.t"; "": it generates its data
    std::string files = {};
    std::function<Suite(const std::string& folder)> on_files = {};  ///< the suite with these files. Input Error if one is missing
    /// For a suite that measures costs of methods on a device: the costs as read_costs reads them (gpu/costs.hpp).
    std::function<std::string(std::span<const Findings>, const DeviceInfo&)> costs = {};
};

std::span<const Suite> suites();
/// Null if there is no suite of that name.
const Suite* find_suite(std::string_view name);
Suite kuang_zhao();
Suite mohammadi();
Suite barrientos();
Suite cordeiro_zola();
Suite lettich_s1();
Suite lettich_s2();
Suite lettich_s3();
Suite regimes();

struct RunOptions {
    DeviceKind device = DeviceKind::host;
    Scale scale = Scale::laptop;
    Progress progress = {};                            ///< counted in cases
    std::function<void(const std::string&)> now = {};  ///< receives the name of what is being measured
};

/// Measures all cases, grouped by data so that each is generated once. Returns one entry per experiment, in order. Throws `Cancelled`.
std::vector<Findings> run_suite(const Suite&, const RunOptions&);

/// Returns the claim's verdict if the measurements are certain enough, else not clear. A verdict is not clear if it depends on a case with
/// a single run, or if it changes within the 95 % intervals: with the times of some cases at the upper ends and of the others at the lower
/// ends (split by method, by n, by k, by |Q|, and at random with a fixed seed).
Verdict verdict_of(const Claim&, const Findings&);

struct ClaimVerdict {
    const Claim* claim;
    Verdict verdict;
};
std::vector<ClaimVerdict> verdicts_of(const Experiment&, const Findings&);

// ---- Texts and predicates that suites share (verdict.cpp) -------------------------------------------------------------------

Verdict reproduced_if(bool, std::string ours);
/// Returns "not measured" with the first missing method; nothing if all were measured.
std::optional<Verdict> missing(const Findings&, std::initializer_list<std::string_view> methods);
/// CPU libraries, compared in every curve if they are in this build and support the search.
inline constexpr std::string_view libraries[] = {"nanoflann", "flann-kdtree", "faiss-flat-cpu", "faiss-ivf-cpu"};
/// A method's text in a legend: with recall if it is approximate, with "(CPU)" if the other methods ran on CUDA.
std::string legend_of(const Findings&, const std::string& method);
/// Returns the chart with a note about the number of runs per point and the meaning of whiskers.
Chart drawn(const NamedChart&, const Findings&);
/// "time" of each method against `x`, one row per search: the plain table of an experiment.
TableOfText table_of_times(const Findings&, const std::string& title);
/// The horizontal axis of a series: the number of points, |Q| or k.
enum class Along { n, queries, k };
Series series_of(const Findings&, const std::string& method, Along, const std::function<bool(const Case&)>& which,
    const std::function<double(const MeasuredCase&, double milliseconds)>& value);

}  // namespace neighborscope::experiments
