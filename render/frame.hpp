// The uniform block that every shader reads: the C++ side of shaders/frame.glsl. Internal to render.
#pragma once
#include "render/scene.hpp"

#include <array>

namespace neighborscope::render {

/// std140; members in the order of frame.glsl.
struct FrameBlock {
    glm::mat4 view_projection;
    glm::vec4 focus_high, focus_low, query, box_low, box_high;
    std::array<glm::vec4, 10> viridis;
    glm::vec4 colour_view, colour_point, colour_point_high, colour_radius, colour_query, colour_query_ring, colour_text, colour_cell,
        colour_sparse, colour_dense;
    glm::vec2 viewport, rank_range, height_range;
    float scale, point_size, far_w;
    std::int32_t k, ball, three_d, selected_rank, hovered, count;
    float pixels_per_unit;
    std::int32_t coloured;
    float point_alpha;
    std::array<std::int32_t, 2> unused;

    bool operator==(const FrameBlock&) const = default;
};
static_assert(sizeof(FrameBlock) % 16 == 0);

/// In logical pixels: few points are drawn large enough to aim at, many small enough to show density.
float point_size(std::int64_t count, bool three_d);
/// The block without query, neighbours and hovered point: equal for frames that differ only in these.
FrameBlock without_marks(FrameBlock);
FrameBlock frame_block(const Camera&, const SceneState&, bool coloured);

}  // namespace neighborscope::render
