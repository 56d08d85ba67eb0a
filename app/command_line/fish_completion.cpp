// A completion for fish: one line for each option of each subcommand.
#include "app/command_line/describe.hpp"

namespace neighborscope::shell {
namespace {

/// Within single quotes.
std::string fish_quoted(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) result += (letter == '\'' || letter == '\\' ? "\\" : "") + std::string(1, letter);
    return result + "'";
}

/// The words of a value that is no file; "" without any.
std::string words_of(const Values& values) {
    if (values.settings) return "(__neighborscope_settings)";
    if (values.listed) return "(__neighborscope_listed " + joined(values.words) + ")";
    return joined(values.words);
}

std::string line_of(const DescribedOption& option, const std::string& when, const std::string& data) {
    std::string line = "complete -c neighborscope -n " + fish_quoted(when);
    if (option.positional) {
        const std::string words = option.values.data ? data : words_of(option.values);
        if (words.empty()) return {};
        return line + (option.values.files ? " -F" : " -f") + " -a " + fish_quoted(words) + "\n";
    }
    for (const std::string& name : option.names) line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty()) {
        const std::string words = words_of(option.values);
        const bool paths = option.values.files || option.values.folders;
        line += paths ? " -r -F" : words.empty() ? " -x" : " -x -a " + fish_quoted(words);
    }
    return line + " -d " + fish_quoted(option.help) + "\n";
}

constexpr const char* fish_functions = R"(function __neighborscope_method
    set -l words (commandline -opc)
    set -l at (contains -i -- --method $words)
    if test -n "$at"
        echo $words[(math $at + 1)]
    else
        string replace -f -- --method= '' $words
    end
end

# The words, after those that are typed already with commas behind them.
function __neighborscope_listed
    set -l typed (string match -r '^.*,' -- (commandline -ct))
    printf '%s\n' $typed$argv
end

)";

}  // namespace

std::string fish_completion(const Description& all) {
    std::string names, settings;
    for (const DescribedCommand& command : all.commands)
        if (!command.name.empty()) names += (names.empty() ? "" : " ") + command.name;
    for (const MethodSettings& one : all.settings)
        settings += "        case " + one.method + "\n            printf '%s\\n' " + joined(one.words) + "\n";
    std::string text = "# fish completion of " + all.version + ", made by neighborscope --describe fish\n\n" + fish_functions +
                       "function __neighborscope_settings\n    switch (__neighborscope_method)\n" + settings + "    end\nend\n\n";
    const std::string no_command = "not __fish_seen_subcommand_from " + names;
    for (const DescribedCommand& command : all.commands) {
        if (!command.name.empty())
            text += "complete -c neighborscope -n '__fish_use_subcommand' -a " + command.name + " -d " + fish_quoted(command.what) + "\n";
        const std::string when = command.name.empty() ? no_command : "__fish_seen_subcommand_from " + command.name;
        for (const DescribedOption& option : command.options) text += line_of(option, when, joined(all.data));
    }
    return text;
}

}  // namespace neighborscope::shell
