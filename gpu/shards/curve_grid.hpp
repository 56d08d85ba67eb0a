// A grid over points of the plane or of space, whose cells are numbered along a Morton curve. On the host.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace neighborscope::shards {

class CurveGrid {
public:
    CurveGrid() = default;
    /// 2^level cells along each axis, cubes from `low` on that together cover at least [low, high]. Points outside belong to the outermost cells.
    CurveGrid(int dimension, int level, const std::array<double, 3>& low, const std::array<double, 3>& high)
        : dimension_(dimension), level_(level), last_((std::int64_t(1) << level) - 1), low_(low) {
        double side = 0;
        for (int axis = 0; axis < dimension; ++axis) side = std::max(side, high[std::size_t(axis)] - low[std::size_t(axis)]);
        if (side > 0) width_ = side / double(last_ + 1), per_unit_ = double(last_ + 1) / side;
    }

    std::int64_t cells() const { return cells_of(level_); }
    /// Points in cells that are no neighbours are at least so far apart along one axis, rounding included.
    double gap() const { return width_ * (1 - 1e-6); }

    std::int64_t cell_of(const float* point) const {
        std::array<std::int64_t, 3> at{};
        for (int axis = 0; axis < dimension_; ++axis) {
            const double place = (double(point[axis]) - low_[std::size_t(axis)]) * per_unit_;
            at[std::size_t(axis)] = std::int64_t(std::clamp(std::floor(place), 0.0, double(last_)));
        }
        return number(at);
    }
    /// Calls f(cell) for each cell outside of [begin, end) that touches one inside, some of them several times.
    template <class F>
    void each_around(std::int64_t begin, std::int64_t end, F f) const {
        const auto visit = [&](std::int64_t cell) {
            if (cell < begin || cell >= end) f(cell);
        };
        // A part of the curve consists of squares or cubes: only what is just outside of them is looked at.
        for (std::int64_t from = begin; from < end;) {
            int level = 0;
            while (level < level_ && from % cells_of(level + 1) == 0 && from + cells_of(level + 1) <= end) ++level;
            each_around_block(from, std::int64_t(1) << level, visit);
            from += cells_of(level);
        }
    }

private:
    std::int64_t cells_of(int level) const { return std::int64_t(1) << dimension_ * level; }
    /// The cells just outside of a square or cube with `side` cells along each axis.
    template <class F>
    void each_around_block(std::int64_t first, std::int64_t side, F f) const {
        const std::array<std::int64_t, 3> low = place(first);
        const auto visit = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
            const std::array<std::int64_t, 3> at{low[0] + x, low[1] + y, low[2] + z};
            if (std::all_of(at.begin(), at.end(), [&](std::int64_t one) { return one >= 0 && one <= last_; })) f(number(at));
        };
        const bool flat = dimension_ == 2;
        for (std::int64_t z = flat ? 0 : -1; z <= (flat ? 0 : side); ++z)
            for (std::int64_t y = -1; y <= side; ++y) {
                const bool inside = y >= 0 && y < side && (flat || (z >= 0 && z < side));
                for (std::int64_t x = -1; x <= side; x += inside ? side + 1 : 1) visit(x, y, z);
            }
    }
    /// Bit b of coordinate `axis` is bit b * dimension + axis of the number.
    std::int64_t number(const std::array<std::int64_t, 3>& at) const {
        std::uint64_t all = 0;
        for (int axis = 0; axis < dimension_; ++axis) all |= spread(std::uint64_t(at[std::size_t(axis)])) << axis;
        return std::int64_t(all);
    }
    std::array<std::int64_t, 3> place(std::int64_t number) const {
        std::array<std::int64_t, 3> at{};
        for (int bit = 0; bit < level_; ++bit)
            for (int axis = 0; axis < dimension_; ++axis) at[std::size_t(axis)] |= (number >> (bit * dimension_ + axis) & 1) << bit;
        return at;
    }
    /// Moves bit b to bit b * dimension, of at most 16 bits.
    std::uint64_t spread(std::uint64_t bits) const {
        if (dimension_ == 2) {
            bits = (bits | bits << 8) & 0x00ff00ff;
            bits = (bits | bits << 4) & 0x0f0f0f0f;
            bits = (bits | bits << 2) & 0x33333333;
            return (bits | bits << 1) & 0x55555555;
        }
        bits = (bits | bits << 16) & 0x0000ff0000ff;
        bits = (bits | bits << 8) & 0x00f00f00f00f;
        bits = (bits | bits << 4) & 0x0c30c30c30c3;
        return (bits | bits << 2) & 0x249249249249;
    }

    int dimension_ = 2, level_ = 0;
    std::int64_t last_ = 0;  ///< number of the last cell along an axis
    std::array<double, 3> low_{};
    double width_ = std::numeric_limits<double>::infinity(), per_unit_ = 0;
};

}  // namespace neighborscope::shards
