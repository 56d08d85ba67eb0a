// Points, queries and lists in a device's memory.
#include "gpu/device/copy.hpp"
#include "gpu/kernels/votes.hpp"
#include "gpu/knn.hpp"
#include "gpu/range.hpp"
#include "gpu/row_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope {
namespace {

/// The magnitudes of `part`, which begins at coordinate `at`; input Error with the row if one is not finite.
Magnitudes finite_magnitudes(std::span<const float> part, std::size_t at, int dimension, std::string_view what) {
    const Magnitudes found = magnitudes_of(part);
    if (std::isfinite(found.largest)) return found;
    const auto bad = std::find_if(part.begin(), part.end(), [](float x) { return !std::isfinite(x); });
    throw Error(Failure::input,
        std::string(what) + " " + std::to_string((at + std::size_t(bad - part.begin())) / std::size_t(dimension)) +
            " has a coordinate that is not a finite number",
        "remove such rows");
}

/// Copies rows to a device piece by piece, so that this can be cancelled; returns their magnitudes.
Magnitudes upload(
    DeviceMemory& memory, std::span<const float> coordinates, int dimension, std::string_view what, const Progress& progress) {
    constexpr std::size_t piece = std::size_t(4) << 20;
    Magnitudes all;
    for (std::size_t at = 0; at < coordinates.size(); at += piece) {
        const auto part = coordinates.subspan(at, std::min(piece, coordinates.size() - at));
        all.include(finite_magnitudes(part, at, dimension, what));
        memory.from_host(part.data(), part.size_bytes(), at * sizeof(float));
        progress.step(double(at + part.size()), double(coordinates.size()));
    }
    return all;
}

Points rows_on_device(const DeviceMemory& memory, std::int64_t count, int dimension, const Magnitudes& magnitudes) {
    return {.coordinates = static_cast<const float*>(memory.data()),
        .count = count,
        .dimension = dimension,
        .largest = magnitudes.largest,
        .smallest = magnitudes.smallest};
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

PointSet::PointSet(DeviceKind device, std::span<const float> coordinates, int dimension, const Progress& progress) {
    const std::int64_t count = rows_of(coordinates, dimension, "points");
    memory_ = DeviceMemory(device, coordinates.size_bytes(), "points");
    const Magnitudes magnitudes = upload(memory_, coordinates, dimension, "point", progress);
    points_ = rows_on_device(memory_, count, dimension, magnitudes);
}

PointSet PointSet::over(DeviceKind device, const float* rows, std::int64_t count, int dimension, float largest, float smallest) {
    PointSet set;
    set.memory_ = DeviceMemory(device, 0, "points");
    set.points_ = {.coordinates = rows, .count = count, .dimension = dimension, .largest = largest, .smallest = smallest};
    return set;
}

void PointSet::move(std::span<const float> coordinates) {
    const std::size_t values = std::size_t(points_.count) * std::size_t(points_.dimension);
    if (coordinates.size() != values)
        throw Error(Failure::usage,
            std::to_string(coordinates.size()) + " coordinates cannot be new positions of points with " + std::to_string(values));
    const Magnitudes magnitudes = finite_magnitudes(coordinates, 0, points_.dimension, "point");
    points_.largest = magnitudes.largest;
    points_.smallest = magnitudes.smallest;
    points_.own.points_changed = true;
    memory_.from_host(coordinates.data(), coordinates.size_bytes());
}

void PointSet::move(const DeviceMemory& coordinates, float largest, float smallest) {
    if (coordinates.bytes() != memory_.bytes() || coordinates.device() != memory_.device())
        throw Error(Failure::usage, std::to_string(coordinates.bytes()) + " bytes cannot be new positions of points with " +
                                        std::to_string(memory_.bytes()) + " on " + std::string(name(memory_.device())));
    points_.largest = largest;
    points_.smallest = smallest;
    points_.own.points_changed = true;
    copy_on_device(memory_.device(), memory_.data(), coordinates.data(), coordinates.bytes());
}

void PointSet::set_extent(std::span<const float> extent) {
    if (extent.size() != 2 * std::size_t(points_.dimension) || !std::isfinite(magnitudes_of(extent).largest))
        throw Error(Failure::usage, "an extent of " + std::to_string(extent.size()) + " numbers",
            "give the least and the greatest of each coordinate");
    extent_.assign(extent.begin(), extent.end());
    points_.extent = extent_.data();
}

void PointSet::attach(std::shared_ptr<const stored::StoredIndex> index, bool points_changed) {
    index_ = std::move(index);
    points_.own = {index_.get(), points_changed};
}

void PointSet::set_filter(std::shared_ptr<const RowFilter> filter) {
    if (filter && filter->rows() != points_.count)
        throw Error(
            Failure::usage, "a filter of " + std::to_string(filter->rows()) + " rows for " + std::to_string(points_.count) + " points");
    filter_ = std::move(filter);
    points_.filter = filter_.get();
}

QuerySet::QuerySet(DeviceKind device, std::span<const float> coordinates, int dimension, std::span<const std::int32_t> exclude) {
    const std::int64_t count = rows_of(coordinates, dimension, "queries");
    if (!exclude.empty() && std::int64_t(exclude.size()) != count)
        throw Error(Failure::usage, std::to_string(exclude.size()) + " rows to exclude for " + std::to_string(count) + " queries",
            "give one per query, -1 for none");
    memory_ = DeviceMemory(device, coordinates.size_bytes(), "queries");
    const Magnitudes magnitudes = upload(memory_, coordinates, dimension, "query", {});
    points_ = rows_on_device(memory_, count, dimension, magnitudes);
    if (!exclude.empty()) {
        exclude_memory_ = DeviceMemory(device, exclude.size_bytes(), "rows to exclude");
        exclude_memory_.from_host(exclude.data(), exclude.size_bytes());
    }
}

QuerySet QuerySet::self_join(const PointSet& points, bool exclude_self) {
    QuerySet set = point_range(points, 0, points.points().count, exclude_self);
    set.count_ = -1;
    return set;
}

QuerySet QuerySet::point_range(const PointSet& points, std::int64_t first, std::int64_t count, bool exclude_self) {
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

QuerySet QuerySet::point_of_self_join(const PointSet& points, std::int64_t row, bool exclude_self) {
    const Points& all = points.points();
    std::vector<float> place(static_cast<std::size_t>(all.dimension));
    copy_to_host(points.device(), place.data(), all.coordinates + row * all.dimension, place.size() * sizeof(float));
    const std::int32_t self[] = {std::int32_t(row)};
    QuerySet set(
        points.device(), place, all.dimension, exclude_self ? std::span<const std::int32_t>(self) : std::span<const std::int32_t>());
    set.self_join_row_ = row;
    return set;
}

QuerySet QuerySet::places(DeviceKind device, std::span<const float> across, std::span<const float> up, std::array<int, 2> axes,
    std::int64_t first, std::int64_t count) {
    QuerySet set;
    set.memory_ = DeviceMemory(device, std::size_t(count) * 2 * sizeof(float), "queries");
    Magnitudes magnitudes = magnitudes_of(across);
    magnitudes.include(magnitudes_of(up));
    set.points_ = {.coordinates = static_cast<const float*>(set.memory_.data()),
        .count = count,
        .dimension = 2,
        .largest = magnitudes.largest,
        .smallest = magnitudes.smallest};
    const PlaceGrid grid{across, up, axes, first, count};
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) cuda::write_places(grid, static_cast<float*>(set.memory_.data()));
    else
#endif
        host::write_places(grid, static_cast<float*>(set.memory_.data()));
    return set;
}

Queries QuerySet::queries() const {
    Queries queries{every_ ? every_->points() : points_, static_cast<const std::int32_t*>(exclude_memory_.data())};
    if (every_ && count_ >= 0) {
        queries.points.coordinates += first_ * queries.points.dimension;
        queries.points.count = count_;
    }
    queries.self_join_row = self_join_row_;
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

void ListSet::ensure_capacity(DeviceKind device, std::int64_t queries, int k) {
    if (k_ == k && queries_ >= queries && index_.device() == device) return;
    *this = ListSet();  // free the old memory before allocating
    *this = ListSet(device, queries, k);
}

void ListSet::fetch(std::vector<std::int32_t>& index, std::vector<float>& distance) const {
    const std::size_t entries = std::size_t(queries_) * std::size_t(k_);
    index.resize(entries);
    distance.resize(entries);
    if (entries == 0) return;
    index_.to_host(index.data(), entries * sizeof(std::int32_t));
    distance_.to_host(distance.data(), entries * sizeof(float));
}

void ListSet::write(std::int64_t first, std::span<const std::int32_t> index, std::span<const float> distance) {
    const std::size_t at = std::size_t(first) * std::size_t(k_);
    index_.from_host(index.data(), index.size_bytes(), at * sizeof(std::int32_t));
    distance_.from_host(distance.data(), distance.size_bytes(), at * sizeof(float));
}

}  // namespace neighborscope
