// What all who move objects share: each object's own random numbers, and work spread over all cores.
#pragma once
#include "app/data/make/stream.hpp"
#include "app/data/parallel.hpp"

#include <algorithm>

namespace neighborscope {

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
