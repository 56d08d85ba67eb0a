#include "gpu/device/simt.hpp"
#include "gpu/kernels/random_walk.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

constexpr int random_walk_threads = 128;

/// One thread per object. Dimension 0: any, with the state not in registers.
template <std::size_t Dimension>
__global__ void __launch_bounds__(random_walk_threads) step_objects(RandomWalkStep all) {
    const std::size_t object = std::size_t(blockIdx.x) * random_walk_threads + threadIdx.x, numbers = all.rules.numbers();
    if (object >= std::size_t(all.rules.count)) return;
    double* const kept = all.state + object * numbers;
    if constexpr (Dimension == 0) {
        const std::size_t d = all.rules.dimension;
        all.rules.advance(d, object, all.tick, kept);
        for (std::size_t j = 0; j < d; ++j) all.positions[object * d + j] = float(kept[j]);
    } else {
        double state[2 * Dimension + 1] = {};
        for (std::size_t j = 0; j < numbers; ++j) state[j] = kept[j];
        all.rules.advance(std::integral_constant<std::size_t, Dimension>(), object, all.tick, state);
        for (std::size_t j = 0; j < 2 * Dimension; ++j) kept[j] = state[j];
        for (std::size_t j = 0; j < Dimension; ++j) all.positions[object * Dimension + j] = float(state[j]);
    }
}

void step_random_walk(const RandomWalkStep& all) {
    Stream stream;
    const Shape shape{unsigned((all.rules.count + random_walk_threads - 1) / random_walk_threads), random_walk_threads};
    if (all.rules.dimension == 2) launch(stream, shape, KERNEL(step_objects<2>), all);
    else if (all.rules.dimension == 3) launch(stream, shape, KERNEL(step_objects<3>), all);
    else launch(stream, shape, KERNEL(step_objects<0>), all);
    stream.wait();
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
