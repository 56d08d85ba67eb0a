// The cost of the host executor: per thread, barrier, shuffle, vote and launch. With one worker, so that numbers are for one core.
#include "gpu/device/simt.hpp"

#include <benchmark/benchmark.h>

namespace neighborscope::host {
namespace {

__global__ void nothing(int* out) {
    if (threadIdx.x == 5000) *out = 1;
}

__global__ void barriers(int* out, int times) {
    for (int i = 0; i < times; ++i) __syncthreads();
    if (threadIdx.x == 0) *out = times;
}

__global__ void shuffles(float* out, int times) {
    float value = float(threadIdx.x);
    for (int i = 0; i < times; ++i) value += __shfl_xor_sync(~0u, value, 1 << (i % 5));
    if (threadIdx.x == 0) *out = value;
}

__global__ void ballots(unsigned* out, int times) {
    unsigned votes = 0;
    for (int i = 0; i < times; ++i) votes += __ballot_sync(~0u, (threadIdx.x + unsigned(i)) & 1);
    if (threadIdx.x == 0) *out = votes;
}

__global__ void warp_barriers(unsigned* out, int times) {
    for (int i = 0; i < times; ++i) __syncwarp();
    if (threadIdx.x == 0) *out = unsigned(times);
}

/// Runs `kernel` on one worker and reports the time per operation.
template <class T, class... P>
void measure(benchmark::State& state, Shape shape, NamedKernel<T*, P...> kernel, double operations, P... arguments) {
    const ExecutorOptions before = executor_options();
    executor_options().workers = 1;
    Stream stream;
    T out{};
    launch(stream, shape, kernel, &out, arguments...);  // allocates the stacks
    for (auto _ : state) launch(stream, shape, kernel, &out, arguments...);
    benchmark::DoNotOptimize(out);
    state.counters["each"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    executor_options() = before;
}

void thread_without_waiting(benchmark::State& state) { measure(state, {256, 256}, KERNEL(nothing), 256 * 256); }
void barrier_of_a_thread(benchmark::State& state) {
    measure(state, {4, dim3(unsigned(state.range(0)))}, KERNEL(barriers), 4.0 * double(state.range(0)) * 200, 200);
}
void shuffle_of_a_warp(benchmark::State& state) { measure(state, {16, 32}, KERNEL(shuffles), 16 * 500, 500); }
void shuffle_of_a_warp_among_8(benchmark::State& state) { measure(state, {4, 256}, KERNEL(shuffles), 4 * 8 * 500, 500); }
void ballot_of_a_warp(benchmark::State& state) { measure(state, {16, 32}, KERNEL(ballots), 16 * 500, 500); }
void warp_barrier_of_a_warp(benchmark::State& state) { measure(state, {16, 32}, KERNEL(warp_barriers), 16 * 500, 500); }
void launch_of_one_thread(benchmark::State& state) { measure(state, {1, 1}, KERNEL(nothing), 1); }

void launch_on_every_worker(benchmark::State& state) {
    Stream stream;
    int out = 0;
    for (auto _ : state) launch(stream, {64, 32}, KERNEL(nothing), &out);
}

BENCHMARK(thread_without_waiting);
BENCHMARK(barrier_of_a_thread)->Arg(64)->Arg(256)->Arg(1024);
BENCHMARK(shuffle_of_a_warp);
BENCHMARK(shuffle_of_a_warp_among_8);
BENCHMARK(ballot_of_a_warp);
BENCHMARK(warp_barrier_of_a_warp);
BENCHMARK(launch_of_one_thread);
BENCHMARK(launch_on_every_worker);

}  // namespace
}  // namespace neighborscope::host

BENCHMARK_MAIN();
