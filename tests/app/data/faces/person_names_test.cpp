// People from file names, as data sets of faces, cameras and people name them.
#include "app/data/faces/person_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::faces {
namespace {

using testing::Each;
using testing::ElementsAre;
using Words = std::vector<std::string>;

Words people(const Words& files) { return people_of_names(files).person; }
std::string rule(const Words& files) { return people_of_names(files).rule; }

TEST(PersonNames, OfLfwAreAllBeforeTheNumber) {
    const Words files{"Colin_Firth_0001.jpg", "Colin_Powell_0001.jpg", "Colin_Powell_0002.jpg", "George_HW_Bush_0001.jpg",
        "George_W_Bush_0001.jpg", "Jean-Pierre_Raffarin_0001.jpg", "Laura_Bush_0001.jpg"};
    EXPECT_THAT(people(files), ElementsAre("Colin_Firth", "Colin_Powell", "Colin_Powell", "George_HW_Bush", "George_W_Bush",
                                   "Jean-Pierre_Raffarin", "Laura_Bush"));
    EXPECT_EQ(rule(files), "the file names up to the last '_'");
    EXPECT_THAT(people({"george_w_bush_1.png", "laura_bush_1.png", "colin_powell_1.png"}),
        ElementsAre("george_w_bush", "laura_bush", "colin_powell"));
    EXPECT_THAT(people({"John_Doe_1.png", "Jane_Doe_1.png", "John_Roe_1.png", "Jane_Roe_1.png"}),
        ElementsAre("John_Doe", "Jane_Doe", "John_Roe", "Jane_Roe"));
    EXPECT_THAT(people({"Osama_bin_Laden_0001.jpg", "Khalid_bin_Mahfouz_0001.jpg", "Kim_Dae-jung_0001.jpg", "Lee_Min-jung_0001.jpg",
                    "Colin_Powell_0001.jpg", "Ann_Lee_0001.jpg"}),
        ElementsAre("Osama_bin_Laden", "Khalid_bin_Mahfouz", "Kim_Dae-jung", "Lee_Min-jung", "Colin_Powell", "Ann_Lee"));
    EXPECT_THAT(people({"Aaron Eckhart_12.jpg", "Aaron Peirsol_3.jpg"}), ElementsAre("Aaron Eckhart", "Aaron Peirsol"));
}

TEST(PersonNames, OfYaleKeepTheirNumber) {
    EXPECT_THAT(people({"subject01.happy.png", "subject01.sad.png", "subject02.happy.png", "subject03.wink.png"}),
        ElementsAre("subject01", "subject01", "subject02", "subject03"));
    EXPECT_EQ(rule({"subject01.happy.png", "subject02.sad.png"}), "the file names up to the first '.'");
    EXPECT_THAT(people({"yaleB01_P00A+000E+00.pgm", "yaleB01_P00A+005E-10.pgm", "yaleB02_P00_Ambient.pgm"}),
        ElementsAre("yaleB01", "yaleB01", "yaleB02"));
    EXPECT_THAT(people({"subject01.png", "subject01.happy.png", "subject02.sad.png"}), ElementsAre("subject01", "subject01", "subject02"));
}

TEST(PersonNames, OfCmuEndBeforeWordsThatMostPeopleHave) {
    const Words files{"an2i_left_angry_open_2.pgm", "boland_up_happy_open_2.pgm", "boland_up_sad_sunglasses_2.pgm",
        "cheyer_up_sad_open_2.pgm", "night_straight_neutral_open_2.pgm"};
    EXPECT_THAT(people(files), ElementsAre("an2i", "boland", "boland", "cheyer", "night"));
    EXPECT_EQ(rule(files), "the file names up to the first '_'");
}

TEST(PersonNames, OfOtherDataSets) {
    EXPECT_THAT(people({"00001_930831_fa_a.ppm", "00001_930831_fb_a.ppm", "00002_931230_fa.ppm"}), ElementsAre("00001", "00001", "00002"));
    EXPECT_THAT(people({"ID01_001.bmp", "ID01_002.bmp", "ID02_001.bmp"}), ElementsAre("ID01", "ID01", "ID02"));
    EXPECT_THAT(people({"KA.AN1.39.tiff", "KA.HA2.30.tiff", "KL.AN1.167.tiff"}), ElementsAre("KA", "KA", "KL"));
    EXPECT_THAT(people({"S005_001_00000011.png", "S010_001_00000014.png", "S010_002_00000014.png"}), ElementsAre("S005", "S010", "S010"));
    EXPECT_THAT(people({"001_01_01_051_00.png", "001_01_01_051_01.png", "002_01_01_051_00.png"}), ElementsAre("001", "001", "002"));
    EXPECT_THAT(people({"1-01.jpg", "1-02.jpg", "2-01.jpg"}), ElementsAre("1", "1", "2"));
}

TEST(PersonNames, HaveANumberWhereThereAreAsManyAsNames) {
    const Words of_ar{"m-001-01.bmp", "m-001-02.bmp", "m-002-01.bmp", "m-002-02.bmp", "w-001-01.bmp", "w-001-02.bmp"};
    EXPECT_THAT(people(of_ar), ElementsAre("m-001", "m-001", "m-002", "m-002", "w-001", "w-001"));
    EXPECT_EQ(rule(of_ar), "the file names up to the last '-'");
    EXPECT_THAT(people({"subject_01_happy.png", "subject_01_sad.png", "subject_02_happy.png", "subject_02_sad.png"}),
        ElementsAre("subject_01", "subject_01", "subject_02", "subject_02"));
    EXPECT_THAT(people({"face_01_a.png", "face_01_b.png", "face_02_a.png"}), ElementsAre("face_01", "face_01", "face_02"));
    EXPECT_THAT(people({"ann_1_left.png", "ann_2_left.png", "bob_1_left.png", "bob_2_left.png"}), ElementsAre("ann", "ann", "bob", "bob"))
        << "nobody has several pictures of a number";
    EXPECT_THAT(people({"ann_1_a.png", "ann_1_b.png", "bob_1_a.png", "bob_1_b.png"}), ElementsAre("ann", "ann", "bob", "bob"));
}

TEST(PersonNames, EndBehindTheirFirstNumberWhereThatGivesEachSeveralPictures) {
    EXPECT_THAT(people({"i000qa-fn.jpg", "i000qb-fn.jpg", "i000rc-fn.jpg", "i001qa-mn.jpg", "i001qb-mn.jpg", "i001rc-mn.jpg"}),
        ElementsAre("i000", "i000", "i000", "i001", "i001", "i001"));
    EXPECT_THAT(people({"AF01ANS.JPG", "AF01HAS.JPG", "AM10ANS.JPG", "AM10HAS.JPG"}), ElementsAre("AF01", "AF01", "AM10", "AM10"));
    EXPECT_THAT(people({"1a.jpg", "1b.jpg", "20a.jpg", "20b.jpg"}), ElementsAre("1", "1", "20", "20"));
    EXPECT_THAT(people({"a8Kx.jpg", "a8Qz.jpg", "b7Lm.jpg"}), ElementsAre("a8Kx", "a8Qz", "b7Lm")) << "what follows is nowhere the same";
}

TEST(PersonNames, AreWhatStandsBeforeANumber) {
    const Words by_hand{"alice 1.jpg", "alice (2).jpg", "alice-3.png", "anna.jpg", "eve07.pgm", "carl_smiles.pgm", "17.pgm"};
    EXPECT_THAT(people(by_hand), ElementsAre("alice", "alice", "alice", "anna", "eve", "carl", ""));
    EXPECT_EQ(rule(by_hand), "the beginnings of the file names");
    EXPECT_EQ(rule({"eve07.pgm", "eve08.pgm", "bob.pgm"}), "the file names without the number at their end");
    EXPECT_EQ(rule({"alice 1.jpg", "alice (2).jpg"}), "the file names up to the last blank");
    EXPECT_EQ(rule({"Anna_Lee.jpg", "Bob.Ray.jpg"}), "whole file names");
    EXPECT_THAT(people({"Anna_Lee.jpg", "Anna_Ray.jpg"}), ElementsAre("Anna_Lee", "Anna_Ray"));
    EXPECT_THAT(people({"张伟_1.png", "张伟_2.png", "Zoë 3.png", "Éva-4.png"}), ElementsAre("张伟", "张伟", "Zoë", "Éva"));
    EXPECT_THAT(people({"Ann - Copy (2).jpg", "Ann.jpg"}), Each("Ann"));
}

TEST(PersonNames, AreNotThoseOfCamerasAndCounters) {
    const Words nobodys{"IMG_0001.jpg", "DSC01234.JPG", "_DSC0001.jpg", "IMG_20200131_123456.jpg", "IMG_20200131_123459.jpg",
        "20200131_123456.jpg", "2020-01-31 12.34.56.jpg", "PXL_20210101_000000001.jpg", "WhatsApp Image 2020-01-31 at 12.00.00.jpeg",
        "Screenshot 2021-01-01.png", "image (3).png", "3f2504e0-4f89-11d3-9a0c-0305e82c3301.png", "d41d8cd98f00b204e9800998ecf8427e.jpg",
        "000001.jpg", "1700000000000.jpg", "---.png", ".png"};
    EXPECT_THAT(people(nobodys), Each(""));
    EXPECT_EQ(rule(nobodys), "");
    EXPECT_THAT(people({}), ElementsAre());
}

}  // namespace
}  // namespace neighborscope::faces
