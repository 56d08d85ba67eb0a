#include "gpu/shards/tiled_search.hpp"

#include "gpu/device/host/available_memory.hpp"
#include "gpu/device/on_device.hpp"
#include "gpu/kernels/shards.hpp"
#include "gpu/libraries/in_parallel.hpp"
#include "gpu/shards/rank_workers.hpp"
#include "gpu/unit_rows.hpp"

#include <array>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace neighborscope::shards {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_piece_bytes = std::size_t(16) << 20;
constexpr std::int64_t row_multiple = 4;  ///< so that every tile begins at a multiple of 16 bytes
constexpr int most_readers = 16;

std::string megabytes(std::size_t bytes) { return std::to_string((bytes + 999999) / 1000000) + " MB"; }

std::size_t nine_tenths(std::size_t free) { return free / 10 * 9; }

/// Bytes that a query, its list and the merging of lists take on a device.
std::size_t bytes_of_query(int dimension, int k) {
    const std::size_t list = std::size_t(k) * (sizeof(std::int32_t) + sizeof(float) + sizeof(ListEntry));
    return std::size_t(dimension) * sizeof(float) + 2 * sizeof(std::int32_t) + list;
}

/// A tile in a device's memory.
struct Tile {
    DeviceMemory memory;
    std::int64_t first = 0, count = 0;
    Magnitudes magnitudes;
};

/// Reads the tiles of one device, one ahead of the search, into two places in its memory.
class TileReader {
public:
    TileReader(DeviceKind device, int number, int rank, const RowSource& source, const TilePlan& plan, const Progress& progress)
        : device_(device),
          rank_(rank),
          source_(source),
          plan_(plan),
          stop_(progress.stop),
          threads_(device, std::vector<int>(std::size_t(plan.readers), number)) {
        thread_ = std::thread([this] { read_all(); });
    }
    ~TileReader() {
        {
            const std::lock_guard lock(mutex_);
            end_ = true;
        }
        changed_.notify_all();
        thread_.join();
        threads_.on(0, [&] { tiles_ = {}, pieces_.clear(); });  // a device's memory is freed by its own threads
    }

    /// The next tile, when it has been read; null after the last. Throws what reading threw.
    const Tile* next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return read_ > taken_ || done_; });
        if (thrown_) std::rethrow_exception(thrown_);
        return read_ > taken_ ? &tiles_[std::size_t(taken_ % 2)] : nullptr;
    }
    /// The tile is not needed any more.
    void release() {
        {
            const std::lock_guard lock(mutex_);
            ++taken_;
        }
        changed_.notify_all();
    }
    double reading() const { return reading_; }
    double copying() const { return copying_; }

private:
    void read_all() noexcept {
        try {
            threads_.on(0, [&] {
                for (Tile& tile : tiles_)
                    if (plan_.tiles > rank_) tile.memory = DeviceMemory(device_, plan_.tile_bytes, "a tile of points");
            });
            pieces_.resize(std::size_t(plan_.readers));
            if (device_ != DeviceKind::host)
                threads_.each(
                    [&](int reader) { pieces_[std::size_t(reader)] = pinned_memory(device_, plan_.piece_bytes, "reading points"); });
            for (std::int64_t number = rank_; number < plan_.tiles; number += plan_.ranks) {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [&] { return end_ || read_ - taken_ < 2; });
                if (end_) return;
                Tile& tile = tiles_[std::size_t(read_ % 2)];
                lock.unlock();
                tile.first = number * plan_.rows;
                tile.count = std::min(plan_.rows, source_.count - tile.first);
                read(tile);
                lock.lock();
                ++read_;
                changed_.notify_all();
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            thrown_ = std::current_exception();
        }
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_all();
    }

    /// Each thread reads a piece of the tile and copies it to the device, while others read.
    void read(Tile& tile) {
        const std::size_t row = std::size_t(source_.dimension) * sizeof(float);
        const std::int64_t rows = std::max<std::int64_t>(std::int64_t(plan_.piece_bytes / row), 1);
        std::atomic<std::int64_t> next{0};
        std::mutex together;
        tile.magnitudes = {};
        threads_.each([&](int reader) {
            for (std::int64_t at = next.fetch_add(rows); at < tile.count; at = next.fetch_add(rows)) {
                if ((stop_ && stop_->load(std::memory_order_relaxed)) || ends()) throw Cancelled{};
                const std::int64_t count = std::min(rows, tile.count - at);
                char* const there = static_cast<char*>(tile.memory.data()) + std::size_t(at) * row;
                float* const here = reinterpret_cast<float*>(device_ == DeviceKind::host ? there : pieces_[std::size_t(reader)].get());
                const Clock::time_point began = Clock::now();
                const Magnitudes found = source_.read(tile.first + at, count, here);
                const double took = host::libraries::milliseconds_since(began);
                const Clock::time_point copies = Clock::now();
                if (device_ != DeviceKind::host) copy_to_device(device_, there, here, std::size_t(count) * row);
                const std::lock_guard lock(together);
                tile.magnitudes.include(found);
                reading_ += took;
                copying_ += host::libraries::milliseconds_since(copies);
            }
        });
    }
    bool ends() {
        const std::lock_guard lock(mutex_);
        return end_;
    }

    DeviceKind device_;
    int rank_;
    const RowSource& source_;
    const TilePlan& plan_;
    const std::atomic<bool>* stop_;
    RankWorkers threads_;
    std::array<Tile, 2> tiles_;
    std::vector<std::shared_ptr<void>> pieces_;  ///< [readers]
    double reading_ = 0, copying_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::int64_t read_ = 0, taken_ = 0;  ///< tiles of this device
    bool end_ = false, done_ = false;
    std::exception_ptr thrown_;
    std::thread thread_;
};

/// The lists of one device over the tiles that it has searched.
class TileSearcher {
public:
    TileSearcher(const Method& method, const Options& options, DeviceKind device, const RowSource& source, std::span<const float> queries,
        std::span<const std::int32_t> exclude, int k, Metric metric)
        : method_(method),
          options_(options),
          device_(device),
          queries_(queries),
          dimension_(source.dimension),
          first_row_(source.first_row),
          exclude_(exclude),
          k_(k),
          metric_(metric),
          count_(std::int64_t(queries.size()) / source.dimension),
          entries_(std::size_t(count_) * std::size_t(k)),
          part_(device, entries_ * sizeof(ListEntry), "lists of a tile") {}

    /// Searches rows of a tile; in halves if the method's memory does not suffice for all.
    void search(const Tile& tile, std::int64_t at, std::int64_t count, const Progress& progress) {
        try {
            search_rows(tile, at, count, progress);
        } catch (const Error& error) {
            const std::int64_t half = (count / 2 + row_multiple - 1) / row_multiple * row_multiple;
            if (error.kind != Failure::memory || half >= count || count < least_rows) throw;
            search(tile, at, half, progress);
            search(tile, at + half, count - half, progress);
        }
    }

    std::vector<ListEntry> take() {
        best_.resize(entries_, {0, -1});  // without a tile it is empty
        return std::move(best_);
    }

private:
    static constexpr std::int64_t least_rows = 1024;

    void search_rows(const Tile& tile, std::int64_t at, std::int64_t count, const Progress& progress) {
        const std::int64_t first = first_row_ + tile.first + at;
        const PointSet points = PointSet::over(device_, static_cast<const float*>(tile.memory.data()) + at * dimension_, count, dimension_,
            tile.magnitudes.largest, tile.magnitudes.smallest);
        std::vector<std::int32_t> local;
        for (const std::int32_t row : exclude_) local.push_back(row >= first && row < first + count ? std::int32_t(row - first) : -1);
        const QuerySet queries(device_, queries_, dimension_, local);
        const int width = points.list_width(k_);
        ListSet lists(device_, count_, width);
        Searcher searcher(method_, points, options_, progress);
        searcher.search(queries, width, metric_, lists, progress);
        const ShardRows rows{nullptr, first, count};
        auto* const entries = static_cast<ListEntry*>(part_.data());
        ON_DEVICE(
            device_, exact_entries(points.points(), queries.queries(), nullptr, metric_, lists.lists(), width, rows, count_, k_, entries));
        ON_DEVICE(device_, wait_for_thread());
        std::vector<ListEntry> found(entries_);
        part_.to_host(found.data(), found.size() * sizeof(ListEntry));
        if (best_.empty()) best_ = std::move(found);
        else merge_lists(best_, found, k_);
    }

    const Method& method_;
    const Options& options_;
    DeviceKind device_;
    std::span<const float> queries_;
    int dimension_;
    std::int64_t first_row_;
    std::span<const std::int32_t> exclude_;
    int k_;
    Metric metric_;
    std::int64_t count_;
    std::size_t entries_;
    DeviceMemory part_;            ///< lists of a tile
    std::vector<ListEntry> best_;  ///< of the tiles so far
};

/// Searches by the cosine distance, as Searcher::answer_cosine: by the Euclidean one over rows at unit length.
std::vector<ListEntry> search_unit_rows(const Method& method, const Options& options, DeviceKind device, const RowSource& source,
    std::span<const float> queries, std::span<const std::int32_t> exclude, int k, const TilePlan& plan, TiledReport& report,
    const Progress& progress) {
    const auto dimension = std::size_t(source.dimension);
    RowSource unit = source;
    unit.read = [&](std::int64_t first, std::int64_t count, float* to) {
        source.read(first, count, to);
        for (std::int64_t row = 0; row < count; ++row) make_unit_row(to + std::size_t(row) * dimension, source.dimension);
        return magnitudes_of({to, std::size_t(count) * dimension});
    };
    std::vector<float> rows(queries.begin(), queries.end());
    std::vector<std::size_t> zeros;
    for (std::size_t query = 0; query < rows.size() / dimension; ++query)
        if (!make_unit_row(rows.data() + query * dimension, source.dimension)) zeros.push_back(query);
    std::vector<ListEntry> entries =
        search_tiles(method, options, device, unit, rows, exclude, k, Metric::euclidean, plan, report, progress);
    // A query of zeros has the same distance to all points: the first rows are its neighbours.
    for (const std::size_t query : zeros) {
        std::int64_t row = source.first_row;
        for (auto at = std::size_t(0); at < std::size_t(k); ++at, ++row) {
            if (!exclude.empty() && exclude[query] == row) ++row;
            entries[query * std::size_t(k) + at] = {2.0, row < source.first_row + source.count ? std::int32_t(row) : -1};
        }
    }
    return entries;
}

bool is_before(const ListEntry& a, const ListEntry& b) {
    if ((a.row < 0) != (b.row < 0)) return b.row < 0;
    return a.distance < b.distance || (a.distance == b.distance && a.row < b.row);
}

}  // namespace

std::size_t host_bytes_of(const MemoryLimits& limits) {
    return limits.host_bytes > 0 ? limits.host_bytes : nine_tenths(available_memory());
}

TilePlan plan_tiles(
    std::int64_t count, int dimension, std::int64_t queries, int k, DeviceKind device, int ranks, const MemoryLimits& limits) {
    const std::size_t row = std::size_t(dimension) * sizeof(float);
    const std::size_t of_host = host_bytes_of(limits);
    const auto refuse = [&](std::int64_t asked, std::string_view where, std::size_t needed, std::size_t there) {
        throw Error(Failure::memory,
            std::to_string(asked) + (asked == 1 ? " query with a list of " : " queries with lists of ") + std::to_string(k) +
                " and a tile of points need " + megabytes(needed) + " of " + std::string(where) + " memory, " + megabytes(there) +
                " may be used",
            "ask fewer queries at once, a smaller k, or allow more memory");
    };
    const std::size_t all_lists = std::size_t(queries) * std::size_t(k) * (sizeof(std::int32_t) + sizeof(float));
    const std::size_t least_tile = std::size_t(std::min<std::int64_t>(std::max<std::int64_t>(count, 1), 1024)) * row;
    if (all_lists >= of_host) refuse(queries, "host", all_lists + least_tile, of_host);
    const bool on_the_host = device == DeviceKind::host;
    std::size_t of_device = limits.device_bytes;
    // Of a plan, the device may be absent: its memory is asked only if no limit is set.
    if (of_device == 0) of_device = on_the_host ? of_host : nine_tenths(free_device_memory(device));

    TilePlan plan;
    plan.ranks = ranks;
    const std::size_t of_query = bytes_of_query(dimension, k), on_host = 3 * std::size_t(k) * sizeof(ListEntry) + row;
    const std::size_t with_devices = on_host + (on_the_host ? of_query * std::size_t(ranks) : 0);
    const std::size_t half = std::min(of_device / 2 / of_query, (of_host - all_lists) / 2 / with_devices);
    plan.queries = std::clamp<std::int64_t>(queries, 1, std::max<std::int64_t>(std::int64_t(std::min<std::size_t>(half, 1U << 30)), 1));
    plan.batches = std::max<std::int64_t>((queries + plan.queries - 1) / plan.queries, 1);
    plan.queries = (queries + plan.batches - 1) / plan.batches;
    const std::size_t with_queries = std::size_t(plan.queries) * of_query, results = std::size_t(plan.queries) * on_host + all_lists;
    if (on_the_host) of_device = std::min(of_device, (of_host > results ? of_host - results : 0) / std::size_t(ranks));
    if (with_queries + 4 * least_tile > of_device)
        refuse(plan.queries, on_the_host ? "host" : "device", with_queries + 4 * least_tile, of_device);
    const int cores = int(host::libraries::threads_of(0));
    plan.readers = std::clamp(cores / ranks, 1, most_readers);
    if (!on_the_host) {
        const std::size_t left = of_host > results ? of_host - results : 0;
        plan.piece_bytes = std::min(most_piece_bytes, left / std::size_t(plan.readers * ranks));
        if (plan.piece_bytes < row) refuse(plan.queries, "host", results + row * std::size_t(plan.readers * ranks), of_host);
        plan.host_bytes = results + plan.piece_bytes * std::size_t(plan.readers * ranks);
    } else {
        plan.piece_bytes = std::max(row, std::min(most_piece_bytes / 16, of_device / 16));
    }
    // Two tiles, and as much again for the method.
    const std::size_t tile = (of_device - with_queries) / 4;
    const std::int64_t most_rows = std::max<std::int64_t>(std::int64_t(tile / row) / row_multiple * row_multiple, row_multiple);
    const std::int64_t at_least =
        std::max<std::int64_t>((count + most_rows - 1) / most_rows, std::min<std::int64_t>(ranks, std::max<std::int64_t>(count, 1)));
    plan.rows = count == 0 ? row_multiple : ((count + at_least - 1) / at_least + row_multiple - 1) / row_multiple * row_multiple;
    plan.tiles = (count + plan.rows - 1) / plan.rows;
    plan.tile_bytes = std::size_t(plan.rows) * row;
    plan.device_bytes = with_queries + 4 * plan.tile_bytes;
    if (on_the_host) plan.host_bytes = results + plan.device_bytes * std::size_t(ranks);
    return plan;
}

void TiledReport::add(const TiledReport& other) {
    total += other.total;
    reading += other.reading;
    copying += other.copying;
    tiles += other.tiles;
    if (devices.size() < other.devices.size()) devices.resize(other.devices.size());
    for (std::size_t i = 0; i < other.devices.size(); ++i) {
        DeviceTime& own = devices[i];
        const DeviceTime& more = other.devices[i];
        own.device = more.device;
        own.points += more.points;
        own.queries += more.queries;
        own.working += more.working;
        own.waiting += more.waiting;
        own.communicating += more.communicating;
    }
}

std::vector<ListEntry> search_tiles(const Method& method, const Options& options, DeviceKind device, const RowSource& source,
    std::span<const float> queries, std::span<const std::int32_t> exclude, int k, Metric metric, const TilePlan& plan, TiledReport& report,
    const Progress& progress) {
    if (method.info.supports.approximate || method.info.supports.own_index)
        throw Error(Failure::usage, std::string(method.info.name) + " does not search tiles of points",
            "choose an exact method: stream, flat, fused or leaf-warp");
    const std::int64_t count = std::int64_t(queries.size()) / source.dimension;
    const Problem problem{.count = source.count, .queries = count, .dimension = source.dimension, .k = k, .metric = metric};
    if (const auto why = method.info.unsupported_reason(problem, device))
        throw Error(Failure::usage, std::string(method.info.name) + ": " + *why, method.info.suggest_alternatives(problem, device));
    if (metric == Metric::cosine) return search_unit_rows(method, options, device, source, queries, exclude, k, plan, report, progress);
    const Clock::time_point began = Clock::now();
    const std::vector<int> sharing = sharing_devices(device);
    std::vector<int> numbers(sharing.begin(), sharing.begin() + std::min<std::ptrdiff_t>(plan.ranks, std::ptrdiff_t(sharing.size())));
    if (device == DeviceKind::cuda && sharing.size() == 1) numbers = {device_info(device).number};
    report = {};
    report.tiles = plan.tiles;
    report.devices.resize(numbers.size());
    std::vector<std::vector<ListEntry>> found(numbers.size());
    std::mutex together;
    std::atomic<bool> failed{false};  // one device's failure ends the others
    std::int64_t rows_done = 0;
    RankWorkers workers(device, numbers);
    workers.each([&](int rank) {
        const auto own = std::size_t(rank);
        DeviceTime& time = report.devices[own];
        time.device = sharing.size() > 1 ? name_of_device(device, numbers[own]) : std::string(name(device));
        time.queries = count;
        try {
            TileSearcher searcher(method, options, device, source, queries, exclude, k, metric);
            TileReader reader(device, numbers[own], rank, source, plan, progress);
            for (;;) {
                const Clock::time_point waits = Clock::now();
                const Tile* const tile = reader.next();
                time.waiting += host::libraries::milliseconds_since(waits);
                if (!tile) break;
                if (failed) throw Cancelled{};
                const Clock::time_point works = Clock::now();
                searcher.search(*tile, 0, tile->count, progress.without_report());
                time.working += host::libraries::milliseconds_since(works);
                time.points += tile->count;
                const std::int64_t rows = tile->count;
                reader.release();
                const std::lock_guard lock(together);
                rows_done += rows;
                progress.step(double(rows_done), double(source.count));
            }
            found[own] = searcher.take();
            const std::lock_guard lock(together);
            report.reading += reader.reading();
            report.copying += reader.copying();
            time.communicating = reader.copying();
        } catch (...) {
            failed = true;
            throw;
        }
    });
    for (std::size_t rank = 1; rank < found.size(); ++rank) merge_lists(found[0], found[rank], k);
    report.total = host::libraries::milliseconds_since(began);
    return std::move(found[0]);
}

void merge_lists(std::vector<ListEntry>& all, std::span<const ListEntry> others, int k) {
    std::vector<ListEntry> merged(2 * std::size_t(k));
    for (std::size_t list = 0; list < all.size(); list += std::size_t(k)) {
        const auto a = all.begin() + std::ptrdiff_t(list);
        const auto b = others.begin() + std::ptrdiff_t(list);
        std::merge(a, a + k, b, b + k, merged.begin(), is_before);
        std::copy_n(merged.begin(), k, a);
    }
}

void write_lists(std::span<const ListEntry> entries, Metric metric, std::int32_t* index, float* distance) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        index[i] = entries[i].row;
        distance[i] = float(rank_value(metric, entries[i].distance));
        if (metric == Metric::cosine) distance[i] = cosine_of(distance[i]);
        if (index[i] < 0) distance[i] = std::numeric_limits<float>::quiet_NaN();
    }
}

}  // namespace neighborscope::shards
