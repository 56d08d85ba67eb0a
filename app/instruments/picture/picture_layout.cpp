// Where the instruments of a picture stand, and what of it they leave free.
#include "app/instruments/overlay/presenter.hpp"
#include "app/instruments/picture/picture_state.hpp"

#include "app/instruments/overlay/leaves.hpp"
#include "app/session/compare/comparing.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr double tiny_width = 480, tiny_height = 320;  // below, there are none
constexpr double low_beside_pictures = 600;            // below, those over a line of pictures start as their titles

/// The bar of ticks stands below the tools.
bool ticks_below(const InstrumentFrame& frame, const Room& room) {
    return room.tools && ticks_below_tools(frame, 2 * edge_gap + tools_width(frame), beside_tools_end(frame, room));
}

}  // namespace

float beside_tools_end(const InstrumentFrame& frame, const Room& room) {
    const bool beside_legend = room.legend && room.legend_top < tools_height;
    return float(frame.width) - edge_gap - (beside_legend ? legend_width(frame) + edge_gap : 0);
}

Room Picture::State::room(const InstrumentFrame& frame, const PictureOptions& options) const {
    Room room;
    if (!options.instruments || options.presenter || !data) return room;
    room.tools = options.tools;
    const bool card = frame.view.progress || frame.view.error;  // which has to be read, and takes most of a small view
    if (frame.width < tiny_width || frame.height < tiny_height || (is_small(frame) && card)) return room;
    room.timings_bottom = float(frame.height) - edge_gap;
    room.pictures = has_picture_strip(frame) && !frame.view.stepping.open;
    const bool small = room.small = starts_folded(frame) || (room.pictures && frame.height < low_beside_pictures);
    room.pictures_bottom = room.timings_bottom;
    if (room.pictures) room.timings_bottom -= picture_strip_height(frame, pictures_folded) + edge_gap;
    room.timings = room.legend = true;
    room.step = frame.view.stepping.open;
    room.timings_low = !room.step && !small && timings_leave_little(frame, room);
    room.timings_folded = room.step          ? step_timings_folded
                          : small            ? small_timings_folded
                          : room.timings_low ? low_timings_folded
                                             : timings_folded;
    room.legend_folded = small && !room.step ? small_legend_folded : legend_folded;
    if (room.tools && 3 * edge_gap + tools_width(frame) + legend_width(frame) > frame.width) room.legend_top += tools_height + edge_gap;
    if (ticks_below(frame, room) && 3 * edge_gap + tools_width(frame) + legend_width(frame) > frame.width)
        room.legend_top += tools_height + edge_gap;
    if (room.step) {
        room.step_layout = step_layout(frame, small ? small_step_folds : step_folds);
        room.timings_bottom = float(room.step_layout.top) - edge_gap;
        room.timings = room.step_layout.structure_in_strip;
        room.legend = !small;
        const StepLayout& layout = room.step_layout;
        const double below = layout.structure_in_strip || layout.structure.width == 0 ? layout.top : layout.structure.y;
        room.legend_parts = legend_parts(frame, room.legend_top, float(below) - edge_gap);
        if (room.legend_top + legend_height(frame, false, room.legend_parts) + edge_gap > below) room.legend_folded = true;
        place_compared(frame, room);
        return room;
    }
    room.legend_parts = legend_parts(frame, room.legend_top, room.timings_bottom);
    if (frame.view.polar_shown && !is_small(frame)) room.polar = place_beside(frame, room, polar_folded);
    else if (room.pictures && frame.session.gallery && !is_small(frame)) room.gallery = place_beside(frame, room, gallery_look.folded);
    if (beside_gallery(frame, room)) room.legend_folded = gallery_legend_folded;
    const auto meet = [&] {
        return 3 * edge_gap + timings_width(frame) + legend_width(frame) > frame.width &&
               room.legend_top + legend_height(frame, room.legend_folded, room.legend_parts) + 2 * edge_gap +
                       timings_height(frame, room.timings_folded) >
                   room.timings_bottom + edge_gap;
    };
    room.one = small || meet();
    if (meet()) room.legend_folded = true;
    if (meet()) room.timings_folded = true;
    if (frame.view.tree && !small) place_index(frame, room);
    place_compared(frame, room);
    return room;
}

/// Less than half of the view's height is left to the points; or a polar view stands above them, too, in a view that is not wide.
bool Picture::State::timings_leave_little(const InstrumentFrame& frame, const Room& room) const {
    constexpr double wide = 1000, of_axes = 28;
    if (frame.view.polar_shown && !polar_folded) return frame.width < wide;
    if (room.pictures) return false;  // a gallery has their height
    const double above = edge_gap + (room.tools ? tools_height + edge_gap : 0) + (ticks_below(frame, room) ? tools_height + edge_gap : 0);
    return room.timings_bottom - timings_height(frame, false) - edge_gap - of_axes - above < 0.5 * frame.height;
}

/// A gallery or a polar view is open beside the picture.
bool Picture::State::opens_beside(const Room& room) const {
    return (room.polar && !polar_folded) || (room.gallery && !gallery_look.folded);
}

/// Gallery (or polar view) and legend leave little of the picture.
bool Picture::State::beside_gallery(const InstrumentFrame& frame, const Room& room) const {
    return opens_beside(room) &&
           frame.width - room.beside()->x - room.beside()->width - 64 - legend_width(frame) - 2 * edge_gap < 0.45 * frame.width;
}

/// At the left, between tools and timings: a gallery takes less than half of the view, or all of it where half is too little; the polar
/// view, which is as high as it is wide, less than a third.
std::optional<render::Rectangle> Picture::State::place_beside(const InstrumentFrame& frame, const Room& room, bool folded) const {
    constexpr double least_height = 160, least_width = 300, least_polar = 240;
    const bool polar = frame.view.polar_shown;
    const double above = room.tools ? tools_height + edge_gap : frame.axes_hidden() ? hidden_axes_note_height + edge_gap : 0;
    const double top = edge_gap + above + (ticks_below(frame, room) ? tools_height + edge_gap : 0);
    const double bottom = room.timings_bottom - timings_height(frame, room.timings_folded) - edge_gap;
    const double whole = frame.width - 2 * edge_gap,
                 width = polar ? std::max(least_polar, std::floor(0.32 * whole))
                               : std::max({least_width, double(timings_width(frame)), std::floor(0.45 * whole)});
    if (bottom - top < least_height || whole < least_width) return {};
    const double height = polar ? std::min(bottom - top, polar_height(width)) : bottom - top;
    return render::Rectangle{edge_gap, top, width, folded ? title_height : height};
}

/// At the left, between tools and timings.
void Picture::State::place_compared(const InstrumentFrame& frame, Room& room) const {
    if (!frame.view.comparing.lists && !frame.view.comparing.running) return;
    room.compared = true;
    room.compared_top = edge_gap;
    if (room.tools) room.compared_top += tools_height + edge_gap;
    if (ticks_below(frame, room)) room.compared_top += tools_height + edge_gap;
    const float above = room.timings_bottom - (room.timings ? timings_height(frame, room.timings_folded) + edge_gap : 0);
    const float axes = frame.three_d() ? 0.0f : 28.0f, free = above - axes - room.compared_top;
    ComparedLook look = compared_look;
    if (look.of != frame.view.comparing.generation) look.head = ComparedLook().head;  // folded it would never be measured again
    look.folded = room.compared_folded = compared_look.folded || !compared_fits(frame, look, free) || is_small(frame);
    room.compared_height = compared_height(frame, look, free);
}

/// When a list is looked at, the picture moves to its query where that is out of sight, or too small or large to see.
void Picture::State::show_compared(const InstrumentFrame& frame, const render::Rectangle& free) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen || comparing.generation == looked_at || published_count() == 0) return;
    looked_at = comparing.generation;
    double farthest = 0;
    for (const ComparedRank& rank : comparing.chosen->ranks) farthest = std::max(farthest, rank.right_distance);
    show_ball(frame, free, comparing.chosen->position, farthest, 0.08, 48);
}

/// All points, where the neighbours are not within a circle about the query.
void Picture::State::show_all_presented(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (published_count() == 0) return;
    if (presented &&
        ((presented->camera.width() == frame.width && presented->camera.height() == frame.height) || moved_since(presented->camera)))
        return;
    if (!presented) presented = Presented{camera, camera, false};
    camera.fit(fitted_box, free, frame.width, frame.height);
    presented->camera = camera;
}

/// What is presented comes into the middle, as large as there is room: the ball of the k-th distance with the leaves visited, as far as
/// these are near. Again when the view gets another size or the leaves become known, unless somebody moved the picture meanwhile.
void Picture::State::show_presented(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (!frame.has_ball()) return show_all_presented(frame, free);
    if (published_k == 0 || frame.view.query.empty() || !(frame.view.kth_distance > 0)) return;
    const bool leaves = leaves_drawn(frame) && !frame.three_d();
    const bool first = !presented;
    if (first) presented = Presented{camera, camera, false};
    const render::Camera& last = presented->camera;
    if (!first) {
        const bool same_size = last.width() == frame.width && last.height() == frame.height;
        const bool elsewhere = frame.view.exhibiting && frame.session.query_mode == QueryMode::pinned && presented->query != drawn_query;
        if (same_size && !elsewhere && (presented->leaves || !leaves)) return;
        if (moved_since(last)) return;
    }
    const double radius = frame.view.kth_distance;
    const glm::dvec3 query(drawn_query);
    if (camera.three_d) {
        camera.set_focus(query);
        camera.zoom(0.24 * std::min(free.width, free.height) / (radius * camera.pixels_per_unit()), 0.5 * frame.width, 0.5 * frame.height);
    } else {
        constexpr double farthest = 3.5;  // of the k-th distance
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
}

/// As it was before, unless somebody moved the picture meanwhile.
void Picture::State::leave_presented(const InstrumentFrame& frame) {
    if (!presented) return;
    if (!moved_since(presented->camera)) {
        camera = presented->before;
        camera.resize(frame.width, frame.height);
    }
    presented.reset();
}

/// Under the legend, and above the timings where these reach below it.
void Picture::State::place_index(const InstrumentFrame& frame, Room& room) const {
    room.index_top = room.legend_top + legend_height(frame, room.legend_folded, room.legend_parts) + edge_gap;
    double below = room.timings_bottom;
    if (3 * edge_gap + timings_width(frame) + index_width(frame) > frame.width)
        below -= timings_height(frame, room.timings_folded) + edge_gap;
    room.index_parts = index_parts(frame, room.index_top, float(below));
    room.index = room.index_parts.shown;
    room.index_folded = index_folded || !room.index_parts.open;
}

void Picture::State::draw_instruments(const InstrumentFrame& frame, const Room& room) {
    if (room.tools) draw_tools(frame);
    if (room.tools) draw_ticks(frame, 2 * edge_gap + tools_width(frame), beside_tools_end(frame, room));
    if (room.compared) {
        const bool folded = std::exchange(compared_look.folded, room.compared_folded);
        compared_look.buttons = room.tools;
        draw_compared(frame, room.compared_top, room.compared_height, compared_look);
        if (compared_look.folded == room.compared_folded) compared_look.folded = folded;  // else somebody pressed its title
    }
    const bool small = room.small;
    bool timings = room.timings_folded, legend = room.legend_folded;
    if (room.gallery) draw_gallery(frame, *room.gallery, gallery_look);
    if (room.polar) draw_polar(frame, *room.polar, selected_rank, polar_folded);
    if (room.pictures) draw_picture_strip(frame, room.pictures_bottom, pictures_folded);
    if (room.timings) draw_timings(frame, room.timings_bottom, timings);
    if (room.legend) draw_legend(frame, room.legend_top, legend, room.legend_parts);
    if (bool folded = room.index_folded; room.index) {
        draw_index(frame, room.index_top, folded, room.index_parts);
        if (folded != room.index_folded) index_folded = folded;
    }
    if (room.step) {
        StepFolds& folds = small ? small_step_folds : step_folds;
        if (room.step_layout.code.width > 0) draw_pseudo_code(frame, room.step_layout.code, folds);
        draw_timeline(frame, room.step_layout.timeline, folds);
        if (room.step_layout.structure.width > 0) draw_structure(frame, room.step_layout.structure, folds);
    }
    bool& timings_chosen = room.step          ? step_timings_folded
                           : small            ? small_timings_folded
                           : room.timings_low ? low_timings_folded
                                              : timings_folded;
    bool& legend_chosen = small && !room.step ? small_legend_folded : beside_gallery(frame, room) ? gallery_legend_folded : legend_folded;
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
    if (options.presenter) return presenter_free(frame);
    const bool axes = options.layers.axes && !frame.three_d() && has_room_for_axes(frame);
    double left = axes ? 64 : edge_gap, top = edge_gap, right = frame.width - edge_gap, bottom = frame.height - (axes ? 28 : edge_gap);
    if (room.compared && !room.compared_folded) left = std::max<double>(left, (axes ? 64 : edge_gap) + compared_width() + edge_gap);
    if (opens_beside(room)) left = std::max(left, room.beside()->x + room.beside()->width + (axes ? 64 : edge_gap));
    if (room.tools) top += tools_height + edge_gap;
    else if (frame.axes_hidden()) top += hidden_axes_note_height + edge_gap;
    if (ticks_below(frame, room)) top += tools_height + edge_gap;
    if (room.step) bottom = room.step_layout.top - (axes ? 28 : edge_gap);
    if (room.pictures) bottom -= picture_strip_height(frame, pictures_folded) + edge_gap;
    const bool over_timings = room.timings && (!opens_beside(room) || timings_width(frame) > room.beside()->width);
    if (over_timings) bottom -= timings_height(frame, room.timings_folded) + edge_gap;
    if (room.step && room.step_layout.structure.width > 0 && !room.step_layout.structure_in_strip)
        right = room.step_layout.structure.x - edge_gap;
    else if (room.index && !room.index_folded) right -= index_width(frame) + edge_gap;
    else if (room.legend && !room.legend_folded) right -= legend_width(frame) + edge_gap;
    const auto is_too_little = [&] { return right - left < 0.3 * frame.width || bottom - top < 0.3 * frame.height; };
    if (is_too_little() && over_timings) {  // beside them
        bottom += timings_height(frame, room.timings_folded) + edge_gap;
        left = std::max<double>(left, edge_gap + timings_width(frame) + (axes ? 64 : edge_gap));
    }
    if (is_too_little()) return {0, 0, frame.width, frame.height};  // a tiny view: let instruments cover it
    return {left, top, right - left, bottom - top};
}

/// An answer about a query that it moved: the picture brings that into what is free, unless somebody moved the picture meanwhile.
void Picture::State::show_why(const InstrumentFrame& frame, const render::Rectangle& whole, bool buttons) {
    if (!frame.view.why || !frame.view.why->is_of_query() || published_k == 0 || frame.view.query.empty()) {
        answered.reset();
        return;
    }
    if (answered && answered->query == frame.view.query && answered->kth == frame.view.kth_distance && answered->free == whole &&
        answered->text == frame.view.why->text)
        return;
    if (answered && moved_since(answered->camera)) return;
    show_ball(frame, free_beside_why(frame, whole, buttons), frame.view.query, frame.view.kth_distance, 0.04, 48, false);
    answered = Answered{frame.view.query, frame.view.kth_distance, frame.view.why->text, whole, camera};
}

}  // namespace neighborscope
