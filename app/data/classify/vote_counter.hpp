// Votes of neighbours for a class, for people in pictures and for any other rows. gpu/votes.hpp counts in the same way on a device.
#pragma once
#include "gpu/votes.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace neighborscope {

inline constexpr Voting all_votings[] = {Voting::majority, Voting::rank, Voting::distance};
std::string_view name(Voting);

/// Counts the votes for one query, neighbour by neighbour: after k neighbours it has the result for k. Kuang & Zhao (2009), section 3, take
/// the majority of the k nearest; in a tie the class with the nearest neighbour wins.
class VoteCounter {
public:
    explicit VoteCounter(Voting voting) : voting_(voting) {}

    /// Adds the next neighbour, nearest first: its class (from 0) and its distance, which `majority` and `rank` ignore.
    void add(std::int32_t of, double distance);
    /// Returns the class with the most weight; -1 without votes. Weights that differ only by rounding are equal: 1 equals 1/2 + 1/3 + 1/6.
    std::int32_t winner() const;

    struct ClassVotes {
        std::int32_t of = -1;
        int count = 0;      ///< neighbours of this class
        double weight = 0;  ///< sum of their weights
    };
    /// Returns the winner, then the others by descending weight; in a tie the class with the nearest neighbour first.
    std::vector<ClassVotes> class_votes() const;
    /// Returns the winner's share of all weight, 0 to 1; 0 without votes.
    double share() const;

    /// Prepares for the next query.
    void clear();

private:
    std::size_t winning_place() const;

    Voting voting_;
    bool has_zero_distance_ = false;  ///< with voting by `distance`: some neighbour has distance 0
    int votes_ = 0;
    std::vector<ClassVotes> classes_;  ///< ordered by their nearest neighbour
};

}  // namespace neighborscope
