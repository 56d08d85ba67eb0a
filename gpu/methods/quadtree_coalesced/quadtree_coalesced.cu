// `quadtree-coalesced`: the pipeline of gpu/methods/quadtree, a warp writes the lists of its queries one after the other.
#include "gpu/methods/quadtree/search.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree_coalesced {

MethodInfo info() {
    MethodInfo info = quadtree::shared_info(true);
    info.name = "quadtree-coalesced";
    info.title = "Quadtree, coalesced writes";
    info.help =
        "Queries grouped by quadtree leaf visit leaves left and right in Morton order; a warp gathers a list and writes it at once.";
    return info;
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return quadtree::prepare(points, options, "quadtree-coalesced", true, progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree_coalesced
