// A panel as data: what it shows and what the user can change. app/desktop draws it with Qt, app/light with Dear ImGui; tests read it
// without a window. A panel is described again when what it reads has changed. PanelState has the state that must survive that.
#pragma once
#include "app/commands/commands.hpp"
#include "app/data/faces/face.hpp"
#include "app/data/points/row_picture.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/text/slider_scale.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace neighborscope::panels {

using neighborscope::Tone;
/// A symbol before a text, in the colour of its tone. `missed`: a neighbour that an approximate list lacks, with a cross as in the view.
enum class Mark { none, right, wrong, missing, differs, missed };

struct Button {
    std::string id, label, help;
    std::string icon;                    ///< a name that both windows know: "open", "samples", "copy", "export"; "" = none
    std::optional<std::string> refusal;  ///< why it cannot be pressed now
    std::optional<bool> checked;         ///< state of a switch; none: no switch
    std::function<void()> run;
    std::vector<Button> menu;  ///< opens a menu of these instead
    bool closes = false;       ///< closes the sheet first
    bool preferred = false;    ///< Return presses it in a sheet
};
/// Makes a button of a command, with the command's title unless a label is given. The button is disabled if there is no such command.
Button button_of(const Commands&, std::string_view id, const std::string& label = {}, std::string icon = {});

/// A paragraph.
struct Text {
    std::string text;
    Tone tone = Tone::normal;
    Mark mark = Mark::none;
    std::string beside;    ///< second text, aligned right
    int min_lines = 1;     ///< minimum height, so that rows below do not move
    bool heading = false;  ///< bold
};

/// A paragraph of a lesson, in several styles. With `press` it is a button as wide as the panel.
struct Prose {
    enum class Style { plain, emphasis, strong, code };
    struct Span {
        std::string text;  ///< "\n" begins a line
        Style style = Style::plain;
    };
    enum class Look { paragraph, title, heading, code, aside };
    std::vector<Span> spans;
    Look look = Look::paragraph;
    std::string lead = {};  ///< before the first line, which the others are indented to: "\u2022", "2.", "B"
    int depth = 0;          ///< of lists inside of lists
    Tone tone = Tone::normal;
    Mark mark = Mark::none;
    bool framed = false;                      ///< a bar at its left: it is part of an exercise
    bool large = false;                       ///< for a projector
    std::function<void()> press{};            ///< unset: it is only read
    std::optional<std::string> refusal = {};  ///< why it cannot be pressed now

    std::string text() const;  ///< without styles
};

/// A picture in the text of a lesson. It is as wide as the panel, unless it has fewer pixels.
struct Figure {
    std::shared_ptr<const faces::ColourPicture> picture;  ///< not null
    std::string text;                                     ///< what it shows, for screen readers
    int depth = 0;                                        ///< as in Prose
    bool framed = false, large = false;                   ///< as in Prose; a large one may have twice its pixels

    double width_in(double room) const { return std::min(room, picture->size.width * (large ? 2.0 : 1.0)); }
    double height_of(double width) const { return width * picture->size.height / picture->size.width; }
};

/// Names and values, one line each.
struct Facts {
    std::vector<std::pair<std::string, std::string>> facts;
    bool foldable = false;                ///< folded at first
    std::vector<std::string> helps = {};  ///< the tooltip of each fact; fewer: of the first ones
};

/// A number that can be typed, stepped and, with a scale, dragged.
struct Number {
    std::string value;                                    ///< as shown
    bool words = false;                                   ///< it is a text rather than a number
    std::optional<SliderScale> scale;                     ///< of the slider
    std::function<double(double value, int steps)> step;  ///< returns the value after so many steps; unset: no steps
    /// Applies the typed text, which may have the spaces and the minus of parse_number(). Returns an error, or "". With `merge` it
    /// continues the same change: while typing, and while the slider is held.
    std::function<std::string(const std::string& typed, bool merge)> change;
    std::function<void()> enter = {};  ///< called for Return, behind `change`; unset: Return only ends the change
    bool gives_keys_back = false;      ///< a text whose Return gives the keyboard back to the view, as that of a number does
};

/// A whole number in a long range, to be dragged: for example a step among a million.
struct Slider {
    std::int64_t from = 0, to = 0, value = 0;
    std::string text;  ///< beside the slider
    std::function<void(std::int64_t)> change;
};

struct Choice {
    struct Item {
        std::string text, help, group;
        std::optional<std::string> refusal;
        std::string icon = {};

        /// Whether text, help and group together contain all typed words, ignoring case.
        bool has_words(const std::string& typed) const;
    };
    enum class Look { menu, list, segments };
    std::vector<Item> items;
    int chosen = -1;  ///< -1: none
    std::function<void(int)> change;
    Look look = Look::menu;
    std::string note = {};  ///< for a menu: second text beside it
    std::string find = {};  ///< for a list: hint of a field that filters the items; "": no such field
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
    std::optional<ClassShade> shade = {};  ///< colour of the bar; none: the accent colour
};

/// A bar of several parts in the colours of their classes.
struct StackedBar {
    struct Item {
        double part = 0;  ///< share, 0 to 1
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

/// A picture with text beside it.
struct Picture {
    std::shared_ptr<const GreyPicture> picture;  ///< null: only the text
    std::string title, text;                     ///< title in bold; text below the title
    int height = 84;                             ///< logical pixels; the width keeps the aspect ratio
};

/// Pictures side by side, wrapped to several lines.
struct Pictures {
    struct Item {
        std::shared_ptr<const GreyPicture> picture;
        std::string caption, help;
        bool marked = false;          ///< it is the query: drawn with a frame in its colour
        std::function<void()> press;  ///< unset: no action
    };
    std::vector<Item> pictures;
    int height = 64;  ///< logical pixels, without the caption
};

/// A photo with a frame around the face. The user drags the frame and changes its size with the wheel, or clicks the eyes.
struct CropEditor {
    std::shared_ptr<const GreyPicture> whole;
    double scale = 1;                                                        ///< pixels of the file per pixel of `whole`
    faces::Crop crop;                                                        ///< in pixels of the file
    double aspect = 1;                                                       ///< height of the frame divided by its width
    std::function<void(const faces::Crop&)> change;                          ///< merged into one change
    std::function<void(std::array<double, 2>, std::array<double, 2>)> eyes;  ///< {x, y} in pixels of the file
    int width = 190;                                                         ///< maximum, in logical pixels

    /// The corners in pixels of the file, clockwise from the top left one.
    std::array<std::array<double, 2>, 4> corners() const;
    bool is_inside(double x, double y) const;
    /// The moved frame, whose centre is kept within the picture, and the scaled frame, whose width is kept between 8 pixels and twice the
    /// picture's.
    faces::Crop moved(double dx, double dy) const;
    faces::Crop sized(double factor) const;
};

/// A small chart over one axis: bars, boxes, lines, a value, and a limit that can be moved.
struct Chart {
    struct Line {
        std::string name;                           ///< drawn beside its highest point; "": not drawn
        std::vector<std::array<double, 2>> points;  ///< {x, height}, ascending x
        std::array<double, 2> highest() const;      ///< the middle one of equal maxima; the line must have points
    };
    struct Box {
        enum class Shade { faint, pale, strong, warning };
        double from = 0, to = 0, low = 0, high = 0;  ///< range along the axis, and of heights
        Shade shade = Shade::faint;
    };
    /// A dot with a text above it, if there is room.
    struct Dot {
        double at = 0, height = 0;
        std::string text;
        Tone tone = Tone::normal;
    };
    std::vector<Line> lines;
    std::vector<Dot> dots;
    std::vector<Box> boxes;                              ///< in drawing order
    std::vector<double> bars;                            ///< heights; the axis is divided into equal parts
    double from = 0, to = 1, low = 0, high = 1;          ///< range of the axis, and of heights
    std::vector<std::pair<double, std::string>> across;  ///< labels along the axis
    std::vector<std::pair<double, std::string>> up;      ///< labels of heights
    std::optional<double> value, limit;                  ///< vertical lines: the value, and its limit
    std::function<void(double)> move_limit;              ///< unset: the limit is fixed
    std::function<void(double)> move_value;              ///< called for a click; unset: the value is fixed
    int height = 84;                                     ///< logical pixels
    std::string caption;                                 ///< above the chart, in the secondary text colour

    void name_round_numbers();  ///< sets about four labels along the axis
};

/// A table. Its functions read the view model and are valid until it changes. The panel is then described again.
struct Table {
    struct Column {
        std::string title, help;
        bool words = false;     ///< text, aligned left; else numbers, aligned right
        int width = 0;          ///< minimum width in logical pixels; 0: the remaining width
        bool optional = false;  ///< hidden without room, last one first; the row's help contains it, too
    };
    enum class Bracket { none, first, middle, last };  ///< part of a bracket around equal cells
    struct Cell {
        std::string text;
        int rank = 0;                   ///< from 1: shown with the colour of this rank; 0: none
        std::optional<int> way = {};    ///< text in the colour of a leaf's direction, see leaf_colours()
        std::optional<bool> tick = {};  ///< true: drawn as a tick
        Tone tone = Tone::normal;
        Mark mark = Mark::none;  ///< as in the view
        Bracket bracket = Bracket::none;
        std::shared_ptr<const GreyPicture> picture =
            {};  ///< drawn with height Table::picture_height, instead of the text, which is its name
    };
    std::vector<Column> columns;
    std::int64_t count = 0;  ///< number of rows
    int ranks = 0;           ///< maximum of Cell::rank
    int picture_height = 0;  ///< logical pixels; 0: no pictures
    std::function<Cell(std::int64_t row, int column)> cell;
    std::function<std::string(std::int64_t row)> help;
    std::int64_t selected = -1, hovered = -1;  ///< rows; -1: none
    std::function<void(std::int64_t)> select;  ///< unset: rows cannot be selected
    std::function<void(std::int64_t)> open;    ///< called for a double click on a row, or Enter; unset: no action
    std::function<void(std::int64_t)> hover;   ///< called with the row under the mouse; -1: none
    bool gives_way = false;                    ///< shrinks to a few rows, so that what is below it stays in sight
    bool scrolls_to_selected = false;          ///< scrolls to the selected row; otherwise a click on it deselects it
    int sorted_by = -1;                        ///< column
    bool descending = false;
    std::function<void(int column, bool descending)> sort;    ///< unset: cannot be sorted
    std::function<void(std::int64_t row, int column)> press;  ///< called for a click on a cell; unset: rows are selected
    std::int64_t pressed_row = -1;                            ///< the highlighted cell; -1: none
    int pressed_column = -1;
    std::string empty;  ///< text if there are no rows

    /// Whether texts of this column are cut if there is little room. The row's help then contains them in full.
    bool is_shortened(int column) const;
    /// The columns for which there is room, ascending. `widths`: what each needs. Optional columns are hidden to show short texts such as
    /// ids in full; long texts are cut instead.
    std::vector<int> shown_columns(std::vector<float> widths, float room) const;
};

struct Row {
    std::string id;     ///< "query.k": panel and row; for tests and screen readers
    std::string label;  ///< shown before the row; also its name for screen readers
    std::string help;   ///< tooltip
    std::variant<Text, Facts, Number, Slider, Choice, Check, Buttons, Share, StackedBar, Code, Picture, Pictures, CropEditor, Chart, Table,
        Prose, Figure>
        what;
    bool beside = false;  ///< on the line of the previous row, if there is room
};

struct Panel {
    std::string id, title;
    std::string fact;             ///< shown beside the title
    std::vector<Button> actions;  ///< shown in place of the fact
    std::vector<Row> rows;
    bool shown = true;
    std::string help = {};      ///< tooltip of the title
    std::string reveal = {};    ///< row that has just got something new: the window scrolls to it when `reveals` has grown; "": none
    std::uint64_t reveals = 0;  ///< only grows
    /// Row whose field gets the keyboard when the panel shows another `keyboard_for` than before; "": none.
    std::string keyboard = {}, keyboard_for = {};
};

/// The state of panels that is not part of the document. One for each window.
struct PanelState {
    int selected_rank = -1, hovered_rank = -1;  ///< from 0, of the neighbours listed; -1: none
    std::int64_t hovered_row = -1;              ///< row of the data under the mouse in the view; -1: none
    int sorted_by = 0;                          ///< column of the table of neighbours
    bool descending = false;
    bool presenting = false;                     ///< the window is in its presentation mode
    std::map<std::size_t, std::string> guesses;  ///< typed predictions of the lesson's page, by part
    std::string guesses_of;                      ///< the page that they belong to
    std::string enrol_name;                      ///< typed name of the person in the query picture
    std::int64_t tree_row = -1;                  ///< selected row in the table of leaves; -1: none
    /// Leaves highlighted in the view because their row is selected: those with a number in marked_from .. marked_to. marked_number is a
    /// render::CellNumber.
    int marked_number = 0, marked_from = 0, marked_to = 0;

    bool operator==(const PanelState&) const = default;
    void clear_leaf_selection() { tree_row = -1, marked_number = marked_from = marked_to = 0; }
    int highlighted_rank() const { return hovered_rank >= 0 ? hovered_rank : selected_rank; }
};

/// The input of a panel's description.
struct Context {
    Workbench& workbench;  ///< receives the changes
    const Commands& commands;
    PanelState& state;
    const ViewModel& view;        ///< of the workbench
    const SessionState& session;  ///< the document of the workbench
    bool wide = false;            ///< there is room for alternative panels side by side
};

/// The tooltip of a number field: its text, which may be longer than the field, and the row's help.
std::string field_tooltip(const Row&);

/// An entry of the list of panels.
struct PanelInfo {
    const char* id;
    Dock dock;
    int share;  ///< weight for the free height of its dock; 0: fixed height
    Panel (*describe)(const Context&);
    FeatureSet reads;            ///< the features that its description depends on, including why buttons are disabled
    bool reads_state = false;    ///< it depends on PanelState, too
    bool tells_results = false;  ///< it is veiled while ViewModel::answers_hidden
};
/// All panels, in display order. A new panel is a source file and two lines in panels.cpp.
std::span<const PanelInfo> all_panels();

/// Adds explanations of the terms in titles, labels, charts and texts to their tooltips (app/glossary).
void explain_terms(Panel&);

/// The latest descriptions of the panels of one window, with terms explained.
class DescribedPanels {
public:
    /// Describes the panel again if something that it reads has changed. Returns whether it did.
    bool refresh(std::size_t panel, const Context&);
    const Panel& of(std::size_t panel) const { return panels_[panel].described; }  ///< after refresh(); valid until the next one
    /// Makes the next refresh() describe the panel again, since its widgets may differ from it: for example a switch whose change was
    /// refused.
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

/// What automatic options are now; 0: not known.
struct AutomaticNumbers {
    int multiprocessors = 0;  ///< of the device
    int own = 0;              ///< of the option of an index of another library
};
AutomaticNumbers automatic_numbers(const ViewModel&, int k);

/// Makes a row for each option of a method or a generator. `chosen`: option -> text as typed; missing: the default. `change` gets values
/// that parse_option() accepts.
std::vector<Row> option_rows(const std::string& panel, std::span<const OptionSpec>, const std::map<std::string, std::string>& chosen,
    const std::function<void(const std::string& name, const std::string& text, bool merge)>& change, const AutomaticNumbers& = {});

/// The text for 0 of an option whose 0 lets the method choose (its help says so after "; 0: "), with the chosen number if it is known:
/// "automatic (8)"; "" for other options.
std::string automatic_text(const OptionSpec&, const AutomaticNumbers&);

// ---- Numbers as typed -----------------------------------------------------------------------------------------------------
/// Removes spaces and replaces a typographic minus. "automatic" becomes "0".
std::string plain_number(std::string_view typed);
/// NaN if it is not a number.
double parse_number(std::string_view typed);
/// Whole numbers in full, others with six digits.
std::string number_as_typed(double);

}  // namespace neighborscope::panels
