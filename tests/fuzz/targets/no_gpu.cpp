// In place of wander_on_gpu.cpp, which needs kernels.
#include "app/data/make/wander_on_gpu.hpp"

namespace neighborscope {

std::unique_ptr<Walk> wander_on_gpu(const WanderRules& /*rules*/, std::span<const double> /*state*/) { return nullptr; }

}  // namespace neighborscope
