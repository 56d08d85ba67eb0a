// A window whose search may return only some rows.
#include "app/session/points/loading_state.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "gpu/row_filter.hpp"
#include "small_window.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The nearest allowed rows by the oracle.
std::vector<std::int64_t> allowed_truth(const Window& window) {
    const Drawable drawable = window.workbench.drawable();
    std::vector<std::int64_t> rows;
    const HostRows points{drawable.data->coordinates, drawable.data->dimension, drawable.data->filter.get()};
    for (const auto& neighbour : exhaustive_search(points, drawable.data->relative(window.workbench.view().query).data(),
             window.workbench.session().k, window.workbench.session().metric))
        rows.push_back(neighbour.index);
    return rows;
}

TEST(Filter, IsPartOfTheDocument) {
    SessionState session = host_session("two.csv", "heap", 5);
    session.where = {"class=a b", "depth>5"};
    session.mask = "mask.npy";
    const SessionState again = session_from_json(to_json(session));
    EXPECT_EQ(again.where, session.where);
    EXPECT_EQ(again.mask, "mask.npy");
    EXPECT_THAT(command_line(session), HasSubstr("--where 'class=a b' --where 'depth>5' --mask mask.npy"));
    SessionState other = session;
    other.where.clear();
    EXPECT_EQ(change_name(session, other), "change the filter");
    other.mask.clear();
    EXPECT_EQ(change_name(session, other), "allow all rows");
    nlohmann::json wrong = to_json(session);
    wrong["where"] = {"depth"};
    EXPECT_THROW(session_from_json(wrong), Error);
    wrong["where"] = "depth>5";
    EXPECT_THROW(session_from_json(wrong), Error);
    EXPECT_EQ(data_of(session).options.only, (RowConditions{{"class=a b", "depth>5"}, "mask.npy"}));
}

TEST(Filter, ChangesWithoutReadingTheFileAgain) {
    test::TemporaryFolder folder;
    std::string text = "x,y,kind\n";
    for (int i = 0; i < 60; ++i) text += std::to_string(i % 8) + "," + std::to_string(i / 8) + "," + (i % 3 == 0 ? "a" : "b") + "\n";
    const std::string file = folder.write("points.csv", text);
    SessionState session = host_session(file, "heap", 6);
    session.columns = "x,y";
    Window window(session);
    ASSERT_TRUE(window.checked());
    const std::vector<std::int64_t> all = window.rows();
    folder.write("points.csv", "x,y,kind\n1,1,a\n");  // whoever reads it now finds one point
    window.set([](SessionState& state) { state.where = {"kind=a"}; });
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.workbench.view().data.count, 60);
    EXPECT_EQ(window.workbench.view().data.allowed, 20);
    EXPECT_EQ(window.workbench.view().data.filter, "20 of 60 rows are allowed: kind=a");
    EXPECT_EQ(window.rows(), allowed_truth(window));
    for (const std::int64_t row : window.rows()) EXPECT_EQ(row % 3, 0);
    EXPECT_EQ(window.workbench.view().exactness.right, 6) << "the oracle leaves out the same rows";
    ASSERT_TRUE(window.workbench.view().changes);
    EXPECT_THAT(window.workbench.view().changes->by, HasSubstr("only rows of kind=a were allowed"));
    window.workbench.undo();
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.rows(), all);
    EXPECT_EQ(window.workbench.view().data.filter, "");
}

TEST(Filter, ThatIsWrongKeepsTheFormerOne) {
    Window window(host_session("hotspots:n=200", "heap", 4));
    ASSERT_TRUE(window.checked());
    window.set([](SessionState& state) { state.where = {"row<100"}; });
    ASSERT_TRUE(window.checked());
    const std::vector<std::int64_t> rows = window.rows();
    window.set([](SessionState& state) { state.where = {"nonsense=1"}; });
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("no column 'nonsense'"));
    EXPECT_THAT(window.workbench.session().where, ElementsAre("row<100"));
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy(); }));
    EXPECT_EQ(window.rows(), rows);
}

TEST(Filter, OfNoRowGivesAnEmptyList) {
    SessionState session = host_session("hotspots:n=200", "quadtree-coalesced", 4);
    session.where = {"row<0"};
    Window window(session);
    ASSERT_TRUE(window.until([&] { return !window.workbench.busy() && !window.workbench.view().query.empty(); }));
    EXPECT_FALSE(window.workbench.view().error) << window.workbench.view().error->title;
    EXPECT_THAT(window.rows(), IsEmpty());
    EXPECT_EQ(exactness_verdict(window.workbench.view()).text, "no row is allowed");
}

TEST(Filter, HoldsForMovingPointsAndTrees) {
    SessionState session = host_session("hotspots:n=300", "quadtree-coalesced", 5);
    session.where = {"row>=200"};
    Window window(session);
    ASSERT_TRUE(window.checked());
    ASSERT_TRUE(window.workbench.view().tree);
    for (const std::int64_t row : window.rows()) EXPECT_GE(row, 200);
    EXPECT_EQ(window.rows(), allowed_truth(window));
}

TEST(Filter, ThatTheMethodRefusesLeavesPointsAndQuery) {
    SessionState session = host_session(NEIGHBORSCOPE_TEST_DATA "/indexes/vectors/pq.faiss", "own", 10);
    session.where = {"row<50"};
    Window window(session);
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.drawable().points; })) << "points are drawn all the same";
    ASSERT_TRUE(workbench.view().error);
    EXPECT_THAT(workbench.view().error->title, HasSubstr("only without a filter"));
    EXPECT_THAT(window.rows(), IsEmpty());
    EXPECT_EQ(workbench.drawable().data->count(), 2000);
    ASSERT_EQ(workbench.view().query.size(), 16u);
    const std::vector<double> there(16, 1.0), elsewhere(16, 2.0);
    workbench.query().pin_at(there);
    EXPECT_EQ(workbench.view().query, there);
    EXPECT_EQ(workbench.drawable().query.size(), 16u) << "the query is drawn";
    EXPECT_FALSE(workbench.drawable().lists);
    window.set([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(workbench.view().query, there);
    EXPECT_EQ(window.rows(), allowed_truth(window));
    window.set([](SessionState& state) { state.method = "own"; });
    ASSERT_TRUE(window.until([&] { return !workbench.busy(); }));
    EXPECT_EQ(window.rows().size(), 10u) << "the former list stays while the query does";
    workbench.query().pin_at(elsewhere);
    EXPECT_THAT(window.rows(), IsEmpty());
    EXPECT_EQ(workbench.view().query, elsewhere);
    window.set([](SessionState& state) { state.where.clear(); });
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(window.rows().size(), 10u);
}

TEST(Filter, OfAnIndexShowsTheRecallWithoutItToo) {
    SessionState session = host_session(NEIGHBORSCOPE_TEST_DATA "/indexes/plane/hnsw.faiss", "own", 10);
    session.where = {"row<150"};
    session.options["own"]["ef"] = "10";
    Window window(session);
    ASSERT_TRUE(window.checked());
    const Exactness& exactness = window.workbench.view().exactness;
    ASSERT_TRUE(exactness.unfiltered);
    EXPECT_EQ(exactness.unfiltered->of, 10);
    EXPECT_THAT(filter_recall_text(window.workbench.view()), HasSubstr("with the filter, "));
    window.set([](SessionState& state) { state.where.clear(); });
    ASSERT_TRUE(window.checked());
    EXPECT_FALSE(window.workbench.view().exactness.unfiltered);
    EXPECT_EQ(filter_recall_text(window.workbench.view()), "");
}

}  // namespace
}  // namespace neighborscope
