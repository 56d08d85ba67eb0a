// How the lists of two methods differ.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// How the neighbours of a compared method differ from those of the first method, A, and why.
struct ListDifference {
    /// A neighbour that only one of the two lists has.
    struct Entry {
        std::int64_t row = -1, file_row = -1;  ///< of the data set; of the file (shown)
        int rank = 0;                          ///< from 1, in the list that has it
        double distance = 0;                   ///< as that list has it
        bool only_in_first = false;            ///< A has it; else A has it not
        std::string why;                       ///< "a tie: at the same distance as the last neighbour of A"
    };
    std::vector<Entry> rows;  ///< those that A does not have, then those that only A has; by rank
    int others = 0;           ///< how many A does not have
    int ties = 0, within_rounding = 0, missed = 0,
        nearer = 0;            ///< why it lacks neighbours of A: a tie with its last; almost; missed; it has nearer ones
    bool of_metric = false;    ///< it measures other distances
    bool other_order = false;  ///< it has the neighbours of A, and no others, at other ranks
    const Entry* of(std::int64_t row) const;
    std::string text() const;  ///< "3 differ from A: 2 ties, 1 missed"
};

}  // namespace neighborscope
