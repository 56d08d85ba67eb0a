// Rows as pictures: from the bytes of a file to grey values.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

const std::string two_pictures{0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3, 10, 20, 30, 40, 50, 60, 61, 51, 41, 31, 21, 11};

TEST(RowPictures, HaveTheShapeOfTheFileAndTheRangeOfTheData) {
    const DataSet data = load_text(two_pictures, "", "t-images-idx3-ubyte");
    ASSERT_TRUE(data.picture);
    EXPECT_EQ(*data.picture, (PictureShape{2, 3, 10, 61}));
    const auto first = picture_of(data, 0);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->height, 2);
    EXPECT_EQ(first->width, 3);
    EXPECT_THAT(first->grey, ElementsAre(0, 50, 100, 150, 200, 250));  // 5 per 51
    EXPECT_EQ(picture_of(data, 1)->grey.front(), 255);
    EXPECT_EQ(*picture_of(data, std::vector<double>{10, 20, 30, 40, 50, 60}), *first);
    EXPECT_EQ(picture_of(data, std::vector<double>{0, 99, 30, 40, 50, 60})->grey[1], 255) << "beyond the range";
}

TEST(RowPictures, ThereIsNoneOfNoRow) {
    const DataSet data = load_text(two_pictures, "", "t-images-idx3-ubyte");
    for (const std::int64_t row : {-1, 2}) EXPECT_FALSE(picture_of(data, row));
    EXPECT_FALSE(picture_of(data, std::vector<double>{1, 2}));
    const DataSet some = load_text(two_pictures, "1-5", "t-images-idx3-ubyte");
    EXPECT_FALSE(some.picture) << "some of the pixels are no picture";
    EXPECT_FALSE(picture_of(some, 0));
    EXPECT_FALSE(load_text("x,y\n1,2\n", "", "a.csv").picture);
}

TEST(RowPictures, ColumnsCalledPixelsMakeASquare) {
    std::string header, row;
    for (int i = 0; i < 16; ++i) header += (i ? ",pixel" : "pixel") + std::to_string(i), row += (i ? "," : "") + std::to_string(i * 17);
    const DataSet data = load_text(header + "\n" + row + "\n", "", "a.csv");
    ASSERT_TRUE(data.picture);
    EXPECT_EQ(*data.picture, (PictureShape{4, 4, 0, 255}));
    EXPECT_EQ(picture_of(data, 0)->grey[3], 51);
}

TEST(RowPictures, OneGreyIsBlack) {
    const std::string even = two_pictures.substr(0, 16) + std::string(12, '\x07');
    EXPECT_THAT(picture_of(load_text(even, "", "t-images-idx3-ubyte"), 0)->grey, testing::Each(0));
}

}  // namespace
}  // namespace neighborscope::test
