// neighborscope bench: repeats a paper's experiments, and checks its claims.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/display.hpp"
#include "app/command_line/result_folder.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/files/read_json.hpp"
#include "app/experiments/report.hpp"
#include "app/modules/modules.hpp"
#include "app/session/document/saved_settings.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

namespace neighborscope::shell {
namespace {

namespace fs = std::filesystem;
namespace ex = experiments;

struct BenchArguments {
    std::string suite, data, out, device, theme = "light";
    bool list = false, full = false, quick = false, overwrite = false;
};

std::string list_text() {
    std::string text;
    for (const ex::Suite& suite : ex::suites()) {
        text += (text.empty() ? "" : "\n") + suite.name + " - " + suite.title + "\n  from      " + suite.citation + "\n";
        for (const ex::Experiment& experiment : suite.experiments)
            text += "  " + experiment.id + std::string(experiment.id.size() < 10 ? 10 - experiment.id.size() : 1, ' ') +
                    experiment.measures + "\n";
        if (!suite.files.empty())
            text += "  files     --data FOLDER with " + suite.files + "; without it, generated rows of the same shape are used\n";
        text += "  try       neighborscope bench " + suite.name + " --out " + suite.name + "-here\n";
    }
    return text;
}

const ex::Suite& suite_named(const std::string& typed) {
    if (const ex::Suite* suite = ex::find_suite(typed)) return *suite;
    std::vector<std::string_view> names;
    for (const ex::Suite& suite : ex::suites()) names.push_back(suite.name);
    throw Error(Failure::usage, "there is no suite '" + printable(typed) + "'",
        suggestion(typed, names, "`neighborscope bench --list` shows what there is"));
}

/// Returns the suite, on the files of --data if given.
ex::Suite suite_asked(const BenchArguments& typed) {
    const ex::Suite& suite = suite_named(typed.suite);
    if (typed.data.empty()) return suite;
    if (suite.on_files) return suite.on_files(typed.data);
    std::string with;
    for (const ex::Suite& other : ex::suites())
        if (other.on_files) with += (with.empty() ? "" : ", ") + other.name;
    throw Error(Failure::usage, suite.name + " makes its own data, and --data is for " + with, "leave --data out");
}

constexpr const char* costs_file = "costs.txt";

/// Every file that a run writes, so that existing files are found before an hour of work.
std::vector<std::string> file_names(const ex::Suite& suite) {
    std::vector<std::string> names = {suite.name + ".csv"};
    for (const ex::Experiment& experiment : suite.experiments)
        for (const ex::NamedChart& chart : experiment.charts) names.push_back(suite.name + "-" + chart.id + ".png");
    if (suite.costs) names.push_back(costs_file);
    names.push_back("report.md");
    names.push_back("report.json");
    return names;
}

/// Whether `folder` has the report of an earlier run of this suite: only that is replaced without --overwrite.
bool holds_a_report_of(const fs::path& folder, const ex::Suite& suite) {
    try {
        const nlohmann::json report = read_json(folder / "report.json", "");
        return report.at("format").get<std::string>().starts_with("neighborscope bench") && report.at("suite") == suite.name;
    } catch (const Error&) {                       // there is none, or it is not JSON
    } catch (const nlohmann::json::exception&) {}  // or JSON of something else
    return false;
}

/// Draws every chart to a temporary file. No file is renamed before all are drawn.
std::vector<std::unique_ptr<OutputFile>> draw_pictures(ex::SuiteRun& run, const ResultFolder& folder, render::Theme theme) {
    std::vector<std::unique_ptr<OutputFile>> files;
    run.pictures.assign(run.findings.size(), {});
    std::unique_ptr<modules::ChartPictures> pictures;
    try {
        require_drawing_memory();
        pictures = modules::chart_pictures();
    } catch (const Error& error) {
        run.no_pictures = std::string("pictures need OpenGL, and ") + error.what();
        return files;
    }
    for (std::size_t e = 0; e < run.findings.size(); ++e) {
        if (run.findings[e].measured.empty()) continue;
        for (const ex::NamedChart& chart : run.suite->experiments[e].charts) {
            if (Signals::stop()) throw Cancelled{};
            const std::string name = run.suite->name + "-" + chart.id + ".png";
            files.push_back(std::make_unique<OutputFile>(folder.place(name)));
            ex::Chart drawn = ex::drawn(chart, run.findings[e]);
            drawn.note = run.machine.device.name + ", " + std::string(ex::name(run.scale)) + " sizes." + (drawn.note.empty() ? "" : " ") +
                         drawn.note;
            files.back()->write(pictures->png(drawn, theme));
            run.pictures[e].push_back(name);
        }
    }
    return files;
}

int bench(const BenchArguments& typed) {
    if (typed.list || typed.suite.empty()) {
        if (!typed.out.empty())
            throw Error(Failure::usage, "bench needs SUITE: which experiments", "`neighborscope bench --list` shows what there is");
        print(list_text());
        return 0;
    }
    const ex::Suite suite = suite_asked(typed);
    if (typed.out.empty())
        throw Error(
            Failure::usage, "bench needs --out, a folder for tables, pictures and the report", "for example --out " + suite.name + "-here");
    if (typed.full && typed.quick) throw Error(Failure::usage, "--full and --quick contradict each other", "give one of them");
    const render::Theme theme = theme_in(typed.theme);
    ex::RunOptions options;
    options.device = typed.device.empty() ? default_device() : device_named(typed.device);
    options.scale = typed.quick ? ex::Scale::quick : typed.full || options.device == DeviceKind::cuda ? ex::Scale::full : ex::Scale::laptop;
    stop_when_output_closes();
    const ResultFolder folder(
        typed.out, file_names(suite), typed.overwrite, [&](const fs::path& there) { return holds_a_report_of(there, suite); },
        "a bench of " + suite.name);

    ex::SuiteRun run;
    run.suite = &suite;
    run.scale = options.scale;
    {
        ProgressBar bar("Measuring " + suite.name);
        options.progress = bar.progress();
        run.machine = ex::this_machine(options.device);
        run.findings = ex::run_suite(suite, options);
    }
    std::vector<std::unique_ptr<OutputFile>> files;
    {
        ProgressBar bar("Drawing");
        bar.progress().step(0, 0);
        files = draw_pictures(run, folder, theme);
    }
    const auto write = [&](const std::string& name, const std::string& text) {
        files.push_back(std::make_unique<OutputFile>(folder.place(name)));
        files.back()->write(text);
    };
    write(suite.name + ".csv", ex::csv_text(run));
    write("report.md", ex::report_markdown(run));
    write("report.json", ex::report_json(run));
    const std::string costs = suite.costs ? suite.costs(run.findings, run.machine.device) : "";
    if (suite.costs) write(costs_file, costs);
    if (Signals::stop()) throw Cancelled{};
    std::vector<OutputFile*> all;
    for (const auto& file : files) all.push_back(file.get());
    OutputFile::commit_all(all);
    if (suite.costs && !typed.quick) try {
            save_costs(costs);
        } catch (const Error& error) {
            std::fprintf(stderr, "neighborscope: the measured costs are not saved for `auto`: %s\n", printable(error.one_line()).c_str());
        }

    print(suite.name + " on " + run.machine.device.name + ", " + std::string(name(run.scale)) + " sizes\n\n" + ex::summary_text(run));
    for (const auto& file : files) print("wrote " + printable(file->path()) + "\n");
    if (!run.no_pictures.empty()) std::fprintf(stderr, "neighborscope: %s; tables and report are written\n", run.no_pictures.c_str());
    return 0;
}

}  // namespace

Subcommand add_bench(CLI::App& app) {
    auto typed = std::make_shared<BenchArguments>();
    app.add_option("SUITE", typed->suite, "the suite of experiments; without it all suites are listed")->type_name("");
    app.add_flag("--list", typed->list, "list the suites and what they measure");
    app.add_option("--data", typed->data,
           "a folder with the files of the paper, for a SUITE that uses them (--list); without it rows are generated")
        ->type_name("FOLDER")
        ->group("Question");
    app.add_option("--out", typed->out, "a folder for SUITE.csv, pictures, report.md and report.json")->type_name("DIR")->group("Results");
    app.add_flag("--overwrite", typed->overwrite, "also replace files in DIR that an earlier bench of this suite did not write")
        ->group("Results");
    app.add_option("--theme", typed->theme, "theme of the pictures: light (the default) or dark")
        ->type_name("light|dark")
        ->group("Results");
    app.add_option("--device", typed->device, "cuda (cuda:1 for the second of several) or host; by default cuda when there is one")
        ->type_name("NAME")
        ->group("Question");
    app.add_flag("--full", typed->full, "use the sizes of the paper on the host device too; this may take hours")->group("Question");
    app.add_flag("--quick", typed->quick, "use tiny sizes: run everything in seconds")->group("Question");
    Subcommand subcommand;
    subcommand.usage = "bench SUITE --out DIR [--data FOLDER] [--full | --quick] [options]";
    subcommand.examples = {
        "neighborscope bench                                     list the suites",
        "neighborscope bench cordeiro-zola --out here            figure 1, tables 2 to 4, roofline of figure 2",
        "neighborscope bench kuang-zhao --data adult --out here  with a1a, a1a.t, a2a and a2a.t of LIBSVM in the folder adult",
        "neighborscope bench mohammadi --device host --quick --out here --theme dark",
    };
    subcommand.notes =
        "Every claim gets a verdict: 'reproduced', 'not, because ...', or 'not measured' if a method "
        "is missing.\n"
        "A claim that is not reproduced is not a failure: the exit status is 0 when everything was measured and written.\n"
        "CUDA uses the sizes of the paper, the host device smaller sizes; every output says which. No display is needed.\n";
    subcommand.run = [typed] { return bench(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
