// What the devices of a divided point set do with lists and queries: exact distances with rows of the whole set, merging, and which
// device a query concerns.
#pragma once
#include "gpu/knn.hpp"

#include <functional>

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

#define DECLARE_ON(device)                                                                                                                   \
    namespace device {                                                                                                                       \
    /** The functions work in the calling thread's stream (stream_of_thread) and do not wait, unless they return something. */               \
    void wait_for_thread();                                                                                                                  \
    /** entries[count][k] = lists[..][width] with exact distances and rows of the whole set; of the queries at[i], if `at` is not null     \
        (only up to four dimensions). */ \
    void exact_entries(const Points& shard, const Queries&, const std::int32_t* at, Metric, const Lists&, int width, const ShardRows&,       \
        std::int64_t count, int k, ListEntry*);                                                                                              \
    /** Merges lists of k in order, first[count] and others[parts - 1][count], into lists[at[i]] (lists[i] if `at` is null). */              \
    void merge_entries(                                                                                                                      \
        const ListEntry* first, const ListEntry* others, int parts, const std::int32_t* at, std::int64_t count, int k, const Lists&);        \
    /** Lists of `width`, 0 to k, become to[at[i]] of k (to[i] if `at` is null); their rows become rows[row], if `rows` is not null. */      \
    void scatter_lists(                                                                                                                      \
        const Lists& from, int width, const std::int32_t* rows, const std::int32_t* at, std::int64_t count, int k, const Lists& to);         \
    /** Sets every row to -1. */                                                                                                             \
    void clear_entries(ListEntry*, std::size_t count);                                                                                       \
    /** Rows of the shard become rows of the whole set. */                                                                                   \
    void global_rows(std::int32_t* index, std::size_t count, const ShardRows&);                                                              \
    /** local[i] = the row of the shard that is row excluded[i] of the whole set; -1: none. `local` may be `excluded`. */                    \
    void local_rows(const std::int32_t* excluded, std::int64_t count, const ShardRows&, std::int32_t* local);                                \
    /** to[i] = from[at[i]]. */                                                                                                              \
    void gather_numbers(const std::int32_t* from, const std::int32_t* at, std::int64_t count, std::int32_t* to);                             \
    /** to[i] = row at[i] of `from`, each of `dimension` floats. */                                                                          \
    void gather_rows(const float* from, const std::int32_t* at, std::int64_t count, int dimension, float* to);                               \
    /** rows[] ascending, in place. Waits. */                                                                                                \
    void sort_rows(std::int32_t* rows, std::int64_t count);                                                                                  \
    /** Of two or three dimensions. */                                                                                                       \
    ShardBox box_of(const Points&);                                                                                                          \
    /** Writes all queries to `chosen`, sorted by the shard with the nearest box (the first of equally near ones), ascending in each;      \
        returns where those of each shard begin, [shards + 1]. */ \
    std::vector<std::int64_t> choose_homes(const Queries&, Metric, std::span<const ShardBox>, std::int32_t* chosen);                         \
    /** For each shard, the queries of other shards whose k-th neighbour in lists[queries][k] is not nearer than its box, into the memory  \
        that room(number) returns; and where they begin. order[begin[shard]] to order[begin[shard + 1]] are the queries of each shard. */ \
    std::vector<std::int64_t> choose_over_border(const Queries&, Metric, std::span<const ShardBox>, const std::int32_t* order,               \
        std::span<const std::int64_t> begin, const Lists&, int k, const std::function<std::int32_t*(std::int64_t)>& room);                   \
    }
DECLARE_ON(host)
DECLARE_ON(cuda)
#undef DECLARE_ON

}  // namespace neighborscope
