// Lists of another program beside the truth, as plain data: what an instrument and a table show of them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace neighborscope {

struct Comparison;    // app/session/comparison.hpp
struct ComparedList;  // the same

struct Comparing {
    std::shared_ptr<const Comparison> lists;  ///< null: none are compared
    bool running = false;                     ///< lists are read or judged; `lists` are those before
    bool of_this_tick = true;                 ///< the points are where they were when the lists were judged
    std::string sentence;                     ///< "3 of 100 queries are wrong in lists.csv"
    std::int64_t wrong = 0;
    std::int64_t place = -1;                     ///< of the query looked at among the wrong ones, from 0; -1: it is right, or none is
    std::shared_ptr<const ComparedList> chosen;  ///< the list looked at; null: none
    std::uint64_t generation = 0;                ///< grows when `lists` or `chosen` change
};

}  // namespace neighborscope
