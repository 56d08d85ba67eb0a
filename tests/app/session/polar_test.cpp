// Tests positions in the polar view, computed by hand.
#include "app/session/shown/polar.hpp"
#include "gpu/row_filter.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

using ::testing::AllOf, ::testing::HasSubstr, ::testing::Not;

constexpr double turned_half = 3.141592653589793;

NeighbourRow ranked(int rank, std::int64_t row, double distance) {
    NeighbourRow one;
    one.rank = rank, one.row = row, one.distance = distance;
    return one;
}

/// Six points of four dimensions, shown along the first two; distances from the origin are 0, 0, 5, 5, 10, 13.
DataSet six_rows() {
    DataSet data;
    data.dimension = 4;
    data.origin = {0, 0, 0, 0};
    data.coordinates = {0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 0, -5, 0, 0, -6, 0, 8, 0, 0, 0, 5, 12};
    return data;
}

const PolarPoint* polar_point(const PolarView& view, std::int64_t row) {
    for (const PolarPoint& one : view.points)
        if (one.row == row) return &one;
    return nullptr;
}

std::vector<PointDistance> all_from_origin() { return {{1, 0}, {2, 5}, {3, 5}, {4, 10}, {5, 13}}; }

TEST(Polar, DistancesAreThoseOfAllDimensionsAndAnglesThoseOfThePicture) {
    const DataSet data = six_rows();
    const PolarView view = polar_view(data, {}, {0, 0, 0, 0}, 0, {ranked(1, 1, 0), ranked(2, 2, 5), ranked(3, 3, 5)}, all_from_origin());
    ASSERT_EQ(view.points.size(), 5u);
    EXPECT_EQ(view.others, 2);
    EXPECT_EQ(view.count, 5);
    EXPECT_EQ(view.kth, 5);
    EXPECT_EQ(view.rim_distance, 13) << "less than three times as far as the last neighbour";
    EXPECT_FALSE(view.has_outer());
    EXPECT_EQ(view.points.back().rank, 1) << "the nearest is drawn last";
    EXPECT_NEAR(polar_point(view, 2)->angle, 0, 1e-12);
    EXPECT_NEAR(polar_point(view, 3)->angle, -turned_half / 2, 1e-12);
    EXPECT_NEAR(std::abs(polar_point(view, 4)->angle), turned_half, 1e-12);
    EXPECT_EQ(polar_point(view, 1)->distance, 0) << "it lies where the query is";
    EXPECT_TRUE(std::isfinite(polar_point(view, 5)->angle)) << "seen from above it lies on the query, and is 13 away";
    EXPECT_DOUBLE_EQ(view.radius_of(6.5), 0.5);
    EXPECT_DOUBLE_EQ(view.radius_of(0), 0);
    EXPECT_EQ(view.contrast(), "Another point lies exactly at the query.");
    EXPECT_THAT(view.rings(), testing::ElementsAre(5, 10));
    EXPECT_EQ(view.deceptive_rank, 3) << "row 5 looks nearer than it";
    EXPECT_EQ(view.look_nearer, 1);
}

TEST(Polar, WhatIsNearAndWhatIsFarCanBothBeRead) {
    const DataSet data = six_rows();
    PolarView view = polar_view(data, {}, {0, 0, 0, 0}, 0, {ranked(1, 2, 5)}, {{3, 5}, {4, 50}, {5, 500}});
    EXPECT_EQ(view.inner, 5) << "the last neighbour's";
    EXPECT_EQ(view.rim_distance, 500);
    EXPECT_DOUBLE_EQ(view.radius_of(2.5), 0.25) << "in proportion";
    EXPECT_DOUBLE_EQ(view.radius_of(5), 0.5);
    EXPECT_DOUBLE_EQ(view.radius_of(50), 0.75) << "ten times as far, and half of what is left";
    EXPECT_DOUBLE_EQ(view.radius_of(500), 1);
    EXPECT_EQ(view.radius_of(std::numeric_limits<double>::infinity()), 1);
    EXPECT_THAT(view.rings(), testing::ElementsAre(2, 4, 10, 20, 50, 100, 200, 500));
    EXPECT_THAT(view.scale(), HasSubstr("then logarithmic, 500"));
    view = polar_view(data, {}, {0, 0, 0, 0}, 0, {ranked(1, 2, 5)}, {{3, 5}, {4, 10}});
    EXPECT_EQ(view.scale(), "true to scale");
}

TEST(Polar, TheNearestPointMayBeMissedByTheList) {
    const DataSet data = six_rows();
    EXPECT_EQ(polar_view(data, {}, {0, 0, 0, 0}, 0, {ranked(1, 2, 5)}, {{4, 10}}).nearest, 5);
    EXPECT_EQ(polar_view(data, {}, {0, 0, 0, 0}, 0, {ranked(1, 2, 5)}, {{4, 10}}, {ranked(1, 3, 2)}).nearest, 2);
}

TEST(Polar, WithAFilterOnlyAllowedPointsAreCounted) {
    DataSet data = six_rows();
    data.filter = std::make_shared<const RowFilter>(std::vector<bool>{false, false, true, true, true, false});
    PolarView view = polar_view(data, {}, {0, 0, 0, 0}, 0, {ranked(1, 2, 5)}, {{3, 5}, {4, 10}});
    EXPECT_EQ(view.count, 3) << "the query's own row is not allowed, and is not subtracted again";
    EXPECT_THAT(view.contrast(), AllOf(HasSubstr("the nearest of 3 allowed points is at 5"), Not(HasSubstr("dimensions"))));
    view = polar_view(data, {}, {3, 0, 4, 0}, 2, {ranked(1, 3, 5)}, {{4, 10}});
    EXPECT_EQ(view.count, 2);
}

TEST(Polar, DistancesThatAreNoneAreLeftOutAndMoreNeighboursThanPointsAreNoMatter) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const DataSet data = six_rows();
    const PolarView view =
        polar_view(data, {}, {0, 0, 0, 0}, -1, {ranked(1, 2, 5), ranked(2, -1, none), ranked(3, 3, none)}, {{4, none}, {99, 1}});
    ASSERT_EQ(view.points.size(), 1u);
    EXPECT_EQ(view.points.front().row, 2);
    EXPECT_EQ(view.others, 0);
    const PolarView empty = polar_view(data, {}, {0, 0, 0, 0}, -1, {}, {});
    EXPECT_TRUE(empty.points.empty());
    EXPECT_EQ(empty.radius_of(3), 0);
    EXPECT_EQ(empty.contrast(), "");
    EXPECT_TRUE(empty.rings().empty());
}

TEST(Polar, SentencesSayWhetherNeighboursStandOut) {
    PolarView view;
    view.dimension = 128, view.count = 1000, view.nearest = 8, view.mean = 10, view.others = 200;
    EXPECT_THAT(
        view.contrast(), HasSubstr("around the query is empty: the nearest of 1\u202f000 points is at 8.00, 80\u202f% of the mean"));
    EXPECT_THAT(view.contrast(), HasSubstr("all distances are nearly equal"));
    view.nearest = 6;
    EXPECT_THAT(view.contrast(), AllOf(HasSubstr("60\u202f% of the mean"), Not(HasSubstr("nearly equal"))));
    view.nearest = 1;
    EXPECT_THAT(view.contrast(), HasSubstr("The nearest of"));
    view.nearest_is_known = false;
    EXPECT_EQ(view.contrast(), "") << "an approximate list may lack it";
    EXPECT_EQ(view.deception(), "");
    view.deceptive_rank = 3, view.look_nearer = 120, view.share = 0.25;
    EXPECT_THAT(view.deception(), HasSubstr("60\u202f% of the other points look nearer than neighbour 3: the picture shows 25\u202f%"));
}

TEST(Polar, OfManyDimensionsItIsShownUntilSomebodyHidesIt) {
    Window window(host_session("vectors:n=3000,d=64", "heap", 8));
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.polar_shown);
    ASSERT_TRUE(view.polar);
    EXPECT_EQ(view.polar->neighbours, 8);
    EXPECT_GT(view.polar->others, 1400) << "a sample";
    EXPECT_LT(view.polar->others, 1501);
    EXPECT_GT(view.polar->nearest, 0.4 * view.polar->mean) << "distances are close together";
    const auto before = view.polar;
    window.workbench.change([](SessionState& state) { state.polar = false; });
    EXPECT_FALSE(window.workbench.view().polar);
    window.workbench.undo();
    ASSERT_TRUE(window.workbench.view().polar) << "at once, of the same answer";
    EXPECT_EQ(window.workbench.view().polar->points.size(), before->points.size());
    window.workbench.change([](SessionState& state) { state.projection = "1,2"; });
    ASSERT_TRUE(window.workbench.view().polar);
    EXPECT_EQ(window.workbench.view().polar->share, 0) << "along axes";
    EXPECT_EQ(window.workbench.undo_kind(), "change the projection");
    window.workbench.open_data("hotspots:n=300");
    ASSERT_TRUE(window.until([&] { return window.workbench.view().data.dimension == 2 && !window.workbench.busy(); }));
    EXPECT_FALSE(window.workbench.view().polar_shown) << "of two dimensions the picture shows distances";
    EXPECT_EQ(window.workbench.session().projection, "");
}

TEST(Polar, AnAxisThatThereIsNotIsSaid) {
    SessionState session = host_session("vectors:n=300,d=6", "heap", 4);
    session.projection = "2,9";
    Window window(session);
    ASSERT_TRUE(window.settled());
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_EQ(window.workbench.view().error->title, "there is no axis 9: the data have 6 dimensions");
}

TEST(Polar, TheProjectionIsKeptInASession) {
    SessionState session = host_session("vectors:n=300,d=6", "heap", 4);
    session.projection = "3,5";
    session.polar = false;
    EXPECT_EQ(session_from_json(to_json(session)), session);
    EXPECT_THAT(command_line(session), HasSubstr("--projection 3,5"));
    EXPECT_THAT(command_line(session), HasSubstr("--polar off"));
    nlohmann::json json = to_json(session);
    json["projection"] = "3,3";
    EXPECT_THROW(session_from_json(json), Error);
}

}  // namespace
}  // namespace neighborscope
