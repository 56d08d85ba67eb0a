// Tests the panel of the health of an index of another library.
#include "described.hpp"

#include "app/inspect/graph_rows.hpp"
#include "app/inspect/inspection.hpp"
#include "tests/app/inspect/small_graph.hpp"

namespace neighborscope::panels {
namespace {

using ::testing::HasSubstr;

struct Healthy : Described {
    Healthy() {
        graph.index.entry = 0;
        auto found = std::make_shared<inspect::Inspection>();
        found->index = std::shared_ptr<const stored::StoredIndex>(std::shared_ptr<void>(), &graph.index);
        found->graph = inspect::graph_health(graph.index);
        found->vectors = inspect::vector_health(graph.index, {});
        view.inspecting.possible = view.inspecting.open = true;
        view.inspecting.inspection = inspection = found;
        view.data.count = graph.index.rows;
        view.data.loaded = true;
    }
    std::string number_of(const Table& table, const std::string& what) {
        for (std::int64_t row = 0; row < table.count; ++row)
            if (cell(table, row, 0) == what) return cell(table, row, 1);
        return "no row " + what;
    }

    // A chain of rows 0 to 5; nothing leads to row 6, which links to row 0.
    test::SmallGraph graph{[] {
        auto links = test::chain(6);
        links.push_back({0});
        return links;
    }()};
    std::shared_ptr<inspect::Inspection> inspection;
};

TEST_F(Healthy, CountsWhatIsWrong) {
    EXPECT_EQ(panel("health").fact, "test graph, entry row 0");
    const Table table = only<Table>("health", "health.counts");
    EXPECT_THAT(number_of(table, "cannot be reached"), HasSubstr("1,"));
    EXPECT_EQ(table.cell(0, 0).tone, Tone::warning);
    EXPECT_THAT(number_of(table, "nothing links to them"), HasSubstr("1,"));
    EXPECT_EQ(number_of(table, "in smaller components"), "0");
    EXPECT_EQ(number_of(table, "hub: row 0"), "2 links to it");
    EXPECT_EQ(number_of(table, "equal to a row before"), "0");
    EXPECT_EQ(number_of(table, "level 0"), "7 rows");
    view.inspecting.possible = false;
    EXPECT_FALSE(panel("health").shown);
}

TEST_F(Healthy, BarsAreRowsAndTheChosenOneStandsOut) {
    const Chart chart = only<Chart>("health_charts", "health.in_degree");
    ASSERT_EQ(chart.boxes.size(), 3u) << "0, 1 and 2 links";
    EXPECT_EQ(chart.boxes[0].high, 1);
    EXPECT_EQ(chart.boxes[0].shade, Chart::Box::Shade::warning) << "nothing links to it";
    EXPECT_EQ(chart.boxes[1].high, 1);
    EXPECT_EQ(chart.boxes[2].high, 5);
    EXPECT_TRUE(chart.move_value);
    view.inspecting.selection = {IndexRows::Kind::in_degree, 2, 2};
    view.inspecting.selected = std::make_shared<const std::vector<std::int64_t>>(5, 0);
    view.inspecting.selected_title = "rows that 2 links lead to";
    EXPECT_EQ(only<Chart>("health_charts", "health.in_degree").boxes[2].shade, Chart::Box::Shade::strong);
    EXPECT_EQ(only<Text>("health", "health.selected").text, "Rows that 2 links lead to: 5.");
    view.inspecting.place = 2;
    EXPECT_THAT(only<Text>("health", "health.selected").text, HasSubstr("The query is on number 3"));
}

TEST_F(Healthy, ASelectionMovesNoRow) {
    const auto ids = [this] {
        std::vector<std::string> ids;
        for (const Row& one : panel("health").rows) ids.push_back(one.id);
        return ids;
    };
    const std::vector<std::string> before = ids();
    EXPECT_EQ(before.front(), "health.counts") << "nothing above it comes and goes";
    const Text none = only<Text>("health", "health.selected");
    view.inspecting.selection = {IndexRows::Kind::in_degree, 2, 2};
    view.inspecting.selected = std::make_shared<const std::vector<std::int64_t>>(5, 0);
    EXPECT_EQ(ids(), before);
    EXPECT_EQ(only<Text>("health", "health.selected").min_lines, none.min_lines);
    view.inspecting.running = true;
    EXPECT_EQ(ids().front(), "health.counts");
    EXPECT_EQ(only<Buttons>("health", "health.ways").buttons.back().id, "work.cancel");
}

TEST_F(Healthy, AHistogramShowsAFewLargeValues) {
    // 1400 rows that nothing links to, 20 each of 1 to 5 links, one row of 200 and one of 700: the last bin has all of 251 or more.
    auto& degrees = inspection->graph->in_degrees;
    degrees.assign(252, 0);
    degrees[0] = 1400, degrees[200] = degrees[251] = 1;
    for (int links = 1; links <= 5; ++links) degrees[std::size_t(links)] = 20;
    inspection->graph->most_in_degree = 700;
    const Chart chart = only<Chart>("health_charts", "health.in_degree");
    EXPECT_THAT(chart.caption, HasSubstr("logarithmic"));
    EXPECT_LE(chart.boxes.size(), 26u);
    EXPECT_EQ(chart.boxes[0].shade, Chart::Box::Shade::warning) << "rows without a link have a bar of their own";
    EXPECT_GT(chart.boxes[1].high, 0.3 * chart.high) << "20 of 1400 rows are seen";
    EXPECT_EQ(chart.across.back().second, "700") << "where the axis ends";
    const auto seen = std::count_if(chart.boxes.begin(), chart.boxes.end(), [](const Chart::Box& box) { return box.high > 0; });
    EXPECT_EQ(seen, 8) << "0 to 5, 200, and 700";
}

TEST_F(Healthy, ARowIsTypedAndOneThatIsNotThereIsRefused) {
    const Number number = only<Number>("health", "health.row");
    EXPECT_EQ(number.change("3", false), "");
    EXPECT_EQ(number.change("7", false), "rows are 0 to 6");
    EXPECT_EQ(number.change("-1", false), "rows are 0 to 6");
    EXPECT_EQ(number.change("1.5", false), "rows are 0 to 6");
    EXPECT_EQ(number.change("x", false), "rows are 0 to 6");
}

TEST_F(Healthy, RecallSaysWhatTheQueriesAre) {
    const inspect::Searched searched{graph.index, {}};
    const std::vector<float> queries(graph.points.begin(), graph.points.end());
    inspection->ledger = inspect::ledger_of(searched, queries, inspect::true_neighbours(searched, queries, 1), {.k = 1, .ef = 10});
    view.inspecting.sampled = "7 stored vectors";
    const std::string text = only<Text>("health", "health.recall").text;
    EXPECT_THAT(text, HasSubstr("Recall 0.8571, ceiling 0.8571: 7 stored vectors as queries, k = 1, ef = 7, "));
    EXPECT_THAT(number_of(only<Table>("health", "health.counts"), "missed: unreachable"), HasSubstr("1 of 7"));
}

TEST_F(Healthy, WhileItIsInspectedTheProgressIsShown) {
    view.inspecting.inspection.reset();
    EXPECT_TRUE(row<Buttons>(panel("health"), "health.start"));
    view.inspecting.running = true;
    view.inspecting.progress = "Looking at links and vectors: 40 %";
    EXPECT_THAT(only<Text>("health", "health.progress").text, HasSubstr("40"));
    EXPECT_TRUE(row<Buttons>(panel("health"), "health.cancel"));
    EXPECT_FALSE(row<Buttons>(panel("health"), "health.start"));
}

TEST_F(Described, TheMenuOfLinksShowsTheLevelThatAStepSearches) {
    test::SmallGraph small(test::chain(6));
    inspect::GraphRows graph;
    graph.index = std::shared_ptr<const stored::StoredIndex>(std::shared_ptr<void>(), &small.index);
    graph.on_level = {{}, {1, 2}};
    view.graph = std::make_shared<const inspect::GraphRows>(std::move(graph));
    view.data.loaded = true;
    session.links_level = 0;
    EXPECT_EQ(only<Choice>("data", "data.links").chosen, 1) << "level 0, after 'none'";
    view.stepping.ready = true;
    view.stepping.walk.level = 1;
    EXPECT_EQ(only<Choice>("data", "data.links").chosen, 2);
    session.links_level = -1;
    EXPECT_EQ(only<Choice>("data", "data.links").chosen, 0) << "none";
}

TEST_F(Described, OfInnerProductsTheMetricSaysWhatIsNearer) {
    EXPECT_FALSE(row<Text>(panel("query"), "query.metric.larger"));
    session.metric = Metric::inner_product;
    const Choice metrics = only<Choice>("query", "query.metric");
    EXPECT_EQ(metrics.items[std::size_t(metrics.chosen)].text, "inner product");
    EXPECT_THAT(only<Text>("query", "query.metric.larger").text, HasSubstr("larger"));
}

}  // namespace
}  // namespace neighborscope::panels
