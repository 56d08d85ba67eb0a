#include "app/session/stepping/bound_chart.hpp"

#include "app/session/shown/true_ranks.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <queue>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace neighborscope {
namespace {

constexpr std::size_t chart_parts = BoundChart::most_events / 4;  // of a long recording

/// Whether the step only computes the distance of a row of the result again, or puts it in order: the last step of all methods, which
/// names its kinds so (gpu/kernels/finish.hpp).
bool finishes(const StepKind& kind) { return kind.walk == WalkEvent::none && (kind.name == "exact distance" || kind.name == "place"); }

/// The position of the last step of the search, before the steps that finish the list.
std::int64_t end_of_search(const Recording& record) {
    std::int64_t end = record.count();
    while (end > 0 && finishes(record.kind_at(end))) --end;
    return end;
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
    constexpr std::size_t kinds = std::size_t(BoundChart::Kind::skipped) + 1;
    for (auto at = events.begin(); at != events.end();) {
        const std::int64_t part = (at->position - 1) * std::int64_t(chart_parts) / steps;
        std::array<const BoundChart::Event*, 2 * kinds> extreme{};
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

/// Bands of a graph's levels, or of inverted lists, up to a position. A step that names neither belongs to those before it.
std::vector<BoundChart::Band> walk_bands(const Recording& record, std::int64_t end) {
    std::vector<BoundChart::Band> bands;
    int level = -1, list = -1, rank = 0;
    for (std::int64_t position = 1; position <= end; ++position) {
        const Step& step = record.at(position);
        const StepKind& kind = record.kind_of(step);
        const bool other_level = step.level >= 0 && step.level != level, other_list = kind.walk == WalkEvent::probe && step.list != list;
        if (other_level) level = step.level;
        if (other_list) {  // the map and the panel number lists by rank, too
            list = step.list;
            rank = step.size > 0 ? step.size : rank + 1;
            bands.push_back(
                {position, position, ordinal(rank) + " list, " + text_of_count(list), text_of_count(rank), bands.size() % 2 == 1});
        } else if (other_level) {
            bands.push_back({position, position, "level " + text_of_count(level), text_of_count(level), level % 2 == 1});
        }
        if (!bands.empty()) bands.back().last = position;
    }
    return bands;
}

std::vector<BoundChart::Band> bands_of(const Recording& record, std::int64_t end) {
    std::vector<BoundChart::Band> bands = walk_bands(record, end);
    if (!bands.empty()) return bands;
    for (const LeafVisit& visit : record.visits)
        bands.push_back({visit.position, std::max(visit.position, visit.last), "leaf " + visit_text(record.number_of(visit), visit.way),
            text_of_count(record.number_of(visit)), bands.size() % 2 == 0});
    if (!bands.empty()) return bands;
    for (const StepPhase& phase : record.phases)
        if (phase.first <= end)
            bands.push_back({phase.first, std::min(end, phase.first + phase.count - 1), phase.name, "", bands.size() % 2 == 1});
    if (bands.size() < 2) bands.clear();
    return bands;
}

std::string fate_text(const NeighbourFate& fate, const NeighbourRow& row) {
    std::string text = "rank " + text_of_count(fate.rank) + ", " + row.row_text() + ": ";
    const auto step = [](std::int64_t position) { return "at step " + text_of_count(position); };
    if (fate.found == 0) text += fate.missed() ? "never seen" : "its distance is not recorded";
    else if (!fate.missed()) return text + "found " + step(fate.found);
    else if (fate.lost == fate.found) text += "seen " + step(fate.found) + " and not kept";
    else if (fate.lost > 0) text += "found " + step(fate.found) + ", and left the list " + step(fate.lost);
    else text += "found " + step(fate.found);
    return text + (row.why.sentence.empty() ? "." : ". " + row.why.sentence);
}

/// What is said of several rows that were missed for one reason: in a sentence, and in a word. `what`: of MissReason; "": unknown.
struct Plural {
    std::string_view what, sentence, brief;
};
constexpr Plural plurals[] = {
    {"unreachable", "no links lead to them from where the search begins", "unreachable"},
    {"list not probed", "their lists were not probed", "lists not probed"},
    {"skipped", "their lists were not searched", "lists not searched"},
    {"beam ended", "the beam ended first", "beam ended"},
    {"code", "by their codes they are farther", "codes"},
    {"farther", "they are not among the nearest", "farther"},
    {"deleted", "they are deleted", "deleted"},
    {"filtered", "the filter refuses them", "filtered"},
    {"rounding", "float32 distances did not rank them among the candidates", "rounding"},
};

std::string lower_first(std::string text) {
    const bool word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1]));  // not "PQ"
    if (word || text.starts_with("A ")) text[0] = char(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

/// "; ef = 64 finds all of them": the least value with which the search finds each of the rows; "": some have none.
std::string values_that_find(const std::vector<const NeighbourRow*>& rows) {
    long least = std::numeric_limits<long>::max(), most = 0;
    for (const NeighbourRow* row : rows) {
        const long value = std::strtol(row->why.value.c_str(), nullptr, 10);
        if (row->why.option.empty() || row->why.option != rows.front()->why.option || value <= 0) return {};
        least = std::min(least, value), most = std::max(most, value);
    }
    return "; " + rows.front()->why.option + " = " + text_of_count(most) + (most > least ? " finds all of them" : " finds them");
}

/// The texts of a note, each shorter than the one before.
std::vector<std::string> texts_of_one(const NeighbourFate& fate, const NeighbourRow* row) {
    std::vector<std::string> texts{fate.sentence};
    const std::string name = row ? row->row_text() : "row " + text_of_count(fate.file_row);
    if (!row || row->why.sentence.empty()) return texts.push_back(name + (fate.found > 0 ? ": not kept" : ": never seen")), texts;
    std::string sentence = lower_first(row->why.sentence);
    if (sentence.ends_with('.')) sentence.pop_back();
    texts.push_back("rank " + text_of_count(fate.rank) + ", " + name + ": " + sentence);
    texts.push_back(name + ": " + sentence);
    if (const std::size_t clause = sentence.find(';'); clause != std::string::npos)
        texts.push_back(name + ": " + sentence.substr(0, clause));
    if (!row->why.what.empty()) texts.insert(texts.end(), {name + ": " + row->why.what, row->why.what});
    return texts;
}

std::vector<std::string> texts_of_several(const std::vector<const NeighbourRow*>& rows, std::size_t count, std::string_view what) {
    const std::string head = text_of_amount(std::int64_t(count), "row", "rows") + ": ";
    const auto known = std::find_if(std::begin(plurals), std::end(plurals), [=](const Plural& one) { return one.what == what; });
    if (known == std::end(plurals)) return {head + std::string(what)};
    std::vector<std::string> texts;
    const std::string sentence = head + std::string(known->sentence);
    if (const std::string found = values_that_find(rows); !found.empty()) texts.push_back(sentence + found);
    texts.insert(texts.end(), {sentence, head + std::string(known->brief)});
    return texts;
}

}  // namespace

BoundChart bound_chart(const Recording& record) {
    BoundChart chart;
    chart.steps = end_of_search(record);
    chart.k = record.k;
    chart.products = record.products;
    KthDistance kth(record.k);
    bool deleted = false, filtered = false;
    for (std::int64_t position = 1; position <= chart.steps; ++position) {
        const Step& step = record.at(position);
        const StepKind& kind = record.kind_of(step);
        const StepNeighbour& subject = subject_of(kind, step);
        const bool skipped = kind.role == TreeRole::skipped;
        const float distance = skipped ? step.nearest : record.rank_value_of(subject.distance);
        if (!std::isfinite(distance) || (!skipped && subject.index < 0)) continue;
        const bool entered = step.entered.index >= 0;
        chart.events.push_back({position, distance, skipped ? -1 : subject.index,
            skipped        ? BoundChart::Kind::skipped
            : entered      ? BoundChart::Kind::entered
            : kind.refuses ? BoundChart::Kind::refused
                           : BoundChart::Kind::computed});
        if (kind.refuses) (kind.name == "deleted" ? deleted : filtered) = true;
        chart.nearest = std::min(chart.nearest, distance);
        chart.farthest = std::max(chart.farthest, distance);
        if (distance > 0 && (chart.least_above_zero == 0 || distance < chart.least_above_zero)) chart.least_above_zero = distance;
        if (entered && kth.add(subject.index, distance)) chart.bounds.push_back({position, kth.bound()});
    }
    chart.refused_as = deleted && filtered ? "refused or deleted" : deleted ? "deleted" : filtered ? "refused by the filter" : "";
    chart.reduced = chart.events.size() > BoundChart::most_events;
    if (chart.reduced) chart.events = extremes_of(chart.events, chart.steps);
    if (!chart.empty()) chart.bands = bands_of(record, chart.steps);
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
    const std::int64_t end = end_of_search(record);
    for (std::int64_t position = 1; position <= end; ++position) {
        const Step& step = record.at(position);
        const StepKind& kind = record.kind_of(step);
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

std::vector<MissedNote> missed_notes(const std::vector<NeighbourFate>& fates, std::span<const NeighbourRow> missed) {
    std::unordered_map<std::int64_t, const NeighbourRow*> row_of;
    for (const NeighbourRow& row : missed) row_of.emplace(row.row, &row);
    struct Cause {
        std::string what;
        std::vector<const NeighbourRow*> rows;
    };
    std::vector<MissedNote> notes;
    std::vector<Cause> causes;  // of the notes
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (!fates[i].missed()) continue;
        const auto row = row_of.find(fates[i].row);
        const bool known = row != row_of.end() && !row->second->why.what.empty();
        const std::string what = known ? row->second->why.what : fates[i].found > 0 ? "seen, and not kept" : "never seen";
        const auto same = std::find_if(causes.begin(), causes.end(), [&](const Cause& one) { return one.what == what; });
        const std::size_t at = std::size_t(same - causes.begin());
        if (same == causes.end()) causes.push_back({what, {}}), notes.emplace_back();
        if (row != row_of.end()) causes[at].rows.push_back(row->second);
        notes[at].fates.push_back(i);
    }
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const std::vector<std::size_t>& its = notes[i].fates;
        notes[i].texts = its.size() > 1 ? texts_of_several(causes[i].rows, its.size(), causes[i].what)
                                        : texts_of_one(fates[its.front()], causes[i].rows.empty() ? nullptr : causes[i].rows.front());
    }
    return notes;
}

}  // namespace neighborscope
