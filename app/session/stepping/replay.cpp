#include "app/session/stepping/replay.hpp"

#include "app/session/stepping/bound_chart.hpp"
#include "app/session/stepping/sorting.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace neighborscope {
namespace {

constexpr std::int64_t max_snapshots = 64, min_interval = 1024;
constexpr std::int64_t bounds_seen_back = 4096;

using Held = Replay::Held;

/// HeapColumn::push: sifts the new entry up past smaller keys.
void push(std::vector<Held>& heap, Held key) {
    std::size_t i = heap.size();
    heap.push_back(key);
    while (i > 0) {
        const std::size_t parent = (i - 1) / 2;
        if (heap[parent] >= key) break;
        heap[i] = heap[parent];
        i = parent;
    }
    heap[i] = key;
}

/// HeapColumn::replace_top, the paper's popush: replaces the root and sifts the new entry down.
void replace_top(std::vector<Held>& heap, Held key) {
    std::size_t i = 0;
    for (std::size_t child = 1; child < heap.size(); child = 2 * i + 1) {
        if (child + 1 < heap.size() && heap[child + 1] > heap[child]) ++child;
        if (heap[child] <= key) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = key;
}

/// Finds visits, skips and searches in a recording with a tree.
void find_visits(Recording& record) {
    record.visits.clear();
    record.skips.clear();
    record.searches.clear();
    if (!record.tree) return;
    for (std::int64_t position = 1; position <= record.count(); ++position) {
        const Step& step = record.at(position);
        const TreeRole role = record.kind_of(step).role;
        if (role == TreeRole::skipped) record.skips.push_back(position);
        if (role == TreeRole::visited || role == TreeRole::shared) {
            const int leaf = record.tree->leaf_of(step.quadrant.cell);
            const bool goes_on = !record.visits.empty() && record.visits.back().leaf == leaf &&
                                 record.at(record.visits.back().position).iteration == step.iteration;  // another part of the same leaf
            if (!goes_on && (record.visits.empty() || step.visit == 1))
                record.searches.push_back({record.visits.empty() ? 0 : position, record.visits.size(), {}});
            if (!goes_on) record.visits.push_back({leaf, step.way, position, position, true, 0, 0, step.bound});
            record.visits.back().points += step.size;
            record.visits.back().shared &= role == TreeRole::shared;
        }
        if (record.visits.empty()) continue;
        LeafVisit& visit = record.visits.back();
        const Step& begin = record.at(visit.position);
        if (step.iteration != begin.iteration || step.phase != begin.phase) continue;
        if (role != TreeRole::skipped) visit.last = position;
        if (step.entered.index >= 0) {
            ++visit.entered;
            record.searches.back().visit_of[step.entered.index] = record.visits.size() - 1;
        }
        if (record.kind_of(step).structure >= 0) visit.bound = step.bound;
    }
}

constexpr std::int64_t shown_of_a_phase = 8;

/// Fills Recording::decisions.
void find_decisions(Recording& record) {
    record.decisions.clear();
    const std::vector<StepKind>& kinds = record.method->info.step_kinds;
    if (std::none_of(kinds.begin(), kinds.end(), [](const StepKind& kind) { return kind.decision; })) return;
    for (std::int64_t position = 1; position <= record.count(); ++position)
        if (record.kind_at(position).decision) record.decisions.push_back(position);
    std::map<int, int> times;
    for (const StepPhase& phase : record.phases) ++times[phase.phase];
    const std::vector<std::int64_t> named = record.decisions;
    for (const StepPhase& phase : record.phases) {
        if (times[phase.phase] != 1) continue;
        // A phase without decisions, such as pushes into heaps that are not full, stops at a few steps.
        const std::int64_t last = phase.first + phase.count - 1;
        const auto first = std::lower_bound(named.begin(), named.end(), phase.first);
        const std::int64_t parts = first != named.end() && *first <= last ? 1 : std::min(shown_of_a_phase, phase.count);
        for (std::int64_t part = 1; part <= parts; ++part) record.decisions.push_back(phase.first + phase.count * part / parts - 1);
    }
    if (record.count() > 0) record.decisions.push_back(record.count());
    std::sort(record.decisions.begin(), record.decisions.end());
    record.decisions.erase(std::unique(record.decisions.begin(), record.decisions.end()), record.decisions.end());
}

}  // namespace

const StepKind& Recording::kind_of(const Step& step) const {
    static const StepKind none;
    const std::vector<StepKind>& kinds = method->info.step_kinds;
    return step.kind >= 0 && std::size_t(step.kind) < kinds.size() ? kinds[std::size_t(step.kind)] : none;
}

const LeafSearch& Recording::search_at(std::int64_t position) const {
    static const LeafSearch none;
    const auto after = std::ranges::upper_bound(searches, position, {}, &LeafSearch::begin);
    return after == searches.begin() ? none : *std::prev(after);
}

std::span<const LeafVisit> Recording::visits_at(std::int64_t position) const {
    const auto after = std::ranges::upper_bound(searches, position, {}, &LeafSearch::begin);
    const std::size_t end = after == searches.end() ? visits.size() : after->first;
    return std::span(visits).first(end).subspan(search_at(position).first);
}

const LeafVisit* Recording::visit_with(std::int32_t row, std::int64_t position) const {
    for (auto search = searches.rbegin(); search != searches.rend(); ++search)
        if (const auto found = search->visit_of.find(row); found != search->visit_of.end() && visits[found->second].position <= position)
            return &visits[found->second];
    return nullptr;
}

int Recording::number_of(const LeafVisit& visit) const { return int(&visit - visits_at(visit.position).data()) + 1; }

Replay::Replay(Recording recording) {
    const auto record = std::make_shared<Recording>(std::move(recording));
    record_ = record;
    record->phases.clear();
    record->evictions.clear();
    find_visits(*record);
    const MethodInfo& info = record->method->info;
    const std::int64_t interval = std::max(min_interval, (count() + max_snapshots - 1) / max_snapshots);
    acting_.reserve(record->steps.size());
    for (std::int64_t position = 1; position <= count(); ++position) {
        const Step& step = record->at(position);
        if (record->phases.empty() || record->phases.back().phase != step.phase) {
            const bool named = step.phase >= 0 && std::size_t(step.phase) < info.phases.size();
            record->phases.push_back({step.phase, named ? std::string(info.phases[std::size_t(step.phase)]) : std::string(), position, 0});
            held_in_.emplace_back();
        }
        ++record->phases.back().count;
        if (step.left.index >= 0) record->evictions.push_back(position);
        const int place = place_of(step);
        acting_.push_back(place);
        if (place >= 0) {
            std::vector<std::int32_t>& kinds = held_in_.back();
            const int kind = now_[std::size_t(place)].structure;
            if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
            play(step, place);
        }
        if (position % interval == 0) {
            position_ = position;
            snapshots_.push_back(snapshot());
        }
    }
    find_decisions(*record);
    record->chart = bound_chart(*record);
    // A phase that does not change structures with neighbours keeps those of the previous phase.
    for (std::size_t phase = 1; phase < held_in_.size(); ++phase)
        if (held_in_[phase].empty()) held_in_[phase] = held_in_[phase - 1];
    position_ = count();
    go(0);
}

int Replay::place_of(const Step& step) {
    const int structure = record_->kind_of(step).structure;
    if (structure < 0) return -1;
    const auto [found, is_new] = places_.try_emplace({structure, step.block, step.actor}, std::int32_t(now_.size()));
    if (is_new) {
        const std::vector<std::string_view>& names = record_->method->info.structures;
        const bool heap = std::size_t(structure) < names.size() && names[std::size_t(structure)].find("heap") != std::string_view::npos;
        now_.push_back({structure, step.block, step.actor, heap, keeps_in_order(*record_), {}});
    }
    return found->second;
}

void Replay::play(const Step& step, int place) {
    Structure& structure = now_[std::size_t(place)];
    std::vector<Held>& held = structure.entries;
    const Held entered{record_->rank_value_of(step.entered.distance), step.entered.index};
    auto leaves = held.end();
    if (step.left.index >= 0) {
        // In a heap the top; in a list the farthest, wherever it is.
        leaves = structure.heap && !held.empty() && held[0].index == step.left.index
                     ? held.begin()
                     : std::find_if(held.begin(), held.end(), [&](const Held& one) { return one.index == step.left.index; });
    }
    if (structure.in_order && entered.index >= 0) {
        if (leaves != held.end()) held.erase(leaves);
        held.insert(std::upper_bound(held.begin(), held.end(), entered), entered);
    } else if (leaves == held.end()) {
        if (entered.index < 0) return;
        if (structure.heap) push(held, entered);
        else held.push_back(entered);
    } else if (structure.heap) {
        // Two keys that have the same distance after the square root may be in another order than in the kernel.
        std::swap(*leaves, held[0]);
        if (entered.index < 0) {
            const Held last = held.back();
            held.pop_back();
            if (!held.empty()) replace_top(held, last);
        } else {
            replace_top(held, entered);
        }
    } else if (entered.index < 0) {
        held.erase(leaves);
    } else {
        *leaves = entered;
    }
}

Replay::Snapshot Replay::snapshot() const {
    Snapshot taken{position_, {}, {}};
    for (const Structure& structure : now_) {
        taken.sizes.push_back(std::uint32_t(structure.entries.size()));
        taken.held.insert(taken.held.end(), structure.entries.begin(), structure.entries.end());
    }
    return taken;
}

void Replay::restore(const Snapshot& from) {
    auto at = from.held.begin();
    for (std::size_t i = 0; i < now_.size(); ++i) {
        const std::ptrdiff_t size = i < from.sizes.size() ? std::ptrdiff_t(from.sizes[i]) : 0;
        now_[i].entries.assign(at, at + size);
        at += size;
    }
    position_ = from.position;
}

void Replay::go(std::int64_t position) {
    position = std::clamp<std::int64_t>(position, 0, count());
    const auto later = std::upper_bound(
        snapshots_.begin(), snapshots_.end(), position, [](std::int64_t wanted, const Snapshot& one) { return wanted < one.position; });
    const std::int64_t nearest = later == snapshots_.begin() ? 0 : std::prev(later)->position;
    if (position < position_ || nearest > position_) {
        if (nearest == 0) restore({});
        else restore(*std::prev(later));
    }
    for (; position_ < position; ++position_)
        if (const int place = acting_[std::size_t(position_)]; place >= 0) play(record_->at(position_ + 1), place);
}

const StepPhase* Replay::phase_at(std::int64_t position) const {
    for (const StepPhase& phase : record_->phases)
        if (position >= phase.first && position < phase.first + phase.count) return &phase;
    return nullptr;
}

const Replay::Structure* Replay::acting() const {
    const StepPhase* phase = phase_at(position_);
    if (!phase) return nullptr;
    const std::vector<std::int32_t>& kinds = held_in_[std::size_t(phase - record_->phases.data())];
    for (std::int64_t position = position_; position >= 1; --position) {
        const int place = acting_[std::size_t(position - 1)];
        if (place < 0) continue;
        const Structure& structure = now_[std::size_t(place)];
        return std::find(kinds.begin(), kinds.end(), structure.structure) == kinds.end() ? nullptr : &structure;
    }
    return nullptr;
}

std::vector<Held> Replay::best() const {
    std::vector<Held> all;
    const StepPhase* present = phase_at(position_);
    if (!present) return all;
    std::vector<std::int32_t> kinds;  // examined already
    std::unordered_set<std::int32_t> found;
    for (auto phase = present - record_->phases.data(); phase >= 0; --phase)
        for (const std::int32_t kind : held_in_[std::size_t(phase)]) {
            if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
            kinds.push_back(kind);
            for (const Structure& structure : now_)
                if (structure.structure == kind)
                    for (const Held& one : structure.entries)
                        if (found.insert(one.index).second) all.push_back(one);
        }
    const std::size_t k = std::min(all.size(), std::size_t(record_->k));
    std::partial_sort(all.begin(), all.begin() + std::ptrdiff_t(k), all.end());
    all.resize(k);
    return all;
}

std::vector<float> Replay::earlier_bounds(int most) const {
    std::vector<float> bounds;
    const StepPhase* phase = phase_at(position_);
    if (!phase) return bounds;
    const std::int32_t place = acting_[std::size_t(position_ - 1)];
    float newest = record_->at(position_).bound;
    const std::int64_t end = std::max(phase->first, position_ - bounds_seen_back);
    for (std::int64_t position = position_ - 1; place >= 0 && position >= end && int(bounds.size()) < most; --position) {
        if (acting_[std::size_t(position - 1)] != place) continue;
        const float bound = record_->at(position).bound;
        if (!(bound < std::numeric_limits<float>::infinity()) || bound == newest) continue;
        bounds.push_back(bound);
        newest = bound;
    }
    return bounds;
}

// ---- Jumping --------------------------------------------------------------------------------------------------------------

std::int64_t Replay::of_actor(int direction) const {
    const Step* here = step();
    if (!here) return direction > 0 && count() > 0 ? 1 : position_;
    for (std::int64_t position = position_ + direction; position >= 1 && position <= count(); position += direction) {
        const Step& other = record_->at(position);
        if (other.phase != here->phase) break;
        if (other.block == here->block && other.actor == here->actor) return position;
    }
    return position_;
}

std::int64_t Replay::target(Jump jump) const {
    // The first of sorted positions after the present one, or the last before it; `otherwise` without one.
    const auto next = [this](const auto& places, std::int64_t otherwise, auto position_of) {
        const auto found = std::ranges::upper_bound(places, position_, {}, position_of);
        return found == places.end() ? otherwise : std::invoke(position_of, *found);
    };
    const auto previous = [this](const auto& places, std::int64_t otherwise, auto position_of) {
        const auto found = std::ranges::lower_bound(places, position_, {}, position_of);
        return found == places.begin() ? otherwise : std::invoke(position_of, *std::prev(found));
    };
    constexpr std::identity itself;
    switch (jump) {
        case Jump::first: return 0;
        case Jump::last: return count();
        case Jump::back: return std::max<std::int64_t>(0, position_ - 1);
        case Jump::forward: return std::min(count(), position_ + 1);
        case Jump::next_decision: return next(record_->decisions, target(Jump::forward), itself);
        case Jump::previous_decision: return previous(record_->decisions, record_->decisions.empty() ? target(Jump::back) : 0, itself);
        case Jump::next_eviction: return next(record_->evictions, position_, itself);
        case Jump::previous_eviction: return previous(record_->evictions, position_, itself);
        case Jump::next_visit: return next(record_->visits, position_, &LeafVisit::position);
        case Jump::previous_visit: return previous(record_->visits, position_, &LeafVisit::position);
        case Jump::next_skip: return next(record_->skips, position_, itself);
        case Jump::previous_skip: return previous(record_->skips, position_, itself);
        case Jump::next_phase: return next(record_->phases, count(), &StepPhase::first);
        case Jump::previous_phase: return previous(record_->phases, 0, &StepPhase::first);
        case Jump::next_of_actor: return of_actor(1);
        case Jump::previous_of_actor: return of_actor(-1);
    }
    return position_;
}

}  // namespace neighborscope
