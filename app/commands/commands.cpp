#include "app/commands/commands.hpp"

#include "app/commands/menu.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace neighborscope {

void Commands::add(Command command) { commands_.push_back(std::move(command)); }

void Menu::add(std::string_view id, std::string_view title, std::string_view keys, std::string_view help, std::function<void()> run,
    Refuses refuses, std::function<bool()> checked) const {
    if (run)
        commands.add({std::string(id), std::string(title), name, std::string(keys), std::string(help), std::move(run), std::move(refuses),
            std::move(checked)});
}

Refuses refuse_unless(std::function<bool()> possible, std::string reason, Refuses before) {
    return [possible = std::move(possible), reason = std::move(reason), before = std::move(before)]() -> Refusal {
        if (Refusal earlier = before ? before() : std::nullopt) return earlier;
        if (possible()) return std::nullopt;
        return reason;
    };
}

void Commands::refuse_in(std::initializer_list<std::string_view> menus, const std::function<std::optional<std::string>()>& reason) {
    for (Command& command : commands_) {
        if (std::find(menus.begin(), menus.end(), command.menu) == menus.end()) continue;
        command.refuses = [reason, before = std::move(command.refuses)]() -> Refusal {
            if (Refusal first = reason()) return first;
            return before ? before() : std::nullopt;
        };
    }
}

const Command* Commands::find(std::string_view id) const {
    for (const Command& command : commands_)
        if (command.id == id) return &command;
    return nullptr;
}

bool Commands::run(std::string_view id) const {
    const std::size_t space = id.find(' ');
    const Command* command = find(id.substr(0, space));
    if (space != id.npos) {
        if (!command || !command->run_with || (command->refuses && command->refuses())) return false;
        std::int64_t number = 0;
        const std::string_view typed = id.substr(space + 1);
        if (std::from_chars(typed.data(), typed.data() + typed.size(), number).ec != std::errc()) return false;
        command->run_with(number);
        return true;
    }
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

namespace {

/// Whether a text field uses these keys: without Ctrl all that print or move; with Ctrl clipboard, undo and moving by words.
bool is_text_editing_key(std::string_view keys) {
    const auto take = [&keys](std::string_view modifier) {
        const bool held = keys.size() > modifier.size() && keys.starts_with(modifier);
        if (held) keys.remove_prefix(modifier.size());
        return held;
    };
    const bool control = take("Ctrl+"), other = take("Alt+"), shift = take("Shift+");
    if (other) return false;
    if (!control) return keys.size() < 2 || keys[0] != 'F';  // not F1 to F12
    constexpr std::string_view of_words[] = {"Left", "Right", "Home", "End", "Backspace", "Del", "Z"},
                               of_clipboard[] = {"A", "C", "V", "X", "Y"};
    const auto among = [keys](const auto& all) { return std::find(std::begin(all), std::end(all), keys) != std::end(all); };
    return among(of_words) || (!shift && among(of_clipboard));
}

bool is_printable_key(std::string_view keys) {
    if (keys.starts_with("Shift+")) keys.remove_prefix(6);
    return keys.size() == 1;
}

}  // namespace

KeyOwner owner_of(const Commands& commands, std::string_view keys, bool edits_text, bool edits_number) {
    if (edits_text && is_text_editing_key(keys) && !(edits_number && keys == "Space")) return KeyOwner::text;
    if (is_printable_key(keys)) return KeyOwner::command;
    const Command* const command = command_for_keys(commands, keys);
    return command && !(command->refuses && command->refuses()) ? KeyOwner::command : KeyOwner::widget;
}

void run_key_command(const Commands& commands, Workbench& workbench, std::string_view keys) {
    const Command* command = command_for_keys(commands, keys);
    if (!command || commands.run(command->id) || command->menu.empty() || keys == "Esc" || !command->refuses) return;
    if (const auto reason = command->refuses()) workbench.show_message(command->title + ": " + *reason);
}

}  // namespace neighborscope
