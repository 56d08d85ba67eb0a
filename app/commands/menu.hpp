// What the standard commands are made with. Inside commands only.
#pragma once
#include "app/commands/commands.hpp"

namespace neighborscope {

using Refusal = std::optional<std::string>;
using Refuses = std::function<Refusal()>;

/// Adds commands of one menu; with an unset action, adds nothing.
struct Menu {
    Commands& commands;
    std::string name;

    void add(std::string_view id, std::string_view title, std::string_view keys, std::string_view help, std::function<void()> run,
        Refuses refuses = {}, std::function<bool()> checked = {}) const;
};

/// Refuses what `before` refuses, and with the reason what is not possible.
Refuses refuse_unless(std::function<bool()> possible, std::string reason, Refuses before = {});

/// Those of the menus "Step" and "Ticks", part of the standard set.
void add_step_commands(Commands&, Workbench&);
void add_moving_commands(Commands&, Workbench&);
/// Those of points changed by hand, in "Edit", part of the standard set.
void add_edit_commands(Commands&, Workbench&);
/// Presenting, part of the menu "View" and of the standard set. Of a method that goes through a tree its steps come along, the last first,
/// since they say which leaves were visited.
void add_present_command(Commands&, Workbench&, const WindowActions&);
/// Parts of the window and the size of its text, in "View", part of the standard set.
void add_window_commands(Commands&, const WindowActions&);
/// Those of methods side by side, in "Compare", part of the standard set.
void add_race_commands(Commands&, Workbench&);
/// Those of classes, in "Query", part of the standard set.
void add_class_commands(Commands&, Workbench&);
/// Those of comparing lists, in "File" and "Compare", part of the standard set.
void add_compare_commands(Commands&, Workbench&, const WindowActions&);
/// Those of charts of times, in "Timings", part of the standard set.
void add_timings_commands(Commands&, Workbench&, const WindowActions&);

}  // namespace neighborscope
