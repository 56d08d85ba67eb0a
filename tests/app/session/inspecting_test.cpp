// A window that inspects the index of another library: its health, rows selected by it, the recall of some of its rows.
#include "app/inspect/inspection.hpp"
#include "app/session/inspecting/index_rows.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/inspecting_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using Kind = IndexRows::Kind;

std::string index_path(const std::string& name) { return NEIGHBORSCOPE_TEST_DATA "/indexes/" + name; }

struct Inspected {
    explicit Inspected(const std::string& file) : window(host_session(index_path(file), "own", 10)) {
        EXPECT_TRUE(window.until([&] { return shown().inspection && !shown().running && window.workbench.view().data.loaded; }));
    }
    const Inspecting& shown() const { return window.workbench.view().inspecting; }
    InspectingControls& controls() { return window.workbench.inspecting(); }
    Window window;
};

TEST(Inspecting, AnIndexIsInspectedWhenItIsOpened) {
    Inspected inspected("plane/hnsw.faiss");
    ASSERT_TRUE(inspected.shown().possible);
    ASSERT_TRUE(inspected.shown().inspection->graph);
    EXPECT_FALSE(inspected.shown().inspection->ledger) << "nobody asked for recall";
    inspected.window.workbench.open_data("uniform:n=50");
    ASSERT_TRUE(inspected.window.settled());
    EXPECT_TRUE(inspected.window.until([&] { return !inspected.shown().possible; }));
    EXPECT_FALSE(inspected.shown().inspection) << "it is of other data";
}

TEST(Inspecting, EachNumberSelectsItsRows) {
    Inspected inspected("plane/hnsw.faiss");
    const inspect::Inspection& found = *inspected.shown().inspection;
    const inspect::GraphHealth& graph = *found.graph;
    const auto count = [&](const IndexRows& rows) { return std::int64_t(rows_of(found, rows).size()); };
    EXPECT_EQ(count({Kind::unreachable}), std::int64_t(graph.unreachable.size()));
    EXPECT_EQ(count({Kind::in_degree, 0, 0}), graph.in_degrees[0]);
    EXPECT_EQ(count({Kind::in_degree, 2, 3}), graph.in_degrees[2] + graph.in_degrees[3]);
    EXPECT_EQ(count({Kind::out_degree, 3, 3}), graph.levels[0].degrees[3]);
    EXPECT_EQ(count({Kind::level, 1}), graph.levels[1].rows);
    EXPECT_EQ(count({Kind::level, 0}), found.index->rows);
    EXPECT_EQ(count({Kind::apart}), found.index->rows - graph.largest_component);
    EXPECT_EQ(count({Kind::repeated}), found.vectors.repeated_vectors);
    EXPECT_EQ(rows_of(found, {Kind::row, graph.hubs[0].row}), std::vector<std::int64_t>{graph.hubs[0].row});
    EXPECT_EQ(graph.in_degree[std::size_t(graph.hubs[0].row)], graph.most_in_degree);
}

TEST(Inspecting, ListsSelectTheirRows) {
    Inspected inspected("plane/ivf.faiss");
    const inspect::Inspection& found = *inspected.shown().inspection;
    ASSERT_TRUE(found.lists);
    const std::vector<std::int64_t> all = rows_of(found, {Kind::list, 0, found.lists->most});
    EXPECT_EQ(std::int64_t(all.size()), found.index->rows);
    EXPECT_GE(std::int64_t(rows_of(found, {Kind::list, found.lists->most, found.lists->most}).size()), found.lists->most);
    EXPECT_TRUE(rows_of(found, {Kind::unreachable}).empty()) << "there are no links";
}

TEST(Inspecting, TheQueryGoesFromOneSelectedRowToTheNext) {
    Inspected inspected("plane/hnsw.faiss");
    Workbench& workbench = inspected.window.workbench;
    inspected.controls().go_to_next_selected(1);
    EXPECT_FALSE(workbench.session().query_row) << "none are selected";
    inspected.controls().select({Kind::level, 1});
    ASSERT_TRUE(inspected.shown().selected);
    const std::vector<std::int64_t> rows = *inspected.shown().selected;
    ASSERT_GE(rows.size(), 2u);
    EXPECT_EQ(inspected.shown().selected_title, "rows at level 1");
    inspected.controls().go_to_next_selected(1);
    EXPECT_EQ(workbench.session().query_row, rows.front());
    inspected.controls().go_to_next_selected(1);
    EXPECT_EQ(workbench.session().query_row, rows[1]);
    EXPECT_TRUE(inspected.window.until([&] { return inspected.shown().place == 1; }));
    inspected.controls().go_to_next_selected(-1);
    inspected.controls().go_to_next_selected(-1);
    EXPECT_EQ(workbench.session().query_row, rows.back()) << "cyclically";
    inspected.controls().select({});
    EXPECT_FALSE(inspected.shown().selected);
}

TEST(Inspecting, RecallIsMeasuredWhenItIsAskedFor) {
    Inspected inspected("plane/hnsw.faiss");
    inspected.window.set([](SessionState& state) { state.options["own"]["ef"] = "1"; });
    ASSERT_TRUE(inspected.window.settled());
    inspected.controls().inspect(true);
    EXPECT_TRUE(inspected.shown().running);
    ASSERT_TRUE(inspected.window.until([&] { return !inspected.shown().running; }));
    ASSERT_TRUE(inspected.shown().inspection->ledger);
    const inspect::Ledger& ledger = *inspected.shown().inspection->ledger;
    EXPECT_EQ(ledger.queries, 100);
    EXPECT_EQ(ledger.settings.ef, 1);
    EXPECT_EQ(ledger.settings.k, 10);
    EXPECT_EQ(inspected.shown().sampled, "100 stored vectors");
    EXPECT_LT(ledger.recall(), ledger.ceiling());
    ASSERT_FALSE(ledger.losses.empty());
    const auto cause = std::int64_t(ledger.losses.front().cause);
    inspected.controls().select({Kind::missed, cause});
    const std::vector<std::int64_t>& rows = *inspected.shown().selected;
    EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), ledger.losses.front().row));
    EXPECT_TRUE(inspected.shown().inspection->graph) << "the health is kept";
}

TEST(Inspecting, RunningWorkIsCancelled) {
    Inspected inspected("vectors/hnsw.faiss");
    inspected.controls().inspect(true);
    ASSERT_TRUE(inspected.window.workbench.busy());
    inspected.controls().cancel();
    EXPECT_FALSE(inspected.shown().running);
    EXPECT_FALSE(inspected.window.workbench.view().error);
    EXPECT_FALSE(inspected.shown().inspection->ledger);
}

TEST(Inspecting, PointsChangedByHandHaveNoHealth) {
    Inspected inspected("plane/hnsw.faiss");
    inspected.window.workbench.edits().erase(3);
    EXPECT_TRUE(inspected.window.until([&] { return !inspected.shown().possible; }));
}

}  // namespace
}  // namespace neighborscope
