// A panel as data: what it shows and what a person can change. app/desktop draws it with Qt, app/light with Dear ImGui; tests read
// it without a window. A panel is described again when what it reads has changed; PanelState keeps what must survive that.
#pragma once
#include "app/commands/commands.hpp"
#include "app/data/faces/face.hpp"
#include "app/data/points/row_picture.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/text/slider_scale.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace neighborscope::panels {

using neighborscope::Tone;
/// A sign before a text, in the colour of its tone. `missed`: a neighbour that an approximate list lacks, crossed as in the view.
enum class Mark { none, right, wrong, missing, differs, missed };

/// Something to press.
struct Button {
    std::string id, label, help;
    std::string icon;                    ///< known to both windows: "open", "samples", "copy", "export"; "" = none
    std::optional<std::string> refusal;  ///< why it cannot be pressed now
    std::optional<bool> checked;         ///< for a switch: its state
    std::function<void()> run;
    std::vector<Button> menu;  ///< opens a menu of these instead
    bool closes = false;       ///< closes the sheet first
    bool preferred = false;    ///< Return presses it in a sheet
};
/// A command as a button; its label is the command's title unless another is given. If there is no such command, the button refuses.
Button button_of(const Commands&, std::string_view id, const std::string& label = {}, std::string icon = {});

/// A paragraph.
struct Text {
    std::string text;
    Tone tone = Tone::normal;
    Mark mark = Mark::none;
    std::string beside;    ///< second text at the right end
    int min_lines = 1;     ///< lines reserved, so that rows below do not jump
    bool heading = false;  ///< bold
};

/// Names and values, one line each.
struct Facts {
    std::vector<std::pair<std::string, std::string>> facts;
    bool foldable = false;  ///< folded at first
};

/// A number to type, to step and, with a scale, to drag.
struct Number {
    std::string value;                                    ///< as shown to people
    bool words = false;                                   ///< it is a name rather than a number
    std::optional<SliderScale> scale;                     ///< of the slider
    std::function<double(double value, int steps)> step;  ///< the value after that many steps; unset: no steps
    /// Takes the typed text, which may have the spaces and the minus of parse_number(). Returns what is wrong with it, "" when it
    /// was accepted. With `merge` it continues the same change: while typing, and while the slider is held.
    std::function<std::string(const std::string& typed, bool merge)> change;
};

/// A whole number out of a long range, to drag: for example a step out of a million.
struct Slider {
    std::int64_t from = 0, to = 0, value = 0;
    std::string text;  ///< beside it
    std::function<void(std::int64_t)> change;
};

/// One of several.
struct Choice {
    struct Item {
        std::string text, help, group;
        std::optional<std::string> refusal;
        std::string icon = {};

        /// Whether text, help or group contain all typed words, ignoring case.
        bool has_words(const std::string& typed) const;
    };
    enum class Look { menu, list, segments };
    std::vector<Item> items;
    int chosen = -1;  ///< -1: none of them
    std::function<void(int)> change;
    Look look = Look::menu;
    std::string note = {};  ///< for a menu: second text after it
    std::string find = {};  ///< for a list: hint in a field to find items by typing; "": no such field
    static constexpr const char* none_found = "No name or help has all these words.";
};

struct Check {
    bool on = false;
    std::function<void(bool)> change;
};

struct Buttons {
    std::vector<Button> buttons;
};

/// A share of a whole, as a bar.
struct Share {
    std::string text;                      ///< "9 of 16"
    double part = 0;                       ///< 0 to 1
    std::optional<ClassShade> shade = {};  ///< the bar has the colour of a class
};

/// A whole made of parts, side by side in the colours of their classes.
struct StackedBar {
    struct Item {
        double part = 0;  ///< of all, 0 to 1
        ClassShade shade;
        std::string help;
    };
    std::vector<Item> parts;
};

/// Lines of pseudo-code; the executed lines are marked.
struct Code {
    std::vector<std::string> lines;
    std::vector<int> marked;
};

/// A picture with words beside it.
struct Picture {
    std::shared_ptr<const GreyPicture> picture;  ///< null: only the words
    std::string title, text;                     ///< bold; below it
    int height = 84;                             ///< logical pixels; the width is in proportion
};

/// Pictures side by side, in as many lines as they need.
struct Pictures {
    struct Item {
        std::shared_ptr<const GreyPicture> picture;
        std::string caption, help;
        bool marked = false;          ///< it is the query: drawn with an edge in its colour
        std::function<void()> press;  ///< unset: nothing happens
    };
    std::vector<Item> pictures;
    int height = 64;  ///< logical pixels, without the caption
};

/// A photograph with a frame around the face in it: the frame is dragged and its size changed by the wheel, or the eyes are clicked.
struct CropEditor {
    std::shared_ptr<const GreyPicture> whole;
    double scale = 1;                                                        ///< pixels of the file for one of `whole`
    faces::Crop crop;                                                        ///< in pixels of the file
    double aspect = 1;                                                       ///< height of the frame over its width
    std::function<void(const faces::Crop&)> change;                          ///< continues the same change
    std::function<void(std::array<double, 2>, std::array<double, 2>)> eyes;  ///< {x, y} in pixels of the file
    int width = 190;                                                         ///< logical pixels at most

    /// The four corners in pixels of the file, clockwise from the top left one.
    std::array<std::array<double, 2>, 4> corners() const;
    bool is_inside(double x, double y) const;
    /// The frame moved, kept with its middle in the picture; and its width times a factor, kept between 8 pixels and twice the picture.
    faces::Crop moved(double dx, double dy) const;
    faces::Crop sized(double factor) const;
};

/// A small chart over one axis: bars, boxes, lines of points, a value, and a limit that can be moved.
struct Chart {
    struct Line {
        std::string name;                           ///< beside its highest point; "" for a single one
        std::vector<std::array<double, 2>> points;  ///< ascending along the axis
        std::array<double, 2> highest() const;      ///< the middle of a level top; not of a line without points
    };
    struct Box {
        enum class Shade { faint, pale, strong };
        double from = 0, to = 0, low = 0, high = 0;  ///< along the axis, and heights
        Shade shade = Shade::faint;
    };
    std::vector<Line> lines;
    std::vector<Box> boxes;                              ///< in their order, one over the other
    std::vector<double> bars;                            ///< heights over equal parts of the axis
    double from = 0, to = 1, low = 0, high = 1;          ///< ends of the axis, and of heights
    std::vector<std::pair<double, std::string>> across;  ///< places along the axis that are named
    std::vector<std::pair<double, std::string>> up;      ///< heights that are named
    std::optional<double> value, limit;                  ///< vertical lines: the value, and its limit
    std::function<void(double)> move_limit;              ///< unset: it cannot be moved
    std::function<void(double)> move_value;              ///< the same for the value, which moves to where the chart is clicked
    int height = 84;                                     ///< logical pixels
    std::string caption;                                 ///< above it, in the second text colour

    void name_round_numbers();  ///< along the axis, about four
};

/// Rows of cells. The functions read the view model: they are valid until it changes; then the panel is described again.
struct Table {
    struct Column {
        std::string title, help;
        bool words = false;     ///< aligned at the left; else numbers, at the right
        int width = 0;          ///< least width in logical pixels; 0: the remaining width
        bool optional = false;  ///< hidden, last one first, if there is no room; the help of the row has it, too
    };
    enum class Bracket { none, first, middle, last };  ///< part of a bracket at the left of equal cells
    struct Cell {
        std::string text;
        int rank = 0;                   ///< from 1: shows the colour of this rank; 0: none
        std::optional<int> way = {};    ///< text in the colour of a leaf's way, as leaf_colours() has it
        std::optional<bool> tick = {};  ///< drawn as a tick, or as nothing
        Tone tone = Tone::normal;
        Mark mark = Mark::none;  ///< as the view has it
        Bracket bracket = Bracket::none;
        std::shared_ptr<const GreyPicture> picture = {};  ///< drawn as high as Table::picture_height, instead of text, which names it
    };
    std::vector<Column> columns;
    std::int64_t count = 0;  ///< number of rows
    int ranks = 0;           ///< number of ranks that Cell::rank can have
    int picture_height = 0;  ///< logical pixels: rows are high enough for pictures; 0: there are none
    std::function<Cell(std::int64_t row, int column)> cell;
    std::function<std::string(std::int64_t row)> help;
    std::int64_t selected = -1, hovered = -1;  ///< rows; -1 none
    std::function<void(std::int64_t)> select;  ///< unset: rows cannot be selected
    std::function<void(std::int64_t)> hover;   ///< the row under the mouse, -1 none
    bool scrolls_to_selected = false;          ///< scrolls to the selected row; else a click on it deselects it
    int sorted_by = -1;                        ///< column
    bool descending = false;
    std::function<void(int column, bool descending)> sort;    ///< unset: cannot be sorted
    std::function<void(std::int64_t row, int column)> press;  ///< for a click on one cell, instead of a row; unset: rows are selected
    std::int64_t pressed_row = -1;                            ///< the highlighted cell; -1 none
    int pressed_column = -1;
    std::string empty;  ///< shown if there are no rows

    /// Whether words of this column are cut when there is little room: the help of the row has all of them.
    bool is_shortened(int column) const;
    /// The columns for which there is room, ascending; `widths` is what each needs. An optional column is hidden for short words, such as
    /// ids; long words may be cut instead.
    std::vector<int> shown_columns(std::vector<float> widths, float room) const;
};

struct Row {
    std::string id;     ///< "query.k": panel and row; tests and screen readers find the row by it
    std::string label;  ///< shown before it, and its name for screen readers
    std::string help;   ///< tooltip
    std::variant<Text, Facts, Number, Slider, Choice, Check, Buttons, Share, StackedBar, Code, Picture, Pictures, CropEditor, Chart, Table>
        what;
    bool beside = false;  ///< on the line of the previous row, if both have room
};

struct Panel {
    std::string id, title;
    std::string fact;             ///< shown beside the title
    std::vector<Button> actions;  ///< shown in place of the fact
    std::vector<Row> rows;
    bool shown = true;
};

/// The state of panels that is not part of the document. A window has one.
struct PanelState {
    int selected_rank = -1, hovered_rank = -1;  ///< from 0, of the neighbours listed; -1 none
    std::int64_t hovered_row = -1;              ///< of the data: the point under the mouse in the view
    int sorted_by = 0;                          ///< column of the neighbours
    bool descending = false;
    std::string enrol_name;      ///< typed name of the person in the query picture
    std::int64_t tree_row = -1;  ///< selected in the table of leaves
    /// Leaves highlighted in the view, because their row is selected: with numbers `from` to `to` of kind render::CellNumber.
    int marked_number = 0, marked_from = 0, marked_to = 0;

    bool operator==(const PanelState&) const = default;
    void clear_leaf_selection() { tree_row = -1, marked_number = marked_from = marked_to = 0; }
    int highlighted_rank() const { return hovered_rank >= 0 ? hovered_rank : selected_rank; }
};

/// What panels are described from.
struct Context {
    Workbench& workbench;  ///< receives the changes
    const Commands& commands;
    PanelState& state;
    const ViewModel& view;        ///< the workbench's
    const SessionState& session;  ///< the workbench's now
    bool wide = false;            ///< there is room to show panels side by side instead of one of them
};

/// The tooltip of a number's field: the row's help, below text that may be longer than the field.
std::string field_tooltip(const Row&);

/// A line of the list of panels.
struct PanelInfo {
    const char* id;
    Dock dock;
    int share;  ///< share of the free height of its dock; 0: its own height
    Panel (*describe)(const Context&);
    FeatureSet reads;          ///< what its description depends on, buttons that refuse included
    bool reads_state = false;  ///< on PanelState, too
};
/// All panels, in display order. A new panel is a source file and two lines in panels.cpp.
std::span<const PanelInfo> all_panels();

/// The latest descriptions of the panels of one window. Describes a panel again only when something that it reads has changed.
class DescribedPanels {
public:
    /// Describes the panel again when something that it reads has changed. Returns whether it did.
    bool refresh(std::size_t panel, const Context&);
    const Panel& of(std::size_t panel) const { return panels_[panel].described; }  ///< after a refresh(); good until the next one
    /// The next refresh() describes the panel in any case: its widgets may differ, as a switch does whose change was refused.
    void invalidate(std::size_t panel) { panels_[panel].known = false; }
    std::uint64_t count() const { return count_; }  ///< how often any panel was described

private:
    struct Item {
        bool known = false, wide = false;
        std::uint64_t generation = 0;
        PanelState state;
        Panel described;
    };
    std::vector<Item> panels_ = std::vector<Item>(all_panels().size());
    std::uint64_t count_ = 0;
};

/// The pseudo-code of the method, with the executed lines marked.
Code code_of(const ViewModel&, const SessionState&);
/// The faults of such a list, counted: "2 missing", "1 false", "3 distances wrong", each with its mark; or that it is right.
std::vector<Text> compared_faults(const ComparedList&);
/// A list of another program beside the true neighbours, one row per rank.
Table compared_table(const std::shared_ptr<const ComparedList>&);

/// How neighbours vote: a choice that changes the document.
Row vote_row(const Context&, const std::string& panel);

/// A row for each option, of a method or of data that a generator made. `chosen`: option -> text as typed; missing: the default.
/// `change` gets values that parse_option() accepts.
std::vector<Row> option_rows(const std::string& panel, std::span<const OptionSpec>, const std::map<std::string, std::string>& chosen,
    const std::function<void(const std::string& name, const std::string& text, bool merge)>& change, int multiprocessors = 0);

/// For an option whose 0 lets the method choose (its help says so after "; 0: "): the text for 0, with the chosen number if it
/// is known ("automatic (8)"); "" for other options. `multiprocessors`: of the device; 0: not known.
std::string automatic_text(const OptionSpec&, int multiprocessors);

// ---- Numbers as people type them ------------------------------------------------------------------------------------------
/// Without the spaces and the true minus that people read and may type; "automatic" is 0.
std::string plain_number(std::string_view typed);
/// NaN when it is not a number.
double parse_number(std::string_view typed);
/// As it is typed: whole numbers in full, others with six digits.
std::string number_as_typed(double);

}  // namespace neighborscope::panels
