// `ppk`, one point per kernel: M. Cordeiro, B. Meyer, W. Zola, "KNN exato em GPU", 2023, as Cordeiro & Zola describe it (section 2):
// all of the device works on one query, and a kernel is launched for each. Fast while one query's distances occupy the device. Queries
// share nothing, so that each reads all points again: the lower bound is 4 n D |Q| bytes.
//
// The description does not say how a block works: here as in `ppw` (gpu/kernels/warp_search.hpp), with all warps on one query.
#include "gpu/kernels/warp_search.hpp"
#include "gpu/kernels/warp_search_steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ppk {

MethodInfo info() {
    return {
        .name = "ppk",
        .title = "One point per kernel",
        .group = "Exhaustive",
        .citation =
            "M. Cordeiro, B. Meyer, W. Zola: KNN exato em GPU, 2023, as described by M. B. Cordeiro, W. M. N. Zola: KNN paralelo em "
            "GPU para grandes volumes de dados com agregação de consultas, section 2",
        .help =
            "The whole device works on one query at a time: each block takes a part of the points, each warp computes one distance at a "
            "time.",
        .supports = {},
        .options = {warp_search::threads_option(),
            {"blocks", std::int64_t(0), IntegerRange{0, 4096}, "blocks that scan the points for one query; 0: one per multiprocessor"}},
        .phases = {warp_search::phases.begin(), warp_search::phases.end()},
        .pseudo_code = warp_search::pseudo_code(warp_search::WarpAssignment::query_per_launch),
        .structures = warp_search::structures(),
        .step_kinds = warp_search::step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return warp_search::prepare(points, {"ppk", warp_search::WarpAssignment::query_per_launch, int(options.get<std::int64_t>("threads")),
                                            int(options.get<std::int64_t>("blocks"))});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ppk
