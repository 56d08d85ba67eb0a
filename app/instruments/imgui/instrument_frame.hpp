// The input of all instruments in one frame, and drawing helpers. Only for app/instruments.
#pragma once
#include "app/instruments/imgui/card_places.hpp"
#include "app/instruments/imgui/fonts.hpp"
#include "app/instruments/imgui/imgui_layer.hpp"
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/scene/cell_layer.hpp"
#include "app/instruments/scene/link_layer.hpp"
#include "app/instruments/scene/picture_atlas.hpp"
#include "app/instruments/scene/point_colours.hpp"
#include "render/camera.hpp"
#include "render/scene.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

/// Requests of instruments that are no commands.
struct StepRequest {
    std::optional<std::int64_t> position;
    std::optional<double> speed;  ///< steps per second
    /// Range of leaves under the mouse, in the picture or in Morton order (first, one past the last): in this frame and in the previous
    /// one.
    std::optional<std::array<int, 2>> leaves, leaves_before;
    std::optional<std::int64_t> tick;
    std::optional<std::int64_t> row;                      ///< row that becomes the query
    std::optional<std::int64_t> pointed, pointed_before;  ///< row under the mouse in the polar view: in this frame and in the previous one
    bool close_start = false;                             ///< close the start card
    std::optional<std::pair<std::size_t, std::array<double, 2>>> moved_note;  ///< its place in the list, and its new offset
    bool note_dropped = false;                                                ///< the drag of a note ended
    std::vector<std::pair<std::string, SavedCard>> cards;                     ///< cards that the user folded, opened or pinned
    bool card_held = false;                                                   ///< one is being dragged
    std::optional<std::array<std::size_t, 2>> curve_place;  ///< line and place of a curve's point whose settings are to be applied
};

struct InstrumentFrame {
    const ViewModel& view;
    const SessionState& session;
    const DataSet* data;           ///< null before data are loaded
    const Projection& projection;  ///< of the data
    const PointColours& point_colours;
    const render::Camera& camera;
    ImGuiLayer& gui;
    render::Theme theme;
    const render::Palette& colours;
    double width, height;                   ///< logical pixels
    double height_low, height_high;         ///< range of z, relative to the data's origin
    double extent;                          ///< longest side of the data's box, which determines the precision of coordinates
    std::int64_t hovered;                   ///< row; -1: none
    std::optional<QueryWork> hovered_work;  ///< work of that row's query, after a self-join
    render::PointDensity density;           ///< of the last frame
    const Commands* commands;               ///< of the window; null: no window, so buttons have no help
    std::string& requested_command;         ///< id of a pressed button's command
    StepRequest& step_request;
    CellLayer& cells;
    PanelDrawer& rows;       ///< draws rows of panels in instruments
    PictureAtlas& atlas;     ///< pictures of rows
    bool presenter = false;  ///< presentation mode: marks and tags are larger
    const LinkLayer* link_layer = nullptr;
    std::span<const render::Rectangle> docked = {};  ///< instruments of stepping, which pinned cards do not cover
    bool controls = true;                            ///< buttons and scroll bars; false in a picture that is written to a file

    operator const ImGuiLayer&() const { return gui; }  ///< for the text functions
    bool three_d() const { return camera.three_d; }
    // `axis`: of the picture, 0, 1 or 2.
    double origin(int axis) const { return data ? projection.origin(*data, axis) : 0; }
    int shown(int axis) const { return projection.axes[std::size_t(axis)]; }            ///< the axis of the data
    std::string axis_name(int axis) const;                                              ///< the column's name, else "axis 3"
    bool axes_hidden() const { return data && data->dimension > (three_d() ? 3 : 2); }  ///< the data have more axes than are shown
    /// Whether the k-th distance is drawn as a circle or ball around the query.
    bool has_ball() const { return !axes_hidden() && session.metric != Metric::cosine && session.metric != Metric::inner_product; }
    /// A distance, with the number of decimals that gives the greatest distance of the list four or five digits; `tag`: one digit less, in
    /// the presentation mode two.
    std::string distance_text(double distance, bool tag = false) const {
        return text_of_coordinate(distance, (!tag ? 10 : presenter ? 1000 : 100) * std::max(view.list_extent, 1e-30));
    }
    bool steps() const { return view.stepping.ready; }  ///< a step is shown
    /// What the user did to a card. `name`: of card_names.
    SavedCard card(const std::string& name) const {
        const auto found = session.cards.find(name);
        return found == session.cards.end() ? SavedCard() : found->second;
    }
    bool is_folded(const char* name, bool by_itself) const { return !card(name).open.value_or(!by_itself); }
    bool is_pinned(const char* name) const { return card(name).place.has_value(); }
    render::Rectangle card_area() const;  ///< where pinned cards may be
    std::array<double, 2> pinned_corner(const std::array<double, 2>& place, double card_width, double card_height) const {
        return neighborscope::pinned_corner(place, card_width, card_height, card_area(), docked);
    }
    /// Projects true coordinates along all axes: to coordinates of the picture, relative to the data's origin; to pixels.
    glm::dvec3 place(const std::vector<double>& position) const;
    ImVec2 pixels(const std::vector<double>& position) const;
    ImVec2 pixels_of_row(std::int64_t row) const;  ///< row of the data set
};

/// Whether the view is too small for more than one large instrument.
inline bool is_small(const InstrumentFrame& frame) { return frame.width < 640 || frame.height < 440; }
inline bool is_flat(const InstrumentFrame& frame) { return frame.height < 520; }
/// Whether the view is too small for all instruments, so that they start folded. True for a window of 1280 x 800 with tables below the
/// view, which show the same.
inline bool starts_folded(const InstrumentFrame& frame) { return is_small(frame) || is_flat(frame); }

inline constexpr float edge_gap = 8;  ///< pixels between an instrument and the view's edge or the next instrument
inline constexpr float title_height = float(title_line);
inline constexpr float presenter_marks = 1.45f;  ///< the presentation mode's enlargement of points and lines

/// The strips of the presentation mode, by the room there is: facts at the top, words at the bottom. A tiny view has neither.
struct PresenterStrips {
    float facts, words;  ///< heights; 0: none
    bool large = true;   ///< texts of 28 pixels have room, else of 20
};
PresenterStrips presenter_strips(const InstrumentFrame&);

/// The position of a row along the axes of the picture, relative to the data's origin.
glm::dvec3 position_of(const DataSet&, const Projection&, std::int64_t row);

ImU32 colour(const render::Colour&, float alpha = 1);
ImVec2 text_size(const ImGuiLayer&, FontRole, const std::string&);
/// Draws text at `at` in logical pixels. `align`: 0 left or top, 0.5 centred, 1 right or bottom.
void draw_text(ImDrawList&, const ImGuiLayer&, FontRole, ImVec2 at, const render::Colour&, const std::string&, ImVec2 align = {0, 0});
/// The same for names in legends, keys and headings: their terms are explained while the mouse is on them.
void draw_name(ImDrawList&, const ImGuiLayer&, FontRole, ImVec2 at, const render::Colour&, const std::string&, ImVec2 align = {0, 0});
inline const ImVec2 in_middle{0.5f, 0.5f}, left_middle{0, 0.5f}, right_middle{1, 0.5f};
/// Adds wrapped text to the current window.
void text_item(const ImGuiLayer&, FontRole, const render::Colour&, const std::string&);
/// Draws "d" with the subscript k, then `after`. Returns the width; only measures if `list` is null.
float draw_kth(
    ImDrawList* list, const InstrumentFrame&, ImVec2 at, const render::Colour&, int k, const std::string& after, bool large = false);
/// Draws a box with a thin edge, for tags and hover cards.
void draw_box(ImDrawList&, const InstrumentFrame&, ImVec2 from, ImVec2 to);

/// A dashed line: dashes of length `dash`, one every `period` pixels.
struct Dashes {
    float dash, period, width;
};
void draw_dashed(ImDrawList&, ImVec2 from, ImVec2 to, ImU32, const Dashes&);
void draw_dashed_box(ImDrawList&, ImVec2 from, ImVec2 to, ImU32, const Dashes&);
/// Draws lines at 45 degrees, `step` apart, which continue across adjacent areas.
void draw_hatch(ImDrawList&, ImVec2 from, ImVec2 to, ImU32, float step);

/// The text, cut with an ellipsis to fit into `room` in this font.
std::string elided(const ImGuiLayer&, FontRole, std::string text, float room);
/// Wraps text to at most `lines` lines no wider than `width`; the last one is cut with an ellipsis.
std::vector<std::string> wrapped(const ImGuiLayer&, FontRole, const std::string& text, float width, int lines);
/// The same without the last sentences, or parts behind a semicolon, that would be cut. The first is cut if it must be.
std::vector<std::string> wrapped_sentences(const ImGuiLayer&, FontRole, std::string text, float width, int lines);

/// Enlarges what is drawn into the current window while it lives, away from a place: marks, texts in larger fonts, and where the mouse
/// explains them.
class Enlarged {
public:
    Enlarged(ImVec2 from, float factor);
    ~Enlarged();
    Enlarged(const Enlarged&) = delete;
    Enlarged& operator=(const Enlarged&) = delete;
    ImVec2 seen(ImVec2 at) const { return {from.x + factor * (at.x - from.x), from.y + factor * (at.y - from.y)}; }

    const ImVec2 from;
    const float factor;

private:
    ImDrawList& list_;
    const int first_;
    const ImVec2 mouse_;
    const Enlarged* const around_;
};
ImVec2 as_seen(ImVec2 at);  ///< of what is drawn now, enlarged or not
/// Those of presented cards, at which fonts are sharp, from the largest.
inline constexpr std::array card_enlargements{20 / 13.0f, 15 / 13.0f, 1.0f};

/// Opens a window in the style of instruments at `at` (see draw_text for `align`); size 0: as large as its content. Always call
/// end_instrument() after it.
void begin_instrument(const char* id, ImVec2 at, ImVec2 size, ImVec2 align = {0, 0});
/// Opens the window of a card that can be dragged by its title and then stays there. `at` and `size` are those of the layout; `docked`: it
/// stays in the layout.
void open_card(const InstrumentFrame&, const char* name, ImVec2 at, ImVec2 size, bool docked = false);
/// begin_instrument() in front of all instruments.
void begin_card_on_top(const char* id, ImVec2 at, ImVec2 size, ImVec2 align = {0, 0});
void end_instrument();
void draw_divider(const InstrumentFrame&, float y);  ///< across an instrument
/// Draws a title of 24 pixels, which folds the instrument by a click, drags a card, and puts it back by a double click. `right`: bold at
/// its right end; `note`: before that; `ink`: of the title, if it is not that of texts; `clicked`: the width that a click folds, 0 for all
/// of it. Returns whether the instrument is open. StepRequest::cards gets what the user did.
bool instrument_title(const InstrumentFrame&, const std::string& title, const std::string& note, const std::string& right, bool& folded,
    const render::Colour* ink = nullptr, float clicked = 0);
/// `primary`: in the accent colour; `checked`: in the soft accent colour; `width` 0: as wide as its label. True if pressed.
bool push_button(const InstrumentFrame&, const char* label, bool primary = false, bool checked = false, float width = 0, float height = 24);
float push_button_width(const InstrumentFrame&, const char* label);

/// A slider of 24 pixels height at the cursor.
struct Track {
    ImDrawList& list;
    const render::Palette& colours;
    float from, length, y;
    bool hovered;
    std::optional<float> dragged;  ///< share that the mouse drags it to
    float at(double share) const { return from + length * float(share); }
    void fill(double first, double last) const;  ///< between two shares
    void knob(double share) const;
};
Track draw_track(const InstrumentFrame&, const char* id, float width);

struct ButtonStyle {
    bool primary = false, checked = false;  ///< `checked`: in addition to Command::checked
    float width = 0, height = 24;
};
/// A button of a command, with its help, refusal and checked state. The next item is on the same line. Returns whether it is enabled.
bool command_button(const InstrumentFrame&, const char* command, const std::string& label, const ButtonStyle& = {});

}  // namespace neighborscope
