#include "gpu/index/step_recorder.hpp"

#include "gpu/error.hpp"

#include <cmath>
#include <string>

namespace neighborscope::stored {

StepRecorder::StepRecorder(const StoredIndex& index, Asked asked) : index_(index), asked_(std::move(asked)) {
    std::sort(asked_.list.begin(), asked_.list.end());
    const std::int64_t others = std::int64_t(asked_.settings.probes) + 3;
    records_farther_ = !scans() || asked_.distances + others <= most_steps;
}

float StepRecorder::value_of(float distance) const {
    const bool is_distance = std::fabs(distance) < std::numeric_limits<float>::max();
    return is_distance ? metric_value_of(index_, distance) : std::numeric_limits<float>::quiet_NaN();
}

StepNeighbour StepRecorder::neighbour(const Found& found) const {
    return found.row < 0 ? StepNeighbour() : StepNeighbour{found.row, value_of(found.distance)};
}

Step& StepRecorder::add(WalkStep kind, const Found& seen) {
    Step step;
    step.kind = kind;
    step.round = count_++;
    step.seen = neighbour(seen);
    step.list = list_;
    if (int(kept_.size()) == asked_.k) step.bound = value_of(kept_.back().found.distance);
    if (std::int64_t(steps_.size()) < most_steps) return steps_.emplace_back(step);
    return dropped_ = step;
}

/// Whether the row is among the k nearest so far. Writes which one it replaces.
bool StepRecorder::keep(const Found& found, Step& step) {
    const Kept entering{found, std::binary_search(asked_.list.begin(), asked_.list.end(), found.row)};
    const auto before = [](const Kept& a, const Kept& b) {
        return a.found.distance < b.found.distance || (a.found.distance == b.found.distance && a.in_list && !b.in_list);
    };
    const bool full = int(kept_.size()) == asked_.k;
    if (full && !before(entering, kept_.back())) return false;
    if (full) {
        step.left = neighbour(kept_.back().found);
        kept_.pop_back();
    }
    kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), entering, before), entering);
    step.entered = neighbour(found);
    step.size = int(kept_.size());
    if (step.size == asked_.k) step.bound = value_of(kept_.back().found.distance);
    return true;
}

/// Writes the row whose distance was computed last.
void StepRecorder::add_seen() {
    const Seen seen = std::exchange(seen_, {});
    if (seen.found.row >= 0) add_compared(seen);
}

void StepRecorder::add_compared(const Seen& seen) {
    const Found& found = seen.found;
    const bool may_enter = seen.enters && found.row != asked_.exclude && !index_.is_deleted(found.row);
    if (scans()) {
        Step step;
        const bool enters = may_enter && keep(found, step), itself = found.row == asked_.exclude;
        if (!enters && !itself && !records_farther_) return;
        Step& written = add(enters   ? step.left.index >= 0 ? step_scan_replace : step_scan_enter
                            : itself ? step_scan_query_itself
                                     : step_scan_farther,
            found);
        written.entered = step.entered, written.left = step.left, written.size = step.size;
        return;
    }
    if (count_ == 0) {
        nearest_ = found.distance;
        Step& step = add(step_begin, found);
        step.level = seen.level;
        if (may_enter && keep(found, step)) step.kind = step_begin_listed;
        return;
    }
    const bool descends = seen.level > 0 || from_ < 0;
    Step& step = add(step_farther, found);
    step.level = seen.level;
    step.from = from_;
    if (descends) {
        const bool nearer = found.distance < nearest_;
        if (nearer) nearest_ = found.distance;
        step.kind = from_ < 0 ? step_start : nearer ? step_nearer : step_not_nearer;
    } else if (found.row == asked_.exclude) {
        step.kind = step_query_itself;
    } else if (index_.is_deleted(found.row)) {
        step.kind = step_deleted;
    } else if (asked_.settings.filter && !asked_.settings.filter->allows(found.row)) {
        step.kind = step_refused;
    } else if (may_enter && keep(found, step)) {
        step.kind = step.left.index >= 0 ? step_replace : step_enter;
    } else if (seen.waits || seen.enters) {
        step.kind = step_wait;
    }
}

void StepRecorder::visit(int level, std::int32_t row, float distance) {
    add_seen();
    from_ = row;
    Step& step = add(level == 0 ? step_follow : level == level_ ? step_descend : step_level, {row, distance});
    level_ = level;
    step.level = level;
    step.size = index_.links->of(row, level).count();
}

void StepRecorder::distance(int level, std::int32_t row, float distance) {
    add_seen();
    seen_ = {{row, distance}, scans() ? -1 : level};
}

void StepRecorder::enter(std::int32_t row, float distance) {
    if (seen_.found.row == row) {
        seen_.enters = true;
        return;
    }
    // Where the descent ends: the first row of the beam, whose distance is known.
    add_seen();
    Step& step = add(step_begin_listed, {row, distance});
    step.level = 0;
    if (row == asked_.exclude || !keep({row, distance}, step)) step.kind = step_begin;
}

void StepRecorder::list(std::size_t list, int rank, float distance) {
    add_seen();
    if (rank == 0) add(step_centroids, {}).size = int(index_.lists->lists.size());
    list_ = int(list);
    Step& step = add(step_probe, {});
    step.seen.distance = metric_value_of(*index_.lists->coarse, distance);
    step.size = rank + 1;
}

void StepRecorder::stop(Stop why, const Found& next, float bound) {
    add_seen();
    list_ = -1;
    Step& step = add(scans() ? step_scan_end : why == Stop::farther ? step_stop : step_exhausted, next);
    step.bound = value_of(bound);
    if (why == Stop::farther) step.size = index_.walk == Walk::faiss ? asked_.settings.ef : std::max(asked_.settings.ef, asked_.settings.k);
}

Steps StepRecorder::take() {
    if (count_ > most_steps)
        throw Error(Failure::usage,
            "this query takes " + std::to_string(count_) + " steps, a record holds at most " + std::to_string(most_steps),
            "record with a smaller k" + std::string(index_.has_graph() ? " or ef"
                                                    : index_.lists     ? " or fewer probes"
                                                                       : ""));
    return std::move(steps_);
}

}  // namespace neighborscope::stored
