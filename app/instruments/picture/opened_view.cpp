// The camera of a document: placed when the document is opened, and read when it is saved.
#include "app/instruments/picture/picture_state.hpp"

#include <glm/gtc/constants.hpp>

namespace neighborscope {
namespace {

constexpr double degrees_of_radian = 180 / glm::pi<double>();

}  // namespace

/// Where the scene's origin is in true coordinates of the axes shown. Components of a projection have none.
std::array<double, 3> Picture::State::origin_of_view() const {
    std::array<double, 3> origin{};
    if (!data || projection.plane) return origin;
    for (std::size_t axis = 0; axis < (camera.three_d ? 3u : 2u); ++axis)
        if (const auto which = std::size_t(projection.axes[axis]); which < data->origin.size()) origin[axis] = double(data->origin[which]);
    return origin;
}

void Picture::State::place_opened_view(const SavedCamera& saved) {
    const std::array<double, 3> origin = origin_of_view();
    render::Camera::Placement placement;
    for (int axis = 0; axis < (camera.three_d ? 3 : 2); ++axis)
        placement.focus[axis] = saved.centre[std::size_t(axis)] - origin[std::size_t(axis)];
    placement.height = saved.height;
    placement.azimuth = saved.azimuth / degrees_of_radian;
    placement.elevation = saved.elevation / degrees_of_radian;
    placement.shift = {saved.shift[0], saved.shift[1]};
    camera.place(placement);
}

/// Places the camera of a document that was opened since the last frame, and again when the view's size changes or other data are fitted.
void Picture::State::take_opened_view(const InstrumentFrame& frame) {
    seen_tick = frame.session.tick;
    if (published_count() == 0 || opened_views != frame.view.opened_views) {
        if (published_count() == 0) return;
        const bool other = std::exchange(opened_views, frame.view.opened_views) > 0;
        opened_view.reset();
        // A document without a camera is seen as a whole, even if its data were there already and somebody had moved the camera.
        if (other && !frame.session.camera && !frame.session.stepping && moved_since(fitted))
            fit_wanted = true, fit_everything = false, gui.wake();
        if (const auto& saved = frame.session.camera; saved && saved->three_d == camera.three_d)
            opened_view = OpenedView{*saved, {}, frame.session.stepping, frame.presenter};
    } else if (!opened_view || !keeps_opened_view(frame)) {
        return;
    } else if (moved_since(opened_view->camera)) {
        if (moved_since(fitted)) return;  // by the user
    } else if (opened_view->camera.width() == frame.width && opened_view->camera.height() == frame.height) {
        return;
    }
    if (!opened_view) return;
    place_opened_view(opened_view->saved);
    opened_view->camera = camera;
}

/// Whether nothing but the user may move the camera. Ends when stepping or presenting begins or ends.
bool Picture::State::keeps_opened_view(const InstrumentFrame& frame) {
    if (!opened_view) return false;
    const bool kept = opened_view->stepping == frame.session.stepping && opened_view->presenting == frame.presenter &&
                      opened_view->saved.three_d == camera.three_d && frame.session.camera == opened_view->saved && !frame.view.exhibiting;
    if (!kept) opened_view.reset();
    return kept;
}

std::optional<SavedCamera> Picture::saved_camera(const std::optional<SavedCamera>& before) const {
    const State& s = *state_;
    if (s.published_count() == 0) return before;
    if (s.opened_view && !s.moved_since(s.opened_view->camera)) return s.opened_view->saved;  // exactly as it was opened
    // At a later tick the data would be fitted to other places.
    if (!s.moved_since(s.fitted) && s.seen_tick == 0) return {};
    const render::Camera::Placement placement = s.camera.placement();
    const std::array<double, 3> origin = s.origin_of_view();
    SavedCamera saved;
    saved.three_d = s.camera.three_d;
    for (int axis = 0; axis < (saved.three_d ? 3 : 2); ++axis)
        saved.centre[std::size_t(axis)] = placement.focus[axis] + origin[std::size_t(axis)];
    saved.height = placement.height;
    if (!saved.three_d) return saved;
    saved.azimuth = placement.azimuth * degrees_of_radian;
    saved.elevation = placement.elevation * degrees_of_radian;
    saved.shift = {placement.shift.x, placement.shift.y};
    return saved;
}

}  // namespace neighborscope
