// The description of `nanoflann`, also in builds without the library.
#include "gpu/kernels/finish.hpp"

namespace neighborscope::host::nanoflann {

MethodInfo info() {
    return {
        .name = "nanoflann",
        .title = "kd-tree of nanoflann",
        .group = "CPU libraries",
        .citation = "J. L. Blanco, P. K. Rai: nanoflann, a C++ header-only library for nearest neighbour search with kd-trees, 2014",
        .help = "The library's kd-tree; threads share the queries. The tree is built once; building cannot be interrupted.",
        .supports = {.chebyshev = false,
            .no_inner_product = "its tree leaves cells out by the triangle inequality, which products do not obey"},
        .options = {{"leaf", std::int64_t(10), IntegerRange{1, 4096}, "maximum number of points in a leaf"},
            {"threads", std::int64_t(0), IntegerRange{0, 1024}, "threads that share the queries; 0: one per core"}},
        .phases = {"search", exact_distances_phase, order_phase},
    };
}

}  // namespace neighborscope::host::nanoflann
