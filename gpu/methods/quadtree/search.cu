#include "gpu/methods/quadtree/search.hpp"

#include "gpu/device/primitives.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/methods/quadtree/moving_index.hpp"
#include "gpu/methods/quadtree/navigate.cuh"
#include "gpu/methods/quadtree/tasks.cuh"
#include "gpu/methods/quadtree/update.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

namespace {

constexpr std::string_view query_indexing = "query indexing", first_iteration = "first iteration", navigation = "navigation",
                           query_sorting = "query sorting", list_updates = "list updates";
constexpr std::string_view distances = counter_names[slot_distances], own_distances = counter_names[slot_own_distances],
                           quadrants_tested = counter_names[slot_quadrants_tested], leaves_visited = counter_names[slot_leaves_visited];
constexpr double bytes_of_leaf = 16;  ///< its number, its code, the begin and end of its objects

// ---- The search ------------------------------------------------------------------------------------------------------------

struct Settings {
    std::string_view method;  ///< for messages
    TreeParameters tree_parameters;
    int bins_log2 = 4;  ///< of the k-selection
    int threads = 64;   ///< of a block, one query each
    bool coalesced = false;
    RebuildPolicy rebuild;
};

template <int Dimension>
class QuadtreeSearch final : public Search {
public:
    QuadtreeSearch(const Points& points, const Settings& settings, const Progress& progress)
        : points_(points), settings_(settings), index_(points, settings.tree_parameters, settings.rebuild) {
        if (points.count == 0) return;
        if (const std::size_t needed = Index<Dimension>::bytes_needed(points.count), free = free_bytes(); needed > free)
            throw Error(Failure::memory,
                of("a tree over ") + std::to_string(points.count) + " points needs " + std::to_string(needed) +
                    " bytes of device memory, " + std::to_string(free) + " are free",
                "use fewer points or another method");
        index_.create(stream_, progress);
    }

    bool points_moved() override {
        index_.points_moved();
        return true;
    }
    double build_milliseconds() const override { return index_update()->creation_milliseconds + index_update()->indexing_milliseconds; }
    bool rebuild_index(const Progress& progress) override {
        if (points_.count > 0) index_.create(stream_, progress);
        return true;
    }
    std::optional<IndexUpdate> index_update() const override { return index_.index_update(); }

    std::optional<Tree> tree() const override {
        if (points_.count == 0) return std::nullopt;
        const IndexView<Dimension> view = index_.view();
        MortonGrid grid{.side = view.square.side};
        std::copy(std::begin(view.square.low.at), std::end(view.square.low.at), std::begin(grid.low));
        grid.leaf_code = view.leaf_code;
        grid.leaf_level = view.leaf_level;
        grid.leaf_begin = view.leaf_begin;
        grid.leaf_end = view.leaf_end;
        grid.leaf_of_cell = view.leaf_of_cell;
        grid.object = view.id;
        constexpr std::uint64_t of_leaf = 4 + 1 + 4 + 4, of_cell = 4;  // first cell, level, first and last object; leaf
        const std::uint64_t bytes = of_leaf * std::uint64_t(view.leaves) + (of_cell << Dimension * view.level) +
                                    std::uint64_t(points_.count) * 4 * std::uint64_t(1 + Dimension);
        return Tree{.dimension = Dimension, .level = view.level, .leaves = view.leaves, .bytes = bytes, .form = grid};
    }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        std::size_t bytes = finish_.more_for(finish_bytes(problem.queries, problem.k));
        each_memory(*this, problem.queries, problem.k,
            [&](const auto& scratch, std::size_t size, std::string_view) { bytes += scratch.more_for(size); });
        return bytes;
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const int count = int(queries.points.count);
        if (count == 0) return Run(stream_, progress, measure).finish();
        if (points_.count > 0) index_.update_positions(stream_, progress);
        Batch<Dimension> batch = batch_for(count, problem.k);
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, problem.k), of("exact distances"));
        Run run(stream_, progress, measure);
        counters_ = run.counters(counter_names);
        query_work_ = lists.work;
        if (query_work_) {
            clear_query_work(stream_, query_work_, count);
            task_counts_.at_least(stream_, 1, of("counts of tasks"));
            task_counts_.fill_bytes(stream_, 0);
        }
        work_ = index_.counts_work() && !counts() ? work_memory_.at_least(stream_, work_counters, of("computations")) : nullptr;
        if (work_) work_memory_.fill_bytes(stream_, 0);
        splits_launches_ = progress.stop != nullptr;
        launch_step_ = {};
        if (measure == Measure::steps && points_.count > 0) {
            const IndexView<Dimension> view = index_.view();
            run.record_steps(problem.metric,
                steps_at_most(points_.count, problem.k, std::int64_t(1) << Dimension * view.level, view.leaves, settings_.bins_log2));
        }
        recorder_ = run.recorder();
        lists_.fill_bytes(stream_, 0xff);
        if (points_.count > 0) with_distance(problem.metric, [&](auto metric) { visit_leaves<decltype(metric)>(run, queries, batch); });
        const FinishSteps steps{.phase = phase_exact_distances, .kind = kind_exact_distance, .iteration = launch_step_.iteration + 1};
        finish_lists(run, points_, queries, problem.k, problem.metric, batch.lists, lists, scratch, steps);
        Report report = run.finish();
        if (recorder_.steps) report.tree = std::make_shared<RecordedTree>(index_.recorded(stream_));
        if (query_work_) report.balance = balance();
        if (counts()) report.iterations = std::move(iterations_);
        if (work_) index_.add_work(stream_, work_memory_, problem);
        return report;
    }

private:
    /// The purpose of an allocation, for messages: "quadtree-cached: lists".
    std::string of(std::string_view what) const { return std::string(settings_.method) + ": " + std::string(what); }

    /// Calls f(scratch, size, purpose) for all memory of a batch except the last step's.
    template <class Self, class F>
    static void each_memory(Self& self, std::int64_t queries, int k, F f) {
        const std::size_t n = std::size_t(queries), leaves = std::size_t(self.index_.view().leaves);
        for (auto& axis : self.position_) f(axis, n, "queries");
        for (auto* ints : {&self.query_, &self.excluded_, &self.kept_}) f(*ints, n, "queries");
        f(self.farthest_, n, "queries");
        for (const int way : {left, right}) {
            f(self.cursor_[way], n, "queries");
            f(self.order_[way], n, "queries");
        }
        f(self.lists_, n * std::size_t(k), "lists");
        for (auto* keys : {&self.assigned_, &self.sorted_, &self.weights_, &self.sorted_weights_}) f(*keys, n, "leaves of queries");
        for (auto* slots : {&self.order_first_, &self.slots_, &self.task_order_}) f(*slots, n, "leaves of queries");
        for (auto* scanned : {&self.begins_, &self.numbers_}) f(*scanned, n + 1, "tasks");
        f(self.tasks_, n, "tasks");
        for (auto* runs : {&self.run_begin_, &self.run_end_}) f(*runs, leaves, "queries of leaves");
        f(self.totals_, 1, "totals");
        f(self.sorting_, sort_pairs_bytes(n), "sorting");
    }

    Batch<Dimension> batch_for(int count, int k) {
        each_memory(
            *this, count, k, [&](auto& scratch, std::size_t size, std::string_view what) { scratch.at_least(stream_, size, of(what)); });
        Batch<Dimension> batch{};
        batch.queries = count;
        batch.k = k;
        for (int d = 0; d < Dimension; ++d) batch.position[d] = position_[d].data();
        batch.query = query_.data();
        batch.excluded = excluded_.data();
        batch.kept = kept_.data();
        batch.farthest = farthest_.data();
        for (const Direction way : {left, right}) batch.cursor[way] = cursor_[way].data();
        batch.lists = lists_.data();
        return batch;
    }

    template <class Metric>
    void visit_leaves(Run& run, const Queries& queries, const Batch<Dimension>& batch) {
        const IndexView<Dimension> view = index_.view();
        const int count = batch.queries;
        const double Q = double(count), k = batch.k, of_point = 4 * Dimension, all_points = of_point * double(points_.count);
        int active[2] = {count, count};
        iterations_.clear();
        {
            const auto phase = run.phase(query_indexing, {4 * Dimension * Q, 0, "4 D |Q| bytes"});
            // Cells and rows use memory that weights and numbers of tasks use later.
            launch(stream_, {blocks_for(std::size_t(count)), threads_of_block}, KERNEL(find_cells<Dimension>), view,
                queries.points.coordinates, count, weights_.data(), numbers_.data());
            sort_pairs(stream_, weights_.data(), sorted_weights_.data(), numbers_.data(), task_order_.data(), std::size_t(count),
                std::max(1, Dimension * view.level), sorting_.all());
            with_counting([&](auto counts) {
                launch(stream_, {blocks_for(std::size_t(count)), threads_of_block}, KERNEL(begin_queries<Dimension, decltype(counts)>),
                    view, batch, queries, sorted_weights_.data(), task_order_.data(), assigned_.data(), slots_.data(), order_[left].data(),
                    order_[right].data(), counts);
            });
            const Totals totals = assign(view, slots_.data(), order_first_.data(), count);
            iterations_.push_back({"own leaf", totals.with_leaf, totals.tasks});
        }
        {
            const auto phase = run.phase(
                first_iteration, {8 * k * Q, 0, "8 k |Q| bytes of lists", {{own_distances, {}, of_point, 3 * Dimension, all_points}}});
            if (!launch_ends_.empty()) ++launch_step_.visit;
            launch_step_.phase = phase_first_iteration;
            update<Metric>(run, view, batch, order_first_.data(), 3 * Q);
        }
        for (Direction way = left; active[left] + active[right] > 0; way = way == left ? right : left) {
            if (active[way] == 0) continue;
            ++launch_step_.iteration;
            launch_step_.way = way;
            launch_step_.phase = phase_navigation;
            {
                // A quadrant costs its bound, the square of a distance; the leaf of a cell is read when one is reached.
                const auto phase = run.phase(navigation,
                    {8 * double(active[way]), 0, "8 bytes per active query",
                        {{quadrants_tested, {}, 0, 3 * Dimension}, {leaves_visited, {}, bytes_of_leaf, 0, bytes_of_leaf * view.leaves}}});
                navigate_queries<Metric>(view, batch, way, active[way]);
            }
            Totals totals{};
            {
                const auto phase = run.phase(query_sorting, {16 * double(active[way]), 0, "16 bytes per active query"});
                totals = assign(view, slots_.data(), order_[way].data(), active[way]);
            }
            active[way] = int(totals.with_leaf);
            const auto phase = run.phase(list_updates, {8 * double(active[way]), 0, "8 bytes per active query, plus what enters",
                                                           {{distances, own_distances, of_point, 3 * Dimension, all_points}}});
            if (active[way] > 0) {
                ++launch_step_.visit;
                launch_step_.phase = phase_list_updates;
                update<Metric>(run, view, batch, order_[way].data());
                iterations_.push_back({way == left ? "left" : "right", totals.with_leaf, totals.tasks});
            }
            run.tile_done(3 * Q - active[left] - active[right], 3 * Q);
        }
        std::int64_t tasks = 0;
        for (const Iteration& one : iterations_) tasks += one.tasks;
        run.count("iterations", std::int64_t(iterations_.size()));
        run.count("tasks", tasks);
        run.count("leaves", view.leaves);
    }

    bool counts() const { return counters_ || query_work_; }

    TaskBalance balance() {
        std::array<TaskCounts, 1> found{};
        task_counts_.to_host(stream_, std::span<TaskCounts>(found));
        TaskBalance balance{.queries_of_task = settings_.threads, .weight = double(found[0].weight), .heaviest = double(found[0].heaviest)};
        balance.tasks_by_weight.assign(std::begin(found[0].weighing), std::end(found[0].weighing));
        balance.tasks = std::accumulate(balance.tasks_by_weight.begin(), balance.tasks_by_weight.end(), std::int64_t(0));
        return balance;
    }

    /// Calls f(the argument for counting and recording).
    template <class F>
    void with_counting(F f) const {
        if (counts()) f(LaunchCounts{{counters_, recorder_}, launch_step_, query_work_});
        else f(NoCounts{});
    }

    /// Sorts queries (`slots`, with assigned_) by leaf into `order`, and makes tasks of them.
    Totals assign(const IndexView<Dimension>& view, const unsigned* slots, unsigned* order, int count) {
        const std::size_t n = std::size_t(count);
        sort_pairs(stream_, assigned_.data(), sorted_.data(), slots, order, n, int(std::bit_width(unsigned(view.leaves))), sorting_.all());
        const SortedQueries sorted{sorted_.data(), count, static_cast<unsigned long long>(view.leaves)};
        Totals* const totals = totals_.data();
        totals_.fill_bytes(stream_, 0);
        find_runs(stream_, sorted, run_begin_.data(), run_end_.data(), totals);
        find_tasks(stream_, sorted, run_begin_.data(), settings_.threads, begins_.data());
        exclusive_scan(stream_, begins_.data(), numbers_.data(), n + 1);
        launch(stream_, {blocks_for(n + 1), threads_of_block}, KERNEL(make_tasks<Dimension>), view, sorted, run_end_.data(),
            settings_.threads, begins_.data(), numbers_.data(), tasks_.data(), weights_.data(), slots_.data(), totals, splits_launches_,
            work_, query_work_ ? task_counts_.data() : nullptr);
        Totals found{};
        totals_.to_host(stream_, {&found, 1});
        sort_pairs(
            stream_, weights_.data(), sorted_weights_.data(), slots_.data(), task_order_.data(), found.tasks, weight_bits, sorting_.all());
        if (splits_launches_) launch_ends_ = launch_ends(found.weighing, work_per_launch() / (4 * work_of_own_pair(Dimension)));
        else launch_ends_.assign(found.tasks > 0 ? 1 : 0, found.tasks);
        return found;
    }

    template <class Metric>
    void navigate_queries(const IndexView<Dimension>& view, const Batch<Dimension>& batch, Direction way, int count) {
        const auto with = [&](auto counts) {
            using C = decltype(counts);
            const Shape shape{blocks_for(std::size_t(count)), threads_of_block};
            if (way == left)
                launch(stream_, shape, KERNEL(navigate<Metric, Dimension, left, C>), view, batch, order_[way].data(), count,
                    assigned_.data(), slots_.data(), counts);
            else
                launch(stream_, shape, KERNEL(navigate<Metric, Dimension, right, C>), view, batch, order_[way].data(), count,
                    assigned_.data(), slots_.data(), counts);
        };
        if (work_) with(QuadrantTestCounter{work_});
        else with_counting(with);
    }

    /// Of a `total` of work the first update, of the own leaves, is a third; the share of a later one is unknown.
    template <class Metric>
    void update(Run& run, const IndexView<Dimension>& view, const Batch<Dimension>& batch, const unsigned* order, double total = 0) {
        const SortedTasks assigned{order, tasks_.data(), task_order_.data()};
        const std::size_t threads = std::size_t(settings_.threads);
        const std::size_t bytes = (settings_.coalesced ? 2 * threads * sizeof(Key) : 0) +
                                  (threads << settings_.bins_log2) * sizeof(unsigned) +
                                  threads * most_candidate_places * sizeof(unsigned short);
        const auto some = [&](std::size_t first, std::size_t count) {
            with_counting([&](auto counts) {
                using C = decltype(counts);
                const Shape shape{unsigned(count), unsigned(threads), bytes, Start::in_order, sizeof(WarpQuery) * most_threads};
                if (settings_.coalesced)
                    launch(stream_, shape, KERNEL(update_lists<Metric, Dimension, true, C>), view, batch, assigned, int(first),
                        settings_.bins_log2, counts);
                else
                    launch(stream_, shape, KERNEL(update_lists<Metric, Dimension, false, C>), view, batch, assigned, int(first),
                        settings_.bins_log2, counts);
            });
        };
        // In launches short enough for cancelling.
        for (std::size_t first = 0; const std::size_t end : launch_ends_) {
            some(first, end - first);
            if (end < launch_ends_.back()) run.tile_done(total / 3 * double(end) / double(launch_ends_.back()), total);
            first = end;
        }
    }

    Points points_;
    Settings settings_;
    Stream stream_;  // declared before the memory allocated on it
    MovingIndex<Dimension> index_;
    std::vector<std::size_t> launch_ends_;  ///< ends of launches over the tasks, the heaviest first
    bool splits_launches_ = false;          ///< several launches, so that the search can be cancelled between them
    unsigned long long *counters_ = nullptr, *work_ = nullptr;
    QueryWork* query_work_ = nullptr;  ///< set if the work of single queries is wanted
    Recorder recorder_;
    RecordedStep launch_step_;  ///< the common part of the next launch's steps
    Scratch<unsigned long long> work_memory_;
    std::vector<Iteration> iterations_;
    Scratch<float> position_[Dimension];
    Scratch<int> query_, excluded_, kept_;
    Scratch<Key> farthest_, lists_;
    Scratch<unsigned> cursor_[2], order_[2], order_first_;
    Scratch<unsigned long long> assigned_, sorted_, weights_, sorted_weights_;
    Scratch<unsigned> slots_, begins_, numbers_, task_order_;
    Scratch<Totals> totals_;
    Scratch<Task> tasks_;
    Scratch<TaskCounts> task_counts_;
    Scratch<int> run_begin_, run_end_;
    Scratch<unsigned char> sorting_, finish_;
};

}  // namespace

MethodInfo shared_info(bool coalesced) {
    return {
        .name = {},
        .title = {},
        .group = "Indexed",
        .citation =
            "F. Lettich, S. Orlando, C. Silvestri: Manycore processing of repeated k-NN queries over massive moving objects "
            "observations, 2014, section 4",
        .help = {},
        .supports = {.dimension_from = 2,
            .dimension_to = 3,
            .k_to = 1024,
            .no_inner_product = "its tree leaves cells out by the triangle inequality, which products do not obey"},
        .options =
            {
                {"leaf-capacity", std::int64_t(128), IntegerRange{1, 65536},
                    "maximum number of points in a leaf; a quadrant with more is split (not below max-level)"},
                {"max-level", std::int64_t(12), IntegerRange{0, 12},
                    "maximum depth of the tree (in 3-D: 8); leaves at this depth may hold more points"},
                {"bins", std::int64_t(16), IntegerRange{2, 32, true}, "bins of the k-selection in shared memory"},
                {"threads", std::int64_t(64), IntegerRange{32, most_threads, true}, "threads per block, one query of the leaf per thread"},
                {"rebuild", std::string("policy"), neighborscope::Choice{{"policy", "always", "never"}},
                    "when the tree is rebuilt for moving points; never: only when a point leaves the root square"},
                {"rebuild-factor", 1.5, RealRange{1, 1000},
                    "for policy: rebuild when the computations per query exceed their usual number by this factor"},
                {"rebuild-window", std::int64_t(8), IntegerRange{1, 1000}, "for policy: the usual number is the median of this many ticks"},
            },
        .phases = {query_indexing, first_iteration, navigation, query_sorting, list_updates, exact_distances_phase, order_phase},
        .pseudo_code = pseudo_code(coalesced),
        .structures = structures(),
        .step_kinds = step_kinds(),
        .counts_query_work = true,
    };
}

std::unique_ptr<Search> prepare(
    const Points& points, const Options& options, std::string_view method, bool coalesced, const Progress& progress) {
    const auto number = [&](std::string_view name) { return int(options.get<std::int64_t>(name)); };
    const Settings settings{method, {number("leaf-capacity"), number("max-level")}, int(std::bit_width(unsigned(number("bins")))) - 1,
        number("threads"), coalesced, RebuildPolicy(options)};
    if (points.dimension == 2) return std::make_unique<QuadtreeSearch<2>>(points, settings, progress);
    return std::make_unique<QuadtreeSearch<3>>(points, settings, progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
