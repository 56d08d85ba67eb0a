// A cache of positions of moving points at the ticks shown so far, up to a limit of bytes. Only the search worker uses it.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/object_pool.hpp"

#include <deque>
#include <future>

namespace neighborscope {

/// The ticks in the cache.
struct CachedTicks {
    std::int64_t first = 0, last = 0;  ///< besides tick 0, which is always available
    std::uint64_t bytes = 0;           ///< memory used
};

class TickCache {
public:
    /// Limit of memory, besides the first tick and the one shown: 512 MB.
    static constexpr std::uint64_t max_bytes = std::uint64_t(512) << 20;
    explicit TickCache(std::uint64_t most = max_bytes) : max_bytes_(most) {}
    ~TickCache() { stop_prefetch(); }
    TickCache(const TickCache&) = delete;
    TickCache& operator=(const TickCache&) = delete;

    /// Returns the points at `tick` (from 0): `base` itself at 0, the last tick beyond the end. Caches the ticks on the way and drops the
    /// oldest if they are too many; a tick that was dropped is computed again from the first one on. If ticks are requested in sequence,
    /// another thread computes the next in advance. Throws Cancelled.
    std::shared_ptr<const LoadedData> at(const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress&);
    CachedTicks cached_ticks() const;

private:
    /// The result of computing one tick.
    struct Step {
        std::unique_ptr<TickCursor> tick_cursor;
        std::shared_ptr<LoadedData> data;  ///< null after the last tick
        std::vector<float> positions;      ///< of `data`, for the cache
    };
    static Step compute_next_tick(const std::shared_ptr<const LoadedData>& base, std::int64_t cursor_tick, std::unique_ptr<TickCursor>,
        const std::shared_ptr<LoadedData>& into, const Progress&);
    static void place(LoadedData&, const TickCursor&);
    Step take_next_tick(std::int64_t tick, const Progress&);
    std::shared_ptr<LoadedData> take_from_pool();
    void start_prefetch();
    void stop_prefetch();
    void rewind();

    std::uint64_t max_bytes_;
    std::shared_ptr<const LoadedData> base_;
    ObjectPool<LoadedData> pool_;              ///< copies of base_ at other ticks
    std::unique_ptr<TickCursor> tick_cursor_;  ///< null: cancelled, so that it starts again from tick 0; or the prefetching thread has it
    std::int64_t cursor_tick_ = 0;             ///< the tick that tick_cursor_ is at
    std::int64_t first_cached_ = 1;            ///< tick of cached_positions_.front()
    std::deque<std::vector<float>> cached_positions_;
    std::atomic<bool> stop_prefetch_{false};
    std::future<Step> prefetched_;  ///< the tick after cursor_tick_
};

}  // namespace neighborscope
