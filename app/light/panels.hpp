// The light window's forms and tables, built from the same descriptions as every other form.
#pragma once
#include "app/commands/commands.hpp"
#include "app/instruments/imgui_layer.hpp"
#include "app/session/column_choice.hpp"
#include "app/session/workbench.hpp"
#include "render/palette.hpp"

#include <functional>
#include <string>
#include <vector>

namespace neighborscope {

/// Where the panels leave the view, logical pixels.
struct LightLayout {
    double left = 232, right = 264, bottom = 24;
    double width = 0, height = 0;  ///< of the window

    static LightLayout of(double width, double height);
    double view_x() const { return left; }
    double view_width() const { return width - left - right > 64 ? width - left - right : 64; }
    double view_height() const { return height - bottom > 64 ? height - bottom : 64; }
};

/// What the panels keep between frames.
class LightPanels {
public:
    LightPanels(Workbench& workbench, const Commands& commands) : workbench_(workbench), commands_(commands) {}

    /// Between begin_frame and end_frame of a layer as large as the window.
    void draw(const ImGuiLayer&, const LightLayout&, render::Theme);

    /// Opens a line to type a path into; `accept` gets it.
    void ask_for_path(const std::string& title, const std::string& preset, std::function<void(const std::string&)> accept);
    void show_palette();
    void show_columns(ColumnChoice);
    void show_shortcuts();
    void show_about();
    /// Whether a line to type into has been asked for but is not there yet: what is typed meanwhile is meant for it.
    bool opening_line() const { return line_opens_in_ > 0; }
    /// Closes what is open over the window; false when nothing was.
    bool close_topmost();

    int selected_rank() const { return selected_rank_; }  ///< from 0, -1 none
    void select_row(std::int64_t row) { hovered_row_ = row; }

private:
    void form(const ImGuiLayer&, const LightLayout&);
    void data_section(const ImGuiLayer&);
    void colouring();
    void method_section(const ImGuiLayer&);
    void query_section(const ImGuiLayer&);
    void table(const ImGuiLayer&, const LightLayout&, render::Theme);
    void status(const LightLayout&, render::Theme);
    void overlay(const ImGuiLayer&, const LightLayout&);
    void open_line();
    void palette_overlay();
    void columns_overlay();
    void command_button(const char* id, const char* label);

    Workbench& workbench_;
    const Commands& commands_;
    enum class Overlay { none, palette, path, shortcuts, about, columns } overlay_ = Overlay::none;
    bool just_opened_ = false;
    int line_opens_in_ = 0;  // frames at most; 0: it is open, or none was asked for
    std::string overlay_title_;
    char typed_[4096] = "";
    int chosen_ = 0;
    std::function<void(const std::string&)> accept_;
    std::optional<ColumnChoice> columns_;
    int selected_rank_ = -1;
    std::int64_t hovered_row_ = -1;
};

}  // namespace neighborscope
