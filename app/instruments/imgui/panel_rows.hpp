// The rows of a described panel in Dear ImGui, for instruments and for the light window.
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

/// A mark of a table of compared lists, as the map has it too.
void draw_list_mark(ImDrawList&, render::Theme, panels::Mark, ImVec2 at, float size);

/// Of pseudo-code: the width it would like, and its height in lines no wider than `width`.
ImVec2 code_size(const ImGuiLayer&, const panels::Code&, float width);

/// Draws panels into the current ImGui window, and keeps what is wrong and not mended yet.
class PanelDrawer {
public:
    /// What the next rows are drawn with; `table_height` is that of a table, logical pixels.
    void begin(const ImGuiLayer&, render::Theme, float table_height);
    /// Title and rows; nothing of a panel that is not shown. The heights of its tables, together.
    float draw(const panels::Panel&);
    void draw_rows(const panels::Panel&);
    void draw_row(const panels::Row&);
    /// The room that its widest table needs to show all columns, logical pixels.
    static float width_of_tables(const panels::Panel&);
    /// A button, or a button that opens a menu. Whether it was pressed; its function has been called.
    bool draw_button(const panels::Button&);

    /// The first field of the next panel drawn gets the keyboard.
    void focus_first_field() { focus_first_ = true; }

private:
    struct InputError {
        std::string typed, sentence, value;  ///< that it would have taken the place of
    };
    std::optional<std::array<double, 2>> eye_;  ///< clicked first, in a photograph
    bool frame_dragged_ = false;
    void heading(const panels::Panel&);
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
    void draw_list(const panels::Choice&, const std::string& typed);
    void draw_found_list(const panels::Row&, const panels::Choice&);
    void draw_cell(const panels::Table&, std::int64_t row, int column);
    void number_field(const panels::Row&, const panels::Number&, float width);
    void draw_input_error(const panels::Row&);
    void apply_text(const panels::Row&, const panels::Number&, const std::string& typed);
    render::Colour colour_of(panels::Tone) const;

    const ImGuiLayer* layer_ = nullptr;
    render::Theme theme_ = render::Theme::light;
    float table_height_ = 0, table_width_ = 0, tables_drawn_ = 0;
    bool focus_first_ = false;
    struct Sorted {
        int by = 0, version = 0;  ///< column; how often it was another one: Dear ImGui's table is made anew then
        bool descending = false;
    };
    std::map<std::string, Sorted> sorted_;                        ///< by a row's id
    std::map<std::string, std::array<char, 64>> typed_;           ///< into lines that find, by a row's id
    std::map<std::string, int> scrolled_to_choice_;               ///< of lists that are found in, by their line
    std::map<std::string, bool> list_pressed_;                    ///< whether the last press of the mouse was in it
    std::map<std::string, InputError> input_errors_;              ///< by a row's id
    std::map<std::string, std::vector<int>> scrolled_to_marked_;  ///< of pseudo-code
    std::map<std::string, std::int64_t> scrolled_to_row_;         ///< of tables that follow their selected row
};

}  // namespace neighborscope
