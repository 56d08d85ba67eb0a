// Points that are divided among devices, each with the method's search over its part. Only for gpu/shards.
#pragma once
#include "gpu/kernels/shards.hpp"
#include "gpu/shards/exchange.hpp"
#include "gpu/shards/rank_workers.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope::shards {

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
    Room all_coordinates;                   ///< of all points, on the other devices than the first
    std::unique_ptr<Search> search_of_all;  ///< over all points, after copy_all_points
    Room queries, exclude, lists, entries;
    DeviceTime time;
};

/// Memory of the first device.
struct FirstDevice {
    Room part, best;   ///< lists: those that the others sent, and those to merge with them
    Room homes, over;  ///< queries that shards are asked, one shard after another
    Room packed_queries, packed_exclude;
    Room rows;  ///< rows of all shards, one shard after another, with Sharding::regions
};

/// The points, a part of them on each device. The memory of all points is the first device's.
class DividedPoints {
public:
    DividedPoints(const Method& of, DeviceKind kind, const Points& all, const Options& chosen);
    /// Decides which rows each device has, and copies them there, without preparing a search.
    void divide(const Progress&);
    /// Copies each device's part of the points to it again, after they moved.
    void copy_points();
    /// Copies all points to each device and prepares the method over them there, once, so that the devices can divide queries. Returns false if
    /// that would take more than a quarter of a device's free memory, and once points have moved.
    bool copy_all_points(const Progress&);
    /// Frees what copy_all_points made.
    void release_copies();
    /// Prepares the method over a shard, by the thread of its rank. Does nothing without points.
    void prepare(Shard&, const Progress&);
    /// The method over points on the calling thread's device.
    std::unique_ptr<Search> prepare_one(const Points&, const Progress&) const;
    /// Frees each device's memory by its own thread.
    void release() noexcept;
    /// This rank's part of Exchange::distribute.
    void distribute(int rank, const std::vector<Transfer>&);

    bool regions() const { return method.info.supports.sharding == Sharding::regions; }
    int ranks() const { return int(shards.size()); }
    std::size_t row_bytes() const { return std::size_t(points.dimension) * sizeof(float); }
    DevicesOfRows devices_of_rows() const;

    const Method& method;
    const DeviceKind device;
    Points points;
    const Options options;
    const std::vector<int> numbers;  ///< of the devices
    mutable RankWorkers workers;
    std::unique_ptr<Exchange> exchange;
    std::vector<std::int64_t> begin;  ///< [ranks + 1] where each shard's points begin
    std::vector<Shard> shards;
    FirstDevice first;

private:
    void order_by_region();
    const std::int32_t* rows_of(std::size_t rank) const { return first.rows.data<std::int32_t>() + begin[rank]; }

    bool can_copy_all_points();

    std::vector<float> learned_;
    bool has_copies_ = false, can_have_copies_ = true;
};

/// The problem as a shard's search gets it: k is at most the number of its points.
inline Problem of_shard(Problem problem, const Shard& shard) {
    problem.count = shard.points.count;
    problem.k = int(std::min<std::int64_t>(problem.k, std::max<std::int64_t>(shard.points.count, 1)));
    return problem;
}

}  // namespace neighborscope::shards
