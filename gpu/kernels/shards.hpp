// What the devices of a divided point set do with lists and queries: exact distances with rows of the whole set, merging, and which
// device a query concerns.
#pragma once
#include "gpu/knn.hpp"

namespace neighborscope {

/// A neighbour with its distance in double precision, so that lists of several devices are merged in the order of one device's
/// list: by (distance, row). Row -1 and any distance after the last neighbour.
struct ListEntry {
    double distance;
    std::int32_t row;  ///< of the whole point set
};

/// Which rows of the whole set a device has: `rows`, ascending, in the device's memory, or those from `first` on if it is null.
struct ShardRows {
    const std::int32_t* rows = nullptr;
    std::int64_t first = 0, count = 0;
};

/// The bounding box of a shard: a distance from it is a lower bound of the distances of its points. 2-D and 3-D.
struct ShardBox {
    std::array<float, 3> low{}, high{};
    bool empty = true;
};

#define DECLARE_ON(device)                                                                                                                 \
    namespace device {                                                                                                                     \
    /** entries[queries][k] = lists[queries][width] of the shard with exact distances and rows of the whole set. Waits. */                 \
    void exact_entries(const Points& shard, const Queries&, Metric, const Lists&, int width, const ShardRows&, int k, ListEntry*);         \
    /** Merges, of each i < count, two lists of k in order into merged[i]: first[at[i]] (first[i] if `at` is null) and second[i].      \
        `merged` may be neither. Waits. */   \
    void merge_entries(                                                                                                                    \
        const ListEntry* first, const std::int32_t* at, const ListEntry* second, std::int64_t count, int k, ListEntry* merged);            \
    /** to[at[i]] = from[i], lists of k. Waits. */                                                                                         \
    void scatter_entries(const ListEntry* from, const std::int32_t* at, std::int64_t count, int k, ListEntry* to);                         \
    /** Sets every row to -1. Waits. */                                                                                                    \
    void clear_entries(ListEntry*, std::size_t count);                                                                                     \
    /** Writes lists[queries][k]. Waits. */                                                                                                \
    void write_lists(const ListEntry*, std::size_t entries, const Lists&);                                                                 \
    /** local[i] = the row of the shard that is row excluded[i] of the whole set; -1: none. `local` may be `excluded`. Waits. */           \
    void local_rows(const std::int32_t* excluded, std::int64_t count, const ShardRows&, std::int32_t* local);                              \
    /** to[i] = from[at[i]]. Waits. */                                                                                                     \
    void gather_numbers(const std::int32_t* from, const std::int32_t* at, std::int64_t count, std::int32_t* to);                           \
    /** home[rows[i]] = shard. Waits. */                                                                                                   \
    void set_home(const std::int32_t* rows, std::int64_t count, int shard, std::int32_t* home);                                            \
    /** to[i] = row at[i] of `from`, each of `dimension` floats. Waits. */                                                                 \
    void gather_rows(const float* from, const std::int32_t* at, std::int64_t count, int dimension, float* to);                             \
    /** rows[] ascending, in place. Waits. */                                                                                              \
    void sort_rows(std::int32_t* rows, std::int64_t count);                                                                                \
    /** home[query] = the shard with the nearest box, the first of equally near ones. Waits. */                                            \
    void find_homes(const Queries&, Metric, std::span<const ShardBox>, std::int32_t* home);                                                \
    /** Writes to `chosen`, ascending, the queries whose home is `shard`, and returns their number. */                                     \
    std::int64_t choose_at_home(const std::int32_t* home, std::int64_t queries, int shard, std::int32_t* chosen);                          \
    /** The same of the queries with another home whose k-th neighbour in best[queries][k] is not nearer than the box. */                  \
    std::int64_t choose_over_border(                                                                                                       \
        const Queries&, Metric, const std::int32_t* home, int shard, const ShardBox&, const ListEntry* best, int k, std::int32_t* chosen); \
    }
DECLARE_ON(host)
DECLARE_ON(cuda)
#undef DECLARE_ON

}  // namespace neighborscope
