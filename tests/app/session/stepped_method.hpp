// A small method that records its steps: "stepped" deals the points to four threads in turn, each keeps the k nearest in a heap (phase
// "deal"), then thread 0 merges the four heaps (phase "merge"), then the block's list is filled in order (phase "list"). Linking it
// registers it.
#pragma once
#include <atomic>

namespace neighborscope {

struct SteppedMethod {
    static constexpr int threads = 4;
    static std::atomic<int> recorded;  ///< number of finished answers with Measure::steps
    static std::atomic<int> tiles;     ///< milliseconds a recording takes, cancellable
    static std::atomic<bool> fails;    ///< a recording throws a usage Error
    static void reset() { recorded = 0, tiles = 0, fails = false; }
};

}  // namespace neighborscope
