// What the files of the four metrics share.
#pragma once
#include "gpu/methods/stream/launches.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

template <class Metric>
void launch_scan(Stream& stream, const Shape& shape, int dimension, int tile, const Scan& what, OptionalStamps stamps) {
    with_tile(tile, [&](auto queries) {
        with_reading<queries.value>(dimension, [&](auto reading) {
            launch(stream, shape, KERNEL(scan<Differences<Metric, decltype(reading), decltype(queries)::value>>), what, stamps);
        });
    });
}

template <class Metric>
void launch_last_step(Stream& stream, const Shape& shape, const LastStep& what, OptionalStamps stamps) {
    launch(stream, shape, KERNEL(last_step<Metric>), what, stamps);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
