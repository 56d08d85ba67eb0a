#include "gpu/methods/stream/launches.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

void launch_scan_by_dots(Stream& stream, const Shape& shape, int tile, const Scan& what, OptionalStamps stamps) {
    with_dots(tile, [&](auto form) { launch(stream, shape, KERNEL(scan<decltype(form)>), what, stamps); });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
