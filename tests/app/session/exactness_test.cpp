// Tests comparing one list with the oracle: right and missed neighbours with reasons, and rounding.
#include "app/session/search/exactness_check.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/stepping/tree_steps.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

TEST(Exactness, AnApproximateListIsJudgedByItsRecall) {
    const std::vector<float> rows = {0, 1, 2, 3, 4}, query = {0}, distance = {0, 1, 4};
    const std::vector<std::int32_t> misses = {0, 1, 4}, invents = {0, 1, 1};
    const Exactness missing = check_exactness({rows, 1}, query, misses, distance, Metric::euclidean, -1, {}, true);
    EXPECT_TRUE(missing.known && missing.approximate);
    EXPECT_EQ(missing.right, 2);
    EXPECT_EQ(missing.of, 3);
    EXPECT_EQ(missing.wrong, "");
    ASSERT_EQ(missing.missed.size(), 1u);
    EXPECT_EQ(missing.missed[0].row, 2);
    EXPECT_EQ(missing.missed[0].rank, 3);
    EXPECT_EQ(missing.missed[0].distance, 2);
    EXPECT_TRUE(missing.missed[0].missed);
    const std::vector<float> twice = {0, 1, 1};
    EXPECT_EQ(check_exactness({rows, 1}, query, invents, twice, Metric::euclidean, -1, {}, true).wrong, "index 1 occurs twice");
}

TEST(Exactness, AnEqualDistanceStandsForAMissedNeighbour) {
    const std::vector<float> rows = {0, 1, 2, 2, 2, 9}, query = {0}, distance = {0, 1, 2};
    const std::vector<std::int32_t> index = {0, 1, 4};
    const Exactness found = check_exactness({rows, 1}, query, index, distance, Metric::euclidean, -1, {}, true);
    EXPECT_EQ(found.right, 3) << "as far as the third";
    EXPECT_TRUE(found.missed.empty());
    EXPECT_TRUE(found.tie_beyond);
    const std::vector<std::int32_t> first = {0, 1};
    EXPECT_FALSE(check_exactness({rows, 1}, query, first, std::vector<float>{0, 1}, Metric::euclidean, -1, {}, true).tie_beyond);
}

TEST(Exactness, WithinRoundingHasItsTwoNumbers) {
    const float near = 0.1f, far = std::nextafter(near, 1.0f);
    const std::vector<float> rows = {near, far, 5}, query = {0}, distance = {far, near};
    const Exactness found = check_exactness({rows, 1}, query, std::vector<std::int32_t>{1, 0}, distance, Metric::euclidean, -1, {}, false);
    ASSERT_TRUE(found.within_rounding);
    ASSERT_TRUE(found.confused);
    EXPECT_EQ(found.confused->rank, 1);
    EXPECT_EQ(found.confused->listed_row, 1);
    EXPECT_EQ(found.confused->right_row, 0);
    EXPECT_EQ(found.confused->listed, double(far));
    EXPECT_EQ(found.confused->right, double(near));
    EXPECT_GT(found.confused->most, double(far) - double(near));
    EXPECT_LT(found.confused->most, 1e-6);
    EXPECT_TRUE(found.missed.empty());
}

TEST(Exactness, TheRingIsExactWithinRounding) {
    Window window(host_session("sample:ring", "quadtree-cached", 16));
    ASSERT_TRUE(window.checked());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.exactness.within_rounding);
    ASSERT_TRUE(view.exactness.confused);
    const auto& [rank, listed, right, most, listed_row, right_row] = *view.exactness.confused;
    EXPECT_NEAR(listed, 1000, 1e-3);
    EXPECT_GT(std::abs(listed - right), 0);
    EXPECT_LT(std::abs(listed - right), most);
    EXPECT_THAT(explain_verdict(view), HasSubstr("at rank " + std::to_string(rank) + ": row " + std::to_string(listed_row) + " at "));
    EXPECT_THAT(explain_verdict(view), HasSubstr(" in the list, row " + std::to_string(right_row) + " at "));
    EXPECT_THAT(rounding_text(view), HasSubstr(": rounding of float32 can hide "));
}

TEST(Exactness, TheCosineIsMeasuredBetweenTrueCoordinates) {
    const test::TemporaryFolder folder;
    std::string text = "x,y\n";
    std::vector<float> points;
    for (int i = 0; i < 90; ++i) {
        points.insert(points.end(), {float(1000000 + i), float(30000 * (i * 77 % 90))});
        text += std::to_string(1000000 + i) + "," + std::to_string(30000 * (i * 77 % 90)) + "\n";
    }
    SessionState session = host_session(folder.write("far.csv", text), "heap", 6);
    session.metric = Metric::cosine;
    session.query_row = 5;
    Window window(session);
    ASSERT_TRUE(window.checked());
    const ViewModel& view = window.workbench.view();
    EXPECT_FALSE(view.error);
    EXPECT_NE(window.workbench.drawable().data->origin[0], 0) << "the picture stays as it is";
    EXPECT_EQ(view.exactness.right, 6);
    const auto expect_the_truth = [&](Metric metric) {
        std::vector<std::int64_t> rows;
        for (const TrueNeighbour& neighbour : exhaustive_search({points, 2}, &points[10], 6, metric, -1)) rows.push_back(neighbour.index);
        EXPECT_EQ(window.rows(), rows);
    };
    expect_the_truth(Metric::cosine);
    window.set([](SessionState& state) { state.metric = Metric::euclidean; });
    ASSERT_TRUE(window.checked());
    expect_the_truth(Metric::euclidean);
}

TEST(Exactness, WhatAnApproximateMethodMissesIsToldWithItsReason) {
    if (!find_method("faiss-ivf-cpu").info.supports.missing_package.empty()) GTEST_SKIP() << "not built";
    SessionState session = hotspots("faiss-ivf-cpu", 40);
    session.options["faiss-ivf-cpu"] = {{"lists", "30"}, {"probes", "1"}};
    Window window(session);
    ASSERT_TRUE(window.checked());
    const ViewModel& view = window.workbench.view();
    const Exactness& exactness = view.exactness;
    ASSERT_FALSE(exactness.missed.empty()) << "else this shows nothing";
    EXPECT_EQ(int(exactness.missed.size()), exactness.of - exactness.right);
    const std::vector<std::int64_t> truth = window.truth(), listed = window.rows();
    for (const NeighbourRow& one : exactness.missed) {
        EXPECT_EQ(truth[std::size_t(one.rank - 1)], one.row);
        EXPECT_EQ(std::count(listed.begin(), listed.end(), one.row), 0);
        EXPECT_EQ(one.file_row, window.workbench.drawable().data->file_row(one.row));
        EXPECT_EQ(one.why.what, "skipped");
        EXPECT_NE(one.why.sentence.find(" of 30 by distance"), std::string::npos) << one.why.sentence;
    }
    const std::string why = why_point(view, *window.workbench.drawable().data, window.workbench.session(), exactness.missed[0].row);
    EXPECT_NE(why.find(exactness.missed[0].why.sentence), std::string::npos) << why;
}

TEST(Exactness, RightRowsWithAWrongDistanceAreNotAllRight) {
    const std::vector<float> rows = {0, 0, 3, 4, 6, 8}, query = {0, 0}, distance = {0, 5.000004f, 10};
    const std::vector<std::int32_t> index = {0, 1, 2};
    EXPECT_EQ(check_exactness({rows, 2}, query, index, std::vector<float>{0, 5, 10}, Metric::euclidean, -1, {}, false).right, 3);
    EXPECT_EQ(check_exactness({rows, 2}, query, index, distance, Metric::euclidean, -1, {}, false).right, 2);
}

}  // namespace
}  // namespace neighborscope
