// Votes counted by hand.
#include "app/data/classify/vote_counter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace neighborscope {
namespace {

/// The neighbours' classes and distances, nearest first.
using Neighbours = std::vector<std::pair<std::int32_t, double>>;

VoteCounter counted(Voting voting, const Neighbours& neighbours) {
    VoteCounter vote_counter(voting);
    for (const auto& [of, distance] : neighbours) vote_counter.add(of, distance);
    return vote_counter;
}
std::int32_t winner(Voting voting, const Neighbours& neighbours) { return counted(voting, neighbours).winner(); }

TEST(VoteCounter, TheMajorityWins) {
    EXPECT_EQ(winner(Voting::majority, {{0, 1}, {1, 2}, {1, 3}}), 1);
    EXPECT_EQ(winner(Voting::majority, {{7, 1}}), 7);
    for (const Voting voting : all_votings) EXPECT_EQ(winner(voting, {{4, 1}, {4, 2}, {4, 3}}), 4) << "one class only";
}

TEST(VoteCounter, ATieGoesToTheClassWhoseNearestMemberComesFirst) {
    EXPECT_EQ(winner(Voting::majority, {{2, 1}, {1, 2}, {1, 3}, {2, 4}}), 2);
    EXPECT_EQ(winner(Voting::majority, {{3, 0}, {2, 1}, {1, 2}, {1, 3}, {2, 4}}), 2) << "the nearest of all has one vote";
    EXPECT_EQ(winner(Voting::distance, {{5, 2}, {4, 2}}), 5) << "as far: the one that comes first";
    EXPECT_EQ(winner(Voting::rank, {{1, 1}, {0, 2}, {0, 3}, {2, 4}, {3, 5}, {0, 6}}), 1) << "1 is 1/2 + 1/3 + 1/6";
    EXPECT_EQ(winner(Voting::distance, {{1, 0.1}, {0, 0.2}, {0, 0.3}, {0, 0.6}}), 1) << "1/0.1 is 1/0.2 + 1/0.3 + 1/0.6";
}

TEST(VoteCounter, NearerRanksAndDistancesCountMore) {
    EXPECT_EQ(winner(Voting::majority, {{0, 1}, {1, 10}, {1, 10}}), 1);
    EXPECT_EQ(winner(Voting::rank, {{0, 1}, {1, 10}, {1, 10}}), 0) << "1 against 1/2 + 1/3";
    EXPECT_EQ(winner(Voting::rank, {{0, 1}, {1, 10}, {1, 10}, {1, 10}}), 1) << "1 against 1/2 + 1/3 + 1/4";
    EXPECT_EQ(winner(Voting::distance, {{0, 1}, {1, 10}, {1, 10}, {1, 10}}), 0) << "1 against 3/10";
    EXPECT_EQ(winner(Voting::distance, {{0, 1}, {1, 1.5}, {1, 1.5}}), 1) << "1 against 4/3";
}

TEST(VoteCounter, ByDistanceAnExactMatchDecides) {
    EXPECT_EQ(winner(Voting::distance, {{0, 0}, {1, 1e-30}, {1, 1e-30}}), 0);
    EXPECT_EQ(winner(Voting::distance, {{0, 0}, {1, 0}, {1, 0}, {0, 1}}), 1) << "of several those alone, by their majority";
    EXPECT_EQ(winner(Voting::distance, {{1, 0}, {0, 0}, {0, 1}}), 1) << "which may tie";
    EXPECT_EQ(winner(Voting::rank, {{0, 0}, {1, 1}, {1, 1}, {1, 1}}), 1) << "by rank it counts as the first";
    EXPECT_EQ(counted(Voting::distance, {{0, 0}, {1, 1}}).share(), 1);
    EXPECT_EQ(winner(Voting::distance, {{1, 1}, {1, 2}, {0, 0}}), 0) << "in whatever order it comes";
}

TEST(VoteCounter, DistancesMayBeAsSmallOrAsLargeAsTheyAre) {
    constexpr double smallest = std::numeric_limits<float>::denorm_min(), largest = std::numeric_limits<float>::max();
    EXPECT_EQ(winner(Voting::distance, {{0, smallest}, {1, smallest}, {1, largest}}), 0);
    EXPECT_EQ(winner(Voting::distance, {{0, largest}, {1, largest}}), 0);
}

TEST(VoteCounter, StandingsAreTheWinnerAndTheOthersByWeight) {
    const VoteCounter vote_counter = counted(Voting::majority, {{9, 1}, {5, 2}, {7, 3}, {7, 4}, {5, 5}});
    const auto all = vote_counter.class_votes();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].of, 5);
    EXPECT_EQ(all[0].count, 2);
    EXPECT_EQ(all[1].of, 7);
    EXPECT_EQ(all[2].of, 9);
    EXPECT_EQ(vote_counter.share(), 2.0 / 5);
}

TEST(VoteCounter, StandsAfterEachNeighbourAndBeginsAnew) {
    VoteCounter vote_counter(Voting::majority);
    EXPECT_EQ(vote_counter.winner(), -1);
    EXPECT_EQ(vote_counter.share(), 0);
    EXPECT_TRUE(vote_counter.class_votes().empty());
    vote_counter.add(0, 0);
    vote_counter.add(1, 1);
    EXPECT_EQ(vote_counter.winner(), 0);
    vote_counter.add(1, 1);
    EXPECT_EQ(vote_counter.winner(), 1);
    vote_counter.clear();
    EXPECT_EQ(vote_counter.winner(), -1);
}

}  // namespace
}  // namespace neighborscope
