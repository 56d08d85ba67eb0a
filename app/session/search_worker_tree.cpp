// The tree behind an answer, for pictures and tables: its leaves, and what it takes when every point asks.
#include "app/session/search_worker.hpp"

namespace neighborscope {
namespace {

constexpr double within_answer = 250;      // milliseconds: what takes no longer is part of the answer, so that both are of one tick
constexpr double before_making_way = 100;  // milliseconds it goes on when something newer is asked
constexpr double once_cut = 2000;          // and after it was cut short, so that it is not cut short for ever

constexpr int most_cells_drawn = 1 << 22;

NumbersOf of_cells(const DeviceMemory& cells, int leaves, int word) {
    constexpr int queries = int(offsetof(Cell, queries) / sizeof(unsigned));
    return {static_cast<const unsigned*>(cells.data()), leaves, int(sizeof(Cell) / sizeof(unsigned)), word, queries};
}

}  // namespace

/// Once for every tree. A picture without cells is better than no answer: where there is no memory for them, they are left out.
void SearchWorker::describe_tree(const SearchRequest& request) {
    const std::optional<Tree> tree = searcher_->tree();
    if (tree_ || !tree) return;
    const DeviceKind device = resident_->device;
    auto described = std::make_shared<ResidentTree>();
    CellCounts counts = count_cells(*tree, device);
    try {
        if (tree->leaves <= most_cells_drawn) described->cells = cells_of(*tree, device, request.data->set.shown);
    } catch (const Error& error) {
        if (error.kind != Failure::memory) throw;
    }
    described->facts = facts_of(*tree, resident_->data->set.count(), std::move(counts), described->cells.data() != nullptr);
    described->tree = *tree;
    described->tree.leaf_code = nullptr;
    described->tree.leaf_level = nullptr;
    described->tree.leaf_begin = described->tree.leaf_end = described->tree.leaf_of_cell = described->tree.object = nullptr;
    described->generation = ++trees_;
    tree_ = std::move(described);
}

std::vector<std::string> SearchWorker::work_key_of(const SearchRequest& request) const {
    return {std::to_string(resident_->generation), std::to_string(request.k), std::string(name(request.metric)),
        request.exclude_self ? "without self" : ""};
}

/// Every point asks; what that takes is added to tree_, which becomes another.
void SearchWorker::add_work(const SearchRequest& request, const Progress& progress) {
    const auto began = Clock::now();
    const DeviceKind device = resident_->device;
    EveryoneAsks::Answer all = everyone_.ask(*searcher_, points_->set(), request.k, request.metric, request.exclude_self, progress);
    auto work = std::make_shared<ResidentWork>();
    work->count = points_->set().points().count;
    work->queries = std::move(all.work);
    work->iterations = std::move(all.report.iterations);
    if (all.report.balance) work->balance = std::move(*all.report.balance);
    work->milliseconds = all.report.total_milliseconds;
    work->generation = ++works_;
    const auto* const told = static_cast<const QueryWork*>(work->queries.data());
    work->leaves = spread_of(leaves_of(told, work->count), device);
    work->distances = spread_of(distances_of(told, work->count), device);
    const std::optional<Tree> tree = searcher_->tree();
    if (!tree_ || !tree) return;
    auto described = std::make_shared<ResidentTree>();
    described->tree = tree_->tree;
    described->generation = ++trees_;
    DeviceMemory cells = cells_of(*tree, device, request.data->set.shown);
    neighborscope::add_work(*tree, points_->set().points(), told, device, static_cast<Cell*>(cells.data()));
    work->cell_queries = spread_of(of_cells(cells, tree->leaves, int(offsetof(Cell, queries) / sizeof(unsigned))), device);
    work->cell_distances = spread_of(of_cells(cells, tree->leaves, int(offsetof(Cell, distances) / sizeof(unsigned))), device);
    if (tree_->cells.data()) described->cells = std::move(cells);
    described->facts = tree_->facts;
    described->facts.work = *work;
    described->work = std::move(work);
    tree_ = std::move(described);
    work_key_ = work_key_of(request);
    work_milliseconds_ = milliseconds_since(began);
    work_was_cut_ = false;
}

/// At once when it is known to be quick; else it is left to the next idle moment.
void SearchWorker::describe_work(const SearchRequest& request, const Progress& progress) {
    if (!request.work || !tree_) return;
    if (tree_->work && work_key_ == work_key_of(request)) return;
    if (work_milliseconds_ >= 0 && work_milliseconds_ < within_answer) {
        add_work(request, progress);
        return;
    }
    if (tree_->work) {  // of another question
        tree_.reset();
        describe_tree(request);
    }
    std::lock_guard lock(mutex_);
    work_pending_ = true;
}

/// The same for the answer that was given last.
std::shared_ptr<const ResidentTree> SearchWorker::found_work(const SearchRequest& request) {
    const auto began = Clock::now();
    try {
        add_work(request, watched([&] { return milliseconds_since(began) > (work_was_cut_ ? once_cut : before_making_way); }));
    } catch (const Cancelled&) {
        work_was_cut_ = newer();
        throw;
    }
    return tree_;
}

}  // namespace neighborscope
