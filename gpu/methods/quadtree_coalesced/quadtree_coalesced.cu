// `quadtree-coalesced`: the search of gpu/methods/quadtree, in which a warp writes the lists of its queries one after another.
#include "gpu/methods/quadtree/search.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree_coalesced {

MethodInfo info() {
    MethodInfo info = quadtree::shared_info(true);
    info.name = "quadtree-coalesced";
    info.title = "Quadtree, coalesced writes";
    info.help =
        "Queries are grouped by quadtree leaf. They visit leaves to the left and to the right in Morton order; a warp collects each "
        "list and writes it together.";
    return info;
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return quadtree::prepare(points, options, "quadtree-coalesced", true, progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree_coalesced
