// Writes what a replay does as the steps of a record: which links it follows, which distances it computes, which rows enter the list of the
// k nearest, and why it ends. The observer of Measure::steps (gpu/methods/own).
#pragma once
#include "gpu/index/replay.hpp"
#include "gpu/record/record.hpp"

#include <vector>

namespace neighborscope::stored {

/// The kinds of its steps, in the order of MethodInfo::step_kinds; those of the last step of all methods follow.
enum WalkStep {
    step_begin,         ///< at the highest level
    step_begin_listed,  ///< at level 0, with the row as the first of the list
    step_start,         ///< another row at which the search may begin
    step_level,         ///< links above level 0 are followed, the first of this level
    step_descend,       ///< and further ones
    step_nearer,        ///< above level 0
    step_not_nearer,
    step_follow,  ///< links at level 0 are followed
    step_enter,
    step_replace,
    step_wait,  ///< not among the k nearest; its links may be followed
    step_farther,
    step_deleted,
    step_refused,
    step_query_itself,
    step_stop,
    step_exhausted,
    step_centroids,
    step_probe,
    step_scan_enter,  ///< the same for rows of lists, or all rows
    step_scan_replace,
    step_scan_farther,
    step_scan_query_itself,
    step_scan_end,
    step_exact_distance
};

class StepRecorder {
public:
    struct Asked {
        int k = 0;                  ///< rows of the list, without `exclude`
        ReplaySettings settings;    ///< after settled()
        std::int32_t exclude = -1;  ///< a row that is not returned; -1: none
        /// The list in the end, in any order: of equally near rows, these are kept.
        std::vector<std::int32_t> list;
        std::int64_t distances = 0;  ///< that it computes
    };
    /// The index must outlive this.
    StepRecorder(const StoredIndex&, Asked);

    void visit(int level, std::int32_t row, float distance);
    void distance(int level, std::int32_t row, float distance);
    void wait(std::int32_t) { seen_.waits = true; }
    void enter(std::int32_t row, float distance);
    void evict(std::int32_t, float) {}  // of the beam: the list of the k nearest is kept here
    void list(std::size_t list, int rank, float distance);
    void stop(Stop, const Found& next, float bound);

    /// The steps, in order. Usage Error with both numbers if there are more than most_steps.
    Steps take();

private:
    /// A row whose distance was computed: what it does to the list is not known yet.
    struct Seen {
        Found found;
        int level = -1;
        bool waits = false, enters = false;
    };
    /// Of the list of the k nearest.
    struct Kept {
        Found found;
        bool in_list;  ///< in the end
    };
    Step& add(WalkStep, const Found& seen);
    void add_seen();
    void add_compared(const Seen&);
    bool keep(const Found&, Step&);
    bool scans() const { return index_.walk == Walk::lists || index_.walk == Walk::scan; }
    float value_of(float distance) const;
    StepNeighbour neighbour(const Found&) const;

    const StoredIndex& index_;
    Asked asked_;
    bool records_farther_;  ///< of a scan, also rows that do not enter
    Steps steps_;
    std::int64_t count_ = 0;
    Step dropped_;  ///< written where the record is full
    std::vector<Kept> kept_;
    Seen seen_;
    std::int32_t from_ = -1;
    int list_ = -1, level_ = -1;
    float nearest_ = 0;  ///< of the descent
};

}  // namespace neighborscope::stored
