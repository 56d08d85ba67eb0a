// Sort, scan and reduce on CUDA: the only file that includes CUB (compiling it takes longer than all kernels).
#include "gpu/device/primitives.hpp"

#include "gpu/device/backend.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <cuda/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace neighborscope::cuda {
namespace {

/// The two calls of a CUB function: the first returns the size of scratch memory, the second does the work.
template <class Call>
void with_scratch(Stream& stream, const char* what, Call call) {
    std::size_t bytes = 0;
    check(call(nullptr, bytes), what, &stream);
    Buffer<unsigned char> scratch(stream, std::max<std::size_t>(bytes, 1), what);
    stream.last_kernel = what;
    check(call(scratch.data(), bytes), what, &stream);
}

struct RunStart {
    long long length;
    __host__ __device__ long long operator()(long long run) const { return run * length; }
};

}  // namespace

namespace {

template <class Key>
void sort_pairs_of(Stream& stream, const Key* keys, Key* sorted_keys, const unsigned* values, unsigned* sorted_values, std::size_t count,
    int bits, std::span<unsigned char> scratch) {
    if (count == 0) return;
    const auto sort = [&](void* memory, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(
            memory, bytes, keys, sorted_keys, values, sorted_values, (long long)count, 0, bits, stream.handle());
    };
    if (scratch.empty()) return with_scratch(stream, "sort_pairs", sort);
    std::size_t bytes = 0;
    check(sort(nullptr, bytes), "sort_pairs", &stream);
    if (scratch.size() < bytes) throw_too_little_scratch("sort_pairs", bytes, scratch.size());
    stream.last_kernel = "sort_pairs";
    check(sort(scratch.data(), bytes), "sort_pairs", &stream);
}

}  // namespace

void sort_pairs(Stream& stream, const unsigned long long* keys, unsigned long long* sorted_keys, const unsigned* values,
    unsigned* sorted_values, std::size_t count, int bits, std::span<unsigned char> scratch) {
    sort_pairs_of(stream, keys, sorted_keys, values, sorted_values, count, bits, scratch);
}
void sort_pairs(Stream& stream, const unsigned* keys, unsigned* sorted_keys, const unsigned* values, unsigned* sorted_values,
    std::size_t count, int bits, std::span<unsigned char> scratch) {
    sort_pairs_of(stream, keys, sorted_keys, values, sorted_values, count, bits, scratch);
}

std::size_t sort_pairs_bytes(std::size_t count) {
    std::size_t bytes = 0;
    const unsigned long long* const keys = nullptr;
    const unsigned* const values = nullptr;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, static_cast<unsigned long long*>(nullptr), values,
              static_cast<unsigned*>(nullptr), (long long)std::max<std::size_t>(count, 1)),
        "sort_pairs_bytes");
    return bytes;
}

void sort_keys(Stream& stream, const unsigned long long* keys, unsigned long long* sorted_keys, std::size_t count, int bits) {
    if (count == 0) return;
    with_scratch(stream, "sort_keys", [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sorted_keys, (long long)count, 0, bits, stream.handle());
    });
}

void sort_runs(Stream& stream, const unsigned long long* keys, unsigned long long* sorted_keys, std::size_t runs, std::size_t length) {
    if (runs == 0 || length == 0) return;
    const auto begin = thrust::make_transform_iterator(thrust::make_counting_iterator(0LL), RunStart{(long long)length});
    with_scratch(stream, "sort_runs", [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSegmentedSort::SortKeys(
            scratch, bytes, keys, sorted_keys, (long long)(runs * length), (long long)runs, begin, begin + 1, stream.handle());
    });
}

void exclusive_scan(Stream& stream, const unsigned* values, unsigned* sums, std::size_t count) {
    if (count == 0) return;
    with_scratch(stream, "exclusive_scan", [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, values, sums, (long long)count, stream.handle());
    });
}

void reduce_minimum(Stream& stream, const float* values, float* result, std::size_t count) {
    with_scratch(stream, "reduce_minimum", [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, (long long)count, ::cuda::minimum<float>{},
            std::numeric_limits<float>::infinity(), stream.handle());
    });
}

void reduce_maximum(Stream& stream, const float* values, float* result, std::size_t count) {
    with_scratch(stream, "reduce_maximum", [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, (long long)count, ::cuda::maximum<float>{},
            -std::numeric_limits<float>::infinity(), stream.handle());
    });
}

void reduce_sum(Stream& stream, const float* values, float* result, std::size_t count) {
    with_scratch(stream, "reduce_sum", [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Sum(scratch, bytes, values, result, (long long)count, stream.handle());
    });
}

}  // namespace neighborscope::cuda
