#include "app/session/workbench/pointer.hpp"

#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/query_controls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace neighborscope {
namespace {

constexpr double click_slack = 4;     // logical pixels that the mouse may move during a click
constexpr double zoom_of_turn = 1.2;  // per step of the wheel

}  // namespace

const DataSet* Pointer::data() const { return picture_ ? workbench_.drawable().data.get() : nullptr; }

bool Pointer::rows_are_pictures() const {
    const DataSet* set = data();
    return set && set->picture;
}

PointedPicture::Place Pointer::place_of(const std::vector<double>& position) const {
    const Drawable drawable = workbench_.drawable();
    return drawable.projection.place(*drawable.data, position);
}

/// True coordinates along the axes of the picture.
std::vector<double> Pointer::position_of(const PointedPicture::Place& place) const {
    const Drawable drawable = workbench_.drawable();
    const DataSet* set = drawable.data.get();
    std::vector<double> position;
    for (int i = 0; i < std::min(picture_->in_space() ? 3 : 2, set->dimension); ++i)
        position.push_back(drawable.projection.origin(*set, i) + place[std::size_t(i)]);
    return position;
}

std::vector<double> Pointer::position_at(double x, double y) const {
    if (!data()) return {};
    const double larger = picture_->magnification();
    return position_of(picture_->surface_at(x / larger, y / larger));
}

std::pair<double, double> Pointer::pixels_of(const std::vector<double>& position) const {
    if (!data()) return {};
    const auto [x, y] = picture_->pixel_of(place_of(position));
    return {x * picture_->magnification(), y * picture_->magnification()};
}

/// Position at a pixel, in 3-D at the depth of `deep`.
std::vector<double> Pointer::position_beside(double x, double y, const PointedPicture::Place& deep) const {
    if (!data()) return {};
    const double larger = picture_->magnification();
    return position_of(picture_->place_beside(x / larger, y / larger, deep));
}

/// Coordinates relative to the origin, for 2-D pictures that show all axes; else empty.
std::vector<double> Pointer::place_in_plane(double x, double y) const {
    const DataSet* set = data();
    const Projection projection = set ? workbench_.drawable().projection : Projection();
    if (!set || set->dimension > 2 || picture_->in_space() || projection.plane) return {};
    const PointedPicture::Place at = picture_->place_at(x, y);
    std::vector<double> place(std::size_t(set->dimension), 0);
    for (int i = 0; i < set->dimension; ++i) place[std::size_t(projection.axes[std::size_t(i)])] = at[std::size_t(i)];
    return place;
}

/// Starts to drag the point under the mouse.
void Pointer::start_point_drag(double x, double y) {
    dragged_point_.reset();
    const DataSet* set = data();
    const std::int64_t row = pressed_row_;
    if (!set || row < 0 || row >= set->count()) return;
    dragged_point_ = DraggedPoint{set->file_row(row), workbench_.drawable().projection.place(*set, row)};
    const auto [its_x, its_y] = picture_->pixel_of(dragged_point_->from);
    const double larger = picture_->magnification();
    dragged_point_->dx = its_x * larger - x, dragged_point_->dy = its_y * larger - y;
}

void Pointer::add_point(double x, double y) {
    const ViewModel& view = workbench_.view();
    if (!data()) return;
    const double larger = picture_->magnification();
    const PointedPicture::Place deep = view.query.empty() ? picture_->place_at(x / larger, y / larger) : place_of(view.query);
    workbench_.edits().add(position_beside(x, y, deep));
}

Pointer::Cursor Pointer::cursor() const {
    if (!picture_ || !workbench_.view().manual_edits.on) return Cursor::cross;
    return held() && dragged_point_ ? Cursor::fist : !held() && picture_->hovered() >= 0 ? Cursor::hand : Cursor::cross;
}

void Pointer::press(Button button, double x, double y) {
    if (held()) return;
    held_ = button;
    dragged_point_.reset();
    const double larger = picture_ ? picture_->magnification() : 1;
    pressed_row_ = picture_ ? picture_->row_at(x / larger, y / larger) : -1;
    pressed_place_ = place_in_plane(x / larger, y / larger);
    if (button == Button::left && workbench_.view().manual_edits.on) start_point_drag(x, y);
    dragged_ = false;
    pressed_x_ = x_ = x;
    pressed_y_ = y_ = y;
}

void Pointer::move(double x, double y) {
    if (!picture_) return;
    if (!held()) {
        if (!workbench_.query().follows_mouse()) return;
        if (rows_are_pictures()) return workbench_.query().move_to_row(picture_->hovered());
        if (const auto position = position_at(x, y); !position.empty()) workbench_.query().move_to(position);
        return;
    }
    if (!dragged_ && std::hypot(x - pressed_x_, y - pressed_y_) < click_slack) return;
    if (dragged_point_) {
        if (!std::exchange(dragged_, true)) workbench_.end_drag();  // ends a former drag
        return workbench_.edits().move(
            dragged_point_->file_row, position_beside(x + dragged_point_->dx, y + dragged_point_->dy, dragged_point_->from), true);
    }
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
    if (std::exchange(dragged_point_, std::nullopt) && dragged_) workbench_.end_drag();
    if (dragged_ || !picture_) return {};
    const bool manual_edits = workbench_.view().manual_edits.on;
    if (button == Button::right) {
        if (data()) workbench_.point_at(pressed_row_, pressed_place_);  // later frames may have set another row
        return manual_edits && pressed_row_ >= 0 ? "points.erase" : "query.why";
    }
    if (button != Button::left) return {};
    // On a point the query is exactly that row, so that "exclude self" applies to it.
    if (pressed_row_ >= 0) workbench_.query().pin_at_row(pressed_row_);
    else if (manual_edits) add_point(x, y);
    else if (!rows_are_pictures()) workbench_.query().pin_at(position_at(x, y));
    return {};
}

void Pointer::wheel(double turns, double x, double y) {
    if (!picture_ || turns == 0) return;
    const double larger = picture_->magnification();
    picture_->zoom(std::pow(zoom_of_turn, turns), x / larger, y / larger);
    if (!held()) move(x, y);
}

/// The first of the places around this one, at growing distances, that nothing covers; this one if there is none.
std::array<double, 2> Pointer::free_place_near(double x, double y) const {
    constexpr double apart = 24, farthest = 2000;
    constexpr int directions = 16;
    const auto is_free = [&](double at_x, double at_y) {  // with a margin
        return !picture_->covered(at_x, at_y) && !picture_->covered(at_x - apart, at_y) && !picture_->covered(at_x + apart, at_y) &&
               !picture_->covered(at_x, at_y - apart) && !picture_->covered(at_x, at_y + apart);
    };
    for (double away = apart; away < farthest; away += apart)
        for (int i = 0; i < directions; ++i) {
            const double angle = 2 * std::numbers::pi * i / directions, at_x = x + away * std::cos(angle),
                         at_y = y + away * std::sin(angle);
            if (is_free(at_x, at_y)) return {at_x, at_y};
        }
    return {x, y};
}

bool Pointer::add_note(const std::optional<std::array<double, 2>>& mouse) {
    const DataSet* set = picture_ ? data() : nullptr;
    if (!set) return false;
    const double larger = picture_->magnification();
    std::array<double, 2> at{};
    if (mouse) {
        at = {(*mouse)[0] / larger, (*mouse)[1] / larger};
    } else {
        if (workbench_.view().query.empty()) return false;
        const auto [x, y] = picture_->pixel_of(place_of(workbench_.view().query));
        at = {x, y};
    }
    const bool hidden = picture_->covered(at[0], at[1]);
    if (hidden) at = free_place_near(at[0], at[1]);
    Note note;
    const std::int64_t row = mouse && !hidden ? picture_->row_at(at[0], at[1]) : -1;
    if (row >= 0 && row < set->count()) {
        note.row = set->file_row(row);
        note.text = "row " + text_of_count(*note.row);
    } else {
        const std::vector<double> place = position_at(at[0] * larger, at[1] * larger);
        if (place.empty()) return false;
        std::copy_n(place.begin(), std::min(place.size(), note.at.size()), note.at.begin());
        note.text = "here";
    }
    const std::array<double, 2> beside = note.offset;
    for (const auto& [right, down] : {std::pair(1, 1), std::pair(-1, 1), std::pair(1, -1), std::pair(-1, -1)}) {
        note.offset = {right * beside[0], down * beside[1]};
        if (!picture_->covered(at[0] + note.offset[0], at[1] + note.offset[1])) break;
        note.offset = beside;
    }
    workbench_.change([&](SessionState& state) { state.notes.push_back(std::move(note)); });
    return true;
}

void Pointer::move_view(double dx, double dy, double turns, double width, double height) {
    if (!picture_) return;
    const double larger = picture_->magnification();
    if (picture_->in_space()) picture_->orbit(-dx / larger, -dy / larger);
    else picture_->pan(-dx / larger, -dy / larger);
    if (turns != 0) picture_->zoom(std::pow(zoom_of_turn, turns), 0.5 * width / larger, 0.5 * height / larger);
}

void Pointer::nudge(double dx, double dy) {
    const DataSet* set = data();
    if (!set) return;
    if (set->picture) return workbench_.query().move_by_rows(dx + dy > 0 ? 1 : -1);
    // The requested position, not that of the answer, since keys may be faster than answers.
    std::vector<double> query = workbench_.query().requested_position();
    if (query.size() != std::size_t(set->dimension)) return;
    // Pixels are converted in the plane through the query.
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
