#include "app/data/faces/query_picture.hpp"

#include "tests/app/data/faces/pictures.hpp"

#include <cmath>

namespace neighborscope::faces {
namespace {

using test::expect_error;

/// Grey increases from left to right and from top to bottom.
GreyPicture slope(int width, int height) {
    GreyPicture picture{{width, height}, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.grey.push_back((float(x) + 0.5f) / float(width) * 0.5f + (float(y) + 0.5f) / float(height) * 0.5f);
    return picture;
}

TEST(Crop, OfTheWholePictureIsThePicture) {
    const GreyPicture picture = slope(12, 8);
    const Crop whole = largest_crop(picture.size, {6, 4});
    EXPECT_EQ(whole, (Crop{6, 4, 12, 0}));
    const GreyPicture small = cropped(picture, whole, {6, 4}), expected = scaled(picture, {6, 4});
    for (std::size_t i = 0; i < small.grey.size(); ++i) EXPECT_NEAR(small.grey[i], expected.grey[i], 0.02) << i;
    EXPECT_EQ(largest_crop({12, 8}, {4, 4}).width, 8);
}

TEST(Crop, ReachesOverTheEdge) {
    const GreyPicture cut = cropped(slope(10, 10), {0, 0, 10, 0}, {5, 5});
    EXPECT_FLOAT_EQ(cut.grey[0], slope(10, 10).grey[0]) << "the edge goes on";
}

TEST(Crop, EyesComeToTheirPlaces) {
    for (const double angle : {0.0, 30.0, -75.0}) {
        const EyePlaces places = angle > 0 ? EyePlaces{0.2, 0.6, 0.45} : EyePlaces{};
        const double turn = angle * 3.14159265358979 / 180;
        const std::array<double, 2> left{40, 50}, right{40 + 20 * std::cos(turn), 50 + 20 * std::sin(turn)};
        const PictureSize gallery{64, 60};
        const Crop crop = crop_of_eyes(right, left, gallery, places);
        EXPECT_NEAR(crop.angle, angle, 1e-9);
        EXPECT_NEAR(crop.width, 50, 1e-9);
        // From the picture back into the crop.
        const auto place = [&](std::array<double, 2> eye) {
            const double dx = eye[0] - crop.x, dy = eye[1] - crop.y;
            return std::array{0.5 + (dx * std::cos(turn) + dy * std::sin(turn)) / crop.width,
                0.5 + (-dx * std::sin(turn) + dy * std::cos(turn)) / crop.height(gallery)};
        };
        EXPECT_NEAR(place(left)[0], places.left, 1e-9);
        EXPECT_NEAR(place(right)[0], places.right, 1e-9);
        EXPECT_NEAR(place(left)[1], places.height, 1e-9);
        EXPECT_NEAR(place(right)[1], places.height, 1e-9);
    }
    expect_error(Failure::input, {"same place"}, [] { crop_of_eyes({4, 4}, {4.5, 4}, {64, 60}); });
}

TEST(Crop, AFaceThatFillsThePictureAsInTheGalleryIsLeftWhole) {
    const EyePlaces places{0.4, 0.55, 0.42};
    const Face face{{0.4 * 128, 50}, {0.55 * 128, 50}};
    EXPECT_FALSE(crop_of_face(face, {128, 120}, {64, 60}, places)) << "the same look, twice as large";
    EXPECT_TRUE(crop_of_face(face, {128, 300}, {64, 60}, places)) << "another shape";
    const auto crop = crop_of_face(face, {1280, 1200}, {64, 60}, places);
    ASSERT_TRUE(crop);
    EXPECT_NEAR(crop->width, 128, 1e-9);
}

class AskedPicture : public testing::Test {
protected:
    AskedPicture() {
        for (int i = 0; i < 6; ++i) {
            std::vector<unsigned char> pixels;
            for (int p = 0; p < 48; ++p) pixels.push_back(static_cast<unsigned char>(p * (i + 3) * 7 % 251));
            std::ofstream(folder_ / (std::string(1, char('a' + i)) + "_1.pgm"), std::ios::binary) << pgm_of(8, 6, pixels);
        }
        data_ = load_data(folder_ / "");
    }
    test::TemporaryFolder folder_;
    DataSet data_;
};

TEST_F(AskedPicture, OfTheGalleryIsItsOwnVector) {
    const QueryPicture asked = make_query_picture(*data_.gallery, folder_ / "c_1.pgm", {});
    ASSERT_EQ(asked.vector.size(), std::size_t(data_.dimension));
    for (int axis = 0; axis < data_.dimension; ++axis) EXPECT_NEAR(asked.vector[std::size_t(axis)], data_.coordinate(2, axis), 1e-5);
    EXPECT_NEAR(asked.face_space, double(data_.gallery->face_space[2]), 1e-5);
    EXPECT_EQ(asked.picture->grey, picture_of(data_, 2)->grey);
    EXPECT_EQ(asked.size, (PictureSize{8, 6}));
    const auto back = picture_of(data_, asked.vector);
    for (std::size_t i = 0; i < 48; ++i) EXPECT_NEAR(back->grey[i], asked.picture->grey[i], 2) << "five components say all of six pictures";
}

TEST_F(AskedPicture, EyesAreWhereMostOfTheGalleryHasThem) {
    int asked = 0;
    const auto find = [&](const GreyPicture& picture) -> std::vector<Face> {
        EXPECT_EQ(picture.size, (PictureSize{8, 6}));
        if (++asked == 3) return {};
        const double moved = asked == 1 ? 1 : 0;  // a different query is not counted
        return {{{2 + moved, 3}, {4 + moved, 3}}};
    };
    const EyePlaces places = eye_places(*data_.gallery, find);
    EXPECT_EQ(asked, 6);
    EXPECT_DOUBLE_EQ(places.left, 0.25);
    EXPECT_DOUBLE_EQ(places.right, 0.5);
    EXPECT_DOUBLE_EQ(places.height, 0.5);
    const auto blind = [](const GreyPicture&) { return std::vector<Face>(); };
    EXPECT_EQ(eye_places(*data_.gallery, blind).left, EyePlaces().left);
    EXPECT_EQ(eye_places(*data_.gallery, {}).left, EyePlaces().left);
}

TEST_F(AskedPicture, IsCutOutFirst) {
    const QueryPicture whole = make_query_picture(*data_.gallery, folder_ / "c_1.pgm", {});
    const QueryPicture part = make_query_picture(*data_.gallery, folder_ / "c_1.pgm", Crop{2, 2, 3, 0});
    EXPECT_NE(part.vector, whole.vector);
    EXPECT_EQ(part.whole->grey, whole.whole->grey);
    expect_error(Failure::input, {"gone.pgm"}, [&] { make_query_picture(*data_.gallery, folder_ / "gone.pgm", {}); });
}

TEST_F(AskedPicture, FewerComponentsAreFartherFromFaceSpace) {
    const DataSet two = load_data(folder_ / "", {.columns = "1-2"});
    ASSERT_EQ(two.dimension, 2);
    for (int row = 0; row < 6; ++row) {
        EXPECT_EQ(two.coordinate(row, 1), data_.coordinate(row, 1));
        EXPECT_GE(two.gallery->face_space[std::size_t(row)], data_.gallery->face_space[std::size_t(row)]);
        const auto asked = make_query_picture(*two.gallery, folder_ / (std::string(1, char('a' + row)) + "_1.pgm"), {});
        EXPECT_NEAR(asked.face_space, double(two.gallery->face_space[std::size_t(row)]), 1e-4);
    }
}

TEST_F(AskedPicture, WhitenedVectorsHaveDeviationOne) {
    const DataSet whitened = load_data(folder_ / "", {.whiten = true});
    ASSERT_EQ(whitened.dimension, data_.dimension);
    ASSERT_EQ(whitened.count(), 6);
    for (int axis = 0; axis < whitened.dimension; ++axis) {
        double squares = 0;
        for (std::int64_t row = 0; row < 6; ++row) squares += std::pow(whitened.coordinate(row, axis), 2);
        EXPECT_NEAR(squares / 5, 1, 1e-4) << axis;
    }
    const QueryPicture asked = make_query_picture(*whitened.gallery, folder_ / "c_1.pgm", {}, true);
    for (int axis = 0; axis < whitened.dimension; ++axis) EXPECT_NEAR(asked.vector[std::size_t(axis)], whitened.coordinate(2, axis), 1e-4);
    EXPECT_EQ(picture_of(whitened, 2)->grey, picture_of(data_, 2)->grey);
    EXPECT_NE(whitened.hash, data_.hash);
    expect_error(Failure::usage, {"not a gallery", "whiten"}, [] { load_data("uniform:n=20", {.whiten = true}); });
}

TEST_F(AskedPicture, AComponentWithoutVarianceDoesNotCount) {
    Basis basis;
    basis.variance = {4, 1e-20};
    EXPECT_EQ(whitened(basis, {6, 1, -2, 5}), (std::vector<float>{3, 0, -1, 0}));
    EXPECT_EQ(unwhitened(basis, {3, 0}), (std::vector<double>{6, 0}));
}

}  // namespace
}  // namespace neighborscope::faces
