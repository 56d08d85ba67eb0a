// The host's ceilings: plain loops on every core, with the widest vector instructions of this processor, although the rest of
// the program is built for baseline x86-64: the ceiling is that of the machine, not of the build.
#include "gpu/device/backend.hpp"
#include "gpu/device/host/executor.hpp"
#include "gpu/device/host/memory.hpp"
#include "gpu/start_threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace neighborscope::host {
namespace {

constexpr std::size_t wanted_bytes = std::size_t(192) << 20, least_bytes = std::size_t(64) << 20;
constexpr int runs = 3;

unsigned workers() { return std::max(1u, executor_options().workers ? executor_options().workers : std::thread::hardware_concurrency()); }

/// Seconds from the start of the first thread to the end of the last one, the minimum over a few runs of `work(thread)`. The threads read
/// the clock themselves: on a busy machine the calling one may wake up late. Work that is `cut` ends as soon as it can.
double fastest(const Progress& progress, std::atomic<bool>& cancelled, const std::function<void(unsigned)>& work) {
    using clock = std::chrono::steady_clock;
    const unsigned count = workers();
    double best = 1e30;
    for (int run = 0; run < runs; ++run) {
        std::latch ready(1), done(std::ptrdiff_t{count});
        std::vector<std::thread> threads;
        std::vector<clock::time_point> began(count), ended(count);
        std::atomic<unsigned> next{0};
        const auto take_one = [&] {
            const unsigned thread = next++;
            ready.wait();
            began[thread] = clock::now();
            work(thread);
            ended[thread] = clock::now();
            done.count_down();
        };
        start_threads(threads, count, take_one);
        ready.count_down();
        for (std::size_t missing = threads.size(); missing < count; ++missing) take_one();
        const auto join = [&] {
            for (std::thread& thread : threads) thread.join();
        };
        try {
            for (progress.step(0, 0); !done.try_wait(); progress.step(0, 0)) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        } catch (...) {
            cancelled = true;
            join();
            throw;
        }
        join();
        const auto first = *std::min_element(began.begin(), began.end()), last = *std::max_element(ended.begin(), ended.end());
        best = std::min(best, std::chrono::duration<double>(last - first).count());
    }
    return best;
}

/// Reads every byte once, with several independent sums so that loads do not wait for one another.
std::uint64_t sum(const std::uint64_t* words, std::size_t count) {
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i + 8 <= count; i += 8)
        for (int j = 0; j < 8; ++j) sums[j] |= words[i + std::size_t(j)];
    return sums[0] | sums[1] | sums[2] | sums[3] | sums[4] | sums[5] | sums[6] | sums[7];
}

constexpr int chains = 12, links = 1 << 20;

struct Arithmetic {
    const char* name;
    double operations;  ///< of one call
    float (*run)();
};

#if defined(__x86_64__)
float with_sse() {
    __m128 value[chains];
    for (int c = 0; c < chains; ++c) value[c] = _mm_set1_ps(float(c));
    const __m128 factor = _mm_set1_ps(0.5f), addend = _mm_set1_ps(1);
    for (int link = 0; link < links; ++link)
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) value[c] = _mm_add_ps(_mm_mul_ps(value[c], factor), addend);
    __m128 all = value[0];
    for (int c = 1; c < chains; ++c) all = _mm_add_ps(all, value[c]);
    return _mm_cvtss_f32(all);
}
__attribute__((target("avx2,fma"))) float with_avx2() {
    __m256 value[chains];
    for (int c = 0; c < chains; ++c) value[c] = _mm256_set1_ps(float(c));
    const __m256 factor = _mm256_set1_ps(0.5f), addend = _mm256_set1_ps(1);
    for (int link = 0; link < links; ++link)
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) value[c] = _mm256_fmadd_ps(value[c], factor, addend);
    __m256 all = value[0];
    for (int c = 1; c < chains; ++c) all = _mm256_add_ps(all, value[c]);
    return _mm256_cvtss_f32(all);
}
__attribute__((target("avx512f"))) float with_avx512() {
    __m512 value[chains];
    for (int c = 0; c < chains; ++c) value[c] = _mm512_set1_ps(float(c));
    const __m512 factor = _mm512_set1_ps(0.5f), addend = _mm512_set1_ps(1);
    for (int link = 0; link < links; ++link)
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) value[c] = _mm512_fmadd_ps(value[c], factor, addend);
    __m512 all = value[0];
    for (int c = 1; c < chains; ++c) all = _mm512_add_ps(all, value[c]);
    return _mm512_cvtss_f32(all);
}
#else
/// For processors without known vector instructions.
float with_scalars() {
    float value[chains];
    for (int c = 0; c < chains; ++c) value[c] = float(c);
    for (int link = 0; link < links; ++link)
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) value[c] = value[c] * 0.5f + 1;
    float all = 0;
    for (int c = 0; c < chains; ++c) all += value[c];
    return all;
}
#endif

std::vector<Arithmetic> arithmetic_kinds() {
    constexpr double steps = 2.0 * chains * links;
#if defined(__x86_64__)
    std::vector<Arithmetic> found = {{"SSE multiplications and additions", 4 * steps, with_sse}};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        found.push_back({"AVX2 fused multiply-adds", 8 * steps, with_avx2});
    if (__builtin_cpu_supports("avx512f")) found.push_back({"AVX-512 fused multiply-adds", 16 * steps, with_avx512});
    return found;
#else
    return {{"multiplications and additions", steps, with_scalars}};
#endif
}

std::string threads_text() { return ", " + std::to_string(workers()) + (workers() == 1 ? " thread" : " threads"); }

}  // namespace

Ceilings measure_ceilings(const Progress& progress) {
    Ceilings found;
    std::atomic<bool> cancelled{false};
    std::atomic<std::uint64_t> seen{0};  // every result is used, so that the compiler keeps the work
    {
        const std::size_t bytes = std::clamp(host_backend().info().free_bytes / 4, least_bytes, wanted_bytes),
                          words = bytes / sizeof(std::uint64_t);
        auto* memory = static_cast<std::uint64_t*>(allocate(bytes, "the measurement of the memory's rate"));
        const auto part = [&](unsigned thread) { return words / workers() * thread / 8 * 8; };
        const auto size = [&](unsigned thread) { return (thread + 1 == workers() ? words : part(thread + 1)) - part(thread); };
        const auto in_pieces = [&](unsigned thread, const auto& work) {
            constexpr std::size_t piece = std::size_t(1) << 17;  // words: at most a millisecond
            for (std::size_t at = 0; at < size(thread) && !cancelled; at += piece)
                work(memory + part(thread) + at, std::min(piece, size(thread) - at));
        };
        try {
            fastest(progress, cancelled, [&](unsigned thread) {  // pages are mapped at the first access
                in_pieces(thread, [](std::uint64_t* words_of_piece, std::size_t count) { std::fill_n(words_of_piece, count, 0); });
            });
            const double seconds = fastest(progress, cancelled, [&](unsigned thread) {
                in_pieces(thread, [&](const std::uint64_t* words_of_piece, std::size_t count) { seen |= sum(words_of_piece, count); });
            });
            found.read_bytes_per_second = double(bytes) / seconds;
        } catch (...) {
            release(memory, bytes);
            throw;
        }
        release(memory, bytes);
        found.read_how = "streaming read of " + format_bytes(bytes) + threads_text();
    }
    for (const Arithmetic& kind : arithmetic_kinds()) {
        const double rate = kind.operations * workers() / fastest(progress, cancelled, [&](unsigned) { seen = std::uint64_t(kind.run()); });
        if (rate <= found.fp32_operations_per_second) continue;
        found.fp32_operations_per_second = rate;
        found.fp32_how = kind.name + threads_text();
    }
    return found;
}

}  // namespace neighborscope::host
