#include "app/inspect/graph_rows.hpp"

#include "app/data/files/memory.hpp"
#include "gpu/index/reach.hpp"

#include <algorithm>
#include <numeric>

namespace neighborscope::inspect {
namespace {

constexpr std::int64_t rows_per_report = 1000;
constexpr double hub_share = 0.01, hub_factor = 2;  // one of 100 rows, if at least twice the mean of links lead to it

/// Fills `begin` and `sources`.
void find_sources(GraphRows& graph, const Progress& progress) {
    const stored::LevelLinks& links = *graph.index->links;
    const auto rows = std::size_t(graph.index->rows);
    graph.begin.assign(rows + 1, 0);
    for (std::size_t row = 0; row < rows; ++row) {
        if (row % rows_per_report == 0) progress.step(double(row), 2 * double(rows));
        for (const std::int32_t to : links.of(std::int64_t(row), 0)) ++graph.begin[std::size_t(to) + 1];
    }
    std::partial_sum(graph.begin.begin(), graph.begin.end(), graph.begin.begin());
    if (double(graph.begin.back()) * sizeof(std::int32_t) > double(available_memory()) / 4) return;
    graph.sources.resize(std::size_t(graph.begin.back()));
    std::vector<std::int64_t> next(graph.begin.begin(), graph.begin.end() - 1);
    for (std::size_t row = 0; row < rows; ++row) {
        if (row % rows_per_report == 0) progress.step(double(rows + row), 2 * double(rows));
        for (const std::int32_t to : links.of(std::int64_t(row), 0))
            graph.sources[std::size_t(next[std::size_t(to)]++)] = std::int32_t(row);
    }
}

std::int64_t links_of_hubs(const GraphRows& graph) {
    const std::int64_t rows = graph.index->rows;
    if (rows == 0) return 0;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row) counts[std::size_t(row)] = graph.links_in(row);
    const auto at = counts.begin() + std::ptrdiff_t(double(rows - 1) * (1 - hub_share));
    std::nth_element(counts.begin(), at, counts.end());
    return std::max(*at, std::int64_t(hub_factor * double(graph.begin.back()) / double(rows)) + 1);
}

}  // namespace

bool GraphRows::is_reachable(std::int64_t row) const {
    return !std::binary_search(unreachable.begin(), unreachable.end(), std::int32_t(row));
}

std::vector<std::int32_t> GraphRows::leading_to(std::int64_t row, int level) const {
    std::vector<std::int32_t> all;
    if (level == 0 && !sources.empty())
        all.assign(
            sources.begin() + std::ptrdiff_t(begin[std::size_t(row)]), sources.begin() + std::ptrdiff_t(begin[std::size_t(row) + 1]));
    else if (level > 0 && level <= top_level())
        for (const std::int32_t from : on_level[std::size_t(level)])
            if (index->links->of(from, level).lead_to(row)) all.push_back(from);
    return all;
}

std::shared_ptr<const GraphRows> graph_rows(std::shared_ptr<const stored::StoredIndex> index, const Progress& progress) {
    if (!index || !index->has_graph()) return nullptr;
    auto graph = std::make_shared<GraphRows>();
    graph->index = std::move(index);
    const stored::StoredIndex& its = *graph->index;
    graph->on_level.resize(std::size_t(its.top_level) + 1);
    for (std::int64_t row = 0; its.top_level > 0 && row < its.rows; ++row)
        for (int level = std::min(its.links->level(row), its.top_level); level > 0; --level)
            graph->on_level[std::size_t(level)].push_back(std::int32_t(row));
    find_sources(*graph, progress);
    graph->hub_links = links_of_hubs(*graph);
    graph->unreachable = stored::unreachable_rows(its);
    return graph;
}

std::vector<DrawnLink> drawn_links(const GraphRows& graph, int level, const std::vector<std::int32_t>* rows) {
    std::vector<DrawnLink> drawn;
    if (level < 0 || level > graph.top_level()) return drawn;
    const stored::LevelLinks& links = *graph.index->links;
    std::vector<bool> chosen;  // of `rows`
    if (rows) {
        chosen.resize(std::size_t(graph.index->rows));
        for (const std::int32_t row : *rows) chosen[std::size_t(row)] = true;
    }
    const auto add = [&](std::int32_t row) {
        const stored::Links its = links.of(row, level);
        for (int i = 0; i < its.count(); ++i) {
            const std::int32_t to = its[i];
            if (to == row) continue;
            const bool back = links.of(to, level).lead_to(row);
            if (back && to < row && (!rows || chosen[std::size_t(to)])) continue;  // drawn from the other end
            drawn.push_back({row, to, !back});
        }
    };
    if (rows)
        for (const std::int32_t row : *rows) add(row);
    else if (level > 0)
        for (const std::int32_t row : graph.on_level[std::size_t(level)]) add(row);
    else
        for (std::int64_t row = 0; row < graph.index->rows; ++row) add(std::int32_t(row));
    return drawn;
}

}  // namespace neighborscope::inspect
