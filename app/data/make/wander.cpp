#include "app/data/make/wander.hpp"

#include "app/data/make/stream.hpp"
#include "app/data/memory.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

namespace neighborscope {
namespace {

constexpr double usual_speed = 200;

/// About normally distributed: the sum of four uniform numbers, number `index` of such sums.
double bell(std::uint64_t seed, std::uint64_t index) {
    double sum = -2;
    for (std::uint64_t t = 0; t < 4; ++t) sum += object_uniform(seed, 4 * index + t);
    return sum;
}

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

/// The rules: where objects begin, where they may be, how they go.
class Field {
public:
    Field(const Generator& generator, const GeneratorParameters& parameters)
        : generator_(generator), p_(parameters), shift_(1000 * parameters.seed), speed_(parameters.speed.value_or(usual_speed)) {}

    std::size_t dimension() const { return std::size_t(p_.d); }
    std::int64_t count() const { return p_.n; }

    /// Position, then direction, then for hotspots the square of the radius, of an object: as many numbers.
    std::size_t numbers() const { return 2 * dimension() + (generator_.has_hotspots ? 1 : 0); }

    /// Where all are at first, [n][dimension].
    std::vector<float> beginning(const Progress& progress) const {
        std::vector<float> positions;
        resize_large(positions, std::size_t(count()) * dimension());
        each_object(count(), {{}, progress.stop},
            [&](std::size_t object) { generator_.make(p_, std::int64_t(object), std::int64_t(object) + 1, positions.data()); });
        return positions;
    }

    /// `position`: of this object, at first.
    void start(std::size_t object, const float* position, double* state) const {
        const std::size_t d = dimension();
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) {
            state[j] = double(position[j]);
            state[d + j] = bell(405 + shift_, object * d + j);
        }
        unit(d, state + d);
        if (!generator_.has_hotspots) return;
        for (std::size_t j = 0; j < d; ++j) {
            const double away = state[j] - middle(object, j);
            square += away * away;
        }
        state[2 * d] = square - 2 * hotspot_deviation * hotspot_deviation * natural_logarithm(1 - object_uniform(705 + shift_, object));
    }

    /// The tick number `tick`, from 1. `d`: the dimension.
    template <class Dimension>
    void go(Dimension d, std::size_t object, std::uint64_t tick, double* state) const {
        const std::uint64_t own = stream_hash(605 + shift_, object);
        for (std::size_t j = 0; j < d; ++j) state[d + j] += 0.5 * bell(own, tick * d + j);
        unit(d, state + d);
        const double step = (1 - object_uniform(505 + shift_, object)) * speed_;
        const bool stays = may_go(d, object, step, state);
        for (std::size_t j = 0; j < d; ++j)
            if (stays) state[j] += step * state[d + j];
            else state[d + j] = -state[d + j];
    }

    /// [2][dimension]
    std::vector<float> extent(const Progress& progress) const {
        const std::size_t d = dimension();
        std::vector<float> extent(2 * d, 0.0f);
        std::fill(extent.begin() + std::ptrdiff_t(d), extent.end(), generated_side);
        if (!generator_.has_hotspots) return extent;
        std::fill_n(extent.begin(), d, INFINITY);
        std::fill_n(extent.begin() + std::ptrdiff_t(d), d, -INFINITY);
        const std::vector<float> positions = beginning(progress);
        std::vector<double> state(numbers());
        for (std::size_t object = 0; object < std::size_t(p_.n); ++object) {
            if (object % 65536 == 0) Progress{{}, progress.stop}.step(0, 0);
            start(object, positions.data() + object * d, state.data());
            const double radius = std::sqrt(state[2 * d]);
            for (std::size_t j = 0; j < d; ++j) {
                extent[j] = std::min(extent[j], std::nextafter(float(middle(object, j) - radius), -INFINITY));
                extent[d + j] = std::max(extent[d + j], std::nextafter(float(middle(object, j) + radius), INFINITY));
            }
        }
        return extent;
    }

private:
    double middle(std::size_t object, std::size_t axis) const {
        const std::uint64_t centre = stream_hash(103 + shift_, object) % std::uint64_t(p_.hotspots);
        return double(stream_uniform(303 + shift_, centre * dimension() + axis) * generated_side);
    }

    template <class Dimension>
    static void unit(Dimension d, double* direction) {
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) square += direction[j] * direction[j];
        const double length = std::sqrt(square);
        for (std::size_t j = 0; j < d; ++j) direction[j] = length > 0 ? direction[j] / length : (j == 0 ? 1.0 : 0.0);
    }

    template <class Dimension>
    bool may_go(Dimension d, std::size_t object, double step, const double* state) const {
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) {
            const double next = state[j] + step * state[d + j];
            if (generator_.has_hotspots) {
                const double away = next - middle(object, j);
                square += away * away;
            } else if (!(next >= 0 && next <= double(generated_side))) {
                return false;
            }
        }
        return !generator_.has_hotspots || square <= state[2 * d];
    }

    const Generator& generator_;
    GeneratorParameters p_;
    std::uint64_t shift_;
    double speed_;
};

class Wander : public Walk {
public:
    Wander(std::shared_ptr<const Field> field, const Progress& progress) : field_(std::move(field)) {
        const std::size_t d = field_->dimension();
        require_memory(
            double(field_->count()) * double(field_->numbers()) * sizeof(double), "moving so many points", "ask for fewer points");
        resize_large(state_, std::size_t(field_->count()) * field_->numbers());
        const std::vector<float> positions = field_->beginning(progress);
        each_object(field_->count(), {{}, progress.stop},
            [&](std::size_t object) { field_->start(object, positions.data() + object * d, state_of(object)); });
    }
    bool next(std::span<float> coordinates, const Progress& progress) override {
        ++tick_;
        with_dimension(field_->dimension(), [&](auto d) {
            each_object(field_->count(), {{}, progress.stop}, [&, d](std::size_t object) {
                double* const state = state_of(object);
                field_->go(d, object, tick_, state);
                for (std::size_t j = 0; j < d; ++j) coordinates[object * d + j] = float(state[j]);
            });
        });
        return true;
    }

private:
    double* state_of(std::size_t object) { return state_.data() + object * field_->numbers(); }

    std::shared_ptr<const Field> field_;
    std::vector<double> state_;
    std::uint64_t tick_ = 0;
};

}  // namespace

std::shared_ptr<const Motion> wandering(const Generator& generator, const GeneratorParameters& parameters) {
    return std::make_shared<const MotionBy<Field, Wander>>(std::make_shared<const Field>(generator, parameters));
}

}  // namespace neighborscope
