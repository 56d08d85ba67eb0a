#include "app/commands/menu_bar.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

/// The submenu of a large family of commands; "": none.
std::string submenu_of(const std::string& id) {
    constexpr std::pair<std::string_view, std::string_view> families[] = {{"file.recent.", "Open recent"},
        {"query.k.", "Number of neighbours"}, {"query.nudge.", "Move the query"}, {"query.metric.", "Metric"},
        {"race.add.", "Compare with"}, {"data.make.", "Make points"}, {"view.scale.", "Size of text"}, {"view.move.", "Move the view"},
        {"data.whiten", "Pictures and faces"}, {"data.evaluate", "Pictures and faces"}, {"data.pictures", "Pictures and faces"},
        {"data.export_evaluation", "Pictures and faces"}, {"view.cells", "Cells"}, {"view.toggle_morton", "Cells"},
        {"view.colour_", "Colours of the points"}, {"view.dock.", "Parts of the window"}, {"view.instruments", "Parts of the window"},
        {"view.cards", "Parts of the window"}, {"view.toggle_timings", "Parts of the window"}, {"view.title", "Parts of the window"},
        {"view.present", "For a projector"}, {"view.pointer", "For a projector"}, {"view.full_screen", "For a projector"},
        {"view.exhibit", "For a projector"}, {"lesson.", "Lessons"}};
    for (const auto& [prefix, title] : families)
        if (id.starts_with(prefix)) return std::string(title);
    return {};
}

/// Groups of commands, with separators between them: for example before "file.export_neighbours", or after samples.
std::string group_of(const std::string& id) {
    if (id == "step.previous_phase" || id == "step.first" || id == "step.last") return "step.next_phase";
    if (id == "step.faster" || id == "step.slower") return "step.loop";
    if (id == "file.save_session") return "file.open";
    if (id == "view.3d") return "view.2d";
    for (const char* prefix : {"file.open", "file.compare", "file.quit", "data.sample.", "data.make.", "query.k.", "query.nudge.",
             "query.metric.", "edit.copy", "edit.", "method.presets", "method.", "device.", "step.open", "step.play", "step.loop",
             "step.next_phase", "view.2d", "help.about"})
        if (id.starts_with(prefix)) return prefix;
    return id.substr(0, id.find('.'));
}

MenuEntry menu_of(const Commands& commands, const std::string& name) {
    MenuEntry menu{nullptr, name, false, {}};
    std::string group;
    for (const Command& command : commands.all()) {
        if (command.menu != name) continue;
        const std::string family = submenu_of(command.id), its_group = group_of(command.id);
        if (family.empty()) {
            menu.entries.push_back({&command, title_of(command), !group.empty() && its_group != group, {}});
            group = its_group;
            continue;
        }
        auto sub = std::find_if(
            menu.entries.begin(), menu.entries.end(), [&](const MenuEntry& entry) { return !entry.command && entry.title == family; });
        if (sub == menu.entries.end()) sub = menu.entries.insert(sub, {nullptr, family, false, {}});
        const bool begins = command.id == "lesson.file" || command.id == "lesson.next";  // other groups than that of the lessons
        sub->entries.push_back({&command, title_of(command), begins && !sub->entries.empty(), {}});
    }
    return menu;
}

}  // namespace

std::string choice_of(const std::string& id) {
    if (id.starts_with("data.sample.") || id.starts_with("data.make.")) return "data";
    for (const char* prefix : {"method.", "query.metric.", "device."})
        if (id.starts_with(prefix)) return prefix;
    return {};
}

std::vector<MenuEntry> menu_bar(const Commands& commands) {
    std::vector<std::string> order{"File", "Edit", "Data", "Method", "Query", "Step", "Ticks", "Compare", "Timings", "View"};
    for (const Command& command : commands.all())
        if (!command.menu.empty() && command.menu != "Help" && std::find(order.begin(), order.end(), command.menu) == order.end())
            order.push_back(command.menu);
    order.push_back("Help");
    std::vector<MenuEntry> menus;
    for (const std::string& name : order)
        if (MenuEntry menu = menu_of(commands, name); !menu.entries.empty()) menus.push_back(std::move(menu));
    return menus;
}

}  // namespace neighborscope
