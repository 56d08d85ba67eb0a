// The truth of every test and of the exactness meter: exhaustive search in double precision over the stored float32
// coordinates, ties to the smaller index; and the contract a list is judged by.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope {

/// Points or queries in host memory, [count][dimension].
struct HostRows {
    std::span<const float> coordinates;
    int dimension = 0;
    std::int64_t count() const { return dimension ? std::int64_t(coordinates.size()) / dimension : 0; }
    const float* row(std::int64_t i) const { return coordinates.data() + i * dimension; }
};

/// An exact sum has 32 partial sums: dimension d belongs to partial sum (d / 4) mod 32 and is added in ascending order; then partial
/// sum i takes in partial sum i + m, for m = 16, 8, 4, 2, 1 and i < m. (So a warp reads rows side by side, four dimensions a lane,
/// and up to four dimensions the sum is the plain one.)
inline constexpr int exact_partial_sums = 32, exact_stride = 4 * exact_partial_sums;
/// True distance (not squared; of inner products, the product) of two rows in double precision, summed as exact_partial_sums says, no FMA.
/// Every place that orders final lists uses exactly this arithmetic.
double exact_distance(const float* a, const float* b, int dimension, Metric);

/// The row at unit length: each coordinate over the row's length in double precision, rounded to float32. `unit` may be `row`. False for
/// a row of zeros, which stays as it is.
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

/// The k nearest of one query, ascending by (distance, index), of inner products descending by product; min(k, available) entries.
/// `exclude` = -1 for none.
std::vector<TrueNeighbour> exhaustive_search(const HostRows& points, const float* query, int k, Metric, std::int64_t exclude = -1);

/// The same over blocks of rows, merged, so that it can be cancelled: `progress.step` once per block.
std::vector<TrueNeighbour> exhaustive_search_in_blocks(
    const HostRows& points, const float* query, int k, Metric, std::int64_t exclude, const Progress&);

/// How much two exact distances may differ when a method's float32 arithmetic confuses them, as a share of the distance; two inner products,
/// which may be small of long rows, as a share of the product of the lengths.
/// Zero when all coordinates are such that every float32 distance is exact (small integers times one power of two).
struct RoundingBound {
    double relative = 0;
    double longest_row = 0, lengths = 0;  ///< of inner products: of all points, and that times the length of the longest query
    double at(double distance) const { return relative * (longest_row > 0 ? lengths : distance); }
    /// For one of the queries.
    RoundingBound of_query(const float* query, int dimension) const;
};
/// From the data and the metric: difference form, D terms (Higham, Accuracy and Stability, ch. 3), whatever the magnitudes.
RoundingBound rounding_bound(const HostRows& points, const HostRows& queries, Metric);

enum class Verdict { exact, within_rounding, wrong };

struct ListVerification {
    Verdict verdict = Verdict::exact;
    int rank = 0;        ///< first rank (from 1) that differs, 0 when exact
    std::string reason;  ///< for a wrong list: what is wrong, with the two numbers
};
/// Judges one list of width k (index, distance: [k], -1 and NaN past the end) against the truth.
ListVerification verify_list(const HostRows& points, const float* query, std::span<const std::int32_t> index,
    std::span<const float> distance, std::span<const TrueNeighbour> truth, Metric, const RoundingBound&, std::int64_t exclude = -1);

/// Judges one list of an approximate method: it may miss neighbours and be shorter, but nothing in it may be made up. Wrong are a
/// row that does not exist, was to be excluded or occurs twice, a distance that is not the row's, an order that does not ascend
/// (equal distances within rounding aside), and a neighbour after the end of the list.
struct Recall {
    int found = 0;  ///< neighbours given whose exact distance does not exceed the last true one's: equal distances count
    int asked = 0;  ///< true neighbours
    int rank = 0;   ///< first rank (from 1) that is wrong, 0 when none is
    std::string reason;
};
Recall verify_approximate_list(const HostRows& points, const float* query, std::span<const std::int32_t> index,
    std::span<const float> distance, std::span<const TrueNeighbour> truth, Metric, const RoundingBound&, std::int64_t exclude = -1);

struct Tally {
    std::int64_t exact = 0, within_rounding = 0, wrong = 0;  ///< lists; of an approximate method exact are those that miss nothing
    std::int64_t first_wrong = -1;
    std::string first_reason;           ///< of that query: "rank 2: index 1 at distance 8, expected index 2 at 7"
    std::int64_t found = 0, asked = 0;  ///< neighbours of an approximate method's lists; both 0 of an exact one's

    double recall() const { return asked > 0 ? double(found) / double(asked) : 1; }
};
/// Judges all lists, an approximate method's by verify_approximate_list. Runs on `threads` threads (0: as many as cores). `verdicts`, where it
/// is not empty, gets one for each query.
Tally verify(const HostRows& points, const HostRows& queries, std::span<const std::int32_t> exclude, std::span<const std::int32_t> index,
    std::span<const float> distance, int k, Metric, const Progress& = {}, unsigned threads = 0, bool approximate = false,
    std::span<Verdict> verdicts = {});

}  // namespace neighborscope
