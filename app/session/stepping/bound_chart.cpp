#include "app/session/stepping/bound_chart.hpp"

#include "app/session/shown/true_ranks.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace neighborscope {
namespace {

constexpr std::size_t chart_parts = BoundChart::most_events / 4;  // of a long recording

const StepKind& step_kind(const Recording& record, const Step& step) {
    static const StepKind none;
    const std::vector<StepKind>& kinds = record.method->info.step_kinds;
    return step.kind >= 0 && std::size_t(step.kind) < kinds.size() ? kinds[std::size_t(step.kind)] : none;
}

/// The row that a step computes the distance of, or that enters.
const StepNeighbour& subject_of(const StepKind& kind, const Step& step) {
    return step.entered.index < 0 && kind.walk == WalkEvent::compare ? step.seen : step.entered;
}

/// The k-th distance of the rows that have entered so far, each row once.
class KthDistance {
public:
    explicit KthDistance(int k) : k_(std::size_t(std::max(1, k))) {}
    /// Whether the bound falls.
    bool add(std::int32_t row, float distance) {
        if (held_.size() == k_ && !(distance < held_.top().first)) return false;
        if (!rows_.insert(row).second) return false;
        held_.emplace(distance, row);
        if (held_.size() > k_) {
            rows_.erase(held_.top().second);
            held_.pop();
        }
        return held_.size() == k_;
    }
    float bound() const { return held_.top().first; }

private:
    std::size_t k_;
    std::priority_queue<std::pair<float, std::int32_t>> held_;
    std::unordered_set<std::int32_t> rows_;
};

/// Keeps the least and the greatest event of each kind in each part of the steps.
std::vector<BoundChart::Event> extremes_of(const std::vector<BoundChart::Event>& events, std::int64_t steps) {
    std::vector<BoundChart::Event> kept;
    for (auto at = events.begin(); at != events.end();) {
        const std::int64_t part = (at->position - 1) * std::int64_t(chart_parts) / steps;
        std::array<const BoundChart::Event*, 6> extreme{};
        for (; at != events.end() && (at->position - 1) * std::int64_t(chart_parts) / steps == part; ++at) {
            const std::size_t kind = 2 * std::size_t(at->kind);
            if (!extreme[kind] || at->distance < extreme[kind]->distance) extreme[kind] = &*at;
            if (!extreme[kind + 1] || at->distance > extreme[kind + 1]->distance) extreme[kind + 1] = &*at;
        }
        for (std::size_t i = 0; i < extreme.size(); ++i)
            if (extreme[i] && (i % 2 == 0 || extreme[i] != extreme[i - 1])) kept.push_back(*extreme[i]);
    }
    std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
    return kept;
}

/// Bands of a graph's levels, or of inverted lists. A step that names neither belongs to those before it.
std::vector<BoundChart::Band> walk_bands(const Recording& record) {
    std::vector<BoundChart::Band> bands;
    int level = -1, list = -1;
    for (std::int64_t position = 1; position <= record.count(); ++position) {
        const Step& step = record.at(position);
        const StepKind& kind = step_kind(record, step);
        const bool other_level = step.level >= 0 && step.level != level, other_list = kind.walk == WalkEvent::probe && step.list != list;
        if (other_level) level = step.level;
        if (other_list) list = step.list;
        if (other_level || other_list) {
            const std::string brief = text_of_count(other_list ? list : level);
            bands.push_back({position, position, (other_list ? "list " : "level ") + brief, brief,
                other_list ? bands.size() % 2 == 1 : level % 2 == 1});
        }
        if (!bands.empty()) bands.back().last = position;
    }
    return bands;
}

std::vector<BoundChart::Band> bands_of(const Recording& record) {
    std::vector<BoundChart::Band> bands = walk_bands(record);
    if (!bands.empty()) return bands;
    for (const LeafVisit& visit : record.visits)
        bands.push_back({visit.position, std::max(visit.position, visit.last), "leaf " + visit_text(record.number_of(visit), visit.way),
            text_of_count(record.number_of(visit)), bands.size() % 2 == 0});
    if (!bands.empty() || record.phases.size() < 2) return bands;
    for (const StepPhase& phase : record.phases)
        bands.push_back({phase.first, phase.first + phase.count - 1, phase.name, "", bands.size() % 2 == 1});
    return bands;
}

std::string fate_text(const NeighbourFate& fate, const NeighbourRow& row) {
    std::string text = "rank " + text_of_count(fate.rank) + ", row " + text_of_count(fate.file_row) + ": ";
    const auto step = [](std::int64_t position) { return "at step " + text_of_count(position); };
    if (fate.found == 0) text += fate.missed() ? "never seen" : "its distance is not recorded";
    else if (!fate.missed()) return text + "found " + step(fate.found);
    else if (fate.lost == fate.found) text += "seen " + step(fate.found) + " and not kept";
    else if (fate.lost > 0) text += "found " + step(fate.found) + ", and left the list " + step(fate.lost);
    else text += "found " + step(fate.found);
    return text + (row.why.sentence.empty() ? "." : ". " + row.why.sentence);
}

}  // namespace

BoundChart bound_chart(const Recording& record) {
    BoundChart chart;
    chart.steps = record.count();
    chart.k = record.k;
    chart.products = record.products;
    KthDistance kth(record.k);
    for (std::int64_t position = 1; position <= record.count(); ++position) {
        const Step& step = record.at(position);
        const StepKind& kind = step_kind(record, step);
        const StepNeighbour& subject = subject_of(kind, step);
        const bool skipped = kind.role == TreeRole::skipped;
        const float distance = skipped ? step.nearest : record.rank_value_of(subject.distance);
        if (!std::isfinite(distance) || (!skipped && subject.index < 0)) continue;
        const bool entered = step.entered.index >= 0;
        chart.events.push_back({position, distance, skipped ? -1 : subject.index,
            skipped   ? BoundChart::Kind::skipped
            : entered ? BoundChart::Kind::entered
                      : BoundChart::Kind::computed});
        chart.nearest = std::min(chart.nearest, distance);
        chart.farthest = std::max(chart.farthest, distance);
        if (distance > 0 && (chart.least_above_zero == 0 || distance < chart.least_above_zero)) chart.least_above_zero = distance;
        if (entered && kth.add(subject.index, distance)) chart.bounds.push_back({position, kth.bound()});
    }
    chart.reduced = chart.events.size() > BoundChart::most_events;
    if (chart.reduced) chart.events = extremes_of(chart.events, chart.steps);
    if (!chart.empty()) chart.bands = bands_of(record);
    return chart;
}

std::vector<NeighbourFate> neighbour_fates(const Recording& record, const std::vector<NeighbourRow>& listed, const Exactness& exactness) {
    std::vector<NeighbourFate> fates;
    std::vector<const NeighbourRow*> rows;
    for (const RankedRow& one : true_ranks(listed, exactness.missed)) {
        if (one.rank == 0) continue;  // in the place of a missed neighbour
        const NeighbourRow& row = one.missed ? exactness.missed[one.place] : listed[one.place];
        NeighbourFate fate;
        fate.rank = one.rank;
        fate.listed = one.missed ? 0 : row.rank;
        fate.row = row.row, fate.file_row = row.file_row;
        fate.distance = record.products ? -row.distance : row.distance;
        fates.push_back(std::move(fate));
        rows.push_back(&row);
    }
    std::unordered_map<std::int64_t, std::size_t> place;
    for (std::size_t i = 0; i < fates.size(); ++i) place.emplace(fates[i].row, i);
    for (std::int64_t position = 1; position <= record.count(); ++position) {
        const Step& step = record.at(position);
        const StepKind& kind = step_kind(record, step);
        if (const auto found = place.find(subject_of(kind, step).index); found != place.end()) {
            NeighbourFate& fate = fates[found->second];
            if (fate.found == 0) fate.found = position;
            fate.lost = step.entered.index < 0 ? position : 0;  // seen, and not kept
        }
        if (const auto left = place.find(step.left.index); step.left.index >= 0 && left != place.end()) fates[left->second].lost = position;
    }
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (!fates[i].missed()) fates[i].lost = 0;  // it is in the list at the end
        fates[i].sentence = fate_text(fates[i], *rows[i]);
    }
    return fates;
}

}  // namespace neighborscope
