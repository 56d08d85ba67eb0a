#include "app/command_line/run_own.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/lists_file.hpp"
#include "app/command_line/table.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/index_files/index_points.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/save/npz_writer.hpp"
#include "app/inspect/true_neighbours.hpp"
#include "gpu/index/replay.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace neighborscope::shell {
namespace {

constexpr std::int64_t most_judged = 100;  // queries whose lists are compared with the truth
constexpr std::int64_t most_of_an_option = 1 << 30;

/// Lists of rows, with the ids and distances that belong to them: [queries][k], -1 and NaN past the end.
struct OwnLists {
    std::int64_t queries = 0;
    int k = 0;
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    std::vector<std::int64_t> id;
    double milliseconds = 0, distances = 0;  ///< in all; computed for each query
};

stored::StoredIndex open_own(const OwnRun& run) {
    const std::string& source = run.data.source;
    if (!index_files::is_index(source))
        throw Error(Failure::usage, "own searches an index of another library, and " + source + " is none",
            "name a file of FAISS, hnswlib, usearch or DiskANN, or choose another method");
    stored::StoredIndex index = index_files::open_index(source);
    const std::string& metric = run.question.metric;
    if (metric == "manhattan" || metric == "chebyshev")
        throw Error(Failure::usage, "own knows no --metric " + metric, "choose euclidean, cosine or inner-product, or leave it out");
    if (index.metric_is_guessed && metric != "euclidean")
        stored::set_metric(index, metric == "cosine" ? stored::VectorMetric::cosine : stored::VectorMetric::inner_product);
    else if (metric != "euclidean" && metric != stored::name(index.metric))
        throw Error(Failure::usage, "the metric of " + source + " is " + std::string(stored::name(index.metric)), "leave --metric out");
    if (run.question.exclude_self)
        throw Error(Failure::usage, "own has no --exclude-self: libraries do not leave rows out", "leave it out");
    return index;
}

stored::ReplaySettings settings_in(const OwnRun& run, const stored::StoredIndex& index) {
    stored::ReplaySettings settings{run.question.checked_k(), 0, 0};
    for (const auto& [name, value] : run.question.chosen()) {
        const bool ef = name == "ef" && index.has_graph(), probes = name == "probes" && index.lists;
        if (!ef && !probes)
            throw Error(Failure::usage, "own has no option '" + name + "' for this index, " + index.kind,
                index.has_graph() ? "set ef"
                : index.lists     ? "set probes"
                                  : "it has no options");
        (ef ? settings.ef : settings.probes) = int(integer_in(value, "--set " + name, 1, most_of_an_option, ef ? 50 : 3));
    }
    return settings;
}

/// As it is for people and files: the product itself where rows are compared by it.
float shown_distance(const stored::StoredIndex& index, const float* query, const float* row) {
    const double distance = inspect::true_distance(query, row, index.dimension, index.metric);
    return float(index.metric == stored::VectorMetric::inner_product ? -distance : distance);
}

OwnLists search(const stored::StoredIndex& index, const DataSet& data, std::span<const float> queries,
    const stored::ReplaySettings& settings, int k, const Progress& progress) {
    const auto wide = std::size_t(index.dimension);
    OwnLists lists;
    lists.queries = std::int64_t(queries.size() / wide);
    lists.k = k;
    const std::size_t entries = std::size_t(lists.queries) * std::size_t(k);
    lists.index.assign(entries, -1);
    lists.id.assign(entries, -1);
    lists.distance.assign(entries, std::nanf(""));
    std::vector<std::int64_t> computed(static_cast<std::size_t>(lists.queries));
    constexpr std::size_t piece = 64;  // queries of one IndexReplay, which has an entry for each row
    const auto began = std::chrono::steady_clock::now();
    parallel_pieces((std::size_t(lists.queries) + piece - 1) / piece, 1, progress, [&](std::size_t part) {
        stored::IndexReplay replay(index);
        for (std::size_t query = part * piece; query < std::min((part + 1) * piece, std::size_t(lists.queries)); ++query) {
            const float* const asking = queries.data() + query * wide;
            std::size_t at = query * std::size_t(k);
            for (const stored::Found& found : replay.search(asking, settings)) {
                lists.index[at] = found.row;
                lists.id[at] = index.id_of(found.row);
                lists.distance[at++] = shown_distance(index, asking, data.coordinates.data() + std::size_t(found.row) * wide);
            }
            computed[query] = replay.counts().distances;
        }
    });
    lists.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    for (const std::int64_t count : computed) lists.distances += double(count) / double(std::max<std::int64_t>(lists.queries, 1));
    return lists;
}

void write_rows(OutputFile& file, ListsFormat format, const OwnLists& lists, bool own_ids) {
    if (format == ListsFormat::npz) {
        NpzWriter npz(file);
        const std::vector<std::int64_t> shape{lists.queries, lists.k};
        npz.add("index", "<i4", shape, lists.index.data());
        npz.add("distance", "<f4", shape, lists.distance.data());
        if (own_ids) npz.add("id", "<i8", shape, lists.id.data());
        return npz.finish();
    }
    file.write(own_ids ? "query,rank,index,distance,id\n" : "query,rank,index,distance\n");
    for (std::int64_t entry = 0; entry < lists.queries * lists.k; ++entry) {
        const auto at = std::size_t(entry);
        if (lists.index[at] < 0) continue;
        char text[128];
        const int length = std::snprintf(text, sizeof text, "%lld,%d,%d,%.9g", static_cast<long long>(entry / lists.k),
            int(entry % lists.k) + 1, lists.index[at], double(lists.distance[at]));
        file.write(std::string_view(text, std::size_t(length)));
        file.write((own_ids ? "," + std::to_string(lists.id[at]) : "") + "\n");
    }
}

/// The recall of the first lists. A neighbour as near as the farthest true one counts as found.
std::string recall_text(const stored::StoredIndex& index, const DataSet& data, std::span<const float> queries, const OwnLists& lists,
    const Progress& progress) {
    const std::int64_t judged = std::min(lists.queries, most_judged);
    const auto wide = std::size_t(index.dimension);
    const auto truth = inspect::true_neighbours({index, data.coordinates}, queries.first(std::size_t(judged) * wide), lists.k, progress);
    std::int64_t asked = 0, found = 0;
    for (std::size_t query = 0; query < truth.size(); ++query) {
        asked += std::int64_t(truth[query].size());
        for (int rank = 0; rank < lists.k && !truth[query].empty(); ++rank) {
            const std::int32_t row = lists.index[query * std::size_t(lists.k) + std::size_t(rank)];
            found += row >= 0 && inspect::true_distance(queries.data() + query * wide, data.coordinates.data() + std::size_t(row) * wide,
                                     index.dimension, index.metric) <= truth[query].back().distance;
        }
    }
    char text[96];
    std::snprintf(text, sizeof text, "recall %.4f of %s%lld %s", asked > 0 ? double(found) / double(asked) : 1.0,
        judged < lists.queries ? "the first " : "", static_cast<long long>(judged), judged == 1 ? "list" : "lists");
    return std::string(text) + (index.codec().is_exact() ? "" : ", by the decoded vectors, as the file has no others");
}

std::string first_list_text(const OwnLists& lists, bool own_ids) {
    Table table;
    for (const char* header : {"rank", "index", "distance"}) table.column(header);
    if (own_ids) table.column("id");
    for (std::size_t rank = 0; rank < std::size_t(lists.k) && lists.queries > 0 && lists.index[rank] >= 0; ++rank) {
        char distance[32];
        std::snprintf(distance, sizeof distance, "%.6g", double(lists.distance[rank]));
        std::vector<std::string> cells{std::to_string(rank + 1), std::to_string(lists.index[rank]), distance};
        if (own_ids) cells.push_back(std::to_string(lists.id[rank]));
        table.row(std::move(cells));
    }
    return table.text();
}

}  // namespace

int run_own(const OwnRun& run) {
    const int k = run.question.checked_k();
    const QueryKind kind = run.queries.kind();
    std::vector<NamedFile> inputs = run.data.files();
    for (NamedFile& file : files_of("--queries", run.queries.file)) inputs.push_back(std::move(file));
    const NamedFile outputs[] = {{"--out", run.out}};
    check_outputs(outputs, inputs);
    std::optional<OutputFile> file;
    const ListsFormat format = run.out.empty() ? ListsFormat::csv : lists_format(run.out);
    if (!run.out.empty()) file.emplace(run.out);

    const stored::StoredIndex index = open_own(run);
    const stored::ReplaySettings settings = settings_in(run, index);
    ProgressBar bar("Searching");
    DataSet data = index_files::points_of(index, run.data.source, bar.progress());
    const QueryBatch asked = make_query_batch(run.queries, kind, data, run.data, false, bar.progress());
    const std::span<const float> queries = asked.coordinates.empty() ? std::span<const float>(data.coordinates) : asked.coordinates;
    const OwnLists lists = search(index, data, queries, settings, k, bar.progress());
    const bool own_ids = bool(index.ids) || (index.lists && !index.lists->ids_are_rows);
    if (file) {
        write_rows(*file, format, lists, own_ids);
        file->commit();
    }
    const std::string recall = recall_text(index, data, queries, lists, bar.progress());
    const stored::ReplaySettings used = stored::settled(index, settings);
    const std::string setting = index.has_graph() ? ", ef = " + std::to_string(used.ef)
                                : index.lists     ? ", probes = " + std::to_string(used.probes)
                                                  : "";
    char work[96];
    std::snprintf(work, sizeof work, "%.1f distances per query, %.3f ms in all", lists.distances, lists.milliseconds);
    print("data     " + printable(index.title(data.name)) + "\nmethod   own" + setting + ", k = " + std::to_string(k) + ", " +
          std::string(stored::name(index.metric)) + (index.metric_is_guessed ? " (guessed: the file does not say)" : "") +
          ", on the host\n         approximate: it may miss neighbours; " + recall + "\n" +
          (asked.count == 1 && kind != QueryKind::self ? "query    " : "queries  ") + asked.description + "\n\n" +
          first_list_text(lists, own_ids) + "\n" + work + "\n" + (file ? "\nwrote " + printable(run.out) + "\n" : ""));
    return 0;
}

}  // namespace neighborscope::shell
