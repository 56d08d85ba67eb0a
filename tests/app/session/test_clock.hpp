// A session's time, said by a test.
#pragma once
#include "app/session/threads/clock.hpp"

namespace neighborscope {

/// While one lives, a session's clock stands still until the test moves it on: whatever other work has the processors, nothing is cut
/// short for taking long, and what plays goes as far as is said. Make it before the window.
class TestClock {
public:
    TestClock() {
        now_ = std::chrono::steady_clock::now().time_since_epoch();
        Clock::test_clock = [] { return Clock::time_point(now_.load()); };
    }
    ~TestClock() { Clock::test_clock = nullptr; }
    TestClock(const TestClock&) = delete;
    TestClock& operator=(const TestClock&) = delete;

    static void pass(Clock::duration time) { now_ = now_.load() + time; }  ///< by one thread

private:
    static inline std::atomic<Clock::duration> now_{};
};

}  // namespace neighborscope
