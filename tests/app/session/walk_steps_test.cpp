// The way of a search along links, from steps that were made by hand.
#include "app/session/stepping/walk_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A method that walks: its kinds of steps are its events in order.
const Method& walking_method() {
    static const Method method = [] {
        Method made = find_method("serial");
        made.info.step_kinds = {{.name = "begin", .walk = WalkEvent::begin}, {.name = "follow", .walk = WalkEvent::follow},
            {.name = "probe", .walk = WalkEvent::probe}, {.name = "compare", .walk = WalkEvent::compare},
            {.name = "end", .walk = WalkEvent::end}, {.name = "sort"}};
        return made;
    }();
    return method;
}
struct Did {
    enum Name { begin, follow, probe, compare, end, sort };
};

Step walk_step(int kind, std::int32_t row, int level, std::int32_t from = -1, bool kept = false) {
    Step made;
    made.kind = kind;
    made.seen = {row, float(row) / 2};
    made.level = level;
    made.from = from;
    if (kept) made.entered = made.seen;
    return made;
}

/// From row 9 at level 2 to row 5, down to level 1, where nothing is nearer, then to rows 4 and 3 at level 0.
Recording walk_by_hand() {
    Recording record;
    record.method = &walking_method();
    record.k = 2;
    record.steps = {walk_step(Did::begin, 9, 2), walk_step(Did::follow, 9, 2), walk_step(Did::compare, 5, 2, 9),
        walk_step(Did::follow, 5, 2), walk_step(Did::follow, 5, 1), walk_step(Did::compare, 8, 1, 5), walk_step(Did::begin, 5, 0),
        walk_step(Did::follow, 5, 0), walk_step(Did::compare, 4, 0, 5, true), walk_step(Did::compare, 7, 0, 5),
        walk_step(Did::follow, 4, 0), walk_step(Did::compare, 3, 0, 4, true), walk_step(Did::end, 7, 0), walk_step(Did::sort, -1, -1)};
    return record;
}

std::vector<std::int32_t> rows_of(const std::vector<WalkSteps::Row>& rows) {
    std::vector<std::int32_t> all;
    for (const WalkSteps::Row& one : rows) all.push_back(one.row);
    return all;
}

TEST(WalkSteps, AreTheWayUpToAStep) {
    const Recording record = walk_by_hand();
    const WalkSteps before = walk_steps(record, 0);
    EXPECT_TRUE(before.walks);
    EXPECT_EQ(before.entry.row, -1) << "nothing has happened yet";
    EXPECT_EQ(before.level, -1);
    EXPECT_EQ(walk_steps(record, 4).level, 2);
    EXPECT_EQ(walk_steps(record, 5).level, 1);
    EXPECT_EQ(walk_steps(record, record.count()).level, 0) << "steps without a level keep the last one";
    const WalkSteps first = walk_steps(record, 3);
    EXPECT_EQ(first.entry.row, 9);
    EXPECT_EQ(first.entry.level, 2);
    EXPECT_EQ(first.following.row, 9);
    EXPECT_EQ(first.current.from, 9);
    EXPECT_EQ(first.current.to, 5);
    EXPECT_FALSE(first.current.kept);
    EXPECT_THAT(rows_of(first.descent()), ElementsAre(9));
    const WalkSteps later = walk_steps(record, 9);
    EXPECT_THAT(rows_of(later.followed), ElementsAre(9, 5, 5, 5));
    EXPECT_THAT(rows_of(later.descent()), ElementsAre(9, 5, 5, 5)) << "with the first row at level 0";
    EXPECT_EQ(later.descent().back().level, 0);
    EXPECT_TRUE(later.current.kept);
    EXPECT_EQ(later.compared.size(), 3u);
    EXPECT_FALSE(later.ended);
}

TEST(WalkSteps, EndWhereTheNextRowIsTooFar) {
    const Recording record = walk_by_hand();
    const WalkSteps last = walk_steps(record, 13);
    EXPECT_TRUE(last.ended);
    EXPECT_EQ(last.end, 7);
    EXPECT_DOUBLE_EQ(last.end_distance, 3.5);
    EXPECT_EQ(last.following.row, -1);
    EXPECT_EQ(last.current.to, -1);
    EXPECT_EQ(walk_steps(record, 1000).compared.size(), 5u) << "no more than all";
}

TEST(WalkSteps, KnowTheListsThatWereSearched) {
    Recording record;
    record.method = &walking_method();
    record.steps = {walk_step(Did::probe, -1, -1), walk_step(Did::compare, 4, -1, -1, true), walk_step(Did::probe, -1, -1),
        walk_step(Did::compare, 6, -1)};
    record.steps[0].list = 7, record.steps[2].list = 3;
    EXPECT_THAT(walk_steps(record, 2).lists, ElementsAre(7));
    const WalkSteps all = walk_steps(record, 4);
    EXPECT_THAT(all.lists, ElementsAre(7, 3));
    EXPECT_THAT(all.descent(), IsEmpty());
    EXPECT_EQ(all.compared.size(), 2u);
}

TEST(WalkSteps, AreEmptyForOtherMethods) {
    Recording record = walk_by_hand();
    record.method = &find_method("heap");
    const WalkSteps none = walk_steps(record, 5);
    EXPECT_FALSE(none.walks);
    EXPECT_THAT(none.followed, IsEmpty());
}

}  // namespace
}  // namespace neighborscope
