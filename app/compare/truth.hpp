// The true nearest neighbours of a file's numbers: found by a fast exact search in float32, ordered and proved in float64.
#pragma once
#include "app/compare/file_rows.hpp"
#include "gpu/device/device.hpp"
#include "gpu/oracle/oracle.hpp"
#include "gpu/progress.hpp"

#include <limits>
#include <memory>

namespace neighborscope {

struct ForeignLists;  // app/data/lists/read_lists.hpp
struct DataSet;

/// The distance past the end of a list.
inline constexpr double infinitely_far = std::numeric_limits<double>::infinity();

/// The nearest rows of each query, ascending by (distance, index) in float64. For inner products, distances are rank values
/// (float64_distance).
struct TrueLists {
    int width = 0;                    ///< entries per list
    std::vector<std::int32_t> index;  ///< [queries][width], rows; -1 past the end
    std::vector<double> distance;     ///< [queries][width], infinite past the end

    std::span<const std::int32_t> indices(std::int64_t query) const { return {index.data() + query * width, std::size_t(width)}; }
    std::span<const double> distances(std::int64_t query) const { return {distance.data() + query * width, std::size_t(width)}; }
    /// Returns the number of entries before the end, at most `most`.
    int length(std::int64_t query, int most) const;
};

/// Queries and the points to search.
struct TruthQuestion {
    FileRows points, queries;
    std::span<const std::int32_t> exclude;  ///< one row or -1 per query; empty: nothing is excluded
    Metric metric = Metric::euclidean;
    int k = 1;
    std::shared_ptr<const RowFilter> filter = nullptr;  ///< the rows that lists may hold; null: all

    bool allows(std::int64_t row) const { return !filter || filter->allows(row); }
    /// How many rows the list of a query can hold.
    std::int64_t available(std::int64_t query) const {
        const std::int64_t excluded = exclude.empty() ? -1 : exclude[std::size_t(query)];
        return (filter ? filter->count() : points.count()) - (excluded >= 0 && allows(excluded));
    }
};

/// Finds the k + 1 nearest of every query (or all, if there are fewer), so that the distance after the last is known.
///
/// `auto` finds candidates by float32 coordinates on `device`, which are then ordered in float64. A list is accepted if no other row can be
/// as near, given the rounding of float32 (rounding_bound) and of the coordinates. Otherwise more candidates are requested, and finally all
/// rows are searched in float64. Searches of at most `exhaustive_up_to` coordinates (points * queries * dimension) use all rows at once.
TrueLists find_true_lists(const TruthQuestion&, DeviceKind device, const Progress&, double exhaustive_up_to = 3e7);

/// Finds the list of one query by searching all rows in float64.
std::vector<TrueNeighbour> true_list_of(const TruthQuestion&, std::int64_t query, int width, const Progress&);

/// Takes the lists from a file and orders them in float64. Input Error if the numbers of lists and queries differ, for rows that do not
/// exist, and for lists shorter than k.
TrueLists true_lists_of(const ForeignLists&, const DataSet&, const TruthQuestion&, const Progress&);

}  // namespace neighborscope
