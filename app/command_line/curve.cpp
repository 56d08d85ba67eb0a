// neighborscope curve: measures methods along n, k, queries, dimensions or an option, like the curves of the window.
#include "app/charts/curve_chart.hpp"
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/display.hpp"
#include "app/command_line/result_folder.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/make/parameters.hpp"
#include "app/data/points/point_set.hpp"
#include "app/experiments/machine.hpp"
#include "app/modules/modules.hpp"
#include "app/session/document/curve_request.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

namespace neighborscope::shell {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view first_words = "# Curves of neighborscope";

struct CurveArguments {
    DataArguments data;
    std::string methods, along, k, metric, device, random, out, theme = "light", repeat;
    bool self = false, overwrite = false;
};

bool holds_a_curve(const fs::path& folder) {
    std::ifstream report(folder / "curve.md");
    std::string line;
    return std::getline(report, line) && line.starts_with(first_words);
}

/// Returns the session that would measure the same curve.
SessionState document_of(const CurveArguments& typed) {
    SessionState document;
    document.data = typed.data.source;
    document.columns = typed.data.columns, document.label = typed.data.label, document.pictures = typed.data.pictures;
    document.array = typed.data.array, document.index = typed.data.index;
    document.where = typed.data.where, document.mask = typed.data.mask;
    if (!typed.data.every.empty()) document.every = typed.data.options().every;
    document.strict = typed.data.strict, document.metres = typed.data.metres, document.whiten = typed.data.whiten;
    if (typed.methods.empty())
        throw Error(Failure::usage, "curve needs --methods: the methods to measure",
            "for example --methods heap,quadtree-cached; `list methods` shows all");
    for (const SessionField& field : session_fields())
        if (field.key == "curve_methods") {
            try {
                std::get<OtherField>(field.holds).read(document, "--methods", typed.methods);
            } catch (const Error& error) { throw Error(Failure::usage, error.what(), error.remedy); }
        }
    if (typed.along.empty())
        throw Error(Failure::usage, "curve needs --along: what varies", "for example --along n=1000:100000, or k=1:64");
    document.curve_along = measure::text_of(measure::along_in(typed.along));
    if (!typed.k.empty()) document.k = int(integer_in(typed.k, "-k", 1, std::numeric_limits<int>::max(), 16));
    if (!typed.metric.empty()) document.metric = metric_named(typed.metric);
    if (!typed.device.empty()) document.device = std::string(name(device_named(typed.device)));
    if (typed.self && !typed.random.empty())
        throw Error(Failure::usage, "--self and --random-queries contradict each other", "give one of them");
    if (typed.self) document.curve_queries = 0;
    if (!typed.random.empty()) document.curve_queries = integer_in(typed.random, "--random-queries", 1, 1000000000, 100);
    return document;
}

bool counted(const measure::Curve& curve) {
    for (const auto& line : curve.points)
        for (const auto& point : line)
            if (point && point->measured() && point->distances >= 0) return true;
    return false;
}

bool approximate(const measure::Curve& curve) {
    for (const measure::CurveLine& line : curve.asked.lines)
        if (line.method->info.supports.approximate) return true;
    return false;
}

/// Throws if nothing could be measured, with the reason from the first line that has one.
void require_a_measurement(const measure::Curve& curve) {
    std::string why;
    for (std::size_t line = 0; line < curve.points.size(); ++line)
        for (const auto& point : curve.points[line]) {
            if (point && point->measured()) return;
            if (point && why.empty()) why = curve.asked.lines[line].text + ": " + point->why_not;
        }
    throw Error(Failure::usage, "nothing could be measured: " + why, "choose another range, other methods or other data");
}

std::string report_of(const measure::Curve& curve, const std::string& command, const experiments::Machine& machine) {
    std::string text = std::string(first_words) + "\n\n```\n" + command + "\n```\n\n";
    for (const CurveQuantity shows : {CurveQuantity::time, CurveQuantity::distances, CurveQuantity::recall}) {
        if (shows == CurveQuantity::recall && !approximate(curve)) continue;
        if (shows == CurveQuantity::distances && !counted(curve)) continue;
        for (const std::string& sentence : charts::curve_sentences(curve, shows)) text += "- " + sentence + "\n";
    }
    if (const std::string busy = charts::busy_machine_sentence(curve); !busy.empty()) text += "- " + busy + "\n";
    for (const std::string& remark : curve.remarks) text += "- " + remark + "\n";
    text += "\n| | |\n|---|---|\n";
    for (const auto& [label, value] : machine.lines()) text += "| " + label + " | " + value + " |\n";
    return text;
}

int measure_and_write(const CurveArguments& typed) {
    SessionState document = document_of(typed);
    const render::Theme theme = theme_in(typed.theme);
    if (typed.out.empty())
        throw Error(Failure::usage, "curve needs --out, a folder for the table and the pictures", "for example --out curve-here");
    const DeviceKind device = document.device.empty() ? default_device() : device_named(document.device);
    measure::CurveRequest request = curve_request(document, nullptr, device);
    if (!typed.repeat.empty()) request.repeats.most = int(integer_in(typed.repeat, "--repeat", 1, 100000, 30));
    if (request.needs_data()) {
        request.data = std::make_shared<const DataSet>(typed.data.load());
        document.metric = request.metric = metric_for(typed.metric, *request.data);
    } else if (typed.data.options() != LoadOptions())
        load_data(with_parameter(document.data, "n", "1"), typed.data.options());  // throws what loading would throw
    measure::Curve curve = measure::begin_curve(std::move(request));
    stop_when_output_closes();
    std::vector<std::string> names{"curve.csv", "curve.md"};
    for (const CurveQuantity shows : all_curve_quantities)
        for (const char* ending : {".png", ".svg"}) names.push_back("curve-" + std::string(name(shows)) + ending);
    const ResultFolder folder(typed.out, names, typed.overwrite, holds_a_curve, "`neighborscope curve`");
    {
        ProgressBar bar("Measuring");
        measure::measure_curve(curve, bar.progress());
    }
    require_a_measurement(curve);
    std::vector<std::unique_ptr<OutputFile>> files;
    const auto write = [&](const std::string& name, const std::string& text) {
        files.push_back(std::make_unique<OutputFile>(folder.place(name)));
        files.back()->write(text);
    };
    std::vector<std::string> words = curve_command_arguments(document, document.curve_along, typed.out);
    if (!typed.repeat.empty()) words.insert(words.end(), {"--repeat", typed.repeat});
    write("curve.csv", measure::csv_of(curve));
    write("curve.md", report_of(curve, joined_command_line(words), experiments::this_machine(device)));
    std::unique_ptr<modules::ChartPictures> pictures;
    std::string no_pictures;
    try {
        require_drawing_memory();
        pictures = modules::chart_pictures();
    } catch (const Error& error) { no_pictures = std::string("PNG pictures need OpenGL, and ") + error.what(); }
    for (const CurveQuantity shows : all_curve_quantities) {
        if ((shows == CurveQuantity::recall && !approximate(curve)) || (shows == CurveQuantity::distances && !counted(curve))) continue;
        const charts::Chart chart = charts::curve_chart(curve, shows);
        const std::string called = "curve-" + std::string(name(shows));
        write(called + ".svg", charts::svg_of(chart, theme));
        if (pictures) write(called + ".png", pictures->png(chart, theme));
    }
    if (Signals::stop()) throw Cancelled{};
    std::vector<OutputFile*> all;
    for (const auto& file : files) all.push_back(file.get());
    OutputFile::commit_all(all);
    for (const std::string& sentence : charts::curve_sentences(curve, CurveQuantity::time)) print(sentence + "\n");
    if (const std::string busy = charts::busy_machine_sentence(curve); !busy.empty()) print(busy + "\n");
    for (const std::string& remark : curve.remarks) print(remark + "\n");
    for (const auto& file : files) print("wrote " + printable(file->path()) + "\n");
    if (!no_pictures.empty()) std::fprintf(stderr, "neighborscope: %s; table and SVG are written\n", no_pictures.c_str());
    return 0;
}

}  // namespace

Subcommand add_curve(CLI::App& app) {
    auto typed = std::make_shared<CurveArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator");
    typed->data.add_filter_to(app);
    typed->data.add_index_to(app);
    app.add_option("--methods", typed->methods, "one or more methods of `list methods`; options follow a colon: heap,heap:threads=64")
        ->type_name("A[,B...]")
        ->group("Question");
    app.add_option("--along", typed->along,
           "what varies and its range: n, k, queries, dimension or an option of the methods; then optionally the number of values (9) and "
           "linear or log (log if TO is at least 10 times FROM)")
        ->type_name("NAME=FROM:TO[:PLACES][:linear|:log]")
        ->group("Question");
    app.add_option("-k", typed->k, "how many neighbours; by default 16")->type_name("K")->group("Question");
    app.add_option("--random-queries", typed->random, "how many random queries are searched for each value; by default 100")
        ->type_name("N")
        ->group("Question");
    app.add_flag("--self", typed->self, "every point of the data is a query (self-join)")->group("Question");
    add_as_in_session(app, "metric", typed->metric);
    add_as_in_session(app, "device", typed->device);
    app.add_option(
           "--repeat", typed->repeat, "at most R runs for each value, after a warm-up run; by default 30, fewer when runs take long")
        ->type_name("R")
        ->group("Question");
    app.add_option("--out", typed->out, "a folder for curve.csv, curve.md and the pictures")->type_name("DIR")->group("Results");
    app.add_flag("--overwrite", typed->overwrite, "also replace files in DIR that an earlier curve did not write")->group("Results");
    app.add_option("--theme", typed->theme, "theme of the pictures: light (the default) or dark")
        ->type_name("light|dark")
        ->group("Results");
    Subcommand subcommand;
    subcommand.usage = "curve DATA --methods A[,B...] --along NAME=FROM:TO --out DIR [options]";
    subcommand.examples = {
        "neighborscope curve hotspots: --methods heap,quadtree-cached --along n=1000:100000 --out here",
        "neighborscope curve sample:earthquakes --methods quadtree-cached,quadtree-coalesced --along k=1:256 --self --out here",
        "neighborscope curve uniform:n=4000 --methods heap --along threads=32:256 --out here",
    };
    subcommand.notes =
        "A generator makes new points for each value of n. From other data, n rows are chosen at random, the same in every run.\n"
        "Marks are medians with 95 % intervals. Dashed lines are least times, by the bytes and operations of the phases.\n"
        "The window measures the same: Timings > Curves, where 'Copy command' gives this command.\n";
    subcommand.run = [typed] { return measure_and_write(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
