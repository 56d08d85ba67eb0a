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
        std::int64_t row = -1, file_row = -1;  ///< row in the data set; row in the file, which is shown
        int rank = 0;                          ///< from 1, in the list that contains it
        double distance = 0;                   ///< in that list
        bool only_in_first = false;            ///< only A's list contains it; else only the other list does
        std::string why;                       ///< "a tie: at the same distance as the last neighbour of A"
    };
    std::vector<Entry> rows;  ///< first those that A lacks, then those that only A has; each by rank
    int others = 0;           ///< number of neighbours that A lacks
    int ties = 0, within_rounding = 0, missed = 0,
        nearer = 0;            ///< why it lacks neighbours of A: tie with its last; tie within rounding; missed; it has nearer ones
    bool of_metric = false;    ///< it uses another metric
    bool other_order = false;  ///< both lists have the same neighbours at different ranks
    const Entry* of(std::int64_t row) const;
    std::string text() const;  ///< "3 differ from A: 2 ties, 1 missed"
};

}  // namespace neighborscope
