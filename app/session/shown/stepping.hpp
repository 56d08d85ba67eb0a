// Stepping through a recorded search, as plain data: what the timelines, the pseudo-code and the picture show at one position.
// Position p is after p steps: 0 before anything, count after the last.
#pragma once
#include "gpu/knn.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace neighborscope {

class Replay;
struct LoadedData;
struct SortedKeys;  // app/session/stepping/sorting.hpp

/// One neighbour that a heap or list holds.
struct HeldNeighbour {
    std::int64_t row = -1, file_row = -1;  ///< of the data set; of the file (shown)
    double distance = 0;
    int rank = 0;  ///< from 1, among the best so far; 0: not one of them
};

/// The heap or list that the present step changed.
struct ActingStructure {
    std::string title;                   ///< "heap of thread 37"; "" = no structure acts
    bool heap = false;                   ///< entries i has the children 2 i + 1 and 2 i + 2
    int capacity = 0;                    ///< k
    std::vector<HeldNeighbour> entries;  ///< in the order of its array
    int farthest = -1;                   ///< place of the next entry to be removed; in a heap 0, the top; -1: empty
    int entered = -1;                    ///< place of the entry added in this step; -1: none
};

/// A phase of the record: its steps are positions first .. first + count - 1.
struct StepPhase {
    int phase = 0;  ///< of MethodInfo::phases
    std::string name;
    std::int64_t first = 1, count = 0;
};

/// A leaf that the query was compared with.
struct LeafVisit {
    int leaf = 0, way = -1;                                 ///< of the record's tree; as in Step
    std::int64_t position = 0;                              ///< of the step that begins it
    std::int64_t last = 0;                                  ///< of its last step
    bool shared = false;                                    ///< only for other queries of the same warp
    int points = 0, entered = 0;                            ///< distances; how many points entered the list
    float bound = std::numeric_limits<float>::quiet_NaN();  ///< k-th distance after it; NaN: the list is not full
};

/// One search through the leaves. A query whose result is not certain is searched again, alone: visits then count from 1 again.
struct LeafSearch {
    std::int64_t begin = 0;                                  ///< position; of the first search 0, of others that of the first visit
    std::size_t first = 0;                                   ///< of Recording::visits
    std::unordered_map<std::int32_t, std::size_t> visit_of;  ///< of rows that came into the list: with which of Recording::visits
};

/// A recording and the data to describe it: shared by the window and its tables.
struct Recording {
    Steps steps;
    const Method* method = nullptr;
    std::shared_ptr<const LoadedData> data;
    int k = 0;
    double farthest =
        0;  ///< true distance of the answer's last neighbour, or its greatest product in magnitude: gives distances their precision
    std::vector<StepPhase> phases;                       ///< in order, those that have steps
    std::vector<std::int64_t> evictions;                 ///< positions at which a neighbour was removed, ascending
    std::shared_ptr<const RecordedTree> tree = nullptr;  ///< null: the method goes through none
    std::vector<LeafVisit> visits = {};                  ///< in order, of all searches
    std::vector<std::int64_t> skips = {};                ///< positions at which a quadrant was skipped, ascending
    std::vector<LeafSearch> searches = {};               ///< in order; the last one found the answer
    /// Positions at which playing stops, ascending: StepKind::decision, and the ends of phases that occur once, including the last;
    /// for such a phase without a decision a few more steps.
    /// Empty: the method marks no decisions, and playing stops at every step.
    std::vector<std::int64_t> decisions = {};
    std::vector<Counter> counters = {};  ///< of the run that was recorded
    std::shared_ptr<const SortedKeys> sorted =
        nullptr;            ///< of a method that sorts whole rows; null: it does not, or there are too many points
    bool products = false;  ///< distances are inner products: larger is nearer

    float rank_value_of(float distance) const { return products ? 0 - distance : distance; }  ///< and back

    std::int64_t count() const { return std::int64_t(steps.size()); }
    const Step& at(std::int64_t position) const { return steps[std::size_t(position - 1)]; }  ///< position from 1
    const LeafSearch& search_at(std::int64_t position) const;                                 ///< that it is in; empty without visits
    std::span<const LeafVisit> visits_at(std::int64_t position) const;                        ///< of that search, those to come as well
    const LeafVisit* visit_with(std::int32_t row, std::int64_t position) const;  ///< that it came with by then; null: it did not
    int number_of(const LeafVisit&) const;                                       ///< in its search, from 1
};

/// A leaf or quadrant of the record's tree as a step shows it.
struct ShownQuadrant {
    StepQuadrant quadrant;
    RecordedTree::Box box;         ///< relative to the data's origin, along its axes
    std::array<int, 2> leaves{};   ///< the first and one past the last that it has cells of
    int way = -1;                  ///< as in Step
    int number = 0;                ///< of a visited leaf: which in order, from 1
    std::int64_t position = 0;     ///< of the step that visits or skips it
    bool shared = false;           ///< of a visited leaf: LeafVisit::shared
    float nearest = 0, bound = 0;  ///< of a skipped one: the two distances that decided
    float reach = NAN;             ///< of one that was skipped for several queries: Step::reach, which decided
};

/// The leaves visited and skipped up to a step; empty if the method has no tree.
struct TreeSteps {
    std::vector<ShownQuadrant> visited, to_come, skipped;  ///< in order; parts of visited leaves are not among the skipped ones
    std::optional<ShownQuadrant> current;                  ///< that the step is about
    float bound = 0;                                       ///< the k-th distance as of the step; 0: the list is not full
    std::vector<float> earlier_bounds;                     ///< the newest first
};

/// Distances that are being sorted: the order in which they stand.
struct SortPicture {
    static constexpr int max_nearest = 64;
    struct Bar {
        double distance = 0;
        int rank = 0;  ///< from 1, of one of the k nearest; 0: it is none
    };
    struct Nearest {
        std::int64_t place = 0;
        int rank = 0;  ///< from 1
    };
    std::int64_t places = 0;            ///< how many there are; 0: nothing is sorted
    std::vector<Bar> bars;              ///< of all places in order, or of so many that are evenly spread
    std::vector<Nearest> nearest;       ///< where the first of the k nearest stand by now, `max_nearest` at most
    double farthest = 0;                ///< the greatest distance; of inner products the least
    double nearest_of_all = 0;          ///< what has no height: 0, or the greatest inner product
    bool in_order = false;              ///< all of them are
    std::int64_t begin = -1, end = -1;  ///< places that the present step put in another order; -1: none
    std::int64_t cut = -1;              ///< of a partition: where its right part begins; -1: it is none
    double pivot = 0;                   ///< of a partition: the distance that parts it
};

struct Stepping {
    bool open = false;
    bool recording = false;  ///< the recording is not ready yet
    bool ready = false;      ///< all below describes the answer shown
    std::string why_not;     ///< why this search cannot be stepped through; "": it can
    std::shared_ptr<const Recording> record;
    std::int64_t position = 0, count = 0;
    std::string sentence;    ///< what happened; at the end of a search through a tree, why nothing else can be nearer
    std::string claim;       ///< the latter without its numbers of leaves and distances, at the end; else ""
    std::string phase;       ///< name of the present one; "" before anything
    std::vector<int> lines;  ///< executed lines of the pseudo-code, from 0
    ActingStructure acting;
    std::vector<HeldNeighbour> best;     ///< the k smallest that the present phase's structures hold, ascending
    std::vector<std::int64_t> later;     ///< neighbours of the result that are not among `best` yet
    int settled = 0;                     ///< how many of `best` are final
    HeldNeighbour entered, left;         ///< of this step; row -1: none
    double bound = 0;                    ///< later points must be nearer than this; 0: no bound yet
    std::vector<double> earlier_bounds;  ///< of the acting structure, the newest first, at most 3
    TreeSteps tree;
    SortPicture sort;  ///< of methods that sort
    bool playing = false, loop = false;
    bool every = false;  ///< playing stops at every step, not only at decisions
    double speed = 8;    ///< of these a second; more where a play would take minutes, until somebody chooses one
    bool speed_chosen = false;
    std::uint64_t generation = 0;  ///< grows with every change of what is drawn

    bool plays_decisions() const { return !every && record && !record->decisions.empty(); }
};

inline constexpr double slowest_steps = 0.5, fastest_steps = 20000;  ///< a second

enum class Jump {
    first,
    last,
    back,
    forward,
    previous_decision,
    next_decision,
    previous_eviction,
    next_eviction,
    previous_visit,
    next_visit,
    previous_skip,
    next_skip,
    previous_phase,
    next_phase,
    previous_of_actor,
    next_of_actor
};

}  // namespace neighborscope
