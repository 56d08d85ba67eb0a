#include "app/command_line/command_line.hpp"

#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/describe.hpp"
#include "app/command_line/out_of_memory.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/session/document/saved_settings.hpp"
#include "gpu/device/backend.hpp"

#include <algorithm>
#include <cstdio>

namespace neighborscope::shell {
namespace {

struct Parsed {
    CLI::App* app;
    Subcommand subcommand;
};

/// Throws for unexpected arguments: names the first, and the option that it was probably meant to be.
void refuse_extras(const CLI::App& app) {
    std::vector<std::string> extras = app.remaining();
    const auto mark = std::find(extras.begin(), extras.end(), "--");  // arguments after it are not options
    const auto unknown = std::find_if(extras.begin(), mark, [](const std::string& extra) { return extra.size() > 1 && extra[0] == '-'; });
    const bool is_option = unknown != mark;
    const std::string typed = is_option ? unknown->substr(0, unknown->find('=')) : "";
    if (mark != extras.end()) extras.erase(mark);
    if (extras.empty()) return;
    const std::string where = app.get_name().empty() ? "" : app.get_name() + " ";
    const std::string help = "`neighborscope " + where + "--help` shows what there is";
    if (const auto behind = std::find_if(extras.begin(), extras.end(), [](const std::string& extra) { return extra.starts_with("--"); });
        !is_option && behind != extras.end())
        throw Error(
            Failure::usage, "'" + printable(*behind) + "' stands after --, and nothing after -- is an option", "put options before --");
    if (!is_option) throw Error(Failure::usage, "'" + printable(extras.front()) + "' was not expected", help);
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) continue;
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    throw Error(Failure::usage,
        (app.get_name().empty() ? "there" : app.get_name()) + (app.get_name().empty() ? " is no option '" : " has no option '") +
            printable(typed) + "'",
        suggestion(typed, {names.begin(), names.end()}, help));
}

/// Throws for empty values: an empty variable of a script is neither a value nor an omitted option. The parser also makes one of a value that
/// may be left out, and was.
void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        if (option->get_items_expected_min() > 0 || option->get_items_expected_max() == 0)
            for (const std::string& value : option->results())
                if (value.empty())
                    throw Error(
                        Failure::usage, option->get_name() + " '' is empty", "give it a value, or leave " + option->get_name() + " out");
}

/// Whether an unknown option precedes what was read as DATA.
bool option_before_data(const CLI::App& app, const std::vector<std::string>& typed) {
    const std::vector<std::string> extras = app.remaining();
    const auto option =
        std::find_if(extras.begin(), extras.end(), [](const std::string& extra) { return extra.size() > 1 && extra[0] == '-'; });
    if (option == extras.end()) return false;
    const std::vector<std::string> data = app.get_option("DATA")->results();
    return data.empty() || std::find(typed.begin(), typed.end(), *option) < std::find(typed.begin(), typed.end(), data.front());
}

/// Rewords errors of CLI11.
Error reworded(const CLI::ParseError& error) {
    std::string cause = error.what();
    if (const auto colon = cause.find(':');
        dynamic_cast<const CLI::ArgumentMismatch*>(&error) && colon != std::string::npos && cause[0] == '-')
        return Error(Failure::usage,
            cause.find("missing") != std::string::npos ? cause.substr(0, colon) + " needs a value"
                                                       : cause.substr(0, colon) + " was given more than once",
            "see --help");
    return Error(Failure::usage, printable(cause), "see --help");
}

int parse_and_run(int argc, char** argv) {
    CLI::App app("Shows k-nearest-neighbour search: neighbours of points, a picture, and the time of every phase.");
    std::vector<Parsed> parsed;
    bool version = false;
    app.set_help_flag();
    app.require_subcommand(0, 1);
    app.allow_extras();
    const Subcommand window = add_window(app);
    const auto add = [&](const char* name, const char* what, Subcommand (*options)(CLI::App&)) {
        CLI::App* subcommand = app.add_subcommand(name, what);
        subcommand->set_help_flag();
        subcommand->allow_extras();
        parsed.push_back({subcommand, options(*subcommand)});
    };
    add("run", "Searches with one method: prints neighbours and the time of every phase, writes files for other programs.", add_run);
    add("check", "Compares the neighbours that methods find with an exhaustive search in double precision.", add_check);
    add("compare", "Compares the neighbours that another program found with an exhaustive search in double precision.", add_compare);
    add("classify", "Classifies rows by the votes of their neighbours, and reports how often this is correct.", add_classify);
    add("convert", "Converts points from any format to CSV, NPZ or PLY.", add_convert);
    add("faces", "Recognises faces: eigenfaces of a gallery, the most similar pictures, the recognition rate.", add_faces);
    add("inspect", "Shows the structure and health of another library's index, and why it misses neighbours.", add_inspect);
    add("lesson", "Checks a lesson by running its pages, or writes it as a handout with pictures.", add_lesson);
    add("list", "Lists methods, samples, formats, lessons, devices or terms.", add_list);
    add("preview", "Shows how a file is read: format, columns and their use, first rows.", add_preview);
    add("shot", "Draws the picture of the window to a file, without a window.", add_shot);
    add("bench", "Repeats the experiments of a paper: tables, pictures, and a verdict on each claim.", add_bench);
    add("curve", "Measures how time, distances and recall depend on n, k, queries, dimensions or an option.", add_curve);
    add("doctor", "Says what works on this machine and what does not, with the commands that help.", add_doctor);
    parsed.insert(parsed.begin(), Parsed{&app, window});
    std::vector<bool> help(parsed.size());
    std::vector<CLI::Option*> help_flags;
    for (Parsed& one : parsed) help_flags.push_back(one.app->add_flag("-h,--help")->description("print this help"));
    app.add_flag("--version", version, "print the version and the parts of this build");

    std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    // `help run` works like `run --help`.
    if (!arguments.empty() && arguments[0] == "help") {
        arguments.erase(arguments.begin());
        arguments.push_back("--help");
    }
    // For the build and for packagers, so not in --help: the manual page, or a shell's completion.
    if (!arguments.empty() && arguments[0] == "--describe") {
        std::vector<DescribedParser> described;
        for (const Parsed& one : parsed) described.push_back({one.app, &one.subcommand});
        print(description_text(arguments.size() > 1 ? arguments[1] : "", described));
        return 0;
    }
    const std::vector<std::string> typed = arguments;
    std::reverse(arguments.begin(), arguments.end());  // CLI11 expects them reversed
    try {
        app.parse(arguments);
    } catch (const CLI::ParseError& error) { throw reworded(error); }
    const auto chosen = app.get_subcommands();
    std::size_t at = 0;
    for (std::size_t i = 1; i < parsed.size(); ++i)
        if (!chosen.empty() && parsed[i].app == chosen.front()) at = i;
    if (help_flags[at]->count() > 0 || help_flags[0]->count() > 0) {
        print(help_text(*parsed[at].app, parsed[at].subcommand));
        return 0;
    }
    if (version) {
        print(version_text());
        return 0;
    }
    // The value of an unknown option is read as DATA: report the option, not the value.
    if (at == 0 && option_before_data(app, typed)) refuse_extras(app);
    if (parsed[at].subcommand.early_check) parsed[at].subcommand.early_check();
    refuse_extras(*parsed[at].app);
    if (at > 0) {
        refuse_extras(app);
        for (const CLI::Option* option : app.get_options())
            if (option->count() > 0)
                throw Error(Failure::usage, option->get_name() + " stands before '" + parsed[at].app->get_name() + "'",
                    "write options after the subcommand");
    }
    refuse_empty_values(*parsed[at].app);
    return parsed[at].subcommand.run();
}

int fail(const Error& error) {
    std::fprintf(stderr, "neighborscope: %s\n", printable(error.one_line()).c_str());
    return exit_status(error.kind);
}

Error unexpected(const std::exception& error) {
    return Error(Failure::device, std::string("unexpected: ") + error.what(), "please report it with the command line");
}

int run_command_line(int argc, char** argv) {
    const Signals signals;
    reset_printing();
    set_ceilings_store(saved_ceilings());
    if (const std::string warning = load_costs(); !warning.empty()) std::fprintf(stderr, "neighborscope: %s\n", printable(warning).c_str());
    try {
        return parse_and_run(argc, argv);
    } catch (const Cancelled&) { return Signals::exit_status(); } catch (const Error& error) {
        return fail(error);
    } catch (const std::exception& error) { return fail(out_of_memory_error(error).value_or(unexpected(error))); }
}

}  // namespace
}  // namespace neighborscope::shell

int neighborscope::command_line(int argc, char** argv) { return shell::run_command_line(argc, argv); }
