// Searches at a scale that suits float32, in tiles of queries that fit into memory.
#include "gpu/knn.hpp"
#include "gpu/device/on_device.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/lists.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/libraries/in_parallel.hpp"
#include "gpu/libraries/search_in_double.hpp"
#include "gpu/range.hpp"
#include "gpu/row_filter.hpp"
#include "gpu/shards/sharded_search.hpp"

#include <cmath>
#include <map>

namespace neighborscope {

namespace {

/// Multiplies the distances of a record by 2^exponent, which changes no digit. Inner products are multiplied twice, because both factors
/// were scaled.
void scale_record(Report& report, int exponent, Metric metric) {
    if (metric == Metric::inner_product) exponent *= 2;
    for (Step& step : report.steps)
        for (float* const distance : {&step.entered.distance, &step.left.distance, &step.bound, &step.nearest, &step.reach})
            *distance = std::ldexp(*distance, exponent);
    if (report.neighbours_within) report.neighbours_within = std::ldexp(*report.neighbours_within, exponent);
    if (!report.tree) return;
    const auto tree = std::make_shared<RecordedTree>(*report.tree);
    for (float& low : tree->low) low = std::ldexp(low, exponent);
    tree->side = std::ldexp(tree->side, exponent);
    for (std::vector<RecordedTree::Box>* boxes : {&tree->boxes, &tree->halves})
        for (RecordedTree::Box& box : *boxes)
            for (std::size_t axis = 0; axis < 3; ++axis)
                box.low[axis] = std::ldexp(box.low[axis], exponent), box.size[axis] = std::ldexp(box.size[axis], exponent);
    report.tree = tree;
}

template <class T>
std::vector<T> copied_to_host(DeviceKind device, const T* from, std::size_t count) {
    std::vector<T> values(count);
    copy_to_host(device, values.data(), from, count * sizeof(T));
    return values;
}

/// The `count` queries from `first` on.
Queries slice_of(Queries queries, std::int64_t first, std::int64_t count) {
    queries.points.coordinates += first * queries.points.dimension;
    queries.points.count = count;
    if (queries.exclude) queries.exclude += first;
    return queries;
}

Lists slice_of_lists(const Lists& lists, std::int64_t first, int k, QueryWork* work) {
    return {lists.index + first * k, lists.distance + first * k, work ? work + first : nullptr};
}

/// The number of coordinates.
std::size_t values_of(const Points& points) { return std::size_t(points.count) * std::size_t(points.dimension); }

/// Multiplies the queries by 2^exponent, into `memory`.
Queries scaled(Queries queries, int exponent, DeviceKind device, DeviceMemory& memory) {
    const std::size_t values = values_of(queries.points);
    memory = DeviceMemory(device, values * sizeof(float), "queries multiplied by a power of two");
    float* const copy = static_cast<float*>(memory.data());
    ON_DEVICE(device, scale_values(queries.points.coordinates, copy, values, exponent));
    queries.points.coordinates = copy;
    queries.points.largest = std::ldexp(queries.points.largest, exponent);
    queries.points.smallest = std::ldexp(queries.points.smallest, exponent);
    return queries;
}

void require_supported(const MethodInfo& method, const Problem& problem, DeviceKind device) {
    if (const auto why = method.unsupported_reason(problem, device))
        throw Error(Failure::usage, std::string(method.name) + ": " + *why, method.suggest_alternatives(problem, device));
}

}  // namespace

// ---- Preparing a method -------------------------------------------------------------------------------------------------------

Searcher::Searcher(const Method& method, const PointSet& points, const Options& options, const Progress& progress)
    : method_(&method), points_(&points), options_(options) {
    if (options.values().empty()) options_ = Options(method.info.options);  // none given: the defaults
    const RowFilter* const filter = points.points().filter;
    if (filter && filter->count() < filter->rows() && !method.info.supports.own_index) {
        make_allowed_points(progress);
        return;
    }
    Problem problem{.count = points.points().count, .queries = 0, .dimension = points.points().dimension, .k = 1};
    problem.own = points.points().own;
    problem.filtered = points.points().filter != nullptr;
    if (method.info.supports.own_index && problem.own.index) problem.metric = stored::metric_of(*problem.own.index);
    require_supported(method.info, problem, points.device());
    if (exponent_of_points() == 0) search_ = prepare(points.points(), progress);
}

/// Points are multiplied by 2 to this power for the method. An index has its vectors as they are.
int Searcher::exponent_of_points() const { return method_->info.supports.own_index ? 0 : scaling_exponent(points_->points().largest); }

std::unique_ptr<Search> Searcher::prepare(const Points& points, const Progress& progress) const {
    return shards::prepare_search(*method_, points_->device(), points, options_, progress);
}

Search& Searcher::prepared_search(int exponent, const Progress& progress) {
    if (exponent == 0) {
        if (!search_) search_ = prepare(points_->points(), progress);
        return *search_;
    }
    if (!scaled_.search || scaled_.exponent != exponent) {
        scaled_ = {};
        scaled_.exponent = exponent;
        scaled_.memory =
            DeviceMemory(points_->device(), values_of(points_->points()) * sizeof(float), "points multiplied by a power of two");
        scale_points();
        scaled_.search = prepare(scaled_.points, progress);
    } else if (scaled_.stale) {
        scale_points();
        if (!scaled_.search->points_moved()) {
            scaled_.search.reset();  // free the old memory before allocating
            scaled_.search = prepare(scaled_.points, progress);
        }
    }
    scaled_.stale = false;
    return *scaled_.search;
}

void Searcher::scale_points() {
    const Points& points = points_->points();
    float* const copy = static_cast<float*>(scaled_.memory.data());
    ON_DEVICE(points_->device(), scale_values(points.coordinates, copy, values_of(points), scaled_.exponent));
    scaled_.points = {.coordinates = copy,
        .count = points.count,
        .dimension = points.dimension,
        .largest = std::ldexp(points.largest, scaled_.exponent),
        .smallest = std::ldexp(points.smallest, scaled_.exponent)};
}

void Searcher::points_moved(const Progress& progress) {
    if (allowed_) return move_allowed_points(progress);
    unit_.stale = true;
    scaled_.stale = true;  // the next search decides which scale it needs
    if (!search_ || search_->points_moved()) return;
    search_.reset();  // free the old memory before allocating
    if (exponent_of_points() == 0) search_ = prepare(points_->points(), progress);
}

double Searcher::rebuild_index(const Progress& progress) {
    if (allowed_) {
        allowed_->tree_is_known = false;
        return allowed_->searcher->rebuild_index(progress);
    }
    if (searched_unit_points_) return unit_.searcher->rebuild_index(progress);
    const Points& points = search_ ? points_->points() : scaled_.points;
    std::unique_ptr<Search>& search = search_ ? search_ : scaled_.search;
    if (!search) return 0;
    bool built = false;
    try {
        built = search->rebuild_index(progress.without_report());  // in place: lost if cancelled
    } catch (...) {
        search.reset();  // the next search prepares the method
        throw;
    }
    if (!built) {
        // Frees the old memory before allocating. If the work can be cancelled, keeps the old search until the new one is ready.
        if (!progress.report) search.reset();
        search = prepare(points, progress);
    }
    return search->build_milliseconds();
}

// ---- Searching ----------------------------------------------------------------------------------------------------------------

Problem Searcher::BatchRequest::problem(const Points& points) const {
    return {.count = points.count,
        .queries = queries.points.count,
        .dimension = points.dimension,
        .k = k,
        .metric = metric,
        .exclude_self = queries.exclude != nullptr,
        .own = points.own,
        .filtered = points.filter != nullptr};
}

/// Throws usage Errors of a request for lists of k; BatchRequest::k is their greatest length.
void Searcher::check(const BatchRequest& request, int k, const ListSet& lists) const {
    const Points &points = points_->points(), &queries = request.queries.points;
    if (k < 1) throw Error(Failure::usage, "k = " + std::to_string(k), "k must be at least 1");
    if (queries.dimension != points.dimension)
        throw Error(Failure::usage,
            "queries have " + std::to_string(queries.dimension) + " coordinates, points have " + std::to_string(points.dimension));
    if ((lists.k() != k && lists.k() != request.k) || lists.queries() < queries.count)
        throw Error(Failure::usage, "lists of " + std::to_string(lists.k()) + " for " + std::to_string(lists.queries()) +
                                        " queries cannot take " + std::to_string(k) + " for " + std::to_string(queries.count));
    if (!allowed_) require_supported(method_->info, request.problem(points), points_->device());  // else of fewer points
    if (request.work && !method_->info.counts_query_work)
        throw Error(Failure::usage, std::string(method_->info.name) + " does not report the work of single queries",
            "choose a method with a tree of its own: a quadtree or leaf-warp");
    if (request.measure == Measure::steps && queries.count > 0) {
        check_steps(*method_, points_->device());
        if (queries.count > 1)
            throw Error(Failure::usage, "the steps of " + std::to_string(queries.count) + " queries cannot be recorded at once",
                "record one query");
    }
}

Report Searcher::search(
    const QuerySet& query_set, int k, Metric metric, ListSet& lists, const Progress& progress, Measure measure, QueryWork* work) {
    return search({query_set.queries(), points_->list_width(k), metric, measure, work}, k, lists, progress);
}

Report Searcher::search(const BatchRequest& request, int k, ListSet& lists, const Progress& progress) {
    check(request, k, lists);
    const std::int64_t count = request.queries.points.count;
    if (count == 0) return {};
    if (allowed_) return answer_among_allowed(request, lists, progress);
    searched_unit_points_ = request.metric == Metric::cosine && !method_->info.supports.own_index;
    if (searched_unit_points_) return answer_cosine(request, k, lists, progress);
    Report report;
    if (lists.k() == request.k) {
        report = answer(request, lists, progress);
    } else {
        ListSet narrow(points_->device(), count, request.k);
        report = answer(request, narrow, progress);
        ON_DEVICE(points_->device(), widen_lists(narrow.lists(), request.k, lists.lists(), k, count));
    }
    if (request.metric == Metric::inner_product) give_products(lists, count);
    if (report.index_update && !report.counters.empty()) report.counters.push_back({"rebuilds", report.index_update->why.empty() ? 0 : 1});
    progress.step(double(count), double(count));
    return report;
}

/// Methods write the negatives of inner products; callers get the products.
void Searcher::give_products(ListSet& lists, [[maybe_unused]] std::int64_t queries) const {
    ON_DEVICE(points_->device(), change_signs(lists.lists().distance, std::size_t(queries) * std::size_t(lists.k())));
}

Report Searcher::answer(const BatchRequest& request, ListSet& lists, const Progress& progress) {
    const float points = points_->points().largest, queries = request.queries.points.largest;
    const int exponent = exponent_of_points();
    if (method_->info.supports.own_index || scaling_exponent(std::max(points, queries)) == exponent)
        return answer_at_scale(exponent, request, lists, progress);
    return answer_by_magnitude(request, lists, progress);
}

/// Some queries need another scale than the points: searches each group of one scale separately.
Report Searcher::answer_by_magnitude(const BatchRequest& request, ListSet& lists, const Progress& progress) {
    const DeviceKind device = points_->device();
    const std::int64_t count = request.queries.points.count;
    const std::size_t dimension = std::size_t(points_->points().dimension), k = std::size_t(request.k);
    const std::vector<float> coordinates = copied_to_host(device, request.queries.points.coordinates, values_of(request.queries.points));
    const std::vector<std::int32_t> exclude =
        copied_to_host(device, request.queries.exclude, request.queries.exclude ? std::size_t(count) : 0);
    std::map<int, std::vector<std::size_t>> groups;  // the points' own scale is the greatest: it comes last, and so it is kept
    for (std::size_t query = 0; query < std::size_t(count); ++query) {
        const float largest = magnitudes_of(std::span(coordinates).subspan(query * dimension, dimension)).largest;
        groups[scaling_exponent(std::max(points_->points().largest, largest))].push_back(query);
    }

    Report report;
    std::vector<QueryWork> work(request.work ? std::size_t(count) : 0);
    double done = 0;
    for (const auto& [exponent, members] : groups) {
        std::vector<float> positions;
        std::vector<std::int32_t> excluded;
        for (const std::size_t query : members) {
            const auto from = coordinates.begin() + std::ptrdiff_t(query * dimension);
            positions.insert(positions.end(), from, from + std::ptrdiff_t(dimension));
            if (!exclude.empty()) excluded.push_back(exclude[query]);
        }
        const QuerySet some(device, positions, int(dimension), excluded);
        ListSet found(device, std::int64_t(members.size()), request.k);
        const DeviceMemory group_work(device, request.work ? members.size() * sizeof(QueryWork) : 0, "what queries take");
        const BatchRequest part{some.queries(), request.k, request.metric, request.measure, static_cast<QueryWork*>(group_work.data())};
        const Report of_part = answer_at_scale(exponent, part, found, progress.part(done, double(members.size()), double(count)));
        add_report(report, of_part);
        report.build_milliseconds = of_part.build_milliseconds;
        report.index_update = of_part.index_update;
        done += double(members.size());

        std::vector<std::int32_t> index;
        std::vector<float> distance;
        found.fetch(index, distance);
        std::vector<QueryWork> computed_work(request.work ? members.size() : 0);
        group_work.to_host(computed_work.data(), group_work.bytes());
        for (std::size_t i = 0; i < members.size(); ++i) {
            lists.write(std::int64_t(members[i]), std::span(index).subspan(i * k, k), std::span(distance).subspan(i * k, k));
            if (request.work) work[members[i]] = computed_work[i];
        }
    }
    if (request.work) copy_to_device(device, request.work, work.data(), work.size() * sizeof(QueryWork));
    return report;
}

/// The most queries that are answered together; memory Error with the numbers if one does not fit.
std::int64_t Searcher::tile_for(const Search& search, const BatchRequest& request, std::size_t bytes_of_query) const {
    const std::size_t free = free_device_memory(points_->device());
    const auto bytes_for = [&](std::int64_t tile) {
        Problem part = request.problem(points_->points());
        part.queries = tile;
        return search.bytes_needed(part) + std::size_t(tile) * bytes_of_query;
    };
    const std::int64_t count = request.queries.points.count;
    std::size_t needed = bytes_for(count);  // of `too_many` queries: some methods query the free memory, so that each size is computed once
    if (needed <= free) return count;
    std::int64_t fits = 0, too_many = count;  // the largest tile that fits; more queries never need less memory
    while (too_many - fits > 1) {
        const std::int64_t middle = fits + (too_many - fits) / 2;
        const std::size_t bytes = bytes_for(middle);
        if (bytes <= free) fits = middle;
        else too_many = middle, needed = bytes;
    }
    if (fits > 0) return fits;
    throw Error(Failure::memory,
        std::string(method_->info.name) + ": one query over " + std::to_string(points_->points().count) +
            " points with k = " + std::to_string(request.k) + " needs " + std::to_string(needed) + " bytes of device memory, " +
            std::to_string(free) + " are free",
        "use a smaller k, fewer points or another method");
}

/// Searches for queries of one scale, in tiles; then repeats those that float32 may have confused.
Report Searcher::answer_at_scale(int exponent, const BatchRequest& request, ListSet& lists, const Progress& progress) {
    const DeviceKind device = points_->device();
    const std::int64_t count = request.queries.points.count;
    DeviceMemory scaled_queries;
    const Queries queries = exponent == 0 ? request.queries : scaled(request.queries, exponent, device, scaled_queries);
    Search& search = prepared_search(exponent, progress);
    const std::size_t again = exponent == 0 ? 0 : ON_DEVICE(device, repeat_last_step_bytes(1, request.k));
    const std::int64_t tile = tile_for(search, request, again);

    Report report;
    for (std::int64_t first = 0; first < count; first += tile) {
        Problem part = request.problem(points_->points());
        part.queries = std::min(tile, count - first);
        const Lists into = slice_of_lists(lists.lists(), first, request.k, request.work);
        const Progress inner = progress.part(double(first), double(part.queries), double(count));
        add_report(report, search.answer(slice_of(queries, first, part.queries), into, part, inner, request.measure));
        if (exponent == 0) continue;
        const Queries unscaled_queries = slice_of(request.queries, first, part.queries);
        add_report(report, ON_DEVICE(device, repeat_last_step(points_->points(), unscaled_queries, request.k, request.metric, into, inner,
                                                 request.measure)));
    }
    if (exponent != 0) scale_record(report, -exponent, request.metric);
    add_report(report, repeat_unreliable_lists(exponent, request, lists, progress));
    report.build_milliseconds = search.build_milliseconds();
    report.index_update = search.index_update();
    return report;
}

/// Returns the queries whose lists end at a distance too small for float32.
std::vector<std::int64_t> Searcher::lists_of_small_distances(int exponent, const BatchRequest& request, const ListSet& lists) const {
    const Points &points = points_->points(), &queries = request.queries.points;
    const double least = smallest_reliable_distance(points.dimension, exponent);
    if (smallest_nonzero_distance(std::min(points.smallest, queries.smallest)) >= least) return {};
    const DeviceKind device = points_->device();
    const DeviceMemory last_memory(device, std::size_t(queries.count) * sizeof(float), "last distances");
    float* const last = static_cast<float*>(last_memory.data());
    ON_DEVICE(device, last_distances(lists.lists(), queries.count, request.k, last));
    std::vector<std::int64_t> unreliable;
    const std::vector<float> distances = copied_to_host(device, last, std::size_t(queries.count));
    for (std::int64_t query = 0; query < queries.count; ++query)
        if (const float distance = distances[std::size_t(query)]; distance > 0 && distance < least) unreliable.push_back(query);
    return unreliable;
}

/// Returns the queries whose inner products with the points may be too small for float32.
std::vector<std::int64_t> Searcher::queries_of_small_products(int exponent, const BatchRequest& request) const {
    const Points &points = points_->points(), &queries = request.queries.points;
    // `smallest` is infinite if all coordinates are 0: then products are exact.
    if (points.largest == 0 || are_products_reliable(queries.smallest, points.largest, exponent)) return {};
    const std::vector<float> positions = copied_to_host(points_->device(), queries.coordinates, values_of(queries));
    const auto dimension = std::size_t(points.dimension);
    std::vector<std::int64_t> small;
    for (std::int64_t query = 0; query < queries.count; ++query) {
        const float largest = magnitudes_of(std::span(positions).subspan(std::size_t(query) * dimension, dimension)).largest;
        if (largest > 0 && !are_products_reliable(largest, points.largest, exponent)) small.push_back(query);
    }
    return small;
}

/// Finds the lists that may be wrong because numbers are too small for float32, and answers their queries in double precision.
Report Searcher::repeat_unreliable_lists(int exponent, const BatchRequest& request, ListSet& lists, const Progress& progress) const {
    const Points &points = points_->points(), &queries = request.queries.points;
    const bool all_points_in_list = request.k >= points.count;  // every point is in the list
    if (all_points_in_list || method_->info.supports.approximate) return {};

    const DeviceKind device = points_->device();
    const auto began = std::chrono::steady_clock::now();
    const std::vector<std::int64_t> unreliable = request.metric == Metric::inner_product
                                                     ? queries_of_small_products(exponent, request)
                                                     : lists_of_small_distances(exponent, request, lists);
    if (unreliable.empty()) return {};

    const std::vector<float> rows = copied_to_host(device, points.coordinates, values_of(points));
    const std::vector<float> positions = copied_to_host(device, queries.coordinates, values_of(queries));
    const std::vector<std::int32_t> exclude =
        copied_to_host(device, request.queries.exclude, request.queries.exclude ? std::size_t(queries.count) : 0);
    const std::size_t k = std::size_t(request.k);
    host::libraries::search_in_double(
        {rows, points.dimension}, std::int64_t(unreliable.size()), request.k, request.metric, host::libraries::threads_of(0), progress.stop,
        [&](std::int64_t i) {
            const std::size_t query = std::size_t(unreliable[std::size_t(i)]);
            return host::libraries::DoubleQuery{
                positions.data() + query * std::size_t(points.dimension), exclude.empty() ? -1 : exclude[query]};
        },
        [&](std::int64_t i, const std::vector<TrueNeighbour>& truth) {
            std::vector<std::int32_t> index(k, -1);
            std::vector<float> distance(k, std::numeric_limits<float>::quiet_NaN());
            for (std::size_t rank = 0; rank < truth.size(); ++rank) {
                index[rank] = std::int32_t(truth[rank].index);
                distance[rank] = float(rank_value(request.metric, truth[rank].distance));
            }
            lists.write(unreliable[std::size_t(i)], index, distance);
        });
    Report report;
    const double milliseconds = host::libraries::milliseconds_since(began);
    if (request.measure == Measure::total) report.total_milliseconds = milliseconds;
    if (request.measure == Measure::counters || request.measure == Measure::steps)
        report.counters.push_back({"queries searched again in double", std::int64_t(unreliable.size())});
    return report;
}

}  // namespace neighborscope
