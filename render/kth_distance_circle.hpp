// The ball of the k-th distance around the query: a circle, diamond or square, depending on the metric; in 3-D a sphere, octahedron or
// cube. Internal to render.
#pragma once
#include "render/scene.hpp"
#include "render/segments.hpp"

namespace neighborscope::render {

/// Also draws the earlier balls of SceneState. 2-D: one curve; 3-D: three great circles, or the twelve edges of octahedron or cube.
void draw_kth_distance_circle(const Segments&, const SceneState&, bool three_d, unsigned empty_array);

}  // namespace neighborscope::render
