// Tests the panel of probed lists.
#include "described.hpp"

#include "app/session/search/probed_lists.hpp"

namespace neighborscope::panels {
namespace {

struct DescribedLists : Described {
    DescribedLists() { view.probed = three_lists(2); }
    static std::shared_ptr<const ProbedLists> three_lists(int dimension) {
        auto lists = std::make_shared<InvertedLists>(InvertedLists{
            .dimension = dimension, .probes = 1, .centroids = {}, .begin = {0, 2, 4, 6}, .rows = {4, 5, 0, 1, 2, 3}, .boxes = {}});
        for (const float at : {20.0f, 0.0f, 10.0f}) {
            lists->centroids.push_back(at);
            lists->centroids.resize(lists->centroids.size() + std::size_t(dimension - 1));
        }
        lists->boxes.resize(dimension <= 3 ? 3 : 0);
        lists->complete();
        std::vector<float> query(std::size_t(dimension), 0.0f);
        query[0] = 1;
        return probed_lists(lists, query.data(), nullptr);
    }
};

TEST_F(DescribedLists, SaysWhichAreSearchedAndWhatTheyHold) {
    EXPECT_TRUE(panel("lists").shown);
    EXPECT_EQ(panel("lists").fact, "1 of 3 searched");
    EXPECT_EQ(only<Text>("lists", "lists.searched").text, "The searched lists hold 2 of 6 points, 33.3\u202f%.");
    view.exactness.missed = rows_of({{5, 19}});
    const Table table = only<Table>("lists", "lists.table");
    ASSERT_EQ(table.count, 3);
    EXPECT_EQ(cell(table, 0, 1) + cell(table, 1, 1) + cell(table, 2, 1), "120");
    EXPECT_EQ(cell(table, 0, 2), "2");
    EXPECT_EQ(cell(table, 0, 4) + cell(table, 1, 4), "");
    EXPECT_EQ(cell(table, 2, 4), "1");
    EXPECT_EQ(table.cell(2, 4).mark, Mark::missed);
    EXPECT_EQ(table.help(0), "List 1, 2 points: searched");
    EXPECT_EQ(table.help(2), "List 0, 2 points: not searched");
    view.probed.reset();
    EXPECT_FALSE(panel("lists").shown);
}

TEST_F(DescribedLists, RecallAgainstProbesIsAChartThatSetsThem) {
    EXPECT_TRUE(only<Chart>("lists", "lists.recall").lines.empty()) << "not known yet";
    view.neighbours = rows_of({{0, 1.0}, {1, 1.5}, {3, 12.0}});
    view.exactness.known = view.exactness.approximate = true;
    view.exactness.right = 2, view.exactness.of = 4;
    view.exactness.missed = rows_of({{2, 9}, {5, 11}});
    const Chart chart = only<Chart>("lists", "lists.recall");
    ASSERT_EQ(chart.lines.size(), 1u);
    EXPECT_EQ(chart.lines[0].points, (std::vector<std::array<double, 2>>{{1, 0.5}, {2, 0.75}, {3, 1}}));
    EXPECT_EQ(chart.value, 1.0);
    EXPECT_EQ(chart.caption, "recall 0.5000, 1.0000 with 3 probes");
    workbench.change([](SessionState& state) { state.method = "ivf"; });
    chart.move_value(2.2);
    EXPECT_EQ(workbench.session().options.at("ivf").at("probes"), "2");
    chart.move_value(99);
    EXPECT_EQ(workbench.session().options.at("ivf").at("probes"), "3") << "no more than there are lists";
}

TEST_F(DescribedLists, AreBarsByRankWithTheTrueNeighbours) {
    Chart chart = only<Chart>("lists", "lists.ranked");
    ASSERT_EQ(chart.boxes.size(), 3u);
    EXPECT_TRUE(chart.dots.empty()) << "not known yet";
    EXPECT_EQ(chart.limit, 1.5);
    view.neighbours = rows_of({{0, 1.0}, {1, 1.5}, {3, 12.0}});
    view.exactness.known = view.exactness.approximate = true;
    view.exactness.right = 2, view.exactness.of = 3;
    view.exactness.missed = rows_of({{5, 1.2}});
    view.exactness.missed[0].rank = 2, view.exactness.missed[0].missed = true;
    chart = only<Chart>("lists", "lists.ranked");
    ASSERT_EQ(chart.dots.size(), 2u);
    EXPECT_EQ(chart.dots[0].at, 1);
    EXPECT_EQ(chart.dots[0].text, "1,3") << "row 3 is no true neighbour";
    EXPECT_EQ(chart.dots[0].tone, Tone::normal);
    EXPECT_EQ(chart.dots[1].at, 3) << "the list of row 5";
    EXPECT_EQ(chart.dots[1].text, "2");
    EXPECT_EQ(chart.dots[1].tone, Tone::warning);
    EXPECT_THAT(chart.caption, ::testing::HasSubstr("probes = 3 finds all"));
    EXPECT_EQ(chart.boxes[0].shade, Chart::Box::Shade::pale);
    EXPECT_EQ(chart.boxes[1].shade, Chart::Box::Shade::faint);
    workbench.change([](SessionState& state) { state.method = "ivf"; });
    chart.move_limit(2.7);
    EXPECT_EQ(workbench.session().options.at("ivf").at("probes"), "2");
}

TEST_F(DescribedLists, TheCurveOfManyQueriesGoesAlongProbes) {
    const Panel described = panel("lists");
    const auto* buttons = row<Buttons>(described, "lists.curves");
    ASSERT_TRUE(buttons);
    buttons->buttons.at(0).run();
    EXPECT_EQ(workbench.session().chart, ChartShown::curves);
    EXPECT_EQ(workbench.session().curve_along, "probes=1:3");
    EXPECT_EQ(workbench.session().curve_quantity, CurveQuantity::recall);
}

TEST_F(DescribedLists, SaysWhatIsDrawnInsteadOfRegions) {
    EXPECT_FALSE(row<Text>(panel("lists"), "lists.note")) << "regions are drawn";
    view.probed = three_lists(3);
    EXPECT_EQ(
        only<Text>("lists", "lists.note").text, "In 3-D each list is drawn as the box around its points. Boxes may overlap; lists do not.");
    view.probed = three_lists(5);
    EXPECT_EQ(only<Text>("lists", "lists.note").text, "Lists of more than three dimensions are not drawn.");
}

}  // namespace
}  // namespace neighborscope::panels
