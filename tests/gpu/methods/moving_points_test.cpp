// Moving points in a Searcher: every method's lists are the oracle's at every tick; the quadtrees rebuild their tree if their
// policy says so, and if an object leaves the square; a thousand ticks take no more memory than a few.
#include "tests/gpu/support.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <numeric>

#include <malloc.h>

namespace neighborscope::test {
namespace {

using testing::HasSubstr;

/// Positions of all points at a tick.
using Course = std::function<std::vector<float>(int tick)>;

/// One Searcher that follows a course, with a self-join at each tick. Compares the lists with the oracle's.
class MovingSearch {
public:
    MovingSearch(const Method& method, DeviceKind device, int dimension, Course course,
        const std::map<std::string, std::string>& options = {}, std::span<const float> extent = {})
        : course_(std::move(course)), dimension_(dimension), points_(device, course_(0), dimension) {
        if (!extent.empty()) points_.set_extent(extent);
        searcher_.emplace(method, points_, Options(method.info.options, options));
        queries_.emplace(QuerySet::self_join(points_, false));
    }

    Report tick(int number, int k, Metric metric = Metric::euclidean, Measure measure = Measure::counters) {
        const std::vector<float> coordinates = course_(number);
        if (number > 0) {
            points_.move(coordinates);
            searcher_->points_moved();
        }
        const std::int64_t count = points_.points().count;
        ListSet lists(points_.device(), count, k);
        if (measure != Measure::total) searcher_->search(*queries_, k, metric, lists);  // the policy counts this
        const Report report = searcher_->search(*queries_, k, metric, lists, {}, measure);
        Found found;
        lists.fetch(found.index, found.distance);
        const Tally tally = verify({coordinates, dimension_}, {coordinates, dimension_}, {}, found.index, found.distance, k, metric);
        EXPECT_EQ(tally.wrong, 0) << searcher_->method().info.name << ", tick " << number << ": " << tally.first_reason;
        return report;
    }

    /// How often the tree was rebuilt in ticks 1 to `last`.
    int rebuilds(int last, int k) {
        int rebuilds = 0;
        for (int number = 0; number <= last; ++number) rebuilds += int(counter(tick(number, k), "rebuilds"));
        return rebuilds;
    }

    Searcher& searcher() { return *searcher_; }
    PointSet& points() { return points_; }
    const QuerySet& queries() const { return *queries_; }

private:
    Course course_;
    int dimension_;
    PointSet points_;
    std::optional<Searcher> searcher_;
    std::optional<QuerySet> queries_;
};

/// All points anywhere in the unit square or cube at every tick.
Course anywhere(int count, int dimension, float scale = 1) {
    return [=](int tick) {
        std::mt19937 random(std::uint32_t(7 + tick));
        std::vector<float> coordinates(std::size_t(count * dimension));
        for (float& x : coordinates) x = unit(random) * scale;
        return coordinates;
    };
}

// ---- Every method --------------------------------------------------------------------------------------------------------------

class MovingPoints : public testing::TestWithParam<DeviceKind> {
protected:
    DeviceKind device() const { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(All, MovingPoints, each_device(), device_name);

TEST_P(MovingPoints, EveryMethodFollowsThem) {
    for (const Method& method : methods()) {
        if (!runs_on(method, device()) || same_kernels_as_another(method.info.name)) continue;
        if (watches_races && method.info.group == "Exhaustive") continue;  // it keeps nothing between ticks
        MovingSearch moving_search(method, device(), 2, anywhere(watches_races ? 40 : 90, 2));
        for (int tick = 0; tick < 3; ++tick) moving_search.tick(tick, within(method, 5), Metric::euclidean, Measure::total);
    }
}

TEST_P(MovingPoints, EveryMethodFollowsThemOutOfTheRangeOfFloats) {
    if (watches_races) GTEST_SKIP() << "arithmetic, not threads";
    const auto course = [](int tick) {
        const float scale[] = {1, 0x1p90f, 0x1p90f, 3, 0x1p-70f, 0x1p-70f};
        return anywhere(60, 2, scale[tick])(tick);
    };
    for (const Method& method : methods()) {
        if (!runs_on(method, device()) || same_kernels_as_another(method.info.name)) continue;
        MovingSearch moving_search(method, device(), 2, course);
        for (int tick = 0; tick < 6; ++tick) {
            moving_search.tick(tick, within(method, 5), Metric::euclidean, Measure::total);
            EXPECT_EQ(moving_search.queries().queries().points.largest, moving_search.points().points().largest);
        }
    }
}

TEST_P(MovingPoints, MoveOrStayAsOne) {
    PointSet points(device(), std::vector<float>{1, 2, 3, 4}, 2);
    const auto moved = [&](std::vector<float> to) { return [&points, to] { points.move(to); }; };
    EXPECT_THAT(refused(Failure::usage, moved({1, 2, 3})), HasSubstr("3 coordinates cannot be new positions of points with 4"));
    EXPECT_THAT(refused(Failure::input, moved({5, 6, 7, std::numeric_limits<float>::infinity()})), HasSubstr("point 1 "));
    EXPECT_EQ(points.points().largest, 4);
    std::vector<float> now(4);
    copy_to_host(device(), now.data(), points.points().coordinates, sizeof(float) * 4);
    EXPECT_EQ(now, (std::vector<float>{1, 2, 3, 4}));
    const float* const before = points.points().coordinates;
    points.move(std::vector<float>{-9, 6, 7, 8});
    EXPECT_EQ(points.points().coordinates, before);
    EXPECT_EQ(points.points().largest, 9);
    EXPECT_THROW(points.set_extent(std::vector<float>{0, 0, 1}), Error);
}

// ---- The quadtrees -------------------------------------------------------------------------------------------------------------

class MovingQuadtree : public MethodsTest {};
INSTANTIATE_TEST_SUITE_P(All, MovingQuadtree, both_quadtrees(), method_and_device);

struct NamedCourse {
    std::string name;
    int dimension;
    Course course;
};

std::vector<NamedCourse> courses() {
    const int n = sanitized ? 80 : 200;
    const auto made = [](int count, int dimension, auto coordinate) {
        return [=](int tick) {
            std::vector<float> coordinates;
            for (int point = 0; point < count; ++point)
                for (int d = 0; d < dimension; ++d) coordinates.push_back(coordinate(tick, point, d));
            return coordinates;
        };
    };
    return {
        {"uniform", 2, anywhere(n, 2)},
        {"uniform3", 3, anywhere(n, 3)},
        {"leaving_the_square", 2,
            made(n, 2, [](int tick, int point, int d) { return float(point % 20) * float(1 + tick) - float(d * tick); })},
        {"gathering", 2, [=](int tick) { return anywhere(n, 2, tick < 3 ? 1 : 0.01f)(tick); }},
        {"all_equal", 2, made(n / 2, 2, [](int tick, int, int) { return float(tick) * 0.37f; })},
        {"all_equal_and_resting", 3, made(n / 2, 3, [](int, int, int) { return 2.5f; })},
        {"collinear", 2, made(n, 2, [](int tick, int point, int d) { return d ? 7.0f : float(point) + float(tick) * 0.3f; })},
        {"alone", 2, made(1, 2, [](int tick, int, int d) { return float(tick * (d + 1)); })},
        {"cell_borders", 2, made(n, 2, [](int tick, int point, int d) { return float((point * (d ? 3 : 7) + tick * 5) % 33) / 32; })},
    };
}

TEST_P(MovingQuadtree, IsRightAtEveryTickWhateverThePolicy) {
    for (const NamedCourse& one : courses()) {
        if (watches_races && one.name != "uniform") continue;
        for (const std::string policy : {"policy", "always", "never"}) {
            SCOPED_TRACE(one.name + ", rebuild=" + policy);
            MovingSearch moving_search(method(), device(), one.dimension, one.course, {{"rebuild", policy}, {"leaf-capacity", "9"}});
            for (int tick = 0; tick < (watches_races ? 3 : 6); ++tick) moving_search.tick(tick, tick % 2 ? 12 : 3);
            if (HasFailure()) return;
        }
    }
}

TEST_P(MovingQuadtree, CreatesAnewAlwaysOrNever) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    const std::vector<float> extent{0, 0, 1, 1};
    const Course course = anywhere(300, 2);
    EXPECT_EQ(MovingSearch(method(), device(), 2, course, {{"rebuild", "always"}}, extent).rebuilds(5, 4), 5);
    EXPECT_EQ(MovingSearch(method(), device(), 2, course, {{"rebuild", "never"}}, extent).rebuilds(5, 4), 0);
    // All of them leave the corner: the tree of the corner is right, but slow.
    const auto leaving = [&](int tick) { return anywhere(300, 2, tick ? 1 : 0.125f)(tick); };
    EXPECT_EQ(MovingSearch(method(), device(), 2, leaving, {{"rebuild", "never"}}, extent).rebuilds(3, 4), 0);
    // Without a known extent the first one outside causes another tree, with room for more of them.
    MovingSearch surprised(method(), device(), 2, leaving, {{"rebuild", "never"}});
    EXPECT_EQ(counter(surprised.tick(0, 4), "rebuilds"), 0);
    const Report report = surprised.tick(1, 4);
    EXPECT_EQ(counter(report, "rebuilds"), 1);
    ASSERT_TRUE(report.index_update);
    EXPECT_EQ(report.index_update->why, "a point left the root square");
    EXPECT_EQ(counter(surprised.tick(2, 4), "rebuilds"), 0);
    EXPECT_EQ(counter(surprised.tick(3, 4), "rebuilds"), 0);
}

TEST_P(MovingQuadtree, TellsCreatingFromIndexing) {
    MovingSearch moving_search(method(), device(), 2, anywhere(500, 2), {{"rebuild", "never"}}, std::vector<float>{0, 0, 1, 1});
    for (int tick = 0; tick < 3; ++tick) {
        const Report report = moving_search.tick(tick, 3);
        ASSERT_TRUE(report.index_update);
        EXPECT_EQ(report.index_update->created, tick == 0);
        EXPECT_EQ(report.index_update->creation_milliseconds > 0, tick == 0);
        EXPECT_GT(report.index_update->indexing_milliseconds, 0);
        EXPECT_EQ(report.index_update->creation_milliseconds + report.index_update->indexing_milliseconds, report.build_milliseconds);
        EXPECT_EQ(report.index_update->why, "");
    }
}

TEST_P(MovingQuadtree, FollowsThePaperWhenTheDistributionJumps) {
    if (watches_races) GTEST_SKIP() << "counts, not threads";
    // At tick 4 all objects are in a 64th of the square's side: a few leaves hold them all.
    const int n = sanitized ? 150 : 1000;
    const auto jumping = [=](int tick) { return anywhere(n, 2, tick < 4 ? 1 : 0x1p-6f)(tick); };
    const std::vector<float> extent{0, 0, 1, 1};
    MovingSearch moving_search(method(), device(), 2, jumping, {{"leaf-capacity", "10"}}, extent);
    for (int tick = 0; tick < 12; ++tick) {
        const Report report = moving_search.tick(tick, 8);
        EXPECT_EQ(counter(report, "rebuilds"), tick == 5) << "tick " << tick;
        if (tick == 5) { EXPECT_THAT(report.index_update->why, HasSubstr("computations per query in the last tick")); }
        EXPECT_EQ(report.index_update->rebuilds, tick >= 5);
    }
    EXPECT_EQ(
        MovingSearch(method(), device(), 2, jumping, {{"leaf-capacity", "10"}, {"rebuild-factor", "1000"}}, extent).rebuilds(11, 8), 0);
    EXPECT_EQ(MovingSearch(method(), device(), 2, anywhere(n, 2), {{"leaf-capacity", "10"}}, extent).rebuilds(20, 8), 0) << "stationary";
}

TEST_P(MovingQuadtree, ACancelledRebuildIsMadeUpFor) {
    MovingSearch moving_search(method(), device(), 2, anywhere(300, 2), {{"rebuild", "always"}});
    moving_search.tick(0, 3);
    moving_search.points().move(anywhere(300, 2)(1));
    moving_search.searcher().points_moved();
    ListSet lists(device(), 300, 3);
    std::atomic<bool> stop{true};
    EXPECT_THROW(moving_search.searcher().search(moving_search.queries(), 3, Metric::euclidean, lists, Progress{{}, &stop}), Cancelled);
    moving_search.tick(1, 3);
    moving_search.tick(2, 3);
}

TEST_P(MovingQuadtree, AThousandTicksTakeNoMoreMemoryThanAFew) {
    if (sanitized) GTEST_SKIP() << "sanitizers keep what is freed";
    const int period = 10, n = 60, k = 4;
    const Course course = anywhere(n, 2);
    std::vector<std::vector<float>> positions;
    for (int tick = 0; tick < period; ++tick) positions.push_back(course(tick));
    PointSet points(device(), positions[0], 2);
    Searcher searcher(method(), points, Options(method().info.options, {{"leaf-capacity", "5"}}));
    const QuerySet queries = QuerySet::self_join(points, true);
    ListSet lists(device(), n, k);
    const auto device_free = [&] { return device() == DeviceKind::host ? host::free_bytes() : device_info(device()).free_bytes; };
    host::set_memory_limit(std::size_t(1) << 40);
    std::size_t free_after_a_few = 0, held_after_a_few = 0;
    for (int tick = 1; tick <= 1000; ++tick) {
        points.move(positions[std::size_t(tick % period)]);
        searcher.points_moved();
        searcher.search(queries, k, Metric::euclidean, lists);
        if (tick != 100) continue;
        free_after_a_few = device_free();
        held_after_a_few = mallinfo2().uordblks;
    }
    const std::size_t held = mallinfo2().uordblks;
    EXPECT_EQ(device_free(), free_after_a_few);
    EXPECT_LT(held, held_after_a_few + 4096) << "900 ticks more hold more than the noise of threads";
    host::set_memory_limit(0);
}

}  // namespace
}  // namespace neighborscope::test
