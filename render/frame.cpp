#include "render/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope::render {
namespace {

glm::vec4 vector(const Colour& c) { return {c.r, c.g, c.b, c.a}; }

/// Over filled cells, points that would cover them are smaller and paler.
constexpr double smallest_share = 0.65, covered_share = 0.2, least_alpha = 0.05;

bool covers_fills(const Camera& camera, const SceneState& state) {
    return !camera.three_d && state.layers.cells && state.cells.count > 0 && state.cells.fill != CellNumber::none;
}

/// How much of the fill of a leaf of mean size is visible: fills of boxes by their objects fade if they are small, as in cells.vert;
/// then the points' density is more informative.
double visible_share_of_fills(const glm::dvec3& sides, const CellState& cells) {
    if (cells.grid || cells.fill != CellNumber::objects) return 1;
    return glm::smoothstep(3.0, 14.0, std::sqrt(std::max(0.0, sides.x * sides.y) / cells.count));
}

void fade_over_fills(const Camera& camera, const SceneState& state, FrameBlock& block) {
    const glm::dvec3 sides = (state.box.high - state.box.low) * camera.pixels_per_unit();
    const double seen = visible_share_of_fills(sides, state.cells);
    const auto allowed = [&] {  // over the area that they would cover
        const double covered = double(state.count) * double(block.point_size) * double(block.point_size);
        return covered_share * sides.x * sides.y / std::max(covered, 1e-9);
    };
    const double size = std::clamp(std::sqrt(allowed()), smallest_share, 1.0), alpha = std::clamp(allowed(), least_alpha, 1.0);
    block.point_size *= float(1 + seen * (size - 1));
    block.point_alpha = float(1 + seen * (alpha - 1));
}

}  // namespace

float point_size(std::int64_t count, bool three_d) {
    const double decades = std::log10(std::max<double>(double(count), 1) / 3000);
    return float(std::clamp((three_d ? 5.5 : 5.0) - 1.3 * decades, 1.5, 5.0));
}

FrameBlock without_marks(FrameBlock frame) {
    frame.query = frame.colour_radius = frame.colour_query = frame.colour_query_ring = glm::vec4(0);
    frame.rank_range = glm::vec2(0);
    frame.k = frame.ball = frame.selected_rank = frame.hovered = 0;
    return frame;
}

FrameBlock frame_block(const Camera& camera, const SceneState& state, bool coloured) {
    FrameBlock block{};
    const Palette& colours = palette(state.theme);
    const bool dark = state.theme == Theme::dark;
    block.view_projection = camera.view_projection();
    const glm::dvec3 focus = camera.focus();
    block.focus_high = glm::vec4(glm::vec3(focus), 0);
    block.focus_low = glm::vec4(glm::vec3(focus - glm::dvec3(glm::vec3(focus))), 0);
    block.query = glm::vec4(state.query, state.query_shown ? 1 : 0);
    block.box_low = glm::vec4(glm::vec3(state.box.low), 0);
    block.box_high = glm::vec4(glm::vec3(state.box.high), 0);
    for (std::size_t i = 0; i < block.viridis.size(); ++i) block.viridis[i] = vector(viridis(float(i) / float(block.viridis.size() - 1)));
    block.colour_view = vector(colours.view);
    block.colour_point = vector(camera.three_d ? (dark ? hex(0x56657A) : hex(0x9AA4B2)) : colours.point);
    block.colour_point_high = vector(dark ? hex(0xFFFFFF) : hex(0x2B333F));
    block.colour_radius = vector(colours.radius);
    block.colour_query = vector(colours.query);
    block.colour_query_ring = vector(colours.query_ring);
    block.colour_text = vector(colours.text);
    block.colour_cell = vector(colours.cell);
    block.colour_sparse = vector(colours.sparse);
    block.colour_dense = vector(colours.dense);
    block.viewport = glm::round(glm::vec2(camera.width() * state.scale, camera.height() * state.scale));  // whole pixels, all of them
    block.rank_range = dark ? glm::vec2(1.0f, 0.38f) : glm::vec2(0.0f, 0.78f);
    block.height_range = {state.height_low, state.height_high};
    block.scale = float(state.scale * state.mark_scale);
    block.point_size = state.point_scale * point_size(state.count, camera.three_d);
    block.point_alpha = 1;
    if (covers_fills(camera, state)) fade_over_fills(camera, state, block);
    const double away = std::max(glm::length(camera.eye() - focus), 1e-300);
    const double box_radius =
        0.5 * glm::length(state.box.high - state.box.low) + glm::length(0.5 * (state.box.high + state.box.low) - focus);
    block.far_w = float(1 + box_radius / away);
    block.k = state.k;
    block.ball = int(state.ball);
    block.three_d = camera.three_d ? 1 : 0;
    block.selected_rank = state.selected_rank;
    block.hovered = std::int32_t(std::clamp<std::int64_t>(state.hovered, -1, std::numeric_limits<std::int32_t>::max()));
    block.pixels_per_unit = float(camera.pixels_per_unit() * state.scale);
    block.coloured = coloured ? 1 : 0;
    block.count = std::int32_t(std::min<std::int64_t>(state.count, std::numeric_limits<std::int32_t>::max()));
    return block;
}

}  // namespace neighborscope::render
