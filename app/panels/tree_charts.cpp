#include "app/panels/tree_charts.hpp"

#include "app/session/shown/view_model.hpp"

#include <limits>

namespace neighborscope::panels {
namespace {

using render::CellNumber;
constexpr int max_bars = 24;

/// Words of "12 leaves with 9 – 16 objects": `several` `joined` `before`, the numbers, `numbers`.
struct ChartWording {
    const char *title, *one, *several, *joined, *before, *number, *numbers, *command, *help;
};

const ChartWording& wording_of(CellNumber of) {
    static constexpr ChartWording objects{
        "Points in a leaf", "leaf", "leaves", "with", "", " point", " points", "view.cells.occupancy", "by how many points each holds"},
        level{"Level of a leaf", "leaf", "leaves", "at", "level ", "", "", "view.cells.depth",
            "by level: how often space was divided to make them"},
        queries{"Queries in a leaf", "leaf", "leaves", "with", "", " query", " queries", "view.cells.queries",
            "by how many queries lie in each"},
        distances{"Distances per query", "leaf", "leaves", "with", "", " distance per query", " distances per query", "view.cells.work",
            "by how many distances each of its queries computes"},
        tasks{"Weight of a task", "task", "tasks", "of", "weight ", "", "", nullptr,
            "A task is a block of queries that visit the same leaf, one thread each. Its weight is queries × points"},
        visited{"Active queries, by iteration", "active query", "active queries", "in", "iteration ", "", "", nullptr,
            "How many queries still search for nearer points in each iteration"};
    switch (of) {
        case CellNumber::level: return level;
        case CellNumber::queries: return queries;
        case CellNumber::distances: return distances;
        case CellNumber::tasks: return tasks;
        case CellNumber::visited: return visited;
        case CellNumber::objects:
        case CellNumber::none: break;
    }
    return objects;
}

}  // namespace

const char* title_of(CellNumber of) { return wording_of(of).title; }
const char* TreeChart::command() const { return wording_of(of).command; }
std::string TreeChart::help() const { return (command() ? "Colour the leaves " : "") + std::string(wording_of(of).help); }
std::string TreeChart::count_text(std::int64_t number) const { return text_of_amount(number, wording_of(of).one, wording_of(of).several); }
std::string TreeChart::text_of(const LeafBar& bar) const {
    return wording_of(of).before + text_of_range(bar) + (bar.to == 1 ? wording_of(of).number : wording_of(of).numbers);
}
std::string TreeChart::long_text_of(const LeafBar& bar) const {
    return std::string(wording_of(of).several) + " " + wording_of(of).joined + " " + text_of(bar);
}
std::string TreeChart::short_text_of(const LeafBar& bar) const {
    return (of == CellNumber::tasks ? "tasks of " : of == CellNumber::visited ? "queries in " : "") + text_of(bar);
}
std::string TreeChart::percent_of(const LeafBar& bar) const {
    return text_of_decimals(100.0 * bar.leaves / double(std::max<std::int64_t>(1, all)), 1);
}
int TreeChart::marked_to(const LeafBar& bar) const { return of == CellNumber::visited ? std::numeric_limits<int>::max() : bar.to; }

std::vector<TreeChart> tree_charts(const TreeFacts& tree) {
    std::vector<TreeChart> charts{
        {CellNumber::objects, occupancy_bars(tree, max_bars), tree.leaves}, {CellNumber::level, depth_bars(tree), tree.leaves}};
    if (tree.work) {
        const TreeWork& work = *tree.work;
        const double heaviest = work.balance.mean() > 0 ? work.balance.heaviest / work.balance.mean() : 0;
        charts.push_back({CellNumber::queries, spread_bars(work.cell_queries, max_bars), work.cell_queries.count});
        charts.push_back({CellNumber::distances, spread_bars(work.cell_distances, max_bars), work.cell_distances.count});
        charts.push_back({CellNumber::tasks, task_bars(work.balance, max_bars), work.balance.tasks,
            heaviest > 0 ? "heaviest " + text_of_decimals(heaviest, heaviest < 9.95 ? 1 : 0) + " × mean" : ""});
        charts.push_back({CellNumber::visited, iteration_bars(work.iterations, max_bars), work.leaves.count});
    }
    std::erase_if(charts, [](const TreeChart& chart) { return chart.bars.empty(); });
    return charts;
}

}  // namespace neighborscope::panels
