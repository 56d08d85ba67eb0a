// Votes counted on a device, compared with a simple count; and positions of a grid.
#include "gpu/votes.hpp"
#include "tests/gpu/support.hpp"

#include <map>

namespace neighborscope {
namespace {

class Votes : public testing::TestWithParam<DeviceKind> {};

/// Counts with a table of classes.
VoteResult by_hand(
    std::span<const std::int32_t> index, std::span<const float> distance, const std::vector<std::int32_t>& classes, Voting voting) {
    std::vector<std::int32_t> met;
    std::map<std::int32_t, double> weight;
    double all = 0, most = 0;
    for (std::size_t rank = 0; rank < index.size() && index[rank] >= 0; ++rank) {
        const bool same = voting == Voting::distance && distance[0] == 0;
        const double here = voting == Voting::majority ? 1
                            : voting == Voting::rank   ? 1.0 / double(rank + 1)
                            : same                     ? distance[rank] == 0
                                                       : 1.0 / double(distance[rank]);
        const std::int32_t of = classes[std::size_t(index[rank])];
        if (!weight.contains(of)) met.push_back(of);
        weight[of] += here;
    }
    for (const std::int32_t of : met) all += weight[of], most = std::max(most, weight[of]);
    for (const std::int32_t of : met)
        if (weight[of] >= most * (1 - 1e-12)) return {unsigned(of + 1) | unsigned(255 * weight[of] / all + 0.5) << 24};
    return {};
}

TEST_P(Votes, AreThoseCountedByHand) {
    std::mt19937 random(5);
    for (const int k : {1, 2, 9, 40})
        for (const int class_count : {1, 2, 5, 300}) {
            const int queries = 333, points = 50;
            std::vector<std::int32_t> classes(points), index;
            for (std::int32_t& of : classes) of = std::int32_t(random() % unsigned(class_count));
            std::vector<float> distance;
            for (int query = 0; query < queries; ++query) {
                const int length = query % 7 == 0 ? int(random() % unsigned(k + 1)) : k;
                float at = query % 3 == 0 ? 0.0f : 0.25f;
                for (int rank = 0; rank < k; ++rank) {
                    index.push_back(rank < length ? std::int32_t(random() % unsigned(points)) : -1);
                    distance.push_back(rank < length ? at : std::numeric_limits<float>::quiet_NaN());
                    if (random() % 2) at += 0.5f;
                }
            }
            ListSet lists(GetParam(), queries, k);
            lists.write(0, index, distance);
            DeviceMemory on_device(GetParam(), classes.size() * sizeof(std::int32_t), "classes");
            on_device.from_host(classes.data(), on_device.bytes());
            for (const Voting voting : {Voting::majority, Voting::rank, Voting::distance})
                for (const int of_k : {k, (k + 1) / 2}) {
                    const std::vector<VoteResult> votes = count_votes(lists, queries - 1, of_k, on_device, voting);
                    ASSERT_EQ(votes.size(), std::size_t(queries - 1));
                    for (std::size_t query = 0; query < votes.size(); ++query)
                        ASSERT_EQ(
                            votes[query].bits, by_hand(std::span(index).subspan(query * std::size_t(k), std::size_t(of_k)),
                                                   std::span(distance).subspan(query * std::size_t(k), std::size_t(of_k)), classes, voting)
                                                   .bits)
                            << "query " << query << ", k " << of_k << " of " << k << ", voting " << int(voting);
                }
        }
}

TEST_P(Votes, OfNobodyAreNone) {
    ListSet lists(GetParam(), 1, 2);
    lists.write(0, std::vector<std::int32_t>{-1, -1}, std::vector<float>{1, 1});
    EXPECT_EQ(count_votes(lists, 1, 2, DeviceMemory(GetParam(), 4, "classes"), Voting::rank).front().winner(), -1);
    EXPECT_TRUE(count_votes(lists, 0, 2, DeviceMemory(GetParam(), 4, "classes"), Voting::rank).empty());
}

TEST_P(Votes, PlacesOfAGridLieWhereTheyBelong) {
    const std::vector<float> across{-1, 0.5f, 2}, up{10, 20, 30, 40};
    for (const std::array<int, 2> axes : {std::array{0, 1}, std::array{1, 0}})
        for (const auto& [first, count] : {std::pair(0, 12), std::pair(4, 3), std::pair(2, 0)}) {
            const QuerySet places = QuerySet::places(GetParam(), across, up, axes, first, count);
            const Points& points = places.queries().points;
            ASSERT_EQ(points.count, count);
            EXPECT_EQ(points.largest, 40);
            EXPECT_EQ(points.smallest, 0.5f);
            std::vector<float> rows(std::size_t(count) * 2);
            if (count > 0) copy_to_host(GetParam(), rows.data(), points.coordinates, rows.size() * sizeof(float));
            for (int i = 0; i < count; ++i) {
                EXPECT_EQ(rows[std::size_t(2 * i + axes[0])], across[std::size_t((first + i) % 3)]);
                EXPECT_EQ(rows[std::size_t(2 * i + axes[1])], up[std::size_t((first + i) / 3)]);
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Devices, Votes, test::each_device(), test::device_name);

}  // namespace
}  // namespace neighborscope
