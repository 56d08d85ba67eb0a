// Methods for tests only, in the registry of this test program.
//   wrong           asks the oracle, then puts the farthest point at the end of every third list, beginning with the first
//   nearest-only    right, k = 1 only
//   forgetful       approximate: every third list lacks its first neighbour; says that it built for 12.5 ms
//   inventive       approximate: every third list has its first neighbour twice
//   absent          not built
//   out-of-memory   fails as an allocation does; after-out-of-memory, behind it, is right
#pragma once
#include <csignal>

namespace neighborscope {

struct OddMethods {
    static constexpr int wrong_every = 3;
    /// Raised in the middle of the next search of `wrong`; 0 = none. As if somebody pressed Ctrl-C.
    static inline int signal = 0;
};

}  // namespace neighborscope
