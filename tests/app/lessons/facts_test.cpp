// What the run of a page shows, by name.
#include "fact_text.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/points/data_set.hpp"

#include <gmock/gmock.h>

namespace neighborscope::lessons {
namespace {

TEST(Facts, HaveTheVoteWithoutTheQuerysOwnRow) {
    SessionState session;
    ViewModel view;
    view.classes.classes = std::make_shared<const Classes>(Classes{{"moon", "sun"}, {0, 1, 1, 0, 0}, {}, {3, 2}, {0, 0}});
    view.classes.of_query = 0;
    view.query_row = 4;
    for (const std::int64_t row : {4, 1, 2, 3}) view.neighbours.push_back({int(view.neighbours.size()) + 1, row, row, 0.5 * double(row)});
    const Facts facts = facts_of(session, view);
    EXPECT_EQ(text_of(facts, "class"), "sun");
    EXPECT_EQ(text_of(facts, "votes"), "2");
    EXPECT_EQ(text_of(facts, "voters"), "3");
    EXPECT_EQ(text_of(facts, "class rank 4"), "moon");
    EXPECT_EQ(text_of(facts, "class of query"), "moon");

    view.neighbours.back().row = 5;  // of other points than the classes
    EXPECT_EQ(text_of(facts_of(session, view), "class"), "");
}

TEST(Facts, HaveTheShareOfRowsThatAreClassifiedRightly) {
    SessionState session;
    ViewModel view;
    LeaveOneOut all;
    all.asked = 3, all.of = 8, all.wrong = {2};
    view.classes.leave_one_out = std::make_shared<const LeaveOneOut>(all);
    EXPECT_EQ(text_of(facts_of(session, view), "accuracy"), "") << "not complete yet";
    all.asked = 8;
    view.classes.leave_one_out = std::make_shared<const LeaveOneOut>(all);
    EXPECT_EQ(text_of(facts_of(session, view), "accuracy"), "0.875");
    EXPECT_EQ(text_of(facts_of(session, view), "misclassified"), "1");
}

TEST(Facts, TellWhyAnIndexOfMovingPointsWasRebuilt) {
    SessionState session;
    ViewModel view;
    EXPECT_EQ(text_of(facts_of(session, view), "tick"), "");
    view.moving.available = true;
    view.moving.tick = 12;
    EXPECT_EQ(text_of(facts_of(session, view), "tick"), "12");
    EXPECT_EQ(text_of(facts_of(session, view), "index rebuilds"), "") << "the method keeps no index";
    view.moving.index = "rebuilt: why";
    view.moving.rebuilds = 1;
    EXPECT_EQ(text_of(facts_of(session, view), "computations limit"), "") << "nothing to compare with yet";
    view.moving.compared = {12, "rebuilt: why", 119, 58, 116};
    const Facts facts = facts_of(session, view);
    EXPECT_EQ(text_of(facts, "index"), "rebuilt: why");
    EXPECT_EQ(text_of(facts, "computations before"), "119");
    EXPECT_EQ(text_of(facts, "computations limit"), "116");
}

TEST(Facts, HaveTheWorkOfAllQueries) {
    SessionState session;
    ViewModel view;
    view.tree.emplace();
    view.tree->counts.most = 32;
    EXPECT_EQ(text_of(facts_of(session, view), "fullest leaf"), "32");
    EXPECT_EQ(text_of(facts_of(session, view), "mean distances"), "");
    TreeWork& work = view.tree->work.emplace();
    work.distances.count = 4, work.distances.sum = 10, work.distances.most = 5;
    work.balance.tasks = 2, work.balance.weight = 10, work.balance.heaviest = 9;
    const Facts facts = facts_of(session, view);
    EXPECT_EQ(text_of(facts, "mean distances"), "2.5");
    EXPECT_EQ(text_of(facts, "most distances"), "5");
    EXPECT_EQ(text_of(facts, "mean task"), "5");
    EXPECT_EQ(text_of(facts, "heaviest task"), "9");
}

TEST(Facts, TellHowFarAPictureIsFromFaceSpace) {
    SessionState session;
    ViewModel view;
    const auto gallery = std::make_shared<faces::Gallery>();
    gallery->size = {2, 3};
    gallery->people = {"Ann", "Bob"};
    gallery->files = {"ann.png", "bob.png"};
    gallery->basis.variance = {3, 1};
    gallery->basis.total_variance = 8;
    gallery->face_space = {1, 4};
    const auto pictures = std::make_shared<DataSet>();
    pictures->gallery = gallery;
    pictures->dimension = 2;
    pictures->coordinates = {0, 0, 1, 1};
    view.pictures = pictures;
    view.query_row = 1;
    session.unknown_above = 2;
    const Facts facts = facts_of(session, view);
    EXPECT_EQ(text_of(facts, "pixels"), "6");
    EXPECT_EQ(text_of(facts, "people"), "2");
    EXPECT_EQ(text_of(facts, "variance explained"), "0.500");
    EXPECT_EQ(text_of(facts, "face space distance"), "4.00");
    EXPECT_EQ(text_of(facts, "face space limit"), "2.00");
    EXPECT_EQ(text_of(facts, "unknown"), "yes");
    view.query_row = 0;
    EXPECT_EQ(text_of(facts_of(session, view), "unknown"), "no");
}

TEST(Facts, HaveTheSentenceOfTheStep) {
    SessionState session;
    ViewModel view;
    view.stepping.count = 19, view.stepping.sentence = "Pass 1 of 8.", view.stepping.phase = "sort";
    EXPECT_EQ(text_of(facts_of(session, view), "steps"), "") << "the search is not recorded yet";
    view.stepping.ready = true;
    const Facts facts = facts_of(session, view);
    EXPECT_EQ(text_of(facts, "steps"), "19");
    EXPECT_EQ(text_of(facts, "step sentence"), "Pass 1 of 8.");
    EXPECT_EQ(text_of(facts, "phase of step"), "sort");
    EXPECT_EQ(text_of(facts, "bound"), "") << "there is none yet";
}

}  // namespace
}  // namespace neighborscope::lessons
