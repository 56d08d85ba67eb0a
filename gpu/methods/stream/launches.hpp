// The kernels of one metric and how their launches are chosen: a file a metric, as each holds many kernels.
#pragma once
#include "gpu/methods/stream/last_step.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

/// How rows of this dimension are read and how many queries share a fetch, as the host side has to know it.
struct Form {
    int tile;       ///< queries that one block serves: 1, 2, 4, 8 or 12
    int warp_rows;  ///< points of a warp's tile
    int stretch;    ///< coordinates; queries are padded to whole ones
};
Form form_of(int dimension, int group_queries);

template <class Metric>
void launch_scan(Stream&, const Shape&, int dimension, int tile, const Scan&, OptionalStamps);
template <class Metric>
void launch_last_step(Stream&, const Shape&, const LastStep&, OptionalStamps);

#define NEIGHBORSCOPE_STREAM_LAUNCHES(M)                                                        \
    template void launch_scan<M>(Stream&, const Shape&, int, int, const Scan&, OptionalStamps); \
    template void launch_last_step<M>(Stream&, const Shape&, const LastStep&, OptionalStamps)

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
