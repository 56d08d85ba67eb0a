// Bytes and operations of a page's search, and of many queries at once, by name.
#include "app/data/points/data_set.hpp"
#include "fact_text.hpp"

#include <gmock/gmock.h>

namespace neighborscope::lessons {
namespace {

TEST(WorkFacts, HaveLeastBytesAndOperationsOfThePhases) {
    ViewModel view;
    view.data.dimension = 3;
    view.counters = {{"distances", 100}};
    TimingRow scan, order, walk;
    scan.phase = "scan", scan.median = 2, scan.lower_bound = {1200, 900, ""};
    order.phase = "order", order.median = 3, order.lower_bound = {0, 7, ""};
    walk.phase = "walk", walk.lower_bound = {8, 8, "", {{.counter = "distances", .bytes = 4}}};
    view.timings.phases = {scan, order, walk};
    const Facts facts = facts_of({}, view);
    EXPECT_EQ(text_of(facts, "bytes, scan"), "1\u202f200");
    EXPECT_EQ(text_of(facts, "operations, scan"), "900");
    EXPECT_EQ(text_of(facts, "operations per byte, scan"), "0.75");
    EXPECT_EQ(text_of(facts, "operations, order"), "7");
    EXPECT_EQ(text_of(facts, "operations per byte, order"), "") << "it moves no bytes";
    EXPECT_EQ(text_of(facts, "bytes, walk"), "") << "it is not counted yet";
    EXPECT_EQ(text_of(facts, "bytes of distances"), "1\u202f200");
    EXPECT_EQ(text_of(facts, "costliest phase"), "order");
    EXPECT_EQ(text_of(facts, "batch queries"), "");
}

/// By hand: 100 points of 2 coordinates, in 4 blocks of 32 threads, which need 4 stages each and read 800 bytes of points each. The queries
/// are read once (800 bytes), and a key of 8 bytes is written for each.
TEST(WorkFacts, OfABatchAreThoseOfAllItsQueries) {
    SessionState session;
    session.method = "nn-shared", session.k = 1, session.options["nn-shared"]["threads"] = "32";
    const auto data = std::make_shared<const DataSet>(load_data("grid:n=100,d=2"));
    EXPECT_FALSE(batch_of(session, data)) << "a page must set the number of queries";
    session.curve_queries = 0;
    const auto batch = batch_of(session, data);
    ASSERT_TRUE(batch);
    ViewModel view;
    view.data.dimension = 2;
    const Facts facts = facts_of(session, view, batch);
    EXPECT_EQ(text_of(facts, "batch queries"), "100");
    EXPECT_EQ(text_of(facts, "batch distances"), "9\u202f900");
    EXPECT_EQ(text_of(facts, "batch stages"), "16");
    EXPECT_EQ(text_of(facts, "batch bytes of distances"), "79\u202f200");
    EXPECT_EQ(text_of(facts, "batch bytes, search"), "4\u202f800");
    EXPECT_EQ(text_of(facts, "batch operations, search"), "60\u202f000");
    EXPECT_EQ(text_of(facts, "batch operations per byte, search"), "12.50");
    session.curve_queries = std::int64_t(1e9);
    EXPECT_FALSE(batch_of(session, data)) << "too large";
    EXPECT_FALSE(batch_of(session, nullptr));
}

}  // namespace
}  // namespace neighborscope::lessons
