// Lists of another program beside the truth, as panels show them.
#pragma once
#include "app/compare/judge.hpp"

#include <cstdint>
#include <memory>

namespace neighborscope {

struct Comparison;    // app/compare/comparison.hpp
struct ComparedList;  // the same

/// Lists of another program beside the truth: what an instrument and a table show of them.
struct Comparing {
    std::shared_ptr<const Comparison> lists;     ///< null: none are compared
    bool running = false;                        ///< lists are read or judged; `lists` are those before
    bool of_this_tick = true;                    ///< the points are where they were when the lists were judged
    ListClass walked = ListClass::wrong;         ///< the class of lists that one goes through
    std::int64_t walked_count = 0;               ///< lists of that class
    std::int64_t place = -1;                     ///< of the query looked at among those, from 0; -1: it is of another class, or none is
    std::shared_ptr<const ComparedList> chosen;  ///< the list looked at; null: none
    std::uint64_t generation = 0;                ///< grows when `lists` or `chosen` change
};

}  // namespace neighborscope
