// What the files of the three metrics have in common.
#pragma once
#include "gpu/methods/stream/launches.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

/// Calls f(reading) for rows of this dimension: 16 bytes a lane where rows are whole pieces, as many pieces ahead as divide the row
/// with little left over. Measured on an H200: TUNING.md.
template <class F>
void with_reading(int dimension, F f) {
    if (dimension <= 4) return f(Reading<1, 2, 2, 1>{});
    if (dimension % 4 != 0) return f(Reading<8, 2, 4, 1>{});
    const int pieces = (dimension + 31) / 32;
    if (pieces == 1) return f(Reading<8, 4, 1, 4>{});
    if (pieces == 2) return f(Reading<8, 2, 2, 4>{});
    if ((pieces + 4) / 5 * 5 < (pieces + 3) / 4 * 4) return f(Reading<8, 2, 5, 4>{});
    return f(Reading<8, 2, 4, 4>{});
}

template <class Metric>
void launch_scan(Stream& stream, const Shape& shape, int dimension, int tile, const Scan& what, OptionalStamps stamps) {
    with_reading(dimension, [&](auto reading) {
        using R = decltype(reading);
        switch (tile) {
            case 1: return launch(stream, shape, KERNEL(scan<Metric, R, 1>), what, stamps);
            case 2: return launch(stream, shape, KERNEL(scan<Metric, R, 2>), what, stamps);
            case 4: return launch(stream, shape, KERNEL(scan<Metric, R, 4>), what, stamps);
            case 8: return launch(stream, shape, KERNEL(scan<Metric, R, 8>), what, stamps);
            default: return launch(stream, shape, KERNEL(scan<Metric, R, 12>), what, stamps);
        }
    });
}

template <class Metric>
void launch_last_step(Stream& stream, const Shape& shape, const LastStep& what, OptionalStamps stamps) {
    launch(stream, shape, KERNEL(last_step<Metric>), what, stamps);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
