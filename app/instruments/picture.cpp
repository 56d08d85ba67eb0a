#include "app/instruments/picture.hpp"

#include "app/instruments/compared_look.hpp"
#include "app/instruments/instruments.hpp"
#include "app/instruments/leaves.hpp"
#include "app/instruments/point_look.hpp"
#include "app/session/comparison.hpp"
#include "gpu/device/shared_buffer_positions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

/// Which instruments a view of this size has room for.
struct Room {
    bool tools = false, timings = false, legend = false;
    bool timings_folded = false, legend_folded = false;
    bool one = false;  ///< timings and legend are not both open
    float legend_top = edge_gap;
    LegendParts legend_parts;
    bool index = false, index_folded = false;
    float index_top = 0;
    IndexParts index_parts;
    bool compared = false;  ///< lists of another program
    float compared_top = 0, compared_height = 0;
    bool compared_folded = false;
    bool step = false;  ///< the search is stepped through
    StepLayout step_layout;
    float timings_bottom = 0;
};

constexpr double neighbourhood = 0.25;                   // of the free part's shorter side: the k-th distance when stepping begins
constexpr double small_width = 640, small_height = 420;  // logical pixels: below, instruments start as their titles
constexpr double tiny_width = 480, tiny_height = 320;    // below, there are none

/// How far the bar of ticks may reach.
float ticks_end(const InstrumentFrame& frame, const Room& room) {
    const bool beside_legend = room.legend && room.legend_top < tools_height;
    return float(frame.width) - edge_gap - (beside_legend ? legend_width(frame) + edge_gap : 0);
}

bool is_small(const InstrumentFrame& frame) { return frame.width < small_width || frame.height < small_height; }

}  // namespace

struct Picture::State {
    render::Scene scene;
    ImGuiLayer gui;
    render::Camera camera;

    // GL buffers first: what is registered with CUDA must go before them.
    render::Buffer positions_buffer{4}, index_buffer{4}, distance_buffer{4};
    render::Buffer step_index{4}, step_distance{4};  // the best of a step
    PointLook look;
    CellLook cells;
    ComparedMarks compared_marks;
    ComparedLook compared_look;
    std::uint64_t looked_at = 0;  ///< Comparing::generation that the picture was moved to
    std::uint64_t step_generation = 0;
    std::optional<SharedBuffer> positions, index, distance;
    std::uint64_t data_generation = 0, list_generation = 0;
    int axes_published = 0, published_k = 0;
    std::int64_t published_count = 0;

    std::shared_ptr<const DataSet> data;
    render::Box box;
    bool fit_wanted = true;
    bool timings_folded = false, legend_folded = false, index_folded = false;
    bool small_timings_folded = true, small_legend_folded = true;  // in a small view, where at most one of the two opens
    bool step_timings_folded = true;
    StepFolds step_folds, small_step_folds{true, true, true, 0, 0};
    StepWish step_wish;
    bool edited = false;
    bool neighbourhood_shown = false;
    render::Camera camera_before, camera_left;  // of stepping: before it began, and as it moved it
    glm::vec3 drawn_query{0};
    std::string asked_for;
    int selected_rank = -1;
    std::int64_t hovered = -1;

    void publish(const Drawable&, const SessionState&, render::Theme);
    void publish_step(const ViewModel&);
    void mark_step(const ViewModel&, render::SceneState&) const;
    void show_neighbourhood(const InstrumentFrame&, const render::Rectangle& free);
    render::SceneState scene_state(const Drawable&, const SessionState&, const PictureOptions&, double scale, render::Theme) const;
    Room room(const InstrumentFrame&, const PictureOptions&) const;
    void place_compared(const InstrumentFrame&, Room&) const;
    void show_compared(const InstrumentFrame&, const render::Rectangle& free);
    void place_index(const InstrumentFrame&, Room&) const;
    void draw_instruments(const InstrumentFrame&, const Room&);
    render::Rectangle free_part(const InstrumentFrame&, const PictureOptions&, const Room&) const;
    void find_hovered(const Drawable&);
};

/// Brings what changed into OpenGL's buffers; everything of a frame in one call, because mapping costs the same for one or all.
void Picture::State::publish(const Drawable& drawable, const SessionState& session, render::Theme theme) {
    if (drawable.data != data) {
        if (!data || !drawable.data || data->source != drawable.data->source || data->hash != drawable.data->hash) fit_wanted = true;
        data = drawable.data;
        box = data ? box_of(*data) : render::Box{};
        hovered = -1;
    }
    look.update(data, session.colour_by, theme, drawable.tree);
    const int axes = camera.three_d ? 3 : 2;
    std::vector<SharedBuffer::Publish> changed;
    DeviceMemory gathered;
    if (!drawable.points || !data) {
        published_count = 0;
        published_k = 0;
        data_generation = list_generation = 0;
        return;
    }
    if (drawable.data_generation != data_generation || axes != axes_published || !positions) {
        const Points& points = *drawable.points;
        const std::size_t bytes = std::size_t(points.count) * 3 * sizeof(float);
        if (!positions || positions->bytes() != bytes ||
            (positions->path() == BufferPath::copy_host_device) != (drawable.device == DeviceKind::host)) {
            positions.reset();
            positions_buffer = render::Buffer(bytes);
            positions.emplace(drawable.device, positions_buffer.name(), bytes);
        }
        if (points.dimension != 3 || axes != 3) gathered = positions_of(points, drawable.device, axes, data->shown);
        changed.push_back({&*positions, gathered.data() ? gathered.data() : points.coordinates, bytes});
        published_count = points.count;
        data_generation = drawable.data_generation;
        axes_published = axes;
    }
    if (!drawable.lists || drawable.lists->queries() == 0 || drawable.query.empty()) {
        published_k = 0;
        list_generation = 0;
    } else if (drawable.list_generation != list_generation) {
        const int k = drawable.lists->k();
        const std::size_t bytes = std::size_t(k) * 4;
        if (!index || index->bytes() != bytes || (index->path() == BufferPath::copy_host_device) != (drawable.device == DeviceKind::host)) {
            index.reset();
            distance.reset();
            index_buffer = render::Buffer(bytes);
            distance_buffer = render::Buffer(bytes);
            index.emplace(drawable.device, index_buffer.name(), bytes);
            distance.emplace(drawable.device, distance_buffer.name(), bytes);
        }
        changed.push_back({&*index, drawable.lists->lists().index, bytes});
        changed.push_back({&*distance, drawable.lists->lists().distance, bytes});
        published_k = k;
        list_generation = drawable.list_generation;
    }
    cells.collect(drawable, changed);
    look.collect(drawable, changed);
    SharedBuffer::publish(changed);
}

/// The best of a step, found on the host: a list padded as those of searches are.
void Picture::State::publish_step(const ViewModel& view) {
    const Stepping& stepping = view.stepping;
    if (!stepping.ready || stepping.generation == step_generation) return;
    step_generation = stepping.generation;
    const std::size_t k = std::max<std::size_t>(1, view.neighbours.size());
    std::vector<std::int32_t> rows(k, -1);
    std::vector<float> distances(k, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t rank = 0; rank < std::min(k, stepping.best.size()); ++rank) {
        rows[rank] = std::int32_t(stepping.best[rank].row);
        distances[rank] = float(stepping.best[rank].distance);
    }
    if (step_index.bytes() != k * 4) step_index = render::Buffer(k * 4), step_distance = render::Buffer(k * 4);
    step_index.upload(rows.data(), k * 4);
    step_distance.upload(distances.data(), k * 4);
}

void Picture::State::mark_step(const ViewModel& view, render::SceneState& state) const {
    const Stepping& stepping = view.stepping;
    state.k = int(view.neighbours.size());
    for (const std::int64_t row : stepping.later) state.marks.push_back({std::int32_t(row), render::Mark::later});
    if (stepping.left.row >= 0) state.marks.push_back({std::int32_t(stepping.left.row), render::Mark::left});
    if (stepping.entered.row >= 0) state.marks.push_back({std::int32_t(stepping.entered.row), render::Mark::entered});
    state.bound = float(stepping.bound);
    for (const double bound : stepping.earlier_bounds) state.earlier_bounds.push_back(float(bound));
}

/// When stepping begins, the query's neighbourhood comes to the middle of what is left free; when it ends, and nobody moved the
/// picture meanwhile, it is as before.
void Picture::State::show_neighbourhood(const InstrumentFrame& frame, const render::Rectangle& free) {
    const bool wanted = frame.view.stepping.open && published_k > 0 && !frame.view.query.empty();
    if (wanted == neighbourhood_shown) return;
    neighbourhood_shown = wanted;
    const auto moved = [this] {
        return camera.three_d != camera_left.three_d || camera.focus() != camera_left.focus() ||
               camera.pixels_per_unit() != camera_left.pixels_per_unit();
    };
    if (!wanted) {
        if (frame.view.stepping.open || moved()) return;
        camera = camera_before;
        camera.resize(frame.width, frame.height);
        return;
    }
    camera_before = camera;
    const ImVec2 at = frame.pixels(frame.view.query);
    const double side = std::min(free.width, free.height), radius = frame.view.kth_distance * camera.pixels_per_unit();
    // More axes than are seen: the k-th distance is no length in the picture.
    const bool zooms = radius > 0 && !frame.axes_hidden() && (radius < 0.15 * side || radius > 0.4 * side);
    if (camera.three_d) {
        if (!zooms) return;
        camera.set_focus(glm::dvec3(glm::vec3(drawn_query)));
        camera.zoom(neighbourhood * side / radius, at.x, at.y);
    } else {
        if (zooms) camera.zoom(neighbourhood * side / radius, at.x, at.y);
        constexpr float margin = 24;
        const bool covered =
            at.x < free.x + margin || at.x > free.x + free.width - margin || at.y < free.y + margin || at.y > free.y + free.height - margin;
        if (zooms || covered) camera.pan(free.x + 0.5 * free.width - at.x, free.y + 0.5 * free.height - at.y);
    }
    camera_left = camera;
}

render::SceneState Picture::State::scene_state(
    const Drawable& drawable, const SessionState& session, const PictureOptions& options, double scale, render::Theme theme) const {
    render::SceneState state;
    state.count = published_count;
    state.k = published_k;
    state.query_shown = !drawable.query.empty();
    for (int axis = 0; data && axis < (camera.three_d ? 3 : 2); ++axis)
        if (const std::size_t which = std::size_t(data->shown[std::size_t(axis)]); which < drawable.query.size())
            state.query[axis] = drawable.query[which];
    state.ball = ball_of(session.metric);
    state.theme = theme;
    state.layers = options.layers;
    state.layers.links = options.layers.links && session.links;
    state.layers.network = options.layers.network && session.network;
    // More axes than are seen: a circle among them would mean a distance that it does not have.
    state.layers.radius = options.layers.radius && data && data->dimension <= (camera.three_d ? 3 : 2);
    if (data && data->network && state.layers.network) state.point_scale = 0.6f;  // else crossings hide the streets between them
    state.scale = scale;
    state.selected_rank = selected_rank;
    state.hovered = hovered;
    state.height_low = float(box.low.z);
    state.height_high = float(box.high.z);
    state.box = box;
    return state;
}

Room Picture::State::room(const InstrumentFrame& frame, const PictureOptions& options) const {
    Room room;
    if (!options.instruments || !data) return room;
    room.tools = options.tools;
    const bool card = frame.view.progress || frame.view.error;  // which has to be read, and takes most of a small view
    if (frame.width < tiny_width || frame.height < tiny_height || (is_small(frame) && card)) return room;
    room.timings_bottom = float(frame.height) - edge_gap;
    room.timings = room.legend = true;
    if (frame.view.stepping.open) {
        room.step = true;
        room.step_layout = step_layout(frame, is_small(frame) ? small_step_folds : step_folds);
        room.timings_bottom = float(room.step_layout.top) - edge_gap;
        room.timings = room.step_layout.structure_in_strip;
        room.timings_folded = step_timings_folded;
        room.legend = !is_small(frame);
        room.legend_folded = legend_folded;
        if (room.tools && 3 * edge_gap + tools_width(frame) + legend_width(frame) > frame.width) room.legend_top += tools_height + edge_gap;
        const StepLayout& layout = room.step_layout;
        const double below = layout.structure_in_strip || layout.structure.width == 0 ? layout.top : layout.structure.y;
        room.legend_parts = legend_parts(frame, room.legend_top, float(below) - edge_gap);
        if (room.legend_top + legend_height(frame, false, room.legend_parts) + edge_gap > below) room.legend_folded = true;
        place_compared(frame, room);
        return room;
    }
    room.timings_folded = is_small(frame) ? small_timings_folded : timings_folded;
    room.legend_folded = is_small(frame) ? small_legend_folded : legend_folded;
    if (room.tools && 3 * edge_gap + tools_width(frame) + legend_width(frame) > frame.width) room.legend_top += tools_height + edge_gap;
    room.legend_parts = legend_parts(frame, room.legend_top, float(frame.height) - edge_gap);
    const auto meet = [&] {
        return 3 * edge_gap + timings_width(frame) + legend_width(frame) > frame.width &&
               room.legend_top + legend_height(frame, room.legend_folded, room.legend_parts) + 2 * edge_gap +
                       timings_height(frame, room.timings_folded) >
                   frame.height;
    };
    room.one = is_small(frame) || meet();
    if (meet()) room.legend_folded = true;
    if (meet()) room.timings_folded = true;
    if (frame.view.tree && !is_small(frame)) place_index(frame, room);
    place_compared(frame, room);
    return room;
}

/// At the left, between tools and timings.
void Picture::State::place_compared(const InstrumentFrame& frame, Room& room) const {
    if (!frame.view.comparing.lists && !frame.view.comparing.running) return;
    room.compared = true;
    room.compared_top = edge_gap;
    if (room.tools) room.compared_top += tools_height + edge_gap;
    if (room.tools && ticks_below_tools(frame, 2 * edge_gap + tools_width(frame), ticks_end(frame, room)))
        room.compared_top += tools_height + edge_gap;
    const float above = room.timings_bottom - (room.timings ? timings_height(frame, room.timings_folded) + edge_gap : 0);
    const float axes = frame.three_d() ? 0.0f : 28.0f, free = above - axes - room.compared_top;
    room.compared_folded = compared_look.folded || !compared_fits(frame, {false, room.tools, -1}, free) || is_small(frame);
    room.compared_height = compared_height(frame, {room.compared_folded, room.tools, -1}, free);
}

/// When a list is looked at, the picture moves to its query where that is out of sight, or too small or large to see.
void Picture::State::show_compared(const InstrumentFrame& frame, const render::Rectangle& free) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen || comparing.generation == looked_at || published_count == 0) return;
    looked_at = comparing.generation;
    const ImVec2 at = frame.pixels(comparing.chosen->position);
    double farthest = 0;
    for (const ComparedRank& rank : comparing.chosen->ranks) farthest = std::max(farthest, rank.right_distance);
    const double side = std::min(free.width, free.height), radius = farthest * camera.pixels_per_unit();
    const bool zooms = radius > 0 && !frame.axes_hidden() && (radius < 0.08 * side || radius > 0.4 * side);
    if (camera.three_d) {
        if (data && zooms) {
            glm::dvec3 focus(0);
            for (int axis = 0; axis < 3; ++axis)
                if (const int which = data->shown[std::size_t(axis)]; which < data->dimension)
                    focus[axis] = comparing.chosen->position[std::size_t(which)] - data->origin[std::size_t(which)];
            camera.set_focus(focus);
            camera.zoom(neighbourhood * side / radius, at.x, at.y);
        }
        return;
    }
    constexpr float margin = 48;
    const bool hidden =
        at.x < free.x + margin || at.x > free.x + free.width - margin || at.y < free.y + margin || at.y > free.y + free.height - margin;
    if (zooms) camera.zoom(neighbourhood * side / radius, at.x, at.y);
    if (zooms || hidden) camera.pan(free.x + 0.5 * free.width - at.x, free.y + 0.5 * free.height - at.y);
}

/// Under the legend, and above the timings where these reach below it.
void Picture::State::place_index(const InstrumentFrame& frame, Room& room) const {
    room.index_top = room.legend_top + legend_height(frame, room.legend_folded, room.legend_parts) + edge_gap;
    double below = frame.height - edge_gap;
    if (3 * edge_gap + timings_width(frame) + index_width(frame) > frame.width)
        below -= timings_height(frame, room.timings_folded) + edge_gap;
    room.index_parts = index_parts(frame, room.index_top, float(below));
    room.index = room.index_parts.shown;
    room.index_folded = index_folded || !room.index_parts.open;
}

void Picture::State::draw_instruments(const InstrumentFrame& frame, const Room& room) {
    if (room.tools) draw_tools(frame);
    if (room.tools) draw_ticks(frame, 2 * edge_gap + tools_width(frame), ticks_end(frame, room));
    if (room.compared) {
        ComparedLook look{room.compared_folded, room.tools, -1};
        draw_compared(frame, room.compared_top, room.compared_height, look);
        if (look.folded != room.compared_folded) compared_look.folded = look.folded;
        compared_look.pointed = look.pointed;
    }
    bool timings = room.timings_folded, legend = room.legend_folded;
    if (room.timings) draw_timings(frame, room.timings_bottom, timings);
    if (room.legend) draw_legend(frame, room.legend_top, legend, room.legend_parts);
    if (bool folded = room.index_folded; room.index) {
        draw_index(frame, room.index_top, folded, room.index_parts);
        if (folded != room.index_folded) index_folded = folded;
    }
    if (room.step) {
        StepFolds& folds = is_small(frame) ? small_step_folds : step_folds;
        if (room.step_layout.code.width > 0) draw_pseudo_code(frame, room.step_layout.code, folds);
        draw_timeline(frame, room.step_layout.timeline, folds);
        if (room.step_layout.structure.width > 0) draw_structure(frame, room.step_layout.structure, folds);
        if (timings != room.timings_folded) step_timings_folded = timings;
        if (legend != room.legend_folded) legend_folded = legend;
        return;
    }
    const bool small = is_small(frame);
    bool& timings_chosen = small ? small_timings_folded : timings_folded;
    bool& legend_chosen = small ? small_legend_folded : legend_folded;
    if (timings != room.timings_folded) {  // somebody pressed its title
        timings_chosen = timings;
        if (room.one && !timings) legend_chosen = true;
    }
    if (legend != room.legend_folded) {
        legend_chosen = legend;
        if (room.one && !legend) timings_chosen = true;
    }
}

render::Rectangle Picture::State::free_part(const InstrumentFrame& frame, const PictureOptions& options, const Room& room) const {
    const bool axes = options.layers.axes && !frame.three_d();
    double left = axes ? 64 : edge_gap, top = edge_gap, right = frame.width - edge_gap, bottom = frame.height - (axes ? 28 : edge_gap);
    if (room.compared && !room.compared_folded) left = std::max<double>(left, (axes ? 64 : edge_gap) + compared_width() + edge_gap);
    if (room.tools) top += tools_height + edge_gap;
    else if (frame.axes_hidden()) top += hidden_axes_note_height + edge_gap;
    if (room.step) bottom = room.step_layout.top - (axes ? 28 : edge_gap);
    if (room.timings) bottom -= timings_height(frame, room.timings_folded) + edge_gap;
    if (room.step && room.step_layout.structure.width > 0 && !room.step_layout.structure_in_strip)
        right = room.step_layout.structure.x - edge_gap;
    else if (room.index && !room.index_folded) right -= index_width(frame) + edge_gap;
    else if (room.legend && !room.legend_folded) right -= legend_width(frame) + edge_gap;
    if (right - left < 0.3 * frame.width || bottom - top < 0.3 * frame.height)
        return {0, 0, frame.width, frame.height};  // a tiny view: let instruments cover it
    return {left, top, right - left, bottom - top};
}

/// What lies under the mouse as of the last frame; asks for the next one.
void Picture::State::find_hovered(const Drawable& drawable) {
    const auto mouse = gui.mouse();
    if (!mouse || gui.over_instrument(mouse->first, mouse->second)) {
        hovered = -1;
        cells.look_for(scene, drawable, std::nullopt);
        return;
    }
    hovered = scene.picked().value_or(-1);
    scene.request_pick(mouse->first, mouse->second);
    std::optional<glm::vec3> at;  // in space that of the point, since there is no telling how deep the mouse is
    if (!camera.three_d) at = glm::vec3(camera.to_world(mouse->first, mouse->second));
    else if (hovered >= 0 && hovered < data->count()) at = glm::vec3(position_of(*data, hovered));
    cells.look_for(scene, drawable, at);
}

Picture::Picture() : state_(std::make_unique<State>()) {}
Picture::~Picture() = default;

void Picture::draw(Workbench& workbench, double width, double height, double scale, render::Theme theme, const PictureOptions& options) {
    State& s = *state_;
    const Drawable drawable = workbench.drawable();
    const SessionState& session = workbench.session();
    if (s.camera.three_d != session.three_d) {
        s.camera.three_d = session.three_d;
        s.fit_wanted = true;
    }
    s.camera.resize(width, height);
    s.publish(drawable, session, theme);
    s.publish_step(workbench.view());
    s.compared_marks.update(workbench.view().comparing, s.data.get());
    if (s.published_count > 0) s.find_hovered(drawable);
    s.gui.begin_frame(width, height, scale, theme);
    const glm::dvec3 sides = s.box.high - s.box.low;
    const InstrumentFrame frame{workbench.view(), session, s.data.get(), s.look.colours(), s.camera, s.gui, theme, render::palette(theme),
        width, height, s.box.low.z, s.box.high.z, std::max({sides.x, sides.y, sides.z}), s.hovered, PointLook::work_of(drawable, s.hovered),
        s.asked_for, s.step_wish, s.cells};
    const Room room = s.room(frame, options);
    const render::Rectangle free = s.free_part(frame, options, room);
    if (s.fit_wanted && s.published_count > 0) {
        s.camera.fit(s.box, free, width, height);
        s.fit_wanted = false;
    }
    render::SceneState scene_state = s.scene_state(drawable, session, options, scale, theme);
    const std::optional<TreeFacts>& tree = workbench.view().tree;
    scene_state.cells = s.cells.state(drawable, session, tree ? &*tree : nullptr, s.camera.three_d);
    s.drawn_query = scene_state.query;
    s.show_neighbourhood(frame, free);
    s.show_compared(frame, free);
    if (frame.steps()) s.mark_step(frame.view, scene_state);
    render::Extras extras = s.look.extras(s.published_count);
    extras.cells = s.cells.buffer();
    s.compared_marks.add_to(extras);
    s.scene.draw(s.positions_buffer, frame.steps() ? s.step_index : s.index_buffer, frame.steps() ? s.step_distance : s.distance_buffer,
        s.camera, scene_state, extras);
    if (frame.steps() && options.layers.marks) draw_leaves(frame, free);
    if (options.layers.marks) draw_compared_marks(frame, s.compared_look);
    if (options.layers.axes) draw_axes(frame, free, room.tools);
    if (options.layers.axes) draw_hidden_axes_note(frame, room.tools ? 2 * edge_gap + tools_width(frame) : edge_gap);
    const bool tags = options.layers.radius && s.published_k > 0 && s.data, whole = tags && !frame.axes_hidden();
    if (tags && frame.steps()) draw_step_tags(frame, free, whole);
    else if (whole) draw_kth_tag(frame, free);
    s.draw_instruments(frame, room);
    draw_hover_card(frame);
    draw_cards(frame, s.data ? free : render::Rectangle{0, 0, width, height}, options.tools);
    if (options.instruments) draw_why(frame, free, options.tools);
    s.gui.end_frame();
    s.cells.end_frame();
    s.step_wish.leaves_seen = std::exchange(s.step_wish.leaves, std::nullopt);
    workbench.point_at(s.hovered, pointed_place(frame));
    if (const auto position = std::exchange(s.step_wish.position, std::nullopt)) workbench.step_to(*position), s.edited = true;
    if (const auto tick = std::exchange(s.step_wish.tick, std::nullopt)) workbench.go_to_tick(*tick), s.edited = true;
    if (const auto speed = std::exchange(s.step_wish.speed, std::nullopt)) workbench.set_step_speed(*speed), s.edited = true;
}
bool Picture::edited() { return std::exchange(state_->edited, false); }
render::Camera& Picture::camera() { return state_->camera; }
ImGuiLayer& Picture::gui() { return state_->gui; }
void Picture::fit() { state_->fit_wanted = true; }
std::string Picture::buffer_path() const { return state_->positions ? state_->positions->path_name() : ""; }
bool Picture::interop() const { return state_->positions && state_->positions->path() == BufferPath::interop; }
std::string Picture::asked_for() { return std::exchange(state_->asked_for, {}); }
std::int64_t Picture::hovered() const { return state_->hovered; }
void Picture::set_selected_rank(int rank_from_0) { state_->selected_rank = rank_from_0; }
void Picture::mark_cells(const CellMark& mark) { state_->cells.keep_marked(mark); }

}  // namespace neighborscope
