#include "app/data/faces/evaluate.hpp"

#include "tests/app/data/test_file.hpp"

namespace neighborscope::faces {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// People on a line: pictures of two pixels, the second of which is constant.
Gallery on_a_line(const std::vector<std::pair<float, int>>& pictures) {
    Gallery gallery;
    gallery.size = {2, 1};
    for (const auto& [at, person] : pictures) {
        gallery.pictures.insert(gallery.pictures.end(), {at, 0});
        gallery.files.push_back(std::to_string(gallery.files.size()));
        gallery.person.push_back(person);
        while (int(gallery.people.size()) <= person) gallery.people.push_back(std::string(1, char('a' + gallery.people.size())));
    }
    fit(gallery, 1);
    return gallery;
}

TEST(Evaluate, AVoteIsForMostAndOfSeveralForTheNearest) {
    EXPECT_EQ(vote({2, 1, 1}), 1);
    EXPECT_EQ(vote({2, 1, 1, 2}), 2);
    EXPECT_EQ(vote({-1, -1, 3}), 3);
    EXPECT_EQ(vote({-1}), -1);
    EXPECT_EQ(vote({}), -1);
}

TEST(Evaluate, CountsAreThoseCountedByHand) {
    // a at 0 and 1, b at 3 and 3.5, and an a near b.
    const Gallery gallery = on_a_line({{0, 0}, {1, 0}, {3, 1}, {3.5f, 1}, {3.9f, 0}});
    const Evaluation found = evaluate(gallery, {.components = {1}, .k = {1, 3}});
    ASSERT_THAT(found.accuracy, SizeIs(6));  // pixels, components, whitened
    for (std::size_t i = 0; i < 6; i += 2) {
        EXPECT_EQ(found.accuracy[i].k, 1);
        EXPECT_EQ(found.accuracy[i].right, 3) << i;  // the nearest to 3.5 is 3.9, which is an a
        EXPECT_EQ(found.accuracy[i].of, 5);
        // k = 3: 0 has 1, 3, 3.5: b. 1 has 0, 3, 3.5: b. 3 has 3.5, 3.9, 1: a. 3.5 has 3.9, 3, 1: a. 3.9 has 3.5, 3, 1: b.
        EXPECT_EQ(found.accuracy[i + 1].right, 0) << i;
    }
    EXPECT_EQ(found.tested, 5);
    EXPECT_EQ(found.alone, 0);
    EXPECT_DOUBLE_EQ(found.rank[0], 0.6);
    EXPECT_DOUBLE_EQ(found.rank[1], 1);
    ASSERT_THAT(found.wrong, SizeIs(2));
    EXPECT_EQ(found.wrong[0].picture, 3);
    EXPECT_EQ(found.wrong[0].nearest, 4);
    EXPECT_EQ(found.wrong[1].picture, 4);
    ASSERT_THAT(found.confusion, SizeIs(4));
    EXPECT_EQ(found.confusion[0].count, 2);  // a recognised as a
    EXPECT_EQ(found.confusion[1].count, 1);  // a recognised as b
}

TEST(Evaluate, ALimitRefusesUnknownFacesByTheirDistanceToOtherPeople) {
    // Pictures of a person are 1 apart, people 10: a limit between rejects every unknown face and no known one.
    const Evaluation found = evaluate(on_a_line({{0, 0}, {1, 0}, {11, 1}, {12, 1}}), {.components = {1}, .k = {1}});
    EXPECT_DOUBLE_EQ(found.nearest.equal_error_rate(), 0);
    EXPECT_NEAR(found.nearest.equal_error.distance, 1, 1e-5);
    ASSERT_FALSE(found.nearest.all.empty());
    EXPECT_DOUBLE_EQ(found.nearest.all.back().unknown_accepted, 1);
    // Here no limit does: for each, a picture of the other person is as near as one of its own.
    EXPECT_GT(evaluate(on_a_line({{0, 0}, {2, 0}, {1, 1}, {3, 1}}), {.components = {1}, .k = {1}}).nearest.equal_error_rate(), 0.4);
}

TEST(Evaluate, TheOnlyPictureOfAPersonIsNeverRight) {
    const Evaluation found = evaluate(on_a_line({{0, 0}, {1, 0}, {9, 1}, {20, -1}}), {.components = {1}, .k = {1}});
    EXPECT_EQ(found.tested, 3);
    EXPECT_EQ(found.alone, 1);
    EXPECT_EQ(found.accuracy.front().right, 2);
    EXPECT_DOUBLE_EQ(found.rank.back(), 2.0 / 3);
}

TEST(Evaluate, ASplitSearchesForHalfOfEachPersonsPicturesAmongTheOthers) {
    // Four pictures of each: two are tested, and find one of the other two, whichever these are.
    const Gallery gallery = on_a_line({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {20, 1}, {21, 1}, {22, 1}, {23, 1}, {50, 2}});
    const Evaluation found = evaluate(gallery, {.components = {1}, .k = {1, 3}, .split = 7});
    EXPECT_EQ(found.tested, 4) << "of one picture none is tested";
    EXPECT_EQ(name_of_protocol(found), "split-7");
    for (std::size_t i = 0; i < found.accuracy.size(); i += 2) {
        EXPECT_EQ(found.accuracy[i].right, 4);
        EXPECT_EQ(found.accuracy[i + 1].right, 4) << "two of its own and one of another";
    }
    // Other seeds test other pictures, the same seed the same ones. b is between the a, so that the result depends on the tested pictures.
    const Gallery mixed = on_a_line({{0, 0}, {1, 1}, {2.1f, 0}, {3.3f, 1}, {4.6f, 0}, {6, 1}, {7.5f, 0}, {9.1f, 1}});
    const auto wrong_of = [&](std::uint64_t seed) {
        std::vector<std::int64_t> wrong;
        for (const auto& each : evaluate(mixed, {.components = {1}, .k = {1}, .split = seed}).wrong) wrong.push_back(each.picture);
        return wrong;
    };
    EXPECT_EQ(wrong_of(1), wrong_of(1));
    EXPECT_TRUE(wrong_of(1) != wrong_of(2) || wrong_of(2) != wrong_of(3) || wrong_of(3) != wrong_of(4));
    // A basis without the tested pictures.
    const Evaluation without = evaluate(gallery, {.components = {1}, .k = {1}, .without_tested = true, .split = 7});
    EXPECT_EQ(without.bases, 1);
    EXPECT_EQ(without.tested, 4);
}

TEST(Evaluate, ABasisWithoutTheTestedIsFittedWithoutTheirPictures) {
    // Only person c varies in the second pixel: a basis without c cannot distinguish c's two pictures.
    Gallery gallery = on_a_line({{0, 0}, {1, 0}, {5, 1}, {6.5f, 1}, {3, 2}, {3, 2}});
    gallery.pictures[9] = 40;
    fit(gallery, 1);
    const EvaluateOptions all{{1}, {1}}, without{{1}, {1}, true};
    EXPECT_EQ(evaluate(gallery, all).bases, 1);
    EXPECT_EQ(evaluate(gallery, without).bases, 3);
    const auto right = [&](const EvaluateOptions& options) { return evaluate(gallery, options).accuracy[1].right; };
    EXPECT_NE(right(all), right(without));
    gallery.pictures.clear();
    test::expect_error(Failure::usage, {"holds no pictures"}, [&] { evaluate(gallery, without); });
}

TEST(Evaluate, FaceSpaceKnowsPeopleThatItsBasisWasFittedTo) {
    // Only person c is bright in the second pixel: a basis without c ignores it, one with c does not.
    Gallery gallery = on_a_line({{0, 0}, {1, 0}, {5, 1}, {6.5f, 1}, {3, 2}, {4, 2}});
    gallery.pictures[9] = 40, gallery.pictures[11] = 41;
    fit(gallery, 2);
    EXPECT_TRUE(evaluate(gallery, {.components = {2}, .k = {1}}).face_space.all.empty()) << "all bases know everybody";
    Gallery one = gallery;
    fit(one, 1);
    const Evaluation found = evaluate(one, {.components = {1}, .k = {1}, .without_tested = true});
    ASSERT_FALSE(found.face_space.all.empty());
    EXPECT_GT(found.face_space.all.back().distance, 30) << "of c, to a face space along the first pixel";
    EXPECT_LT(found.face_space.equal_error_rate(), 0.5);
}

TEST(Evaluate, OnePersonOrNoneIsRefused) {
    test::expect_error(Failure::input, {"at least two people", "is one"}, [] { evaluate(on_a_line({{0, 0}, {1, 0}})); });
    test::expect_error(Failure::input, {"at least two people", "is none"}, [] { evaluate(on_a_line({{0, -1}, {1, -1}})); });
}

}  // namespace
}  // namespace neighborscope::faces
