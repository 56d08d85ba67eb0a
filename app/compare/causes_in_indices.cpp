#include "app/compare/causes.hpp"

#include <algorithm>
#include <unordered_map>

namespace neighborscope {
namespace {

using Kind = Cause::Kind;
using Scratch = CauseCounter::Scratch;

class CausesInIndices {
public:
    explicit CausesInIndices(CauseCounter& lists)
        : lists_(lists), c_(lists.comparison), data_(lists.data), points_(lists.points), queries_(lists.queries), bad_(lists.bad()) {}

    void find() {
        if (c_.queries.exclude.empty()) {
            add({Kind::self_left_out, "these lists exclude each point itself", "compare with --exclude-self"},
                [&](std::size_t i, Scratch&) {
                    const std::int64_t query = bad_[i], self = c_.queries.row_of(query);
                    return self >= 0 && is_truth_without(query, std::int32_t(self));
                });
        } else {
            add({Kind::self_kept, "these lists include each point itself", "compare without --exclude-self"},
                [&](std::size_t i, Scratch&) { return is_truth_with(bad_[i], c_.queries.exclude[std::size_t(bad_[i])]); });
        }
        std::vector<std::int64_t> shifts{1, -1};
        if (const std::int64_t usual = usual_shift(); usual != 0 && std::abs(usual) != 1) shifts.push_back(usual);
        for (const std::int64_t shift : shifts)
            add({Kind::shifted,
                    shift == 1 ? "their rows are counted from 1, so each index is one too high"
                               : "each index is " + std::to_string(std::abs(shift)) + (shift > 0 ? " too high" : " too low"),
                    "count rows from 0"},
                [&, shift](std::size_t i, Scratch& scratch) {
                    return is_right(
                        bad_[i], bad_[i], [&](std::size_t entry) { return file_row_minus(entry, shift); }, scratch);
                });
        if (!data_.file_rows.empty())
            add({Kind::rows_kept_counted, "their indices do not count the rows that were left out", "give row numbers of the file"},
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

private:
    /// Adds a cause that explains at least a tenth of all lists: few may be chance.
    void add(Cause cause, const CauseCounter::Explains& explains, const std::function<void(Cause&)>& finish = nullptr, double least = 0.1) {
        lists_.count_of_indices(std::move(cause), explains, least, finish);
    }

    /// Returns the most frequent shift of the first index if points are queries.
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

    /// Tests whether each list belongs to another query: the one whose nearest neighbour is the list's first entry.
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
                found.sentence = "these lists belong to other queries";
                if (same * 10 >= found.lists * 9)
                    found.sentence +=
                        ": each belongs to the query " + std::to_string(std::abs(shift)) + (shift > 0 ? " later" : " earlier");
            },
            0.5);
    }

    /// Tests whether the other program renumbered the points: if every point is a query, the first index is the number of the query itself.
    void find_other_numbers() {
        std::unordered_map<std::int64_t, std::int32_t> row_of_number;
        for (std::int64_t query = 0; query < c_.count; ++query) {
            const std::int64_t row = c_.queries.row_of(query);
            if (row < 0) return;
            row_of_number.emplace(file_row(std::size_t(query) * std::size_t(c_.k)), std::int32_t(row));
        }
        if (std::int64_t(row_of_number.size()) * 2 < c_.count || !c_.queries.exclude.empty()) return;
        add(
            {Kind::renumbered, "the lists use other numbers for the points: in each list the first index stands for the query point itself",
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
    /// Whether the list of `query`, with its entries mapped by `row_at`, is correct for query `asked`.
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
    /// Whether the list equals the true list without the row `self`; the k + 1 nearest are known.
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
    /// Whether the list equals the true list with the row `self` added at distance 0.
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

    static constexpr int most_shared = 4;  ///< queries with the same nearest row that are compared

    CauseCounter& lists_;
    const Comparison& c_;
    const DataSet& data_;
    const FileRows &points_, &queries_;
    const std::vector<std::int64_t>& bad_;
};

}  // namespace

void find_causes_in_indices(CauseCounter& lists) { CausesInIndices(lists).find(); }

}  // namespace neighborscope
