// Operations of Searcher on lists that a method has filled, on either device.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope {

#define DECLARE_ON(device)                                                                                                   \
    namespace device {                                                                                                       \
    /** The last step again: the distances of lists[queries][k] from these points and queries, and their order. In place. */ \
    Report repeat_last_step(const Points&, const Queries&, int k, Metric, const Lists&, const Progress&, Measure);           \
    /** Bytes of device memory that takes. */                                                                                \
    std::size_t repeat_last_step_bytes(std::int64_t queries, int k);                                                         \
    /** last[query] = the distance at the end of its list, NaN of a shorter one. Waits. */                                   \
    void last_distances(const Lists&, std::int64_t queries, int k, float* last);                                             \
    /** wide[queries][k] = narrow[queries][width], -1 and NaN behind it. Waits. */                                           \
    void widen_lists(const Lists& narrow, int width, const Lists& wide, int k, std::int64_t queries);                        \
    /** to[i] = names[from[i]], i < count; -1 stays. `from` may be `to`. Waits. */                                           \
    void rename_rows(const std::int32_t* from, std::int32_t* to, std::size_t count, const std::int32_t* names);              \
    }
DECLARE_ON(host)
DECLARE_ON(cuda)
#undef DECLARE_ON

}  // namespace neighborscope
