// The two heap reductions of Barrientos et al. (section 5.2). They share this search, and differ in how many queries they reduce at
// once: `heap` reduces one, `bulk-heap` as many as the memory allows.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap {

constexpr std::int64_t most_blocks = 65535;  ///< of the grid's second dimension, one per query of `distances`

struct Settings {
    std::string_view method;  ///< for messages
    int threads = 0;          ///< of a reducing block; each has a heap
    std::int64_t blocks = 0;  ///< queries at once; 0: as many as fit into half of the free memory
};

/// In order, for MethodInfo::phases.
extern const std::array<std::string_view, 6> phases;

std::unique_ptr<Search> prepare(const Points&, const Settings&);

/// "threads", the same for both.
OptionSpec threads_option();

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::heap
