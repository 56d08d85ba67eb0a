// The instruments. Each draws itself into the current ImGui frame. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/instrument_frame.hpp"

namespace neighborscope {

/// Axes: in 2-D ticks and numbers at the bottom and left of `free`, or a scale bar if there is too little room; in 3-D a cross of axes.
void draw_axes(const InstrumentFrame&, const render::Rectangle& free);
bool has_room_for_axes(const InstrumentFrame&);
/// A note at the top, between `left` and `right`, if the data have more axes than are shown.
render::Rectangle draw_hidden_axes_note(const InstrumentFrame&, float left, float right);
inline constexpr float hidden_axes_note_height = 24;
/// The title of the session above `free`, but not above `top`; its height is 0 without one.
void draw_picture_title(const InstrumentFrame&, const render::Rectangle& free, float top = 0);
inline float picture_title_height(const SessionState& session, bool presenter) {
    return session.title.empty() ? 0 : presenter ? 56.0f : 36.0f;
}
int decimals_of_step(double step);  ///< decimals of numbers with this step
/// The step of numbers along an axis: smaller than `step` if fewer than two multiples lie from `low` to `high`, since one number alone says
/// nothing of the scale; never smaller than `least`.
double step_with_two_numbers(double step, double low, double high, double least);

/// While points are edited by hand: what mouse and keys do, instead of the bar of ticks.
void draw_edits_bar(const InstrumentFrame&, float left, float right);

/// The floating buttons at the top left.
void draw_tools(const InstrumentFrame&);
float tools_width(const InstrumentFrame&);
/// The bar of ticks, if points move or are edited by hand: beside the tools, between `left` and `right`, or below them without room.
void draw_ticks(const InstrumentFrame&, float left, float right, float top = edge_gap);
bool ticks_below_tools(const InstrumentFrame&, float left, float right);
bool ticks_beside_tools(const InstrumentFrame&, float left, float right);
inline constexpr float tools_height = 40;

/// Timings: bars of the phases on one scale, right of `left` and above `bottom`.
float timings_height(const InstrumentFrame&, bool folded);
float timings_width(const InstrumentFrame&);
void draw_timings(const InstrumentFrame&, float left, float bottom, bool folded);

/// The strip of pictures of the query and its neighbours above `bottom`, if rows are pictures. A click on one makes it the query.
bool has_picture_strip(const InstrumentFrame&);
float picture_strip_height(const InstrumentFrame&, bool folded);
/// Pictures at their points in 2-D, without overlaps: first the query and its neighbours.
void draw_picture_places(const InstrumentFrame&, const render::Rectangle& free);
void draw_picture_strip(const InstrumentFrame&, float bottom, bool folded);
/// The strip enlarged for the presentation mode, in the caller's window. Height 0: no pictures.
float presented_pictures_height(const InstrumentFrame&);
void draw_presented_pictures(const InstrumentFrame&, float top);

/// The state of the gallery of all pictures.
struct GalleryState {
    enum class Order { label, row, nearest };
    Order order = Order::label;
    float side = 46;  ///< of a picture's longer side, logical pixels
    bool folded = false;

    struct Group {
        std::string title;
        std::size_t from, count;  ///< range of `rows`
    };
    // The last order, and its input.
    const DataSet* data = nullptr;
    Order ordered = Order::label;
    std::vector<std::int64_t> nearest;
    std::vector<std::int64_t> rows;
    std::vector<Group> groups;
    std::int64_t shown = -1;  ///< the row scrolled to last
};
/// The gallery: all pictures in groups by label, on the left of the view. A click on one makes it the query.
void draw_gallery(const InstrumentFrame&, const render::Rectangle&, GalleryState&);

/// The polar view, instead of the gallery: points around the query at their true distances. A click on one makes it the query.
/// `selected_rank`: from 0; -1: none.
void draw_polar(const InstrumentFrame&, const render::Rectangle&, int selected_rank, bool folded);
/// Height of a polar view of this width, independent of its present texts.
double polar_height(double width);

/// The parts of a legend besides the marks.
struct LegendParts {
    bool leaves = true;  ///< the lines of leaves in a stepped tree search
    bool scale = true;   ///< the colours of cells
    bool bars = true;    ///< the colours of ranks, and of heights or numbers
    int classes = 0;     ///< number of lines for classes, "other" and "missing", at most legend_classes()
    float larger = 1;    ///< the enlargement of all below the title
};
/// The legend on the right, below `top`.
float legend_width(const InstrumentFrame&, float larger = 1);
float legend_height(const InstrumentFrame&, bool folded, LegendParts);
int legend_classes(const InstrumentFrame&);
/// The parts that fit between `top` and `below`; ranks before classes.
LegendParts legend_parts(const InstrumentFrame&, float top, float below, float larger = 1);
/// The same in the presentation mode: as large as a third of the width and the height allow with all parts, else with all but ranks.
LegendParts presented_legend_parts(const InstrumentFrame&, float top, float below);
void draw_legend(const InstrumentFrame&, float top, bool folded, LegendParts);
/// Whether there is more to explain than points, query and neighbours: steps, classes, colours, links, lists, or missed neighbours.
bool needs_legend(const InstrumentFrame&);

/// The parts of the legend about leaves: their lines in a stepped search, and the colours of cells. Height 0: not in the picture.
float leaf_marks_height(const InstrumentFrame&);
void draw_leaf_marks(ImDrawList&, const InstrumentFrame&, ImVec2 at);
float cell_scale_height(const InstrumentFrame&);
float cell_scale_width(const InstrumentFrame&);  ///< minimum
void draw_cell_scale(ImDrawList&, const InstrumentFrame&, ImVec2 at, float width);
/// The fill of a large cell with this share of the strongest colour, blended with the background.
render::Colour seen_fill(const InstrumentFrame&, float share);

/// The parts of the index instrument that there is room for.
struct IndexParts {
    bool open = true, leaf = true;
    int charts = 4;
};
/// The index instrument: the tree of the method, on the right below `top`.
float index_width(const InstrumentFrame&);
float index_height(const InstrumentFrame&, bool folded, IndexParts);
IndexParts index_parts(const InstrumentFrame&, float top, float below);
void draw_index(const InstrumentFrame&, float top, bool folded, IndexParts);

/// The state of the instrument of compared lists.
struct ComparedListsState {
    bool folded = false;
    bool buttons = true;   ///< not in `shot`
    int pointed = -1;      ///< rank under the mouse, from 0; -1: none
    float head = 160;      ///< height above the table in the previous frame
    std::uint64_t of = 0;  ///< Comparing::generation that `head` is of
};
/// Lists of another program beside the truth, on the left below `top`. compared_fits(): `room` is enough to open it.
float compared_width();
float compared_height(const InstrumentFrame&, const ComparedListsState&, float room);
bool compared_fits(const InstrumentFrame&, const ComparedListsState&, float room);
void draw_compared(const InstrumentFrame&, float top, float height, ComparedListsState&);
/// Marks of missing, false and wrong neighbours of the chosen list, in the picture.
void draw_compared_marks(const InstrumentFrame&, const ComparedListsState&);

/// The tag of the k-th distance, with a line to the circle or sphere.
void draw_kth_tag(const InstrumentFrame&, const render::Rectangle& free, OccupiedAreas occupied);
/// The tags of a step: the points that enter and leave, and the bound of the acting heap or list.
void draw_step_tags(const InstrumentFrame&, const render::Rectangle& free, bool bound, OccupiedAreas occupied);

/// Draws the notes of the document: texts, which the mouse drags, and their arrows and rings, which go below all other texts.
void draw_note_arrows(const InstrumentFrame&, const render::Rectangle& free);
void draw_notes(const InstrumentFrame&, const render::Rectangle& free);

/// Which instruments of stepping are folded. `small`: those that the user has not opened; the timeline only where the view is low.
struct StepFolds {
    bool timeline = false, code = false, structure = false, chart = false;
    static StepFolds of(const InstrumentFrame& frame, bool small) {
        return {frame.is_folded("timeline", small && is_flat(frame)), frame.is_folded("pseudo-code", small),
            frame.is_folded("structure", small), frame.is_folded("bound-chart", small)};
    }
};
/// Areas of the instruments of stepping: pseudo-code and timeline along the bottom, the acting heap or list beside them or, in a narrow
/// view, above them on the right; the bound chart above them. Width 0: not shown. A pinned one has its size and takes no room.
struct StepLayout {
    render::Rectangle timeline{0, 0, 0, 0}, code{0, 0, 0, 0}, structure{0, 0, 0, 0}, chart{0, 0, 0, 0};
    bool structure_in_strip = false;  ///< or pinned: it is not beside the picture
    double top = 0;                   ///< of the strip along the bottom
    bool code_pinned = false, structure_pinned = false, chart_pinned = false;
    std::vector<render::Rectangle> docked() const;  ///< those that are shown and not pinned
};
StepLayout step_layout(const InstrumentFrame&, const StepFolds&);
void draw_timeline(const InstrumentFrame&, const render::Rectangle&, StepFolds);
void draw_pseudo_code(const InstrumentFrame&, const render::Rectangle&, StepFolds);
void draw_structure(const InstrumentFrame&, const render::Rectangle&, StepFolds);
float timeline_height(const InstrumentFrame&, float width);
float structure_height(const InstrumentFrame&, float width);
/// Crosses over true neighbours that the list lacks.
void draw_missed_marks(const InstrumentFrame&);
/// The ring of a misclassified or unreachable row on which the query is: outside of the query's mark, which hides that of the row.
void draw_ring_of_query(const InstrumentFrame&);
/// Rings around the rows that the inspection of an index selected.
void draw_selected_rows(const InstrumentFrame&);
/// Marks of the last change: neighbours that entered and left, points changed by hand, leaves that split or merged.
void draw_changed_marks(const InstrumentFrame&, bool neighbours);
/// Whether the neighbours that left are marked. A list that became much shorter is not a change that one looks for, and the marks would hide
/// those that remain.
bool marks_left(const InstrumentFrame&);
/// For a compared method: rings around neighbours that A does not list, crosses over neighbours of A that are missing here.
void draw_difference_marks(const InstrumentFrame&);
void draw_changed_leaves(const InstrumentFrame&);
void draw_entered_mark(ImDrawList&, ImU32 ink, ImVec2 at, float size);
void draw_left_mark(ImDrawList&, ImU32 ink, ImVec2 at, float size);
/// The part of the legend about the last change: number of lines; draws them with height `row`.
int changed_lines(const InstrumentFrame&);
void draw_changed_legend(ImDrawList&, const InstrumentFrame&, ImVec2 at, float row);
/// The card of the point under the mouse.
void draw_hover_card(const InstrumentFrame&);

/// The start card at the bottom of `free`: three things to try, or the last session, while the view model has it.
void draw_start_card(const InstrumentFrame&, const render::Rectangle& free);
/// A card in the middle if nothing is loaded, or for an error or progress. `buttons`: none in `shot`.
void draw_cards(const InstrumentFrame&, const render::Rectangle& free, bool buttons);

}  // namespace neighborscope
