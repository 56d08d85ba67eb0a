#include "gpu/shards/sharded_answer.hpp"

#include "gpu/device/on_device.hpp"
#include "gpu/libraries/in_parallel.hpp"

#include <chrono>

namespace neighborscope::shards {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t least_queries_each = 1000;

/// Measures what a rank does one after another.
class Lap {
public:
    /// Adds the time since the last call to one kind.
    void add(double& kind) {
        const double took = host::libraries::milliseconds_since(began_);
        began_ = Clock::now();
        kind += took;
        all_ += took;
    }
    double all() const { return all_; }

private:
    Clock::time_point began_ = Clock::now();
    double all_ = 0;
};

}  // namespace

/// All ranks work, and each measures what it does.
template <class Work>
void ShardedAnswer::each_timed(Work work) {
    std::vector<double> took(divided_.shards.size());
    const Clock::time_point began = Clock::now();
    divided_.workers.each([&](int rank) {
        Lap lap;
        work(rank, divided_.shards[std::size_t(rank)], lap);
        took[std::size_t(rank)] = lap.all();
    });
    const double all = host::libraries::milliseconds_since(began);
    for (std::size_t rank = 0; rank < divided_.shards.size(); ++rank) divided_.shards[rank].time.waiting += std::max(all - took[rank], 0.0);
}

/// The first device works, and the others wait.
template <class Work>
void ShardedAnswer::first_works(Work work) {
    const Clock::time_point began = Clock::now();
    work();
    ON_DEVICE(divided_.device, wait_for_thread());
    const double all = host::libraries::milliseconds_since(began);
    for (std::size_t rank = 0; rank < divided_.shards.size(); ++rank)
        (rank == 0 ? divided_.shards[rank].time.working : divided_.shards[rank].time.waiting) += all;
}

/// Receives a shard's queries and excluded rows, unless it is asked its own points.
Queries ShardedAnswer::receive(int rank, Shard& shard, const Queries& queries, std::int64_t count, const std::vector<Transfer>& rows,
    const std::vector<Transfer>& excluded) {
    divided_.distribute(rank, rows);
    divided_.distribute(rank, excluded);
    const auto r = std::size_t(rank);
    Queries local = queries;
    local.points.coordinates = rows[r].bytes > 0 ? static_cast<const float*>(rows[r].to) : shard.points.coordinates;
    local.points.count = count;
    local.self_join_row = -1;
    local.exclude = nullptr;
    if (!queries.exclude) return local;
    auto* const own_rows = static_cast<std::int32_t*>(excluded[r].to);
    ON_DEVICE(divided_.device, local_rows(own_rows, count, shard.rows, own_rows));
    ON_DEVICE(divided_.device, wait_for_thread());
    local.exclude = own_rows;
    return local;
}

/// Memory for what a shard receives and finds. The first one's queries stay where they are.
void ShardedAnswer::make_rooms(std::vector<Transfer>& rows, std::vector<Transfer>& excluded, const Problem& problem, bool entries,
    const std::function<std::int64_t(std::size_t)>& count) {
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        const auto r = std::size_t(rank);
        rows[r].to =
            rank == 0 ? const_cast<void*>(rows[r].from) : shard.queries.at_least(divided_.device, rows[r].bytes, "queries of a shard");
        excluded[r].to = shard.exclude.at_least(divided_.device, excluded[r].bytes, "rows to exclude");
        shard.lists.at_least(divided_.device, PackedLists::bytes(count(r), of_shard(problem, shard).k), "lists of a shard");
        if (entries) shard.entries.of<ListEntry>(divided_.device, count(r) * problem.k, "lists of a shard");
        lap.add(shard.time.working);
    });
}

/// The shard answers queries in its own memory.
Lists ShardedAnswer::answer_shard(
    int rank, Shard& shard, const Queries& queries, const Problem& problem, const Progress& progress, Measure measure) {
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
void ShardedAnswer::make_entries(Shard& shard, const Queries& queries, const Lists& lists, const Problem& problem) {
    const std::int64_t count = queries.points.count;
    ListEntry* const entries = shard.entries.data<ListEntry>();
    if (!shard.search) ON_DEVICE(divided_.device, clear_entries(entries, std::size_t(count) * std::size_t(problem.k)));
    else
        ON_DEVICE(divided_.device, exact_entries(shard.points, queries, nullptr, problem.metric, lists, of_shard(problem, shard).k,
                                       shard.rows, count, problem.k, entries));
}

void ShardedAnswer::collect(const std::vector<Transfer>& transfers) {
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        ON_DEVICE(divided_.device, wait_for_thread());
        lap.add(shard.time.working);
        divided_.exchange->collect(rank, transfers);
        lap.add(shard.time.communicating);
    });
}

/// Each device has all the points and answers a part of the queries.
void ShardedAnswer::answer_by_queries(
    const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const std::int64_t all = queries.points.count, ranks = divided_.ranks();
    const auto begin = [&](std::size_t rank) { return all * std::int64_t(rank) / ranks; };
    const auto count = [&](std::size_t rank) { return begin(rank + 1) - begin(rank); };
    std::vector<Transfer> rows(divided_.shards.size()), excluded = rows, index = rows, distance = rows;
    for (std::size_t rank = 1; rank < divided_.shards.size(); ++rank) {
        rows[rank] = {
            queries.points.coordinates + begin(rank) * divided_.points.dimension, nullptr, std::size_t(count(rank)) * divided_.row_bytes()};
        if (queries.exclude) excluded[rank] = {queries.exclude + begin(rank), nullptr, std::size_t(count(rank)) * sizeof(std::int32_t)};
    }
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        if (rank == 0) return;
        const auto r = std::size_t(rank);
        rows[r].to = shard.queries.at_least(divided_.device, rows[r].bytes, "queries of a shard");
        excluded[r].to = shard.exclude.at_least(divided_.device, excluded[r].bytes, "rows to exclude");
        void* const memory = shard.lists.at_least(divided_.device, PackedLists::bytes(count(r), problem.k), "lists of a shard");
        const Lists found = PackedLists::lists(memory, count(r), problem.k);
        const std::int64_t at = begin(r) * problem.k;
        const std::size_t bytes = std::size_t(count(r)) * std::size_t(problem.k) * sizeof(std::int32_t);
        index[r] = {found.index, lists.index + at, bytes};
        distance[r] = {found.distance, lists.distance + at, bytes};
        lap.add(shard.time.working);
    });
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        const auto r = std::size_t(rank);
        divided_.distribute(rank, rows);
        divided_.distribute(rank, excluded);
        lap.add(shard.time.communicating);
        Queries own = queries;
        own.points.count = count(r);
        own.self_join_row = -1;
        Lists found = lists;
        if (rank > 0) {
            own.points.coordinates = static_cast<const float*>(rows[r].to);
            own.exclude = queries.exclude ? static_cast<const std::int32_t*>(excluded[r].to) : nullptr;
            found = PackedLists::lists(shard.lists.data<void>(), count(r), problem.k);
        }
        Problem part = problem;
        part.queries = count(r);
        shard.time.points = divided_.points.count;
        shard.time.queries = part.queries;
        add_report(reports_[r], shard.search_of_all->answer(own, found, part, rank == 0 ? progress : progress.without_report(), measure));
        lap.add(shard.time.working);
    });
    collect(index);
    collect(distance);
}

/// Every device answers every query.
void ShardedAnswer::answer_by_rows(
    const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const std::int64_t count = queries.points.count;
    const std::size_t entries = std::size_t(count) * std::size_t(problem.k);
    std::vector<Transfer> rows(divided_.shards.size(), {queries.points.coordinates, nullptr, std::size_t(count) * divided_.row_bytes()});
    std::vector<Transfer> excluded(
        divided_.shards.size(), {queries.exclude, nullptr, queries.exclude ? std::size_t(count) * sizeof(std::int32_t) : 0});
    ListEntry* const part =
        divided_.first.part.of<ListEntry>(divided_.device, (divided_.ranks() - 1) * std::int64_t(entries), "lists of shards");
    make_rooms(rows, excluded, problem, true, [&](std::size_t) { return count; });
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        const Queries local = receive(rank, shard, queries, count, rows, excluded);
        lap.add(shard.time.communicating);
        make_entries(shard, local, answer_shard(rank, shard, local, problem, progress, measure), problem);
        lap.add(shard.time.working);
    });
    std::vector<Transfer> collected(divided_.shards.size());  // the lists of the first device stay where they are
    for (std::size_t rank = 1; rank < divided_.shards.size(); ++rank)
        collected[rank] = {divided_.shards[rank].entries.data<ListEntry>(), part + (rank - 1) * entries, entries * sizeof(ListEntry)};
    collect(collected);
    first_works([&] {
        ON_DEVICE(divided_.device,
            merge_entries(divided_.shards[0].entries.data<ListEntry>(), part, divided_.ranks(), nullptr, count, problem.k, lists));
    });
}

/// Each query is answered by the device in whose region it lies, and then by those that its list reaches into.
void ShardedAnswer::answer_by_regions(
    const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const std::int64_t count = queries.points.count;
    if (problem.count <= 0) {
        first_works([&] { ON_DEVICE(divided_.device, scatter_lists(lists, 0, nullptr, nullptr, count, problem.k, lists)); });
        return;
    }
    std::vector<ShardBox> boxes;
    for (const Shard& shard : divided_.shards) boxes.push_back(shard.box);
    // A shard's own points are its queries in a self-join: nothing is sent but the rows to exclude.
    const bool self_join = queries.points.coordinates == divided_.points.coordinates && count == divided_.points.count;
    Asked homes{divided_.first.rows.data<std::int32_t>(), divided_.begin};
    if (!self_join) {
        first_works([&] {
            std::int32_t* const chosen = divided_.first.homes.of<std::int32_t>(divided_.device, count, "queries of shards");
            homes = {chosen, ON_DEVICE(divided_.device, choose_homes(queries, problem.metric, boxes, chosen))};
        });
    }
    answer_at_home(queries, homes, self_join, lists, problem, progress, measure);
    Asked over{nullptr, {}};
    first_works([&] {
        over.begin = ON_DEVICE(divided_.device,
            choose_over_border(queries, problem.metric, boxes, homes.query, homes.begin, lists, problem.k,
                [&](std::int64_t all) { return divided_.first.over.of<std::int32_t>(divided_.device, all, "queries of shards"); }));
        over.query = divided_.first.over.data<std::int32_t>();
    });
    if (over.count() > 0) answer_over_border(queries, over, lists, problem, progress, measure);
}

/// Packs what the devices are asked, unless it is their own points.
void ShardedAnswer::pack(
    const Queries& queries, const Asked& asked, bool own_points, std::vector<Transfer>& rows, std::vector<Transfer>& excluded) {
    rows.assign(divided_.shards.size(), {});
    excluded.assign(divided_.shards.size(), {});
    if (own_points && !queries.exclude) return;
    first_works([&] {
        const std::int64_t all = asked.count();
        const int dimension = divided_.points.dimension;
        float* packed = nullptr;
        std::int32_t* packed_exclude = nullptr;
        if (!own_points) {
            packed = divided_.first.packed_queries.of<float>(divided_.device, all * dimension, "queries of shards");
            ON_DEVICE(divided_.device, gather_rows(queries.points.coordinates, asked.query, all, dimension, packed));
        }
        if (queries.exclude) {
            packed_exclude = divided_.first.packed_exclude.of<std::int32_t>(divided_.device, all, "rows to exclude");
            ON_DEVICE(divided_.device, gather_numbers(queries.exclude, asked.query, all, packed_exclude));
        }
        for (std::size_t rank = 0; rank < divided_.shards.size(); ++rank) {
            const auto count = std::size_t(asked.count(rank));
            if (packed) rows[rank] = {packed + asked.begin[rank] * dimension, nullptr, count * divided_.row_bytes()};
            if (packed_exclude) excluded[rank] = {packed_exclude + asked.begin[rank], nullptr, count * sizeof(std::int32_t)};
        }
    });
}

void ShardedAnswer::answer_at_home(const Queries& queries, const Asked& asked, bool own_points, const Lists& lists, const Problem& problem,
    const Progress& progress, Measure measure) {
    std::vector<Transfer> rows, excluded, collected(divided_.shards.size());
    pack(queries, asked, own_points, rows, excluded);
    make_rooms(rows, excluded, problem, false, [&](std::size_t rank) { return asked.count(rank); });
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        const std::int64_t count = asked.count(std::size_t(rank));
        const Queries local = receive(rank, shard, queries, count, rows, excluded);
        lap.add(shard.time.communicating);
        const Lists found = answer_shard(rank, shard, local, problem, progress, measure);
        if (rank > 0)
            ON_DEVICE(divided_.device, global_rows(found.index, std::size_t(count) * std::size_t(of_shard(problem, shard).k), shard.rows));
        lap.add(shard.time.working);
    });
    std::size_t bytes = 0;
    const auto bytes_of = [&](std::size_t rank) {
        return PackedLists::bytes(asked.count(rank), of_shard(problem, divided_.shards[rank]).k);
    };
    for (std::size_t rank = 1; rank < divided_.shards.size(); ++rank) bytes += bytes_of(rank);
    auto* part = static_cast<std::byte*>(divided_.first.part.at_least(divided_.device, bytes, "lists of shards"));
    for (std::size_t rank = 1; rank < divided_.shards.size(); ++rank) {
        collected[rank] = {divided_.shards[rank].lists.data<void>(), part, bytes_of(rank)};
        part += bytes_of(rank);
    }
    const auto scatter = [&](std::size_t rank, void* from, const std::int32_t* to_rows) {
        const int width = of_shard(problem, divided_.shards[rank]).k;
        ON_DEVICE(divided_.device, scatter_lists(PackedLists::lists(from, asked.count(rank), width), width, to_rows, asked.of(rank),
                                       asked.count(rank), problem.k, lists));
    };
    scatter(0, divided_.shards[0].lists.data<void>(), divided_.shards[0].rows.rows);  // while the others' lists arrive
    collect(collected);
    first_works([&] {
        for (std::size_t rank = 1; rank < divided_.shards.size(); ++rank) scatter(rank, collected[rank].to, nullptr);
    });
}

/// Merges into the lists what other shards find.
void ShardedAnswer::answer_over_border(
    const Queries& queries, const Asked& asked, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    const int k = problem.k;
    std::vector<Transfer> rows, excluded, collected(divided_.shards.size());
    pack(queries, asked, false, rows, excluded);
    make_rooms(rows, excluded, problem, true, [&](std::size_t rank) { return asked.count(rank); });
    each_timed([&](int rank, Shard& shard, Lap& lap) {
        const Queries local = receive(rank, shard, queries, asked.count(std::size_t(rank)), rows, excluded);
        lap.add(shard.time.communicating);
        make_entries(shard, local, answer_shard(rank, shard, local, problem, progress, measure), problem);
        lap.add(shard.time.working);
    });
    std::int64_t most = 0;
    for (std::size_t rank = 0; rank < divided_.shards.size(); ++rank) most = std::max(most, asked.count(rank));
    ListEntry* const best = divided_.first.best.of<ListEntry>(divided_.device, most * k, "merged lists");
    ListEntry* const part = divided_.first.part.of<ListEntry>(divided_.device, (asked.count() - asked.count(0)) * k, "lists of shards");
    for (std::size_t rank = 1; rank < divided_.shards.size(); ++rank)
        collected[rank] = {divided_.shards[rank].entries.data<ListEntry>(), part + (asked.begin[rank] - asked.begin[1]) * k,
            std::size_t(asked.count(rank)) * std::size_t(k) * sizeof(ListEntry)};
    collect(collected);
    first_works([&] {
        for (std::size_t rank = 0; rank < divided_.shards.size(); ++rank) {
            const std::int64_t count = asked.count(rank);
            const auto* const found =
                static_cast<const ListEntry*>(rank == 0 ? divided_.shards[0].entries.data<void>() : collected[rank].to);
            ON_DEVICE(divided_.device, exact_entries(divided_.points, queries, asked.of(rank), problem.metric, lists, k,
                                           ShardRows{nullptr, 0, divided_.points.count}, count, k, best));
            ON_DEVICE(divided_.device, merge_entries(best, found, 2, asked.of(rank), count, k, lists));
        }
    });
}

/// Phases are those of the device that took longest; counters are summed.
Report ShardedAnswer::report(double milliseconds, Measure measure) const {
    Report all;
    std::size_t slowest = 0;
    double longest = -1;
    for (std::size_t rank = 0; rank < divided_.shards.size(); ++rank) {
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
    for (const Shard& shard : divided_.shards) all.devices.push_back(shard.time);
    all.communication = divided_.exchange->name();
    if (divides_queries_) all.communication += "; each device has all the points and answers a part of the queries";
    return all;
}

Report ShardedAnswer::answer(
    const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) {
    for (Shard& shard : divided_.shards) shard.time = {shard.device, shard.points.count, 0, 0, 0, 0};
    const Clock::time_point began = Clock::now();
    const std::unique_lock<std::mutex> turn = divided_.exchange->turn();
    // Lists of many queries take longer to choose and to merge from all devices than these take to share the queries.
    divides_queries_ = problem.queries >= least_queries_each * divided_.ranks() && problem.count > 0 && divided_.copy_all_points(progress);
    if (divides_queries_) answer_by_queries(queries, lists, problem, progress, measure);
    else if (divided_.regions()) answer_by_regions(queries, lists, problem, progress, measure);
    else answer_by_rows(queries, lists, problem, progress, measure);
    return report(host::libraries::milliseconds_since(began), measure);
}

}  // namespace neighborscope::shards
