// Replays a recorded search: computes the contents of every heap and list after any number of steps. Not thread-safe.
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
    /// A neighbour in a step; ordered by (distance, index) like the methods' keys.
    struct Held {
        float distance = 0;  ///< of inner products the rank value: the smaller one is nearer
        std::int32_t index = -1;
        auto operator<=>(const Held&) const = default;
    };
    /// One heap or list. Entries of a heap are in the order of the kernels' push and popush (gpu/kernels/heap.cuh). In a list, a new entry
    /// replaces the one that left, or is inserted in order if the method keeps its list sorted.
    struct Structure {
        int structure = -1, block = -1, actor = -1;  ///< index into MethodInfo::structures; block and actor as in Step
        bool heap = false, in_order = false;
        std::vector<Held> entries;
    };

    /// Plays the whole recording once and keeps snapshots, so that go() plays at most a 64th of it. O(steps log k) for heaps, at worst
    /// O(steps k) for lists. Fills the recording's phases, evictions and chart.
    explicit Replay(Recording);

    const std::shared_ptr<const Recording>& record() const { return record_; }
    std::int64_t count() const { return record_->count(); }
    std::int64_t position() const { return position_; }
    /// Goes to the state after `position` steps, clamped to 0 .. count.
    void go(std::int64_t position);

    const Step* step() const { return position_ ? &record_->at(position_) : nullptr; }  ///< the present step; null at position 0
    /// The structure that was changed last in this phase, by the present step or before; null: none.
    const Structure* acting() const;
    /// The k nearest points in all structures, ascending, each once, with the distance of the latest phase. Points that a merge has not
    /// taken over yet still count where the previous phase left them, so that the list never gets worse.
    std::vector<Held> best() const;
    /// Earlier, different bounds of the acting structure, the newest first. Looks back over at most 4096 steps of the phase.
    std::vector<float> earlier_bounds(int most) const;
    const std::vector<Structure>& structures() const { return now_; }

    /// The target of a jump from the present position; this position if there is no target.
    std::int64_t target(Jump) const;

private:
    struct Snapshot {
        std::int64_t position = 0;
        std::vector<Held> held;            // of all structures, concatenated
        std::vector<std::uint32_t> sizes;  // [structures]
    };
    int place_of(const Step&);
    void play(const Step&, int structure);
    void restore(const Snapshot&);
    Snapshot snapshot() const;
    std::int64_t of_actor(int direction) const;
    const StepPhase* phase_at(std::int64_t position) const;

    std::shared_ptr<const Recording> record_;
    std::vector<std::int32_t> acting_;                // [steps] index into now_; -1: the step changes no structure
    std::vector<std::vector<std::int32_t>> held_in_;  // [phases of the recording] structures of the method that hold neighbours then
    std::map<std::tuple<int, int, int>, std::int32_t> places_;
    std::vector<Structure> now_;
    std::vector<Snapshot> snapshots_;
    std::int64_t position_ = 0;
};

using RecordingResult = LateResult<Replay>;

}  // namespace neighborscope
