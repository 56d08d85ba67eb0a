// Draws the rows of a described panel with Dear ImGui, in instruments and in the light window.
#pragma once
#include "app/instruments/imgui/imgui_layer.hpp"
#include "app/panels/panel.hpp"
#include "render/palette.hpp"

#include <imgui.h>

#include <array>
#include <map>
#include <optional>
#include <string>

namespace neighborscope {

/// Draws a mark of compared lists, the same in tables and in the picture.
void draw_list_mark(ImDrawList&, render::Theme, panels::Mark, ImVec2 at, float size);

/// The size of pseudo-code: its preferred width, and its height if wrapped to `width`.
ImVec2 code_size(const ImGuiLayer&, const panels::Code&, float width);

/// Draws panels into the current ImGui window. Keeps invalid texts until they are corrected.
class PanelDrawer {
public:
    /// Sets layer, theme and the height of tables (logical pixels) for the next rows.
    void begin(const ImGuiLayer&, render::Theme, float table_height);
    /// Draws title and rows, unless the panel is hidden. Returns the total height of its tables.
    float draw(const panels::Panel&);
    void draw_rows(const panels::Panel&);
    void draw_row(const panels::Row&);
    /// The width in logical pixels that its widest table needs for all columns.
    static float width_of_tables(const panels::Panel&);
    /// Draws a button or a button with a menu. If pressed, calls its function and returns true.
    bool draw_button(const panels::Button&);

    /// Focuses the first field of the next panel.
    void focus_first_field() { focus_first_ = true; }
    /// Focuses the field of this row when it is drawn next.
    void focus_field(std::string row);
    /// Whether the last frame had a field for a number that is edited.
    bool edits_number() const;
    /// Whether a field is about to have the keyboard: again after Return, or because a panel gave it. What is typed meanwhile is for it.
    bool is_opening_field() const { return !reopening_.empty() || is_giving_focus_; }

private:
    struct InputError {
        std::string typed, sentence, value;  ///< `value`: the valid value
    };
    std::string focus_row_;  ///< until its field has the keyboard, and some frames at most
    int focus_frames_ = 0;
    bool is_giving_focus_ = false;              ///< it was drawn
    std::optional<float> focus_scroll_;         ///< where the text stays, which Dear ImGui would move
    std::optional<std::array<double, 2>> eye_;  ///< first eye clicked in a photo
    bool frame_dragged_ = false;
    void heading(const panels::Panel&);
    void give_focus();
    void draw_what(const panels::Row&, const panels::Text&);
    void draw_what(const panels::Row&, const panels::Facts&);
    void draw_what(const panels::Row&, const panels::Number&);
    void draw_what(const panels::Row&, const panels::Slider&);
    void draw_what(const panels::Row&, const panels::Choice&);
    void draw_what(const panels::Row&, const panels::Check&);
    void draw_what(const panels::Row&, const panels::Buttons&);
    void draw_what(const panels::Row&, const panels::Pictures&);
    void draw_what(const panels::Row&, const panels::CropEditor&);
    void draw_what(const panels::Row&, const panels::Chart&);
    void draw_what(const panels::Row&, const panels::Share&);
    void draw_what(const panels::Row&, const panels::StackedBar&);
    void draw_what(const panels::Row&, const panels::Code&);
    void draw_what(const panels::Row&, const panels::Picture&);
    void draw_what(const panels::Row&, const panels::Table&);
    void draw_what(const panels::Row&, const panels::Prose&);
    void draw_what(const panels::Row&, const panels::Figure&);
    void draw_list(const panels::Choice&, const std::string& typed);
    void draw_found_list(const panels::Row&, const panels::Choice&);
    void draw_cell(const panels::Table&, std::int64_t row, int column);
    void number_field(const panels::Row&, const panels::Number&, float width);
    void reopen_after_return(const std::string& id, bool keeps);
    void draw_input_error(const panels::Row&);
    void apply_text(const panels::Row&, const panels::Number&, const std::string& typed);
    render::Colour colour_of(panels::Tone) const;

    const ImGuiLayer* layer_ = nullptr;
    render::Theme theme_ = render::Theme::light;
    float table_height_ = 0, table_width_ = 0, tables_drawn_ = 0;
    bool focus_first_ = false;
    int number_drawn_ = -1;          ///< the last frame with a number that is edited
    std::string reopening_;          ///< id of the field's row; "": none
    int frames_until_reopened_ = 0;  ///< at most
    struct Sorted {
        int by = 0, version = 0;  ///< column; counts changes, after which the ImGui table is created again
        bool descending = false;
    };
    std::map<std::string, Sorted> sorted_;               ///< by a row's id
    std::map<std::string, std::array<char, 64>> typed_;  ///< row id -> text typed to filter a list
    std::map<std::string, int> scrolled_to_choice_;      ///< row id -> choice that a filtered list was scrolled to
    std::map<std::string, bool> list_pressed_;           ///< row id -> the last press of the mouse was in the list
    std::map<std::string, std::uint64_t> reveals_;       ///< by a panel's id: Panel::reveals that was scrolled to
    std::map<std::string, std::string> keyboard_for_;    ///< by a panel's id: Panel::keyboard_for of the last frame
    std::map<std::string, InputError> input_errors_;     ///< by row id
    /// What pseudo-code was scrolled to last.
    struct ScrolledCode {
        std::vector<int> marked;
        float width = 0, height = 0;  ///< of its rows; of its window
        bool operator==(const ScrolledCode&) const = default;
    };
    std::map<std::string, ScrolledCode> scrolled_code_;
    std::map<std::string, std::int64_t> scrolled_to_row_;  ///< of tables that scroll to their selected row
};

}  // namespace neighborscope
