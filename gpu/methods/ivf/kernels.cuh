// Kernels of the search: choosing the lists of a query, and the nearest of their rows.
#pragma once
#include "gpu/kernels/register_list.cuh"
#include "gpu/methods/ivf/index.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf {

#if defined(__CUDACC__)
constexpr int lanes_of_list = 32;
constexpr unsigned scan_threads = 128;
#else
constexpr int lanes_of_list = 1;  // on the host executor synchronising costs more than one thread working alone
constexpr unsigned scan_threads = 1;
#endif
constexpr int lists_of_block = int(scan_threads) / lanes_of_list;
constexpr int rows_of_round = 32, rows_of_lane = rows_of_round / lanes_of_list;
constexpr int joined_at_once = 8;  ///< lists of parts

/// The length of the list that holds so many keys: 32, 128, 512 or 2048.
inline int list_length(int keys) {
    int length = 32;
    while (length < keys) length *= 4;
    return length;
}

#if defined(__CUDACC__)

/// RegisterList, for a warp of the block.
template <int Each>
class NearestRows : public RegisterList<Each> {
public:
    __device__ __forceinline__ NearestRows(int /*length*/, int lane) : RegisterList<Each>(memory(), lane) {}

private:
    __device__ static __forceinline__ Key* memory() {
        __shared__ Key waiting[lists_of_block][2 * rows_of_round];
        return waiting[threadIdx.x / 32];
    }
};
inline std::size_t list_bytes(int /*length*/) { return 0; }

/// Calls f(keys per lane as a constant) for a length that list_length returned: four lengths, because there is a kernel for every
/// combination of length, metric and way of reading.
template <class F>
void with_lists(int length, F f) {
    switch (length / 32) {
        case 1: return f(std::integral_constant<int, 1>());
        case 4: return f(std::integral_constant<int, 4>());
        case 16: return f(std::integral_constant<int, 16>());
        default: return f(std::integral_constant<int, most_registers>());
    }
}

#else

/// The counterpart of RegisterList for one thread: keys in memory, from which keys beyond the smallest are dropped now and then.
template <int Each>
class NearestRows {
public:
    NearestRows(int length, int /*lane*/) : length_(length) {
        NEIGHBORSCOPE_DYNAMIC_SHARED(Key, memory);
        held_ = memory;
    }
    void begin_with(const Key* list) {
        std::copy(list, list + length_, held_);
        filled_ = length_;
        last_ = list[length_ - 1];
    }
    void push(Key key) {
        if (key < last_) held_[filled_++] = key;
    }
    void take_waiting() {
        if (filled_ < 2 * length_) return;
        std::nth_element(held_, held_ + length_ - 1, held_ + filled_);
        filled_ = length_;
        last_ = held_[length_ - 1];
    }
    void finish() {}
    void join(const Key* list) {
        for (int i = 0; i < length_ && list[i] < last_; ++i) {
            push(list[i]);
            take_waiting();
        }
    }
    void write(Key* list, int entries) {
        const int there = std::min(filled_, entries);
        std::partial_sort(held_, held_ + there, held_ + filled_);
        std::copy(held_, held_ + there, list);
        std::fill(list + there, list + entries, no_key);
    }

private:
    Key* held_;  ///< [2 length + rows per round]
    Key last_ = no_key;
    int length_, filled_ = 0;
};
inline std::size_t list_bytes(int length) { return sizeof(Key) * (2 * std::size_t(length) + rows_of_round); }

/// One kernel for all lengths.
template <class F>
void with_lists(int /*length*/, F f) {
    f(std::integral_constant<int, 0>());
}

#endif

/// Moves the nearest `probes` of each query's keys[query][lists] to the front, ascending; the rest is overwritten. One warp per query, on
/// the host one thread.
template <int Each>
__global__ void __launch_bounds__(scan_threads) put_nearest_first(Key* keys, std::int64_t queries, int lists, int probes) {
    const std::int64_t query = std::int64_t(blockIdx.x) * lists_of_block + threadIdx.x / lanes_of_list;
    if (query >= queries) return;
    Key* const own = keys + query * lists;
#if defined(__CUDACC__)
    const int lane = int(threadIdx.x) % 32;
    NearestRows<Each> list(0, lane);
    for (int begin = 0; begin < lists; begin += 32) {
        list.push(begin + lane < lists ? own[begin + lane] : no_key);
        list.take_waiting();
    }
    list.finish();
    list.write(own, probes);
#else
    std::partial_sort(own, own + probes, own + lists);
#endif
}

/// Sets before[query][i] to the number of rows in the first i of its probed lists, i up to `probes`. One warp per query, on the host one
/// thread.
__global__ void __launch_bounds__(scan_threads)
    count_rows_before(const Key* keys, std::int64_t queries, int lists, int probes, const unsigned* begin, unsigned* before) {
    const std::int64_t query = std::int64_t(blockIdx.x) * lists_of_block + threadIdx.x / lanes_of_list;
    if (query >= queries) return;
    const int lane = int(threadIdx.x) % lanes_of_list;
    unsigned* const own = before + query * (probes + 1);
    unsigned sum = 0;
    for (int first = 0; first < probes; first += lanes_of_list) {
        const unsigned list = first + lane < probes ? unsigned(keys[query * lists + first + lane]) : 0;
        const unsigned rows = first + lane < probes ? begin[list + 1] - begin[list] : 0;
        unsigned upto = rows;
#pragma unroll
        for (int m = 1; m < lanes_of_list; m *= 2) {
            const unsigned others = __shfl_up_sync(all_lanes, upto, m);
            if (lane >= m) upto += others;
        }
        if (first + lane < probes) own[first + lane] = sum + upto - rows;
        sum += lanes_of_list > 1 ? __shfl_sync(all_lanes, upto, lanes_of_list - 1) : upto;
    }
    if (lane == 0) own[probes] = sum;
}

/// The arguments of a scan.
struct Scan {
    const float* rows;       ///< [points][stride], list after list
    const unsigned* number;  ///< [points] the number of each row
    const unsigned* begin;   ///< [lists + 1]
    const float* queries;    ///< [queries][stride]
    const std::int32_t* exclude;
    const Key* keys;         ///< [queries][lists]: the probed lists come first
    const unsigned* before;  ///< [queries][probes + 1]
    std::int64_t count;      ///< queries
    int stride, lists, probes;
    int parts;     ///< into which a query's rows are divided, because few queries alone would leave the device idle
    int length;    ///< of a list during the scan
    Key* nearest;  ///< [queries][parts][entries], ascending
    int entries;
};

#if defined(__CUDACC__)

/// The distance of the lane's row of rows [first, first + 32), of which those before `end` exist. Each lane reads its row.
template <class Metric, bool RowALane>
__device__ __forceinline__ void distances_of_round(
    const float* rows, std::int64_t first, std::int64_t end, const float* query, int stride, int lane, float (&distance)[1]) {
    if constexpr (RowALane) {
        distance[0] = first + lane < end ? thread_distance<Metric>(rows + (first + lane) * stride, query, stride) : 0;
    } else {  // the warp reads eight rows together
        constexpr int together = 8;
#pragma unroll 1
        for (int group = 0; group < rows_of_round / together && first + group * together < end; ++group) {
            float sum[together] = {};
            const float* const row = rows + (first + group * together) * stride;
            const int there = int(min(std::int64_t(together), end - first - group * together));
            for (int d = 4 * lane; d < stride; d += 128) {
                float4 piece[together];
#pragma unroll
                for (int r = 0; r < together; ++r)
                    piece[r] = __ldg(reinterpret_cast<const float4*>(row + std::int64_t(min(r, there - 1)) * stride + d));
                const float4 q = __ldg(reinterpret_cast<const float4*>(query + d));
#pragma unroll
                for (int r = 0; r < together; ++r) {
                    sum[r] = Metric::accumulate(sum[r], piece[r].x, q.x);
                    sum[r] = Metric::accumulate(sum[r], piece[r].y, q.y);
                    sum[r] = Metric::accumulate(sum[r], piece[r].z, q.z);
                    sum[r] = Metric::accumulate(sum[r], piece[r].w, q.w);
                }
            }
            const float joined = join_lanes<Metric, together>(sum, lane);
            const float own = __shfl_sync(all_lanes, joined, lane % together * (32 / together));
            if (lane / together == group) distance[0] = own;
        }
    }
}

#else

/// The distances of rows [first, first + 32), of which those before `end` exist.
template <class Metric, bool>
inline void distances_of_round(
    const float* rows, std::int64_t first, std::int64_t end, const float* query, int stride, int, float (&distance)[rows_of_round]) {
    using Four = float __attribute__((vector_size(16)));
    constexpr int wide = 4;
    const int there = int(std::min<std::int64_t>(rows_of_round, end - first));
    for (int i = 0; i < there; ++i) {
        const float* const row = rows + (first + i) * stride;
        Four sums[wide] = {};
        int d = 0;
        for (; d + 4 * wide <= stride; d += 4 * wide) {
            Four a[wide], b[wide];
            std::memcpy(a, row + d, sizeof a);
            std::memcpy(b, query + d, sizeof b);
            for (int w = 0; w < wide; ++w) {
                if constexpr (std::is_same_v<Metric, Euclidean>) {
                    const Four difference = a[w] - b[w];
                    sums[w] += difference * difference;
                } else {
                    for (int lane = 0; lane < 4; ++lane) sums[w][lane] = Metric::join(sums[w][lane], Metric::term(a[w][lane], b[w][lane]));
                }
            }
        }
        float sum = 0;
        for (; d < stride; ++d) sum = Metric::join(sum, Metric::term(row[d], query[d]));
        for (const Four& four : sums)
            for (int lane = 0; lane < 4; ++lane) sum = Metric::join(sum, four[lane]);
        distance[i] = sum;
    }
}

#endif

/// Finds the nearest rows of one part of a query's rows. One warp per query and part, on the host one thread.
template <class Metric, int Each, bool RowALane>
__global__ void __launch_bounds__(scan_threads) scan_lists(Scan s) {
    const int lane = int(threadIdx.x) % lanes_of_list;
    const std::int64_t place = std::int64_t(blockIdx.x) * lists_of_block + threadIdx.x / lanes_of_list;
    if (place >= s.count * s.parts) return;
    const std::int64_t query = place / s.parts, part = place % s.parts;
    const unsigned* const before = s.before + query * (s.probes + 1);
    const Key* const probed = s.keys + query * s.lists;
    const std::int64_t all = before[s.probes], end = all * (part + 1) / s.parts;
    std::int64_t at = all * part / s.parts;
    int probe = 0;  // the last that begins at or before `at`
    for (int step = 1 << 16; step > 0; step /= 2)
        if (probe + step < s.probes && std::int64_t(before[probe + step]) <= at) probe += step;
    const float* const position = s.queries + query * s.stride;
    const std::int64_t excluded = s.exclude ? s.exclude[query] : -1;
    NearestRows<Each> nearest(s.length, lane);
    for (; at < end; ++probe) {
        const std::int64_t to = min(end, std::int64_t(before[probe + 1]));
        const std::int64_t list_at = std::int64_t(s.begin[unsigned(probed[probe])]) - std::int64_t(before[probe]);
        for (; at < to; at += rows_of_round) {
            const std::int64_t first = list_at + at, last = list_at + to;
            float distance[rows_of_lane];
            distances_of_round<Metric, RowALane>(s.rows, first, last, position, s.stride, lane, distance);
#pragma unroll
            for (int i = 0; i < rows_of_lane; ++i) {
                const std::int64_t row = first + lane + i * lanes_of_list;
                Key key = no_key;
                if (row < last) {
                    const unsigned number = s.number[row];
                    if (std::int64_t(number) != excluded) key = make_key(distance[i], number);
                }
                nearest.push(key);
            }
            nearest.take_waiting();
        }
        at = to;
    }
    nearest.finish();
    nearest.write(s.nearest + place * s.entries, s.entries);
}

/// Merges the lists of parts, `joined_at_once` that are `apart` from each other, into the first of them; `to` receives the final list, or
/// is null. One warp per query and group, on the host one thread.
template <int Each>
__global__ void __launch_bounds__(scan_threads)
    join_parts(Key* lists, std::int64_t queries, int length, int parts, int apart, Key* to, int entries) {
    const int groups = (parts + apart * joined_at_once - 1) / (apart * joined_at_once), lane = int(threadIdx.x) % lanes_of_list;
    const std::int64_t place = std::int64_t(blockIdx.x) * lists_of_block + threadIdx.x / lanes_of_list;
    if (place >= queries * groups) return;
    const int first = int(place % groups) * apart * joined_at_once;
    Key* const of_query = lists + place / groups * parts * length;
    NearestRows<Each> nearest(length, lane);
    nearest.begin_with(of_query + std::int64_t(first) * length);
    for (int i = 1; i < joined_at_once && first + i * apart < parts; ++i) nearest.join(of_query + std::int64_t(first + i * apart) * length);
    if (to) nearest.write(to + place * entries, entries);  // the only group of its query
    else nearest.write(of_query + std::int64_t(first) * length, length);
}

/// Copies the first k of each list of `width`. One thread per entry, grid-stride.
__global__ void __launch_bounds__(each_threads) keep_first(Lists from, int width, Lists to, int k, std::int64_t entries) {
    for (std::int64_t i = std::int64_t(blockIdx.x) * each_threads + threadIdx.x; i < entries; i += std::int64_t(gridDim.x) * each_threads) {
        const std::int64_t at = i / k * width + i % k;
        to.index[i] = from.index[at];
        to.distance[i] = from.distance[at];
    }
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::ivf
