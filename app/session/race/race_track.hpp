// Plays recorded searches of one query together, by work or by measured time.
#pragma once
#include "app/session/shown/stepping.hpp"
#include "app/session/shown/view_model.hpp"

#include <vector>

namespace neighborscope {

/// Distances computed, and entries into heaps or lists; below 0: not known or not counted.
struct RecordedWork {
    std::int64_t distances = -1, entries = -1;
};
inline constexpr const char* entries_help =
    "Points that entered a heap or list. ppw, ppk and ppb count only points that replaced another point";
/// The work of a whole search, from its counters.
RecordedWork work_of(const std::vector<Counter>&);

/// How much of a recorded search is done at each of its positions.
class RaceTrack {
public:
    /// By work: distances computed plus entries into heaps or lists. By time: each phase has its share of the total, spread evenly over its
    /// steps, so that searches end in the order of their total times.
    RaceTrack(std::shared_ptr<const Recording>, const Timings&, RaceBy);
    /// For a search that is not recorded: only its total is known.
    explicit RaceTrack(double total) : done_{0}, total_(total) {}

    double total() const { return total_; }                                     ///< milliseconds, or distances and entries
    double done(std::int64_t position) const;                                   ///< position from 0 to the recording's count
    std::int64_t position(double done) const;                                   ///< the last position at which no more than that is done
    RecordedWork work(std::int64_t position) const;                             ///< at the last position: the counters of the search
    const std::vector<RaceSpan>& spans() const { return spans_; }               ///< by time: in order, contiguous; else empty
    const std::shared_ptr<const Recording>& record() const { return record_; }  ///< null: not recorded

private:
    void distribute_time(const Timings&);

    std::shared_ptr<const Recording> record_;
    std::vector<std::int64_t> distances_, entries_;  ///< [count + 1], ascending; empty: not known
    std::vector<double> done_;                       ///< [count + 1], ascending
    std::vector<RaceSpan> spans_;
    double total_ = 0;
};

double sum_of_phases(const Timings&);  ///< milliseconds, of medians
/// Milliseconds of a search: the median of whole runs; the sum of the phases if only these were measured.
double total_of(const Timings&);
double total_over_phases(const Timings&);  ///< total divided by the sum of the phases
/// Size of the points whose distances were computed, with 4 bytes per coordinate; below 0: not counted.
double bytes_of_points(std::int64_t distances, int dimension);
/// Total time divided by that of `first`, with its 95 % interval; none until both are measured.
std::optional<Interval> time_ratio(const Timings& first, const Timings& other);

/// Racing::finish; "" until two are measured. `timings`: [contenders]; null: no answer. Without `names`, with letters only.
std::string finish_text(const Racing&, const std::vector<const Timings*>& timings, bool names = true);
/// The same by the replayed work; "" until two are recorded.
std::string finish_text_by_work(const Racing&, bool names = true);
std::string work_totals_text(const Racing&);  ///< Racing::work_totals_text; unknown numbers are left out

/// Describes a search before its first step: "Distances are computed: 540 of 1 707."
std::string explain_first_step(const Racing::Entry&);

}  // namespace neighborscope
