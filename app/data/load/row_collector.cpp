#include "app/data/load/row_collector.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace neighborscope {
namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

// Four values at a time: with -O2 the compiler does not vectorise plain loops.
using Floats = float __attribute__((vector_size(16)));
using Bits = std::int32_t __attribute__((vector_size(16)));
constexpr std::size_t lanes = 4;

/// Finds the least and greatest value of each lane in `count` lines of `width` floats, from the `vectors` vectors at `values`. Sets bits of
/// `odd` for a NaN or an infinity.
template <std::size_t vectors>
void reduce(const float* values, std::size_t count, std::size_t width, float* least, float* most, Bits& odd) {
    constexpr Bits exponent = {0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000};
    Floats low[vectors], high[vectors];
    std::memcpy(low, values, sizeof low);
    std::memcpy(high, values, sizeof high);
    Bits bad{};
    for (std::size_t i = 0; i < count; ++i, values += width) {
        for (std::size_t v = 0; v < vectors; ++v) {
            Floats here;
            Bits bits;
            std::memcpy(&here, values + v * lanes, sizeof here);
            std::memcpy(&bits, &here, sizeof bits);
            bad |= (bits & exponent) == exponent;
            low[v] = here < low[v] ? here : low[v];
            high[v] = here > high[v] ? here : high[v];
        }
    }
    odd |= bad;
    std::memcpy(least, low, sizeof low);
    std::memcpy(most, high, sizeof high);
}

}  // namespace

bool ranges_of(const float* values, std::size_t rows, std::vector<FloatRange>& ranges) {
    const std::size_t dimension = ranges.size();
    // A line has as many rows as fill whole vectors.
    const std::size_t together = dimension % 4 == 0 ? 1 : dimension % 2 == 0 ? 2 : 4, width = together * dimension, lines = rows / together;
    for (std::size_t a = 0; a < dimension; ++a) ranges[a] = {values[a], values[a]};
    if (lines > 0) {
        Bits odd{};
        float least[4 * lanes], most[4 * lanes];
        for (std::size_t at = 0; at < width;) {
            std::size_t here = lanes;
            if (width - at >= 4 * lanes) here = 4 * lanes, reduce<4>(values + at, lines, width, least, most, odd);
            else reduce<1>(values + at, lines, width, least, most, odd);
            for (std::size_t i = 0; i < here; ++i) {
                FloatRange& range = ranges[(at + i) % dimension];
                range = {std::min(range.minimum, least[i]), std::max(range.maximum, most[i])};
            }
            at += here;
        }
        if (odd[0] | odd[1] | odd[2] | odd[3]) return false;
    }
    for (std::size_t i = lines * width; i < rows * dimension; ++i) {
        if (!std::isfinite(values[i])) return false;
        FloatRange& range = ranges[i % dimension];
        range = {std::min(range.minimum, values[i]), std::max(range.maximum, values[i])};
    }
    return true;
}

RowCollector::RowCollector(const std::vector<double>& origin, float* destination, bool blank, double* numbers)
    : origin_(origin.data()),
      destination_(destination),
      numbers_(numbers),
      has_origin_(std::any_of(origin.begin(), origin.end(), [](double o) { return o != 0; })),
      blank_(blank),
      axes_(origin.size()) {}

RowCollector::Outcome RowCollector::add(const double* values) {
    const std::size_t dimension = axes_.size();
    bool finite = true;
    for (std::size_t a = 0; a < dimension; ++a) finite &= std::fabs(values[a]) <= largest_float;
    if (!finite) {
        if (const double* odd = std::find_if(values, values + dimension, [](double v) { return !std::isfinite(v); });
            odd != values + dimension) {
            offending_axis_ = std::size_t(odd - values);
            missing_values_.resize(dimension);
            for (std::size_t a = offending_axis_; a < dimension; ++a) missing_values_[a] += !std::isfinite(values[a]);
            left_out_.push_back(rows_++);
            return Outcome::left_out;
        }
        offending_axis_ =
            std::size_t(std::find_if(values, values + dimension, [](double v) { return std::fabs(v) > largest_float; }) - values);
        return Outcome::too_large;
    }
    if (taken() == 0)
        for (std::size_t a = 0; a < dimension; ++a) axes_[a] = {values[a], values[a]};
    if (last_.empty()) last_.assign(values, values + dimension);
    for (std::size_t a = 0; a < dimension; ++a) {
        const double value = values[a];
        Axis& axis = axes_[a];
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
        axis.inexact |= double(float(value)) != value;
        // The difference of two numbers in the range of float32 may be outside it.
        const double relative = value - origin_[a];
        if (!(std::fabs(relative) <= largest_float)) {
            offending_axis_ = a;
            return Outcome::too_large;
        }
        destination_[a] = float(relative);
        axis.rounding = std::max(axis.rounding, std::fabs(value - (origin_[a] + double(destination_[a]))));
        axis.merged += value != last_[a] && destination_[a] == float(last_[a] - origin_[a]);
        last_[a] = value;
    }
    if (numbers_) numbers_ = std::copy_n(values, dimension, numbers_);
    destination_ += dimension;
    ++rows_;
    return Outcome::taken;
}

RowCollector::Outcome RowCollector::add_sparse(const std::vector<std::size_t>& slots, const std::vector<double>& values) {
    const std::size_t dimension = axes_.size();
    const bool finite = std::all_of(values.begin(), values.end(), [](double value) { return std::fabs(value) <= largest_float; });
    if (has_origin_ || numbers_ || !finite) {  // with an origin the other coordinates are not 0; `add` reports what is wrong with a value
        row_.assign(dimension, 0);
        for (std::size_t i = 0; i < slots.size(); ++i) row_[slots[i]] = values[i];
        return add(row_.data());
    }
    if (sparse_.empty()) sparse_.resize(dimension);
    if (!blank_) std::memset(destination_, 0, dimension * sizeof(float));
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const double value = values[i];
        Axis& axis = axes_[slots[i]];
        if (sparse_[slots[i]]++ == 0) axis.minimum = axis.maximum = value;
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
        axis.inexact |= double(float(value)) != value;
        axis.rounding = std::max(axis.rounding, std::fabs(value - double(float(value))));
        destination_[slots[i]] = float(value);
    }
    destination_ += dimension;
    ++rows_;
    return Outcome::taken;
}

std::vector<RowCollector::Axis> RowCollector::axes() const {
    std::vector<Axis> axes = axes_;
    for (std::size_t a = 0; a < sparse_.size(); ++a) {
        if (sparse_[a] == taken()) continue;  // named in every row
        axes[a].minimum = std::min(axes[a].minimum, 0.0);
        axes[a].maximum = std::max(axes[a].maximum, 0.0);
    }
    return axes;
}

bool RowCollector::take(std::size_t rows) {
    const std::size_t dimension = axes_.size();
    std::vector<FloatRange> ranges(dimension);
    if (rows == 0) return true;
    if (!ranges_of(destination_, rows, ranges)) return false;
    for (std::size_t a = 0; a < dimension; ++a) {
        const auto minimum = double(ranges[a].minimum), maximum = double(ranges[a].maximum);
        if (taken() == 0) axes_[a] = {minimum, maximum};
        axes_[a].minimum = std::min(axes_[a].minimum, minimum);
        axes_[a].maximum = std::max(axes_[a].maximum, maximum);
    }
    destination_ += rows * dimension;
    rows_ += std::int64_t(rows);
    return true;
}

}  // namespace neighborscope
