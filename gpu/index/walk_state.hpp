// What the walks of all libraries have in common.
#pragma once
#include "gpu/index/observer.hpp"
#include "gpu/index/query_distance.hpp"
#include "gpu/row_filter.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace neighborscope::stored {

/// The work of one search. `distances` are counted as the library counts them, where it does.
struct Counts {
    std::int64_t distances = 0;
    std::int64_t hops = 0;   ///< rows whose links were followed
    std::int64_t lists = 0;  ///< searched
};

/// Rows seen in the present search.
class Visited {
public:
    explicit Visited(std::int64_t rows) : round_of_(std::size_t(rows)) {}
    void restart() {
        if (++round_ != 0) return;
        std::fill(round_of_.begin(), round_of_.end(), 0);
        round_ = 1;
    }
    /// True the first time.
    bool first(std::int32_t row) {
        if (round_of_[std::size_t(row)] == round_) return false;
        round_of_[std::size_t(row)] = round_;
        return true;
    }

private:
    std::vector<std::uint32_t> round_of_;
    std::uint32_t round_ = 0;
};

struct WalkState {
    const StoredIndex& index;
    QueryDistance& distance;
    Visited& visited;
    Counts counts;
    std::vector<Found>& result;         ///< filled, the nearest first
    const RowFilter* filter = nullptr;  ///< the rows that may be returned; null: all

    float distance_of(std::int32_t row) { return distance.of(index.vectors.at(row)); }
    bool is_refused(std::int64_t row) const { return filter && !filter->allows(row); }
    /// A row that may not be returned is walked through.
    bool may_return(std::int64_t row) const { return !index.is_deleted(row) && !is_refused(row); }
};

/// From the entry down to level 1: goes to the nearest linked row until none is nearer. Malkov and Yashunin 2018, algorithm 5 with ef =
/// 1; all
/// libraries do this alike. Counts the distances to linked rows, not the one to the entry.
template <class Observer>
Found descend(WalkState& state, Observer& observer) {
    Found nearest{state.index.entry, state.distance_of(state.index.entry)};
    observer.distance(state.index.top_level, nearest.row, nearest.distance);
    for (int start = 1; start < state.index.spread_starts; ++start) {
        const std::int32_t row = state.index.start(start);
        const float distance = state.distance_of(row);
        observer.distance(0, row, distance);
        if (distance < nearest.distance) nearest = {row, distance};
    }
    for (int level = state.index.top_level; level > 0; --level)
        for (bool nearer = true; nearer;) {
            nearer = false;
            observer.visit(level, nearest.row, nearest.distance);
            ++state.counts.hops;
            const Links links = state.index.links->of(nearest.row, level);
            state.counts.distances += links.count();
            for (const std::int32_t row : links) {
                const float distance = state.distance_of(row);
                observer.distance(level, row, distance);
                if (!(distance < nearest.distance)) continue;
                nearest = {row, distance};
                nearer = true;
            }
        }
    return nearest;
}

}  // namespace neighborscope::stored
