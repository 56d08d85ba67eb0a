#include "app/command_line/describe.hpp"

#include "app/command_line/arguments.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/experiments/experiments.hpp"
#include "app/session/document/session_fields.hpp"

#include <algorithm>
#include <cctype>

namespace neighborscope::shell {
namespace {

/// The words among "majority|rank|X,Y": what is typed as it stands is written in small letters.
std::vector<std::string> words_of(const std::string& type) {
    std::vector<std::string> words;
    if (type.find('|') == std::string::npos) return words;
    for (std::size_t from = 0; from <= type.size();) {
        const std::size_t to = std::min(type.find('|', from), type.size());
        const std::string word = type.substr(from, to - from);
        const bool small = std::all_of(
            word.begin(), word.end(), [](unsigned char letter) { return std::islower(letter) || std::isdigit(letter) || letter == '-'; });
        if (small && !word.empty()) words.push_back(word);
        from = to + 1;
    }
    return words;
}

std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (const Method& method : methods()) names.emplace_back(method.info.name);
    return names;
}

/// The words that a field of the session has and that an option of this name sets; none of other options.
std::vector<std::string> session_words(std::string_view option) {
    std::vector<std::string> words;
    for (const SessionField& field : session_fields())
        if (const auto* choice = std::get_if<ChoiceField>(&field.holds); choice && field.option.name == option)
            for (const std::string_view word : choice->words)
                if (!word.empty()) words.emplace_back(word);
    return words;
}

Values values_of(const CLI::Option& option) {
    Values values;
    const std::string name = option.get_name(), type = option.get_type_name();
    if (name == "DATA" || name == "TRAIN") {
        values.data = values.files = true;
    } else if (name == "SUITE") {
        for (const experiments::Suite& suite : experiments::suites()) values.words.push_back(suite.name);
    } else if (name == "--set") {
        values.settings = true;
    } else if (name == "--method") {
        values.words = method_names();
        if (option.get_description().ends_with("or all")) values.words.emplace_back("all");
    } else if (name == "--methods" || name == "--race" || name == "--curve-methods") {
        values.words = method_names();
        values.listed = true;
    } else if (values.words = session_words(name); values.words.empty()) {
        values.words = words_of(type);
    }
    values.folders = type == "DIR" || type == "FOLDER";
    for (const char* file : {"FILE", "PICTURE", "TEST", "LISTS", "view.png"}) values.files = values.files || type == file;
    return values;
}

DescribedOption described(const CLI::Option& option) {
    DescribedOption result;
    result.positional = option.get_positional();
    if (result.positional) {
        result.names = {option.get_name()};
    } else {
        for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
        if (option.get_items_expected_max() > 0) result.value = option.get_type_name();
    }
    result.group = option.get_group();
    result.help = option.get_description();
    if (result.positional || !result.value.empty()) result.values = values_of(option);
    return result;
}

MethodSettings settings_of(const MethodInfo& info) {
    MethodSettings settings{std::string(info.name), {}};
    for (const OptionSpec& option : info.options) {
        const std::string name = std::string(option.name) + "=";
        if (const auto* choice = std::get_if<Choice>(&option.domain)) {
            for (const std::string_view value : choice->names) settings.words.push_back(name + std::string(value));
        } else if (std::holds_alternative<Flag>(option.domain)) {
            settings.words.insert(settings.words.end(), {name + "on", name + "off"});
        } else {
            settings.words.push_back(name);
        }
    }
    return settings;
}

Description description_of(const std::vector<DescribedParser>& parsers) {
    Description all;
    all.version = version_line();
    for (const auto& [app, subcommand] : parsers) {
        DescribedCommand command{app->get_name(), app->get_description(), subcommand->usage, subcommand->notes, subcommand->examples, {}};
        for (const CLI::Option* option : app->get_options()) command.options.push_back(described(*option));
        all.commands.push_back(std::move(command));
    }
    for (const Method& method : methods())
        if (!method.info.options.empty()) all.settings.push_back(settings_of(method.info));
    for (const SampleInfo& sample : samples()) all.data.push_back("sample:" + sample.name);
    for (const GeneratorInfo& generator : generators()) all.data.push_back(generator.name + ":");
    return all;
}

}  // namespace

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

Example example_of(const std::string& line) {
    const std::size_t end = line.find("  ");
    if (end == std::string::npos) return {line, ""};
    const std::size_t what = line.find_first_not_of(' ', end);
    return {line.substr(0, end), what == std::string::npos ? "" : line.substr(what)};
}

std::string description_text(const std::string& what, const std::vector<DescribedParser>& parsers) {
    constexpr std::string (*texts[])(const Description&) = {manual_page, bash_completion, zsh_completion, fish_completion};
    return texts[choice_in(what, "--describe", {"manual", "bash", "zsh", "fish"})](description_of(parsers));
}

}  // namespace neighborscope::shell
