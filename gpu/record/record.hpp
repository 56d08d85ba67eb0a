// The record of one query, step by step, written by a method's own kernels with their recorder on (Measure::steps): the data of
// `run --record`, `shot --step` and the timeline.
//
// A method's MethodInfo describes the steps it can take (StepKind), the structures they change (its heaps, its lists) and its
// paper's pseudo-code. Kernels write steps; fetching sorts them so that both devices give the same record. Methods with a tree also
// record its leaves, so that drawing and describing steps needs nothing else.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace neighborscope {

/// The role of a leaf or quadrant of a RecordedTree in a step. `shared`: visited only for other queries that are searched with this one.
enum class TreeRole { none, visited, shared, skipped };

/// What a step of a walk along links, or through inverted lists, does.
enum class WalkEvent {
    none,
    begin,    ///< the walk begins at Step::seen
    follow,   ///< the links of Step::seen are followed, at Step::level
    probe,    ///< Step::list is searched
    compare,  ///< the distance of Step::seen was computed; Step::from has the link that led to it
    end,      ///< the walk ends; Step::seen is the row that is not followed any more, if there is one
};

/// A kind of step, and its place in the paper.
struct StepKind {
    std::string_view name;      ///< "push", "eviction", "block list"
    int structure = -1;         ///< of MethodInfo::structures: the one it changes; -1: none
    std::vector<int> lines;     ///< of MethodInfo::pseudo_code, from 0: the lines that this step executes
    std::string_view sentence;  ///< what happened, with {block} {actor} {round} {point} {distance} {left} {left distance} {bound}
                                ///< {size} {k} {source} {way} {visit} {leaf} {leaves} {nearest} {kth} {before} {reach} in place of
                                ///< a Step's values
    TreeRole role = TreeRole::none;
    bool decision = false;  ///< the search decides here: a neighbour is removed, the bound decreases, a leaf is visited or skipped
    WalkEvent walk = WalkEvent::none;
    bool refuses = false;  ///< Step::seen does not enter the list however near it is: it is deleted, or the filter does not allow it
};

struct StepNeighbour {
    std::int32_t index = -1;                                   ///< row of the point set; -1: none
    float distance = std::numeric_limits<float>::quiet_NaN();  ///< true distance from the method's own float32 sum
};

/// A quadrant (in 3-D octant) of the virtual full tree over a RecordedTree's cells: those from `cell` on, 2^up wide along each axis. In a
/// tree of boxes, cells are leaves and this is a node: its leaves are the existing ones of the 32^up from `cell` on.
struct StepQuadrant {
    std::uint32_t cell = 0;
    int up = -1;    ///< -1: none
    int half = -1;  ///< of a leaf that is scanned by halves: 0 or 1 of RecordedTree::halves; -1: all of it
    bool operator==(const StepQuadrant&) const = default;
};

struct Step {
    int iteration = 0;       ///< of methods that repeat their phases: which repetition
    int phase = 0;           ///< of MethodInfo::phases
    int kind = 0;            ///< of MethodInfo::step_kinds
    int block = -1;          ///< -1: the whole device
    int actor = -1;          ///< thread or warp of the block, as the kind's sentence says; -1: the whole block
    std::int64_t round = 0;  ///< the actor's turn within the phase: steps of one round are simultaneous
    StepNeighbour entered;   ///< added to the structure (structure, block, actor)
    StepNeighbour left;      ///< removed from it
    float bound = std::numeric_limits<float>::quiet_NaN();  ///< distance below which a point can enter from now on; NaN: none yet
    int size = 0;                                           ///< entries of the structure after the step
    int source = -1;                                        ///< the heap or list that `entered` came from; begin of a sequence; -1: none

    // For methods with a tree.
    StepQuadrant quadrant;                                    ///< of this step
    float nearest = std::numeric_limits<float>::quiet_NaN();  ///< lower bound of the distance of its objects; NaN: not computed
    float reach =
        std::numeric_limits<float>::quiet_NaN();  ///< the greatest bound of the queries searched with this one; NaN: searched singly
    int way = -1;                                 ///< 0 left, 1 right in the order of leaves; -1: neither
    int visit = 0;                                ///< leaves visited so far, including this one

    // For methods that walk along links or through inverted lists: StepKind::walk.
    StepNeighbour seen = {};  ///< the row that the event is about; `entered` too if it is kept
    std::int32_t from = -1;   ///< the row with the link that led to it; -1: none
    int level = -1;           ///< of the graph; -1: none
    int list = -1;            ///< the inverted list; -1: none
};

/// Steps in display order: by (iteration, phase, round, block, actor, order of the actor's own steps, entered neighbour).
using Steps = std::vector<Step>;

/// The leaves of a tree in the order of their curve, on the host. In a quadtree or octree, cells are those of the grid at its deepest
/// level: bit d of a cell's number, and every dimension-th bit after it, is of axis d. In a tree of boxes each leaf is a cell.
struct RecordedTree {
    struct Box {
        std::array<float, 3> low{};   ///< in the coordinates of the points; 0 along missing axes
        std::array<float, 3> size{};  ///< along each axis
        bool operator==(const Box&) const = default;
    };
    int dimension = 2;
    std::array<float, 3> low{};  ///< corner of the square or cube that it divides; unused in a tree of boxes
    float side = 0;
    int level = 0;                          ///< the deepest one
    std::vector<std::uint32_t> first_cell;  ///< [leaves + 1] of each leaf, ascending; then the number of cells
    std::vector<std::int32_t> objects;      ///< [leaves]
    std::vector<Box> boxes = {};            ///< [leaves] of a tree of boxes: tight, may overlap; empty: a grid
    std::vector<Box> halves = {};           ///< [2 leaves] of half leaves, if they have boxes of their own
    std::vector<std::int32_t> rows = {};    ///< [points] of a tree of boxes: in the order of leaves

    int leaves() const { return int(objects.size()); }
    bool is_grid() const { return boxes.empty(); }
    int leaf_of(std::uint32_t cell) const;
    StepQuadrant quadrant_of(int leaf) const;
    Box box(const StepQuadrant&) const;
    /// The leaves with cells in a quadrant: the first and one past the last. One leaf if it contains the quadrant.
    std::array<int, 2> leaves_of(const StepQuadrant&) const;
    /// The number of cells in a quadrant at height `up`, as a power of two.
    int cells_log2(int up) const { return (is_grid() ? dimension : 5) * (up > 0 ? up : 0); }
    bool contains(const StepQuadrant& quadrant, std::uint32_t cell) const {
        return cell >> cells_log2(quadrant.up) == quadrant.cell >> cells_log2(quadrant.up);
    }
    /// The cell that contains a position, in the coordinates of the points, computed in the kernels' arithmetic; in a tree of boxes the
    /// smallest box that contains it. None outside.
    std::optional<std::uint32_t> cell_at(std::span<const double> place) const;
    /// The leaf of a point in a tree of boxes; -1: unknown.
    int leaf_of_row(std::int32_t row) const;
};

inline constexpr std::int64_t most_steps = std::int64_t(1) << 21;  ///< in one record; more is a usage Error with the numbers

}  // namespace neighborscope
