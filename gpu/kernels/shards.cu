#include "gpu/kernels/shards.hpp"

#include "gpu/device/primitives.hpp"
#include "gpu/kernels/extent.cuh"
#include "gpu/kernels/finish.cuh"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr unsigned entry_threads = 256;
/// Rounding of a box's distance in double precision: no neighbour at the border is lost.
constexpr double box_rounding = 1 - 0x1p-40;
/// The k-th distance is rounded to float32; a subnormal one by up to half of the least float.
constexpr double list_rounding = 1 + 0x1p-20, least_distance = 0x1p-149;

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
    if (list[k - 1].row >= 0) return k;
    int low = 0, high = k - 1;
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
__device__ __forceinline__ double distance_from_box(
    const float* query, const ShardBox& box, int dimension, ::neighborscope::Metric metric) {
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

/// The boxes of all shards, and where the queries of each begin among those sorted by the shard they lie in.
struct Regions {
    const ShardBox* box;
    const unsigned* begin;  ///< [count + 1]
    int count;
};

/// Whether a list may have neighbours among the points of a box: a list that is not full ends in NaN.
__device__ __forceinline__ bool reaches(
    const float* query, int dimension, ::neighborscope::Metric metric, const Lists& lists, std::size_t last, const ShardBox& box) {
    return !box.empty && !(distance_from_box(query, box, dimension, metric) * box_rounding >
                             double(lists.distance[last]) * list_rounding + least_distance);
}

/// A list and a place in it.
struct Place {
    std::size_t list;
    int place;
};
__device__ __forceinline__ Place place_of(std::size_t i, int k) {
    if (i <= 0xffffffffu) {  // dividing 64 bits takes many times as long
        const unsigned list = unsigned(i) / unsigned(k);
        return {list, int(unsigned(i) - list * unsigned(k))};
    }
    return {i / std::size_t(k), int(i % std::size_t(k))};
}

}  // namespace

/// One block per query.
template <class Metric>
__global__ void __launch_bounds__(finish_threads_most)
    compute_entries(Points points, Queries queries, Lists lists, int width, ShardRows shard, int k, Exact* exact, ListEntry* entries) {
    const std::size_t query = blockIdx.x;
    Exact* const own = exact + query * width;
    block_exact_distances<Metric>(
        points.coordinates, queries.points.coordinates + query * points.dimension, points.dimension, width,
        [&](int i) { return lists.index[query * width + i]; }, own);
    for (int i = int(threadIdx.x); i < k; i += int(blockDim.x)) {
        const std::int32_t index = i < width ? own[i].index : -1;
        entries[query * k + i] = {index < 0 ? 0 : own[i].distance, index < 0    ? -1
                                                                   : shard.rows ? shard.rows[index]
                                                                                : std::int32_t(shard.first + index)};
    }
}

/// One thread per neighbour: up to four dimensions. The queries are those in `at`, if it is not null.
template <class Metric>
__global__ void compute_few_coordinates(Points points, Queries queries, const std::int32_t* at, Lists lists, int width, ShardRows shard,
    int k, std::size_t entries, ListEntry* to) {
    const int dimension = points.dimension;
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride) {
        const auto [list, place] = place_of(i, k);
        const std::size_t query = at ? std::size_t(at[list]) : list;
        const std::int32_t index = place < width ? lists.index[query * std::size_t(width) + std::size_t(place)] : -1;
        ListEntry entry{0, -1};
        if (index >= 0) {
            const float *const row = points.coordinates + std::size_t(index) * dimension, *const own = queries.points.coordinates +
                                                                                                       query * dimension;
            double sum = 0;
            for (int d = 0; d < dimension; ++d) sum = Metric::join(sum, Metric::term(double(row[d]), double(own[d])));
            entry = {Metric::distance(sum), shard.rows ? shard.rows[index] : std::int32_t(shard.first + index)};
        }
        to[i] = entry;
    }
}

/// One thread per neighbour of every part: its place in the merged list is its place in its own list plus the number of neighbours of the
/// other lists before it.
__global__ void merge_parts(
    const ListEntry* first, const ListEntry* others, int parts, const std::int32_t* at, std::size_t entries, int k, Lists lists) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x, all = entries * std::size_t(parts);
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < all; i += stride) {
        const int own = int(i / entries);
        const Place in_part = place_of(i - std::size_t(own) * entries, k);
        const int place = in_part.place;
        const std::size_t list = in_part.list, begin = list * std::size_t(k);
        const auto list_of = [&](int part) { return (part == 0 ? first : others + std::size_t(part - 1) * entries) + begin; };
        const ListEntry entry = list_of(own)[place];
        if (entry.row < 0 && own > 0) continue;
        int before_it = place, there = 0;
        for (int part = 0; part < parts; ++part) {
            if (part == own && entry.row >= 0) continue;
            const int some = entries_of(list_of(part), k);
            if (entry.row >= 0) before_it += entries_before(list_of(part), some, entry);
            else there = min(k, there + some);  // all lists together: `place` stays empty if they do not reach it
        }
        const std::size_t to = (at ? std::size_t(at[list]) : list) * std::size_t(k);
        if (entry.row >= 0 && before_it < k) write_neighbour(lists, to + std::size_t(before_it), {entry.distance, entry.row});
        if (entry.row < 0 && place >= there) write_neighbour(lists, to + std::size_t(place), {0, -1});
    }
}

/// Lists of `width` become those of the queries at[i], of k; rows of a shard those of the whole set, if `rows` is not null.
__global__ void scatter_rows(
    Lists from, int width, const std::int32_t* rows, const std::int32_t* at, std::size_t entries, int k, Lists to) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride) {
        const auto [list, place] = place_of(i, k);
        const std::size_t own = list * std::size_t(width) + std::size_t(place);
        const std::size_t out = (at ? std::size_t(at[list]) : list) * std::size_t(k) + std::size_t(place);
        const bool there = place < width;
        const std::int32_t row = there ? from.index[own] : -1;
        to.index[out] = rows && row >= 0 ? rows[row] : row;
        to.distance[out] = there ? from.distance[own] : __uint_as_float(0x7fc00000u);
    }
}

__global__ void find_global_rows(std::int32_t* index, std::size_t count, ShardRows shard) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
        const std::int32_t row = index[i];
        index[i] = row < 0 ? -1 : shard.rows ? shard.rows[row] : std::int32_t(shard.first + row);
    }
}

__global__ void clear_lists(ListEntry* entries, std::size_t count) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) entries[i] = {0, -1};
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

__global__ void gather_floats(const float* from, const std::int32_t* at, std::size_t count, int dimension, float* to) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count * dimension; i += stride)
        to[i] = from[std::size_t(at[i / dimension]) * dimension + i % dimension];
}

__global__ void find_nearest_boxes(
    Queries queries, ::neighborscope::Metric metric, const ShardBox* box, int boxes, unsigned* home, unsigned* number) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < std::size_t(queries.points.count); i += stride) {
        const float* const query = queries.points.coordinates + i * queries.points.dimension;
        double nearest = 0;
        int found = -1;
        for (int shard = 0; shard < boxes; ++shard) {
            if (box[shard].empty) continue;
            const double distance = distance_from_box(query, box[shard], queries.points.dimension, metric);
            if (found < 0 || distance < nearest) nearest = distance, found = shard;
        }
        home[i] = unsigned(found < 0 ? 0 : found);
        number[i] = unsigned(i);
    }
}

/// begin[shard] = the first of `count` ascending homes that is not below `shard`, for shard <= shards.
__global__ void find_begins(const unsigned* home, std::size_t count, int shards, unsigned* begin) {
    for (int shard = int(threadIdx.x); shard <= shards; shard += int(blockDim.x)) {
        std::size_t low = 0, high = count;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (home[middle] < unsigned(shard)) low = middle + 1;
            else high = middle;
        }
        begin[shard] = unsigned(low);
    }
}

/// marked[i] = 1 if the list of query order[i] reaches into a region that is not its own.
__global__ void mark_over_border(
    Queries queries, ::neighborscope::Metric metric, Regions regions, const std::int32_t* order, Lists lists, int k, unsigned* marked) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < std::size_t(queries.points.count); i += stride) {
        const auto query = std::size_t(order[i]);
        const float* const position = queries.points.coordinates + query * queries.points.dimension;
        const std::size_t last = query * std::size_t(k) + std::size_t(k) - 1;
        bool found = false;
        for (int shard = 0; shard < regions.count && !found; ++shard)
            found = (i < regions.begin[shard] || i >= regions.begin[shard + 1]) &&
                    reaches(position, queries.points.dimension, metric, lists, last, regions.box[shard]);
        marked[i] = found;
        if (i == 0) marked[queries.points.count] = 0;  // for the sums
    }
}

/// The same of `count` places in the order, for each region: marked[regions][count].
__global__ void mark_into_regions(Queries queries, ::neighborscope::Metric metric, Regions regions, const std::int32_t* order,
    const unsigned* place, std::size_t count, Lists lists, int k, unsigned* marked) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count * std::size_t(regions.count); i += stride) {
        const auto shard = int(i / count);
        const std::size_t at = place[i % count];
        const auto query = std::size_t(order[at]);
        marked[i] = (at < regions.begin[shard] || at >= regions.begin[shard + 1]) &&
                    reaches(queries.points.coordinates + query * queries.points.dimension, queries.points.dimension, metric, lists,
                        query * std::size_t(k) + std::size_t(k) - 1, regions.box[shard]);
        if (i == 0) marked[count * std::size_t(regions.count)] = 0;  // for the sums
    }
}

/// chosen[sum[i]] = i, if it is marked.
__global__ void list_marked(const unsigned* marked, const unsigned* sum, std::size_t count, unsigned* chosen) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        if (marked[i]) chosen[sum[i]] = unsigned(i);
}

/// The marked queries of all regions, one region after another.
__global__ void list_marked_queries(const unsigned* marked, const unsigned* sum, const std::int32_t* order, const unsigned* place,
    std::size_t count, std::size_t all, std::int32_t* chosen) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < all; i += stride)
        if (marked[i]) chosen[sum[i]] = order[place[i % count]];
}

/// to[i] = from[i * apart].
__global__ void pick_apart(const unsigned* from, std::size_t apart, int count, unsigned* to) {
    for (int i = int(threadIdx.x); i < count; i += int(blockDim.x)) to[i] = from[std::size_t(i) * apart];
}

void exact_entries(const Points& shard, const Queries& queries, const std::int32_t* at, ::neighborscope::Metric metric, const Lists& lists,
    int width, const ShardRows& rows, std::int64_t count, int k, ListEntry* entries) {
    if (count == 0) return;
    Stream& stream = stream_of_thread();
    constexpr int few_coordinates = 4;
    if (shard.dimension <= few_coordinates) {
        const std::size_t all = std::size_t(count) * std::size_t(k);
        with_metric(metric, [&](auto m) {
            launch(stream, strided(all), KERNEL(compute_few_coordinates<decltype(m)>), shard, queries, at, lists, width, rows, k, all,
                entries);
        });
        return;
    }
    constexpr std::int64_t most_exact = std::int64_t(1) << 22;  // of one launch: the exact distances take no more memory than this
    const std::int64_t batch = std::clamp<std::int64_t>(most_exact / std::max(width, 1), 1, count);
    const Buffer<Exact> exact(stream, std::size_t(batch) * std::size_t(width), "exact distances of a shard");
    with_metric(metric, [&](auto m) {
        for (std::int64_t first = 0; first < count; first += batch) {
            Queries some = queries;
            some.points.count = std::min(batch, count - first);
            some.points.coordinates += first * shard.dimension;
            launch(stream, {unsigned(some.points.count), finish_threads(width, shard.dimension)}, KERNEL(compute_entries<decltype(m)>),
                shard, some, Lists{lists.index + first * width, lists.distance + first * width}, width, rows, k, exact.data(),
                entries + first * k);
        }
    });
}

void merge_entries(
    const ListEntry* first, const ListEntry* others, int parts, const std::int32_t* at, std::int64_t count, int k, const Lists& lists) {
    if (count == 0) return;
    const std::size_t entries = std::size_t(count) * std::size_t(k);
    launch(stream_of_thread(), strided(entries * std::size_t(parts)), KERNEL(merge_parts), first, others, parts, at, entries, k, lists);
}

void scatter_lists(
    const Lists& from, int width, const std::int32_t* rows, const std::int32_t* at, std::int64_t count, int k, const Lists& to) {
    if (count == 0) return;
    const std::size_t entries = std::size_t(count) * std::size_t(k);
    launch(stream_of_thread(), strided(entries), KERNEL(scatter_rows), from, width, rows, at, entries, k, to);
}

void clear_entries(ListEntry* entries, std::size_t count) {
    if (count > 0) launch(stream_of_thread(), strided(count), KERNEL(clear_lists), entries, count);
}

void global_rows(std::int32_t* index, std::size_t count, const ShardRows& shard) {
    if (count > 0) launch(stream_of_thread(), strided(count), KERNEL(find_global_rows), index, count, shard);
}

void local_rows(const std::int32_t* excluded, std::int64_t count, const ShardRows& shard, std::int32_t* local) {
    if (count > 0)
        launch(stream_of_thread(), strided(std::size_t(count)), KERNEL(find_local_rows), excluded, std::size_t(count), shard, local);
}

void gather_numbers(const std::int32_t* from, const std::int32_t* at, std::int64_t count, std::int32_t* to) {
    if (count > 0) launch(stream_of_thread(), strided(std::size_t(count)), KERNEL(gather_words), from, at, std::size_t(count), to);
}

void gather_rows(const float* from, const std::int32_t* at, std::int64_t count, int dimension, float* to) {
    if (count > 0)
        launch(stream_of_thread(), strided(std::size_t(count) * std::size_t(dimension)), KERNEL(gather_floats), from, at,
            std::size_t(count), dimension, to);
}

void wait_for_thread() { stream_of_thread().wait(); }

void sort_rows(std::int32_t* rows, std::int64_t count) {
    if (count == 0) return;
    Stream& stream = stream_of_thread();
    const auto n = std::size_t(count);
    const Buffer<unsigned> sorted(stream, n, "rows of a shard"), values(stream, n, "rows of a shard");
    const Buffer<unsigned char> scratch(stream, sort_pairs_bytes(n), "sorting the rows of a shard");
    Buffer<unsigned> moved(stream, n, "rows of a shard");
    moved.from_device(stream, rows, n * sizeof(unsigned));
    sort_pairs(stream, moved.data(), sorted.data(), moved.data(), values.data(), n, 31, std::span(scratch.data(), scratch.size()));
    sorted.to_device(stream, rows, n * sizeof(unsigned));
    stream.wait();
}

ShardBox box_of(const Points& points) {
    ShardBox box;
    if (points.count == 0) return box;
    Stream& stream = stream_of_thread();
    const auto dimension = std::size_t(points.dimension);
    Buffer<unsigned> extent(stream, 2 * dimension, "box of a shard");
    extent.zero(stream);
    const Shape shape{extent_blocks(points.count), extent_threads};
    if (points.dimension == 2) launch(stream, shape, KERNEL(find_extent<2>), points.coordinates, points.count, extent.data());
    else launch(stream, shape, KERNEL(find_extent<3>), points.coordinates, points.count, extent.data());
    std::array<unsigned, 6> found{};
    extent.to_host(stream, std::span(found).first(2 * dimension));
    for (std::size_t d = 0; d < dimension; ++d) {
        box.low[d] = unordered(~found[d]);
        box.high[d] = unordered(found[dimension + d]);
    }
    box.empty = false;
    return box;
}

std::vector<std::int64_t> choose_homes(
    const Queries& queries, ::neighborscope::Metric metric, std::span<const ShardBox> boxes, std::int32_t* chosen) {
    Stream& stream = stream_of_thread();
    const auto n = std::size_t(queries.points.count);
    const int shards = int(boxes.size());
    const Buffer<unsigned> home(stream, n, "devices of queries"), sorted(stream, n, "devices of queries"),
        number(stream, n, "devices of queries"), begin(stream, std::size_t(shards) + 1, "devices of queries");
    const Buffer<unsigned char> scratch(stream, sort_pairs_bytes(n), "sorting queries by device");
    Buffer<ShardBox> box(stream, boxes.size(), "boxes of shards");
    box.from_host(stream, boxes);
    launch(stream, strided(n), KERNEL(find_nearest_boxes), queries, metric, static_cast<const ShardBox*>(box.data()), shards, home.data(),
        number.data());
    sort_pairs(stream, home.data(), sorted.data(), number.data(), reinterpret_cast<unsigned*>(chosen), n,
        std::max(1, int(std::bit_width(unsigned(shards - 1)))), std::span(scratch.data(), scratch.size()));
    launch(stream, {1, 32}, KERNEL(find_begins), static_cast<const unsigned*>(sorted.data()), n, shards, begin.data());
    std::vector<unsigned> found(boxes.size() + 1);
    begin.to_host(stream, std::span(found));
    return {found.begin(), found.end()};
}

std::vector<std::int64_t> choose_over_border(const Queries& queries, ::neighborscope::Metric metric, std::span<const ShardBox> boxes,
    const std::int32_t* order, std::span<const std::int64_t> begin, const Lists& lists, int k,
    const std::function<std::int32_t*(std::int64_t)>& room) {
    Stream& stream = stream_of_thread();
    const auto n = std::size_t(queries.points.count);
    const std::vector<unsigned> begins(begin.begin(), begin.end());
    Buffer<ShardBox> box(stream, boxes.size(), "boxes of shards");
    Buffer<unsigned> begin_memory(stream, begins.size(), "devices of queries");
    box.from_host(stream, boxes);
    begin_memory.from_host(stream, begins);
    const Regions regions{box.data(), begin_memory.data(), int(boxes.size())};
    std::vector<std::int64_t> chosen(boxes.size() + 1, 0);

    // First all queries that reach over any border, which are few; then for each of them the regions.
    const Buffer<unsigned> marked(stream, n + 1, "queries at borders"), sum(stream, n + 1, "queries at borders");
    launch(stream, strided(n), KERNEL(mark_over_border), queries, metric, regions, order, lists, k, marked.data());
    exclusive_scan(stream, marked.data(), sum.data(), n + 1);
    Buffer<unsigned> counted(stream, boxes.size() + 1, "queries at borders");
    std::vector<unsigned> number(boxes.size() + 1);
    counted.from_device(stream, sum.data() + n, sizeof(unsigned));
    counted.to_host(stream, std::span(number).first(1));
    const auto few = std::size_t(number[0]), all = few * boxes.size();
    if (few == 0) return chosen;
    const Buffer<unsigned> place(stream, few, "queries at borders"), sums(stream, all + 1, "queries at borders"),
        into(stream, all + 1, "queries at borders");
    launch(stream, strided(n), KERNEL(list_marked), static_cast<const unsigned*>(marked.data()), static_cast<const unsigned*>(sum.data()),
        n, place.data());
    launch(stream, strided(all), KERNEL(mark_into_regions), queries, metric, regions, order, static_cast<const unsigned*>(place.data()),
        few, lists, k, into.data());
    exclusive_scan(stream, into.data(), sums.data(), all + 1);
    launch(stream, {1, 32}, KERNEL(pick_apart), static_cast<const unsigned*>(sums.data()), few, int(boxes.size()) + 1, counted.data());
    counted.to_host(stream, std::span(number));
    chosen.assign(number.begin(), number.end());
    launch(stream, strided(all), KERNEL(list_marked_queries), static_cast<const unsigned*>(into.data()),
        static_cast<const unsigned*>(sums.data()), order, static_cast<const unsigned*>(place.data()), few, all, room(chosen.back()));
    return chosen;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
