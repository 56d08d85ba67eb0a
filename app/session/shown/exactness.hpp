// How the neighbours shown compare with those of the oracle.
#pragma once
#include "app/session/shown/neighbour_row.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

struct Exactness {
    bool known = false;     ///< the background check of the present list has ended
    int right = 0, of = 0;  ///< neighbours equal to the oracle's, of min(k, n)
    bool within_rounding = false;
    bool approximate = false;          ///< of an approximate method: `right` counts those it found, and what it misses is no error
    std::string wrong;                 ///< of an approximate method: a false neighbour in the list; "": none
    std::vector<NeighbourRow> missed;  ///< true neighbours that the list lacks, ascending; none if exact or within rounding
    bool tie_beyond = false;           ///< points that are as far as the last neighbour are not listed

    /// Of a list that is exact within rounding: the rank where two distances that float32 confused differ most.
    struct Confused {
        int rank = 0;                            ///< from 1
        double listed = 0, right = 0, most = 0;  ///< the distance of the point there, of the oracle's; how far apart they may be
    };
    std::optional<Confused> confused;
    double milliseconds = 0;
};

}  // namespace neighborscope
