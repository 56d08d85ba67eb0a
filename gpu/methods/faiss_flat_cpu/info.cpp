// What `faiss-flat-cpu` says about itself, also in a build without the library.
#include "gpu/kernels/finish.hpp"

namespace neighborscope::host::faiss_flat_cpu {

MethodInfo info() {
    return {
        .name = "faiss-flat-cpu",
        .title = "IndexFlat of FAISS",
        .group = "CPU libraries",
        .citation = "J. Johnson, M. Douze, H. Jegou: Billion-scale similarity search with GPUs, 2019; the library FAISS, CPU side",
        .help = "All distances; from 20 queries on as a matrix product. Some candidates more than k are asked for and ranked again.",
        .options = {{"threads", std::int64_t(0), IntegerRange{0, 1024}, "threads that share queries and points, 0: as many as cores"}},
        .phases = {"search", exact_distances_phase, order_phase},
    };
}

}  // namespace neighborscope::host::faiss_flat_cpu
