// k-NN classification of many positions, computed on the device of the lists: one number per position is copied to the host.
#pragma once
#include "gpu/knn.hpp"

#include <vector>

namespace neighborscope {

/// The weight of a vote: 1; 1 / rank; 1 / distance. In the last case neighbours at distance 0 vote alone.
enum class Voting { majority, rank, distance };

/// Sums of a few thousand weights within this relative difference count as equal: 1 is 1/2 + 1/3 + 1/6. Float32 distances differ by 6e-8.
inline constexpr double vote_rounding = 1e-12;

/// The result of one vote in 32 bits, so that it can be a pixel: class + 1 in the low 24, the winner's share of all weight in the high 8.
struct VoteResult {
    std::uint32_t bits = 0;
    std::int32_t winner() const { return std::int32_t(bits & most_classes) - 1; }  ///< -1: nobody voted
    /// Classes from here on are counted as the last one.
    static constexpr std::uint32_t most_classes = 0xffffff;
};

/// Counts the votes of the first k entries of each of the first `count` lists. `classes` is int32[points], from 0, on the lists' device.
/// The class with the most weight wins; of equal ones, within rounding, the one whose nearest member comes first (as Poll in
/// app/data/classify).
std::vector<VoteResult> count_votes(const ListSet&, std::int64_t count, int k, const DeviceMemory& classes, Voting);

}  // namespace neighborscope
