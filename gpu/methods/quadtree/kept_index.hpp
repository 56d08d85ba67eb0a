// An index that follows objects as they move: at the next answer after each movement they are put into the leaves there are, or the
// index is created anew, as the policy says, and always when one has left the square (Lettich et al., sections 4.1.1 and 4.1.2).
#pragma once
#include "gpu/methods/quadtree/index.hpp"
#include "gpu/methods/quadtree/rebuild.hpp"

#include <numeric>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree {

template <int Dimension>
class KeptIndex {
public:
    KeptIndex(const Points& points, const Shaping& shaping, const RebuildPolicy& policy)
        : points_(points), policy_(policy), index_(shaping), moving_(points.extent != nullptr) {}

    void create(Stream& stream, const Progress& progress) {
        bring_up(stream, progress, [&] { index_.create(stream, points_, false); });
    }

    void points_moved() {
        moving_ = stale_ = true;
        if (std::string why = policy_.next_tick(); !why.empty()) upkeep_.why = std::move(why);
        else if (!unsound_) upkeep_.why.clear();
        const auto& [last, usual, most] = policy_.compared();
        upkeep_.last_computations = last, upkeep_.usual_computations = usual, upkeep_.most_computations = most;
    }

    /// Makes it the index of where the objects are now.
    void follow(Stream& stream, const Progress& progress) {
        if (stale_) bring_up(stream, progress, [&] { sort_or_create(stream); });
    }

    /// What one answer counted into `work_places`, where it `counts_work`.
    void add_work(Stream& stream, const Scratch<unsigned long long>& work, const Problem& problem) {
        std::vector<unsigned long long> counted(work_places);
        work.to_host(stream, counted);
        policy_.add(std::accumulate(counted.begin(), counted.end(), 0.0), problem);
    }
    bool counts_work() const { return moving_ && policy_.counts(); }

    IndexView<Dimension> view() const { return index_.view(); }
    RecordedTree recorded(Stream& stream) const { return index_.recorded(stream); }
    const Upkeep& upkeep() const { return upkeep_; }

private:
    /// Times `sort`, which leaves objects sorted, and then the rest.
    template <class F>
    void bring_up(Stream& stream, const Progress& progress, F sort) {
        const StopsWith stops(stream, progress);
        Event begin, between, end;
        begin.record(stream);
        sort();
        between.record(stream);
        index_.place_objects(stream, points_);
        end.record(stream);
        stream.wait();
        upkeep_.creation_milliseconds = upkeep_.created ? Event::milliseconds(begin, between) : 0;
        upkeep_.indexing_milliseconds = Event::milliseconds(upkeep_.created ? between : begin, end);
        stale_ = unsound_ = false;
    }

    void sort_or_create(Stream& stream) {
        bool room = !points_.extent && !policy_.always();  // for those that wander off
        if (upkeep_.why.empty()) {
            if (index_.sort_objects(stream, points_)) {
                upkeep_.created = false;
                return;
            }
            upkeep_.why = "a point left the root square";
            room = true;
        }
        unsound_ = true;  // until it is whole: somebody may cancel
        index_.create(stream, points_, room);
        policy_.begin_anew();
        upkeep_.created = true;
        ++upkeep_.rebuilds;
    }

    Points points_;
    RebuildPolicy policy_;
    Index<Dimension> index_;
    Upkeep upkeep_;
    bool moving_;
    bool stale_ = false;    ///< objects have moved since it was brought up to them
    bool unsound_ = false;  ///< its creation was cut short: nothing but another one will do
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::quadtree
