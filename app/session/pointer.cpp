#include "app/session/pointer.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double click_slack = 4;     // logical pixels that the mouse may move during a click
constexpr double zoom_of_turn = 1.2;  // of the wheel

}  // namespace

const DataSet* Pointer::data() const { return picture_ ? workbench_.drawable().data.get() : nullptr; }

bool Pointer::of_pictures() const {
    const DataSet* set = data();
    return set && set->picture;
}

PointedPicture::Place Pointer::place_of(const std::vector<double>& position) const {
    const Drawable drawable = workbench_.drawable();
    return drawable.projection.place(*drawable.data, position);
}

std::vector<double> Pointer::position_at(double x, double y) const {
    if (!picture_) return {};
    const Drawable drawable = workbench_.drawable();
    const DataSet* set = drawable.data.get();
    if (!set) return {};
    const double larger = picture_->magnification();
    const PointedPicture::Place place = picture_->surface_at(x / larger, y / larger);
    std::vector<double> position;
    for (int i = 0; i < std::min(picture_->in_space() ? 3 : 2, set->dimension); ++i)
        position.push_back(drawable.projection.origin(*set, i) + place[std::size_t(i)]);
    return position;
}

std::pair<double, double> Pointer::pixels_of(const std::vector<double>& position) const {
    if (!data()) return {};
    const auto [x, y] = picture_->pixel_of(place_of(position));
    return {x * picture_->magnification(), y * picture_->magnification()};
}

void Pointer::press(Button button, double x, double y) {
    if (held()) return;
    held_ = button;
    dragged_ = false;
    pressed_x_ = x_ = x;
    pressed_y_ = y_ = y;
}

void Pointer::move(double x, double y) {
    if (!picture_) return;
    if (!held()) {
        if (!workbench_.follows_mouse()) return;
        if (of_pictures()) return workbench_.move_query_to_row(picture_->hovered());
        if (const auto position = position_at(x, y); !position.empty()) workbench_.move_query(position);
        return;
    }
    if (!dragged_ && std::hypot(x - pressed_x_, y - pressed_y_) < click_slack) return;
    dragged_ = true;
    const double larger = picture_->magnification();
    const double dx = (x - x_) / larger, dy = (y - y_) / larger;
    if (picture_->in_space() && held_ == Button::left) picture_->orbit(dx, dy);
    else picture_->pan(dx, dy);
    x_ = x;
    y_ = y;
}

std::string Pointer::release(Button button, double x, double y) {
    if (button != held_) return {};
    held_ = Button::none;
    if (dragged_ || !picture_) return {};
    if (button == Button::right) return "query.why";
    if (button != Button::left) return {};
    // On a point, the query is that point, exactly: what leaving the point itself out refers to.
    if (const std::int64_t row = picture_->hovered(); row >= 0) workbench_.pin_query_at_row(row);
    else if (!of_pictures()) workbench_.pin_query(position_at(x, y));
    return {};
}

void Pointer::wheel(double turns, double x, double y) {
    if (!picture_ || turns == 0) return;
    const double larger = picture_->magnification();
    picture_->zoom(std::pow(zoom_of_turn, turns), x / larger, y / larger);
    if (!held()) move(x, y);
}

void Pointer::nudge(double dx, double dy) {
    const DataSet* set = data();
    if (!set) return;
    if (set->picture) return workbench_.go_on_rows(dx + dy > 0 ? 1 : -1);
    // From the document, not from the answer shown: keys may come faster than answers.
    std::vector<double> query = workbench_.query_as_asked();
    if (query.size() != std::size_t(set->dimension)) return;
    // A step of the screen is a step in the plane through the query.
    const auto [x, y] = picture_->pixel_of(place_of(query));
    const PointedPicture::Place from = picture_->place_at(x, y), to = picture_->place_at(x + dx, y + dy), at = place_of(query);
    const Projection projection = workbench_.drawable().projection;
    std::vector<double> there;
    for (int i = 0; i < std::min(picture_->in_space() ? 3 : 2, set->dimension); ++i)
        there.push_back(at[std::size_t(i)] + projection.origin(*set, i) + to[std::size_t(i)] - from[std::size_t(i)]);
    query = projection.moved(std::move(query), there);
    workbench_.change(
        [&](SessionState& state) {
            state.set_query(query);
            state.query_mode = QueryMode::pinned;
        },
        true);
}

}  // namespace neighborscope
