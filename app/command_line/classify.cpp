// neighborscope classify: classifies rows by the votes of their neighbours.
#include "app/command_line/arguments.hpp"
#include "app/command_line/classify_report.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/classify/test_set.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/points/metric_coordinates.hpp"
#include "app/data/points/point_set.hpp"
#include "app/data/points/row_conditions.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>

namespace neighborscope::shell {
namespace {

struct ClassifyArguments {
    DataArguments data;
    std::string test, method, k, vote = "majority", metric = "euclidean", device, out;
    std::vector<std::string> settings;
    bool standardise = false, json = false;
};

constexpr std::size_t most_ks = 10000;

/// Parses "1,3,5..31": numbers and ranges. The step of a range is the difference of the two numbers before its end, or 1 if there is only
/// one. Returns distinct numbers, ascending.
std::vector<int> ks_in(const std::string& text) {
    const auto number = [](const std::string& typed) { return int(integer_in(typed, "-k", 1, std::numeric_limits<int>::max(), 8)); };
    const auto full = [&](const std::vector<int>& ks) {
        if (ks.size() > most_ks)
            throw Error(Failure::usage, "-k '" + printable(text) + "' is more than " + std::to_string(most_ks) + " numbers",
                "give fewer, for example -k 1,3,5..31");
    };
    std::vector<int> ks;
    std::optional<int> before;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string part = text.substr(at, comma - at);
        at = comma + 1;
        const std::size_t dots = part.find("..");
        const int first = number(part.substr(0, dots));
        ks.push_back(first);
        if (dots != std::string::npos) {
            const int last = number(part.substr(dots + 2)), step = before ? first - *before : 1;
            if (last < first || step < 1)
                throw Error(Failure::usage, "-k '" + printable(text) + "': '" + printable(part) + "' is not in ascending order",
                    "for example -k 1..8, or -k 1,3,5..31 for the odd ones");
            for (std::int64_t k = std::int64_t(first) + step; k <= last; k += step) full(ks), ks.push_back(int(k));
        }
        before = dots == std::string::npos ? std::optional(first) : std::nullopt;
        full(ks);
    }
    std::sort(ks.begin(), ks.end());
    ks.erase(std::unique(ks.begin(), ks.end()), ks.end());
    return ks;
}

Voting voting_in(const std::string& text) {
    return std::array{Voting::majority, Voting::rank, Voting::distance,
        Voting::distance}[choice_in(text, "--vote", {"majority", "rank", "distance", "weighted"})];
}

DataSet loaded(const std::string& source, const DataSet* training, const LoadOptions& options) {
    ProgressBar bar("Loading " + source);
    return training ? load_test_set(source, *training, options, bar.progress()) : load_data(source, options, bar.progress());
}

/// Neighbour lists of all classified rows, in host memory.
struct FoundLists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    int k = 1;

    NeighbourLists lists() const { return {index, distance, k}; }
};

FoundLists search(ClassifyReport& report, DeviceKind device, int k) {
    ProgressBar bar("Searching");
    const Progress progress = bar.progress();
    const PointSet points = points_on(device, report.training, progress);
    Searcher searcher(*report.method, points, report.options, progress);
    const QuerySet queries =
        report.leave_one_out ? QuerySet::self_join(points, true) : QuerySet(device, report.test.coordinates, report.test.dimension);
    ListSet lists(device, report.asked().count(), points.list_width(k));
    report.phases = searcher.search(queries, k, report.metric, lists, progress, Measure::phases).phases;
    FoundLists found;
    found.k = lists.k();
    lists.fetch(found.index, found.distance);
    return found;
}

void label(ClassifyReport& report, const FoundLists& found) {
    ProgressBar bar("Counting votes");
    const std::span<const std::int32_t> classes = report.classes.of_training;
    report.k = report.ks.front();
    if (report.judged()) {
        report.correct = count_correct(found.lists(), classes, report.classes.of_test, report.ks, report.voting, bar.progress());
        report.k = report.ks[std::size_t(std::max_element(report.correct.begin(), report.correct.end()) - report.correct.begin())];
    }
    const auto began = std::chrono::steady_clock::now();
    report.predictions = predict(found.lists(), classes, report.k, report.voting, bar.progress());
    const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    report.phases.push_back({"T3 labels", milliseconds, {}, {}});
    if (report.judged()) report.confusion = confusion_of(report.classes.of_test, report.predictions.of_query);
}

int classify(const ClassifyArguments& typed) {
    if (typed.data.source.empty())
        throw Error(Failure::usage, "classify needs TRAIN: a file or sample:NAME with a class for every row",
            "for example neighborscope classify a1a.t --test a1a --method tiled-radix -k 5");
    if (typed.method.empty())
        throw Error(Failure::usage, "classify needs --method", "for example --method tiled-radix; `neighborscope list methods` shows all");
    if (typed.k.empty())
        throw Error(Failure::usage, "classify needs -k, the number of neighbours that vote", "for example -k 5, or -k 1,3,5..31");
    if (typed.data.label == "none")
        throw Error(Failure::usage, "--label none: without labels there are no votes", "name the column of the class");
    ClassifyReport report;
    report.method = &find_method(typed.method);
    report.ks = ks_in(typed.k);
    report.metric = metric_named(typed.metric);
    report.voting = voting_in(typed.vote);
    if (report.voting == Voting::distance && larger_is_nearer(report.metric))
        throw Error(Failure::usage,
            "--vote " + printable(typed.vote) + " weighs a vote by 1 / distance, and an inner product is no distance",
            "choose --vote majority or rank, or another --metric");
    report.chosen = settings_in(typed.settings);
    report.options = Options(report.method->info.options, report.chosen);
    report.leave_one_out = typed.test.empty();
    const DeviceKind device = typed.device.empty() ? default_device() : device_named(typed.device);
    const NamedFile outputs[] = {{"--out", typed.out}};
    std::vector<NamedFile> inputs = files_of("TRAIN", typed.data.source);
    for (NamedFile& file : files_of("--test", typed.test)) inputs.push_back(std::move(file));
    check_outputs(outputs, inputs);
    if (!typed.out.empty() && !has_extension(typed.out, ".csv") && !is_standard_output(typed.out))
        throw Error(Failure::usage, "--out '" + printable(typed.out) + "': predictions can only be written as .csv",
            "for example --out predictions.csv");
    if (!typed.out.empty() && report.ks.size() > 1)
        throw Error(Failure::usage, "--out writes predictions of one k, but -k gives " + std::to_string(report.ks.size()),
            "give one, for example -k 5");
    std::optional<OutputFile> out;
    if (!typed.out.empty()) out.emplace(typed.out);
    else stop_when_output_closes();

    for (const std::string& condition : typed.data.where) check_condition(condition);
    LoadOptions options = typed.data.options();
    options.strict = true;  // a row that was left out would be missing in the counts
    report.training = loaded(typed.data.source, nullptr, options);
    if (report.leave_one_out && report.training.count() < 2)
        throw Error(
            Failure::input, printable(report.training.name) + " has only one row, so no other row can be its neighbour", "give --test");
    if (allowed_rows(report.training) == 0)
        throw Error(Failure::input, "no row of " + printable(report.training.name) + " may vote", "change --where or --mask");
    options.only = {};  // a filter is about rows that vote
    if (!report.leave_one_out) report.test = loaded(typed.test, &report.training, options);
    report.classes = classes_of(report.training, report.leave_one_out ? nullptr : &report.test);
    if (!report.judged() && report.ks.size() > 1)
        throw Error(Failure::usage,
            printable(report.test.name) + " has no labels to choose the best k, but -k gives " + std::to_string(report.ks.size()),
            "give one, for example -k 5");
    report.standardised = typed.standardise;
    if (typed.standardise) report.constant = standardise(report.training, report.leave_one_out ? nullptr : &report.test);
    convert_to_true_coordinates(report.training, report.metric);
    convert_to_true_coordinates(report.test, report.metric);
    report.device = device_info(device);
    label(report, search(report, device, report.ks.back()));
    if (out) {
        out->write(predictions_csv(report));
        out->commit();
    }
    if (typed.json) print(json_text(json_of(report)));
    else print(text_of(report) + (out ? "\nwrote " + printable(typed.out) + "\n" : ""));
    return 0;
}

}  // namespace

Subcommand add_classify(CLI::App& app) {
    auto typed = std::make_shared<ClassifyArguments>();
    app.add_option("TRAIN", typed->data.source, "a file or sample:NAME: the rows whose class is known")->type_name("");
    app.add_option("--test", typed->test, "the rows to classify; without it each row of TRAIN is classified by all others (leave-one-out)")
        ->type_name("TEST")
        ->group("Data");
    typed->data.add_columns_to(app);
    typed->data.add_filter_to(app);
    app.add_flag("--standardise,--standardize", typed->standardise,
           "subtract the mean of the training set from each feature and divide by its standard deviation; without it features are used as "
           "they are")
        ->group("Data");
    app.add_option("--method", typed->method, "one of `list methods`")->type_name("M")->group("Question");
    add_settings(app, typed->settings);
    app.add_option("-k,--k", typed->k, "how many neighbours vote; several numbers (1,3,5..31) give the accuracy for each k from one search")
        ->type_name("K")
        ->group("Question");
    app.add_option("--vote", typed->vote,
           "weight of a vote: majority (the default): 1; rank: 1 / rank; distance or weighted: 1 / distance (neighbours at distance 0 vote "
           "alone)")
        ->type_name("majority|rank|distance|weighted")
        ->group("Question");
    add_as_in_session(app, "metric", typed->metric);
    add_as_in_session(app, "device", typed->device);
    app.add_option("--out", typed->out, "write predictions.csv: row,predicted,share, and the label if there is one")
        ->type_name("FILE")
        ->group("Results");
    app.add_flag("--json", typed->json, "print JSON, for programs")->group("Results");
    Subcommand subcommand;
    subcommand.usage = "classify TRAIN [--test TEST] --method M -k K [--vote HOW] [--json] [options]";
    subcommand.examples = {
        "neighborscope classify a1a.t --test a1a --method tiled-radix -k 5        LIBSVM files: the accuracy",
        "neighborscope classify iris.csv --method serial -k 1,3,5..31             leave-one-out, the accuracy for each k",
        "neighborscope classify sample:digits --method heap -k 3 --vote distance  nearer neighbours count more",
        "neighborscope classify old.csv --test new.csv --method heap -k 5 --out predictions.csv",
    };
    subcommand.notes =
        "A class is a word or a number: the label of LIBSVM, the label column of a table, the class of ARFF, the labels beside\n"
        "pictures of IDX; all also as .gz. In a tie the class with the nearest neighbour wins. For a test set without labels the\n"
        "program prints predictions. With LIBSVM files the test set may have fewer features: the others are 0. `1,3,5..31` are\n"
        "the odd numbers (the step is that of the two numbers before the range); `1..31` are all. NaN, rows without a label\n"
        "among labelled rows, and features that the training set lacks are refused, with their place (exit status 2).\n";
    subcommand.run = [typed] { return classify(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
