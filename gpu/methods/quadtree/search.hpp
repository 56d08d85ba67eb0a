// The search of Lettich, Orlando and Silvestri: queries are grouped by leaf and visit one leaf per iteration, until no leaf can hold a
// nearer object. `quadtree-cached` and `quadtree-coalesced` use this search and differ in how lists are written.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

/// The description of the two methods, without name, title and help.
MethodInfo shared_info(bool coalesced);
std::unique_ptr<Search> prepare(const Points&, const Options&, std::string_view method, bool coalesced, const Progress&);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
