// The way of a recorded search along the links of a graph, or through inverted lists, at a step.
#pragma once
#include "app/session/shown/stepping.hpp"

namespace neighborscope {

/// All that happened up to a position. Empty if the method does not walk (StepKind::walk).
WalkSteps walk_steps(const Recording&, std::int64_t position);

}  // namespace neighborscope
