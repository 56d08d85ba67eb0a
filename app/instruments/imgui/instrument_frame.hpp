// What every instrument sees of one frame, and the small words they are drawn with. Inside instruments only.
#pragma once
#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/imgui_layer.hpp"
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/scene/cell_layer.hpp"
#include "app/instruments/scene/picture_atlas.hpp"
#include "app/instruments/scene/point_colours.hpp"
#include "render/camera.hpp"
#include "render/scene.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

/// What instruments want of a stepped search, beside commands.
struct StepRequest {
    std::optional<std::int64_t> position;
    std::optional<double> speed;  ///< steps a second
    /// Leaves pointed at in the picture or in Morton order, the first and one past the last: in this frame, and in the one before.
    std::optional<std::array<int, 2>> leaves, leaves_before;
    std::optional<std::int64_t> tick;
    std::optional<std::int64_t> row;                      ///< that becomes the query
    std::optional<std::int64_t> pointed, pointed_before;  ///< a row under the mouse in the polar view: in this frame, and in the one before
    std::optional<std::array<std::size_t, 2>> curve_place;  ///< line and place of a curve's point that the document is to ask as
};

struct InstrumentFrame {
    const ViewModel& view;
    const SessionState& session;
    const DataSet* data;           ///< null before anything is loaded
    const Projection& projection;  ///< how they are seen
    const PointColours& point_colours;
    const render::Camera& camera;
    ImGuiLayer& gui;
    render::Theme theme;
    const render::Palette& colours;
    double width, height;                   ///< logical pixels
    double height_low, height_high;         ///< of z, relative to the data's origin
    double extent;                          ///< the longest side of the data: numbers are as precise as it needs
    std::int64_t hovered;                   ///< row, -1 none
    std::optional<QueryWork> hovered_work;  ///< what its query takes, where every point has asked
    render::PointDensity density;           ///< as of the last frame
    const Commands* commands;               ///< of the window; null: there is none, and buttons have no help
    std::string& requested_command;         ///< a command id, when a button is pressed
    StepRequest& step_request;
    CellLayer& cells;
    PanelDrawer& rows;       ///< for what an instrument shows as a panel does
    PictureAtlas& atlas;     ///< pictures of rows
    bool presenter = false;  ///< for a projector: what belongs to places in the picture is larger

    operator const ImGuiLayer&() const { return gui; }  ///< for text, which needs no more
    bool three_d() const { return camera.three_d; }
    /// Of an axis of the picture: 0, 1 or 2.
    double origin(int axis) const { return data ? projection.origin(*data, axis) : 0; }
    int shown(int axis) const { return projection.axes[std::size_t(axis)]; }  ///< which axis of the data it is
    std::string axis_name(int axis) const;                                    ///< a column's name; "axis 3" for one that is only numbered
    bool axes_hidden() const { return data && data->dimension > (three_d() ? 3 : 2); }  ///< there are more than are shown
    /// Whether the k-th distance is seen as a circle, or a ball, around the query.
    bool has_ball() const { return !axes_hidden() && session.metric != Metric::cosine && session.metric != Metric::inner_product; }
    /// With four or five digits for the k-th distance, which gives all of a list one precision; `tag`: one digit less, for a projector two.
    std::string distance_text(double distance, bool tag = false) const {
        return text_of_coordinate(distance, (!tag ? 10 : presenter ? 1000 : 100) * std::max(view.list_extent, 1e-30));
    }
    bool steps() const { return view.stepping.ready; }  ///< the picture is that of a step
    /// A true position, of all axes of the data: along the axes of the picture, relative to the data's origin; as pixels.
    glm::dvec3 place(const std::vector<double>& position) const;
    ImVec2 pixels(const std::vector<double>& position) const;
    ImVec2 pixels_of_row(std::int64_t row) const;  ///< of the data set
};

/// Too low or narrow for more than one large instrument.
inline bool is_small(const InstrumentFrame& frame) { return frame.width < 640 || frame.height < 440; }
/// Too low or narrow for all instruments at once: they start as their titles. A window of 1280 x 800 is it while tables stand below, which
/// have what the instruments have.
inline bool starts_folded(const InstrumentFrame& frame) { return is_small(frame) || frame.height < 520; }

inline constexpr float edge_gap = 8;  ///< between an instrument and the view's edge or the next instrument
inline constexpr float title_height = 24;

/// Of a row along the axes of the picture, relative to the data's origin.
glm::dvec3 position_of(const DataSet&, const Projection&, std::int64_t row);

ImU32 colour(const render::Colour&, float alpha = 1);
ImVec2 text_size(const ImGuiLayer&, FontRole, const std::string&);
/// Text of which the part `align` is at `at`: 0 its left or top, 0.5 its middle, 1 its right or bottom. Logical pixels.
void draw_text(ImDrawList&, const ImGuiLayer&, FontRole, ImVec2 at, const render::Colour&, const std::string&, ImVec2 align = {0, 0});
inline const ImVec2 in_middle{0.5f, 0.5f}, left_middle{0, 0.5f}, right_middle{1, 0.5f};
/// Wrapped, as an item of the current window.
void text_item(const ImGuiLayer&, FontRole, const render::Colour&, const std::string&);
/// "d" with a subscript k, then `after`; returns its width. Drawn only when `list` is not null.
float draw_kth(ImDrawList* list, const InstrumentFrame&, ImVec2 at, const render::Colour&, int k, const std::string& after);
/// A leader line and a box with a hairline, as tags and hover cards have.
void draw_box(ImDrawList&, const InstrumentFrame&, ImVec2 from, ImVec2 to);

/// How a line is broken: into pieces `dash` long, one every `period`.
struct Dashes {
    float dash, period, width;
};
void draw_dashed(ImDrawList&, ImVec2 from, ImVec2 to, ImU32, const Dashes&);
void draw_dashed_box(ImDrawList&, ImVec2 from, ImVec2 to, ImU32, const Dashes&);
/// Lines at 45 degrees, `step` apart, that go on from one area to the next.
void draw_hatch(ImDrawList&, ImVec2 from, ImVec2 to, ImU32, float step);

/// `fitted` in this font.
std::string elided(const ImGuiLayer&, FontRole, std::string text, float room);
/// Text in lines no wider than `width`, at most `lines` of them; the last is cut with an ellipsis.
std::vector<std::string> wrapped(const ImGuiLayer&, FontRole, const std::string& text, float width, int lines);

/// Opens a window that looks like an instrument, of which the part `align` is at `at`; size 0: as large as what it holds. Always call
/// end_instrument() after it.
/// Rectangles in the picture that tags must not cover.
using OccupiedAreas = std::vector<std::pair<ImVec2, ImVec2>>;

void begin_instrument(const char* id, ImVec2 at, ImVec2 size, ImVec2 align = {0, 0});
/// The same above all instruments: what comes later would else lie below what is there.
void begin_card_on_top(const char* id, ImVec2 at, ImVec2 size, ImVec2 align = {0, 0});
void end_instrument();
void draw_divider(const InstrumentFrame&, float y);  ///< from edge to edge of an instrument
/// The 24 px title: a click on it folds; `right` stands bold at its right end, `note` before it. Returns whether it is open.
bool instrument_title(const InstrumentFrame&, const std::string& title, const std::string& note, const std::string& right, bool& folded);
/// A button 24 high; `primary` in the accent, `checked` in the soft one; as wide as its label unless `width` is given. True when pressed.
bool push_button(const InstrumentFrame&, const char* label, bool primary = false, bool checked = false, float width = 0);
float push_button_width(const InstrumentFrame&, const char* label);

/// A line to drag a knob along, `width` wide from the cursor on and 24 high.
struct Track {
    ImDrawList& list;
    const render::Palette& colours;
    float from, length, y;
    bool hovered;
    std::optional<float> dragged;  ///< to which share of it
    float at(double share) const { return from + length * float(share); }
    void fill(double first, double last) const;  ///< shares
    void knob(double share) const;
};
Track draw_track(const InstrumentFrame&, const char* id, float width);

struct ButtonStyle {
    bool primary = false, checked = false;  ///< checked beside what the command says of itself
    float width = 0;
};
/// A button of a command, which says its help, why it refuses, and whether it is checked. What comes next stands beside it. Whether it
/// can be pressed.
bool command_button(const InstrumentFrame&, const char* command, const std::string& label, const ButtonStyle& = {});

}  // namespace neighborscope
