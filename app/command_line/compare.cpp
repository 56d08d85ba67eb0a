// neighborscope compare: lists that another program found, against the truth.
#include "app/command_line/compare_report.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/ticks.hpp"
#include "app/data/files/output_file.hpp"

#include <optional>

namespace neighborscope::shell {
namespace {

struct CompareArguments {
    DataArguments data;
    QueryArguments queries;
    std::string lists, k, tick, metric = "euclidean", device, sample, truth, recall, ties, wrong_ids;
    bool exclude_self = false, squared = false, json = false;
};

/// As typed: recall that lists which miss neighbours must reach; none: they may not miss any.
std::optional<double> least_recall(const std::string& typed) {
    if (typed.empty()) return std::nullopt;
    char* end = nullptr;
    const double recall = std::strtod(typed.c_str(), &end);
    if (*end != '\0' || !(recall >= 0 && recall <= 1))
        throw Error(Failure::usage, "--recall-at-least '" + printable(typed) + "' is no recall", "give a number from 0 to 1, such as 0.95");
    return recall;
}

bool strict_ties(const std::string& typed) {
    if (typed.empty() || typed == "any") return false;
    if (typed == "index") return true;
    throw Error(Failure::usage, "--ties '" + printable(typed) + "' is not known",
        "give index (of equal distances the smaller index comes first) or any");
}

int compare(const CompareArguments& typed) {
    if (typed.data.source.empty())
        throw Error(Failure::usage, "compare needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope compare points.csv --lists theirs.npz --self");
    if (typed.lists.empty()) throw Error(Failure::usage, "compare needs --lists", "for example --lists theirs.npz");
    const std::optional<double> recall = least_recall(typed.recall);
    const bool strict = strict_ties(typed.ties);
    ComparisonOptions options;
    options.k = typed.k.empty() ? 0 : int(integer_in(typed.k, "-k", 1, std::numeric_limits<int>::max(), 8));
    options.metric = metric_named(typed.metric);
    options.squared = typed.squared;
    options.sample = typed.sample.empty() ? 0 : integer_in(typed.sample, "--sample", 1, std::numeric_limits<std::int64_t>::max(), 1000);
    options.device = typed.device.empty() ? default_device() : device_named(typed.device);
    QueryKind kind = typed.queries.kind();
    if (kind == QueryKind::none) kind = QueryKind::self;
    std::vector<NamedFile> inputs = typed.data.files();
    for (NamedFile& file : files_of("--queries", typed.queries.file)) inputs.push_back(std::move(file));
    inputs.insert(inputs.end(), {{"--lists", typed.lists}, {"--truth", typed.truth}});
    const NamedFile output[] = {{"--wrong-ids", typed.wrong_ids}};
    check_outputs(output, inputs);
    std::optional<OutputFile> wrong_ids;
    if (!typed.wrong_ids.empty()) wrong_ids.emplace(typed.wrong_ids);

    work_for_the_reader();
    DataSet data = typed.data.load();
    AskedQueries asked;
    {
        ProgressBar bar("Reading queries");
        asked = ask(typed.queries, kind, data, typed.data, typed.exclude_self, bar.progress());
    }
    FileNumbers numbers;
    ComparedQueries queries;
    {
        ProgressBar bar("Reading the numbers of the file");
        numbers = numbers_of_file(data, typed.data.options(), bar.progress());
        if (kind == QueryKind::file && numbers.why.empty())
            queries.numbers = query_numbers_in(typed.queries.file, data, typed.data, bar.progress());
    }
    if (!typed.tick.empty()) {
        numbers = {{}, "the points have moved since the first tick"};
        ProgressBar bar("Moving the points to tick " + typed.tick);
        const std::int64_t tick = move_to_tick(typed.tick, data, bar.progress());
        asked.at_tick(data, tick, typed.exclude_self);
    }
    ForeignLists lists, truth;
    {
        ProgressBar bar("Reading " + typed.lists);
        lists = read_lists(typed.lists, bar.progress());
    }
    if (!typed.truth.empty()) {
        ProgressBar bar("Reading " + typed.truth);
        truth = read_lists(typed.truth, bar.progress());
        options.truth = &truth;
    }
    queries.coordinates = std::move(asked.coordinates);
    queries.exclude = std::move(asked.exclude);
    if (asked.row >= 0) {
        queries.rows = {std::int32_t(asked.row)};
        if (!numbers.values.empty()) {
            const auto first = numbers.values.begin() + asked.row * data.dimension;
            queries.numbers.assign(first, first + data.dimension);
        }
    }
    if (kind == QueryKind::position && numbers.why.empty()) queries.numbers = position_in(typed.queries.query, "--query");
    std::shared_ptr<const Comparison> comparison;
    {
        ProgressBar bar("Comparing with the truth");
        comparison = compare_lists(data, numbers, std::move(lists), std::move(queries), options, bar.progress());
    }
    const bool misses = comparison->count_of(ListClass::missing) > 0 && !(recall && comparison->recall() >= *recall);
    const bool ties = strict && comparison->count_of(ListClass::equal_distances) > 0;
    const int status = comparison->count_of(ListClass::wrong) > 0 || misses || ties ? 1 : 0;
    if (typed.json) {
        print(json_text(compare_json(*comparison, data, status)));
    } else {
        std::string heading = data_text(data) + "\n";
        if (const std::string note = distance_note(data); !note.empty()) heading += note + "\n";
        heading += asked.description + ", k = " + std::to_string(comparison->k) + ", " + std::string(name(options.metric)) +
                   (typed.truth.empty() ? "" : ", the truth out of " + printable(typed.truth)) +
                   (numbers.why.empty() ? ", judged by the file's numbers" : "") + "\n";
        print(heading + compare_text(*comparison, data, strict));
    }
    if (wrong_ids) {
        wrong_ids->write(wrong_queries_text(*comparison, data, strict));
        wrong_ids->commit();
    }
    return status;
}

}  // namespace

Subcommand add_compare(CLI::App& app) {
    auto typed = std::make_shared<CompareArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator: the points that were searched");
    const auto question = [&](const char* name, std::string& to, const char* type, const char* help) {
        app.add_option(name, to, help)->type_name(type)->group("Question");
    };
    question("--lists", typed->lists, "FILE", "what was found: .npz, .hdf5, .npy, .ivecs, JSON, or a table query,rank,index,distance");
    question("-k", typed->k, "K", "only the first K neighbours of each list; without it as many as they have");
    question("--truth", typed->truth, "FILE", "the true neighbours, in any form that --lists takes; without it they are searched for");
    question("--sample", typed->sample, "N", "judge only N of the lists, spread over all");
    question("--tick", typed->tick, "T", "where points that move are at tick T, as the file counts; without it at the first");
    question("--device", typed->device, "NAME",
        "where the truth is searched for: cuda (of several cuda:1) or host; without it cuda when there is one");
    add_as_in_session(app, "metric", typed->metric);
    app.add_flag("--exclude-self", typed->exclude_self, "the point a query stands on was left out")->group("Question");
    app.add_flag("--squared", typed->squared, "the distances given are squares: take the root")->group("Question");
    const auto result = [&](const char* name, std::string& to, const char* type, const char* help) {
        app.add_option(name, to, help)->type_name(type)->group("Results");
    };
    result("--recall-at-least", typed->recall, "R", "lists may miss neighbours as long as recall is R (0 to 1): a gate for tests");
    result("--ties", typed->ties, "HOW", "index: of equal distances the smaller index must come first; any (the default): either may");
    result("--wrong-ids", typed->wrong_ids, "FILE", "writes query,class,reason of all lists that are wrong or miss neighbours");
    app.add_flag("--json", typed->json, "for programs")->group("Results");
    typed->queries.add_to(app, true);
    Subcommand subcommand;
    subcommand.usage = "compare DATA --lists FILE [-k K] [QUERIES] [options]";
    subcommand.examples = {
        "neighborscope compare points.csv --lists theirs.npz                       every point asked",
        "neighborscope compare points.npy --lists theirs.ivecs --queries asked.npy --recall-at-least 0.95",
        "neighborscope compare sample:earthquakes --lists mine.csv -k 8 --exclude-self --metric manhattan",
        "neighborscope compare base.fvecs --queries query.fvecs --lists found.npz --truth groundtruth.ivecs --json",
        "neighborscope sample:earthquakes --compare mine.csv                       the same, seen in the window",
    };
    subcommand.notes =
        "Each list is of one class. exact: every index is right. within rounding: another index, whose distance rounding can\n"
        "confuse. equal distances in another order. missing: every entry is true, but a nearer point is missing. wrong: a row\n"
        "twice, a distance that is not the row's, an order that does not ascend, a row that is not there or was left out.\n"
        "The exit status is 1 when a list is wrong or, without --recall-at-least, misses neighbours.\n"
        "Without QUERIES every point asked. Indices are rows of the file of points, from 0, the header not counted; -1, 2^32-1\n"
        "or 2^64-1 stand past the end of a list. Distances are judged by the file's numbers in float64.\n";
    subcommand.run = [typed] { return compare(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
