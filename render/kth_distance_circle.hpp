// The circle of the k-th distance around the query: in space a sphere, of other metrics a diamond or square, octahedron or cube. Inside
// render only.
#pragma once
#include "render/scene.hpp"
#include "render/segments.hpp"

namespace neighborscope::render {

/// And the earlier ones of SceneState. From above it is one curve; in space three great circles, or the twelve edges of octahedron or cube.
void draw_kth_distance_circle(const Segments&, const SceneState&, bool three_d, unsigned empty_array);

}  // namespace neighborscope::render
