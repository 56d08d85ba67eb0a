#include "gpu/shards/sharded_search.hpp"

#include "gpu/device/copy.hpp"
#include "gpu/device/on_device.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/shards.hpp"
#include "gpu/shards/exchange.hpp"
#include "gpu/shards/rank_workers.hpp"

#include <cmath>

namespace neighborscope::shards {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point began) { return std::chrono::duration<double, std::milli>(Clock::now() - began).count(); }

/// Memory of a device that only grows.
class Room {
public:
    void* at_least(DeviceKind device, std::size_t bytes, std::string_view what_for) {
        if (bytes > memory_.bytes()) {
            memory_ = {};  // free the old memory before allocating
            memory_ = DeviceMemory(device, bytes, what_for);
        }
        return memory_.data();
    }
    template <class T>
    T* of(DeviceKind device, std::int64_t count, std::string_view what_for) {
        return static_cast<T*>(at_least(device, std::size_t(count) * sizeof(T), what_for));
    }
    template <class T>
    T* data() const {
        return static_cast<T*>(memory_.data());
    }

private:
    DeviceMemory memory_;
};

/// One device's part of the points. Its memory belongs to the thread of its rank.
struct Shard {
    std::string device;
    Points points;
    ShardRows rows;  ///< `rows.rows` in the memory of this device
    ShardBox box;    ///< with Sharding::regions
    Room coordinates, row_numbers;
    std::unique_ptr<Search> search;
    Room queries, exclude, index, distance, entries;
    DeviceTime time;
};

/// Memory of the first device.
struct FirstDevice {
    Room best, part, merged;  ///< lists
    Room home, packed_queries, packed_exclude;
    std::vector<Room> asked;  ///< [ranks] queries that a shard answers, ascending
    std::vector<Room> rows;   ///< [ranks] rows of each shard, with Sharding::regions
};

class ShardedSearch final : public Search {
public:
    ShardedSearch(const Method& method, DeviceKind device, const Points& points, const Options& options, const Progress& progress)
        : method_(method),
          device_(device),
          points_(points),
          options_(options),
          numbers_(sharing_devices(device)),
          workers_(device, numbers_),
          shards_(numbers_.size()) {
        first_.asked.resize(numbers_.size());
        first_.rows.resize(numbers_.size());
        exchange_ = make_exchange(device, numbers_);
        try {
            divide();
            copy_points();
            const Progress quiet = progress.without_report();
            workers_.each([&](int rank) { prepare(shards_[std::size_t(rank)], rank == 0 ? progress : quiet); });
        } catch (...) {
            release();
            throw;
        }
    }
    ~ShardedSearch() override { release(); }

    bool points_moved() override {
        whole_.reset();
        lists_.reset();
        if (regions()) return false;  // regions are divided again
        copy_points();
        workers_.each([&](int rank) {
            Shard& shard = shards_[std::size_t(rank)];
            if (!shard.search || shard.search->points_moved()) return;
            shard.search.reset();
            prepare(shard, {});
        });
        return true;
    }

    double build_milliseconds() const override {
        double longest = 0;
        for (const Shard& shard : shards_)
            if (shard.search) longest = std::max(longest, shard.search->build_milliseconds());
        return longest;
    }

    bool rebuild_index(const Progress& progress) override {
        const Progress quiet = progress.without_report();
        lists_.reset();
        workers_.each([&](int rank) {
            Shard& shard = shards_[std::size_t(rank)];
            if (!shard.search || shard.search->rebuild_index(quiet)) return;
            shard.search.reset();
            prepare(shard, quiet);
        });
        return true;
    }

    std::optional<Tree> tree() const override { return whole_ ? whole_->tree() : std::nullopt; }

    std::shared_ptr<const InvertedLists> inverted_lists() override {
        if (!lists_) lists_ = joined_lists();
        return lists_;
    }

    std::vector<MissReason> miss_reasons(const float* query, std::span<const std::int32_t> rows) override {
        const auto lists = inverted_lists();
        return lists ? lists->miss_reasons(query, rows) : std::vector<MissReason>(rows.size());
    }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const double own_free = double(std::max<std::size_t>(free_device_memory(device_), 1));
        std::vector<double> needed(shards_.size());
        workers_.each([&](int rank) {
            const Shard& shard = shards_[std::size_t(rank)];
            if (!shard.search) return;
            const double free = double(std::max<std::size_t>(free_device_memory(device_), 1));
            needed[std::size_t(rank)] =
                double(shard.search->bytes_needed(of_shard(problem, shard)) + bytes_of_shard(problem)) * own_free / free;
        });
        double most = 0;
        for (const double one : needed) most = std::max(most, one);
        if (device_ == DeviceKind::host) {  // all ranks use the same memory
            most = 0;
            for (const double one : needed) most += one;
        }
        return std::size_t(most) + bytes_of_first(problem);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        // One query's steps, and the work of each query, are those of one device.
        if (measure == Measure::steps || lists.work) return whole(progress).answer(queries, lists, problem, progress, measure);
        if (problem.queries == 0) return {};
        for (Shard& shard : shards_) shard.time = {shard.device, shard.points.count, 0, 0, 0, 0};
        reports_.assign(shards_.size(), {});
        const Clock::time_point began = Clock::now();
        if (regions()) answer_by_regions(queries, lists, problem, progress, measure);
        else answer_by_rows(queries, lists, problem, progress, measure);
        return report(milliseconds_since(began), measure);
    }

private:
    bool regions() const { return method_.info.supports.sharding == Sharding::regions; }
    int ranks() const { return int(shards_.size()); }
    std::size_t row_bytes() const { return std::size_t(points_.dimension) * sizeof(float); }

    // ---- Parts of the points ----------------------------------------------------------------------------------------------------

    /// Decides which rows each device has.
    void divide() {
        std::vector<std::size_t> free(shards_.size());
        workers_.each([&](int rank) {
            free[std::size_t(rank)] = free_device_memory(device_);
            shards_[std::size_t(rank)].device = name_of_device(device_, numbers_[std::size_t(rank)]);
        });
        const std::vector<std::int64_t> begin = divide_rows(points_.count, row_bytes(), free);
        if (regions()) order_by_region(begin);
        for (int rank = 0; rank < ranks(); ++rank) {
            Shard& shard = shards_[std::size_t(rank)];
            const std::int64_t first = begin[std::size_t(rank)], count = begin[std::size_t(rank) + 1] - first;
            shard.rows = {nullptr, regions() ? 0 : first, count};
            shard.points = points_;
            shard.points.count = count;
            shard.points.coordinates = nullptr;
        }
        if (method_.learn_on_host && points_.count > 0) {
            learned_ = (device_ == DeviceKind::cuda ? method_.learn_on_cuda : method_.learn_on_host)(points_, options_, {});
            for (Shard& shard : shards_) shard.points.learned = learned_;
        }
    }

    /// Divides the rows in the order of the leaves that the method's tree over all points has, into first_.rows.
    void order_by_region(const std::vector<std::int64_t>& begin) {
        if (points_.count == 0) return;
        const std::unique_ptr<Search> ordering = prepare_one(points_, {});
        const std::optional<Tree> tree = ordering->tree();
        const LeafBoxes* const leaves = tree ? tree->boxes() : nullptr;
        if (!leaves) throw Error(Failure::device, std::string(method_.info.name) + " has no order of leaves to divide");
        for (int rank = 0; rank < ranks(); ++rank) {
            const std::int64_t first = begin[std::size_t(rank)], count = begin[std::size_t(rank) + 1] - first;
            std::int32_t* const rows = first_.rows[std::size_t(rank)].of<std::int32_t>(device_, count, "rows of a shard");
            copy_on_device(device_, rows, leaves->row + first, std::size_t(count) * sizeof(std::int32_t));
            ON_DEVICE(device_, sort_rows(rows, count));  // ascending, so that equal distances keep the order of rows
        }
    }

    /// Copies each device's part of the points to it.
    void copy_points() {
        std::vector<Transfer> rows(shards_.size()), numbers(shards_.size());
        std::vector<DeviceMemory> packed(shards_.size());
        if (regions()) {
            for (int rank = 0; rank < ranks(); ++rank) {
                const std::int64_t count = shards_[std::size_t(rank)].points.count;
                packed[std::size_t(rank)] = DeviceMemory(device_, std::size_t(count) * row_bytes(), "points of a shard");
                const std::int32_t* const at = first_.rows[std::size_t(rank)].data<std::int32_t>();
                float* const to = static_cast<float*>(packed[std::size_t(rank)].data());
                ON_DEVICE(device_, gather_rows(points_.coordinates, at, count, points_.dimension, to));
                numbers[std::size_t(rank)] = {at, nullptr, std::size_t(count) * sizeof(std::int32_t)};
                rows[std::size_t(rank)] = {to, nullptr, packed[std::size_t(rank)].bytes()};
                shards_[std::size_t(rank)].box = box_of(to, count);
            }
        } else {
            for (int rank = 0; rank < ranks(); ++rank) {
                const Shard& shard = shards_[std::size_t(rank)];
                rows[std::size_t(rank)] = {
                    points_.coordinates + shard.rows.first * points_.dimension, nullptr, std::size_t(shard.points.count) * row_bytes()};
            }
        }
        workers_.each([&](int rank) {
            Shard& shard = shards_[std::size_t(rank)];
            Transfer &own = rows[std::size_t(rank)], &own_numbers = numbers[std::size_t(rank)];
            // The first device's range lies in the memory of all points.
            own.to =
                rank == 0 && !regions() ? const_cast<void*>(own.from) : shard.coordinates.at_least(device_, own.bytes, "points of a shard");
            if (own_numbers.bytes > 0) own_numbers.to = shard.row_numbers.at_least(device_, own_numbers.bytes, "rows of a shard");
            shard.points.coordinates = static_cast<const float*>(own.to);
            shard.points.largest = points_.largest;
            shard.points.smallest = points_.smallest;
            shard.rows.rows = static_cast<const std::int32_t*>(own_numbers.to);
        });
        workers_.each([&](int rank) {
            exchange_->distribute(rank, rows);
            exchange_->distribute(rank, numbers);
        });
    }

    ShardBox box_of(const float* rows, std::int64_t count) const {
        ShardBox box;
        std::vector<float> values(std::size_t(count) * std::size_t(points_.dimension));
        copy_to_host(device_, values.data(), rows, values.size() * sizeof(float));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t axis = i % std::size_t(points_.dimension);
            if (i < std::size_t(points_.dimension)) box.low[axis] = box.high[axis] = values[i];
            box.low[axis] = std::min(box.low[axis], values[i]);
            box.high[axis] = std::max(box.high[axis], values[i]);
            box.empty = false;
        }
        return box;
    }

    std::unique_ptr<Search> prepare_one(const Points& points, const Progress& progress) const {
        return (device_ == DeviceKind::cuda ? method_.on_cuda : method_.on_host)(points, options_, progress);
    }
    void prepare(Shard& shard, const Progress& progress) {
        if (shard.points.count > 0) shard.search = prepare_one(shard.points, progress);
    }
    /// The method over all points on the first device.
    Search& whole(const Progress& progress) {
        if (!whole_) whole_ = prepare_one(points_, progress);
        return *whole_;
    }

    /// Each device's memory is freed by its own thread.
    void release() noexcept {
        try {
            workers_.each([&](int rank) { shards_[std::size_t(rank)] = {}; });
        } catch (...) {}
    }

    // ---- Searching --------------------------------------------------------------------------------------------------------------

    static Problem of_shard(Problem problem, const Shard& shard) {
        problem.count = shard.points.count;
        problem.k = int(std::min<std::int64_t>(problem.k, std::max<std::int64_t>(shard.points.count, 1)));
        return problem;
    }
    std::size_t bytes_of_shard(const Problem& problem) const {
        const std::size_t list = std::size_t(problem.k) * (sizeof(ListEntry) + sizeof(std::int32_t) + sizeof(float));
        return std::size_t(problem.queries) * (list + row_bytes() + sizeof(std::int32_t));
    }
    std::size_t bytes_of_first(const Problem& problem) const {
        const std::size_t lists = (regions() ? 3 : std::size_t(ranks()) + 1) * std::size_t(problem.k) * sizeof(ListEntry);
        const std::size_t routes = regions() ? (std::size_t(ranks()) + 4) * sizeof(std::int32_t) + 2 * row_bytes() : 0;
        return std::size_t(problem.queries) * (lists + routes);
    }

    /// Work of all ranks in which each is timed.
    template <class Work>
    void timed(double DeviceTime::*kind, Work work) {
        std::vector<double> took(shards_.size());
        const Clock::time_point began = Clock::now();
        workers_.each([&](int rank) {
            const Clock::time_point own = Clock::now();
            work(rank, shards_[std::size_t(rank)]);
            took[std::size_t(rank)] = milliseconds_since(own);
        });
        const double all = milliseconds_since(began);
        for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
            shards_[rank].time.*kind += took[rank];
            shards_[rank].time.waiting += std::max(all - took[rank], 0.0);
        }
    }
    /// Work of the first device while the others wait.
    template <class Work>
    void first_works(Work work) {
        const Clock::time_point began = Clock::now();
        work();
        const double all = milliseconds_since(began);
        for (std::size_t rank = 0; rank < shards_.size(); ++rank)
            (rank == 0 ? shards_[rank].time.working : shards_[rank].time.waiting) += all;
    }

    /// The shard answers queries in its own memory, into its entries.
    void answer_shard(int rank, Shard& shard, const Queries& queries, const Problem& problem, const Progress& progress, Measure measure) {
        const std::int64_t count = queries.points.count;
        ListEntry* const entries = shard.entries.of<ListEntry>(device_, count * problem.k, "lists of a shard");
        shard.time.queries += count;
        if (count == 0) return;
        if (!shard.search) {
            ON_DEVICE(device_, clear_entries(entries, std::size_t(count) * std::size_t(problem.k)));
            return;
        }
        Problem own = of_shard(problem, shard);
        own.queries = count;
        const Lists lists{shard.index.of<std::int32_t>(device_, count * own.k, "lists of a shard"),
            shard.distance.of<float>(device_, count * own.k, "lists of a shard"), nullptr};
        const Report found = shard.search->answer(queries, lists, own, rank == 0 ? progress : progress.without_report(), measure);
        add_report(reports_[std::size_t(rank)], found);
        ON_DEVICE(device_, exact_entries(shard.points, queries, problem.metric, lists, own.k, shard.rows, problem.k, entries));
    }

    /// Queries in the memory of a shard; `excluded` of the whole set becomes rows of the shard.
    Queries local_queries(
        Shard& shard, const Queries& queries, std::int64_t count, const float* coordinates, const std::int32_t* excluded) {
        Queries local = queries;
        local.points.coordinates = coordinates;
        local.points.count = count;
        local.self_join_row = -1;
        if (!excluded) return local;
        std::int32_t* const rows = shard.exclude.data<std::int32_t>();
        ON_DEVICE(device_, local_rows(excluded, count, shard.rows, rows));
        local.exclude = rows;
        return local;
    }

    /// Every device answers every query.
    void answer_by_rows(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
        const std::int64_t count = queries.points.count;
        const std::size_t entries = std::size_t(count) * std::size_t(problem.k);
        send_queries(std::vector<Transfer>(shards_.size(), {queries.points.coordinates, nullptr, std::size_t(count) * row_bytes()}),
            std::vector<Transfer>(
                shards_.size(), {queries.exclude, nullptr, queries.exclude ? std::size_t(count) * sizeof(std::int32_t) : 0}));
        timed(&DeviceTime::working, [&](int rank, Shard& shard) {
            const float* const rows = rank == 0 ? queries.points.coordinates : shard.queries.data<float>();
            const std::int32_t* const excluded = queries.exclude ? shard.exclude.data<std::int32_t>() : nullptr;
            answer_shard(rank, shard, local_queries(shard, queries, count, rows, excluded), problem, progress, measure);
        });
        // The lists of the first device stay where they are.
        std::vector<Transfer> collected(shards_.size());
        ListEntry* const part = first_.part.of<ListEntry>(device_, (ranks() - 1) * std::int64_t(entries), "lists of shards");
        for (std::size_t rank = 1; rank < shards_.size(); ++rank)
            collected[rank] = {shards_[rank].entries.data<ListEntry>(), part + (rank - 1) * entries, entries * sizeof(ListEntry)};
        timed(&DeviceTime::communicating, [&](int rank, Shard&) { exchange_->collect(rank, collected); });
        first_works([&] {
            ListEntry* from = shards_[0].entries.data<ListEntry>();
            ListEntry* to = first_.best.of<ListEntry>(device_, std::int64_t(entries), "merged lists");
            for (std::size_t rank = 1; rank < shards_.size(); ++rank) {
                ON_DEVICE(device_, merge_entries(from, nullptr, part + (rank - 1) * entries, count, problem.k, to));
                std::swap(from, to);
            }
            ON_DEVICE(device_, write_lists(from, entries, lists));
        });
    }

    /// Sends queries and excluded rows to the devices, into the memory of their shards; the first one's queries stay where they are if they
    /// are those of the caller.
    void send_queries(std::vector<Transfer> rows, std::vector<Transfer> excluded) {
        timed(&DeviceTime::communicating, [&](int rank, Shard& shard) {
            Transfer &own = rows[std::size_t(rank)], &own_excluded = excluded[std::size_t(rank)];
            own.to = rank == 0 ? const_cast<void*>(own.from) : shard.queries.at_least(device_, own.bytes, "queries of a shard");
            own_excluded.to = shard.exclude.at_least(device_, own_excluded.bytes, "rows to exclude");
        });
        timed(&DeviceTime::communicating, [&](int rank, Shard&) {
            exchange_->distribute(rank, rows);
            exchange_->distribute(rank, excluded);
        });
    }

    /// Each query is answered by the device in whose region it lies, and then by those that its list reaches into.
    void answer_by_regions(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
        const std::int64_t count = queries.points.count;
        const bool self_join = queries.points.coordinates == points_.coordinates && count == points_.count;
        std::int32_t* const home = first_.home.of<std::int32_t>(device_, count, "devices of queries");
        ListEntry* const best = first_.best.of<ListEntry>(device_, count * problem.k, "merged lists");
        std::vector<std::int64_t> asked(shards_.size());
        std::vector<ShardBox> boxes;
        for (const Shard& shard : shards_) boxes.push_back(shard.box);
        first_works([&] {
            if (!self_join) ON_DEVICE(device_, find_homes(queries, problem.metric, boxes, home));
            for (int rank = 0; rank < ranks(); ++rank) {
                const auto r = std::size_t(rank);
                if (self_join) {
                    asked[r] = shards_[r].points.count;
                    ON_DEVICE(device_, set_home(first_.rows[r].data<std::int32_t>(), asked[r], rank, home));
                } else {
                    asked[r] = ON_DEVICE(
                        device_, choose_at_home(home, count, rank, first_.asked[r].of<std::int32_t>(device_, count, "queries of a shard")));
                }
            }
        });
        // A shard's own points are its queries: nothing is sent but the rows to exclude.
        ask(queries, problem, asked, self_join, best, progress, measure, true);
        if (problem.count <= 0) return;
        first_works([&] {
            for (int rank = 0; rank < ranks(); ++rank) {
                const auto r = std::size_t(rank);
                std::int32_t* const chosen = first_.asked[r].of<std::int32_t>(device_, count, "queries of a shard");
                asked[r] =
                    ON_DEVICE(device_, choose_over_border(queries, problem.metric, home, rank, shards_[r].box, best, problem.k, chosen));
            }
        });
        ask(queries, problem, asked, false, best, progress, measure, false);
        first_works([&] { ON_DEVICE(device_, write_lists(best, std::size_t(count) * std::size_t(problem.k), lists)); });
    }

    /// Every shard answers asked[rank] queries: its own points, or those in first_.asked. The lists become `best`, or are merged into it.
    void ask(const Queries& queries, const Problem& problem, const std::vector<std::int64_t>& asked, bool own_points, ListEntry* best,
        const Progress& progress, Measure measure, bool are_first) {
        const int dimension = points_.dimension, k = problem.k;
        std::int64_t all = 0, most = 0;
        for (const std::int64_t one : asked) all += one, most = std::max(most, one);
        if (all == 0) return;
        std::vector<Transfer> rows(shards_.size()), excluded(shards_.size());
        const auto numbers = [&](std::size_t rank) {
            return own_points ? first_.rows[rank].data<std::int32_t>() : first_.asked[rank].data<std::int32_t>();
        };
        first_works([&] {
            float* packed = own_points ? nullptr : first_.packed_queries.of<float>(device_, all * dimension, "queries of shards");
            std::int32_t* packed_exclude =
                queries.exclude ? first_.packed_exclude.of<std::int32_t>(device_, all, "rows to exclude") : nullptr;
            for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
                if (packed) {
                    ON_DEVICE(device_, gather_rows(queries.points.coordinates, numbers(rank), asked[rank], dimension, packed));
                    rows[rank] = {packed, nullptr, std::size_t(asked[rank]) * row_bytes()};
                    packed += asked[rank] * dimension;
                }
                if (packed_exclude) {
                    ON_DEVICE(device_, gather_numbers(queries.exclude, numbers(rank), asked[rank], packed_exclude));
                    excluded[rank] = {packed_exclude, nullptr, std::size_t(asked[rank]) * sizeof(std::int32_t)};
                    packed_exclude += asked[rank];
                }
            }
        });
        send_queries(rows, excluded);
        timed(&DeviceTime::working, [&](int rank, Shard& shard) {
            const auto r = std::size_t(rank);
            const float* const coordinates = own_points  ? shard.points.coordinates
                                             : rank == 0 ? static_cast<const float*>(rows[0].from)
                                                         : shard.queries.data<float>();
            const std::int32_t* const own_excluded = queries.exclude ? shard.exclude.data<std::int32_t>() : nullptr;
            answer_shard(rank, shard, local_queries(shard, queries, asked[r], coordinates, own_excluded), problem, progress, measure);
        });
        std::vector<Transfer> collected(shards_.size());
        ListEntry* part = first_.part.of<ListEntry>(device_, (all - asked[0]) * k, "lists of shards");
        for (std::size_t rank = 1; rank < shards_.size(); ++rank) {
            collected[rank] = {
                shards_[rank].entries.data<ListEntry>(), part, std::size_t(asked[rank]) * std::size_t(k) * sizeof(ListEntry)};
            part += asked[rank] * k;
        }
        timed(&DeviceTime::communicating, [&](int rank, Shard&) { exchange_->collect(rank, collected); });
        first_works([&] {
            for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
                if (asked[rank] == 0) continue;
                const auto* const lists =
                    static_cast<const ListEntry*>(rank == 0 ? shards_[0].entries.data<ListEntry>() : collected[rank].to);
                if (are_first) {
                    ON_DEVICE(device_, scatter_entries(lists, numbers(rank), asked[rank], k, best));
                    continue;
                }
                ListEntry* const merged = first_.merged.of<ListEntry>(device_, most * k, "merged lists");
                ON_DEVICE(device_, merge_entries(best, numbers(rank), lists, asked[rank], k, merged));
                ON_DEVICE(device_, scatter_entries(merged, numbers(rank), asked[rank], k, best));
            }
        });
    }

    // ---- Reports ----------------------------------------------------------------------------------------------------------------

    /// Phases are those of the device that took longest; counters are summed.
    Report report(double milliseconds, Measure measure) const {
        Report all;
        std::size_t slowest = 0;
        double longest = -1;
        for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
            Report one = reports_[rank];
            double sum = 0;
            for (const PhaseTime& phase : one.phases) sum += phase.milliseconds;
            if (!one.phases.empty() && sum > longest) longest = sum, slowest = rank;
            one.phases.clear();
            one.total_milliseconds = 0;
            add_report(all, one);
        }
        all.phases = reports_[slowest].phases;
        if (measure == Measure::total) all.total_milliseconds = milliseconds;
        for (const Shard& shard : shards_) all.devices.push_back(shard.time);
        all.communication = exchange_->name();
        return all;
    }

    std::shared_ptr<const InvertedLists> joined_lists() {
        std::vector<std::shared_ptr<const InvertedLists>> parts(shards_.size());
        workers_.each([&](int rank) {
            if (Shard& shard = shards_[std::size_t(rank)]; shard.search) parts[std::size_t(rank)] = shard.search->inverted_lists();
        });
        auto joined = std::make_shared<InvertedLists>();
        for (const auto& part : parts)
            if (part) *joined = {part->dimension, part->probes, part->centroids, {}, {}, {}};
        if (joined->dimension == 0) return nullptr;
        const std::size_t lists = joined->centroids.size() / std::size_t(joined->dimension);
        for (std::size_t list = 0; list < lists; ++list) {
            joined->begin.push_back(unsigned(joined->rows.size()));
            std::optional<InvertedLists::Box> box;
            for (std::size_t rank = 0; rank < parts.size(); ++rank) {  // ranges of rows ascend with the ranks
                const InvertedLists* const part = parts[rank].get();
                if (!part) continue;
                for (unsigned i = part->begin[list]; i < part->begin[list + 1]; ++i)
                    joined->rows.push_back(part->rows[i] + unsigned(shards_[rank].rows.first));
                if (part->boxes.empty() || (part->begin[list] == part->begin[list + 1] && box)) continue;
                if (!box || joined->rows.size() == joined->begin.back() + (part->begin[list + 1] - part->begin[list]))
                    box = part->boxes[list];
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    box->low[axis] = std::min(box->low[axis], part->boxes[list].low[axis]);
                    box->high[axis] = std::max(box->high[axis], part->boxes[list].high[axis]);
                }
            }
            if (box) joined->boxes.push_back(*box);
        }
        joined->begin.push_back(unsigned(joined->rows.size()));
        joined->complete();
        return joined;
    }

    const Method& method_;
    DeviceKind device_;
    Points points_;
    Options options_;
    std::vector<int> numbers_;
    mutable RankWorkers workers_;
    std::unique_ptr<Exchange> exchange_;
    std::vector<float> learned_;
    std::vector<Shard> shards_;
    FirstDevice first_;
    std::vector<Report> reports_;  ///< [ranks] of the present answer
    std::unique_ptr<Search> whole_;
    std::shared_ptr<const InvertedLists> lists_;
};

}  // namespace

std::vector<std::int64_t> divide_rows(std::int64_t count, std::size_t bytes_of_row, std::span<const std::size_t> free_bytes) {
    const std::size_t ranks = free_bytes.size();
    std::vector<double> room(ranks);
    double all = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        all += room[rank] = double(free_bytes[rank]) / double(std::max<std::size_t>(bytes_of_row, 1));
    if (double(count) > all)
        throw Error(Failure::memory,
            std::to_string(count) + " points need " + std::to_string(std::size_t(count) * bytes_of_row) +
                " bytes, all devices together have " + std::to_string(std::size_t(all * double(bytes_of_row))) + " free",
            "use fewer points or more devices");
    // Equal parts; a device with less room gets what it can hold, and the others share the rest.
    std::vector<double> part(ranks, 0);
    double left = double(count);
    std::vector<char> full(ranks, 0);
    for (std::size_t round = 0; round < ranks && left > 0.5; ++round) {
        std::size_t open = 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) open += !full[rank];
        if (open == 0) break;
        const double each = left / double(open);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            if (full[rank]) continue;
            const double taken = std::min(each, room[rank] - part[rank]);
            part[rank] += taken;
            left -= taken;
            full[rank] = taken < each;
        }
    }
    std::vector<std::int64_t> begin{0};
    double sum = 0;
    for (std::size_t rank = 0; rank + 1 < ranks; ++rank) {
        sum += part[rank];
        begin.push_back(std::clamp<std::int64_t>((std::llround(sum) + 2) / 4 * 4, begin.back(), count));
    }
    begin.push_back(count);
    return begin;
}

std::unique_ptr<Search> prepare_search(
    const Method& method, DeviceKind device, const Points& points, const Options& options, const Progress& progress) {
    const auto prepare = device == DeviceKind::cuda ? method.on_cuda : method.on_host;
    if (!prepare) throw Error(Failure::device, std::string(method.info.name) + ": not in this build for " + std::string(name(device)));
    if (method.info.supports.sharding != Sharding::none && sharing_devices(device).size() > 1)
        return std::make_unique<ShardedSearch>(method, device, points, options, progress);
    return prepare(points, options, progress);
}

}  // namespace neighborscope::shards
