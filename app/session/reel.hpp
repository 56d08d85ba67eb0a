// The ticks of points that move, as far as they have been shown: positions held up to a stated number of bytes, so that one can go back
// to them. Used by the search worker alone.
#pragma once
#include "app/session/loaded_data.hpp"

#include <deque>

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

    /// The points at `tick` (from 0) of data that move: `base` itself at the first. Beyond the last tick, the last. Ticks on the way are
    /// held, the oldest let go where they are too many; going back to one of those walks the whole way again. Cancelled when stopped.
    std::shared_ptr<const LoadedData> at(const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress&);
    RecordedTicks recorded() const;

private:
    void rewind();
    bool walk_on(std::span<float> positions, const Progress&);

    std::uint64_t most_;
    std::shared_ptr<const LoadedData> base_;
    std::unique_ptr<Walk> walk_;  ///< null: it was stopped on its way, and begins again
    std::int64_t walked_ = 0;     ///< the tick the walk is at
    std::int64_t first_ = 1;      ///< of held_
    std::deque<std::vector<float>> held_;
};

}  // namespace neighborscope
