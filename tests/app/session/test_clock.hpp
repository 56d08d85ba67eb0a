// A clock of the session that the test controls.
#pragma once
#include "app/session/threads/clock.hpp"

namespace neighborscope {

/// While it exists, the session's clock stands still until the test advances it: nothing is cancelled because the machine is busy, and
/// playback advances exactly as far as the test says. Create it before the window.
class TestClock {
public:
    TestClock() {
        now_ = std::chrono::steady_clock::now().time_since_epoch();
        Clock::test_clock = [] { return Clock::time_point(now_.load()); };
    }
    ~TestClock() { Clock::test_clock = nullptr; }
    TestClock(const TestClock&) = delete;
    TestClock& operator=(const TestClock&) = delete;

    static void pass(Clock::duration time) { now_ = now_.load() + time; }  ///< call on one thread

private:
    static inline std::atomic<Clock::duration> now_{};
};

}  // namespace neighborscope
