// How a search is divided: queries into batches, points into a seed and growing rounds, a round into chunks; and the room for candidates.
#pragma once
#include "gpu/kernels/tile.hpp"
#include "gpu/methods/fused/select.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused {

constexpr std::int64_t most_queries = 40 * 256;  ///< of a batch
constexpr int most_k = 1024;
constexpr int least_chunks = 16, most_chunks = 132;
constexpr std::int64_t least_seed = 4096, most_seed = 65536;  ///< points of the seed
constexpr int least_groups = 512, groups_of_rank = 4;         ///< of the seed: so many times k
constexpr int least_room = 2048, least_capacity = 64;         ///< candidates
constexpr int wide_times = 8;                     ///< so many times more candidates if bounds are loose: clusters far from each other
constexpr std::int64_t most_wide_queries = 1024;  ///< repeated at once

struct Plan {
    std::int64_t queries, padded;  ///< of a batch
    int rank;                      ///< of the threshold
    int seed_tiles, groups_of_run;
    struct Stretch {
        int end, chunks;
    };
    std::vector<Stretch> rounds;                        ///< ends in tiles
    int chunks, capacity, room, list_room, exact_room;  ///< chunks: the most of any round
    bool wide;                                          ///< has room for many more candidates than usual
    bool is_short;                                      ///< no round is divided for cancellation

    int groups() const { return seed_tiles * 4 * groups_of_run; }
    std::size_t segment() const { return std::size_t(chunks) * std::size_t(capacity); }  ///< candidates of a query
};

/// The number of chunks for so many tiles: multiprocessors then finish together. `halves` as in units_of.
inline int chunks_for(std::int64_t queries, int tiles, bool halves) {
    const int at_once = limits().multiprocessors;
    int best = std::min(tiles, least_chunks);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int chunks = best; chunks <= std::min(tiles, most_chunks); ++chunks) {
        const std::int64_t turns = (units_of(queries, chunks, halves) + at_once - 1) / at_once, each = (tiles + chunks - 1) / chunks;
        if (turns * each < least) least = turns * each, best = chunks;
    }
    return best;
}

/// The most point tiles of one launch for so many queries.
inline int most_tiles(std::int64_t queries, int width, [[maybe_unused]] bool on_hopper) {
#if defined(__CUDACC__)
    // Tensor cores do more work in the time; the time that selection costs them counts as 32 dimensions.
    const double work = work_per_launch() * (on_hopper ? 64 : 16) / (double(queries) * (width + 32));
#else
    const double work = work_per_launch() / (double(tile_queries) * work_of_own_pair(width));
#endif
    return int(std::clamp(work / tile_points, 1.0, 1e9));
}

/// `n`: points; `width`: of rounded rows; `on_hopper`: which kernel; `wide`: with room for many more candidates than usual.
inline Plan plan_for(const Problem& problem, std::int64_t n, int width, bool on_hopper, bool wide) {
    const int tiles = int((n + tile_points - 1) / tile_points);
    Plan plan{};
    plan.wide = wide;
    const std::int64_t batches = (problem.queries + most_queries - 1) / most_queries;
    plan.queries = (problem.queries + batches - 1) / batches;
    plan.padded = (plan.queries + tile_queries - 1) / tile_queries * tile_queries;
    plan.rank = problem.k + (problem.exclude_self ? 1 : 0);  // the excluded point may be among them
    double growth = 1, rounds = 1;                           // of the points seen, from one round to the next
    if (plan.rank >= n) {                                    // every point is a neighbour
        plan.rank = std::numeric_limits<int>::max();
    } else {
        const std::int64_t wanted = std::max<std::int64_t>(least_groups, std::int64_t(groups_of_rank) * plan.rank);
        const std::int64_t seed = std::min(n, std::max(wanted, std::clamp(n / 32, least_seed, most_seed)));
        plan.seed_tiles = int((seed + tile_points - 1) / tile_points);
        plan.groups_of_run = seed / 32 >= wanted ? 1 : seed / 8 >= wanted ? 4 : 32;
        const double all = double(n) / double(seed);
        rounds = std::max(1.0, std::floor(std::log(all) / std::log(plan.rank <= 128 ? 4 : 2.5) + 0.6));
        growth = std::pow(all, 1 / rounds);
    }
    const int most = most_tiles(plan.padded, width, on_hopper);
    plan.is_short = true;
    for (int round = 1, from = 0; round <= int(rounds); ++round) {
        const int end = round == int(rounds) ? tiles : int(std::ceil(tiles / std::pow(growth, rounds - round)));
        while (from < end) {
            const int next = std::min(end, from + most),
                      chunks = chunks_for(plan.queries, next - from, on_hopper && width <= widest_halved);
            plan.rounds.push_back({next, chunks});
            plan.chunks = std::max(plan.chunks, chunks);
            plan.is_short = plan.is_short && next == end;
            from = next;
        }
    }
    const double found = 1.5 * growth * double(std::min<std::int64_t>(plan.rank, n));  // the usual number per round
    plan.capacity = std::max(least_capacity, int(2 * found / std::min(least_chunks, tiles) + 48 + 31) / 32 * 32);
    if (wide) plan.capacity *= wide_times;
    if (plan.rank > n) plan.capacity = tile_points;
    plan.room = wide ? 4 * least_room : least_room;
    while (plan.room < found + 1.5 * double(std::min<std::int64_t>(plan.rank, n))) plan.room += least_room / 4;
    while (selection_bytes(plan.room, plan.chunks) > limits().shared_bytes_block) plan.room -= least_room / 4;
    plan.exact_room = exact_room_for(problem.k + (problem.exclude_self ? 1 : 0));
    plan.list_room = std::min(plan.room / 2 - most_outliers, keys_of_exact * plan.exact_room);
    return plan;
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::fused
