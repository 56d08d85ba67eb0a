// The clock of a session: for playback, delays and timeouts.
#pragma once
#include <atomic>
#include <chrono>

namespace neighborscope {

/// The machine's steady clock, which a test can replace.
struct Clock {
    using duration = std::chrono::steady_clock::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::steady_clock::time_point;
    static constexpr bool is_steady = true;

    static time_point now() noexcept {
        time_point (*const test_clock_now)() = test_clock.load(std::memory_order_relaxed);
        return test_clock_now ? test_clock_now() : std::chrono::steady_clock::now();
    }
    static inline std::atomic<time_point (*)()> test_clock{nullptr};  ///< called from any thread; null: the machine's clock
};

inline double seconds_of(Clock::duration time) { return std::chrono::duration<double>(time).count(); }
inline double seconds_since(Clock::time_point then) { return seconds_of(Clock::now() - then); }

}  // namespace neighborscope
