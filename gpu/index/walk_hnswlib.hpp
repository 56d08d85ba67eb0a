// The search of hnswlib (hnswalg.h, searchKnn and searchBaseLayerST) and, over other heaps, of usearch.
#pragma once
#include "gpu/index/walk_state.hpp"

namespace neighborscope::stored {

/// Orders rows by distance alone, as hnswlib's heaps do: of equal distances, the heap's order decides.
struct NearerFirst {
    bool operator()(const Found& a, const Found& b) const { return a.distance > b.distance; }
};
struct FartherFirst {
    bool operator()(const Found& a, const Found& b) const { return a.distance < b.distance; }
};

/// A binary heap of the standard library, as hnswlib has them: the same order of equal distances.
template <class Order>
class Heap {
public:
    void clear() { rows_.clear(); }
    bool empty() const { return rows_.empty(); }
    std::size_t size() const { return rows_.size(); }
    const Found& top() const { return rows_.front(); }
    void push(Found found) {
        rows_.push_back(found);
        std::push_heap(rows_.begin(), rows_.end(), Order{});
    }
    Found pop() {
        std::pop_heap(rows_.begin(), rows_.end(), Order{});
        const Found found = rows_.back();
        rows_.pop_back();
        return found;
    }

private:
    std::vector<Found> rows_;
};

/// Best-first search at level 0 with a beam of `ef` rows (Malkov and Yashunin 2018, algorithm 2). Rows that are deleted or that the filter
/// refuses are walked through and kept out of the beam. Until the beam is full the search does not stop, so that a filter that allows few
/// rows makes it visit nearly all.
template <class Observer>
void walk_hnswlib(WalkState& state, int k, int ef, Observer& observer) {
    const auto beam = std::size_t(std::max(ef, k));
    const StoredIndex& index = state.index;
    const Found start = descend(state, observer);
    ++state.counts.distances;  // to the entry
    Heap<NearerFirst> candidates;
    Heap<FartherFirst> nearest;
    const auto keep = [&](const Found& found) {
        nearest.push(found);
        observer.enter(found.row, found.distance);
        if (nearest.size() <= beam) return;
        const Found gone = nearest.pop();
        observer.evict(gone.row, gone.distance);
    };
    float bound = start.distance;
    if (!state.may_return(start.row)) {
        bound = std::numeric_limits<float>::max();
        candidates.push({start.row, bound});
    } else {
        keep(start);
        candidates.push(start);
    }
    state.visited.first(start.row);
    bool stopped = false;
    while (!candidates.empty() && !stopped) {
        const Found next = candidates.top();
        stopped = next.distance > bound && nearest.size() == beam;
        if (stopped) {
            observer.stop(Stop::farther, next, bound);
            break;
        }
        candidates.pop();
        observer.visit(0, next.row, next.row == start.row ? start.distance : next.distance);
        ++state.counts.hops;
        for (const std::int32_t row : index.links->of(next.row, 0)) {
            if (!state.visited.first(row)) continue;
            const float distance = state.distance_of(row);
            ++state.counts.distances;
            observer.distance(0, row, distance);
            if (nearest.size() >= beam && !(bound > distance)) continue;
            candidates.push({row, distance});
            observer.wait(row);
            if (state.may_return(row)) keep({row, distance});
            if (!nearest.empty()) bound = nearest.top().distance;
        }
    }
    if (!stopped) observer.stop(Stop::exhausted, {}, bound);
    while (nearest.size() > std::size_t(k)) nearest.pop();
    while (!nearest.empty()) state.result.push_back(nearest.pop());
    std::sort(state.result.begin(), state.result.end(), [&](const Found& a, const Found& b) {  // hnswlib sorts pairs of distance and label
        return a.distance < b.distance ||
               (a.distance == b.distance && std::uint64_t(index.id_of(a.row)) < std::uint64_t(index.id_of(b.row)));
    });
}

}  // namespace neighborscope::stored
