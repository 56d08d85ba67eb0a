// The true nearest neighbours by the numbers of a file: found by a quick exact search in float32, ordered and proved in float64.
#pragma once
#include "app/compare/file_rows.hpp"
#include "gpu/device/device.hpp"
#include "gpu/oracle/oracle.hpp"
#include "gpu/progress.hpp"

#include <limits>

namespace neighborscope {

struct ForeignLists;  // app/data/lists/read_lists.hpp
struct DataSet;

/// The distance of what is not there.
inline constexpr double infinitely_far = std::numeric_limits<double>::infinity();

/// The nearest of each query, ascending by (distance, index) in float64. Of inner products distances are rank values (float64_distance).
struct TrueLists {
    int width = 0;                    ///< entries of each
    std::vector<std::int32_t> index;  ///< [queries][width], rows; -1 past the end
    std::vector<double> distance;     ///< [queries][width], infinite past the end

    std::span<const std::int32_t> indices(std::int64_t query) const { return {index.data() + query * width, std::size_t(width)}; }
    std::span<const double> distances(std::int64_t query) const { return {distance.data() + query * width, std::size_t(width)}; }
    /// Entries of a list before its end, `most` at most.
    int length(std::int64_t query, int most) const;
};

/// Who asks what of which points.
struct TruthQuestion {
    FileRows points, queries;
    std::span<const std::int32_t> exclude;  ///< one row or -1 a query; empty: nothing is left out
    Metric metric = Metric::euclidean;
    int k = 1;
};

/// The k + 1 nearest of every query (fewer where there are not so many), so that the distance behind the last is known, too.
///
/// `auto` finds candidates over the float32 coordinates on `device`; these are put into order in float64. The list stands where no other
/// row can be as near, by what float32 can have confused (rounding_bound) and by how much the coordinates kept are off. Else more
/// candidates are asked for, and at last all rows in float64. Questions of at most `exhaustive_up_to` coordinates (points * queries *
/// dimension) ask all rows at once.
TrueLists find_true_lists(const TruthQuestion&, DeviceKind device, const Progress&, double exhaustive_up_to = 3e7);

/// Of one query, by all rows in float64.
std::vector<TrueNeighbour> true_list_of(const TruthQuestion&, std::int64_t query, int width, const Progress&);

/// The same out of a file: its neighbours put into order in float64. Input Error for lists of another number than queries, for rows that
/// are not there, and for lists that are shorter than k.
TrueLists true_lists_of(const ForeignLists&, const DataSet&, const TruthQuestion&, const Progress&);

}  // namespace neighborscope
