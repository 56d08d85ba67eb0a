// An index that follows moving objects. At the first answer after a movement it sorts them into the existing leaves, or creates the
// index anew as the policy decides, and always when one has left the square (Lettich et al., sections 4.1.1 and 4.1.2).
#pragma once
#include "gpu/methods/quadtree/index.hpp"
#include "gpu/methods/quadtree/rebuild.hpp"

#include <numeric>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

template <int Dimension>
class MovingIndex {
public:
    MovingIndex(const Points& points, const TreeParameters& tree_parameters, const RebuildPolicy& policy)
        : points_(points), policy_(policy), index_(tree_parameters), moving_(points.extent != nullptr) {}

    void create(Stream& stream, const Progress& progress) {
        update_timed(stream, progress, [&] { index_.create(stream, points_, false); });
    }

    void points_moved() {
        moving_ = stale_ = true;
        if (std::string why = policy_.next_tick(); !why.empty()) index_update_.why = std::move(why);
        else if (!is_incomplete_) index_update_.why.clear();
        const auto& [last, usual, most] = policy_.compared();
        index_update_.last_computations = last, index_update_.median_computations = usual, index_update_.computation_limit = most;
    }

    /// Updates the index to the present positions.
    void update_positions(Stream& stream, const Progress& progress) {
        if (stale_) update_timed(stream, progress, [&] { sort_or_create(stream); });
    }

    /// Adds the work that one answer counted in `work_counters`, if it `counts_work`.
    void add_work(Stream& stream, const Scratch<unsigned long long>& work, const Problem& problem) {
        std::vector<unsigned long long> counted(work_counters);
        work.to_host(stream, counted);
        policy_.add(std::accumulate(counted.begin(), counted.end(), 0.0), problem);
    }
    bool counts_work() const { return moving_ && policy_.counts(); }

    IndexView<Dimension> view() const { return index_.view(); }
    RecordedTree recorded(Stream& stream) const { return index_.recorded(stream); }
    const IndexUpdate& index_update() const { return index_update_; }

private:
    /// Times `sort`, which sorts objects, and then placing them.
    template <class F>
    void update_timed(Stream& stream, const Progress& progress, F sort) {
        const CancellationScope stops(stream, progress);
        Event begin, between, end;
        begin.record(stream);
        sort();
        between.record(stream);
        index_.place_objects(stream, points_);
        end.record(stream);
        stream.wait();
        index_update_.creation_milliseconds = index_update_.created ? Event::milliseconds(begin, between) : 0;
        index_update_.indexing_milliseconds = Event::milliseconds(index_update_.created ? between : begin, end);
        stale_ = is_incomplete_ = false;
    }

    void sort_or_create(Stream& stream) {
        bool room = !points_.extent && !policy_.always();  // for objects that move outward
        if (index_update_.why.empty()) {
            if (index_.sort_objects(stream, points_)) {
                index_update_.created = false;
                return;
            }
            index_update_.why = "a point left the root square";
            room = true;
        }
        is_incomplete_ = true;  // until complete: the creation may be cancelled
        index_.create(stream, points_, room);
        policy_.reset_history();
        index_update_.created = true;
        ++index_update_.rebuilds;
    }

    Points points_;
    RebuildPolicy policy_;
    Index<Dimension> index_;
    IndexUpdate index_update_;
    bool moving_;
    bool stale_ = false;          ///< objects have moved since the last update
    bool is_incomplete_ = false;  ///< creation was cancelled: the index must be created anew
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
