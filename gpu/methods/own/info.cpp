// The description of `own`.
#include "gpu/methods/own/steps.hpp"

namespace neighborscope::host::own {

MethodInfo info() {
    return {
        .name = "own",
        .title = "The index of another library",
        .group = "CPU libraries",
        .citation =
            "Y. Malkov, D. Yashunin: Efficient and robust approximate nearest neighbor search using hierarchical navigable small world "
            "graphs, 2018, algorithms 2 and 5; S. Jayaram Subramanya et al.: DiskANN, 2019, algorithm 1; the libraries FAISS, hnswlib, "
            "usearch and DiskANN",
        .help = "Searches the index file that is the data as its library does, and finds the same rows, sorted by exact distances.",
        .supports = {.approximate = true, .manhattan = false, .chebyshev = false, .own_index = true},
        .options = {{"ef", std::int64_t(0), IntegerRange{0, 1 << 30},
                        "of a graph: the length of the beam (efSearch, expansion, L); 0: what the file says, else the library's own value",
                        RealRange{0, 400}},
            {"probes", std::int64_t(0), IntegerRange{0, 1 << 30}, "of inverted lists: how many are searched; 0: what the file says, else 1",
                RealRange{0, 64}}},
        .phases = {"search", exact_distances_phase, order_phase},
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
    };
}

}  // namespace neighborscope::host::own
