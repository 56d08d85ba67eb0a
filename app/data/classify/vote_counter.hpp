// How neighbours vote for a class, for pictures of people as for rows of any other kind. Of very many lists on a device gpu/votes.hpp
// counts the same.
#pragma once
#include "gpu/votes.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace neighborscope {

inline constexpr Voting all_votings[] = {Voting::majority, Voting::rank, Voting::distance};
std::string_view name(Voting);

/// The votes for one query, neighbour by neighbour: the state after k of them is the result for k. Kuang & Zhao (2009), section 3,
/// decide by the majority of the k nearest; in a tie the class with the nearest neighbour wins.
class VoteCounter {
public:
    explicit VoteCounter(Voting voting) : voting_(voting) {}

    /// The next neighbour, the nearest first: its class, any number from 0, and its distance, which `majority` and `rank` ignore.
    void add(std::int32_t of, double distance);
    /// -1 without votes. Weights that differ by no more than rounding are equal: 1 is 1/2 + 1/3 + 1/6.
    std::int32_t winner() const;

    struct ClassVotes {
        std::int32_t of = -1;
        int count = 0;      ///< neighbours of this class
        double weight = 0;  ///< of their votes
    };
    /// The winner, then the others, the most weight first; in a tie the class with the nearest neighbour.
    std::vector<ClassVotes> class_votes() const;
    /// The winner's part of all weight, 0 to 1; 0 without votes.
    double share() const;

    /// For the next query.
    void clear();

private:
    std::size_t winning_place() const;

    Voting voting_;
    bool has_zero_distance_ = false;  ///< a neighbour at distance 0 has voted by `distance`
    int votes_ = 0;
    std::vector<ClassVotes> classes_;  ///< in the order of their nearest members
};

}  // namespace neighborscope
