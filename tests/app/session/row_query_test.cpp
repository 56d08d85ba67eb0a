// Tests rows as queries: by number, the next, a random one; rows that are pictures, and the mouse.
#include "app/data/points/row_picture.hpp"
#include "app/session/workbench/pointer.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

/// Twelve pictures of 3 x 2 pixels without equal distances.
class Pictures : public ::testing::Test {
protected:
    Pictures() {
        std::string bytes{0, 0, 8, 3, 0, 0, 0, 12, 0, 0, 0, 2, 0, 0, 0, 3};
        for (int row = 0; row < 12; ++row)
            for (int pixel = 0; pixel < 6; ++pixel) bytes += char(row * row + pixel * (row % 3));
        std::ofstream(file_, std::ios::binary) << bytes;
    }
    SessionState session(int k = 3) const { return host_session(file_, "heap", k); }
    test::TemporaryFolder folder_;
    std::string file_ = folder_ / "t-images-idx3-ubyte";
};

TEST_F(Pictures, ARowIsTheQueryWithItselfOrWithoutIt) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.pictures);
    EXPECT_GE(view.query_row, 0) << "without a question it is one of the pictures";
    for (const std::int64_t row : {0, 5, 11})
        for (const bool exclude : {false, true}) {
            window.set([&](SessionState& state) { state.exclude_self = exclude; });
            window.workbench.query().pin_at_row(row);
            ASSERT_TRUE(window.settled());
            EXPECT_EQ(view.query_row, row);
            EXPECT_EQ(window.rows(), window.truth(exclude ? row : -1));
            EXPECT_EQ(window.rows().front() == row, !exclude);
        }
}

TEST(RowQuery, OfPointsAtOnePlaceTheFirstIsLeftOutHoweverOftenTheMouseMoves) {
    const test::TemporaryFolder folder;
    std::string text = "x,y\n";
    for (int row = 0; row < 300; ++row)
        text += (row % 2 ? "-" : "") + std::to_string(row % 7 * (row % 2 ? 0 : 1)) + "," + std::to_string(row % 5) + "\n";
    SessionState session = host_session(folder.write("places.csv", text), "heap", 4);
    session.exclude_self = true;
    session.query_mode = QueryMode::follow;
    Window window(session);
    ASSERT_TRUE(window.settled());
    const DataSet data = *window.workbench.drawable().data;
    for (int move = 0; move < 60; ++move) {
        const std::vector<double> place{double(move % 8), move % 3 == 2 ? 0.5 : double(move % 6)};
        window.workbench.query().move_to(place);
        ASSERT_TRUE(window.until([&] { return window.workbench.view().query == place; }));
        std::int64_t first = -1;
        for (std::int64_t row = data.count() - 1; row >= 0; --row)
            if (data.coordinate(row, 0) == place[0] && data.coordinate(row, 1) == place[1]) first = row;
        EXPECT_EQ(window.rows(), window.truth(first)) << move;
    }
}

TEST_F(Pictures, TheNextRowComesAfterTheLastAndBackIsOneStep) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    window.workbench.query().pin_at_row(10);
    window.workbench.end_drag();
    for (const int row : {11, 0, 1}) {
        window.workbench.query().move_by_rows(1);
        EXPECT_EQ(window.workbench.session().query_row, row);
    }
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.view().query_row, 1);
    window.workbench.undo();
    EXPECT_EQ(window.workbench.session().query_row, 10) << "rows that were gone through are one step";
    window.workbench.query().move_by_rows(-1);
    EXPECT_EQ(window.workbench.session().query_row, 9);
    for (int i = 0; i < 20; ++i) {
        const auto before = window.workbench.session().query_row;
        window.workbench.query().pin_at_random_row();
        EXPECT_NE(window.workbench.session().query_row, before);
    }
}

TEST_F(Pictures, TheDocumentKeepsTheRow) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    window.workbench.query().pin_at_row(7);
    const SessionState kept = session_from_json(to_json(window.workbench.session()));
    EXPECT_EQ(kept.query_row, 7);
    EXPECT_THAT(command_line(kept), HasSubstr("--query-index 7"));
    Window again(kept);
    ASSERT_TRUE(again.settled());
    EXPECT_EQ(again.workbench.view().query_row, 7);
    EXPECT_EQ(again.rows(), again.truth());
}

TEST_F(Pictures, ARowThatIsNotThereIsSaidToBeSo) {
    SessionState state = session();
    state.query_row = 12;
    Window window(state);
    ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("no point in row 12"));
    for (const std::int64_t row : {-1, 12}) {
        window.workbench.query().pin_at_row(row);
        EXPECT_EQ(window.workbench.session().query_row, 12) << "nothing happens";
    }
}

/// A picture with that row under the mouse.
class OneRow : public PointedPicture {
public:
    bool in_space() const override { return false; }
    double magnification() const override { return 1; }
    std::int64_t hovered() const override { return row; }
    std::int64_t row_at(double, double) override { return row; }
    Place place_at(double x, double y) const override { return {x, y, 0}; }
    Place surface_at(double x, double y) const override { return {x, y, 0}; }
    Place place_beside(double x, double y, const Place&) const override { return {x, y, 0}; }
    std::pair<double, double> pixel_of(const Place& place) const override { return {place[0], place[1]}; }
    bool covered(double, double) const override { return false; }
    void pan(double, double) override {}
    void orbit(double, double) override {}
    void zoom(double, double, double) override {}
    std::int64_t row = -1;
};

TEST_F(Pictures, TheMouseAsksForPicturesAndForNothingBetweenThem) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    OneRow picture;
    Pointer pointer(window.workbench);
    pointer.set_picture(&picture);
    const auto click = [&] {
        pointer.press(Pointer::Button::left, 50, 50);
        pointer.release(Pointer::Button::left, 50, 50);
    };
    pointer.move(50, 50);
    click();
    EXPECT_FALSE(window.workbench.session().query) << "there is no picture";
    picture.row = 4;
    pointer.move(50, 50);
    EXPECT_EQ(window.workbench.session().query_row, 4);
    EXPECT_FALSE(window.workbench.can_undo()) << "the mouse leaves no steps";
    EXPECT_EQ(window.workbench.session().query_mode, QueryMode::follow);
    picture.row = 6;
    click();
    EXPECT_EQ(window.workbench.session().query_row, 6);
    EXPECT_EQ(window.workbench.session().query_mode, QueryMode::pinned);
    pointer.nudge(8, 0);
    EXPECT_EQ(window.workbench.session().query_row, 7);
    pointer.nudge(-8, 0);
    EXPECT_EQ(window.workbench.session().query_row, 6);
}

}  // namespace
}  // namespace neighborscope
