#include "gpu/oracle/oracle.hpp"

#include "gpu/start_threads.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

namespace neighborscope {

namespace {

// A term of a sum, and adding it. The order of additions is part of the contract (exact_partial_sums). Sums are rank values: an
// inner product has its sign changed, so that the smaller sum is nearer.
template <Metric metric>
double add_term(double sum, float a, float b) {
    if constexpr (metric == Metric::inner_product) return sum - double(a) * double(b);  // the product of two floats is exact
    const double difference = double(a) - double(b);
    if constexpr (metric == Metric::euclidean || metric == Metric::cosine) return sum + difference * difference;
    else if constexpr (metric == Metric::manhattan) return sum + std::fabs(difference);
    else return std::max(sum, std::fabs(difference));
}

template <Metric metric>
double combine(double sum, double piece) {
    return metric == Metric::chebyshev ? std::max(sum, piece) : sum + piece;
}

template <Metric metric>
double distance_of(double sum) {
    if constexpr (metric == Metric::cosine) {  // from the root: sums with equal roots are ties, as in searches over unit rows
        const double root = std::sqrt(sum);
        return std::min(2.0, 0.5 * root * root);
    } else {
        return metric == Metric::euclidean ? std::sqrt(sum) : sum;
    }
}

/// The exact sum, or any value above `limit` once the sum is known to be above it: terms are never negative and rounding is monotone,
/// so that a sum above the limit stays above it. A sum of inner products may fall again, so all its terms are added.
template <Metric metric>
double exact_sum(const float* a, const float* b, int dimension, double limit = std::numeric_limits<double>::infinity()) {
    if (dimension <= 4) {
        double sum = 0;
        for (int j = 0; j < dimension; ++j) sum = add_term<metric>(sum, a[j], b[j]);
        return sum;
    }
    double partial[exact_partial_sums] = {};
    const auto total = [&] {
        double sum[exact_partial_sums / 2];
        for (int i = 0; i < exact_partial_sums / 2; ++i) sum[i] = combine<metric>(partial[i], partial[i + exact_partial_sums / 2]);
        for (int m = exact_partial_sums / 4; m >= 1; m /= 2)
            for (int i = 0; i < m; ++i) sum[i] = combine<metric>(sum[i], sum[i + m]);
        return sum[0];
    };
    int from = 0;
    for (; from + exact_stride <= dimension; from += exact_stride) {
        for (int i = 0; i < exact_partial_sums; ++i)
            for (int j = 0; j < 4; ++j) partial[i] = add_term<metric>(partial[i], a[from + 4 * i + j], b[from + 4 * i + j]);
        if (metric != Metric::inner_product && from + 2 * exact_stride <= dimension && total() > limit)
            return std::numeric_limits<double>::infinity();
    }
    for (int j = from; j < dimension; ++j) partial[(j - from) / 4] = add_term<metric>(partial[(j - from) / 4], a[j], b[j]);
    return total();
}

bool before(const TrueNeighbour& a, const TrueNeighbour& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

/// The nearest so far, unordered; reduced to the k nearest whenever there are twice as many.
class NearestSoFar {
public:
    explicit NearestSoFar(std::size_t k) : k_(k) { kept_.reserve(2 * k + 4); }

    /// No point with a sum above this is among the k nearest.
    double sum_limit() const { return sum_limit_; }

    template <Metric metric>
    void offer(double sum, std::int64_t index) {
        if (sum > sum_limit_) return;
        kept_.push_back({distance_of<metric>(sum), index});
        if (kept_.size() >= 2 * k_ + 2) drop_beyond_k<metric>();
    }

    template <Metric metric>
    void drop_beyond_k() {
        if (kept_.size() <= k_) return;
        const auto last = kept_.begin() + std::ptrdiff_t(k_) - 1;
        std::nth_element(kept_.begin(), last, kept_.end(), before);
        kept_.resize(k_);
        const double worst = kept_[k_ - 1].distance;
        // Different sums may have equal square roots: the limit is a little more than the square of the greatest distance.
        sum_limit_ = metric == Metric::euclidean ? worst * worst * (1 + 0x1p-50)
                     : metric == Metric::cosine  ? (worst < 2 ? 2 * worst * (1 + 0x1p-49) : std::numeric_limits<double>::infinity())
                                                 : worst;
    }

    std::vector<TrueNeighbour> sorted() && {
        std::sort(kept_.begin(), kept_.end(), before);
        return std::move(kept_);
    }

private:
    std::size_t k_;
    std::vector<TrueNeighbour> kept_;
    double sum_limit_ = std::numeric_limits<double>::infinity();
};

constexpr double squared_distance_of_zero_row = 4;  // the squared distance of a row of zeros from any row: cosine distance 2

/// Scales rows to unit length, one at a time.
class UnitRow {
public:
    explicit UnitRow(int dimension) : values_(std::size_t(dimension)) {}
    /// Null for a row of zeros.
    const float* of(const float* row) { return unit_row(row, int(values_.size()), values_.data()) ? values_.data() : nullptr; }

private:
    std::vector<float> values_;
};

std::vector<TrueNeighbour> search_cosine(const HostRows& points, const float* query, int k, std::int64_t exclude) {
    UnitRow of_query(points.dimension), of_row(points.dimension);
    const float* const asked = of_query.of(query);
    NearestSoFar nearest(std::size_t(std::min<std::int64_t>(k, std::max<std::int64_t>(points.count(), 1))));
    for (std::int64_t i = 0; i < points.count(); ++i) {
        if (i == exclude || !points.allows(i)) continue;
        const float* const row = asked ? of_row.of(points.row(i)) : nullptr;
        nearest.offer<Metric::cosine>(
            row ? exact_sum<Metric::cosine>(row, asked, points.dimension, nearest.sum_limit()) : squared_distance_of_zero_row, i);
    }
    nearest.drop_beyond_k<Metric::cosine>();
    return std::move(nearest).sorted();
}

template <Metric metric>
std::vector<TrueNeighbour> search(const HostRows& points, const float* query, int k, std::int64_t exclude) {
    const std::int64_t count = points.count();
    const int dimension = points.dimension;
    NearestSoFar nearest(std::size_t(std::min<std::int64_t>(k, std::max<std::int64_t>(count, 1))));
    for (std::int64_t i = 0; i < count; ++i)
        if (i != exclude && points.allows(i))
            nearest.offer<metric>(exact_sum<metric>(points.row(i), query, dimension, nearest.sum_limit()), i);
    nearest.drop_beyond_k<metric>();
    return std::move(nearest).sorted();
}

/// Turns rank values into the distances of the result, and back.
std::vector<TrueNeighbour> with_rank_values(Metric metric, std::vector<TrueNeighbour> list) {
    for (TrueNeighbour& neighbour : list) neighbour.distance = rank_value(metric, neighbour.distance);
    return list;
}

template <class F>
auto with_metric(Metric metric, F f) {
    if (metric == Metric::inner_product) return f(std::integral_constant<Metric, Metric::inner_product>());
    if (metric == Metric::euclidean) return f(std::integral_constant<Metric, Metric::euclidean>());
    if (metric == Metric::manhattan) return f(std::integral_constant<Metric, Metric::manhattan>());
    return f(std::integral_constant<Metric, Metric::chebyshev>());
}

/// Exponent of the lowest set bit of a finite value that is not 0: x is an odd multiple of 2 to this power.
int unit_exponent(float x) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x) & 0x7fffffffu;
    const std::uint32_t exponent = bits >> 23, fraction = (bits & 0x7fffffu) | (exponent ? 0x800000u : 0u);
    return int(exponent ? exponent : 1) - 150 + std::countr_zero(fraction);
}

std::string text(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.9g", value);
    return buffer;
}

}  // namespace

bool unit_row(const float* row, int dimension, float* unit) {
    double squares = 0;
    for (int j = 0; j < dimension; ++j) squares += double(row[j]) * double(row[j]);
    if (squares == 0) {
        std::copy(row, row + dimension, unit);
        return false;
    }
    const double length = std::sqrt(squares);
    for (int j = 0; j < dimension; ++j) unit[j] = float(double(row[j]) / length);
    return true;
}

double exact_distance(const float* a, const float* b, int dimension, Metric metric) {
    if (metric == Metric::cosine) {
        UnitRow of_a(dimension), of_b(dimension);
        const float *const from = of_a.of(a), *const to = of_b.of(b);
        return distance_of<Metric::cosine>(from && to ? exact_sum<Metric::cosine>(from, to, dimension) : squared_distance_of_zero_row);
    }
    return with_metric(metric, [&](auto m) { return rank_value(metric, distance_of<m()>(exact_sum<m()>(a, b, dimension))); });
}

std::vector<TrueNeighbour> exhaustive_search(const HostRows& points, const float* query, int k, Metric metric, std::int64_t exclude) {
    if (k < 1) return {};
    if (metric == Metric::cosine) return search_cosine(points, query, k, exclude);
    return with_metric(metric, [&](auto m) { return with_rank_values(metric, search<m()>(points, query, k, exclude)); });
}

std::vector<TrueNeighbour> exhaustive_search_in_blocks(
    const HostRows& points, const float* query, int k, Metric metric, std::int64_t exclude, const Progress& progress) {
    const std::int64_t rows_per_block = std::max<std::int64_t>(1, (1 << 20) / std::max(1, points.dimension));
    std::vector<TrueNeighbour> best;
    for (std::int64_t first = 0; first < points.count(); first += rows_per_block) {
        progress.step(double(first), double(points.count()));
        const std::int64_t rows = std::min(rows_per_block, points.count() - first);
        const HostRows block{points.coordinates.subspan(std::size_t(first) * points.dimension, std::size_t(rows) * points.dimension),
            points.dimension, points.filter, points.first + first};
        const bool excluded_here = exclude >= first && exclude < first + rows;
        const auto found = with_rank_values(metric, exhaustive_search(block, query, k, metric, excluded_here ? exclude - first : -1));
        const auto middle = std::ptrdiff_t(best.size());
        for (TrueNeighbour neighbour : found) {
            neighbour.index += first;
            best.push_back(neighbour);
        }
        std::inplace_merge(best.begin(), best.begin() + middle, best.end(), before);
        if (best.size() > std::size_t(k)) best.resize(std::size_t(k));
    }
    best = with_rank_values(metric, std::move(best));
    return best;
}

namespace {

double length_of(const float* row, int dimension) {
    double squares = 0;
    for (int j = 0; j < dimension; ++j) squares += double(row[j]) * double(row[j]);
    return std::sqrt(squares);
}

/// The largest magnitude, and the exponent of the smallest unit of all values.
struct Units {
    double largest = 0;
    int exponent = std::numeric_limits<int>::max();
    explicit Units(std::span<const float> values) {
        for (const float x : values)
            if (x != 0) largest = std::max(largest, std::fabs(double(x))), exponent = std::min(exponent, unit_exponent(x));
    }
    double steps() const { return largest > 0 ? std::ldexp(largest, -exponent) : 0; }
};

// Each product is rounded once, and a sum of D products at most D - 1 times, in any order: its error is at most g sum |a b| <= g |a| |b|,
// g = D u / (1 - D u), or less with fused multiply-adds. A method that confuses j and i has p_i - p_j <= g |q| (|a_i| + |a_j|). What is
// lost below float32's range is less than another rounding (are_products_reliable in gpu/range.hpp).
RoundingBound bound_of_products(const HostRows& points, const HostRows& queries) {
    const Units of_points(points.coordinates), of_queries(queries.coordinates);
    const int dimension = std::max(points.dimension, 1);
    if (of_points.steps() * of_queries.steps() * dimension <= 0x1p24) return {};
    const double roundings = dimension + 1, g = roundings * 0x1p-24 / (1 - roundings * 0x1p-24);
    RoundingBound bound{.relative = 2 * g, .longest_row = 0, .lengths = 0};
    for (std::int64_t row = 0; row < points.count(); ++row)
        bound.longest_row = std::max(bound.longest_row, length_of(points.row(row), points.dimension));
    double longest_query = 0;
    for (std::int64_t row = 0; row < queries.count(); ++row)
        longest_query = std::max(longest_query, length_of(queries.row(row), queries.dimension));
    bound.lengths = bound.longest_row * longest_query;
    return bound;
}

}  // namespace

RoundingBound RoundingBound::of_query(const float* query, int dimension) const {
    RoundingBound own = *this;
    if (longest_row > 0) own.lengths = longest_row * length_of(query, dimension);
    return own;
}

// float32 compared with the truth, u = 2^-24. A difference is rounded once, its square once, a sum of D terms at most D - 1 times in any
// order: the computed square is within a factor (1 +- u)^(D + 2) of the true one, a distance within the root of that. A method
// that confuses j and i has d_j / d_i <= sqrt((1 + g) / (1 - g)), g = (D + 3) u / (1 - (D + 3) u). Sums of absolute
// differences: the same without the root. Maxima: only the difference is rounded. Underflow adds less than one more rounding, because lists
// that end at smaller distances are found in double precision (smallest_reliable_distance in gpu/range.hpp).
RoundingBound rounding_bound(const HostRows& points, const HostRows& queries, Metric metric) {
    const int dimension = std::max(points.dimension, 1);
    constexpr double u = 0x1p-24;
    if (metric == Metric::inner_product) return bound_of_products(points, queries);
    if (metric == Metric::cosine) {  // as Euclidean over unit rows, then squared: without the root the error doubles
        const double roundings = 3 + dimension + 2, g = roundings * u / (1 - roundings * u);
        return {(1 + g) / (1 - g) - 1};
    }
    float low = 0, high = 0;
    int unit = std::numeric_limits<int>::max();
    bool any = false;
    for (const auto& rows : {points.coordinates, queries.coordinates}) {
        for (float x : rows) {
            low = any ? std::min(low, x) : x;
            high = any ? std::max(high, x) : x;
            any = true;
        }
    }
    // Are all distances exact? Differences are multiples of the smallest unit; no sum below 2^24 units is rounded.
    const double range = double(high) - double(low);
    for (const auto& rows : {points.coordinates, queries.coordinates}) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i] != 0) unit = std::min(unit, unit_exponent(rows[i]));
            if ((i & 1023) == 0 && unit != std::numeric_limits<int>::max() && range > std::ldexp(0x1p24, unit)) break;
        }
    }
    const double steps = unit == std::numeric_limits<int>::max() ? 0 : std::ldexp(range, -unit);
    const double sum = metric == Metric::euclidean ? steps * steps * dimension : metric == Metric::manhattan ? steps * dimension : steps;
    if (sum <= 0x1p24) return {};

    const double roundings = 1 + (metric == Metric::euclidean ? dimension + 2 : metric == Metric::manhattan ? dimension : 1);
    const double g = roundings * u / (1 - roundings * u), ratio = (1 + g) / (1 - g);
    return {(metric == Metric::euclidean ? std::sqrt(ratio) : ratio) - 1};
}

ListVerification verify_list(const HostRows& points, const float* query, std::span<const std::int32_t> index,
    std::span<const float> distance, std::span<const TrueNeighbour> truth, Metric metric, const RoundingBound& bound_of_all,
    std::int64_t exclude) {
    ListVerification verification;
    const auto wrong = [&](std::size_t rank, const std::string& reason) { return ListVerification{Verdict::wrong, int(rank) + 1, reason}; };
    const RoundingBound bound = bound_of_all.of_query(query, points.dimension);
    // A given distance must be that of its row: rounded to float32, or with the error of a computation in float32.
    const auto is_of = [&](std::span<const float> shown, std::size_t i, double exact) {
        return shown.empty() || shown[i] == float(exact) ||
               std::fabs(double(shown[i]) - exact) <= bound.at(exact) + 0x1p-23 * std::fabs(exact) + 0x1p-149;
    };
    std::vector<std::int32_t> seen(index.begin(), index.end());
    std::sort(seen.begin(), seen.end());
    for (std::size_t i = 0; i < index.size(); ++i) {
        const bool given = !distance.empty();
        if (i >= truth.size()) {
            if (index[i] != -1)
                return wrong(
                    i, "index " + std::to_string(index[i]) + " where the list should have ended after " + std::to_string(truth.size()));
            if (given && !std::isnan(distance[i]))
                return wrong(i, "distance " + text(distance[i]) + " past the end of the list, NaN expected");
            continue;
        }
        const std::int32_t found = index[i];
        const TrueNeighbour& right = truth[i];
        if (found < 0 || found >= points.count())
            return wrong(i, "index " + std::to_string(found) + " is not a row (there are " + std::to_string(points.count()) +
                                "), expected " + std::to_string(right.index));
        if (found == exclude) return wrong(i, "index " + std::to_string(found) + " should be excluded");
        if (!points.allows(found)) return wrong(i, "index " + std::to_string(found) + " is not allowed by the filter");
        const auto [from, to] = std::equal_range(seen.begin(), seen.end(), found);
        if (to - from > 1) return wrong(i, "index " + std::to_string(found) + " occurs " + std::to_string(to - from) + " times");
        const double exact = exact_distance(points.row(found), query, points.dimension, metric);
        if (found != right.index) {
            if (std::fabs(exact - right.distance) > bound.at(std::max(exact, right.distance)) || bound.relative == 0)
                return wrong(i, "index " + std::to_string(found) + " at distance " + text(exact) +
                                    (is_of(distance, i, exact) ? "" : " (given as " + text(distance[i]) + ")") + ", expected index " +
                                    std::to_string(right.index) + " at " + text(right.distance));
            if (verification.verdict == Verdict::exact) verification = {Verdict::within_rounding, int(i) + 1, {}};
        }
        if (!is_of(distance, i, exact))
            return wrong(
                i, "distance " + text(distance[i]) + " given for index " + std::to_string(found) + ", whose distance is " + text(exact));
    }
    return verification;
}

Recall verify_approximate_list(const HostRows& points, const float* query, std::span<const std::int32_t> index,
    std::span<const float> distance, std::span<const TrueNeighbour> truth, Metric metric, const RoundingBound& bound_of_all,
    std::int64_t exclude) {
    const RoundingBound bound = bound_of_all.of_query(query, points.dimension);
    Recall recall{.asked = int(truth.size())};
    const auto wrong = [&](std::size_t rank, const std::string& reason) {
        if (recall.rank == 0) recall.rank = int(rank) + 1, recall.reason = reason;
    };
    constexpr double nobody = -std::numeric_limits<double>::infinity();
    const double last = truth.empty() ? nobody : rank_value(metric, truth.back().distance);
    const bool all_exact = bound.relative == 0;
    std::vector<std::int32_t> seen;
    TrueNeighbour previous{nobody, -1};  // with their rank values
    for (std::size_t i = 0; i < index.size(); ++i) {
        const std::int32_t found = index[i];
        const std::string named = "index " + std::to_string(found);
        if (found == -1) {
            if (!distance.empty() && !std::isnan(distance[i]))
                wrong(i, "distance " + text(distance[i]) + " past the end of the list, NaN expected");
            for (std::size_t rest = i + 1; rest < index.size(); ++rest)
                if (index[rest] != -1) wrong(rest, "index " + std::to_string(index[rest]) + " after the list has ended");
            break;
        }
        if (found < 0 || found >= points.count()) {
            wrong(i, named + " is not a row (there are " + std::to_string(points.count()) + ")");
            continue;
        }
        if (found == exclude) {
            wrong(i, named + " should be excluded");
            continue;
        }
        if (!points.allows(found)) {
            wrong(i, named + " is not allowed by the filter");
            continue;
        }
        const auto place = std::lower_bound(seen.begin(), seen.end(), found);
        if (place != seen.end() && *place == found) {
            wrong(i, named + " occurs twice");
            continue;
        }
        seen.insert(place, found);
        const TrueNeighbour exact{exact_distance(points.row(found), query, points.dimension, metric), found};
        const float shown = distance.empty() ? float(exact.distance) : distance[i];
        if (shown != float(exact.distance) &&
            !(std::fabs(double(shown) - exact.distance) <= bound.at(exact.distance) + 0x1p-23 * std::fabs(exact.distance) + 0x1p-149))
            wrong(i, "distance " + text(shown) + " given for " + named + ", whose distance is " + text(exact.distance));
        const TrueNeighbour ranked{rank_value(metric, exact.distance), exact.index};
        if (before(ranked, previous) && (all_exact || previous.distance - ranked.distance > bound.at(previous.distance)))
            wrong(i, named + " at distance " + text(exact.distance) + " after index " + std::to_string(previous.index) + " at " +
                         text(rank_value(metric, previous.distance)));
        previous = ranked;
        if (ranked.distance <= last) ++recall.found;
    }
    recall.found = std::min(recall.found, recall.asked);
    return recall;
}

Tally verify(const HostRows& points, const HostRows& queries, std::span<const std::int32_t> exclude, std::span<const std::int32_t> index,
    std::span<const float> distance, int k, Metric metric, const Progress& progress, unsigned threads, bool approximate,
    std::span<Verdict> verdicts) {
    const std::int64_t count = queries.count();
    const RoundingBound bound = rounding_bound(points, queries, metric);
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    threads = unsigned(std::min<std::int64_t>(threads, std::max<std::int64_t>(count, 1)));

    Tally tally;
    std::mutex mutex;
    std::exception_ptr failure;
    std::atomic<std::int64_t> next{0}, done{0};
    std::atomic<bool> stop_all{false};
    const Progress quiet = progress.without_report();
    const auto work = [&](bool reports) {
        try {
            for (std::int64_t q; !stop_all && (q = next++) < count;) {
                const std::int64_t excluded = exclude.empty() ? -1 : exclude[std::size_t(q)];
                const auto truth = exhaustive_search_in_blocks(points, queries.row(q), k, metric, excluded, quiet);
                const std::size_t first = std::size_t(q) * std::size_t(k), width = std::size_t(k);
                const auto rows = index.subspan(first, width);
                const auto shown = distance.empty() ? distance : distance.subspan(first, width);
                ListVerification one;
                Recall recall;
                if (approximate) {
                    recall = verify_approximate_list(points, queries.row(q), rows, shown, truth, metric, bound, excluded);
                    if (recall.rank > 0) one = {Verdict::wrong, recall.rank, recall.reason};
                } else {
                    one = verify_list(points, queries.row(q), rows, shown, truth, metric, bound, excluded);
                }
                if (!verdicts.empty()) verdicts[std::size_t(q)] = one.verdict;
                ++done;
                if (reports) progress.step(double(done), double(count));
                {
                    const std::lock_guard lock(mutex);
                    tally.found += recall.found;
                    tally.asked += recall.asked;
                    if (one.verdict == Verdict::exact && recall.found < recall.asked) continue;  // misses some, but nothing is wrong
                    if (one.verdict == Verdict::exact) ++tally.exact;
                    else if (one.verdict == Verdict::within_rounding) ++tally.within_rounding;
                    else if (++tally.wrong; tally.first_wrong < 0 || q < tally.first_wrong) {
                        tally.first_wrong = q;
                        tally.first_reason = "rank " + std::to_string(one.rank) + ": " + one.reason;
                    }
                }
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stop_all = true;
        }
    };
    std::vector<std::thread> workers;
    start_threads(workers, threads - 1, [&] { work(false); });
    work(true);
    for (std::thread& worker : workers) worker.join();
    if (failure) std::rethrow_exception(failure);
    return tally;
}

}  // namespace neighborscope
