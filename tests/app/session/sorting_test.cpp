// Tests the order of distances after each step of a recorded search that sorts, forward and back.
#include "app/session/stepping/sorting.hpp"

#include "app/data/points/data_set.hpp"
#include "app/session/points/loaded_data.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<float> on_a_line = {5, 1, 4, 2, 6, 3};
constexpr float origin[] = {0};

int kind_of(const Method& method, std::string_view name) {
    const std::vector<StepKind>& kinds = method.info.step_kinds;
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const StepKind& kind) { return kind.name == name; });
    EXPECT_NE(found, kinds.end()) << name;
    return int(found - kinds.begin());
}

std::shared_ptr<Recording> recorded_by_hand(const std::string& name, int k) {
    auto record = std::make_shared<Recording>();
    record->method = &find_method(name);
    record->k = k;
    record->sorted = sorted_keys(on_a_line, 1, origin, Metric::euclidean, -1, {});
    return record;
}

Step sequence(const Method& method, int phase, const char* kind, int begin, int size, float pivot) {
    Step step;
    step.phase = phase, step.kind = kind_of(method, kind), step.source = begin, step.size = size, step.bound = pivot;
    return step;
}

TEST(SortedKeys, AreByDistanceAndThenByThePointsOrder) {
    const std::vector<float> twice = {2, -1, 1, 3, -2};
    const auto keys = sorted_keys(twice, 1, origin, Metric::euclidean, -1, {});
    EXPECT_THAT(keys->distance, ElementsAre(1, 1, 2, 2, 3));
    EXPECT_THAT(keys->ranks, ElementsAre(2, 0, 1, 4, 3)) << "of equal ones the earlier point comes first";
    EXPECT_THAT(sorted_keys(twice, 1, origin, Metric::euclidean, 0, {})->ranks, ElementsAre(0, 1, 3, 2)) << "without the first";
    EXPECT_THAT(sorted_keys({}, 1, origin, Metric::euclidean, -1, {})->ranks, IsEmpty());
    EXPECT_EQ(sorted_keys(std::vector<float>(std::size_t(SortedKeys::most) + 1), 1, origin, Metric::euclidean, -1, {}), nullptr);
}

TEST(Sorting, PartitionsAndSortsAsByHand) {
    const auto record = recorded_by_hand("quicksort", 2);
    const Method& method = *record->method;
    record->steps = {sequence(method, 0, "distances", -1, 6, 0), sequence(method, 1, "partition", 0, 6, 3.5f),
        sequence(method, 2, "bitonic sort", 3, 3, 0), sequence(method, 2, "bitonic sort", 0, 3, 0)};
    Sorting sorting(record);
    EXPECT_THAT(sorting.ranks(), ElementsAre(4, 0, 3, 1, 5, 2)) << "5 1 4 2 6 3";
    SortPicture picture = sorting.picture(100);
    EXPECT_EQ(picture.places, 6);
    EXPECT_EQ(picture.farthest, 6);
    EXPECT_EQ(picture.bars[0].distance, 5);
    EXPECT_EQ(picture.bars[1].rank, 1) << "the nearest of all";
    EXPECT_EQ(picture.bars[0].rank, 0);
    EXPECT_EQ(picture.begin, -1);
    EXPECT_FALSE(picture.in_order);
    sorting.go(2);
    EXPECT_THAT(sorting.ranks(), ElementsAre(0, 1, 2, 4, 3, 5)) << "1 2 3 | 5 4 6";
    picture = sorting.picture(100);
    EXPECT_EQ(picture.begin, 0);
    EXPECT_EQ(picture.end, 6);
    EXPECT_EQ(picture.cut, 3);
    EXPECT_EQ(picture.pivot, 3.5);
    ASSERT_EQ(picture.nearest.size(), 2u);
    EXPECT_EQ(picture.nearest[1].place, 1);
    EXPECT_EQ(picture.nearest[1].rank, 2);
    sorting.go(3);
    EXPECT_THAT(sorting.ranks(), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_TRUE(sorting.picture(100).in_order);
    EXPECT_EQ(sorting.picture(100).begin, 3);
    EXPECT_EQ(sorting.picture(100).cut, -1);
    sorting.go(1);
    EXPECT_THAT(sorting.ranks(), ElementsAre(4, 0, 3, 1, 5, 2)) << "and back";
    sorting.go(100);
    EXPECT_THAT(sorting.ranks(), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(sorting.picture(3).bars.size(), 3u);
    EXPECT_EQ(sorting.picture(3).bars[1].distance, 3) << "places 0, 2 and 4";
}

TEST(Sorting, WhatIsOutsideTheRowIsPassedOver) {
    const auto record = recorded_by_hand("quicksort", 2);
    const Method& method = *record->method;
    record->steps = {
        sequence(method, 1, "partition", 4, 9, 3.5f), sequence(method, 1, "pivot", -1, 3, 1), sequence(method, 2, "bitonic sort", 6, 1, 0)};
    Sorting sorting(record);
    sorting.go(3);
    EXPECT_THAT(sorting.ranks(), ElementsAre(4, 0, 3, 1, 5, 2));
}

/// Records a real search of that method on the host device.
std::shared_ptr<const Recording> recorded(const std::string& name, const std::map<std::string, std::string>& options,
    const std::string& data, int k, std::int32_t exclude = -1, Metric metric = Metric::euclidean) {
    auto record = std::make_shared<Recording>();
    auto loaded = std::make_shared<LoadedData>();
    loaded->set = load_data(data);
    const DataSet& set = loaded->set;
    record->data = loaded;
    record->method = &find_method(name);
    record->k = k;
    const std::vector<float> query(set.coordinates.begin(), set.coordinates.begin() + set.dimension);
    const PointSet points(DeviceKind::host, set.coordinates, set.dimension);
    Searcher searcher(*record->method, points, Options(record->method->info.options, options));
    const std::int32_t excluded[] = {exclude};
    const QuerySet asked(
        DeviceKind::host, query, set.dimension, exclude < 0 ? std::span<const std::int32_t>() : std::span<const std::int32_t>(excluded));
    ListSet lists(DeviceKind::host, 1, k);
    record->steps = searcher.search(asked, k, metric, lists, {}, Measure::steps).steps;
    if (sorts_whole_rows(record->method->info))
        record->sorted = sorted_keys(set.coordinates, set.dimension, query.data(), metric, exclude, {});
    return record;
}

std::int64_t last_of_phase(const Recording& record, std::string_view name) {
    std::int64_t last = 0;
    for (std::int64_t position = 1; position <= record.count(); ++position)
        if (record.method->info.phases[std::size_t(record.at(position).phase)] == name) last = position;
    return last;
}

std::vector<std::int32_t> in_order(std::size_t count) {
    std::vector<std::int32_t> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// grid: has many equal distances.
constexpr const char* some_data[] = {"uniform:n=700", "grid:n=400,seed=1", "vectors:n=300,d=9"};

TEST(Sorting, TheStepsOfQuicksortSortTheRow) {
    for (const char* data : some_data)
        for (const std::int32_t exclude : {-1, 0}) {
            SCOPED_TRACE(data);
            const auto record = recorded("quicksort", {{"threads", "32"}, {"threshold", "8"}, {"partitions", "6"}}, data, 5, exclude);
            Sorting sorting(record);
            int parts = 0;
            for (std::int64_t position = 1; position <= record->count(); ++position) {
                sorting.go(position);
                const SortPicture picture = sorting.picture(1 << 20);
                if (picture.cut < 0) continue;
                ++parts;
                ASSERT_LT(picture.begin, picture.cut);
                ASSERT_LT(picture.cut, picture.end);
                for (std::int64_t place = picture.begin; place < picture.end; ++place)
                    ASSERT_EQ(sorting.ranks()[std::size_t(place)] < picture.cut, place < picture.cut) << position;
            }
            EXPECT_GT(parts, 20);
            sorting.go(last_of_phase(*record, "sort"));
            EXPECT_EQ(sorting.ranks(), in_order(sorting.ranks().size())) << "by recorded steps alone";
            sorting.go(0);
            EXPECT_EQ(sorting.ranks(), record->sorted->ranks);
        }
}

TEST(Sorting, EachPassOfTheRadixSortSortsByFourMoreBits) {
    for (const char* data : some_data) {
        SCOPED_TRACE(data);
        const auto record = recorded("tiled-radix", {}, data, 5);
        Sorting sorting(record);
        int passes = 0;
        for (std::int64_t position = 1; position <= record->count(); ++position) {
            if (record->at(position).kind != kind_of(*record->method, "pass")) continue;
            ++passes;
            sorting.go(position);
            const std::uint32_t mask = passes < 8 ? (1u << 4 * passes) - 1 : ~0u;
            EXPECT_TRUE(std::is_sorted(sorting.ranks().begin(), sorting.ranks().end(), [&](std::int32_t a, std::int32_t b) {
                return (record->sorted->bits[std::size_t(a)] & mask) < (record->sorted->bits[std::size_t(b)] & mask);
            })) << passes;
        }
        EXPECT_EQ(passes, 8);
        EXPECT_EQ(sorting.ranks(), in_order(sorting.ranks().size()));
    }
}

TEST(Sorting, WhatTheLibrarySortsIsInOrderAfterwards) {
    const auto record = recorded("tiled-radix", {{"sort", "cub"}}, "uniform:n=300", 5);
    Sorting sorting(record);
    sorting.go(1);
    EXPECT_EQ(sorting.ranks(), record->sorted->ranks) << "all distances are there, none is sorted";
    sorting.go(record->count());
    EXPECT_EQ(sorting.ranks(), in_order(300));
}

TEST(Sorting, InsertionShiftsWhatIsFarther) {
    Replay replay(*recorded("insertion", {}, "uniform:n=300", 6));
    ASSERT_TRUE(keeps_in_order(*replay.record()));
    EXPECT_FALSE(sorts_whole_rows(replay.record()->method->info));
    int shifts = 0;
    for (std::int64_t position = 1; position <= replay.count(); ++position) {
        replay.go(position);
        const SortPicture picture = picture_of_list(replay);
        EXPECT_TRUE(
            std::is_sorted(picture.bars.begin(), picture.bars.end(), [](const auto& a, const auto& b) { return a.distance < b.distance; }));
        EXPECT_LE(picture.places, 6);
        if (picture.begin < 0) continue;
        ++shifts;
        EXPECT_EQ(float(picture.bars[std::size_t(picture.begin)].distance), replay.step()->entered.distance) << "the new entry";
        EXPECT_EQ(picture.end, picture.places);
        EXPECT_THAT(narrate_step(*replay.record(), position), HasSubstr("goes to its place in the list"));
    }
    EXPECT_GT(shifts, 6);
}

TEST(Sorting, MethodsThatGoThroughATreeSortNoRow) {
    for (const char* name : {"heap", "ppw", "quadtree-cached", "leaf-warp", "insertion"})
        EXPECT_FALSE(sorts_whole_rows(find_method(name).info)) << name;
    for (const char* name : {"quicksort", "tiled-radix"}) EXPECT_TRUE(sorts_whole_rows(find_method(name).info)) << name;
}

TEST(Sorting, EveryStepOfASortSaysWhichPlaces) {
    const auto record = recorded("quicksort", {{"threads", "32"}, {"threshold", "8"}, {"partitions", "6"}}, "uniform:n=300", 5);
    EXPECT_THAT(narrate_step(*record, 2), HasSubstr("Blocks together part 300 distances from place 0 on: up to"));
    EXPECT_THAT(narrate_step(*record, last_of_phase(*record, "sort")), HasSubstr("in shared memory"));
}

}  // namespace
}  // namespace neighborscope
