// Tests replaying small recordings, computed by hand.
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/replay.hpp"
#include "stepped_method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>
#include <set>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

enum { heap_push, heap_eviction, merge_push, merge_eviction, entry };  // of the method "stepped"
constexpr float no_bound = std::numeric_limits<float>::quiet_NaN();

Step push(int thread, int point, float distance, int size) {
    return {0, 0, heap_push, 0, thread, 0, {point, distance}, {}, no_bound, size, -1};
}
Step evict(int thread, int point, float distance, int left, float left_distance, float bound) {
    return {0, 0, heap_eviction, 0, thread, 1, {point, distance}, {left, left_distance}, bound, 2, -1};
}

/// Two threads, k = 2: thread 0 reads row 10 at distance 5, 11 at 3, 12 at 4; thread 1 reads 20 at 1, 21 at 9, 22 at 2. Then the merge.
Recording by_hand() {
    Recording record;
    record.method = &find_method("stepped");
    record.k = 2;
    record.farthest = 2;
    record.steps = {push(0, 10, 5, 1), push(1, 20, 1, 1), push(0, 11, 3, 2), push(1, 21, 9, 2), evict(0, 12, 4, 10, 5, 4),
        evict(1, 22, 2, 21, 9, 2), {0, 1, merge_push, 0, 0, 0, {12, 4.0f}, {}, no_bound, 1, 0},
        {0, 1, merge_push, 0, 0, 1, {11, 3.0f}, {}, 4, 2, 0}, {0, 1, merge_eviction, 0, 0, 2, {22, 2.0f}, {12, 4.0f}, 3, 2, 1},
        {0, 1, merge_eviction, 0, 0, 3, {20, 1.0f}, {11, 3.0f}, 2, 2, 1}, {0, 2, entry, 0, -1, 0, {20, 1.0f}, {}, no_bound, 1, -1},
        {0, 2, entry, 0, -1, 1, {22, 2.0f}, {}, no_bound, 2, -1}};
    return record;
}

std::vector<int> points(const std::vector<Replay::Held>& held) {
    std::vector<int> all;
    for (const Replay::Held& one : held) all.push_back(one.index);
    return all;
}

TEST(Replay, BeforeAnythingNothingIsHeld) {
    Replay replay(by_hand());
    EXPECT_EQ(replay.count(), 12);
    EXPECT_EQ(replay.position(), 0);
    EXPECT_EQ(replay.step(), nullptr);
    EXPECT_EQ(replay.acting(), nullptr);
    EXPECT_THAT(replay.best(), IsEmpty());
    for (const Replay::Structure& structure : replay.structures()) EXPECT_THAT(structure.entries, IsEmpty());
}

TEST(Replay, HoldsWhatTheStepsSay) {
    Replay replay(by_hand());
    replay.go(3);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(10, 11)) << "the farthest on top";
    EXPECT_EQ(replay.acting()->actor, 0);
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 11)) << "the two smallest of 10, 11 and 20";
    replay.go(5);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(12, 11));
    replay.go(6);
    EXPECT_EQ(replay.acting()->actor, 1);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(22, 20));
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 22));
}

TEST(Replay, WhatAMergeHasNotTakenOverYetStillCounts) {
    Replay replay(by_hand());
    replay.go(7);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(12)) << "only what the merge has seen";
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 22)) << "which the threads' heaps hold";
    replay.go(9);
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 22));
    EXPECT_THAT(replay.earlier_bounds(3), ElementsAre(4.0f));
    replay.go(12);
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 22));
    EXPECT_FALSE(replay.acting()->heap);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(20, 22));
}

TEST(Replay, APhaseThatChangesNothingShowsWhatTheOneBeforeLeft) {
    Recording record = by_hand();
    Step looks_again{0, 3, -1, 0, -1, 0, {22, 2.0f}, {}, no_bound, 0, -1};  // no kind, no structure
    record.steps.push_back(looks_again);
    Replay replay(record);
    replay.go(13);
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 22));
    ASSERT_NE(replay.acting(), nullptr);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(20, 22));
}

TEST(Replay, ListsThatAPhaseLeavesAloneStillCount) {
    Recording record = by_hand();
    record.steps = {push(0, 10, 5, 1), push(1, 20, 1, 1), {0, 1, heap_push, 0, 0, 0, {11, 3.0f}, {}, 5, 2, -1}};
    Replay replay(record);
    replay.go(3);
    EXPECT_THAT(points(replay.best()), ElementsAre(20, 11)) << "thread 1 did nothing in this phase, and holds the nearest";
}

TEST(Replay, ListsPutTheNewcomerWhereTheFarthestWas) {
    Recording record = by_hand();
    record.steps = {{0, 2, entry, 0, -1, 0, {1, 7.0f}, {}, no_bound, 1, -1}, {0, 2, entry, 0, -1, 1, {2, 9.0f}, {}, no_bound, 2, -1},
        {0, 2, entry, 0, -1, 2, {3, 8.0f}, {}, no_bound, 3, -1}, {0, 2, entry, 0, -1, 3, {4, 1.0f}, {2, 9.0f}, 8, 3, -1},
        {0, 2, entry, 0, -1, 4, {}, {1, 7.0f}, 8, 2, -1}};
    Replay replay(record);
    replay.go(4);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(1, 4, 3));
    replay.go(5);
    EXPECT_THAT(points(replay.acting()->entries), ElementsAre(4, 3)) << "one leaves and nobody comes";
}

TEST(Replay, JumpsToEvictionsPhasesAndActors) {
    Replay replay(by_hand());
    const auto to = [&](std::int64_t from, Jump jump) {
        replay.go(from);
        return replay.target(jump);
    };
    EXPECT_EQ(to(0, Jump::next_eviction), 5);
    EXPECT_EQ(to(5, Jump::next_eviction), 6);
    EXPECT_EQ(to(6, Jump::next_eviction), 9);
    EXPECT_EQ(to(10, Jump::next_eviction), 10) << "there is none: it stays";
    EXPECT_EQ(to(9, Jump::previous_eviction), 6);
    EXPECT_EQ(to(5, Jump::previous_eviction), 5);
    EXPECT_EQ(to(0, Jump::next_phase), 1);
    EXPECT_EQ(to(1, Jump::next_phase), 7);
    EXPECT_EQ(to(7, Jump::next_phase), 11);
    EXPECT_EQ(to(11, Jump::next_phase), 12) << "to the end";
    EXPECT_EQ(to(9, Jump::previous_phase), 7);
    EXPECT_EQ(to(7, Jump::previous_phase), 1);
    EXPECT_EQ(to(1, Jump::previous_phase), 0);
    EXPECT_EQ(to(1, Jump::next_of_actor), 3);
    EXPECT_EQ(to(3, Jump::next_of_actor), 5);
    EXPECT_EQ(to(5, Jump::next_of_actor), 5) << "not in another phase";
    EXPECT_EQ(to(5, Jump::previous_of_actor), 3);
    EXPECT_EQ(to(0, Jump::back), 0);
    EXPECT_EQ(to(12, Jump::forward), 12);
    EXPECT_EQ(to(4, Jump::first), 0);
    EXPECT_EQ(to(4, Jump::last), 12);
}

TEST(Replay, GoesAnywhereAsIfItHadPlayedUpToThere) {
    // Many more steps than between two snapshots; heaps of 31 in three threads.
    std::mt19937 random(3);
    std::vector<std::priority_queue<std::pair<float, int>>> heaps(3);
    Recording record = by_hand();
    record.k = 31;
    record.steps.clear();
    for (int point = 0; point < 30000; ++point) {
        const int thread = point % 3;
        auto& heap = heaps[std::size_t(thread)];
        const float distance = 3e10f / float(point + 1) + float(random() % 20);
        if (heap.size() < 31) {
            heap.push({distance, point});
            record.steps.push_back(push(thread, point, distance, int(heap.size())));
        } else if (std::pair(distance, point) < heap.top()) {
            const auto [far, left] = heap.top();
            heap.pop();
            heap.push({distance, point});
            record.steps.push_back(evict(thread, point, distance, left, far, heap.top().first));
        }
    }
    ASSERT_GT(record.steps.size(), 5000u);
    Replay forward(record), anywhere(record);
    std::map<std::int64_t, std::pair<std::vector<Replay::Structure>, std::vector<Replay::Held>>> seen;
    for (std::int64_t position = 0; position <= forward.count(); position += 217) {
        forward.go(position);
        seen[position] = {forward.structures(), forward.best()};
        if (const Replay::Structure* acting = forward.acting()) {
            for (std::size_t i = 1; i < acting->entries.size(); ++i)
                ASSERT_GE(acting->entries[(i - 1) / 2], acting->entries[i]) << "a heap";
            const Step& step = *forward.step();
            if (!std::isnan(step.bound)) { ASSERT_EQ(acting->entries[0].distance, step.bound); }
        }
    }
    std::vector<std::int64_t> order;
    for (const auto& [position, what] : seen) order.push_back(position);
    std::shuffle(order.begin(), order.end(), random);
    for (const std::int64_t position : order) {
        anywhere.go(position);
        ASSERT_EQ(anywhere.best(), seen[position].second) << position;
        for (std::size_t i = 0; i < anywhere.structures().size(); ++i)
            ASSERT_EQ(anywhere.structures()[i].entries, seen[position].first[i].entries) << position;
    }
    // The k nearest of all, by sorting.
    std::vector<Replay::Held> all;
    for (auto& heap : heaps)
        for (; !heap.empty(); heap.pop()) all.push_back({heap.top().first, heap.top().second});
    std::sort(all.begin(), all.end());
    all.resize(31);
    anywhere.go(anywhere.count());
    EXPECT_EQ(anywhere.best(), all);
    anywhere.go(1'000'000'000);
    EXPECT_EQ(anywhere.position(), anywhere.count());
    anywhere.go(-7);
    EXPECT_EQ(anywhere.position(), 0);
}

TEST(Replay, AnEmptyRecordHasOnlyItsBeginning) {
    Recording record = by_hand();
    record.steps.clear();
    Replay replay(record);
    for (const Jump jump : {Jump::first, Jump::last, Jump::forward, Jump::back, Jump::next_eviction, Jump::next_phase, Jump::next_of_actor})
        EXPECT_EQ(replay.target(jump), 0);
    EXPECT_EQ(narrate_step(*replay.record(), 0), "The recording is empty.");
}

// ---- In words -------------------------------------------------------------------------------------------------------------

TEST(Narrate, FillsTheSentenceWithNumbersForPeople) {
    Recording record = by_hand();
    record.steps[4].left.index = 12345;
    const Replay replay(record);
    const Recording& told = *replay.record();
    EXPECT_EQ(narrate_step(told, 1), "Thread 0 pushes point 10 at 5.0000: 1 of 2 in its heap.");
    EXPECT_EQ(
        narrate_step(told, 5), "Thread 0 finds point 12 at 4.0000 and lets point 12\u202f345 at 5.0000 go: its bound falls to 4.0000.");
    EXPECT_EQ(narrate_step(told, 9), "Point 22 at 2.0000 from heap 1 replaces point 12 at 4.0000; bound 3.0000.");
    EXPECT_EQ(narrate_step(told, 12), "Point 22 at 2.0000 is entry 2 of the list of block 0.");
    EXPECT_EQ(narrate_step(told, 0), "Nothing has happened yet. 12 steps follow.");
    EXPECT_EQ(step_text(1412, 10903), "step 1\u202f412 of 10\u202f903");
    EXPECT_EQ(kind_name(told, 5), "eviction");
}

TEST(Narrate, WhatAStepDoesNotHaveIsADash) {
    Recording record = by_hand();
    record.steps[4].left = {};
    record.steps[4].bound = no_bound;
    EXPECT_EQ(narrate_step(record, 5), "Thread 0 finds point 12 at 4.0000 and lets point \u2013 at \u2013 go: its bound falls to \u2013.");
}

TEST(Narrate, NamesTheStructureThatActs) {
    Recording record = by_hand();
    EXPECT_EQ(structure_title(record, 0, 0, 37), "heap of thread 37");
    EXPECT_EQ(structure_title(record, 2, 5, -1), "list of block 5");
    EXPECT_EQ(structure_title(record, 7, 0, 0), "");
    record.steps[1].block = 3;
    EXPECT_EQ(structure_title(record, 0, 3, 37), "heap of thread 37, block 3");
}

}  // namespace
}  // namespace neighborscope
