// The camera of the presentation mode: it keeps what the window showed, and frames a search that is stepped through.
#include "app/instruments/picture/picture_state.hpp"

#include "app/instruments/overlay/leaves.hpp"

#include <algorithm>

namespace neighborscope {

/// Whether the camera stays as it was saved while presenting.
bool Picture::State::presents_opened_view(const InstrumentFrame& frame) {
    if (!keeps_opened_view(frame)) return false;
    presented = PresentedView{.before = fitted,
        .camera = opened_view->camera,
        .seen = fitted,
        .whole = true,
        .steps = frame.view.stepping.open,
        .leaves = true,
        .descent = frame.view.stepping.descends(),
        .query = drawn_query};
    return true;
}

/// Shows what the window showed, and a search that is stepped through.
void Picture::State::show_presented(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (published_count() == 0 || presents_opened_view(frame)) return;
    const bool steps = frame.view.stepping.open, begins = !presented || presented->steps != steps;
    if (!presented) {
        presented = PresentedView{.before = camera, .camera = camera, .seen = camera, .seen_in = window_free};
        if (window_camera) presented->seen.resize(window_camera->width(), window_camera->height());
        if (neighbourhood_shown)  // the window showed steps
            presented->seen = camera_before_steps, presented->seen_in = {0, 0, camera_before_steps.width(), camera_before_steps.height()};
        presented->whole = !differ(presented->seen, fitted);
    } else if (steps && begins && moved_since(presented->camera)) {  // by the user
        presented->before = presented->seen = camera;
        presented->seen_in = {0, 0, frame.width, frame.height}, presented->whole = false;
    }
    presented->steps = steps;
    if (steps) show_presented_steps(frame, free, begins);
    else show_seen(frame, free, begins);
}

/// Fits what is seen without steps into the free area, unless the user has moved the camera.
void Picture::State::show_seen(const InstrumentFrame& frame, const render::Rectangle& free, bool begins) {
    PresentedView& view = *presented;
    const bool same = view.camera.width() == frame.width && view.camera.height() == frame.height && view.free == free;
    if (!moved_since(fitted) && (!same || moved_since(view.camera))) view.whole = true;  // other data
    else if (moved_since(view.camera) || (same && !begins)) return;
    if (view.whole) {
        camera.fit(fitted_box, free, frame.width, frame.height);
        fitted = camera;
    } else {
        const render::Rectangle& part = view.seen_in;
        const double larger = std::min(free.width / part.width, free.height / part.height);
        const glm::dvec3 middle = view.seen.to_world(part.x + 0.5 * part.width, part.y + 0.5 * part.height);
        camera = view.seen;
        camera.resize(frame.width, frame.height);
        camera.zoom(larger, 0.5 * frame.width, 0.5 * frame.height);
        const glm::dvec3 at = camera.to_pixels(middle);
        camera.pan(free.x + 0.5 * free.width - at.x, free.y + 0.5 * free.height - at.y);
    }
    view.camera = camera, view.free = free;
}

/// Fits the descent of a walk, or the ball of the k-th distance and near visited leaves, into the free area. Again when the view's size
/// changes, the descent ends or the leaves become known, unless the user has moved the camera.
void Picture::State::show_presented_steps(const InstrumentFrame& frame, const render::Rectangle& free, bool begins) {
    const bool descent = frame.view.stepping.descends();
    if (published_k == 0 || frame.view.query.empty() || (frame.has_ball() && !(frame.view.kth_distance > 0))) return;
    const bool leaves = leaves_drawn(frame) && !frame.three_d();
    if (!begins) {
        const render::Camera& last = presented->camera;
        const bool same_size = last.width() == frame.width && last.height() == frame.height;
        const bool elsewhere = frame.view.exhibiting && frame.session.query_mode == QueryMode::pinned && presented->query != drawn_query;
        if (same_size && !elsewhere && presented->descent == descent && (presented->leaves || !leaves)) return;
        if (moved_since(last)) return;
    }
    const double radius = frame.view.kth_distance;
    const glm::dvec3 query(drawn_query);
    if (const auto around = box_of_search(frame, radius)) {
        camera.fit(*around, free, frame.width, frame.height);
    } else if (!frame.has_ball()) {
        // In space, hidden axes have no ball to frame.
    } else if (camera.three_d) {
        camera.set_focus(query);
        camera.zoom(0.24 * std::min(free.width, free.height) / (radius * camera.pixels_per_unit()), 0.5 * frame.width, 0.5 * frame.height);
    } else {
        constexpr double farthest = 3.5;  // times the k-th distance
        glm::dvec3 low = query - glm::dvec3(1.25 * radius), high = query + glm::dvec3(1.25 * radius);
        if (leaves)
            for (const auto* some : {&frame.view.stepping.tree.visited, &frame.view.stepping.tree.to_come})
                for (const ShownQuadrant& one : *some)
                    for (int axis = 0; axis < 2; ++axis) {
                        const double from = double(one.box.low[std::size_t(frame.shown(axis))]),
                                     to = from + double(one.box.size[std::size_t(frame.shown(axis))]);
                        low[axis] = std::min(low[axis], std::max(from, query[axis] - farthest * radius));
                        high[axis] = std::max(high[axis], std::min(to, query[axis] + farthest * radius));
                    }
        const double wanted = 0.94 * std::min(free.width / (high.x - low.x), free.height / (high.y - low.y));
        camera.zoom(wanted / camera.pixels_per_unit(), 0.5 * frame.width, 0.5 * frame.height);
        const glm::dvec3 middle = camera.to_pixels(glm::dvec3(0.5 * (low.x + high.x), 0.5 * (low.y + high.y), 0));
        camera.pan(free.x + 0.5 * free.width - middle.x, free.y + 0.5 * free.height - middle.y);
    }
    presented->query = drawn_query;
    presented->camera = camera;
    presented->leaves = presented->leaves || leaves;
    presented->descent = descent;
}

/// Restores the camera, unless the user has moved it.
void Picture::State::leave_presented(const InstrumentFrame& frame) {
    if (!presented) return;
    if (!moved_since(fitted) || (presented->whole && !neighbourhood_shown && !moved_since(presented->camera))) {
        fit_wanted = true;
    } else if (!moved_since(presented->camera)) {
        camera = presented->before;
        camera.resize(frame.width, frame.height);
    }
    presented.reset();
}

}  // namespace neighborscope
