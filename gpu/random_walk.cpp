#include "gpu/random_walk.hpp"

#include "gpu/kernels/random_walk.hpp"

namespace neighborscope {

RandomWalk::RandomWalk(DeviceKind device, const RandomWalkRules& rules, std::span<const double> state)
    : rules_(rules),
      state_(device, state.size_bytes(), "objects that move"),
      positions_(device, std::size_t(rules.count) * rules.dimension * sizeof(float), "positions of objects that move") {
    state_.from_host(state.data(), state.size_bytes());
}

void RandomWalk::next() {
    const RandomWalkStep all{rules_, ++tick_, static_cast<double*>(state_.data()), static_cast<float*>(positions_.data())};
#if defined(NEIGHBORSCOPE_WITH_CUDA)
    if (positions_.device() == DeviceKind::cuda) return cuda::step_random_walk(all);
#endif
    host::step_random_walk(all);
}

}  // namespace neighborscope
