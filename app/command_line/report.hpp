// Text output of `run` and `check`: aligned columns, units in headers, plain ASCII numbers that can be copied.
#pragma once
#include "app/command_line/measure.hpp"
#include "app/command_line/queries.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/oracle/oracle.hpp"

#include <map>
#include <span>
#include <string>

namespace neighborscope::shell {

/// " (longitude, latitude)"; "" if there are more than a few axes.
std::string axes_text(const DataSet&);
/// "(-120, 37)" in true coordinates; the first few if there are many.
std::string position_text(const DataSet&, const float* relative);
/// Formats `value` with about `digits` significant digits relative to `extent`, without an exponent unless far from 1.
std::string number_text(double value, double extent, int digits = 6);
/// "earthquakes: 1707 points, 2-D (longitude, latitude)".
std::string data_text(const DataSet&);
/// "heap, threads=128", with the chosen options.
std::string method_text(const Method&, const std::map<std::string, std::string>& chosen);

/// Lists in host memory: [queries][k], -1 and NaN past the end; indices are rows of the data set.
struct FetchedLists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    std::int64_t queries = 0;
    int k = 0;       ///< entries of each list
    int wanted = 0;  ///< requested neighbours: k, or more if there are fewer points

    std::span<const std::int32_t> indices(std::int64_t query) const { return {index.data() + query * k, std::size_t(k)}; }
    std::span<const float> distances(std::int64_t query) const { return {distance.data() + query * k, std::size_t(k)}; }
    /// Returns the number of entries before the first -1.
    int length(std::int64_t query) const;
};

/// "98 exact, 1 exact within rounding, 1 wrong, of 100 queries"
std::string tally_text(const Tally&, std::int64_t queries);
/// One list: rank, index, distance, coordinates under the axes' names.
std::string neighbours_text(const DataSet&, const FetchedLists&, Metric);
/// Many lists: the range of the nearest and the k-th distances, and the first few lists.
std::string summary_text(const DataSet&, const FetchedLists&, Metric);
/// Phases and total with their lower bounds, in milliseconds if the device's ceilings are known (not null), and the number of runs.
std::string timings_text(const Measurement&, const Ceilings*);
std::string counters_text(const std::vector<Counter>&);

}  // namespace neighborscope::shell
