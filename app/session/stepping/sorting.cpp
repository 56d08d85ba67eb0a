#include "app/session/stepping/sorting.hpp"

#include "app/session/stepping/replay.hpp"
#include "gpu/oracle/oracle.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>

namespace neighborscope {
namespace {

constexpr int digit_bits = 4;

/// The effect of a step on the order of keys, by the name of its kind (gpu/methods/*/steps.hpp).
enum class SortAction { nothing, part, sort, pass };
SortAction sort_action_of(const Recording& record, const Step& step) {
    const std::string_view name = record.kind_of(step).name;
    return name == "partition" || name == "pivot" ? SortAction::part
           : name == "bitonic sort"               ? SortAction::sort
           : name == "pass"                       ? SortAction::pass
                                                  : SortAction::nothing;
}

/// The range of places that a step reorders; for a pass, all.
struct Places {
    std::int64_t begin = -1, end = -1;
};
Places places_of(const Step& step, SortAction sort_action_of, std::int64_t count) {
    if (sort_action_of == SortAction::pass) return {0, count};
    const std::int64_t end = std::int64_t(step.source) + step.size;
    return sort_action_of == SortAction::nothing || step.source < 0 || end > count ? Places() : Places{step.source, end};
}

/// What is sorted, digit by digit: the square of a distance, or a rank value whose bits are in order (gpu/kernels/ordered.cuh).
std::uint32_t bits_of(double distance, Metric metric) {
    const auto bits = std::bit_cast<std::uint32_t>(float(metric == Metric::euclidean ? distance * distance : rank_value(metric, distance)));
    if (!larger_is_nearer(metric)) return bits;
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

}  // namespace

bool sorts_whole_rows(const MethodInfo& info) {
    const auto is = [&](std::string_view name) {
        return std::any_of(info.step_kinds.begin(), info.step_kinds.end(), [&](const StepKind& kind) { return kind.name == name; });
    };
    const bool of_tree =
        std::any_of(info.step_kinds.begin(), info.step_kinds.end(), [](const StepKind& kind) { return kind.role != TreeRole::none; });
    return !of_tree && (is("bitonic sort") || is("pass"));
}

std::shared_ptr<const SortedKeys> sorted_keys(std::span<const float> points, int dimension, const float* query, Metric metric,
    std::int64_t exclude, const Progress& progress, const RowFilter* filter) {
    constexpr std::int64_t at_once = 4096;
    const std::int64_t count = dimension > 0 ? std::int64_t(points.size()) / dimension : 0;
    if (count > SortedKeys::most) return nullptr;
    std::vector<double> distances;
    for (std::int64_t row = 0; row < count; ++row) {
        if (row % at_once == 0) progress.step(0, 0);
        if (row != exclude && (!filter || filter->allows(row)))
            distances.push_back(exact_distance(points.data() + row * dimension, query, dimension, metric));
    }
    std::vector<std::int32_t> order(distances.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        return rank_value(metric, distances[std::size_t(a)]) < rank_value(metric, distances[std::size_t(b)]);
    });
    auto keys = std::make_shared<SortedKeys>();
    keys->ranks.resize(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double distance = distances[std::size_t(order[rank])];
        keys->ranks[std::size_t(order[rank])] = std::int32_t(rank);
        keys->distance.push_back(float(distance));
        keys->bits.push_back(bits_of(distance, metric));
    }
    return keys;
}

namespace {

bool is_insertion(const Recording& record, const Step& step) {
    const std::string_view name = record.kind_of(step).name;
    return name == "insertion" || name == "replacement";
}

}  // namespace

bool keeps_in_order(const Recording& record) {
    const std::vector<StepKind>& kinds = record.method->info.step_kinds;
    return std::any_of(kinds.begin(), kinds.end(), [](const StepKind& kind) { return kind.name == "insertion"; });
}

SortPicture picture_of_list(const Replay& replay) {
    const Recording& record = *replay.record();
    SortPicture found;
    const Replay::Structure* const list = replay.acting();
    if (!list) return found;
    const std::vector<Replay::Held>& entries = list->entries;
    found.places = std::int64_t(entries.size());
    found.in_order = true;
    for (const Replay::Held& one : entries) found.bars.push_back({double(record.rank_value_of(one.distance)), int(found.bars.size()) + 1});
    // One scale for all steps: the largest distance ever in the list, or the range of its inner products.
    if (record.products) found.farthest = std::numeric_limits<double>::infinity(), found.nearest_of_all = -found.farthest;
    for (const Step& step : record.steps) {
        if (!is_insertion(record, step)) continue;
        const double distance = double(step.entered.distance);
        found.farthest = record.products ? std::min(found.farthest, distance) : std::max(found.farthest, distance);
        if (record.products) found.nearest_of_all = std::max(found.nearest_of_all, distance);
    }
    const Step* const step = replay.step();
    if (!step || !is_insertion(record, *step)) return found;
    for (std::size_t place = 0; place < entries.size(); ++place)
        if (entries[place].index == step->entered.index) found.begin = std::int64_t(place), found.end = found.places;
    return found;
}

Sorting::Sorting(std::shared_ptr<const Recording> record) : record_(std::move(record)), cuts_(record_->steps.size(), -1) {
    const auto count = std::int64_t(record_->sorted->ranks.size());
    std::map<std::int64_t, std::size_t> newest;  // present sequences: first place -> index of the step
    for (std::size_t i = 0; i < record_->steps.size(); ++i) {
        const Step& step = record_->steps[i];
        const SortAction what = sort_action_of(*record_, step);
        if (what != SortAction::nothing) sort_phases_end_ = std::max(sort_phases_end_, step.phase + 1);
        const Places places = places_of(step, what, count);
        if (what == SortAction::pass || places.begin < 0) continue;
        const auto after = newest.upper_bound(places.begin);
        if (after != newest.begin()) {  // it is part of the sequence that covers its first place
            const auto& [begin, whole] = *std::prev(after);
            if (places_of(record_->steps[whole], SortAction::part, count).end >= places.end && cuts_[whole] < 0)
                cuts_[whole] = begin == places.begin ? places.end : places.begin;
        }
        newest[places.begin] = i;
    }
    if (sort_phases_end_ == 0) {  // the sort itself is not recorded
        for (const Step& step : record_->steps) sort_phases_end_ = std::max(sort_phases_end_, step.phase);
        for (const Step& step : record_->steps)
            if (step.phase > 0) sort_phases_end_ = std::min(sort_phases_end_, step.phase);
    }
    ranks_ = record_->sorted->ranks;
}

void Sorting::go(std::int64_t position) {
    position = std::clamp<std::int64_t>(position, 0, record_->count());
    if (position < position_) {
        ranks_ = record_->sorted->ranks;
        position_ = 0;
    }
    while (position_ < position) play(++position_);
}

void Sorting::play(std::int64_t position) {
    const Step& step = record_->at(position);
    const SortAction what = sort_action_of(*record_, step);
    const Places places = places_of(step, what, std::int64_t(ranks_.size()));
    const auto begin = ranks_.begin() + std::max<std::int64_t>(places.begin, 0),
               end = ranks_.begin() + std::max<std::int64_t>(places.end, 0);
    if (what == SortAction::nothing) {
        // The first step after the sort finds everything in order.
        if (sort_phases_end_ > 0 && step.phase >= sort_phases_end_ && (position == 1 || record_->at(position - 1).phase < sort_phases_end_))
            std::iota(ranks_.begin(), ranks_.end(), 0);
    } else if (what == SortAction::pass) {
        sort_by_digit(digit_bits * int(step.round - 1));
    } else if (what == SortAction::sort) {
        std::iota(begin, end, std::int32_t(begin - ranks_.begin()));
    } else if (const std::int64_t cut = cuts_[std::size_t(position - 1)]; cut >= 0) {
        std::stable_partition(begin, end, [&](std::int32_t rank) { return rank < cut; });
    }
}

void Sorting::sort_by_digit(int shift) {
    if (shift < 0 || shift >= 32) return;
    const auto digit = [&](std::int32_t rank) { return record_->sorted->bits[std::size_t(rank)] >> shift & ((1u << digit_bits) - 1); };
    std::array<std::size_t, (1 << digit_bits) + 1> first{};
    for (const std::int32_t rank : ranks_) ++first[digit(rank) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    other_.resize(ranks_.size());
    for (const std::int32_t rank : ranks_) other_[first[digit(rank)]++] = rank;
    ranks_.swap(other_);
}

SortPicture Sorting::picture(int most) const {
    SortPicture found;
    found.places = std::int64_t(ranks_.size());
    const std::int64_t bars = std::min<std::int64_t>(found.places, most);
    for (std::int64_t bar = 0; bar < bars; ++bar) {
        const std::int32_t rank = ranks_[std::size_t(bar * found.places / bars)];
        found.bars.push_back({double(record_->sorted->distance[std::size_t(rank)]), rank < record_->k ? rank + 1 : 0});
    }
    for (std::int64_t place = 0; place < found.places; ++place)
        if (ranks_[std::size_t(place)] < std::min(record_->k, SortPicture::max_nearest))
            found.nearest.push_back({place, ranks_[std::size_t(place)] + 1});
    if (found.places > 0) found.farthest = double(record_->sorted->distance.back());
    if (found.places > 0 && record_->products) found.nearest_of_all = double(record_->sorted->distance.front());
    found.in_order = std::is_sorted(ranks_.begin(), ranks_.end());
    if (position_ == 0) return found;
    const Step& step = record_->at(position_);
    const SortAction what = sort_action_of(*record_, step);
    const Places places = places_of(step, what, found.places);
    found.begin = places.begin, found.end = places.end;
    if (what == SortAction::part) {
        found.cut = cuts_[std::size_t(position_ - 1)];
        found.pivot = double(step.bound);
    }
    return found;
}

}  // namespace neighborscope
