// The light window around the view: described panels, menus, a status line, and overlays.
#pragma once
#include "app/commands/menu_bar.hpp"
#include "app/commands/palette.hpp"
#include "app/commands/window_layout.hpp"
#include "app/instruments/imgui/panel_rows.hpp"
#include "app/light/path_chooser.hpp"
#include "app/panels/sheets.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace neighborscope {

/// The space that panels take around the view, in logical pixels.
struct LightLayout {
    WindowLayout shared;                  ///< with all windows
    double left = 0, right = 0;           ///< widths of columns
    double bottom = 24;                   ///< the status line
    double top = 26;                      ///< menus
    double tables = 0;                    ///< height of the panels below the view; 0: not shown
    double lesson = 0;                    ///< width of the lesson at the right end; 0: none is shown
    std::vector<Dock> at_left, at_right;  ///< the docks in each column, one below another
    double width = 0, height = 0;         ///< of the window

    /// `tables`: requested height.
    static LightLayout of(double width, double height, double tables, bool lesson = false, bool presenting = false);
    /// While presenting: of a lesson, sheets and the palette, as large as the picture is drawn then.
    static double magnification(double width, double height);
    void show(const DockTurns&, bool presenting);  ///< gives the rest to the view
    double view_x() const { return left; }
    double view_y() const { return top; }
    double view_width() const { return std::max(64.0, width - left - right - lesson); }
    double view_height() const { return std::max(64.0, height - top - bottom - tables); }
};

class LightPanels {
public:
    LightPanels(Workbench& workbench, const Commands& commands) : workbench_(workbench), commands_(commands), palette_(commands) {}

    /// Call between begin_frame and end_frame of a layer of the window's size.
    void draw(const ImGuiLayer&, const LightLayout&, render::Theme);

    /// Opens a line to type a path into, and passes it to `accept`.
    void ask_for_path(const PathQuestion&, std::function<void(const std::string&)> accept);
    /// Asks for the name of a new folder, while a path is asked for to be written. False: none is.
    bool ask_for_folder();
    void show_palette();
    void show_sheet(panels::Sheet);
    /// Whether a line or field has been requested but is not open yet. Text typed meanwhile is for it.
    bool is_line_opening() const {
        return frames_until_line_opens_ > 0 || (drawer_.is_opening_field() && frames_of_opening_ < most_frames_of_opening);
    }
    bool edits_number() const { return drawer_.edits_number(); }
    bool is_overlaid() const { return overlay_ != Overlay::none; }
    /// Closes the open menus, else the overlay; false: none was open.
    bool close_topmost();
    bool is_covered() const { return overlay_ != Overlay::none; }
    /// Whether a yes or no is waited for, so that keys run no commands.
    bool is_asking() const { return overlay_ == Overlay::replace; }
    /// Focuses the first field of the form; Tab moves on from there.
    void focus_first_field();
    void focus_field(std::string row) { drawer_.focus_field(std::move(row)); }  ///< of a row that may still be to come

    panels::PanelState& state() { return state_; }
    DockTurns& turns() { return turns_; }

private:
    panels::Context context(const LightLayout&);
    void column(const ImGuiLayer&, const LightLayout&, render::Theme, const std::vector<Dock>&, double x, double width);
    void turn_buttons(Dock of, bool presenting);
    void tables(const ImGuiLayer&, const LightLayout&, render::Theme);
    void lesson(const ImGuiLayer&, const LightLayout&, render::Theme);
    void status(const LightLayout&);
    void menus(const LightLayout&);
    void menu_entries(const MenuEntry&);
    void overlay(const ImGuiLayer&, const LightLayout&, render::Theme);
    void open_line();
    void palette_overlay(float room);  ///< height that the overlay may have
    static bool palette_row(const Palette::Row&, bool chosen, float height);
    void path_overlay(float room);
    void path_keys();
    void path_line();
    void path_filters();
    void folder_rows();
    void replace_overlay();
    void folder_overlay();
    void take(PathChooser::Answer);
    void accept_path();
    void continue_line();
    void sheet_overlay(const ImGuiLayer&, const LightLayout&, render::Theme);
    void scroll_sheet();
    static float overlay_margin(float window_height);
    void heading(const ImGuiLayer&, const std::string&);

    Workbench& workbench_;
    const Commands& commands_;
    panels::PanelState state_;
    DockTurns turns_;
    panels::DescribedPanels described_;
    PanelDrawer drawer_;
    std::map<std::string, float> other_rows_height_of_panel_;  ///< the same for each panel below the view
    float pages_height_ = 110;                                 ///< of the panel that turns the pages of a lesson, in the previous frame
    std::string lesson_page_;                                  ///< the page that is scrolled to its top
    float other_rows_height_[3] = {200, 400, 0};               ///< [columns] height of rows that are no tables, in the previous frame
    enum class Overlay { none, palette, path, replace, folder, sheet } overlay_ = Overlay::none;
    bool just_opened_ = false;
    bool menus_close_ = false;                         ///< in the next frame
    static constexpr int most_frames_of_opening = 10;  // then the field is gone
    int frames_of_opening_ = 0;
    int frames_until_line_opens_ = 0;  // maximum; 0: it is open, or none was requested
    PathChooser path_;
    bool line_continues_ = false;  ///< the line takes the keyboard again, behind its text
    bool line_selects_ = false;    ///< its whole text, so that a typed letter replaces it
    bool line_changes_ = false;    ///< the line gets another text
    bool line_active_ = false;     ///< in the previous frame
    int shown_row_ = -1;           ///< the row of the folder that was scrolled into sight
    char typed_[4096] = "";
    char folder_[256] = "";     ///< name of a new one
    std::string folder_error_;  ///< why it was not made
    Palette palette_;
    std::function<void(const std::string&)> accept_;
    panels::Sheet sheet_;
    bool focus_first_requested_ = false;
};

}  // namespace neighborscope
