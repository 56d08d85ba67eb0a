// Points that move from tick to tick, as panels show them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// The state of playback of moving points.
struct Moving {
    bool available = false;                       ///< the present data have moving points
    std::int64_t tick = 0;                        ///< the tick shown, from 0
    std::int64_t number = 0;                      ///< its number in the data
    std::int64_t ticks = 0;                       ///< number of ticks; 0: no last tick
    std::int64_t first = 0, last = 0;             ///< ticks kept in memory, besides tick 0; both 0: none
    std::uint64_t held_bytes = 0, max_bytes = 0;  ///< memory used by those, and its limit
    std::string index;          ///< state of the index at this tick: "kept", "rebuilt: ..."; "": the method keeps no index
    std::int64_t rebuilds = 0;  ///< since the method was prepared
    /// The distance computations per query that decided whether to rebuild (IndexUpdate).
    struct Compared {
        std::int64_t tick = -1;
        std::string index;
        double last = 0, usual = 0, most = 0;
    };
    Compared compared, before;  ///< of this tick, and of the one shown before
    bool playing = false, loop = false;
    double speed = 10;  ///< maximal ticks per second; each tick is searched before the next

    /// A tick at which the index was rebuilt, and why: "a point left the root square".
    struct Rebuild {
        std::int64_t tick = 0;
        std::string why;
        bool operator==(const Rebuild&) const = default;
    };
    std::vector<Rebuild> seen_rebuilds;  ///< rebuilds of this index over these points, ascending
    bool seeking = false;                ///< advancing as fast as possible to the next rebuild of the index
    std::int64_t seek_ticks = 0;         ///< ticks advanced so far
    std::int64_t seek_at_most = 0;       ///< limit of these ticks
};

inline constexpr std::int64_t max_seek_ticks = 1000;                ///< limit when seeking the next rebuild
inline constexpr double slowest_ticks = 0.25, fastest_ticks = 240;  ///< a second

}  // namespace neighborscope
