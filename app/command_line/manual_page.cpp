// The manual page in roff's man macros: each subcommand with its options as --help shows them, then DATA and methods.
#include "app/command_line/describe.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"

#include <algorithm>

namespace neighborscope::shell {
namespace {

/// Text as roff takes it: no escape, no request at the beginning of a line, and hyphens that can be copied.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if ((letter == '.' || letter == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
        switch (letter) {
            case '\\': result += "\\e"; break;
            case '-': result += "\\-"; break;
            case '^': result += "\\(ha"; break;
            case '~': result += "\\(ti"; break;
            case '\'': result += "\\(aq"; break;
            case '`': result += "\\(ga"; break;
            default: result += letter;
        }
    }
    return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string section(const std::string& title) { return ".SH " + title + "\n"; }
std::string heading(const std::string& title) { return ".SS \"" + escaped(title) + "\"\n"; }
/// A term and, indented below, what it is.
std::string item(const std::string& term, const std::string& text) { return ".TP\n" + term + "\n" + escaped(text) + "\n"; }

/// The first line of a usage, without what is said after two spaces.
std::string synopsis(const DescribedCommand& command) {
    const std::string line = command.usage.substr(0, command.usage.find('\n'));
    return bold("neighborscope") + " " + escaped(line.substr(0, line.find("  ")));
}

std::string option_item(const DescribedOption& option) {
    std::string term;
    for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + (option.positional ? slanted(name) : bold(name));
    if (!option.value.empty()) term += " " + slanted(option.value);
    return item(term, option.help);
}

std::string options_text(const DescribedCommand& command) {
    std::string text;
    for (const DescribedOption& option : command.options) text += option_item(option);
    return text;
}

/// Lines that stay lines.
std::string lines_text(const std::string& lines) {
    if (lines.empty()) return {};
    const std::string text = escaped(lines);
    return ".PP\n.nf\n" + text + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string examples_text(const DescribedCommand& command) {
    std::string text;
    for (const std::string& line : command.examples) {
        const auto [typed, what] = example_of(line);
        text += what.empty() ? ".TP\n" + bold(typed) + "\n" : item(bold(typed), what);
    }
    return text;
}

std::string method_items() {
    std::string text;
    for (const Method& method : methods()) {
        text += item(bold(method.info.name), std::string(method.info.title) + ". " + std::string(method.info.help));
        for (const OptionSpec& option : method.info.options)
            text += ".RS\n" +
                    item(bold(std::string(option.name) + "=") + slanted(describe_domain(option)),
                        std::string(option.help) + "; by default " + to_text(option.preset)) +
                    ".RE\n";
    }
    return text;
}

std::string data_items() {
    std::string text = heading("Samples");
    for (const SampleInfo& sample : samples()) text += item(bold("sample:" + sample.name), sample.title + ". " + sample.why);
    text += heading("Generators");
    for (const GeneratorInfo& generator : generators())
        text += item(bold(generator.name + ":") + slanted(generator.parameters), generator.help);
    text += heading("Files");
    for (const FormatInfo& format : formats()) text += item(bold(format.name), format.extensions + ". " + format.help);
    return text;
}

}  // namespace

std::string manual_page(const Description& all) {
    const DescribedCommand& window = all.commands.front();
    const std::string version = all.version.substr(0, all.version.find(','));
    std::string text = ".TH NEIGHBORSCOPE 1 \"\" \"" + escaped(version) + "\" \"User Commands\"\n";
    text += section("NAME") + "neighborscope \\- see k\\-nearest\\-neighbour search happen\n";
    text += section("SYNOPSIS");
    for (const DescribedCommand& command : all.commands)
        text += (command.name.empty() ? std::string() : std::string(".br\n")) + synopsis(command) + "\n";
    text += section("DESCRIPTION") + escaped(window.what) + "\n";
    text += ".PP\nWithout a subcommand it opens a window. " + bold("neighborscope") + " " + slanted("SUBCOMMAND") + " " + bold("--help") +
            " says what this page says of a subcommand.\n";
    text += section("OPTIONS") + options_text(window);
    text += section("SUBCOMMANDS");
    for (const DescribedCommand& command : all.commands) {
        if (command.name.empty()) continue;
        text += heading(command.name) + escaped(command.what) + "\n.PP\n" + synopsis(command) + "\n";
        text += options_text(command) + lines_text(command.notes) + ".PP\nExamples:\n" + examples_text(command);
    }
    text += section("DATA") + "What stands for " + slanted("DATA") +
            ": one of the samples, a generator, or a file. A file is recognised by " + "its content.\n" + data_items();
    text +=
        section("METHODS") + "What stands for " + slanted("M") + ", each with its options for " + bold("--set") + ".\n" + method_items();
    text += section("EXAMPLES") + examples_text(window);
    text += section("\"EXIT STATUS\"");
    for (const auto& [status, meaning] :
        {std::pair("0", "Done."), std::pair("1", "A check failed."), std::pair("2", "Bad usage or bad input."),
            std::pair("3", "A device is missing or failed, or there is too little memory."), std::pair("130", "Stopped by Ctrl-C.")})
        text += item(bold(status), meaning);
    text +=
        section("ENVIRONMENT") + item(bold("NEIGHBORSCOPE_SAMPLES"), "The folder of the samples, in place of that which was installed.");
    text +=
        section("FILES") + item(slanted("~/.config/neighborscope"),
                               "What is kept for the next start: settings of the window, and what was measured of this machine. It may be "
                               "removed. XDG_CONFIG_HOME chooses another folder than ~/.config.");
    return text;
}

}  // namespace neighborscope::shell
