#include "app/data/make/random_walk.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/make/random_walk_on_gpu.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

namespace neighborscope {
namespace {

constexpr double usual_speed = 200;

/// Returns ln x for 0 < x <= 1 by its series, so that every machine gets the same result.
double natural_logarithm(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < std::numbers::sqrt2 / 2) mantissa *= 2, --exponent;
    const double s = (mantissa - 1) / (mantissa + 1), square = s * s;
    double sum = 0;
    for (int i = 27; i >= 1; i -= 2) sum = sum * square + 1.0 / i;
    return double(exponent) * std::numbers::ln2 + 2 * s * sum;
}

/// Calls work(dimension) with a compile-time constant for the usual dimensions, which reduces the time of a tick to a third.
template <class Work>
void with_dimension(std::size_t dimension, const Work& work) {
    if (dimension == 2) work(std::integral_constant<std::size_t, 2>());
    else if (dimension == 3) work(std::integral_constant<std::size_t, 3>());
    else work(dimension);
}

/// First positions, regions and directions of objects.
class RandomWalkSetup {
public:
    RandomWalkSetup(const Generator& generator, const GeneratorParameters& p)
        : generator_(generator),
          p_(p),
          rules{std::size_t(p.d), p.n, generator.has_hotspots, std::uint64_t(p.hotspots), 1000 * p.seed, p.speed.value_or(usual_speed),
              generated_side} {}

    /// Returns all first positions, [n][dimension].
    std::vector<float> beginning(const Progress& progress) const {
        std::vector<float> positions;
        resize_large(positions, std::size_t(rules.count) * rules.dimension);
        for_each_object(rules.count, {{}, progress.stop},
            [&](std::size_t object) { generator_.make(p_, std::int64_t(object), std::int64_t(object) + 1, positions.data()); });
        return positions;
    }

    /// Initialises an object's state; `position` is its first position.
    void start(std::size_t object, const float* position, double* state) const {
        const std::size_t d = rules.dimension;
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) {
            state[j] = double(position[j]);
            state[d + j] = random_normal(405 + rules.shift, object * d + j);
        }
        RandomWalkRules::unit(d, state + d);
        if (!rules.around_hotspots) return;
        for (std::size_t j = 0; j < d; ++j) {
            const double away = state[j] - rules.hotspot_centre(object, j);
            square += away * away;
        }
        state[2 * d] =
            square - 2 * hotspot_deviation * hotspot_deviation * natural_logarithm(1 - random_uniform_double(705 + rules.shift, object));
    }

    /// Returns the states of all objects before the first tick, [n][numbers()].
    std::vector<double> states(const Progress& progress) const {
        require_memory(double(rules.count) * double(rules.numbers()) * sizeof(double), "moving so many points", "ask for fewer points");
        std::vector<double> states;
        resize_large(states, std::size_t(rules.count) * rules.numbers());
        const std::vector<float> positions = beginning(progress);
        for_each_object(rules.count, {{}, progress.stop}, [&](std::size_t object) {
            start(object, positions.data() + object * rules.dimension, states.data() + object * rules.numbers());
        });
        return states;
    }

    /// [2][dimension]
    std::vector<float> extent(const Progress& progress) const {
        const std::size_t d = rules.dimension;
        std::vector<float> extent(2 * d, 0.0f);
        std::fill(extent.begin() + std::ptrdiff_t(d), extent.end(), generated_side);
        if (!rules.around_hotspots) return extent;
        if (drifts()) return extent_of_drift(progress);
        std::fill_n(extent.begin(), d, INFINITY);
        std::fill_n(extent.begin() + std::ptrdiff_t(d), d, -INFINITY);
        const std::vector<float> positions = beginning(progress);
        std::vector<double> state(rules.numbers());
        for (std::size_t object = 0; object < std::size_t(rules.count); ++object) {
            if (object % 65536 == 0) Progress{{}, progress.stop}.step(0, 0);
            start(object, positions.data() + object * d, state.data());
            const double radius = std::sqrt(state[2 * d]);
            for (std::size_t j = 0; j < d; ++j) {
                extent[j] = std::min(extent[j], std::nextafter(float(rules.hotspot_centre(object, j) - radius), -INFINITY));
                extent[d + j] = std::max(extent[d + j], std::nextafter(float(rules.hotspot_centre(object, j) + radius), INFINITY));
            }
        }
        return extent;
    }

    bool drifts() const { return rules.around_hotspots && p_.drift > 0; }

    /// How far the object's hotspot is from its first place. The sides of the square reflect it.
    double drifted(std::size_t object, std::size_t axis, std::uint64_t tick) const {
        const std::uint64_t hotspot = counter_hash(103 + rules.shift, object) % rules.hotspots;
        const double direction = 2 * random_uniform_double(813 + rules.shift, hotspot * rules.dimension + axis) - 1;
        const double first = rules.hotspot_centre(object, axis), side = double(rules.side),
                     there = first + double(tick) * (p_.drift * direction);
        const double folded = there - 2 * side * std::floor(there / (2 * side));
        return std::min(folded, 2 * side - folded) - first;
    }

private:
    /// Every hotspot may come to every side.
    std::vector<float> extent_of_drift(const Progress& progress) const {
        const std::size_t d = rules.dimension;
        const std::vector<float> positions = beginning(progress);
        std::vector<double> state(rules.numbers());
        double largest = 0;
        for (std::size_t object = 0; object < std::size_t(rules.count); ++object) {
            if (object % 65536 == 0) Progress{{}, progress.stop}.step(0, 0);
            start(object, positions.data() + object * d, state.data());
            largest = std::max(largest, state[2 * d]);
        }
        const float radius = std::nextafter(float(std::sqrt(largest)), INFINITY);
        std::vector<float> extent(2 * d, -radius);
        std::fill(extent.begin() + std::ptrdiff_t(d), extent.end(), std::nextafter(generated_side + radius, INFINITY));
        return extent;
    }

    const Generator& generator_;
    GeneratorParameters p_;

public:
    const RandomWalkRules rules;
};

/// On the CPU, all cores.
class RandomWalkCursor : public TickCursor {
public:
    RandomWalkCursor(std::shared_ptr<const RandomWalkSetup> setup, std::vector<double> state)
        : setup_(std::move(setup)), state_(std::move(state)) {}
    bool next(std::span<float> coordinates, const Progress& progress) override {
        const RandomWalkRules& rules = setup_->rules;
        const bool drifts = setup_->drifts();
        ++tick_;
        with_dimension(rules.dimension, [&](auto d) {
            for_each_object(rules.count, {{}, progress.stop}, [&, d](std::size_t object) {
                double* const state = state_.data() + object * rules.numbers();
                rules.advance(d, object, tick_, state);
                for (std::size_t j = 0; j < d; ++j)
                    coordinates[object * d + j] = float(drifts ? state[j] + setup_->drifted(object, j, tick_) : state[j]);
            });
        });
        return true;
    }

private:
    std::shared_ptr<const RandomWalkSetup> setup_;
    std::vector<double> state_;
    std::uint64_t tick_ = 0;
};

class RandomWalkMotion : public Motion {
public:
    explicit RandomWalkMotion(std::shared_ptr<const RandomWalkSetup> setup) : setup_(std::move(setup)) {}
    std::unique_ptr<TickCursor> tick_cursor(const Progress& progress) const override {
        std::vector<double> state = setup_->states(progress);
        if (setup_->rules.count >= least_on_gpu && !setup_->drifts())
            if (auto tick_cursor = random_walk_on_gpu(setup_->rules, state)) return tick_cursor;
        return std::make_unique<RandomWalkCursor>(setup_, std::move(state));
    }
    std::vector<float> extent(const Progress& progress) const override { return setup_->extent(progress); }

private:
    static constexpr std::int64_t least_on_gpu = 50000;  // the CPU moves fewer in less than a millisecond

    std::shared_ptr<const RandomWalkSetup> setup_;
};

}  // namespace

std::shared_ptr<const Motion> random_walk_motion(const Generator& generator, const GeneratorParameters& parameters) {
    return std::make_shared<const RandomWalkMotion>(std::make_shared<const RandomWalkSetup>(generator, parameters));
}

}  // namespace neighborscope
