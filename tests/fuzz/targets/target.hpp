// What the fuzzing targets share: how many inputs were accepted, said at the end for run.sh, and how a broken promise is shown.
#pragma once
#include "tests/fuzz/reader_check.hpp"

#include <cstdio>
#include <cstdlib>

namespace neighborscope::test {

inline void count(bool accepted) {
    static struct Counts {
        long inputs = 0, accepted = 0;
        ~Counts() { std::fprintf(stderr, "accepted %ld of %ld\n", accepted, inputs); }
    } counts;
    ++counts.inputs;
    counts.accepted += accepted;
}

/// Runs `work`; what a reader did not keep is said before the run ends there.
template <class Work>
bool or_abort(const Work& work) {
    try {
        return work();
    } catch (const BrokenPromise& broken) {
        std::fprintf(stderr, "not kept: %s\n", broken.what());
        std::abort();
    }
}

}  // namespace neighborscope::test
