// Classification from lists of neighbours, and counts of correct rows.
#include "app/data/classify/labelling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;

// Classes of five points; two queries with four neighbours; the second list is shorter.
const std::vector<std::int32_t> classes{0, 0, 1, 1, 1};
const std::vector<std::int32_t> index{0, 2, 3, 1, 4, 1, -1, -1};
const std::vector<float> distance{1, 2, 2, 8, 1, 3, 0, 0};
const NeighbourLists lists{index, distance, 4};

TEST(Labelling, TheFirstKOfEachListVote) {
    EXPECT_THAT(predict(lists, classes, 1, Voting::majority).of_query, ElementsAre(0, 1));
    EXPECT_THAT(predict(lists, classes, 3, Voting::majority).of_query, ElementsAre(1, 1));
    EXPECT_THAT(predict(lists, classes, 4, Voting::majority).of_query, ElementsAre(0, 1)) << "two against two: the nearest first";
    EXPECT_THAT(predict(lists, classes, 3, Voting::rank).of_query, ElementsAre(0, 1));
    const Predictions shares = predict(lists, classes, 3, Voting::majority);
    EXPECT_DOUBLE_EQ(shares.share[0], 2.0 / 3);
    EXPECT_DOUBLE_EQ(shares.share[1], 1.0 / 2);
}

TEST(Labelling, AKBeyondTheListTakesWhatThereIs) {
    EXPECT_EQ(predict(lists, classes, 1000000, Voting::majority).of_query, predict(lists, classes, 4, Voting::majority).of_query);
    const std::vector<std::int32_t> none{-1, -1};
    const std::vector<float> no_distance{0, 0};
    EXPECT_THAT(predict({none, no_distance, 2}, classes, 2, Voting::majority).of_query, ElementsAre(-1));
    EXPECT_TRUE(predict({{}, {}, 2}, classes, 2, Voting::majority).of_query.empty());
}

TEST(Labelling, OnePassCountsForEveryK) {
    const std::vector<std::int32_t> truth{1, 1};
    const std::vector<int> ks{1, 3, 4, 100};
    EXPECT_THAT(count_correct(lists, classes, truth, ks, Voting::majority), ElementsAre(1, 2, 1, 1));
    for (const Voting voting : all_votings)
        for (std::size_t i = 0; i < ks.size(); ++i) {
            const auto predicted = predict(lists, classes, ks[i], voting).of_query;
            const auto right = (predicted[0] == truth[0]) + (predicted[1] == truth[1]);
            EXPECT_EQ(count_correct(lists, classes, truth, ks, voting)[i], right) << name(voting) << ks[i];
        }
}

TEST(Labelling, ConfusedPairsAreCounted) {
    const std::vector<std::int32_t> truth{0, 0, 1, 2, 0}, predicted{0, 1, 1, 0, 1};
    const std::vector<Confusion> pairs = confusion_of(truth, predicted);
    ASSERT_EQ(pairs.size(), 4u);
    EXPECT_EQ(pairs[1].of, 0);
    EXPECT_EQ(pairs[1].predicted, 1);
    EXPECT_EQ(pairs[1].count, 2);
    EXPECT_EQ(pairs[3].of, 2);
    EXPECT_EQ(pairs[3].count, 1);
}

TEST(Labelling, ManyQueriesAreLabelledSideBySide) {
    std::vector<std::int32_t> many, truth;
    for (std::int32_t i = 0; i < 1000; ++i) many.push_back(i % 5), truth.push_back(classes[std::size_t(i % 5)]);
    const std::vector<float> far(1000, 1);
    const std::vector<int> ks{1};
    EXPECT_THAT(count_correct({many, far, 1}, classes, truth, ks, Voting::distance), ElementsAre(1000));
    EXPECT_EQ(predict({many, far, 1}, classes, 1, Voting::distance).of_query, truth);
}

}  // namespace
}  // namespace neighborscope
