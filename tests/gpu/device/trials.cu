#include "gpu/device/primitives.hpp"
#include "gpu/device/run.hpp"
#include "tests/gpu/device/trials.hpp"

#include <stdexcept>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {
namespace {

template <class T>
Buffer<T> brought(Stream& stream, const std::vector<T>& values) {
    Buffer<T> buffer(stream, values.size(), "test");
    buffer.from_host(stream, values);
    return buffer;
}

template <class T>
std::vector<T> fetched(Stream& stream, const Buffer<T>& buffer) {
    std::vector<T> values(buffer.size());
    buffer.to_host(stream, values);
    return values;
}

// ---- Primitives ------------------------------------------------------------------------------------------------------------------

void try_sort_pairs(
    const Keys& keys, const std::vector<unsigned>& values, int bits, Keys& sorted_keys, std::vector<unsigned>& sorted_values) {
    Stream stream;
    const Buffer<unsigned long long> k = brought(stream, keys);
    const Buffer<unsigned> v = brought(stream, values);
    const Buffer<unsigned long long> sorted_k(stream, keys.size(), "test");
    const Buffer<unsigned> sorted_v(stream, keys.size(), "test");
    sort_pairs(stream, k.data(), sorted_k.data(), v.data(), sorted_v.data(), keys.size(), bits);
    sorted_keys = fetched(stream, sorted_k);
    sorted_values = fetched(stream, sorted_v);
}

void try_sort_pairs_with_less(std::size_t count, std::size_t less) {
    Stream stream;
    const Buffer<unsigned long long> keys = brought(stream, Keys(count, 1)), sorted_keys(stream, count, "test");
    const Buffer<unsigned> values = brought(stream, std::vector<unsigned>(count, 1)), sorted_values(stream, count, "test");
    const std::size_t bytes = sort_pairs_bytes(count) - less;
    const Buffer<unsigned char> scratch(stream, bytes, "test");
    sort_pairs(stream, keys.data(), sorted_keys.data(), values.data(), sorted_values.data(), count, 64, {scratch.data(), bytes});
    stream.wait();
}

Keys try_sort_keys(const Keys& keys, int bits) {
    Stream stream;
    const Buffer<unsigned long long> k = brought(stream, keys);
    const Buffer<unsigned long long> sorted(stream, keys.size(), "test");
    sort_keys(stream, k.data(), sorted.data(), keys.size(), bits);
    return fetched(stream, sorted);
}

Keys try_sort_runs(const Keys& keys, std::size_t runs, std::size_t length) {
    Stream stream;
    const Buffer<unsigned long long> k = brought(stream, keys);
    const Buffer<unsigned long long> sorted(stream, keys.size(), "test");
    sort_runs(stream, k.data(), sorted.data(), runs, length);
    return fetched(stream, sorted);
}

std::vector<unsigned> try_exclusive_scan(const std::vector<unsigned>& values) {
    Stream stream;
    const Buffer<unsigned> v = brought(stream, values);
    const Buffer<unsigned> sums(stream, values.size(), "test");
    exclusive_scan(stream, v.data(), sums.data(), values.size());
    return fetched(stream, sums);
}

std::vector<float> try_reduce(const std::vector<float>& values) {
    Stream stream;
    const Buffer<float> v = brought(stream, values);
    const Buffer<float> results(stream, 3, "test");
    reduce_minimum(stream, v.data(), results.data(), values.size());
    reduce_maximum(stream, v.data(), results.data() + 1, values.size());
    reduce_sum(stream, v.data(), results.data() + 2, values.size());
    return fetched(stream, results);
}

// ---- Functions -------------------------------------------------------------------------------------------------------------------

constexpr int words_a_thread = 48;

template <class T>
__device__ inline std::uint64_t bits_of(T value) {
    if constexpr (sizeof(T) == 8) return std::bit_cast<std::uint64_t>(value);
    else return std::uint64_t(std::bit_cast<std::uint32_t>(value));
}

/// One block of 64 threads: every function whose result CUDA defines.
__global__ void say_words(std::uint64_t* out, int* integers, unsigned* words, unsigned long long* longs, float* reals) {
    __shared__ int tile[64];
    const int t = int(threadIdx.x), lane = t % warpSize;
    std::uint64_t* o = out + t * words_a_thread;
    int i = 0;
    const float x = 0.1f * float(t + 1), y = 1.0f / float(t + 3);
    tile[63 - t] = t;
    __syncthreads();
    o[i++] = bits_of(tile[t]);
    o[i++] = bits_of(__syncthreads_count(t % 3 == 0));
    o[i++] = bits_of(int(__syncthreads_or(t == 7) != 0));
    o[i++] = bits_of(int(__syncthreads_and(t == 7) != 0));
    o[i++] = bits_of(__shfl_sync(~0u, x, lane + 3));
    o[i++] = bits_of(__shfl_sync(~0u, t, 5, 8));
    o[i++] = bits_of(__shfl_xor_sync(~0u, double(x), 17));
    o[i++] = bits_of(__shfl_down_sync(~0u, t, 3));
    o[i++] = bits_of(__shfl_down_sync(~0u, t, 3, 16));
    o[i++] = bits_of(__shfl_up_sync(~0u, (long long)t, 2));
    o[i++] = bits_of(__shfl_up_sync(~0u, t, 2, 8));
    const unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    o[i++] = bits_of(__shfl_xor_sync(half, t, 9));
    o[i++] = bits_of(__ballot_sync(~0u, t % 5 == 0));
    o[i++] = bits_of(__ballot_sync(half, t % 5 == 0));
    o[i++] = bits_of(int(__any_sync(~0u, t == 40) != 0));
    o[i++] = bits_of(int(__all_sync(~0u, t < 32) != 0));
    o[i++] = bits_of(__match_any_sync(~0u, t % 6));
    __syncwarp();
    __syncwarp(half);
    o[i++] = bits_of(__popc(unsigned(t) * 2654435761u));
    o[i++] = bits_of(__popcll((unsigned long long)t * 11400714819323198485ull));
    o[i++] = bits_of(__ffs(t * 8)) + bits_of(__ffsll((long long)t << 40)) * 1000;
    o[i++] = bits_of(__clz(t)) + bits_of(__clzll(t)) * 1000;
    o[i++] = bits_of(__brev(unsigned(t)));
    o[i++] = bits_of(__float_as_uint(x)) + bits_of(__float_as_int(x));
    o[i++] = bits_of(__uint_as_float(unsigned(t) + 0x3f800000u)) + bits_of(__int_as_float(t + 0x3f800000));
    o[i++] = bits_of(__longlong_as_double(__double_as_longlong(double(x)) + 1));
    o[i++] = bits_of(__fadd_rn(x, y));
    o[i++] = bits_of(__fsub_rn(x, y));
    o[i++] = bits_of(__fmul_rn(x, y));
    o[i++] = bits_of(__fdiv_rn(x, y));
    o[i++] = bits_of(__fmaf_rn(x, y, -y)) + bits_of(fmaf(x, x, y));
    o[i++] = bits_of(__fsqrt_rn(x)) + bits_of(sqrtf(y));
    o[i++] = bits_of(__dadd_rn(double(x), double(y)));
    o[i++] = bits_of(__dsub_rn(double(x), double(y)));
    o[i++] = bits_of(__dmul_rn(double(x), double(y)));
    o[i++] = bits_of(__ddiv_rn(double(x), double(y))) ^ bits_of(__dsqrt_rn(double(x))) ^ bits_of(__fma_rn(double(x), double(y), 1.0));
    o[i++] = bits_of(__double2float_rd(double(x) / 3)) + (bits_of(__double2float_ru(double(x) / 3)) << 32);
    o[i++] = bits_of(x * y + x);  // not contracted on any device
    o[i++] = bits_of(min(t, 13)) + bits_of(max(x, y)) + bits_of(fminf(x, y)) + bits_of(fabsf(x - y));
    o[i++] = bits_of(int(isfinite(x / float(t))) + 2 * int(isnan(x)) + 4 * int(isinf(1.0f / float(t))));
    const float4 four = make_float4(x, y, 1, 2);
    const float3 three = make_float3(x, y, 3);
    o[i++] = bits_of(four.z + four.w + three.z + make_float2(x, 5).y) + bits_of(make_int2(t, 3).y) +
             std::uint64_t(sizeof(float4) + alignof(float4) + sizeof(float3));
    o[i++] = bits_of(__ldg(integers)) + bits_of(__ldcs(integers + 1));
    __syncthreads();
    atomicAdd(integers + 2, t);
    atomicSub(integers + 3, t);
    atomicMin(integers + 4, 100 - t);
    atomicMax(integers + 5, t - 100);
    atomicAdd(words, unsigned(t));
    atomicOr(words + 1, 1u << (t % 32));
    atomicAnd(words + 2, ~(1u << (t % 31)));
    atomicXor(words + 3, unsigned(t));
    atomicMin(words + 4, unsigned(t) + 7);
    atomicMax(words + 5, unsigned(t) + 7);
    if (atomicCAS(words + 6, 0u, unsigned(t) + 1) == 0u) atomicAdd(words + 7, 1u);
    atomicExch(words + 8, 5u);
    atomicAdd(longs, (unsigned long long)t << 33);
    atomicMin(longs + 1, (unsigned long long)t << 33);
    atomicMax(longs + 2, (unsigned long long)t << 33);
    atomicCAS(longs + 3, 0ull, 1ull << 40);
    atomicAdd(reals, 0.25f);
    __threadfence();
    __threadfence_block();
    __syncthreads();
}

std::vector<std::uint64_t> say_all_words() {
    Stream stream;
    Buffer<std::uint64_t> out(stream, 64 * words_a_thread, "test");
    out.zero(stream);
    const Buffer<int> integers = brought(stream, std::vector<int>{11, 22, 0, 0, 1000, -1000});
    const Buffer<unsigned> words = brought(stream, std::vector<unsigned>{0, 0, ~0u, 0, 1000, 0, 0, 0, 0});
    const Buffer<unsigned long long> longs = brought(stream, Keys{1, ~0ull, 0, 0});
    const Buffer<float> reals = brought(stream, std::vector<float>{0});
    launch(stream, {1, 64}, KERNEL(say_words), out.data(), integers.data(), words.data(), longs.data(), reals.data());
    std::vector<std::uint64_t> all = fetched(stream, out);
    for (const int value : fetched(stream, integers)) all.push_back(std::uint64_t(std::int64_t(value)));
    std::vector<unsigned> kept = fetched(stream, words);
    kept[6] = kept[6] != 0;  // true for whichever was first
    for (const unsigned value : kept) all.push_back(value);
    for (const unsigned long long value : fetched(stream, longs)) all.push_back(value);
    all.push_back(std::bit_cast<std::uint32_t>(fetched(stream, reals)[0]));
    return all;
}

// ---- Runs ------------------------------------------------------------------------------------------------------------------------

__device__ inline void wait_for(double milliseconds) {
    const unsigned long long end = global_nanoseconds() + (unsigned long long)(milliseconds * 1e6);
    while (global_nanoseconds() < end) {}
}

__global__ void take_time(double milliseconds) { wait_for(milliseconds); }

Report try_phases(Measure measure, std::vector<double> milliseconds) {
    Stream stream;
    const Progress progress;
    for (const bool warm : {false, true}) {  // the first launch of a kernel loads it
        Run run(stream, progress, measure);
        for (int round = 0; round < 2; ++round) {
            for (int i = 0; i < 3; ++i) {
                const char* names[] = {"first", "second", "third"};
                const auto phase = run.phase(names[i], {.bytes = 10, .operations = 1, .formula = "f"});
                launch(stream, {1, 1}, KERNEL(take_time), milliseconds[std::size_t(i)] / 2);
            }
        }
        Report report = run.finish();
        if (warm) return report;
    }
    return {};
}

template <class Times>
__global__ void two_parts(Times times, double milliseconds) {
    const double mine = blockIdx.x == gridDim.x - 1 ? 2 * milliseconds : milliseconds;
    __syncthreads();
    times.stamp(0);
    if (threadIdx.x == 0) wait_for(mine);
    __syncthreads();
    times.stamp(1);
    if (threadIdx.x == 0) wait_for(3 * mine);
    __syncthreads();
    times.stamp(2);
}

Report try_inside(Measure measure, unsigned blocks, double milliseconds) {
    Stream stream;
    const Progress progress;
    const std::string_view names[] = {"one", "three"};
    const LowerBound lower_bounds[] = {{.bytes = 1, .operations = 2, .formula = "a"}, {.bytes = 3, .operations = 4, .formula = "b"}};
    for (const bool warm : {false, true}) {
        Run run(stream, progress, measure);
        run.phases_inside_kernel(names, lower_bounds, blocks, [&](auto times) {
            launch(stream, {blocks, 32}, KERNEL(two_parts<decltype(times)>), times, milliseconds);
        });
        {
            const auto phase = run.phase("after", {});
            launch(stream, {1, 1}, KERNEL(take_time), milliseconds);
        }
        Report report = run.finish();
        if (warm) return report;
    }
    return {};
}

template <class Times>
__global__ void consume(Times times, unsigned* words, unsigned* found) {
    times.stamp(0);
    for (int i = 0; i < 2; ++i) found[atomicAdd(found, 1u) + 1] = atomicAdd(words + i, 5u);
    times.stamp(1);
}

std::vector<unsigned> try_consumed(Measure measure) {
    Stream stream;
    const Progress progress;
    const Buffer<unsigned> words = brought(stream, std::vector<unsigned>{7, 1000}), found = brought(stream, std::vector<unsigned>(9, 0));
    Run run(stream, progress, measure);
    const std::string_view names[] = {"consuming"};
    for (int launches = 0; launches < 2; ++launches)
        run.phases_inside_kernel(names, {}, 1,
            [&](auto times) {
                launch(stream, {1, 1}, KERNEL(consume<decltype(times)>), times, words.data(), found.data());
            },
            {{words.data(), 4}, {words.data() + 1, 4}});
    run.finish();
    std::vector<unsigned> all = fetched(stream, found);
    return {all.begin() + 1, all.begin() + 1 + all[0]};
}

template <class Count>
__global__ void count_things(Count count) {
    if constexpr (Count::on) {
        count.add(0, 1);
        if (threadIdx.x == 0) count.add(1, blockIdx.x);
    }
}

Report try_counters(Measure measure) {
    Stream stream;
    const Progress progress;
    Run run(stream, progress, measure);
    const std::string_view names[] = {"threads", "sum of blocks"};
    for (int tile = 0; tile < 2; ++tile) {
        const auto phase = run.phase("counting", {});
        unsigned long long* value = run.counters(names);
        if (value) launch(stream, {10, 64}, KERNEL(count_things<Counts>), Counts{value});
        else launch(stream, {10, 64}, KERNEL(count_things<NoCounts>), NoCounts{});
        run.count("tiles", 1);
    }
    return run.finish();
}

int try_tiles(const Progress& progress, int tiles) {
    Stream stream;
    int done = 0;
    const Progress counting{.report =
                                [&](double so_far, double total) {
                                    done = int(so_far);
                                    if (progress.report) progress.report(so_far, total);
                                },
        .stop = progress.stop};
    try {
        Run run(stream, counting, Measure::total);
        for (int tile = 0; tile < tiles; ++tile) {
            launch(stream, {1, 1}, KERNEL(take_time), 1.0);
            run.tile_done(tile + 1, tiles);
        }
        run.finish();
    } catch (const Cancelled&) { return -done; }
    return done;
}

void try_many_launches(const Progress& progress) {
    Stream stream;
    Run run(stream, progress, Measure::total);
    for (int i = 0; i < 100000; ++i) {
        launch(stream, {64, 1}, KERNEL(take_time), 1.0);
        run.tile_done(i, 100000);
    }
    run.finish();
}

// ---- Memory and limits -------------------------------------------------------------------------------------------------------------

__global__ void add_one_to(unsigned* word) { ++*word; }

std::vector<unsigned> try_replay(const std::vector<int>& keys) {
    Stream stream;
    Buffer<unsigned> words(stream, 3, "trial of replay");
    words.zero(stream);
    Replay<int> again;
    unsigned called = 0;
    for (const int key : keys)
        again.run(stream, key, [&] {
            ++called;
            launch(stream, {1, 1}, KERNEL(add_one_to), words.data() + key);
            launch(stream, {1, 1}, KERNEL(add_one_to), words.data() + key);
        });
    std::vector<unsigned> counts = fetched(stream, words);
    counts.push_back(called);
    return counts;
}

void try_buffer(std::size_t bytes) {
    Stream stream;
    const Buffer<unsigned char> buffer(stream, bytes, "the distance row");
}

__global__ void add_one(float* values, std::size_t count) {
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) values[i] += 1;
}

void try_round_trip(std::size_t floats) {
    Stream stream;
    std::vector<float> values(floats);
    for (std::size_t i = 0; i < floats; ++i) values[i] = float(i);
    Buffer<float> buffer = brought(stream, values);
    launch(stream, {unsigned((floats + 255) / 256), 256}, KERNEL(add_one), buffer.data(), floats);
    const Buffer<float> moved = std::move(buffer);
    values = fetched(stream, moved);
    for (std::size_t i = 0; i < floats; ++i)
        if (values[i] != float(i) + 1) throw std::runtime_error("differs at " + std::to_string(i));
}

void try_too_many_threads() {
    Stream stream;
    stream.phase = "trying";
    launch(stream, {1, 2048}, KERNEL(take_time), 0.0);
    stream.wait();
}

__global__ void fill_shared(int* sum, unsigned words) {
    NEIGHBORSCOPE_DYNAMIC_SHARED(unsigned, tile);
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) tile[i] = i;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) atomicAdd(sum, tile[words - 1 - i] == words - 1 - i);
}

bool try_shared_memory(std::size_t bytes) {
    Stream stream;
    const Buffer<int> sum = brought(stream, std::vector<int>{0});
    launch(stream, {1, 128, bytes}, KERNEL(fill_shared), sum.data(), unsigned(bytes / 4));
    return fetched(stream, sum)[0] == int(bytes / 4);
}

std::size_t shared_bytes_block() { return limits().shared_bytes_block; }

constexpr Trials trials{
    .sort_pairs = try_sort_pairs,
    .sort_keys = try_sort_keys,
    .sort_runs = try_sort_runs,
    .exclusive_scan = try_exclusive_scan,
    .reduce = try_reduce,
    .sort_pairs_with_less = try_sort_pairs_with_less,
    .words = say_all_words,
    .phases = try_phases,
    .inside = try_inside,
    .consumed = try_consumed,
    .counters = try_counters,
    .tiles = try_tiles,
    .many_launches = try_many_launches,
    .replay = try_replay,
    .buffer = try_buffer,
    .round_trip = try_round_trip,
    .set_memory_limit = set_memory_limit,
    .free_bytes = free_bytes,
    .shared_bytes_block = shared_bytes_block,
    .too_many_threads = try_too_many_threads,
    .shared_memory = try_shared_memory,
};

}  // namespace
}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE

namespace neighborscope {
#if defined(__CUDACC__)
const Trials& cuda_trials() { return cuda::trials; }
#else
const Trials& host_trials() { return host::trials; }
#endif
}  // namespace neighborscope
