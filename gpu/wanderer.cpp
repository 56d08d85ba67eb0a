#include "gpu/wanderer.hpp"

#include "gpu/kernels/wander.hpp"

namespace neighborscope {

Wanderer::Wanderer(DeviceKind device, const WanderRules& rules, std::span<const double> state)
    : rules_(rules),
      state_(device, state.size_bytes(), "objects that move"),
      positions_(device, std::size_t(rules.count) * rules.dimension * sizeof(float), "positions of objects that move") {
    state_.from_host(state.data(), state.size_bytes());
}

void Wanderer::next() {
    const Wandering all{rules_, ++tick_, static_cast<double*>(state_.data()), static_cast<float*>(positions_.data())};
#if defined(NEIGHBORSCOPE_WITH_CUDA)
    if (positions_.device() == DeviceKind::cuda) return cuda::wander(all);
#endif
    host::wander(all);
}

}  // namespace neighborscope
