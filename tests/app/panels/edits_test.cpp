// Tests the panel of points changed by hand, and the effect of the last change on list and tree.
#include "described.hpp"

namespace neighborscope::panels {
namespace {

using ::testing::HasSubstr;

struct EditsPanel : Described {
    EditsPanel() { view.data.loaded = true; }
};

TEST_F(EditsPanel, StandsThereWhileItHasSomethingToSay) {
    EXPECT_FALSE(panel("edits").shown);
    view.manual_edits.on = true;
    EXPECT_TRUE(panel("edits").shown);
    EXPECT_EQ(only<Text>("edits", "edits.counts").text, "Nothing is changed yet.");
    EXPECT_TRUE(only<Check>("edits", "edits.on").on);
    EXPECT_THAT(only<Text>("edits", "edits.help").text, HasSubstr("Click to add a point."));
    view.manual_edits.hovered = 1234;
    EXPECT_THAT(only<Text>("edits", "edits.help").text, HasSubstr("Row 1\u202f234: drag to move"));
    view.manual_edits.dragged = 12;
    EXPECT_THAT(only<Text>("edits", "edits.help").text, HasSubstr("Moving row 12."));
    view.manual_edits.on = false;
    view.manual_edits.added = 2, view.manual_edits.erased = 1;
    const Panel described = panel("edits");
    EXPECT_TRUE(described.shown) << "until the edits are taken back";
    EXPECT_EQ(described.fact, "3 changes");
    EXPECT_EQ(row<Text>(described, "edits.counts")->text, "2 added, none moved, 1 erased");
    EXPECT_FALSE(row<Text>(described, "edits.help"));
    const Buttons* ways = row<Buttons>(described, "edits.ways");
    ASSERT_TRUE(ways);
    EXPECT_EQ(ways->buttons[0].label, "Undo all edits");
    EXPECT_EQ(ways->buttons[0].id, "points.take_back");
    view.manual_edits.refusal = "the points are moving: go back to the first tick";
    EXPECT_THAT(only<Text>("edits", "edits.refusal").text, HasSubstr("first tick"));
    EXPECT_FALSE(row<Check>(panel("edits"), "edits.on"));
}

TEST_F(EditsPanel, TheClassOfNewPointsIsChosen) {
    view.manual_edits.on = true;
    EXPECT_FALSE(row<Choice>(panel("edits"), "edits.class")) << "these points have none";
    view.manual_edits.label_name = "species";
    view.manual_edits.labels = {"setosa", "virginica"};
    Choice choice = only<Choice>("edits", "edits.class");
    ASSERT_EQ(choice.items.size(), 3u);
    EXPECT_EQ(choice.chosen, 0) << "that of the nearest point";
    choice.change(2);
    EXPECT_EQ(workbench.view().manual_edits.label, "virginica");
    view.manual_edits.label = "virginica";
    choice = only<Choice>("edits", "edits.class");
    EXPECT_EQ(choice.chosen, 2);
    choice.change(0);
    EXPECT_FALSE(workbench.view().manual_edits.label);
}

TEST_F(EditsPanel, AClassThatNoPointHasIsTyped) {
    view.manual_edits.on = true;
    view.manual_edits.label_name = "species";
    view.manual_edits.labels = {"setosa"};
    Number name = only<Number>("edits", "edits.new_class");
    EXPECT_EQ(name.value, "");
    EXPECT_EQ(name.change("pallida", true), "");
    EXPECT_EQ(workbench.view().manual_edits.label, "pallida");
    view.manual_edits.label = "pallida";
    EXPECT_EQ(only<Number>("edits", "edits.new_class").value, "pallida");
    EXPECT_EQ(only<Choice>("edits", "edits.class").chosen, -1) << "none of those in the list";
    EXPECT_EQ(name.change("", true), "");
    EXPECT_FALSE(workbench.view().manual_edits.label);
    view.manual_edits.labels_are_numbers = true;
    name = only<Number>("edits", "edits.new_class");
    EXPECT_EQ(name.change("pallida", true), "classes are numbers here");
    EXPECT_EQ(name.change("3", true), "");
    EXPECT_EQ(workbench.view().manual_edits.label, "3");
}

TEST_F(EditsPanel, ListAndTreeSayWhatBecameOfTheLeaves) {
    view.neighbours = rows_of({{3, 1.0}, {4, 2.0}});
    TreeFacts& tree = view.tree.emplace();  // one leaf with two objects
    tree.leaves = 1;
    tree.counts.leaves_with.assign(CellCounts::counted + 1, 0);
    tree.counts.leaves_with[2] = 1;
    tree.counts.leaves_at = {1};
    tree.counts.most = 2;
    view.changes.emplace();
    view.changes->by = "row 12 was moved by hand";
    view.changes->entered = {2};
    EXPECT_FALSE(row<Text>(panel("tree"), "tree.changes"));
    view.changes->leaves.split.push_back({41, 41, 4, {}, {}});
    EXPECT_EQ(only<Text>("neighbours", "neighbours.changes").text,
        "Since row 12 was moved by hand: 1 entered, none left; leaf 41 split into 4 (now 41 – 44)");
    EXPECT_EQ(only<Text>("tree", "tree.changes").text, "Since row 12 was moved by hand: leaf 41 split into 4 (now 41 – 44)");
    view.changes->leaves.split.resize(3);
    view.changes->leaves.merged.push_back({7, 9, 4, {}, {}});
    EXPECT_EQ(view.changes->leaves.text(), "3 leaves split, leaves 9 – 12 merged into leaf 7");
}

}  // namespace
}  // namespace neighborscope::panels
