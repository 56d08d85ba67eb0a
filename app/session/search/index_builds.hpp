// How long an index takes to be built: once cold, then warm as often as it is quick enough.
#pragma once
#include "app/measure/builds.hpp"
#include "gpu/knn.hpp"

#include <string>

namespace neighborscope {

class IndexBuilds {
public:
    const BuildTimes& times() const { return times_; }  ///< first 0: not known yet
    void begin() { *this = {}; }                        ///< another index
    /// It answered: what the report says of its build. `moved`: its points have moved since it was made.
    void answered(const Report&, bool moved);
    /// Whether the index is quick enough to be built once more, to be timed warm. The mouse waits for that in libraries, and where it is built
    /// in place: one that is left half built would have to be built anew for the next answer.
    bool wants_another() const;
    /// Builds it once more: true when `times` are others.
    bool rebuild_index(Searcher&, const Progress&);

private:
    BuildTimes times_;
    bool warm_ = false;   ///< it was built a second time, which is not counted
    bool moved_ = false;  ///< it was made of points elsewhere
    std::string by_;      ///< of a method that lets others answer: which did
    double spent_ = 0;    ///< milliseconds, building it again
};

}  // namespace neighborscope
