// One call of Search::answer, measured. Phases divide the time since the Run's construction without gaps: each ends at an event, at which
// the next begins, so that n phases cost n + 1 events.
#include "gpu/device/run.hpp"

#include <deque>
#include <exception>
#include <optional>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

/// Stamps are read when they take so many bytes, not after each launch: reading leaves the device idle.
constexpr std::size_t most_stamp_bytes = std::size_t(32) << 20;

struct PhaseSum {
    std::string name;
    LowerBound lower_bound;
    double milliseconds = 0;
    bool inside = false;  ///< part of a kernel: the other values are about that kernel, over all its launches
    double kernel_milliseconds = 0, stamped_milliseconds = 0, imbalance = 0;
    bool measured = true;  ///< false: some launch had no block whose stamps tell the shares
};

/// The phases of one kernel: their common name in messages and profilers, and their positions.
struct KernelPhases {
    std::string name;
    std::vector<int> phases;
};

/// An interval of the stream between two recorded events (by number) that belongs to a phase or a group of phases.
struct TimeInterval {
    int from = 0, to = 0;
    int phase = -1, group = -1;
    bool counted = false;
};

/// The stamps of one launch, still on the device, and the intervals of that launch and of the plain one before it.
struct StampedLaunch {
    Buffer<unsigned long long> time;
    int group;
    std::size_t blocks;
    std::size_t plain;
    int from, to;
};

bool counts(Measure measure) { return measure == Measure::counters || measure == Measure::steps; }

double median(std::vector<double>& values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 ? *middle : (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

struct Run::State {
    std::vector<Event> events;
    int boundary = 0;  ///< the event at which the next phase begins
    std::deque<PhaseSum> phases;
    std::deque<KernelPhases> groups;  ///< deques, because the stream holds views of their names
    std::vector<TimeInterval> intervals;

    std::vector<Buffer<unsigned char>> saved;  ///< contents to restore before the next stamped launch
    Buffer<unsigned long long> next_stamps;
    int stamped_from = 0;
    std::vector<StampedLaunch> stamped;
    std::size_t stamp_bytes = 0;

    struct CounterArray {
        std::size_t first, size;  ///< of `counters`
        Buffer<unsigned long long> value;
    };
    std::vector<CounterArray> counter_arrays;
    std::vector<Counter> counters;
    std::optional<StepMemory> steps;

    int end = -1;            ///< the event at the end of the total
    int previous_tile = -1;  ///< the event at the end of the previous tile
    bool finished = false;
    std::exception_ptr failure;  ///< an exception at the end of a phase, which may not throw
    std::string_view outer_phase;
    const std::atomic<bool>* outer_stop = nullptr;

    int record(Stream& stream) {
        if (stream.spare_events.empty()) stream.spare_events.emplace_back();
        events.push_back(std::move(stream.spare_events.back()));
        stream.spare_events.pop_back();
        events.back().record(stream);
        return int(events.size()) - 1;
    }

    double milliseconds(int from, int to) const { return Event::milliseconds(events[std::size_t(from)], events[std::size_t(to)]); }

    int phase_named(std::string_view name, const LowerBound& lower_bound) {
        for (std::size_t i = 0; i < phases.size(); ++i) {
            if (phases[i].name != name) continue;
            phases[i].lower_bound.bytes += lower_bound.bytes;
            phases[i].lower_bound.operations += lower_bound.operations;
            if (phases[i].lower_bound.traversal.empty()) phases[i].lower_bound.traversal = lower_bound.traversal;
            return int(i);
        }
        phases.push_back({.name = std::string(name), .lower_bound = lower_bound});
        return int(phases.size()) - 1;
    }

    void read_stamps(Stream& stream);
    void add_stamps(const StampedLaunch& launch, std::span<const unsigned long long> time);
};

/// Splits the plain launch's time by the shares of the stamped launch: the median over the blocks, scaled to sum to 1. Without stamps that
/// tell them, the time is split equally, and the report has no shares.
void Run::State::add_stamps(const StampedLaunch& launch, std::span<const unsigned long long> time) {
    const std::vector<int>& members = groups[std::size_t(launch.group)].phases;
    const std::size_t parts = members.size();
    std::vector<std::vector<double>> durations(parts), shares(parts);
    for (std::size_t block = 0; block < launch.blocks; ++block) {
        const unsigned long long* stamp = time.data() + block * (parts + 1);
        if (stamp[0] == 0 || stamp[parts] <= stamp[0]) continue;  // a block without work
        for (std::size_t part = 0; part < parts; ++part) {
            const double duration = stamp[part + 1] > stamp[part] ? double(stamp[part + 1] - stamp[part]) : 0;
            durations[part].push_back(duration);
            shares[part].push_back(duration / double(stamp[parts] - stamp[0]));
        }
    }
    std::vector<double> share(parts, 1.0 / double(parts)), imbalance(parts, 1.0);
    double sum = 0;
    if (!shares[0].empty()) {
        for (std::size_t part = 0; part < parts; ++part) {
            share[part] = median(shares[part]);
            sum += share[part];
            const double slowest = *std::max_element(durations[part].begin(), durations[part].end()), middle = median(durations[part]);
            if (middle > 0) imbalance[part] = slowest / middle;
        }
        for (double& one : share) one = sum > 0 ? one / sum : 1.0 / double(parts);
    }
    TimeInterval& plain = intervals[launch.plain];
    const double kernel = milliseconds(plain.from, plain.to);
    const double with_stamps = milliseconds(launch.from, launch.to);
    plain.counted = true;
    for (std::size_t part = 0; part < parts; ++part) {
        PhaseSum& phase = phases[std::size_t(members[part])];
        phase.milliseconds += share[part] * kernel;
        phase.kernel_milliseconds += kernel;
        phase.stamped_milliseconds += with_stamps;
        phase.imbalance = std::max(phase.imbalance, imbalance[part]);
        phase.measured = phase.measured && sum > 0;
    }
}

void Run::State::read_stamps(Stream& stream) {
    for (StampedLaunch& launch : stamped) {
        std::vector<unsigned long long> time(launch.time.size());
        launch.time.to_host(stream, time);
        add_stamps(launch, time);
    }
    stamped.clear();
    stamp_bytes = 0;
}

Run::Run(Stream& stream, const Progress& progress, Measure measure)
    : stream_(stream), progress_(progress), measure_(measure), state_(std::make_unique<State>()) {
    state_->outer_phase = stream.phase;
    state_->outer_stop = stream.stop;
    stream.stop = progress.stop;
    if (counts(measure)) return;
    const std::size_t enough = measure == Measure::total ? 4 : 32;
    while (stream.spare_events.size() < enough) stream.spare_events.emplace_back();
    state_->events.reserve(enough);
    state_->record(stream);
}

Run::~Run() {
    stream_.phase = state_->outer_phase;
    stream_.stop = state_->outer_stop;
    if (!state_->finished) {  // cancelled or failed: kernels may still write to memory that the caller reuses
        try {
            stream_.wait();
        } catch (const Error&) {  // an exception in flight is more informative
        }
    }
    for (Event& event : state_->events) stream_.spare_events.push_back(std::move(event));
}

Run::Phase Run::phase(std::string_view name, const LowerBound& lower_bound) {
    const int index = state_->phase_named(name, lower_bound);
    const std::string& saved = state_->phases[std::size_t(index)].name;
    stream_.phase = saved;
    push_range(saved.c_str());
    return Phase(*this, index);
}

void Run::end_phase(int index) {
    pop_range();
    stream_.phase = state_->outer_phase;
    if (measure_ != Measure::phases) return;
    try {
        const int end = state_->record(stream_);
        state_->intervals.push_back({.from = state_->boundary, .to = end, .phase = index});
        state_->boundary = end;
    } catch (const Error&) {
        if (!state_->failure) state_->failure = std::current_exception();
    }
}

void Run::save_modified(std::initializer_list<ModifiedMemory> modified) {
    if (modified.size() == 0) return;
    for (const ModifiedMemory& one : modified)
        state_->saved.emplace_back(stream_, one.bytes, "what a kernel finds").from_device(stream_, one.memory, one.bytes);
    state_->boundary = state_->record(stream_);
}

void Run::restore_modified(std::initializer_list<ModifiedMemory> modified) {
    std::size_t place = 0;
    for (const ModifiedMemory& one : modified) state_->saved[place++].to_device(stream_, one.memory, one.bytes);
    state_->saved.clear();
}

int Run::begin_kernel_phases(std::span<const std::string_view> names, std::span<const LowerBound> lower_bounds) {
    std::string together;
    std::vector<int> members;
    for (std::size_t i = 0; i < names.size(); ++i) {
        together += (i ? " + " : "") + std::string(names[i]);
        members.push_back(state_->phase_named(names[i], i < lower_bounds.size() ? lower_bounds[i] : LowerBound{}));
        state_->phases[std::size_t(members.back())].inside = true;
    }
    int group = 0;
    while (group < int(state_->groups.size()) && state_->groups[std::size_t(group)].phases != members) ++group;
    if (group == int(state_->groups.size())) state_->groups.push_back({std::move(together), std::move(members)});
    stream_.phase = state_->groups[std::size_t(group)].name;
    push_range(state_->groups[std::size_t(group)].name.c_str());
    return group;
}

void Run::end_kernel_phases(int group, int) {
    pop_range();
    stream_.phase = state_->outer_phase;
    if (measure_ != Measure::phases) return;
    const int end = state_->record(stream_);
    state_->intervals.push_back({.from = state_->boundary, .to = end, .group = group});
    state_->boundary = end;
}

unsigned long long* Run::stamp_memory(unsigned blocks, int parts) {
    state_->next_stamps = Buffer<unsigned long long>(stream_, std::size_t(blocks) * std::size_t(parts + 1), "time stamps");
    state_->next_stamps.zero(stream_);
    return state_->next_stamps.data();
}

void Run::begin_stamped(int group) {
    stream_.phase = state_->groups[std::size_t(group)].name;
    push_range("stamped");
    state_->stamped_from = state_->record(stream_);
}

void Run::end_stamped(int group, int, unsigned blocks) {
    pop_range();
    stream_.phase = state_->outer_phase;
    const int end = state_->record(stream_);
    state_->stamp_bytes += state_->next_stamps.size() * sizeof(unsigned long long);
    state_->stamped.push_back({std::move(state_->next_stamps), group, blocks, state_->intervals.size() - 1, state_->stamped_from, end});
    state_->boundary = end;
    if (state_->stamp_bytes > most_stamp_bytes) {
        state_->read_stamps(stream_);
        state_->boundary = state_->record(stream_);
    }
}

unsigned long long* Run::counters(std::span<const std::string_view> names) {
    if (!counts(measure_) || names.empty()) return nullptr;
    for (const State::CounterArray& array : state_->counter_arrays) {  // the next tile requests it again
        bool same = array.size == names.size();
        for (std::size_t i = 0; same && i < names.size(); ++i) same = state_->counters[array.first + i].name == names[i];
        if (same) return array.value.data();
    }
    State::CounterArray array{state_->counters.size(), names.size(), Buffer<unsigned long long>(stream_, names.size(), "counters")};
    array.value.zero(stream_);
    for (const std::string_view name : names) state_->counters.push_back({std::string(name), 0});
    state_->counter_arrays.push_back(std::move(array));
    return state_->counter_arrays.back().value.data();
}

void Run::count(std::string_view name, std::int64_t value) {
    if (!counts(measure_)) return;
    for (Counter& counter : state_->counters) {
        if (counter.name != name) continue;
        counter.value += value;
        return;
    }
    state_->counters.push_back({std::string(name), value});
}

void Run::record_steps(Metric metric, std::int64_t at_most) {
    if (measure_ == Measure::steps) state_->steps.emplace(stream_, metric, at_most);
}

Recorder Run::recorder() const { return state_->steps ? state_->steps->recorder() : Recorder{}; }

void Run::tile_done(double done, double total) {
    if (!progress_.stop && !progress_.report) return;
    // Waits for the previous tile, not for this one: the device always has a tile of work, and at most two.
    const int end = state_->record(stream_);
    if (state_->previous_tile >= 0) state_->events[std::size_t(state_->previous_tile)].wait();
    state_->previous_tile = end;
    progress_.step(done, total);
}

void Run::end_total_time() {
    if (measure_ == Measure::total) state_->end = state_->record(stream_);
}

Report Run::finish() {
    if (state_->failure) std::rethrow_exception(state_->failure);
    if (state_->end < 0) end_total_time();
    stream_.wait();
    Report report;
    if (measure_ == Measure::total) report.total_milliseconds = state_->milliseconds(0, state_->end);
    if (measure_ == Measure::phases) {
        state_->read_stamps(stream_);
        for (const TimeInterval& interval : state_->intervals) {
            if (interval.counted) continue;
            const double time = state_->milliseconds(interval.from, interval.to);
            if (interval.phase >= 0) {
                state_->phases[std::size_t(interval.phase)].milliseconds += time;
            } else {  // a kernel without blocks has no stamps
                const std::vector<int>& members = state_->groups[std::size_t(interval.group)].phases;
                for (const int phase : members) state_->phases[std::size_t(phase)].milliseconds += time / double(members.size());
            }
        }
        for (const PhaseSum& phase : state_->phases) {
            PhaseTime time{.name = phase.name, .milliseconds = phase.milliseconds, .lower_bound = phase.lower_bound};
            if (phase.inside && phase.kernel_milliseconds > 0) {
                time.inside = InsideKernel{.share = phase.measured ? phase.milliseconds / phase.kernel_milliseconds : 0,
                    .imbalance = phase.imbalance,
                    .stamping_overhead = phase.stamped_milliseconds / phase.kernel_milliseconds - 1};
            }
            report.phases.push_back(std::move(time));
        }
    }
    if (counts(measure_)) {
        for (const State::CounterArray& array : state_->counter_arrays) {
            std::vector<unsigned long long> values(array.size);
            array.value.to_host(stream_, values);
            for (std::size_t i = 0; i < array.size; ++i) state_->counters[array.first + i].value += std::int64_t(values[i]);
        }
        report.counters = std::move(state_->counters);
    }
    if (state_->steps) report.steps = state_->steps->fetch(stream_);
    state_->finished = true;
    return report;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
