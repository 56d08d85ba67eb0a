// Recorded searches of one query, played together: after equal work, or after equal time as measured.
#pragma once
#include "app/session/shown/stepping.hpp"
#include "app/session/shown/view_model.hpp"

#include <vector>

namespace neighborscope {

/// Distances computed in total, and entries into heaps or lists; below 0: not known or not counted.
struct RecordedWork {
    std::int64_t distances = -1, entries = -1;
};
inline constexpr const char* entries_help =
    "Points that entered a heap or list. ppw, ppk and ppb count only points that replaced another point";
/// The work of a whole search, by its counters.
RecordedWork work_of(const std::vector<Counter>&);

/// How much of a search is done at each of its positions.
class RaceTrack {
public:
    /// Work: distances computed and entries into heaps or lists. Time: each phase has its share of the total, distributed evenly over its
    /// steps, so that searches end in the order of their totals.
    RaceTrack(std::shared_ptr<const Recording>, const Timings&, RaceBy);
    /// For a search that is not recorded: only its total is known.
    explicit RaceTrack(double total) : done_{0}, total_(total) {}

    double total() const { return total_; }                                     ///< milliseconds, or distances and entries
    double done(std::int64_t position) const;                                   ///< position from 0 to the record's count
    std::int64_t position(double done) const;                                   ///< the last one at which no more than that is done
    RecordedWork work(std::int64_t position) const;                             ///< at the last one what the search counts
    const std::vector<RaceSpan>& spans() const { return spans_; }               ///< by time, in order, one after the other; else none
    const std::shared_ptr<const Recording>& record() const { return record_; }  ///< null: it is not recorded

private:
    void distribute_time(const Timings&);

    std::shared_ptr<const Recording> record_;
    std::vector<std::int64_t> distances_, entries_;  ///< [count + 1], ascending; empty: not known
    std::vector<double> done_;                       ///< [count + 1], ascending
    std::vector<RaceSpan> spans_;
    double total_ = 0;
};

double sum_of_phases(const Timings&);  ///< milliseconds, medians
/// How long a search takes, milliseconds: the median of whole runs, of what is measured in phases alone their sum.
double total_of(const Timings&);
double total_over_phases(const Timings&);  ///< what the phases, measured apart, are multiplied by to make up the total
/// Of the points whose distances were computed: D coordinates of 4 bytes each; below 0: nobody counts them.
double bytes_of_points(std::int64_t distances, int dimension);
/// Total over that of `first`, with its 95 % interval; none before both are measured.
std::optional<Interval> time_ratio(const Timings& first, const Timings& other);

/// Racing::finish; "" before two are measured. `timings`: [contenders], null: it has no answer. Without `names`, letters stand for them.
std::string finish_text(const Racing&, const std::vector<const Timings*>& timings, bool names = true);
/// The same by the work that is replayed; "" before two are.
std::string finish_text_by_work(const Racing&, bool names = true);
std::string work_totals_text(const Racing&);  ///< the same; what is not known is left out

/// What a search does before its first step is done: "Distances are computed: 540 of 1 707."
std::string explain_first_step(const Racing::Entry&);

}  // namespace neighborscope
