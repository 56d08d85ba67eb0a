// A recorded search played again: what every heap and list holds after any number of steps. Pure logic, one thread at a time.
#pragma once
#include "app/session/shown/stepping.hpp"
#include "app/session/threads/late_result.hpp"

#include <map>
#include <optional>
#include <span>
#include <tuple>

namespace neighborscope {

class Replay {
public:
    /// A neighbour as steps name it; ordered by (distance, index) as the methods' keys are.
    struct Held {
        float distance = 0;  ///< of inner products the rank value: the smaller one is nearer
        std::int32_t index = -1;
        auto operator<=>(const Held&) const = default;
    };
    /// One heap or list. A heap's entries are where the kernels' pushes and popushes put them (gpu/kernels/heap.cuh); a list's
    /// newcomer takes the place of the one that left, or goes to its own where the method keeps its list in order.
    struct Structure {
        int structure = -1, block = -1, actor = -1;  ///< of MethodInfo::structures; as in Step
        bool heap = false, in_order = false;
        std::vector<Held> entries;
    };

    /// Plays all of it once and keeps snapshots: going anywhere later plays at most a 64th part. O(steps log k) for heaps, and
    /// O(steps k) at the worst for lists. Fills the record's phases and evictions.
    explicit Replay(Recording);

    const std::shared_ptr<const Recording>& record() const { return record_; }
    std::int64_t count() const { return record_->count(); }
    std::int64_t position() const { return position_; }
    /// To after `position` steps, clamped to 0 .. count.
    void go(std::int64_t position);

    const Step* step() const { return position_ ? &record_->at(position_) : nullptr; }  ///< that led here
    /// What the present step changed, or the step before it that changed anything; null when there is none of this phase's.
    const Structure* acting() const;
    /// The k smallest that are held anywhere by now, ascending, each point once, with the distance that the latest phase has for it. What
    /// a merge has not taken over yet is still held where the phase before left it: the list never gets worse from step to step.
    std::vector<Held> best() const;
    /// Other bounds that the acting structure had before, the newest first; looks at no more than 4096 of its phase's steps.
    std::vector<float> earlier_bounds(int most) const;
    const std::vector<Structure>& structures() const { return now_; }

    /// Where a jump from the present position leads; the position itself when there is nothing there.
    std::int64_t target(Jump) const;

private:
    struct Snapshot {
        std::int64_t position = 0;
        std::vector<Held> held;            // of all structures, one after the other
        std::vector<std::uint32_t> sizes;  // [structures]
    };
    int place_of(const Step&);
    void play(const Step&, int structure);
    void restore(const Snapshot&);
    Snapshot snapshot() const;
    std::int64_t of_actor(int direction) const;
    const StepPhase* phase_at(std::int64_t position) const;

    std::shared_ptr<const Recording> record_;
    std::vector<std::int32_t> acting_;                // [steps] place in now_, -1 for steps that change none
    std::vector<std::vector<std::int32_t>> held_in_;  // [phases of the record] structures of the method that its neighbours are in
    std::map<std::tuple<int, int, int>, std::int32_t> places_;
    std::vector<Structure> now_;
    std::vector<Snapshot> snapshots_;
    std::int64_t position_ = 0;
};

using RecordingResult = LateResult<Replay>;  ///< of an answer

}  // namespace neighborscope
