// What a shared search keeps of each device, and how it measures what a device does. Only for sharded_search.cpp.
#pragma once
#include "gpu/kernels/shards.hpp"
#include "gpu/libraries/in_parallel.hpp"

#include <chrono>
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
    using Clock = std::chrono::steady_clock;
    Clock::time_point began_ = Clock::now();
    double all_ = 0;
};

}  // namespace neighborscope::shards
