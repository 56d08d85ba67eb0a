// A race: recorded searches of one question that go on together, by the work they have done or by the time that was measured.
#pragma once
#include "app/session/stepping.hpp"
#include "app/session/view_model.hpp"

#include <vector>

namespace neighborscope {

/// What of a recorded search is done at each of its positions.
class RaceTrack {
public:
    /// Work: distances computed and neighbours that came into a heap or list. Time: of each phase the median measured, over its steps evenly.
    RaceTrack(std::shared_ptr<const Recording>, const Timings&, RaceBy);

    double total() const { return done_.back(); }                                      ///< milliseconds, or distances and entries
    double done(std::int64_t position) const { return done_[std::size_t(position)]; }  ///< position from 0 to the record's count
    std::int64_t position(double done) const;                                          ///< the last one at which no more than that is done
    const std::shared_ptr<const Recording>& record() const { return record_; }

private:
    std::shared_ptr<const Recording> record_;
    std::vector<double> done_;  ///< [count + 1], ascending
};

/// Distances computed in all, and entries into heaps or lists.
struct RecordedWork {
    std::int64_t distances = 0, entries = 0;
};
RecordedWork work_of(const Recording&, std::int64_t position);

}  // namespace neighborscope
