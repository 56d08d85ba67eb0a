#include "app/data/load/float_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace neighborscope {
namespace {

// Four values at a time: what -O2 makes of plain loops takes one.
using Floats = float __attribute__((vector_size(16)));
using Bits = std::int32_t __attribute__((vector_size(16)));
constexpr std::size_t lanes = 4;

/// Down `count` lines of `width` floats, the `vectors` vectors at `values`: what is least and largest in each lane. Sets bits of `odd`
/// where there is a NaN or an infinity.
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
    // So many rows that they fill whole vectors make up a line.
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

}  // namespace neighborscope
