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
        presented = PresentedView{.before = camera, .camera = camera, .seen = camera};
        if (window) {
            presented->before = window->camera;
            presented->seen = window->steps ? window->before_steps : window->camera;
            presented->whole = !differ(presented->seen, window->fitted);
        } else {
            presented->whole = !differ(presented->seen, fitted);
        }
    } else if (steps && begins && moved_since(presented->camera)) {  // by the user
        presented->before = presented->seen = camera;
        presented->whole = false;
    }
    presented->steps = steps;
    if (steps) show_presented_steps(frame, free, begins);
    else show_seen(frame, free, begins);
}

/// The box to which the camera is fitted, and what else of points, cells and the query's ball the window shows beside it.
render::Box Picture::State::box_seen(const InstrumentFrame& frame, const render::Camera& window) const {
    render::Box seen = fitted_box;
    const glm::dvec3 query(drawn_query);
    const double reach = frame.has_ball() ? std::max(0.0, frame.view.kth_distance) : 0;
    const bool asked = published_k > 0 && !frame.view.query.empty();
    if (camera.three_d) {
        const glm::dvec3 at = window.to_pixels(query);
        if (asked && at.x >= 0 && at.x <= window.width() && at.y >= 0 && at.y <= window.height())
            seen = {glm::min(seen.low, query - reach), glm::max(seen.high, query + reach)};
        return seen;
    }
    const glm::dvec3 low = window.to_world(0, window.height()), high = window.to_world(window.width(), 0);
    const auto include = [&](const render::Box& some) {
        for (int axis = 0; axis < 2; ++axis) {
            if (some.high[axis] < low[axis] || some.low[axis] > high[axis]) return;
        }
        for (int axis = 0; axis < 2; ++axis) {
            seen.low[axis] = std::min(seen.low[axis], std::max(some.low[axis], low[axis]));
            seen.high[axis] = std::max(seen.high[axis], std::min(some.high[axis], high[axis]));
        }
    };
    include(box);
    if (cells_box.high.x > cells_box.low.x) include(cells_box);
    if (asked && query.x >= low.x && query.x <= high.x && query.y >= low.y && query.y <= high.y) include({query - reach, query + reach});
    return seen;
}

/// Fits what is seen without steps into the free area, unless the user has moved the camera.
void Picture::State::show_seen(const InstrumentFrame& frame, const render::Rectangle& free, bool begins) {
    PresentedView& view = *presented;
    const bool same = view.camera.width() == frame.width && view.camera.height() == frame.height && view.free == free;
    if (!moved_since(fitted) && (!same || moved_since(view.camera))) {
        view.whole = true;
        if (moved_since(view.camera)) view.seen = fitted, window.reset();  // other data, or the user fitted them
    } else if (moved_since(view.camera) || (same && !begins)) {
        return;
    }
    if (view.whole) {
        camera.fit(box_seen(frame, view.seen), free, frame.width, frame.height);
        fitted = camera;
    } else {
        const double larger = std::min(free.width / view.seen.width(), free.height / view.seen.height());
        const glm::dvec3 middle = view.seen.to_world(0.5 * view.seen.width(), 0.5 * view.seen.height());
        camera = view.seen;
        camera.resize(frame.width, frame.height);
        camera.zoom(larger, 0.5 * frame.width, 0.5 * frame.height);
        const glm::dvec3 at = camera.to_pixels(middle);
        camera.pan(free.x + 0.5 * free.width - at.x, free.y + 0.5 * free.height - at.y);
    }
    view.camera = camera, view.free = free;
}

/// The box of the ball of the k-th distance and, where leaves are drawn, of those near it that the search visits at any step. Of the
/// query's own leaf, more is seen.
render::Box Picture::State::box_of_visits(const InstrumentFrame& frame, double radius) const {
    constexpr double farthest = 3.5, farthest_of_own = 9;  // times the k-th distance
    const glm::dvec3 query = frame.place(frame.view.query);
    glm::dvec3 low = query - glm::dvec3(1.25 * radius), high = query + glm::dvec3(1.25 * radius);
    if (!leaves_drawn(frame)) return {low, high};
    for (const auto* some : {&frame.view.stepping.tree.visited, &frame.view.stepping.tree.to_come})
        for (const ShownQuadrant& one : *some) {
            const double reach = (one.way < 0 ? farthest_of_own : farthest) * radius;
            for (int axis = 0; axis < 2; ++axis) {
                const double from = double(one.box.low[std::size_t(frame.shown(axis))]),
                             to = from + double(one.box.size[std::size_t(frame.shown(axis))]);
                low[axis] = std::min(low[axis], std::max(from, query[axis] - reach));
                high[axis] = std::max(high[axis], std::min(to, query[axis] + reach));
            }
        }
    return {low, high};
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
        const auto [low, high] = box_of_visits(frame, radius);
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

Picture::State::WindowView Picture::State::window_view(const InstrumentFrame& frame) const {
    return {camera, fitted, camera_before_steps, camera_of_steps, fitted_box, neighbourhood_free, data, frame.view.query, frame.session.k,
        neighbourhood_shown, opened_views};
}

/// Restores the camera, unless the user has moved it.
void Picture::State::leave_presented(const InstrumentFrame& frame) {
    if (!presented) return;
    const bool moved = moved_since(presented->camera);
    if (!moved) window_to_restore = std::exchange(window, std::nullopt);
    if (!moved_since(fitted) || (presented->whole && !neighbourhood_shown && !moved)) {
        fit_wanted = true;
    } else if (!moved) {
        camera = presented->before;
        camera.resize(frame.width, frame.height);
    }
    presented.reset();
}

/// Restores what the window showed before the presentation mode as soon as it has its size again. The window comes back in several sizes,
/// in which the camera would be fitted one after the other.
void Picture::State::restore_window(const InstrumentFrame& frame) {
    if (!window_to_restore) return;
    const WindowView now = window_view(frame);
    const WindowView& then = *window_to_restore;
    const bool same_search = now.query == then.query && now.k == then.k;  // it moves the camera only while it is stepped through
    const bool same = now.data == then.data && (same_search || !then.steps) && now.steps == then.steps &&
                      frame.view.stepping.open == then.steps && now.opened_views == then.opened_views;
    const bool moved = window && drawn && differ(camera, drawn->first);  // by the user
    if (!same || moved) return window_to_restore.reset();
    if (then.camera.width() != frame.width || then.camera.height() != frame.height) return;
    camera = then.camera, fitted = then.fitted, fitted_box = then.fitted_box;
    camera_before_steps = then.before_steps, camera_of_steps = then.of_steps, neighbourhood_free = then.neighbourhood_free;
    fit_wanted = false;
    window_to_restore.reset();
}

}  // namespace neighborscope
