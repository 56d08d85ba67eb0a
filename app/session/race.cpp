#include "app/session/race.hpp"

#include "app/session/loaded_data.hpp"
#include "app/session/timing_statistics.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

namespace neighborscope {
namespace {

bool is_entry(const Step& step) { return step.entered.index >= 0; }

/// Distances that are computed at each step. Through a tree those to the points of a leaf, at its visit; of others all of them, over the
/// steps of the first phase evenly: their records do not tell which came when.
std::vector<double> distances_at(const Recording& record) {
    std::vector<double> at(std::size_t(record.count()) + 1, 0);
    if (record.tree) {
        for (const LeafVisit& visit : record.visits) at[std::size_t(visit.position)] += visit.points;
    } else if (!record.phases.empty() && record.data) {
        const StepPhase& phase = record.phases.front();
        for (std::int64_t i = 0; i < phase.count; ++i)
            at[std::size_t(phase.first + i)] += double(record.data->set.count()) / double(phase.count);
    }
    return at;
}

}  // namespace

RaceTrack::RaceTrack(std::shared_ptr<const Recording> record, const Timings& timings, RaceBy by) : record_(std::move(record)) {
    done_.assign(std::size_t(record_->count()) + 1, 0);
    if (by == RaceBy::work) {
        done_ = distances_at(*record_);
        for (std::int64_t at = 1; at <= record_->count(); ++at) done_[std::size_t(at)] += is_entry(record_->at(at)) ? 1 : 0;
    } else {
        std::map<std::string, std::int64_t> steps;  // of each phase, however often it comes
        for (const StepPhase& phase : record_->phases) steps[phase.name] += phase.count;
        bool begun = false;
        for (const TimingRow& row : timings.phases) {
            const auto found = steps.find(row.phase);
            begun = begun || found != steps.end();
            if (found == steps.end() || found->second == 0) {  // no step is its own: it passes before the first or with the last
                done_[begun ? done_.size() - 1 : std::min<std::size_t>(1, done_.size() - 1)] += row.median;
                continue;
            }
            for (const StepPhase& phase : record_->phases)
                for (std::int64_t i = 0; phase.name == row.phase && i < phase.count; ++i)
                    done_[std::size_t(phase.first + i)] += row.median / double(found->second);
        }
    }
    for (std::size_t at = 1; at < done_.size(); ++at) done_[at] += done_[at - 1];
}

std::int64_t RaceTrack::position(double done) const {
    if (!(done > 0)) return 0;  // before the first step, though it may do nothing that counts
    const auto after = std::upper_bound(done_.begin(), done_.end(), done * (1 + 1e-12));
    return std::max<std::int64_t>(0, after - done_.begin() - 1);
}

RecordedWork work_of(const Recording& record, std::int64_t position) {
    RecordedWork work{0, 0};
    double distances = 0;
    const std::vector<double> at = distances_at(record);
    for (std::int64_t i = 1; i <= position; ++i) {
        distances += at[std::size_t(i)];
        work.entries += is_entry(record.at(i));
    }
    work.distances = std::llround(distances);
    return work;
}

RecordedWork work_of(const std::vector<Counter>& counters) {
    RecordedWork work;
    const auto add = [](std::int64_t& sum, std::int64_t value) { sum = std::max<std::int64_t>(sum, 0) + value; };
    for (const Counter& counter : counters) {
        const std::string_view name = counter.name;
        if (name == "distances") add(work.distances, counter.value);
        if (name.starts_with("heap pushes") || name == "list replacements") add(work.entries, counter.value);
    }
    return work;
}

double sum_of_phases(const Timings& timings) {
    return std::accumulate(
        timings.phases.begin(), timings.phases.end(), 0.0, [](double sum, const TimingRow& row) { return sum + row.median; });
}

double bytes_of_points(std::int64_t distances, int dimension) { return distances < 0 ? -1 : 4.0 * double(dimension) * double(distances); }

std::optional<Interval> time_over(const Timings& first, const Timings& other) {
    if (first.previous || other.previous || first.totals.empty() || other.totals.empty()) return std::nullopt;
    std::vector<double> a = first.totals, b = other.totals;
    const Interval of_a = median_of(a), of_b = median_of(b);
    if (!(of_a.value > 0) || !(of_b.value > 0)) return std::nullopt;
    constexpr std::size_t fewest = 6;  // of which an interval can be had
    if (std::min(a.size(), b.size()) < fewest) return Interval{of_b.value / of_a.value, 0, 0};
    return ratio_of(of_b, of_a);
}

std::string finish_of(const Racing& race, const std::vector<const Timings*>& timings) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < race.contenders.size(); ++i)
        if (timings[i] && !timings[i]->previous && timings[i]->total_median > 0) order.push_back(i);
    if (order.size() < 2) return {};
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return timings[a]->total_median < timings[b]->total_median; });
    const auto named = [&](std::size_t i) { return std::string(1, char('A' + i)) + " (" + race.contenders[i].name + ")"; };
    const auto time = [&](std::size_t i) { return text_of_milliseconds(timings[i]->total_median) + " ms"; };
    const Timings& first = *timings[order.front()];
    const auto close = [&](std::size_t i) {  // nobody could tell which is first
        const std::optional<Interval> ratio = time_over(first, *timings[i]);
        return ratio && ratio->low > 0 && ratio->low <= 1;
    };
    // Those that are as quick as the first one for all that is known, then the others.
    const auto slower = std::stable_partition(order.begin() + 1, order.end(), close);
    std::string text = named(order.front()) + " is first with " + time(order.front());
    if (slower != order.begin() + 1) {
        text = named(order.front()) + " " + time(order.front());
        for (auto one = order.begin() + 1; one != slower; ++one)
            text += (one + 1 == slower ? " and " : ", ") + named(*one) + " " + time(*one);
        text += ": too close for these runs to tell which is quicker";
    }
    for (auto one = slower; one != order.end(); ++one)
        text += (one == slower ? "; " : ", ") + named(*one) + " takes " + time(*one) + ", " +
                text_of_times(timings[*one]->total_median / first.total_median) + " times as long";
    return text + ".";
}

std::string finish_of_work(const Racing& race) {
    std::string text;
    const auto list = [&](const char* what, std::int64_t Racing::One::*member) {
        std::string counts;
        for (std::size_t i = 0; i < race.contenders.size(); ++i)
            if (const std::int64_t count = race.contenders[i].*member; count >= 0)
                counts += (counts.empty() ? "" : ", ") + std::string(1, char('A' + i)) + " " + text_of_count(count);
        if (!counts.empty()) text += (text.empty() ? "" : " ") + std::string(what) + ": " + counts + ".";
    };
    list("Distances", &Racing::One::distances);
    list("Entries into heaps and lists", &Racing::One::entries);
    return text;
}

}  // namespace neighborscope
