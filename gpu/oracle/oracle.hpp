// The oracle of all tests and of the exactness check: exhaustive search in double precision over the stored float32
// coordinates, ties to the smaller index; and the verification of lists against it.
#pragma once
#include "gpu/knn.hpp"
#include "gpu/row_filter.hpp"

namespace neighborscope {

/// Points or queries in host memory, [count][dimension].
struct HostRows {
    std::span<const float> coordinates;
    int dimension = 0;
    const RowFilter* filter = nullptr;  ///< the rows that a search may return; null: all
    std::int64_t first = 0;             ///< of a part: its first row in the filter

    bool allows(std::int64_t i) const { return !filter || filter->allows(first + i); }
    std::int64_t count() const { return dimension ? std::int64_t(coordinates.size()) / dimension : 0; }
    const float* row(std::int64_t i) const { return coordinates.data() + i * dimension; }
};

/// An exact sum has 32 partial sums: dimension d belongs to partial sum (d / 4) mod 32 and is added in ascending order; then partial
/// sum i + m is added to partial sum i, for m = 16, 8, 4, 2, 1 and i < m. (So the lanes of a warp read rows together, four dimensions each,
/// and up to four dimensions the sum is the plain one.)
inline constexpr int exact_partial_sums = 32, exact_stride = 4 * exact_partial_sums;
/// The true distance (not squared; for inner products, the product) of two rows in double precision, summed as exact_partial_sums says,
/// without FMA. All code that orders final lists uses exactly this arithmetic.
double exact_distance(const float* a, const float* b, int dimension, Metric);

/// Scales the row to unit length: divides each coordinate by the row's length in double precision, and rounds to float32. `unit` may be
/// `row`. Returns false for a row of zeros, and copies it.
bool unit_row(const float* row, int dimension, float* unit);
/// The cosine distance of two unit rows at this Euclidean distance.
inline float cosine_of(float euclidean) {
    const double half = 0.5 * double(euclidean) * double(euclidean);
    return half > 2 ? 2.0f : float(half);
}

struct TrueNeighbour {
    double distance;
    std::int64_t index;
};

/// The k nearest of one query, ascending by (distance, index), for inner products descending by product; min(k, available) entries.
/// `exclude` = -1 for none.
std::vector<TrueNeighbour> exhaustive_search(const HostRows& points, const float* query, int k, Metric, std::int64_t exclude = -1);

/// The same over blocks of rows, merged, so that it can be cancelled: calls `progress.step` once per block.
std::vector<TrueNeighbour> exhaustive_search_in_blocks(
    const HostRows& points, const float* query, int k, Metric, std::int64_t exclude, const Progress&);

/// By how much two exact distances may differ if a method's float32 arithmetic may swap them, as a share of the distance.
/// Inner products may be small although rows are long: for them, as a share of the product of the lengths.
/// Zero if the coordinates are such that every float32 distance is exact (small integers times one power of two).
struct RoundingBound {
    double relative = 0;
    double longest_row = 0,
           lengths = 0;  ///< for inner products: length of the longest point, and that times the length of the longest query
    double at(double distance) const { return relative * (longest_row > 0 ? lengths : distance); }
    /// The bound for one of the queries.
    RoundingBound of_query(const float* query, int dimension) const;
};
/// Computes the bound from the data and the metric: difference form, D terms (Higham, Accuracy and Stability, ch. 3).
RoundingBound rounding_bound(const HostRows& points, const HostRows& queries, Metric);

enum class Verdict { exact, within_rounding, wrong };

struct ListVerification {
    Verdict verdict = Verdict::exact;
    int rank = 0;        ///< first rank (from 1) that differs, 0 when exact
    std::string reason;  ///< what is wrong in a wrong list, with the two numbers
};
/// Verifies one list of width k (index, distance: [k], -1 and NaN past the end) against the truth.
ListVerification verify_list(const HostRows& points, const float* query, std::span<const std::int32_t> index,
    std::span<const float> distance, std::span<const TrueNeighbour> truth, Metric, const RoundingBound&, std::int64_t exclude = -1);

/// Verifies one list of an approximate method. It may miss neighbours and be shorter, but must be right otherwise. Errors are: a
/// row that does not exist, is excluded or occurs twice; a distance that is not the row's; an order that is not ascending
/// (within rounding); and a neighbour after the end of the list.
struct Recall {
    int found = 0;  ///< neighbours whose exact distance is at most that of the last true one: ties count
    int asked = 0;  ///< true neighbours
    int rank = 0;   ///< first rank (from 1) that is wrong, 0 when none is
    std::string reason;
};
Recall verify_approximate_list(const HostRows& points, const float* query, std::span<const std::int32_t> index,
    std::span<const float> distance, std::span<const TrueNeighbour> truth, Metric, const RoundingBound&, std::int64_t exclude = -1);

struct Tally {
    std::int64_t exact = 0, within_rounding = 0, wrong = 0;  ///< lists; an approximate method's list is exact if it misses nothing
    std::int64_t first_wrong = -1;
    std::string first_reason;           ///< of the first wrong query: "rank 2: index 1 at distance 8, expected index 2 at 7"
    std::int64_t found = 0, asked = 0;  ///< neighbours in an approximate method's lists; both 0 for an exact method

    double recall() const { return asked > 0 ? double(found) / double(asked) : 1; }
};
/// Verifies all lists, an approximate method's by verify_approximate_list, on `threads` threads (0: one per core). `verdicts`, if not
/// empty, gets one for each query.
Tally verify(const HostRows& points, const HostRows& queries, std::span<const std::int32_t> exclude, std::span<const std::int32_t> index,
    std::span<const float> distance, int k, Metric, const Progress& = {}, unsigned threads = 0, bool approximate = false,
    std::span<Verdict> verdicts = {});

}  // namespace neighborscope
