// The search of FAISS's HNSW (faiss/impl/HNSW.cpp, HNSW::search with its bounded queue, which is the default), and its lists of k.
#pragma once
#include "gpu/index/walk_state.hpp"

namespace neighborscope::stored {

/// The k nearest so far: a row is taken when it is nearer than the last; the last is the farthest, of equal ones that with the greatest id, as
/// FAISS compares them.
template <class Observer>
class NearestOfFaiss {
public:
    NearestOfFaiss(std::size_t k, Observer& observer) : k_(k), observer_(observer) {}
    void offer(std::int32_t row, float distance) { offer(row, distance, row); }
    void offer(std::int32_t row, float distance, std::int64_t id) {
        if (rows_.size() == k_ && !(distance < rows_.front().found.distance)) return;
        if (rows_.size() == k_) {
            std::pop_heap(rows_.begin(), rows_.end(), before);
            observer_.evict(rows_.back().found.row, rows_.back().found.distance);
            rows_.pop_back();
        }
        rows_.push_back({{row, distance}, id});
        std::push_heap(rows_.begin(), rows_.end(), before);
        observer_.enter(row, distance);
    }
    float bound() const { return rows_.size() == k_ ? rows_.front().found.distance : std::numeric_limits<float>::infinity(); }
    void sort_into(std::vector<Found>& result) {
        std::sort(rows_.begin(), rows_.end(), before);
        result.clear();
        for (const Row& row : rows_) result.push_back(row.found);
    }

private:
    struct Row {
        Found found;
        std::int64_t id;
    };
    static bool before(const Row& a, const Row& b) {
        return a.found.distance < b.found.distance || (a.found.distance == b.found.distance && a.id < b.id);
    }

    std::size_t k_;
    Observer& observer_;
    std::vector<Row> rows_;
};

/// FAISS's queue of candidates (MinimaxHeap): keeps the `most` smallest distances, also of rows that were taken out, so that it knows how
/// many distances below a bound were seen. A heap with the farthest on top; of equal distances the one of the greatest row is farther.
/// Which of
/// equal ones is the nearest depends on their places, so that these are FAISS's.
class BoundedQueue {
public:
    explicit BoundedQueue(std::size_t most) : most_(most) {}
    /// Whether it is kept.
    bool push(std::int32_t row, float distance) {
        if (kept_.size() == most_) {
            if (distance >= kept_.front().distance) return false;
            remove_farthest();
        }
        add({row, distance});
        return true;
    }
    bool empty() const { return waiting_ == 0; }
    /// Of equal ones the last.
    Found pop_nearest() {
        std::size_t at = kept_.size();
        for (std::size_t i = kept_.size(); i-- > 0;)
            if (kept_[i].row >= 0 && (at == kept_.size() || kept_[i].distance < kept_[at].distance)) at = i;
        const Found found = kept_[at];
        kept_[at].row = -1;
        --waiting_;
        return found;
    }
    int below(float distance) const {
        return int(std::count_if(kept_.begin(), kept_.end(), [=](const Found& found) { return found.distance < distance; }));
    }

private:
    static bool is_farther(const Found& a, const Found& b) {
        return a.distance > b.distance || (a.distance == b.distance && a.row > b.row);
    }
    void add(const Found& found) {
        std::size_t at = kept_.size();
        kept_.push_back(found);
        for (; at > 0 && is_farther(found, kept_[(at - 1) / 2]); at = (at - 1) / 2) kept_[at] = kept_[(at - 1) / 2];
        kept_[at] = found;
        ++waiting_;
    }
    void remove_farthest() {
        if (kept_.empty()) return;
        waiting_ -= kept_.front().row >= 0;
        const Found last = kept_.back();
        const std::size_t count = kept_.size();  // with the last, as FAISS compares with it too
        std::size_t at = 0;
        for (;;) {
            const std::size_t left = 2 * at + 1, right = left + 1;
            if (left >= count) break;
            const std::size_t child = right == count || is_farther(kept_[left], kept_[right]) ? left : right;
            if (is_farther(last, kept_[child])) break;
            kept_[at] = kept_[child];
            at = child;
        }
        kept_[at] = last;
        kept_.pop_back();
    }

    std::size_t most_;
    std::vector<Found> kept_;
    std::size_t waiting_ = 0;
};

/// Best-first search at level 0. Rows that the filter refuses are walked through, and count where the search decides when it stops: `ef`
/// distances below the next one end it, whether these rows may be returned or not.
template <class Observer>
void walk_faiss(WalkState& state, int k, int ef, Observer& observer) {
    const Found start = descend(state, observer);
    BoundedQueue candidates(std::size_t(std::max(ef, k)));
    NearestOfFaiss<Observer> nearest(std::size_t(k), observer);
    candidates.push(start.row, start.distance);
    if (state.may_return(start.row)) nearest.offer(start.row, start.distance);
    state.visited.first(start.row);
    bool stopped = false;
    while (!candidates.empty()) {
        const Found next = candidates.pop_nearest();
        stopped = candidates.below(next.distance) >= ef;
        if (stopped) {
            observer.stop(Stop::farther, next, nearest.bound());
            break;
        }
        observer.visit(0, next.row, next.distance);
        ++state.counts.hops;
        for (const std::int32_t row : state.index.links->of(next.row, 0)) {
            if (!state.visited.first(row)) continue;
            const float distance = state.distance_of(row);
            ++state.counts.distances;
            observer.distance(0, row, distance);
            if (state.may_return(row)) nearest.offer(row, distance);
            if (candidates.push(row, distance)) observer.wait(row);
        }
    }
    if (!stopped) observer.stop(Stop::exhausted, {}, nearest.bound());
    nearest.sort_into(state.result);
}

/// Every row that the filter allows (IndexFlat, IndexPQ, IndexScalarQuantizer).
template <class Observer>
void scan_rows(WalkState& state, int k, Observer& observer) {
    NearestOfFaiss<Observer> nearest(std::size_t(k), observer);
    for (std::int32_t row = 0; row < std::int32_t(state.index.rows); ++row) {
        if (state.is_refused(row)) continue;
        const float distance = state.distance_of(row);
        ++state.counts.distances;
        observer.distance(0, row, distance);
        if (!state.index.is_deleted(row)) nearest.offer(row, distance);
    }
    observer.stop(Stop::exhausted, {}, nearest.bound());
    nearest.sort_into(state.result);
}

}  // namespace neighborscope::stored
