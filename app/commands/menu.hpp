// Helpers to define the standard commands. Only for app/commands.
#pragma once
#include "app/commands/commands.hpp"

namespace neighborscope {

using Refusal = std::optional<std::string>;
using Refuses = std::function<Refusal()>;

/// Adds commands to one menu. Adds nothing for an unset action.
struct Menu {
    Commands& commands;
    std::string name;

    void add(std::string_view id, std::string_view title, std::string_view keys, std::string_view help, std::function<void()> run,
        Refuses refuses = {}, std::function<bool()> checked = {}) const;
};

/// Refuses like `before`, else with `reason` if `possible` returns false.
Refuses refuse_unless(std::function<bool()> possible, std::string reason, Refuses before = {});

// The parts of the standard commands.
/// In the menus "Step" and "Ticks". While presenting, the keys that play or go to a step open stepping, too.
void add_step_commands(Commands&, Workbench&, const WindowActions&);
void add_moving_commands(Commands&, Workbench&);
/// For points changed by hand, in "Edit".
void add_edit_commands(Commands&, Workbench&);
/// The presentation mode, in "View".
void add_present_command(Commands&, Workbench&, const WindowActions&);
/// Parts of the window and the scale of text, in "View".
void add_window_commands(Commands&, Workbench&, const WindowActions&);
/// Explains the term under the mouse, else shows the keys.
std::function<void()> what_is_this(const WindowActions&);
std::function<void()> show_all_terms(const WindowActions&);
/// For methods side by side, in "Compare".
void add_race_commands(Commands&, Workbench&);
/// For classification, in "Query".
void add_class_commands(Commands&, Workbench&);
/// For comparing lists, in "File" and "Compare".
void add_compare_commands(Commands&, Workbench&, const WindowActions&);
/// For indexes of other libraries, in "Query".
void add_inspect_commands(Commands&, Workbench&, const WindowActions&);
/// Lessons, in "Help".
void add_lesson_commands(Commands&, Workbench&, const WindowActions&);
/// For charts of times, in "Timings".
void add_timings_commands(Commands&, Workbench&, const WindowActions&);

}  // namespace neighborscope
