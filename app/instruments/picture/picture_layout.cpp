// Where the instruments of a picture stand, and what of it they leave free.
#include "app/instruments/overlay/presenter.hpp"
#include "app/instruments/picture/picture_state.hpp"

#include "app/instruments/overlay/leaves.hpp"
#include "app/session/compare/comparing.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr double min_width_for_instruments = 480, min_height_for_instruments = 320;  // below, there are none
constexpr double min_height_over_pictures = 600;  // below, those over a line of pictures start as their titles

/// The bar of ticks stands below the tools.
bool ticks_below(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    return placement.tools && ticks_below_tools(frame, 2 * edge_gap + tools_width(frame), right_end_of_ticks(frame, placement));
}

}  // namespace

float right_end_of_ticks(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    const bool beside_legend = placement.legend && placement.legend_top < tools_height;
    return float(frame.width) - edge_gap - (beside_legend ? legend_width(frame) + edge_gap : 0);
}

InstrumentPlacement Picture::State::placement(const InstrumentFrame& frame, const PictureOptions& options) const {
    InstrumentPlacement placement;
    if (!options.instruments || options.presenter || !data) return placement;
    placement.tools = options.tools;
    const bool card = frame.view.progress || frame.view.error;  // which has to be read, and takes most of a small view
    if (frame.width < min_width_for_instruments || frame.height < min_height_for_instruments || (is_small(frame) && card)) return placement;
    placement.timings_bottom = float(frame.height) - edge_gap;
    placement.pictures = has_picture_strip(frame) && !frame.view.stepping.open;
    const bool small = placement.small = starts_folded(frame) || (placement.pictures && frame.height < min_height_over_pictures);
    placement.pictures_bottom = placement.timings_bottom;
    if (placement.pictures) placement.timings_bottom -= picture_strip_height(frame, pictures_folded) + edge_gap;
    placement.timings = placement.legend = true;
    placement.step = frame.view.stepping.open;
    placement.timings_low = !placement.step && !small && timings_leave_little(frame, placement);
    placement.timings_folded = placement.step          ? step_timings_folded
                               : small                 ? small_timings_folded
                               : placement.timings_low ? low_timings_folded
                                                       : timings_folded;
    placement.legend_folded = small && !placement.step ? small_legend_folded : legend_folded;
    if (placement.tools && 3 * edge_gap + tools_width(frame) + legend_width(frame) > frame.width)
        placement.legend_top += tools_height + edge_gap;
    if (ticks_below(frame, placement) && 3 * edge_gap + tools_width(frame) + legend_width(frame) > frame.width)
        placement.legend_top += tools_height + edge_gap;
    if (placement.step) {
        placement.step_layout = step_layout(frame, small ? small_step_folds : step_folds);
        placement.timings_bottom = float(placement.step_layout.top) - edge_gap;
        placement.timings = placement.step_layout.structure_in_strip;
        placement.legend = !small;
        const StepLayout& layout = placement.step_layout;
        const double below = layout.structure_in_strip || layout.structure.width == 0 ? layout.top : layout.structure.y;
        placement.legend_parts = legend_parts(frame, placement.legend_top, float(below) - edge_gap);
        if (placement.legend_top + legend_height(frame, false, placement.legend_parts) + edge_gap > below) placement.legend_folded = true;
        place_compared(frame, placement);
        return placement;
    }
    placement.legend_parts = legend_parts(frame, placement.legend_top, placement.timings_bottom);
    if (frame.view.polar_shown && !is_small(frame)) placement.polar = place_beside(frame, placement, polar_folded);
    else if (placement.pictures && frame.session.gallery && !is_small(frame))
        placement.gallery = place_beside(frame, placement, gallery_state.folded);
    if (gallery_narrows_view(frame, placement)) placement.legend_folded = gallery_legend_folded;
    const auto meet = [&] {
        return 3 * edge_gap + timings_width(frame) + legend_width(frame) > frame.width &&
               placement.legend_top + legend_height(frame, placement.legend_folded, placement.legend_parts) + 2 * edge_gap +
                       timings_height(frame, placement.timings_folded) >
                   placement.timings_bottom + edge_gap;
    };
    placement.one = small || meet();
    if (meet()) placement.legend_folded = true;
    if (meet()) placement.timings_folded = true;
    if (frame.view.tree && !small) place_index(frame, placement);
    place_compared(frame, placement);
    return placement;
}

/// Less than half of the view's height is left to the points; or a polar view stands above them, too, in a view that is not wide.
bool Picture::State::timings_leave_little(const InstrumentFrame& frame, const InstrumentPlacement& placement) const {
    constexpr double wide = 1000, of_axes = 28;
    if (frame.view.polar_shown && !polar_folded) return frame.width < wide;
    if (placement.pictures) return false;  // a gallery has their height
    const double above =
        edge_gap + (placement.tools ? tools_height + edge_gap : 0) + (ticks_below(frame, placement) ? tools_height + edge_gap : 0);
    return placement.timings_bottom - timings_height(frame, false) - edge_gap - of_axes - above < 0.5 * frame.height;
}

/// A gallery or a polar view is open beside the picture.
bool Picture::State::is_side_panel_open(const InstrumentPlacement& placement) const {
    return (placement.polar && !polar_folded) || (placement.gallery && !gallery_state.folded);
}

/// Gallery (or polar view) and legend leave little of the picture.
bool Picture::State::gallery_narrows_view(const InstrumentFrame& frame, const InstrumentPlacement& placement) const {
    return is_side_panel_open(placement) &&
           frame.width - placement.beside()->x - placement.beside()->width - 64 - legend_width(frame) - 2 * edge_gap < 0.45 * frame.width;
}

/// At the left, between tools and timings: a gallery takes less than half of the view, or all of it where half is too little; the polar
/// view, which is as high as it is wide, less than a third.
std::optional<render::Rectangle> Picture::State::place_beside(
    const InstrumentFrame& frame, const InstrumentPlacement& placement, bool folded) const {
    constexpr double min_height = 160, min_width = 300, min_polar = 240;
    const bool polar = frame.view.polar_shown;
    const double above = placement.tools ? tools_height + edge_gap : frame.axes_hidden() ? hidden_axes_note_height + edge_gap : 0;
    const double top = edge_gap + above + (ticks_below(frame, placement) ? tools_height + edge_gap : 0);
    const double bottom = placement.timings_bottom - timings_height(frame, placement.timings_folded) - edge_gap;
    const double whole = frame.width - 2 * edge_gap,
                 width = polar ? std::max(min_polar, std::floor(0.32 * whole))
                               : std::max({min_width, double(timings_width(frame)), std::floor(0.45 * whole)});
    if (bottom - top < min_height || whole < min_width) return {};
    const double height = polar ? std::min(bottom - top, polar_height(width)) : bottom - top;
    return render::Rectangle{edge_gap, top, width, folded ? title_height : height};
}

/// At the left, between tools and timings.
void Picture::State::place_compared(const InstrumentFrame& frame, InstrumentPlacement& placement) const {
    if (!frame.view.comparing.lists && !frame.view.comparing.running) return;
    placement.compared = true;
    placement.compared_top = edge_gap;
    if (placement.tools) placement.compared_top += tools_height + edge_gap;
    if (ticks_below(frame, placement)) placement.compared_top += tools_height + edge_gap;
    const float above = placement.timings_bottom - (placement.timings ? timings_height(frame, placement.timings_folded) + edge_gap : 0);
    const float axes = frame.three_d() ? 0.0f : 28.0f, free = above - axes - placement.compared_top;
    ComparedListsState lists_state = compared_state;
    if (lists_state.of != frame.view.comparing.generation)
        lists_state.head = ComparedListsState().head;  // folded it would never be measured again
    lists_state.folded = placement.compared_folded = compared_state.folded || !compared_fits(frame, lists_state, free) || is_small(frame);
    placement.compared_height = compared_height(frame, lists_state, free);
}

/// When a list is looked at, the picture moves to its query where that is out of sight, or too small or large to see.
void Picture::State::show_compared(const InstrumentFrame& frame, const render::Rectangle& free) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen || comparing.generation == framed_comparison || published_count() == 0) return;
    framed_comparison = comparing.generation;
    double farthest = 0;
    for (const ComparedRank& rank : comparing.chosen->ranks) farthest = std::max(farthest, frame.has_ball() ? rank.right_distance : 0);
    move_ball_into_view(frame, free, comparing.chosen->position, farthest, 0.08, 48);
}

/// All points, where the neighbours are not within a circle about the query.
void Picture::State::show_all_presented(const InstrumentFrame& frame, const render::Rectangle& free) {
    if (published_count() == 0) return;
    if (presented &&
        ((presented->camera.width() == frame.width && presented->camera.height() == frame.height) || moved_since(presented->camera)))
        return;
    if (!presented) presented = PresentedView{camera, camera, false};
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
    if (first) presented = PresentedView{camera, camera, false};
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
void Picture::State::place_index(const InstrumentFrame& frame, InstrumentPlacement& placement) const {
    placement.index_top = placement.legend_top + legend_height(frame, placement.legend_folded, placement.legend_parts) + edge_gap;
    double below = placement.timings_bottom;
    if (3 * edge_gap + timings_width(frame) + index_width(frame) > frame.width)
        below -= timings_height(frame, placement.timings_folded) + edge_gap;
    placement.index_parts = index_parts(frame, placement.index_top, float(below));
    placement.index = placement.index_parts.shown;
    placement.index_folded = index_folded || !placement.index_parts.open;
}

void Picture::State::draw_instruments(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    if (placement.tools) draw_tools(frame);
    if (placement.tools) draw_ticks(frame, 2 * edge_gap + tools_width(frame), right_end_of_ticks(frame, placement));
    if (placement.compared) {
        const bool folded = std::exchange(compared_state.folded, placement.compared_folded);
        compared_state.buttons = placement.tools;
        draw_compared(frame, placement.compared_top, placement.compared_height, compared_state);
        if (compared_state.folded == placement.compared_folded) compared_state.folded = folded;  // else somebody pressed its title
    }
    const bool small = placement.small;
    bool timings = placement.timings_folded, legend = placement.legend_folded;
    if (placement.gallery) draw_gallery(frame, *placement.gallery, gallery_state);
    if (placement.polar) draw_polar(frame, *placement.polar, selected_rank, polar_folded);
    if (placement.pictures) draw_picture_strip(frame, placement.pictures_bottom, pictures_folded);
    if (placement.timings) draw_timings(frame, placement.timings_bottom, timings);
    if (placement.legend) draw_legend(frame, placement.legend_top, legend, placement.legend_parts);
    if (bool folded = placement.index_folded; placement.index) {
        draw_index(frame, placement.index_top, folded, placement.index_parts);
        if (folded != placement.index_folded) index_folded = folded;
    }
    if (placement.step) {
        StepFolds& folds = small ? small_step_folds : step_folds;
        if (placement.step_layout.code.width > 0) draw_pseudo_code(frame, placement.step_layout.code, folds);
        draw_timeline(frame, placement.step_layout.timeline, folds);
        if (placement.step_layout.structure.width > 0) draw_structure(frame, placement.step_layout.structure, folds);
    }
    bool& timings_chosen = placement.step          ? step_timings_folded
                           : small                 ? small_timings_folded
                           : placement.timings_low ? low_timings_folded
                                                   : timings_folded;
    bool& legend_chosen = small && !placement.step                 ? small_legend_folded
                          : gallery_narrows_view(frame, placement) ? gallery_legend_folded
                                                                   : legend_folded;
    if (timings != placement.timings_folded) {  // somebody pressed its title
        timings_chosen = timings;
        if (placement.one && !timings) legend_chosen = true;
    }
    if (legend != placement.legend_folded) {
        legend_chosen = legend;
        if (placement.one && !legend) timings_chosen = true;
    }
}

render::Rectangle Picture::State::free_part(
    const InstrumentFrame& frame, const PictureOptions& options, const InstrumentPlacement& placement) const {
    if (options.presenter) return presenter_free(frame);
    const bool axes = options.layers.axes && !frame.three_d() && has_room_for_axes(frame);
    double left = axes ? 64 : edge_gap, top = edge_gap, right = frame.width - edge_gap, bottom = frame.height - (axes ? 28 : edge_gap);
    if (placement.compared && !placement.compared_folded)
        left = std::max<double>(left, (axes ? 64 : edge_gap) + compared_width() + edge_gap);
    if (is_side_panel_open(placement)) left = std::max(left, placement.beside()->x + placement.beside()->width + (axes ? 64 : edge_gap));
    if (placement.tools) top += tools_height + edge_gap;
    else if (frame.axes_hidden()) top += hidden_axes_note_height + edge_gap;
    if (ticks_below(frame, placement)) top += tools_height + edge_gap;
    if (placement.step) bottom = placement.step_layout.top - (axes ? 28 : edge_gap);
    if (placement.pictures) bottom -= picture_strip_height(frame, pictures_folded) + edge_gap;
    const bool over_timings = placement.timings && (!is_side_panel_open(placement) || timings_width(frame) > placement.beside()->width);
    if (over_timings) bottom -= timings_height(frame, placement.timings_folded) + edge_gap;
    if (placement.step && placement.step_layout.structure.width > 0 && !placement.step_layout.structure_in_strip)
        right = placement.step_layout.structure.x - edge_gap;
    else if (placement.index && !placement.index_folded) right -= index_width(frame) + edge_gap;
    else if (placement.legend && !placement.legend_folded) right -= legend_width(frame) + edge_gap;
    const auto is_too_little = [&] { return right - left < 0.3 * frame.width || bottom - top < 0.3 * frame.height; };
    if (is_too_little() && over_timings) {  // beside them
        bottom += timings_height(frame, placement.timings_folded) + edge_gap;
        left = std::max<double>(left, edge_gap + timings_width(frame) + (axes ? 64 : edge_gap));
    }
    if (is_too_little()) return {0, 0, frame.width, frame.height};  // a tiny view: let instruments cover it
    return {left, top, right - left, bottom - top};
}

/// An answer about a query that it moved: the picture brings that into what is free, unless somebody moved the picture meanwhile.
void Picture::State::show_why(const InstrumentFrame& frame, const render::Rectangle& whole, bool buttons) {
    if (!frame.view.why || !frame.view.why->is_of_query() || published_k == 0 || frame.view.query.empty()) {
        framed_why.reset();
        return;
    }
    if (framed_why && framed_why->query == frame.view.query && framed_why->kth == frame.view.kth_distance && framed_why->free == whole &&
        framed_why->text == frame.view.why->text)
        return;
    if (framed_why && moved_since(framed_why->camera)) return;
    move_ball_into_view(frame, free_beside_why(frame, whole, buttons), frame.view.query, frame.view.kth_distance, 0.04, 48, false);
    framed_why = FramedWhy{frame.view.query, frame.view.kth_distance, frame.view.why->text, whole, camera};
}

}  // namespace neighborscope
