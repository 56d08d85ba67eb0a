// Replays a search that sorts all distances of its query: computes their order after any number of steps. Not thread-safe.
//
// The kernels record the steps, and a step determines its effect on the order. A key is represented by its final rank: once the places
// [b, e) have been separated from the others, they hold exactly the ranks b .. e - 1, so that partitioning them compares ranks with the
// cut, which is the first place of the later steps in the right part. Keys keep their order within a part here; on a device the blocks
// write them in any order.
#pragma once
#include "app/session/shown/stepping.hpp"

#include <span>

namespace neighborscope {

/// The distances of one query to all points, sorted ascending, ties by row.
struct SortedKeys {
    static constexpr std::int64_t most = std::int64_t(1) << 18;  ///< no picture for more distances
    std::vector<float> distance;                                 ///< [rank] true distance
    std::vector<std::uint32_t>
        bits;  ///< [rank] key of a radix sort, from the squared distance for Euclid. The lowest bits may differ from the kernel's
    std::vector<std::int32_t> ranks;  ///< [row] rank of the point
};

/// Whether the method records partitions or passes that sort all distances of a query.
bool sorts_whole_rows(const MethodInfo&);
/// Null for more than SortedKeys::most points. `query` is relative to the origin; `exclude`: a row; -1: none. `filter`: the rows that are
/// sorted; null: all. Throws Cancelled.
std::shared_ptr<const SortedKeys> sorted_keys(std::span<const float> points, int dimension, const float* query, Metric,
    std::int64_t exclude, const Progress&, const RowFilter* filter = nullptr);

/// Whether the method keeps a sorted list of the k nearest by insertion.
bool keeps_in_order(const Recording&);
/// That list at the replay's position. The step shifted the places behind the new entry.
SortPicture picture_of_list(const Replay&);

class Sorting {
public:
    /// `record.sorted` must be there.
    explicit Sorting(std::shared_ptr<const Recording>);

    /// Goes to the state after `position` steps, clamped to 0 .. count. O(keys) per step forward; going back starts again from 0.
    void go(std::int64_t position);
    /// [places] final rank, from 0, of the key at this place.
    const std::vector<std::int32_t>& ranks() const { return ranks_; }
    /// The picture of the present state, with one bar for each place, or `most` bars of evenly spaced places.
    SortPicture picture(int most) const;

private:
    void play(std::int64_t position);
    void sort_by_digit(int shift);

    std::shared_ptr<const Recording> record_;
    std::vector<std::int64_t> cuts_;  // [steps] of a partition: first place of its right part; else -1
    int sort_phases_end_ = 0;         // first phase after those that sort
    std::vector<std::int32_t> ranks_, other_;
    std::int64_t position_ = 0;
};

}  // namespace neighborscope
