// neighborscope check: methods against the oracle, a line a method.
#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/session/view_model.hpp"

#include <numeric>

namespace neighborscope::shell {
namespace {

struct CheckArguments {
    DataArguments data;
    QuestionArguments question;
    QueryArguments queries;
};

struct Candidate {
    const Method* method;
    Options options;
};

/// One method with its options, or all of them, each with the options it knows. Unknown everywhere: usage Error.
std::vector<Candidate> candidates(const std::string& wanted, const std::map<std::string, std::string>& chosen) {
    std::vector<Candidate> found;
    if (wanted.find(',') != std::string::npos)
        throw Error(Failure::usage, "--method '" + printable(wanted) + "' is a list", "give one method, or all");
    if (wanted != "all") {
        const Method& method = find_method(wanted);
        found.push_back({&method, Options(method.info.options, chosen)});
        return found;
    }
    std::map<std::string, bool> known;
    std::vector<std::string_view> names;
    for (const Method& method : methods()) {
        std::map<std::string, std::string> its;
        for (const OptionSpec& option : method.info.options) {
            names.push_back(option.name);
            if (const auto value = chosen.find(std::string(option.name)); value != chosen.end())
                its.insert(*value), known[value->first] = true;
        }
        found.push_back({&method, Options(method.info.options, its)});
    }
    for (const auto& [option, value] : chosen)
        if (!known[option])
            throw Error(Failure::usage, "no method has an option '" + printable(option) + "'",
                suggestion(option, names, "`neighborscope list methods` shows them"));
    return found;
}

/// Prints the method's line; whether no list was wrong.
bool check_one(const Candidate& candidate, const DataSet& data, const PointSet& points, const AskedQueries& asked, const Problem& problem) {
    const std::string name(candidate.method->info.name);
    if (const auto why = candidate.method->info.refuses(problem, points.device())) {
        print(name + ": not applicable: " + *why + "\n");
        return true;
    }
    Tally tally;
    {
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        {
            ProgressBar bar(name + ": searching");
            const Progress progress = bar.progress();
            Searcher searcher(*candidate.method, points, candidate.options, progress);
            const QuerySet queries = asked.on(points);
            ListSet lists(points.device(), asked.count, problem.k);
            searcher.search(queries, problem.k, problem.metric, lists, progress);
            lists.fetch(index, distance);
        }
        ProgressBar bar(name + ": comparing with the oracle");
        tally = verify({data.coordinates, data.dimension}, asked.rows(data), asked.exclude, index, distance, problem.k, problem.metric,
            bar.progress(), 0, candidate.method->info.supports.approximate);
    }
    if (candidate.method->info.supports.approximate)
        print(name + ": recall " + text_of_recall(tally.found, tally.asked) + " (" + std::to_string(tally.found) + " of " +
              std::to_string(tally.asked) + " neighbours), " + std::to_string(tally.wrong) + " wrong, of " + std::to_string(asked.count) +
              " queries\n");
    else
        print(name + ": " + std::to_string(tally.exact) + " exact, " + std::to_string(tally.within_rounding) + " exact within rounding, " +
              std::to_string(tally.wrong) + " wrong, of " + std::to_string(asked.count) + " queries\n");
    if (tally.wrong == 0) return true;
    const float* query = asked.rows(data).row(tally.first_wrong);
    print("  first wrong: query " + std::to_string(tally.first_wrong) + " at " + position_text(data, query) + ": " + tally.first_reason +
          "\n");
    return false;
}

int check(const CheckArguments& typed) {
    if (typed.data.source.empty())
        throw Error(Failure::usage, "check needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope check sample:earthquakes --method all -k 8");
    if (typed.question.method.empty()) throw Error(Failure::usage, "check needs --method", "for example --method all");
    if (typed.question.k.empty()) throw Error(Failure::usage, "check needs -k, the number of neighbours", "for example -k 8");
    const std::vector<Candidate> wanted = candidates(typed.question.method, typed.question.chosen());
    const int k = typed.question.checked_k();
    const Metric metric = metric_named(typed.question.metric);
    const QueryKind kind = typed.queries.kind();
    const DeviceKind device = typed.question.checked_device();

    DataSet data = typed.data.load();
    AskedQueries asked;
    if (kind == QueryKind::none) {
        asked = ask_random(data, device == DeviceKind::cuda ? 1000 : 100, typed.question.exclude_self);
        asked.description += std::string(" (no queries were given, and the device is ") + std::string(name(device)) + ")";
    } else {
        ProgressBar bar("Reading queries");
        asked = ask(typed.queries, kind, data, typed.data, typed.question.exclude_self, bar.progress());
    }
    std::string heading = data_text(data) + "\n";
    if (const std::string skipped = skipped_text(data); !skipped.empty()) heading += skipped + "\n";
    heading +=
        asked.description + ", k = " + std::to_string(k) + ", " + std::string(name(metric)) + ", on " + device_info(device).name + "\n";
    print(heading);

    Problem problem;
    problem.count = data.count();
    problem.queries = asked.count;
    problem.dimension = data.dimension;
    problem.k = k;
    problem.metric = metric;
    problem.exclude_self = !asked.exclude.empty();
    const PointSet points(device, data.coordinates, data.dimension);
    bool right = true;
    for (const Candidate& candidate : wanted) right = check_one(candidate, data, points, asked, problem) && right;
    return right ? 0 : 1;
}

}  // namespace

Subcommand add_check(CLI::App& app) {
    auto typed = std::make_shared<CheckArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator");
    typed->question.add_to(app, true);
    typed->queries.add_to(app, true);
    Subcommand subcommand;
    subcommand.usage = "check DATA --method M|all -k K [QUERIES] [options]";
    subcommand.examples = {
        "neighborscope check sample:earthquakes --method all -k 8",
        "neighborscope check points.csv --method heap -k 32 --self --exclude-self",
        "neighborscope check grid:n=4096,d=2 --method ppw -k 100 --random-queries 200 --metric manhattan",
    };
    subcommand.notes =
        "Prints a line a method. A list is exact when every index is the oracle's, exact within rounding when some differ\n"
        "but every distance is within float32's rounding bound, else wrong. The exit status is 1 when a list is wrong.\n"
        "An approximate method may miss neighbours, which its recall says; what it gives must be true all the same.\n"
        "Without QUERIES 100 random ones are asked on the host device, 1000 on CUDA.\n";
    subcommand.run = [typed] { return check(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
