#include "app/commands/commands.hpp"

#include <algorithm>

namespace neighborscope {

void Commands::add(Command command) { commands_.push_back(std::move(command)); }

const Command* Commands::find(std::string_view id) const {
    for (const Command& command : commands_)
        if (command.id == id) return &command;
    return nullptr;
}

bool Commands::run(std::string_view id) const {
    const Command* command = find(id);
    if (!command || !command->run || (command->refuses && command->refuses())) return false;
    command->run();
    return true;
}

std::vector<std::string> split_keys(const std::string& keys) {
    std::vector<std::string> one_by_one;
    for (std::size_t at = 0; at < keys.size();) {
        const std::size_t end = std::min(keys.find(", ", at), keys.size());
        one_by_one.push_back(keys.substr(at, end - at));
        at = end + 2;
    }
    return one_by_one;
}

const Command* command_for_keys(const Commands& commands, std::string_view keys) {
    for (const Command& command : commands.all())
        for (const std::string& its : split_keys(command.keys))
            if (its == keys) return &command;
    return nullptr;
}

void press_keys(const Commands& commands, Workbench& workbench, std::string_view keys) {
    const Command* command = command_for_keys(commands, keys);
    if (!command || commands.run(command->id) || command->menu.empty() || keys == "Esc" || !command->refuses) return;
    if (const auto reason = command->refuses()) workbench.say(command->title + ": " + *reason);
}

}  // namespace neighborscope
