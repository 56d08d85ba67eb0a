// `leaf-warp` in 3 dimensions: a separate file, because its kernels take long to compile.
#include "gpu/methods/leaf_warp/search.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

std::unique_ptr<Search> prepare_space(const Points& points, const Settings& settings, const Progress& progress) {
    return std::make_unique<LeafWarpSearch<3>>(points, settings, progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
