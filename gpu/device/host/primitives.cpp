// Sort, scan and reduce on the host device.
#include "gpu/device/primitives.hpp"

#include "gpu/device/backend.hpp"

#include <numeric>

namespace neighborscope::host {
namespace {
constexpr int digit_bits = 11;

unsigned long long low_bits(int bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }
}  // namespace

namespace {

// Radix sort from the least significant digit, alternating between output and scratch memory so that the last pass ends in the output.
template <class Key>
void sort_pairs_of(Stream& stream, const Key* keys, Key* sorted_keys, const unsigned* values, unsigned* sorted_values, std::size_t count,
    int bits, std::span<unsigned char> scratch) {
    if (count == 0) return;
    const std::size_t needed = sort_pairs_bytes(count);
    if (!scratch.empty() && scratch.size() < needed) throw_too_little_scratch("sort_pairs", needed, scratch.size());
    const Buffer<unsigned char> own(stream, scratch.empty() ? needed : 0, "sorting");
    auto* const other_keys = reinterpret_cast<Key*>(scratch.empty() ? own.data() : scratch.data());
    auto* const other_values = reinterpret_cast<unsigned*>(other_keys + count);
    const int passes = std::max(1, (bits + digit_bits - 1) / digit_bits);
    std::vector<std::size_t> begins(std::size_t(1) << digit_bits);
    for (int pass = 0; pass < passes; ++pass) {
        const bool to_output = (passes - pass) % 2 == 1;
        Key* const to_keys = to_output ? sorted_keys : other_keys;
        unsigned* const to_values = to_output ? sorted_values : other_values;
        const int shift = pass * digit_bits;
        const Key mask = Key(low_bits(std::min(digit_bits, bits - shift)));
        std::fill(begins.begin(), begins.end(), 0);
        for (std::size_t i = 0; i < count; ++i) ++begins[(keys[i] >> shift) & mask];
        std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), std::size_t(0));
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t place = begins[(keys[i] >> shift) & mask]++;
            to_keys[place] = keys[i];
            to_values[place] = values[i];
        }
        keys = to_keys;
        values = to_values;
    }
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

std::size_t sort_pairs_bytes(std::size_t count) { return count * (sizeof(unsigned long long) + sizeof(unsigned)); }

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
