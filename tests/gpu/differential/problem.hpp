// A random problem made from a seed: the same on every machine.
#pragma once
#include "tests/gpu/support.hpp"

#include <string>
#include <vector>

namespace neighborscope::test {

/// Points where they lie, or have moved to, and queries that are asked together.
struct Batch {
    Data data;
    bool self_join = false;  ///< the points themselves ask
};

struct RandomProblem {
    std::vector<Batch> batches;  ///< of as many points each; those of the first lie there when the method is prepared
    int k = 1;
    Metric metric = Metric::euclidean;
    std::string description;  ///< for people
};

RandomProblem random_problem(std::uint64_t seed);

}  // namespace neighborscope::test
