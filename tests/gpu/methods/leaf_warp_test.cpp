// `leaf-warp`: its own properties. A warp answers 32 queries if there are `together` of them; the rest are searched singly.
#include "tests/gpu/support.hpp"

#include <functional>

namespace neighborscope::test {
namespace {

const Method& leaf_warp() { return find_method("leaf-warp"); }

struct HostileSet {
    std::string name;
    int dimension;
    std::int64_t count;
    bool exact;
    std::function<float(std::mt19937&, std::int64_t point, int axis)> coordinate;
};

const std::vector<HostileSet>& hostile_sets() {
    static const std::vector<HostileSet> all = [] {
        const auto uniform = [](std::mt19937& r, std::int64_t, int) { return unit(r); };
        const auto hotspots = [](std::mt19937& r, std::int64_t point, int axis) {
            float sum = 0;
            for (int i = 0; i < 6; ++i) sum += unit(r);
            return float((point * 7 + axis * 3) % 5) * 1000 + sum * (point % 3 == 0 ? 0.01f : 10.0f);
        };
        const auto grid = [](std::mt19937& r, std::int64_t, int) { return float(r() % 9); };
        // A dense region beside a sparse one: the density of one is wrong for the other. So many points that leaves have a node above them.
        const auto cliffs = [](std::mt19937& r, std::int64_t point, int) { return unit(r) * (point % 4 == 0 ? 1000.0f : 20.0f); };
        return std::vector<HostileSet>{
            {"cliffs", 2, 1400, false, cliffs},
            {"cliffs3", 3, 1400, false, cliffs},
            {"uniform", 2, 700, false, uniform},
            {"uniform3", 3, 600, false, uniform},
            {"hotspots", 2, 800, false, hotspots},
            {"hotspots3", 3, 800, false, hotspots},
            {"masses_of_duplicates", 2, 900, true, grid},
            {"masses_of_duplicates3", 3, 700, true, grid},
            {"all_equal", 2, 400, true, [](std::mt19937&, std::int64_t, int) { return 3.0f; }},
            {"line", 3, 500, true, [](std::mt19937&, std::int64_t point, int axis) { return float(point * (axis + 1)); }},
            {"two_places_and_one_far", 2, 500, true,
                [](std::mt19937&, std::int64_t point, int axis) { return point == 77 ? 65536.0f : float(point % 2 + axis); }},
            {"far_from_origin", 2, 500, true,
                [](std::mt19937&, std::int64_t point, int axis) { return 1e6f + float(axis == 0 ? point % 30 : point / 30); }},
            {"mixed_scales", 3, 500, false,
                [](std::mt19937& r, std::int64_t, int axis) {
                    return unit(r) * (axis == 0 ? 1e-3f : axis == 1 ? 1.0f : 1e6f);
                }},
            {"few", 2, 40, false, uniform},
        };
    }();
    return all;
}

std::vector<float> coordinates_of_set(const HostileSet& set) {
    std::mt19937 random(20261124);
    std::vector<float> coordinates;
    const std::int64_t count = watches_races ? 70 : sanitized && set.count < 1100 ? std::min<std::int64_t>(set.count, 300) : set.count;
    for (std::int64_t point = 0; point < count; ++point)
        for (int axis = 0; axis < set.dimension; ++axis) coordinates.push_back(set.coordinate(random, point, axis));
    return coordinates;
}

using LeafWarpCase = std::tuple<DeviceKind, std::size_t, int>;

class LeafWarp : public testing::TestWithParam<LeafWarpCase> {
protected:
    DeviceKind device() const { return std::get<0>(GetParam()); }
    const HostileSet& set() const { return hostile_sets()[std::get<1>(GetParam())]; }
    int k() const { return std::get<2>(GetParam()); }
    Metric metric() const { return all_metrics[(std::get<1>(GetParam()) + std::size_t(k())) % 3]; }
    /// The host has its own kernels beside those of a GPU.
    std::vector<std::string> lanes() const {
        return device() == DeviceKind::host ? std::vector<std::string>{"on", "off"} : std::vector<std::string>{"off"};
    }
};

TEST_P(LeafWarp, EveryPointAsks) {
    const std::vector<float> coordinates = coordinates_of_set(set());
    const PointSet points(device(), coordinates, set().dimension);
    const std::int64_t count = points.points().count;
    std::vector<std::tuple<bool, Metric, std::string>> cases;
    for (const std::string& how : lanes())
        for (const bool exclude_self : {k() % 2 == 0, k() % 2 != 0})
            if (!sanitized || exclude_self == (k() % 2 == 0))
                cases.emplace_back(exclude_self, cases.size() % 2 == 0 ? Metric::euclidean : metric(), how);
    for (const auto& [exclude_self, asked, how] : cases) {
        Searcher searcher(leaf_warp(), points, Options(leaf_warp().info.options, {{"together", "1"}, {"lanes", how}}));
        const ExecutorOrder order(std::uint64_t(k()) % 4, 2);
        ListSet lists(device(), count, k());
        searcher.search(QuerySet::self_join(points, exclude_self), k(), asked, lists);
        Found found;
        lists.fetch(found.index, found.distance);
        std::vector<std::int32_t> exclude(std::size_t(count), -1);
        for (std::int64_t i = 0; exclude_self && i < count; ++i) exclude[std::size_t(i)] = std::int32_t(i);
        const HostRows rows{coordinates, set().dimension};
        const Tally tally = verify(rows, rows, exclude, found.index, found.distance, k(), asked);
        EXPECT_EQ(tally.wrong, 0) << name(asked) << ", lanes " << how << ", query " << tally.first_wrong << ": " << tally.first_reason;
        if (set().exact) { EXPECT_EQ(tally.exact, count) << name(asked) << ", lanes " << how; }
    }
}

// Arbitrary queries: between the points, far outside their box, with any row excluded.
TEST_P(LeafWarp, QueriesFromAnywhere) {
    Data data;
    data.dimension = set().dimension;
    data.points = coordinates_of_set(set());
    data.exact = false;
    std::mt19937 random(3);
    for (int query = 0; query < (sanitized ? 40 : 70); ++query) {
        const std::int64_t near = std::int64_t(random()) % data.count();
        for (int axis = 0; axis < data.dimension; ++axis) {
            const float at = data.points[std::size_t(near * data.dimension + axis)];
            data.queries.push_back(query % 5 == 0 ? at * 3 - 1000 : query % 5 == 1 ? at : at + (unit(random) - 0.5f));
        }
        data.exclude.push_back(query % 3 == 0 ? std::int32_t(near) : query % 3 == 1 ? std::int32_t(random() % data.count()) : -1);
    }
    for (const std::string& how : lanes()) expect_right(leaf_warp(), device(), data, k(), metric(), {{"together", "1"}, {"lanes", how}});
    expect_right(leaf_warp(), device(), data, k(), metric(), {{"together", "1000000"}});
}

// The previous answer bounds the next one: the lists are those of a search without it, however far points move.
TEST_P(LeafWarp, FollowsMovement) {
    if (k() > 64 || (k() % 2 == 0 && sanitized)) GTEST_SKIP() << "others do";
    std::vector<float> coordinates = coordinates_of_set(set());
    PointSet points(device(), coordinates, set().dimension);
    const std::int64_t count = points.points().count;
    Searcher follows(leaf_warp(), points,
        Options(leaf_warp().info.options, {{"together", "1"}, {"follow", "on"}, {"lanes", k() % 2 == 0 ? "on" : "off"}}));
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(-1, 1);
    const bool exclude_self = k() % 2 != 0;
    const QuerySet queries = QuerySet::self_join(points, exclude_self);
    for (int tick = 0; tick < 4; ++tick) {
        if (tick > 0) {
            for (float& value : coordinates) value += unit(random) * (tick == 2 ? 40.0f : 0.02f);
            if (tick == 3) coordinates[0] += 5000;  // one moves far
            points.move(coordinates);
            follows.points_moved();
        }
        const int asked = tick == 3 ? k() + 1 : k();  // another k does not use the previous answer
        for (const int now : {asked, k()}) {
            ListSet lists(device(), count, now);
            follows.search(queries, now, metric(), lists);
            Found found;
            lists.fetch(found.index, found.distance);
            std::vector<std::int32_t> exclude(std::size_t(count), -1);
            for (std::int64_t i = 0; exclude_self && i < count; ++i) exclude[std::size_t(i)] = std::int32_t(i);
            const HostRows rows{coordinates, set().dimension};
            const Tally tally = verify(rows, rows, exclude, found.index, found.distance, now, metric());
            EXPECT_EQ(tally.wrong, 0) << "tick " << tick << ", query " << tally.first_wrong << ": " << tally.first_reason;
        }
    }
}

std::vector<std::size_t> hostile_set_numbers() {
    std::vector<std::size_t> numbers(hostile_sets().size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
}

std::vector<int> lengths_of_lists() {
    if (watches_races) return {8, 33};
    if (sanitized) return {7, 13, 64, 128};
    // Rows of 5, 13, 29, 61, 95 and 125 begin within a piece and end with the last lane, or after it.
    return {1, 5, 8, 13, 20, 29, 33, 61, 64, 75, 95, 125, 127, 128, 150, 200, 257, 600};
}

INSTANTIATE_TEST_SUITE_P(All, LeafWarp,
    testing::Combine(
        testing::ValuesIn(devices_under_test()), testing::ValuesIn(hostile_set_numbers()), testing::ValuesIn(lengths_of_lists())),
    [](const testing::TestParamInfo<LeafWarpCase>& info) {
        return test_name(std::string(name(std::get<0>(info.param))) + "_" + hostile_sets()[std::get<1>(info.param)].name + "_k" +
                         std::to_string(std::get<2>(info.param)));
    });

}  // namespace
}  // namespace neighborscope::test
