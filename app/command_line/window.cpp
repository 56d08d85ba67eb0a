// neighborscope without a subcommand: opens the Qt window, or the light one.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/display.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/view_arguments.hpp"
#include "app/data/load/input_file.hpp"
#include "app/lessons/page_session.hpp"
#include "app/lessons/shipped.hpp"
#include "app/modules/modules.hpp"
#include "app/session/document/saved_cards.hpp"
#include "app/session/document/window_options.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope::shell {
namespace {

struct WindowArguments {
    ViewArguments view;
    std::string lesson;
    bool light = false;
};

/// Throws for a source that is certainly not data, before a window opens; the window reports all other errors.
void check_source(const std::string& source, const CLI::App& app) {
    std::error_code ignored;
    if (source.empty() || std::filesystem::exists(source, ignored)) return;
    if (source == "-") throw Error(Failure::usage, "'-': a pipe cannot be read", "save it to a file first and name that file");
    const auto colon = source.find(':');
    if (colon == std::string::npos) {
        std::vector<std::string> names;
        for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(one->get_name());
        const std::vector<std::string_view> subcommands(names.begin(), names.end());
        throw Error(Failure::usage, "'" + printable(source) + "' is neither a subcommand nor a file",
            suggestion(
                source, subcommands, "`neighborscope --help` shows the subcommands, `neighborscope list samples` the built-in data"));
    }
    const std::string kind = source.substr(0, colon);
    std::vector<std::string> known = {"sample"};
    for (const GeneratorInfo& generator : generators()) known.push_back(generator.name);
    const std::vector<std::string_view> names(known.begin(), known.end());
    if (std::find(known.begin(), known.end(), kind) == known.end())
        throw Error(Failure::usage, "'" + printable(source) + "' is neither a file, a sample nor a generator",
            suggestion(kind, names, "`neighborscope list formats` and `list samples` show them"));
    if (kind != "sample") return;
    std::vector<std::string> samples_known;
    for (const SampleInfo& sample : samples()) samples_known.push_back(sample.name);
    const std::string sample = source.substr(colon + 1);
    if (std::find(samples_known.begin(), samples_known.end(), sample) == samples_known.end())
        throw Error(Failure::usage, "no sample is called '" + printable(sample) + "'",
            suggestion(sample, {samples_known.begin(), samples_known.end()}, "`neighborscope list samples` shows them"));
}

/// Throws for a lesson that cannot be opened, before a window opens.
void check_lesson(const std::string& typed) {
    if (typed.empty()) return;
    const std::string file = lessons::lesson_file(typed);
    const InputFile bytes(file, {}, lessons::largest_lesson + 1);
    for (const lessons::Page& page : lessons::parse_lesson(file, bytes.bytes()).pages) (void)lessons::session_of(page, file);
}

int window(const WindowArguments& typed) {
    SessionState session = typed.view.session();
    if (!is_session_file(typed.view.data.source) && !typed.view.given("cards")) session.cards = saved_cards();
    const Size size = typed.view.checked_size();
    check_lesson(typed.lesson);
    const modules::Module module = typed.light ? modules::Module::light : modules::Module::desktop;
    if (!modules::built(modules::Module::desktop) && !modules::built(modules::Module::light))
        throw Error(Failure::device, "this build has no window",
            "install qt6-base-dev (or libglfw3-dev for --light) and build again, or use `neighborscope shot`");
    if (const auto why = why_no_display())
        throw Error(Failure::device, "there is no display to open a window on (" + *why + ")",
            "`neighborscope shot DATA --out view.png` renders the same view to a file");
    if (!modules::built(module))
        throw typed.light
            ? Error(Failure::device, "this build has no light window", "leave out --light, or install libglfw3-dev and build again")
            : Error(Failure::device, "this build has no Qt window", "use --light, or install qt6-base-dev and build again");
    require_drawing_memory();
    modules::require(module);
    Signals::exit_at_once();
    WindowOptions start{typed.view.require_interop};
    if (!typed.view.size.empty()) start.width = size.width, start.height = size.height;
    start.lesson = typed.lesson;
    start.without_data = typed.view.data.source.empty() && typed.lesson.empty();
    start.closed = ExitWatchdog::done;
    return modules::run_window(module, session, start);
}

}  // namespace

Subcommand add_window(CLI::App& app) {
    auto typed = std::make_shared<WindowArguments>();
    typed->view.add_to(
        app, "a file, sample:NAME, a generator or a saved session; by default hotspots:n=4000,drift=400, searched with quadtree-coalesced");
    app.add_flag("--light", typed->light, "open the small GLFW window instead of the Qt window")->group("Picture");
    app.add_option("--lesson", typed->lesson, "open this lesson beside the view: a name of `list lessons`, or a lesson.md")
        ->type_name("NAME|FILE")
        ->group("Picture");
    Subcommand subcommand;
    subcommand.usage =
        "[DATA] [options]          open the window\n"
        "       neighborscope run|check|classify|compare|convert|curve|faces|inspect|list|preview|shot|bench|doctor ...\n"
        "       neighborscope run --help  help of a subcommand; each has it";
    subcommand.examples = {
        "neighborscope                                      the window, with clustered points",
        "neighborscope points.csv --method ppw -k 32        your own points",
        "neighborscope --light sample:post-codes            the same view in a small window",
        "neighborscope run sample:earthquakes --method heap -k 8 --query -120,37       a table of neighbours and times",
        "neighborscope check hotspots:n=20000 --method all -k 32                       every method against the oracle",
        "neighborscope shot sample:earthquakes -k 16 --out view.png                    a picture without a window",
        "neighborscope --lesson what-a-neighbour-is         a lesson of ten minutes, beside the view",
        "neighborscope list methods                                                    all methods",
    };
    subcommand.notes = "Exit status: 0 done, 1 a check failed, 2 bad usage or bad input, 3 device or memory.\n";
    subcommand.run = [typed] { return window(*typed); };
    subcommand.early_check = [typed, &app] { check_source(typed->view.data.source, app); };
    return subcommand;
}

}  // namespace neighborscope::shell
