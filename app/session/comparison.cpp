#include "app/session/comparison.hpp"

#include "app/data/rows_under.hpp"
#include "app/session/view_model.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <unordered_set>

namespace neighborscope {
namespace {

/// For messages, which the command line prints, too.
std::string count_text(std::int64_t count, const char* one, const char* many) { return std::to_string(count) + (count == 1 ? one : many); }

[[noreturn]] void refuse_row(const ForeignLists& lists, const DataSet& data, std::size_t at) {
    const std::int64_t row = lists.index[at], rows = data.count() + data.skipped.count;
    const std::string where =
        lists.path + ": query " + std::to_string(at / std::size_t(lists.k)) + ", rank " + std::to_string(at % std::size_t(lists.k) + 1);
    if (row >= 0 && row < rows)
        throw Error(Failure::input,
            where + ": row " + std::to_string(row) + " of " + data.name + " was left out" +
                (data.skipped.why.empty() ? "" : " (" + data.skipped.why + ")"),
            "give the index the points that are left, or correct that row");
    throw Error(Failure::input,
        where + ": index " + std::to_string(row) + ", but " + data.name + " has rows 0 to " + std::to_string(rows - 1),
        row == rows ? "count rows from 0" : "compare with the points that the index was made of");
}

/// In the order of those that asked, who may have no list, where the file says whose its lists are.
ForeignLists in_order(ForeignLists lists, const DataSet& data, bool points_ask, std::int64_t asked) {
    if (lists.query.empty()) return lists;
    ForeignLists all = std::move(lists);
    const std::size_t k = std::size_t(all.k);
    std::vector<std::int64_t> index(std::size_t(asked) * k, -1);
    std::vector<double> distance(all.distance.empty() ? 0 : index.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<bool> given(static_cast<std::size_t>(asked));
    for (std::size_t i = 0; i < all.query.size(); ++i) {
        const std::int64_t query = all.query[i], place = points_ask ? data.row_of_file_row(query) : query;
        if (place < 0 || place >= asked || given[std::size_t(place)])
            throw Error(Failure::input,
                all.path + ": list " + std::to_string(i) + " is of query " + std::to_string(query) +
                    (place < 0 || place >= asked ? ", which did not ask" : ", as another one is"),
                "compare with the points and the queries that were searched");
        given[std::size_t(place)] = true;
        std::copy_n(all.index.begin() + std::ptrdiff_t(i * k), k, index.begin() + place * std::ptrdiff_t(k));
        if (!distance.empty()) std::copy_n(all.distance.begin() + std::ptrdiff_t(i * k), k, distance.begin() + place * std::ptrdiff_t(k));
    }
    all.queries = asked;
    all.index = std::move(index);
    all.distance = std::move(distance);
    all.query.clear();
    return all;
}

/// Indices of the file as rows of the data.
std::vector<std::int32_t> rows_of(const ForeignLists& lists, const DataSet& data, const Progress& progress) {
    std::vector<std::int32_t> rows(lists.index.size(), -1);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (at % (1 << 20) == 0) progress.step(0, 0);
        if (lists.index[at] == -1) continue;
        const std::int64_t row = data.row_of_file_row(lists.index[at]);
        if (row < 0) refuse_row(lists, data, at);
        rows[at] = std::int32_t(row);
    }
    return rows;
}

/// The list of one query, and its distances; these are empty where none are given.
struct Given {
    std::span<const std::int32_t> index;
    std::span<const float> distance;
};
Given given(const Comparison& comparison, std::int64_t query) {
    const std::size_t k = std::size_t(comparison.k), at = std::size_t(query) * k;
    return {std::span(comparison.index).subspan(at, k),
        comparison.distance.empty() ? std::span<const float>() : std::span(comparison.distance).subspan(at, k)};
}

/// Rank by rank. What stands at the end of a list only because float32 confuses it with the last true neighbour is not held against it.
std::vector<ComparedRank> ranks_of(const HostRows& points, const DataSet& data, const float* query, const Given& list,
    const std::vector<TrueNeighbour>& truth, Metric metric, const RoundingBound& bound) {
    const double last = truth.empty() ? 0 : truth.back().distance;
    const auto confused = [&](double a, double b) { return std::abs(a - b) <= bound.at(std::max(a, b)) && bound.relative > 0; };
    std::unordered_set<std::int64_t> right, mine;
    for (const TrueNeighbour& neighbour : truth) right.insert(neighbour.index);
    const std::unordered_set<std::int64_t> listed(list.index.begin(), list.index.end());
    std::vector<ComparedRank> ranks;
    int replacing = 0;
    for (std::size_t i = 0; i < list.index.size(); ++i) {
        ComparedRank rank;
        rank.rank = int(i) + 1;
        rank.row = list.index[i];
        rank.distance = list.distance.empty() ? std::numeric_limits<double>::quiet_NaN() : double(list.distance[i]);
        if (i < truth.size()) {
            rank.right_row = truth[i].index;
            rank.right_file_row = data.file_row(truth[i].index);
            rank.right_distance = truth[i].distance;
        }
        if (rank.row < 0 && rank.right_row < 0) break;
        if (rank.row >= 0) {
            rank.file_row = data.file_row(rank.row);
            rank.true_distance = exact_distance(points.row(rank.row), query, data.dimension, metric);
            const bool again = !mine.insert(rank.row).second, replaces = !right.contains(rank.row) && confused(rank.true_distance, last);
            replacing += replaces && !again;
            rank.is_false = again || (!right.contains(rank.row) && !replaces);
            rank.misplaced = !rank.is_false && rank.row != rank.right_row && !confused(rank.true_distance, rank.right_distance);
            rank.distance_wrong = !std::isnan(rank.distance) && std::abs(rank.distance - rank.true_distance) >
                                                                    bound.at(rank.true_distance) + 0x1p-23 * rank.true_distance + 0x1p-149;
        }
        ranks.push_back(rank);
    }
    for (auto rank = ranks.rbegin(); rank != ranks.rend(); ++rank) {
        if (rank->right_row < 0 || listed.contains(rank->right_row)) continue;
        if (replacing > 0 && confused(rank->right_distance, last)) --replacing;
        else rank->missing = true;
    }
    return ranks;
}

/// Faiss and others answer with squares: a person should not have to find that out query by query.
bool are_squares(const Comparison& comparison, const HostRows& points, const HostRows& queries) {
    if (comparison.metric != Metric::euclidean || comparison.distance.empty() || comparison.wrong.empty()) return false;
    int squares = 0, others = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(comparison.wrong.size(), 64); ++i) {
        const std::int64_t query = comparison.wrong[i];
        const Given list = given(comparison, query);
        for (std::size_t rank = 0; rank < list.index.size(); ++rank) {
            if (list.index[rank] < 0) continue;
            const double exact = exact_distance(points.row(list.index[rank]), queries.row(query), points.dimension, Metric::euclidean);
            if (exact == 0 || std::abs(exact - 1) < 1e-3) continue;  // the same either way
            ++(std::abs(double(list.distance[rank]) - exact * exact) <= 1e-3 * exact * exact ? squares : others);
        }
    }
    return squares > 20 * others;
}

/// What would make wrong lists right, tried on some of them, evenly chosen.
class Causes {
public:
    Causes(const Comparison& comparison, const HostRows& points, const HostRows& queries, const Progress& progress)
        : c_(comparison), points_(points), queries_(queries), progress_(progress) {
        constexpr std::size_t most = 16;
        const std::size_t wrong = comparison.wrong.size(), looked_at = std::min(most, wrong);
        for (std::size_t i = 0; i < looked_at; ++i) some_.push_back(comparison.wrong[wrong * i / looked_at]);
    }

    /// What makes them right; "" when nothing known does. `self`: it is the point that asks.
    std::string remark(bool& self) const {
        self = false;
        if (some_.empty()) return {};
        if (are_squares(c_, points_, queries_)) return "the distances given are squares";
        if (c_.queries.coordinates.empty() && c_.queries.exclude.empty() &&
            all([&](std::int64_t query) { return right(query, query, shifted(query, 0)); })) {
            self = true;
            return "these lists leave each point itself out";
        }
        if (!c_.queries.exclude.empty() && all([&](std::int64_t query) { return right(query, -1, shifted(query, 0)); })) {
            self = true;
            return "these lists have each point itself, too";
        }
        if (all([&](std::int64_t query) { return right(query, excluded(query), shifted(query, -1)); }))
            return "their rows are counted from 1: they are right with each index one less";
        if (all([&](std::int64_t query) { return in_another_order(query); }))
            return "only equal distances are in another order: of equal ones the smaller index comes first";
        return {};
    }

private:
    template <class Holds>
    bool all(Holds holds) const {
        return std::all_of(some_.begin(), some_.end(), [&](std::int64_t query) {
            progress_.step(double(++tried_), double(most_causes * some_.size() + 1));
            return holds(query);
        });
    }
    std::int64_t excluded(std::int64_t query) const { return c_.queries.exclude.empty() ? -1 : c_.queries.exclude[std::size_t(query)]; }
    std::vector<std::int32_t> shifted(std::int64_t query, std::int32_t by) const {
        const std::span<const std::int32_t> index = given(c_, query).index;
        std::vector<std::int32_t> rows(index.begin(), index.end());
        for (std::int32_t& row : rows)
            if (row >= 0) row += by;  // row 0 becomes none: no list is right so
        return rows;
    }
    std::vector<TrueNeighbour> truth(std::int64_t query, std::int64_t exclude) const {
        return exhaustive_search_in_blocks(points_, queries_.row(query), c_.k, c_.metric, exclude, progress_.without_report());
    }
    bool right(std::int64_t query, std::int64_t exclude, const std::vector<std::int32_t>& rows) const {
        const float* at = queries_.row(query);
        const RoundingBound bound = rounding_bound(points_, {{at, std::size_t(points_.dimension)}, points_.dimension}, c_.metric);
        return judge(points_, at, rows, given(c_, query).distance, truth(query, exclude), c_.metric, bound, exclude).verdict !=
               Verdict::wrong;
    }
    bool in_another_order(std::int64_t query) const {
        const std::vector<TrueNeighbour> wanted = truth(query, excluded(query));
        const std::span<const std::int32_t> index = given(c_, query).index;
        std::unordered_set<std::int32_t> seen;
        for (std::size_t rank = 0; rank < wanted.size(); ++rank)
            if (index[rank] < 0 || !seen.insert(index[rank]).second ||
                exact_distance(points_.row(index[rank]), queries_.row(query), points_.dimension, c_.metric) != wanted[rank].distance)
                return false;
        return true;
    }

    const Comparison& c_;
    HostRows points_, queries_;
    const Progress& progress_;
    std::vector<std::int64_t> some_;
    static constexpr std::size_t most_causes = 3;  ///< of one question three are tried
    mutable int tried_ = 0;
};

}  // namespace

std::int64_t Comparison::place_of(std::int64_t query) const {
    const auto found = std::lower_bound(wrong.begin(), wrong.end(), query);
    return found != wrong.end() && *found == query ? found - wrong.begin() : -1;
}

std::string Comparison::sentence() const {
    if (wrong.empty())
        return (count == 1 ? "the query is" : "all " + text_of_count(count) + " queries are") + std::string(" right in ") + name;
    return text_of_count(std::int64_t(wrong.size())) + " of " + text_of_count(count) + (count == 1 ? " query is" : " queries are") +
           " wrong in " + name;
}

ComparedQueries queries_to_compare(const DataSet& data, const std::string& queries_file, bool exclude_self, const Progress& progress) {
    ComparedQueries queries;
    if (queries_file.empty()) {
        if (exclude_self) {
            queries.exclude.resize(std::size_t(data.count()));
            std::iota(queries.exclude.begin(), queries.exclude.end(), 0);
        }
        return queries;
    }
    queries.coordinates = load_queries(queries_file, data, {}, progress);
    if (exclude_self) queries.exclude = rows_under(data, queries.coordinates);
    return queries;
}

std::shared_ptr<const Comparison> compare_lists(
    const DataSet& data, ForeignLists lists, ComparedQueries queries, Metric metric, int k, const Progress& judging) {
    const HostRows points{data.coordinates, data.dimension}, asked = queries.rows(data);
    lists = in_order(std::move(lists), data, queries.coordinates.empty(), asked.count());
    if (lists.queries != asked.count())
        throw Error(Failure::input,
            lists.path + " has " + count_text(lists.queries, " list", " lists") + ", but there are " +
                count_text(asked.count(), " query", " queries"),
            queries.coordinates.empty() ? "lists of every point are expected; name the file of the queries that these lists answer"
                                        : "name the file of the queries that these lists answer");
    const std::int64_t there = data.count() - (queries.exclude.empty() ? 0 : 1);  // of k beyond these a table holds no more
    if (k > 0 && k != lists.k && (lists.k < there || k < lists.k))
        throw Error(Failure::usage,
            lists.path + " has lists of " + std::to_string(lists.k) + (lists.k == 1 ? " neighbour" : " neighbours") + ", k is " +
                std::to_string(k),
            "compare with -k " + std::to_string(lists.k));
    auto comparison = std::make_shared<Comparison>();
    comparison->name = std::filesystem::path(lists.path).filename().string();
    comparison->metric = metric;
    comparison->k = lists.k;
    comparison->count = lists.queries;
    comparison->index = rows_of(lists, data, judging);
    comparison->distance.assign(lists.distance.begin(), lists.distance.end());
    comparison->queries = std::move(queries);
    comparison->verdicts.resize(std::size_t(lists.queries));
    comparison->tally = verify(points, asked, comparison->queries.exclude, comparison->index, comparison->distance, lists.k, metric,
        judging, 0, false, comparison->verdicts);
    for (std::int64_t query = 0; query < comparison->count; ++query)
        if (comparison->verdicts[std::size_t(query)] == Verdict::wrong) comparison->wrong.push_back(query);
    comparison->remark = Causes(*comparison, points, asked, judging).remark(comparison->mended_by_self);
    return comparison;
}

std::vector<double> Comparison::position_of(std::int64_t query, const DataSet& data) const {
    std::vector<double> position;
    const float* at = queries.rows(data).row(query);
    for (int axis = 0; axis < data.dimension; ++axis) position.push_back(data.origin[std::size_t(axis)] + double(at[axis]));
    return position;
}

ComparedList look_at_list(const ListLook& look, SharedProgress& card, const Progress& progress) {
    card.begin("Looking at a list", "");
    const Comparison& comparison = *look.comparison;
    const DataSet& data = look.data->set;
    const HostRows points{data.coordinates, data.dimension}, queries = comparison.queries.rows(data);
    const float* at = queries.row(look.query);
    const std::int64_t exclude = comparison.queries.exclude.empty() ? -1 : comparison.queries.exclude[std::size_t(look.query)];
    const auto truth = exhaustive_search_in_blocks(points, at, comparison.k, comparison.metric, exclude, progress);
    const RoundingBound bound = rounding_bound(points, {{at, std::size_t(data.dimension)}, data.dimension}, comparison.metric);
    const Given list = given(comparison, look.query);
    const Judgement judgement = judge(points, at, list.index, list.distance, truth, comparison.metric, bound, exclude);

    ComparedList found;
    found.query = look.query;
    found.verdict = judgement.verdict;
    if (judgement.verdict == Verdict::wrong) found.reason = "rank " + std::to_string(judgement.rank) + ": " + judgement.reason;
    if (comparison.queries.coordinates.empty()) found.query_row = look.query;
    found.position = comparison.position_of(look.query, data);
    found.ranks = ranks_of(points, data, at, list, truth, comparison.metric, bound);
    for (const ComparedRank& rank : found.ranks) {
        found.missing += rank.missing;
        found.false_ones += rank.is_false;
        found.misplaced += rank.misplaced;
        found.distances_wrong += rank.distance_wrong;
    }
    return found;
}

std::string told_of(const Comparing& comparing) {
    if (comparing.running) return "Comparing lists…";
    if (!comparing.lists) return {};
    if (!comparing.of_this_tick) return "The points have moved since the lists were compared.";
    return as_sentence(comparing.sentence + (comparing.lists->remark.empty() ? "" : ": " + comparing.lists->remark));
}

std::shared_ptr<const Comparison> judge_lists(const ComparisonRequest& request, SharedProgress& card, const Progress& progress) {
    const DataSet& data = request.data->set;
    card.begin("Reading " + request.choice.lists, "");
    ForeignLists lists = read_lists(request.choice.lists, progress);
    ComparedQueries queries = queries_to_compare(data, request.choice.queries, request.exclude_self, progress);
    card.begin("Comparing lists with the oracle", "queries");
    return compare_lists(data, std::move(lists), std::move(queries), request.metric, 0, progress);
}

}  // namespace neighborscope
