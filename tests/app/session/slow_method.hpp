// A method for these tests: answers by the oracle after a chosen number of tiles that each take a millisecond, or fails.
#pragma once
#include <atomic>

namespace neighborscope {

struct SlowMethod {
    static inline std::atomic<int> tiles{0};  ///< of a millisecond each
    static inline std::atomic<bool> fails{false}, lies{false};
    static inline std::atomic<int> began{0}, ended{0}, stopped{0};
    static void reset() { tiles = began = ended = stopped = 0, fails = lies = false; }
};

}  // namespace neighborscope
