// Methods for tests only, in the registry of this test program.
// wrong           runs the oracle, then puts the farthest point at the end of every third list, beginning with the first
// nearest-only    correct, k = 1 only
// forgetful       approximate: every third list lacks its first neighbour; reports a build of 12.5 ms
//   inventive       approximate: every third list has its first neighbour twice
//   absent          not built
// out-of-memory   fails like an allocation; after-out-of-memory, the next one, is correct
#pragma once
#include <csignal>

namespace neighborscope {

struct OddMethods {
    static constexpr int wrong_every = 3;
    /// Signal raised during the next search of `wrong`, as by Ctrl-C; 0: none.
    static inline int signal = 0;
};

}  // namespace neighborscope
