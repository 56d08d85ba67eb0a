// `stream`: the points are loaded once for a whole batch of queries, and every query's partial sums stay in registers.
//
//   reading.cuh    how lanes share rows and join sums
//   forms.cuh      distances term by term, or from dot products with a certified bound
//   scan.cuh       the pass over the points: distances of a tile of queries, candidates, rounds
//   bound.cuh      bounds of the k-th distance that blocks share
//   last_step.cuh  the k nearest survivors, exact distances, order
//   tuning.hpp     the numbers that depend on the device
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/stream/launches.hpp"
#include "gpu/methods/stream/tuning.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

namespace {

constexpr std::array scan_phases{std::string_view("first bound"), std::string_view("scan"), std::string_view("survivors")};
constexpr std::array last_phases{std::string_view("k-selection"), exact_distances_phase, order_phase};

constexpr int most_groups = 1024;             ///< of one launch
constexpr int dots_more = 64;                 ///< survivors beyond k that a list can hold
constexpr std::size_t declared_bytes = 4096;  ///< most shared memory that the kernels declare themselves

/// How rows are read and how many queries share a load, for the host side.
struct Form {
    int tile;       ///< queries
    int warp_rows;  ///< points of a warp's tile
    int stretch;    ///< coordinates; queries are padded to whole ones
    int lanes;      ///< of a row
    int rows;       ///< of a tile of queries

    /// Coordinates of a query in shared memory, padded.
    int padded(int dimension) const { return (dimension + stretch - 1) / stretch * stretch; }
    std::size_t tile_bytes(int dimension) const { return std::size_t(rows) * std::size_t(padded(dimension)) * sizeof(float); }
};

Form form_of(int dimension, int group_queries, bool dots) {
    Form form{.tile = tile_for(group_queries), .warp_rows = 0, .stretch = 0, .lanes = 0, .rows = tile_for(group_queries)};
    if (dots) {
        form.warp_rows = ReadingOfDots::rows;
        form.stretch = ReadingOfDots::stretch;
        form.lanes = ReadingOfDots::lanes;
        ++form.rows;  // the centre
        return form;
    }
    with_tile(form.tile, [&](auto queries) {
        with_reading<queries.value>(dimension, [&](auto reading) {
            form.warp_rows = reading.rows;
            form.stretch = reading.stretch;
            form.lanes = reading.lanes;
        });
    });
    return form;
}

/// How one launch for so many queries is divided.
struct Plan {
    std::int64_t queries, slice;  ///< points of a launch
    bool dots;
    Form form;
    float margin;  ///< of Dots
    int warps, slices, groups, group_queries, partitions, wanted, kept, capacity, room, slots, sharers;
    BoundShares shares;
    bool one_step;  ///< of every block; all of its points stay in its lists
    bool candidates_in_shared;
    std::size_t shared_bytes, candidate_keys, lists, long_lists, exact_entries;

    unsigned blocks() const { return unsigned(groups) * unsigned(partitions); }
    int lists_of_query() const { return slices * partitions; }
};

class StreamSearch final : public Search {
public:
    StreamSearch(const Points& points, const Options& options)
        : points_(points),
          warps_(int(options.get<std::int64_t>("threads")) / 32),
          blocks_(int(options.get<std::int64_t>("blocks"))),
          tile_(int(options.get<std::int64_t>("tile"))),
          form_(options.get<std::string>("form")),
          tuning_(tuning_for(limits().compute_capability)) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const Sizes sizes = sizes_for(problem.queries, problem.k, problem.metric);
        return partial_.more_for(sizes.partial) + held_.more_for(sizes.lists) + candidates_.more_for(sizes.candidates) +
               chosen_.more_for(sizes.chosen) + exact_.more_for(sizes.exact) + published_.more_for(sizes.queries * most_slots) +
               words_.more_for(sizes.queries + zero_words) + squares_.more_for(sizes.queries) +
               failed_.more_for(std::size_t(problem.queries));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count;
        const int k = problem.k, dimension = points_.dimension;
        if (count > 0) prepare(sizes_for(count, k, problem.metric), std::size_t(count));
        Run run(stream_, progress, measure);
        run.count("distances", points_.count * count);
        const std::int64_t tile = count > 0 ? make_plan(count, k, problem.metric).queries : 1;
        clean_ = false;  // until the end: bounds published by a cancelled answer must not be used
        ++search_;
        has_failed_.take();
        bool dots = false;
        const auto all_tiles = [&](bool is_repeat) {
            for (std::int64_t first = 0; first < count; first += tile) {
                Queries some = queries;
                some.points.count = std::min(tile, count - first);
                some.points.coordinates += first * dimension;
                if (some.exclude) some.exclude += first;
                const Lists out{lists.index + first * k, lists.distance + first * k};
                const Plan plan = make_plan(some.points.count, k, problem.metric, !is_repeat);
                dots = dots || plan.dots;
                const auto done = [&](int slice) {
                    run.tile_done(double(first) + double(some.points.count) * (slice + 1) / plan.slices, double(count));
                };
                with_metric(problem.metric,
                    [&](auto metric) { pass<decltype(metric)>(run, plan, some, out, k, memory_.failed + first, is_repeat, done); });
            }
            run.end_total_time();
        };
        all_tiles(false);
        if (dots) {  // Differences repeat the queries that Dots gave up
            stream_.wait();
            if (has_failed_.take()) all_tiles(true);
        }
        Report report = run.finish();
        clean_ = true;
        return report;
    }

private:
    static constexpr std::size_t zero_words = 4;  ///< before the tickets: 16 bytes that stay zero

    /// Both launches for one tile of queries.
    template <class M, class Done>
    void pass(Run& run, const Plan& plan, const Queries& some, const Lists& out, int k, unsigned* failed, bool is_repeat, Done done) {
        const int dimension = points_.dimension;
        const bool phased = run.measure() == Measure::phases;  // else lower bounds are not needed
        const auto scan_lower_bounds = phased ? lower_bounds_of_scan(plan, k) : no_lower_bounds;
        const auto last_lower_bounds = phased ? lower_bounds_of_last_step(plan, k) : no_lower_bounds;
        // Bounds, which the scan lowers and the last step clears; queries given up.
        const std::size_t count = std::size_t(some.points.count);
        const std::initializer_list<ModifiedMemory> modified = {
            {memory_.published, count * most_slots * sizeof(Key)}, {failed, count * sizeof(unsigned)}};
        for (int slice = 0; slice < plan.slices; ++slice) {
            const Scan scan{points_, slice * plan.slice, std::min(points_.count, (slice + 1) * plan.slice), some, plan.groups,
                plan.group_queries, plan.partitions, k, plan.kept, plan.capacity, plan.room,
                plan.candidates_in_shared ? nullptr : memory_.candidates, memory_.published, plan.slots, plan.shares.rank,
                plan.shares.needed, memory_.partial, memory_.held, slice * plan.partitions, plan.lists_of_query(), plan.one_step,
                reinterpret_cast<const float*>(memory_.words), plan.margin, memory_.squares, failed, search_, is_repeat};
            const Shape shape{plan.blocks(), unsigned(plan.warps) * 32, plan.shared_bytes, Start::in_order, declared_bytes};
            run.phases_inside_kernel(
                scan_phases, slice == 0 && !is_repeat ? scan_lower_bounds : no_lower_bounds, plan.blocks(),
                [&](auto stamps) {
                    if (plan.dots) launch_scan_by_dots(stream_, shape, plan.form.tile, scan, stamps);
                    else launch_scan<M>(stream_, shape, dimension, plan.form.tile, scan, stamps);
                },
                modified);
            done(slice);
        }
        const LastStep step{points_, some, k, plan.wanted, plan.lists_of_query(), plan.kept, plan.sharers, memory_.partial, memory_.held,
            out, plan.long_lists ? memory_.chosen : nullptr, plan.exact_entries ? memory_.exact : nullptr, memory_.published, plan.slots,
            plan.shares.rank, plan.shares.needed, plan.one_step, memory_.words + zero_words, plan.margin, memory_.squares, failed,
            has_failed_.on_device(), search_, is_repeat, plan.group_queries};
        const unsigned blocks = unsigned(some.points.count) * unsigned(plan.sharers);
        const std::int64_t work = std::max<std::int64_t>(plan.lists_of_query(), std::int64_t(k) * std::min(dimension, exact_stride) * 2);
        const unsigned threads = plan.sharers == 1 && work > 1024 ? unsigned(finish_threads_most) : 512;
        // Each block requests more than half of a multiprocessor's shared memory, if there are enough multiprocessors: blocks that start
        // early would otherwise all run on the first free one, and a block starts sooner if shared memory need not be divided anew.
        const std::size_t needed = last_step_shared_bytes(plan.wanted);
        const std::size_t half = std::min(limits().shared_bytes_multiprocessor / 2, limits().shared_bytes_block - declared_bytes);
        const std::size_t shared = blocks <= unsigned(limits().multiprocessors) ? std::max(needed, half) : needed;
        run.phases_inside_kernel(
            last_phases, is_repeat ? no_lower_bounds : last_lower_bounds, blocks,
            [&](auto stamps) {
                launch_last_step<M>(stream_, {blocks, threads, shared, Start::early, declared_bytes}, step, stamps);
            },
            modified);
    }

    bool uses_dots(int queries_of_block, int k, Metric metric) const {
        const bool much = points_.count * points_.dimension >= tuning_.dots_from_values;
        return (form_ == "dots" || (form_ == "automatic" && much)) && metric == Metric::euclidean &&
               queries_of_block >= tuning_.dots_from_queries && points_.dimension >= tuning_.dots_from_dimension &&
               points_.dimension % 4 == 0 && k <= tuning_.dots_most_k;
    }

    /// As many queries as share a load with profit and fit into shared memory in either form: at least one.
    int most_queries_of_block(int k, Metric metric) const {
        int most = std::clamp(int(tuning_.most_tile_bytes / (std::size_t(points_.dimension + 448) * sizeof(float))), 1, tile_);
        const auto fits = [&](int queries) {
            const Form form = form_of(points_.dimension, queries, uses_dots(queries, k, metric));
            return form.tile_bytes(points_.dimension) + declared_bytes <= limits().shared_bytes_block;
        };
        while (most > 1 && !fits(most)) --most;
        return most;
    }

    Plan make_plan(std::int64_t queries, int k, Metric metric, bool dots = true) const {
        Plan plan{};
        const std::int64_t count = points_.count;
        const int most_tile = most_queries_of_block(k, metric);
        const double pairs = work_per_launch() / work_of_pair(points_.dimension);
        // At most as many queries as one launch's work allows; whole groups if that is more than one.
        std::int64_t fit = count > 0 ? std::int64_t(pairs / double(count)) : queries;
        if (fit > most_tile) fit = fit / most_tile * most_tile;
        plan.queries = std::clamp<std::int64_t>(std::min<std::int64_t>(fit, std::int64_t(most_groups) * most_tile), 1, queries);
        plan.slice = points_per_launch(count, plan.queries, points_.dimension);
        plan.slices = int(std::max<std::int64_t>(1, (count + plan.slice - 1) / plan.slice));
        plan.groups = int((plan.queries + most_tile - 1) / most_tile);
        plan.group_queries = int((plan.queries + plan.groups - 1) / plan.groups);
        plan.groups = int((plan.queries + plan.group_queries - 1) / plan.group_queries);
        plan.dots = dots && uses_dots(plan.group_queries, k, metric);
        plan.form = form_of(points_.dimension, plan.group_queries, plan.dots);
        const int blocks = blocks_ > 0 ? blocks_ : limits().multiprocessors;
        plan.partitions = int(std::clamp<std::int64_t>(blocks / plan.groups, 1, std::max<std::int64_t>(1, (plan.slice + 31) / 32)));
        const std::int64_t partition = (plan.slice + plan.partitions - 1) / plan.partitions;
        plan.slots = std::min(plan.partitions, most_slots);
        plan.shares = bound_shares(k, plan.slots);
        plan.wanted = plan.dots ? k + dots_more : k;
        plan.kept = int(std::clamp<std::int64_t>(partition, 1, plan.wanted));
        plan.warps = warps_;
        if (plan.dots) {  // no more warps than needed for the same number of steps
            const std::int64_t tiles = (partition + plan.form.warp_rows - 1) / plan.form.warp_rows,
                               most = std::min(warps_, dots_threads / 32), steps = (tiles + most - 1) / most;
            plan.warps = int((tiles + steps - 1) / steps);
        }

        // As much room for candidates as fits, up to the wanted number, at least two steps of the block; at most the number of points.
        const std::size_t tile_bytes = plan.form.tile_bytes(points_.dimension);
        if (plan.dots) plan.margin = dots_margin(plan.form.padded(points_.dimension) / plan.form.lanes);
        const int step_rows = plan.warps * plan.form.warp_rows, least = 2 * step_rows;
        plan.one_step = !plan.dots && plan.slices == 1 && partition <= std::min(step_rows, std::max(plan.kept, tuning_.few_points));
        if (plan.one_step) plan.kept = int(std::max<std::int64_t>(1, partition));
        const auto keys_in = [&](std::size_t shared_bytes) {
            const std::size_t others = declared_bytes + tile_bytes + 2 * sizeof(Key);
            return shared_bytes > others ? (shared_bytes - others) / sizeof(Key) : 0;
        };
        const auto keys_with = [&](std::int64_t room) {
            return std::size_t(plan.group_queries) * std::size_t(plan.kept + room) + std::size_t(plan.kept);
        };
        std::size_t shared_keys = keys_in(limits().shared_bytes_block);
        for (std::size_t bytes : tuning_.dots_shared_bytes)
            if (plan.dots && bytes < limits().shared_bytes_block && keys_with(3 * step_rows) <= keys_in(bytes)) {
                shared_keys = keys_in(bytes);
                break;
            }
        std::int64_t room = std::max(tuning_.wanted_room, least);
        plan.candidates_in_shared = keys_with(least) <= shared_keys;
        if (plan.candidates_in_shared)
            room = std::min<std::int64_t>(room, least + std::int64_t((shared_keys - keys_with(least)) / std::size_t(plan.group_queries)));
        plan.room = int(room / 2);
        plan.capacity = int(plan.kept + room);
        const std::size_t keys = keys_with(room);
        plan.shared_bytes = tile_bytes + (plan.candidates_in_shared ? (keys + 1) / 2 * 2 * sizeof(Key) : 0);
        plan.candidate_keys = plan.candidates_in_shared ? 0 : keys * plan.blocks();

        plan.lists = std::size_t(plan.queries) * std::size_t(plan.lists_of_query());
        plan.long_lists = plan.wanted > finish_shared_k ? std::size_t(plan.queries) : 0;
        // From some eight long rows on, a block's share of a query's exact distances is worth starting a block.
        const std::int64_t worth = std::min<std::int64_t>((k + 7) / 8, std::int64_t(k) * points_.dimension / 1024);
        plan.sharers = int(std::clamp<std::int64_t>(std::min<std::int64_t>(worth, limits().multiprocessors / plan.queries), 1, 16));
        if (plan.long_lists) plan.sharers = 1;
        plan.exact_entries = plan.long_lists || plan.sharers > 1 ? std::size_t(plan.queries) * std::size_t(finish_entries(plan.wanted)) : 0;
        return plan;
    }

    struct Sizes {
        std::size_t queries, partial, lists, candidates, chosen, exact;
    };
    /// The sizes that both forms need, for all tiles of queries: the last one is smaller, and more blocks have lists of each of its
    /// queries.
    Sizes sizes_for(std::int64_t queries, int k, Metric metric) const {
        Sizes sizes{};
        sizes.queries = std::size_t(make_plan(queries, k, metric).queries);
        for (const std::int64_t tile : {std::int64_t(sizes.queries), queries % std::int64_t(sizes.queries)})
            for (const bool dots : {false, true}) {
                if (tile == 0) continue;
                const Plan plan = make_plan(tile, k, metric, dots);
                sizes.partial = std::max(sizes.partial, plan.lists * std::size_t(plan.kept));
                sizes.lists = std::max(sizes.lists, plan.lists);
                sizes.candidates = std::max(sizes.candidates, plan.candidate_keys);
                sizes.chosen = std::max(sizes.chosen, plan.long_lists * std::size_t(plan.wanted));
                sizes.exact = std::max(sizes.exact, plan.exact_entries);
            }
        return sizes;
    }

    void prepare(const Sizes& sizes, std::size_t queries) {
        const auto zeroed = sizes.queries + zero_words, slots = sizes.queries * most_slots;
        clean_ = clean_ && published_.more_for(slots) == 0 && words_.more_for(zeroed) == 0 && failed_.more_for(queries) == 0;
        memory_.partial = partial_.at_least(stream_, sizes.partial, "stream: lists of the blocks");
        memory_.held = held_.at_least(stream_, sizes.lists, "stream: lengths of the blocks' lists");
        memory_.candidates = candidates_.at_least(stream_, sizes.candidates, "stream: candidates of the blocks");
        memory_.chosen = chosen_.at_least(stream_, sizes.chosen, "stream: chosen neighbours");
        memory_.exact = exact_.at_least(stream_, sizes.exact, "stream: exact distances");
        memory_.squares = squares_.at_least(stream_, sizes.queries, "stream: squares of the queries");
        memory_.failed = failed_.at_least(stream_, queries, "stream: failed queries");
        memory_.published = published_.at_least(stream_, slots, "stream: published bounds");
        memory_.words = words_.at_least(stream_, zeroed, "stream: tickets");
        if (!clean_) {
            published_.fill_bytes(stream_, 0xff);  // no_key
            words_.fill_bytes(stream_, 0);
            failed_.fill_bytes(stream_, 0);  // searches are numbered from 1
        }
    }

    std::array<LowerBound, 3> lower_bounds_of_scan(const Plan& plan, int k) const {
        const double n = double(points_.count), D = points_.dimension, Q = double(plan.queries);
        const double first = std::min(n, double(plan.lists_of_query()) * plan.warps * plan.form.warp_rows);
        const double lists = double(plan.lists_of_query()) * Q, per_term = plan.dots ? 1 : 2;
        return {LowerBound{4 * first * D, per_term * first * D * Q,
                    plan.dots ? "4 m D bytes, m D |Q| operations, m points of every block's first step"
                              : "4 m D bytes, 2 m D |Q| operations, m points of every block's first step"},
            LowerBound{4 * (n - first) * D, per_term * (n - first) * D * Q,
                plan.dots ? "4 (n - m) D bytes, (n - m) D |Q| operations" : "4 (n - m) D bytes, 2 (n - m) D |Q| operations"},
            LowerBound{8 * k * Q + 4 * lists, lists, "8 k |Q| + 4 B |Q| bytes, B |Q| comparisons, B blocks"}};
    }
    std::array<LowerBound, 3> lower_bounds_of_last_step(const Plan& plan, int k) const {
        const double Q = double(plan.queries), lists = double(plan.lists_of_query()) * Q;
        const auto finish = finish_lower_bounds(plan.queries, k, points_.dimension);
        return {LowerBound{8 * k * Q + 4 * lists, k * Q, "8 k |Q| + 4 B |Q| bytes, k |Q| comparisons, B blocks"}, finish[0], finish[1]};
    }
    inline static const std::array<LowerBound, 3> no_lower_bounds{};

    Points points_;
    int warps_, blocks_, tile_;
    std::string form_;
    const Tuning& tuning_;
    unsigned search_ = 0;  ///< number of the present search
    bool clean_ = false;   ///< published bounds and tickets are cleared
    Stream stream_;        // declared before the memory allocated on it
    Scratch<Key> partial_, candidates_, chosen_, published_;
    Scratch<int> held_;
    Scratch<Exact> exact_;
    Scratch<float> squares_;
    Scratch<unsigned> words_, failed_;
    Flag has_failed_;
    struct {
        Key *partial, *candidates, *chosen, *published;
        int* held;
        Exact* exact;
        float* squares;
        unsigned *words, *failed;
    } memory_{};
};

}  // namespace

MethodInfo info() {
    return {
        .name = "stream",
        .title = "One pass for all queries",
        .group = "Exhaustive",
        .citation = "Neighborscope's own method, for the case of Cordeiro & Zola: few queries, many points",
        .help =
            "The points are read once for a tile of queries. The blocks share an upper bound of each k-th distance and drop farther "
            "points.",
        .supports = {.sharding = Sharding::rows},
        .options =
            {
                {"threads", std::int64_t(most_threads), IntegerRange{32, most_threads}, "threads per block, in whole warps"},
                {"blocks", std::int64_t(0), IntegerRange{0, 4096}, "blocks that scan the points; 0: one per multiprocessor"},
                {"tile", std::int64_t(12), IntegerRange{1, 12}, "maximum number of queries that share one read of the points"},
                {"form", std::string("automatic"), Choice{{"automatic", "differences", "dots"}},
                    "dots: Euclidean distances from dot products, with a certified error bound, for tiles of 5 or more queries; automatic: "
                    "dots "
                    "where there is much to read"},
            },
        .phases = {scan_phases[0], scan_phases[1], scan_phases[2], last_phases[0], last_phases[1], last_phases[2]},
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<StreamSearch>(points, options);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
