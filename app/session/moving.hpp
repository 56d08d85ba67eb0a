// Points that move, as plain data: what a bar to play their ticks shows.
#pragma once
#include <cstdint>
#include <string>

namespace neighborscope {

struct Moving {
    bool available = false;                        ///< the points of the present data move
    std::int64_t tick = 0;                         ///< the one shown, from 0
    std::int64_t number = 0;                       ///< as the data count it
    std::int64_t ticks = 0;                        ///< there are, with the first; 0: they go on without end
    std::int64_t first = 0, last = 0;              ///< those that can be gone to at once, beside tick 0; both 0: none
    std::uint64_t held_bytes = 0, most_bytes = 0;  ///< of those
    std::string index;          ///< what became of the method's index at this tick: "kept", "made anew: ..."; "" it has none that is kept
    std::int64_t rebuilds = 0;  ///< since the method was prepared
    bool playing = false, loop = false;
    double speed = 10;  ///< ticks a second at most: the search of each comes first
};

inline constexpr double slowest_ticks = 0.25, fastest_ticks = 120;  ///< a second

}  // namespace neighborscope
