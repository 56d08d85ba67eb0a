// Every action by name, for menus, keys, the palette, scripts and tests. A window adds the actions that need a window.
#pragma once
#include "app/session/workbench/workbench.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

struct Command {
    std::string id;     ///< "query.k.more"
    std::string title;  ///< "More neighbours"; with "…" if it opens a dialog
    std::string menu;   ///< "Query"; "" = palette only
    std::string keys;   ///< Qt notation: "]", "Ctrl+Z"; several separated by ", "; "" = none
    std::string help;   ///< tooltip: one sentence
    std::function<void()> run;
    std::function<std::optional<std::string>()> refuses;  ///< why it is disabled; unset or nullopt: it is enabled
    std::function<bool()> checked;                        ///< state of a toggle; unset: no toggle
    std::function<void(std::int64_t)> run_with = {};      ///< runs it with a number, which is typed after its name in the palette
    std::function<std::string()> title_now = {};          ///< the title if it changes; "": the command is hidden now. Unset: `title`
};
/// Returns the title for menus as it is now; "" if the command is hidden.
inline std::string title_of(const Command& command) { return command.title_now ? command.title_now() : command.title; }

class StartOffer;  // app/commands/start_offer.hpp

class Commands {
public:
    void add(Command);
    /// Commands of these menus refuse for this reason, too, before any other.
    void refuse_in(std::initializer_list<std::string_view> menus, const std::function<std::optional<std::string>()>& reason);
    const std::vector<Command>& all() const { return commands_; }
    const Command* find(std::string_view id) const;
    /// Runs a command; with "id 812" one that takes a number. False if it is unknown or disabled.
    bool run(std::string_view id) const;

private:
    std::vector<Command> commands_;
};

/// Splits the keys of a command: "Ctrl+Y, Ctrl+Shift+Z" -> {"Ctrl+Y", "Ctrl+Shift+Z"}.
std::vector<std::string> split_keys(const std::string& keys);
/// The command of a key combination in Qt notation, with modifiers in the order Ctrl, Alt, Shift ("Ctrl+Shift+C", "]", "F1"); null: none.
const Command* command_for_keys(const Commands&, std::string_view keys);

/// The receiver of a key: the text that is edited, a command, or the focused widget.
enum class KeyOwner { text, command, widget };
/// Decides who receives a key, the same in all windows. A text that is edited receives the keys that write and edit. Otherwise commands
/// receive letters and signs, and other keys if their command is enabled. The widget receives the rest, such as the space bar on a button.
/// A number has no use for the space bar (`edits_number`, with `edits_text`).
KeyOwner owner_of(const Commands&, std::string_view keys, bool edits_text, bool edits_number = false);

/// Runs the command of a key combination. If it is disabled, shows why, except for Esc and for commands without a menu.
void run_key_command(const Commands&, Workbench&, std::string_view keys);

enum class Dock { left, right, bottom, lesson };  ///< a part of the window around the view
/// A dock: its title, and the command that shows and hides it; null: it is there while it has something to show.
struct DockInfo {
    Dock dock;
    const char *title, *short_title, *command, *keys;
};
inline constexpr DockInfo docks[] = {{Dock::left, "Data and method", "Data", "view.dock.left", "Ctrl+1"},
    {Dock::right, "Query and neighbours", "Query", "view.dock.right", "Ctrl+2"},
    {Dock::bottom, "Timings and steps", "Timings", "view.dock.bottom", "Ctrl+3"}, {Dock::lesson, "Lesson", "Lesson", nullptr, nullptr}};

/// The actions that a window implements for commands.
struct WindowActions {
    std::function<void()> open_file, open_faces, open_lesson, name_pictures, open_query_picture, save_session, open_session,
        copy_neighbours, copy_command_line, copy_curve_command, export_curves, export_bound_chart, export_neighbours, export_points,
        export_evaluation, fit, save_picture, toggle_theme, toggle_instruments, toggle_presenter, choose_columns, choose_mask,
        compare_lists, compare_queries, show_palette, show_shortcuts, show_manual, show_about, show_title, quit;
    std::function<void(const std::string& find)> show_glossary;
    std::function<std::string()> help_under_mouse;  ///< the tooltip of what is there, when a key asks for it
    /// Takes a picture of the view. Returns a function that writes it to a path; unset without a view.
    std::function<std::function<void(const std::string& path)>()> take_picture;
    std::function<bool()> instruments_shown;    ///< whether instruments are shown
    std::function<void(bool)> set_full_screen;  ///< false: restores the window's size
    std::function<bool()> is_full_screen;
    std::function<bool()> presenting;              ///< whether the presentation mode is on
    std::function<void(bool)> show_large_pointer;  ///< app/instruments/overlay/large_pointer.hpp
    std::function<bool()> large_pointer_shown;
    std::function<void(Dock)> toggle_dock;
    std::function<bool(Dock)> dock_shown;
    std::function<void(int percent)> set_scale;  ///< scale of all text, marks and panels
    std::function<int()> scale;
    std::function<int()> max_scale;                         ///< largest scale that there is room for; unset: no limit
    std::function<void(double dx, double dy)> nudge_query;  ///< in pixels of the view
    /// Moves the camera, so that the picture goes by so many pixels the other way, and zooms at the middle by turns of the wheel.
    std::function<void(double dx, double dy, double turns)> move_view;
    std::function<void()> add_page;   ///< to a lesson, from what the window shows
    std::function<void()> add_note;   ///< on the point or the place under the mouse
    std::function<void()> note_view;  ///< writes down in the document what the window shows (Workbench::note_view)
    StartOffer* start = nullptr;      ///< recent files and the last session; null: not in this window
};

/// Sets the machine's camera as the source of stills, if there is one now.
void add_camera(Workbench&);

/// A request for a path, which a window shows as a dialog or a line to type into.
struct PathQuestion {
    struct Filter {
        std::string name;
        std::vector<std::string> patterns;  ///< "*.csv"
    };
    std::string id, title;
    std::string suggested;  ///< name of the file to write; "": an existing file is to be read
    std::vector<Filter> filters = {};
    std::string before = {};  ///< the last choice, for a file to be read
    bool folder = false;      ///< ask for a folder
    bool adds = false;        ///< a file that exists is added to: no question whether to overwrite it
};
using AskPath = std::function<void(const PathQuestion&, std::function<void(const std::string& path)>)>;
/// Sets the actions on files. The workbench must outlive them.
void add_file_actions(WindowActions&, Workbench&, const AskPath&);
/// Opens a lesson by its name or file. An Error becomes an error card.
void open_lesson(Workbench&, const std::string& name_or_file);
/// Replaces the document by a session file, and says it if a later version of the program wrote that. Throws the errors of load_session().
void open_session_file(Workbench&, const std::string& path);
/// Runs work on files. An Error becomes an error card whose title begins with `otherwise`.
void run_file_work(Workbench&, const std::string& otherwise, const std::function<void()>& file_work);

/// Adds the standard commands. The workbench must outlive them. Leaves out commands whose window action is unset.
void add_standard_commands(Commands&, Workbench&, const WindowActions&);

}  // namespace neighborscope
