// `heap`, "Heap reduction": R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto, "Heap Based k-Nearest Neighbor Search on GPUs",
// section 5.2 and Algorithm 1. For one query after another: a kernel computes its distances to all points, then one block reduces
// them with heaps, in three phases separated by barriers.
#include "gpu/methods/heap/search.hpp"
#include "gpu/methods/heap/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

MethodInfo info() {
    return {
        .name = "heap",
        .title = "Heap reduction",
        .group = "Exhaustive",
        .citation =
            "R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto: Heap Based k-Nearest Neighbor Search on GPUs, 2010, section 5.2",
        .help =
            "Computes all distances of a query. One block then reduces them to the k smallest in three phases: a max-heap per thread, "
            "32 heaps in the first warp, one heap.",
        .supports = {},
        .options = {threads_option()},
        .phases = {phases.begin(), phases.end()},
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return prepare(points, Settings{"heap", int(options.get<std::int64_t>("threads")), 1});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
