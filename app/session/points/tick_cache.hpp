// The ticks of points that move, as far as they have been shown: positions held up to a stated number of bytes, so that one can go back
// to them. Used by the search worker alone.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/object_pool.hpp"

#include <deque>
#include <future>

namespace neighborscope {

/// Ticks that can be gone to at once.
struct CachedTicks {
    std::int64_t first = 0, last = 0;  ///< and the first tick of all, which is always there
    std::uint64_t bytes = 0;           ///< that they take
};

class TickCache {
public:
    /// What may be held, beside the first tick and the one that is shown: 512 MB.
    static constexpr std::uint64_t max_bytes = std::uint64_t(512) << 20;
    explicit TickCache(std::uint64_t most = max_bytes) : max_bytes_(most) {}
    ~TickCache() { stop_prefetch(); }
    TickCache(const TickCache&) = delete;
    TickCache& operator=(const TickCache&) = delete;

    /// The points at `tick` (from 0) of data that move: `base` itself at the first. Beyond the last tick, the last. Ticks on the way are
    /// held, the oldest let go where they are too many; going back to one of those walks the whole way again. Where one tick
    /// is asked for after the other, the next is walked to by another thread meanwhile. Cancelled when stopped.
    std::shared_ptr<const LoadedData> at(const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress&);
    CachedTicks cached_ticks() const;

private:
    /// What one step of the walk brings.
    struct Step {
        std::unique_ptr<TickCursor> tick_cursor;
        std::shared_ptr<LoadedData> data;  ///< null after the last tick
        std::vector<float> positions;      ///< those of `data`, to be held
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
    ObjectPool<LoadedData> pool_;              ///< base_ at other ticks
    std::unique_ptr<TickCursor> tick_cursor_;  ///< null: it was stopped on its way, and begins again; or it is ahead
    std::int64_t cursor_tick_ = 0;             ///< the tick the walk is at
    std::int64_t first_cached_ = 1;            ///< of cached_positions_
    std::deque<std::vector<float>> cached_positions_;
    std::atomic<bool> stop_prefetch_{false};
    std::future<Step> prefetched_;  ///< the tick after cursor_tick_
};

}  // namespace neighborscope
