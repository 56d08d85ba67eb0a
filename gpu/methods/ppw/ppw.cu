// `ppw`, one point per warp: M. B. Cordeiro, W. M. N. Zola, "KNN paralelo em GPU para grandes volumes de dados com agregação de
// consultas". A warp computes one distance at a time; blocks are persistent and own a partition of the points each. Its kernels, which
// `ppk` and `ppb` share: gpu/kernels/warp_scan.cuh (Algorithm 2) and gpu/kernels/k_selection.cuh.
//
// The pseudo-code is wrong in five places, each with a test (tests/gpu/methods/ppw_test.cpp):
//   several warps share one query's list      here: every warp has its own list, merged in the block at the end
//   |Q| does not divide the warps             here: each query strides by its own number of warps
//   |Q| exceeds the warps                     here: queries are served in groups, one block per group
//   |P| is not divisible by the blocks        here: partitions differ by one point, and none is left over
//   a partition is shorter than k             here: lists hold all points of the partition
#include "gpu/kernels/warp_search.hpp"
#include "gpu/kernels/warp_search_steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ppw {

MethodInfo info() {
    return {
        .name = "ppw",
        .title = "One point per warp",
        .group = "Exhaustive",
        .citation =
            "M. B. Cordeiro, W. M. N. Zola: KNN paralelo em GPU para grandes volumes de dados com agregação de consultas, section 3",
        .help =
            "Each block owns a part of the points. Its warps take runs of 2 to 8 points, compute their distances and keep the k nearest.",
        .supports = {},
        .options = {warp_search::threads_option(),
            {"blocks", std::int64_t(0), IntegerRange{0, 4096},
                "blocks that scan the points; 0: one per multiprocessor (in the paper: two of 768 threads)"}},
        .phases = {warp_search::phases.begin(), warp_search::phases.end()},
        .pseudo_code = warp_search::pseudo_code(warp_search::WarpAssignment::query_per_warp),
        .structures = warp_search::structures(),
        .step_kinds = warp_search::step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return warp_search::prepare(points, {"ppw", warp_search::WarpAssignment::query_per_warp, int(options.get<std::int64_t>("threads")),
                                            int(options.get<std::int64_t>("blocks"))});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ppw
