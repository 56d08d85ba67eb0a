// Shared by all generators: random numbers of objects, and parallel work.
#pragma once
#include "app/data/files/parallel.hpp"
#include "gpu/random_numbers.hpp"

#include <algorithm>
#include <cstdint>

namespace neighborscope {

/// Calls work(object) for all objects, on all cores, in pieces of some milliseconds.
template <class Work>
void for_each_object(std::int64_t count, const Progress& progress, const Work& work) {
    constexpr std::int64_t piece_objects = 16384;
    const std::int64_t pieces = (count + piece_objects - 1) / piece_objects;
    parallel_pieces(std::size_t(pieces), double(piece_objects), progress, [&](std::size_t piece) {
        const std::int64_t first = std::int64_t(piece) * piece_objects, last = std::min(count, first + piece_objects);
        for (std::int64_t object = first; object < last; ++object) work(std::size_t(object));
    });
}

}  // namespace neighborscope
