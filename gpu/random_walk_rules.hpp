// How points of `uniform:` and `hotspots:` move in each tick (app/data/make/random_walk.hpp). The result is the same on every device to the
// last bit: only additions, multiplications, divisions and square roots of float64 are used.
#pragma once
#include "gpu/random_numbers.hpp"

#include <cmath>
#include <cstddef>

namespace neighborscope {

struct RandomWalkRules {
    std::size_t dimension;
    std::int64_t count;
    bool around_hotspots;  ///< each in a ball around its hotspot; else all in the square or cube from 0 to `side`
    std::uint64_t hotspots, shift;
    double speed;
    float side;

    /// Numbers of an object's state: position, direction and, around hotspots, the squared radius.
    constexpr std::size_t numbers() const { return 2 * dimension + (around_hotspots ? 1 : 0); }

    /// The coordinate of the centre of the object's hotspot.
    constexpr double hotspot_centre(std::size_t object, std::size_t axis) const {
        const std::uint64_t centre = counter_hash(103 + shift, object) % hotspots;
        return double(random_uniform_float(303 + shift, centre * dimension + axis) * side);
    }

    template <class Dimension>
    static constexpr void unit(Dimension d, double* direction) {
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) square += direction[j] * direction[j];
        const double length = std::sqrt(square);
        for (std::size_t j = 0; j < d; ++j) direction[j] = length > 0 ? direction[j] / length : (j == 0 ? 1.0 : 0.0);
    }

    template <class Dimension>
    constexpr bool stays_in_bounds(Dimension d, std::size_t object, double step, const double* state) const {
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) {
            const double next = state[j] + step * state[d + j];
            if (around_hotspots) {
                const double away = next - hotspot_centre(object, j);
                square += away * away;
            } else if (!(next >= 0 && next <= double(side))) {
                return false;
            }
        }
        return !around_hotspots || square <= state[2 * d];
    }

    /// Moves an object by tick number `tick`, from 1. `d` is the dimension, as a compile-time constant where possible.
    template <class Dimension>
    constexpr void advance(Dimension d, std::size_t object, std::uint64_t tick, double* state) const {
        const std::uint64_t own = counter_hash(605 + shift, object);
        for (std::size_t j = 0; j < d; ++j) state[d + j] += 0.5 * random_normal(own, tick * d + j);
        unit(d, state + d);
        const double step = (1 - random_uniform_double(505 + shift, object)) * speed;
        const bool stays = stays_in_bounds(d, object, step, state);
        for (std::size_t j = 0; j < d; ++j)
            if (stays) state[j] += step * state[d + j];
            else state[d + j] = -state[d + j];
    }
};

}  // namespace neighborscope
