#include "app/commands/palette.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace neighborscope {
namespace {

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = char(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

/// How well a word matches: 0: not at all; larger is better.
int word_score(const std::string& word, const std::string& title, const std::string& id) {
    if (title.rfind(word, 0) == 0) return 4;
    if (title.find(" " + word) != std::string::npos) return 3;
    if (title.find(word) != std::string::npos) return 2;
    return id.find(word) != std::string::npos ? 1 : 0;
}

/// The sum of the scores; nothing if a word does not match.
std::optional<int> match_score(const Command& command, const std::string& words) {
    const std::string title = lower_case(title_of(command)), id = lower_case(command.id);
    std::istringstream in(words);
    int score = 0;
    for (std::string word; in >> word;) {
        const int fit = word_score(word, title, id);
        if (fit == 0) return std::nullopt;
        score += fit;
    }
    return score;
}

/// Splits off the last word that is a number; "" if there is none.
std::pair<std::string, std::string> without_number(const std::string& words) {
    std::istringstream in(words);
    std::string others, number;
    for (std::string word; in >> word;) {
        if (word.size() < 19 && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); })) number = word;
        else others += word + " ";
    }
    return {others, number};
}

}  // namespace

void Palette::find(std::string_view typed) {
    const std::string words = lower_case(typed);
    const auto [others, number] = without_number(words);
    std::vector<std::pair<int, const Command*>> found;
    for (const Command& command : commands_.all())
        if (const auto score = match_score(command, command.run_with ? others : words);
            score && command.id != "help.commands" && !title_of(command).empty())  // it opened the palette
            found.emplace_back(*score, &command);
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    rows_.clear();
    for (const auto& [score, command] : found) {
        auto refusal = command->refuses ? command->refuses() : std::nullopt;
        if (command->run_with && number.empty() && !refusal) refusal = "type a number after it";
        const std::string with = command->run_with && !number.empty() ? " " + number : "";
        rows_.push_back({command->id + with, title_of(*command) + with, command->menu,
            refusal ? *refusal + "\n" + command->help : command->help, refusal.value_or(command->keys), refusal.has_value()});
    }
    if (rows_.empty()) rows_.push_back({{}, "No command contains all these words", {}, {}, {}, true});
    chosen_ = -1;
    move(1);
}

void Palette::choose(int row) {
    if (row >= 0 && row < int(rows_.size()) && !rows_[std::size_t(row)].refused) chosen_ = row;
}

void Palette::move(int rows) {
    const int before = chosen_, last = int(rows_.size()) - 1;
    for (int row = std::clamp(chosen_ + rows, 0, last); row >= 0 && row <= last && chosen_ == before; row += rows > 0 ? 1 : -1) choose(row);
}

}  // namespace neighborscope
