#include "tests/gpu/differential/problem.hpp"

#include <algorithm>

namespace neighborscope::test {
namespace {

class RandomChoices {
public:
    explicit RandomChoices(std::uint64_t seed) : random_(std::mt19937_64::result_type(seed * 0x9e3779b97f4a7c15u + 1)) {}
    /// A whole number from 0 up to `below`.
    int number(int below) { return int(random_() % std::uint64_t(below)); }
    bool chance(int percent) { return number(100) < percent; }
    /// From -1 up to 1.
    float unit() { return float(std::int64_t(random_() >> 39) - (1 << 24)) * 0x1p-24f; }
    /// 1e-30 to 1e30.
    float magnitude() { return float(std::pow(10.0, double(number(6001)) / 100 - 30)); }

private:
    std::mt19937_64 random_;
};

/// How the coordinates of a set are generated.
enum class Shape { uniform, grid, magnitude_of_coordinate, magnitude_of_row, magnitude_of_axis, tight_clusters, count };
constexpr const char* shape_names[] = {
    "uniform", "grid", "a magnitude for each coordinate", "for each row", "for each axis", "tight clusters"};

std::vector<float> rows(RandomChoices& choices, Shape shape, int count, int dimension, float scale) {
    std::vector<float> axis(std::size_t(dimension), 1), centres(std::size_t(3 * dimension));
    for (float& one : axis) one = choices.magnitude();
    for (float& one : centres) one = choices.unit() * scale;
    const float spread = choices.chance(50) ? choices.magnitude() : scale * 1e-6f;
    const int steps = 2 + choices.number(20);
    std::vector<float> all;
    for (int row = 0; row < count; ++row) {
        const float own = choices.magnitude();
        const std::size_t centre = std::size_t(choices.number(3) * dimension);
        for (int d = 0; d < dimension; ++d) {
            switch (shape) {
                case Shape::grid: all.push_back(float(choices.number(steps)) * std::ldexp(1.0f, std::ilogb(scale))); break;
                case Shape::magnitude_of_coordinate: all.push_back(choices.unit() * choices.magnitude()); break;
                case Shape::magnitude_of_row: all.push_back(choices.unit() * own); break;
                case Shape::magnitude_of_axis: all.push_back(choices.unit() * axis[std::size_t(d)]); break;
                case Shape::tight_clusters: all.push_back(centres[centre + std::size_t(d)] + choices.unit() * spread); break;
                default: all.push_back(choices.unit() * scale); break;
            }
        }
    }
    return all;
}

/// Repeats rows at other indices, as in real data: unchanged, or with one coordinate 0.
void repeat_rows(RandomChoices& choices, std::vector<float>& all, int dimension) {
    const int count = int(all.size()) / dimension;
    for (int i = 0; i < count / 2; ++i) {
        const int from = choices.number(count), to = choices.number(count);
        std::copy_n(all.begin() + from * dimension, dimension, all.begin() + to * dimension);
        if (choices.chance(20)) all[std::size_t(to * dimension + choices.number(dimension))] = 0;
    }
}

void add_queries(RandomChoices& choices, Data& data, Shape shape, float scale, bool excludes) {
    const int count = 1 + choices.number(10), points = int(data.count()), dimension = data.dimension;
    const std::vector<float> others = rows(choices, shape, count, dimension, scale);
    for (int query = 0; query < count; ++query) {
        std::int32_t exclude = -1;
        const float *from = others.data() + query * dimension, anywhere = choices.magnitude();
        const int kind = choices.number(5), row = choices.number(std::max(points, 1));
        if (points > 0 && kind <= 2) {
            from = data.points.data() + row * dimension;
            if (excludes) exclude = std::int32_t(row);
        }
        for (int d = 0; d < dimension; ++d) {
            float x = from[d];
            if (kind == 1) x += choices.unit() * std::fabs(x) * 1e-6f;  // near a point
            if (kind == 2 && choices.chance(20)) x = 0;
            if (kind == 4) x = choices.unit() * anywhere;  // with its own magnitude
            data.queries.push_back(x);
        }
        data.exclude.push_back(exclude);
    }
}

}  // namespace

RandomProblem random_problem(std::uint64_t seed) {
    RandomChoices choices(seed);
    RandomProblem problem;
    const int dimension = choices.chance(60) ? 1 + choices.number(4) : 1 + choices.number(40);
    const int count = choices.chance(5) ? choices.number(3) : choices.chance(20) ? 1 + choices.number(250) : 1 + choices.number(60);
    const int ks[] = {1, 2, 1 + choices.number(16), std::max(count, 1), count + 7, 33 + choices.number(500)};
    problem.k = ks[choices.number(6)];
    problem.metric = choices.chance(50)   ? Metric::euclidean
                     : choices.chance(33) ? Metric::manhattan
                     : choices.chance(50) ? Metric::chebyshev
                                          : Metric::inner_product;
    const Shape shape = Shape(choices.number(int(Shape::count)));
    const float scale = choices.chance(30) ? 1 : choices.magnitude();
    const bool repeats = choices.chance(30), excludes = choices.chance(40);
    problem.description = std::to_string(count) + " points of " + std::to_string(dimension) +
                          " dimensions, k = " + std::to_string(problem.k) + ", " + std::string(name(problem.metric)) + ", " +
                          shape_names[int(shape)];
    const int batches = 1 + choices.number(3);
    for (int i = 0; i < batches; ++i) {
        Batch batch;
        batch.data.dimension = dimension;
        if (i == 0 || choices.chance(50)) {
            batch.data.points = rows(choices, shape, count, dimension, i == 0 || choices.chance(70) ? scale : choices.magnitude());
            if (repeats) repeat_rows(choices, batch.data.points, dimension);
        } else {
            batch.data.points = problem.batches.back().data.points;
        }
        batch.self_join = choices.chance(15) && count > 0 && count <= 60;
        if (batch.self_join) {
            batch.data.queries = batch.data.points;
            for (int row = 0; row < count; ++row) batch.data.exclude.push_back(excludes ? row : -1);
        } else {
            add_queries(choices, batch.data, shape, scale, excludes);
        }
        problem.batches.push_back(std::move(batch));
    }
    return problem;
}

}  // namespace neighborscope::test
