// The menus, the same in every window.
#pragma once
#include "app/commands/commands.hpp"

namespace neighborscope {

/// An entry of a menu: a command or a submenu.
struct MenuEntry {
    const Command* command = nullptr;  ///< null: a submenu
    std::string title;                 ///< of the submenu or the command
    bool separated = false;            ///< a separator is before it
    std::vector<MenuEntry> entries;    ///< of the submenu
};
/// The menus in conventional order. Commands without a menu are left out.
std::vector<MenuEntry> menu_bar(const Commands&);
/// The common prefix of mutually exclusive commands: "data", "method.", "query.metric.", "device."; "": the command is not one of these.
std::string choice_of(const std::string& id);

}  // namespace neighborscope
