// What the panels show, as plain data: Qt docks, ImGui instruments and the light window read the same structs.
#pragma once
#include "app/compare/judge.hpp"
#include "app/compare/recall.hpp"
#include "app/data/projection.hpp"
#include "app/measure/builds.hpp"
#include "app/measure/medians.hpp"
#include "app/session/classifying.hpp"
#include "app/session/colouring.hpp"
#include "app/session/distance_spread.hpp"
#include "app/session/point_changes.hpp"
#include "app/session/polar.hpp"
#include "app/session/stepping.hpp"
#include "app/session/tree_facts.hpp"
#include "gpu/error.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

struct DataSet;  // app/data/data_set.hpp
namespace faces {
struct Gallery;       // app/data/faces/gallery.hpp
struct QueryPicture;  // app/data/faces/query_picture.hpp
struct Evaluation;    // app/data/faces/evaluate.hpp
}  // namespace faces
namespace measure {
struct Curve;  // app/measure/curve.hpp
}
struct Comparison;    // app/compare/comparison.hpp
struct ComparedList;  // the same

struct DataFacts {
    std::string name, summary, credit;                       ///< "earthquakes", "1 707 points, 2-D", "U.S. Geological Survey, ..."
    std::string why, first_method;                           ///< of a sample: why it is interesting, a method to begin with; else ""
    std::vector<std::pair<std::string, std::string>> facts;  ///< points, columns, extent, format
    std::vector<std::string> losses;                         ///< neighborscope::losses
    std::string rounding;                                    ///< neighborscope::rounding_text
    std::string distance_unit, distance_note;                ///< neighborscope::distance_unit and distance_note
    bool distances_doubtful = false;                         ///< the same
    bool offers_metres = false;                              ///< longitude and latitude may be put on the ground, or are
    std::vector<double> low, high;                           ///< true box along the axes of the picture
    int dimension = 0;
    std::int64_t count = 0;
    bool loaded = false;
    bool has_columns = false;  ///< a person can choose among the file's columns (preview_table)
    bool has_network = false;
    std::vector<OptionSpec> parameters;  ///< that can be adjusted, of data that a generator made; their values: given_parameters()
};

struct MethodEntry {
    const Method* method = nullptr;
    std::optional<std::string> refusal;  ///< why it is greyed, shown beside it
};

struct NeighbourRow {
    int rank = 0;                          ///< from 1
    std::int64_t row = -1, file_row = -1;  ///< of the data set; of the file (shown)
    double distance = 0;
    std::vector<double> coordinates;  ///< true, along the axes of the picture
    std::string title;                ///< what the file calls the point, else its label; may be empty

    // While a search is stepped through.
    bool settled = false;     ///< it is the answer's at this rank: nothing still to come is before it
    int visit = 0, way = -1;  ///< of the leaf that it came from, in a tree: which visit, from 1; 0 left, 1 right, -1 the query's own

    // Of a true neighbour that the list lacks: `rank` is the one that it should have.
    bool missed = false;
    WhyMissed why;  ///< as far as its method can tell
};

/// One bar of the timings panel: over the runs of the question, warm-up left out.
struct TimingRow {
    std::string phase;
    double median = 0, p5 = 0, p95 = 0;  ///< milliseconds
    Floor floor;
    std::optional<InsideKernel> inside;
};
struct Timings {
    bool previous = false;  ///< of the question before, until this one is measured: second text
    std::vector<TimingRow> phases;
    double total_median = 0, total_p5 = 0, total_p95 = 0;  ///< milliseconds, from runs with two outer events only
    int runs = 0;                                          ///< that make the total's median
    int queries = 0;                        ///< that all runs are of; several while the query moves: they count until it rests
    std::uint64_t newest_query = 0;         ///< of those: grows with every other one
    int phase_runs = 0;                     ///< that make the phases' medians: others, of the same time
    double read_bytes_per_second = 0;       ///< the device's ceiling, for floors in milliseconds; 0: not measured yet
    double fp32_operations_per_second = 0;  ///< the same of float32 arithmetic
    bool busy_ceilings = false;             ///< others worked beside some of the measurements of that: the best counts
    DeviceKind device = DeviceKind::host;   ///< that both are of
    bool kernels = true;                    ///< false of a library of the processor
    BuildTimes build;                       ///< before the first answer, not in the total
    std::string chosen;                     ///< of a method that lets others answer: which did, and why
    std::vector<double> totals;             ///< [runs], milliseconds, in the order of the runs

    /// Milliseconds of the total that are no phase's: launches and gaps between phases. Below 0 where the time stamps of the phases' own
    /// runs cost more than that. Nothing as long as one of them is not measured.
    std::optional<double> rest() const;
    std::optional<double> shown_rest() const;  ///< at least 0, as no time is less; nothing where the machine was busy
    bool large_rest() const;                   ///< it is more than a tenth of the total
    /// The phases take more than 1.05 times the total, which only a machine that was busy in some of the runs explains.
    bool overrun() const;
};

/// What another metric, method, option or k, or points changed by hand, have changed in the list of a query that stayed where it is, or on
/// its point; of a drag, what all of it has.
struct ListChanges {
    std::string by;                    ///< "k changed from 16 to 32"
    std::vector<int> entered;          ///< ranks, ascending
    std::vector<NeighbourRow> left;    ///< with rank and distance as they were
    std::vector<ChangedPoint> points;  ///< changed by hand
    LeafChanges leaves;                ///< of the method's tree
    std::string text() const;          ///< "k changed from 16 to 8: none entered, 8 left; leaf 41 split into 4 (now 41 – 44)"
};

/// Points changed by hand: what a panel, a bar in the view and the pointer say and do.
struct ByHand {
    bool on = false;                     ///< the mouse changes points
    std::optional<std::string> refusal;  ///< why it cannot
    std::int64_t added = 0, moved = 0, erased = 0;
    std::int64_t hovered = -1;         ///< file row of the point under the mouse; -1: there is none
    std::int64_t dragged = -1;         ///< the one that is being moved
    std::string label_name;            ///< of the column that is a point's class; "": points have none
    std::vector<std::string> labels;   ///< classes that there are, the most frequent first; not all of very many
    bool labels_are_numbers = false;   ///< others mean nothing there
    std::optional<std::string> label;  ///< that a new point gets; none: that of the nearest point
    bool any() const { return added + moved + erased > 0; }
    std::string text() const;  ///< what mouse and keys do now, as a sentence
};

/// Timings that are kept to compare others with, and what was measured.
struct FrozenTimings {
    std::string asked;  ///< "heap, k = 16, Euclidean distance, sample:earthquakes"
    Timings timings;
};

struct Exactness {
    bool known = false;     ///< the background check of the present list has ended
    int right = 0, of = 0;  ///< neighbours equal to the oracle's, of min(k, n)
    bool within_rounding = false;
    bool approximate = false;          ///< of an approximate method: `right` counts those it found, and what it misses is no error
    std::string wrong;                 ///< of an approximate method's list: what in it is made up; "" nothing
    std::vector<NeighbourRow> missed;  ///< that the list lacks, ascending; of an exact list none, within rounding neither
    bool tie_beyond = false;           ///< points that are as far as the last neighbour are not listed

    /// Of a list that is exact within rounding: the rank where two distances that float32 confused differ most.
    struct Confused {
        int rank = 0;                            ///< from 1
        double listed = 0, right = 0, most = 0;  ///< the distance of the point there, of the oracle's; how far apart they may be
    };
    std::optional<Confused> confused;
    double milliseconds = 0;
};

struct StatusLine {
    int multiprocessors = 0;          ///< of the device: on the host its worker threads; 0: not known yet
    std::string device;               ///< "host, 2 threads", "CUDA, NVIDIA H200", "built for CPU only"
    std::string buffer_path;          ///< "interop", "copy (host device)", "copy (interop refused: ...)"
    std::uint64_t bytes_to_host = 0;  ///< that crossed for the last answer
    double search_milliseconds = 0;   ///< of the newest run alone
    double frame_milliseconds = 0, frames_per_second = 0;
};

/// Cause as title, numbers, what to do; and of what kind the cause is.
struct ErrorCard {
    std::string title, remedy;
    Failure kind = Failure::usage;
};

/// The answer to "why not this one?", of a point or a leaf.
struct Why {
    std::string title, text;
    std::optional<RecordedTree::Box> leaf = {};  ///< that it is about: what says it stands beside
    std::int64_t row = -1;                       ///< of the point that it is about; -1: none
    bool is_of_query() const { return !leaf && row < 0; }
};

struct ProgressCard {
    std::string title;
    double done = 0, total = 0;
    double seconds = 0;  ///< since this part of the work began
    std::string unit;

    bool end_in_sight() const { return total > 0 && done < total; }  ///< what has been read, for one, is not all that is to be done
    double share() const { return end_in_sight() && done > 0 ? done / total : 0; }
    std::string time_left() const;  ///< "about 12 s left"; "" before it can be told
};

/// By what the points of the present data can be coloured, and are.
struct Colouring {
    std::vector<ColourWay> ways;  ///< empty before there are data
    std::size_t shown = 0;
};

/// Points that move: what a bar to play their ticks shows.
struct Moving {
    bool available = false;                        ///< the points of the present data move
    std::int64_t tick = 0;                         ///< the one shown, from 0
    std::int64_t number = 0;                       ///< as the data count it
    std::int64_t ticks = 0;                        ///< there are, with the first; 0: they go on without end
    std::int64_t first = 0, last = 0;              ///< those that can be gone to at once, beside tick 0; both 0: none
    std::uint64_t held_bytes = 0, most_bytes = 0;  ///< of those
    std::string index;          ///< what became of the method's index at this tick: "kept", "made anew: ..."; "" it has none that is kept
    std::int64_t rebuilds = 0;  ///< since the method was prepared
    /// The computations a query that decided: Upkeep's. At this tick, and at the one that was shown before.
    struct Compared {
        std::int64_t tick = -1;
        std::string index;
        double last = 0, usual = 0, most = 0;
    };
    Compared compared, before;
    bool playing = false, loop = false;
    double speed = 10;  ///< ticks a second at most: the search of each comes first

    /// A tick at which the index was made anew, and why: "a point left the root square".
    struct Rebuild {
        std::int64_t tick = 0;
        std::string why;
        bool operator==(const Rebuild&) const = default;
    };
    std::vector<Rebuild> seen_rebuilds;  ///< of this index over these points, ascending
    bool seeking = false;                ///< goes on as fast as it can, to the next tick at which the index is made anew
    std::int64_t sought = 0;             ///< ticks that it went on so far
    std::int64_t seek_at_most = 0;       ///< ticks
};

inline constexpr std::int64_t most_sought = 1000;                   ///< ticks that are gone on for the next rebuild
inline constexpr double slowest_ticks = 0.25, fastest_ticks = 240;  ///< a second

/// Lists of another program beside the truth: what an instrument and a table show of them.
struct Comparing {
    std::shared_ptr<const Comparison> lists;     ///< null: none are compared
    bool running = false;                        ///< lists are read or judged; `lists` are those before
    bool of_this_tick = true;                    ///< the points are where they were when the lists were judged
    ListClass walked = ListClass::wrong;         ///< the class of lists that one goes through
    std::int64_t walked_count = 0;               ///< lists of that class
    std::int64_t place = -1;                     ///< of the query looked at among those, from 0; -1: it is of another class, or none is
    std::shared_ptr<const ComparedList> chosen;  ///< the list looked at; null: none
    std::uint64_t generation = 0;                ///< grows when `lists` or `chosen` change
};

/// How the list of a contender differs from that of the first one, A, and why.
struct ListDifference {
    /// One neighbour of one of the two lists only.
    struct One {
        std::int64_t row = -1, file_row = -1;  ///< of the data set; of the file (shown)
        int rank = 0;                          ///< from 1, in the list that has it
        double distance = 0;                   ///< as that list has it
        bool lacks = false;                    ///< A has it; else A has it not
        std::string why;                       ///< "a tie: as far as the last of A"
    };
    std::vector<One> rows;  ///< those that A has not, then those that are lacking; by rank
    int others = 0;         ///< how many A has not
    int ties = 0, within_rounding = 0, missed = 0,
        nearer = 0;          ///< of those that A has and it lacks: as far as its last one; nearly so; it should have it; it has nearer ones
    bool of_metric = false;  ///< it measures other distances
    bool other_order = false;  ///< it has the neighbours of A, and no others, at other ranks
    const One* of(std::int64_t row) const;
    std::string text() const;  ///< "3 others than A: 2 ties, 1 missed"
};

/// What recorded searches of a race go on by, together.
enum class RaceBy { work, time };

/// A phase, or a round of one that comes again and again, of a search that is replayed by the time it takes.
struct RaceSpan {
    std::string phase;
    int row = 0;                ///< of Timings::phases
    int round = 1, rounds = 1;  ///< from 1
    double from = 0, to = 0;    ///< milliseconds since the search began
};

/// Methods side by side: what the strips around their pictures and a panel show.
struct Racing {
    struct One {
        std::string name;               ///< what tells it from the others: "heap, threads = 64"
        std::string refusal;            ///< why it cannot answer; "" when it can
        std::string difference;         ///< of its list from the first one's; "" of the first, and before it is known
        bool misses = false;            ///< neighbours of A, for no such reason as a tie
        std::optional<Interval> ratio;  ///< its time over that of the first; ends 0: too few runs for them; none before both are measured
        double bytes = -1;              ///< of the points whose distances are computed; below 0: not counted
        std::int64_t distances = -1;    ///< of the whole search; below 0: not known, or nobody counts them
        std::int64_t entries = -1;      ///< into heaps and lists; the same
        bool previous = false;          ///< these are of the query before
        std::string no_steps;           ///< why it is not replayed; "" when it is, or nobody steps
        double done = 0, total = 0;     ///< of the replay, by `by`; total 0: not known
        std::int64_t distances_done = 0, entries_done = 0;  ///< of the replay
        std::vector<RaceSpan> spans;                        ///< of the replay by time, in the order of its steps; empty: it has none
    };
    std::vector<One> contenders;  ///< that of the document first; empty: there is no race
    RaceBy by = RaceBy::work;
    bool ready = false;   ///< what can be replayed is
    std::string why_not;  ///< else why not; "" when nobody has asked, or they are on their way
    bool playing = false;
    double clock = 0, total = 0;  ///< of the one that takes longest: milliseconds, or distances and entries
    std::string finish;           ///< "B (quadtree-cached) is first with 0.080 ms; A (heap) takes 1.240 ms, 15.5 times as long."
    std::string finish_short;     ///< the same with letters alone: "B is first with 0.080 ms; A takes 1.240 ms, 15.5 times as long."
    std::string finish_of_work;   ///< "Distances: A 4 000, B 115. Entries into heaps and lists: A 210, B 31."

    double at(const One& one) const { return one.total > 0 ? one.done / one.total : 0; }  ///< its share
};

/// Curves: what was measured so far, and what can be asked.
struct Curving {
    std::shared_ptr<const measure::Curve> curve;  ///< as far as it is measured; null: nothing is
    bool running = false, stopped = false;        ///< stopped: it can be gone on with
    bool of_now = false;                          ///< it is what the document asks now
    std::string refusal, remedy;                  ///< why what the document asks cannot be measured, and what to do; "" it can
    std::vector<std::string> methods;             ///< of the document's curves, as typed
    std::string along;                            ///< and their range
};

struct ProbedLists;  // app/session/probed_lists.hpp

struct ViewModel {
    std::optional<TreeFacts> tree;              ///< of the answer shown; none: its method has none
    std::shared_ptr<const ProbedLists> probed;  ///< the same of a method that searches some of its lists; null: its method has none
    DataFacts data;
    Colouring colouring;
    std::vector<MethodEntry> methods;
    std::vector<NeighbourRow> neighbours;
    std::vector<NeighbourRow> step_neighbours;                 ///< the best so far, while a search is stepped through
    std::vector<double> query;                                 ///< true coordinates of the query that `neighbours` answers; empty: none
    std::int64_t query_row = -1;                               ///< file row that it was placed on, -1: on none
    std::shared_ptr<const DataSet> pictures;                   ///< the data, where their rows are pictures: picture_of(); else null
    std::shared_ptr<const faces::QueryPicture> query_picture;  ///< the document's, once it is read; null: the query is none
    bool exhibiting = false;                                   ///< Workbench::exhibit
    std::shared_ptr<const faces::Evaluation> evaluation;       ///< of the gallery that the data are, once asked for
    std::vector<std::string> axes;                             ///< names of the axes of the picture, three at most
    Projection projection;                                     ///< how the data are seen
    bool has_components = false;                               ///< principal components were found, and the data can be seen along them
    bool polar_shown = false;                                  ///< the polar view, as the document or the data say
    std::shared_ptr<const PolarView> polar;                    ///< of the answer shown; null: there is none, or it is not wanted
    std::string title_name;   ///< of the column that NeighbourRow::title is from; "" when the data have none
    double kth_distance = 0;  ///< of the list shown
    Timings timings;
    std::optional<FrozenTimings> frozen;  ///< Workbench::freeze_timings
    Stepping stepping;
    Moving moving;
    ByHand by_hand;
    Comparing comparing;
    Classifying classes;
    Racing race;
    std::optional<ListDifference> difference;  ///< of a contender: from the first one's list; none: it is the first, or there is no race
    std::vector<Counter> counters;             ///< of the search shown; of methods with an index, and while it is compared with others
    bool counters_previous = false;            ///< they are of the query before
    std::optional<double> neighbours_within;   ///< as in Report, with the counters
    Curving curves;
    Exactness exactness;
    std::optional<DistanceSpread> spread;  ///< of the distances from the query to all points; none: not known yet, or too many points
    std::optional<ListChanges> changes;    ///< since the last change that was not of the query; none after one of the query
    std::optional<Why> why;
    StatusLine status;
    bool three_d = false;  ///< the points are seen in space
    std::optional<ErrorCard> error;
    std::optional<ProgressCard> progress;  ///< shown after 200 ms
    std::string said;              ///< of work that leaves no trace in the window: "6 points written to a.csv"; until the next change
    bool busy = false;             ///< an answer to what is asked now is not there yet
    std::uint64_t generation = 0;  ///< grows with every change of any of this but frame times

    const char* no_components() const;                           ///< why not
    const MethodInfo* info_of(const std::string& method) const;  ///< null: there is no such method
    std::string sentence() const;                                ///< the error, the progress or what was said, in words; "" = none of these
    bool lists_step() const { return stepping.ready; }           ///< the list is that of a step
    bool lists_leaves() const { return lists_step() && stepping.record->tree; }  ///< and each came with a visit of a leaf
    const std::vector<NeighbourRow>& listed() const { return lists_step() ? step_neighbours : neighbours; }
    /// What the list lacks; of a step nothing is missed yet.
    const ListChanges* listed_changes() const { return changes && !lists_step() ? &*changes : nullptr; }
    std::span<const NeighbourRow> listed_missed() const { return lists_step() ? std::span<const NeighbourRow>() : exactness.missed; }
};

// ---- Numbers as people read them (thin no-break space in thousands, true minus, no unit) ----------------------------------
std::string text_of_count(std::int64_t);
std::string text_of_amount(std::int64_t, const char* one, const char* several);  ///< "1 leaf", "12 leaves"
std::string text_of_decimals(double, int decimals);
std::string metric_word(Metric);                              ///< as it stands before "distance": "Euclidean", "cosine"
std::string text_of_percent(double share, int decimals = 1);  ///< 0.125 is "12.5 %"
std::string text_of_share(double share);                      ///< "12 %", "under 1 %" of what is not nothing
std::string text_of_milliseconds(double);                     ///< 3 decimals under 10
std::string text_of_duration(double milliseconds);            ///< "12.35 ms", "4.47 ns": in the unit that has digits to show
std::string text_of_times(double ratio);                      ///< "2 030", "15.5", "1.88", "0.064": three digits at most
std::string text_of_bytes(std::uint64_t);                     ///< "512 B", "12.4 GB": decimal prefixes
/// `value` with as many decimals as `extent` needs for about 5 significant digits: one precision per column.
std::string text_of_coordinate(double value, double extent);
/// 1, 2 or 5 times a power of ten, at least `least`: the step of a scale.
double nice_step(double least);
/// "42 %, about 12 s left"; "7 s" where the end is not in sight.
std::string text_of_progress(const ProgressCard&);
/// "drop a file" -> "Drop a file."
std::string as_sentence(std::string);

}  // namespace neighborscope
