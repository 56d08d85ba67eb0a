// A completion for zsh: _arguments with the options of each subcommand.
#include "app/command_line/describe.hpp"

namespace neighborscope::shell {
namespace {

/// Within single quotes.
std::string zsh_quoted(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) result += letter == '\'' ? "'\\''" : std::string(1, letter);
    return result + "'";
}

/// Text in a specification of _arguments, where brackets and colons have a meaning.
std::string plain(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
        result += letter;
    }
    return result;
}

/// What completes a value.
std::string action(const Values& values) {
    if (values.settings) return "_neighborscope_settings";
    if (values.data) return "_neighborscope_data";
    if (values.listed) return "_values -s , method " + joined(values.words);
    if (values.files) return "_files";
    if (values.folders) return "_files -/";
    return values.words.empty() ? " " : "(" + joined(values.words) + ")";
}

std::string specification(const DescribedOption& option) {
    if (option.positional) return zsh_quoted("1:" + plain(option.names.front()) + ":" + action(option.values));
    std::string text;
    const std::string rest =
        "[" + plain(option.help) + "]" + (option.value.empty() ? "" : ":" + plain(option.value) + ":" + action(option.values));
    const bool again = option.values.settings;  // once for each option of the method
    const std::string others = option.names.size() > 1 ? "(" + joined(option.names) + ")" : "";
    for (const std::string& name : option.names) {
        const bool equals = name.starts_with("--") && !option.value.empty();  // its value may stand behind it, or after =
        text += (text.empty() ? "" : " ") + zsh_quoted((again ? "*" : others) + name + (equals ? "=" : "") + rest);
    }
    return text;
}

constexpr const char* zsh_functions = R"(_neighborscope_settings() {
    local method=heap at
    for ((at = 1; at < CURRENT; ++at)); do
        [[ $words[at] == --method ]] && method=$words[at+1]
        [[ $words[at] == --method=* ]] && method=${words[at]#*=}
    done
    compadd -S '' -- ${=neighborscope_settings[$method]}
}

_neighborscope_data() {
    compadd -- $neighborscope_samples
    compadd -S '' -- $neighborscope_generators
    _files
}

)";

}  // namespace

std::string zsh_completion(const Description& all) {
    std::string text = "#compdef neighborscope\n# zsh completion of " + all.version + ", made by neighborscope --describe zsh\n\n";
    text += "typeset -gA neighborscope_settings=(\n";
    for (const MethodSettings& one : all.settings) text += "    " + one.method + " " + zsh_quoted(joined(one.words)) + "\n";
    text += ")\ntypeset -ga neighborscope_samples=(";
    for (const std::string& data : all.data)
        if (!data.ends_with(':')) text += " " + data;
    text += " )\ntypeset -ga neighborscope_generators=(";
    for (const std::string& data : all.data)
        if (data.ends_with(':')) text += " " + data;
    text += " )\n\n" + std::string(zsh_functions) + "_neighborscope() {\n    local -a commands=(\n";
    for (const DescribedCommand& command : all.commands)
        if (!command.name.empty()) text += "        " + zsh_quoted(command.name + ":" + plain(command.what)) + "\n";
    text +=
        "    )\n    local chosen=$words[2]\n"
        "    if ((CURRENT == 2)) && [[ $chosen != -* ]]; then\n"
        "        _describe -t commands subcommand commands\n"
        "        _neighborscope_data\n"
        "        return\n"
        "    fi\n"
        "    if (($+commands[(r)$chosen:*])); then\n"
        "        words=(\"${(@)words[2,-1]}\")\n"
        "        ((CURRENT--))\n"
        "    fi\n"
        "    case $chosen in\n";
    std::string window;
    for (const DescribedCommand& command : all.commands) {
        std::string branch = "        " + (command.name.empty() ? "*" : command.name) + ") _arguments -S";
        for (const DescribedOption& option : command.options) branch += " \\\n            " + specification(option);
        branch += " ;;\n";
        if (command.name.empty()) window = branch;  // of all other words: the last branch
        else text += branch;
    }
    return text + window + "    esac\n}\n\n_neighborscope \"$@\"\n";
}

}  // namespace neighborscope::shell
