#include "app/compare/causes.hpp"

#include "app/compare/never_found.hpp"
#include "app/data/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace neighborscope {
namespace {

using Kind = Cause::Kind;

/// The two rows of float64 that a thread compares.
struct Scratch {
    explicit Scratch(int dimension) : row(std::size_t(dimension)), query(row) {}
    std::vector<double> row, query;
};

class CauseFinder {
public:
    CauseFinder(
        const Comparison& comparison, const DataSet& data, const FileRows& points, const FileRows& queries, const Progress& progress)
        : c_(comparison), data_(data), points_(points), queries_(queries), progress_(progress) {
        for (const ListClass one : {ListClass::missing, ListClass::wrong})
            bad_.insert(bad_.end(), c_.queries_of(one).begin(), c_.queries_of(one).end());
        std::sort(bad_.begin(), bad_.end());
        explained_.resize(bad_.size());
    }

    std::vector<Cause> find() {
        if (bad_.empty()) return {};
        find_in_distances();
        find_in_indices();
        find_rows_never_found();
        find_by_searching();
        find_float32_rounding();
        find_what_faults_say();
        std::stable_sort(causes_.begin(), causes_.end(), [](const Cause& a, const Cause& b) { return a.lists > b.lists; });
        return std::move(causes_);
    }

private:
    // ---- What is given for distances ----

    void find_in_distances() {
        if (c_.distance.empty()) return;
        const auto close = [](double a, double b) { return std::fabs(a - b) <= 1e-4 * std::fabs(b) + 1e-30; };
        if (c_.metric == Metric::euclidean) find_squares();
        if (c_.metric == Metric::cosine)
            add_of_distances({Kind::cosine_similarity, "the distances given are cosines, not 1 minus the cosine", "give 1 minus them"},
                [&](double given, double exact) { return std::fabs(given - (1 - exact)) <= 1e-5; });
        add_of_distances(
            {Kind::negative, "the distances given are negative: minus the distance or its square", "give the distances themselves"},
            [&](double given, double exact) { return given < 0 && (close(-given, exact) || close(-given, exact * exact)); });
        add_of_distances({Kind::float16_distances, "the distances given are rounded to float16", "give them in float32"},
            [&](double given, double exact) {
                return given == float16_of(given) && std::fabs(given - exact) <= 0x1p-10 * exact + 0x1p-24;
            });
    }

    /// How far distances given are from the true ones and from their squares, as ratios; the less far in the median, the likelier.
    class Ratios {
    public:
        void add(const GivenList& list) {
            for (std::size_t rank = 0; rank < list.index.size(); ++rank) {
                const double given = list.distance[rank], exact = list.true_distance[rank];
                if (list.index[rank] < 0 || !(given > 0) || !(exact > 0) || std::fabs(std::log(exact)) < 0.01) continue;
                from_distance_.push_back(std::fabs(std::log(given / exact)));
                from_square_.push_back(std::fabs(std::log(given / (exact * exact))));
            }
        }
        bool empty() const { return from_square_.empty(); }
        bool are_squares() { return !empty() && median(from_square_) < 0.2 && median(from_square_) < 0.5 * median(from_distance_); }

    private:
        static double median(std::vector<double>& values) {
            const auto half = values.begin() + std::ptrdiff_t(values.size() / 2);
            std::nth_element(values.begin(), half, values.end());
            return *half;
        }
        std::vector<double> from_distance_, from_square_;
    };

    /// Faiss and others answer with squares: of all lists whose distances are at fault, whatever else is.
    void find_squares() {
        Ratios all;
        std::vector<std::size_t> lists;
        for (std::size_t i = 0; i < bad_.size(); ++i)
            if (judgement(bad_[i]).faults & other_distance) lists.push_back(i);
        constexpr std::size_t most = 4096;
        for (std::size_t i = 0; i < std::min(most, lists.size()); ++i)
            all.add(c_.given(bad_[lists[i * lists.size() / std::min(most, lists.size())]]));
        if (!all.are_squares()) return;
        Cause cause{Kind::squares, "the distances given are squares", "compare with --squared"};
        cause.of = std::int64_t(bad_.size());
        for (const std::size_t i : lists) {
            Ratios ratios;
            ratios.add(c_.given(bad_[i]));
            if (!ratios.empty() && !ratios.are_squares()) continue;
            ++cause.lists;
            if (judgement(bad_[i]).faults == other_distance) explained_[i] = true;
        }
        causes_.push_back(std::move(cause));
    }

    void find_float32_rounding() {
        if (c_.distance.empty() || c_.metric != Metric::euclidean || c_.by.rounding.what == "float64") return;
        const Rounding coarsest = roundings_of(points_, queries_, c_.metric).back();
        add_of_distances({Kind::float32_rounding,
                             "the distances given differ as float32 may round them: coordinates cast to it, or |a|² + |b|² - 2ab in it",
                             "subtract the mean of the points before they are searched, or search in float64"},
            [&](double given, double exact) { return given >= 0 && coarsest.confuses(given, exact); });
    }

    /// Lists in which only distances are at fault, and all of those that are can be had from the true ones so.
    void add_of_distances(Cause cause, const std::function<bool(double given, double exact)>& is_of) {
        count(std::move(cause), [&](std::size_t i, Scratch&) {
            const std::int64_t query = bad_[i];
            if (judgement(query).faults != other_distance) return false;
            const GivenList list = c_.given(query);
            for (std::size_t rank = 0; rank < list.index.size(); ++rank)
                if (list.index[rank] >= 0 && !c_.by.is_true(list.distance[rank], list.true_distance[rank]) &&
                    !is_of(list.distance[rank], list.true_distance[rank]))
                    return false;
            return true;
        });
    }

    // ---- What is given for indices ----

    void find_in_indices() {
        if (c_.queries.exclude.empty()) {
            add({Kind::self_left_out, "these lists leave each point itself out", "compare with --exclude-self"},
                [&](std::size_t i, Scratch&) {
                    const std::int64_t query = bad_[i], self = c_.queries.row_of(query);
                    return self >= 0 && is_truth_without(query, std::int32_t(self));
                });
        } else {
            add({Kind::self_kept, "these lists have each point itself, too", "compare without --exclude-self"},
                [&](std::size_t i, Scratch&) { return is_truth_with(bad_[i], c_.queries.exclude[std::size_t(bad_[i])]); });
        }
        std::vector<std::int64_t> shifts{1, -1};
        if (const std::int64_t usual = usual_shift(); usual != 0 && std::abs(usual) != 1) shifts.push_back(usual);
        for (const std::int64_t shift : shifts)
            add({Kind::shifted,
                    shift == 1 ? "their rows are counted from 1: each index is one too high"
                               : "each index is " + std::to_string(std::abs(shift)) + (shift > 0 ? " too high" : " too low"),
                    "count rows from 0"},
                [&, shift](std::size_t i, Scratch& scratch) {
                    return is_right(
                        bad_[i], bad_[i], [&](std::size_t entry) { return file_row_minus(entry, shift); }, scratch);
                });
        if (!data_.file_rows.empty())
            add({Kind::rows_kept_counted, "their indices count only the rows that have numbers", "give indices of the file's rows"},
                [&](std::size_t i, Scratch& scratch) {
                    return is_right(
                        bad_[i], bad_[i],
                        [&](std::size_t entry) {
                            const std::int64_t row = file_row(entry);
                            return row < points_.count() ? std::int32_t(row) : GivenList::no_such_row;
                        },
                        scratch);
                });
        find_another_order_of_queries();
        find_other_numbers();
    }

    /// By how much the first index is off, most often, where points ask.
    std::int64_t usual_shift() const {
        std::unordered_map<std::int64_t, std::int64_t> counts;
        std::pair<std::int64_t, std::int64_t> most{0, 0};
        for (const std::int64_t query : bad_) {
            const std::int64_t row = c_.queries.row_of(query), first = file_row(std::size_t(query) * std::size_t(c_.k));
            if (row < 0 || first < 0) continue;
            const std::int64_t shift = first - data_.file_row(row);
            if (const std::int64_t count = ++counts[shift]; count > most.second) most = {shift, count};
        }
        return most.second * 2 > std::int64_t(bad_.size()) ? most.first : 0;
    }

    /// A list may be that of another query: the one whose nearest neighbour it begins with.
    void find_another_order_of_queries() {
        std::unordered_multimap<std::int32_t, std::int64_t> query_of_nearest;
        std::vector<int> shared(std::size_t(points_.count()));
        for (std::int64_t query = 0; query < c_.count; ++query)
            if (const auto truth = c_.true_index(query); !truth.empty() && ++shared[std::size_t(truth[0])] <= most_shared)
                query_of_nearest.emplace(truth[0], query);
        std::vector<std::int64_t> other(bad_.size(), -1);
        Cause cause{Kind::queries_in_another_order, "", "give the lists in the order of the queries"};
        const auto is_of_another = [&](std::size_t i, Scratch& scratch) {
            const std::size_t first = std::size_t(bad_[i]) * std::size_t(c_.k);
            const auto [from, to] = query_of_nearest.equal_range(c_.index[first]);
            for (auto at = from; at != to; ++at)
                if (at->second != bad_[i] && is_right(
                                                 bad_[i], at->second, [&](std::size_t entry) { return c_.index[entry]; }, scratch)) {
                    other[i] = at->second;
                    return true;
                }
            return false;
        };
        add(
            cause, is_of_another,
            [&](Cause& found) {
                std::int64_t same = 0, shift = 0;
                for (std::size_t i = 0; i < bad_.size(); ++i)
                    if (other[i] >= 0) {
                        if (same == 0) shift = other[i] - bad_[i];
                        same += other[i] - bad_[i] == shift;
                    }
                found.sentence = "these lists are those of other queries";
                if (same * 10 >= found.lists * 9)
                    found.sentence += ": each of the query " + std::to_string(std::abs(shift)) + (shift > 0 ? " later" : " earlier");
            },
            0.5);
    }

    /// The other program may have numbered the points anew: where every point asks, the first index is the number of the point itself.
    void find_other_numbers() {
        std::unordered_map<std::int64_t, std::int32_t> row_of_number;
        for (std::int64_t query = 0; query < c_.count; ++query) {
            const std::int64_t row = c_.queries.row_of(query);
            if (row < 0) return;
            row_of_number.emplace(file_row(std::size_t(query) * std::size_t(c_.k)), std::int32_t(row));
        }
        if (std::int64_t(row_of_number.size()) * 2 < c_.count || !c_.queries.exclude.empty()) return;
        add(
            {Kind::renumbered, "points have other numbers there: read the first index of each list as the number of the point that asked",
                "give the rows of the file of points"},
            [&](std::size_t i, Scratch& scratch) {
                return is_right(
                    bad_[i], bad_[i],
                    [&](std::size_t entry) {
                        const auto found = row_of_number.find(file_row(entry));
                        return found == row_of_number.end() ? GivenList::no_such_row : found->second;
                    },
                    scratch);
            },
            nullptr, 0.5);
    }

    // ---- Searches of another kind ----

    void find_by_searching() {
        if (double(unexplained()) * 10 < double(bad_.size())) return;
        std::vector<std::size_t> some;  // places in bad_, equally far apart among those not explained
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < bad_.size(); ++i)
            if (!explained_[i]) rest.push_back(i);
        const double coordinates = double(points_.count()) * points_.dimension();
        const std::size_t most = std::clamp<std::size_t>(std::size_t(2e9 / std::max(1.0, coordinates)), 4, 24);
        for (std::size_t i = 0; i < std::min(most, rest.size()); ++i) some.push_back(rest[i * rest.size() / std::min(most, rest.size())]);
        for (const Metric metric : all_metrics)
            if (metric != c_.metric && (metric != Metric::cosine || points_.dimension() > 1)) {
                Cause cause{Kind::other_metric, "these lists are right by the " + std::string(name(metric)) + " metric",
                    "compare with --metric " + std::string(name(metric))};
                cause.metric = metric;
                if (try_on(some, std::move(cause), points_, queries_, metric)) return;
            }
        const FileRows::Extent of_points = points_.extent(), of_queries = queries_.extent();
        for (const auto& largest : {of_points.largest, of_queries.largest})
            if (*std::max_element(largest.begin(), largest.end()) > 65504) return;
        const std::vector<double> rounded_points = in_float16(points_), rounded_queries = in_float16(queries_);
        try_on(some,
            {Kind::float16_points, "these lists are right for coordinates that are rounded to float16", "search the points in float32"},
            FileRows(points_.kept(), points_.origin(), rounded_points), FileRows(queries_.kept(), queries_.origin(), rounded_queries),
            c_.metric);
    }
    static std::vector<double> in_float16(const FileRows& rows) {
        std::vector<double> values(rows.kept().size()), scratch(std::size_t(rows.dimension()));
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            const double* at = rows.row(i, scratch.data());
            for (int axis = 0; axis < rows.dimension(); ++axis) values[std::size_t(i * rows.dimension() + axis)] = float16_of(at[axis]);
        }
        return values;
    }

    /// Whether at least half of a few lists are the nearest of other rows or by another metric; adds the cause then.
    bool try_on(const std::vector<std::size_t>& some, Cause cause, const FileRows& points, const FileRows& queries, Metric metric) {
        if (some.empty()) return false;
        std::vector<char> fits(some.size());
        const Progress quiet = progress_.without_report();
        parallel_pieces(some.size(), 1, progress_, [&](std::size_t i) {
            const std::int64_t query = bad_[some[i]];
            const std::int64_t exclude = c_.queries.exclude.empty() ? -1 : c_.queries.exclude[std::size_t(query)];
            fits[i] = is_nearest_of(query, exclude, points, queries, metric, quiet);
        });
        cause.lists = std::count(fits.begin(), fits.end(), char(1));
        cause.of = std::int64_t(some.size());
        if (cause.lists * 2 < cause.of) return false;
        for (std::size_t i = 0; i < explained_.size(); ++i) explained_[i] = true;  // a few stand for all: nothing else is looked for
        causes_.push_back(std::move(cause));
        return true;
    }
    bool is_nearest_of(std::int64_t query, std::int64_t exclude, const FileRows& points, const FileRows& queries, Metric metric,
        const Progress& quiet) const {
        Scratch scratch(points.dimension());
        const double* at = queries.row(query, scratch.query.data());
        std::vector<double> all(std::size_t(points.count()));
        for (std::int64_t row = 0; row < points.count(); ++row) {
            if ((row & 0xffff) == 0) quiet.step(0, 0);
            all[std::size_t(row)] =
                row == exclude ? infinitely_far : float64_distance(points.row(row, scratch.row.data()), at, points.dimension(), metric);
        }
        const GivenList list = c_.given(query);
        std::vector<double> given;
        for (const std::int32_t row : list.index) {
            if (row < 0) return false;
            given.push_back(all[std::size_t(row)]);
        }
        std::nth_element(all.begin(), all.begin() + std::ptrdiff_t(given.size()) - 1, all.end());
        std::sort(all.begin(), all.begin() + std::ptrdiff_t(given.size()));
        const double in_float32 = 0x1p-22 * (points.dimension() + 4);
        for (std::size_t rank = 0; rank < given.size(); ++rank) {
            if (std::fabs(given[rank] - all[rank]) > 1e-6 * all[rank] + 1e-12) return false;
            if (!list.distance.empty() && !(std::fabs(list.distance[rank] - given[rank]) <= in_float32 * given[rank] + 1e-12)) return false;
        }
        return true;
    }

    // ---- What the faults themselves say ----

    void find_rows_never_found() {
        const NeverFound never = rows_never_found(c_, data_);
        if (never.lists.empty()) return;
        count({Kind::rows_never_found, never.sentence, "look at how the index was built there"},
            [&](std::size_t i, Scratch&) { return std::binary_search(never.lists.begin(), never.lists.end(), bad_[i]); });
    }

    void find_what_faults_say() {
        Cause cause{Kind::too_short, "these lists end before all neighbours are there", ""};
        count(cause, [&](std::size_t i, Scratch&) {
            const GivenList list = c_.given(bad_[i]);
            const auto end = std::find(list.index.begin(), list.index.end(), -1);
            return end != list.index.end() && end - list.index.begin() < judgement(bad_[i]).asked;
        });
        add_fault(
            {Kind::last_rank_only, "these lists lack the last neighbour only: a bound may be too tight by a little", ""},
            [&](const ListJudgement& one) { return c_.k > 1 && one.list_class == ListClass::missing && one.rank == one.asked; }, 0.9);
        add_fault({Kind::another_order, "these lists hold the nearest in an order that does not ascend", "sort each list by distance"},
            [&](const ListJudgement& one) { return (one.faults & untrue) == descending && one.found == one.asked; });
        add_fault({Kind::row_twice, "a row stands in the list twice", ""},
            [&](const ListJudgement& one) { return (one.faults & row_twice) != 0; });
        add_fault({Kind::no_such_row, "an index is no row of these points", "compare with the points that the index was made of"},
            [&](const ListJudgement& one) { return (one.faults & no_row) != 0; });
    }

    /// Of lists that nothing explained so far; kept where they are the share `least` of these.
    void add_fault(Cause cause, const std::function<bool(const ListJudgement&)>& has, double least = 0) {
        std::int64_t lists = 0, open = 0;
        for (std::size_t i = 0; i < bad_.size(); ++i)
            if (!explained_[i]) {
                ++open;
                lists += has(judgement(bad_[i]));
            }
        if (lists == 0 || double(lists) < least * double(open) || (least > 0 && lists < 3)) return;  // few may be chance
        cause.lists = lists, cause.of = std::int64_t(bad_.size());
        causes_.push_back(std::move(cause));
    }

    // ---- Counting ----

    const ListJudgement& judgement(std::int64_t query) const { return c_.judgements[std::size_t(query)]; }
    std::int64_t file_row(std::size_t entry) const {
        if (c_.index[entry] >= 0) return data_.file_row(c_.index[entry]);
        const auto found = c_.no_rows.find(entry);
        return found == c_.no_rows.end() ? -1 : found->second;
    }
    std::int32_t file_row_minus(std::size_t entry, std::int64_t shift) const {
        const std::int64_t row = file_row(entry);
        if (row < 0) return -1;
        const std::int64_t other = data_.row_of_file_row(row - shift);
        return other < 0 ? GivenList::no_such_row : std::int32_t(other);
    }
    std::int64_t unexplained() const { return std::count(explained_.begin(), explained_.end(), char(0)); }

    /// Whether the list of `query`, its entries read as `row_at` says, is right for the query `asked`.
    template <class RowAt>
    bool is_right(std::int64_t query, std::int64_t asked, RowAt row_at, Scratch& scratch) const {
        const auto truth = c_.true_distances(asked);
        const double* at = queries_.row(asked, scratch.query.data());
        const std::int64_t exclude = c_.queries.exclude.empty() ? -1 : c_.queries.exclude[std::size_t(asked)];
        const std::size_t first = std::size_t(query) * std::size_t(c_.k);
        for (std::size_t rank = 0; rank < std::size_t(c_.k); ++rank) {
            const std::int32_t row = row_at(first + rank);
            if (rank >= truth.size()) {
                if (row != -1) return false;
                continue;
            }
            if (row < 0 || row == exclude) return false;
            const double distance = float64_distance(points_.row(row, scratch.row.data()), at, points_.dimension(), c_.metric);
            if (!c_.by.rounding.confuses(distance, truth[rank])) return false;
        }
        return true;
    }
    /// The truth without that row, which it has; the k + 1 nearest are known.
    bool is_truth_without(std::int64_t query, std::int32_t self) const {
        const GivenList list = c_.given(query);
        const auto index = c_.truth.indices(query);
        const auto distance = c_.truth.distances(query);
        const int length = c_.truth.length(query, c_.k + 1);
        bool gone = false;
        std::size_t rank = 0;
        for (int i = 0; i < length && rank < list.index.size(); ++i) {
            if (index[std::size_t(i)] == self && !gone) {
                gone = true;
                continue;
            }
            if (list.index[rank] < 0 || list.index[rank] == self ||
                !c_.by.rounding.confuses(list.true_distance[rank], distance[std::size_t(i)]))
                return false;
            ++rank;
        }
        return gone && rank == std::min(list.index.size(), std::size_t(length) - 1);
    }
    /// The truth with that row among it, at distance 0.
    bool is_truth_with(std::int64_t query, std::int32_t self) const {
        const GivenList list = c_.given(query);
        if (self < 0 || std::find(list.index.begin(), list.index.end(), self) == list.index.end()) return false;
        const auto truth = c_.true_distances(query);
        std::size_t rank = 0;
        for (std::size_t i = 0; i < list.index.size(); ++i) {
            if (list.index[i] == self) continue;
            if (list.index[i] < 0 || rank >= truth.size() || !c_.by.rounding.confuses(list.true_distance[i], truth[rank])) return false;
            ++rank;
        }
        return rank > 0 || list.index.size() == 1;
    }

    /// Counts the lists that are not explained yet and that `fits` explains; adds the cause where there are some, and marks them.
    void count(Cause cause, const std::function<bool(std::size_t, Scratch&)>& fits, double least = 0,
        const std::function<void(Cause&)>& finish = nullptr) {
        progress_.step(0, 0);
        std::vector<char> fitting(bad_.size());
        constexpr std::size_t a_piece = 256;
        parallel_pieces((bad_.size() + a_piece - 1) / a_piece, 0, progress_.without_report(), [&](std::size_t piece) {
            Scratch scratch(points_.dimension());
            for (std::size_t i = piece * a_piece; i < std::min(bad_.size(), (piece + 1) * a_piece); ++i)
                fitting[i] = !explained_[i] && fits(i, scratch);
        });
        cause.lists = std::count(fitting.begin(), fitting.end(), char(1));
        cause.of = std::int64_t(bad_.size());
        if (cause.lists == 0 || double(cause.lists) < least * double(bad_.size())) return;
        for (std::size_t i = 0; i < bad_.size(); ++i) explained_[i] |= fitting[i];
        if (finish) finish(cause);
        causes_.push_back(std::move(cause));
    }
    /// The same of lists whose indices are at fault, of which few may fit by chance: a tenth of all at the least.
    void add(Cause cause, const std::function<bool(std::size_t, Scratch&)>& fits, const std::function<void(Cause&)>& finish = nullptr,
        double least = 0.1) {
        const auto of_indices = [&](std::size_t i, Scratch& scratch) {
            return judgement(bad_[i]).faults != other_distance && fits(i, scratch);
        };
        count(std::move(cause), of_indices, least, finish);
    }

    static constexpr int most_shared = 4;  ///< queries that are looked at for having the same nearest row

    const Comparison& c_;
    const DataSet& data_;
    const FileRows &points_, &queries_;
    const Progress& progress_;
    std::vector<std::int64_t> bad_;  ///< queries whose lists are wrong or missing, ascending
    std::vector<char> explained_;    ///< of each of these
    std::vector<Cause> causes_;
};

}  // namespace

double float16_of(double value) {
    if (!(std::fabs(value) > 0) || !std::isfinite(value)) return value;
    const double step = std::ldexp(1.0, std::max(std::ilogb(value), -14) - 10), rounded = std::nearbyint(value / step) * step;
    return std::fabs(rounded) > 65504 ? std::copysign(infinitely_far, value) : rounded;
}

std::string_view key(Cause::Kind kind) {
    constexpr std::string_view keys[] = {"squares", "negative", "cosine_similarity", "float16_distances", "float32_rounding",
        "other_metric", "float16_points", "self_left_out", "self_kept", "shifted", "rows_kept_counted", "queries_in_another_order",
        "renumbered", "rows_never_found", "last_rank_only", "another_order", "row_twice", "no_such_row", "too_short"};
    return keys[std::size_t(kind)];
}

std::vector<Cause> causes_of(
    const Comparison& comparison, const DataSet& data, const FileRows& points, const FileRows& queries, const Progress& progress) {
    return CauseFinder(comparison, data, points, queries, progress).find();
}

}  // namespace neighborscope
