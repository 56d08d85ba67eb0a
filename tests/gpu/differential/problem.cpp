#include "tests/gpu/differential/problem.hpp"

#include <algorithm>

namespace neighborscope::test {
namespace {

class Dice {
public:
    explicit Dice(std::uint64_t seed) : random_(std::mt19937_64::result_type(seed * 0x9e3779b97f4a7c15u + 1)) {}
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

/// How coordinates of one set come about.
enum class Shape { uniform, grid, magnitude_of_coordinate, magnitude_of_row, magnitude_of_axis, tight_clusters, count };
constexpr const char* shape_names[] = {
    "uniform", "grid", "a magnitude for each coordinate", "for each row", "for each axis", "tight clusters"};

std::vector<float> rows(Dice& dice, Shape shape, int count, int dimension, float scale) {
    std::vector<float> axis(std::size_t(dimension), 1), centres(std::size_t(3 * dimension));
    for (float& one : axis) one = dice.magnitude();
    for (float& one : centres) one = dice.unit() * scale;
    const float spread = dice.chance(50) ? dice.magnitude() : scale * 1e-6f;
    const int steps = 2 + dice.number(20);
    std::vector<float> all;
    for (int row = 0; row < count; ++row) {
        const float own = dice.magnitude();
        const std::size_t centre = std::size_t(dice.number(3) * dimension);
        for (int d = 0; d < dimension; ++d) {
            switch (shape) {
                case Shape::grid: all.push_back(float(dice.number(steps)) * std::ldexp(1.0f, std::ilogb(scale))); break;
                case Shape::magnitude_of_coordinate: all.push_back(dice.unit() * dice.magnitude()); break;
                case Shape::magnitude_of_row: all.push_back(dice.unit() * own); break;
                case Shape::magnitude_of_axis: all.push_back(dice.unit() * axis[std::size_t(d)]); break;
                case Shape::tight_clusters: all.push_back(centres[centre + std::size_t(d)] + dice.unit() * spread); break;
                default: all.push_back(dice.unit() * scale); break;
            }
        }
    }
    return all;
}

/// Rows again at other places, as data have them: as they are, or with one coordinate 0.
void repeat_rows(Dice& dice, std::vector<float>& all, int dimension) {
    const int count = int(all.size()) / dimension;
    for (int i = 0; i < count / 2; ++i) {
        const int from = dice.number(count), to = dice.number(count);
        std::copy_n(all.begin() + from * dimension, dimension, all.begin() + to * dimension);
        if (dice.chance(20)) all[std::size_t(to * dimension + dice.number(dimension))] = 0;
    }
}

void add_queries(Dice& dice, Data& data, Shape shape, float scale, bool excludes) {
    const int count = 1 + dice.number(10), points = int(data.count()), dimension = data.dimension;
    const std::vector<float> others = rows(dice, shape, count, dimension, scale);
    for (int query = 0; query < count; ++query) {
        std::int32_t exclude = -1;
        const float *from = others.data() + query * dimension, anywhere = dice.magnitude();
        const int kind = dice.number(5), row = dice.number(std::max(points, 1));
        if (points > 0 && kind <= 2) {
            from = data.points.data() + row * dimension;
            if (excludes) exclude = std::int32_t(row);
        }
        for (int d = 0; d < dimension; ++d) {
            float x = from[d];
            if (kind == 1) x += dice.unit() * std::fabs(x) * 1e-6f;  // beside a point
            if (kind == 2 && dice.chance(20)) x = 0;
            if (kind == 4) x = dice.unit() * anywhere;  // of a magnitude of its own
            data.queries.push_back(x);
        }
        data.exclude.push_back(exclude);
    }
}

}  // namespace

RandomProblem random_problem(std::uint64_t seed) {
    Dice dice(seed);
    RandomProblem problem;
    const int dimension = dice.chance(60) ? 1 + dice.number(4) : 1 + dice.number(40);
    const int count = dice.chance(5) ? dice.number(3) : dice.chance(20) ? 1 + dice.number(250) : 1 + dice.number(60);
    const int ks[] = {1, 2, 1 + dice.number(16), std::max(count, 1), count + 7, 33 + dice.number(500)};
    problem.k = ks[dice.number(6)];
    problem.metric = dice.chance(60) ? Metric::euclidean : dice.chance(50) ? Metric::manhattan : Metric::chebyshev;
    const Shape shape = Shape(dice.number(int(Shape::count)));
    const float scale = dice.chance(30) ? 1 : dice.magnitude();
    const bool repeats = dice.chance(30), excludes = dice.chance(40);
    problem.description = std::to_string(count) + " points of " + std::to_string(dimension) +
                          " dimensions, k = " + std::to_string(problem.k) + ", " + std::string(name(problem.metric)) + ", " +
                          shape_names[int(shape)];
    const int batches = 1 + dice.number(3);
    for (int i = 0; i < batches; ++i) {
        Batch batch;
        batch.data.dimension = dimension;
        if (i == 0 || dice.chance(50)) {
            batch.data.points = rows(dice, shape, count, dimension, i == 0 || dice.chance(70) ? scale : dice.magnitude());
            if (repeats) repeat_rows(dice, batch.data.points, dimension);
        } else {
            batch.data.points = problem.batches.back().data.points;
        }
        batch.every_point = dice.chance(15) && count > 0 && count <= 60;
        if (batch.every_point) {
            batch.data.queries = batch.data.points;
            for (int row = 0; row < count; ++row) batch.data.exclude.push_back(excludes ? row : -1);
        } else {
            add_queries(dice, batch.data, shape, scale, excludes);
        }
        problem.batches.push_back(std::move(batch));
    }
    return problem;
}

}  // namespace neighborscope::test
