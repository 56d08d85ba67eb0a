// The search of usearch 2 (index.hpp, search_for_one_ and search_to_find_in_base_).
#pragma once
#include "gpu/index/walk_hnswlib.hpp"

namespace neighborscope::stored {

/// The nearest rows in order. A row goes before those of the same distance.
class SortedBeam {
public:
    explicit SortedBeam(std::size_t most) : most_(most) {}
    bool full() const { return rows_.size() == most_; }
    bool empty() const { return rows_.empty(); }
    float farthest() const { return rows_.back().distance; }
    const std::vector<Found>& rows() const { return rows_; }
    /// What fell out, or the row itself when it does not belong here; -1: nothing.
    Found insert(Found found) {
        const auto at =
            std::lower_bound(rows_.begin(), rows_.end(), found, [](const Found& a, const Found& b) { return a.distance < b.distance; });
        if (at == rows_.end() && full()) return found;
        Found gone;
        const auto place = at - rows_.begin();
        if (full()) {
            gone = rows_.back();
            rows_.pop_back();
        }
        rows_.insert(rows_.begin() + place, found);
        return gone;
    }

private:
    std::size_t most_;
    std::vector<Found> rows_;
};

/// Best-first search at level 0 with a beam of `ef` rows. What is deleted or refused by the filter is walked through. usearch computes
/// the distance to where it begins twice, and counts both.
template <class Observer>
void walk_usearch(WalkState& state, int k, int ef, Observer& observer) {
    const Found start = descend(state, observer);
    state.counts.distances += 2;
    Heap<NearerFirst> candidates;
    SortedBeam nearest(std::size_t(std::max(ef, k)));
    const auto keep = [&](const Found& found) {
        const Found gone = nearest.insert(found);
        if (gone.row == found.row) return;
        observer.enter(found.row, found.distance);
        if (gone.row >= 0) observer.evict(gone.row, gone.distance);
    };
    float radius = start.distance;
    candidates.push(start);
    state.visited.first(start.row);
    if (state.may_return(start.row)) keep(start);
    bool stopped = false;
    while (!candidates.empty() && !stopped) {
        stopped = candidates.top().distance > radius && nearest.full();
        if (stopped) {
            observer.stop(Stop::farther, candidates.top(), radius);
            break;
        }
        const Found next = candidates.pop();
        observer.visit(0, next.row, next.distance);
        ++state.counts.hops;
        for (const std::int32_t row : state.index.links->of(next.row, 0)) {
            if (!state.visited.first(row)) continue;
            const float distance = state.distance_of(row);
            ++state.counts.distances;
            observer.distance(0, row, distance);
            if (nearest.full() && !(distance < radius)) continue;
            candidates.push({row, distance});
            observer.wait(row);
            if (!state.may_return(row)) continue;
            keep({row, distance});
            radius = nearest.farthest();
        }
    }
    if (!stopped) observer.stop(Stop::exhausted, {}, radius);
    const std::size_t found = std::min(nearest.rows().size(), std::size_t(k));
    state.result.assign(nearest.rows().begin(), nearest.rows().begin() + std::ptrdiff_t(found));
}

}  // namespace neighborscope::stored
