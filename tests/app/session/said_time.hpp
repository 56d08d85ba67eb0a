// A session's time, said by a test.
#pragma once
#include "app/session/threads/clock.hpp"

namespace neighborscope {

/// While one lives, a session's clock stands still until the test moves it on: whatever other work has the processors, nothing is cut
/// short for taking long, and what plays goes as far as is said. Make it before the window.
class SaidTime {
public:
    SaidTime() {
        now_ = std::chrono::steady_clock::now().time_since_epoch();
        Clock::in_place = [] { return Clock::time_point(now_.load()); };
    }
    ~SaidTime() { Clock::in_place = nullptr; }
    SaidTime(const SaidTime&) = delete;
    SaidTime& operator=(const SaidTime&) = delete;

    static void pass(Clock::duration time) { now_ = now_.load() + time; }  ///< by one thread

private:
    static inline std::atomic<Clock::duration> now_{};
};

}  // namespace neighborscope
