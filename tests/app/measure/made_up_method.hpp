// Methods whose time is a formula, so that what is found of their curves is known beforehand.
#pragma once
#include <atomic>

namespace neighborscope {

/// "made-linear" takes n / 1000 ms, "made-root" sqrt(n) / 20 ms: they cross at n = 2500. Their phase moves 4 n D bytes and counts n |Q|
/// distances. "made-linear" has an option "weight" that its time is multiplied by; "made-sloppy" misses each last neighbour.
struct MadeUpMethod {
    static inline std::atomic<int> began{0};
    static inline std::atomic<bool> held{false};  ///< answers wait until it is false, or until they are stopped
    static void reset() { began = 0, held = false; }
};

}  // namespace neighborscope
