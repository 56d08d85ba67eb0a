// A panel as data: what it shows and what a person can change there. app/desktop draws it with Qt, app/light with Dear ImGui; tests read
// it without a window. A panel is described anew whenever the view model changed; what stays between two descriptions is PanelState.
#pragma once
#include "app/commands/commands.hpp"
#include "app/data/faces/face.hpp"
#include "app/data/points/row_picture.hpp"
#include "app/session/sentences/presented.hpp"
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
    std::string icon;                    ///< of those that both windows know: "open", "samples", "copy", "export"; "" = none
    std::optional<std::string> refusal;  ///< why it cannot be pressed now
    std::optional<bool> checked;         ///< of a switch
    std::function<void()> run;
    std::vector<Button> menu;  ///< it opens a menu of these instead
    bool closes = false;       ///< of a sheet: it is closed first
    bool preferred = false;    ///< of a sheet: what Return presses
};
/// A command as a button; its label is the command's title unless another is given. No such command: a button that refuses.
Button button_of(const Commands&, std::string_view id, const std::string& label = {}, std::string icon = {});

/// A paragraph.
struct Text {
    std::string text;
    Tone tone = Tone::normal;
    Mark mark = Mark::none;
    std::string beside;    ///< second text at the right end
    int least_lines = 1;   ///< room that is kept, so that what is below does not jump
    bool heading = false;  ///< bold
};

/// Names and values, a line each.
struct Facts {
    std::vector<std::pair<std::string, std::string>> facts;
    bool foldable = false;  ///< folded until somebody wants them
};

/// A number to type, to step and, with a scale, to drag.
struct Number {
    std::string value;                                    ///< as people read it
    bool words = false;                                   ///< it is a name rather than a number
    std::optional<SliderScale> scale;                     ///< of the slider
    std::function<double(double value, int steps)> step;  ///< the value so many steps further; unset: no steps
    /// Takes what was typed, which may have the spaces and the minus of number_from(); the sentence about what is wrong with it, "" when it
    /// was taken. With `merge` it goes on with the same change: while typing, and while the slider is held.
    std::function<std::string(const std::string& typed, bool merge)> change;
};

/// A whole number out of a long range, to drag: a step of a million.
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

        /// Whether all words typed are parts of text, help or group, in capitals or not.
        bool has_words(const std::string& typed) const;
    };
    enum class Look { menu, list, segments };
    std::vector<Item> items;
    int chosen = -1;  ///< -1: none of them
    std::function<void(int)> change;
    Look look = Look::menu;
    std::string note = {};  ///< of a menu: second text after it
    std::string find = {};  ///< of a list: stands in a line to find items by typing; "" no such line
    static constexpr const char* none_found = "No name or help has all these words.";
};

struct Check {
    bool on = false;
    std::function<void(bool)> change;
};

struct Buttons {
    std::vector<Button> buttons;
};

/// How much of a whole is there: a bar.
struct Share {
    std::string text;                      ///< "9 of 16"
    double part = 0;                       ///< 0 to 1
    std::optional<ClassShade> shade = {};  ///< the bar has the colour of a class
};

/// A whole that is made of parts, side by side in the colours of their classes.
struct Parts {
    struct One {
        double part = 0;  ///< of all, 0 to 1
        ClassShade shade;
        std::string help;
    };
    std::vector<One> parts;
};

/// Lines of pseudo-code; those at work are marked.
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
    struct One {
        std::shared_ptr<const GreyPicture> picture;
        std::string caption, help;
        bool marked = false;          ///< it is the query: with an edge in its colour
        std::function<void()> press;  ///< unset: nothing happens
    };
    std::vector<One> pictures;
    int height = 64;  ///< logical pixels, without the caption
};

/// A photograph with a frame around the face in it: the frame is dragged and its size changed by the wheel, or the eyes are clicked.
struct Cropping {
    std::shared_ptr<const GreyPicture> whole;
    double scale = 1;                                                        ///< pixels of the file for one of `whole`
    faces::Crop crop;                                                        ///< in pixels of the file
    double aspect = 1;                                                       ///< height of the frame over its width
    std::function<void(const faces::Crop&)> change;                          ///< goes on with the same change
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
    std::optional<double> value, limit;                  ///< upright lines: where it is, and how far it may be
    std::function<void(double)> move_limit;              ///< unset: it cannot be moved
    std::function<void(double)> move_value;              ///< the same of the value, which goes where the chart is pressed
    int height = 84;                                     ///< logical pixels
    std::string caption;                                 ///< above it, in the second text colour

    void name_round_numbers();  ///< along the axis, about four
};

/// Rows of cells. The functions read the view model: they are good until it changes, and then the panel is described anew.
struct Table {
    struct Column {
        std::string title, help;
        bool words = false;     ///< aligned at the left; else numbers, at the right
        int width = 0;          ///< logical pixels at the least; 0: what the others leave
        bool optional = false;  ///< left out, the last one first, where there is no room for it: the help of a row has it too
    };
    enum class Bracket { none, first, middle, last };  ///< a cell's part of a bracket at the left of equal ones
    struct Cell {
        std::string text;
        int rank = 0;                   ///< from 1: the colour of this rank stands beside it; 0: none
        std::optional<int> way = {};    ///< text in the colour of a leaf's way, as leaf_colours() has it
        std::optional<bool> tick = {};  ///< drawn as a tick, or as nothing
        Tone tone = Tone::normal;
        Mark mark = Mark::none;  ///< as the view has it
        Bracket bracket = Bracket::none;
        std::shared_ptr<const GreyPicture> picture = {};  ///< drawn as high as Table::picture_height, instead of text, which names it
    };
    std::vector<Column> columns;
    std::int64_t count = 0;  ///< of rows
    int ranks = 0;           ///< of which Cell::rank is one
    int picture_height = 0;  ///< logical pixels: rows are high enough for pictures; 0: there are none
    std::function<Cell(std::int64_t row, int column)> cell;
    std::function<std::string(std::int64_t row)> help;
    std::int64_t selected = -1, hovered = -1;  ///< rows; -1 none
    std::function<void(std::int64_t)> select;  ///< unset: rows cannot be selected
    std::function<void(std::int64_t)> hover;   ///< the row under the mouse, -1 none
    bool follows = false;                      ///< the selected row is brought into sight; else a click on it lets go of it
    int sorted_by = -1;                        ///< column
    bool descending = false;
    std::function<void(int column, bool descending)> sort;    ///< unset: cannot be sorted
    std::function<void(std::int64_t row, int column)> press;  ///< one cell, instead of a row; unset: rows are selected
    std::int64_t pressed_row = -1;                            ///< the cell that stands out; -1 none
    int pressed_column = -1;
    std::string empty;  ///< said instead of no rows

    /// Where there is little room, words of this column are cut: the help of the row has all of them.
    bool is_cut(int column) const;
    /// Those for which there is room, ascending; `widths` is what each needs. In a list an optional column gives way to short words, such as
    /// ids; of long ones the beginning will do.
    std::vector<int> shown_columns(std::vector<float> widths, float room) const;
};

struct Row {
    std::string id;     ///< "query.k": of the panel and the row; what tests and screen readers' automation find it by
    std::string label;  ///< stands before it, and is its name for screen readers
    std::string help;   ///< tooltip
    std::variant<Text, Facts, Number, Slider, Choice, Check, Buttons, Share, Parts, Code, Picture, Pictures, Cropping, Chart, Table> what;
    bool beside = false;  ///< on the line of the row before it, where both have room
};

struct Panel {
    std::string id, title;
    std::string fact;             ///< beside the title
    std::vector<Button> actions;  ///< in its place
    std::vector<Row> rows;
    bool shown = true;
};

/// What a person does to panels that is no part of the document. A window has one.
struct PanelState {
    int selected_rank = -1, hovered_rank = -1;  ///< from 0, of the neighbours listed; -1 none
    std::int64_t hovered_row = -1;              ///< of the data: the point under the mouse in the view
    int sorted_by = 0;                          ///< column of the neighbours
    bool descending = false;
    std::string enrol_as;        ///< typed: who the query's picture shows
    std::int64_t tree_row = -1;  ///< selected in the table of leaves
    /// Leaves that stand out in the view, since their row is selected: numbers `from` to `to` of what render::CellNumber says.
    int leaves_by = 0, leaves_from = 0, leaves_to = 0;

    bool operator==(const PanelState&) const = default;
    void let_go_of_leaves() { tree_row = -1, leaves_by = leaves_from = leaves_to = 0; }
    int ringed_rank() const { return hovered_rank >= 0 ? hovered_rank : selected_rank; }
};

/// What panels are described from.
struct Context {
    Workbench& workbench;  ///< what changes go to
    const Commands& commands;
    PanelState& state;
    const ViewModel& view;        ///< the workbench's
    const SessionState& session;  ///< the workbench's now
    bool wide = false;            ///< there is room for panels side by side of which else one is shown
};

/// What a tooltip says of a number's field: the row's help, below words that may be longer than the field.
std::string told_of_field(const Row&);

/// A line of the list of panels.
struct PanelInfo {
    const char* id;
    Dock dock;
    int share;  ///< of the room that its dock has to spare; 0: as high as it is
    Panel (*describe)(const Context&);
    FeatureSet reads;          ///< what its description depends on, buttons that refuse included
    bool reads_state = false;  ///< on PanelState, too
};
/// All panels, in the order in which they stand. A new one is a source file of its own and two lines in panels.cpp.
std::span<const PanelInfo> all_panels();

/// The panels of one window as they were described last. Only those are described anew that read what has changed since.
class DescribedPanels {
public:
    /// Describes the panel again when something that it reads has changed; whether it did.
    bool refresh(std::size_t panel, const Context&);
    const Panel& of(std::size_t panel) const { return panels_[panel].described; }  ///< after a refresh(); good until the next one
    /// Its widgets show something else than it says, as a switch that somebody pressed and that was refused: describes it again.
    void forget(std::size_t panel) { panels_[panel].known = false; }
    std::uint64_t count() const { return count_; }  ///< how often any panel was described

private:
    struct One {
        bool known = false, wide = false;
        std::uint64_t generation = 0;
        PanelState state;
        Panel described;
    };
    std::vector<One> panels_ = std::vector<One>(all_panels().size());
    std::uint64_t count_ = 0;
};

/// The pseudo-code of the method, with the lines at work marked.
Code code_of(const ViewModel&, const SessionState&);
/// What is wrong with such a list, counted: "2 missing", "1 false", "3 distances wrong", each with its mark; or that it is right.
std::vector<Text> compared_faults(const ComparedList&);
/// A list of another program beside the right one, a row a rank.
Table compared_table(const std::shared_ptr<const ComparedList>&);

/// How neighbours vote: a choice that changes the document.
Row vote_row(const Context&, const std::string& panel);

/// A row for each option, of a method or of data that a generator made. `chosen`: option -> text as typed, the preset where there is none.
/// `change` gets values that parse_option() takes.
std::vector<Row> option_rows(const std::string& panel, std::span<const OptionSpec>, const std::map<std::string, std::string>& chosen,
    const std::function<void(const std::string& name, const std::string& text, bool merge)>& change, int multiprocessors = 0);

/// Of an option whose 0 leaves the choice to the method, which its help says behind "; 0: ": how a 0 reads, with the number chosen where it
/// is known ("automatic (8)"); "" of another option. `multiprocessors`: of the device; 0: not known.
std::string automatic_text(const OptionSpec&, int multiprocessors);

// ---- Numbers as people type them ------------------------------------------------------------------------------------------
/// Without the spaces and the true minus that people read and may type; "automatic" is 0.
std::string plain_number(std::string_view typed);
/// NaN when it is none.
double number_from(std::string_view typed);
/// As it is typed: whole numbers in full, others with six digits.
std::string typed_number(double);

}  // namespace neighborscope::panels
