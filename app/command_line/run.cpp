// neighborscope run: one search with one method; lists, table, timings.
#include "app/command_line/console.hpp"
#include "app/command_line/oracle_comparison.hpp"
#include "app/command_line/lists_file.hpp"
#include "app/command_line/record_file.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/ticks.hpp"
#include "app/command_line/tiled_run.hpp"
#include "app/command_line/timings_file.hpp"
#include "app/compare/recall.hpp"
#include "app/data/points/metric_coordinates.hpp"
#include "app/data/points/point_set.hpp"
#include "app/data/save/points_file.hpp"
#include "app/session/shown/view_model.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/index/replay.hpp"
#include "gpu/shards/sharded_search.hpp"

#include <algorithm>

namespace neighborscope::shell {
namespace {

struct RunArguments {
    DataArguments data;
    QuestionArguments question;
    QueryArguments queries;
    std::string repeat, ticks, out, timings, record, points;
    bool counters = false, measure_ceilings = false;
    MemoryArguments memory;
};

/// None if there is too little memory to measure them: lower bounds are then given in bytes. `anew`: ignores stored values.
std::optional<Ceilings> ceilings_or_none(DeviceKind device, bool anew) {
    try {
        const Ceilings best = ceilings(device);
        return anew && best.measured == 0 ? improve_ceilings(device) : best;
    } catch (const Error&) { return std::nullopt; }
}

/// "hnsw.faiss: HNSW, M = 6, searched with ef = 50"
std::string own_text(const DataSet& data, const Options& options, int k) {
    const stored::StoredIndex& index = *data.own_index;
    const stored::ReplaySettings used =
        stored::settled(index, {k, int(options.get<std::int64_t>("ef")), int(options.get<std::int64_t>("probes"))});
    const std::string option(stored::option_of(index));
    return own_title(data) +
           (option.empty() ? "" : ", searched with " + option + " = " + std::to_string(index.has_graph() ? used.ef : used.probes)) +
           (index.metric_is_guessed ? "; its file does not say the metric" : "") +
           (index.rounds_query ? "; " + index.library + " rounds the query to " + index.codec().name() +
                                     ", too: it returns the same rows, and may order them otherwise"
                               : "");
}

/// "NVIDIA H200, cuda:0 and cuda:1"
std::string text_of_devices(const Method& method, const DeviceInfo& device) {
    const std::vector<int> sharing = sharing_devices(device.kind);
    if (sharing.size() < 2) return device.name;
    if (!shards::can_share_points(method.info))
        return device.name + ", " + name_of_device(device.kind, sharing.front()) + " only: this method does not divide points";
    std::string names;
    for (std::size_t i = 0; i < sharing.size(); ++i)
        names += (i == 0 ? "" : i + 1 == sharing.size() ? " and " : ", ") + name_of_device(device.kind, sharing[i]);
    return device.name + ", points divided among " + names;
}

std::string heading(const DataSet& data, const Method& method, const std::map<std::string, std::string>& chosen, const Options& options,
    int k, Metric metric, const DeviceInfo& device, const QueryBatch& asked, const std::string& recall) {
    std::string text = "data     " + data_text(data) + "\n";
    if (const std::string coarse = printable(coarse_text(data)); !coarse.empty()) text += "         " + coarse + "\n";
    if (const std::string note = distance_note(data); !note.empty()) text += "         " + note + "\n";
    if (data.filter) text += "filter   " + printable(filter_text(data)) + "\n";
    text += "method   " + method_text(method, chosen) + ", k = " + std::to_string(k) + ", " + std::string(name(metric)) + ", on " +
            text_of_devices(method, device) + "\n";
    if (method.info.supports.own_index) text += "         " + printable(own_text(data, options, k)) + "\n";
    if (method.info.supports.approximate) text += "         approximate: it may miss neighbours; " + recall + "\n";
    text += (asked.count == 1 && asked.kind != QueryKind::self ? "query    " : "queries  ") + asked.description + "\n";
    return text + "\n";
}

/// Estimates the recall of an approximate method from some of its lists.
std::string recall_text(const DataSet& data, const QueryBatch& asked, const FetchedLists& lists, Metric metric) {
    constexpr std::int64_t sample = 100;
    ProgressBar bar("Comparing with an exhaustive search");
    const Tally tally = compare_with_oracle(data, asked, lists, metric, true, sample, bar.progress());
    if (tally.asked == 0) return "there are no neighbours to find";
    const std::int64_t compared = lists_compared(asked.count, sample);
    return "recall " + text_of_recall(tally.found, tally.asked) + " of " + (compared < asked.count ? "a sample of " : "") +
           std::to_string(compared) + (compared == 1 ? " list" : " lists");
}

[[noreturn]] void refuse_several(std::int64_t queries) {
    throw Error(Failure::usage, "--record writes the steps of one query" + (queries ? ", but there are " + std::to_string(queries) : ""),
        "give --query x,y or --query-index I");
}

int run(const RunArguments& typed) {
    // Errors that need no data are found before reading.
    if (typed.data.source.empty())
        throw Error(Failure::usage, "run needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope run sample:earthquakes --method heap -k 8");
    if (typed.question.method.empty())
        throw Error(Failure::usage, "run needs --method", "for example --method heap; `neighborscope list methods` shows all");
    if (typed.question.k.empty()) throw Error(Failure::usage, "run needs -k, the number of neighbours", "for example -k 8");
    const Method& method = find_method(typed.question.method);
    const int k = typed.question.checked_k();
    check_metric(typed.question.metric);
    const auto chosen = typed.question.chosen();
    const Options options(method.info.options, chosen);
    const QueryKind kind = typed.queries.kind();
    const double query_rate = typed.queries.checked_rate();
    MeasurePlan plan;
    if (!typed.repeat.empty()) plan.repeat = int(integer_in(typed.repeat, "--repeat", 1, 1000000, 20));
    plan.phases = !typed.timings.empty();
    plan.counters = typed.counters || plan.phases;
    std::vector<NamedFile> inputs = typed.data.files();
    for (NamedFile& file : files_of("--queries", typed.queries.file)) inputs.push_back(std::move(file));
    const NamedFile outputs[] = {
        {"--out", typed.out}, {"--timings", typed.timings}, {"--record", typed.record}, {"--points", typed.points}};
    check_outputs(outputs, inputs);
    const TiledRun in_tiles{typed.data, typed.memory, typed.queries, kind, method, chosen, k, typed.question.metric, typed.question.device,
        typed.out, typed.question.exclude_self};
    if (typed.memory.plan) return print_plan(in_tiles);
    const DeviceKind device = typed.question.checked_device(&method);
    if (needs_tiles(typed.data, typed.memory)) {
        if (plan.repeat || plan.counters || !typed.record.empty() || !typed.points.empty() || !typed.ticks.empty())
            throw Error(Failure::usage, "--repeat, --counters, --timings, --record, --points and --ticks need all points in memory",
                "leave them out, or the limits of memory");
        return run_in_tiles(in_tiles, device);
    }
    plan.steps = !typed.record.empty();
    if (plan.steps) {
        check_steps(method, device);
        if (kind == QueryKind::self) refuse_several(0);
    }
    std::optional<OutputFile> lists_file, timings_file, record_file, points_file;
    ListsFormat format = ListsFormat::csv;
    if (!typed.out.empty()) {
        format = lists_format(typed.out);
        lists_file.emplace(typed.out);
    }
    if (!typed.timings.empty()) timings_file.emplace(typed.timings);
    if (!typed.record.empty()) record_file.emplace(typed.record);
    PointsFormat points_written = PointsFormat::csv;
    if (!typed.points.empty()) {
        points_written = points_format(typed.points, "--points");
        points_file.emplace(typed.points);
    }

    const auto for_the_reader = [](const NamedFile& output) { return output.path.empty() || is_standard_output(output.path); };
    if (std::all_of(std::begin(outputs), std::end(outputs), for_the_reader)) stop_when_output_closes();
    DataSet data = typed.data.load(!typed.points.empty());
    const Metric metric = metric_for(typed.question.metric, data);
    std::optional<DataSet> shown;  // the data as in the file, if the search needs other coordinates
    if (points_file && needs_true_coordinates(data, metric)) shown = data;
    convert_to_true_coordinates(data, metric);
    const std::int64_t ticks = ticks_in(typed.ticks, data);
    QueryBatch asked;
    {
        ProgressBar bar("Reading queries");
        asked = make_query_batch(typed.queries, kind, data, typed.data, typed.question.exclude_self, bar.progress());
        asked.rate = query_rate;
        asked.at_tick(data, 0, typed.question.exclude_self);
    }
    if (plan.steps && asked.count != 1) refuse_several(asked.count);
    if (lists_file) require_room_for_lists(*lists_file, format, asked.query_rows.empty() ? asked.count : data.count(), k, data.count());
    Answer answer;
    {
        ProgressBar bar("Searching");
        answer = search_ticks({method, options, device, k, metric, typed.question.exclude_self}, data, asked, plan, ticks, bar.progress());
    }
    const FetchedLists &lists = answer.lists,
                       of_rows = asked.query_rows.empty() ? FetchedLists{} : lists_of_rows(answer.lists, asked, data);
    const Measurement& measured = answer.measured;
    const DeviceInfo info = device_info(device);
    {
        ProgressBar bar("Writing " + typed.out);
        if (lists_file)
            write_lists(*lists_file, format, data, asked.query_rows.empty() ? lists : of_rows, kind == QueryKind::self, bar.progress());
        bar.progress().step(0, 0);
        if (timings_file)
            timings_file->write(
                timings_json({data, method, options, info, k, metric, asked.count, typed.question.exclude_self, measured, answer.ticks}));
        if (record_file) {
            const RecordInput recorded{data, method, options, info, k, metric, asked, lists, measured.recorded};
            write_record(*record_file, recorded, bar.progress());
        }
        if (points_file) {
            const PointResults results = results_of_list(data.count(), lists.indices(0), lists.distances(0));
            write_points(*points_file, points_written, shown ? *shown : data, &results, bar.progress());
        }
        std::vector<OutputFile*> all;
        for (auto* file : {&lists_file, &timings_file, &record_file, &points_file})
            if (*file) all.push_back(&**file);
        OutputFile::commit_all(all);
    }

    const std::string recall = method.info.supports.approximate ? recall_text(data, asked, lists, metric) : "";
    print(heading(data, method, chosen, options, k, metric, info, asked, recall));
    if (!answer.ticks.empty()) print(ticks_text(answer.ticks) + "\n");
    print((asked.count == 1 && kind != QueryKind::self ? neighbours_text(data, lists, metric) : summary_text(data, lists, metric)) + "\n");
    const std::optional<Ceilings> most = ceilings_or_none(device, typed.measure_ceilings);
    print(timings_text(measured, most ? &*most : nullptr));
    if (typed.counters) print("\n" + counters_text(measured.counters));
    std::string written;
    if (lists_file) written += "wrote " + printable(typed.out) + "\n";
    if (timings_file) written += "wrote " + printable(typed.timings) + "\n";
    if (record_file) written += "wrote " + printable(typed.record) + ", " + std::to_string(measured.recorded.steps.size()) + " steps\n";
    if (points_file) written += "wrote " + printable(typed.points) + ", " + std::to_string(data.count()) + " points\n";
    if (!written.empty()) print("\n" + written);
    return 0;
}

}  // namespace

Subcommand add_run(CLI::App& app) {
    auto typed = std::make_shared<RunArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator");
    typed->data.add_filter_to(app);
    typed->data.add_index_to(app);
    typed->question.add_to(app, false);
    typed->queries.add_to(app, true);
    typed->memory.add_to(app);
    app.add_option("--ticks", typed->ticks, "search at T ticks and move the points between them: trajectories, uniform:, hotspots:, roads:")
        ->type_name("T")
        ->group("Question");
    app.add_option("--query-rate", typed->queries.rate, "with --self: P percent of the points are queries, other points at every tick")
        ->type_name("P")
        ->group("Question");
    app.add_option("--repeat", typed->repeat, "run once to warm up, then R times; show medians")->type_name("R")->group("Results");
    app.add_option("--out", typed->out, "write all lists: lists.csv or lists.npz")->type_name("FILE")->group("Results");
    app.add_option("--timings", typed->timings, "write the measured times as JSON")->type_name("FILE")->group("Results");
    app.add_option("--record", typed->record, "write the steps of the search for one query as JSON")->type_name("FILE")->group("Results");
    app.add_option(
           "--points", typed->points, "write all points, with rank and distance for the neighbours of the first query: .csv, .npz or .ply")
        ->type_name("FILE")
        ->group("Results");
    app.add_flag("--counters", typed->counters, "show the counters of the method, from a separate run")->group("Results");
    app.add_flag("--measure-ceilings", typed->measure_ceilings,
           "measure again the bandwidth and operations per second of the device, from which least times are computed; without it the best "
           "stored values are used")
        ->group("Results");
    Subcommand subcommand;
    subcommand.usage = "run DATA --method M -k K [QUERIES] [options]";
    subcommand.examples = {
        "neighborscope run sample:earthquakes --method heap -k 8 --query -120,37",
        "neighborscope run points.csv --columns lon,lat --method ppw -k 16 --self --exclude-self --out lists.npz",
        "neighborscope run vectors:n=70000,d=784 --method ppw -k 64 --random-queries 8 --repeat 30 --timings t.json",
        "neighborscope run sample:earthquakes --method heap -k 8 --query -120,37 --record steps.json",
        "neighborscope run roads:n=20000 --method quadtree-coalesced -k 32 --self --ticks 30 --timings t.json",
        "neighborscope run hnsw.faiss --method own --set ef=50 -k 10 --queries q.npy --out lists.npz",
        "neighborscope run base.fbin --method fused -k 10 --queries q.fbin --device-memory 8GiB --out lists.npz",
        "neighborscope run base.fbin --method fused -k 10 --queries q.fbin --device cuda:8 --plan",
        "neighborscope run hotspots:n=20000 --method serial --set selection=partial -k 8 --query-index 17",
    };
    subcommand.notes =
        "Without QUERIES the query is the point nearest the middle of the data.\n"
        "Indices are rows of the file, from 0, without the header. At equal distances the smaller index comes first.\n"
        "With --ticks, lists, record and points are those of the last tick; a query of --query-index moves with its point.\n"
        "With --self lists are numbered by the rows of the file that are queries.\n"
        "Bytes are the least that a phase must move, by the formula shown; they are not measured.\n";
    subcommand.run = [typed] { return run(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
