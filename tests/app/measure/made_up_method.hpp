// Methods whose time is a formula, so that the results of their curves are known.
#pragma once
#include <atomic>

namespace neighborscope {

/// "made-linear" takes n / 1000 ms, "made-root" sqrt(n) / 20 ms: they cross at n = 2500. Their phase moves 4 n D bytes and counts n |Q|
/// distances. The option "weight" of "made-linear" multiplies its time; "made-sloppy" misses each last neighbour.
struct MadeUpMethod {
    static inline std::atomic<int> began{0};
    static inline std::atomic<bool> held{false};  ///< searches wait until it is false, or until they are cancelled
    static void reset() { began = 0, held = false; }
};

}  // namespace neighborscope
