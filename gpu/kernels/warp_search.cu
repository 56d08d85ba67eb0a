#include "gpu/kernels/warp_search.hpp"

#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"
#include "gpu/kernels/k_selection.cuh"
#include "gpu/kernels/tile.hpp"
#include "gpu/kernels/warp_scan.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search {

namespace {

constexpr std::array scan_phases{std::string_view("initial"), std::string_view("scan"), std::string_view("merge")};
constexpr std::array choose_phases{std::string_view("k-selection"), exact_distances_phase, order_phase};
constexpr std::array counter_names{
    std::string_view("distances"), std::string_view("list replacements"), std::string_view("warp reductions")};

constexpr std::size_t declared_bytes = 4096;  ///< most shared memory that the kernels declare themselves

/// Threads of a block, by compute capability. Up to long_row_threads each thread has registers for two rows of up to eight pieces.
struct Tuning {
    int threads;                         ///< of a block
    int long_row_threads;                ///< of a block, for rows of so many dimensions:
    int long_row_beyond, long_row_upto;  ///< the latter is eight pieces of 32 lanes x 4 coordinates
};
constexpr Tuning tuned_for_9_0{most_threads, 512, 512, 1024};  ///< and later; measured on an H200: gpu/methods/ppw/TUNING.md
constexpr Tuning tuned_for_7_5_to_8_9 = tuned_for_9_0;         ///< not measured: a multiprocessor has as many registers

const Tuning& tuning() { return limits().compute_capability >= 90 ? tuned_for_9_0 : tuned_for_7_5_to_8_9; }

constexpr int long_row_threads = 512;  ///< of the kernels for long rows, at most
static_assert(tuned_for_9_0.long_row_threads == long_row_threads && tuned_for_7_5_to_8_9.long_row_threads == long_row_threads);

/// `chosen` threads, at least a warp; 0: the best for this dimension.
int block_threads(int chosen, int dimension) {
    if (chosen > 0) return std::max(chosen, 32);
    const Tuning& tuned = tuning();
    const bool long_row = dimension % 4 == 0 && dimension > tuned.long_row_beyond && dimension <= tuned.long_row_upto;
    return long_row ? tuned.long_row_threads : tuned.threads;
}

/// Calls f(how rows of this dimension are read): whole rows in registers if they fit, and as many points at a time as keep the
/// memory busy without spilling. Measured on an H200: gpu/methods/ppw/TUNING.md.
template <class F>
void with_reading(int dimension, int threads, F f) {
    const int pieces = dimension % 4 != 0 ? 0 : (dimension + 127) / 128;
    switch (threads > long_row_threads && pieces > 4 ? 9 : pieces) {
        case 0: return f(ByOne<8, 1, false>{});
#if defined(__CUDACC__)
        case 2: return f(ByFour<2, 2, true>{});
        case 8: return f(ByFour<2, 8, true, long_row_threads>{});
#if !defined(NEIGHBORSCOPE_FEW_KERNELS)
        case 1: return f(ByFour<4, 1, true>{});
        case 3: return f(ByFour<2, 3, true>{});
        case 4: return f(ByFour<2, 4, true>{});
        case 6: return f(ByFour<2, 6, true, long_row_threads>{});
        case 7: return f(ByFour<2, 7, true, long_row_threads>{});
#endif
#else  // registers are a GPU's concern: few kernels, but of as many points at a time, which decides the counts
        case 1: return f(ByFour<4, 1, true>{});
        case 2:
        case 3:
        case 4:
        case 6:
        case 7:
        case 8: return f(ByFour<2, 8, false>{});
#endif
        default: return f(ByFour<1, 8, false>{});
    }
}

int points_at_once(int dimension, int threads) {
    int points = 0;
    with_reading(dimension, threads, [&](auto reading) { points = reading.count; });
    return points;
}

/// How one launch for so many queries is divided.
struct Plan {
    std::int64_t queries, slice;  ///< points of a launch
    int slices, groups, group_queries, partitions, capacity, kept;
    bool lists_in_shared;
    std::size_t shared_bytes, list_keys, partial_keys, long_entries;  ///< long_entries: queries, if k is too long for shared memory

    unsigned blocks() const { return unsigned(groups) * unsigned(partitions); }
    int lists_of_query() const { return slices * partitions; }
};

class WarpSearch final : public Search {
public:
    WarpSearch(const Points& points, const Settings& settings)
        : points_(points),
          assignment_(settings.assignment),
          name_(settings.method),
          warps_(block_threads(settings.threads, points.dimension) / 32),
          blocks_(settings.blocks) {}

    bool points_moved() override { return true; }  // no copy of the points is kept
    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const Plan plan = make_plan(problem.queries, problem.k);
        return partial_.more_for(plan.partial_keys) + lists_.more_for(plan.lists_in_shared ? 0 : plan.list_keys) +
               chosen_.more_for(plan.long_entries * std::size_t(problem.k)) +
               exact_.more_for(plan.long_entries * std::size_t(finish_entries(problem.k)));
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        const std::int64_t count = queries.points.count;
        const int k = problem.k, dimension = points_.dimension;
        if (count > 0) prepare(make_plan(count, k), k);
        Run run(stream_, progress, measure);
        unsigned long long* const counters = run.counters(counter_names);
        if (measure == Measure::steps && count > 0)
            run.record_steps(problem.metric, steps_at_most(points_.count, k, make_plan(count, k).lists_of_query(), warps_));
        const std::int64_t tile = count > 0 ? make_plan(count, k).queries : 1;
        for (std::int64_t first = 0; first < count; first += tile) {
            Queries some = queries;
            some.points.count = std::min(tile, count - first);
            some.points.coordinates += first * dimension;
            if (some.exclude) some.exclude += first;
            const Plan plan = make_plan(some.points.count, k);
            const LowerBounds lower_bound = lower_bounds(plan, k);
            with_metric(problem.metric, [&](auto metric) {
                using M = decltype(metric);
                with_reading(dimension, warps_ * 32, [&](auto reading) {
                    using R = decltype(reading);
                    for (int slice = 0; slice < plan.slices; ++slice) {
                        Scan scan_all{points_, slice * plan.slice, std::min(points_.count, (slice + 1) * plan.slice), some, plan.groups,
                            plan.group_queries, plan.partitions, k, plan.capacity, plan.kept,
                            plan.lists_in_shared ? nullptr : lists_pointer_, partial_pointer_, slice * plan.partitions,
                            plan.lists_of_query()};
                        const Shape shape{plan.blocks(), unsigned(warps_) * 32, plan.shared_bytes, Start::in_order, declared_bytes};
                        run.phases_inside_kernel(
                            scan_phases, slice == 0 ? lower_bound.scan : no_lower_bounds, plan.blocks(), [&](auto stamps) {
                                using S = decltype(stamps);
                                if constexpr (S::on) launch(stream_, shape, KERNEL(scan<M, R, S, NoCounts>), scan_all, stamps, NoCounts{});
                                else if (counters)
                                    launch(
                                        stream_, shape, KERNEL(scan<M, R, S, Counts>), scan_all, stamps, Counts{counters, run.recorder()});
                                else launch(stream_, shape, KERNEL(scan<M, R, S, NoCounts>), scan_all, stamps, NoCounts{});
                            });
                        run.tile_done(double(first) + double(some.points.count) * (slice + 1) / plan.slices, double(count));
                    }
                });
                const SelectionLaunch selection{points_, some, k, plan.lists_of_query(), plan.kept, partial_pointer_,
                    {lists.index + first * k, lists.distance + first * k}, plan.long_entries ? chosen_pointer_ : nullptr,
                    plan.long_entries ? exact_pointer_ : nullptr};
                const unsigned blocks = unsigned(some.points.count);
                const std::int64_t work = std::max<std::int64_t>(
                    std::int64_t(plan.lists_of_query()) * plan.kept, std::int64_t(k) * std::min(dimension, exact_stride) * 2);
                const Shape shape{
                    blocks, work > 1024 ? unsigned(finish_threads_most) : 128, choose_shared_bytes(k), Start::early, declared_bytes};
                run.phases_inside_kernel(choose_phases, lower_bound.choose, blocks, [&](auto stamps) {
                    using S = decltype(stamps);
                    if constexpr (!S::on) {
                        if (measure == Measure::steps)
                            return launch(stream_, shape, KERNEL(choose<M, S, Counts>), selection, stamps, Counts{nullptr, run.recorder()});
                    }
                    launch(stream_, shape, KERNEL(choose<M, S, NoCounts>), selection, stamps, NoCounts{});
                });
            });
        }
        return run.finish();
    }

private:
    Plan make_plan(std::int64_t queries, int k) const {
        Plan plan{};
        const std::int64_t count = points_.count, processors = limits().multiprocessors;
        const double pairs = work_per_launch() / work_of_pair(points_.dimension);
        // At most as many queries as one launch's work allows; whole groups if that is more than one.
        std::int64_t fit = count > 0 ? std::int64_t(pairs / double(count)) : queries, sharing = 0;
        if (assignment_ == WarpAssignment::query_per_launch) fit = 1;
        if (assignment_ == WarpAssignment::query_per_warp && fit > warps_) fit = fit / warps_ * warps_;
        if (assignment_ ==
            WarpAssignment::query_per_block) {  // as many as run at once; one block alone does not reach the memory's bandwidth
            fit = std::max(fit / processors, std::int64_t(1)) * processors;
            sharing = 2 * processors;
        }
        plan.queries = std::clamp<std::int64_t>(fit, 1, queries);
        plan.slice = points_per_launch(count, std::max(plan.queries, sharing), points_.dimension);
        plan.slices = int(std::max<std::int64_t>(1, (count + plan.slice - 1) / plan.slice));
        const std::int64_t group = assignment_ == WarpAssignment::query_per_block ? 1 : warps_;
        plan.groups = int((plan.queries + group - 1) / group);
        plan.group_queries = int((plan.queries + plan.groups - 1) / plan.groups);
        plan.groups = int((plan.queries + plan.group_queries - 1) / plan.group_queries);
        const std::int64_t blocks = assignment_ == WarpAssignment::query_per_block ? plan.groups : blocks_ > 0 ? blocks_ : processors;
        plan.partitions = int(std::clamp<std::int64_t>(blocks / plan.groups, 1, std::max<std::int64_t>(1, (plan.slice + 31) / 32)));
        const std::int64_t partition = (plan.slice + plan.partitions - 1) / plan.partitions;
        const int at_once = points_at_once(points_.dimension, warps_ * 32), sharers = warps_ / plan.group_queries;
        const std::int64_t met = (partition + std::int64_t(sharers) * at_once - 1) / (std::int64_t(sharers) * at_once) * at_once;
        plan.capacity = int(std::clamp<std::int64_t>(met, 1, k));
        plan.kept = int(std::clamp<std::int64_t>(partition, 1, k));
        const std::size_t keys = std::size_t(2) * std::size_t(warps_) * std::size_t(plan.capacity);
        plan.lists_in_shared = keys * sizeof(Key) + declared_bytes <= limits().shared_bytes_block;
        plan.shared_bytes = plan.lists_in_shared ? keys * sizeof(Key) : 0;
        plan.list_keys = keys * plan.blocks();
        plan.partial_keys = std::size_t(plan.queries) * std::size_t(plan.lists_of_query()) * std::size_t(plan.kept);
        plan.long_entries = k > finish_shared_k ? std::size_t(plan.queries) : 0;
        return plan;
    }

    void prepare(const Plan& plan, int k) {
        partial_pointer_ = partial_.at_least(stream_, plan.partial_keys, name_ + ": lists of the blocks");
        if (!plan.lists_in_shared) lists_pointer_ = lists_.at_least(stream_, plan.list_keys, name_ + ": lists of the warps");
        if (plan.long_entries) {
            chosen_pointer_ = chosen_.at_least(stream_, plan.long_entries * std::size_t(k), name_ + ": chosen neighbours");
            exact_pointer_ = exact_.at_least(stream_, plan.long_entries * std::size_t(finish_entries(k)), name_ + ": exact distances");
        }
    }

    struct LowerBounds {
        std::array<LowerBound, 3> scan, choose;
    };
    LowerBounds lower_bounds(const Plan& plan, int k) const {
        const double n = double(points_.count), D = points_.dimension, Q = double(plan.queries);
        const double warp_lists = double(plan.lists_of_query()) * warps_ / plan.group_queries;  // of one query
        const double initial = std::min(n, warp_lists * plan.capacity), block_keys = double(plan.lists_of_query()) * plan.kept;
        const auto finish = finish_lower_bounds(plan.queries, k, points_.dimension);
        // Concurrent warps and blocks share points through the caches; a query with its own launch shares with none.
        const bool alone = assignment_ == WarpAssignment::query_per_launch;
        return {{LowerBound{4 * initial * D, 3 * initial * D * Q,
                     std::string(alone ? "4 m D |Q|" : "4 m D") +
                         " bytes, 3 m D |Q| operations, m = min(n, k W) points fill the lists of a query's W warps"},
                    LowerBound{4 * (n - initial) * D, 3 * (n - initial) * D * Q,
                        std::string(alone ? "4 (n - m) D |Q|" : "4 (n - m) D") + " bytes, 3 (n - m) D |Q| operations"},
                    LowerBound{8 * block_keys * Q, warp_lists * plan.capacity * Q, "8 k B |Q| bytes, k W |Q| comparisons, B blocks"}},
            {LowerBound{8 * block_keys * Q, block_keys * Q, "8 k B |Q| bytes, k B |Q| comparisons"}, finish[0], finish[1]}};
    }
    inline static const std::array<LowerBound, 3> no_lower_bounds{};

    Points points_;
    WarpAssignment assignment_;
    std::string name_;
    int warps_, blocks_;
    Stream stream_;  // declared before the memory allocated on it
    Scratch<Key> partial_, lists_, chosen_;
    Scratch<Exact> exact_;
    Key *partial_pointer_ = nullptr, *lists_pointer_ = nullptr, *chosen_pointer_ = nullptr;
    Exact* exact_pointer_ = nullptr;
};

}  // namespace

const std::array<std::string_view, 6> phases{
    scan_phases[0], scan_phases[1], scan_phases[2], choose_phases[0], choose_phases[1], choose_phases[2]};

std::unique_ptr<Search> prepare(const Points& points, const Settings& settings) { return std::make_unique<WarpSearch>(points, settings); }

OptionSpec threads_option() {
    return {"threads", std::int64_t(0), IntegerRange{0, 1024},
        "threads per block, in whole warps; 0: 512 with 516 to 1024 dimensions, otherwise 1024 (in the paper: 768)"};
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::warp_search
