#include "app/data/principal_plane.hpp"

#include "app/data/data_set.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace neighborscope {
namespace {

constexpr std::size_t block = 8;  // directions that are iterated: more than are wanted, so that those become right soon
constexpr int iterations = 24;
constexpr std::int64_t rows_between_stops = 1024;

using Block = std::vector<std::array<double, block>>;  // [dimension]

/// Makes the directions orthonormal, the first first.
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

std::array<double, block> along(const float* row, const Block& directions) {
    std::array<double, block> sums{};
    for (std::size_t axis = 0; axis < directions.size(); ++axis)
        for (std::size_t i = 0; i < block; ++i) sums[i] += double(row[axis]) * directions[axis][i];
    return sums;
}

}  // namespace

std::array<double, PrincipalPlane::axes> PrincipalPlane::place(const std::vector<double>& position) const {
    std::array<double, axes> at{};
    if (position.size() != mean.size()) return at;
    for (int axis = 0; axis < axes; ++axis)
        for (std::size_t i = 0; i < mean.size(); ++i)
            at[std::size_t(axis)] += (position[i] - mean[i]) * directions[std::size_t(axis) * mean.size() + i];
    return at;
}

std::string PrincipalPlane::axis_name(int axis) const { return "component " + std::to_string(axis + 1); }

std::shared_ptr<const PrincipalPlane> principal_plane(const DataSet& data, const Progress& progress) {
    const std::int64_t count = data.count(), sampled = std::min(count, PrincipalPlane::most_sampled);
    const auto dimension = std::size_t(data.dimension);
    if (count < 2 || data.dimension <= PrincipalPlane::axes) return nullptr;
    const Progress quiet = progress.without_report();
    std::vector<double> mean(dimension);  // relative to the origin, as the rows are
    const auto row_of = [&](std::int64_t i) { return &data.coordinates[std::size_t(i * count / sampled) * dimension]; };
    for (std::int64_t i = 0; i < sampled; ++i)
        for (std::size_t axis = 0; axis < dimension; ++axis) mean[axis] += double(row_of(i)[axis]) / double(sampled);
    std::vector<float> centred(std::size_t(sampled) * dimension);
    double variance = 0;
    for (std::int64_t i = 0; i < sampled; ++i)
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            float& entry = centred[std::size_t(i) * dimension + axis];
            entry = float(double(row_of(i)[axis]) - mean[axis]);
            variance += double(entry) * double(entry);
        }
    if (!(variance > 0)) return nullptr;
    Block directions(dimension);
    std::mt19937 random(1);
    for (auto& entry : directions)
        for (double& one : entry) one = double(random()) / double(random.max()) - 0.5;
    make_orthonormal(directions);
    std::array<double, block> lengths{};  // of the sampled rows along each direction, squared
    for (int step = 0; step <= iterations; ++step) {
        Block next(dimension);
        lengths = {};
        for (std::int64_t i = 0; i < sampled; ++i) {
            const float* row = &centred[std::size_t(i) * dimension];
            const auto sums = along(row, directions);
            for (std::size_t c = 0; c < block; ++c) lengths[c] += sums[c] * sums[c];
            for (std::size_t axis = 0; axis < dimension && step < iterations; ++axis)
                for (std::size_t c = 0; c < block; ++c) next[axis][c] += double(row[axis]) * sums[c];
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
    std::vector<float> row(dimension);
    for (std::int64_t i = 0; i < count; ++i) {
        const float* at = &data.coordinates[std::size_t(i) * dimension];
        for (std::size_t axis = 0; axis < dimension; ++axis) row[axis] = float(double(at[axis]) - mean[axis]);
        const auto sums = along(row.data(), directions);
        for (std::size_t c = 0; c < std::size_t(PrincipalPlane::axes); ++c) plane->places.push_back(float(sums[c]));
        if (i % rows_between_stops == 0) quiet.step(0, 0);
    }
    return plane;
}

}  // namespace neighborscope
