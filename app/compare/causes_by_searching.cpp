#include "app/compare/causes.hpp"
#include "app/data/files/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

using Kind = Cause::Kind;

std::vector<double> in_float16(const FileRows& rows) {
    std::vector<double> values(rows.kept().size()), scratch(std::size_t(rows.dimension()));
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        const double* at = rows.row(i, scratch.data());
        for (int axis = 0; axis < rows.dimension(); ++axis) values[std::size_t(i * rows.dimension() + axis)] = float16_of(at[axis]);
    }
    return values;
}

/// Whether the list holds nearest rows of `query` among `points`, with correct distances if it has distances.
bool is_nearest_of(const GivenList& list, std::int64_t query, std::int64_t exclude, const FileRows& points, const FileRows& queries,
    Metric metric, bool distances_tell, const RowFilter* filter, const Progress& quiet) {
    CauseCounter::Scratch scratch(points.dimension());
    const double* at = queries.row(query, scratch.query.data());
    std::vector<double> all(std::size_t(points.count()));
    for (std::int64_t row = 0; row < points.count(); ++row) {
        if ((row & 0xffff) == 0) quiet.step(0, 0);
        all[std::size_t(row)] = row == exclude || (filter && !filter->allows(row))
                                    ? infinitely_far
                                    : float64_distance(points.row(row, scratch.row.data()), at, points.dimension(), metric);
    }
    std::vector<double> given;
    for (const std::int32_t row : list.index) {
        if (row < 0) return false;
        given.push_back(all[std::size_t(row)]);
    }
    if (given.empty()) return false;
    std::nth_element(all.begin(), all.begin() + std::ptrdiff_t(given.size()) - 1, all.end());
    std::sort(all.begin(), all.begin() + std::ptrdiff_t(given.size()));
    const double in_float32 = 0x1p-22 * (points.dimension() + 4);
    // An inner product may be small although rows are long. It may be given as itself, as its negative or as 1 minus it.
    const bool products = metric == Metric::inner_product;
    const double most = products ? std::max(std::fabs(all.front()), std::fabs(given.back())) : 0;
    const auto is_given = [&](double distance, double ranked) {
        const auto fits = [&](double value) {
            return std::fabs(distance - value) <= in_float32 * std::max(std::fabs(ranked), most) + 1e-12;
        };
        return fits(ranked) || (products && (fits(-ranked) || fits(1 + ranked)));
    };
    for (std::size_t rank = 0; rank < given.size(); ++rank) {
        if (std::fabs(given[rank] - all[rank]) > 1e-6 * std::max(std::fabs(all[rank]), most) + 1e-12) return false;
        if (distances_tell && !list.distance.empty() && !is_given(list.distance[rank], given[rank])) return false;
    }
    return true;
}

/// Adds the cause if at least half of a few lists are correct for other rows or by another metric.
bool test_on_some_lists(CauseCounter& lists, const std::vector<std::size_t>& some, Cause cause, const FileRows& points,
    const FileRows& queries, Metric metric) {
    if (some.empty()) return false;
    std::vector<char> fits(some.size());
    const Progress quiet = lists.progress.without_report();
    parallel_pieces(some.size(), 1, lists.progress, [&](std::size_t i) {
        const std::int64_t query = lists.bad()[some[i]];
        const std::int64_t exclude = lists.comparison.queries.exclude.empty() ? -1 : lists.comparison.queries.exclude[std::size_t(query)];
        // Given values that were read as inner products are not distances of another metric.
        const bool distances_tell = lists.comparison.metric != Metric::inner_product || metric == Metric::inner_product;
        fits[i] = is_nearest_of(
            lists.comparison.given(query), query, exclude, points, queries, metric, distances_tell, lists.data.filter.get(), quiet);
    });
    cause.lists = std::count(fits.begin(), fits.end(), char(1));
    cause.of = std::int64_t(some.size());
    if (cause.lists * 2 < cause.of) return false;
    lists.add(std::move(cause), [](std::size_t) { return true; });  // a few lists are a sample of all: search for no other cause
    return true;
}

}  // namespace

void find_causes_by_searching(CauseCounter& lists) {
    const Comparison& compared = lists.comparison;
    const FileRows &points = lists.points, &queries = lists.queries;
    if (double(lists.unexplained()) * 10 < double(lists.bad().size())) return;
    std::vector<std::size_t> some;  // indices into bad(), at equal distances among those not explained
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < lists.bad().size(); ++i)
        if (!lists.is_explained(i)) rest.push_back(i);
    const double coordinates = double(points.count()) * points.dimension();
    const std::size_t most = std::clamp<std::size_t>(std::size_t(2e9 / std::max(1.0, coordinates)), 4, 24);
    for (std::size_t i = 0; i < std::min(most, rest.size()); ++i) some.push_back(rest[i * rest.size() / std::min(most, rest.size())]);
    for (const Metric metric : all_metrics)
        if (metric != compared.metric && (metric != Metric::cosine || points.dimension() > 1)) {
            Cause cause{Kind::other_metric, "these lists are right with the " + std::string(name(metric)) + " metric",
                "compare with --metric " + std::string(name(metric))};
            cause.metric = metric;
            if (test_on_some_lists(lists, some, std::move(cause), points, queries, metric)) return;
        }
    const FileRows::Extent of_points = points.extent(), of_queries = queries.extent();
    for (const auto& largest : {of_points.largest, of_queries.largest})
        if (*std::max_element(largest.begin(), largest.end()) > 65504) return;
    const std::vector<double> float16_points = in_float16(points), rounded_queries = in_float16(queries);
    test_on_some_lists(lists, some,
        {Kind::float16_points, "these lists are right for coordinates that are rounded to float16", "search the points in float32"},
        FileRows(points.kept(), points.origin(), float16_points), FileRows(queries.kept(), queries.origin(), rounded_queries),
        compared.metric);
}

}  // namespace neighborscope
