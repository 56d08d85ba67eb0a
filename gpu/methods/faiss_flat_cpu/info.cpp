// The description of `faiss-flat-cpu`, also in builds without the library.
#include "gpu/kernels/finish.hpp"

namespace neighborscope::host::faiss_flat_cpu {

MethodInfo info() {
    return {
        .name = "faiss-flat-cpu",
        .title = "IndexFlat of FAISS",
        .group = "CPU libraries",
        .citation = "J. Johnson, M. Douze, H. Jegou: Billion-scale similarity search with GPUs, 2019; the library FAISS, CPU side",
        .help =
            "Computes all distances, for 20 queries or more as a matrix product. Takes a few more candidates than k and ranks them again "
            "with exact distances.",
        .options = {{"threads", std::int64_t(0), IntegerRange{0, 1024}, "threads that share queries and points; 0: one per core"}},
        .phases = {"search", exact_distances_phase, order_phase},
    };
}

}  // namespace neighborscope::host::faiss_flat_cpu
