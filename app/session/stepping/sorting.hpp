// A search that sorts all distances of its query, as a picture: in which order they stand after any number of the record's steps. Pure
// logic, one thread at a time.
//
// The steps themselves come from the kernels; what a step did to the order follows from it alone. Keys go by their final rank: a partition
// of places [b, e) is one by rank, as a range of places holds the ranks of these places, and its cut is where the steps of its parts begin.
// Within a part keys keep their order here, while the blocks of a device write them as they come.
#pragma once
#include "app/session/shown/stepping.hpp"

#include <span>

namespace neighborscope {

/// The distances of one query to all points, by rank: ascending, equal ones by the points' order.
struct SortedKeys {
    static constexpr std::int64_t most = std::int64_t(1) << 18;  ///< of more there is no picture
    std::vector<float> distance;                                 ///< true ones
    std::vector<std::uint32_t>
        bits;  ///< what a radix sort sees: of the squared distance for Euclid. The last ones may be others than the kernel's
    std::vector<std::int32_t> ranks;  ///< [places] of the points in their own order
};

/// Whether the method's steps say how a whole row is sorted: partition by partition, pass by pass.
bool sorts_whole_rows(const MethodInfo&);
/// Null where there are more than SortedKeys::most. `query` is relative to the origin, `exclude` a row, -1 none. Cancelled when stopped.
std::shared_ptr<const SortedKeys> sorted_keys(
    std::span<const float> points, int dimension, const float* query, Metric, std::int64_t exclude, const Progress&);

/// Of a method that keeps the k nearest in order by insertion, shift by shift.
bool keeps_in_order(const Recording&);
/// Its list as of the replay's position: places from where the newcomer stands were shifted by the step.
SortPicture picture_of_list(const Replay&);

class Sorting {
public:
    /// `record.sorted` must be there.
    explicit Sorting(std::shared_ptr<const Recording>);

    /// To after `position` steps, clamped to 0 .. count. Forward O(keys) a step; back begins anew.
    void go(std::int64_t position);
    /// [places] of the key that stands there, its final rank, from 0.
    const std::vector<std::int32_t>& ranks() const { return ranks_; }
    /// Of the present step. Bars: one for each place, at most `most` of places evenly spread.
    SortPicture picture(int most) const;

private:
    void play(std::int64_t position);
    void sort_by_digit(int shift);

    std::shared_ptr<const Recording> record_;
    std::vector<std::int64_t> cuts_;  // [steps] of a partition: the first place of its right part; else -1
    int sort_phases_end_ = 0;         // the first phase after those that sort
    std::vector<std::int32_t> ranks_, other_;
    std::int64_t position_ = 0;
};

}  // namespace neighborscope
