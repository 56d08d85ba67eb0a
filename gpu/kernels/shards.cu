#include "gpu/kernels/shards.hpp"

#include "gpu/device/primitives.hpp"
#include "gpu/kernels/finish.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr unsigned entry_threads = 256;
/// Rounding of a box's distance in double precision: no neighbour at the border is lost.
constexpr double box_rounding = 1 - 0x1p-40;

Shape strided(std::size_t count) {
    return {unsigned(std::min<std::size_t>((count + entry_threads - 1) / entry_threads, 4096)), entry_threads};
}

__device__ __forceinline__ bool entry_before(const ListEntry& a, const ListEntry& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.row < b.row);
}

__device__ __forceinline__ std::int32_t row_of_shard(const ShardRows& shard, std::int32_t row) {
    if (row < 0) return -1;
    if (!shard.rows) return row >= shard.first && row < shard.first + shard.count ? std::int32_t(row - shard.first) : -1;
    std::int64_t low = 0, high = shard.count;
    while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (shard.rows[middle] < row) low = middle + 1;
        else high = middle;
    }
    return low < shard.count && shard.rows[low] == row ? std::int32_t(low) : -1;
}

/// The number of neighbours in a list of k.
__device__ __forceinline__ int entries_of(const ListEntry* list, int k) {
    int low = 0, high = k;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (list[middle].row >= 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

/// How many of the first `count` neighbours of a list are before `entry`.
__device__ __forceinline__ int entries_before(const ListEntry* list, int count, const ListEntry& entry) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (entry_before(list[middle], entry)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/// The distance of a query from a box.
__device__ __forceinline__ double distance_from_box(const float* query, const ShardBox& box, int dimension, ::neighborscope::Metric metric) {
    double sum = 0;
    for (int d = 0; d < dimension; ++d) {
        const double x = query[d], low = box.low[std::size_t(d)], high = box.high[std::size_t(d)];
        const double apart = x < low ? low - x : x > high ? x - high : 0;
        if (metric == ::neighborscope::Metric::euclidean) sum += apart * apart;
        else if (metric == ::neighborscope::Metric::manhattan) sum += apart;
        else sum = apart > sum ? apart : sum;
    }
    return metric == ::neighborscope::Metric::euclidean ? sqrt(sum) : sum;
}

struct Boxes {
    const ShardBox* box;
    int count;
};

}  // namespace

/// One block per query.
template <class Metric>
__global__ void compute_entries(Points points, Queries queries, Lists lists, int width, ShardRows shard, int k, Exact* exact, ListEntry* entries) {
    const std::size_t query = blockIdx.x;
    Exact* const own = exact + query * width;
    block_exact_distances<Metric>(points.coordinates, queries.points.coordinates + query * points.dimension, points.dimension, width,
        [&](int i) { return lists.index[query * width + i]; }, own);
    for (int i = int(threadIdx.x); i < k; i += int(blockDim.x)) {
        const std::int32_t index = i < width ? own[i].index : -1;
        entries[query * k + i] = {index < 0 ? 0 : own[i].distance,
            index < 0 ? -1 : shard.rows ? shard.rows[index] : std::int32_t(shard.first + index)};
    }
}

__global__ void merge_two(
    const ListEntry* first, const std::int32_t* at, const ListEntry* second, std::size_t entries, int k, ListEntry* merged) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride) {
        const std::size_t list = i / std::size_t(k);
        const int place = int(i % std::size_t(k));
        const ListEntry* const a = first + (at ? std::size_t(at[list]) : list) * std::size_t(k);
        const ListEntry* const b = second + list * std::size_t(k);
        ListEntry* const out = merged + list * std::size_t(k);
        const int of_a = entries_of(a, k), of_b = entries_of(b, k);
        if (place < of_a)
            if (const int rank = place + entries_before(b, of_b, a[place]); rank < k) out[rank] = a[place];
        if (place < of_b)
            if (const int rank = place + entries_before(a, of_a, b[place]); rank < k) out[rank] = b[place];
        if (place >= of_a + of_b) out[place] = {0, -1};
    }
}

__global__ void scatter_lists(const ListEntry* from, const std::int32_t* at, std::size_t entries, int k, ListEntry* to) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride)
        to[std::size_t(at[i / std::size_t(k)]) * std::size_t(k) + i % std::size_t(k)] = from[i];
}

__global__ void clear_lists(ListEntry* entries, std::size_t count) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) entries[i] = {0, -1};
}

__global__ void write_entries(const ListEntry* from, std::size_t entries, Lists lists) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride)
        write_neighbour(lists, i, {from[i].distance, from[i].row});
}

__global__ void find_local_rows(const std::int32_t* excluded, std::size_t count, ShardRows shard, std::int32_t* local) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        local[i] = row_of_shard(shard, excluded[i]);
}

__global__ void gather_words(const std::int32_t* from, const std::int32_t* at, std::size_t count, std::int32_t* to) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) to[i] = from[at[i]];
}

__global__ void mark_home(const std::int32_t* rows, std::size_t count, int shard, std::int32_t* home) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) home[rows[i]] = shard;
}

__global__ void gather_floats(const float* from, const std::int32_t* at, std::size_t count, int dimension, float* to) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count * dimension; i += stride)
        to[i] = from[std::size_t(at[i / dimension]) * dimension + i % dimension];
}

__global__ void find_nearest_boxes(Queries queries, ::neighborscope::Metric metric, Boxes boxes, std::int32_t* home) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < std::size_t(queries.points.count); i += stride) {
        const float* const query = queries.points.coordinates + i * queries.points.dimension;
        double nearest = 0;
        std::int32_t found = -1;
        for (int shard = 0; shard < boxes.count; ++shard) {
            if (boxes.box[shard].empty) continue;
            const double distance = distance_from_box(query, boxes.box[shard], queries.points.dimension, metric);
            if (found < 0 || distance < nearest) nearest = distance, found = shard;
        }
        home[i] = found < 0 ? 0 : found;
    }
}

/// marked[query] = 1 if its home is the shard.
__global__ void mark_at_home(const std::int32_t* home, std::size_t count, int shard, unsigned* marked) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) marked[i] = home[i] == shard;
}

__global__ void mark_over_border(Queries queries, ::neighborscope::Metric metric, const std::int32_t* home, int shard, ShardBox box,
    const ListEntry* best, int k, unsigned* marked) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < std::size_t(queries.points.count); i += stride) {
        const ListEntry last = best[i * std::size_t(k) + std::size_t(k) - 1];
        const float* const query = queries.points.coordinates + i * queries.points.dimension;
        marked[i] = home[i] != shard &&
                    (last.row < 0 || distance_from_box(query, box, queries.points.dimension, metric) * box_rounding <= last.distance);
    }
}

__global__ void compact_marked(const unsigned* marked, const unsigned* place, std::size_t count, std::int32_t* chosen) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        if (marked[i]) chosen[place[i]] = std::int32_t(i);
}

void exact_entries(const Points& shard, const Queries& queries, ::neighborscope::Metric metric, const Lists& lists, int width,
    const ShardRows& rows, int k, ListEntry* entries) {
    if (queries.points.count == 0) return;
    Stream stream;
    constexpr std::int64_t most_exact = std::int64_t(1) << 22;  // of one launch: the exact distances take no more memory than this
    const std::int64_t batch = std::clamp<std::int64_t>(most_exact / std::max(width, 1), 1, queries.points.count);
    const Buffer<Exact> exact(stream, std::size_t(batch) * std::size_t(width), "exact distances of a shard");
    with_metric(metric, [&](auto m) {
        for (std::int64_t first = 0; first < queries.points.count; first += batch) {
            Queries some = queries;
            some.points.count = std::min(batch, queries.points.count - first);
            some.points.coordinates += first * shard.dimension;
            launch(stream, {unsigned(some.points.count), finish_threads(width, shard.dimension)}, KERNEL(compute_entries<decltype(m)>), shard,
                some, Lists{lists.index + first * width, lists.distance + first * width}, width, rows, k, exact.data(), entries + first * k);
        }
    });
    stream.wait();
}

void merge_entries(
    const ListEntry* first, const std::int32_t* at, const ListEntry* second, std::int64_t count, int k, ListEntry* merged) {
    if (count == 0) return;
    Stream stream;
    const std::size_t entries = std::size_t(count) * std::size_t(k);
    launch(stream, strided(entries), KERNEL(merge_two), first, at, second, entries, k, merged);
    stream.wait();
}

void scatter_entries(const ListEntry* from, const std::int32_t* at, std::int64_t count, int k, ListEntry* to) {
    if (count == 0) return;
    Stream stream;
    const std::size_t entries = std::size_t(count) * std::size_t(k);
    launch(stream, strided(entries), KERNEL(scatter_lists), from, at, entries, k, to);
    stream.wait();
}

void clear_entries(ListEntry* entries, std::size_t count) {
    if (count == 0) return;
    Stream stream;
    launch(stream, strided(count), KERNEL(clear_lists), entries, count);
    stream.wait();
}

void write_lists(const ListEntry* from, std::size_t entries, const Lists& lists) {
    if (entries == 0) return;
    Stream stream;
    launch(stream, strided(entries), KERNEL(write_entries), from, entries, lists);
    stream.wait();
}

void local_rows(const std::int32_t* excluded, std::int64_t count, const ShardRows& shard, std::int32_t* local) {
    if (count == 0) return;
    Stream stream;
    launch(stream, strided(std::size_t(count)), KERNEL(find_local_rows), excluded, std::size_t(count), shard, local);
    stream.wait();
}

void gather_numbers(const std::int32_t* from, const std::int32_t* at, std::int64_t count, std::int32_t* to) {
    if (count == 0) return;
    Stream stream;
    launch(stream, strided(std::size_t(count)), KERNEL(gather_words), from, at, std::size_t(count), to);
    stream.wait();
}

void set_home(const std::int32_t* rows, std::int64_t count, int shard, std::int32_t* home) {
    if (count == 0) return;
    Stream stream;
    launch(stream, strided(std::size_t(count)), KERNEL(mark_home), rows, std::size_t(count), shard, home);
    stream.wait();
}

void gather_rows(const float* from, const std::int32_t* at, std::int64_t count, int dimension, float* to) {
    if (count == 0) return;
    Stream stream;
    launch(stream, strided(std::size_t(count) * std::size_t(dimension)), KERNEL(gather_floats), from, at, std::size_t(count), dimension, to);
    stream.wait();
}

void sort_rows(std::int32_t* rows, std::int64_t count) {
    if (count == 0) return;
    Stream stream;
    const auto n = std::size_t(count);
    const Buffer<unsigned> sorted(stream, n, "rows of a shard"), values(stream, n, "rows of a shard");
    const Buffer<unsigned char> scratch(stream, sort_pairs_bytes(n), "sorting the rows of a shard");
    Buffer<unsigned> moved(stream, n, "rows of a shard");
    moved.from_device(stream, rows, n * sizeof(unsigned));
    sort_pairs(stream, moved.data(), sorted.data(), moved.data(), values.data(), n, 31, std::span(scratch.data(), scratch.size()));
    sorted.to_device(stream, rows, n * sizeof(unsigned));
    stream.wait();
}

void find_homes(const Queries& queries, ::neighborscope::Metric metric, std::span<const ShardBox> boxes, std::int32_t* home) {
    if (queries.points.count == 0) return;
    Stream stream;
    Buffer<ShardBox> memory(stream, boxes.size(), "boxes of shards");
    memory.from_host(stream, boxes);
    launch(stream, strided(std::size_t(queries.points.count)), KERNEL(find_nearest_boxes), queries, metric,
        Boxes{memory.data(), int(boxes.size())}, home);
    stream.wait();
}

namespace {

/// Marks by `mark(marked)`, writes the marked queries and returns their number.
template <class Mark>
std::int64_t choose(Stream& stream, std::int64_t queries, std::int32_t* chosen, Mark mark) {
    if (queries == 0) return 0;
    const auto n = std::size_t(queries);
    Buffer<unsigned> marked(stream, n + 1, "queries of a shard"), total(stream, 1, "queries of a shard");
    const Buffer<unsigned> place(stream, n + 1, "queries of a shard");
    marked.zero(stream);
    mark(marked.data());
    exclusive_scan(stream, marked.data(), place.data(), n + 1);
    launch(stream, strided(n), KERNEL(compact_marked), static_cast<const unsigned*>(marked.data()), static_cast<const unsigned*>(place.data()),
        n, chosen);
    std::array<unsigned, 1> number{};
    total.from_device(stream, place.data() + n, sizeof(unsigned));
    total.to_host(stream, std::span(number));
    return number[0];
}

}  // namespace

std::int64_t choose_at_home(const std::int32_t* home, std::int64_t queries, int shard, std::int32_t* chosen) {
    Stream stream;
    return choose(stream, queries, chosen, [&](unsigned* marked) {
        launch(stream, strided(std::size_t(queries)), KERNEL(mark_at_home), home, std::size_t(queries), shard, marked);
    });
}

std::int64_t choose_over_border(const Queries& queries, ::neighborscope::Metric metric, const std::int32_t* home, int shard,
    const ShardBox& box, const ListEntry* best, int k, std::int32_t* chosen) {
    if (box.empty) return 0;
    Stream stream;
    return choose(stream, queries.points.count, chosen, [&](unsigned* marked) {
        launch(stream, strided(std::size_t(queries.points.count)), KERNEL(mark_over_border), queries, metric, home, shard, box, best, k,
            marked);
    });
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
