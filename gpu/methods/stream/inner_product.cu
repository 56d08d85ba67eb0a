#include "gpu/methods/stream/launches.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {
NEIGHBORSCOPE_STREAM_LAUNCHES(InnerProduct);
}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
