#include "gpu/shards/curve_runs.hpp"

#include "gpu/libraries/in_parallel.hpp"
#include "gpu/shards/curve_grid.hpp"
#include "gpu/shards/rank_workers.hpp"

#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <mutex>

namespace neighborscope::shards {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t method_bytes = 96;  ///< of a point, at most, that a method takes on a device (LeafTree::bytes_needed)
constexpr std::size_t most_read_bytes = std::size_t(4) << 20;
constexpr int most_level[] = {0, 0, 12, 8};  ///< by dimension: 2^24 cells
constexpr std::int64_t sampled_pieces = 64;  ///< of rows, for the extent of the grid
constexpr std::int64_t most_uncertain = 4000000;

std::size_t row_bytes(int dimension) { return std::size_t(dimension) * sizeof(float); }

/// Rows of a run, ascending: numbers and coordinates, in memory from which they are copied to the device.
struct GatheredRows {
    std::shared_ptr<void> memory;
    std::vector<std::int32_t> rows;  ///< [most]
    float* coordinates = nullptr;    ///< [most][dimension]
    std::int64_t count = 0;
};

/// Runs of the curve, and how many points there are in each cell.
class Runs {
public:
    struct Run {
        std::int64_t begin, end;   ///< cells
        std::int64_t own, around;  ///< points
    };

    Runs(const SelfJoin& join, const RunPlan& plan, const Progress& progress)
        : source_(join.source), plan_(plan), stop_(progress.stop), threads_(host::libraries::threads_of(0)), grid_(sampled_grid()) {
        count_points(progress);
    }

    const CurveGrid& grid() const { return grid_; }
    const Magnitudes& magnitudes() const { return magnitudes_; }
    const std::vector<Run>& all() const { return runs_; }
    bool is_whole(const Run& run) const { return run.begin == 0 && run.end == grid_.cells(); }

    /// Divides the curve. False: a cell and those around it hold more points than a run may have.
    bool divide() {
        std::vector<bool> around(std::size_t(grid_.cells()));
        for (std::int64_t begin = 0; begin < grid_.cells();) {
            std::int64_t most = plan_.rows;
            Run run = run_from(begin, most);
            while (run.around = points_around(run, around), run.own + run.around > plan_.rows) {
                if (run.end == begin + 1) return false;
                most = std::min(run.own - 1, std::max(plan_.rows - run.around, run.own / 2));
                run = run_from(begin, most);
            }
            if (run.own > 0) runs_.push_back(run);
            begin = run.end;
        }
        return true;
    }

    /// Reads the rows of a run and those around it.
    void gather(const Run& run, GatheredRows& to) const {
        std::vector<bool> around(std::size_t(grid_.cells()));
        grid_.each_around(run.begin, run.end, [&](std::int64_t cell) { around[std::size_t(cell)] = true; });
        to.count = 0;
        Turns turns(stop_);
        each_piece(
            [&](std::int64_t first, std::int64_t count, const float* rows) {
                std::vector<std::int32_t> found;
                for (std::int64_t i = 0; i < count; ++i) {
                    const std::int64_t cell = grid_.cell_of(rows + i * source_.dimension);
                    if ((cell >= run.begin && cell < run.end) || around[std::size_t(cell)]) found.push_back(std::int32_t(i));
                }
                std::int64_t at = 0;
                turns.wait(first / plan_.piece_rows, [&] { at = std::exchange(to.count, to.count + std::int64_t(found.size())); });
                if (at + std::int64_t(found.size()) > plan_.rows)  // it has become another file
                    throw Error(Failure::input, "the points have changed while they were read", "search again when the file is complete");
                for (const std::int32_t i : found) {
                    to.rows[std::size_t(at)] = std::int32_t(first + i);
                    std::copy_n(rows + i * source_.dimension, source_.dimension, to.coordinates + at++ * source_.dimension);
                }
            },
            turns);
    }

    double reading() const { return double(reading_.load()) / 1000; }  ///< milliseconds of all threads

private:
    /// Threads do something in the order of their pieces.
    class Turns {
    public:
        explicit Turns(const std::atomic<bool>* stop) : stop_(stop) {}
        template <class F>
        void wait(std::int64_t turn, F f) {
            std::unique_lock lock(mutex_);
            while (turn_ != turn) {
                if (failed_ || (stop_ && stop_->load(std::memory_order_relaxed))) throw Cancelled{};
                changed_.wait_for(lock, std::chrono::milliseconds(20));  // a piece may have been cancelled
            }
            f();
            ++turn_;
            changed_.notify_all();
        }
        void fail() {
            const std::lock_guard lock(mutex_);
            failed_ = true;
            changed_.notify_all();
        }

    private:
        const std::atomic<bool>* stop_;
        std::mutex mutex_;
        std::condition_variable changed_;
        std::int64_t turn_ = 0;
        bool failed_ = false;
    };

    /// Reads all rows and calls f(first, count, rows) for pieces of them, on all cores.
    template <class F>
    void each_piece(F f, Turns& turns) const {
        host::libraries::in_parallel(source_.count, plan_.piece_rows, threads_, stop_, [&](std::int64_t first, std::int64_t end) {
            try {
                thread_local std::vector<float> rows;
                rows.resize(std::size_t(end - first) * std::size_t(source_.dimension));
                const Clock::time_point began = Clock::now();
                source_.read(first, end - first, rows.data());
                reading_ += std::int64_t(host::libraries::milliseconds_since(began) * 1000);
                f(first, end - first, rows.data());
            } catch (...) {
                turns.fail();
                throw;
            }
        });
    }

    /// A grid over most of a sample of the rows: what lies far outside belongs to the outermost cells, and does not make all cells large.
    CurveGrid sampled_grid() const {
        const std::int64_t rows = std::min<std::int64_t>(plan_.piece_rows, 2048);
        const std::int64_t pieces = std::clamp<std::int64_t>(source_.count / rows, 1, sampled_pieces);
        std::array<std::vector<float>, 3> sample;
        std::vector<float> some(std::size_t(rows * source_.dimension));
        for (std::int64_t piece = 0; piece < pieces; ++piece) {
            const std::int64_t from = source_.count / pieces * piece, count = std::min(rows, source_.count - from);
            if (count > 0) source_.read(from, count, some.data());
            for (std::int64_t i = 0; i < count * source_.dimension; ++i)
                sample[std::size_t(i % source_.dimension)].push_back(some[std::size_t(i)]);
        }
        std::array<double, 3> low{}, high{};
        for (std::size_t axis = 0; axis < 3 && !sample[axis].empty(); ++axis) {
            std::sort(sample[axis].begin(), sample[axis].end());
            const std::size_t cut = sample[axis].size() / 1000;
            low[axis] = sample[axis][cut];
            high[axis] = sample[axis][sample[axis].size() - 1 - cut];
        }
        return CurveGrid(source_.dimension, plan_.level, low, high);
    }

    void count_points(const Progress& progress) {
        count_ = std::vector<std::atomic<std::uint32_t>>(std::size_t(grid_.cells()));
        std::mutex together;
        std::int64_t done = 0;
        Turns turns(stop_);
        const auto dimension = std::size_t(source_.dimension);
        each_piece(
            [&](std::int64_t, std::int64_t count, const float* rows) {
                for (std::int64_t i = 0; i < count; ++i)
                    count_[std::size_t(grid_.cell_of(rows + i * source_.dimension))].fetch_add(1, std::memory_order_relaxed);
                const Magnitudes magnitudes = magnitudes_of({rows, std::size_t(count) * dimension});
                const std::lock_guard lock(together);
                magnitudes_.include(magnitudes);
                progress.step(double(done += count), 2 * double(source_.count));
            },
            turns);
    }

    std::int64_t points_in(std::int64_t cell) const { return count_[std::size_t(cell)].load(std::memory_order_relaxed); }

    /// The longest run from a cell on that has at most so many points; at least one cell.
    Run run_from(std::int64_t begin, std::int64_t most) const {
        Run run{begin, begin + 1, points_in(begin), 0};
        while (run.end < grid_.cells() && run.own + points_in(run.end) <= most) run.own += points_in(run.end++);
        return run;
    }
    /// `around` is empty before and after.
    std::int64_t points_around(const Run& run, std::vector<bool>& around) const {
        std::int64_t points = 0;
        grid_.each_around(run.begin, run.end, [&](std::int64_t cell) {
            if (!around[std::size_t(cell)]) around[std::size_t(cell)] = true, points += points_in(cell);
        });
        grid_.each_around(run.begin, run.end, [&](std::int64_t cell) { around[std::size_t(cell)] = false; });
        return points;
    }

    const RowSource& source_;
    const RunPlan& plan_;
    const std::atomic<bool>* stop_;
    unsigned threads_;
    CurveGrid grid_;
    std::vector<std::atomic<std::uint32_t>> count_;  ///< [cells] points
    std::vector<Run> runs_;
    Magnitudes magnitudes_;
    mutable std::atomic<std::int64_t> reading_{0};  ///< microseconds
};

/// Queries whose lists may reach beyond what was in memory.
struct UncertainQueries {
    std::mutex mutex;
    std::vector<std::int32_t> rows;
    std::vector<float> coordinates;

    void add(std::span<const std::int32_t> more, std::span<const float> positions) {
        const std::lock_guard lock(mutex);
        rows.insert(rows.end(), more.begin(), more.end());
        coordinates.insert(coordinates.end(), positions.begin(), positions.end());
    }
};

/// Gathers and searches runs on one device.
class RunSearcher {
public:
    RunSearcher(const SelfJoin& join, const RunPlan& plan, const Runs& runs, UncertainQueries& uncertain, const TakeLists& take)
        : join_(join), runs_(runs), uncertain_(uncertain), take_(take) {
        const std::size_t bytes = std::size_t(plan.rows) * row_bytes(join.source.dimension);
        points_ = DeviceMemory(join.device, bytes, "points of a run");
        gathered_.rows.resize(std::size_t(plan.rows));
        if (join.device != DeviceKind::host) gathered_.memory = pinned_memory(join.device, bytes, "reading points");
        gathered_.coordinates = static_cast<float*>(join.device == DeviceKind::host ? points_.data() : gathered_.memory.get());
    }

    void search(const Runs::Run& run, DeviceTime& time, double& copying, const Progress& progress) {
        const Clock::time_point began = Clock::now();
        runs_.gather(run, gathered_);
        time.waiting += host::libraries::milliseconds_since(began);
        const int dimension = join_.source.dimension;
        const Clock::time_point copies = Clock::now();
        if (join_.device != DeviceKind::host)
            copy_to_device(join_.device, points_.data(), gathered_.coordinates, std::size_t(gathered_.count) * row_bytes(dimension));
        copying += host::libraries::milliseconds_since(copies);
        const Clock::time_point works = Clock::now();
        const PointSet points = PointSet::over(join_.device, static_cast<const float*>(points_.data()), gathered_.count, dimension,
            runs_.magnitudes().largest, runs_.magnitudes().smallest);
        const int width = points.list_width(join_.k);
        lists_.ensure_capacity(join_.device, gathered_.count, width);
        Searcher searcher(join_.method, points, join_.options, progress);
        searcher.search(QuerySet::self_join(points, join_.exclude_self), width, join_.metric, lists_, progress);
        lists_.fetch(index_, distance_);
        time.working += host::libraries::milliseconds_since(works);
        time.points += gathered_.count;
        time.queries += run.own;
        give(run, width, progress);
    }

private:
    /// Gives the certain lists of the run's own rows to the caller.
    void give(const Runs::Run& run, int width, const Progress& progress) {
        const bool whole = runs_.is_whole(run);
        const auto dimension = std::size_t(join_.source.dimension), k = std::size_t(join_.k), w = std::size_t(width);
        host::libraries::in_parallel(gathered_.count, 1 << 16, host::libraries::threads_of(0), progress.stop, [&](auto first, auto end) {
            std::vector<std::int32_t> rows, index, others;
            std::vector<float> distance, positions;
            for (auto i = std::size_t(first); i < std::size_t(end); ++i) {
                const float* const position = gathered_.coordinates + i * dimension;
                const std::int64_t cell = runs_.grid().cell_of(position);
                if (cell < run.begin || cell >= run.end) continue;
                const std::int32_t* const found = index_.data() + i * w;
                const float* const far = distance_.data() + i * w;
                const bool certain = whole || (w == k && found[w - 1] >= 0 && double(far[w - 1]) < runs_.grid().gap());
                if (!certain) {
                    others.push_back(gathered_.rows[i]);
                    positions.insert(positions.end(), position, position + dimension);
                    continue;
                }
                rows.push_back(gathered_.rows[i]);
                for (std::size_t at = 0; at < w; ++at) index.push_back(found[at] < 0 ? -1 : gathered_.rows[std::size_t(found[at])]);
                distance.insert(distance.end(), far, far + w);
            }
            if (!rows.empty()) take_(rows, index.data(), distance.data());
            if (!others.empty()) uncertain_.add(others, positions);
        });
    }

    const SelfJoin& join_;
    const Runs& runs_;
    UncertainQueries& uncertain_;
    const TakeLists& take_;
    GatheredRows gathered_;
    DeviceMemory points_;
    ListSet lists_;
    std::vector<std::int32_t> index_;
    std::vector<float> distance_;
};

/// Asks the uncertain queries over all points.
void ask_uncertain(const SelfJoin& join, const RunPlan& plan, const MemoryLimits& limits, UncertainQueries& uncertain,
    const TakeLists& take, RunReport& report, const Progress& progress) {
    const std::vector<std::int32_t> rows = std::exchange(uncertain.rows, {});
    const std::vector<float> coordinates = std::exchange(uncertain.coordinates, {});
    report.uncertain += std::int64_t(rows.size());
    const auto dimension = std::size_t(join.source.dimension), k = std::size_t(join.k);
    const TilePlan tiles =
        plan_tiles(join.source.count, join.source.dimension, std::int64_t(rows.size()), join.k, join.device, plan.ranks, limits);
    for (std::size_t first = 0; first < rows.size(); first += std::size_t(tiles.queries)) {
        const std::size_t count = std::min(std::size_t(tiles.queries), rows.size() - first);
        const std::span<const std::int32_t> asked = std::span(rows).subspan(first, count);
        TiledReport of_batch;
        const std::vector<ListEntry> entries = search_tiles(join.method, join.options, join.device, join.source,
            std::span(coordinates).subspan(first * dimension, count * dimension),
            join.exclude_self ? asked : std::span<const std::int32_t>(), join.k, join.metric, tiles, of_batch, progress.without_report());
        std::vector<std::int32_t> index(count * k);
        std::vector<float> distance(count * k);
        write_lists(entries, join.metric, index.data(), distance.data());
        take(asked, index.data(), distance.data());
        of_batch.tiles = 0;
        report.add(of_batch);
    }
}

}  // namespace

bool can_join_by_runs(const MethodInfo& info, int dimension, Metric metric) {
    return info.supports.sharding == Sharding::regions && (dimension == 2 || dimension == 3) &&
           (metric == Metric::euclidean || metric == Metric::manhattan || metric == Metric::chebyshev);
}

RunPlan plan_runs(
    std::int64_t count, int dimension, int k, DeviceKind device, int ranks, const MemoryLimits& limits, std::size_t kept_bytes) {
    const bool on_the_host = device == DeviceKind::host;
    const std::size_t of_host = host_bytes_of(limits);
    const std::size_t of_device = on_the_host ? 0 : limits.device_bytes > 0 ? limits.device_bytes : free_device_memory(device) / 10 * 9;
    RunPlan plan;
    plan.ranks = ranks;
    plan.workers = on_the_host ? 1 : 2;
    const std::size_t row = row_bytes(dimension), list = std::size_t(k) * (sizeof(std::int32_t) + sizeof(float));
    // Some ten rows of lists to a cell, and at most an eighth of the host's memory for counts of points and marks.
    const double cells = double(std::max<std::int64_t>(count, 1)) / (8.0 * (k + 1) + 32);
    const std::size_t cell_bytes = sizeof(std::uint32_t) + 1;
    while (plan.level < most_level[dimension] && std::exp2(dimension * (plan.level + 1)) <= cells &&
           std::exp2(dimension * (plan.level + 1)) * double(cell_bytes) <= double(of_host) / 8)
        ++plan.level;
    const std::size_t threads = host::libraries::threads_of(0);
    const std::size_t of_cells = (std::size_t(1) << dimension * plan.level) * cell_bytes;
    plan.piece_rows = std::max<std::int64_t>(std::int64_t(std::min(most_read_bytes, of_host / 32 / threads) / row), 64);
    const std::size_t fixed = kept_bytes + of_cells + threads * std::size_t(plan.piece_rows) * (row + sizeof(std::int32_t));
    // A row of a run: on the device points, lists and the index; on the host its number, lists, and what is copied to the device.
    const std::size_t on_device = row + list + method_bytes, on_host = row + sizeof(std::int32_t) + list;
    const std::size_t at_once = std::size_t(plan.workers) * std::size_t(on_the_host ? ranks : 1);
    const std::size_t left = of_host > fixed ? of_host - fixed : 0;
    const std::size_t by_host = left / (at_once * (on_the_host ? on_host + on_device : on_host));
    const std::size_t by_device = on_the_host ? by_host : of_device / at_once / on_device;
    plan.rows = std::min({std::int64_t(std::min(by_host, by_device)), std::max<std::int64_t>(count, 1),
        std::int64_t(std::numeric_limits<std::int32_t>::max())});
    const std::int64_t least = std::min<std::int64_t>(std::max<std::int64_t>(count, 1), 4096);
    if (plan.rows < least)
        throw Error(Failure::memory,
            "lists of " + std::to_string(k) + " neighbours for " + std::to_string(count) + " points and a run of " + std::to_string(least) +
                " points need " + std::to_string((fixed + std::size_t(least) * at_once * (on_host + on_device)) / 1000000 + 1) +
                " MB of memory, " + std::to_string(of_host / 1000000) + " MB of the host may be used",
            "ask for a smaller k, or allow more memory");
    if (ranks > 1) plan.rows = std::min(plan.rows, std::max(least, count / ranks + count / (16 * ranks)));
    plan.runs = (std::max<std::int64_t>(count, 1) + plan.rows - 1) / plan.rows;
    plan.uncertain = std::clamp<std::int64_t>(plan.rows / 4, 1024, most_uncertain);
    plan.device_bytes = std::size_t(plan.rows) * on_device * std::size_t(plan.workers);
    plan.host_bytes = fixed + std::size_t(plan.rows) * at_once * (on_the_host ? on_host + on_device : on_host);
    return plan;
}

bool join_by_runs(const SelfJoin& join, const RunPlan& plan, const MemoryLimits& limits, const TakeLists& take, RunReport& report,
    const Progress& progress) {
    const Clock::time_point began = Clock::now();
    report = {};
    Runs runs(join, plan, progress);
    if (!runs.divide()) return false;
    const std::vector<int> sharing = sharing_devices(join.device);
    std::vector<int> numbers;  // of the workers' devices
    for (int rank = 0; rank < plan.ranks * plan.workers; ++rank) numbers.push_back(sharing[std::size_t(rank % plan.ranks)]);
    if (join.device == DeviceKind::cuda && sharing.size() == 1) numbers.assign(numbers.size(), device_info(join.device).number);
    report.devices.resize(std::size_t(plan.ranks));
    for (std::size_t rank = 0; rank < report.devices.size(); ++rank)
        report.devices[rank].device = sharing.size() > 1 ? name_of_device(join.device, numbers[rank]) : std::string(name(join.device));
    report.tiles = std::int64_t(runs.all().size());
    for (const Runs::Run& run : runs.all()) report.around += run.around;

    UncertainQueries uncertain;
    std::mutex together;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};  // one worker's failure ends the others
    std::int64_t done = 0;
    while (next < runs.all().size()) {
        RankWorkers workers(join.device, numbers);
        workers.each([&](int worker) {
            DeviceTime time;
            double copying = 0;
            try {
                std::optional<RunSearcher> searcher;
                const auto has_room = [&] {
                    const std::lock_guard lock(uncertain.mutex);
                    return std::int64_t(uncertain.rows.size()) < plan.uncertain;
                };
                while (has_room() && !failed) {
                    const std::size_t number = next.fetch_add(1);
                    if (number >= runs.all().size()) break;
                    if (!searcher) searcher.emplace(join, plan, runs, uncertain, take);
                    searcher->search(runs.all()[number], time, copying, progress.without_report());
                    const std::lock_guard lock(together);
                    done += runs.all()[number].own;
                    progress.step(double(join.source.count + done), 2 * double(join.source.count));
                }
            } catch (...) {
                failed = true;
                throw;
            }
            const std::lock_guard lock(together);
            TiledReport of_worker;
            of_worker.copying = copying;
            of_worker.devices.resize(report.devices.size());
            for (std::size_t rank = 0; rank < report.devices.size(); ++rank) of_worker.devices[rank].device = report.devices[rank].device;
            time.communicating = copying;
            time.device = report.devices[std::size_t(worker % plan.ranks)].device;
            of_worker.devices[std::size_t(worker % plan.ranks)] = time;
            report.add(of_worker);
        });
        ask_uncertain(join, plan, limits, uncertain, take, report, progress);
    }
    report.reading += runs.reading();
    report.total = host::libraries::milliseconds_since(began);
    return true;
}

}  // namespace neighborscope::shards
