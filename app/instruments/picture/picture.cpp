#include "app/instruments/overlay/chart_view.hpp"
#include "app/instruments/picture/picture_state.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/start_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"

#include "app/instruments/overlay/leaves.hpp"
#include "app/instruments/overlay/probed_regions.hpp"
#include "app/instruments/overlay/walk.hpp"
#include "app/session/compare/comparing.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

void Picture::State::mark_step(const ViewModel& view, render::SceneState& state) const {
    const Stepping& stepping = view.stepping;
    state.k = int(view.neighbours.size());
    for (const std::int64_t row : stepping.later) state.marks.push_back({std::int32_t(row), render::Mark::later});
    if (stepping.left.row >= 0) state.marks.push_back({std::int32_t(stepping.left.row), render::Mark::left});
    if (stepping.entered.row >= 0) state.marks.push_back({std::int32_t(stepping.entered.row), render::Mark::entered});
    state.bound = float(stepping.bound);
    for (const double bound : stepping.earlier_bounds) state.earlier_bounds.push_back(float(bound));
}

bool differ(const render::Camera& a, const render::Camera& b) {
    return a.three_d != b.three_d || a.focus() != b.focus() || a.pixels_per_unit() != b.pixels_per_unit();
}

/// Whether the user moved the camera away from `other`.
bool Picture::State::moved_since(const render::Camera& other) const { return differ(camera, other); }

/// Moves the camera so that a ball is in the free area, centred or with the smallest movement, if the ball is outside, too large, or
/// smaller than the share `least` of the free area's shorter side. Returns whether the camera may have moved.
bool Picture::State::move_ball_into_view(const InstrumentFrame& frame, const render::Rectangle& free, const std::vector<double>& place,
    double radius, double least, float margin, bool to_middle, bool may_zoom) {
    const ImVec2 at = frame.pixels(place);
    const double side = std::min(free.width, free.height), seen = radius * camera.pixels_per_unit();
    // With hidden axes, a distance is no length in the picture.
    const bool zooms = may_zoom && seen > 0 && frame.has_ball() && (seen < least * side || seen > 0.4 * side);
    if (camera.three_d && !zooms) return false;
    if (camera.three_d) camera.set_focus(frame.place(place));
    if (zooms) camera.zoom(neighbourhood * side / seen, at.x, at.y);
    if (camera.three_d) return true;
    if (frame.has_ball()) margin = std::max(margin, float(std::min(seen, 0.4 * side)));  // shows the whole ball
    const double x = 0.5 * free.width, y = 0.5 * free.height, at_x = at.x - free.x - x, at_y = at.y - free.y - y,
                 far_x = std::max(0.0, x - margin), far_y = std::max(0.0, y - margin);  // from the centre
    const bool covered = std::abs(at_x) > far_x || std::abs(at_y) > far_y;
    if ((covered || zooms) && to_middle) camera.pan(-at_x, -at_y);
    else if (covered) camera.pan(std::clamp(at_x, -far_x, far_x) - at_x, std::clamp(at_y, -far_y, far_y) - at_y);
    return true;
}

/// The box of the query, its missed neighbours, and the descent of a walk or the neighbours within `reach`. None if the ball of the k-th
/// distance shows the search as well: no neighbour is missed, or they are so far away that the ball would be small.
std::optional<render::Box> Picture::State::box_of_search(const InstrumentFrame& frame, double reach) const {
    constexpr double most = 5;  // times the k-th distance
    const Stepping& stepping = frame.view.stepping;
    const glm::dvec3 query = frame.place(frame.view.query);
    render::Box around{query, query};
    const auto include = [&](const glm::dvec3& at) { around = {glm::min(around.low, at), glm::max(around.high, at)}; };
    const auto include_row = [&](std::int64_t row) {
        if (row >= 0 && row < data->count()) include(position_of(*data, projection, row));
    };
    for (const NeighbourRow& one : frame.view.crossed()) include_row(one.row);
    if (stepping.descends()) {
        for (const std::int32_t row : stepping.descent) include_row(row);
    } else if (frame.has_ball() || camera.three_d) {
        const double missed = std::max(glm::length(around.low - query), glm::length(around.high - query));
        if (camera.three_d || frame.view.crossed().empty() || missed > most * reach) return std::nullopt;
        include(query - glm::dvec3(reach, reach, 0)), include(query + glm::dvec3(reach, reach, 0));
    } else {
        for (const NeighbourRow& one : frame.view.neighbours) include_row(one.row);
    }
    constexpr double beside = 0.1;  // share of the larger side that stays free at each side
    const glm::dvec3 sides = around.high - around.low, whole = box.high - box.low;
    const double larger = std::max({sides.x, sides.y, camera.three_d ? sides.z : 0.0, 0.02 * std::max(whole.x, whole.y)});
    return render::Box{around.low - beside * larger, around.high + beside * larger};
}

/// Moves the camera to the descent of a walk, then to the query's neighbourhood with the missed neighbours or the leaves that are visited;
/// where axes are hidden, to the query and its neighbours. Returns whether the camera may have moved.
bool Picture::State::move_search_into_view(const InstrumentFrame& frame, const render::Rectangle& free, double reach) {
    descent_shown = frame.view.stepping.descends();
    const std::optional<render::Box> around = box_of_search(frame, reach);
    const bool leaves = !around && leaves_drawn(frame) && !camera.three_d && frame.has_ball() && reach > 0;
    if (!around && !leaves) return move_ball_into_view(frame, free, frame.view.query, reach, 0.15, 24);
    camera.fit(leaves ? box_of_visits(frame, reach) : *around, free, frame.width, frame.height);
    return true;
}

/// When stepping or a race begins, shows the search in the free area; again if the view's size, the number of neighbours or the farthest of
/// them changes, or the descent of a walk ends. At its end restores the camera, unless the user has moved it.
void Picture::State::show_neighbourhood(const InstrumentFrame& frame, const render::Rectangle& free, bool wanted, double reach) {
    const bool asked = wanted;
    wanted = wanted && published_k > 0 && !frame.view.query.empty();
    const bool same_size = camera_of_steps.width() == frame.width && camera_of_steps.height() == frame.height;
    const auto remember = [&] {
        neighbourhood_size = frame.view.neighbours.size(), neighbourhood_missed = frame.view.crossed().size();
        neighbourhood_reach = reach, neighbourhood_free = free, neighbourhood_cards = frame.session.cards;
        leaves_shown = leaves_shown || leaves_drawn(frame);
    };
    // An answer that arrives later: missed neighbours, or the list of another method. The camera does not follow a query that moves.
    const bool leaves_arrive = neighbourhood_shown && !leaves_shown && leaves_drawn(frame);
    const bool arrived =
        leaves_arrive ||
        (frame.session.query_mode == QueryMode::pinned &&
            (neighbourhood_missed != frame.view.crossed().size() || (neighbourhood_reach != reach && reach > frame.view.kth_distance)));
    if (wanted && neighbourhood_shown &&  // another circle, or instruments were folded or opened
        (neighbourhood_size != frame.view.neighbours.size() || arrived || (same_size && neighbourhood_free != free) ||
            descent_shown != frame.view.stepping.descends())) {
        // Where only cards were folded or opened, the user looks at the same things at the same scale.
        const bool only_cards = neighbourhood_size == frame.view.neighbours.size() && !arrived && same_size &&
                                descent_shown == frame.view.stepping.descends() && neighbourhood_cards != frame.session.cards;
        remember();
        if (moved_since(camera_of_steps)) {
            // It stays.
        } else if (only_cards ? move_ball_into_view(frame, free, frame.view.query, reach, 0, 24, true, false)
                              : move_search_into_view(frame, free, reach)) {
            camera_of_steps = camera;
        }
        descent_shown = frame.view.stepping.descends();
        return;
    }
    if (wanted == neighbourhood_shown && (!wanted || same_size || camera.three_d || moved_since(camera_of_steps))) return;
    const bool begins = wanted && !neighbourhood_shown;
    neighbourhood_shown = wanted;
    if (begins) leaves_shown = false;
    if (begins && keeps_opened_view(frame)) {  // its camera was saved while stepping
        camera_before_steps = fitted;
        camera_of_steps = render::Camera();
        camera_of_steps.resize(frame.width, frame.height);
        return;
    }
    if (!wanted) {
        if (asked || moved_since(camera_of_steps)) return;
        camera = camera_before_steps;
        camera.resize(frame.width, frame.height);
        if (!same_size && !moved_since(fitted)) fit_wanted = true;  // the view's size changed
        return;
    }
    if (begins) camera_before_steps = camera;
    remember();
    if (move_search_into_view(frame, free, reach)) camera_of_steps = camera;
}

render::SceneState Picture::State::scene_state(
    const Drawable& drawable, const SessionState& session, const PictureOptions& options, double scale, render::Theme theme) const {
    render::SceneState state;
    state.count = published_count();
    state.k = published_k;
    state.query_shown = !drawable.query.empty();
    if (data && projection.plane && !drawable.query.empty()) {
        std::vector<double> position(drawable.query.begin(), drawable.query.end());
        for (std::size_t axis = 0; axis < position.size(); ++axis) position[axis] += data->origin[axis];
        const std::array<double, 3> at = projection.place(*data, position);
        for (int axis = 0; axis < (camera.three_d ? 3 : 2); ++axis) state.query[axis] = float(at[std::size_t(axis)]);
    } else {
        for (int axis = 0; data && axis < (camera.three_d ? 3 : 2); ++axis)
            if (const std::size_t which = std::size_t(projection.axes[std::size_t(axis)]); which < drawable.query.size())
                state.query[axis] = drawable.query[which];
    }
    state.ball = ball_of(session.metric);
    state.data_version = positions_version + point_layer.version() + cells.version();
    state.milliseconds_for_data = options.milliseconds_for_data;
    state.theme = theme;
    state.layers = options.layers;
    state.layers.links = options.layers.links && session.links;
    state.layers.network = options.layers.network && session.network;
    // With hidden axes, a circle would show a wrong distance.
    state.layers.radius = options.layers.radius && data && data->dimension <= (camera.three_d ? 3 : 2) &&
                          session.metric != Metric::cosine && session.metric != Metric::inner_product;
    if (data && data->network && state.layers.network) state.point_scale = 0.6f;  // smaller points, so that crossings do not hide streets
    state.scale = scale;
    if (options.presenter) state.mark_scale = double(presenter_marks);
    state.selected_rank = selected_rank;
    state.hovered = hovered >= 0 ? hovered : options.hovered;
    state.height_low = float(box.low.z);
    state.height_high = float(box.high.z);
    state.box = box;
    return state;
}

/// The row whose mark is at a pixel: the cross of a missed neighbour, else the ring of a row that no search finds. -1: none.
std::int64_t Picture::State::marked_at(double x, double y) const {
    constexpr double reach_of_cross = 9, reach_of_ring = 7;  // pixels
    constexpr std::size_t most_rings = 3000;
    const auto nearest_of = [&](const auto& rows, double nearest) {
        std::int64_t found = -1;
        for (const std::int64_t row : rows) {
            if (!data || row >= data->count()) continue;
            const glm::dvec3 at = camera.to_pixels(position_of(*data, projection, row));
            if (const double away = std::hypot(at.x - x, at.y - y); away <= nearest) nearest = away, found = row;
        }
        return found;
    };
    if (const std::int64_t row = nearest_of(crossed, reach_of_cross); row >= 0) return row;
    const std::span<const std::int32_t> ringed = link_layer.unreachable();
    return nearest_of(ringed.first(std::min(ringed.size(), most_rings)), reach_of_ring);
}

/// Takes the row under the mouse in the last frame, and requests that of the next one.
void Picture::State::find_hovered(const Drawable& drawable) {
    const auto mouse = gui.mouse();
    if (!mouse || gui.over_instrument(mouse->first, mouse->second)) {
        hovered = mouse ? step_request.pointed_before.value_or(-1) : -1;  // from the polar view
        if (!data || hovered >= data->count()) hovered = -1;
        cells.find_cell(scene, drawable, std::nullopt);
        return;
    }
    hovered = scene.picked().value_or(-1);
    if (const std::int64_t row = marked_at(mouse->first, mouse->second); row >= 0) hovered = row;
    scene.request_pick(mouse->first, mouse->second);
    if (hovered >= 0 && hovered < data->count()) surface = position_of(*data, projection, hovered);
    std::optional<glm::vec3> at;  // in 3-D that of the point, since the mouse has no depth
    if (!camera.three_d) at = glm::vec3(camera.to_world(mouse->first, mouse->second));
    else if (hovered >= 0 && hovered < data->count()) at = glm::vec3(position_of(*data, projection, hovered));
    cells.find_cell(scene, drawable, at);
}

/// Whether cards were folded, opened, pinned or put back, so that they leave another part of the view free. Where they are pinned does
/// not matter.
static bool room_differs(const std::map<std::string, SavedCard>& a, const std::map<std::string, SavedCard>& b) {
    const auto differs = [](const auto& some, const auto& other) {
        return std::any_of(some.begin(), some.end(), [&](const auto& one) {
            const auto found = other.find(one.first);
            const SavedCard& its = found == other.end() ? SavedCard() : found->second;
            return its.open != one.second.open || its.place.has_value() != one.second.place.has_value();
        });
    };
    return differs(a, b) || differs(b, a);
}

/// The square that cells divide in the plane; empty if no cells are drawn there.
static render::Box square_of_cells(const render::CellState& cells) {
    if (cells.count == 0 || !cells.boxes || !cells.grid || cells.dimension != 2) return {};
    return {{cells.low.x, cells.low.y, 0}, {cells.low.x + cells.side, cells.low.y + cells.side, 0}};
}

VisiblePlane Picture::State::visible_plane(bool waits) const {
    VisiblePlane plane;
    plane.waits = waits;
    plane.width = int(std::lround(camera.width())), plane.height = int(std::lround(camera.height()));
    plane.size = {plane.width / camera.pixels_per_unit(), plane.height / camera.pixels_per_unit()};
    const glm::dvec3 low = camera.to_world(0, camera.height());
    plane.low = {low.x, low.y};
    return plane;
}

Picture::Picture() : Picture(std::make_shared<SharedResources>()) {}
Picture::Picture(std::shared_ptr<SharedResources> shared) : state_(std::make_unique<State>(std::move(shared))) {}
Picture::~Picture() = default;

void Picture::draw(ShownSearch& search, double width, double height, double scale, render::Theme theme, const PictureOptions& options) {
    State& s = *state_;
    s.magnification = options.presenter ? presenter_magnification(width, height, options.text_scale) : 1;
    const bool chart = search.session().chart != ChartShown::none && options.instruments;
    if (chart && options.presenter) s.magnification *= presented_charts;
    width /= s.magnification;
    height /= s.magnification;
    scale *= s.magnification;
    const Drawable drawable = search.drawable();
    if (drawable.list_generation != s.answered_generation || !drawable.lists)
        s.answered_generation = drawable.list_generation, s.answered_metric = search.session().metric;
    std::optional<SessionState> answered_session;  // circle and legend are of the list shown, even if the document's request is refused
    if (search.session().metric != s.answered_metric) answered_session = search.session(), answered_session->metric = s.answered_metric;
    if (s.classes.has_regions() && colours_leaves(search.session().cells)) {  // areas are coloured by classes
        if (!answered_session) answered_session = search.session();
        answered_session->cells = CellsShown::outlines;
    }
    const SessionState& session = answered_session ? *answered_session : search.session();
    if (const bool three_d = search.view().three_d; s.camera.three_d != three_d) {
        s.camera.three_d = three_d;
        s.fit_wanted = true;
    }
    // Fits the data again if the view's size changed, unless the user has moved the camera.
    if ((s.camera.width() != width || s.camera.height() != height) && !options.presenter && !s.presented && !s.moved_since(s.fitted))
        s.fit_wanted = true;
    s.camera.resize(width, height);
    // Other colours for the level of each step would take longer than a step may where there are many points.
    constexpr std::int64_t most_for_steps = 200000;
    const bool many = search.view().data.count > most_for_steps;
    const int level = search.view().stepping.ready && many ? 0 : level_shown(session, search.view());
    s.publish(drawable, session, theme, level, !options.camera);
    s.publish_step(search.view());
    s.compared_marks.update(search.view().comparing, s.data.get(), s.projection);
    s.classes.update(search.view().classes, s.projection, theme);
    s.gui.take_size(width, height, scale);
    if (s.published_count() > 0) s.find_hovered(drawable);
    s.gui.begin_frame(width, height, scale, theme);
    s.shared->atlases.acquire(s.atlas, s.data, [&](PictureAtlas& atlas) { atlas.begin(s.data); });
    s.atlas->begin_frame();
    const glm::dvec3 sides = s.box.high - s.box.low;
    s.density_drawn = s.scene.density();
    InstrumentFrame frame{search.view(), session, s.data.get(), s.projection, s.point_layer.colours(), s.camera, s.gui, theme,
        render::palette(theme), width, height, s.box.low.z, s.box.high.z, std::max({sides.x, sides.y, sides.z}), s.hovered,
        PointLayer::work_of(drawable, s.hovered), s.density_drawn, s.commands, s.requested_command, s.step_request, s.cells, s.rows,
        *s.atlas, options.presenter, &s.link_layer};
    frame.controls = options.tools;
    const InstrumentPlacement placement = s.placement(frame, options);
    const PresenterLayout presented = options.presenter ? presenter_layout(frame) : PresenterLayout();
    std::vector<render::Rectangle> docked = (options.presenter ? presented.steps : placement.step_layout).docked();
    if (presented.chart.width > 0) docked.push_back(presented.chart);
    frame.docked = docked;
    s.timings_were_low = placement.timings_low, s.timings_were_right = placement.timings_at_right();
    const render::Rectangle free = s.free_part(frame, options, placement);
    // Instruments that appear after the points may cover some of them.
    const std::array compared{options.instruments, placement.index, s.is_side_panel_open(placement), placement.timings_at_right()};
    const bool held = std::exchange(s.step_request.card_held, false);
    const bool other_cards = options.instruments && !held && room_differs(session.cards, s.fitted_cards);
    if (s.published_count() > 0 && (compared != s.fitted_beside || other_cards) && !placement.step && !options.presenter && !s.presented &&
        !s.moved_since(s.fitted))
        s.fit_wanted = true;
    if (!options.presenter) s.leave_presented(frame), s.restore_window(frame);
    s.fit_to_late_answer(frame, options);
    if (s.fit_wanted && s.published_count() > 0) {
        if (s.box_stale) s.find_box();
        s.fitted_beside = compared;
        s.fitted_cards = session.cards;
        s.fitted_box = s.box_with_answer(frame);
        s.answer_awaited = session.query_mode == QueryMode::pinned && !search.view().exactness.known;
        s.camera.fit(s.fitted_box, free, width, height);
        s.fitted = s.camera;
        s.fit_wanted = false;
    }
    if (!options.camera) s.take_opened_view(frame);
    if (options.camera) {
        s.camera = *options.camera;
        s.camera.resize(width, height);
        s.fit_wanted = s.neighbourhood_shown = false;
    }
    render::SceneState scene_state = s.scene_state(drawable, session, options, scale, theme);
    const std::optional<TreeFacts>& tree = search.view().tree;
    scene_state.cells = s.cells.state(drawable, session, tree ? &*tree : nullptr, s.camera.three_d);
    if (leaves_drawn(frame)) scene_state.cells.fill = render::CellNumber::none, scene_state.cells.query.reset();  // colours show visits
    if (s.classes.has_regions()) scene_state.cells.query.reset();
    s.drawn_query = scene_state.query;
    s.cells_box = square_of_cells(scene_state.cells);
    if (options.presenter) s.show_presented(frame, presented_beside_why(frame, free));
    if (!options.camera && !options.presenter) {
        const double reach = std::max(search.view().kth_distance, options.compared ? options.compared_reach : 0.0);
        s.show_neighbourhood(frame, free, search.view().stepping.open || options.compared, reach);
    }
    if (!options.camera) s.show_compared(frame, free);
    if (!options.camera && !options.presenter && options.instruments) s.show_why(frame, free, options.tools);
    if (frame.steps()) s.mark_step(frame.view, scene_state);
    render::Extras extras = s.point_layer.extras(s.published_count());
    extras.cells = s.cells.buffer();
    s.compared_marks.add_to(extras);
    s.classes.add_to(extras);
    s.link_layer.update(s.data.get(), s.projection, session, search.view(), s.camera, std::isinf(options.milliseconds_for_data));
    s.link_layer.add_to(extras, scene_state, s.camera, s.box);
    if (session.regions && !s.camera.three_d && s.published_count() > 0)
        search.set_visible_plane(s.visible_plane(std::isinf(options.milliseconds_for_data)));
    s.scene.draw(s.points ? s.points->buffer() : s.no_points, frame.steps() ? s.step_index : s.index.buffer,
        frame.steps() ? s.step_distance : s.distance.buffer, s.camera, scene_state, extras);
    s.drawn.emplace(s.camera, scene_state);
    if (!options.presenter) s.window = s.window_view(frame);
    if (session.chart != ChartShown::none && options.instruments) {
        draw_chart_view(frame, scale, options.tools);
        draw_cards(frame, {0, 0, width, height}, options.tools);
        s.end_frame(search, {});
        return;
    }
    if (options.layers.marks) draw_note_arrows(frame, free);
    const OccupiedAreas badges = frame.steps() && options.layers.marks ? draw_leaves(frame, free) : OccupiedAreas();
    const OccupiedAreas numbers = options.layers.marks ? draw_lists(frame, free) : OccupiedAreas();
    if (options.layers.marks && options.compared) draw_difference_marks(frame);
    if (options.layers.marks) draw_changed_leaves(frame), draw_changed_marks(frame, !options.compared);
    if (options.layers.marks) draw_ring_of_query(frame);
    if (options.layers.marks && !frame.steps()) draw_selected_rows(frame);
    OccupiedAreas walk_tags = options.layers.marks ? draw_walk(frame, free) : OccupiedAreas();
    if (options.layers.marks)
        draw_leaving_arrows(frame), draw_row_links(frame), draw_missed_marks(frame), draw_compared_marks(frame, s.compared_state);
    s.crossed.clear();
    if (options.layers.marks)
        for (const NeighbourRow& one : search.view().crossed()) s.crossed.push_back(one.row);
    if (options.layers.marks) draw_picture_places(frame, free);
    const bool axes = options.layers.axes && !options.presenter;
    if (axes) draw_axes(frame, free);
    else if (options.layers.axes && frame.three_d())  // they say how the picture is turned
        draw_axes(frame, {free.x + edge_gap, free.y + edge_gap, free.width, free.height});
    render::Rectangle note{0, 0, 0, 0};
    if (axes)
        note = draw_hidden_axes_note(
            frame, placement.tools ? 2 * edge_gap + tools_width(frame) : edge_gap, right_end_of_ticks(frame, placement));
    const bool tags = options.layers.radius && s.published_k > 0 && s.data, whole = tags && frame.has_ball();
    walk_tags.insert(walk_tags.end(), badges.begin(), badges.end());
    if (tags && frame.steps()) draw_step_tags(frame, free, whole, std::move(walk_tags));
    else if (whole) draw_kth_tag(frame, free, numbers);
    if (options.presenter) draw_presenter(frame, presented, s.selected_rank);
    else s.draw_instruments(frame, placement);
    if (options.instruments || options.presenter) draw_picture_title(frame, free, placement.tools ? tools_height + edge_gap : 0);
    if (options.layers.marks) draw_notes(frame, free);
    draw_hover_card(frame);
    const bool waits = options.camera && !s.data;  // the first picture shows the progress
    if (!waits) draw_cards(frame, s.data ? free : render::Rectangle{0, 0, width, height}, options.tools);
    if (options.instruments || options.compared) draw_why(frame, free, options.tools, note);
    s.end_frame(search, pointed_place(frame));
}

void Picture::State::end_frame(ShownSearch& search, std::vector<double> pointed) {
    gui.end_frame();
    cells.end_frame();
    step_request.pointed_before = std::exchange(step_request.pointed, std::nullopt);
    step_request.leaves_before = std::exchange(step_request.leaves, std::nullopt);
    search.point_at(hovered, std::move(pointed));
}

void Picture::apply_requests(Workbench& workbench) {
    StepRequest& request = state_->step_request;
    bool& edited = state_->edited;
    if (const auto position = std::exchange(request.position, std::nullopt)) workbench.stepping().go_to(*position), edited = true;
    if (const auto row = std::exchange(request.row, std::nullopt)) workbench.query().pin_at_row(*row), edited = true;
    if (const auto tick = std::exchange(request.tick, std::nullopt)) workbench.moving().go_to_tick(*tick), edited = true;
    if (const auto speed = std::exchange(request.speed, std::nullopt)) workbench.stepping().set_speed(*speed), edited = true;
    if (const auto moved = std::exchange(request.moved_note, std::nullopt)) {
        workbench.change(
            [&](SessionState& state) {
                if (moved->first < state.notes.size()) state.notes[moved->first].offset = moved->second;
            },
            true);
        edited = true;
    }
    if (std::exchange(request.note_dropped, false)) workbench.end_drag();
    for (const auto& [name, card] : std::exchange(request.cards, {})) workbench.cards().change(name, card), edited = true;
    if (std::exchange(request.close_start, false)) workbench.starting().close(), edited = true;
    if (const auto place = std::exchange(request.curve_place, std::nullopt))
        workbench.curves().apply_curve_point((*place)[0], (*place)[1]), edited = true;
}

bool Picture::unfinished() const {
    return (state_->fit_wanted && state_->published_count() > 0) || state_->scene.unfinished() || state_->link_layer.unfinished() ||
           (state_->published_count() > 0 && state_->cells.unfinished(state_->scene)) || state_->scene.density() != state_->density_drawn;
}
bool Picture::edited() { return std::exchange(state_->edited, false); }
double Picture::magnification() const { return state_->magnification; }
render::Camera& Picture::camera() { return state_->camera; }
bool Picture::in_space() const { return state_->camera.three_d; }
PointedPicture::Place Picture::place_at(double x, double y) const {
    const glm::dvec3 place = state_->camera.to_world(x, y);
    return {place.x, place.y, place.z};
}
PointedPicture::Place Picture::surface_at(double x, double y) const {
    const glm::dvec3 place = state_->surface ? state_->camera.to_world(x, y, *state_->surface) : state_->camera.to_world(x, y);
    return {place.x, place.y, place.z};
}
PointedPicture::Place Picture::place_beside(double x, double y, const Place& deep) const {
    const glm::dvec3 place = state_->camera.to_world(x, y, {deep[0], deep[1], deep[2]});
    return {place.x, place.y, place.z};
}
std::pair<double, double> Picture::pixel_of(const Place& place) const {
    const glm::dvec3 pixel = state_->camera.to_pixels({place[0], place[1], place[2]});
    return {pixel.x, pixel.y};
}
bool Picture::covered(double x, double y) const {
    const render::Camera& camera = state_->camera;
    return x < 0 || y < 0 || x >= camera.width() || y >= camera.height() || state_->gui.over_instrument(x, y);
}
void Picture::pan(double dx, double dy) { state_->camera.pan(dx, dy); }
void Picture::orbit(double dx, double dy) { state_->camera.orbit(dx, dy); }
void Picture::zoom(double factor, double x, double y) { state_->camera.zoom(factor, x, y); }
ImGuiLayer& Picture::gui() { return state_->gui; }
std::optional<render::Camera> Picture::moved_camera() const {
    return state_->moved_since(state_->fitted) ? std::optional(state_->camera) : std::nullopt;
}
void Picture::fit() { state_->opened_view.reset(), state_->fit_wanted = state_->fit_everything = true; }
std::string Picture::buffer_path() const { return state_->buffer_path; }
bool Picture::interop() const { return state_->interop; }
void Picture::set_commands(const Commands& commands) { state_->commands = &commands; }
std::string Picture::requested_command() { return std::exchange(state_->requested_command, {}); }
std::int64_t Picture::hovered() const { return state_->hovered; }
std::int64_t Picture::row_at(double x, double y) {
    State& s = *state_;
    if (s.published_count() > 0 && s.drawn && !s.gui.over_instrument(x, y))
        s.hovered = s.marked_at(x, y) >= 0 ? s.marked_at(x, y) : s.scene.pick(x, y, s.drawn->first, s.drawn->second).value_or(-1);
    return s.hovered;
}
void Picture::set_selected_rank(int rank_from_0) { state_->selected_rank = rank_from_0; }
void Picture::mark_cells(const CellMark& mark) { state_->cells.set_selected_mark(mark); }

}  // namespace neighborscope
