// Vectors of another program, with a list of their pictures.
#include "app/data/faces/evaluate.hpp"
#include "app/data/faces/gallery.hpp"
#include "tests/app/data/faces/pictures.hpp"

namespace neighborscope::faces {
namespace {

using test::expect_error;
using testing::ElementsAre;
using testing::HasSubstr;

class ListedPictures : public testing::Test {
protected:
    ListedPictures() {
        write("vectors.csv", "a,b,c,d\n0,0,0,0\n0,0,0,1\nnan,0,0,1\n9,9,9,9\n9,9,9,8\n");
        for (int i = 0; i < 5; ++i) write("p" + std::to_string(i) + ".pgm", pgm_of(2, 3, std::vector<unsigned char>(6, grey_of(i))));
        write("list.csv", "file,person\np0.pgm,Ann\r\np1.pgm,Ann\np2.pgm,Ann\np3.pgm,Bob\np4.pgm,Bob\n");
    }
    static unsigned char grey_of(int i) { return static_cast<unsigned char>(40 * i + 10); }
    void write(const std::string& name, const std::string& content) const { std::ofstream(folder_ / name, std::ios::binary) << content; }
    DataSet load(const std::string& list = "list.csv") const { return load_data(folder_ / "vectors.csv", {.pictures = folder_ / list}); }

    test::TemporaryFolder folder_;
};

TEST_F(ListedPictures, BelongToTheRowsOfTheFileThroughRowsThatAreLeftOut) {
    const DataSet data = load();
    ASSERT_EQ(data.count(), 4);
    EXPECT_EQ(data.label()->text(1), "Ann");
    EXPECT_EQ(data.label()->text(2), "Bob");
    EXPECT_EQ(picture_of(data, 2)->grey, std::vector<std::uint8_t>(6, grey_of(3)));
    EXPECT_EQ(picture_of(data, 2)->height, 3);
    EXPECT_EQ(picture_of(data, std::vector<double>{1, 2, 3, 4}), nullptr) << "nothing can be rebuilt from such a vector";
    EXPECT_FALSE(data.gallery->projects());
}

TEST_F(ListedPictures, MayHaveNoPeople) {
    write("files.txt", "p4.pgm\np3.pgm\np2.pgm\np1.pgm\np0.pgm\n");
    const DataSet data = load("files.txt");
    EXPECT_EQ(data.label(), nullptr);
    EXPECT_EQ(data.title()->text(3), "p0.pgm");
}

TEST_F(ListedPictures, OnesThatCannotBeReadAreBlackAndSaidSo) {
    write("p1.pgm", "P5 2 3 255\n..");
    const DataSet data = load();
    ASSERT_EQ(data.gallery->left_out.size(), 1u);
    EXPECT_EQ(data.gallery->left_out.front().file, "p1.pgm");
    EXPECT_EQ(picture_of(data, 1)->grey, std::vector<std::uint8_t>(6, 0));
    EXPECT_EQ(picture_of(data, 0)->grey, std::vector<std::uint8_t>(6, grey_of(0)));
}

TEST_F(ListedPictures, AreRefusedWhereTheyDoNotFit) {
    write("short.csv", "p0.pgm,Ann\np1.pgm,Ann\n");
    expect_error(Failure::input, {"short.csv lists 2 pictures", "vectors.csv has 5 rows", "order of the rows"}, [&] { load("short.csv"); });
    write("wrong.csv", "1.png\n2.png\n3.png\n4.png\n5.png\n");
    expect_error(Failure::input, {"wrong.csv: none of its pictures can be read", "1.png"}, [&] { load("wrong.csv"); });
    expect_error(Failure::input, {"none.csv"}, [&] { load("none.csv"); });
    expect_error(
        Failure::input, {"none.csv"}, [&] { load_data(folder_ / "vectors.csv", {.quantities = false, .pictures = folder_ / "none.csv"}); });
    expect_error(Failure::usage, {"--pictures is for files"}, [&] { load_data("uniform:n=5", {.pictures = folder_ / "list.csv"}); });
    expect_error(Failure::usage, {"--pictures needs vectors without pictures"},
        [&] { load_data(folder_.path.string(), {.pictures = folder_ / "list.csv"}); });
    expect_error(Failure::usage, {"no components to whiten"},
        [&] { load_data(folder_ / "vectors.csv", {.pictures = folder_ / "list.csv", .whiten = true}); });
}

TEST_F(ListedPictures, AreEvaluatedByTheirWholeVectors) {
    const DataSet data = load();
    Gallery gallery = *data.gallery;
    gallery.vectors = data.coordinates;
    const Evaluation found = evaluate(gallery, {.components = {}, .k = {1}});
    ASSERT_EQ(found.accuracy.size(), 1u);
    EXPECT_EQ(found.accuracy.front().components, 4);
    EXPECT_EQ(found.accuracy.front().right, 4);
}

}  // namespace
}  // namespace neighborscope::faces
