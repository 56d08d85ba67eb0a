// `leaf-warp`: exact search of many queries in two and three dimensions; a warp answers the queries of a leaf.
// README.md beside this file explains it and which file to read first; TUNING.md has predictions and measurements.
#include "gpu/methods/leaf_warp/search.hpp"

#include "gpu/kernels/finish.cuh"
#include "gpu/methods/leaf_warp/steps.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

namespace {

constexpr unsigned threads_of_clearing = 256;

__global__ void clear_counts(unsigned* fallback, QueryWork* work, std::int64_t queries) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i == 0 && fallback) *fallback = 0;
    if (i < queries && work) work[i] = {0, 0};
}

__global__ void clear_lists(Lists lists, std::int64_t entries) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < entries) write_neighbour(lists, std::size_t(i), Exact{0, -1});
}

/// Numbers the lanes of a recorded warp, each with its own list, and sets the rows they exclude.
__global__ void number_lanes(int* number, const int* row, int count, std::int32_t* exclude) {
    const int lane = int(threadIdx.x);
    if (lane >= count) return;
    number[lane] = lane;
    if (exclude) exclude[lane] = row[lane];
}

__global__ void copy_list(Lists from, int lane, int k, Lists to) {
    for (int rank = int(threadIdx.x); rank < k; rank += int(blockDim.x)) {
        to.index[rank] = from.index[lane * k + rank];
        to.distance[rank] = from.distance[lane * k + rank];
    }
}

}  // namespace

void begin_recording(Stream& stream, int* number, const int* row, int count, std::int32_t* exclude) {
    launch(stream, {1, 32}, KERNEL(number_lanes), number, row, count, exclude);
}

void end_recording(Stream& stream, const Lists& from, int lane, int k, const Lists& to) {
    launch(stream, {1, 32}, KERNEL(copy_list), from, lane, k, to);
}

void begin_counting(Stream& stream, unsigned* fallback, QueryWork* work, std::int64_t queries) {
    const unsigned blocks = work ? unsigned((queries + threads_of_clearing - 1) / threads_of_clearing) : 1;
    launch(stream, {blocks, work ? threads_of_clearing : 1}, KERNEL(clear_counts), fallback, work, queries);
}

void write_nothing(Stream& stream, const Lists& lists, std::int64_t entries) {
    launch(stream, {unsigned((entries + threads_of_clearing - 1) / threads_of_clearing), threads_of_clearing}, KERNEL(clear_lists), lists,
        entries);
}

MethodInfo info() {
    return {
        .name = "leaf-warp",
        .title = "A warp a leaf",
        .group = "Indexed",
        .citation = "ours; the curve: J. Skilling, Programming the Hilbert curve, 2004",
        .help =
            "Points lie in leaves of 32 along a Hilbert curve. A warp answers the 32 queries of a leaf together: it lists the leaves that "
            "they need, and each lane keeps its nearest in a sorting network.",
        .supports = {.dimension_from = 2,
            .dimension_to = 3,
            .k_to = 1024,
            .no_inner_product = "its tree leaves cells out by the triangle inequality, which products do not obey",
            .sharding = Sharding::regions},
        .options = {{"together", std::int64_t(0), IntegerRange{0, 1 << 30},
                        "least number of queries for which a warp searches 32 queries together; with fewer queries each has its own warp; "
                        "0 chooses: on a GPU from its multiprocessors, the points and k, on the host 8"},
            {"follow", false, neighborscope::Flag{},
                "for moving points that are all queries: the search begins with a bound, the former k-th distance plus twice the longest "
                "path of a point; the lists are the same"},
            {"lanes", false, neighborscope::Flag{},
                "on the host, run the kernels of a GPU with one lane per query, as for stepping and for the work of single queries; "
                "without it one thread answers 32 queries one after another, which is faster there and has other counters"}},
        .phases = {query_order, leaf_search, single_query_search},
        .pseudo_code = pseudo_code(),
        .structures = structures(),
        .step_kinds = step_kinds(),
        .counts_query_work = true,
        .searches_queries_together = true,
    };
}

std::unique_ptr<Search> prepare(const Points& points, const Options& options, const Progress& progress) {
    const Settings settings{options.get<std::int64_t>("together"), options.get<bool>("follow"), options.get<bool>("lanes")};
    if (points.dimension == 2) return prepare_plane(points, settings, progress);
    return prepare_space(points, settings, progress);
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
