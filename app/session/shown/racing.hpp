// Methods side by side, as panels show them.
#pragma once
#include "app/measure/medians.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

/// Whether recorded searches are played by work or by time.
enum class RaceBy { work, time };

/// A phase, or one round of a repeated phase, of a search that is replayed by time.
struct RaceSpan {
    std::string phase;
    int row = 0;                ///< of Timings::phases
    int round = 1, rounds = 1;  ///< from 1
    double from = 0, to = 0;    ///< milliseconds since the search began
};

/// Methods side by side: what the strips around their pictures and a panel show.
struct Racing {
    struct Entry {
        std::string name;               ///< distinguishes it from the others: "heap, threads = 64"
        std::string refusal;            ///< why it cannot answer; "" when it can
        std::string difference;         ///< of its list from the first one's; "" of the first, and before it is known
        bool misses = false;            ///< it misses neighbours of A, not because of ties
        std::optional<Interval> ratio;  ///< its time divided by that of A; interval 0: too few runs; none: not measured yet
        double bytes = -1;              ///< of the points whose distances are computed; below 0: not counted
        std::int64_t distances = -1;    ///< of the whole search; below 0: not known or not counted
        std::int64_t entries = -1;      ///< into heaps and lists; the same
        bool previous = false;          ///< these belong to the previous query
        std::string no_steps;           ///< why it is not replayed; "": it is, or there is no stepping
        double done = 0, total = 0;     ///< of the replay, by `by`; total 0: not known
        std::int64_t distances_done = 0, entries_done = 0;  ///< of the replay
        std::vector<RaceSpan> spans;                        ///< of the replay by time, in the order of its steps; empty: it has none
    };
    std::vector<Entry> contenders;  ///< the compared methods, the document's first; empty: no comparison
    RaceBy by = RaceBy::work;
    bool ready = false;   ///< all recordings are ready
    std::string why_not;  ///< why not; "": not wanted, or being recorded
    bool playing = false;
    double clock = 0, total = 0;   ///< of the one that takes longest: milliseconds, or distances and entries
    std::string finish;            ///< "B (quadtree-cached) is first with 0.080 ms; A (heap) takes 1.240 ms, 15.5 times as long."
    std::string finish_short;      ///< the same with letters alone: "B is first with 0.080 ms; A takes 1.240 ms, 15.5 times as long."
    std::string work_totals_text;  ///< "Distances: A 4 000, B 115. Entries into heaps and lists: A 210, B 31."

    double at(const Entry& one) const { return one.total > 0 ? one.done / one.total : 0; }  ///< its share
};

}  // namespace neighborscope
