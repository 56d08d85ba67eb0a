#include "app/compare/truth.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/lists/read_lists.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/oracle/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>

namespace neighborscope {
namespace {

bool before(const TrueNeighbour& a, const TrueNeighbour& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

std::int64_t excluded_by(const TruthQuestion& question, std::int64_t query) {
    return question.exclude.empty() ? -1 : question.exclude[std::size_t(query)];
}

void put(TrueLists& lists, std::int64_t query, std::span<const TrueNeighbour> found) {
    const std::size_t first = std::size_t(query) * std::size_t(lists.width), length = std::min(found.size(), std::size_t(lists.width));
    for (std::size_t i = 0; i < length; ++i) {
        lists.index[first + i] = std::int32_t(found[i].index);
        lists.distance[first + i] = found[i].distance;
    }
}

/// Searches all rows in float64.
std::vector<TrueNeighbour> search_all_rows(const TruthQuestion& question, std::int64_t query, int width, const Progress& quiet) {
    const int dimension = question.points.dimension();
    std::vector<double> of_query(std::size_t(dimension), 0), of_row(of_query);
    const double* const at = question.queries.row(query, of_query.data());
    const std::int64_t exclude = excluded_by(question, query), rows_a_step = std::max<std::int64_t>(1, (1 << 20) / dimension);
    std::vector<TrueNeighbour> heap;  // the farthest on top
    for (std::int64_t row = 0; row < question.points.count(); ++row) {
        if (row % rows_a_step == 0) quiet.step(0, 0);
        if (row == exclude || !question.allows(row)) continue;
        const TrueNeighbour one{float64_distance(question.points.row(row, of_row.data()), at, dimension, question.metric), row};
        if (int(heap.size()) == width) {
            if (!before(one, heap.front())) continue;
            std::pop_heap(heap.begin(), heap.end(), before);
            heap.back() = one;
        } else {
            heap.push_back(one);
        }
        std::push_heap(heap.begin(), heap.end(), before);
    }
    std::sort_heap(heap.begin(), heap.end(), before);
    return heap;
}

void search_all_rows(const TruthQuestion& question, std::span<const std::int64_t> queries, TrueLists& lists, const Progress& progress) {
    const Progress quiet = progress.without_report();
    parallel_pieces(queries.size(), 1, progress,
        [&](std::size_t i) { put(lists, queries[i], search_all_rows(question, queries[i], lists.width, quiet)); });
}

/// A lower bound, from float32 distances, of the true distance of rows that are not candidates.
class LeastDistance {
public:
    LeastDistance(const TruthQuestion& question, std::span<const float> points, std::span<const float> queries)
        : metric_(question.metric),
          bound_(rounding_bound({points, question.points.dimension()}, {queries, question.points.dimension()}, question.metric)),
          relative_(bound_.relative + 0x1p-22) {
        const FileRows::Extent of_points = question.points.extent(), of_queries = question.queries.extent();
        if (metric_ == Metric::inner_product) {
            // |q p - q' p'| <= |q - q'| |p| + (|q| + |q - q'|) |p - p'|. The search uses rows rounded to float32, with or without an
            // origin.
            const double query = length_of_errors(of_queries), point = length_of_errors(of_points);
            off_ = query * of_points.longest + (of_queries.longest + query) * point + bound_.relative * bound_.lengths;
            off_ += 0x1p-40 * of_points.longest * of_queries.longest;  // sums in float64
            return;
        }
        std::vector<double> off(of_points.float32_error.size());
        for (std::size_t axis = 0; axis < off.size(); ++axis) off[axis] = of_points.float32_error[axis] + of_queries.float32_error[axis];
        off_ = length_by(metric_, off);
    }
    /// The bound for candidates whose farthest is at this float32 distance, or has this rank value.
    double beyond(double farthest) const {
        if (metric_ == Metric::inner_product) return farthest - std::fabs(farthest) * 0x1p-22 - off_;
        if (metric_ != Metric::cosine) return farthest * (1 - relative_) - off_;
        // Rows at unit length, with each coordinate rounded to float32 twice: when read, and at unit length.
        const double apart = std::max(0.0, std::sqrt(2 * farthest) * (1 - relative_) - 0x1p-21);
        return 0.5 * apart * apart;
    }

private:
    /// The largest distance of a row from the row rounded to float32.
    static double length_of_errors(const FileRows::Extent& extent) {
        double squares = 0;
        for (std::size_t axis = 0; axis < extent.largest.size(); ++axis) {
            const double error = std::max(extent.float32_error[axis], extent.inexact[axis] ? 0x1p-24 * extent.largest[axis] : 0);
            squares += error * error;
        }
        return std::sqrt(squares);
    }

    Metric metric_;
    RoundingBound bound_;
    double relative_, off_ = 0;
};

/// Rounds true values to float32, for data with an origin, which changes angles and inner products.
std::vector<float> without_origin(const FileRows& rows) {
    std::vector<float> values(rows.kept().size());
    std::vector<double> scratch(std::size_t(rows.dimension()));
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        const double* at = rows.row(i, scratch.data());
        for (int axis = 0; axis < rows.dimension(); ++axis) values[std::size_t(i * rows.dimension() + axis)] = float(at[axis]);
    }
    return values;
}

class CandidateSearch {
public:
    CandidateSearch(const TruthQuestion& question, DeviceKind device, const Progress& progress) : question_(question), device_(device) {
        const bool shifted =
            std::any_of(question.points.origin().begin(), question.points.origin().end(), [](double origin) { return origin != 0; });
        points_ = question.points.kept(), queries_ = question.queries.kept();
        if ((question.metric == Metric::cosine || question.metric == Metric::inner_product) && shifted) {
            point_values_ = without_origin(question.points), query_values_ = without_origin(question.queries);
            points_ = point_values_, queries_ = query_values_;
        }
        set_.emplace(device, points_, question.points.dimension(), progress.without_report());
        set_->set_filter(question.filter);
        const Method& method = find_method("auto");
        searcher_.emplace(method, *set_, Options(method.info.options, {}), progress.without_report());
        least_.emplace(question, points_, queries_);
    }

    /// Answers `asked` from `width` candidates each; returns the queries whose lists are not proved.
    std::vector<std::int64_t> answer(std::span<const std::int64_t> asked, int width, TrueLists& lists, const Progress& progress) {
        std::vector<std::int64_t> unproved;
        const std::size_t block = std::max<std::size_t>(1, (std::size_t(1) << 24) / std::size_t(width));
        for (std::size_t first = 0; first < asked.size(); first += block) {
            const std::size_t count = std::min(block, asked.size() - first);
            const Progress part = progress.part(double(first), double(count), double(asked.size()));
            answer_block(asked.subspan(first, count), width, lists, unproved, part);
        }
        return unproved;
    }

private:
    void answer_block(
        std::span<const std::int64_t> asked, int width, TrueLists& lists, std::vector<std::int64_t>& unproved, const Progress& progress) {
        const std::size_t wide = std::size_t(question_.points.dimension());
        std::vector<float> coordinates(asked.size() * wide);
        std::vector<std::int32_t> exclude;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            std::copy_n(queries_.data() + std::size_t(asked[i]) * wide, wide, coordinates.data() + i * wide);
            if (!question_.exclude.empty()) exclude.push_back(question_.exclude[std::size_t(asked[i])]);
        }
        ListSet found(device_, std::int64_t(asked.size()), width);
        searcher_->search(QuerySet(device_, coordinates, int(wide), exclude), width, question_.metric, found, progress);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        found.fetch(index, distance);
        constexpr std::size_t queries_a_piece = 64;
        std::mutex mutex;
        parallel_pieces((asked.size() + queries_a_piece - 1) / queries_a_piece, 0, progress.without_report(), [&](std::size_t piece) {
            const std::size_t last = std::min(asked.size(), (piece + 1) * queries_a_piece);
            for (std::size_t i = piece * queries_a_piece; i < last; ++i)
                if (!put_in_order(asked[i], {index.data() + i * std::size_t(width), std::size_t(width)},
                        {distance.data() + i * std::size_t(width), std::size_t(width)}, lists)) {
                    const std::lock_guard lock(mutex);
                    unproved.push_back(asked[i]);
                }
        });
    }
    /// Orders the candidates in float64. Returns false if another row may be as near as the last of the list.
    bool put_in_order(std::int64_t query, std::span<const std::int32_t> index, std::span<const float> distance, TrueLists& lists) const {
        const int dimension = question_.points.dimension();
        std::vector<double> of_query(std::size_t(dimension), 0), of_row(of_query);
        const double* const at = question_.queries.row(query, of_query.data());
        std::vector<TrueNeighbour> candidates;
        for (const std::int32_t row : index)
            if (row >= 0)
                candidates.push_back({float64_distance(question_.points.row(row, of_row.data()), at, dimension, question_.metric), row});
        std::sort(candidates.begin(), candidates.end(), before);
        put(lists, query, candidates);
        if (std::int64_t(candidates.size()) >= question_.available(query)) return true;
        if (candidates.empty()) return false;
        const std::size_t last = std::min(candidates.size(), std::size_t(lists.width)) - 1;
        return candidates[last].distance < least_->beyond(rank_value(question_.metric, double(distance[candidates.size() - 1])));
    }

    const TruthQuestion& question_;
    DeviceKind device_;
    std::vector<float> point_values_, query_values_;
    std::span<const float> points_, queries_;
    std::optional<PointSet> set_;
    std::optional<Searcher> searcher_;
    std::optional<LeastDistance> least_;
};

TrueLists room_for(const TruthQuestion& question) {
    TrueLists lists;
    lists.width = int(std::clamp<std::int64_t>(question.points.count(), 1, std::int64_t(question.k) + 1));
    const std::size_t entries = std::size_t(question.queries.count()) * std::size_t(lists.width);
    require_memory(double(entries) * (sizeof(std::int32_t) + sizeof(double)), "the true neighbours of these queries",
        "compare a part of the lists with --sample, or fewer neighbours with -k");
    lists.index.assign(entries, -1);
    lists.distance.assign(entries, infinitely_far);
    return lists;
}

}  // namespace

std::vector<TrueNeighbour> true_list_of(const TruthQuestion& question, std::int64_t query, int width, const Progress& progress) {
    return search_all_rows(question, query, width, progress.without_report());
}

int TrueLists::length(std::int64_t query, int most) const {
    const auto list = indices(query).first(std::size_t(std::min(most, width)));
    return int(std::find(list.begin(), list.end(), -1) - list.begin());
}

TrueLists find_true_lists(const TruthQuestion& question, DeviceKind device, const Progress& progress, double exhaustive_up_to) {
    TrueLists lists = room_for(question);
    std::vector<std::int64_t> asked(std::size_t(question.queries.count()));
    std::iota(asked.begin(), asked.end(), 0);
    const double coordinates = double(question.points.count()) * double(asked.size()) * question.points.dimension();
    if (coordinates > exhaustive_up_to) {
        CandidateSearch search(question, device, progress);
        const std::int64_t rows = question.points.count();
        std::int64_t width = std::min<std::int64_t>(rows, lists.width + std::max(8, lists.width / 4));
        for (int attempt = 0; attempt < 2 && !asked.empty(); ++attempt, width = std::min(rows, 4 * width))
            asked = search.answer(asked, int(width), lists, progress);
        std::sort(asked.begin(), asked.end());
    }
    search_all_rows(question, asked, lists, progress);
    return lists;
}

TrueLists true_lists_of(const ForeignLists& file, const DataSet& data, const TruthQuestion& question, const Progress& progress) {
    const std::int64_t count = question.queries.count();
    if (file.queries != count)
        throw Error(Failure::input,
            file.path + " has the true neighbours of " + std::to_string(file.queries) + " queries, but there are " + std::to_string(count),
            "give the true neighbours of the same queries");
    TrueLists lists = room_for(question);
    lists.width = std::min(lists.width, file.k);
    const int dimension = question.points.dimension();
    const std::size_t width = std::size_t(lists.width);
    lists.index.assign(std::size_t(count) * width, -1);
    lists.distance.assign(std::size_t(count) * width, infinitely_far);
    parallel_pieces(std::size_t(count), 1, progress, [&](std::size_t query) {
        std::vector<double> of_query(std::size_t(dimension), 0), of_row(of_query);
        const double* const at = question.queries.row(std::int64_t(query), of_query.data());
        std::vector<TrueNeighbour> truth;
        for (int rank = 0; rank < file.k; ++rank) {
            const std::int64_t file_row = std::int64_t(file.index[query * std::size_t(file.k) + std::size_t(rank)]);
            if (file_row < 0) break;
            const std::int64_t row = data.row_of_file_row(file_row);
            if (row < 0)
                throw Error(Failure::input,
                    file.path + ": query " + std::to_string(query) + ", rank " + std::to_string(rank + 1) + ": row " +
                        std::to_string(file_row) + " is not among the points",
                    "give the true neighbours among these points");
            if (!question.allows(row))
                throw Error(Failure::input,
                    file.path + ": query " + std::to_string(query) + ", rank " + std::to_string(rank + 1) + ": row " +
                        std::to_string(file_row) + " is not allowed by the filter",
                    "give the true neighbours among the allowed rows, or leave --truth out");
            if (row == excluded_by(question, std::int64_t(query))) continue;
            truth.push_back({float64_distance(question.points.row(row, of_row.data()), at, dimension, question.metric), row});
        }
        std::sort(truth.begin(), truth.end(), before);
        if (std::int64_t(truth.size()) < std::min<std::int64_t>(question.k, question.available(std::int64_t(query))))
            throw Error(Failure::input,
                file.path + ": query " + std::to_string(query) + " has " + std::to_string(truth.size()) + " true neighbours, k is " +
                    std::to_string(question.k),
                "use a smaller -k, or give more true neighbours per query");
        put(lists, std::int64_t(query), truth);
    });
    return lists;
}

}  // namespace neighborscope
