// Measures the time to build an index: once cold, then warm, repeatedly if it is quick enough.
#pragma once
#include "app/measure/builds.hpp"
#include "gpu/knn.hpp"

#include <string>

namespace neighborscope {

class IndexBuilds {
public:
    const BuildTimes& times() const { return times_; }  ///< BuildTimes::first 0: not known yet
    void begin() { *this = {}; }                        ///< starts with a new index
    /// Takes the build time from the report of an answer. `moved`: the points have moved since the build.
    void answered(const Report&, bool moved);
    /// Whether the index is quick enough to be built again, to time a warm build. Builds in libraries and builds in place delay the next
    /// answer, since they cannot be interrupted, or would have to be repeated.
    bool wants_another() const;
    /// Builds it again. True if `times` changed.
    bool rebuild_index(Searcher&, const Progress&);

private:
    BuildTimes times_;
    bool warm_ = false;   ///< it was built a second time; this warm-up is not counted
    bool moved_ = false;  ///< it was built before the points moved
    std::string by_;      ///< if the method delegates to another: its name
    double spent_ = 0;    ///< milliseconds spent on building it again
};

}  // namespace neighborscope
