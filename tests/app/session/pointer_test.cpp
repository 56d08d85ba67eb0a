// Tests the pointer over a made-up picture: ten units per pixel, y down, the first two axes shown.
#include "app/session/workbench/pointer.hpp"
#include "app/session/workbench/query_controls.hpp"

#include "tests/patience.hpp"

#include <gtest/gtest.h>

namespace neighborscope {
namespace {

class MadeUpPicture : public PointedPicture {
public:
    bool in_space() const override { return false; }
    double magnification() const override { return 2; }
    std::int64_t hovered() const override { return row; }
    std::int64_t row_at(double, double) override { return row; }
    Place place_at(double x, double y) const override { return {10 * (x - shift), -10 * y, 0}; }
    Place surface_at(double x, double y) const override { return {10 * (x - shift) + surface, -10 * y + surface, surface}; }
    Place place_beside(double x, double y, const Place& deep) const override { return {10 * (x - shift), -10 * y, deep[2]}; }
    std::pair<double, double> pixel_of(const Place& place) const override { return {place[0] / 10 + shift, -place[1] / 10}; }
    bool covered(double x, double) const override { return x < covered_below; }
    void pan(double dx, double) override { shift += dx; }
    void orbit(double, double) override {}
    void zoom(double factor, double, double) override { zoomed *= factor; }

    std::int64_t row = -1;
    double covered_below = -1e9, shift = 0, zoomed = 1, surface = 0;
};

struct Pointing : ::testing::Test {
    static SessionState five_dimensions() {
        SessionState state;
        state.data = "uniform:n=200,d=5";
        state.device = "host";
        state.projection = "axes";
        state.query = std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5};
        return state;
    }
    Pointing() : workbench(five_dimensions(), [] {}), pointer(workbench) { pointer.set_picture(&picture); }
    void SetUp() override { settle(); }
    void settle() {
        ASSERT_TRUE(until(workbench, [&] { return !workbench.busy() && !workbench.view().query.empty(); }));
    }
    const std::vector<double>& asked() const { return *workbench.session().query; }
    int axis(int place) const { return workbench.view().projection.axes[std::size_t(place)]; }

    Workbench workbench;
    MadeUpPicture picture;
    Pointer pointer;
};

TEST_F(Pointing, TheQueryFollowsTheSurfaceOfPointsAndNudgesDoNot) {
    workbench.change([](SessionState& state) { state.query_mode = QueryMode::follow; });
    settle();
    picture.surface = 7;
    const std::vector<double> there = pointer.position_at(100, 60);
    picture.surface = 0;
    const std::vector<double> plane = pointer.position_at(100, 60);
    ASSERT_EQ(there.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(there[i] - plane[i], 7, 1e-9);
    picture.surface = 7;
    const std::vector<double> before = workbench.view().query;
    pointer.nudge(8, 0);
    EXPECT_NEAR(asked()[std::size_t(axis(0))] - before[std::size_t(axis(0))], 80, 1e-6) << "ten units to a pixel, whatever the surface";
}

TEST_F(Pointing, NudgesGoOnFromWhatWasAskedAndKeepAllOtherCoordinates) {
    const std::vector<double> before = workbench.view().query;
    ASSERT_EQ(before.size(), 5u);
    pointer.nudge(8, 0);
    pointer.nudge(8, 0);  // before the first is answered
    std::vector<double> after = before;
    after[std::size_t(axis(0))] += 160;
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(asked()[i], after[i], 1e-9) << i;
    EXPECT_EQ(workbench.session().query_mode, QueryMode::pinned);
    EXPECT_EQ(workbench.undo_kind(), "move query");
    workbench.undo();
    EXPECT_EQ(workbench.session().query_mode, QueryMode::follow) << "both nudges are one step";
}

TEST_F(Pointing, NudgesGoOnFromARowThatIsNotAnsweredYet) {
    workbench.query().pin_at_row(7);
    pointer.nudge(8, 0);  // before the answer is there
    const DataSet& set = *workbench.drawable().data;
    for (int i = 0; i < 5; ++i) EXPECT_NEAR(asked()[std::size_t(i)], set.coordinate(7, i) + (i == axis(0) ? 80 : 0), 1e-6) << i;
}

TEST_F(Pointing, TheQueryFollowsUntilAClickPinsIt) {
    const auto [x, y] = pointer.pixels_of(workbench.view().query);
    pointer.move(x + 20, y);  // the view is enlarged twice
    EXPECT_NEAR(asked()[std::size_t(axis(0))], workbench.view().query[std::size_t(axis(0))] + 100, 1e-6);
    EXPECT_FALSE(workbench.can_undo());
    const double there = asked()[std::size_t(axis(0))];
    pointer.press(Pointer::Button::left, x + 20, y);
    pointer.move(x + 21, y);  // small movement during a click
    EXPECT_EQ(pointer.release(Pointer::Button::left, x + 21, y), "");
    EXPECT_EQ(workbench.session().query_mode, QueryMode::pinned);
    EXPECT_NEAR(asked()[std::size_t(axis(0))], there + 5, 1e-6);
    picture.row = 7;
    pointer.press(Pointer::Button::left, x, y);
    pointer.release(Pointer::Button::left, x, y);
    EXPECT_EQ(workbench.session().query_row, 7) << "on a point it is that point";
    pointer.press(Pointer::Button::right, x, y);
    EXPECT_EQ(pointer.release(Pointer::Button::right, x, y), "query.why");
}

TEST_F(Pointing, ADragPansAndIsNoClick) {
    const SessionState before = workbench.session();
    pointer.press(Pointer::Button::left, 100, 100);
    pointer.move(140, 100);
    EXPECT_TRUE(pointer.held());
    EXPECT_EQ(pointer.release(Pointer::Button::left, 140, 100), "");
    EXPECT_EQ(picture.shift, 20);
    EXPECT_EQ(workbench.session(), before);
    pointer.wheel(2, 100, 100);
    EXPECT_NEAR(picture.zoomed, 1.44, 1e-12);
}

TEST_F(Pointing, ANoteIsOnThePointUnderTheMouseElseOnThePlace) {
    const std::vector<double> place = pointer.position_at(100, 60);
    ASSERT_TRUE(pointer.add_note({{100, 60}}));
    picture.row = 5;
    ASSERT_TRUE(pointer.add_note({{100, 60}}));
    const std::vector<Note>& notes = workbench.session().notes;
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_FALSE(notes[0].row);
    EXPECT_EQ(notes[0].at, (std::array<double, 3>{place[0], place[1], 0}));
    EXPECT_EQ(notes[1].row, 5);
    EXPECT_EQ(notes[1].text, "row 5");
    workbench.undo();
    EXPECT_EQ(workbench.session().notes.size(), 1u);
    pointer.set_picture(nullptr);
    EXPECT_FALSE(pointer.add_note({{100, 60}}));
}

TEST_F(Pointing, ANoteIsBesideTheCardUnderTheMouse) {
    picture.row = 5;
    picture.covered_below = 80;
    ASSERT_TRUE(pointer.add_note({{100, 60}}));  // x = 50 of the camera
    const Note& note = workbench.session().notes.back();
    EXPECT_FALSE(note.row) << "the card hides it";
    EXPECT_GE(note.at[0], pointer.position_at(160, 60)[0]);
    EXPECT_GT(note.offset[0], 0);
    ASSERT_TRUE(pointer.add_note({{210, 60}}));
    EXPECT_EQ(workbench.session().notes.back().row, 5);
    picture.covered_below = -1e9;
    ASSERT_TRUE(pointer.add_note(std::nullopt));
    const std::vector<double>& query = workbench.view().query;
    EXPECT_NEAR(workbench.session().notes.back().at[0], query[std::size_t(axis(0))], 1e-6) << "the mouse is elsewhere";
}

TEST_F(Pointing, KeysPanAndZoomAtTheMiddle) {
    const SessionState before = workbench.session();
    pointer.move_view(64, 0, 0, 800, 600);
    EXPECT_EQ(picture.shift, -32) << "in pixels of the camera: the picture goes the other way";
    EXPECT_EQ(picture.zoomed, 1);
    pointer.move_view(0, 0, 2, 800, 600);
    EXPECT_NEAR(picture.zoomed, 1.44, 1e-12);
    EXPECT_EQ(workbench.session(), before);
}

TEST_F(Pointing, WithoutAPictureNothingHappens) {
    const SessionState before = workbench.session();
    pointer.set_picture(nullptr);
    pointer.move(10, 10);
    pointer.press(Pointer::Button::left, 10, 10);
    pointer.release(Pointer::Button::left, 10, 10);
    pointer.nudge(8, 0);
    pointer.wheel(1, 10, 10);
    pointer.move_view(64, 0, 1, 800, 600);
    EXPECT_TRUE(pointer.position_at(10, 10).empty());
    EXPECT_EQ(workbench.session(), before);
}

}  // namespace
}  // namespace neighborscope
