#include "app/compare/comparison.hpp"

#include "app/compare/causes.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/make/stream.hpp"
#include "gpu/index/stored_index.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace neighborscope {
namespace {

std::string count_text(std::int64_t count, const char* one, const char* many) { return std::to_string(count) + (count == 1 ? one : many); }

/// Returns the query of each list as an index of the queries; -1 for rows that were left out on loading. Empty: list i belongs to query i.
std::vector<std::int64_t> answered_queries(const DataSet& data, const ForeignLists& lists, const ComparedQueries& queries) {
    const std::int64_t asked = queries.on(data).count();
    const bool points_ask = queries.coordinates.empty();
    std::vector<std::int64_t> places;
    if (lists.query.empty()) {
        if (points_ask && lists.queries != asked && lists.queries == asked + data.skipped.count)
            for (std::int64_t row = 0; row < lists.queries; ++row) places.push_back(data.row_of_file_row(row));
        return places;
    }
    bool in_order = lists.queries == asked;  // also if they count only the rows that were kept
    for (std::int64_t list = 0; list < lists.queries && in_order; ++list) in_order = lists.query[std::size_t(list)] == list;
    if (in_order) return places;
    std::vector<bool> given(static_cast<std::size_t>(asked));
    for (std::int64_t list = 0; list < lists.queries; ++list) {
        const std::int64_t query = lists.query[std::size_t(list)];
        const std::int64_t place = points_ask ? data.row_of_file_row(query) : query;
        const bool left_out = points_ask && place < 0 && query >= 0 && query < asked + data.skipped.count;
        const bool there = place >= 0 && place < asked;
        if (!left_out && (!there || given[std::size_t(place)]))
            throw Error(Failure::input,
                lists.path + ": list " + std::to_string(list) + " is of query " + std::to_string(query) +
                    (there ? ", as another one is" : ", which did not ask"),
                "compare with the points and the queries that were searched");
        if (there) given[std::size_t(place)] = true;
        places.push_back(left_out ? -1 : place);
    }
    return places;
}

/// Chooses the lists to compare: those of points that were kept, or a sample of them, each query once.
std::vector<std::int64_t> choose_lists(const DataSet& data, const ForeignLists& lists, const ComparedQueries& queries,
    const std::vector<std::int64_t>& asking, std::int64_t sample, std::vector<std::string>& notes) {
    const std::int64_t asked = queries.on(data).count();
    if (asking.empty() && lists.queries != asked)
        throw Error(Failure::input,
            lists.path + " has " + count_text(lists.queries, " list", " lists") + ", but there " + (asked == 1 ? "is " : "are ") +
                count_text(asked, " query", " queries"),
            queries.coordinates.empty() ? "lists of every point are expected; name the file of the queries that these lists answer"
                                        : "name the file of the queries that these lists answer");
    std::vector<std::int64_t> chosen;
    for (std::int64_t list = 0; list < lists.queries; ++list)
        if (asking.empty() || asking[std::size_t(list)] >= 0) chosen.push_back(list);
    if (const std::int64_t without = lists.queries - std::int64_t(chosen.size()); without > 0)
        notes.push_back(count_text(without, " list of a row", " lists of rows") + " that " + (without == 1 ? "was" : "were") +
                        " left out at loading " + (without == 1 ? "is" : "are") + " not judged");
    if (chosen.empty())
        throw Error(Failure::input, lists.path + " has no list of a point that exists", "compare with the points that were searched");
    if (sample <= 0 || sample >= std::int64_t(chosen.size())) return chosen;
    std::vector<std::int64_t> some(std::size_t(sample), 0);
    for (std::size_t i = 0; i < some.size(); ++i) {  // one of each run of equal length, by a fixed hash
        const std::size_t first = i * chosen.size() / some.size(), next = (i + 1) * chosen.size() / some.size();
        some[i] = chosen[first + std::size_t(counter_hash(0, i) % std::uint64_t(next - first))];
    }
    notes.push_back("a sample: " + std::to_string(some.size()) + " of " + std::to_string(chosen.size()) + " lists are compared");
    return some;
}

/// Returns the queries of the chosen lists; unchanged if these are all, in order.
ComparedQueries queries_of_lists(const DataSet& data, std::span<const double> point_numbers, ComparedQueries queries,
    const std::vector<std::int64_t>& asking, const std::vector<std::int64_t>& chosen) {
    if (asking.empty() && std::int64_t(chosen.size()) == queries.on(data).count()) return queries;
    const bool points_ask = queries.coordinates.empty();
    const HostRows from = queries.on(data);
    const std::span<const double> numbers = points_ask ? point_numbers : std::span<const double>(queries.numbers);
    const auto wide = std::size_t(data.dimension);
    ComparedQueries some;
    for (const std::int64_t list : chosen) {
        const std::int64_t at = asking.empty() ? list : asking[std::size_t(list)];
        some.coordinates.insert(some.coordinates.end(), from.row(at), from.row(at) + wide);
        if (!numbers.empty()) {
            const double* first = numbers.data() + std::size_t(at) * wide;
            some.numbers.insert(some.numbers.end(), first, first + wide);
        }
        if (!queries.exclude.empty()) some.exclude.push_back(queries.exclude[std::size_t(at)]);
        if (points_ask) some.rows.push_back(std::int32_t(at));
        else if (!queries.rows.empty()) some.rows.push_back(queries.rows[std::size_t(at)]);
    }
    return some;
}

int judged_k(const DataSet& data, const ForeignLists& lists, const ComparedQueries& queries, int k) {
    if (k <= lists.k) return k > 0 ? k : lists.k;
    const std::int64_t there =
        allowed_rows(data) - (queries.exclude.empty() ? 0 : 1);  // a table with k columns has no more entries than this
    if (lists.k >= there) return lists.k;
    throw Error(Failure::usage,
        lists.path + " has lists of " + std::to_string(lists.k) + (lists.k == 1 ? " neighbour" : " neighbours") + ", k is " +
            std::to_string(k),
        "compare with -k " + std::to_string(lists.k) + " or less");
}

/// Copies indices and distances of the chosen lists, the first k of each.
void take_entries(Comparison& to, const ForeignLists& lists, const std::vector<std::int64_t>& chosen, const DataSet& data, bool squared,
    const Progress& progress) {
    const std::size_t k = std::size_t(to.k), entries = chosen.size() * k;
    require_memory(double(entries) * (4 + (lists.distance.empty() ? 8 : 16)), "judging " + lists.path,
        "compare a part of the lists with --sample, or fewer neighbours with -k");
    to.index.assign(entries, -1);
    if (!lists.distance.empty()) to.distance.resize(entries);
    for (std::size_t list = 0; list < chosen.size(); ++list) {
        if (list % 65536 == 0) progress.step(0, 0);
        for (std::size_t rank = 0; rank < k; ++rank) {
            const std::size_t from = std::size_t(chosen[list]) * std::size_t(lists.k) + rank, at = list * k + rank;
            const std::int64_t file_row = lists.index[from];
            if (file_row != -1) {
                const std::int64_t row = data.row_of_file_row(file_row);
                if (row < 0) to.no_rows[at] = file_row;
                to.index[at] = row < 0 ? GivenList::no_such_row : std::int32_t(row);
            }
            if (lists.distance.empty()) continue;
            const double given = lists.distance[from];
            to.distance[at] = squared ? (given < 0 ? given : std::sqrt(given)) : given;
        }
    }
}

/// Computes [count][k] distances of the given rows.
std::vector<double> distances_of(const Comparison& comparison, const FileRows& points, const FileRows& queries, const Progress& progress) {
    std::vector<double> distances(comparison.index.size(), infinitely_far);
    parallel_pieces((std::size_t(comparison.count) + 63) / 64, 0, progress, [&](std::size_t piece) {
        std::vector<double> of_query(std::size_t(points.dimension())), of_row(of_query);
        for (auto query = std::int64_t(piece) * 64; query < std::min(comparison.count, std::int64_t(piece + 1) * 64); ++query) {
            const double* at = queries.row(query, of_query.data());
            for (int rank = 0; rank < comparison.k; ++rank) {
                const auto entry = std::size_t(query) * std::size_t(comparison.k) + std::size_t(rank);
                if (comparison.index[entry] >= 0)
                    distances[entry] =
                        float64_distance(points.row(comparison.index[entry], of_row.data()), at, points.dimension(), comparison.metric);
            }
        }
    });
    return distances;
}

/// Finds out what most of the given distances are, for inner products: other programs give the product, its negative (so that the nearest
/// comes first) or 1 minus it (for unit vectors). Turns them into rank values.
void interpret_products(Comparison& comparison, const FileRows& points, const FileRows& queries) {
    if (comparison.distance.empty()) return;
    const Rounding coarse = roundings_of(points, queries, comparison.metric).back();
    std::array<std::int64_t, 3> fitting{};
    const auto ranked = [](GivenProduct how, double given) {
        return how == GivenProduct::product ? 0 - given : how == GivenProduct::negative ? given : given - 1;
    };
    constexpr std::array ways{GivenProduct::product, GivenProduct::negative, GivenProduct::one_minus};
    for (std::size_t at = 0; at < comparison.index.size(); ++at) {
        if (comparison.index[at] < 0) continue;
        const double exact = comparison.true_distance[at], most = 4 * coarse.absolute + 1e-4 * std::fabs(exact);
        for (std::size_t way = 0; way < ways.size(); ++way)
            fitting[way] += std::fabs(ranked(ways[way], comparison.distance[at]) - exact) <= most + (way == 2 ? 0x1p-22 : 0);
    }
    comparison.given_as = ways[std::size_t(std::max_element(fitting.begin(), fitting.end()) - fitting.begin())];
    for (double& given : comparison.distance) given = ranked(comparison.given_as, given);
    if (comparison.given_as == GivenProduct::negative)
        comparison.notes.push_back("the distances given are negatives of inner products: they are compared, and shown, as products");
    else if (comparison.given_as == GivenProduct::one_minus)
        comparison.notes.push_back("the distances given are 1 minus inner products: they are compared, and shown, as products");
    else comparison.notes.push_back("the distances given are inner products");
}

/// Returns the median distance to the last true neighbour; 0 without any.
double median_of_last(const Comparison& comparison) {
    std::vector<double> farthest;
    for (std::int64_t query = 0; query < comparison.count; ++query)
        if (const auto distances = comparison.true_distances(query); !distances.empty()) farthest.push_back(distances.back());
    if (farthest.empty()) return 0;
    const auto half = farthest.begin() + std::ptrdiff_t(farthest.size() / 2);
    std::nth_element(farthest.begin(), half, farthest.end());
    return *half;
}

/// Detects distances that were written with few digits: significant ones, or decimals.
void detect_written_digits(const Comparison& comparison, JudgingTolerances& by) {
    std::vector<double> some;
    constexpr std::size_t most = 4096;
    const std::size_t entries = comparison.distance.size();
    for (std::size_t i = 0; i < std::min(most, entries); ++i) {
        const double given = comparison.distance[i * entries / std::min(most, entries)];
        if (std::isfinite(given) && given != 0 && given != std::floor(given)) some.push_back(std::fabs(given));
    }
    if (some.size() < 8) return;
    const auto nearly_all_have = [&](auto unit_of) {
        const auto having = std::count_if(some.begin(), some.end(), [&](double given) {
            const double unit = unit_of(given), rounded = std::round(given / unit) * unit;
            return std::fabs(given - rounded) <= 4e-16 * given;
        });
        return 100 * having >= 99 * std::ptrdiff_t(some.size());
    };
    for (int digits = 3; digits <= 7; ++digits) {
        if (nearly_all_have([&](double given) { return std::pow(10, std::floor(std::log10(given)) + 1 - digits); })) {
            by.given_relative = std::max(by.given_relative, 0.51 * std::pow(10, 1 - digits));
            return;
        }
        if (nearly_all_have([&](double) { return std::pow(10, -digits); })) {
            by.given_absolute = 0.51 * std::pow(10, -digits);
            return;
        }
    }
}

/// Returns the finest arithmetic that explains the given distances: float64 if at least half of the entries fit, else the first coarser one
/// that 99 of 100 entries fit. If none fits, or no distances are given, coordinates may have been rounded to float32.
JudgingTolerances judging_tolerances(const Comparison& comparison, const FileRows& points, const FileRows& queries) {
    const std::vector<Rounding> all = roundings_of(points, queries, comparison.metric);
    const std::size_t in_float64 = 2, usual = 3;
    JudgingTolerances by{all[0], all[usual], all.back().at_zero()};
    if (comparison.metric == Metric::cosine) by.undefined = without_direction;
    if (comparison.distance.empty()) return by;
    if (comparison.given_as == GivenProduct::one_minus) by.given_absolute = 0x1p-23;  // written with the digits of a number near 1
    else detect_written_digits(comparison, by);
    const auto fits = [&](const Rounding& rounding) {
        std::int64_t fitting = 0, others = 0;
        for (std::size_t at = 0; at < comparison.index.size(); ++at)
            if (comparison.index[at] >= 0 && comparison.true_distance[at] != 0)
                ++(rounding.confuses(comparison.distance[at], comparison.true_distance[at]) ? fitting : others);
        return double(fitting) / double(std::max<std::int64_t>(1, fitting + others));
    };
    const double usual_distance = median_of_last(comparison);
    for (std::size_t i = 0; i < all.size(); ++i) {
        // The formula of the matrix product is accepted only if its error is small against the distances.
        const bool means_something = all[i].squares < 1e-4 * usual_distance * usual_distance || all[i].squares == 0;
        // Float32 distances equal float64 ones only by chance: if half of the entries agree, the others are wrong.
        if (!means_something || fits(all[i]) < (i < in_float64 ? 0.5 : 0.99)) continue;
        by.rounding = all[i];
        by.rounding.squares *= 4;  // a hundredth of the entries may exceed the bound, which holds for most only
        if (i < usual) by.zero = std::max(all[i].at_zero(), std::min(by.zero, 1e-3 * usual_distance));
        break;
    }
    return by;
}

void judge_lists(Comparison& comparison, const RowFilter* filter, const Progress& progress) {
    comparison.judgements.resize(std::size_t(comparison.count));
    constexpr std::int64_t a_piece = 256;
    parallel_pieces(std::size_t((comparison.count + a_piece - 1) / a_piece), double(a_piece), progress, [&](std::size_t piece) {
        for (std::int64_t query = std::int64_t(piece) * a_piece; query < std::min(comparison.count, std::int64_t(piece + 1) * a_piece);
             ++query)
            comparison.judgements[std::size_t(query)] =
                judge_list(comparison.given(query), comparison.true_index(query), comparison.true_distances(query),
                    comparison.queries.exclude.empty() ? -1 : comparison.queries.exclude[std::size_t(query)], comparison.by, filter);
    });
    for (std::int64_t query = 0; query < comparison.count; ++query) {
        const ListJudgement& one = comparison.judgements[std::size_t(query)];
        comparison.of_class[std::size_t(one.list_class)].push_back(query);
        comparison.found += one.found, comparison.asked += one.asked;
        if (one.list_class != ListClass::wrong)
            comparison.largest_difference = std::max(comparison.largest_difference, one.largest_difference);
    }
}

/// Throws an input Error if true lists from a file are wrong for one of a few queries, by an exhaustive search.
void check_some_of_truth(const Comparison& comparison, const TruthQuestion& question, const std::string& path, const Progress& progress) {
    const Rounding coarse = roundings_of(question.points, question.queries, question.metric).back();
    const std::int64_t tried = std::min<std::int64_t>(8, comparison.count);
    std::vector<char> is_truth(std::size_t(tried), 1);
    parallel_pieces(std::size_t(tried), 1, progress, [&](std::size_t i) {
        const std::int64_t query = std::int64_t(i) * comparison.count / tried;
        const auto given = comparison.true_distances(query);
        const std::vector<TrueNeighbour> right = true_list_of(question, query, int(given.size()), progress.without_report());
        for (std::size_t rank = 0; rank < right.size(); ++rank) is_truth[i] &= coarse.confuses(given[rank], right[rank].distance);
    });
    for (std::int64_t i = 0; i < tried; ++i)
        if (!is_truth[std::size_t(i)])
            throw Error(Failure::input,
                path + " does not hold the true neighbours of query " + std::to_string(comparison.number(i * comparison.count / tried)) +
                    " by the " + std::string(name(question.metric)) + " metric",
                "give the true neighbours of these queries and points with this metric, or omit --truth");
}

/// Throws an input Error if valid lists have nearer rows than the true lists from a file.
void require_truth(const Comparison& comparison, const DataSet& data, const std::string& path) {
    for (std::int64_t query = 0; query < comparison.count; ++query)
        if (comparison.judgements[std::size_t(query)].nearer_than_truth)
            throw Error(Failure::input,
                path + " does not hold the true neighbours: query " + std::to_string(comparison.number(query)) + " has a row in " +
                    comparison.name + " that is nearer than the one at its rank there",
                "give the true neighbours of these queries among " + data.name + ", or leave --truth out");
}

/// Where the points are an index with ids of its own: rows instead of ids, if every entry is an id and not every one is a row.
void name_rows_by_ids(ForeignLists& lists, const DataSet& data) {
    const stored::StoredIndex* const index = data.own_index.get();
    if (!index || !index->has_ids()) return;
    std::unordered_map<std::int64_t, std::int32_t> row_of;
    for (std::int64_t row = 0; row < index->rows; ++row) row_of.emplace(index->id_of(std::int32_t(row)), std::int32_t(row));
    bool rows = true;
    for (const std::int64_t entry : lists.index) {
        if (entry != -1 && !row_of.contains(entry)) return;
        rows = rows && entry < index->rows;
    }
    if (rows) return;
    for (std::int64_t& entry : lists.index)
        if (entry != -1) entry = row_of.at(entry);
    lists.notes.emplace_back("entries are the index's ids, not rows");
}

}  // namespace

std::shared_ptr<const Comparison> compare_lists(const DataSet& data, const FileNumbers& numbers, ForeignLists lists,
    ComparedQueries queries, const ComparisonOptions& options, const Progress& progress) {
    if (data.every > 1)
        throw Error(Failure::usage,
            "the points are a sample, one row in " + std::to_string(data.every) + ", and lists are judged with all of them",
            "read all rows: --every 1");
    name_rows_by_ids(lists, data);
    const std::span<const double> point_numbers = numbers.values;
    auto made = std::make_shared<Comparison>();
    Comparison& comparison = *made;
    comparison.name = std::filesystem::path(lists.path).filename().string();
    comparison.metric = options.metric;
    comparison.notes = lists.notes;
    if (!numbers.why.empty()) comparison.notes.push_back("lists are compared with the float32 coordinates: " + numbers.why);
    if (queries.on(data).count() == 1 && lists.k == 1 && lists.queries > 1 && lists.query.empty())  // a one-dimensional array
        lists.k = int(std::exchange(lists.queries, 1));
    comparison.k = judged_k(data, lists, queries, options.k);
    const std::vector<std::int64_t> asking = answered_queries(data, lists, queries);
    const std::vector<std::int64_t> chosen = choose_lists(data, lists, queries, asking, options.sample, comparison.notes);
    comparison.count = std::int64_t(chosen.size());
    comparison.all = lists.queries;
    if (comparison.count != lists.queries || !asking.empty())
        for (const std::int64_t list : chosen) comparison.numbers.push_back(lists.query.empty() ? list : lists.query[std::size_t(list)]);
    comparison.queries = queries_of_lists(data, point_numbers, std::move(queries), asking, chosen);
    take_entries(comparison, lists, chosen, data, options.squared && options.metric != Metric::inner_product, progress);

    const bool points_ask = comparison.queries.coordinates.empty();
    const FileRows points(data.coordinates, data.origin, point_numbers);
    const FileRows asked(comparison.queries.on(data).coordinates, data.origin, points_ask ? point_numbers : comparison.queries.numbers);
    const TruthQuestion question{points, asked, comparison.queries.exclude, options.metric, comparison.k, data.filter};
    if (options.truth) {
        ForeignLists truth = *options.truth;
        if (truth.queries == lists.queries && comparison.count != lists.queries) {  // one list per chosen list
            ForeignLists some{.path = truth.path, .queries = comparison.count, .k = truth.k};
            for (const std::int64_t list : chosen)
                some.index.insert(some.index.end(), truth.index.begin() + list * truth.k, truth.index.begin() + (list + 1) * truth.k);
            truth = std::move(some);
        }
        comparison.truth = true_lists_of(truth, data, question, progress);
        check_some_of_truth(comparison, question, options.truth->path, progress);
    } else {
        comparison.truth = find_true_lists(question, options.device, progress);
    }
    comparison.true_distance = distances_of(comparison, points, asked, progress.without_report());
    if (options.metric == Metric::inner_product) interpret_products(comparison, points, asked);
    comparison.by = judging_tolerances(comparison, points, asked);
    judge_lists(comparison, data.filter.get(), progress);
    if (options.truth) require_truth(comparison, data, options.truth->path);
    if (comparison.count_of(ListClass::within_rounding) > 0 && comparison.recall() < 0.99 && comparison.count_of(ListClass::wrong) == 0)
        comparison.notes.push_back(
            "the rounding of " + comparison.by.rounding.what +
            " cannot distinguish these neighbours: recall counts those that are nearest by the float64 numbers of the file");
    comparison.causes = causes_of(comparison, data, points, asked, progress);
    return made;
}

ListClass Comparison::worst() const {
    for (auto one = all_list_classes.rbegin(); one != all_list_classes.rend(); ++one)
        if (count_of(*one) > 0) return *one;
    return ListClass::exact;
}

std::int64_t Comparison::place_of(std::int64_t query, ListClass one) const {
    const std::vector<std::int64_t>& queries = queries_of(one);
    const auto found = std::lower_bound(queries.begin(), queries.end(), query);
    return found != queries.end() && *found == query ? found - queries.begin() : -1;
}

std::int64_t Comparison::query_of_row(std::int64_t row) const {
    if (queries.rows.empty()) return queries.coordinates.empty() ? row : -1;
    const auto found = std::find(queries.rows.begin(), queries.rows.end(), row);
    return found == queries.rows.end() ? -1 : found - queries.rows.begin();
}

std::vector<double> Comparison::position_of(std::int64_t query, const DataSet& data) const {
    std::vector<double> position;
    const float* at = queries.on(data).row(query);
    for (int axis = 0; axis < data.dimension; ++axis) position.push_back(data.origin[std::size_t(axis)] + double(at[axis]));
    return position;
}

const Cause* Comparison::cause(Cause::Kind kind) const {
    const auto found = std::find_if(causes.begin(), causes.end(), [&](const Cause& cause) { return cause.kind == kind; });
    return found == causes.end() ? nullptr : &*found;
}

GivenList Comparison::given(std::int64_t query) const {
    const std::size_t width = std::size_t(k), at = std::size_t(query) * width;
    return {std::span(index).subspan(at, width), distance.empty() ? std::span<const double>() : std::span(distance).subspan(at, width),
        std::span(true_distance).subspan(at, width)};
}

}  // namespace neighborscope
