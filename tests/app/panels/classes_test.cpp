// Tests the panels of classification: the vote of the query, the curve of accuracy, the confusion matrix.
#include "app/data/points/data_set.hpp"
#include "tests/app/panels/described.hpp"

#include <numeric>

namespace neighborscope::panels {
namespace {

/// Six points of two classes, three of each; row 2 is taken for b.
class DescribedClasses : public Described {
protected:
    DescribedClasses() {
        view.data.loaded = true;
        view.data.dimension = 2;
        Classifying& now = view.classes;
        now.label_name = "kind";
        now.classes = std::make_shared<const Classes>(Classes{{"a", "b"}, {0, 0, 0, 1, 1, 1}, {}, {3, 3}, {}});
        now.shades = {{0, false}, {1, false}};
        now.refusal = now.no_regions = now.no_votes = "";
        LeaveOneOut leave_one_out;
        auto data = std::make_shared<DataSet>();
        data->dimension = 2;
        data->coordinates.assign(12, 0);
        leave_one_out.data = data;
        leave_one_out.k = 3;
        leave_one_out.asked = leave_one_out.of = 6;
        leave_one_out.predicted = {0, 0, 1, 1, 1, 1};
        leave_one_out.wrong = {2};
        leave_one_out.correct = {4, 4, 5, 5};
        leave_one_out.confusion = {{0, 0, 2}, {0, 1, 1}, {1, 1, 3}};
        now.leave_one_out = std::make_shared<const LeaveOneOut>(leave_one_out);
        now.ringed = {2};
        now.of_query = 0;
        session.misclassified = true;
        view.query_row = 2;
        view.neighbours = rows_of({{2, 0.0}, {4, 1.0}, {0, 2.0}, {3, 4.0}});
    }
};

TEST_F(DescribedClasses, TheVoteOfTheQuery) {
    Panel panel = this->panel("classes");
    EXPECT_EQ(row<Text>(panel, "classes.winner")->text, "b");
    EXPECT_EQ(row<Text>(panel, "classes.winner")->mark, Mark::wrong);
    EXPECT_EQ(row<Text>(panel, "classes.winner")->beside, "true class a");
    const StackedBar* bar = row<StackedBar>(panel, "classes.votes");
    ASSERT_TRUE(bar && bar->parts.size() == 3) << "the query's own row has no vote";
    EXPECT_EQ(row<Share>(panel, "classes.vote.0")->text, "2 of 3");
    for (const auto& [vote, weights] : {std::pair{Voting::majority, std::array{1.0, 1.0, 1.0}},
             std::pair{Voting::rank, std::array{1.0, 0.5, 1.0 / 3}}, std::pair{Voting::distance, std::array{1.0, 0.5, 0.25}}}) {
        session.vote = vote;
        const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
        const StackedBar parts = only<StackedBar>("classes", "classes.votes");
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(parts.parts[i].part, weights[i] / all, 1e-12) << name(vote) << ' ' << i;
    }
    view.neighbours = rows_of({{2, 0.0}, {0, 0.0}, {4, 1.0}});
    const StackedBar parts = only<StackedBar>("classes", "classes.votes");
    EXPECT_EQ(parts.parts[0].part, 1) << "only they vote";
    EXPECT_EQ(parts.parts[1].part, 0);
    EXPECT_EQ(only<Text>("classes", "classes.winner").mark, Mark::right);
}

TEST_F(DescribedClasses, TheVoteIsChosenInTheDocument) {
    const Choice choice = only<Choice>("classes", "classes.how");
    ASSERT_EQ(choice.items.size(), 3u);
    choice.change(2);
    EXPECT_EQ(workbench.session().vote, Voting::distance);
}

TEST_F(DescribedClasses, LeavesAreOutlinesUnderRegions) {
    const auto note = [&] {
        Panel panel = this->panel("data");
        return row<Text>(panel, "data.cells.why") != nullptr;
    };
    view.tree.emplace();
    session.cells = CellsShown::occupancy;
    EXPECT_FALSE(note());
    session.regions = true;
    EXPECT_TRUE(note());
    session.cells = CellsShown::outlines;
    EXPECT_FALSE(note()) << "as they are drawn";
}

TEST_F(DescribedClasses, CellsOfTheTableRingTheirPoints) {
    const Table table = only<Table>("confusion", "confusion.table");
    EXPECT_EQ(table.count, 2);
    EXPECT_EQ(cell(table, 0, 0), "a");
    EXPECT_EQ(cell(table, 0, 1), "2");
    EXPECT_EQ(cell(table, 0, 2), "1");
    EXPECT_EQ(table.cell(0, 2).tone, Tone::error);
    EXPECT_EQ(cell(table, 1, 3), "100.0\u202f%");
    ASSERT_TRUE(table.press);
    table.press(0, 2);
    EXPECT_EQ(workbench.view().classes.chosen, (ConfusionCell{0, 1}));
    view.classes.chosen = workbench.view().classes.chosen;
    const Table pressed = only<Table>("confusion", "confusion.table");
    EXPECT_EQ(pressed.pressed_row, 0);
    EXPECT_EQ(pressed.pressed_column, 2);
    pressed.press(0, 2);
    EXPECT_EQ(workbench.view().classes.chosen, std::nullopt) << "once more lets go";
    table.press(0, 0);
    table.press(1, 3);
    EXPECT_EQ(workbench.view().classes.chosen, std::nullopt) << "names and recall are no places of the table";
}

TEST_F(DescribedClasses, ManyClassesAreListedByTheirMistakes) {
    Classes many;
    for (int i = 0; i < 20; ++i) many.names.push_back("class " + std::to_string(i));
    many.of_training = {0, 0, 0, 1, 1, 1};
    many.in_training.assign(20, 0);
    view.classes.classes = std::make_shared<const Classes>(many);
    view.classes.shades.assign(20, {0, false});
    const Table table = only<Table>("confusion", "confusion.table");
    ASSERT_EQ(table.count, 1) << "what is right is no mistake";
    EXPECT_EQ(cell(table, 0, 1), "class 1");
    table.select(0);
    EXPECT_EQ(workbench.view().classes.chosen, (ConfusionCell{0, 1}));
    table.select(-1);
    EXPECT_EQ(workbench.view().classes.chosen, std::nullopt);
}

// A list that holds the point itself has one entry that does not vote.
TEST_F(DescribedClasses, WithThePointItselfInTheListTheCurveIsOfVotes) {
    const Chart chart = only<Chart>("accuracy", "accuracy.curve");
    EXPECT_EQ(chart.value, 3);
    EXPECT_THAT(chart.caption, ::testing::HasSubstr("with 3 votes, k = 4"));
    EXPECT_EQ(chart.across.front().second, "1 vote");
    chart.move_value(3);
    EXPECT_EQ(workbench.session().k, 4);
    EXPECT_THAT(only<Text>("classes", "classes.accuracy").text, ::testing::HasSubstr(", by 3 votes each"));
}

TEST_F(DescribedClasses, TheCurveGoesToTheKThatIsPressed) {
    session.exclude_self = true;
    const Chart chart = only<Chart>("accuracy", "accuracy.curve");
    ASSERT_EQ(chart.lines.size(), 1u);
    EXPECT_EQ(chart.lines[0].points.size(), 4u);
    EXPECT_NEAR(chart.lines[0].points[2][1], 5.0 / 6, 1e-12);
    EXPECT_EQ(chart.value, 3);
    EXPECT_THAT(chart.caption, ::testing::HasSubstr("k = 3"));
    ASSERT_TRUE(chart.move_value);
    chart.move_value(3.7);
    EXPECT_EQ(workbench.session().k, 4);
    chart.move_value(-10);
    EXPECT_EQ(workbench.session().k, 1);
    EXPECT_EQ(panel("accuracy").fact, "83.3\u202f%");
}

TEST_F(DescribedClasses, OfFewPointsTheCurveIsShort) {
    for (const std::size_t ks : {1, 2, 3}) {
        LeaveOneOut few = *view.classes.leave_one_out;
        few.correct.assign(ks, 1);
        view.classes.leave_one_out = std::make_shared<const LeaveOneOut>(few);
        const Chart chart = only<Chart>("accuracy", "accuracy.curve");
        EXPECT_EQ(chart.lines[0].points.size(), ks);
        EXPECT_GT(chart.to, chart.from);
    }
}

TEST_F(DescribedClasses, ItIsSaidWhenTheQuerysOwnRowIsOneOfTheNeighbours) {
    EXPECT_EQ(row<Text>(panel("classes"), "classes.own")->text,
        "One of the 4 neighbours is the query point itself. It does not vote; the other 3 do.");
    view.neighbours = rows_of({{4, 1.0}, {0, 2.0}});
    EXPECT_FALSE(row<Text>(panel("classes"), "classes.own"));
}

TEST_F(DescribedClasses, WithoutLabelsThereIsNoPanel) {
    view.classes = {};
    EXPECT_FALSE(panel("classes").shown);
    EXPECT_FALSE(panel("confusion").shown);
    view.classes.label_name = "kind";
    view.classes.refusal = "2 of 6 rows have no label";
    EXPECT_EQ(row<Text>(panel("classes"), "classes.refusal")->text, "2 of 6 rows have no label.");
}

}  // namespace
}  // namespace neighborscope::panels
