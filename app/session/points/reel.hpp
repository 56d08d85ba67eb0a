// The ticks of points that move, as far as they have been shown: positions held up to a stated number of bytes, so that one can go back
// to them. Used by the search worker alone.
#pragma once
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/recycled.hpp"

#include <deque>
#include <future>

namespace neighborscope {

/// Ticks that can be gone to at once.
struct RecordedTicks {
    std::int64_t first = 0, last = 0;  ///< and the first tick of all, which is always there
    std::uint64_t bytes = 0;           ///< that they take
};

class Reel {
public:
    /// What may be held, beside the first tick and the one that is shown: 512 MB.
    static constexpr std::uint64_t most_bytes = std::uint64_t(512) << 20;
    explicit Reel(std::uint64_t most = most_bytes) : most_(most) {}
    ~Reel() { stop_ahead(); }
    Reel(const Reel&) = delete;
    Reel& operator=(const Reel&) = delete;

    /// The points at `tick` (from 0) of data that move: `base` itself at the first. Beyond the last tick, the last. Ticks on the way are
    /// held, the oldest let go where they are too many; going back to one of those walks the whole way again. Where one tick
    /// is asked for after the other, the next is walked to by another thread meanwhile. Cancelled when stopped.
    std::shared_ptr<const LoadedData> at(const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress&);
    RecordedTicks recorded() const;

private:
    /// What one step of the walk brings.
    struct Step {
        std::unique_ptr<Walk> walk;
        std::shared_ptr<LoadedData> data;  ///< null after the last tick
        std::vector<float> positions;      ///< those of `data`, to be held
    };
    static Step step_on(const std::shared_ptr<const LoadedData>& base, std::int64_t walked, std::unique_ptr<Walk>,
        const std::shared_ptr<LoadedData>& into, const Progress&);
    static void place(LoadedData&, const Walk&);
    Step take_step(std::int64_t tick, const Progress&);
    std::shared_ptr<LoadedData> like_base();
    void walk_ahead();
    void stop_ahead();
    void rewind();

    std::uint64_t most_;
    std::shared_ptr<const LoadedData> base_;
    Recycled<LoadedData> moved_;  ///< base_ at other ticks
    std::unique_ptr<Walk> walk_;  ///< null: it was stopped on its way, and begins again; or it is ahead
    std::int64_t walked_ = 0;     ///< the tick the walk is at
    std::int64_t first_ = 1;      ///< of held_
    std::deque<std::vector<float>> held_;
    std::atomic<bool> stop_ahead_{false};
    std::future<Step> ahead_;  ///< the tick after walked_
};

}  // namespace neighborscope
