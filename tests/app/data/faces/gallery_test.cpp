#include "app/data/faces/folder_files.hpp"
#include "app/data/faces/gallery.hpp"

#include "app/data/save/npz_writer.hpp"
#include "tests/app/data/faces/pictures.hpp"

#include <numeric>
#include <unistd.h>

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

TEST_F(GalleryFolder, MoreFilesThanAnybodyMeansToOpenAreRefused) {
    for (int i = 0; i < 200; ++i) file("a/" + std::to_string(i) + ".txt", "");
    EXPECT_NO_THROW(files_below(path(), {}, 201));
    expect_error(Failure::input, {"gallery: it contains more than 200 files and folders", "open the folder of the pictures themselves"},
        [&] { files_below(path(), {}, 200); });
    int steps = 0;
    std::atomic<bool> stop{false};
    const Progress progress{[&](double, double) { ++steps, stop = true; }, &stop};
    EXPECT_THROW(files_below(path(), progress), Cancelled);
    EXPECT_EQ(steps, 1);
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
    expect_error(Failure::input, {"other.csv does not name any of the pictures"}, [&] { read({.labels = path() + "/other.csv"}); });
    file("broken.csv", "a_1.pgm,Ann\nb_1.pgm Bob\n");
    expect_error(Failure::input, {"broken.csv:2", "no comma"}, [&] { read({.labels = path() + "/broken.csv"}); });
    file("open.csv", "a_1.pgm,Ann\n\"b_1.pgm,Bob\n");
    expect_error(Failure::input, {"open.csv:2", "this quote is not closed"}, [&] { read({.labels = path() + "/open.csv"}); });
    file("open.csv", "a_1.pgm,Ann\nb_1.pgm,\"Bob\n");
    expect_error(Failure::input, {"open.csv:2", "this quote is not closed"}, [&] { read({.labels = path() + "/open.csv"}); });
    file("two.csv", "a_1.pgm,Ann\nb_1.pgm,Bob\na_1.pgm,Bob\n");
    expect_error(Failure::input, {"two.csv:3: a_1.pgm is Bob, and further up Ann"}, [&] { read({.labels = path() + "/two.csv"}); });
}

TEST_F(GalleryFolder, ATableOfLabelsMayHaveQuotes) {
    picture("a, b_1.pgm");
    picture("c_1.pgm");
    file("labels.csv", "\"a, b_1.pgm\",\"Ann \"\"the\"\" Lee\"\nc_1.pgm;\"Bob; Lee\"\n");
    EXPECT_THAT(read().people, ElementsAre("Ann \"the\" Lee", "Bob; Lee"));
}

TEST_F(GalleryFolder, SaysWhatATableOfLabelsNamesAndIsNotThere) {
    picture("a_1.pgm");
    picture("c_1.pgm", 4, 3, 30);
    file("b_1.pgm", "");
    file("labels.csv", "file,person\na_1.pgm,Ann\nb_1.pgm,Bob\nnope.png,Eve\n");
    EXPECT_EQ(read().notes.missing_pictures, "1 picture that labels.csv names is not there: nope.png")
        << "b_1.pgm is left out, and said so";
    file("labels.csv", "a_1.pgm,Ann\n4.pgm,D\n1.pgm,A\n2.pgm,B\n3.pgm,C\n");
    const std::string all = "4 pictures that labels.csv names are not there: 1.pgm, 2.pgm, 3.pgm, ...";
    EXPECT_EQ(read().notes.missing_pictures, all);
    EXPECT_THAT(losses(load_data(path())), ElementsAre(all));
}

TEST_F(GalleryFolder, SaysHowPeopleAreNamed) {
    picture("George_W_Bush_0001.pgm");
    picture("George_W_Bush_0002.pgm");
    picture("Laura_Bush_0001.pgm");
    EXPECT_EQ(read().notes.people,
        "named by the file names up to the last '_': George_W_Bush_0001.pgm is George_W_Bush, Laura_Bush_0001.pgm is Laura_Bush");
    picture("ann/1.pgm");
    picture("IMG_0001.pgm");
    EXPECT_EQ(read().notes.people,
        "named by the folders of the pictures: ann/1.pgm is ann; and by the file names up to the last '_': George_W_Bush_0001.pgm is "
        "George_W_Bush, Laura_Bush_0001.pgm is Laura_Bush; names such as IMG_0001.pgm tell nobody");
    EXPECT_EQ(read().notes.doubt, "");
    file("labels.csv", "ann/1.pgm,Ann\n");
    EXPECT_EQ(read().notes.people, "named by the table labels.csv");
}

TEST_F(GalleryFolder, OfACameraNamesNobodyAndSaysSo) {
    picture("IMG_0001.pgm");
    picture("IMG_0002.pgm");
    const Gallery gallery = read();
    EXPECT_TRUE(gallery.people.empty());
    EXPECT_THAT(gallery.person, ElementsAre(-1, -1));
    EXPECT_EQ(gallery.notes.people,
        "nobody is named: names such as IMG_0001.pgm are only numbers or dates; put each person's pictures into a folder, or write "
        "labels.csv (file,person)");
    EXPECT_EQ(gallery.notes.doubt, "");
}

TEST_F(GalleryFolder, WhereFewNamesCoverNearlyAllPicturesItIsDoubtful) {
    for (int i = 0; i < 18; ++i) picture("BioID_" + std::to_string(i) + ".pgm");
    picture("ann.pgm");
    picture("bob.pgm");
    EXPECT_EQ(read().notes.doubt,
        "1 name covers 18 of 20 pictures (BioID): if that is not one person, put each person's pictures into a folder, "
        "or write labels.csv (file,person)");
    picture("eve.pgm");
    EXPECT_EQ(read().notes.doubt, "") << "18 of 21 are not nearly all";
    file("labels.csv", "BioID_1.pgm,Ann\nBioID_2.pgm,Ann\n");
    EXPECT_EQ(read().notes.doubt, "") << "a table says so";
}

TEST_F(GalleryFolder, OfAFolderForTrainingAndOneForTestsIsDoubtful) {
    for (int i = 0; i < 20; ++i)
        for (const std::string part : {"train/", "test/"})
            picture(part + "ann/" + std::to_string(i) + ".pgm", 4, 3, static_cast<unsigned char>(i));
    const std::string doubt =
        "2 names cover all 40 pictures (test, train): if these are not people, open the folder that has a folder for each "
        "person, or write labels.csv (file,person)";
    EXPECT_EQ(read().notes.doubt, doubt);
    EXPECT_THAT(losses(load_data(path())), ElementsAre(doubt)) << "the window and other commands say it too";
    std::filesystem::remove(path() + "/train/ann/0.pgm");
    EXPECT_EQ(read().notes.doubt, "") << "two people of whom there are not many pictures";
}

TEST_F(GalleryFolder, HiddenAndSystemFoldersAndFilesAreNotLookedAt) {
    picture("ann/1.pgm");
    picture("bob/2.pgm");
    for (const char* folder : {".Trashes", ".Trash-1000/files", "__MACOSX", "$RECYCLE.BIN", "$Recycle.Bin", "ann/@eaDir/1.pgm",
             ".thumbnails", ".git", "System Volume Information", "lost+found", ".AppleDouble", "#recycle", "@Recycle"})
        picture(std::string(folder) + "/hidden.pgm");
    for (const char* name : {".DS_Store", "ann/._1.pgm", "ann/Thumbs.db", "desktop.ini"}) file(name, "x");
    file("README", "no picture, and nothing hidden");
    const Gallery gallery = read();
    EXPECT_THAT(gallery.people, ElementsAre("ann", "bob"));
    EXPECT_THAT(gallery.files, ElementsAre("ann/1.pgm", "bob/2.pgm"));
    EXPECT_TRUE(gallery.left_out.empty());
    EXPECT_EQ(gallery.notes.skipped_files,
        "13 hidden or system folders (#recycle, $RECYCLE.BIN, $Recycle.Bin and 10 more), 4 hidden or system files (.DS_Store, ann/._1.pgm, "
        "ann/Thumbs.db and 1 more)");
    std::filesystem::remove_all(path() + "/ann");
    std::filesystem::remove_all(path() + "/bob");
    expect_error(Failure::input, {"a folder without pictures; not looked at: 12 hidden"}, [&] { read(); });
}

TEST_F(GalleryFolder, AHiddenFolderThatIsOpenedItselfIsRead) {
    picture(".private/ann/1.pgm");
    EXPECT_THAT(read_gallery_folder(path() + "/.private").people, ElementsAre("ann"));
}

TEST_F(GalleryFolder, AFolderThatMayNotBeReadIsNamedAndTheRestIsRead) {
    namespace fs = std::filesystem;
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    picture("ann/1.pgm");
    picture("secret/2.pgm");
    fs::permissions(path() + "/secret", fs::perms::none);
    const Gallery gallery = read();
    fs::permissions(path() + "/secret", fs::perms::owner_all);
    EXPECT_THAT(gallery.files, ElementsAre("ann/1.pgm"));
    EXPECT_EQ(gallery.notes.skipped_files, "1 folder that may not be read (secret)");
}

TEST_F(GalleryFolder, LinksToFoldersAreNotFollowedAndLinksToNowhereAreLeftOut) {
    namespace fs = std::filesystem;
    picture("ann/1.pgm");
    fs::create_directory_symlink(".", path() + "/ann/loop");
    fs::create_directory_symlink("..", path() + "/up");
    fs::create_symlink("self.png", path() + "/ann/self.png");
    fs::create_symlink("nowhere.png", path() + "/ann/dangling.png");
    fs::create_symlink("ann/1.pgm", path() + "/bob.pgm");
    const Gallery gallery = read();
    EXPECT_THAT(gallery.files, ElementsAre("ann/1.pgm", "bob.pgm"));
    EXPECT_EQ(gallery.notes.skipped_files, "2 links to folders (ann/loop, up)");
    ASSERT_EQ(gallery.left_out.size(), 2u);
    EXPECT_EQ(gallery.left_out[0].file, "ann/dangling.png");
    EXPECT_EQ(gallery.left_out[0].why, "No such file or directory");
    EXPECT_EQ(gallery.left_out[1].file, "ann/self.png");
}

TEST_F(GalleryFolder, PicturesOfKindsThatAreNotReadAreLeftOutAndListed) {
    picture("subject01.normal.pgm");
    file("subject01.happy.gif", "GIF89a\1\0\1\0");
    file("subject02.happy.tiff", std::string("II*\0", 4));
    const Gallery gallery = read();
    EXPECT_EQ(gallery.count(), 1);
    ASSERT_EQ(gallery.left_out.size(), 2u);
    EXPECT_THAT(gallery.left_out[0].why, testing::HasSubstr("is a GIF picture"));
    EXPECT_THAT(gallery.left_out[1].why, testing::HasSubstr("is a TIFF picture"));
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
    expect_error(Failure::input, {"need at least two pictures"}, [&] { load_data(path()); });
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
    gallery.basis.variance.back() = -1;
    expect_error(Failure::input, {"is not a gallery: a variance is negative"}, [&] {
        OutputFile damaged(path() + "/damaged.npz");
        write_gallery(damaged, gallery);
        damaged.commit();
        read_gallery_file(path() + "/damaged.npz");
    });
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
