// Methods compared side by side, as panels show them.
#pragma once
#include "app/measure/medians.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// The clock of the race: work done or time elapsed.
enum class RaceBy { work, time };

/// A phase, or one round of a repeated phase, in a replay by time.
struct RaceSpan {
    std::string phase;
    int row = 0;                ///< index into Timings::phases
    int round = 1, rounds = 1;  ///< from 1
    double from = 0, to = 0;    ///< milliseconds since the search began
};

/// The state of the comparison, for the strips around the pictures and a panel.
struct Racing {
    struct Entry {
        std::string name;               ///< a name that differs from the others: "heap, threads = 64"
        std::string how;                ///< how its method searches, one sentence; "": another contender has the same method
        std::string refusal;            ///< why it cannot answer; "": it can
        std::string difference;         ///< difference of its list from that of A; "" for A, and before it is known
        bool misses = false;            ///< it misses neighbours of A that are no ties
        std::optional<Interval> ratio;  ///< its time divided by that of A; an interval of width 0: too few runs; none: not measured yet
        double bytes = -1;              ///< size of the points whose distances are computed; below 0: not counted
        std::int64_t distances = -1;    ///< computed by the whole search; below 0: not known or not counted
        std::int64_t entries = -1;      ///< entries into heaps and lists by the whole search; below 0: not known or not counted
        bool previous = false;          ///< these numbers are of the previous query
        std::string no_steps;           ///< why it is not replayed; "": it is, or nothing is stepped through
        double done = 0, total = 0;     ///< of the replay, in the unit of `by`; total 0: unknown
        std::int64_t distances_done = 0, entries_done = 0;  ///< so far in the replay
        std::vector<RaceSpan> spans;                        ///< of the replay by time, in order; empty: not replayed by time
    };
    std::vector<Entry> contenders;  ///< the document's method first; empty: no comparison
    RaceBy by = RaceBy::work;
    bool ready = false;   ///< all recordings are ready
    std::string why_not;  ///< why they are not ready; "": not requested, or being recorded
    bool playing = false;
    double clock = 0, total = 0;   ///< position of the race and its end: milliseconds, or distances and entries
    std::string finish;            ///< "B (quadtree-cached) is first with 0.080 ms; A (heap) takes 1.240 ms, 15.5 times as long."
    std::string finish_short;      ///< with letters only: "B is first with 0.080 ms; A takes 1.240 ms, 15.5 times as long."
    std::string metric_shapes;     ///< where only the metrics differ: on which shapes points at the same distance lie; else ""
    std::string work_totals_text;  ///< "Distances: A 4 000, B 115. Entries into heaps and lists: A 210, B 31."

    double at(const Entry& one) const { return one.total > 0 ? one.done / one.total : 0; }  ///< share that is done, 0 to 1
};

}  // namespace neighborscope
