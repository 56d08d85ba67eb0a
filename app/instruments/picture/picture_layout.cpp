// Places the instruments of a picture, and finds the area that they leave free.
#include "app/instruments/picture/picture_state.hpp"

#include "app/instruments/overlay/leaves.hpp"
#include "app/instruments/timeline/bound_chart.hpp"
#include "app/session/compare/comparing.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr double min_width_for_instruments = 240, min_height_for_instruments = 160;  // none in smaller views
constexpr double min_width_for_strip = 480, min_height_for_strip = 320;  // in smaller views, the strip of pictures starts folded
constexpr double min_height_over_pictures = 600;  // in lower views, instruments above the strip of pictures start folded

/// Whether there are lists of another program to show.
bool has_compared(const InstrumentFrame& frame) { return frame.view.comparing.lists || frame.view.comparing.running; }

/// Whether the bar of ticks is below the tools.
bool ticks_below(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    return placement.tools && ticks_below_tools(frame, 2 * edge_gap + tools_width(frame), right_end_of_ticks(frame, placement));
}

/// Width of the card at the top right: the legend or, if that is pinned elsewhere, the index. 0: none.
float right_column_width(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    if (placement.legend_placed()) return legend_width(frame);
    return placement.legend && frame.view.tree && !placement.step && !frame.is_pinned("index") ? index_width(frame) : 0;
}

/// Heights that cards take from others, with the gap beside them; 0 if a card is pinned or not there.
float timings_room(const InstrumentFrame& frame, const InstrumentPlacement& placement, bool folded) {
    return placement.timings_placed() ? timings_height(frame, folded) + edge_gap : 0;
}
float legend_room(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    if (!placement.legend_placed()) return 0;
    return legend_height(frame, placement.legend_folded, placement.legend_parts) + edge_gap;
}

/// Places the instruments of stepping. A folded bound chart has its title in one line with the timings.
void lay_out_steps(const InstrumentFrame& frame, InstrumentPlacement& placement) {
    constexpr double least_title = 110;
    StepLayout& layout = placement.step_layout;
    layout = step_layout(frame, placement.step_folds);
    placement.timings_bottom = float(layout.top) - edge_gap;
    const double beside = double(timings_width(frame) + edge_gap);
    if (!placement.timings_placed() || layout.chart.width < beside + least_title || !placement.step_folds.chart || layout.chart_pinned)
        return;
    layout.chart.x += beside, layout.chart.width -= beside;
    placement.timings_bottom = float(layout.chart.y + layout.chart.height);
}

/// In a low view folds bound chart, heap or list and legend, in this order, until these and the bars take at most a third of the view. Cards
/// that the user opened stay open, and so does the chart of a walk, which is its timeline.
void fold_steps_to_third(const InstrumentFrame& frame, InstrumentPlacement& placement) {
    const StepLayout& layout = placement.step_layout;
    StepFolds& folds = placement.step_folds;
    if (!is_low_view(frame)) return;
    const auto as_card = [&](const char* name, const render::Rectangle& place, bool folded, bool may_fold) {
        return OpenCard{folded ? 0 : place.width * place.height, may_fold && !frame.card(name).open};
    };
    const auto bar = [&](const render::Rectangle& place) { return OpenCard{place.width * place.height, false}; };
    const double tools = placement.tools ? frame.width * double(tools_height + 2 * edge_gap) : 0;
    const render::Rectangle legend{0, 0, double(legend_width(frame)),
        double(legend_height(frame, false, legend_parts(frame, placement.legend_top, float(layout.top))))};
    const std::array cards = {as_card("bound-chart", layout.chart, folds.chart, !has_walk_in_low_view(frame)),
        as_card("structure", layout.structure, folds.structure, !layout.structure_in_strip),
        as_card("legend", legend, placement.legend_folded, true), bar(layout.timeline), bar(layout.code), OpenCard{tools, false}};
    const std::size_t count = cards_to_fold(cards, frame.width * frame.height);
    if (count == 0) return;
    const auto folds_card = [&](std::size_t card) { return count > card && cards[card].folds && cards[card].area > 0; };
    if (folds_card(2)) placement.legend_folded = true;
    if (folds_card(0)) folds.chart = true;
    if (folds_card(1)) folds.structure = true;
    lay_out_steps(frame, placement);
}

/// A legend that the user opened without room covers what is above and below it.
void keep_legend_in_view(const InstrumentFrame& frame, InstrumentPlacement& placement) {
    const float lowest = float(frame.height) - edge_gap - legend_height(frame, placement.legend_folded, placement.legend_parts);
    placement.legend_top = std::max(edge_gap, std::min(placement.legend_top, lowest));
}

}  // namespace

float right_end_of_ticks(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    const float column = right_column_width(frame, placement);
    const bool beside = column > 0 && placement.legend_top < tools_height;
    return float(frame.width) - edge_gap - (beside ? column + edge_gap : 0);
}

InstrumentPlacement Picture::State::placement(const InstrumentFrame& frame, const PictureOptions& options) const {
    InstrumentPlacement placement;
    if (!options.instruments || options.presenter || !data) return placement;
    placement.tools = options.tools;
    if (frame.width < min_width_for_instruments || frame.height < min_height_for_instruments) return placement;
    placement.timings_bottom = float(frame.height) - edge_gap;
    placement.pictures = has_picture_strip(frame) && !frame.view.stepping.open && !frame.view.answers_hidden;
    const bool small = placement.small = starts_folded(frame) || (placement.pictures && frame.height < min_height_over_pictures);
    placement.pictures_bottom = placement.timings_bottom;
    placement.pictures_folded = frame.is_folded("pictures", frame.width < min_width_for_strip || frame.height < min_height_for_strip);
    if (placement.pictures) placement.timings_bottom -= picture_strip_height(frame, placement.pictures_folded) + edge_gap;
    placement.timings = frame.session.timings && !frame.view.answers_hidden, placement.legend = true;
    placement.timings_pinned = frame.is_pinned("timings"), placement.legend_pinned = frame.is_pinned("legend");
    placement.step = frame.view.stepping.open;
    placement.timings_low = !placement.step && !small && timings_leave_little(frame, placement);
    placement.timings_folded = frame.is_folded("timings", placement.step || small || placement.timings_low);
    placement.legend_folded = frame.is_folded("legend", small);
    const bool narrow = 3 * edge_gap + tools_width(frame) + right_column_width(frame, placement) > frame.width;
    if (placement.tools && narrow) placement.legend_top += tools_height + edge_gap;
    if (ticks_below(frame, placement) && narrow) placement.legend_top += tools_height + edge_gap;
    if (placement.step && placement.tools && !narrow && placement.legend_placed()) {  // above the legend, ticks may have room
        InstrumentPlacement above = placement;
        above.legend_top += tools_height + edge_gap;
        const auto beside = [&](const InstrumentPlacement& with) {
            return ticks_beside_tools(frame, 2 * edge_gap + tools_width(frame), right_end_of_ticks(frame, with));
        };
        if (!beside(placement) && beside(above)) placement.legend_top = above.legend_top;
    }
    if (placement.step) {
        placement.step_folds = StepFolds::of(frame, small);
        lay_out_steps(frame, placement);
        fold_steps_to_third(frame, placement);
        const StepLayout& layout = placement.step_layout;
        const double below = layout.structure_in_strip || layout.structure.width == 0 ? layout.top : layout.structure.y;
        const float legend_top = placement.legend_pinned ? edge_gap : placement.legend_top;
        placement.legend_parts = legend_parts(frame, legend_top, float(below) - edge_gap);
        const bool fits = legend_top + legend_height(frame, false, placement.legend_parts) + edge_gap <= below;
        if (!placement.legend_pinned && !fits) placement.legend_folded = frame.is_folded("legend", true);
        keep_legend_in_view(frame, placement);
        place_compared(frame, placement);
        fold_for_steps(frame, options, placement);
        return placement;
    }
    const float of_index = frame.view.tree && !frame.is_pinned("index") ? title_height + edge_gap : 0;
    placement.legend_parts = placement.legend_pinned ? legend_parts(frame, edge_gap, float(frame.height) - edge_gap)
                                                     : legend_parts(frame, placement.legend_top, placement.timings_bottom - of_index);
    keep_legend_in_view(frame, placement);
    const bool beside_lists = has_compared(frame) && !frame.is_pinned("lists");  // which take the same side
    placement.polar_folded = frame.is_folded("polar", is_small(frame) || beside_lists), placement.polar_pinned = frame.is_pinned("polar");
    placement.gallery_folded = frame.is_folded("gallery", is_small(frame) || beside_lists),
    placement.gallery_pinned = frame.is_pinned("gallery");
    if (frame.view.polar_shown) placement.polar = place_beside(frame, placement, "polar", placement.polar_folded);
    else if (placement.pictures && frame.session.gallery)
        placement.gallery = place_beside(frame, placement, "gallery", placement.gallery_folded);
    if (gallery_narrows_view(frame, placement)) placement.legend_folded = frame.is_folded("legend", true);
    const auto meet = [&] {
        return placement.timings_placed() && placement.legend_placed() &&
               3 * edge_gap + timings_width(frame) + legend_width(frame) > frame.width &&
               placement.legend_top + legend_height(frame, placement.legend_folded, placement.legend_parts) + 2 * edge_gap +
                       timings_height(frame, placement.timings_folded) >
                   placement.timings_bottom + edge_gap;
    };
    placement.one = placement.timings_placed() && placement.legend_placed() && (small || meet());
    const auto opened = [&](const char* name) { return frame.card(name).open.value_or(false); };
    if (meet() && !(opened("legend") && !opened("timings"))) placement.legend_folded = true;
    if (meet() && !opened("timings")) placement.timings_folded = true;
    if (meet()) placement.legend_folded = true;
    if (frame.view.tree) place_index(frame, placement);
    place_compared(frame, placement);
    place_timings(frame, options, placement);
    fold_to_third(frame, options, placement);
    return placement;
}

/// Folds timings, index and legend, in this order, until all open cards take at most a third of the view. Cards that the user opened stay
/// open, and so does an answer to a question.
void Picture::State::fold_to_third(const InstrumentFrame& frame, const PictureOptions& options, InstrumentPlacement& placement) const {
    const auto as_open = [&](const char* name, bool open, float width, float height) {
        return OpenCard{open ? double(width * height) : 0, !frame.card(name).open};
    };
    for (int folded = 0; folded < 3; ++folded) {  // without the timings, the index may have more room
        const std::array cards = {as_open("timings", placement.timings && !placement.timings_folded, timings_width(frame),
                                      timings_height(frame, placement.timings_folded)),
            as_open("index", placement.index && !placement.index_folded, index_width(frame),
                placement.index ? index_height(frame, placement.index_folded, placement.index_parts) : 0),
            as_open("legend", placement.legend && !placement.legend_folded, legend_width(frame),
                legend_height(frame, placement.legend_folded, placement.legend_parts)),
            OpenCard{placement.compared && !placement.compared_folded ? double(compared_width() * placement.compared_height) : 0, false},
            OpenCard{area_of_why(frame, options.tools), false}};
        const std::size_t count = cards_to_fold(cards, frame.width * frame.height);
        if (count == 0) return;
        const auto folds = [&](std::size_t card) { return count > card && cards[card].folds && cards[card].area > 0; };
        if (folds(0)) {
            placement.timings_folded = true;
            if (placement.index && !placement.index_pinned && !placement.timings_at_right()) place_index(frame, placement);
            continue;
        }
        if (folds(1)) placement.index_folded = true;
        if (folds(2)) placement.legend_folded = true;
        if (folds(2) && placement.index && !placement.index_pinned)
            placement.index_top = placement.legend_top + legend_room(frame, placement);
        return;
    }
}

/// Where timings and bound chart would leave no room for the query, at most one of them is open: the timings if only they were opened by
/// the user.
void Picture::State::fold_for_steps(const InstrumentFrame& frame, const PictureOptions& options, InstrumentPlacement& placement) const {
    if (!placement.timings_placed() || placement.step_layout.chart.width == 0 || placement.step_layout.chart_pinned) return;
    InstrumentPlacement open = placement;
    open.timings_folded = false;
    if (open.step_folds.chart) {
        open.step_folds.chart = false;
        lay_out_steps(frame, open);
    }
    placement.one_of_steps = free_part(frame, options, open).width == frame.width;
    if (!placement.one_of_steps || placement.timings_folded || placement.step_folds.chart) return;
    if (frame.card("bound-chart").open.value_or(false)) {
        placement.timings_folded = true;
        return;
    }
    placement.step_folds.chart = true;
    lay_out_steps(frame, placement);
}

/// Whether timings would leave less than half of the view's height to the points, or a gallery or a polar view is above them in a narrow
/// view.
bool Picture::State::timings_leave_little(const InstrumentFrame& frame, const InstrumentPlacement& placement) const {
    constexpr double wide = 1000, of_axes = 28;
    if (!placement.timings_placed()) return false;
    if (frame.view.polar_shown && !frame.is_folded("polar", false)) return frame.width < wide;
    if (placement.pictures) return frame.width < wide;  // the strip of pictures is as high
    const double above =
        edge_gap + (placement.tools ? tools_height + edge_gap : 0) + (ticks_below(frame, placement) ? tools_height + edge_gap : 0);
    return placement.timings_bottom - timings_height(frame, false) - edge_gap - of_axes - above < 0.5 * frame.height;
}

/// Whether a gallery or a polar view is open beside the picture.
bool Picture::State::is_side_panel_open(const InstrumentPlacement& placement) const {
    return (placement.polar && !placement.polar_folded && !placement.polar_pinned) ||
           (placement.gallery && !placement.gallery_folded && !placement.gallery_pinned);
}

/// Whether gallery (or polar view) and legend leave little of the picture.
bool Picture::State::gallery_narrows_view(const InstrumentFrame& frame, const InstrumentPlacement& placement) const {
    return is_side_panel_open(placement) && placement.legend_placed() &&
           frame.width - placement.beside()->x - placement.beside()->width - 64 - legend_width(frame) - 2 * edge_gap < 0.45 * frame.width;
}

/// Area on the left, between tools and timings: a gallery leaves half of the view's width to the picture; the polar view, which is about
/// square, takes less than a third. Folds it without room, unless the user opened it: then it covers what is below.
render::Rectangle Picture::State::place_beside(
    const InstrumentFrame& frame, const InstrumentPlacement& placement, const char* card, bool& folded) const {
    constexpr double min_height = 160, min_width = 260, min_polar = 240, numbers_of_axis = 64;
    const bool polar = frame.view.polar_shown;
    const double above = placement.tools ? tools_height + edge_gap : frame.axes_hidden() ? hidden_axes_note_height + edge_gap : 0;
    const double top = edge_gap + above + (ticks_below(frame, placement) ? tools_height + edge_gap : 0);
    double bottom = placement.timings_bottom - timings_room(frame, placement, placement.timings_folded);
    const double whole = frame.width - 2 * edge_gap, half = std::floor(0.5 * frame.width) - 2 * edge_gap - numbers_of_axis;
    const double timings = placement.timings_placed() && !placement.timings_folded ? double(timings_width(frame)) : 0;
    double width =
        polar ? std::max(min_polar, std::floor(0.32 * whole)) : std::max({min_width, timings, std::min(half, std::floor(0.45 * whole))});
    if (bottom - top < min_height || whole < width || (!polar && width > half)) folded = frame.is_folded(card, true);
    bottom = std::max(bottom, std::min(top + min_height, frame.height - edge_gap));
    if (folded) width = std::min(width, whole - right_column_width(frame, placement) - edge_gap);
    const double height = polar ? std::min(bottom - top, polar_height(width)) : bottom - top;
    return {edge_gap, top, std::min(width, whole), folded ? title_height : height};
}

/// Places compared lists on the left, between tools and timings; a gallery or a polar view goes below them. Only one of both is open.
void Picture::State::place_compared(const InstrumentFrame& frame, InstrumentPlacement& placement) const {
    if (!has_compared(frame)) return;
    placement.compared = true;
    placement.compared_top = edge_gap;
    if (placement.tools) placement.compared_top += tools_height + edge_gap;
    if (ticks_below(frame, placement)) placement.compared_top += tools_height + edge_gap;
    placement.compared_pinned = frame.is_pinned("lists");
    if (placement.compared_pinned) placement.compared_top = edge_gap;
    const float above = placement.compared_pinned ? float(frame.height) - edge_gap
                                                  : placement.timings_bottom - timings_room(frame, placement, placement.timings_folded);
    std::optional<render::Rectangle>& side = placement.polar ? placement.polar : placement.gallery;
    placement.lists_or_side = side && !placement.compared_pinned && !(placement.polar ? placement.polar_pinned : placement.gallery_pinned);
    const float axes = frame.three_d() ? 0.0f : 28.0f, below = placement.lists_or_side ? title_height + edge_gap : 0,
                free = above - axes - placement.compared_top - below;
    ComparedListsState lists_state = compared_state;
    if (lists_state.of != frame.view.comparing.generation)
        lists_state.head = ComparedListsState().head;  // since it is not measured while folded
    lists_state.folded = placement.compared_folded =
        frame.is_folded("lists", !compared_fits(frame, lists_state, free) || is_small(frame)) ||
        (placement.lists_or_side && is_side_panel_open(placement));
    placement.compared_height = compared_height(frame, lists_state, free);
    placement.compared_top =
        std::max(edge_gap, std::min(placement.compared_top, float(frame.height) - edge_gap - placement.compared_height));
    if (!placement.lists_or_side) return;
    const double end = side->y + side->height;
    side->y = double(placement.compared_top + placement.compared_height + edge_gap);
    if (is_side_panel_open(placement)) side->height = std::max(double(title_height), end - side->y);
}

/// The box to which the camera is fitted: of all points or of most; enlarged for a pinned query, its list and missed neighbours, but not
/// so much that the points become small.
render::Box Picture::State::box_with_answer(const InstrumentFrame& frame) const {
    constexpr double most = 2.5, most_for_query = 6, beside = 0.06;  // shares of the sides: of the enlarged box, and free beside a mark
    const render::Box& points = fit_everything || camera.three_d ? box : dense_box;
    if (frame.session.query_mode != QueryMode::pinned || published_k == 0 || frame.view.query.empty()) return points;
    const glm::dvec3 sides = points.high - points.low;
    render::Box enlarged = points;
    const auto include = [&](const glm::dvec3& at, double largest) {
        render::Box with = enlarged;
        for (int axis = 0; axis < (camera.three_d ? 3 : 2); ++axis) {
            if (!(sides[axis] > 0)) continue;
            if (at[axis] < points.low[axis]) with.low[axis] = std::min(with.low[axis], at[axis] - beside * sides[axis]);
            if (at[axis] > points.high[axis]) with.high[axis] = std::max(with.high[axis], at[axis] + beside * sides[axis]);
            if (with.high[axis] - with.low[axis] > largest * sides[axis]) return;
        }
        enlarged = with;
    };
    include(frame.place(frame.view.query), most_for_query);
    const auto include_rows = [&](std::span<const NeighbourRow> rows) {
        for (const NeighbourRow& one : rows)
            if (one.row >= 0 && one.row < data->count()) include(position_of(*data, projection, one.row), most);
    };
    include_rows(frame.view.neighbours);
    include_rows(frame.view.crossed());
    return enlarged;
}

/// Fits the camera again when the answer to a pinned query arrives after the points and lies beyond the view, unless the user has moved
/// the camera.
void Picture::State::fit_to_late_answer(const InstrumentFrame& frame, const PictureOptions& options) {
    if (!data || data->count() == 0 || frame.view.manual_edits.on) answer_awaited = false;  // points come by hand, which fit no view
    if (!answer_awaited || fit_wanted || published_k == 0) return;
    answer_awaited = !frame.view.exactness.known;
    if (options.camera || neighbourhood_shown || box_stale || moved_since(fitted)) return;
    const render::Box wanted = box_with_answer(frame);
    fit_wanted = wanted.low != fitted_box.low || wanted.high != fitted_box.high;
}

/// When a list is chosen, moves the camera to its query if that is out of view, too small or too large.
void Picture::State::show_compared(const InstrumentFrame& frame, const render::Rectangle& free) {
    const Comparing& comparing = frame.view.comparing;
    if (!comparing.chosen || comparing.generation == framed_comparison || published_count() == 0) return;
    framed_comparison = comparing.generation;
    double farthest = 0;
    for (const ComparedRank& rank : comparing.chosen->ranks) farthest = std::max(farthest, frame.has_ball() ? rank.right_distance : 0);
    move_ball_into_view(frame, free, comparing.chosen->position, farthest, 0.08, 48);
}

/// Places the index below the legend, and above the timings if they overlap horizontally.
void Picture::State::place_index(const InstrumentFrame& frame, InstrumentPlacement& placement) const {
    placement.index_pinned = frame.is_pinned("index");
    placement.index_top = placement.index_pinned ? edge_gap : placement.legend_top + legend_room(frame, placement);
    double below = placement.index_pinned ? frame.height - edge_gap : placement.timings_bottom;
    if (!placement.index_pinned && 3 * edge_gap + timings_width(frame) + index_width(frame) > frame.width)
        below -= timings_room(frame, placement, placement.timings_folded);
    placement.index_parts = index_parts(frame, placement.index_top, float(below));
    placement.index = true;
    placement.index_folded = frame.is_folded("index", placement.small || !placement.index_parts.open);
    const float lowest = float(frame.height) - edge_gap - index_height(frame, placement.index_folded, placement.index_parts);
    placement.index_top = std::max(edge_gap, std::min(placement.index_top, lowest));
}

void Picture::State::draw_instruments(const InstrumentFrame& frame, const InstrumentPlacement& placement) {
    if (placement.tools) draw_tools(frame);
    if (placement.tools) draw_ticks(frame, 2 * edge_gap + tools_width(frame), right_end_of_ticks(frame, placement));
    if (placement.compared) {
        compared_state.folded = placement.compared_folded;
        compared_state.buttons = placement.tools;
        draw_compared(frame, placement.compared_top, placement.compared_height, compared_state);
    }
    gallery_state.folded = placement.gallery_folded;
    if (placement.gallery) draw_gallery(frame, *placement.gallery, gallery_state);
    if (placement.polar) draw_polar(frame, *placement.polar, selected_rank, placement.polar_folded);
    if (placement.pictures) draw_picture_strip(frame, placement.pictures_bottom, placement.pictures_folded);
    if (placement.timings) draw_timings(frame, placement.timings_left, placement.timings_bottom, placement.timings_folded);
    if (placement.legend) draw_legend(frame, placement.legend_top, placement.legend_folded, placement.legend_parts);
    if (placement.index) draw_index(frame, placement.index_top, placement.index_folded, placement.index_parts);
    if (placement.step) {
        const StepFolds& folds = placement.step_folds;
        if (placement.step_layout.code.width > 0) draw_pseudo_code(frame, placement.step_layout.code, folds);
        draw_timeline(frame, placement.step_layout.timeline, folds);
        if (placement.step_layout.chart.width > 0) draw_bound_chart(frame, placement.step_layout.chart, folds);
        if (placement.step_layout.structure.width > 0) draw_structure(frame, placement.step_layout.structure, folds);
    }
    // Of some pairs at most one card is open: opening one leaves the other to the layout.
    const auto open_one_of = [&](const std::string& a, const std::string& b) {
        std::vector<std::pair<std::string, SavedCard>>& changed = step_request.cards;
        for (std::size_t i = 0; i < changed.size(); ++i) {
            const std::string other = changed[i].first == a ? b : changed[i].first == b ? a : "";
            if (!other.empty() && changed[i].second.open == true) changed.emplace_back(other, SavedCard{{}, frame.card(other).place});
        }
    };
    if (placement.one || placement.one_of_steps) open_one_of("timings", placement.one ? "legend" : "bound-chart");
    if (placement.lists_or_side) open_one_of("lists", placement.polar ? "polar" : "gallery");
}

render::Rectangle Picture::State::free_part(
    const InstrumentFrame& frame, const PictureOptions& options, const InstrumentPlacement& placement) const {
    if (options.presenter) return presenter_layout(frame).free;
    const bool axes = options.layers.axes && !frame.three_d() && has_room_for_axes(frame);
    double left = axes ? 64 : edge_gap, top = edge_gap, right = frame.width - edge_gap, bottom = frame.height - (axes ? 28 : edge_gap);
    if (placement.compared && !placement.compared_folded && !placement.compared_pinned)
        left = std::max<double>(left, (axes ? 64 : edge_gap) + compared_width() + edge_gap);
    if (is_side_panel_open(placement)) left = std::max(left, placement.beside()->x + placement.beside()->width + (axes ? 64 : edge_gap));
    if (placement.tools) top += tools_height + edge_gap;
    else if (frame.axes_hidden()) top += hidden_axes_note_height + edge_gap;
    if (ticks_below(frame, placement)) top += tools_height + edge_gap;
    const bool side_title = (placement.polar && placement.polar_folded && !placement.polar_pinned) ||
                            (placement.gallery && placement.gallery_folded && !placement.gallery_pinned);
    if (side_title && !placement.lists_or_side) top += title_height + edge_gap;
    if (options.instruments) top += picture_title_height(frame.session, false);
    const StepLayout& steps = placement.step_layout;
    const bool structure_beside = placement.step && steps.structure.width > 0 && !steps.structure_in_strip;
    if (placement.step)
        bottom = std::min(steps.top, structure_beside && placement.step_folds.structure ? steps.structure.y : steps.top) -
                 (axes ? 28 : edge_gap);
    if (placement.pictures) bottom -= picture_strip_height(frame, placement.pictures_folded) + edge_gap;
    if (structure_beside && !placement.step_folds.structure) right = steps.structure.x - edge_gap;
    else if (placement.index && !placement.index_folded && !placement.index_pinned) right -= index_width(frame) + edge_gap;
    else if (placement.legend_placed() && !placement.legend_folded) right -= legend_width(frame) + edge_gap;
    // While steps are shown, the query and what a step compares must not lie under a chart, however little is free.
    constexpr double least_of_steps = 80;
    const auto is_too_little = [&](const render::Rectangle& part) {
        if (placement.step) return part.width < least_of_steps || part.height < least_of_steps;
        return part.width < 0.3 * frame.width || part.height < 0.3 * frame.height;
    };
    render::Rectangle free{left, top, right - left, bottom - top};
    if (!placement.timings_placed()) {
        // It takes no room.
    } else if (placement.timings_at_right()) {
        free.width = std::min(right, double(placement.timings_left - edge_gap)) - left;
    } else if (!is_side_panel_open(placement) || timings_width(frame) > placement.beside()->width) {
        render::Rectangle beside = free;
        const double above = placement.timings_bottom - timings_height(frame, placement.timings_folded) - (axes ? 28 : edge_gap);
        free.height = std::min(free.height, above - top);
        beside.x = std::max<double>(left, edge_gap + timings_width(frame) + (axes ? 64 : edge_gap));
        beside.width = right - beside.x;
        if (is_too_little(free) || (!is_too_little(beside) && data_scale(beside) > data_scale(free))) free = beside;
    }
    if (is_too_little(free)) return {0, 0, frame.width, frame.height};  // a tiny view: instruments may cover it
    return free;
}

/// Returns the pixels per unit of the data if they are fitted to `free`.
double Picture::State::data_scale(const render::Rectangle& free) const {
    if (camera.three_d) return std::min(free.width, free.height);
    const glm::dvec3 sides = fit_everything ? box.high - box.low : dense_box.high - dense_box.low;
    const double largest = std::max(sides.x, sides.y), least = 1e-6 * largest;
    if (!(largest > 0)) return std::min(free.width, free.height);
    return std::min(free.width / std::max(sides.x, least), free.height / std::max(sides.y, least));
}

/// Places the timings under legend and index if this makes the picture larger. Folds them if the picture is much larger without them.
void Picture::State::place_timings(const InstrumentFrame& frame, const PictureOptions& options, InstrumentPlacement& placement) const {
    // Factors of the picture's scale. They favour the decision of the last frame, so that a number that grows does not move the timings.
    const double much = timings_were_low ? 0.93 : 0.88, larger = timings_were_right ? 1 : 1.04;
    const int least_charts = std::min(2, placement.index_parts.charts);
    if (!placement.timings_placed() || placement.small || placement.pictures || is_side_panel_open(placement) || published_count() == 0)
        return;
    if (frame.card("timings").open == false) return;  // the user folded them
    const auto scale = [&](const InstrumentPlacement& with) { return data_scale(free_part(frame, options, with)); };
    InstrumentPlacement open = placement;
    open.timings_folded = false;
    InstrumentPlacement right = open;
    right.timings_left = float(frame.width) - edge_gap - timings_width(frame);
    float above = placement.legend_top + legend_room(frame, placement);
    bool fits = true;
    if (placement.index && !placement.index_pinned) {  // with fewer of its charts visible
        right.index_parts = index_parts(frame, placement.index_top, placement.timings_bottom - timings_height(frame, false) - edge_gap);
        fits = placement.index_folded || (right.index_parts.open && right.index_parts.charts >= least_charts);
        above = placement.index_top + index_height(frame, placement.index_folded, right.index_parts) + edge_gap;
    }
    fits = fits && above + timings_height(frame, false) <= placement.timings_bottom;
    if (fits && scale(right) > larger * scale(open)) open = right;
    InstrumentPlacement folded = placement;  // a title at the right would take as much width as the open card
    folded.timings_folded = true;
    if (placement.timings_low || scale(open) < much * scale(folded)) {
        placement.timings_low = true;
        placement.timings_folded = frame.is_folded("timings", true);
        if (placement.index && !placement.index_pinned) place_index(frame, placement);
        if (placement.timings_folded) return;
    }
    placement.timings_left = open.timings_left;
    if (placement.timings_at_right()) placement.index_parts = open.index_parts;
}

/// For an explanation that moved the query: moves the camera so that the query is in the free area, unless the user has moved it.
void Picture::State::show_why(const InstrumentFrame& frame, const render::Rectangle& whole, bool buttons) {
    if (frame.view.stepping.open) return;  // the camera shows the steps
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
