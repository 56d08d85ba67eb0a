// Shared by the fuzzing targets: counts accepted inputs and prints the number at the end for run.sh, and reports a violated guarantee.
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

/// Runs `work`; prints a violated guarantee before the program ends.
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
