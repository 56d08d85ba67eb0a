#include "app/inspect/inspection.hpp"

#include <algorithm>
#include <cstdio>

namespace neighborscope::inspect {
namespace {

/// Collects what differs.
class Differences {
public:
    void add(const std::string& what, const std::string& before, const std::string& after) {
        if (before != after) sentences.push_back(what + ": " + before + ", then " + after);
    }
    void add(const std::string& what, std::int64_t before, std::int64_t after) { add(what, std::to_string(before), std::to_string(after)); }
    void add(const std::string& what, double before, double after) { add(what, text(before), text(after)); }
    std::vector<std::string> sentences;

private:
    static std::string text(double value) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.4g", value);
        return digits;
    }
};

void compare_graphs(Differences& all, const GraphHealth& a, const GraphHealth& b) {
    all.add("levels", std::int64_t(a.levels.size()), std::int64_t(b.levels.size()));
    all.add("links at level 0", a.levels[0].links, b.levels[0].links);
    all.add("mean degree at level 0", a.levels[0].mean_degree(), b.levels[0].mean_degree());
    all.add("rows that cannot be reached", std::int64_t(a.unreachable.size()), std::int64_t(b.unreachable.size()));
    all.add("components", a.components, b.components);
    all.add("one-way links", a.one_way, b.one_way);
    all.add("most links that lead to one row", a.most_in_degree, b.most_in_degree);
}

void compare_lists(Differences& all, const ListHealth& a, const ListHealth& b) {
    all.add("lists", a.lists, b.lists);
    all.add("empty lists", a.empty, b.empty);
    all.add("rows of the longest list", a.most, b.most);
    all.add("imbalance of lists", a.imbalance, b.imbalance);
}

void compare_ledgers(InspectionChange& change, Differences& all, const Inspection& first, const Inspection& second) {
    const stored::StoredIndex &before = *first.index, &after = *second.index;
    const Ledger &a = *first.ledger, &b = *second.ledger;
    if (before.has_graph() && after.has_graph()) all.add("ef", std::int64_t(a.settings.ef), std::int64_t(b.settings.ef));
    if (before.lists && after.lists) all.add("probes", std::int64_t(a.settings.probes), std::int64_t(b.settings.probes));
    all.add("recall", a.recall(), b.recall());
    all.add("ceiling", a.ceiling(), b.ceiling());
    all.add("distances per query", a.mean_distances, b.mean_distances);
    for (int cause = 0; cause < causes; ++cause)
        all.add("missed, " + std::string(name(Cause(cause))), a.counts[std::size_t(cause)], b.counts[std::size_t(cause)]);
    for (std::size_t i = 0; i < std::min(a.recalls.size(), b.recalls.size()); ++i) {
        const QueryChange one{std::int64_t(i), a.recalls[i], b.recalls[i]};
        if (one.before == one.after) ++change.equal;
        else (one.after > one.before ? change.better : change.worse).push_back(one);
    }
    const auto greatest_first = [](const QueryChange& x, const QueryChange& y) {
        return std::abs(x.after - x.before) > std::abs(y.after - y.before);
    };
    std::stable_sort(change.better.begin(), change.better.end(), greatest_first);
    std::stable_sort(change.worse.begin(), change.worse.end(), greatest_first);
}

}  // namespace

Inspection inspect_index(
    std::string file, const std::shared_ptr<const stored::StoredIndex>& index, const Question& question, const Progress& progress) {
    Inspection inspection;
    inspection.file = std::move(file);
    inspection.index = index;
    if (index->has_graph()) inspection.graph = graph_health(*index, progress);
    if (index->lists) inspection.lists = list_health(*index);
    inspection.vectors = vector_health(*index, question.points, progress);
    if (!question.queries.empty()) {
        const Searched searched{*index, question.points};
        stored::IndexReplay check(*index);  // says at once when the index cannot be searched
        const auto truth = true_neighbours(searched, question.queries, stored::settled(*index, question.settings).k, progress);
        inspection.ledger = ledger_of(searched, question.queries, truth, question.settings, progress);
        inspection.truth_is_decoded = question.points.empty() && !index->codec().is_exact();
    }
    return inspection;
}

InspectionChange change_of(const Inspection& before, const Inspection& after) {
    InspectionChange change;
    Differences all;
    all.add("index", before.index->library + " " + before.index->kind, after.index->library + " " + after.index->kind);
    all.add("rows", before.index->rows, after.index->rows);
    all.add("deleted rows", before.index->deleted_rows, after.index->deleted_rows);
    all.add("dimensions", std::int64_t(before.index->dimension), std::int64_t(after.index->dimension));
    all.add("metric", std::string(name(before.index->metric)), std::string(name(after.index->metric)));
    if (before.graph && after.graph) compare_graphs(all, *before.graph, *after.graph);
    if (before.lists && after.lists) compare_lists(all, *before.lists, *after.lists);
    all.add("rows with the vector of another", before.vectors.repeated_vectors, after.vectors.repeated_vectors);
    if (before.ledger && after.ledger) compare_ledgers(change, all, before, after);
    change.structure = std::move(all.sentences);
    return change;
}

}  // namespace neighborscope::inspect
