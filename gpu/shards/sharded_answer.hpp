// One answer of a search that several devices share.
#pragma once
#include "gpu/shards/divided_points.hpp"

#include <functional>

namespace neighborscope::shards {

/// Queries that the devices are asked: those of `rank` are query[begin[rank]] to query[begin[rank + 1]], in the first device's memory.
struct Asked {
    const std::int32_t* query;
    std::vector<std::int64_t> begin;

    std::int64_t count(std::size_t rank) const { return begin[rank + 1] - begin[rank]; }
    const std::int32_t* of(std::size_t rank) const { return query + begin[rank]; }
    std::int64_t count() const { return begin.back(); }
};

/// Lists of some queries in one block of memory: their rows, then their distances.
struct PackedLists {
    static constexpr std::size_t entry_bytes = sizeof(std::int32_t) + sizeof(float);
    static std::size_t bytes(std::int64_t queries, int width) { return std::size_t(queries) * std::size_t(width) * entry_bytes; }
    static Lists lists(void* memory, std::int64_t queries, int width) {
        auto* const index = static_cast<std::int32_t*>(memory);
        return {index, reinterpret_cast<float*>(index + queries * width), nullptr};
    }
};

/// Asks the devices, merges their lists, and measures what each does.
class ShardedAnswer {
public:
    explicit ShardedAnswer(DividedPoints& divided) : divided_(divided), reports_(divided.shards.size()) {}
    Report answer(const Queries&, const Lists&, const Problem&, const Progress&, Measure);

private:
    template <class Work>
    void each_timed(Work work);
    template <class Work>
    void first_works(Work work);
    Queries receive(
        int rank, Shard&, const Queries&, std::int64_t count, const std::vector<Transfer>& rows, const std::vector<Transfer>& excluded);
    void make_rooms(std::vector<Transfer>& rows, std::vector<Transfer>& excluded, const Problem&, bool entries,
        const std::function<std::int64_t(std::size_t)>& count);
    Lists answer_shard(int rank, Shard&, const Queries&, const Problem&, const Progress&, Measure);
    void make_entries(Shard&, const Queries&, const Lists&, const Problem&);
    void collect(const std::vector<Transfer>&);
    void answer_by_queries(const Queries&, const Lists&, const Problem&, const Progress&, Measure);
    void answer_by_rows(const Queries&, const Lists&, const Problem&, const Progress&, Measure);
    void answer_by_regions(const Queries&, const Lists&, const Problem&, const Progress&, Measure);
    void pack(const Queries&, const Asked&, bool own_points, std::vector<Transfer>& rows, std::vector<Transfer>& excluded);
    void answer_at_home(const Queries&, const Asked&, bool own_points, const Lists&, const Problem&, const Progress&, Measure);
    void answer_over_border(const Queries&, const Asked&, const Lists&, const Problem&, const Progress&, Measure);
    Report report(double milliseconds, Measure) const;

    DividedPoints& divided_;
    std::vector<Report> reports_;  ///< [ranks]
    bool divides_queries_ = false;
};

}  // namespace neighborscope::shards
