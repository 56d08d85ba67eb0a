// The search in either dimension: which kernel searches which queries, and in which parts.
#pragma once
#include "gpu/methods/leaf_warp/movement.cuh"
#include "gpu/methods/leaf_warp/parts.cuh"
#include "gpu/methods/leaf_warp/recording_observer.cuh"
#include "gpu/methods/leaf_warp/search.hpp"
#include "gpu/methods/leaf_warp/single_query.cuh"
#include "gpu/methods/leaf_warp/warp_search.cuh"
#if !defined(__CUDACC__)
#include "gpu/methods/leaf_warp/one_thread.cuh"
#endif

#include <algorithm>
#include <cmath>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

constexpr int longest_list = 288;  ///< of the kernel for packets; longer ones are made in parts

/// The lengths of lists for which kernels are compiled. Kernels that count have few, on both devices the same: counts are those of the other
/// lengths, except for queries whose last neighbours are uncertain, which a longer list resolves more often. On the host, where the other
/// kernels are for tests, one for each shape of networks and rows, for any metric. With NEIGHBORSCOPE_FEW_KERNELS even fewer: under
/// sanitizers, and for code that is compiled but not run.
using FewLengths = std::integer_sequence<int, 8, 24, 80, longest_list>;
#if defined(NEIGHBORSCOPE_FEW_KERNELS)
constexpr bool euclidean_apart = false;  ///< whether the kernels are compiled for Euclid's metric alone, too
template <int Dimension>
using ManyLengths = FewLengths;
#else
#if defined(__CUDACC__)
constexpr bool euclidean_apart = true;
template <int Dimension>
using ManyLengths = std::conditional_t<Dimension == 2,
    std::integer_sequence<int, 8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 208, 224, 240, 256, longest_list>,
    std::integer_sequence<int, 8, 16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 208, 224, 240, 256, longest_list>>;
#else
constexpr bool euclidean_apart = false;
template <int Dimension>
using ManyLengths = std::integer_sequence<int, 8, 24, 80, 208, longest_list>;
#endif
#endif
template <int Dimension, bool counts>
using Lengths = std::conditional_t<counts, FewLengths, ManyLengths<Dimension>>;

/// Calls f(the least of these lengths that is at least `k`), at most longest_list.
template <class F, int... Length>
void with_length(std::integer_sequence<int, Length...>, int k, F f) {
    const auto fits = [&](auto length) {
        if (k > length.value) return false;
        f(length);
        return true;
    };
    (fits(std::integral_constant<int, Length>()) || ...);
}

template <int Dimension>
class LeafWarpSearch final : public Search {
public:
    LeafWarpSearch(const Points& points, const Settings& settings, const Progress& progress) : points_(points), settings_(settings) {
        if (points.count == 0) return;
        if (const std::size_t needed = LeafTree<Dimension>::bytes_needed(points.count), free = free_bytes(); needed > free)
            throw Error(Failure::memory,
                "leaf-warp: an index over " + std::to_string(points.count) + " points needs " + std::to_string(needed) +
                    " bytes of device memory, " + std::to_string(free) + " are free",
                "use fewer points or another method");
        build(progress);
        if (tree_.wants_refining()) build(progress);
    }

    bool points_moved() override { return moving_ = stale_ = true; }
    std::optional<Tree> tree() const override { return points_.count > 0 ? std::optional(tree_.described()) : std::nullopt; }
    double build_milliseconds() const override { return build_milliseconds_; }
    bool rebuild_index(const Progress& progress) override {
        if (points_.count > 0) build(progress);
        return true;
    }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0 || points_.count == 0) return 0;
        const int capacity = problem.k + int(problem.exclude_self);
        if (!in_packets(problem.queries, capacity, true) && !in_packets(problem.queries, capacity, false)) return 0;
        std::size_t bytes = fallback_.more_for(std::size_t(problem.queries) + 1);
        if (settings_.follow && moving_) bytes += movement_.more_for(points_.count);
        LeafTree<Dimension>::Sorting::each(
            sorting_, problem.queries, [&](const auto& scratch, std::size_t size) { bytes += scratch.more_for(size); });
        return bytes;
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count;
        if (count == 0) return Run(stream_, progress, measure).finish();
        if (points_.count > 0 && stale_) {
            build(progress);
            tree_.wants_refining();  // for the next movement
        }
        Batch<Dimension> batch{};
        batch.coordinates = points_.coordinates;
        batch.own = queries.points.coordinates;
        batch.exclude = queries.exclude;
        batch.queries = int(count);
        batch.row_length = problem.k;
        batch.metric = problem.metric;
        batch.lists = lists;
        const int capacity = problem.k + int(queries.exclude != nullptr);
        const bool steps = measure == Measure::steps && points_.count > 0, in_parts = capacity > longest_list;
        if (steps && queries.self_join_row >= 0 && !in_parts && in_packets(points_.count, capacity, true))
            return record_packet(queries, lists, problem, progress);
        const auto on_border = [](const void* array) { return reinterpret_cast<std::uintptr_t>(array) % 16 == 0; };
        batch.in_pieces = !batch.exclude && on_border(lists.index) && on_border(lists.distance);
        const bool self_join = queries.points.coordinates == points_.coordinates && count == points_.count;
        const bool many = points_.count > 0 && in_packets(count, capacity, self_join) && !(steps && in_parts);
        unsigned* const fallback = many ? fallback_.at_least(stream_, std::size_t(count) + 1, "leaf-warp: queries alone") : nullptr;

        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        if (steps) run.record_steps(problem.metric, steps_at_most(points_.count, problem.k, tree_.view().count[0]));
        const auto observed = [&](auto f) {
            if (steps) f(Recorded{{{counters, run.recorder()}, lists.work}, 0});
            else if (counters || lists.work) f(Counted{{counters}, lists.work});
            else f(NotObserved{});
        };
        const bool follows = settings_.follow && moving_ && many && self_join;
        const auto search = [&] {
            order_queries(run, queries, batch, many && !self_join, follows ? &problem : nullptr);
            if (many && self_join) batch.position = tree_.view().position, batch.query = tree_.view().row;
            {
                const double Q = double(count);
                const auto phase = run.phase(leaf_search, many ? packet_cost(Q, problem.k) : LowerBound{.formula = "nothing: few ask"});
                if (many || lists.work) begin_counting(stream_, fallback, lists.work, count);
                if (many)
                    observed([&](auto observation) {
                        search_packets(run, batch, 0, packets_of(count), {fallback + 1, fallback}, observation);
                    });
            }
            {
                const auto phase = run.phase(single_query_search,
                    points_.count > 0 ? single_query_cost(problem.k) : LowerBound{.formula = "nothing: there are no points"});
                batch.k = problem.k;
                if (points_.count == 0) write_nothing(stream_, lists, count * problem.k);
                else observed([&](auto observation) { search_single_queries(run, batch, fallback, observation); });
                if (follows) movement_.keep(stream_, points_, lists, problem);
            }
        };
        const bool short_enough = many && packets_of(count) <= packets_at_once(capacity);
        if (measure == Measure::total && short_enough && !lists.work && !follows)
            search_again_.run(stream_,
                {queries.points.coordinates, queries.exclude, lists.index, lists.distance, count, problem.k, problem.metric, tree_.fine(),
                    fallback, sorting_.places()},
                search);
        else search();
        run.count("leaves", points_.count > 0 ? tree_.view().count[0] : 0);
        Report report = run.finish();
        if (steps) report.tree = std::make_shared<RecordedTree>(tree_.recorded(stream_));
        return report;
    }

private:
    /// What the launches of a search depend on, beside the tree: addresses of memory, and numbers.
    struct Asked {
        const float* queries;
        const std::int32_t* exclude;
        std::int32_t* index;
        float* distance;
        std::int64_t count;
        int k;
        Metric metric;
        bool fine;
        const unsigned* fallback;                 ///< memory that grows with the size of the search
        std::array<const void*, 7> of_sorting{};  ///< likewise
        bool operator==(const Asked&) const = default;
    };

    /// The least that a search reads and computes: queries and lists, and the points and boxes that it visited.
    LowerBound packet_cost(double queries, int k) const {
        return {(bytes_of_point + 8.0 * k) * queries, 0, "4 D |Q| + 8 k |Q| bytes of queries and lists",
            {traversal_cost(slot_distances, slot_single_query_distances), traversal_cost(slot_nodes, slot_single_query_nodes)}};
    }
    LowerBound single_query_cost(int k) const {
        return {0, 0, "4 D + 8 k bytes for each query that is searched alone",
            {{counter_names[slot_single_queries], {}, bytes_of_point + 8.0 * k}, traversal_cost(slot_single_query_distances),
                traversal_cost(slot_single_query_nodes)}};
    }
    TraversalCost traversal_cost(Slot of, std::optional<Slot> less = {}) const {
        const bool points = of == slot_distances || of == slot_single_query_distances;
        const double boxes = 1.1 * (double(points_.count) / leaf_points + 1);  // each level has a 32nd of the boxes below it
        return {counter_names[of], less ? counter_names[*less] : std::string_view(), points ? bytes_of_point : bytes_of_box, 3 * Dimension,
            points ? bytes_of_point * double(points_.count) : bytes_of_box * boxes};
    }
    static constexpr double bytes_of_point = 4 * Dimension, bytes_of_box = Dimension == 2 ? 16 : 32;  ///< bytes

    /// The number of queries from which on 32 per warp are faster than one per warp; with fewer, one per warp occupies the device better.
    /// In a self-join, 32 are adjacent and already sorted; few queries are far apart. The numbers are measured (TUNING.md).
    std::int64_t fewest_in_packets([[maybe_unused]] int capacity, [[maybe_unused]] bool self_join) const {
        if (settings_.together > 0) return settings_.together;
#if defined(__CUDACC__)
        const double multiprocessors = limits().multiprocessors;
        if (self_join) return std::int64_t(multiprocessors * (12 + (Dimension == 2 ? 12 : 30) * std::log2(double(capacity))));
        return std::int64_t(150 * multiprocessors) + points_.count / 10;
#else
        return 8;
#endif
    }

    /// Whether warps answer 32 queries each, with `capacity` neighbours per query. Not for lists in parts that are longer than the number
    /// of points: parts do not write missing entries.
    bool in_packets(std::int64_t queries, int capacity, bool self_join) const {
        return queries >= fewest_in_packets(capacity, self_join) && (capacity <= longest_list || capacity <= points_.count);
    }

    /// The steps of one point's query in a self-join: runs its warp, without recording the other queries.
    Report record_packet(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress) {
        const TreeView<Dimension> view = tree_.view();
        auto recorded = std::make_shared<RecordedTree>(tree_.recorded(stream_));
        const int slot = int(std::find(recorded->rows.begin(), recorded->rows.end(), queries.self_join_row) - recorded->rows.begin());
        const int packet_of_slot = slot / 32, first = packet_of_slot * 32, asking = std::min(leaf_points, view.points - first);
        Batch<Dimension> batch{};
        batch.coordinates = points_.coordinates;
        batch.own = points_.coordinates;
        batch.position = view.position;
        batch.queries = view.points;
        batch.row_length = problem.k;
        batch.metric = problem.metric;
        Buffer<int> number(stream_, std::size_t(view.count[0]) * leaf_points, "leaf-warp: recorded queries");
        Buffer<std::int32_t> excluded(stream_, 32, "leaf-warp: recorded queries"), index(stream_, 32 * std::size_t(problem.k), "lists");
        Buffer<float> distance(stream_, 32 * std::size_t(problem.k), "lists");
        Buffer<unsigned> fallback(stream_, 33, "leaf-warp: queries alone");
        batch.query = number.data();
        batch.exclude = queries.exclude ? excluded.data() : nullptr;
        batch.lists = {index.data(), distance.data()};
        begin_recording(stream_, number.data() + first, view.row + first, asking, queries.exclude ? excluded.data() : nullptr);

        Run run(stream_, progress, Measure::steps);
        unsigned long long* const counters = run.counters(counter_names);
        run.record_steps(problem.metric, steps_at_most(points_.count, problem.k, view.count[0]));
        const Recorded recording{{{counters, run.recorder()}, nullptr}, slot};
        begin_counting(stream_, fallback.data(), nullptr, 0);
        search_packets(run, batch, packet_of_slot, 1, {fallback.data() + 1, fallback.data()}, recording);
        batch.k = problem.k;
        search_single_queries(run, batch, fallback.data(), recording);
        end_recording(stream_, batch.lists, slot - first, problem.k, lists);
        run.count("leaves", view.count[0]);
        Report report = run.finish();
        report.tree = std::move(recorded);
        return report;
    }

    void build(const Progress& progress) {
        const CancellationScope stops(stream_, progress);
        stale_ = true;
        Event begin, end;
        begin.record(stream_);
        build_again_.run(stream_, tree_.fine(), [&] { tree_.build(stream_, points_); });
        end.record(stream_);
        stream_.wait();
        build_milliseconds_ = Event::milliseconds(begin, end);
        stale_ = false;
    }

    /// `followed`: the problem, if points may have moved since it was last answered; null: does not use the previous answer.
    void order_queries(Run& run, const Queries& queries, Batch<Dimension>& batch, bool needed, const Problem* followed) {
        const double Q = double(queries.points.count), read = followed ? 8 * Dimension * Q : needed ? 4 * Dimension * Q : 0;
        const auto phase =
            run.phase(query_order, {read, 0, followed ? "8 D n bytes: how far points moved" : "4 D |Q| bytes; nothing for a self-join"});
        if (needed) tree_.sort_queries(stream_, queries.points, sorting_, batch);
        if (followed) batch.previous = movement_.known(stream_, points_, *followed);
    }

    /// The queries in one launch, a multiple of 32, if the search can be cancelled.
    static std::int64_t at_once(double work_of_query) {
        return std::max<std::int64_t>(1, std::int64_t(work_per_launch() / work_of_query / 32)) * 32;
    }

    static int packets_of(std::int64_t queries) { return int((queries + 31) / 32); }
    static std::int64_t packets_at_once(int capacity) { return at_once(Dimension * (1000.0 + 90.0 * capacity)) / 32; }

    template <class Observation>
    void search_packets(Run& run, Batch<Dimension>& batch, int first_packet, int packets, FallbackQueue fallback, Observation observation) {
        const int capacity = batch.row_length + (batch.exclude ? 1 : 0);
        batch.k = int(std::min<std::int64_t>(capacity, points_.count));
        const int most = int(std::min<std::int64_t>(packets, packets_at_once(capacity)));
        const int parts = (packets + most - 1) / most,
                  part = (packets + parts - 1) / parts;  // equally large: a small one would run alone
        const auto in_launches = [&](auto launch_for) {
            for (int first = 0; first < packets; first += part) {
                const int now = std::min(part, packets - first);
                const auto any_metric = [&] { launch_for(batch.metric, first_packet + first, now); };
                if constexpr (Observation::on || !euclidean_apart) any_metric();
                else if (batch.metric == Metric::euclidean) launch_for(Euclidean{}, first_packet + first, now);
                else any_metric();
                if (first + now < packets) run.tile_done(double(first + now), double(packets));
            }
        };
#if !defined(__CUDACC__)
        if constexpr (!std::is_same_v<Observation, Recorded>) {
            if (!settings_.lanes && !batch.lists.work) {  // the work of single queries is counted as on a GPU
                in_launches([&](auto, int first, int now) {
                    launch(stream_, {dim3(unsigned(now)), 1, OneThread::bytes(batch.k)},
                        KERNEL(search_in_one_thread<Dimension, Observation>), tree_.view(), batch, first, fallback, observation);
                });
                return;
            }
        }
#endif
        if (capacity > longest_list) {
            using InParts = std::conditional_t<Observation::on, Counted, NotObserved>;  // steps are not recorded
            in_launches([&](auto metric, int first, int now) {
                launch(stream_, {dim3(unsigned(now)), 32, PartSizes<Dimension>::shared_bytes, Start::early},
                    KERNEL(search_packet_in_parts<Dimension, decltype(metric), InParts>), tree_.view(), batch, first, fallback,
                    InParts(observation));
            });
            return;
        }
        with_length(Lengths<Dimension, Observation::on>(), capacity, [&](auto entries) {
            using Size = Sizes<Dimension, entries.value>;
            in_launches([&](auto metric, int first, int now) {
                launch(stream_, {dim3(unsigned((now + Size::warps - 1) / Size::warps)), 32 * Size::warps, Size::shared_bytes, Start::early},
                    KERNEL(search_packet<Dimension, entries.value, decltype(metric), Observation>), tree_.view(), batch, first, now,
                    fallback, observation);
            });
        });
    }

    void search_single_queries(Run& run, const Batch<Dimension>& batch, const unsigned* fallback, const Counted& counted) {
        search_single_queries(run, batch, fallback, Recorded{counted});  // few: a slow kernel is good enough
    }
    template <class Observation>
    void search_single_queries(Run& run, const Batch<Dimension>& batch, const unsigned* fallback, Observation observation) {
        const CandidateSpace space = CandidateSpace::of(batch.k);
        const unsigned warps = space.bytes() <= 6 * 1024 ? 4 : 1;
        const auto blocks = [&](std::int64_t queries) { return dim3(unsigned((queries + warps - 1) / warps)); };
        const auto some = [&](dim3 grid, const unsigned* queue, const unsigned* queued, std::int64_t first, std::int64_t count) {
            launch(stream_, {grid, 32 * warps, warps * space.bytes(), Start::early}, KERNEL(search_single_query<Dimension, Observation>),
                tree_.view(), batch, queue, queued, int(first), int(count), observation);
        };
        if (fallback) {
            some(dim3(unsigned(limits().multiprocessors) * 16), fallback + 1, fallback, 0, 0);
            return;
        }
        const std::int64_t part = at_once(40000.0 + 600.0 * batch.k);
        for (std::int64_t first = 0; first < batch.queries; first += part) {
            const std::int64_t now = std::min<std::int64_t>(part, batch.queries - first);
            some(blocks(now), nullptr, nullptr, first, now);
            if (first + now < batch.queries) run.tile_done(double(first + now), double(batch.queries));
        }
    }

    Points points_;
    Settings settings_;
    Stream stream_;  // declared before the memory allocated on it
    LeafTree<Dimension> tree_;
    bool stale_ = false, moving_ = false;
    Movement<Dimension> movement_;
    double build_milliseconds_ = 0;
    Scratch<unsigned> fallback_;  ///< [0] their number, then their indices
    typename LeafTree<Dimension>::Sorting sorting_;
    Replay<bool> build_again_;  ///< for moving points; key: whether the curve is fine
    Replay<Asked> search_again_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
