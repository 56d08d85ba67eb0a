// Describes the tree of an answer for pictures and tables: its leaves, and the work of a self-join.
#include "app/session/search/resident_search.hpp"

#include "app/session/threads/clock.hpp"
#include "gpu/device/copy.hpp"

namespace neighborscope {
namespace {

constexpr double within_answer = 250;  // milliseconds: a faster self-join is part of the answer, so that both are of one tick

constexpr int max_cells_drawn = 1 << 22;
constexpr int max_leaves_compared = 1 << 18;

}  // namespace

std::shared_ptr<const RecordedTree> leaves_of(const Tree& tree, DeviceKind device) {
    const MortonGrid* grid = tree.grid();
    if (!grid || tree.leaves > max_leaves_compared) return nullptr;
    const auto count = std::size_t(tree.leaves);
    RecordedTree found{.dimension = tree.dimension, .low = {}, .side = grid->side, .level = tree.level, .first_cell = {}, .objects = {}};
    for (int axis = 0; axis < tree.dimension; ++axis) found.low[std::size_t(axis)] = grid->low[axis];
    found.first_cell.resize(count + 1);
    found.objects.resize(count);
    std::vector<std::int32_t> begin(count);
    copy_to_host(device, found.first_cell.data(), grid->leaf_code, (count + 1) * sizeof(unsigned));
    copy_to_host(device, begin.data(), grid->leaf_begin, count * sizeof(int));
    copy_to_host(device, found.objects.data(), grid->leaf_end, count * sizeof(int));
    for (std::size_t leaf = 0; leaf < count; ++leaf) found.objects[leaf] -= begin[leaf];
    return std::make_shared<const RecordedTree>(std::move(found));
}

namespace {

StridedNumbers of_cells(const DeviceMemory& cells, int leaves, int word) {
    constexpr int queries = int(offsetof(Cell, queries) / sizeof(unsigned));
    return {static_cast<const unsigned*>(cells.data()), leaves, int(sizeof(Cell) / sizeof(unsigned)), word, queries};
}

}  // namespace

/// Describes each tree once. Leaves out cells without memory for them, rather than failing.
void ResidentSearch::describe_tree(const SearchRequest& request) {
    const std::optional<Tree> tree = searcher_->tree();
    if (!tree) tree_.reset();  // searched in other coordinates
    if (tree_ || !tree) return;
    const DeviceKind device = resident_->device;
    auto described = std::make_shared<ResidentTree>();
    CellCounts counts = count_cells(*tree, device);
    try {
        if (tree->leaves <= max_cells_drawn) described->cells = cells_of(*tree, device, request.data->set.shown);
    } catch (const Error& error) {
        if (error.kind != Failure::memory) throw;
    }
    described->facts = facts_of(*tree, std::move(counts), described->cells.data() != nullptr);
    described->tree = *tree;
    if (request.tick == 0) described->leaves = leaves_of(*tree, device);
    if (const MortonGrid* grid = tree->grid()) {
        described->tree.form = MortonGrid{.side = grid->side};
        std::copy(std::begin(grid->low), std::end(grid->low), std::get<MortonGrid>(described->tree.form).low);
    } else {
        described->tree.form = LeafBoxes();
    }
    described->generation = ++trees_;
    tree_ = std::move(described);
}

std::vector<std::string> ResidentSearch::work_key_of(const SearchRequest& request) const {
    return {std::to_string(resident_->generation), std::to_string(request.k), std::string(name(request.metric)),
        request.exclude_self ? "without self" : ""};
}

/// Adds the work of the self-join to tree_, which gets a new generation.
void ResidentSearch::add_work(const SearchRequest& request, SelfJoin::Answer all, double milliseconds) {
    const DeviceKind device = resident_->device;
    auto work = std::make_shared<ResidentWork>();
    work->count = points_->set().points().count;
    work->queries = std::move(all.work);
    work->iterations = std::move(all.report.iterations);
    if (all.report.balance) work->balance = std::move(*all.report.balance);
    work->milliseconds = all.report.total_milliseconds;
    work->generation = ++works_;
    const auto* const told = static_cast<const QueryWork*>(work->queries.data());
    std::vector<StridedNumbers> numbers{leaves_of(told, work->count), distances_of(told, work->count)};
    const std::optional<Tree> tree = searcher_->tree();
    if (!tree_ || !tree) return;
    auto described = std::make_shared<ResidentTree>();
    described->tree = tree_->tree;
    described->leaves = tree_->leaves;
    described->generation = ++trees_;
    DeviceMemory cells = cells_of(*tree, device, request.data->set.shown);
    neighborscope::add_work(*tree, points_->set().points(), told, device, static_cast<Cell*>(cells.data()));
    for (const std::size_t at : {offsetof(Cell, queries), offsetof(Cell, distances)})
        numbers.push_back(of_cells(cells, tree->leaves, int(at / sizeof(unsigned))));
    std::vector<Distribution> spreads = distributions_of(numbers, device);
    work->leaves = std::move(spreads[0]);
    work->distances = std::move(spreads[1]);
    work->cell_queries = std::move(spreads[2]);
    work->cell_distances = std::move(spreads[3]);
    if (tree_->cells.data()) described->cells = std::move(cells);
    described->facts = tree_->facts;
    described->facts.work = *work;
    described->work = std::move(work);
    tree_ = std::move(described);
    work_key_ = work_key_of(request);
    work_milliseconds_ = milliseconds;
}

bool ResidentSearch::has_work_of(const SearchRequest& request) const { return tree_->work && work_key_ == work_key_of(request); }

/// Runs the self-join at once if it is known to be quick; else leaves it to run_self_join().
void ResidentSearch::describe_work(const SearchRequest& request, const Progress& progress) {
    if (!needs_self_join(request)) return;
    if (work_milliseconds_ >= 0 && work_milliseconds_ < within_answer) {
        const auto began = Clock::now();
        SelfJoin::Answer all = self_join_.run(*searcher_, points_->set(), request.k, request.metric, request.exclude_self, progress);
        add_work(request, std::move(all), 1e3 * seconds_since(began));
    } else if (tree_->work) {  // of another request
        tree_.reset();
        describe_tree(request);
    }
}

void ResidentSearch::run_self_join(const SearchRequest& request, const Progress& progress, const double& interrupted_milliseconds) {
    const auto began = Clock::now();
    const auto run = [&](SelfJoin& self_join, Searcher& searcher) {
        return self_join.run(searcher, points_->set(), request.k, request.metric, request.exclude_self, progress);
    };
    if (points_moved_since_build_) {  // a new index would have another state
        SelfJoin::Answer all = run(self_join_, *searcher_);
        add_work(request, std::move(all), 1e3 * seconds_since(began));
        return;
    }
    SelfJoin self_join;
    Searcher searcher(*request.method, points_->set(), Options(request.method->info.options, request.options), progress);
    SelfJoin::Answer all = run(self_join, searcher);
    all.report.total_milliseconds = std::max(0.0, all.report.total_milliseconds - interrupted_milliseconds);
    if (!searcher_) throw Cancelled{};  // an answer during the self-join failed
    add_work(request, std::move(all), 1e3 * seconds_since(began) - interrupted_milliseconds);
}

}  // namespace neighborscope
