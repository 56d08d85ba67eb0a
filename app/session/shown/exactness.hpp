// Comparison of the neighbours shown with those of the oracle.
#pragma once
#include "app/session/shown/neighbour_row.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

struct Exactness {
    bool known = false;     ///< the present list has been checked
    int right = 0, of = 0;  ///< neighbours that agree with the oracle, of min(k, n)
    bool within_rounding = false;
    bool approximate = false;          ///< the method is approximate: a missed neighbour is no error
    std::string wrong;                 ///< of an approximate method: describes a false neighbour in the list; "": none
    std::vector<NeighbourRow> missed;  ///< true neighbours that the list lacks, by rank; empty if the list is exact or within rounding
    bool tie_beyond = false;           ///< other points are as far as the last neighbour

    /// In a list that is exact within rounding: the rank where the listed distance differs most from the oracle's.
    struct Confused {
        int rank = 0;                                  ///< from 1
        double listed = 0, right = 0, most = 0;        ///< distance of the listed point, of the oracle's; the largest rounding error
        std::int64_t listed_row = -1, right_row = -1;  ///< in the file; -1: not told
    };
    std::optional<Confused> confused;

    /// The same search of an index without the filter: true neighbours that it finds, of how many.
    struct Part {
        int right = 0, of = 0;
    };
    std::optional<Part> unfiltered;
    double milliseconds = 0;
};

}  // namespace neighborscope
