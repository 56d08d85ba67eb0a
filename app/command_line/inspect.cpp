// neighborscope inspect: structure and health of an index of another library, and with queries what it loses and why.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/inspect_report.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/index_files/index_points.hpp"
#include "app/data/index_files/open_index.hpp"
#include "gpu/index/own_index.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope::shell {
namespace {

struct InspectArguments {
    std::string file, other, queries, points, k, ef, probes, metric, losses;
    DataArguments filter;
    bool json = false;
};

constexpr std::int64_t most_setting = 1 << 30;

int number_or(const std::string& typed, const char* option, std::int64_t example, int otherwise) {
    return typed.empty() ? otherwise : int(integer_in(typed, option, 1, most_setting, example));
}

/// Points as they are, without an origin.
std::vector<float> points_in(const std::string& source, const Progress& progress, int& dimension) {
    LoadOptions options;
    options.quantities = false;
    const DataSet data = load_data(source, options, progress);
    dimension = data.dimension;
    std::vector<float> points(data.coordinates.size());
    for (std::int64_t row = 0; row < data.count(); ++row)
        for (int axis = 0; axis < dimension; ++axis) points[std::size_t(row * dimension + axis)] = float(data.coordinate(row, axis));
    return points;
}

std::vector<float> queries_in(const std::string& file, int dimension, const Progress& progress) {
    DataSet like;
    like.dimension = dimension;
    like.origin.assign(std::size_t(dimension), 0);
    return load_queries(file, like, {}, progress);
}

stored::VectorMetric metric_in(const std::string& text) {
    constexpr stored::VectorMetric all[] = {
        stored::VectorMetric::euclidean, stored::VectorMetric::inner_product, stored::VectorMetric::cosine};
    std::vector<std::string_view> names;
    for (const stored::VectorMetric metric : all) names.push_back(stored::name(metric));
    return all[choice_in(text, "--metric", names)];
}

void check_settings(const stored::StoredIndex& index, const InspectArguments& typed) {
    if (!typed.ef.empty() && !index.has_graph())
        throw Error(Failure::usage, "--ef is for graphs; this is " + index.kind, index.lists ? "set --probes" : "leave --ef out");
    if (!typed.probes.empty() && !index.lists)
        throw Error(
            Failure::usage, "--probes is for inverted lists; this is " + index.kind, index.has_graph() ? "set --ef" : "leave --probes out");
}

/// One index with the points and queries that were asked for.
class Inspector {
public:
    explicit Inspector(const InspectArguments& typed) : typed_(typed) {}

    inspect::Inspection inspect(const std::string& file) {
        ProgressBar bar("Inspecting " + file);
        auto index = std::make_shared<stored::StoredIndex>(index_files::open_index(file_of_source(file)));
        check_settings(*index, typed_);
        if (!typed_.points.empty()) {
            if (points_.empty()) points_ = points_in(typed_.points, bar.progress(), dimension_);
            stored::StoredIndex checked = *index;  // of the same rows and dimension
            attach_vectors(checked, points_.data(), std::int64_t(points_.size()) / dimension_, dimension_, typed_.points);
            if (!index->has_vectors()) *index = std::move(checked);
            else index_files::require_own_vectors(*index, points_, typed_.points, file);
            if (index->metric == stored::VectorMetric::unknown || index->metric_is_guessed) guess_metric(*index);
        }
        if (!typed_.metric.empty()) choose_metric(*index);
        inspect::Question question{{}, points_, {}};
        question.settings = {
            number_or(typed_.k, "-k", 10, 10), number_or(typed_.ef, "--ef", 50, 0), number_or(typed_.probes, "--probes", 3, 0)};
        if (!typed_.queries.empty()) {
            stored::IndexReplay searchable(*index);
            queries_ = queries_in(typed_.queries, index->dimension, bar.progress());
            question.queries = queries_;
        }
        return inspect_index(file, index, question, bar.progress());
    }

private:
    void choose_metric(stored::StoredIndex& index) const {
        const stored::VectorMetric metric = metric_in(typed_.metric);
        if (index.metric != stored::VectorMetric::unknown && !index.metric_is_guessed && index.metric != metric)
            throw Error(
                Failure::usage, "the file says that its metric is " + std::string(stored::name(index.metric)), "leave --metric out");
        if (index.metric == stored::VectorMetric::unknown || index.metric_is_guessed) set_metric(index, metric);
    }

    const InspectArguments& typed_;
    std::vector<float> points_, queries_;
    int dimension_ = 1;
};

/// What a filter does to the recall of these queries.
struct Filtered {
    std::string rows;  ///< "150 of 1500 rows are allowed: row<150"
    measure::FilterRecall recall;
};

std::optional<Filtered> filtered(const InspectArguments& typed, const stored::StoredIndex& index) {
    LoadOptions options;
    options.only = typed.filter.options().only;
    if (options.only.empty()) return std::nullopt;
    if (typed.queries.empty())
        throw Error(Failure::usage, "--where and --mask say what a filter does to queries, and there are none", "give --queries FILE");
    if (!typed.other.empty()) throw Error(Failure::usage, "--where and --mask are for one index", "leave OTHER out");
    ProgressBar bar("Searching with the filter");
    options.quantities = !options.only.where.empty();
    DataSet data = load_data(typed.points.empty() ? typed.file : typed.points, options, bar.progress());
    if (!typed.points.empty()) index_files::attach_index(data, typed.file);
    std::map<std::string, std::string> settings;
    if (!typed.ef.empty()) settings["ef"] = typed.ef;
    if (!typed.probes.empty()) settings["probes"] = typed.probes;
    const std::vector<float> queries = queries_in(typed.queries, index.dimension, bar.progress());
    return Filtered{filter_text(data),
        measure::filter_recall(data, queries, {}, number_or(typed.k, "-k", 10, 10), stored::metric_of(index), settings, bar.progress())};
}

int run_inspect(const InspectArguments& typed) {
    if (typed.file.empty())
        throw Error(
            Failure::usage, "inspect needs the file of an index", "for example neighborscope inspect hnsw.faiss --queries queries.npy");
    const auto losses = std::size_t(typed.losses.empty() ? 10 : integer_in(typed.losses, "--losses", 0, most_setting, 10));
    Inspector inspector(typed);
    const inspect::Inspection first = inspector.inspect(typed.file);
    const std::optional<Filtered> filter = filtered(typed, *first.index);
    if (typed.other.empty()) {
        if (typed.json) {
            Json json = inspection_json(first);
            if (filter) json["filter"] = filter_json(filter->rows, filter->recall);
            print(json_text(json));
        } else {
            print(inspection_text(first, losses) + (filter ? "\n" + filter_lines(filter->rows, filter->recall) : ""));
        }
        return 0;
    }
    const inspect::Inspection second = inspector.inspect(typed.other);
    const inspect::InspectionChange change = inspect::change_of(first, second);
    print(typed.json ? json_text(change_json(first, second, change)) : change_text(first, second, change));
    return 0;
}

}  // namespace

Subcommand add_inspect(CLI::App& app) {
    auto typed = std::make_shared<InspectArguments>();
    app.add_option("FILE", typed->file, "an index: a file of FAISS, hnswlib, usearch or DiskANN, Chroma's folder, or arrays in an NPZ")
        ->type_name("")
        ->group("Index");
    app.add_option("OTHER", typed->other, "a second index: what differs from the first")->type_name("")->group("Index");
    const auto option = [&](const char* name, std::string& to, const char* type, const char* help, const char* group) {
        app.add_option(name, to, help)->type_name(type)->group(group);
    };
    option("--points", typed->points, "DATA", "the points it was built from: the truth is theirs, and codes have errors", "Index");
    option("--metric", typed->metric, "METRIC", "euclidean, inner-product or cosine, where the file does not say", "Index");
    option("--queries", typed->queries, "FILE", "queries: recall, its ceiling, and why each true neighbour is missed", "Question");
    option("-k", typed->k, "K", "how many neighbours (default 10)", "Question");
    option("--ef", typed->ef, "EF", "length of the beam in a graph (default: what the file says)", "Question");
    option("--probes", typed->probes, "P", "lists to search (default: what the file says)", "Question");
    typed->filter.add_filter_to(app);
    option("--losses", typed->losses, "N", "how many missed neighbours are named (default 10)", "Results");
    app.add_flag("--json", typed->json, "print JSON, for programs")->group("Results");
    Subcommand subcommand;
    subcommand.usage = "inspect FILE [OTHER] [--queries Q] [-k K] [--ef EF | --probes P] [options]";
    subcommand.examples = {
        "neighborscope inspect hnsw.faiss                                  levels, degrees, rows that cannot be reached",
        "neighborscope inspect hnsw.faiss --queries q.npy --ef 50          why each missed neighbour is missed",
        "neighborscope inspect index.bin --metric cosine --queries q.npy   hnswlib's files do not say their metric",
        "neighborscope inspect ivf.faiss --points base.npy --queries q.npy --probes 3 --json",
        "neighborscope inspect hnsw.faiss --queries q.npy --where row<1000 what a filter does to its recall",
        "neighborscope inspect before.faiss after.faiss --queries q.npy    what differs between two builds",
    };
    subcommand.notes =
        "The search is a replay: it visits the same rows as the library and computes as many distances. True neighbours are found by\n"
        "an exhaustive search in double precision over --points, else over the vectors that the index stores.\n"
        "The first cause of a missed neighbour is told: deleted; unreachable, as no links lead to it; code, as by its code it is\n"
        "not among the nearest; list not probed; beam ended. The ef or probes that is told to find it was run.\n";
    subcommand.run = [typed] { return run_inspect(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
