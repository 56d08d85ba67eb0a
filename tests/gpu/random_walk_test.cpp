// Random walks: the same on every device, and moved into a PointSet.
#include "gpu/random_walk.hpp"
#include "tests/gpu/support.hpp"

namespace neighborscope::test {
namespace {

class WandererOnDevice : public testing::TestWithParam<DeviceKind> {};

TEST_P(WandererOnDevice, MovesAsTheRulesSay) {
    for (const std::size_t dimension : {2, 3, 5})
        for (const bool around_hotspots : {false, true}) {
            SCOPED_TRACE(std::to_string(dimension) + (around_hotspots ? " in balls" : ""));
            const RandomWalkRules rules{dimension, 300, around_hotspots, 7, 2000, 900, 22500};
            const std::size_t numbers = rules.numbers(), count = std::size_t(rules.count);
            std::vector<double> state(count * numbers);
            for (std::size_t object = 0; object < count; ++object) {
                double* const own = state.data() + object * numbers;
                for (std::size_t j = 0; j < dimension; ++j)
                    own[j] = around_hotspots ? rules.hotspot_centre(object, j) + 10 * double(object % 9) : 75.0 * double(object),
                    own[dimension + j] = j == object % dimension;
                if (around_hotspots) own[2 * dimension] = 1000.0 * 1000.0;
            }
            RandomWalk wanderer(GetParam(), rules, state);
            int turned = 0;
            for (std::uint64_t tick = 1; tick <= 30; ++tick) {
                wanderer.next();
                std::vector<float> found(count * dimension), expected;
                wanderer.positions().to_host(found.data(), found.size() * sizeof(float));
                for (std::size_t object = 0; object < count; ++object) {
                    double* const own = state.data() + object * numbers;
                    const double before = own[0];
                    rules.advance(dimension, object, tick, own);
                    turned += own[0] == before;
                    for (std::size_t j = 0; j < dimension; ++j) expected.push_back(float(own[j]));
                }
                ASSERT_EQ(found, expected) << tick;
            }
            EXPECT_GT(turned, 0) << "some would have left their region";
        }
}

TEST_P(WandererOnDevice, GivesPointsTheirPositions) {
    const RandomWalkRules rules{2, 100, false, 1, 0, 10, 22500};
    std::vector<double> state(100 * rules.numbers(), 50.0);
    for (std::size_t i = 0; i < 100; ++i) state[4 * i] = 200.0 * double(i) + 100, state[4 * i + 2] = 1, state[4 * i + 3] = 0;
    RandomWalk wanderer(GetParam(), rules, state);
    wanderer.next();
    std::vector<float> positions(200), query = {10000, 50};
    wanderer.positions().to_host(positions.data(), wanderer.positions().bytes());
    PointSet points(GetParam(), std::vector<float>(200, 1.0f), 2);
    points.move(wanderer.positions(), 22500, 1);
    Searcher searcher(find_method("ppw"), points, Options(find_method("ppw").info.options));
    ListSet lists(GetParam(), 1, 3);
    searcher.search(QuerySet(GetParam(), query, 2), 3, Metric::euclidean, lists);
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    lists.fetch(index, distance);
    EXPECT_EQ(verify({positions, 2}, {query, 2}, {}, index, distance, 3, Metric::euclidean).exact, 1);
    PointSet others(GetParam(), std::vector<float>(4, 1.0f), 2);
    EXPECT_THROW(others.move(wanderer.positions(), 22500, 1), Error);
}

INSTANTIATE_TEST_SUITE_P(
    Devices, WandererOnDevice, testing::ValuesIn(devices_under_test()), [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace neighborscope::test
