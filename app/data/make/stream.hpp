// The random numbers of all generators: a counter-based hash, so that any program, on any number of threads, makes the same
// points. s = seed, i = index; 64-bit unsigned arithmetic.
#pragma once
#include "app/data/parallel.hpp"

#include <algorithm>
#include <cstdint>

namespace neighborscope {

constexpr std::uint64_t stream_hash(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u + seed * 0xD1B54A32D192ED03u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Uniform in [0, 1), a multiple of 2^-24: exact in float32.
constexpr float stream_uniform(std::uint64_t seed, std::uint64_t index) { return float(stream_hash(seed, index) >> 40) * 0x1p-24f; }

/// Uniform in [0, 1), a multiple of 2^-53.
constexpr double object_uniform(std::uint64_t seed, std::uint64_t index) { return double(stream_hash(seed, index) >> 11) * 0x1p-53; }

/// Calls work(object) for all of them, on all cores, in pieces of some milliseconds.
template <class Work>
void each_object(std::int64_t count, const Progress& progress, const Work& work) {
    constexpr std::int64_t piece_objects = 16384;
    const std::int64_t pieces = (count + piece_objects - 1) / piece_objects;
    parallel_pieces(std::size_t(pieces), double(piece_objects), progress, [&](std::size_t piece) {
        const std::int64_t first = std::int64_t(piece) * piece_objects, last = std::min(count, first + piece_objects);
        for (std::int64_t object = first; object < last; ++object) work(std::size_t(object));
    });
}

}  // namespace neighborscope
