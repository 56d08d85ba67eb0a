// A method for tests: answers by the oracle after a chosen number of tiles, each of which takes at least a millisecond (and exactly one of
// TestClock), or fails. It reports the chosen milliseconds, so that no test depends on the speed of the machine.
#pragma once
#include <atomic>

namespace neighborscope {

struct SlowMethod {
    static inline std::atomic<int> tiles{0};  ///< of a millisecond each
    static inline std::atomic<bool> fails{false}, lies{false};
    static inline std::atomic<bool> held{false};  ///< answers wait, without checking for cancellation, until it is false
    static inline std::atomic<int> began{0}, ended{0}, stopped{0};
    static void reset() { tiles = began = ended = stopped = 0, fails = lies = held = false; }
};

}  // namespace neighborscope
