// Sorting, scanning and reducing in a device's memory, for the host side of methods: CUB on CUDA, the standard library on the host.
// Temporary memory is a Buffer, so it is counted and limited like any other. All sizes may be 0; input and output
// must not overlap. If a paper describes its own sort or selection, that is a kernel of the method, not one of these.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// Sorts `count` pairs ascending by key; equal keys keep their order. Compares only key bits [0, bits): fewer is faster. With `scratch` in
/// the device's memory it allocates none: sort_pairs_bytes of this count or of a greater one. If that is too small: memory Error with both
/// numbers, before anything is written.
void sort_pairs(Stream&, const unsigned long long* keys, unsigned long long* sorted_keys, const unsigned* values, unsigned* sorted_values,
    std::size_t count, int bits = 64, std::span<unsigned char> scratch = {});
std::size_t sort_pairs_bytes(std::size_t count);
/// The same with keys of 32 bits, which takes two thirds of the time; its scratch is no larger.
void sort_pairs(Stream&, const unsigned* keys, unsigned* sorted_keys, const unsigned* values, unsigned* sorted_values, std::size_t count,
    int bits, std::span<unsigned char> scratch);
/// Sorts `count` keys ascending, by bits [0, bits).
void sort_keys(Stream&, const unsigned long long* keys, unsigned long long* sorted_keys, std::size_t count, int bits = 64);
/// Sorts each of `runs` consecutive runs of `length` keys ascending.
void sort_runs(Stream&, const unsigned long long* keys, unsigned long long* sorted_keys, std::size_t runs, std::size_t length);
/// sums[i] = values[0] + ... + values[i - 1], modulo 2^32.
void exclusive_scan(Stream&, const unsigned* values, unsigned* sums, std::size_t count);
/// Writes one float to `result`; for count 0: +infinity, -infinity, 0. The order of a sum is not fixed: it may differ in the last bits.
void reduce_minimum(Stream&, const float* values, float* result, std::size_t count);
void reduce_maximum(Stream&, const float* values, float* result, std::size_t count);
void reduce_sum(Stream&, const float* values, float* result, std::size_t count);

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
