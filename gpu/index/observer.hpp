// What can be seen of a replayed search. An observer has these functions; where nothing is recorded they are empty, and cost nothing.
#pragma once
#include <cstddef>
#include <cstdint>

namespace neighborscope::stored {

/// A row and its distance, in the library's numbers.
struct Found {
    std::int32_t row = -1;
    float distance = 0;
};

/// Why a search ended.
enum class Stop {
    exhausted,  ///< nothing was left to visit
    farther,    ///< the nearest row left is farther than all that are kept
};

/// Records nothing. `distance` is in the library's numbers, see Ranking.
struct NoObserver {
    void visit(int /*level*/, std::int32_t /*row*/, float /*distance*/) {}     ///< the links of this row are followed
    void distance(int /*level*/, std::int32_t /*row*/, float /*distance*/) {}  ///< the distance of this row was computed
    void wait(std::int32_t /*row*/) {}                                         ///< then: its links may be followed later
    void enter(std::int32_t /*row*/, float /*distance*/) {}                    ///< it is kept among the nearest: in the beam, or the list
    void evict(std::int32_t /*row*/, float /*distance*/) {}                    ///< it is no longer
    void list(std::size_t /*list*/, int /*rank*/, float /*distance*/) {}       ///< this list is searched, as the rank-th nearest, from 0
    void stop(Stop, const Found& /*next*/, float /*bound*/) {}                 ///< what is not visited any more; the greatest distance kept
};

}  // namespace neighborscope::stored
