// What it takes when every point asks: when that is wanted, and the query that takes the most.
#include "app/session/workbench_state.hpp"

#include <cmath>
#include <cstdio>

namespace neighborscope {
namespace {

std::string times(unsigned most, unsigned median) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", double(most) / double(median));
    return text;
}

}  // namespace

/// Whether what is shown needs to know what every point's query takes.
bool Workbench::State::work_wanted() const {
    const Colouring& colouring = view.colouring;
    return costliest_wanted || shows_work(now().cells) ||
           (colouring.shown < colouring.ways.size() && colouring.ways[colouring.shown].of_work());
}

void Workbench::State::take_tree(std::shared_ptr<const ResidentTree> found) {
    tree = std::move(found);
    if (!tree) {
        view.tree.reset();
        tree_generation = 0;
        return;
    }
    if (std::exchange(tree_generation, tree->generation) == tree->generation) return;
    view.tree = facts_of(tree->tree, resident->data->set.count(), tree->counts, tree->cells.data() != nullptr);
    if (const ResidentWork* work = tree->work.get())
        view.tree->work = TreeWork{
            work->leaves, work->distances, tree->cell_queries, tree->cell_distances, work->iterations, work->balance, work->milliseconds};
}

/// What came of it after the answer.
void Workbench::State::take_work(FoundWork found) {
    const Answer* shown = worker.shown();
    if (!shown || shown->request.number != found.number) return;
    if (found.tree) take_tree(std::move(found.tree));
    else costliest_wanted = asked_work = false;
    if (found.error) set_error(std::move(*found.error), Origin::search);
}

void Workbench::find_costliest() {
    state_->costliest_wanted = true;
    state_->ask();
    state_->touch();
}

void Workbench::pin_costliest() {
    State& state = *state_;
    state.costliest_wanted = false;
    const TreeWork& work = *state.view.tree->work;
    const Colouring& colouring = state.view.colouring;
    const bool by_leaves = colouring.shown < colouring.ways.size() && colouring.ways[colouring.shown].kind == ColourWay::Kind::leaves;
    const Spread& spread = by_leaves ? work.leaves : work.distances;
    const std::int64_t row = spread.place_of_most;
    if (row < 0 || row >= state.shown_set().count()) return;
    QueryWork own;
    copy_to_host(state.resident->device, &own, static_cast<const QueryWork*>(state.tree->work->queries.data()) + row, sizeof own);
    const auto said = [](unsigned distances, unsigned leaves) {
        return text_of_amount(distances, "distance", "distances") + " and " + text_of_amount(leaves, "leaf", "leaves") + " visited";
    };
    std::string text = "Of " + text_of_amount(spread.count, "query", "queries") + ", one from each point, that of row " +
                       text_of_count(state.shown_set().file_row(row)) + " takes the most " + (by_leaves ? "leaves: " : "distances: ") +
                       said(own.distances, own.leaves) + ". The median is " + said(work.distances.median, work.leaves.median);
    if (spread.median > 0 && spread.most > spread.median)
        text += "; this one takes " + times(spread.most, spread.median) + " times as many " + (by_leaves ? "leaves" : "distances");
    text += ".";
    const std::uint64_t before = state.asked;
    pin_query_at_row(row);
    state.view.why = Why{"The costliest query", text};
    state.why_is_of_next = state.asked != before;
    state.touch();
}

}  // namespace neighborscope
