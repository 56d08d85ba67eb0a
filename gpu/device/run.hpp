// One call of Search::answer: its phases, their times and lower bounds, cancellation and progress. For the host side of a method.
//
//   Run run(stream, progress, measure);
//   {
//       auto phase = run.phase("distances", {.bytes = 4.0 * n * D, .operations = 3.0 * n * D, .formula = "4 n D bytes, 3 n D operations"});
//       launch(...);
//   }
//   finish_lists(run, ...);          // the shared last step (gpu/kernels/finish.hpp)
//   return run.finish();
#pragma once
#include "gpu/device/recorder.hpp"
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

#include <initializer_list>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// The times at which the parts of a kernel that holds several phases end, if they are measured: stamp(i) ends the kernel's i-th part for
/// this block. Call it by every thread right after a block-wide barrier; thread 0 writes. stamp(0) marks the beginning, stamp(parts) the
/// end. One test per phase at run time, instead of a second kernel to compile.
struct OptionalStamps {
    static constexpr bool on = false;
    unsigned long long* time = nullptr;  ///< [blocks][parts + 1], nanoseconds; null if nothing is measured
    int parts = 0;
    /// Whether stamp() writes, the same for every thread: a kernel then adds barriers, so that a part ends when all threads have ended it.
    __device__ bool wanted() const { return time != nullptr; }
    __device__ void stamp(int i) const {
        if (time && threadIdx.x == 0) time[std::size_t(blockIdx.x) * (parts + 1) + i] = global_nanoseconds();
    }
};

#if defined(__CUDACC__)
/// Passed to a kernel when it is not being stamped: compiles to nothing.
struct NoStamps {
    static constexpr bool on = false;
    operator OptionalStamps() const { return {}; }
    __device__ bool wanted() const { return false; }
    __device__ void stamp(int) const {}
};
/// Passed to a kernel's timed variant.
struct Stamps {
    static constexpr bool on = true;
    unsigned long long* time;
    int parts;
    operator OptionalStamps() const { return {time, parts}; }
    __device__ bool wanted() const { return true; }
    __device__ void stamp(int i) const { OptionalStamps{time, parts}.stamp(i); }
};
#else
using NoStamps = OptionalStamps;  // the host compiles each kernel once
using Stamps = OptionalStamps;
#endif

/// Passed to a kernel when its counters and its recorder are off / on. `Slot` is the method's own enumeration of its counters.
struct NoCounts {
    static constexpr bool on = false;
    __device__ void add(int, long long) const {}
};
struct Counts {
    static constexpr bool on = true;
    unsigned long long* value;
    Recorder recorder = {};  ///< writes nothing unless Measure::steps
    __device__ void add(int slot, long long by) const { atomicAdd(value + slot, static_cast<unsigned long long>(by)); }
    __device__ bool records() const { return recorder.steps != nullptr; }  ///< the same for every thread
    /// Use inside `if constexpr (Counting::on)`: NoCounts has no such function, so that plain kernels do not compute a step's values.
    __device__ void step(const RecordedStep& one) const { recorder.step(one); }
};

/// Device memory that a kernel reads and changes.
struct ModifiedMemory {
    void* memory;
    std::size_t bytes;
};

/// While it exists, launches on a stream end with `Cancelled` once cancellation is requested: for work outside a Run.
class CancellationScope {
public:
    CancellationScope(Stream& stream, const Progress& progress) : stream_(stream) { stream.stop = progress.stop; }
    ~CancellationScope() { stream_.stop = nullptr; }
    CancellationScope(const CancellationScope&) = delete;
    CancellationScope& operator=(const CancellationScope&) = delete;

private:
    Stream& stream_;
};

class Run {
public:
    Run(Stream& stream, const Progress& progress, Measure measure);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    Stream& stream() { return stream_; }
    Measure measure() const { return measure_; }

    /// A scoped phase: NVTX range of that name; with Measure::phases, events at both ends. Phases with equal names add up.
    class Phase {
    public:
        Phase(Run& run, int index) : run_(run), index_(index) {}
        ~Phase() { run_.end_phase(index_); }
        Phase(const Phase&) = delete;
        Phase& operator=(const Phase&) = delete;

    private:
        Run& run_;
        int index_;
    };
    [[nodiscard]] Phase phase(std::string_view name, const LowerBound& lower_bound);

    /// A kernel that holds several phases. Calls `launch_kernel(stamps)` with NoStamps inside the measured phase. With Measure::phases it
    /// calls it again with Stamps, outside every measured time; both calls must give the same result. The memory `modified` is saved before
    /// the first call and restored before the second, also outside every measured time. The kernel's time is split among `names` by the
    /// median share over its `blocks` blocks.
    template <class LaunchKernel>
    void phases_inside_kernel(std::span<const std::string_view> names, std::span<const LowerBound> lower_bounds, unsigned blocks,
        LaunchKernel launch_kernel, std::initializer_list<ModifiedMemory> modified = {}) {
        const bool twice = measure_ == Measure::phases && blocks > 0;
        if (twice) save_modified(modified);
        const int first = begin_kernel_phases(names, lower_bounds);
        launch_kernel(NoStamps{});
        end_kernel_phases(first, int(names.size()));
        if (!twice) return;
        restore_modified(modified);
        Stamps stamps{stamp_memory(blocks, int(names.size())), int(names.size())};
        begin_stamped(first);
        launch_kernel(stamps);
        end_stamped(first, int(names.size()), blocks);
    }

    /// The device array of `names.size()` zeroed counters for this run with Measure::counters or steps, else null.
    unsigned long long* counters(std::span<const std::string_view> names);
    /// Adds a count known on the host to the report, with Measure::counters or steps.
    void count(std::string_view name, std::int64_t value);

    /// With Measure::steps, makes the recorder; else does nothing. Methods with step_kinds call it once, after they allocated their own
    /// memory. No query takes more than `at_most` steps: a bound that saves memory.
    void record_steps(Metric, std::int64_t at_most = most_steps);
    /// The argument for Counts: the recorder that record_steps made, else one that writes nothing.
    Recorder recorder() const;

    /// Call once per tile: waits for the stream if the run can be cancelled, then calls `Progress::step`.
    void tile_done(double done, double total);

    /// Ends the measured total here; a later call moves the end. For launches that the host adds only if results that it waited for require
    /// it.
    void end_total_time();

    /// Waits, and reads events, stamps, counters and steps.
    Report finish();

private:
    friend class Phase;
    void end_phase(int index);
    void save_modified(std::initializer_list<ModifiedMemory>);
    void restore_modified(std::initializer_list<ModifiedMemory>);
    int begin_kernel_phases(std::span<const std::string_view> names, std::span<const LowerBound> lower_bounds);
    void end_kernel_phases(int first, int parts);
    unsigned long long* stamp_memory(unsigned blocks, int parts);
    void begin_stamped(int first);
    void end_stamped(int first, int parts, unsigned blocks);

    struct State;
    Stream& stream_;
    const Progress& progress_;
    Measure measure_;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
