// Neighbour lists of another program compared with the true neighbours, as panels show them.
#pragma once
#include "app/compare/list_judgement.hpp"

#include <cstdint>
#include <memory>

namespace neighborscope {

struct Comparison;    // app/compare/comparison.hpp
struct ComparedList;  // the same

/// The comparison that an instrument and a table show.
struct Comparing {
    std::shared_ptr<const Comparison> lists;      ///< null: none are compared
    bool running = false;                         ///< lists are read or judged; `lists` are those before
    bool of_this_tick = true;                     ///< the points have not moved since the comparison
    ListClass selected_class = ListClass::wrong;  ///< the kind of lists that F3 steps through
    std::int64_t selected_count = 0;              ///< lists of that class
    std::int64_t place = -1;                      ///< place of the chosen list among those, from 0; -1: another kind, or none
    std::shared_ptr<const ComparedList> chosen;   ///< the chosen list; null: none
    std::uint64_t generation = 0;                 ///< grows when `lists` or `chosen` change
};

}  // namespace neighborscope
