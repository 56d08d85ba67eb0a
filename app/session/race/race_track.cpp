#include "app/session/race/race_track.hpp"

#include "app/session/search/timing_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

namespace neighborscope {
namespace {

/// Whether a step counts as an entry, like the methods' counters: each into a heap; into a warp's list only replacements. Quadtrees have no
/// such counter, so that all entries of the recording count.
bool is_entry(const Recording& record, std::int64_t position) {
    if (record.at(position).entered.index < 0) return false;
    const StepKind& kind = record.kind_at(position);
    return kind.walk != WalkEvent::none || kind.name == "push" || kind.name == "eviction" || kind.name == "replacement" ||
           kind.name == "insertion" || (record.tree && kind.name == "entry");
}

/// Distances computed at each step, [count + 1]; empty if their number is unknown. A tree search computes those of a leaf at its visit.
/// Other searches record all at once, or only those whose points entered a list; the rest is assigned to the last phase that examines
/// points.
std::vector<std::int64_t> distances_at(const Recording& record) {
    std::vector<std::int64_t> at(std::size_t(record.count()) + 1, 0);
    if (record.tree) {
        for (const LeafVisit& visit : record.visits) at[std::size_t(visit.position)] += visit.points;
        return at;
    }
    std::int64_t left = work_of(record.counters).distances;
    if (left < 0) return {};
    const StepPhase* last = nullptr;
    const std::vector<StepKind>& kinds = record.method->info.step_kinds;
    const bool walks = std::any_of(kinds.begin(), kinds.end(), [](const StepKind& kind) { return kind.walk == WalkEvent::compare; });
    for (const StepPhase& phase : record.phases)
        for (std::int64_t position = phase.first; position < phase.first + phase.count; ++position) {
            const Step& step = record.at(position);
            const StepKind& kind = record.kind_of(step);
            const bool all = kind.name == "distances";
            const bool one = walks ? kind.walk == WalkEvent::compare : kind.structure == 0 && step.entered.index >= 0;
            if (!all && !one) continue;
            const std::int64_t done = std::min<std::int64_t>(left, all ? step.size : 1);
            at[std::size_t(position)] += done, left -= done;
            last = &phase;
        }
    for (std::int64_t i = 0; last && i < last->count; ++i)
        at[std::size_t(last->first + i)] += left * (i + 1) / last->count - left * i / last->count;
    if (!last && left > 0) return {};  // the recording is empty
    return at;
}

}  // namespace

RaceTrack::RaceTrack(std::shared_ptr<const Recording> record, const Timings& timings, RaceBy by) : record_(std::move(record)) {
    distances_ = distances_at(*record_);
    std::partial_sum(distances_.begin(), distances_.end(), distances_.begin());
    entries_.push_back(0);
    for (std::int64_t at = 1; at <= record_->count(); ++at) entries_.push_back(entries_.back() + is_entry(*record_, at));
    if (by == RaceBy::time) {
        distribute_time(timings);
        return;
    }
    done_.assign(entries_.begin(), entries_.end());
    for (std::size_t at = 0; at < distances_.size(); ++at) done_[at] += double(distances_[at]);
    total_ = done_.back();
}

/// Distributes times over phases in the order of the recording, including repeated ones. A phase without steps, such as sorting, takes
/// place wherever the search proceeds from an earlier to a later phase.
void RaceTrack::distribute_time(const Timings& timings) {
    const std::vector<std::string_view>& names = record_->method->info.phases;
    struct Part {
        const TimingRow* row;
        std::int64_t first, count;  // of steps; count 0: none
    };
    std::vector<Part> parts;
    std::vector<std::pair<int, const TimingRow*>> without;  // phases without steps, by their index
    std::map<const TimingRow*, std::int64_t> steps, times;  // [phase]
    const auto row_of = [&](const std::string& phase) -> const TimingRow* {
        const auto found =
            std::find_if(timings.phases.begin(), timings.phases.end(), [&](const TimingRow& row) { return row.phase == phase; });
        return found == timings.phases.end() ? nullptr : &*found;
    };
    for (const StepPhase& phase : record_->phases)
        if (const TimingRow* row = row_of(phase.name)) steps[row] += phase.count;
    for (const TimingRow& row : timings.phases)
        if (!steps.contains(&row)) without.emplace_back(int(std::find(names.begin(), names.end(), row.phase) - names.begin()), &row);
    std::stable_sort(without.begin(), without.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto pass = [&](int after, int before, std::int64_t next) {
        for (const auto& [place, row] : without)
            if (place > after && place < before) parts.push_back({row, next, 0});
    };
    int last = -1;
    for (const StepPhase& phase : record_->phases) {
        pass(last, phase.phase, phase.first);
        parts.push_back({row_of(phase.name), phase.first, phase.count});
        last = phase.phase;
    }
    pass(last, int(names.size()) + 1, record_->count() + 1);
    for (const Part& part : parts) ++times[part.row];

    done_.assign(std::size_t(record_->count()) + 1, 0);
    std::map<const TimingRow*, int> round;
    const double share = total_over_phases(timings);
    for (const auto& [row, first, count] : parts) {
        const double takes = !row ? 0 : share * row->median * (count > 0 ? double(count) / double(steps[row]) : 1 / double(times[row]));
        for (std::int64_t i = 0; i < count; ++i) done_[std::size_t(first + i)] = total_ + takes * double(i + 1) / double(count);
        if (row) spans_.push_back({row->phase, int(row - timings.phases.data()), ++round[row], int(times[row]), total_, total_ + takes});
        total_ += takes;
    }
}

double RaceTrack::done(std::int64_t position) const { return done_[std::size_t(position)]; }

std::int64_t RaceTrack::position(double done) const {
    if (!(done > 0)) return 0;  // position 0, even if the first step does no work
    const auto after = std::upper_bound(done_.begin(), done_.end(), done * (1 + 1e-12));
    return std::max<std::int64_t>(0, after - done_.begin() - 1);
}

RecordedWork RaceTrack::work(std::int64_t position) const {
    RecordedWork work;
    if (!distances_.empty()) work.distances = distances_[std::size_t(position)];
    if (!entries_.empty()) work.entries = entries_[std::size_t(position)];
    return work;
}

RecordedWork work_of(const std::vector<Counter>& counters) {
    RecordedWork work;
    const auto add = [](std::int64_t& sum, std::int64_t value) { sum = std::max<std::int64_t>(sum, 0) + value; };
    for (const Counter& counter : counters) {
        const std::string_view name = counter.name;
        if (name == "distances") add(work.distances, counter.value);
        if (name.starts_with("heap pushes") || name == "list replacements" || name == "insertions") add(work.entries, counter.value);
    }
    return work;
}

double sum_of_phases(const Timings& timings) {
    return std::accumulate(
        timings.phases.begin(), timings.phases.end(), 0.0, [](double sum, const TimingRow& row) { return sum + row.median; });
}

double total_of(const Timings& timings) { return timings.total_median > 0 ? timings.total_median : sum_of_phases(timings); }

double total_over_phases(const Timings& timings) {
    const double sum = sum_of_phases(timings);
    return sum > 0 ? total_of(timings) / sum : 1;
}

double bytes_of_points(std::int64_t distances, int dimension) { return distances < 0 ? -1 : 4.0 * double(dimension) * double(distances); }

std::optional<Interval> time_ratio(const Timings& first, const Timings& other) {
    if (first.previous || other.previous || first.totals.empty() || other.totals.empty()) return std::nullopt;
    if ((first.queries > 1) != (other.queries > 1)) return std::nullopt;  // one query rests, the other still moves
    std::vector<double> a = first.totals, b = other.totals;
    const Interval of_a = median_of(a), of_b = median_of(b);
    if (!(of_a.value > 0) || !(of_b.value > 0)) return std::nullopt;
    constexpr std::size_t fewest = 6;  // runs needed for an interval
    if (std::min(a.size(), b.size()) < fewest) return Interval{of_b.value / of_a.value, 0, 0};
    return ratio_of(of_b, of_a);
}

std::string finish_text(const Racing& race, const std::vector<const Timings*>& timings, bool names) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < race.contenders.size(); ++i)
        if (timings[i] && !timings[i]->previous && timings[i]->total_median > 0) order.push_back(i);
    if (order.size() < 2) return {};
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return timings[a]->total_median < timings[b]->total_median; });
    const auto named = [&](std::size_t i) {
        const std::string letter(1, char('A' + i));
        return letter + (names ? " (" + race.contenders[i].name + ")" : "") +
               (race.contenders[i].misses ? ", which misses neighbours," : "");
    };
    const auto time = [&](std::size_t i) { return text_of_milliseconds(timings[i]->total_median) + " ms"; };
    const Timings& first = *timings[order.front()];
    const auto close = [&](std::size_t i) {  // no significant difference
        const std::optional<Interval> ratio = time_ratio(first, *timings[i]);
        return ratio && ratio->low > 0 && ratio->low <= 1;
    };
    // First those without a significant difference from the first one, then the others.
    const auto slower = std::stable_partition(order.begin() + 1, order.end(), close);
    std::string text = named(order.front()) + " is first with " + time(order.front());
    if (slower != order.begin() + 1) {
        text = named(order.front()) + " " + time(order.front());
        for (auto one = order.begin() + 1; one != slower; ++one)
            text += (one + 1 == slower ? " and " : ", ") + named(*one) + " " + time(*one);
        text += ": too close for these runs to show which is faster";
    }
    for (auto one = slower; one != order.end(); ++one)
        text += (one == slower ? "; " : ", ") + named(*one) + " takes " + time(*one) + ", " +
                text_of_times(timings[*one]->total_median / first.total_median) + " times as long";
    return text + ".";
}

std::string finish_text_by_work(const Racing& race, bool names) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < race.contenders.size(); ++i)
        if (race.contenders[i].total > 0) order.push_back(i);
    if (order.size() < 2) return {};
    const auto total = [&](std::size_t i) { return race.contenders[i].total; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return total(a) < total(b); });
    std::string text;
    for (const std::size_t i : order) {
        const bool first = i == order.front();
        text += (first              ? ""
                    : i == order[1] ? "; "
                                    : ", ") +
                std::string(1, char('A' + i)) + (names ? " (" + race.contenders[i].name + ")" : "") +
                (first ? " finishes after " : " after ") + text_of_count(std::llround(total(i)));
        if (first) text += " distances and entries";
        else if (total(i) > total(order.front())) text += ", " + text_of_times(total(i) / total(order.front())) + " times the work";
        else text += ", the same amount of work";
    }
    return text + ".";
}

std::string work_totals_text(const Racing& race) {
    std::string text;
    const auto list = [&](const char* what, std::int64_t Racing::Entry::*member) {
        std::string counts;
        for (std::size_t i = 0; i < race.contenders.size(); ++i)
            if (const std::int64_t count = race.contenders[i].*member; count >= 0)
                counts += (counts.empty() ? "" : ", ") + std::string(1, char('A' + i)) + " " + text_of_count(count);
        if (!counts.empty()) text += (text.empty() ? "" : " ") + std::string(what) + ": " + counts + ".";
    };
    list("Distances", &Racing::Entry::distances);
    list("Entries into heaps and lists", &Racing::Entry::entries);
    return text;
}

std::string explain_first_step(const Racing::Entry& one) {
    if (one.distances_done > 0)
        return "Distances computed: " + text_of_count(one.distances_done) + " of " + text_of_count(one.distances) + ".";
    for (const RaceSpan& span : one.spans)
        if (one.done < span.to) return as_sentence(span.phase) + " Its first step is not done yet.";
    return "Its first step is not done yet.";
}

}  // namespace neighborscope
