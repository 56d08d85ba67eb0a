// Sort, scan and reduce on the host device.
#include "gpu/device/primitives.hpp"

#include <numeric>

namespace neighborscope::host {
namespace {
unsigned long long low_bits(int bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }
}  // namespace

void sort_pairs(Stream& stream, const unsigned long long* keys, unsigned long long* sorted_keys, const unsigned* values,
    unsigned* sorted_values, std::size_t count, int bits) {
    struct Pair {
        unsigned long long key;
        unsigned value;
    };
    Buffer<Pair> pairs(stream, count, "sorting");
    for (std::size_t i = 0; i < count; ++i) pairs.data()[i] = {keys[i], values[i]};
    const unsigned long long mask = low_bits(bits);
    std::stable_sort(pairs.data(), pairs.data() + count, [mask](const Pair& a, const Pair& b) { return (a.key & mask) < (b.key & mask); });
    for (std::size_t i = 0; i < count; ++i) {
        sorted_keys[i] = pairs.data()[i].key;
        sorted_values[i] = pairs.data()[i].value;
    }
}

void sort_keys(Stream&, const unsigned long long* keys, unsigned long long* sorted_keys, std::size_t count, int bits) {
    std::copy(keys, keys + count, sorted_keys);
    if (bits >= 64) return std::sort(sorted_keys, sorted_keys + count);
    const unsigned long long mask = low_bits(bits);
    std::stable_sort(
        sorted_keys, sorted_keys + count, [mask](unsigned long long a, unsigned long long b) { return (a & mask) < (b & mask); });
}

void sort_runs(Stream&, const unsigned long long* keys, unsigned long long* sorted_keys, std::size_t runs, std::size_t length) {
    std::copy(keys, keys + runs * length, sorted_keys);
    for (std::size_t run = 0; run < runs; ++run) std::sort(sorted_keys + run * length, sorted_keys + (run + 1) * length);
}

void exclusive_scan(Stream&, const unsigned* values, unsigned* sums, std::size_t count) {
    std::exclusive_scan(values, values + count, sums, 0u);
}

void reduce_minimum(Stream&, const float* values, float* result, std::size_t count) {
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < count; ++i) least = std::min(least, values[i]);
    *result = least;
}

void reduce_maximum(Stream&, const float* values, float* result, std::size_t count) {
    float most = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, values[i]);
    *result = most;
}

void reduce_sum(Stream&, const float* values, float* result, std::size_t count) { *result = std::accumulate(values, values + count, 0.0f); }

}  // namespace neighborscope::host
