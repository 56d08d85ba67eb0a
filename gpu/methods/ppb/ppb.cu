// `ppb`, one point per block: M. Cordeiro, B. Meyer, W. Zola, "KNN exato em GPU", 2023, as Cordeiro & Zola describe it (section 2): one
// kernel with as many blocks as there are queries. With few queries most of the device is idle; the lower bound is 4 n D bytes at the
// bandwidth of as many multiprocessors as there are blocks; concurrent ones share points through the caches at best.
//
// A launch is divided only where it would delay cancelling too long: then k-selection merges one list per launch.
// A block works as in `ppw` (gpu/kernels/warp_search.hpp), with all warps on one query.
#include "gpu/kernels/warp_search.hpp"
#include "gpu/kernels/warp_search_steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ppb {

MethodInfo info() {
    return {
        .name = "ppb",
        .title = "One point per block",
        .group = "Exhaustive",
        .citation =
            "M. Cordeiro, B. Meyer, W. Zola: KNN exato em GPU, 2023, as described by M. B. Cordeiro, W. M. N. Zola: KNN paralelo em "
            "GPU para grandes volumes de dados com agregação de consultas, section 2",
        .help = "One block per query, all queries in one launch: the block scans all points, each warp computes one distance at a time.",
        .supports = {},
        .options = {warp_search::threads_option()},
        .phases = {warp_search::phases.begin(), warp_search::phases.end()},
        .pseudo_code = warp_search::pseudo_code(warp_search::WarpAssignment::query_per_block),
        .structures = warp_search::structures(),
        .step_kinds = warp_search::step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return warp_search::prepare(
        points, {"ppb", warp_search::WarpAssignment::query_per_block, int(options.get<std::int64_t>("threads")), 0});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ppb
