// Curves: times of methods along n, k, queries, dimensions or an option, measured from coarse to fine; can be cancelled and continued.
#pragma once
#include "app/measure/measure.hpp"
#include "app/measure/medians.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope::measure {

/// The variable of a curve: "n", "k", "queries", "dimension", or an option of the methods. `places` values, linear or logarithmic.
struct Along {
    std::string what = "n";
    double from = 0, to = 0;
    bool logarithmic = true;
    int places = 9;

    bool is_option() const { return what != "n" && what != "k" && what != "queries" && what != "dimension"; }
    bool operator==(const Along&) const = default;
};
inline constexpr int most_places = 65;
/// Parses "n=1000:1000000", "k=1:64:7", "queries=1:1000:9:linear"; by default logarithmic from a factor of 10 on. Usage Error.
Along along_in(const std::string& text);
std::string text_of(const Along&);  ///< text that along_in parses to the same
std::string number_text(double);    ///< "1000000", "0.25": the fewest digits, integers without an exponent

/// Returns the order that covers the range first: both ends, the middle, the middles of the halves, and so on. Indices of `count` places.
std::vector<std::size_t> coarse_to_fine_order(std::size_t count);

/// One method with its options.
struct CurveLine {
    std::string text;  ///< as typed: "heap:threads=64"
    const Method* method = nullptr;
    std::map<std::string, std::string> options = {};
    std::optional<Metric> metric = {};  ///< none: the request's metric

    bool operator==(const CurveLine& other) const { return method == other.method && options == other.options && metric == other.metric; }
};
inline constexpr std::size_t most_lines = 8;

/// Where an estimate expects two lines to cross along n, before they are measured.
struct ExpectedCrossing {
    std::size_t line = 0, other = 0;
    double n = 0;
    std::string place;  ///< "near n = 1 000 or above"
};

struct CurveRequest {
    std::string source;                   ///< as typed
    std::shared_ptr<const DataSet> data;  ///< loaded; may be null if each size is generated: needs_data()
    std::vector<CurveLine> lines;
    Along along;
    int k = 16;
    Metric metric = Metric::euclidean;
    std::int64_t queries = 100;  ///< random queries; 0: every point is a query
    DeviceKind device = DeviceKind::host;
    Repeats repeats = {};
    RowConditions only = {};                        ///< the filter of `data`, and of points that are generated
    std::optional<ExpectedCrossing> expected = {};  ///< is compared with what is measured

    /// Returns false if a generator makes the points of each place.
    bool needs_data() const;
    /// Whether both measure the same: ignores the document's own value of the variable, and what is expected.
    bool operator==(const CurveRequest&) const;
};

/// The measurement at one place of one line.
struct CurvePoint {
    std::vector<double> milliseconds;  ///< each run of the whole search
    double floor_milliseconds = -1;    ///< lower bound of the phases on this device; -1: unknown
    double seconds = 0;                ///< that all of its runs took, with making the points
    double build_milliseconds = 0;     ///< once, before all runs; 0: no index
    std::int64_t distances = -1;       ///< computed for all queries; -1: the method does not count them
    double recall = 1;                 ///< 1 for exact methods
    double ceiling = 1;                ///< of an index: the share of the true neighbours that any setting can find; 1 for other methods
    std::int64_t n = 0, queries = 0;
    int dimension = 0, k = 0;
    DeviceKind device = DeviceKind::host;
    std::string why_not;  ///< why it cannot search here: "k = 1 only"; else ""

    bool measured() const { return !milliseconds.empty(); }
    /// The median and its 95 % interval, milliseconds; 0 without measurements.
    Interval time() const;
};

struct Curve {
    CurveRequest asked;
    std::vector<double> places;                                  ///< ascending
    std::vector<std::vector<std::optional<CurvePoint>>> points;  ///< [lines][places]; none: not measured yet
    /// other work ran during a measurement of the ceilings that the lower bounds use
    bool busy_ceilings = false;
    std::vector<std::string> remarks;  ///< caveats about the data: "rows of the file, chosen by a seed"

    std::size_t done() const;
    std::size_t all() const { return places.size() * points.size(); }
    bool complete() const { return done() == all() && all() > 0; }
    /// What the points to come will take if those between two measured places take a time between theirs. None until both ends of each line
    /// are measured, which come first.
    std::optional<double> seconds_left() const;
};

/// Returns a curve without measurements. Usage Errors: no method or too many, an invalid range or one beyond the data, an option that no
/// method has or that is not a number.
Curve begin_curve(CurveRequest);
/// Measures what is missing, from coarse to fine. Calls `on_point` after each point, on this thread. Keeps all measurements when cancelled
/// (`Cancelled`), within a tile. Errors as those of methods, except memory: that is why_not.
void measure_curve(Curve&, const Progress&, const std::function<void(const Curve&)>& on_point = {});

/// Returns every run, one per line: method,options,device,data,n,dimension,k,queries,metric,quantity,repeat,value. `quantity` is
/// "milliseconds" or, without a repeat, "least milliseconds", "distances" or "recall".
std::string csv_of(const Curve&);

}  // namespace neighborscope::measure
