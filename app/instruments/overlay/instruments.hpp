// The instruments themselves: each draws itself into the current ImGui frame. Inside instruments only.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Ticks and numbers along the bottom and left of `free` in 2-D, the orientation of the axes in 3-D.
/// Ticks along two edges, or in space a cross of axes; where there is too little room for ticks, a bar of a round length.
void draw_axes(const InstrumentFrame&, const render::Rectangle& free);
bool has_room_for_axes(const InstrumentFrame&);
/// At the top, between `left` and `right`, when the data has more axes than are shown.
void draw_hidden_axes_note(const InstrumentFrame&, float left, float right);
inline constexpr float hidden_axes_note_height = 24;
int decimals_of_step(double step);  ///< that numbers in such steps need

/// While points are changed by hand: what mouse and keys do, in the place of the bar of ticks.
void draw_edits_bar(const InstrumentFrame&, float left, float right);

/// The floating buttons at the top left.
void draw_tools(const InstrumentFrame&);
float tools_width(const InstrumentFrame&);
/// Beside them, between `left` and `right`, or below them where there is no room, when the points move or are changed by hand.
void draw_ticks(const InstrumentFrame&, float left, float right, float top = edge_gap);
bool ticks_below_tools(const InstrumentFrame&, float left, float right);
inline constexpr float tools_height = 40;

/// Bars of the phases on one scale, from `left` on over `bottom`. Its height, folded or not, before it is drawn.
float timings_height(const InstrumentFrame&, bool folded);
float timings_width(const InstrumentFrame&);
void draw_timings(const InstrumentFrame&, float left, float bottom, bool& folded);

/// Where rows are pictures and there is a query: it and its neighbours side by side over `bottom`. A click on one makes it the query.
bool has_picture_strip(const InstrumentFrame&);
float picture_strip_height(const InstrumentFrame&, bool folded);
/// At their points, as far as they do not cover one another: first the query and its neighbours. Seen from above only.
void draw_picture_places(const InstrumentFrame&, const render::Rectangle& free);
void draw_picture_strip(const InstrumentFrame&, float bottom, bool& folded);
/// The same pictures, larger, for a projector, in a window of the caller's: 0 where there are none.
float presented_pictures_height(const InstrumentFrame&);
void draw_presented_pictures(const InstrumentFrame&, float top);

/// How the gallery of all pictures is looked at.
struct GalleryState {
    enum class Order { label, row, nearest };
    Order order = Order::label;
    float side = 46;  ///< of a picture's longer side, logical pixels
    bool folded = false;

    struct Group {
        std::string title;
        std::size_t from, count;  ///< places in `rows`
    };
    // As it was ordered last, and for what.
    const DataSet* data = nullptr;
    Order ordered = Order::label;
    std::vector<std::int64_t> nearest;
    std::vector<std::int64_t> rows;
    std::vector<Group> groups;
    std::int64_t shown = -1;  ///< the row that was brought into sight last
};
/// All pictures in groups by their label, at the left of the view; a click on one makes it the query.
void draw_gallery(const InstrumentFrame&, const render::Rectangle&, GalleryState&);

/// At the left of the view, where the gallery else is: points around the query at their true distances. A click on one makes it the query.
/// `selected_rank`: from 0, -1 none.
void draw_polar(const InstrumentFrame&, const render::Rectangle&, int selected_rank, bool& folded);
/// Of a polar view as wide as that, with as many words as it mostly has: it does not change with them.
double polar_height(double width);

/// What a legend shows beside what the marks mean.
struct LegendParts {
    bool leaves = true;  ///< of a stepped search through a tree: what their lines mean
    bool scale = true;   ///< the colours of cells
    bool bars = true;    ///< the colours of ranks, and of heights or numbers
    int classes = 0;     ///< lines for classes, "other" and "missing", of legend_classes
};
/// The legend at the right from `top` on. Its size before it is drawn.
float legend_width(const InstrumentFrame&);
float legend_height(const InstrumentFrame&, bool folded, LegendParts);
int legend_classes(const InstrumentFrame&);
/// As much as fits above `below`, the ranks before the classes.
LegendParts legend_parts(const InstrumentFrame&, float top, float below);
void draw_legend(const InstrumentFrame&, float top, bool& folded, LegendParts);

/// The parts of the legend that are about leaves: how those of a stepped search are drawn, and the colours of cells. Height 0: nothing
/// of that is in the picture.
float leaf_marks_height(const InstrumentFrame&);
void draw_leaf_marks(ImDrawList&, const InstrumentFrame&, ImVec2 at);
float cell_scale_height(const InstrumentFrame&);
float cell_scale_width(const InstrumentFrame&);  ///< at the least
void draw_cell_scale(ImDrawList&, const InstrumentFrame&, ImVec2 at, float width);
/// The fill of a cell with such a share of the strongest colour, as it is seen in a large one.
render::Colour seen_fill(const InstrumentFrame&, float share);

/// What the index instrument has room for.
struct IndexParts {
    bool shown = true, open = true, leaf = true;
    int charts = 4;
};
/// The tree of the method at the right from `top` on: only where there is one. Its size before it is drawn.
float index_width(const InstrumentFrame&);
float index_height(const InstrumentFrame&, bool folded, IndexParts);
IndexParts index_parts(const InstrumentFrame&, float top, float below);
void draw_index(const InstrumentFrame&, float top, bool& folded, IndexParts);

/// What people folded of the lists compared, and the rank they point at (from 0, -1 none).
struct ComparedListsState {
    bool folded = false;
    bool buttons = true;  ///< not in `shot`
    int pointed = -1;
    float head = 160;      ///< height of what stands above the table, of the frame before
    std::uint64_t of = 0;  ///< Comparing::generation that this is the height of
};
/// Lists of another program beside the truth, at the left from `top` on. Its size before it is drawn; whether `room` is enough to open it.
float compared_width();
float compared_height(const InstrumentFrame&, const ComparedListsState&, float room);
bool compared_fits(const InstrumentFrame&, const ComparedListsState&, float room);
void draw_compared(const InstrumentFrame&, float top, float height, ComparedListsState&);
/// What is missing, false and misjudged in the list that is looked at, on the map.
void draw_compared_marks(const InstrumentFrame&, const ComparedListsState&);

/// The tag of the k-th distance, with a leader to the circle or sphere.
void draw_kth_tag(const InstrumentFrame&, const render::Rectangle& free, OccupiedAreas occupied);
/// The tags of a step: who enters, who leaves, and the bound of the heap or list at work.
void draw_step_tags(const InstrumentFrame&, const render::Rectangle& free, bool bound);

/// What people folded.
struct StepFolds {
    bool timeline = false, code = false, structure = false;
};
/// Where the instruments of a stepped search are: pseudo-code and timeline along the bottom, the heap or list at work beside them
/// or, in a narrow view, over them at the right. Width 0: not shown.
struct StepLayout {
    render::Rectangle timeline{0, 0, 0, 0}, code{0, 0, 0, 0}, structure{0, 0, 0, 0};
    bool structure_in_strip = false;
    double top = 0;  ///< of the strip along the bottom
};
StepLayout step_layout(const InstrumentFrame&, const StepFolds&);
void draw_timeline(const InstrumentFrame&, const render::Rectangle&, StepFolds&);
void draw_pseudo_code(const InstrumentFrame&, const render::Rectangle&, StepFolds&);
void draw_structure(const InstrumentFrame&, const render::Rectangle&, StepFolds&);
/// Heights of their contents, before they are drawn.
float timeline_height(const InstrumentFrame&, float width);
float structure_height(const InstrumentFrame&, float width);
/// Crosses over true neighbours that the list lacks.
void draw_missed_marks(const InstrumentFrame&);
/// What the last change did: neighbours that it has brought, and those that it took; points changed by hand; leaves that split or merged.
void draw_changed_marks(const InstrumentFrame&, bool neighbours);
/// Of a contender beside others: neighbours that the first one does not list, ringed, and those of it that lack here, crossed.
void draw_difference_marks(const InstrumentFrame&);
void draw_changed_leaves(const InstrumentFrame&);
void draw_entered_mark(ImDrawList&, ImU32 ink, ImVec2 at, float size);
void draw_left_mark(ImDrawList&, ImU32 ink, ImVec2 at, float size);
/// The part of the legend about points and leaves of the last change: how many lines, and these lines, `row` high.
int changed_lines(const InstrumentFrame&);
void draw_changed_legend(ImDrawList&, const InstrumentFrame&, ImVec2 at, float row);
/// Beside the point under the mouse.
void draw_hover_card(const InstrumentFrame&);

/// At the bottom of what is free: what to try, or the session of last time, while the view model has it.
void draw_start_card(const InstrumentFrame&, const render::Rectangle& free);
/// In the middle: nothing loaded, an error, or progress; nothing otherwise. Buttons report commands, so `shot` leaves them out.
void draw_cards(const InstrumentFrame&, const render::Rectangle& free, bool buttons);

}  // namespace neighborscope
