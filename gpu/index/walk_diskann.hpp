// The search of DiskANN's index in memory (src/index.cpp, iterate_to_fixed_point; Subramanya et al. 2019, algorithm 1).
#pragma once
#include "gpu/index/walk_state.hpp"

namespace neighborscope::stored {

/// The `most` nearest rows in order of distance, then row; each is expanded once.
class ExpandedList {
public:
    explicit ExpandedList(std::size_t most) : most_(most) {}
    /// What fell out, or the row itself when it does not belong here; -1: nothing.
    Found insert(Found found) {
        if (rows_.size() == most_ && before(rows_.back().found, found)) return found;
        const auto at =
            std::lower_bound(rows_.begin(), rows_.end(), found, [](const Row& a, const Found& b) { return before(a.found, b); });
        const auto place = std::size_t(at - rows_.begin());
        rows_.insert(at, {found, false});
        next_ = std::min(next_, place);
        if (rows_.size() <= most_) return {};
        const Found gone = rows_.back().found;
        rows_.pop_back();
        return gone;
    }
    bool has_next() const { return next_ < rows_.size(); }
    /// The nearest row that was not expanded.
    Found expand_next() {
        Row& row = rows_[next_];
        row.expanded = true;
        while (next_ < rows_.size() && rows_[next_].expanded) ++next_;
        return row.found;
    }
    std::size_t size() const { return rows_.size(); }
    const Found& operator[](std::size_t rank) const { return rows_[rank].found; }

private:
    struct Row {
        Found found;
        bool expanded;
    };
    static bool before(const Found& a, const Found& b) { return a.distance < b.distance || (a.distance == b.distance && a.row < b.row); }

    std::size_t most_, next_ = 0;
    std::vector<Row> rows_;
};

template <class Observer>
void walk_diskann(WalkState& state, int k, int ef, Observer& observer) {
    ExpandedList nearest(std::size_t(std::max(ef, k)));
    const auto look_at = [&](std::int32_t row) {
        if (!state.visited.first(row)) return;
        const Found found{row, state.distance_of(row)};
        ++state.counts.distances;
        observer.distance(0, row, found.distance);
        const Found gone = nearest.insert(found);
        if (gone.row == row) return;
        observer.wait(row);
        observer.enter(row, found.distance);
        if (gone.row >= 0) observer.evict(gone.row, gone.distance);
    };
    look_at(state.index.entry);
    while (nearest.has_next()) {
        const Found next = nearest.expand_next();
        observer.visit(0, next.row, next.distance);
        ++state.counts.hops;
        for (const std::int32_t row : state.index.links->of(next.row, 0)) look_at(row);
    }
    observer.stop(Stop::exhausted, {}, nearest.size() > 0 ? nearest[nearest.size() - 1].distance : 0);
    state.result.clear();
    for (std::size_t rank = 0; rank < nearest.size() && state.result.size() < std::size_t(k); ++rank)
        if (!state.index.is_deleted(nearest[rank].row)) state.result.push_back(nearest[rank]);
}

}  // namespace neighborscope::stored
