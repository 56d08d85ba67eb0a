// `insertion`: V. Garcia, E. Debreuve, M. Barlaud, "Fast k Nearest Neighbor Search using GPU", 2008: the brute-force baseline of Lettich
// et al. It computes the matrix of distances, one query per column; then one thread per query keeps its k smallest in order, by an
// insertion sort in global memory that drops entries beyond k.
//
// With selection=full a thread sorts its whole column, so that the time does not depend on k (Lettich et al., figure 4, right): by comb
// sort, because an insertion sort of n entries moves n^2 / 4 of them.
#include "gpu/kernels/distance_tiles.cuh"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/insertion/columns.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::insertion {

namespace {

constexpr std::string_view distances_phase = "distances", sort_phase = "sort";
constexpr int threads_of_multiprocessor = 2048;  ///< most threads that run at once, one per query

class Insertion final : public Search {
public:
    Insertion(const Points& points, bool full) : points_(points), full_(full) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const std::size_t columns = std::size_t(at_once(problem.queries, problem.k)), n = std::size_t(points_.count),
                          k = std::size_t(problem.k);
        return (full_ ? keys_.more_for(columns * n)
                      : distances_.more_for(columns * n) + lists_.more_for(columns * k) + next_.more_for(columns)) +
               chosen_.more_for(std::size_t(problem.queries) * k) + finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int k = problem.k;
        if (count == 0) return Run(stream_, progress, measure).finish();
        const std::int64_t columns = at_once(count, k);
        if (full_) keys_.at_least(stream_, std::size_t(columns * n), "insertion: matrix of distances and indices");
        else {
            distances_.at_least(stream_, std::size_t(columns * n), "insertion: matrix of distances");
            lists_.at_least(stream_, std::size_t(columns) * std::size_t(k), "insertion: lists of a batch");
            next_.at_least(stream_, std::size_t(columns), "insertion: how far each query is");
        }
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(k), "insertion: chosen neighbours");
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, k), "insertion: exact distances");

        Run run(stream_, progress, measure);
        unsigned long long* const counters = full_ ? run.counters(full_counter_names) : run.counters(counter_names);
        run.record_steps(problem.metric, steps_at_most(n, k));
        for (std::int64_t first = 0; first < count; first += columns) {
            Batch batch{.run = run,
                .first = double(first),
                .all = double(count),
                .columns = std::min(columns, count - first),
                .k = k,
                .exclude = queries.exclude ? queries.exclude + first : nullptr,
                .counters = counters};
            const float* const rows = queries.points.coordinates + first * points_.dimension;
            with_metric(problem.metric, [&](auto metric) {
                if (full_) compute<decltype(metric)>(batch, rows, KeyStore{keys_.data(), batch.columns, batch.exclude});
                else compute<decltype(metric)>(batch, rows, DistanceStore{distances_.data(), batch.columns});
            });
            const auto phase = run.phase(sort_phase, full_ ? full_lower_bound(batch.columns) : partial_lower_bound(batch.columns));
            if (full_) sort(batch);
            else insert(batch);
            const std::int64_t entries = batch.columns * k;
            const Shape shape{unsigned((entries + block_threads - 1) / block_threads), block_threads};
            const Key* const sorted = full_ ? keys_.data() : lists_.data();
            Key* const own = chosen + first * k;
            if (counters) launch(stream_, shape, KERNEL(take<Counts>), sorted, n, batch.columns, k, own, Counts{counters, run.recorder()});
            else launch(stream_, shape, KERNEL(take<NoCounts>), sorted, n, batch.columns, k, own, NoCounts{});
            run.tile_done(double(first + batch.columns), double(count));
        }
        run.count("distances", count * n);
        finish_lists(run, points_, queries, k, problem.metric, chosen, lists, scratch, finish_steps);
        return run.finish();
    }

private:
    /// Queries that are answered together, one column each.
    struct Batch {
        Run& run;
        double first, all;  ///< queries before these, and in total: for progress
        std::int64_t columns;
        int k;
        const std::int32_t* exclude;
        unsigned long long* counters;

        /// Half of a batch's progress is its distances, half its sort.
        void done(double share) const { run.tile_done(first + double(columns) * share, all); }
        unsigned blocks() const { return unsigned((columns + block_threads - 1) / block_threads); }
    };

    template <class Metric, class Store>
    void compute(const Batch& batch, const float* queries, const Store& store) {
        const std::int64_t n = points_.count, padded = (batch.columns + TallTile::height - 1) / TallTile::height * TallTile::height;
        const auto phase = batch.run.phase(distances_phase, tile_distances_lower_bound(points_, batch.columns, full_ ? 8 : 4));
        with_tile(square_tile_suits(points_.dimension), [&](auto tile) {
            using Tile = decltype(tile);
            const std::int64_t piece = std::min(points_per_launch(n, padded, points_.dimension), most_tiles_down * Tile::height);
            for (std::int64_t begin = 0; begin < n; begin += piece) {
                const std::int64_t end = std::min(n, begin + piece);
                launch_tiles<Metric, Tile>(
                    stream_, {queries, 0, batch.columns}, {points_.coordinates, begin, end}, points_.dimension, store);
                if (end < n) batch.done(0.5 * double(end) / double(n));
            }
        });
    }

    /// Rows of the matrix in one launch, if an entry costs a thread as much as `terms`.
    std::int64_t rows_per_launch(const Batch& batch, double terms) const {
        return std::max<std::int64_t>(1, std::int64_t(std::min(work_per_thread(), work_per_launch() / double(batch.columns)) / terms));
    }

    void insert(const Batch& batch) {
        const std::int64_t n = points_.count, piece = rows_per_launch(batch, work_of_own_pair(0));
        // A thread that has moved so many entries continues in another launch. In a short list it cannot move that many.
        const std::int64_t moves = std::max<std::int64_t>(1, std::int64_t(work_per_thread() / work_of_move));
        for (std::int64_t begin = 0; begin < n; begin += piece) {
            const std::int64_t end = std::min(n, begin + piece);
            const bool may_be_long = double(end - begin) * double(std::min<std::int64_t>(batch.k, end)) > double(moves);
            for (bool continues = false, ended = false; !ended; continues = true) {
                const Insert all{
                    distances_.data(), lists_.data(), next_.data(), batch.exclude, n, batch.columns, begin, end, moves, batch.k, continues};
                if (batch.counters)
                    launch(stream_, {batch.blocks(), block_threads}, KERNEL(insert_smallest<Counts>), all, unfinished_.on_device(),
                        Counts{batch.counters, batch.run.recorder()});
                else
                    launch(stream_, {batch.blocks(), block_threads}, KERNEL(insert_smallest<NoCounts>), all, unfinished_.on_device(),
                        NoCounts{});
                ended = true;
                if (may_be_long) {
                    stream_.wait();
                    ended = !unfinished_.take();
                }
                if (!ended || end < n) batch.done(0.5 + 0.5 * double(ended ? end : begin) / double(n));
            }
        }
    }

    void sort(const Batch& batch) {
        const std::int64_t n = points_.count, piece = rows_per_launch(batch, work_of_own_pair(0));
        double done = 0.5;
        bool exchanged = true;
        for (std::int64_t gap = next_gap(n); n > 1 && (gap > 1 || exchanged); gap = next_gap(gap)) {
            for (std::int64_t begin = 0; begin + gap < n; begin += piece) {
                const std::int64_t end = std::min(n - gap, begin + piece);
                const Comb pass{keys_.data(), batch.columns, begin, end, gap};
                if (batch.counters)
                    launch(stream_, {batch.blocks(), block_threads}, KERNEL(comb<Counts>), pass, unfinished_.on_device(),
                        Counts{batch.counters, batch.run.recorder()});
                else launch(stream_, {batch.blocks(), block_threads}, KERNEL(comb<NoCounts>), pass, unfinished_.on_device(), NoCounts{});
                if (end + gap < n) batch.done(done);
            }
            if (gap == 1 || next_gap(gap) == 1) {  // the first pass with gap 1 is always made
                stream_.wait();
                exchanged = unfinished_.take() || gap > 1;
            }
            done += 0.5 * (1 - done) / 8;  // the number of remaining passes is unknown
            batch.done(done);
        }
    }

    LowerBound partial_lower_bound(std::int64_t columns) const {
        const double entries = double(points_.count) * double(columns);
        return {4 * entries, entries, "4 n |Q| bytes, n |Q| comparisons"};
    }
    LowerBound full_lower_bound(std::int64_t columns) const {
        const double n = double(points_.count), entries = n * double(columns);
        return {16 * entries, entries * std::log2(std::max(n, 2.0)), "16 n |Q| bytes, n log2 n |Q| comparisons"};
    }

    /// As many as fit into half of the free memory (including memory already held) and as run at once; at least one.
    std::int64_t at_once(std::int64_t queries, int k) const {
        const double n = double(points_.count);
        const double bytes = full_ ? 8 * n : 4 * n + 8.0 * k + 4;
        const double free = (double(free_bytes()) + double(keys_.bytes_held()) + double(distances_.bytes_held()) +
                                double(lists_.bytes_held()) + double(next_.bytes_held())) /
                            2;
        const double most = std::min(double(queries), double(threads_of_multiprocessor) * limits().multiprocessors);
        return std::int64_t(std::clamp(std::min(most, free / std::max(bytes, 1.0)), 1.0, most));
    }

    Points points_;
    bool full_;
    Stream stream_;  // declared before the memory allocated on it
    Scratch<float> distances_;
    Scratch<Key> keys_, lists_, chosen_;
    Scratch<std::int64_t> next_;
    Scratch<unsigned char> finish_;
    Flag unfinished_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "insertion",
        .title = "Insertion sort",
        .group = "Exhaustive",
        .citation =
            "V. Garcia, E. Debreuve, M. Barlaud: Fast k Nearest Neighbor Search using GPU, 2008; the brute force in figure 4 of F. "
            "Lettich, S. Orlando, C. Silvestri: Manycore processing of repeated k-NN queries over massive moving objects observations, "
            "2014",
        .help =
            "Computes the matrix of all distances. Then one thread per query keeps the k smallest of its column with an insertion sort.",
        .supports = {},
        .options = {{"selection", std::string("partial"), Choice{{"partial", "full"}},
            "partial keeps the k smallest by insertion; full sorts all distances of a query by comb sort, for any k"}},
        .phases = {distances_phase, sort_phase, exact_distances_phase, order_phase},
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Insertion>(points, options.get<std::string>("selection") == "full");
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::insertion
