// A method for these tests: answers by the oracle after a chosen number of tiles that each take a millisecond at least (and exactly one of
// TestClock), or fails. What it reports are the milliseconds chosen, so that no test depends on how fast the machine is.
#pragma once
#include <atomic>

namespace neighborscope {

struct SlowMethod {
    static inline std::atomic<int> tiles{0};  ///< of a millisecond each
    static inline std::atomic<bool> fails{false}, lies{false};
    static inline std::atomic<bool> held{false};  ///< answers wait, deaf, until it is false
    static inline std::atomic<int> began{0}, ended{0}, stopped{0};
    static void reset() { tiles = began = ended = stopped = 0, fails = lies = held = false; }
};

}  // namespace neighborscope
