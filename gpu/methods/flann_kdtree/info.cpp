// The description of `flann-kdtree`, also in builds without the library.
#include "gpu/kernels/finish.hpp"

namespace neighborscope::host::flann_kdtree {

MethodInfo info() {
    return {
        .name = "flann-kdtree",
        .title = "kd-tree of FLANN, one core",
        .group = "CPU libraries",
        .citation =
            "M. Muja, D. G. Lowe: Fast Approximate Nearest Neighbors with Automatic Algorithm Configuration, 2009; the CPU rival of "
            "Lettich, Orlando & Silvestri with 32 points per leaf",
        .help = "The library's single kd-tree, searched exactly on one core. The tree is built once; building cannot be interrupted.",
        .supports = {.chebyshev = false,
            .no_inner_product = "its tree leaves cells out by the triangle inequality, which products do not obey"},
        .options = {{"leaf", std::int64_t(32), IntegerRange{1, 4096}, "maximum number of points in a leaf"}},
        .phases = {"search", exact_distances_phase, order_phase},
    };
}

}  // namespace neighborscope::host::flann_kdtree
