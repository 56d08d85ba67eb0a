// `quicksort`, "Sorting-based reduction": R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto, "Heap Based k-Nearest Neighbor Search on
// GPUs", section 5.1: the baseline of the paper. For one query after another: its distances to all points (the kernel of `heap`), then
// GPU-Quicksort of all pairs (distance, index); the first k are the result.
//
// Phase 1 partitions until there are as many sequences as the option says, phase 2 sorts each with one block. The paper counts P - 1
// launches for P partitions; here one launch partitions all sequences of a round, the longest first, unless launches=pivot. A sequence
// longer than 65536 is divided further, so that no block delays cancelling.
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/heap/reduction.cuh"
#include "gpu/methods/quicksort/sort.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quicksort {

namespace {

constexpr std::string_view distances_phase = "distances", partition_phase = "partition", sort_phase = "sort";
constexpr std::size_t most_of_launch = 1024;            ///< sequences
constexpr std::int64_t keys_of_block = 2048;            ///< least number, if several blocks partition a sequence
constexpr std::int64_t most_blocks_of_sequence = 1024;  ///< longer ones give each block more keys
constexpr std::int64_t most_sorted = 65536;             ///< keys that a block sorts
constexpr double work_of_key = 64;                      ///< in phase 2, in the units of work_per_launch

struct Settings {
    int threads, threshold;
    std::int64_t partitions;
    bool launch_each;  ///< one launch per pivot
};

class Quicksort final : public Search {
public:
    Quicksort(const Points& points, const Settings& settings) : points_(points), settings_(settings) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const std::size_t n = std::size_t(points_.count);
        return row_.more_for(n) + first_.more_for(n) + second_.more_for(n) +
               (splits_.size() ? 0 : most_of_launch * (sizeof(Split) + sizeof(Sequence))) +
               chosen_.more_for(std::size_t(problem.queries) * std::size_t(problem.k)) +
               finish_.more_for(finish_bytes(problem.queries, problem.k));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count, n = points_.count;
        const int k = problem.k;
        if (count == 0) return Run(stream_, progress, measure).finish();
        float* const row = row_.at_least(stream_, std::size_t(n), "quicksort: distances of a query");
        first_.at_least(stream_, std::size_t(n), "quicksort: distances and indices");
        second_.at_least(stream_, std::size_t(n), "quicksort: distances and indices, the other half");
        if (splits_.size() == 0) {
            splits_ = Buffer<Split>(stream_, most_of_launch, "quicksort: sequences to be partitioned");
            sequences_ = Buffer<Sequence>(stream_, most_of_launch, "quicksort: sequences to be sorted");
        }
        Key* const chosen = chosen_.at_least(stream_, std::size_t(count) * std::size_t(k), "quicksort: chosen neighbours");
        void* const scratch = finish_.at_least(stream_, finish_bytes(count, k), "quicksort: exact distances");

        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        run.record_steps(problem.metric, steps_at_most(n, k));
        Tally tally;
        with_metric(problem.metric, [&](auto metric) {
            for (std::int64_t query = 0; query < count; ++query) {
                {
                    const auto phase = run.phase(distances_phase, heap::distances_lower_bound(points_, 1));
                    const std::int64_t piece = points_per_launch(n, 1, points_.dimension);
                    for (std::int64_t begin = 0; begin < n; begin += piece) {
                        const std::int64_t end = std::min(n, begin + piece);
                        heap::launch_distances<decltype(metric)>(
                            run, points_, queries.points.coordinates + query * points_.dimension, 1, begin, end, row, counters);
                        if (end < n) run.tile_done(double(query) + 0.5 * double(end) / double(n), double(count));
                    }
                }
                Key* const own = chosen + query * k;
                std::vector<Sequence> sequences = pairs(run, queries.exclude ? queries.exclude + query : nullptr, own, k);
                while (partition_round(run, sequences, tally, counters)) run.tile_done(double(query) + 0.5, double(count));
                tally.partitions += std::int64_t(sequences.size());
                sort(run, sequences, own, k, counters);
                run.tile_done(double(query + 1), double(count));
            }
        });
        run.count("partitions", tally.partitions);
        run.count("pivots, partition", tally.pivots);
        run.count("partition launches", tally.launches);
        run.count("keys moved, partition", tally.moved);
        finish_lists(run, points_, queries, k, problem.metric, chosen, lists, scratch, finish_steps);
        return run.finish();
    }

private:
    struct Tally {
        std::int64_t partitions = 0, pivots = 0, launches = 0, moved = 0;
    };

    LowerBound partition_lower_bound(double bytes, double comparisons) const {
        return {bytes, comparisons, "12 n bytes to pair distances with indices, 16 bytes and a comparison for each key moved"};
    }
    unsigned threads() const { return unsigned(settings_.threads); }

    /// The query's whole row as one sequence; none if there are no points.
    std::vector<Sequence> pairs(Run& run, const std::int32_t* exclude, Key* chosen, int k) {
        const std::int64_t n = points_.count;
        Split whole{};
        whole.least_high = no_key;
        const auto phase = run.phase(partition_phase, partition_lower_bound(12 * double(n), 0));
        splits_.from_host(stream_, std::span<const Split>(&whole, 1));
        const unsigned blocks = unsigned((std::max<std::int64_t>(n, k) + settings_.threads - 1) / settings_.threads);
        launch(stream_, {blocks, threads()}, KERNEL(make_pairs), static_cast<const float*>(row_.data()), n, exclude, first_.data(),
            splits_.data(), chosen, k);
        splits_.to_host(stream_, std::span(&whole, 1));
        if (whole.low_keys == 0) return {};
        return {{0, std::int64_t(whole.low_keys), whole.least_high, whole.greatest_low, 0}};
    }

    bool should_split(const Sequence& one, std::size_t sequences) const {
        return one.size() > settings_.threshold && (std::int64_t(sequences) < settings_.partitions || one.size() > most_sorted);
    }

    /// Partitions every sequence that is long enough, the longest first, until there are enough. False if there was none.
    bool partition_round(Run& run, std::vector<Sequence>& sequences, Tally& tally, unsigned long long* counters) {
        std::sort(sequences.begin(), sequences.end(),
            [](const Sequence& a, const Sequence& b) { return a.size() != b.size() ? a.size() > b.size() : a.begin < b.begin; });
        std::size_t taken = 0;
        while (taken < sequences.size() && should_split(sequences[taken], sequences.size() + taken)) ++taken;
        if (taken == 0) return false;
        std::vector<Sequence> parts(sequences.begin() + std::ptrdiff_t(taken), sequences.end());
        const std::size_t of_launch = settings_.launch_each ? 1 : most_of_launch;
        for (std::size_t begin = 0; begin < taken; begin += of_launch)
            partition_some(run, std::span(sequences).subspan(begin, std::min(of_launch, taken - begin)), parts, tally, counters);
        sequences = std::move(parts);
        return true;
    }

    void partition_some(
        Run& run, std::span<const Sequence> sequences, std::vector<Sequence>& parts, Tally& tally, unsigned long long* counters) {
        std::vector<Split> splits;
        int blocks = 0;
        double keys = 0;
        for (const Sequence& one : sequences) {
            const std::int64_t piece = std::max(keys_of_block, (one.size() + most_blocks_of_sequence - 1) / most_blocks_of_sequence);
            const int own = int((one.size() + piece - 1) / piece);
            splits.push_back({one, piece, blocks, own, 0, 0, 0, no_key});
            blocks += own;
            keys += double(one.size());
        }
        {
            const auto phase = run.phase(partition_phase, partition_lower_bound(16 * keys, keys));
            splits_.from_host(stream_, std::span<const Split>(splits));
            const Shape shape{unsigned(blocks), threads()};
            const int count = int(splits.size());
            if (counters)
                launch(stream_, shape, KERNEL(partition<Counts>), splits_.data(), count, first_.data(), second_.data(), tally.pivots,
                    Counts{counters, run.recorder()});
            else
                launch(stream_, shape, KERNEL(partition<NoCounts>), splits_.data(), count, first_.data(), second_.data(), tally.pivots,
                    NoCounts{});
            splits_.to_host(stream_, std::span(splits));
        }
        for (const Split& split : splits) {
            const Sequence& whole = split.sequence;
            const std::int64_t middle = whole.begin + std::int64_t(split.low_keys);
            parts.push_back({whole.begin, middle, whole.least, split.greatest_low, !whole.second});
            parts.push_back({middle, whole.end, split.least_high, whole.most, !whole.second});
        }
        ++tally.launches;
        tally.pivots += std::int64_t(splits.size());
        tally.moved += std::int64_t(keys);
    }

    void sort(Run& run, std::span<const Sequence> sequences, Key* chosen, int k, unsigned long long* counters) {
        static constexpr std::array names{sort_phase};
        const std::size_t bytes = sizeof(Key) * std::size_t(points_.count);
        const double most_keys = work_per_launch() / work_of_key;
        for (std::size_t begin = 0; begin < sequences.size();) {
            std::size_t end = begin;
            double keys = 0;
            while (end < sequences.size() && end - begin < most_of_launch &&
                   (end == begin || keys + double(sequences[end].size()) <= most_keys))
                keys += double(sequences[end++].size());
            const std::span<const Sequence> some = sequences.subspan(begin, end - begin);
            const unsigned blocks = unsigned(some.size());
            sequences_.from_host(stream_, some);
            const std::array lower_bounds{LowerBound{16 * keys, keys * std::log2(std::max(2.0, keys / double(blocks))),
                "16 n bytes, n log2 (n / P) comparisons for each query, P = sequences"}};
            const Shape shape{blocks, threads(), sizeof(Key) * std::size_t(settings_.threshold)};
            run.phases_inside_kernel(names, lower_bounds, blocks,
                [&](auto stamps) {
                    using S = decltype(stamps);
                    const Sequence* const own = sequences_.data();
                    if constexpr (!S::on) {
                        if (counters)
                            return launch(stream_, shape, KERNEL(sort_sequences<S, Counts>), own, first_.data(), second_.data(),
                                settings_.threshold, chosen, k, int(begin), stamps, Counts{counters, run.recorder()});
                    }
                    launch(stream_, shape, KERNEL(sort_sequences<S, NoCounts>), own, first_.data(), second_.data(), settings_.threshold,
                        chosen, k, int(begin), stamps, NoCounts{});
                },
                {{first_.data(), bytes}, {second_.data(), bytes}});
            begin = end;
        }
    }

    Points points_;
    Settings settings_;
    Stream stream_;  // declared before the memory allocated on it
    Scratch<float> row_;
    Scratch<Key> first_, second_, chosen_;
    Buffer<Split> splits_;
    Buffer<Sequence> sequences_;
    Scratch<unsigned char> finish_;
};

}  // namespace

MethodInfo info() {
    return {
        .name = "quicksort",
        .title = "Quicksort",
        .group = "Exhaustive",
        .citation =
            "D. Cederman, P. Tsigas: GPU-Quicksort, 2009, as used by R. J. Barrientos, J. I. Gómez, C. Tenllado, M. Prieto: Heap Based "
            "k-Nearest Neighbor Search on GPUs, 2010, section 5.1",
        .help =
            "Computes all distances of a query and sorts them: blocks together partition them round pivots, then each block sorts one "
            "part.",
        .supports = {},
        .options =
            {
                {"threads", std::int64_t(128), IntegerRange{32, most_threads, true}, "threads of a block that partitions or sorts"},
                {"partitions", std::int64_t(256), IntegerRange{1, 65536},
                    "number of sequences at which partitioning ends, so that the blocks of the sort fill the device"},
                {"threshold", std::int64_t(256), IntegerRange{2, most_threshold, true},
                    "keys up to which a bitonic network sorts a sequence"},
                {"launches", std::string("round"), Choice{{"round", "pivot"}},
                    "round partitions all sequences of a round in one launch; pivot launches once for each pivot, as the paper counts"},
            },
        .phases = {distances_phase, partition_phase, sort_phase, exact_distances_phase, order_phase},
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress&) {
    return std::make_unique<Quicksort>(
        points, Settings{int(options.get<std::int64_t>("threads")), int(options.get<std::int64_t>("threshold")),
                    options.get<std::int64_t>("partitions"), options.get<std::string>("launches") == "pivot"});
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quicksort
