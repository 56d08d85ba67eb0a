// Every action by name. Menus, keys, the palette, scripts and tests call these; a window adds what only it can do.
#pragma once
#include "app/session/workbench/workbench.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

struct Command {
    std::string id;     ///< "query.k.more"
    std::string title;  ///< "More neighbours"; with "…" where it asks for more
    std::string menu;   ///< "Query"; "" = palette only
    std::string keys;   ///< Qt notation: "]", "Ctrl+Z"; several split by ", "; "" = none
    std::string help;   ///< tooltip: one sentence
    std::function<void()> run;
    std::function<std::optional<std::string>()> refuses;  ///< why not now; unset or nullopt = enabled
    std::function<bool()> checked;                        ///< set for toggles
    std::function<std::string()> title_now;               ///< of a title that changes; "": it is not shown now. Unset: `title`
};
/// What a menu calls it now; "" when it is not shown.
inline std::string title_of(const Command& command) { return command.title_now ? command.title_now() : command.title; }

class StartOffer;  // app/commands/start_offer.hpp

class Commands {
public:
    void add(Command);
    const std::vector<Command>& all() const { return commands_; }
    const Command* find(std::string_view id) const;
    /// False when unknown or refused.
    bool run(std::string_view id) const;

private:
    std::vector<Command> commands_;
};

/// The keys of a command, one by one: "Ctrl+Y, Ctrl+Shift+Z" -> {"Ctrl+Y", "Ctrl+Shift+Z"}.
std::vector<std::string> split_keys(const std::string& keys);
/// The command of one key combination in Qt notation with modifiers in the order Ctrl, Alt, Shift ("Ctrl+Shift+C", "]", "F1");
/// null when there is none.
const Command* command_for_keys(const Commands&, std::string_view keys);

/// Who gets a key: the text that is edited, a command, or the widget that has the keyboard.
enum class KeyOwner { text, command, widget };
/// One rule for all windows. While a text is edited it has the keys that write and edit. Else letters and signs are the commands', and other
/// keys as long as their command can be run; the rest is for the widget, as the space bar for a button.
KeyOwner owner_of(const Commands&, std::string_view keys, bool edits_text);

/// Runs the command of a key combination; when it is refused, the window says why. But of Esc, which may be pressed for good measure, and
/// of those that stand in no menu nothing is said.
void run_key_command(const Commands&, Workbench&, std::string_view keys);

enum class Dock { left, right, bottom };  ///< a part of the window around the view
/// What a dock is called, and what shows and hides it.
struct DockInfo {
    Dock dock;
    const char *title, *command, *keys;
};
inline constexpr DockInfo docks[] = {{Dock::left, "Data and method", "view.dock.left", "Ctrl+1"},
    {Dock::right, "Query and neighbours", "view.dock.right", "Ctrl+2"}, {Dock::bottom, "Timings and steps", "view.dock.bottom", "Ctrl+3"}};
/// Widths of a window in logical pixels: where docks stand below one another, since the view would get too little; where there is room for
/// wide docks and more panels beside one another.
inline constexpr int docks_stacked_below = 960, docks_wide_from = 1400;

/// What a window must offer for the commands that need one.
struct WindowActions {
    std::function<void()> open_file, open_faces, name_pictures, open_query_picture, save_session, open_session, copy_neighbours,
        copy_command_line, copy_curve_command, export_curves, export_neighbours, export_points, export_evaluation, fit, save_picture,
        toggle_theme, toggle_instruments, toggle_presenter, choose_columns, compare_lists, compare_queries, show_palette, show_shortcuts,
        show_manual, show_about, quit;
    /// Of the view as it is now; what is returned writes it to a path, and is unset without a view.
    std::function<std::function<void(const std::string& path)>()> take_picture;
    std::function<bool()> instruments_shown;    ///< whether toggle_instruments would hide them
    std::function<void(bool)> set_full_screen;  ///< the window, or give it back its size
    std::function<bool()> is_full_screen;       ///< whether it does
    std::function<bool()> presenting;           ///< whether toggle_presenter would end it
    std::function<void(Dock)> toggle_dock;
    std::function<bool(Dock)> dock_shown;
    std::function<void(int percent)> set_scale;  ///< of all text, marks and panels
    std::function<int()> scale;
    std::function<int()> max_scale;                         ///< that there is room for; unset: all of them
    std::function<void(double dx, double dy)> nudge_query;  ///< in pixels of the view
    StartOffer* start = nullptr;                            ///< recent files and the last session; null: not in this window
};

/// The machine's camera, where there is one when the window opens.
void add_camera(Workbench&);

/// A path that a window asks for, with a dialog or with a line to type into.
struct PathQuestion {
    struct Filter {
        std::string name;
        std::vector<std::string> patterns;  ///< "*.csv"
    };
    std::string id, title;
    std::string suggested;  ///< name of the file to write; "": one that is there is wanted
    std::vector<Filter> filters = {};
    std::string before = {};  ///< of one that is there: what was chosen last
    bool folder = false;      ///< a folder is wanted
};
using AskPath = std::function<void(const PathQuestion&, std::function<void(const std::string& path)>)>;
/// Fills in what is done with files. The workbench must outlive the actions.
void add_file_actions(WindowActions&, Workbench&, const AskPath&);
/// Work on files: an Error becomes the error card, its title begun with `otherwise`.
void run_file_work(Workbench&, const std::string& otherwise, const std::function<void()>& file_work);

/// The standard set over a workbench, which must outlive it. Commands whose window action is unset are left out.
void add_standard_commands(Commands&, Workbench&, const WindowActions&);

}  // namespace neighborscope
