// Points and the correct lists of all of them, in which tests plant faults.
#pragma once
#include "app/compare/comparison.hpp"

#include <algorithm>
#include <random>

namespace neighborscope::test {

inline DataSet data_of(std::vector<double> values, int dimension, std::vector<double>* numbers = nullptr) {
    DataSet data;
    data.name = "points.csv";
    data.dimension = dimension;
    data.origin.assign(std::size_t(dimension), 0);
    for (int axis = 0; axis < dimension; ++axis) data.axes.push_back(std::string(1, char('x' + axis % 3)));
    for (const double value : values) data.coordinates.push_back(float(value));
    if (numbers) *numbers = std::move(values);
    return data;
}

inline std::vector<double> random_values(std::size_t count, unsigned seed, double from = 0, double to = 1) {
    std::mt19937 bits(seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(from + (to - from) * (double(bits()) / 4294967296.0));
    return values;
}

/// Returns the k nearest of a position in float64, ties to the smaller index.
inline std::vector<std::pair<double, std::int64_t>> nearest(
    const FileRows& points, const double* at, int k, Metric metric, std::int64_t exclude = -1, const std::vector<char>& skipped = {}) {
    std::vector<std::pair<double, std::int64_t>> all;
    std::vector<double> scratch(std::size_t(points.dimension()));
    for (std::int64_t row = 0; row < points.count(); ++row)
        if (row != exclude && (skipped.empty() || !skipped[std::size_t(row)]))
            all.emplace_back(float64_distance(points.row(row, scratch.data()), at, points.dimension(), metric), row);
    std::sort(all.begin(), all.end());
    if (all.size() > std::size_t(k)) all.resize(std::size_t(k));
    return all;
}

struct Planted {
    /// Computes correct lists of every point in float64, from `points` on, without `skipped` rows; `without_self`: without the point
    /// itself.
    Planted(const DataSet& of, std::vector<double> of_numbers, int of_k, Metric metric = Metric::euclidean, bool without_self = false,
        const std::vector<char>& skipped = {})
        : data(of), numbers(std::move(of_numbers)), k(of_k) {
        const FileRows points(data.coordinates, data.origin, numbers);
        std::vector<double> scratch(std::size_t(data.dimension));
        lists.path = "theirs.npz";
        lists.queries = data.count();
        lists.k = k;
        for (std::int64_t query = 0; query < data.count(); ++query)
            for (const auto& [distance, row] :
                nearest(points, points.row(query, scratch.data()), k, metric, without_self ? query : -1, skipped)) {
                lists.index.push_back(row);
                lists.distance.push_back(distance);
            }
    }
    std::int64_t& index(std::int64_t query, int rank) { return lists.index[std::size_t(query * k + rank - 1)]; }
    double& distance(std::int64_t query, int rank) { return lists.distance[std::size_t(query * k + rank - 1)]; }
    std::shared_ptr<const Comparison> compared(ComparisonOptions options = {}, ComparedQueries queries = {}) const {
        return compare_lists(data, {numbers, {}}, lists, std::move(queries), options, {});
    }

    DataSet data;
    std::vector<double> numbers;
    int k;
    ForeignLists lists;
};

inline Planted planted(int k = 5, Metric metric = Metric::euclidean, std::int64_t count = 300) {
    std::vector<double> numbers;
    const DataSet data = data_of(random_values(std::size_t(2 * count), 7, 0, 100), 2, &numbers);
    return Planted(data, numbers, k, metric);
}

}  // namespace neighborscope::test
