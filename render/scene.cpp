#include "render/scene.hpp"

#include "render/cells.hpp"
#include "render/comparison_marks.hpp"
#include "render/frame.hpp"
#include "render/cached_layer.hpp"
#include "render/kth_distance_circle.hpp"
#include "render/picking.hpp"
#include "render/point_picture.hpp"
#include "render/program.hpp"
#include "render/segments.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

using Kind = Segments::Kind;

constexpr std::int64_t leaves_of_slice = 8'000, links_of_slice = 16'000;  // some 5 milliseconds on two processors

double milliseconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}
/// How many of `count` items are first, first + stride, ...
int count_strided(int count, int first, int stride) { return (count - first + stride - 1) / stride; }

}  // namespace

struct Scene::State {
    Segments segments;
    Program marks, plane;
    const Program compose, flat;
    Buffer frame{sizeof(FrameBlock)}, marked{4};
    Picking picking;
    Cells cells;
    ComparisonMarks compared;
    PointPicture points;
    const bool software = gl_is_software();

    /// A picture of leaves, kept while its contents do not change: a sample of many leaves first, then the rest as time allows.
    struct CachedPicture {
        CachedLayer layer;
        FrameBlock frame{};
        CellState cells;
        std::uint64_t version = 0;  ///< of the data; 0: the kept picture is out of date
        int lines = 0, links = 0;
        std::int64_t slices = 1, done = 1;

        bool unfinished() const { return done < slices; }
        void invalidate() {
            version = 0;
            done = slices;
        }
    };
    CachedPicture ground;  ///< below the points: leaves and network
    CachedPicture order;   ///< above the points: the line through the leaves in Morton order
    unsigned empty_array = 0;

    explicit State(const std::shared_ptr<Programs>& programs)
        : segments(*programs),
          marks(programs->of({{GL_VERTEX_SHADER, "marks.vert", {shaders::frame_glsl, shaders::results_glsl, shaders::marks_vert}},
              {GL_FRAGMENT_SHADER, "marks.frag", {shaders::frame_glsl, shaders::marks_frag}}})),
          plane(programs->of({{GL_VERTEX_SHADER, "plane.vert", {shaders::frame_glsl, shaders::plane_vert}},
              {GL_FRAGMENT_SHADER, "plane.frag", {"#version 450 core\n", shaders::plane_frag}}})),
          compose(compose_program(*programs)),
          flat(flat_program(*programs)),
          picking(*programs),
          cells(*programs),
          compared(*programs),
          points(programs) {
        glCreateVertexArrays(1, &empty_array);
    }
    ~State() { glDeleteVertexArrays(1, &empty_array); }

    void draw_regions(const PlaneImage& image) const {
        glUseProgram(plane.name());
        image.bind();
        glBindVertexArray(empty_array);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glBindTextureUnit(0, 0);
    }

    void draw_marks(int kind, int instances) {
        glUseProgram(marks.name());
        glUniform1i(0, kind);
        glBindVertexArray(empty_array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, instances);
    }

    /// From above a quadtree's leaves are areas; in space its rectangles and an octree's boxes are lines.
    void draw_cells(const CellState& state, bool three_d, int first, int stride) {
        if (!state.boxes) return;
        const int leaves = count_strided(state.count, first, stride);
        if (three_d) {
            segments.choose_leaves(first, stride);
            segments.draw(Kind::leaves, leaves * state.edges(), empty_array, state.edges());
        } else if (state.dimension == 2) {
            cells.draw_areas(leaves, first, stride, empty_array);
        }
    }

    /// Calls `draw(first, stride)` to draw every stride-th leaf; the first call has first = 0. `shown` may switch off leaves.
    template <class Draw>
    void update(CachedPicture& cached, const FrameBlock& frame, CellState shown, std::uint64_t version, int lines, int links,
        double milliseconds, Draw draw) const {
        const bool empty = cached.layer.resize(int(frame.viewport.x), int(frame.viewport.y));
        shown.query.reset();
        shown.hovered = -1;
        const FrameBlock now = without_marks(frame);
        const bool same = !empty && version != 0 && cached.version == version && cached.cells == shown && cached.lines == lines &&
                          cached.links == links && now == cached.frame;
        if (!same) {
            cached.frame = now;
            cached.cells = shown;
            cached.version = version;
            cached.lines = lines;
            cached.links = links;
            cached.done = 0;
            cached.slices = software ? std::max(slices_of(shown.count, leaves_of_slice), slices_of(links, links_of_slice)) : 1;
        }
        if (!cached.unfinished()) return;
        const auto began = std::chrono::steady_clock::now();
        cached.layer.begin(cached.done == 0);
        do {
            draw(int(interleaved_slice(cached.done, cached.slices)), int(cached.slices));
            ++cached.done;
            if (cached.unfinished()) glFinish();  // else the clock would not include drawing
        } while (cached.unfinished() && milliseconds_since(began) < milliseconds);
        cached.layer.end();
    }
    void outline_cells(const CellState& state, bool three_d) {
        if (!state.boxes) return;
        if (!three_d && state.dimension == 2) cells.draw_outlines(state, empty_array);
        if (!three_d) return;
        if (state.hovers()) segments.draw(Kind::hovered_leaf, state.edges(), empty_array, state.edges());
        if (state.query) segments.draw(Kind::own_leaf, state.edges(), empty_array, state.edges());
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

Scene::Scene() : Scene(std::make_shared<Programs>()) {}
Scene::Scene(const std::shared_ptr<Programs>& programs) : state_(std::make_unique<State>(programs)) {}
Scene::~Scene() = default;

void Scene::draw(const Buffer& positions, const Buffer& neighbour_index, const Buffer& neighbour_distance, const Camera& camera,
    const SceneState& state, const Extras& extras) {
    State& own = *state_;
    FrameBlock block = frame_block(camera, state, extras.colours != nullptr);
    own.points.plan(positions, block, state);
    glNamedBufferSubData(own.frame.name(), 0, sizeof block, &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, own.frame.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, neighbour_index.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, neighbour_distance.name());

    // Other users of this context (Qt, Dear ImGui) change its state.
    glViewport(0, 0, GLsizei(block.viewport.x), GLsizei(block.viewport.y));
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);

    const Layers& layers = state.layers;
    const bool cells = layers.cells && extras.cells && state.cells.count > 0;
    own.cells.bind(extras.cells, state.cells, state.theme);
    const auto began = std::chrono::steady_clock::now();
    const bool points = layers.points && state.count > 0;
    if (points) own.points.update(positions, block, state, extras, own.empty_array);
    const int lines = layers.network && extras.lines ? std::max(0, extras.line_count) : 0;
    const int links = layers.graph && extras.graph ? std::max(0, extras.graph_links) : 0;
    const bool ground = cells || lines > 0 || links > 0;
    if (ground)
        own.update(own.ground, block, cells ? state.cells : CellState(), state.data_version + state.graph_version, lines, links,
            state.milliseconds_for_data - milliseconds_since(began), [&](int first, int stride) {
                if (first == 0 && lines > 0) {
                    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, extras.lines->name());
                    own.segments.draw(Kind::lines, lines, own.empty_array);
                }
                if (cells) own.draw_cells(state.cells, camera.three_d, first, stride);
                if (links <= first) return;
                glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, extras.graph->name());
                own.segments.set_graph_colours(state.graph_opacity, palette(state.theme).error, state.leaving_opacity);
                own.segments.choose_leaves(first, stride);
                own.segments.draw(Kind::graph, count_strided(links, first, stride), own.empty_array);
            });
    else own.ground.invalidate();
    const bool order = cells && state.cells.order && (camera.three_d || state.cells.dimension == 2);
    if (order)
        own.update(own.order, block, state.cells, state.data_version, 0, 0, state.milliseconds_for_data - milliseconds_since(began),
            [&](int first, int stride) {
                own.segments.choose_leaves(first, stride);
                own.segments.draw(Kind::order, count_strided(state.cells.count - 1, first, stride), own.empty_array);
            });
    else own.order.invalidate();
    const Colour& background = palette(state.theme).view;
    const bool regions = extras.regions && !extras.regions->empty() && !camera.three_d;
    if (camera.three_d || regions) {
        glClearColor(background.r, background.g, background.b, 1);
        glClear(camera.three_d ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
        if (regions) own.draw_regions(*extras.regions);
        if (ground) own.ground.layer.compose(own.compose, own.empty_array);
        if (camera.three_d) glEnable(GL_DEPTH_TEST);
        if (points) own.points.layer().compose(own.compose, own.empty_array);
    } else {
        compose_flat(own.flat, background, ground ? &own.ground.layer : nullptr, points ? &own.points.layer() : nullptr, own.empty_array);
    }
    if (layers.axes && camera.three_d && state.count > 0) own.segments.draw(Kind::box, 12, own.empty_array);
    glDisable(GL_DEPTH_TEST);  // points never hide the result
    if (order) own.order.layer.compose(own.compose, own.empty_array);
    if (cells) own.outline_cells(state.cells, camera.three_d);
    if (layers.marks && extras.compared) own.compared.draw(extras, state.theme, own.empty_array);
    if (state.query_shown && state.k > 0) {
        if (layers.radius) draw_kth_distance_circle(own.segments, state, camera.three_d, own.empty_array);
        if (layers.links) own.segments.draw(Kind::links, state.k, own.empty_array);
        if (layers.marks && !state.marks.empty()) own.draw_marked_rows(state.marks);
        if (layers.neighbours) own.draw_marks(0, state.k);
    }
    if (layers.marks && extras.lost) own.compared.draw_rings(*extras.lost, extras.lost_count, state.theme, own.empty_array);
    if (layers.marks && extras.ringed) own.compared.draw_rings(*extras.ringed, extras.ringed_count, state.theme, own.empty_array);
    if (state.selected_rank >= 0 || state.hovered >= 0) own.draw_marks(1, 2);
    if (layers.query && state.query_shown) own.draw_marks(2, 1);
    own.points.pick(own.picking, camera, state);
    if (cells) own.cells.find();
    glBindVertexArray(0);
    glUseProgram(0);
}

std::optional<std::int64_t> Scene::picked() const { return state_->picking.picked(); }
std::optional<FoundCell> Scene::found_cell() const { return state_->cells.found(); }
bool Scene::finds_cell() const { return state_->cells.answers(); }
void Scene::forget_cell() { state_->cells.forget(); }
void Scene::request_cell(const glm::vec3& position) { state_->cells.request(position); }
void Scene::set_splat(std::optional<Splatting> wanted) { state_->points.set_splat(wanted); }
bool Scene::unfinished() const { return state_->points.unfinished() || state_->ground.unfinished() || state_->order.unfinished(); }
PointDensity Scene::density() const { return state_->points.density(); }
void Scene::request_pick(double x, double y) { state_->picking.request(x, y); }

std::optional<std::int64_t> Scene::pick(double x, double y, const Camera& camera, const SceneState& state) {
    State& own = *state_;
    own.picking.request(x, y);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, own.frame.name());
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    own.points.pick(own.picking, camera, state);
    glBindVertexArray(0);
    glUseProgram(0);
    return own.picking.wait_for_pick();
}

}  // namespace neighborscope::render
