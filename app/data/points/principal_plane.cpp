#include "app/data/points/principal_plane.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/points/data_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <random>

namespace neighborscope {
namespace {

constexpr std::size_t block = 8;  // directions that are iterated: more than needed, for faster convergence
constexpr int iterations = 24;
constexpr std::int64_t rows_between_stops = 1024;

using Block = std::vector<std::array<double, block>>;  // [dimension]

/// Orthonormalises the directions, beginning with the first.
void make_orthonormal(Block& directions) {
    for (std::size_t i = 0; i < block; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double along = 0;
            for (const auto& entry : directions) along += entry[i] * entry[j];
            for (auto& entry : directions) entry[i] -= along * entry[j];
        }
        double square = 0;
        for (const auto& entry : directions) square += entry[i] * entry[i];
        const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
        for (auto& entry : directions) entry[i] *= scale;
    }
}

std::array<double, block> along(const double* row, const Block& directions) {
    std::array<double, block> sums{};
    for (std::size_t axis = 0; axis < directions.size(); ++axis)
        for (std::size_t i = 0; i < block; ++i) sums[i] += row[axis] * directions[axis][i];
    return sums;
}

/// Computes the places of all rows, and their box.
void place_rows(const DataSet& data, const std::vector<double>& mean, PrincipalPlane& plane, const Progress& progress) {
    constexpr std::size_t axes = PrincipalPlane::axes, coordinates_at_once = 1 << 20;
    const std::size_t dimension = mean.size(), count = std::size_t(data.count()),
                      rows = std::max<std::size_t>(1, coordinates_at_once / dimension), pieces = (count + rows - 1) / rows;
    plane.places.resize(count * axes);
    plane.low.fill(std::numeric_limits<float>::max());
    plane.high.fill(std::numeric_limits<float>::lowest());
    std::mutex mutex;
    parallel_pieces(pieces, 0, progress, [&](std::size_t piece) {
        std::array<float, axes> low, high;
        low.fill(std::numeric_limits<float>::max());
        high.fill(std::numeric_limits<float>::lowest());
        for (std::size_t row = piece * rows; row < std::min(count, (piece + 1) * rows); ++row) {
            const float* at = &data.coordinates[row * dimension];
            for (std::size_t c = 0; c < axes; ++c) {
                const double* direction = &plane.directions[c * dimension];
                double sum = 0;
                for (std::size_t axis = 0; axis < dimension; ++axis) sum += (double(at[axis]) - mean[axis]) * direction[axis];
                constexpr double most = double(std::numeric_limits<float>::max());
                const float place = float(std::clamp(sum, -most, most));
                plane.places[row * axes + c] = place;
                low[c] = std::min(low[c], place), high[c] = std::max(high[c], place);
            }
        }
        const std::lock_guard lock(mutex);
        for (std::size_t c = 0; c < axes; ++c)
            plane.low[c] = std::min(plane.low[c], low[c]), plane.high[c] = std::max(plane.high[c], high[c]);
    });
}

}  // namespace

std::vector<std::int64_t> rows_to_sample(std::int64_t count, std::int64_t sampled) {
    std::vector<std::int64_t> rows;
    std::mt19937_64 random(1);
    for (std::int64_t i = 0; i < sampled; ++i) {
        const std::int64_t first = i * count / sampled, end = (i + 1) * count / sampled;
        rows.push_back(first + std::int64_t(random() % std::uint64_t(end - first)));
    }
    return rows;
}

std::array<double, PrincipalPlane::axes> PrincipalPlane::place(const std::vector<double>& position) const {
    std::array<double, axes> at{};
    if (position.size() != mean.size()) return at;
    for (int axis = 0; axis < axes; ++axis)
        for (std::size_t i = 0; i < mean.size(); ++i)
            at[std::size_t(axis)] += (position[i] - mean[i]) * directions[std::size_t(axis) * mean.size() + i];
    return at;
}

std::vector<double> PrincipalPlane::moved(std::vector<double> position, const std::vector<double>& to) const {
    const std::array<double, axes> from = place(position);
    for (std::size_t axis = 0; axis < std::min<std::size_t>(axes, to.size()); ++axis)
        for (std::size_t i = 0; i < position.size(); ++i) position[i] += (to[axis] - from[axis]) * directions[axis * position.size() + i];
    return position;
}

std::string PrincipalPlane::axis_name(int axis) const { return "component " + std::to_string(axis + 1); }

std::shared_ptr<const PrincipalPlane> principal_plane(const DataSet& data, const Progress& progress) {
    const std::int64_t count = data.count();
    const auto dimension = std::size_t(data.dimension);
    if (count < 2 || data.dimension <= PrincipalPlane::axes) return nullptr;
    try {
        require_memory(double(count) * PrincipalPlane::axes * sizeof(float), "principal components", "");
    } catch (const Error&) { return nullptr; }
    const std::int64_t sampled = std::min({count, PrincipalPlane::most_sampled, PrincipalPlane::most_sampled_coordinates / data.dimension});
    const std::vector<std::int64_t> rows = rows_to_sample(count, sampled);
    const Progress quiet = progress.without_report();
    std::vector<double> mean(dimension);  // relative to the origin, like the rows
    const auto row_of = [&](std::int64_t i) { return &data.coordinates[std::size_t(rows[std::size_t(i)]) * dimension]; };
    for (std::int64_t i = 0; i < sampled; ++i)
        for (std::size_t axis = 0; axis < dimension; ++axis) mean[axis] += double(row_of(i)[axis]) / double(sampled);
    std::vector<double> centred(std::size_t(sampled) * dimension);
    double variance = 0;
    for (std::int64_t i = 0; i < sampled; ++i)
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            double& entry = centred[std::size_t(i) * dimension + axis];
            entry = double(row_of(i)[axis]) - mean[axis];
            variance += entry * entry;
        }
    if (!(variance > 0)) return nullptr;
    Block directions(dimension);
    std::mt19937 random(1);
    for (auto& entry : directions)
        for (double& one : entry) one = double(random()) / double(random.max()) - 0.5;
    make_orthonormal(directions);
    std::array<double, block> lengths{};  // squared lengths of the sampled rows along each direction
    for (int step = 0; step <= iterations; ++step) {
        Block next(dimension);
        lengths = {};
        for (std::int64_t i = 0; i < sampled; ++i) {
            const double* row = &centred[std::size_t(i) * dimension];
            const auto sums = along(row, directions);
            for (std::size_t c = 0; c < block; ++c) lengths[c] += sums[c] * sums[c];
            for (std::size_t axis = 0; axis < dimension && step < iterations; ++axis)
                for (std::size_t c = 0; c < block; ++c) next[axis][c] += row[axis] * sums[c];
            if (i % rows_between_stops == 0) quiet.step(0, 0);
        }
        if (step == iterations) break;
        directions = std::move(next);
        make_orthonormal(directions);
    }
    auto plane = std::make_shared<PrincipalPlane>();
    for (std::size_t axis = 0; axis < dimension; ++axis) plane->mean.push_back(mean[axis] + data.origin[axis]);
    for (std::size_t c = 0; c < std::size_t(PrincipalPlane::axes); ++c) {
        plane->share[c] = lengths[c] / variance;
        const auto largest = std::max_element(
            directions.begin(), directions.end(), [c](const auto& a, const auto& b) { return std::abs(a[c]) < std::abs(b[c]); });
        const double sign = (*largest)[c] < 0 ? -1 : 1;
        for (auto& entry : directions) entry[c] *= sign, plane->directions.push_back(entry[c]);
    }
    plane->sampled = sampled;
    place_rows(data, mean, *plane, quiet);
    return plane;
}

std::shared_ptr<const PrincipalPlane> plane_with_moved_points(const PrincipalPlane& plane, const DataSet& data, const Progress& progress) {
    auto moved = std::make_shared<PrincipalPlane>(plane);
    std::vector<double> mean = plane.mean;
    for (std::size_t axis = 0; axis < mean.size(); ++axis) mean[axis] -= data.origin[axis];
    place_rows(data, mean, *moved, progress.without_report());
    return moved;
}

}  // namespace neighborscope
