// neighborscope check: compares methods with the oracle, one line per method.
#include "app/command_line/console.hpp"
#include "app/command_line/json_parts.hpp"
#include "app/command_line/oracle_comparison.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/out_of_memory.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/ticks.hpp"
#include "app/compare/recall.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/points/metric_coordinates.hpp"
#include "app/data/points/point_set.hpp"
#include "app/measure/filter_recall.hpp"
#include "app/session/shown/view_model.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope::shell {
namespace {

struct CheckArguments {
    DataArguments data;
    QuestionArguments question;
    QueryArguments queries;
    std::string sample, ticks;
    bool json = false;
};

struct Candidate {
    const Method* method;
    Options options;
    std::map<std::string, std::string> typed;  ///< those of them that were given
};

/// Returns one method with its options, or all methods, each with the options it has. Usage Error for an option that no method has.
std::vector<Candidate> candidates(const std::string& wanted, const std::map<std::string, std::string>& chosen) {
    std::vector<Candidate> found;
    if (wanted.find(',') != std::string::npos)
        throw Error(Failure::usage, "--method '" + printable(wanted) + "' is a list", "give one method, or all");
    if (wanted != "all") {
        const Method& method = find_method(wanted);
        found.push_back({&method, Options(method.info.options, chosen), chosen});
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
        found.push_back({&method, Options(method.info.options, its), its});
    }
    for (const auto& [option, value] : chosen)
        if (!known[option])
            throw Error(Failure::usage, "no method has an option '" + printable(option) + "'",
                suggestion(option, names, "`neighborscope list methods` shows them"));
    return found;
}

/// The result of all ticks of a method.
struct Outcome {
    Tally tally;
    std::int64_t compared = 0;
    std::string first_wrong;
};

/// Compares the lists of one tick: all, or a sample of `sample` if that is not 0.
void compare(Outcome& outcome, const Question& question, const DataSet& data, const QueryBatch& asked, std::int64_t tick, bool ticks,
    std::int64_t sample, const ListSet& found, const Progress& progress) {
    FetchedLists lists{{}, {}, asked.count, found.k(), question.k};
    found.fetch(lists.index, lists.distance);
    const bool approximate = question.method.info.supports.approximate;
    const Tally tally = compare_with_oracle(data, asked, lists, question.metric, approximate, sample, progress);
    outcome.compared += lists_compared(asked.count, sample);
    Tally& all = outcome.tally;
    all.exact += tally.exact, all.within_rounding += tally.within_rounding, all.wrong += tally.wrong;
    all.found += tally.found, all.asked += tally.asked;
    if (tally.wrong == 0 || !outcome.first_wrong.empty()) return;
    const std::int64_t wrong = tally.first_wrong;
    outcome.first_wrong = (ticks ? "tick " + std::to_string(data.motion->tick_number(tick)) + ", " : "") + "query " +
                          std::to_string(asked.query_rows.empty() ? wrong : asked.query_rows[std::size_t(wrong)]) + " at " +
                          position_text(data, asked.rows(data).row(wrong)) + ", " + tally.first_reason;
}

/// The report on one method: lines of text, and the same as JSON.
struct MethodReport {
    std::string text;
    Json json;
    bool right = true;
};

Json json_of(const std::string& name, const Outcome& outcome, bool approximate) {
    const Tally& tally = outcome.tally;
    const bool whole = !approximate && tally.wrong == 0;
    return {{"method", name}, {"queries", outcome.compared}, {"exact", tally.exact}, {"within_rounding", tally.within_rounding},
        {"wrong", tally.wrong},
        {"recall", approximate ? Json(tally.recall())
                   : whole     ? Json(1.0)
                               : Json()},
        {"first_wrong", outcome.first_wrong.empty() ? Json() : Json(outcome.first_wrong)}};
}

/// Leaves data and queries at the last tick.
MethodReport check_one(const Question& question, const Problem& problem, DataSet& data, QueryBatch& asked, std::int64_t ticks,
    std::int64_t sample, const std::map<std::string, std::string>& typed_options) {
    const std::string name(question.method.info.name);
    if (const auto why = question.method.info.unsupported_reason(problem, question.device))
        return {name + ": not applicable: " + *why + "\n", {{"method", name}, {"not_applicable", *why}}};
    Outcome outcome;
    {
        ProgressBar bar(name);
        for_each_tick(question, data, asked, ticks, bar.progress(),
            [&](std::int64_t tick, Searcher& searcher, const QuerySet& queries, ListSet& found, const Progress& progress) {
                const auto half = [&](double from) {
                    return Progress{[&progress, from](double done, double total) {
                                        progress.step(from + (total > 0 ? std::min(done / total, 1.0) : 0), 2);
                                    },
                        progress.stop};
                };
                searcher.search(queries, question.k, question.metric, found, half(0));
                compare(outcome, question, data, asked, tick, ticks > 0, sample, found, half(1));
            });
    }
    const Tally& tally = outcome.tally;
    const std::string at = (ticks > 0 ? " at " + std::to_string(ticks) + (ticks == 1 ? " tick" : " ticks") : "") + "\n";
    MethodReport said{{}, json_of(name, outcome, question.method.info.supports.approximate), tally.wrong == 0};
    if (question.method.info.supports.approximate)
        said.text = name + ": recall " + text_of_recall(tally.found, tally.asked) + " (" + std::to_string(tally.found) + " of " +
                    std::to_string(tally.asked) + " neighbours), " + std::to_string(tally.wrong) + " wrong, of " +
                    std::to_string(outcome.compared) + " queries" + at;
    else said.text = name + ": " + tally_text(tally, outcome.compared) + at;
    if (data.filter && question.method.info.supports.own_index && ticks == 0) {
        ProgressBar bar(name + " without the filter");
        const auto found = neighborscope::measure::filter_recall(
            data, asked.rows(data).coordinates, asked.exclude, question.k, question.metric, typed_options, bar.progress());
        said.text += "  " + neighborscope::measure::filter_recall_text(found) + "\n";
        said.json["recall_without_filter"] = found.without;
        if (found.setting > 0) said.json["finds_all"] = {{found.option, found.setting}};
    }
    if (tally.wrong > 0) said.text += "  first wrong: " + outcome.first_wrong + "\n";
    return said;
}

/// Whether the points come with an index of another library: then what is checked is its search.
bool is_index(const DataArguments& data) {
    try {
        return !data.index.empty() || index_files::is_index(file_of_source(data.source));
    } catch (const Error&) { return false; }  // said when the data are loaded
}

int check(const CheckArguments& typed) {
    if (typed.data.source.empty())
        throw Error(Failure::usage, "check needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope check sample:earthquakes --method all -k 8");
    const bool of_index = typed.question.method.empty() && is_index(typed.data);
    if (typed.question.method.empty() && !of_index) throw Error(Failure::usage, "check needs --method", "for example --method all");
    if (typed.question.k.empty()) throw Error(Failure::usage, "check needs -k, the number of neighbours", "for example -k 8");
    const std::vector<Candidate> wanted = candidates(of_index ? "own" : typed.question.method, typed.question.chosen());
    const int k = typed.question.checked_k();
    check_metric(typed.question.metric);
    const QueryKind kind = typed.queries.kind();
    const DeviceKind device = typed.question.checked_device(wanted.size() == 1 ? wanted.front().method : nullptr);
    const std::int64_t sample =
        typed.sample.empty() ? 0 : integer_in(typed.sample, "--sample", 1, std::numeric_limits<std::int64_t>::max(), 1000);

    stop_when_output_closes();
    DataSet data = typed.data.load();
    const Metric metric = metric_for(typed.question.metric, data);
    convert_to_true_coordinates(data, metric);
    const std::int64_t ticks = ticks_in(typed.ticks, data);
    QueryBatch asked;
    if (kind == QueryKind::none) {
        asked = make_random_query_batch(data, device == DeviceKind::cuda ? 1000 : 100, typed.question.exclude_self);
        asked.description += std::string(" (the default on ") + std::string(name(device)) + ")";
        if (data.own_index) asked.description += ", often far from all points: --queries FILE shows the recall of real queries";
    } else {
        ProgressBar bar("Reading queries");
        asked = make_query_batch(typed.queries, kind, data, typed.data, typed.question.exclude_self, bar.progress());
    }
    std::string heading = data_text(data) + "\n";
    if (const std::string coarse = printable(coarse_text(data)); !coarse.empty()) heading += coarse + "\n";
    if (const std::string rounding = printable(rounding_text(data)); !rounding.empty())
        heading += "\"exact\" refers to the points as stored: " + rounding + "\n";
    if (const std::string note = distance_note(data); !note.empty()) heading += note + "\n";
    if (data.filter) heading += printable(filter_text(data)) + "\n";
    heading += asked.description +
               (sample > 0 && sample < asked.count ? ", " + std::to_string(sample) + " of them compared with the oracle" : "") +
               ", k = " + std::to_string(k) + ", " + std::string(name(metric)) + ", on " + device_info(device).name + "\n";
    if (!typed.json) print(heading);

    Problem problem;
    problem.count = allowed_rows(data);
    problem.filtered = data.filter != nullptr;
    problem.queries = asked.count;
    problem.dimension = data.dimension;
    problem.k = k;
    problem.metric = metric;
    problem.exclude_self = !asked.exclude.empty();
    problem.own = own_index_of(data);
    bool right = true;
    std::string unchecked;
    Json methods = Json::array();
    const auto say = [&](const MethodReport& said) {
        right = said.right && right;
        if (typed.json) methods.push_back(said.json);
        else print(said.text);
    };
    const std::vector<float> first_tick = ticks > 1 ? data.coordinates : std::vector<float>();
    for (const Candidate& candidate : wanted) {
        QueryBatch here = asked;
        const Question question{*candidate.method, candidate.options, device, k, metric, typed.question.exclude_self};
        try {
            say(check_one(question, problem, data, here, ticks, sample, candidate.typed));
        } catch (const std::exception& error) {
            const auto lacking = out_of_memory_error(error);
            if (!lacking || wanted.size() == 1) throw;
            const std::string name(question.method.info.name);
            say({name + ": not checked: " + printable(lacking->what()) + "\n",
                {{"method", name}, {"not_checked", printable(lacking->what())}}});
            unchecked += (unchecked.empty() ? "" : ", ") + name;
        }
        if (ticks > 1) data.coordinates = first_tick;
    }
    if (typed.json)
        print(json_text({{"data", data_json(data)}, {"metric", name(metric)}, {"k", k}, {"queries", asked.count},
            {"device", device_info(device).name}, {"methods", methods},
            {"exit_status", !right              ? 1
                            : unchecked.empty() ? 0
                                                : 3}}));
    if (right && !unchecked.empty())
        throw Error(Failure::memory, "not enough memory to check " + unchecked, "the lines of these methods say what was missing");
    return right ? 0 : 1;
}

}  // namespace

Subcommand add_check(CLI::App& app) {
    auto typed = std::make_shared<CheckArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator");
    typed->data.add_filter_to(app);
    typed->data.add_index_to(app);
    typed->question.add_to(app, true);
    typed->queries.add_to(app, true);
    app.add_option("--sample", typed->sample, "compare only N of the queries with the oracle; all queries are searched")
        ->type_name("N")
        ->group("Question");
    app.add_flag("--json", typed->json, "print JSON, for programs")->group("Results");
    app.add_option("--ticks", typed->ticks, "let the points move, and compare at each of T ticks")->type_name("T")->group("Question");
    Subcommand subcommand;
    subcommand.usage = "check DATA [--method M|all] -k K [QUERIES] [options]";
    subcommand.examples = {
        "neighborscope check sample:earthquakes --method all -k 8",
        "neighborscope check points.csv --method heap -k 32 --self --exclude-self",
        "neighborscope check grid:n=4096,d=2 --method ppw -k 100 --random-queries 200 --metric manhattan",
        "neighborscope check roads:n=100000 --method quadtree-cached -k 16 --self --ticks 10 --sample 500",
        "neighborscope check hnsw.faiss -k 10 --queries queries.npy       the recall of an index",
    };
    subcommand.notes =
        "Prints one line per method. A list is exact if every index is that of the oracle, exact within rounding if some differ\n"
        "but every distance is within the rounding of float32, and otherwise wrong. The exit status is 1 when a list is wrong.\n"
        "An approximate method may miss neighbours: its recall is printed. The neighbours that it returns must still be right.\n"
        "Without --method an index is searched by own; other points need --method.\n"
        "With --method all, a method that lacks memory says so in its line, the others are checked, and the exit status is 3.\n"
        "Without QUERIES there are 100 random queries on the host device, 1000 on CUDA.\n";
    subcommand.run = [typed] { return check(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
