// Tests editing points by hand: undo steps, marks of changes, and the mouse.
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/pointer.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct EditedWindow : Window {
    explicit EditedWindow(const SessionState& first) : Window(first) { EXPECT_TRUE(settled()); }
    /// Whether the document's data are shown with a right list.
    bool shown() {
        return until([&] {
            const Drawable drawable = workbench.drawable();
            return !workbench.busy() && drawable.data && drawable.lists && workbench.view().tree.has_value() == has_tree() &&
                   drawable.data->count() == workbench.view().data.count;
        }) && rows() == truth();
    }
    bool has_tree() const { return workbench.session().method.starts_with("quadtree"); }
    const std::optional<ListChanges>& changes() const { return workbench.view().changes; }
};

/// Four points in the corners of a square of side 8, with leaf capacity 2: four leaves with one point each.
struct FourCorners : ::testing::Test {
    test::TemporaryFolder folder;
    const std::string file = folder.write("four.csv", "x,y\n0,0\n8,0\n0,8\n8,8\n");
    SessionState session() const {
        SessionState state = host_session(file, "quadtree-cached", 2);
        state.options["quadtree-cached"]["leaf-capacity"] = "2";
        state.query_mode = QueryMode::pinned;
        state.query = std::vector<double>{7, 7};
        return state;
    }
    EditedWindow window{session()};
    Workbench& workbench = window.workbench;
};

TEST_F(FourCorners, ALeafSplitsAndMergesAgain) {
    ASSERT_EQ(workbench.view().tree->leaves, 4);
    EXPECT_FALSE(window.changes());
    workbench.edits().add({5, 7});
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.undo_kind(), "add a point");
    ASSERT_TRUE(window.changes());
    EXPECT_EQ(window.changes()->text(), "row 4 was added by hand: 1 entered, 1 left") << "two points are no more than a leaf may hold";
    ASSERT_EQ(window.changes()->points.size(), 1u);
    EXPECT_TRUE(window.changes()->points[0].added());
    workbench.edits().add({7, 5});
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().tree->leaves, 7);
    EXPECT_EQ(window.changes()->leaves.text(), "leaf 3 split into 4 (now 3 – 6)");
    ASSERT_EQ(window.changes()->leaves.split.size(), 1u);
    EXPECT_EQ(window.changes()->leaves.split[0].box.low, (std::array<float, 3>{4, 4, 0}));
    workbench.edits().erase(4);
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.undo_kind(), "erase a point");
    EXPECT_EQ(window.changes()->leaves.text(), "leaves 3 – 6 merged into leaf 3");
    EXPECT_THAT(window.changes()->text(), HasSubstr("row 4 was erased by hand"));
    EXPECT_EQ(workbench.drawable().data->file_row(4), 5) << "the other one keeps its number";
    workbench.undo();
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().tree->leaves, 7);
    EXPECT_EQ(window.changes()->leaves.text(), "leaf 3 split into 4 (now 3 – 6)");
    EXPECT_THAT(window.changes()->text(), testing::StartsWith("an edit was undone")) << "undo brought it back";
    workbench.redo();
    ASSERT_TRUE(window.shown());
    EXPECT_THAT(window.changes()->text(), HasSubstr("row 4 was erased by hand"));
}

TEST_F(FourCorners, ADragIsOneStepAndMarksAllOfIt) {
    workbench.end_drag();
    for (double x = 0; x <= 6; x += 0.5) {
        workbench.edits().move(2, {x, 7}, true);
        workbench.poll();
        EXPECT_FALSE(workbench.view().neighbours.empty()) << "the last list stays until the next is there";
    }
    workbench.end_drag();
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.drawable().data->coordinate(2, 0) == 6; }));
    EXPECT_EQ(workbench.session().edits.moved.size(), 1u);
    ASSERT_TRUE(window.changes());
    EXPECT_EQ(window.changes()->by, "row 2 was moved by hand");
    ASSERT_EQ(window.changes()->points.size(), 1u);
    EXPECT_EQ(window.changes()->points[0].from, (std::vector<double>{0, 8})) << "where the drag began";
    EXPECT_EQ(window.changes()->points[0].to, (std::vector<double>{6, 7}));
    EXPECT_EQ(window.changes()->entered.size(), 1u);
    EXPECT_EQ(workbench.undo_kind(), "move a point");
    workbench.undo();
    EXPECT_FALSE(workbench.can_undo()) << "one step for all of it";
    ASSERT_TRUE(window.shown());
    EXPECT_TRUE(workbench.session().edits.empty());
    workbench.redo();
    EXPECT_EQ(workbench.session().edits.moved[0].at, (std::vector<double>{6, 7}));
    ASSERT_TRUE(window.shown());
}

TEST_F(FourCorners, ADragOfKIsMarkedAsAWhole) {
    for (const int k : {3, 4, 3}) {
        window.set([&](SessionState& state) { state.k = k; }, true);
        ASSERT_TRUE(window.until([&] { return !workbench.busy() && int(workbench.view().neighbours.size()) == k; }));
    }
    ASSERT_TRUE(window.changes());
    EXPECT_EQ(window.changes()->text(), "k changed from 2 to 3: 1 entered, none left") << "not from 4, the last step of the drag";
    window.set([](SessionState& state) { state.k = 2; }, true);
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.view().neighbours.size() == 2; }));
    EXPECT_FALSE(window.changes()) << "the drag came back to where it began";
    workbench.end_drag();
    window.set([](SessionState& state) { state.k = 4; }, true);
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.view().neighbours.size() == 4; }));
    EXPECT_EQ(window.changes()->by, "k changed from 2 to 4");
}

TEST_F(FourCorners, ADragOfAnOptionIsMarkedAsAWholeWithItsLeaves) {
    for (const char* capacity : {"3", "4"}) {
        window.set([&](SessionState& state) { state.options["quadtree-cached"]["leaf-capacity"] = capacity; }, true);
        ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.view().changes.has_value(); }));
    }
    ASSERT_TRUE(window.until([&] { return workbench.view().tree->leaves == 1; })) << "four points are no more than four";
    EXPECT_EQ(window.changes()->text(), "an option changed: the neighbours are the same; leaves 0 – 3 merged into leaf 0");
}

TEST_F(FourCorners, MethodsBesideFollow) {
    workbench.race().add("heap");
    ASSERT_TRUE(window.until([&] { return workbench.race().other_contenders().size() == 1 && !workbench.busy(); }));
    workbench.edits().add({7, 6.5});
    const auto rival_list = [&] {
        std::vector<std::int64_t> rows;
        for (const NeighbourRow& one : workbench.race().other_contenders().front()->view().neighbours) rows.push_back(one.file_row);
        return rows;
    };
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.race().other_contenders().front()->view().data.count == 5; }));
    EXPECT_THAT(rival_list(), ElementsAre(4, 3));
    EXPECT_EQ(window.rows(), rival_list());
    workbench.undo();
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.race().other_contenders().front()->view().data.count == 4; }));
    EXPECT_EQ(window.rows(), rival_list());
}

TEST_F(FourCorners, AQueryOnAPointGoesAlongAndStaysWhenItIsErased) {
    workbench.query().pin_at_row(3);
    ASSERT_TRUE(window.until([&] { return workbench.view().query_row == 3; }));
    workbench.edits().move(3, {1, 1});
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.view().query == std::vector<double>{1, 1}; }));
    EXPECT_EQ(window.changes()->points.size(), 1u);
    workbench.edits().erase(3);
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().query, (std::vector<double>{1, 1})) << "where it was";
    EXPECT_EQ(workbench.view().query_row, -1);
    EXPECT_FALSE(workbench.view().error);
    workbench.undo();
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().query_row, 3);
}

TEST_F(FourCorners, TheLastPointMayGoAndNewOnesMayCome) {
    for (std::int64_t row = 0; row < 4; ++row) workbench.edits().erase(row), workbench.poll();
    ASSERT_TRUE(window.until([&] { return !workbench.busy() && workbench.view().data.count == 0 && !workbench.drawable().points; }));
    EXPECT_TRUE(workbench.view().neighbours.empty());
    EXPECT_FALSE(workbench.view().error) << workbench.view().error->title;
    ASSERT_TRUE(workbench.drawable().data) << "there is still a field to point at";
    EXPECT_FALSE(workbench.view().manual_edits.refusal);
    workbench.edits().add({3, 3});
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().data.count, 1);
    EXPECT_EQ(workbench.view().neighbours.front().file_row, 4);
    for (int i = 0; i < 5; ++i) workbench.undo();
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().data.count, 4);
}

TEST_F(FourCorners, AllEditsAreTakenBackAsOneStep) {
    workbench.edits().add({3, 3});
    workbench.edits().move(0, {1, 1});
    workbench.edits().erase(3);
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.view().manual_edits.added + workbench.view().manual_edits.moved + workbench.view().manual_edits.erased, 3);
    const std::string path = folder / "s.json";
    save_session(workbench.session(), path);
    workbench.edits().erase_all_edits();
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.undo_kind(), "undo all edits");
    EXPECT_EQ(workbench.view().data.count, 4);
    EXPECT_THAT(window.changes()->text(), HasSubstr("3 points were changed by hand"));
    EditedWindow again(load_session(path));
    EXPECT_EQ(again.workbench.view().data.count, 4) << "one more and one less";
    EXPECT_EQ(again.workbench.session().edits, [&] {
        workbench.undo();
        return workbench.session().edits;
    }());
}

TEST_F(FourCorners, BadRowsInASessionAreAnErrorCardAndThePointsStay) {
    window.set([](SessionState& state) { state.edits.erased = {77}; });
    ASSERT_TRUE(window.until([&] { return workbench.view().error.has_value(); }));
    EXPECT_THAT(workbench.view().error->title, HasSubstr("no point in row 77"));
    EXPECT_TRUE(workbench.session().edits.empty());
    ASSERT_TRUE(window.shown());
}

TEST(EditedPoints, OfAGeneratorStandStillAndKeepTheirSquare) {
    EditedWindow window(host_session("hotspots:n=2000", "quadtree-cached", 5));
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(workbench.view().moving.available);
    const std::int64_t row = workbench.view().neighbours[4].row;
    const std::vector<double> query = workbench.view().query;
    workbench.edits().erase(row);
    ASSERT_TRUE(window.shown());
    EXPECT_FALSE(workbench.view().moving.available) << "by hand they are where they are";
    EXPECT_EQ(workbench.view().query, query);
    ASSERT_TRUE(window.changes());
    EXPECT_FALSE(window.changes()->leaves.other_square);
    ASSERT_EQ(window.changes()->left.size(), 1u);
    EXPECT_EQ(window.changes()->left[0].file_row, row);
    workbench.undo();
    ASSERT_TRUE(window.shown());
    EXPECT_TRUE(workbench.view().moving.available);
    workbench.edits().erase(row);
    workbench.change_data_parameter("n", "1000");
    EXPECT_TRUE(workbench.session().edits.empty()) << "they were of other points";
    ASSERT_TRUE(window.shown());
}

TEST(EditedPoints, AreRefusedWhereAHandCannotReach) {
    EditedWindow many(host_session("uniform:n=200,d=5", "heap", 3));
    many.workbench.edits().use_mouse(true);
    EXPECT_FALSE(many.workbench.view().manual_edits.on);
    EXPECT_THAT(many.workbench.view().manual_edits.refusal.value_or(""), HasSubstr("5 dimensions"));
    many.workbench.edits().add({0, 0});
    EXPECT_FALSE(many.workbench.can_undo());
    EditedWindow moving(host_session("uniform:n=200", "heap", 3));
    moving.workbench.edits().use_mouse(true);
    EXPECT_TRUE(moving.workbench.view().manual_edits.on);
    EXPECT_FALSE(moving.workbench.query().follows_mouse()) << "the query stays while points are changed";
    moving.workbench.moving().go_to_tick(2);
    ASSERT_TRUE(moving.until([&] {
        moving.workbench.report_frame("", 1);
        return moving.workbench.view().moving.tick == 2;
    }));
    EXPECT_FALSE(moving.workbench.view().manual_edits.on);
    EXPECT_THAT(moving.workbench.view().manual_edits.refusal.value_or(""), HasSubstr("first tick"));
}

TEST(EditedPoints, GetTheClassOfTheNearestOrTheOneChosen) {
    const test::TemporaryFolder folder;
    SessionState session = host_session(folder.write("c.csv", "x,y,class\n0,0,a\n8,0,a\n0,8,b\n"), "heap", 2);
    session.columns = "x,y", session.label = "class";
    EditedWindow window(session);
    Workbench& workbench = window.workbench;
    workbench.edits().use_mouse(true);
    EXPECT_EQ(workbench.view().manual_edits.label_name, "class");
    EXPECT_THAT(workbench.view().manual_edits.labels, ElementsAre("a", "b"));
    workbench.edits().add({1, 7});
    ASSERT_TRUE(window.shown());
    workbench.edits().set_new_label("a");
    workbench.edits().add({1, 6});
    ASSERT_TRUE(window.shown());
    const DataSet& data = *workbench.drawable().data;
    ASSERT_EQ(data.count(), 5);
    EXPECT_EQ(data.label()->text(3), "b");
    EXPECT_EQ(data.label()->text(4), "a");
}

TEST(EditedPoints, ADragOfTwentyThousandPointsIsFollowed) {
    const TestClock time;  // no search is cancelled on a busy machine
    EditedWindow window(host_session("uniform:n=20000", "quadtree-cached", 8));
    Workbench& workbench = window.workbench;
    const std::int64_t row = workbench.view().neighbours[0].row;
    const std::vector<double> from = workbench.view().neighbours[0].coordinates;
    const double side = workbench.view().data.high[0] - workbench.view().data.low[0];
    std::set<double> seen;
    int moves = 0;
    EXPECT_TRUE(until([&] {
        workbench.edits().move(row, {from[0] + 1e-6 * side * ++moves, from[1]}, true);
        workbench.poll();
        EXPECT_TRUE(workbench.drawable().lists) << "never without a list";
        seen.insert(workbench.drawable().data->coordinate(row, 0));
        return seen.size() >= 5;
    })) << "it is live";
    workbench.end_drag();
    ASSERT_TRUE(window.shown());
    EXPECT_EQ(workbench.drawable().data->coordinate(row, 0), double(float(from[0] + 1e-6 * side * moves))) << "the newest";
    EXPECT_EQ(workbench.session().edits.moved.size(), 1u);
}

// ---- The mouse ------------------------------------------------------------------------------------------------------------

/// A picture with one unit per pixel, y down; the test sets the row under the mouse.
class PlainPicture : public PointedPicture {
public:
    bool in_space() const override { return false; }
    double magnification() const override { return 1; }
    std::int64_t hovered() const override { return row; }
    std::int64_t row_at(double x, double) override { return late && x < 50 ? -1 : row; }
    Place place_at(double x, double y) const override { return {x, -y, 0}; }
    Place surface_at(double x, double y) const override { return {x, -y, 0}; }
    Place place_beside(double x, double y, const Place& deep) const override { return {x, -y, deep[2]}; }
    std::pair<double, double> pixel_of(const Place& place) const override { return {place[0], -place[1]}; }
    bool covered(double, double) const override { return false; }
    void pan(double, double) override { ++pans; }
    void orbit(double, double) override {}
    void zoom(double, double, double) override {}

    std::int64_t row = -1;
    int pans = 0;
    bool late = false;  ///< hovered() is outdated: there is no point at the mouse left of x = 50
};

TEST_F(FourCorners, TheMouseAddsDragsAndErases) {
    PlainPicture picture;
    Pointer pointer(workbench);
    pointer.set_picture(&picture);
    using Button = Pointer::Button;
    const auto click = [&](double x, double y) {
        pointer.press(Button::left, x, y);
        return pointer.release(Button::left, x, y);
    };
    click(100, -3);
    EXPECT_TRUE(workbench.session().edits.empty()) << "a click pins the query until points are edited";
    workbench.edits().use_mouse(true);
    click(3, -3);
    ASSERT_EQ(workbench.session().edits.added.size(), 1u);
    EXPECT_EQ(workbench.session().edits.added[0].at, (std::vector<double>{3, 3}));
    ASSERT_TRUE(window.shown());
    picture.row = 1;  // at (8, 0), pressed slightly beside it
    EXPECT_EQ(pointer.cursor(), Pointer::Cursor::hand);
    pointer.press(Button::left, 9, 0);
    pointer.move(20, -4);
    EXPECT_EQ(pointer.cursor(), Pointer::Cursor::fist);
    pointer.move(29, -5);
    pointer.release(Button::left, 29, -5);
    EXPECT_EQ(picture.pans, 0);
    ASSERT_EQ(workbench.session().edits.moved.size(), 1u);
    EXPECT_EQ(workbench.session().edits.moved[0].at, (std::vector<double>{28, 5})) << "as far from the mouse as it was taken";
    ASSERT_TRUE(window.shown());
    pointer.press(Button::right, 28, -5);
    EXPECT_EQ(pointer.release(Button::right, 28, -5), "points.erase");
    picture.row = -1;
    pointer.press(Button::left, 50, 0);
    pointer.move(80, 0);
    pointer.release(Button::left, 80, 0);
    EXPECT_GT(picture.pans, 0) << "beside points a drag moves the picture";
    EXPECT_EQ(workbench.session().edits.count(), 2u);
}

TEST_F(FourCorners, WhatIsPressedOnIsWhatLiesThereNowNotInTheLastFrame) {
    PlainPicture picture;
    Pointer pointer(workbench);
    pointer.set_picture(&picture);
    using Button = Pointer::Button;
    workbench.edits().use_mouse(true);
    picture.row = 1, picture.late = true;
    workbench.point_at(1, {});  // the last frame
    pointer.press(Button::right, 20, -3);
    EXPECT_EQ(pointer.release(Button::right, 20, -3), "query.why") << "nothing is erased on an empty place";
    EXPECT_EQ(workbench.view().manual_edits.hovered, -1);
    pointer.press(Button::left, 20, -3);
    pointer.release(Button::left, 20, -3);
    EXPECT_EQ(workbench.session().edits.added.size(), 1u) << "a click beside points adds one";
    ASSERT_TRUE(window.shown());
    workbench.point_at(2, {});
    pointer.press(Button::right, 80, -3);
    workbench.point_at(2, {});  // a frame in between, again outdated
    EXPECT_EQ(pointer.release(Button::right, 80, -3), "points.erase");
    EXPECT_EQ(workbench.view().manual_edits.hovered, 1) << "the one that was pressed on";
}

}  // namespace
}  // namespace neighborscope
