// The rows of the data panel, the list and the exactness that are about a filter.
#include "described.hpp"

#include "app/session/workbench/query_controls.hpp"

namespace neighborscope::panels {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(Described, TheDataPanelChoosesAClassAndConditions) {
    view.data.loaded = true;
    view.data.count = 20, view.data.dimension = 2;
    view.data.classes = {"elm", "oak"};
    view.data.condition_columns = {"kind", "x", "row"};
    session.where = {"class=oak", "x>1"};
    const Choice classes = only<Choice>("data", "data.where.class");
    ASSERT_EQ(classes.items.size(), 3u);
    EXPECT_EQ(classes.chosen, 2);
    EXPECT_EQ(only<Number>("data", "data.where").value, "class=oak and x>1");
    EXPECT_EQ(row<Text>(panel("data"), "data.where.count"), nullptr) << "nothing is loaded with the filter yet";
    view.data.filter = "3 of 20 rows are allowed: class=oak and x>1", view.data.allowed = 3;
    EXPECT_EQ(only<Text>("data", "data.where.count").text, "3 of 20 rows are allowed: class=oak and x>1.");
    ASSERT_TRUE(row<Buttons>(panel("data"), "data.where.clear"));
}

TEST_F(Described, AFilterIsTypedChosenAndRemoved) {
    view.data.loaded = true;
    view.data.classes = {"elm", "oak"};
    const Number field = only<Number>("data", "data.where");
    EXPECT_THAT(field.change("nonsense", false), HasSubstr("'nonsense' is no condition on the rows"));
    EXPECT_THAT(workbench.session().where, IsEmpty());
    EXPECT_EQ(field.change("class=elm and row<9", false), "");
    EXPECT_THAT(workbench.session().where, ElementsAre("class=elm", "row<9"));
    session = workbench.session();
    only<Choice>("data", "data.where.class").change(2);
    EXPECT_THAT(workbench.session().where, ElementsAre("row<9", "class=oak")) << "one class, and the other conditions";
    only<Choice>("data", "data.where.class").change(0);
    EXPECT_THAT(workbench.session().where, ElementsAre("row<9"));
    EXPECT_TRUE(commands.run("data.all_rows"));
    EXPECT_THAT(workbench.session().where, IsEmpty());
    EXPECT_FALSE(commands.run("data.all_rows")) << "all rows are allowed already";
    workbench.undo();
    EXPECT_THAT(workbench.session().where, ElementsAre("row<9"));
}

TEST_F(Described, TheListSaysOfHowManyAllowedRowsItIs) {
    view.data.loaded = true;
    view.data.count = 20;
    view.neighbours = rows_of({{3, 1}});
    EXPECT_EQ(row<Text>(panel("neighbours"), "neighbours.allowed"), nullptr);
    view.data.filter = "12 of 20 rows are allowed: row<12", view.data.allowed = 12;
    EXPECT_EQ(only<Text>("neighbours", "neighbours.allowed").text, "Of 12 allowed rows");
    view.neighbours.clear();
    view.data.allowed = 0;
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").empty, "No row is allowed");
}

TEST_F(Described, ExactnessComparesWithTheSearchWithoutTheFilter) {
    view.data.loaded = true;
    view.data.count = 20;
    view.data.filter = "12 of 20 rows are allowed: row<12", view.data.allowed = 12;
    view.neighbours = rows_of({{3, 1}, {4, 2}});
    view.exactness.known = view.exactness.approximate = true;
    view.exactness.right = 2, view.exactness.of = 4;
    EXPECT_EQ(row<Text>(panel("exactness"), "exactness.filter"), nullptr) << "of other methods nothing is known";
    view.exactness.unfiltered = Exactness::Part{4, 4};
    EXPECT_EQ(only<Text>("exactness", "exactness.filter").text, "Recall 0.5000 with the filter, 1.0000 without it.");
    view.exactness.missed = rows_of({{5, 3}, {6, 4}});
    for (NeighbourRow& one : view.exactness.missed) one.missed = true, one.why = {"beam ended", "The beam ended first.", "ef", "340"};
    EXPECT_EQ(only<Text>("exactness", "exactness.filter").text, "Recall 0.5000 with the filter, 1.0000 without it.");
}

}  // namespace
}  // namespace neighborscope::panels
