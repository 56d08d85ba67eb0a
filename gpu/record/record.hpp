// What one query did, step by step, written by a method's own kernels with their recorder on (Measure::steps): the data behind
// `run --record`, `shot --step` and the timeline.
//
// A method says in its MethodInfo what steps it can take (StepKind), what structures they change (its heaps, its lists) and its
// paper's pseudo-code. Kernels report steps; this orders them so that both devices give the same record.
#pragma once
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace neighborscope {

/// A kind of step, and where the paper says so.
struct StepKind {
    std::string_view name;      ///< "push", "eviction", "block list"
    int structure = -1;         ///< of MethodInfo::structures: what it changes; -1: nothing that holds neighbours
    std::vector<int> lines;     ///< of MethodInfo::pseudo_code, from 0: those at work
    std::string_view sentence;  ///< what happened, with {block} {actor} {round} {point} {distance} {left} {left distance} {bound}
                                ///< {size} {k} {source} in place of a Step's values
};

struct StepNeighbour {
    std::int32_t index = -1;                                   ///< row of the point set; -1: none
    float distance = std::numeric_limits<float>::quiet_NaN();  ///< true distance from the method's own float32 sum
};

struct Step {
    int phase = 0;           ///< of MethodInfo::phases
    int kind = 0;            ///< of MethodInfo::step_kinds
    int block = -1;          ///< -1: the whole device
    int actor = -1;          ///< thread or warp of the block, as the kind's sentence says; -1: the whole block
    std::int64_t round = 0;  ///< the actor's turn within the phase: steps of one round happen side by side
    StepNeighbour entered;   ///< came into the structure (structure, block, actor)
    StepNeighbour left;      ///< had to leave it
    float bound = std::numeric_limits<float>::quiet_NaN();  ///< distance that a newcomer has to beat from now on; NaN: none yet
    int size = 0;                                           ///< entries of the structure after the step
    int source = -1;                                        ///< the heap or list of the phase before that `entered` came from; -1: none
};

/// Steps in the order people see: by (phase, round, block, actor, order of the actor's own steps, entered neighbour).
using Steps = std::vector<Step>;

inline constexpr std::int64_t most_steps = std::int64_t(1) << 21;  ///< of one record; more is a usage Error with the numbers

}  // namespace neighborscope
