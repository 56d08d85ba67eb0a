// neighborscope compare: compares lists of another program with the true neighbours.
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
    std::string lists, k, tick, metric, device, sample, truth, recall, ties, wrong_ids;
    bool exclude_self = false, squared = false, json = false;
};

/// Parses the least recall that lists with missing neighbours must have; none: no neighbour may be missing.
std::optional<double> least_recall(const std::string& typed) {
    if (typed.empty()) return std::nullopt;
    char* end = nullptr;
    const double recall = std::strtod(typed.c_str(), &end);
    if (*end != '\0' || !(recall >= 0 && recall <= 1))
        throw Error(
            Failure::usage, "--recall-at-least '" + printable(typed) + "' is not a recall", "give a number from 0 to 1, such as 0.95");
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
    check_metric(typed.metric);
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

    stop_when_output_closes();
    DataSet data = typed.data.load();
    options.metric = metric_for(typed.metric, data);
    if (options.squared && options.metric == Metric::inner_product)
        throw Error(Failure::usage, "--squared with --metric inner-product: inner products are not squared", "omit --squared");
    QueryBatch batch;
    {
        ProgressBar bar("Reading queries");
        batch = make_query_batch(typed.queries, kind, data, typed.data, typed.exclude_self, bar.progress());
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
        batch.at_tick(data, tick, typed.exclude_self);
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
    queries.coordinates = std::move(batch.coordinates);
    queries.exclude = std::move(batch.exclude);
    if (batch.row >= 0) {
        queries.rows = {std::int32_t(batch.row)};
        if (!numbers.values.empty()) {
            const auto first = numbers.values.begin() + batch.row * data.dimension;
            queries.numbers.assign(first, first + data.dimension);
        }
    }
    if (kind == QueryKind::position && numbers.why.empty()) queries.numbers = position_in(typed.queries.query, "--query");
    std::shared_ptr<const Comparison> comparison;
    {
        ProgressBar bar("Comparing with the true neighbours");
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
        if (data.filter) heading += printable(filter_text(data)) + "\n";
        heading += batch.description + ", k = " + std::to_string(comparison->k) + ", " + std::string(name(options.metric)) +
                   (typed.truth.empty() ? "" : ", the true neighbours from " + printable(typed.truth)) +
                   (numbers.why.empty() ? ", judged by the float64 numbers of the file" : "") + "\n";
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
    typed->data.add_to(app, "a file, sample:NAME or a generator: the points that the lists refer to");
    typed->data.add_filter_to(app);
    typed->data.add_index_to(app);
    const auto question = [&](const char* name, std::string& to, const char* type, const char* help) {
        app.add_option(name, to, help)->type_name(type)->group("Question");
    };
    question("--lists", typed->lists, "FILE",
        "the neighbours that were found: .npz, .hdf5, .npy, .ivecs, JSON, or a table query,rank,index,distance");
    question("-k", typed->k, "K", "compare only the first K neighbours of each list; by default all");
    question("--truth", typed->truth, "FILE", "the true neighbours, in any format of --lists; by default they are computed");
    question("--sample", typed->sample, "N", "compare only N of the lists, evenly spread");
    question("--tick", typed->tick, "T", "compare at tick T of moving points, as numbered in the file; by default at the first tick");
    question("--device", typed->device, "NAME",
        "the device that computes the true neighbours: cuda (cuda:1 for the second of several) or host; by default cuda when there is one");
    add_as_in_session(app, "metric", typed->metric);
    app.add_flag("--exclude-self", typed->exclude_self, "the lists exclude the query point itself")->group("Question");
    app.add_flag("--squared", typed->squared, "the distances in the lists are squared: take their square roots")->group("Question");
    const auto result = [&](const char* name, std::string& to, const char* type, const char* help) {
        app.add_option(name, to, help)->type_name(type)->group("Results");
    };
    result("--recall-at-least", typed->recall, "R", "allow missing neighbours if recall is at least R (0 to 1): a gate for tests");
    result("--ties", typed->ties, "index|any",
        "order of equal distances: index: the smaller index must come first; any (the default): any order is right");
    result("--wrong-ids", typed->wrong_ids, "FILE", "write query,class,reason of all lists that are wrong or miss neighbours");
    app.add_flag("--json", typed->json, "print JSON, for programs")->group("Results");
    typed->queries.add_to(app, true);
    Subcommand subcommand;
    subcommand.usage = "compare DATA --lists FILE [-k K] [QUERIES] [options]";
    subcommand.examples = {
        "neighborscope compare points.csv --lists theirs.npz                       every point is a query",
        "neighborscope compare points.npy --lists theirs.ivecs --queries asked.npy --recall-at-least 0.95",
        "neighborscope compare sample:earthquakes --lists mine.csv -k 8 --exclude-self --metric manhattan",
        "neighborscope compare base.fvecs --queries query.fvecs --lists found.npz --truth groundtruth.ivecs --json",
        "neighborscope sample:earthquakes --compare mine.csv                       the same in the window",
    };
    subcommand.notes =
        "Each list gets one class. exact: every index is right. within rounding: another index, but rounding can confuse the\n"
        "distances. equal distances in another order. missing: every entry is right, but a nearer point is missing. wrong: a row\n"
        "twice, the wrong distance for a row, distances not in ascending order, a row that does not exist or is excluded.\n"
        "The exit status is 1 when a list is wrong or, without --recall-at-least, misses neighbours.\n"
        "Without QUERIES every point is a query. Indices are rows of the file of points, from 0, without the header; -1, 2^32-1\n"
        "or 2^64-1 fill a list that is shorter than k. Distances are checked in float64 with the numbers of the file.\n";
    subcommand.run = [typed] { return compare(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
