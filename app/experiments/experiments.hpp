// A paper's experiments again: what is asked, what was measured, what the paper says, and whether that is so here.
//
//   suites()               kuang-zhao, mohammadi, barrientos, cordeiro-zola, lettich-s1 - s3, regimes
//   run_suite()            measures all cases of a suite                               runner.cpp
//   verdicts_of()            claims to verdicts                                          verdict.cpp
//   this_machine()         what it was measured on                                     machine.hpp
//   csv_text(), report_markdown(), report_json()   what is written                      report.hpp
// Cases are measured as the live curves measure theirs (app/measure), and drawn as those are (app/charts).
//
// Claims are data: a sentence of the paper, its numbers where it gives any, and a predicate over our figures. No result is written
// down anywhere; a claim whose methods were not measured is "not measured", which is neither yes nor no.
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

/// How much is measured.
enum class Scale {
    quick,   ///< a look at everything in seconds
    laptop,  ///< smaller than the paper: without more on the host device
    full,    ///< the paper's sizes: without more on CUDA
};
std::string_view name(Scale);

/// One question to one method. `data` is a generator as typed, of which `n` and `dimension` are what it will make; with `test` it may be a
/// file.
struct Case {
    std::string data;
    std::int64_t n = 0;
    int dimension = 0;
    std::int64_t queries = 1;  ///< random ones; 0: every point is a query, itself excluded
    int k = 1;
    std::string method;
    std::map<std::string, std::string> options = {};
    int repeats = 30;             ///< at most, after one run to warm up
    double time_budget_ms = 400;  ///< no further run is begun after so long; three runs are always made unless one alone takes longer
    double warm_up_ms = 30;       ///< runs that do not count come first until then, one at least
    bool phases = false;          ///< the phases too, from runs of their own
    /// Every repeat is a tick: the points move, and the time holds what that costs an index (the phase "index"). `queries` are then that
    /// many of the points, evenly spread over their rows.
    bool moving = false;
    /// Rows that are asked for their class instead of random queries, by the votes of their neighbours among the rows of `data`; "": none.
    /// `n` and `queries` are the most that are taken, evenly spread where there are more: what was there is in MeasuredCase.
    std::string test = {};
    std::string paper_name = {};  ///< what the paper calls these data: "a1a"
    std::int64_t asked() const { return queries > 0 ? queries : n; }
};

/// a / b: relative variances add (first order). Interval 0 where either was run once: nothing is known of it.
Mean ratio_of(const Mean& a, const Mean& b);
/// "12.4 ± 0.3", "12.4" of one run, "-" of none.
std::string with_interval(const Mean&, int significant = 4);

/// A case as it was measured.
struct MeasuredCase {
    Case asked;
    DeviceKind device = DeviceKind::host;   ///< a method that lives on the host only is measured there
    std::vector<double> milliseconds = {};  ///< whole search, every repeat; of points that move with what their index cost
    std::vector<MeasuredPhase> phases = {};
    std::int64_t other_lists = -1;  ///< lists unlike those of the first method asked the same; -1: it was the first, or is approximate
    double recall = -1;             ///< of an approximate method, the first method's lists being the truth; -1: not known
    /// [k] of the rows asked for their class: how many are right by the majority of the nearest 1, 2, ... k. Empty: none has a class. The
    /// time of deciding about k is the phase "T3 labels", which `milliseconds` do not hold.
    std::vector<std::int64_t> correct = {};

    Mean total() const { return mean_of(milliseconds); }
    double bytes() const;  ///< of all phases, at the least; 0 without phases
    double operations() const;
    /// Any figure that follows from the time: its mean, and the time's interval propagated (first order).
    Mean figure(const std::function<double(const MeasuredCase&, double milliseconds)>& value) const;
    /// Queries a second.
    double throughput() const { return total().mean > 0 ? 1e3 * double(asked.asked()) / total().mean : 0; }
    /// Mean milliseconds of the named phases together.
    double phases_ms(std::span<const std::string_view> names) const;
    /// The same with its interval: variances add.
    Mean phases_mean(std::span<const std::string_view> names) const;
};

/// What was not measured, and the reason.
struct UnmeasuredCase {
    std::string what, why;
    bool operator==(const UnmeasuredCase&) const = default;
};

/// All that is known of one experiment.
struct Findings {
    DeviceKind device = DeviceKind::host;
    double read_bytes_per_second = 0, fp32_operations_per_second = 0;  ///< the device's ceilings; 0: not measured
    std::vector<MeasuredCase> measured = {};
    std::vector<UnmeasuredCase> left_out = {};

    const MeasuredCase* find(std::string_view method, std::int64_t n, int k, std::int64_t queries) const;
    /// Different n, in order of first appearance; of k and of queries alike.
    std::vector<std::int64_t> sizes() const;
    std::vector<int> ks() const;
    std::vector<std::int64_t> query_counts() const;
    std::vector<std::string> methods() const;
    /// Why a method's figures are missing: "quicksort is not in this build".
    std::string why_missing(std::string_view method) const;
};

enum class Outcome { reproduced, not_reproduced, not_clear, not_measured };

struct Verdict {
    Outcome outcome = Outcome::not_measured;
    std::string ours;          ///< our figures, or why there are none
    std::string unclear = {};  ///< of not_clear: "one run each of serial", "intervals overlap"
    /// "reproduced", "not, because ...", "not clear: ...", "not measured: ..."
    std::string text() const;
};

/// A sentence of the paper and how it is judged.
struct Claim {
    std::string where;                                   ///< "fig. 5"
    std::string paper;                                   ///< what it says, in English
    std::string paper_numbers;                           ///< "1.06 and 8.12 FLOP/byte"; "" where the text gives none
    std::string rule;                                    ///< when we call it reproduced, in words
    std::function<Verdict(const Findings&)> verdict_of;  ///< of the means alone; experiments::verdict_of() is what people are told
};

struct TableOfText {
    std::string title;
    std::vector<std::string> headers;
    std::vector<std::vector<std::string>> rows;
};

struct NamedChart {
    std::string id;  ///< "fig-5": the picture's name
    std::function<Chart(const Findings&)> draw;
    std::string of_runs = "Mean";  ///< what it shows of several runs
};

struct Experiment {
    std::string id, title;                       ///< "figs-5-6", "Figures 5 and 6"
    std::string measures;                        ///< what it measures, one sentence
    std::string papers_workload;                 ///< the paper's, as it states it
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
    std::vector<std::string> notes;  ///< what is honest to say of all of it
    std::vector<Experiment> experiments;
    std::string files = {};                                         ///< that it takes from a folder: "a1a, a1a.t"; "": it makes its data
    std::function<Suite(const std::string& folder)> on_files = {};  ///< the same on these. Input Error when one is missing
    /// Of a suite that finds out what methods cost on a device: that, as read_costs reads it (gpu/costs.hpp).
    std::function<std::string(std::span<const Findings>, const DeviceInfo&)> costs = {};
};

std::span<const Suite> suites();
/// Null when there is none of that name.
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
    std::function<void(const std::string&)> now = {};  ///< what is being measured, for people
};

/// Measures everything, data by data so that each is made once. One entry per experiment, in order. `Cancelled` when stopped.
std::vector<Findings> run_suite(const Suite&, const RunOptions&);

/// The claim's verdict where the figures are sure enough for it. Not clear is one that rests on a case (its figures or its outcome
/// change with that case's time) of which there is one run only, and one whose outcome is another somewhere within the 95 % intervals:
/// with the times of some cases at the upper ends and those of the others at the lower (by method, by n, by k, by |Q|, and at random,
/// always the same).
Verdict verdict_of(const Claim&, const Findings&);

struct ClaimVerdict {
    const Claim* claim;
    Verdict verdict;
};
std::vector<ClaimVerdict> verdicts_of(const Experiment&, const Findings&);

// ---- Words and predicates that suites share (verdict.cpp) ------------------------------------------------------------------

Verdict reproduced_if(bool, std::string ours);
/// "not measured", naming the first of the methods that is missing; nothing when all were measured.
std::optional<Verdict> missing(const Findings&, std::initializer_list<std::string_view> methods);
/// The CPU's real libraries: the rivals of every curve, where they are built and can answer.
inline constexpr std::string_view libraries[] = {"nanoflann", "flann-kdtree", "faiss-flat-cpu", "faiss-ivf-cpu"};
/// A method as a legend has it: with its recall where it is approximate, "(CPU)" where the other methods ran on CUDA.
std::string legend_of(const Findings&, const std::string& method);
/// The picture, with a note that says how many runs a point is the mean of, and what whiskers are where it has some.
Chart drawn(const NamedChart&, const Findings&);
/// "time" of each method against `x`, one row per question: the plain table of an experiment.
TableOfText table_of_times(const Findings&, const std::string& title);
/// Points of one method over the database sizes, the |Q| or the k of its cases.
enum class Along { n, queries, k };
Series series_of(const Findings&, const std::string& method, Along, const std::function<bool(const Case&)>& which,
    const std::function<double(const MeasuredCase&, double milliseconds)>& value);

}  // namespace neighborscope::experiments
