// The chart of a recorded search: the distance of each step, the falling bound, and what became of the true neighbours. Plain data for
// the instrument in the view.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace neighborscope {

/// Distances are those that the search ranks by: of inner products the negative, so that the smaller is nearer.
struct BoundChart {
    enum class Kind : std::uint8_t {
        computed,  ///< a distance was computed
        entered,   ///< the row entered the list
        refused,   ///< a distance was computed, but the row is deleted or the filter does not allow it
        skipped    ///< a leaf or branch was skipped: `distance` is the least possible one of its points
    };
    struct Event {
        std::int64_t position = 0;  ///< of the step, from 1
        float distance = 0;
        std::int32_t row = -1;  ///< -1: it is about no row
        Kind kind = Kind::computed;
    };
    /// The k-th distance so far, from this position on.
    struct Bound {
        std::int64_t position = 0;
        float distance = 0;
    };
    /// Adjacent steps that belong together: a level of a graph, an inverted list, a leaf, a phase.
    struct Band {
        std::int64_t first = 1, last = 0;  ///< positions
        std::string name, brief;           ///< "level 2", "2"
        bool shaded = false;
    };
    static constexpr std::size_t most_events = 8192;

    std::int64_t steps = 0;
    std::vector<Event> events;  ///< by position. Of more than most_events: the least and the greatest distance of each kind in equal parts
    bool reduced = false;       ///< `events` are such extremes
    std::vector<Bound> bounds;  ///< by position; falls from each to the next
    std::vector<Band> bands;    ///< in order
    float nearest = std::numeric_limits<float>::infinity(), farthest = -nearest;  ///< of all events
    std::string refused_as;  ///< "refused by the filter", "deleted", or both: what events of this kind are; "": there are none
    int k = 0;
    bool products = false;

    bool empty() const { return events.empty(); }
    double distance_of(double ranked) const { return products ? -ranked : ranked; }  ///< as people read it; also the inverse
    /// A cosine distance of equal vectors may be a little below zero.
    bool is_logarithmic() const {
        return !products && nearest >= -1e-5f * farthest && least_above_zero > 0 && farthest > 20 * least_above_zero;
    }
    float least_above_zero = 0;  ///< 0: no distance is above zero
};

/// What became of a true neighbour in a recorded search.
struct NeighbourFate {
    int rank = 0;    ///< true rank, from 1
    int listed = 0;  ///< its rank in the list shown, from 1, whose colour it has; 0: it was missed
    std::int64_t row = -1, file_row = -1;
    double distance = 0;     ///< as in BoundChart
    std::int64_t found = 0;  ///< position at which its distance was first computed; 0: never
    std::int64_t lost = 0;   ///< position at which it left the list or was not kept; 0: it was not lost
    std::string sentence;    ///< of a missed one: "rank 1, row 1 352: never seen. No links lead to it ..."; else how it was found
    bool missed() const { return listed == 0; }
};

/// The distances of the true neighbours, if they would share a small part of a linear axis, below far larger distances: one thick line.
struct CrowdedNeighbours {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    bool crowded = false;

    CrowdedNeighbours(const BoundChart& chart, const std::vector<NeighbourFate>& fates) {
        constexpr double least_part = 0.12;
        for (const NeighbourFate& fate : fates)
            if (std::isfinite(fate.distance)) low = std::min(low, fate.distance), high = std::max(high, fate.distance);
        low = std::min(low, double(chart.nearest));
        crowded = !chart.products && !chart.is_logarithmic() && high > low && high - low < least_part * (double(chart.farthest) - low);
    }
};

}  // namespace neighborscope
