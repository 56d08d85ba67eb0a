// What compared searches do differently, in words: the shapes of their metrics.
#pragma once
#include "app/session/document/session.hpp"

#include <span>
#include <string>

namespace neighborscope {

/// "Points at the same distance lie on a circle in A (Euclidean), on a diamond in B (Manhattan)." for searches that differ in the metric
/// only; "": they do not, or no two of these metrics have a shape.
std::string metric_shapes(std::span<const SessionState* const>, int dimension);

}  // namespace neighborscope
