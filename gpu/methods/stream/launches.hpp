// The kernels of one metric and the choice of their launches: one file per metric, because each holds many kernels.
#pragma once
#include "gpu/methods/stream/last_step.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

/// The tile for so many queries: the least number of queries, at least as many, for which kernels are compiled.
inline int tile_for(int group_queries) {
    for (int tile : {1, 2, 4, 8})
        if (group_queries <= tile) return tile;
    return 12;
}

/// Calls f(reading) for rows of this dimension and a tile of so many queries. Rows of whole 16-byte pieces are read a piece per lane. Few
/// queries leave registers for more pieces in flight, and a long row read at once leaves no tail; with many queries, sums need the
/// registers. Measured on an H200: TUNING.md.
template <int Tile, class F>
void with_reading(int dimension, F f) {
    if (dimension <= 4) return f(Reading<1, 2, 2, 1>{});
    if (dimension % 4 != 0) return f(Reading<8, 2, 4, 1>{});
    if constexpr (Tile <= 2)
        if (dimension > 512) return f(Reading<16, 1, 7, 4>{});
    if constexpr (Tile <= 4)
        if (dimension > 64) return f(Reading<8, 2, 4, 4>{});
    f(Reading<8, 2, 2, 4>{});
}

/// Calls f with the tile as a compile-time constant.
template <class F>
void with_tile(int tile, F f) {
    switch (tile) {
        case 1: return f(std::integral_constant<int, 1>());
        case 2: return f(std::integral_constant<int, 2>());
        case 4: return f(std::integral_constant<int, 4>());
        case 8: return f(std::integral_constant<int, 8>());
        default: return f(std::integral_constant<int, 12>());
    }
}

/// Dots: from five queries on, for rows of whole pieces. Four rows per lane, because reading a query costs as much as sixteen terms.
using ReadingOfDots = Reading<8, 4, 2, 4>;
template <class F>
void with_dots(int tile, F f) {
    if (tile == 8) f(Dots<ReadingOfDots, 8>{});
    else f(Dots<ReadingOfDots, 12>{});
}

template <class Metric>
void launch_scan(Stream&, const Shape&, int dimension, int tile, const Scan&, OptionalStamps);
void launch_scan_by_dots(Stream&, const Shape&, int tile, const Scan&, OptionalStamps);
template <class Metric>
void launch_last_step(Stream&, const Shape&, const LastStep&, OptionalStamps);

#define NEIGHBORSCOPE_STREAM_LAUNCHES(M)                                                        \
    template void launch_scan<M>(Stream&, const Shape&, int, int, const Scan&, OptionalStamps); \
    template void launch_last_step<M>(Stream&, const Shape&, const LastStep&, OptionalStamps)

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
