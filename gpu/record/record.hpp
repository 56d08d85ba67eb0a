// What one query did, step by step, written by a method's own kernels with their recorder on (Measure::steps): the data behind
// `run --record`, `shot --step` and the timeline.
//
// A method says in its MethodInfo what steps it can take (StepKind), what structures they change (its heaps, its lists) and its
// paper's pseudo-code. Kernels report steps; this orders them so that both devices give the same record. What goes through a tree
// records its leaves, too, so that drawing and telling its steps needs nothing else.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace neighborscope {

/// What a step means for a leaf or quadrant of a RecordedTree. `shared`: visited for other queries alone, which are answered with this one.
enum class TreeRole { none, visited, shared, skipped };

/// A kind of step, and where the paper says so.
struct StepKind {
    std::string_view name;      ///< "push", "eviction", "block list"
    int structure = -1;         ///< of MethodInfo::structures: what it changes; -1: nothing that holds neighbours
    std::vector<int> lines;     ///< of MethodInfo::pseudo_code, from 0: those at work
    std::string_view sentence;  ///< what happened, with {block} {actor} {round} {point} {distance} {left} {left distance} {bound}
                                ///< {size} {k} {source} {way} {visit} {leaf} {leaves} {nearest} {kth} {before} {reach} in place of
                                ///< a Step's values
    TreeRole role = TreeRole::none;
    bool decision = false;  ///< the search decides something here: a neighbour has to leave, the bound falls, a leaf is visited or skipped
};

struct StepNeighbour {
    std::int32_t index = -1;                                   ///< row of the point set; -1: none
    float distance = std::numeric_limits<float>::quiet_NaN();  ///< true distance from the method's own float32 sum
};

/// A quadrant (in 3-D octant) of the virtual full tree over a RecordedTree's cells: those from `cell` on, 2^up wide along each axis. Of a
/// tree of boxes cells are leaves, and this is a node: its leaves are the 32^up from `cell` on, as far as there are any.
struct StepQuadrant {
    std::uint32_t cell = 0;
    int up = -1;    ///< -1: none
    int half = -1;  ///< of a leaf whose halves are taken one by one: 0 or 1 of RecordedTree::halves; -1: all of it
    bool operator==(const StepQuadrant&) const = default;
};

struct Step {
    int iteration = 0;       ///< of methods that go through phases again and again: which time
    int phase = 0;           ///< of MethodInfo::phases
    int kind = 0;            ///< of MethodInfo::step_kinds
    int block = -1;          ///< -1: the whole device
    int actor = -1;          ///< thread or warp of the block, as the kind's sentence says; -1: the whole block
    std::int64_t round = 0;  ///< the actor's turn within the phase: steps of one round happen side by side
    StepNeighbour entered;   ///< came into the structure (structure, block, actor)
    StepNeighbour left;      ///< had to leave it
    float bound = std::numeric_limits<float>::quiet_NaN();  ///< distance that a newcomer has to beat from now on; NaN: none yet
    int size = 0;                                           ///< entries of the structure after the step
    int source = -1;                                        ///< earlier heap or list `entered` came from; begin of a sequence; -1: none

    // Of methods that go through a tree.
    StepQuadrant quadrant;                                    ///< what the step is about
    float nearest = std::numeric_limits<float>::quiet_NaN();  ///< no object of the quadrant is nearer; NaN: not asked
    float reach =
        std::numeric_limits<float>::quiet_NaN();  ///< the greatest bound of the queries that are answered with this one; NaN: alone
    int way = -1;                                 ///< 0 left, 1 right in the order of leaves; -1: neither
    int visit = 0;                                ///< leaves visited so far, this one with them
};

/// Steps in the order people see: by (iteration, phase, round, block, actor, order of the actor's own steps, entered neighbour).
using Steps = std::vector<Step>;

/// The leaves of a tree in the order of their curve, on the host. Of a quadtree or octree cells are those of the grid at its deepest level;
/// bit d of a cell's number, and every dimension-th after it, is of axis d. Of a tree of boxes each leaf is a cell.
struct RecordedTree {
    struct Box {
        std::array<float, 3> low{};   ///< in the coordinates of the points; 0 along axes that are not there
        std::array<float, 3> size{};  ///< along each axis
        bool operator==(const Box&) const = default;
    };
    int dimension = 2;
    std::array<float, 3> low{};  ///< of the square or cube that it divides; of a tree of boxes nothing
    float side = 0;
    int level = 0;                          ///< the deepest one
    std::vector<std::uint32_t> first_cell;  ///< [leaves + 1] of each leaf, ascending; then the number of cells
    std::vector<std::int32_t> objects;      ///< [leaves]
    std::vector<Box> boxes = {};            ///< [leaves] of a tree of boxes: they fit tightly and may overlap; none: a grid
    std::vector<Box> halves = {};           ///< [2 leaves] of their halves, where each has a box of its own
    std::vector<std::int32_t> rows = {};    ///< [points] of a tree of boxes: in the order of leaves

    int leaves() const { return int(objects.size()); }
    bool is_grid() const { return boxes.empty(); }
    int leaf_of(std::uint32_t cell) const;
    StepQuadrant quadrant_of(int leaf) const;
    Box box(const StepQuadrant&) const;
    /// The leaves that a quadrant has cells of: the first and one past the last. One leaf when it is a part of it.
    std::array<int, 2> leaves_of(const StepQuadrant&) const;
    /// How many cells a quadrant so far up has, as a power of two.
    int cells_log2(int up) const { return (is_grid() ? dimension : 5) * (up > 0 ? up : 0); }
    bool contains(const StepQuadrant& quadrant, std::uint32_t cell) const {
        return cell >> cells_log2(quadrant.up) == quadrant.cell >> cells_log2(quadrant.up);
    }
    /// Where a position is looked for, in the coordinates of the points: by the kernels' own arithmetic the cell of a grid; of boxes the
    /// least that holds it. None outside.
    std::optional<std::uint32_t> cell_at(std::span<const double> place) const;
    /// The leaf of a point, of a tree of boxes; -1: not known.
    int leaf_of_row(std::int32_t row) const;
};

inline constexpr std::int64_t most_steps = std::int64_t(1) << 21;  ///< of one record; more is a usage Error with the numbers

}  // namespace neighborscope
