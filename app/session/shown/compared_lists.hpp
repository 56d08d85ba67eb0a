// Neighbour lists of another program compared with the true neighbours, as panels show them.
#pragma once
#include "app/compare/list_judgement.hpp"

#include <cstdint>
#include <memory>

namespace neighborscope {

struct Comparison;    // app/compare/comparison.hpp
struct ComparedList;  // the same

/// The state of the comparison.
struct Comparing {
    std::shared_ptr<const Comparison> lists;      ///< null: nothing is compared
    bool running = false;                         ///< lists are being read or compared; `lists` is the previous result
    bool of_this_tick = true;                     ///< the points have not moved since the comparison
    ListClass selected_class = ListClass::wrong;  ///< the class of lists that F3 steps through
    std::int64_t selected_count = 0;              ///< number of lists of that class
    std::int64_t place = -1;                      ///< index of the chosen list among those; -1: it is of another class, or none is chosen
    std::shared_ptr<const ComparedList> chosen;   ///< the chosen list; null: none
    std::uint64_t generation = 0;                 ///< grows when `lists` or `chosen` change
};

}  // namespace neighborscope
