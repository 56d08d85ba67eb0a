// neighborscope compare: lists that another program found, against the oracle.
#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/ticks.hpp"
#include "app/data/for_metric.hpp"
#include "app/session/comparison.hpp"

namespace neighborscope::shell {
namespace {

struct CompareArguments {
    DataArguments data;
    QueryArguments queries;
    std::string lists, k, tick, metric = "euclidean";
    bool exclude_self = false;
};

constexpr std::size_t most_named = 20;  // wrong queries that are named

void print_wrong(const Comparison& comparison, const DataSet& data) {
    const float* query = comparison.queries.rows(data).row(comparison.tally.first_wrong);
    print("  first wrong: query " + std::to_string(comparison.tally.first_wrong) + " at " + position_text(data, query) + ", " +
          comparison.tally.first_reason + "\n");
    std::string all;
    for (std::size_t i = 0; i < std::min(most_named, comparison.wrong.size()); ++i)
        all += (i ? ", " : "") + std::to_string(comparison.wrong[i]);
    if (comparison.wrong.size() > most_named) all += ", and " + std::to_string(comparison.wrong.size() - most_named) + " more";
    print("  wrong: " + all + "\n");
    const std::string how = !comparison.mended_by_self           ? ""
                            : comparison.queries.exclude.empty() ? ": compare with --exclude-self"
                                                                 : ": compare without --exclude-self";
    if (!comparison.remark.empty()) print("  " + comparison.remark + how + "\n");
}

int compare(const CompareArguments& typed) {
    if (typed.data.source.empty())
        throw Error(Failure::usage, "compare needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope compare points.csv --lists theirs.npz --self");
    if (typed.lists.empty()) throw Error(Failure::usage, "compare needs --lists", "for example --lists theirs.npz");
    const int k = typed.k.empty() ? 0 : int(integer_in(typed.k, "-k", 1, std::numeric_limits<int>::max(), 8));
    const Metric metric = metric_named(typed.metric);
    QueryKind kind = typed.queries.kind();
    if (kind == QueryKind::none) kind = QueryKind::self;

    work_for_the_reader();
    DataSet data = typed.data.load();
    take_true_coordinates(data, metric);
    AskedQueries asked;
    {
        ProgressBar bar("Reading queries");
        asked = ask(typed.queries, kind, data, typed.data, typed.exclude_self, bar.progress());
    }
    if (!typed.tick.empty()) {
        ProgressBar bar("Moving the points to tick " + typed.tick);
        const std::int64_t tick = move_to_tick(typed.tick, data, bar.progress());
        asked.at_tick(data, tick, typed.exclude_self);
    }
    ForeignLists lists;
    {
        ProgressBar bar("Reading " + typed.lists);
        lists = read_lists(typed.lists, bar.progress());
    }
    std::string heading = data_text(data) + "\n";
    if (const std::string coarse = printable(coarse_text(data)); !coarse.empty()) heading += coarse + "\n";
    if (const std::string note = distance_note(data); !note.empty()) heading += note + "\n";
    heading += asked.description + ", k = " + std::to_string(lists.k) + ", " + std::string(name(metric)) + "\n";
    std::shared_ptr<const Comparison> comparison;
    {
        ProgressBar bar("Comparing with the oracle");
        comparison =
            compare_lists(data, std::move(lists), {std::move(asked.coordinates), std::move(asked.exclude)}, metric, k, bar.progress());
    }
    print(heading + printable(comparison->name) + ": " + tally_text(comparison->tally, comparison->count) + "\n");
    if (comparison->tally.wrong == 0) return 0;
    print_wrong(*comparison, data);
    return 1;
}

}  // namespace

Subcommand add_compare(CLI::App& app) {
    auto typed = std::make_shared<CompareArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator: the points that were searched");
    app.add_option("--lists", typed->lists, "what was found: .npz, .npy, .ivecs, or a table query,rank,index,distance")
        ->type_name("FILE")
        ->group("Question");
    app.add_option("-k", typed->k, "how many neighbours the lists must have; without it as many as they have")
        ->type_name("K")
        ->group("Question");
    app.add_option("--tick", typed->tick, "where points that move are at tick T, as the file counts; without it at the first")
        ->type_name("T")
        ->group("Question");
    add_as_in_session(app, "metric", typed->metric);
    app.add_flag("--exclude-self", typed->exclude_self, "the point a query stands on was left out")->group("Question");
    typed->queries.add_to(app, true);
    Subcommand subcommand;
    subcommand.usage = "compare DATA --lists FILE [-k K] [QUERIES] [options]";
    subcommand.examples = {
        "neighborscope compare points.csv --lists theirs.npz                       every point asked",
        "neighborscope compare points.npy --lists theirs.ivecs --queries asked.npy",
        "neighborscope compare sample:earthquakes --lists mine.csv -k 8 --exclude-self --metric manhattan",
        "neighborscope sample:earthquakes --compare mine.csv                       the same, seen in the window",
    };
    subcommand.notes =
        "Judges lists as `check` does a method's: ties go to the smaller index, distances are true ones (not squares). Without\n"
        "QUERIES every point asked. Indices are rows of the file of points, from 0; -1 stands past the end of a list. Lists are\n"
        ".npz with index and distance, .npy or .ivecs with indices alone, a table with the header query,rank,index,distance, or\n"
        "one with k indices a line. The exit status is 1 when a list is wrong.\n";
    subcommand.run = [typed] { return compare(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
