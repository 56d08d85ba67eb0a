// The one way in which this program measures methods for `bench` and for curves: runs to warm up, then up to so many as patience allows,
// of which mean (bench) or median (curves) are told with a 95 % interval; phases in runs of their own; lists compared with the truth.
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
    double mean = 0, interval = 0;  ///< interval 0: one run only
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
    int most = 30;                ///< after those to warm up
    double time_budget_ms = 400;  ///< no further run is begun after so long; three runs are always made unless one alone takes longer
    double warm_up_ms = 30;  ///< runs that are not counted come first until then, one at least: processor, caches and threads come to rest
};
/// Calls `once` with false while it warms up, then with true until repeats or patience are used up. A run during which something more urgent took
/// the processor (Progress::pause) is asked for again: `once` returns nothing, `forget` takes its figures back. `Cancelled` when stopped.
void repeat(const Repeats&, const Progress&, const std::function<void(bool counts)>& once, const std::function<void()>& forget = {});

/// A question to one method.
struct Question {
    const Method* method = nullptr;
    std::map<std::string, std::string> options = {};
    std::int64_t queries = 1;  ///< random ones; 0: every point asks, itself left out
    int k = 1;
    Metric metric = Metric::euclidean;
    Repeats repeats = {};
};

/// Points of one data set on one device, with the queries and the prepared methods that were asked for so far.
class ResidentData {
public:
    /// `data` must outlive this, `asked` too: rows that ask instead of random ones; null: none. Memory Error with the numbers; Cancelled.
    ResidentData(DeviceKind, const DataSet& data, const Progress&, const DataSet* asked = nullptr);

    const DataSet& data() const { return data_; }
    DeviceKind device() const { return points_.device(); }
    /// So many random ones, 0: every point; or the first of the rows that ask.
    const QuerySet& queries(std::int64_t count);
    /// Usage Error when the method cannot take these points.
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
/// The share of the true neighbours that are found. Equal distances count as each other: all methods give exact ones.
double recall_of(const FetchedLists& found, const FetchedLists& truth, int k, Metric metric = Metric::euclidean);

/// What one question took.
struct Times {
    std::vector<double> milliseconds;
    ListSet lists;  ///< of the last run
};
/// The whole search, repeated. What is timed is not asked whether it should stop: between runs is often enough, unless a run is long, which
/// then stops within a tile.
Times measure_total(ResidentData&, const Question&, const Progress&);
/// Its phases, in runs of their own.
std::vector<MeasuredPhase> measure_phases(ResidentData&, const Question&, const Progress&);

/// Why points of so many bytes cannot be held, "" when they can: on the host once as data, once more as the host device's own rows.
std::string too_large(std::int64_t n, int dimension, bool on_host, bool on_cuda);

}  // namespace neighborscope::measure
