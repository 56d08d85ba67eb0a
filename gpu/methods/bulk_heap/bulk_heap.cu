// `bulk-heap`, "Bulk heap reduction" (BulkH): R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto, "Heap Based k-Nearest Neighbor
// Search on GPUs", sections 5.2 and 6. The kernels of `heap` on a grid of B blocks, one query each, run ceil(|Q| / B) times. B is limited
// by the memory for distances and heaps.
//
// Lower bound: |Q| (4 n D + 4 n) bytes and 3 n D |Q| operations for the distances, 4 n |Q| bytes to read them again in phase 1; phases 2
// and 3 depend on n only while it is less than k T. Concurrent blocks share points through the caches at best.
#include "gpu/methods/heap/search.hpp"
#include "gpu/methods/heap/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::bulk_heap {

MethodInfo info() {
    return {
        .name = "bulk-heap",
        .title = "Bulk heap reduction",
        .group = "Exhaustive",
        .citation =
            "R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto: Heap Based k-Nearest Neighbor Search on GPUs, 2010, sections "
            "5.2 and 6",
        .help = "Heap reduction of many queries at once: first all their distances, then one block per query reduces them.",
        .supports = {},
        .options =
            {
                heap::threads_option(),
                {"blocks", std::int64_t(0), IntegerRange{0, heap::most_blocks},
                    "queries reduced at once, one block per query; 0: as many as fit into half of the free memory"},
            },
        .phases = {heap::phases.begin(), heap::phases.end()},
        .pseudo_code = heap::pseudo_code(),
        .structures = heap::structures(),
        .step_kinds = heap::step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return heap::prepare(points, {"bulk-heap", int(options.get<std::int64_t>("threads")), options.get<std::int64_t>("blocks")});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::bulk_heap
