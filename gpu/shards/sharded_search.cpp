#include "gpu/shards/sharded_search.hpp"

#include "gpu/device/copy.hpp"
#include "gpu/device/on_device.hpp"
#include "gpu/inverted_lists.hpp"
#include "gpu/kernels/shards.hpp"
#include "gpu/libraries/in_parallel.hpp"
#include "gpu/shards/exchange.hpp"
#include "gpu/shards/rank_workers.hpp"
#include "gpu/shards/shard.hpp"

#include <chrono>
#include <cmath>
#include <functional>

namespace neighborscope::shards {
namespace {

using Clock = std::chrono::steady_clock;

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
        exchange_ = make_exchange(device, numbers_);
        try {
            divide(progress.without_report());
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
        if (regions() || method_.learn_on_host) return false;  // divided and learned again
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

    std::shared_ptr<const DevicesOfRows> devices_of_rows() override {
        if (!devices_of_rows_) devices_of_rows_ = std::make_shared<const DevicesOfRows>(find_devices_of_rows());
        return devices_of_rows_;
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
        const std::unique_lock<std::mutex> turn = exchange_->turn();
        if (regions()) answer_by_regions(queries, lists, problem, progress, measure);
        else answer_by_rows(queries, lists, problem, progress, measure);
        return report(host::libraries::milliseconds_since(began), measure);
    }

private:
    bool regions() const { return method_.info.supports.sharding == Sharding::regions; }
    int ranks() const { return int(shards_.size()); }
    std::size_t row_bytes() const { return std::size_t(points_.dimension) * sizeof(float); }

    // ---- Parts of the points ----------------------------------------------------------------------------------------------------

    /// Decides which rows each device has.
    void divide(const Progress& progress) {
        std::vector<std::size_t> free(shards_.size());
        workers_.each([&](int rank) {
            free[std::size_t(rank)] = free_device_memory(device_);
            shards_[std::size_t(rank)].device = name_of_device(device_, numbers_[std::size_t(rank)]);
        });
        begin_ = divide_rows(points_.count, row_bytes(), free);
        if (regions()) order_by_region();
        for (int rank = 0; rank < ranks(); ++rank) {
            Shard& shard = shards_[std::size_t(rank)];
            const std::int64_t first = begin_[std::size_t(rank)], count = begin_[std::size_t(rank) + 1] - first;
            shard.rows = {nullptr, regions() ? 0 : first, count};
            shard.points = points_;
            shard.points.count = count;
            shard.points.coordinates = nullptr;
        }
        if (method_.learn_on_host && points_.count > 0) {
            learned_ = (device_ == DeviceKind::cuda ? method_.learn_on_cuda : method_.learn_on_host)(points_, options_, progress);
            for (Shard& shard : shards_) shard.points.learned = learned_;
        }
    }

    /// Divides the rows in the order of the leaves that the method's tree over all points has, into first_.rows.
    void order_by_region() {
        if (points_.count == 0) return;
        const std::unique_ptr<Search> ordering = prepare_one(points_, {});
        const std::optional<Tree> tree = ordering->tree();
        const LeafBoxes* const leaves = tree ? tree->boxes() : nullptr;
        if (!leaves) throw Error(Failure::device, std::string(method_.info.name) + " has no order of leaves to divide");
        std::int32_t* const rows = first_.rows.of<std::int32_t>(device_, points_.count, "rows of shards");
        copy_on_device(device_, rows, leaves->row, std::size_t(points_.count) * sizeof(std::int32_t));
        for (std::size_t rank = 0; rank < shards_.size(); ++rank)  // ascending, so that equal distances keep the order of rows
            ON_DEVICE(device_, sort_rows(rows + begin_[rank], begin_[rank + 1] - begin_[rank]));
    }
    const std::int32_t* rows_of(std::size_t rank) const { return first_.rows.data<std::int32_t>() + begin_[rank]; }

    /// Copies each device's part of the points to it.
    void copy_points() {
        std::vector<Transfer> rows(shards_.size()), numbers(shards_.size());
        DeviceMemory packed;  // all points, one shard after another
        if (regions() && points_.count > 0) {
            packed = DeviceMemory(device_, std::size_t(points_.count) * row_bytes(), "points of shards");
            float* const to = static_cast<float*>(packed.data());
            ON_DEVICE(device_, gather_rows(points_.coordinates, rows_of(0), points_.count, points_.dimension, to));
            for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
                Points some = shards_[rank].points;
                some.coordinates = to + begin_[rank] * points_.dimension;
                shards_[rank].box = ON_DEVICE(device_, box_of(some));
                numbers[rank] = {rows_of(rank), nullptr, std::size_t(some.count) * sizeof(std::int32_t)};
                rows[rank] = {some.coordinates, nullptr, std::size_t(some.count) * row_bytes()};
            }
            ON_DEVICE(device_, wait_for_thread());
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
        const std::unique_lock<std::mutex> turn = exchange_->turn();
        workers_.each([&](int rank) {
            distribute(rank, rows);
            distribute(rank, numbers);
        });
    }
    void distribute(int rank, const std::vector<Transfer>& transfers) {
        const auto empty = [](const Transfer& one) { return one.bytes == 0; };
        if (!std::all_of(transfers.begin(), transfers.end(), empty)) exchange_->distribute(rank, transfers);
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
        const std::size_t lists = (regions() ? 3 : std::size_t(ranks())) * std::size_t(problem.k) * sizeof(ListEntry);
        const std::size_t routes = regions() ? (std::size_t(ranks()) + 12) * sizeof(std::int32_t) + 2 * row_bytes() : 0;
        return std::size_t(problem.queries) * (lists + routes);
    }

    /// Work of all ranks in which each measures what it does.
    template <class Work>
    void each_timed(Work work) {
        std::vector<double> took(shards_.size());
        const Clock::time_point began = Clock::now();
        workers_.each([&](int rank) {
            Lap lap;
            work(rank, shards_[std::size_t(rank)], lap);
            took[std::size_t(rank)] = lap.all();
        });
        const double all = host::libraries::milliseconds_since(began);
        for (std::size_t rank = 0; rank < shards_.size(); ++rank) shards_[rank].time.waiting += std::max(all - took[rank], 0.0);
    }
    /// Work of the first device while the others wait.
    template <class Work>
    void first_works(Work work) {
        const Clock::time_point began = Clock::now();
        work();
        ON_DEVICE(device_, wait_for_thread());
        const double all = host::libraries::milliseconds_since(began);
        for (std::size_t rank = 0; rank < shards_.size(); ++rank)
            (rank == 0 ? shards_[rank].time.working : shards_[rank].time.waiting) += all;
    }

    /// Receives a shard's queries and excluded rows, unless it is asked its own points.
    Queries receive(int rank, Shard& shard, const Queries& queries, std::int64_t count, const std::vector<Transfer>& rows,
        const std::vector<Transfer>& excluded) {
        distribute(rank, rows);
        distribute(rank, excluded);
        const auto r = std::size_t(rank);
        Queries local = queries;
        local.points.coordinates = rows[r].bytes > 0 ? static_cast<const float*>(rows[r].to) : shard.points.coordinates;
        local.points.count = count;
        local.self_join_row = -1;
        local.exclude = nullptr;
        if (!queries.exclude) return local;
        auto* const own_rows = static_cast<std::int32_t*>(excluded[r].to);
        ON_DEVICE(device_, local_rows(own_rows, count, shard.rows, own_rows));
        ON_DEVICE(device_, wait_for_thread());
        local.exclude = own_rows;
        return local;
    }

    /// Memory for what a shard receives and finds. The first one's queries stay where they are.
    void make_rooms(std::vector<Transfer>& rows, std::vector<Transfer>& excluded, const Problem& problem, bool entries,
        const std::function<std::int64_t(std::size_t)>& count) {
        each_timed([&](int rank, Shard& shard, Lap& lap) {
            const auto r = std::size_t(rank);
            rows[r].to = rank == 0 ? const_cast<void*>(rows[r].from) : shard.queries.at_least(device_, rows[r].bytes, "queries of a shard");
            excluded[r].to = shard.exclude.at_least(device_, excluded[r].bytes, "rows to exclude");
            shard.lists.at_least(device_, PackedLists::bytes(count(r), of_shard(problem, shard).k), "lists of a shard");
            if (entries) shard.entries.of<ListEntry>(device_, count(r) * problem.k, "lists of a shard");
            lap.add(shard.time.working);
        });
    }

    /// The shard answers queries in its own memory.
    Lists answer_shard(int rank, Shard& shard, const Queries& queries, const Problem& problem, const Progress& progress, Measure measure) {
        Problem own = of_shard(problem, shard);
        own.queries = queries.points.count;
        const Lists lists = PackedLists::lists(shard.lists.data<void>(), own.queries, own.k);
        shard.time.queries += own.queries;
        if (own.queries > 0 && shard.search)
            add_report(reports_[std::size_t(rank)],
                shard.search->answer(queries, lists, own, rank == 0 ? progress : progress.without_report(), measure));
        return lists;
    }
    /// Exact distances of a shard's lists, in its entries.
    void make_entries(Shard& shard, const Queries& queries, const Lists& lists, const Problem& problem) {
        const std::int64_t count = queries.points.count;
        ListEntry* const entries = shard.entries.data<ListEntry>();
        if (!shard.search) ON_DEVICE(device_, clear_entries(entries, std::size_t(count) * std::size_t(problem.k)));
        else
            ON_DEVICE(device_, exact_entries(shard.points, queries, nullptr, problem.metric, lists, of_shard(problem, shard).k, shard.rows,
                                   count, problem.k, entries));
    }

    void collect(const std::vector<Transfer>& transfers) {
        each_timed([&](int rank, Shard& shard, Lap& lap) {
            ON_DEVICE(device_, wait_for_thread());
            lap.add(shard.time.working);
            exchange_->collect(rank, transfers);
            lap.add(shard.time.communicating);
        });
    }

    /// Every device answers every query.
    void answer_by_rows(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
        const std::int64_t count = queries.points.count;
        const std::size_t entries = std::size_t(count) * std::size_t(problem.k);
        std::vector<Transfer> rows(shards_.size(), {queries.points.coordinates, nullptr, std::size_t(count) * row_bytes()});
        std::vector<Transfer> excluded(
            shards_.size(), {queries.exclude, nullptr, queries.exclude ? std::size_t(count) * sizeof(std::int32_t) : 0});
        ListEntry* const part = first_.part.of<ListEntry>(device_, (ranks() - 1) * std::int64_t(entries), "lists of shards");
        make_rooms(rows, excluded, problem, true, [&](std::size_t) { return count; });
        each_timed([&](int rank, Shard& shard, Lap& lap) {
            const Queries local = receive(rank, shard, queries, count, rows, excluded);
            lap.add(shard.time.communicating);
            make_entries(shard, local, answer_shard(rank, shard, local, problem, progress, measure), problem);
            lap.add(shard.time.working);
        });
        std::vector<Transfer> collected(shards_.size());  // the lists of the first device stay where they are
        for (std::size_t rank = 1; rank < shards_.size(); ++rank)
            collected[rank] = {shards_[rank].entries.data<ListEntry>(), part + (rank - 1) * entries, entries * sizeof(ListEntry)};
        collect(collected);
        first_works([&] {
            ON_DEVICE(device_, merge_entries(shards_[0].entries.data<ListEntry>(), part, ranks(), nullptr, count, problem.k, lists));
        });
    }

    /// Each query is answered by the device in whose region it lies, and then by those that its list reaches into.
    void answer_by_regions(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
        const std::int64_t count = queries.points.count;
        if (problem.count <= 0) {
            first_works([&] { ON_DEVICE(device_, scatter_lists(lists, 0, nullptr, nullptr, count, problem.k, lists)); });
            return;
        }
        std::vector<ShardBox> boxes;
        for (const Shard& shard : shards_) boxes.push_back(shard.box);
        // A shard's own points are its queries in a self-join: nothing is sent but the rows to exclude.
        const bool self_join = queries.points.coordinates == points_.coordinates && count == points_.count;
        Asked homes{first_.rows.data<std::int32_t>(), begin_};
        if (!self_join) {
            first_works([&] {
                std::int32_t* const chosen = first_.homes.of<std::int32_t>(device_, count, "queries of shards");
                homes = {chosen, ON_DEVICE(device_, choose_homes(queries, problem.metric, boxes, chosen))};
            });
        }
        answer_at_home(queries, homes, self_join, lists, problem, progress, measure);
        Asked over{nullptr, {}};
        first_works([&] {
            over.begin =
                ON_DEVICE(device_, choose_over_border(queries, problem.metric, boxes, homes.query, homes.begin, lists, problem.k,
                                       [&](std::int64_t all) { return first_.over.of<std::int32_t>(device_, all, "queries of shards"); }));
            over.query = first_.over.data<std::int32_t>();
        });
        if (over.count() > 0) answer_over_border(queries, over, lists, problem, progress, measure);
    }

    /// Packs what the devices are asked, unless it is their own points.
    void pack(const Queries& queries, const Asked& asked, bool own_points, std::vector<Transfer>& rows, std::vector<Transfer>& excluded) {
        rows.assign(shards_.size(), {});
        excluded.assign(shards_.size(), {});
        if (own_points && !queries.exclude) return;
        first_works([&] {
            const std::int64_t all = asked.count();
            const int dimension = points_.dimension;
            float* packed = nullptr;
            std::int32_t* packed_exclude = nullptr;
            if (!own_points) {
                packed = first_.packed_queries.of<float>(device_, all * dimension, "queries of shards");
                ON_DEVICE(device_, gather_rows(queries.points.coordinates, asked.query, all, dimension, packed));
            }
            if (queries.exclude) {
                packed_exclude = first_.packed_exclude.of<std::int32_t>(device_, all, "rows to exclude");
                ON_DEVICE(device_, gather_numbers(queries.exclude, asked.query, all, packed_exclude));
            }
            for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
                const auto count = std::size_t(asked.count(rank));
                if (packed) rows[rank] = {packed + asked.begin[rank] * dimension, nullptr, count * row_bytes()};
                if (packed_exclude) excluded[rank] = {packed_exclude + asked.begin[rank], nullptr, count * sizeof(std::int32_t)};
            }
        });
    }

    void answer_at_home(const Queries& queries, const Asked& asked, bool own_points, const Lists& lists, const Problem& problem,
        const Progress& progress, Measure measure) {
        std::vector<Transfer> rows, excluded, collected(shards_.size());
        pack(queries, asked, own_points, rows, excluded);
        make_rooms(rows, excluded, problem, false, [&](std::size_t rank) { return asked.count(rank); });
        each_timed([&](int rank, Shard& shard, Lap& lap) {
            const std::int64_t count = asked.count(std::size_t(rank));
            const Queries local = receive(rank, shard, queries, count, rows, excluded);
            lap.add(shard.time.communicating);
            const Lists found = answer_shard(rank, shard, local, problem, progress, measure);
            if (rank > 0)
                ON_DEVICE(device_, global_rows(found.index, std::size_t(count) * std::size_t(of_shard(problem, shard).k), shard.rows));
            lap.add(shard.time.working);
        });
        std::size_t bytes = 0;
        const auto bytes_of = [&](std::size_t rank) { return PackedLists::bytes(asked.count(rank), of_shard(problem, shards_[rank]).k); };
        for (std::size_t rank = 1; rank < shards_.size(); ++rank) bytes += bytes_of(rank);
        auto* part = static_cast<std::byte*>(first_.part.at_least(device_, bytes, "lists of shards"));
        for (std::size_t rank = 1; rank < shards_.size(); ++rank) {
            collected[rank] = {shards_[rank].lists.data<void>(), part, bytes_of(rank)};
            part += bytes_of(rank);
        }
        const auto scatter = [&](std::size_t rank, void* from, const std::int32_t* to_rows) {
            const int width = of_shard(problem, shards_[rank]).k;
            ON_DEVICE(device_, scatter_lists(PackedLists::lists(from, asked.count(rank), width), width, to_rows, asked.of(rank),
                                   asked.count(rank), problem.k, lists));
        };
        scatter(0, shards_[0].lists.data<void>(), shards_[0].rows.rows);  // while the others' lists arrive
        collect(collected);
        first_works([&] {
            for (std::size_t rank = 1; rank < shards_.size(); ++rank) scatter(rank, collected[rank].to, nullptr);
        });
    }

    /// Merges into the lists what other shards find.
    void answer_over_border(
        const Queries& queries, const Asked& asked, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
        const int k = problem.k;
        std::vector<Transfer> rows, excluded, collected(shards_.size());
        pack(queries, asked, false, rows, excluded);
        make_rooms(rows, excluded, problem, true, [&](std::size_t rank) { return asked.count(rank); });
        each_timed([&](int rank, Shard& shard, Lap& lap) {
            const Queries local = receive(rank, shard, queries, asked.count(std::size_t(rank)), rows, excluded);
            lap.add(shard.time.communicating);
            make_entries(shard, local, answer_shard(rank, shard, local, problem, progress, measure), problem);
            lap.add(shard.time.working);
        });
        std::int64_t most = 0;
        for (std::size_t rank = 0; rank < shards_.size(); ++rank) most = std::max(most, asked.count(rank));
        ListEntry* const best = first_.best.of<ListEntry>(device_, most * k, "merged lists");
        ListEntry* const part = first_.part.of<ListEntry>(device_, (asked.count() - asked.count(0)) * k, "lists of shards");
        for (std::size_t rank = 1; rank < shards_.size(); ++rank)
            collected[rank] = {shards_[rank].entries.data<ListEntry>(), part + (asked.begin[rank] - asked.begin[1]) * k,
                std::size_t(asked.count(rank)) * std::size_t(k) * sizeof(ListEntry)};
        collect(collected);
        first_works([&] {
            for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
                const std::int64_t count = asked.count(rank);
                const auto* const found = static_cast<const ListEntry*>(rank == 0 ? shards_[0].entries.data<void>() : collected[rank].to);
                ON_DEVICE(device_, exact_entries(points_, queries, asked.of(rank), problem.metric, lists, k,
                                       ShardRows{nullptr, 0, points_.count}, count, k, best));
                ON_DEVICE(device_, merge_entries(best, found, 2, asked.of(rank), count, k, lists));
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
        return join_lists(parts, begin_);
    }

    DevicesOfRows find_devices_of_rows() const {
        DevicesOfRows devices;
        const auto count = std::size_t(points_.count);
        std::vector<std::int32_t> rows(regions() ? count : 0);
        if (!rows.empty()) copy_to_host(device_, rows.data(), rows_of(0), count * sizeof(std::int32_t));
        devices.of_row.resize(count);
        for (std::size_t rank = 0; rank < shards_.size(); ++rank) {
            devices.names.push_back(shards_[rank].device);
            for (auto at = std::size_t(begin_[rank]); at < std::size_t(begin_[rank + 1]); ++at)
                devices.of_row[regions() ? std::size_t(rows[at]) : at] = std::uint8_t(rank);
        }
        return devices;
    }

    const Method& method_;
    DeviceKind device_;
    Points points_;
    Options options_;
    std::vector<int> numbers_;
    mutable RankWorkers workers_;
    std::unique_ptr<Exchange> exchange_;
    std::vector<float> learned_;
    std::vector<std::int64_t> begin_;  ///< [ranks + 1] where each shard's points begin
    std::vector<Shard> shards_;
    FirstDevice first_;
    std::vector<Report> reports_;  ///< [ranks] of the present answer
    std::unique_ptr<Search> whole_;
    std::shared_ptr<const InvertedLists> lists_;
    std::shared_ptr<const DevicesOfRows> devices_of_rows_;
};

}  // namespace

bool can_share_points(const MethodInfo& info) { return info.supports.sharding != Sharding::none || info.name == "auto"; }

std::unique_ptr<Search> prepare_search(
    const Method& method, DeviceKind device, const Points& points, const Options& options, const Progress& progress) {
    const auto prepare = device == DeviceKind::cuda ? method.on_cuda : method.on_host;
    if (!prepare) throw Error(Failure::device, std::string(method.info.name) + ": not in this build for " + std::string(name(device)));
    if (method.info.supports.sharding != Sharding::none && sharing_devices(device).size() > 1 && !is_thread_of_rank())
        return std::make_unique<ShardedSearch>(method, device, points, options, progress);
    return prepare(points, options, progress);
}

}  // namespace neighborscope::shards
