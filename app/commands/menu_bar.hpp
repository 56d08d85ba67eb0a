// The menus of a window, whichever it is.
#pragma once
#include "app/commands/commands.hpp"

namespace neighborscope {

/// A line of a menu: a command, or a menu of its own.
struct MenuEntry {
    const Command* command = nullptr;  ///< null: a menu
    std::string title;                 ///< of the menu, or of the command
    bool separated = false;            ///< a hairline stands before it
    std::vector<MenuEntry> entries;    ///< of the menu
};
/// The menus in the order that people expect, whatever order commands were added in. Commands without a menu are left out.
std::vector<MenuEntry> menu_bar(const Commands&);
/// Commands of which one is chosen at a time are marked as such: "data", "method.", "query.metric.", "device."; "" for switches.
std::string choice_of(const std::string& id);

}  // namespace neighborscope
