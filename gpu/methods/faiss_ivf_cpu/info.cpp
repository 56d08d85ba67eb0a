// The description of `faiss-ivf-cpu`, also in builds without the library.
#include "gpu/kernels/finish.hpp"

namespace neighborscope::host::faiss_ivf_cpu {

MethodInfo info() {
    return {
        .name = "faiss-ivf-cpu",
        .title = "IndexIVFFlat of FAISS, approximate",
        .group = "CPU libraries",
        .citation =
            "J. Johnson, M. Douze, H. Jegou: Billion-scale similarity search with GPUs, 2019; the library FAISS, CPU side; the rival "
            "of Cordeiro & Zola, table 4",
        .help =
            "k-means divides the points into lists once. A query searches only the nearest lists and may miss neighbours in the others.",
        .supports = {.approximate = true,
            .manhattan = false,
            .chebyshev = false,
            .no_inner_product = "its lists are those whose centroids are near, and products are no distances to them"},
        .options = {{"lists", std::int64_t(0), IntegerRange{0, 65536},
                        "number of lists that k-means makes; 0: the square root of the number of points"},
            {"probes", std::int64_t(8), IntegerRange{1, 65536}, "lists that each query searches; with all lists the result is exact"},
            {"seed", std::int64_t(1), IntegerRange{1, 1000000}, "seed of the random choice of the points that k-means learns from"},
            {"threads", std::int64_t(0), IntegerRange{0, 1024}, "threads that share points and queries; 0: one per core"}},
        .phases = {"search", exact_distances_phase, order_phase},
    };
}

}  // namespace neighborscope::host::faiss_ivf_cpu
