// Search by cosine distance: Euclidean search over points and queries scaled to unit length.
#include "gpu/device/on_device.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/knn.hpp"
#include "gpu/libraries/in_parallel.hpp"
#include "gpu/unit_rows.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

/// Copies rows from a device's memory to the host and applies make_unit_row. Appends the numbers of rows of zeros to `zeros`.
std::vector<float> unit_rows(const Points& rows, DeviceKind device, std::vector<std::int64_t>* zeros, const Progress& progress) {
    const auto dimension = std::size_t(rows.dimension);
    std::vector<float> values(std::size_t(rows.count) * dimension);
    copy_to_host(device, values.data(), rows.coordinates, values.size() * sizeof(float));
    constexpr std::int64_t at_once = 4096;
    host::libraries::in_parallel(
        rows.count, at_once, host::libraries::threads_of(0), progress.stop, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row) make_unit_row(values.data() + std::size_t(row) * dimension, rows.dimension);
        });
    for (std::int64_t row = 0; zeros && row < rows.count; ++row)
        if (values[std::size_t(row) * dimension] == farther_than_unit_rows) zeros->push_back(row);
    return values;
}

}  // namespace

void Searcher::make_unit_points(const Progress& progress) {
    if (unit_.searcher && !unit_.stale) return;
    unit_ = {};
    const std::vector<float> rows = unit_rows(points_->points(), points_->device(), nullptr, progress);
    unit_.points = std::make_unique<PointSet>(points_->device(), rows, points_->points().dimension, progress);
    unit_.searcher = std::make_unique<Searcher>(*method_, *unit_.points, options_, progress);
}

std::vector<MissReason> Searcher::miss_reasons(std::span<const float> query, std::span<const std::int32_t> rows) {
    if (allowed_) return miss_reasons_among_allowed(query, rows);
    if (!searched_unit_points_) return search_ ? search_->miss_reasons(query.data(), rows) : std::vector<MissReason>(rows.size());
    std::vector<float> unit(query.begin(), query.end());
    if (!unit_row(unit.data(), int(unit.size()), unit.data())) return std::vector<MissReason>(rows.size());
    return unit_.searcher->miss_reasons(unit, rows);
}

Report Searcher::answer_cosine(const BatchRequest& request, int k, ListSet& lists, const Progress& progress) {
    make_unit_points(progress);
    const DeviceKind device = points_->device();
    std::vector<std::int64_t> zeros;
    const std::vector<float> rows = unit_rows(request.queries.points, device, &zeros, progress);
    std::vector<std::int32_t> exclude;
    if (request.queries.exclude) {
        exclude.resize(std::size_t(request.queries.points.count));
        copy_to_host(device, exclude.data(), request.queries.exclude, exclude.size() * sizeof(std::int32_t));
    }
    const QuerySet queries(device, rows, request.queries.points.dimension, exclude);
    Report report = unit_.searcher->search(queries, k, Metric::euclidean, lists, progress, request.measure, request.work);
    const std::int64_t entries = request.queries.points.count * lists.k();
    ON_DEVICE(device, cosine_distances(lists.lists().distance, std::size_t(entries)));
    for (Step& step : report.steps)
        for (float* const distance : {&step.entered.distance, &step.left.distance, &step.bound, &step.nearest})
            *distance = cosine_of(*distance);
    if (report.neighbours_within) report.neighbours_within = std::min(2.0, 0.5 * *report.neighbours_within * *report.neighbours_within);
    if (!zeros.empty()) report.neighbours_within.reset();
    // A query of zeros has the same distance to all points: the first rows are its neighbours.
    for (const std::int64_t query : zeros) {
        std::vector<std::int32_t> index;
        for (std::int32_t row = 0; row < points_->points().count && int(index.size()) < request.k; ++row)
            if (exclude.empty() || exclude[std::size_t(query)] != row) index.push_back(row);
        std::vector<float> distance(index.size(), 2.0f);
        index.resize(std::size_t(lists.k()), -1);
        distance.resize(std::size_t(lists.k()), std::numeric_limits<float>::quiet_NaN());
        lists.write(query, index, distance);
    }
    return report;
}

}  // namespace neighborscope
