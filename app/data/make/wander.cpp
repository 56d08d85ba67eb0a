#include "app/data/make/wander.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/make/wander_on_gpu.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

namespace neighborscope {
namespace {

constexpr double usual_speed = 200;

/// ln x of 0 < x <= 1 by its series, so that every machine gets the same.
double natural_logarithm(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < std::numbers::sqrt2 / 2) mantissa *= 2, --exponent;
    const double s = (mantissa - 1) / (mantissa + 1), square = s * s;
    double sum = 0;
    for (int i = 27; i >= 1; i -= 2) sum = sum * square + 1.0 / i;
    return double(exponent) * std::numbers::ln2 + 2 * s * sum;
}

/// Calls walk(dimension), with a constant for the usual ones: a third of the time of a tick.
template <class Walk>
void with_dimension(std::size_t dimension, const Walk& walk) {
    if (dimension == 2) walk(std::integral_constant<std::size_t, 2>());
    else if (dimension == 3) walk(std::integral_constant<std::size_t, 3>());
    else walk(dimension);
}

/// Where objects begin, where they may be, how they go.
class Field {
public:
    Field(const Generator& generator, const GeneratorParameters& p)
        : generator_(generator),
          p_(p),
          rules{std::size_t(p.d), p.n, generator.has_hotspots, std::uint64_t(p.hotspots), 1000 * p.seed, p.speed.value_or(usual_speed),
              generated_side} {}

    /// Where all are at first, [n][dimension].
    std::vector<float> beginning(const Progress& progress) const {
        std::vector<float> positions;
        resize_large(positions, std::size_t(rules.count) * rules.dimension);
        each_object(rules.count, {{}, progress.stop},
            [&](std::size_t object) { generator_.make(p_, std::int64_t(object), std::int64_t(object) + 1, positions.data()); });
        return positions;
    }

    /// `position`: of this object, at first.
    void start(std::size_t object, const float* position, double* state) const {
        const std::size_t d = rules.dimension;
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) {
            state[j] = double(position[j]);
            state[d + j] = stream_bell(405 + rules.shift, object * d + j);
        }
        WanderRules::unit(d, state + d);
        if (!rules.in_balls) return;
        for (std::size_t j = 0; j < d; ++j) {
            const double away = state[j] - rules.middle(object, j);
            square += away * away;
        }
        state[2 * d] =
            square - 2 * hotspot_deviation * hotspot_deviation * natural_logarithm(1 - object_uniform(705 + rules.shift, object));
    }

    /// Of all before the first tick, [n][numbers()].
    std::vector<double> states(const Progress& progress) const {
        require_memory(double(rules.count) * double(rules.numbers()) * sizeof(double), "moving so many points", "ask for fewer points");
        std::vector<double> states;
        resize_large(states, std::size_t(rules.count) * rules.numbers());
        const std::vector<float> positions = beginning(progress);
        each_object(rules.count, {{}, progress.stop}, [&](std::size_t object) {
            start(object, positions.data() + object * rules.dimension, states.data() + object * rules.numbers());
        });
        return states;
    }

    /// [2][dimension]
    std::vector<float> extent(const Progress& progress) const {
        const std::size_t d = rules.dimension;
        std::vector<float> extent(2 * d, 0.0f);
        std::fill(extent.begin() + std::ptrdiff_t(d), extent.end(), generated_side);
        if (!rules.in_balls) return extent;
        std::fill_n(extent.begin(), d, INFINITY);
        std::fill_n(extent.begin() + std::ptrdiff_t(d), d, -INFINITY);
        const std::vector<float> positions = beginning(progress);
        std::vector<double> state(rules.numbers());
        for (std::size_t object = 0; object < std::size_t(rules.count); ++object) {
            if (object % 65536 == 0) Progress{{}, progress.stop}.step(0, 0);
            start(object, positions.data() + object * d, state.data());
            const double radius = std::sqrt(state[2 * d]);
            for (std::size_t j = 0; j < d; ++j) {
                extent[j] = std::min(extent[j], std::nextafter(float(rules.middle(object, j) - radius), -INFINITY));
                extent[d + j] = std::max(extent[d + j], std::nextafter(float(rules.middle(object, j) + radius), INFINITY));
            }
        }
        return extent;
    }

private:
    const Generator& generator_;
    GeneratorParameters p_;

public:
    const WanderRules rules;
};

/// On the CPU, all cores.
class Wander : public Walk {
public:
    Wander(std::shared_ptr<const Field> field, std::vector<double> state) : field_(std::move(field)), state_(std::move(state)) {}
    bool next(std::span<float> coordinates, const Progress& progress) override {
        const WanderRules& rules = field_->rules;
        ++tick_;
        with_dimension(rules.dimension, [&](auto d) {
            each_object(rules.count, {{}, progress.stop}, [&, d](std::size_t object) {
                double* const state = state_.data() + object * rules.numbers();
                rules.go(d, object, tick_, state);
                for (std::size_t j = 0; j < d; ++j) coordinates[object * d + j] = float(state[j]);
            });
        });
        return true;
    }

private:
    std::shared_ptr<const Field> field_;
    std::vector<double> state_;
    std::uint64_t tick_ = 0;
};

class Wandering : public Motion {
public:
    explicit Wandering(std::shared_ptr<const Field> field) : field_(std::move(field)) {}
    std::unique_ptr<Walk> walk(const Progress& progress) const override {
        std::vector<double> state = field_->states(progress);
        if (field_->rules.count >= least_on_gpu)
            if (auto walk = wander_on_gpu(field_->rules, state)) return walk;
        return std::make_unique<Wander>(field_, std::move(state));
    }
    std::vector<float> extent(const Progress& progress) const override { return field_->extent(progress); }

private:
    static constexpr std::int64_t least_on_gpu = 50000;  // the CPU moves fewer in less than a millisecond

    std::shared_ptr<const Field> field_;
};

}  // namespace

std::shared_ptr<const Motion> wandering(const Generator& generator, const GeneratorParameters& parameters) {
    return std::make_shared<const Wandering>(std::make_shared<const Field>(generator, parameters));
}

}  // namespace neighborscope
