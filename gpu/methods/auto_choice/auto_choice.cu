// `auto`: chooses the exact method with the least expected time (gpu/costs.hpp). It has no search of its own.
#include "gpu/costs.hpp"
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::auto_choice {

MethodInfo info() {
    return {
        .name = "auto",
        .title = "The fastest method for the query",
        .group = "Chosen",
        .citation = "ours; times by `neighborscope bench regimes`",
        .help =
            "Uses the exact method that is expected to be the fastest for this number of points, dimensions, queries and neighbours on "
            "this device, and says which method and why.",
        .supports = {},
        .options = {},
        .phases = {},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options&, const Progress& progress) {
#if defined(__CUDACC__)
    return prepare_auto(DeviceKind::cuda, points, progress);
#else
    return prepare_auto(DeviceKind::host, points, progress);
#endif
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::auto_choice
