// Tests panels of data whose rows are pictures.
#include "app/data/points/data_set.hpp"
#include "tests/app/panels/described.hpp"

namespace neighborscope::panels {
namespace {

/// Two rows of 2 x 2 pixels, rows 10 and 12 of the file.
std::shared_ptr<const DataSet> two_pictures() {
    auto data = std::make_shared<DataSet>();
    data->dimension = 4;
    data->coordinates = {0, 1, 2, 3, 3, 2, 1, 0};
    data->origin.assign(4, 0);
    data->file_rows = {10, 12};
    data->picture = PictureShape{2, 2, 0, 3};
    return data;
}

TEST_F(Described, APictureIsAskedForByItsRow) {
    view.data.loaded = true;
    view.data.dimension = 4;
    view.pictures = two_pictures();
    view.query = {3, 2, 1, 0};
    view.query_row = 12;
    const Panel query = panel("query");
    EXPECT_FALSE(row<Number>(query, "query.coordinate.0")) << "a pixel says nothing";
    const Picture* shown = row<Picture>(query, "query.picture");
    ASSERT_TRUE(shown && shown->picture);
    EXPECT_EQ(shown->picture->grey, (std::vector<std::uint8_t>{255, 170, 85, 0}));
    EXPECT_EQ(shown->text, "row 12");
    const Number* number = row<Number>(query, "query.row");
    ASSERT_TRUE(number);
    EXPECT_EQ(number->value, "12");
    EXPECT_EQ(number->change("13", false), "rows are numbered 0 to 12");
    EXPECT_EQ(number->change("-1", false), "rows are numbered 0 to 12");
    EXPECT_EQ(number->change("11", false), "row 11 was left out when the file was read");
    EXPECT_EQ(number->change("1.5", false), "a row must be a whole number");
    EXPECT_EQ(number->change("10", false), "");
    const Buttons* steps = row<Buttons>(query, "query.rows");
    ASSERT_TRUE(steps);
    EXPECT_EQ(steps->buttons.size(), 3u);
}

TEST_F(Described, NeighboursThatArePicturesHaveAColumnOfThem) {
    view.neighbours = rows_of({{0, 1.0}, {1, 2.0}});
    EXPECT_EQ(only<Table>("neighbours", "neighbours.table").picture_height, 0);
    view.pictures = two_pictures();
    const Table table = only<Table>("neighbours", "neighbours.table");
    EXPECT_GT(table.picture_height, 20);
    ASSERT_EQ(table.columns.size(), 4u);
    const Table::Cell cell = table.cell(1, 1);
    ASSERT_TRUE(cell.picture);
    EXPECT_EQ(cell.picture->grey, (std::vector<std::uint8_t>{255, 170, 85, 0}));
    EXPECT_FALSE(cell.text.empty()) << "what a screen reader says";
    EXPECT_FALSE(table.cell(1, 2).picture);
}

}  // namespace
}  // namespace neighborscope::panels
