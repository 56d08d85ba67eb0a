#include "app/data/faces/gallery.hpp"

#include "app/data/save/npz_writer.hpp"
#include "tests/app/data/faces/pictures.hpp"

#include <numeric>

namespace neighborscope::faces {
namespace {

using test::expect_error;
using testing::ElementsAre;

std::string flat(int width, int height, unsigned char grey) {
    std::vector<unsigned char> pixels(std::size_t(width * height), grey);
    pixels[0] = static_cast<unsigned char>(255 - grey);
    return pgm_of(width, height, pixels);
}

class GalleryFolder : public testing::Test {
protected:
    void picture(const std::string& name, int width = 4, int height = 3, unsigned char grey = 100) {
        file(name, flat(width, height, grey));
    }
    void file(const std::string& name, const std::string& content) {
        std::filesystem::create_directories(std::filesystem::path(path() + "/" + name).parent_path());
        std::ofstream(path() + "/" + name, std::ios::binary) << content;
    }
    std::string path() const { return folder_ / "gallery"; }
    Gallery read(const GalleryOptions& options = {}) const { return read_gallery_folder(path(), options); }

private:
    test::TemporaryFolder folder_;
};

TEST_F(GalleryFolder, PeopleAreSubfoldersElseTheBeginningOfTheName) {
    picture("ann/1.pgm");
    picture("bob/deep/2.pgm");
    picture("carl_smiles.pgm");
    picture("dora-2.pgm");
    picture("eve07.pgm");
    picture("17.pgm");
    file("notes.md", "not a picture");
    const Gallery gallery = read();
    EXPECT_THAT(gallery.files, ElementsAre("17.pgm", "ann/1.pgm", "bob/deep/2.pgm", "carl_smiles.pgm", "dora-2.pgm", "eve07.pgm"));
    EXPECT_THAT(gallery.people, ElementsAre("ann", "bob", "carl", "dora", "eve"));
    EXPECT_THAT(gallery.person, ElementsAre(-1, 0, 1, 2, 3, 4));
    EXPECT_TRUE(gallery.left_out.empty());
}

TEST_F(GalleryFolder, ATableOfLabelsSaysWhoIsWho) {
    picture("a_1.pgm");
    picture("b_1.pgm");
    picture("c_1.pgm");
    file("labels.csv", "file,person\na_1.pgm,Ann\r\nc_1.pgm,Ann\n");
    const Gallery gallery = read();
    EXPECT_THAT(gallery.people, ElementsAre("Ann"));
    EXPECT_THAT(gallery.person, ElementsAre(0, -1, 0));
    file("other.csv", "x.pgm,Ann\n");
    expect_error(Failure::input, {"other.csv names none of the pictures"}, [&] { read({.labels = path() + "/other.csv"}); });
    file("broken.csv", "a_1.pgm,Ann\nb_1.pgm Bob\n");
    expect_error(Failure::input, {"broken.csv:2", "no comma"}, [&] { read({.labels = path() + "/broken.csv"}); });
}

TEST_F(GalleryFolder, TheSizeIsThatOfAllPicturesOr64) {
    picture("a1.pgm", 6, 5);
    picture("a2.pgm", 6, 5, 30);
    EXPECT_EQ(read().size, (PictureSize{6, 5}));
    EXPECT_EQ(read({.size = PictureSize{3, 2}}).size, (PictureSize{3, 2}));
    picture("a3.pgm", 7, 5);
    EXPECT_EQ(read().size, (PictureSize{64, 64}));
    EXPECT_EQ(read().pictures.size(), 3u * 64 * 64);
}

TEST_F(GalleryFolder, WhatCannotBeReadIsListedAndLeftOut) {
    picture("a1.pgm");
    file("a2.png", "just text\n");
    picture("a3.pgm", 4, 3, 30);
    file("b1.jpg", "");
    const Gallery gallery = read();
    EXPECT_THAT(gallery.files, ElementsAre("a1.pgm", "a3.pgm"));
    EXPECT_NEAR(gallery.pictures[13], 30.0 / 255, 1e-6);
    ASSERT_EQ(gallery.left_out.size(), 2u);
    EXPECT_EQ(gallery.left_out[0].file, "a2.png");
    EXPECT_THAT(gallery.left_out[0].why, testing::HasSubstr("is text, not a picture"));
    EXPECT_THAT(gallery.left_out[1].why, testing::HasSubstr("empty"));
}

TEST_F(GalleryFolder, WithoutOnePictureThatCanBeReadItIsRefused) {
    std::filesystem::create_directories(path());
    expect_error(Failure::input, {path(), "a folder without pictures"}, [&] { load_data(path()); });
    file("a.png", "text");
    expect_error(Failure::input, {"none of 1 pictures can be read", "a.png is text"}, [&] { load_data(path()); });
    file("b.pgm", flat(2, 2, 7));
    expect_error(Failure::input, {"need two pictures at least"}, [&] { load_data(path()); });
}

TEST_F(GalleryFolder, AFileOfItIsReadBackAndOpensAsData) {
    for (int i = 0; i < 6; ++i) {
        std::vector<unsigned char> pixels(20);
        std::iota(pixels.begin(), pixels.end(), static_cast<unsigned char>(i * i * 5));
        pixels[std::size_t(i)] = 250;
        file((i < 3 ? "zo\xc3\xab_" : "bob_") + std::to_string(i) + ".pgm", pgm_of(5, 4, pixels));
    }
    Gallery gallery = read({.equalise = true});
    fit(gallery, 3);
    const std::string out = path() + "/gallery.npz";
    {
        OutputFile written(out);
        write_gallery(written, gallery);
        written.commit();
    }
    const Gallery back = read_gallery_file(out);
    EXPECT_EQ(back.size, (PictureSize{5, 4}));
    EXPECT_TRUE(back.equalised);
    EXPECT_EQ(back.files, gallery.files);
    EXPECT_EQ(back.people, gallery.people);
    EXPECT_EQ(back.person, gallery.person);
    EXPECT_EQ(back.vectors, gallery.vectors);
    EXPECT_EQ(back.face_space, gallery.face_space);
    EXPECT_EQ(back.basis.mean, gallery.basis.mean);
    EXPECT_EQ(back.basis.components, gallery.basis.components);
    EXPECT_EQ(back.basis.variance, gallery.basis.variance);
    EXPECT_EQ(back.basis.total_variance, gallery.basis.total_variance);

    const DataSet data = load_data(out);
    EXPECT_EQ(data.dimension, 3);
    EXPECT_EQ(data.coordinates, gallery.vectors);
    ASSERT_TRUE(data.label() && !data.title()) << "a person's name says more than that of a file";
    EXPECT_EQ(data.label()->name, "person");
    EXPECT_EQ(data.label()->text(0), "bob");
    EXPECT_EQ(data.label()->text(5), "zo\xc3\xab");
    EXPECT_EQ(data.quantities.front().text(5), "zo\xc3\xab_2.pgm");
    ASSERT_TRUE(data.gallery);
    EXPECT_EQ(picture_of(data, 5)->grey, as_bytes({gallery.pictures.end() - 20, gallery.pictures.end()}));
    const DataSet two = load_data(out, {.columns = "1-2"});
    ASSERT_TRUE(two.gallery);
    EXPECT_EQ(two.gallery->basis.count(), 2);
    EXPECT_FALSE(load_data(out, {.columns = "2-3"}).gallery) << "these are not its first components";
    expect_error(Failure::input, {"points.npz is not a gallery", "height_width"}, [&] {
        OutputFile other(path() + "/points.npz");
        NpzWriter npz(other);
        const float one[] = {1, 2};
        npz.add("vectors", "<f4", {1, 2}, one);
        npz.finish();
        other.commit();
        read_gallery_file(path() + "/points.npz");
    });
}

TEST_F(GalleryFolder, OfNobodyKnownHasNoLabel) {
    for (int i = 0; i < 3; ++i) picture(std::to_string(i) + ".pgm", 4, 3, static_cast<unsigned char>(20 + 60 * i));
    Gallery gallery = read();
    fit(gallery, 1);
    EXPECT_TRUE(gallery.people.empty());
    const std::string out = path() + "/gallery.npz";
    OutputFile written(out);
    write_gallery(written, gallery);
    written.commit();
    EXPECT_THAT(read_gallery_file(out).person, ElementsAre(-1, -1, -1));
    for (const std::string& source : {out, path()}) {
        const DataSet data = load_data(source);
        EXPECT_EQ(data.label(), nullptr);
        ASSERT_NE(data.title(), nullptr);
        EXPECT_EQ(data.title()->text(2), "2.pgm");
    }
}

TEST_F(GalleryFolder, OpensAsDataOfItsVectors) {
    for (int i = 0; i < 4; ++i)
        picture((i < 2 ? "ann/" : "bob/") + std::to_string(i) + ".pgm", 4, 3, static_cast<unsigned char>(20 + 50 * i * i / 3));
    const DataSet data = load_data(path());
    EXPECT_EQ(data.count(), 4);
    EXPECT_EQ(data.name, "gallery");
    EXPECT_EQ(data.format, "pictures");
    EXPECT_EQ(data.label()->text(3), "bob");
    EXPECT_EQ(data.quantities.front().text(3), "bob/3.pgm");
    EXPECT_EQ(data.axes.front(), "component 1");
    expect_error(Failure::usage, {"--columns", "first components"}, [&] { load_data(path(), {.columns = "2,3"}); });
    expect_error(Failure::usage, {"has 3 columns"}, [&] { load_data(path(), {.columns = "1-9"}); });
    expect_error(Failure::usage, {"not queries"}, [&] { load_queries(path(), data); });
}

}  // namespace
}  // namespace neighborscope::faces
