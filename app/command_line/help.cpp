// Prints --help from the parser's own options, so that it is complete: usage, examples, then options by group.
#include "app/command_line/subcommands.hpp"
#include "app/command_line/table.hpp"
#include "app/data/points/data_set.hpp"

#include <CLI/CLI.hpp>

namespace neighborscope::shell {
namespace {

constexpr std::size_t help_column = 30, line_width = 110;

std::string option_text(const CLI::Option& option) {
    std::string left = "  " + option.get_name(option.get_positional(), true);
    for (std::size_t at = 0; (at = left.find(',', at)) != std::string::npos; at += 2) left.replace(at, 1, ", ");
    if (!option.get_positional() && option.get_items_expected_max() > 0) left += " " + option.get_type_name();
    left += left.size() + 2 > help_column ? "\n" + std::string(help_column, ' ') : std::string(help_column - left.size(), ' ');
    return left + wrapped(option.get_description(), line_width - help_column, help_column) + "\n";
}

}  // namespace

std::string data_help() {
    std::string samples_known, generators_known, formats_known;
    for (const SampleInfo& sample : samples()) samples_known += (samples_known.empty() ? "sample:" : ", sample:") + sample.name;
    for (const GeneratorInfo& generator : generators())
        generators_known += (generators_known.empty() ? "" : ", ") + generator.name + ":" + generator.parameters;
    for (const FormatInfo& format : formats()) formats_known += (formats_known.empty() ? "" : ", ") + format.name;
    const auto line = [](const std::string& label, const std::string& text) {
        return "  " + label + std::string(13 - label.size(), ' ') + wrapped(text, line_width - 15, 15) + "\n";
    };
    return "\nDATA\n" + line("files", formats_known) + line("samples", samples_known) + line("generators", generators_known);
}

std::string help_text(const CLI::App& app, const Subcommand& subcommand) {
    std::string text = "Usage: neighborscope " + subcommand.usage + "\n";
    if (!app.get_description().empty()) text += app.get_description() + "\n";
    text += "\nExamples\n";
    for (const std::string& example : subcommand.examples) text += "  " + example + "\n";
    bool has_data = false;
    std::vector<std::string> groups;
    for (const CLI::Option* option : app.get_options())
        if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end()) groups.push_back(option->get_group());
    for (const std::string& group : groups) {
        text += "\n" + group + "\n";
        for (const CLI::Option* option : app.get_options()) {
            if (option->get_group() != group) continue;
            text += option_text(*option);
            has_data = has_data || option->get_name() == "DATA" || option->get_name() == "TRAIN";
        }
    }
    if (has_data) text += data_help();
    if (!subcommand.notes.empty()) text += "\n" + subcommand.notes;
    return text;
}

}  // namespace neighborscope::shell
