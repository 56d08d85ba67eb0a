// Points, queries and lists in a device's memory, and searching in tiles of queries.
#include "gpu/device/device.hpp"
#include "gpu/knn.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/range.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope {

namespace host {
std::size_t free_bytes();
}
namespace cuda {
std::size_t free_bytes();
}

namespace {

std::size_t free_bytes(DeviceKind device) {
#if defined(NEIGHBORSCOPE_WITH_CUDA)
    if (device == DeviceKind::cuda) return cuda::free_bytes();
#endif
    return host::free_bytes();
}

void scale_values(DeviceKind device, const float* from, float* to, std::size_t count, int exponent) {
#if defined(NEIGHBORSCOPE_WITH_CUDA)
    if (device == DeviceKind::cuda) return cuda::scale_values(from, to, count, exponent);
#endif
    host::scale_values(from, to, count, exponent);
}

/// The largest magnitude; input Error that names the row when one of `part`, which begins at coordinate `at`, is not finite.
float finite_magnitude(std::span<const float> part, std::size_t at, int dimension, std::string_view what) {
    const float largest = largest_magnitude(part);
    if (std::isfinite(largest)) return largest;
    const auto bad = std::find_if(part.begin(), part.end(), [](float x) { return !std::isfinite(x); });
    throw Error(Failure::input,
        std::string(what) + " " + std::to_string((at + std::size_t(bad - part.begin())) / std::size_t(dimension)) +
            " has a coordinate that is not a finite number",
        "leave such rows out");
}

/// Copies rows to a device piece by piece, so that it can be cancelled; returns the largest magnitude.
float upload(DeviceMemory& memory, std::span<const float> coordinates, int dimension, std::string_view what, const Progress& progress) {
    constexpr std::size_t piece = std::size_t(4) << 20;
    float largest = 0;
    for (std::size_t at = 0; at < coordinates.size(); at += piece) {
        const auto part = coordinates.subspan(at, std::min(piece, coordinates.size() - at));
        largest = std::max(largest, finite_magnitude(part, at, dimension, what));
        memory.from_host(part.data(), part.size_bytes(), at * sizeof(float));
        progress.step(double(at + part.size()), double(coordinates.size()));
    }
    return largest;
}

std::int64_t rows_of(std::span<const float> coordinates, int dimension, std::string_view what) {
    if (dimension < 1)
        throw Error(Failure::usage, std::string(what) + ": " + std::to_string(dimension) + " dimensions", "at least one is needed");
    if (coordinates.size() % std::size_t(dimension) != 0)
        throw Error(Failure::usage, std::string(what) + ": " + std::to_string(coordinates.size()) + " coordinates are not whole rows of " +
                                        std::to_string(dimension));
    return std::int64_t(coordinates.size()) / dimension;
}

}  // namespace

void add_report(Report& sum, const Report& tile) {
    sum.total_milliseconds += tile.total_milliseconds;
    for (const PhaseTime& phase : tile.phases) {
        const auto same = std::find_if(sum.phases.begin(), sum.phases.end(), [&](const PhaseTime& p) { return p.name == phase.name; });
        if (same == sum.phases.end()) {
            sum.phases.push_back(phase);
            continue;
        }
        if (same->inside && phase.inside) {
            const double together = same->milliseconds + phase.milliseconds, weight = together > 0 ? phase.milliseconds / together : 0.5;
            same->inside->share += weight * (phase.inside->share - same->inside->share);
            same->inside->stamping_overhead += weight * (phase.inside->stamping_overhead - same->inside->stamping_overhead);
            same->inside->imbalance = std::max(same->inside->imbalance, phase.inside->imbalance);
        }
        same->milliseconds += phase.milliseconds;
        same->floor.bytes += phase.floor.bytes;
        same->floor.operations += phase.floor.operations;
    }
    for (const Counter& counter : tile.counters) {
        const auto same = std::find_if(sum.counters.begin(), sum.counters.end(), [&](const Counter& c) { return c.name == counter.name; });
        if (same == sum.counters.end()) sum.counters.push_back(counter);
        else same->value += counter.value;
    }
    for (std::size_t i = 0; i < tile.iterations.size(); ++i) {
        if (i == sum.iterations.size()) sum.iterations.push_back({tile.iterations[i].what});
        sum.iterations[i].queries += tile.iterations[i].queries;
        sum.iterations[i].tasks += tile.iterations[i].tasks;
    }
    if (tile.balance && !sum.balance) {
        sum.balance = tile.balance;
    } else if (tile.balance) {
        TaskBalance& both = *sum.balance;
        for (std::size_t i = 0; i < std::min(both.tasks_weighing.size(), tile.balance->tasks_weighing.size()); ++i)
            both.tasks_weighing[i] += tile.balance->tasks_weighing[i];
        both.tasks += tile.balance->tasks;
        both.weight += tile.balance->weight;
        both.heaviest = std::max(both.heaviest, tile.balance->heaviest);
    }
    sum.steps.insert(sum.steps.end(), tile.steps.begin(), tile.steps.end());
    if (tile.tree) sum.tree = tile.tree;
}

namespace {

/// The distances of a record multiplied by 2^exponent, which changes no digit.
void scale_record(Report& report, int exponent) {
    for (Step& step : report.steps)
        for (float* const distance : {&step.entered.distance, &step.left.distance, &step.bound, &step.nearest})
            *distance = std::ldexp(*distance, exponent);
    if (!report.tree) return;
    const auto tree = std::make_shared<RecordedTree>(*report.tree);
    for (float& low : tree->low) low = std::ldexp(low, exponent);
    tree->side = std::ldexp(tree->side, exponent);
    report.tree = tree;
}

}  // namespace

// ---- Points, queries, lists ---------------------------------------------------------------------------------------------------

PointSet::PointSet(DeviceKind device, std::span<const float> coordinates, int dimension, const Progress& progress) {
    const std::int64_t count = rows_of(coordinates, dimension, "points");
    memory_ = DeviceMemory(device, coordinates.size_bytes(), "points");
    const float largest = upload(memory_, coordinates, dimension, "point", progress);
    points_ = {static_cast<const float*>(memory_.data()), count, dimension, largest};
}

void PointSet::move(std::span<const float> coordinates) {
    const std::size_t values = std::size_t(points_.count) * std::size_t(points_.dimension);
    if (coordinates.size() != values)
        throw Error(Failure::usage,
            std::to_string(coordinates.size()) + " coordinates are no new positions of points with " + std::to_string(values));
    points_.largest = finite_magnitude(coordinates, 0, points_.dimension, "point");
    memory_.from_host(coordinates.data(), coordinates.size_bytes());
}

void PointSet::stays_within(std::span<const float> extent) {
    if (extent.size() != 2 * std::size_t(points_.dimension) || !std::isfinite(largest_magnitude(extent)))
        throw Error(Failure::usage, "an extent of " + std::to_string(extent.size()) + " numbers",
            "give the least and the greatest of each coordinate");
    extent_.assign(extent.begin(), extent.end());
    points_.extent = extent_.data();
}

QuerySet::QuerySet(DeviceKind device, std::span<const float> coordinates, int dimension, std::span<const std::int32_t> exclude) {
    const std::int64_t count = rows_of(coordinates, dimension, "queries");
    if (!exclude.empty() && std::int64_t(exclude.size()) != count)
        throw Error(Failure::usage, std::to_string(exclude.size()) + " rows to exclude for " + std::to_string(count) + " queries",
            "name one per query, -1 for none");
    memory_ = DeviceMemory(device, coordinates.size_bytes(), "queries");
    const float largest = upload(memory_, coordinates, dimension, "query", {});
    points_ = {static_cast<const float*>(memory_.data()), count, dimension, largest};
    if (!exclude.empty()) {
        exclude_memory_ = DeviceMemory(device, exclude.size_bytes(), "rows to exclude");
        exclude_memory_.from_host(exclude.data(), exclude.size_bytes());
    }
}

QuerySet QuerySet::every_point(const PointSet& points, bool exclude_self) {
    QuerySet set = points_from(points, 0, points.points().count, exclude_self);
    set.count_ = -1;
    return set;
}

QuerySet QuerySet::points_from(const PointSet& points, std::int64_t first, std::int64_t count, bool exclude_self) {
    QuerySet set;
    set.every_ = &points;
    set.first_ = first;
    set.count_ = count;
    if (exclude_self && count > 0) {
        std::vector<std::int32_t> self(static_cast<std::size_t>(count));
        std::iota(self.begin(), self.end(), std::int32_t(first));
        set.exclude_memory_ = DeviceMemory(points.device(), self.size() * sizeof(std::int32_t), "rows to exclude");
        set.exclude_memory_.from_host(self.data(), self.size() * sizeof(std::int32_t));
    }
    return set;
}

Queries QuerySet::queries() const {
    Queries queries{every_ ? every_->points() : points_, static_cast<const std::int32_t*>(exclude_memory_.data())};
    if (every_ && count_ >= 0) {
        queries.points.coordinates += first_ * queries.points.dimension;
        queries.points.count = count_;
    }
    return queries;
}

ListSet::ListSet(DeviceKind device, std::int64_t queries, int k) : queries_(queries), k_(k) {
    if (queries < 0 || k < 1)
        throw Error(
            Failure::usage, "lists of " + std::to_string(k) + " neighbours for " + std::to_string(queries) + " queries", "k is at least 1");
    const std::size_t entries = std::size_t(queries) * std::size_t(k);
    index_ = DeviceMemory(device, entries * sizeof(std::int32_t), "lists, indices");
    distance_ = DeviceMemory(device, entries * sizeof(float), "lists, distances");
}

void ListSet::fetch(std::vector<std::int32_t>& index, std::vector<float>& distance) const {
    const std::size_t entries = std::size_t(queries_) * std::size_t(k_);
    index.resize(entries);
    distance.resize(entries);
    if (entries == 0) return;
    index_.to_host(index.data(), entries * sizeof(std::int32_t));
    distance_.to_host(distance.data(), entries * sizeof(float));
}

// ---- Searcher -----------------------------------------------------------------------------------------------------------------

Searcher::Searcher(const Method& method, const PointSet& points, const Options& options, const Progress& progress)
    : method_(&method), points_(&points), options_(options) {
    const Problem problem{.count = points.points().count, .queries = 0, .dimension = points.points().dimension, .k = 1};
    if (const auto why = method.info.refuses(problem, points.device()))
        throw Error(Failure::usage, std::string(method.info.name) + ": " + *why);
    if (options.values().empty()) options_ = Options(method.info.options);  // none were given: the presets
    if (scaling_exponent(points.points().largest) == 0) search_ = prepare(points.points(), progress);
}

std::unique_ptr<Search> Searcher::prepare(const Points& points, const Progress& progress) const {
    const auto prepare = points_->device() == DeviceKind::cuda ? method_->on_cuda : method_->on_host;
    if (!prepare)
        throw Error(Failure::device, std::string(method_->info.name) + ": not in this build for " + std::string(name(points_->device())));
    return prepare(points, options_, progress);
}

Search& Searcher::search_at(int exponent, const Progress& progress) {
    if (exponent == 0) {
        if (!search_) search_ = prepare(points_->points(), progress);
        return *search_;
    }
    if (!scaled_.search || scaled_.exponent != exponent) {
        scaled_ = {};
        const Points& points = points_->points();
        const std::size_t values = std::size_t(points.count) * std::size_t(points.dimension);
        scaled_.exponent = exponent;
        scaled_.memory = DeviceMemory(points_->device(), values * sizeof(float), "points multiplied by a power of two");
        scale_points();
        scaled_.search = prepare(scaled_.points, progress);
    } else if (scaled_.stale) {
        scale_points();
        if (!scaled_.search->points_moved()) {
            scaled_.search.reset();  // first give back, then take
            scaled_.search = prepare(scaled_.points, progress);
        }
    }
    scaled_.stale = false;
    return *scaled_.search;
}

void Searcher::scale_points() {
    const Points& points = points_->points();
    float* const copy = static_cast<float*>(scaled_.memory.data());
    scale_values(points_->device(), points.coordinates, copy, std::size_t(points.count) * std::size_t(points.dimension), scaled_.exponent);
    scaled_.points = {copy, points.count, points.dimension, std::ldexp(points.largest, scaled_.exponent)};
}

void Searcher::points_moved(const Progress& progress) {
    scaled_.stale = true;  // which scale is wanted next is known at the next search
    if (!search_ || search_->points_moved()) return;
    search_.reset();  // first give back, then take
    if (scaling_exponent(points_->points().largest) == 0) search_ = prepare(points_->points(), progress);
}

Report Searcher::search(
    const QuerySet& query_set, int k, Metric metric, ListSet& lists, const Progress& progress, Measure measure, QueryWork* work) {
    Queries queries = query_set.queries();
    const Points& points = points_->points();
    const std::int64_t count = queries.points.count;
    if (k < 1) throw Error(Failure::usage, "k = " + std::to_string(k), "ask for at least one neighbour");
    if (queries.points.dimension != points.dimension)
        throw Error(Failure::usage,
            "queries have " + std::to_string(queries.points.dimension) + " coordinates, points have " + std::to_string(points.dimension));
    if (lists.k() != k || lists.queries() < count)
        throw Error(Failure::usage, "lists of " + std::to_string(lists.k()) + " for " + std::to_string(lists.queries()) +
                                        " queries cannot take " + std::to_string(k) + " for " + std::to_string(count));
    Problem problem{.count = points.count,
        .queries = count,
        .dimension = points.dimension,
        .k = k,
        .metric = metric,
        .exclude_self = queries.exclude != nullptr};
    if (const auto why = method_->info.refuses(problem, points_->device()))
        throw Error(Failure::usage, std::string(method_->info.name) + ": " + *why);
    if (work && !method_->info.tells_work)
        throw Error(Failure::usage, std::string(method_->info.name) + " does not tell what single queries take", "choose a quadtree");
    if (count == 0) return {};
    if (measure == Measure::steps) {
        check_steps(*method_, points_->device());
        if (count > 1) throw Error(Failure::usage, "steps of " + std::to_string(count) + " queries at once", "record one query");
    }

    // Coordinates that float32 cannot square are searched multiplied by a power of two, and so are their distances.
    const int exponent = scaling_exponent(std::max(points.largest, queries.points.largest));
    DeviceMemory scaled_queries;
    if (exponent != 0) {
        const std::size_t values = std::size_t(count) * std::size_t(points.dimension);
        scaled_queries = DeviceMemory(points_->device(), values * sizeof(float), "queries multiplied by a power of two");
        scale_values(points_->device(), queries.points.coordinates, static_cast<float*>(scaled_queries.data()), values, exponent);
        queries.points.coordinates = static_cast<const float*>(scaled_queries.data());
        queries.points.largest = std::ldexp(queries.points.largest, exponent);
    }
    Search& search = search_at(exponent, progress);

    const std::size_t free = free_bytes(points_->device());
    const auto bytes_for = [&](std::int64_t tile) {
        Problem part = problem;
        part.queries = tile;
        return search.bytes_needed(part);
    };
    std::int64_t tile = count;
    if (bytes_for(count) > free) {  // the largest tile that fits; more queries never need less memory
        std::int64_t fits = 0, too_many = count;
        while (too_many - fits > 1) {
            const std::int64_t middle = fits + (too_many - fits) / 2;
            (bytes_for(middle) <= free ? fits : too_many) = middle;
        }
        if (fits == 0)
            throw Error(Failure::memory,
                std::string(method_->info.name) + ": one query over " + std::to_string(points.count) +
                    " points with k = " + std::to_string(k) + " needs " + std::to_string(bytes_for(1)) + " bytes of device memory, " +
                    std::to_string(free) + " are free",
                "use a smaller k, fewer points or another method");
        tile = fits;
    }

    Report report;
    for (std::int64_t first = 0; first < count; first += tile) {
        Problem part = problem;
        part.queries = std::min(tile, count - first);
        Queries some = queries;
        some.points.coordinates += first * points.dimension;
        some.points.count = part.queries;
        if (some.exclude) some.exclude += first;
        const Lists into{lists.lists().index + first * k, lists.lists().distance + first * k, work ? work + first : nullptr};
        Progress inner;
        inner.stop = progress.stop;
        if (progress.report)
            inner.report = [&](double done, double total) {
                progress.report(double(first) + (total > 0 ? done / total : 0) * double(part.queries), double(count));
            };
        add_report(report, search.answer(some, into, part, inner, measure));
    }
    if (exponent != 0) {
        scale_values(points_->device(), lists.lists().distance, lists.lists().distance, std::size_t(count) * std::size_t(k), -exponent);
        scale_record(report, -exponent);
    }
    report.build_milliseconds = search.build_milliseconds();
    report.upkeep = search.upkeep();
    if (report.upkeep && !report.counters.empty()) report.counters.push_back({"rebuilds", report.upkeep->why.empty() ? 0 : 1});
    progress.step(double(count), double(count));
    return report;
}

}  // namespace neighborscope
