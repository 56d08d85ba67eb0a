// The numbers of `stream` that depend on the device. The host side chooses a set by compute capability when it divides a search;
// kernels do not know it. The shapes of readings are in launches.hpp.
#pragma once
#include "gpu/device/simt.hpp"

#include <array>

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

struct Tuning {
    std::size_t most_tile_bytes;    ///< of shared memory for a tile of queries
    int wanted_room;                ///< candidates between two compactions, if they fit
    int few_points;                 ///< points of a block: with so few all stay in its list, and the last step drops those beyond the bound
    int dots_from_queries;          ///< of a tile: with fewer, both forms are memory-bound
    int dots_from_dimension;        ///< in shorter rows dividing the row among lanes costs too much
    int dots_most_k;                ///< in longer lists too many points might be neighbours
    std::int64_t dots_from_values;  ///< points x dimensions: smaller searches end before limits pay off
    /// Shared memory of a block with Dots: the first of these sizes that holds the candidates of three steps. These are sizes that a device
    /// can set aside; the rest is the first-level cache, which loads in flight need.
    std::array<std::size_t, 4> dots_shared_bytes;
};

/// For multiprocessors with at least 164 KB: compute capability 8.0, 8.7, 9.0, 10. Measured on an H200: TUNING.md.
inline constexpr Tuning tuned_for_much_shared_memory{.most_tile_bytes = 64 * 1024,
    .wanted_room = 4096,
    .few_points = 128,
    .dots_from_queries = 5,
    .dots_from_dimension = 32,
    .dots_most_k = 256,
    .dots_from_values = 5'000'000,
    .dots_shared_bytes = {98 * 1024, 130 * 1024, 162 * 1024, 194 * 1024}};

/// For multiprocessors with 64 KB (7.5) or 100 KB (8.6, 8.9, 12). Not measured: the same but half the tile, so that candidates also fit,
/// and the sizes that these can set aside.
inline constexpr Tuning tuned_for_little_shared_memory{.most_tile_bytes = 32 * 1024,
    .wanted_room = 4096,
    .few_points = 128,
    .dots_from_queries = 5,
    .dots_from_dimension = 32,
    .dots_most_k = 256,
    .dots_from_values = 5'000'000,
    .dots_shared_bytes = {31 * 1024, 63 * 1024, 98 * 1024, 98 * 1024}};

inline const Tuning& tuning_for(int compute_capability) {
    const bool little = compute_capability < 80 || compute_capability == 86 || compute_capability == 89 || compute_capability >= 120;
    return little ? tuned_for_little_shared_memory : tuned_for_much_shared_memory;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
