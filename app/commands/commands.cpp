#include "app/commands/commands.hpp"

#include <algorithm>
#include <cctype>

namespace neighborscope {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = char(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

/// How well a word fits: 0 not at all, more is better.
int fit_of(const std::string& word, const std::string& title, const std::string& id) {
    if (title.rfind(word, 0) == 0) return 4;
    if (title.find(" " + word) != std::string::npos) return 3;
    if (title.find(word) != std::string::npos) return 2;
    return id.find(word) != std::string::npos ? 1 : 0;
}

}  // namespace

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

std::vector<const Command*> Commands::search(std::string_view typed) const {
    std::vector<std::string> words;
    for (const char c : lower(typed)) {
        if (c == ' ' || words.empty()) words.emplace_back();
        if (c != ' ') words.back() += c;
    }
    std::vector<std::pair<int, const Command*>> found;
    for (const Command& command : commands_) {
        const std::string title = lower(command.title), id = lower(command.id);
        int score = 0;
        bool all = true;
        for (const std::string& word : words) {
            if (word.empty()) continue;
            const int fit = fit_of(word, title, id);
            all = all && fit > 0;
            score += fit;
        }
        if (all) found.emplace_back(score, &command);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const Command*> commands;
    for (const auto& [score, command] : found) commands.push_back(command);
    return commands;
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

}  // namespace neighborscope
