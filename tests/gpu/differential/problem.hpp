// A random problem from a seed: the same on every machine.
#pragma once
#include "tests/gpu/support.hpp"

#include <string>
#include <vector>

namespace neighborscope::test {

/// Points at their first or later positions, and queries that are searched together.
struct Batch {
    Data data;
    bool self_join = false;  ///< the points themselves are the queries
};

struct RandomProblem {
    std::vector<Batch> batches;  ///< with as many points each; a method is prepared for the first
    int k = 1;
    Metric metric = Metric::euclidean;
    std::string description;  ///< for messages
};

RandomProblem random_problem(std::uint64_t seed);

}  // namespace neighborscope::test
