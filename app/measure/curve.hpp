// Curves: what methods take along n, k, queries, dimensions or an option, measured from coarse to fine while somebody watches; stopped, and
// gone on with where it stopped.
#pragma once
#include "app/measure/measure.hpp"
#include "app/measure/medians.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope::measure {

/// What grows: "n", "k", "queries", "dimension", or an option of the methods. `places` of them, evenly apart or evenly in their logarithm.
struct Along {
    std::string what = "n";
    double from = 0, to = 0;
    bool logarithmic = true;
    int places = 9;

    bool is_option() const { return what != "n" && what != "k" && what != "queries" && what != "dimension"; }
    bool operator==(const Along&) const = default;
};
inline constexpr int most_places = 65;
/// "n=1000:1000000", "k=1:64:7", "queries=1:1000:9:linear": logarithmic from a factor of 10 on unless it is said. Usage Error.
Along along_in(const std::string& text);
std::string text_of(const Along&);  ///< that along_in reads as the same
std::string number_text(double);    ///< "1000000", "0.25": the fewest digits, whole numbers without an exponent

/// The order that shows the whole range first: both ends, the middle, the middles of the halves, and so on. Of `count` places, from 0.
std::vector<std::size_t> coarse_to_fine_order(std::size_t count);

/// One method with the options that are chosen.
struct CurveLine {
    std::string text;  ///< as typed: "heap:threads=64"
    const Method* method = nullptr;
    std::map<std::string, std::string> options = {};
    std::optional<Metric> metric = {};  ///< none: that of the request

    bool operator==(const CurveLine& other) const { return method == other.method && options == other.options && metric == other.metric; }
};
inline constexpr std::size_t most_lines = 8;

struct CurveRequest {
    std::string source;                   ///< as typed
    std::shared_ptr<const DataSet> data;  ///< loaded; may be null where each size is made: needs_data()
    std::vector<CurveLine> lines;
    Along along;
    int k = 16;
    Metric metric = Metric::euclidean;
    std::int64_t queries = 100;  ///< random ones; 0: every point asks
    DeviceKind device = DeviceKind::host;
    Repeats repeats = {};

    /// False where a generator makes the points of each place.
    bool needs_data() const;
    /// Whether both measure the same: whatever the document's own value of what grows is.
    bool operator==(const CurveRequest&) const;
};

/// What was measured at one place of one line.
struct CurvePoint {
    std::vector<double> milliseconds;  ///< every run of the whole search
    double floor_milliseconds = -1;    ///< the least that the phases need together on this device; -1: not known
    double build_milliseconds = 0;     ///< once, before, in no run; 0: nothing is built
    std::int64_t distances = -1;       ///< computed, for all queries together; -1: the method does not count them
    double recall = 1;                 ///< of exact methods 1
    std::int64_t n = 0, queries = 0;
    int dimension = 0, k = 0;
    DeviceKind device = DeviceKind::host;
    std::string why_not;  ///< it cannot answer here: "k = 1 only"; else ""

    bool measured() const { return !milliseconds.empty(); }
    /// The median and its 95 % interval, milliseconds; of nothing measured 0.
    Interval time() const;
};

struct Curve {
    CurveRequest asked;
    std::vector<double> places;                                  ///< ascending
    std::vector<std::vector<std::optional<CurvePoint>>> points;  ///< [lines][places]; none: not yet
    bool busy_ceilings = false;                                  ///< others worked beside a measurement of those that the floors are of
    std::vector<std::string> remarks;  ///< what is honest to say of the data: "rows of the file, chosen by a seed"

    std::size_t done() const;
    std::size_t all() const { return places.size() * points.size(); }
    bool complete() const { return done() == all() && all() > 0; }
};

/// A curve with nothing measured. Usage Errors: no method or too many, a range that is none or that the data do not have, an option that no
/// method has or that is no number.
Curve begin_curve(CurveRequest);
/// Measures what lacks, from coarse to fine. `on_point` is called after each point, on this thread. What is measured stays when it is stopped
/// (`Cancelled`), within a tile. Errors as those of methods, other than memory: that is why_not.
void measure_curve(Curve&, const Progress&, const std::function<void(const Curve&)>& on_point = {});

/// Every run, one line each: method,options,device,data,n,dimension,k,queries,metric,quantity,repeat,value. `quantity` is "milliseconds",
/// or without a repeat "least milliseconds", "distances" or "recall".
std::string csv_of(const Curve&);

}  // namespace neighborscope::measure
