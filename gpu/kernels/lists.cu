#include "gpu/kernels/lists.hpp"

#include "gpu/device/run.hpp"
#include "gpu/kernels/finish.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr unsigned list_threads = 256;

/// A shape whose threads together cover so many entries in a grid-stride loop.
Shape walking(std::size_t entries) {
    return {unsigned(std::min<std::size_t>((entries + list_threads - 1) / list_threads, 4096)), list_threads};
}

}  // namespace

__global__ void choose_listed(Lists lists, std::size_t entries, Key* chosen) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride)
        chosen[i] = lists.index[i] < 0 ? no_key : make_key(0, unsigned(lists.index[i]));
}

__global__ void take_last(Lists lists, std::size_t queries, int k, float* last) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < queries; i += stride)
        last[i] = lists.distance[(i + 1) * std::size_t(k) - 1];
}

__global__ void widen(Lists narrow, int width, Lists wide, int k, std::size_t entries) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < entries; i += stride) {
        const std::size_t query = i / std::size_t(k), rank = i % std::size_t(k), from = query * std::size_t(width) + rank;
        const bool there = rank < std::size_t(width);
        wide.index[i] = there ? narrow.index[from] : -1;
        wide.distance[i] = there ? narrow.distance[from] : __uint_as_float(0x7fc00000u);
    }
}

__global__ void rename(const std::int32_t* from, std::int32_t* to, std::size_t count, const std::int32_t* names) {
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        to[i] = from[i] < 0 ? -1 : names[from[i]];
}

std::size_t repeat_last_step_bytes(std::int64_t queries, int k) {
    return std::size_t(queries) * std::size_t(k) * sizeof(Key) + finish_bytes(queries, k);
}

Report repeat_last_step(
    const Points& points, const Queries& queries, int k, Metric metric, const Lists& lists, const Progress& progress, Measure measure) {
    Stream stream;
    const std::size_t entries = std::size_t(queries.points.count) * std::size_t(k);
    const Buffer<Key> chosen(stream, entries, "exact distances again");
    const Buffer<unsigned char> scratch(stream, finish_bytes(queries.points.count, k), "exact distances again");
    Run run(stream, progress, measure);
    launch(stream, walking(entries), KERNEL(choose_listed), lists, entries, chosen.data());
    finish_lists(run, points, queries, k, metric, chosen.data(), lists, scratch.data());
    return run.finish();
}

void last_distances(const Lists& lists, std::int64_t queries, int k, float* last) {
    Stream stream;
    launch(stream, walking(std::size_t(queries)), KERNEL(take_last), lists, std::size_t(queries), k, last);
    stream.wait();
}

void widen_lists(const Lists& narrow, int width, const Lists& wide, int k, std::int64_t queries) {
    Stream stream;
    const std::size_t entries = std::size_t(queries) * std::size_t(k);
    launch(stream, walking(entries), KERNEL(widen), narrow, width, wide, k, entries);
    stream.wait();
}

void rename_rows(const std::int32_t* from, std::int32_t* to, std::size_t count, const std::int32_t* names) {
    if (count == 0) return;
    Stream stream;
    launch(stream, walking(count), KERNEL(rename), from, to, count, names);
    stream.wait();
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
