// Tests that decision regions and leave-one-out classification agree with the votes of the oracle's neighbours.
#include "app/commands/commands.hpp"
#include "app/session/classify/vote_request.hpp"
#include "app/session/workbench/class_controls.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

/// Points of two overlapping classes; one has two more points in the middle of the other.
class LabelledPoints : public ::testing::Test {
protected:
    static constexpr int count = 60;
    test::TemporaryFolder folder;
    std::string file = folder.write("crowds.csv", crowds());

    static std::string crowds() {
        std::mt19937 random(3);
        std::normal_distribution<double> spread(0, 1);
        std::string text = "x,y,kind\n";
        for (int i = 0; i < count; ++i)
            text += std::to_string(spread(random) + (i % 2 ? 2 : 0)) + "," + std::to_string(spread(random)) + "," +
                    (i % 2 ? "right" : "left") + "\n";
        return text;
    }
    SessionState session() const {
        SessionState state;
        state.data = file;
        state.method = "heap";
        state.device = "host";
        state.k = 5;
        state.query_mode = QueryMode::pinned;
        return state;
    }
    static VisiblePlane plane() { return {{-3, -3}, {8, 6}, 64, 48}; }
};

bool told(const Window& window) {
    const Classifying& classes = window.workbench.view().classes;
    return !classes.refining && !classes.is_classifying && !window.workbench.busy();
}

/// The class that the oracle's neighbours vote for.
std::int32_t voted(const Window& window, const float* query, int k, std::int64_t exclude = -1) {
    const DataSet& data = *window.workbench.drawable().data;
    const std::vector<std::int32_t>& classes = window.workbench.view().classes.classes->of_training;
    VoteCounter poll(window.workbench.session().vote);
    for (const TrueNeighbour& one :
        exhaustive_search({data.coordinates, data.dimension}, query, k, window.workbench.session().metric, exclude))
        poll.add(classes[std::size_t(one.index)], float(one.distance));
    return poll.winner();
}

void expect_regions_of_the_oracle(const Window& window) {
    const DecisionRegions& regions = *window.workbench.view().classes.regions;
    ASSERT_EQ(regions.votes.size(), std::size_t(regions.columns) * std::size_t(regions.rows));
    int both[2] = {0, 0};
    for (int row = 0; row < regions.rows; ++row)
        for (int column = 0; column < regions.columns; ++column) {
            const double across = regions.plane.size[0] / regions.columns, up = regions.plane.size[1] / regions.rows;
            const float place[2] = {float(regions.plane.low[0] + (column + 0.5) * across), float(regions.plane.low[1] + (row + 0.5) * up)};
            const std::int32_t of = regions.votes[std::size_t(row) * std::size_t(regions.columns) + std::size_t(column)].winner();
            ASSERT_EQ(of, voted(window, place, window.workbench.session().k)) << column << ", " << row;
            ++both[of];
        }
    EXPECT_GT(both[0], 0);
    EXPECT_GT(both[1], 0);
}

TEST_F(LabelledPoints, RegionsAreWhatTheNearestPointsVoteFor) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    window.workbench.set_visible_plane(plane());
    EXPECT_GE(window.workbench.view().query_row, 0) << "the query begins on a row, whose own class does not vote";
    EXPECT_TRUE(window.until([&] { return window.workbench.view().classes.of_query >= 0; }));
    EXPECT_FALSE(window.workbench.view().classes.regions) << "nobody asked";
    window.set([](SessionState& state) { state.regions = true; });
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.regions; }));
    EXPECT_EQ(window.workbench.view().classes.regions->columns, 32) << "cells of two logical pixels";
    expect_regions_of_the_oracle(window);
    std::uint64_t before = window.workbench.view().classes.regions->generation;
    const std::pair<const char*, std::function<void(SessionState&)>> changes[] = {
        {"k", [](SessionState& state) { state.k = 1; }},
        {"metric", [](SessionState& state) { state.metric = Metric::chebyshev; }},
        {"vote", [](SessionState& state) { state.vote = Voting::distance, state.k = 7; }},
        {"method", [](SessionState& state) { state.method = "serial"; }},
    };
    for (const auto& [name, change] : changes) {
        window.set(change);
        ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.regions->generation > before; })) << name;
        before = window.workbench.view().classes.regions->generation;
        expect_regions_of_the_oracle(window);
    }
    VisiblePlane nearer = plane();
    nearer.size = {2, 1.5};
    window.workbench.set_visible_plane(nearer);
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.regions->plane == nearer; }));
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return told(window); }));
    window.set([](SessionState& state) { state.regions = false; });
    EXPECT_FALSE(window.workbench.view().classes.regions);
}

TEST_F(LabelledPoints, RegionsTellHowFarTheFinestOnesAreAndStop) {
    VoteRequest question;
    question.data = std::make_shared<const DataSet>(load_data(file));
    question.classes = std::make_shared<const Classes>(classes_of(*question.data, nullptr));
    question.method = &find_method("heap");
    VisiblePlane wide = plane();
    wide.waits = true;
    RegionWork work;
    SharedProgress card;
    std::vector<double> done, totals;
    std::atomic<bool> stop{false};
    const Progress progress{[&](double now, double total) {
                                if (total <= 2 * count) return;  // of the points, before
                                done.push_back(now), totals.push_back(total);
                                stop = stop || (done.size() > 1 && now == 0);
                            },
        &stop};
    int published = 0;
    work.work({question, wide}, card, progress, [&](const auto&) { ++published; });
    EXPECT_EQ(published, 2) << "of cells of 32 pixels, and at once of the finest";
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end())) << "coarse ones are a part of it";
    EXPECT_THAT(totals, ::testing::Each(double(2 * 2 + 32 * 24)));
    EXPECT_THROW(work.work({question, wide}, card, progress, [](const auto&) {}), Cancelled);
}

TEST_F(LabelledPoints, RegionsOfAWindowBecomeFineHoweverLongTheyTake) {
    VoteRequest question;
    question.data = std::make_shared<const DataSet>(load_data(file));
    question.classes = std::make_shared<const Classes>(classes_of(*question.data, nullptr));
    question.method = &find_method("heap");
    static std::atomic<int> looked{0};
    Clock::test_clock = [] { return Clock::time_point(std::chrono::seconds(2 * ++looked)); };  // every search takes two seconds at least
    RegionWork work;
    SharedProgress card;
    std::vector<int> columns;
    work.work({question, plane()}, card, {}, [&](const auto& regions) { columns.push_back(regions->columns); });
    Clock::test_clock = nullptr;
    EXPECT_THAT(columns, ::testing::ElementsAre(2, 4, 8, 16, 32));
}

TEST_F(LabelledPoints, RegionsFollowPointsThatAreChangedByHand) {
    SessionState first = session();
    first.regions = true, first.k = 1;
    Window window(first);
    window.workbench.set_visible_plane(plane());
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.regions; }));
    window.workbench.edits().use_mouse(true);
    window.workbench.edits().set_new_label("right");
    window.workbench.edits().add({-2.9, 2.9});
    ASSERT_TRUE(window.until([&] {
        return told(window) && window.workbench.view().data.count == count + 1 && window.workbench.view().classes.regions &&
               window.workbench.view().classes.classes->of_training.size() == count + 1;
    }));
    expect_regions_of_the_oracle(window);
    const DecisionRegions& regions = *window.workbench.view().classes.regions;
    const std::size_t corner = std::size_t(regions.rows - 1) * std::size_t(regions.columns);
    EXPECT_EQ(window.workbench.view().classes.classes->names[std::size_t(regions.votes[corner].winner())], "right");
}

TEST_F(LabelledPoints, EveryPointByTheOthersIsWhatTheOracleSays) {
    SessionState first = session();
    first.misclassified = first.exclude_self = true;
    Window window(first);
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.leave_one_out; }));
    for (const Voting vote : all_votings)
        for (const int k : {1, 5, 40}) {
            window.set([&](SessionState& state) { state.k = k, state.vote = vote; });
            ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.leave_one_out->k == k; }));
            const Classifying& now = window.workbench.view().classes;
            const LeaveOneOut& leave_one_out = *now.leave_one_out;
            const DataSet& data = *window.workbench.drawable().data;
            EXPECT_EQ(leave_one_out.asked, count);
            EXPECT_EQ(leave_one_out.correct.size(), std::size_t(std::max(k, curve_ks)));
            std::vector<std::int64_t> wrong;
            for (std::int64_t row = 0; row < count; ++row)
                if (voted(window, &data.coordinates[std::size_t(row) * 2], k, row) != now.classes->of_training[std::size_t(row)])
                    wrong.push_back(row);
            EXPECT_EQ(leave_one_out.wrong, wrong) << name(vote) << ' ' << k;
            EXPECT_EQ(now.ringed, wrong);
            EXPECT_EQ(leave_one_out.correct[std::size_t(k) - 1], count - std::ssize(wrong));
            EXPECT_EQ(std::accumulate(leave_one_out.confusion.begin(), leave_one_out.confusion.end(), std::int64_t(0),
                          [](std::int64_t sum, const Confusion& pair) { return sum + pair.count; }),
                count);
        }
}

// The rings and the vote of the query must not disagree about the same row.
TEST_F(LabelledPoints, RingsCountAsManyVotesAsTheListOfARow) {
    SessionState first = session();
    first.misclassified = true;
    Window window(first);
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.leave_one_out; }));
    EXPECT_EQ(window.workbench.view().classes.leave_one_out->k, 4) << "the list of 5 holds the point itself";
    const Classifying& now = window.workbench.view().classes;
    const DataSet& data = *window.workbench.drawable().data;
    for (std::int64_t row = 0; row < count; ++row)
        EXPECT_EQ(now.leave_one_out->predicted[std::size_t(row)], voted(window, &data.coordinates[std::size_t(row) * 2], 4, row)) << row;
    window.set([](SessionState& state) { state.exclude_self = true; });
    ASSERT_TRUE(window.until([&] { return told(window) && now.leave_one_out->k == 5; }));
}

TEST_F(LabelledPoints, TheQueryGoesFromOneRingToTheNextAndRoundTheEnd) {
    SessionState first = session();
    first.misclassified = true;
    Window window(first);
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.leave_one_out; }));
    const std::vector<std::int64_t> wrong = window.workbench.view().classes.ringed;
    ASSERT_GT(wrong.size(), 2u);
    const auto step = [&](const char* command, std::int64_t row) {
        Commands commands;
        add_standard_commands(commands, window.workbench, {});
        ASSERT_TRUE(commands.run(command));
        ASSERT_TRUE(window.until([&] { return window.settled() && window.workbench.view().query_row == row; })) << row;
    };
    step("classes.next", wrong[0]);
    EXPECT_EQ(window.workbench.view().classes.ringed, wrong) << "the way along the rings does not change them";
    EXPECT_EQ(window.workbench.view().classes.place, 0);
    step("classes.next", wrong[1]);
    step("classes.previous", wrong[0]);
    step("classes.previous", wrong.back());
    step("classes.next", wrong[0]);
    window.workbench.undo();
    ASSERT_TRUE(window.until([&] { return told(window) && !window.workbench.session().query_row; })) << "one undoable step";

    // A cell of the confusion matrix rings its points, also correct ones.
    window.workbench.classes().ring_rows_of(ConfusionCell{0, 0});
    const Classifying& now = window.workbench.view().classes;
    const auto pair = std::find_if(now.leave_one_out->confusion.begin(), now.leave_one_out->confusion.end(),
        [](const Confusion& one) { return one.of == 0 && one.predicted == 0; });
    ASSERT_NE(pair, now.leave_one_out->confusion.end());
    EXPECT_EQ(std::ssize(now.ringed), pair->count);
    for (const std::int64_t row : now.ringed) EXPECT_EQ(now.classes->of_training[std::size_t(row)], 0);
    window.workbench.classes().ring_rows_of(std::nullopt);
    EXPECT_EQ(now.ringed, wrong);
}

TEST_F(LabelledPoints, WhatHasNoClassesSaysWhy) {
    const auto refusals = [&](const std::string& data) {
        SessionState first = session();
        first.data = data;
        first.regions = first.misclassified = true;
        Window window(first);
        window.workbench.set_visible_plane(plane());
        EXPECT_TRUE(window.settled());
        EXPECT_TRUE(window.until([&] { return told(window); }));
        const Classifying& classes = window.workbench.view().classes;
        EXPECT_FALSE(classes.regions);
        return std::pair(classes.no_regions, classes.no_votes);
    };
    EXPECT_THAT(refusals("uniform:n=50").first, HasSubstr("no labels"));
    const auto lacking = refusals(folder.write("lacking.csv", "x,y,kind\n1,2,a\n3,4,\n5,6,b\n7,8,b\n"));
    EXPECT_THAT(lacking.second, HasSubstr("has no label"));
    const auto space = refusals(folder.write("space.csv", "x,y,z,kind\n1,2,3,a\n3,4,5,a\n5,6,7,b\n7,8,9,b\n"));
    EXPECT_THAT(space.first, HasSubstr("2 dimensions"));
    EXPECT_EQ(space.second, "");
}

TEST(VotingSearch, OneThatFailedIsNotTakenForPrepared) {
    VoteRequest question;
    question.data = std::make_shared<const DataSet>(load_data("uniform:n=20"));
    question.method = &find_method("heap");
    question.options = {{"no-such-option", "1"}};
    VotingSearch search;
    for (int i = 0; i < 2; ++i) EXPECT_THROW(search.prepare(question, {}), Error) << i;
    question.options.clear();
    search.prepare(question, {});
    ListSet lists(DeviceKind::host, 20, 3);
    search.searcher().search(QuerySet::self_join(search.points(), false), 3, Metric::euclidean, lists);
}

TEST_F(LabelledPoints, NothingIsRingedThatOtherDataHad) {
    SessionState first = session();
    first.misclassified = first.regions = true;
    Window window(first);
    window.workbench.set_visible_plane(plane());
    const Classifying& classes = window.workbench.view().classes;
    ASSERT_TRUE(window.until([&] { return told(window) && classes.leave_one_out && classes.regions; }));
    EXPECT_FALSE(classes.ringed.empty());
    window.workbench.open_data(folder.write("three.csv", "x,y,kind\n0,0,left\n1,0,left\n9,0,right\n"));
    ASSERT_TRUE(window.until([&] {
        if (window.workbench.view().data.count != 3) return false;
        EXPECT_TRUE(!classes.leave_one_out || classes.leave_one_out->predicted.size() == 3);
        for (const std::int64_t row : classes.ringed) EXPECT_LT(row, 3);
        return told(window) && classes.leave_one_out;
    }));
}

TEST_F(LabelledPoints, CancelLeavesWhatIsThere) {
    SessionState first = session();
    first.misclassified = true;
    Window window(first);
    ASSERT_TRUE(window.until([&] { return told(window) && window.workbench.view().classes.leave_one_out; }));
    SlowMethod::reset();
    SlowMethod::tiles = 20000;
    window.set([](SessionState& state) { state.method = "slow"; });
    ASSERT_TRUE(window.until([&] { return window.workbench.view().classes.is_classifying; }));
    ASSERT_TRUE(window.until([&] { return !window.workbench.view().classes.is_classifying || (window.workbench.cancel(), false); }));
    SlowMethod::reset();
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_FALSE(window.workbench.view().classes.is_classifying);
    EXPECT_EQ(window.workbench.view().classes.leave_one_out->asked, count) << "of the method before";
}

}  // namespace
}  // namespace neighborscope
