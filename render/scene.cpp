#include "render/scene.hpp"

#include "render/cells.hpp"
#include "render/compared.hpp"
#include "render/frame.hpp"
#include "render/picking.hpp"
#include "render/program.hpp"
#include "render/splat.hpp"

#include <epoxy/gl.h>

#include <cmath>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

constexpr std::int64_t many_points = 1'000'000;  // from here on a GPU is faster without its rasteriser
constexpr float faded_by = 0.6f;                 // an earlier ball, by each that came after it
constexpr int curve_segments = 256;              // a circle of 2000 pixels radius is then 0.15 pixels from its polygon

}  // namespace

struct Scene::State {
    Program points{{GL_VERTEX_SHADER, "points.vert", {shaders::frame_glsl, shaders::points_vert}},
        {GL_FRAGMENT_SHADER, "points.frag", {shaders::frame_glsl, shaders::points_frag}}};
    Program segments{
        {GL_VERTEX_SHADER, "segments.vert", {shaders::frame_glsl, shaders::results_glsl, shaders::tree_glsl, shaders::segments_vert}},
        {GL_FRAGMENT_SHADER, "segments.frag", {"#version 450 core\n", shaders::segments_frag}}};
    Program marks{{GL_VERTEX_SHADER, "marks.vert", {shaders::frame_glsl, shaders::results_glsl, shaders::marks_vert}},
        {GL_FRAGMENT_SHADER, "marks.frag", {shaders::frame_glsl, shaders::marks_frag}}};
    Buffer frame{sizeof(FrameBlock)}, marked{4};
    Picking picking;
    Cells cells;
    Compared compared;
    std::optional<Splat> splat;  // compiled when the first big cloud comes
    std::optional<bool> splat_wanted;
    const bool software = gl_is_software();
    unsigned point_array = 0, empty_array = 0;

    State() {
        glCreateVertexArrays(1, &point_array);
        glEnableVertexArrayAttrib(point_array, 0);
        glVertexArrayAttribFormat(point_array, 0, 3, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayAttribBinding(point_array, 0, 0);
        glVertexArrayAttribFormat(point_array, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
        glVertexArrayAttribBinding(point_array, 1, 1);
        glCreateVertexArrays(1, &empty_array);
    }
    ~State() {
        glDeleteVertexArrays(1, &point_array);
        glDeleteVertexArrays(1, &empty_array);
    }

    bool splats(const SceneState& state) const { return splat_wanted.value_or(!software && state.count > many_points); }

    void draw_points(const Camera& camera, const SceneState& state, glm::ivec2 size, const Buffer* colours) {
        if (camera.three_d) {
            glEnable(GL_DEPTH_TEST);
            glDepthMask(GL_TRUE);
            glDepthFunc(GL_LESS);
        }
        if (splats(state)) {
            if (!splat) splat.emplace();
            if (colours) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, colours->name());
            splat->draw(size.x, size.y, state.count, empty_array);
            return;
        }
        if (colours) {
            glVertexArrayVertexBuffer(point_array, 1, colours->name(), 0, 4);
            glEnableVertexArrayAttrib(point_array, 1);
        } else {
            glDisableVertexArrayAttrib(point_array, 1);
        }
        glUseProgram(points.name());
        glBindVertexArray(point_array);
        glDrawArrays(GL_POINTS, 0, GLsizei(state.count));
    }

    void draw_segments(int kind, int instances, int of_one_curve = 1) {
        glUseProgram(segments.name());
        glUniform1i(0, kind);
        glUniform1i(1, of_one_curve);
        const float turn = 6.283185307f / float(of_one_curve);
        glUniform2f(2, std::cos(turn), std::sin(turn));
        glBindVertexArray(empty_array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, instances);
    }

    void draw_marks(int kind, int instances) {
        glUseProgram(marks.name());
        glUniform1i(0, kind);
        glBindVertexArray(empty_array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, instances);
    }

    /// The k-th-distance ball: one curve in the plane; in space three great circles, or the twelve edges of octahedron or cube.
    /// `radius` below 0: the last neighbour's distance. `age` above 0: an earlier one, dotted, and the paler the older it is.
    void draw_ball(const SceneState& state, bool three_d, float radius, int age) {
        const int of_one_curve = state.ball == Ball::euclidean ? curve_segments : 4;
        glProgramUniform1f(segments.name(), 3, radius);
        glProgramUniform1i(segments.name(), 4, age > 0 ? 1 : 0);
        glProgramUniform1f(segments.name(), 5, std::pow(faded_by, float(age - 1)));
        draw_segments(1, three_d ? 3 * of_one_curve : of_one_curve, of_one_curve);
        glProgramUniform1i(segments.name(), 4, 0);
    }

    /// From above a quadtree's leaves are areas; in space its rectangles, and an octree's boxes, are lines.
    void draw_cells(const CellState& state, bool three_d) {
        if (!state.boxes) return;
        if (three_d) draw_segments(4, state.count * state.edges(), state.edges());
        else if (state.dimension == 2) cells.draw_areas(state, empty_array);
    }
    void outline_cells(const CellState& state, bool three_d) {
        if (state.order && (three_d || state.dimension == 2)) draw_segments(7, state.count - 1);
        if (!state.boxes) return;
        if (!three_d && state.dimension == 2) cells.draw_outlines(state, empty_array);
        if (!three_d) return;
        if (state.hovers()) draw_segments(5, state.edges(), state.edges());
        if (state.query) draw_segments(6, state.edges(), state.edges());
    }

    void draw_marked_rows(const std::vector<MarkedRow>& rows) {
        static_assert(sizeof(MarkedRow) == 8);  // ivec2 of std430
        const std::size_t bytes = rows.size() * sizeof(MarkedRow);
        if (marked.bytes() < bytes) marked = Buffer(bytes);
        marked.upload(rows.data(), bytes);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, marked.name());
        draw_marks(3, int(rows.size()));
    }
};

Scene::Scene() : state_(std::make_unique<State>()) {}
Scene::~Scene() = default;

void Scene::draw(const Buffer& positions, const Buffer& neighbour_index, const Buffer& neighbour_distance, const Camera& camera,
    const SceneState& state, const Extras& extras) {
    State& own = *state_;
    const FrameBlock block = frame_block(camera, state, extras.colours != nullptr);
    glNamedBufferSubData(own.frame.name(), 0, sizeof block, &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, own.frame.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, neighbour_index.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, neighbour_distance.name());
    glVertexArrayVertexBuffer(own.point_array, 0, positions.name(), 0, 3 * sizeof(float));

    // Whoever shares this context (Qt, Dear ImGui) leaves states of its own behind.
    glViewport(0, 0, GLsizei(block.viewport.x), GLsizei(block.viewport.y));
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const Colour& background = palette(state.theme).view;
    glClearColor(background.r, background.g, background.b, 1);
    glClear(camera.three_d ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);

    const Layers& layers = state.layers;
    const bool cells = layers.cells && extras.cells && state.cells.count > 0;
    own.cells.bind(extras.cells, state.cells, state.theme);
    if (cells) own.draw_cells(state.cells, camera.three_d);
    if (layers.network && extras.lines && extras.line_count > 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, extras.lines->name());
        own.draw_segments(3, extras.line_count);
    }
    if (layers.points && state.count > 0) own.draw_points(camera, state, glm::ivec2(block.viewport), extras.colours);
    if (layers.axes && camera.three_d && state.count > 0) own.draw_segments(2, 12);
    glDisable(GL_DEPTH_TEST);  // the answer is never hidden by what it was chosen from
    if (cells) own.outline_cells(state.cells, camera.three_d);
    if (layers.marks && extras.compared) own.compared.draw(extras, state.theme, own.empty_array);
    if (state.query_shown && state.k > 0) {
        if (layers.radius) {
            // The oldest first, under the others.
            for (int age = int(state.earlier_bounds.size()); age > 0; --age)
                own.draw_ball(state, camera.three_d, state.earlier_bounds[std::size_t(age - 1)], age);
            own.draw_ball(state, camera.three_d, state.bound.value_or(-1), 0);
        }
        if (layers.links) own.draw_segments(0, state.k);
        if (layers.marks && !state.marks.empty()) own.draw_marked_rows(state.marks);
        if (layers.neighbours) own.draw_marks(0, state.k);
    }
    if (state.selected_rank >= 0 || state.hovered >= 0) own.draw_marks(1, 2);
    if (layers.query && state.query_shown) own.draw_marks(2, 1);
    if (own.splat && layers.points && own.splats(state))
        own.picking.read(own.splat->rows(), own.splat->width(), own.splat->height(), state.scale);
    else if (state.count > 0) own.picking.draw(own.point_array, state.count, camera, state.scale);
    if (cells) own.cells.find();
    glBindVertexArray(0);
    glUseProgram(0);
}

std::optional<std::int64_t> Scene::picked() const { return state_->picking.picked(); }
std::optional<FoundCell> Scene::found_cell() const { return state_->cells.found(); }
void Scene::request_cell(const glm::vec3& position) { state_->cells.request(position); }
void Scene::set_splat(std::optional<bool> wanted) { state_->splat_wanted = wanted; }
void Scene::request_pick(double x, double y) { state_->picking.request(x, y); }

}  // namespace neighborscope::render
