#include "gpu/device/ceilings.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>
#include <utility>

namespace neighborscope {
namespace {

struct MeasuredCeilings {
    std::mutex mutex;
    Ceilings best;
    double slowest = 0;   ///< bytes per second, of all measurements in this process
    bool loaded = false;  ///< the store has been read
};

MeasuredCeilings& measured_ceilings(DeviceKind kind) {
    static MeasuredCeilings host, cuda;
    return kind == DeviceKind::cuda ? cuda : host;
}

CeilingsStore store;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    char text[16] = "";
    if (localtime_r(&now, &local)) std::strftime(text, sizeof text, "%Y-%m-%d", &local);
    return text;
}

Ceilings measure(DeviceKind kind, const Progress& progress) {
    progress.step(0, 0);
    if (kind == DeviceKind::host) return host::measure_ceilings(progress);
    if (const std::string reason = why_no_cuda(); !reason.empty()) throw Error(Failure::device, reason, "use --device host");
#ifdef NEIGHBORSCOPE_WITH_CUDA
    return cuda::measure_ceilings();
#else
    return {};
#endif
}

/// Takes the better rates of another measurement. Returns whether there are any.
bool take_better_rates(Ceilings& best, const Ceilings& other) {
    bool better = false;
    if (other.read_bytes_per_second > best.read_bytes_per_second)
        best.read_bytes_per_second = other.read_bytes_per_second, best.read_how = other.read_how, best.date = other.date, better = true;
    if (other.fp32_operations_per_second > best.fp32_operations_per_second)
        best.fp32_operations_per_second = other.fp32_operations_per_second, best.fp32_how = other.fp32_how, better = true;
    return better;
}

/// This and the functions below need the mutex to be locked.
bool is_known(const MeasuredCeilings& one) { return one.best.read_bytes_per_second > 0 && one.best.fp32_operations_per_second > 0; }

void load(MeasuredCeilings& one, DeviceKind kind) {
    if (std::exchange(one.loaded, true) || !store.load) return;
    if (const std::optional<Ceilings> before = store.load(kind)) take_better_rates(one.best, *before);
}

void measure_and_store(MeasuredCeilings& one, DeviceKind kind, const Progress& progress) {
    load(one, kind);
    Ceilings now = measure(kind, progress);
    now.date = today();
    one.slowest = one.best.measured == 0 ? now.read_bytes_per_second : std::min(one.slowest, now.read_bytes_per_second);
    const bool better = take_better_rates(one.best, now);
    ++one.best.measured;
    one.best.slowest_share = one.slowest / one.best.read_bytes_per_second;
    if (better && store.save) store.save(kind, one.best);
}

void pause_between_measurements(std::chrono::milliseconds time, const Progress& progress) {
    const auto end = std::chrono::steady_clock::now() + time;
    do {
        progress.step(0, 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } while (std::chrono::steady_clock::now() < end);
}

/// Locks the mutex; other threads may be measuring.
std::unique_lock<std::mutex> lock_of(MeasuredCeilings& one, const Progress& progress) {
    std::unique_lock lock(one.mutex, std::try_to_lock);
    while (!lock) pause_between_measurements({}, progress), lock.try_lock();
    return lock;
}

Progress without_pause(const Progress& progress) { return {progress.report, progress.stop}; }

}  // namespace

Ceilings ceilings(DeviceKind kind, const Progress& asked) {
    const Progress progress = without_pause(asked);
    MeasuredCeilings& one = measured_ceilings(kind);
    const auto lock = lock_of(one, progress);
    load(one, kind);
    if (is_known(one)) return one.best;
    // Repeats until a measurement brings no improvement: on a busy machine the first may be far too low.
    constexpr int most = 4;
    constexpr double same = 1.05;
    constexpr auto pause = std::chrono::milliseconds(40);
    for (double before = 0; one.best.measured < most && one.best.read_bytes_per_second >= same * before;) {
        if (one.best.measured > 0) pause_between_measurements(pause, progress);
        before = one.best.read_bytes_per_second;
        measure_and_store(one, kind, progress);
    }
    return one.best;
}

Ceilings improve_ceilings(DeviceKind kind, const Progress& asked) {
    const Progress progress = without_pause(asked);
    MeasuredCeilings& one = measured_ceilings(kind);
    const auto lock = lock_of(one, progress);
    measure_and_store(one, kind, progress);
    return one.best;
}

std::optional<Ceilings> known_ceilings(DeviceKind kind) {
    MeasuredCeilings& one = measured_ceilings(kind);
    const std::unique_lock lock(one.mutex, std::try_to_lock);  // while another thread measures, the ceilings are unknown
    if (!lock || !is_known(one)) return std::nullopt;
    return one.best;
}

void set_ceilings_store(CeilingsStore other) {
    if (other.load == store.load && other.save == store.save) return;
    store = other;
    for (const DeviceKind kind : {DeviceKind::host, DeviceKind::cuda}) {
        MeasuredCeilings& one = measured_ceilings(kind);
        const std::lock_guard lock(one.mutex);
        one.best = {};
        one.slowest = 0;
        one.loaded = false;
    }
}

}  // namespace neighborscope
