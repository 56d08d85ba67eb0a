// Stepping through a recorded search, as plain data for timelines, pseudo-code and picture.
// Position p is the state after p steps: 0 before the first, count after the last.
#pragma once
#include "app/session/shown/bound_chart.hpp"
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
    std::int64_t row = -1, file_row = -1;  ///< row in the data set; row in the file, which is shown
    double distance = 0;
    int rank = 0;  ///< from 1, among the k best so far; 0: not one of them
};

/// The heap or list that the present step changed.
struct ActingStructure {
    std::string title;                   ///< "heap of thread 37"; "": the step changed none
    bool heap = false;                   ///< entry i has the children 2 i + 1 and 2 i + 2
    int capacity = 0;                    ///< k
    std::vector<HeldNeighbour> entries;  ///< in array order
    int farthest = -1;                   ///< index of the entry that is removed next; in a heap 0, the top; -1: empty
    int entered = -1;                    ///< index of the entry added in this step; -1: none
};

/// A phase of the recording: its steps are first .. first + count - 1, counted from 1.
struct StepPhase {
    int phase = 0;  ///< index into MethodInfo::phases
    std::string name;
    std::int64_t first = 1, count = 0;
};

/// A visit of a leaf: the query was compared with its points.
struct LeafVisit {
    int leaf = 0, way = -1;                                 ///< leaf of the recorded tree; direction as in Step
    std::int64_t position = 0;                              ///< of its first step
    std::int64_t last = 0;                                  ///< of its last step
    bool shared = false;                                    ///< visited only for other queries of the same warp
    int points = 0, entered = 0;                            ///< distances computed; points that entered the list
    float bound = std::numeric_limits<float>::quiet_NaN();  ///< k-th distance after the visit; NaN: the list is not full
};

/// One search through the leaves. If the result is not certain, the query is searched again on its own, and visits are counted from 1
/// again.
struct LeafSearch {
    std::int64_t begin = 0;                                  ///< position; 0 for the first search, else that of its first visit
    std::size_t first = 0;                                   ///< index of its first visit in Recording::visits
    std::unordered_map<std::int32_t, std::size_t> visit_of;  ///< row that entered the list -> index of the visit in Recording::visits
};

/// A recorded search and the data to describe it.
struct Recording {
    Steps steps;
    const Method* method = nullptr;
    std::shared_ptr<const LoadedData> data;
    int k = 0;
    /// True distance of the last neighbour, or the greatest magnitude of an inner product in the list; sets the digits of distances.
    double farthest = 0;
    std::vector<StepPhase> phases;                       ///< in order, without phases that have no step
    std::vector<std::int64_t> evictions;                 ///< positions at which a neighbour was removed, ascending
    std::shared_ptr<const RecordedTree> tree = nullptr;  ///< null: the method has no tree
    std::vector<LeafVisit> visits = {};                  ///< in order, of all searches
    std::vector<std::int64_t> skips = {};                ///< positions at which a quadrant was skipped, ascending
    std::vector<LeafSearch> searches = {};               ///< in order; the last one found the result
    /// Positions at which playing stops, ascending: steps with StepKind::decision, ends of phases that occur once, and a few steps of such
    /// a phase that has no decision. Empty: the method marks no decisions, and playing stops at every step.
    std::vector<std::int64_t> decisions = {};
    std::vector<Counter> counters = {};                  ///< of the recorded run
    std::shared_ptr<const SortedKeys> sorted = nullptr;  ///< null: the method does not sort whole rows, or there are too many points
    bool products = false;                               ///< distances are inner products: larger is nearer
    BoundChart chart = {};                               ///< of all steps

    float rank_value_of(float distance) const { return products ? 0 - distance : distance; }  ///< also the inverse

    std::int64_t count() const { return std::int64_t(steps.size()); }
    const Step& at(std::int64_t position) const { return steps[std::size_t(position - 1)]; }  ///< the step that leads to a position from 1
    const StepKind& kind_of(const Step&) const;  ///< an empty kind for one that the method does not name
    const StepKind& kind_at(std::int64_t position) const { return kind_of(at(position)); }
    const LeafSearch& search_at(std::int64_t position) const;           ///< that the position is in; empty without visits
    std::span<const LeafVisit> visits_at(std::int64_t position) const;  ///< all visits of that search
    const LeafVisit* visit_with(
        std::int32_t row, std::int64_t position) const;  ///< by which the row has entered the list; null: it has not
    int number_of(const LeafVisit&) const;               ///< of a visit in its search, from 1
};

/// A leaf or quadrant of the recorded tree, and its state at a step.
struct ShownQuadrant {
    StepQuadrant quadrant;
    RecordedTree::Box box;         ///< relative to the data's origin, along its axes
    std::array<int, 2> leaves{};   ///< range of its leaves: first, one past the last
    int way = -1;                  ///< as in Step
    int number = 0;                ///< of a visited leaf: number of the visit, from 1
    std::int64_t position = 0;     ///< at which it is visited or skipped
    bool shared = false;           ///< of a visited leaf: LeafVisit::shared
    float nearest = 0, bound = 0;  ///< of a skipped one: the two distances that were compared
    float reach = NAN;             ///< of one skipped for several queries: Step::reach, which was compared
};

/// The leaves visited and skipped up to a step; empty if the method has no tree.
struct TreeSteps {
    std::vector<ShownQuadrant> visited, to_come, skipped;  ///< in order; `skipped` has no parts of visited leaves
    std::optional<ShownQuadrant> current;                  ///< that the step visits or skips
    float bound = 0;                                       ///< k-th distance after the step; 0: the list is not full
    std::vector<float> earlier_bounds;                     ///< the newest first
};

/// The way of a search along links, or through inverted lists, up to a step. Rows are those of the data set.
struct WalkSteps {
    struct Row {
        std::int32_t row = -1;
        int level = 0;
    };
    /// A row that was compared with the query, and the row with the link that led to it; -1: none did.
    struct Link {
        std::int32_t from = -1, to = -1;
        int level = 0;
        bool kept = false;     ///< among the k nearest by then
        bool refused = false;  ///< deleted, or not allowed by the filter
    };
    int level = -1;              ///< of the graph that the present step searches; -1: the method searches no graph
    bool walks = false;          ///< the method walks; else all of this is empty
    Row entry;                   ///< where the walk begins, at the highest level
    std::vector<Row> followed;   ///< rows whose links were followed, in order
    std::vector<Link> compared;  ///< in order
    std::vector<int> lists;      ///< inverted lists that were searched, in order
    Link current;                ///< that the present step compares; `to` is -1: it compares none
    Row following;               ///< whose links are being followed at the present step
    bool ended = false;
    std::int32_t end = -1;    ///< the nearest row that is not followed any more; -1: none is left
    double end_distance = 0;  ///< its distance

    /// The rows followed above level 0 and the first one at level 0: the descent.
    std::vector<Row> descent() const;
};

/// The present order of distances that are being sorted.
struct SortPicture {
    static constexpr int max_nearest = 64;
    struct Bar {
        double distance = 0;
        int rank = 0;  ///< from 1, if it is one of the k nearest; else 0
    };
    struct Nearest {
        std::int64_t place = 0;
        int rank = 0;  ///< from 1
    };
    std::int64_t places = 0;            ///< number of distances; 0: nothing is sorted
    std::vector<Bar> bars;              ///< of all places in order, or of an even sample of them
    std::vector<Nearest> nearest;       ///< present places of the nearest, at most `max_nearest`
    double farthest = 0;                ///< the largest distance; of inner products the smallest
    double nearest_of_all = 0;          ///< the distance whose bar has no height: 0, or the greatest inner product
    bool in_order = false;              ///< all distances are in order
    std::int64_t begin = -1, end = -1;  ///< range of places that the present step reordered; -1: none
    std::int64_t cut = -1;              ///< of a partition: begin of its right part; -1: the step is no partition
    double pivot = 0;                   ///< of a partition: the distance that separates its parts
};

struct Stepping {
    bool open = false;
    bool recording = false;  ///< the recording is not ready yet
    bool ready = false;      ///< all members below are of the answer shown
    std::string why_not;     ///< why this search cannot be stepped through; "": it can
    std::shared_ptr<const Recording> record;
    std::int64_t position = 0, count = 0;
    std::string sentence;    ///< what the step did; at the end of a search through a tree, why no other point can be nearer
    std::string claim;       ///< at that end the reason alone, without totals; else ""
    std::string phase;       ///< name of the present phase; "" before the first step
    std::vector<int> lines;  ///< executed lines of the pseudo-code, from 0
    ActingStructure acting;
    std::vector<HeldNeighbour> best;     ///< the k nearest in the structures of the present phase, ascending
    std::vector<std::int64_t> later;     ///< rows of the result that are not in `best` yet
    int settled = 0;                     ///< number of `best` that are final
    HeldNeighbour entered, left;         ///< the list in this step; row -1: none
    double bound = 0;                    ///< points farther than this are rejected; 0: no bound yet
    std::vector<double> earlier_bounds;  ///< at most 3 of the acting structure, the newest first
    TreeSteps tree;
    WalkSteps walk;
    /// Rows of the whole descent, WalkSteps::descent(), and rows compared above level 0. In a graph of one level, those followed until the
    /// walk is near the query. Empty: it begins there, or the method searches no graph.
    std::vector<std::int32_t> descent;
    std::size_t approach = 0;          ///< number of rows followed on that way in a graph of one level
    SortPicture sort;                  ///< if the method sorts
    std::vector<NeighbourFate> fates;  ///< of the true neighbours, by rank
    bool playing = false, loop = false;
    bool every = false;  ///< playing stops at every step, not only at decisions
    double speed = 8;    ///< such stops per second; higher by default for long recordings
    bool speed_chosen = false;
    std::uint64_t generation = 0;  ///< grows with every change of the picture

    /// The method is approximate: its list may miss neighbours.
    bool may_miss() const { return record && record->method && record->method->info.supports.approximate; }
    /// The present step is in the descent, or before it.
    bool descends() const { return ready && !descent.empty() && (approach > 0 ? walk.followed.size() < approach : walk.level != 0); }
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
