#include "app/session/sentences/explain_row.hpp"

#include "app/inspect/graph_rows.hpp"
#include "app/session/search/probed_lists.hpp"
#include "app/session/stepping/narrate.hpp"

namespace neighborscope {
namespace {

std::string of_graph(const inspect::GraphRows& graph, std::int64_t row, bool missed) {
    const std::int64_t in = graph.links_in(row);
    const std::string linking = in == 0 ? "no row links to it" : in == 1 ? "1 row links to it" : text_of_count(in) + " rows link to it";
    if (in == 0 && graph.is_reachable(row))
        return missed ? "" : "A search can reach it from the levels above alone: on level 0 no row links to it.";
    if (graph.is_reachable(row)) return missed ? "" : "A search can reach it: " + linking + ".";
    if (in > 0) return "No search can find it: " + linking + ", and links lead to none of these from the entry.";
    return "No search can find it: " + linking + ".";
}

std::string of_lists(const ProbedLists& probed, std::int64_t row) {
    const auto at = std::size_t(row);
    if (at >= probed.lists->list_of.size() || probed.lists->list_of[at] == InvertedLists::no_list) return {};
    const int list = int(probed.lists->list_of[at]), place = probed.place[std::size_t(list)];
    return "Its list, number " + text_of_count(list) + ", is the " + ordinal(place + 1) + " nearest of " +
           text_of_count(probed.lists->lists()) + ", and " + text_of_count(probed.probed()) + (probed.probed() == 1 ? " is" : " are") +
           " searched.";
}

}  // namespace

std::string explain_row(const ViewModel& view, const MethodInfo& method, std::int64_t row, bool missed) {
    if (method.supports.own_index && view.graph && row >= 0 && row < view.graph->index->rows) {
        if (view.graph->index->is_deleted(row)) return missed ? "" : "It is marked as deleted, so that no search returns it.";
        return of_graph(*view.graph, row, missed);
    }
    if (view.probed && row >= 0 && !missed) return of_lists(*view.probed, row);
    return {};
}

}  // namespace neighborscope
