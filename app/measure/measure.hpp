// Measures methods for `bench` and for curves: warm-up runs, then repeats within a time budget, summarised as mean (bench) or median
// (curves) with a 95 % interval. Phases have separate runs; lists are compared with the true ones.
#pragma once
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope::measure {

/// Mean and the half-width of its 95 % confidence interval (Student's t), milliseconds.
struct Mean {
    double mean = 0, interval = 0;  ///< interval 0: a single run
    int runs = 0;
};
Mean mean_of(std::span<const double>);
/// The 97.5 % point of Student's t with that many degrees of freedom; 0 below 1.
double student_t(int degrees);

struct MeasuredPhase {
    std::string name;
    std::vector<double> milliseconds;
    LowerBound lower_bound;
};

struct Repeats {
    int most = 30;                ///< without warm-up
    double time_budget_ms = 400;  ///< no further run begins after this time; at least three runs, unless one alone takes longer
    /// uncounted runs come first for this time, at least one, until processor, caches and threads are in a steady state
    double warm_up_ms = 30;
};
/// Calls `once` with false to warm up, then with true until repeats or time are used up. Repeats a run that was paused by more urgent work
/// (Progress::pause), after `forget` has discarded its result. Throws `Cancelled`.
void repeat(const Repeats&, const Progress&, const std::function<void(bool counts)>& once, const std::function<void()>& forget = {});

/// A search by one method.
struct Question {
    const Method* method = nullptr;
    std::map<std::string, std::string> options = {};
    std::int64_t queries = 1;  ///< random queries; 0: every point is a query and excludes itself
    int k = 1;
    Metric metric = Metric::euclidean;
    Repeats repeats = {};
};

/// The points of one data set on one device, with queries and prepared methods.
class ResidentData {
public:
    /// `data` and `asked` must outlive this; `asked` are rows to use as queries instead of random ones; null: none. Memory Error with the
    /// numbers; Cancelled.
    ResidentData(DeviceKind, const DataSet& data, const Progress&, const DataSet* asked = nullptr);

    const DataSet& data() const { return data_; }
    DeviceKind device() const { return points_.device(); }
    /// Returns `count` random queries, or all points for 0; or the first rows of `asked`.
    const QuerySet& queries(std::int64_t count);
    /// Usage Error if the method does not support these points.
    Searcher& searcher(const Question&, const Progress&);

private:
    const DataSet& data_;
    const DataSet* asked_;
    PointSet points_;
    std::map<std::int64_t, QuerySet> queries_;
    std::map<std::string, std::unique_ptr<Searcher>> searchers_;
};

/// Lists of [queries][k] in host memory.
struct FetchedLists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
};
/// Returns the share of true neighbours found. Equal distances are interchangeable: all methods return exact ones.
double recall_of(const FetchedLists& found, const FetchedLists& truth, int k, Metric metric = Metric::euclidean);

/// The measurement of one search.
struct Times {
    std::vector<double> milliseconds;
    ListSet lists;  ///< from the last run
};
/// Measures the whole search repeatedly. Checks for cancellation between runs, and within a long run after each tile.
Times measure_total(ResidentData&, const Question&, const Progress&);
/// Measures the phases of the search, in separate runs.
std::vector<MeasuredPhase> measure_phases(ResidentData&, const Question&, const Progress&);

/// Returns why points of this size do not fit, "" if they do: on the host once as data and once as the host device's rows.
std::string too_large(std::int64_t n, int dimension, bool on_host, bool on_cuda);

}  // namespace neighborscope::measure
