// `quadtree-cached`: the search of gpu/methods/quadtree, in which each thread writes the list of its own query.
#include "gpu/methods/quadtree/search.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree_cached {

MethodInfo info() {
    MethodInfo info = quadtree::shared_info(false);
    info.name = "quadtree-cached";
    info.title = "Quadtree, cached writes";
    info.help =
        "Queries are grouped by quadtree leaf. They visit leaves to the left and to the right in Morton order; each thread writes its "
        "own list.";
    return info;
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    return quadtree::prepare(points, options, "quadtree-cached", false, progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree_cached
