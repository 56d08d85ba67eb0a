// Classes of training and test sets, and the test set's features.
#include "app/data/classify/classes.hpp"
#include "app/data/classify/test_set.hpp"
#include "tests/refused.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope {
namespace {

using test::refused;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Files of training and test sets.
class Sets : public testing::Test {
protected:
    DataSet training(const std::string& name, const std::string& text) { return load_data(folder.write(name, text), strict()); }
    DataSet asked(const std::string& name, const std::string& text, const DataSet& training, LoadOptions options = strict()) {
        return load_test_set(folder.write(name, text), training, options);
    }
    static LoadOptions strict() {
        LoadOptions options;
        options.strict = true;
        return options;
    }
    test::TemporaryFolder folder;
};

TEST_F(Sets, ClassesAreNumbersThenWords) {
    const DataSet data = training("a.csv", "x,class\n1,word\n2,10\n3,9\n4,word\n5,-1\n");
    const Classes classes = classes_of(data, nullptr);
    EXPECT_THAT(classes.names, ElementsAre("-1", "9", "10", "word"));
    EXPECT_THAT(classes.of_training, ElementsAre(3, 2, 1, 3, 0));
    EXPECT_THAT(classes.in_training, ElementsAre(1, 1, 1, 2));
    EXPECT_EQ(classes.of_test, classes.of_training);
}

TEST_F(Sets, OneNumberIsOneClassHoweverItIsWritten) {
    const DataSet data = training("a.csv", "x,class\n1,1\n2,a\n");
    const DataSet test = asked("b.csv", "x,class\n1,+1\n2,1.0\n3,01\n", data);
    const Classes classes = classes_of(data, &test);
    EXPECT_EQ(classes.of_test[0], classes.of_training[0]);
    EXPECT_EQ(classes.of_test[1], classes.of_training[0]);
    EXPECT_THAT(classes.in_training, testing::Contains(0)) << "01 may be a code";
}

TEST_F(Sets, ClassesThatTheTrainingSetHasNotAreCounted) {
    const DataSet data = training("a.svm", "1 1:1\n-1 1:2\n");
    const DataSet test = asked("b.svm", "+1 1:1\n3 1:2\n3 1:2\n", data);
    const Classes classes = classes_of(data, &test);
    EXPECT_THAT(classes.names, ElementsAre("-1", "1", "3"));
    EXPECT_THAT(classes.in_training, ElementsAre(1, 1, 0));
    EXPECT_THAT(classes.in_test, ElementsAre(0, 1, 2));
}

TEST_F(Sets, RowsWithoutALabelAreRefusedAndSetsWithoutAreNone) {
    const DataSet data = training("a.csv", "x,y,class\n1,1,a\n2,2,b\n");
    const DataSet some = asked("b.csv", "x,y,class\n1,2,a\n2,3,\n3,4,\n", data);
    EXPECT_THAT(
        refused(Failure::input, [&] { classes_of(data, &some); }), HasSubstr("b.csv: 2 of 3 rows have no label, the first is row 1"));
    EXPECT_THAT(refused(Failure::input, [&] { classes_of(some, nullptr); }), HasSubstr("have no label"));
    const DataSet bare = asked("c.csv", "x,y\n1,2\n2,3\n", data), empty = asked("d.csv", "x,y,class\n1,2,\n2,3,\n", data);
    EXPECT_TRUE(classes_of(data, &bare).of_test.empty());
    EXPECT_TRUE(classes_of(data, &empty).of_test.empty());
    EXPECT_THAT(refused(Failure::input, [&] { classes_of(bare, nullptr); }), HasSubstr("has no labels"));
}

TEST_F(Sets, AnotherColumnOfWordsIsNotTakenForTheLabel) {
    const std::string rows = "1,2,north\n2,3,south\n3,3,north\n4,3,south\n";
    const DataSet data = training("a.csv", "x,y,class,site\n1,1,a,north\n2,2,b,south\n");
    const DataSet test = asked("b.csv", "x,y,site\n" + rows, data);
    EXPECT_TRUE(classes_of(data, &test).of_test.empty());
}

TEST_F(Sets, WithoutAHeaderTheLabelHasItsNumber) {
    const DataSet data = training("a.csv", "1,1,a\n2,2,b\n3,3,a\n4,4,b\n");
    ASSERT_TRUE(data.label());
    const DataSet labelled = asked("b.csv", "1,2,b\n", data), bare = asked("c.csv", "1,2\n", data);
    EXPECT_THAT(classes_of(data, &labelled).of_test, ElementsAre(1));
    EXPECT_TRUE(classes_of(data, &bare).of_test.empty());
}

TEST_F(Sets, ATargetThatIsNoClassIsNamed) {
    const DataSet data = training("a.svm", "0.5 1:1\n1.5 1:2\n");
    EXPECT_THAT(refused(Failure::input, [&] { classes_of(data, nullptr); }), HasSubstr("a.svm has no labels"));
    EXPECT_THAT(refused(Failure::input, [&] { classes_of(data, nullptr); }), HasSubstr("--label 'target'"));
}

TEST_F(Sets, FeaturesThatSparseRowsLackAreZero) {
    const DataSet data = training("a.svm", "1 1:1 3:2\n-1 1:4\n");
    const DataSet test = asked("b.svm", "1 2:5\n", data);
    EXPECT_THAT(test.coordinates, ElementsAre(0, 5, 0));
}

TEST_F(Sets, OtherFeaturesAreRefused) {
    const DataSet data = training("a.svm", "1 1:1 3:2\n-1 1:4\n"), table = training("a.csv", "p,q,class\n1,1,a\n2,2,b\n");
    EXPECT_THAT(refused(Failure::input, [&] { asked("b.svm", "1 2:5\n1 1:3 5:1\n", data); }),
        HasSubstr("b.svm: row 1, counted from 0, has feature 5, the training set a.svm none beyond 3"));
    EXPECT_THAT(refused(Failure::input, [&] { asked("b.csv", "p,q,r,class\n1,2,3,a\n", table); }),
        HasSubstr("b.csv has 3 features, the training set a.csv 2"));
    EXPECT_THAT(refused(Failure::input, [&] { asked("b.csv", "p,class\n1,a\n", table); }), HasSubstr("has 1 feature, the training set"));
    EXPECT_THAT(
        refused(Failure::input, [&] { asked("b.csv", "q,p,class\n1,2,a\n", table); }), HasSubstr("in another order: feature 1 is 'q'"));
    EXPECT_THAT(refused(Failure::input, [&] { asked("b.csv", "p,q,class\n1,2,a\n1,nan,a\n", table); }), HasSubstr("b.csv:3"));
    LoadOptions first_three = strict();
    first_three.columns = "1-3";
    EXPECT_EQ(asked("b.svm", "1 2:5\n1 1:3 5:1\n", data, first_three).dimension, 3);
}

TEST_F(Sets, CoordinatesFarFromZeroAreComparedWhereTheyAre) {
    const DataSet data = training("a.csv", "p,q,class\n500000000.25,1,a\n500000001.25,2,b\n");
    ASSERT_NE(data.origin[0], 0);
    const DataSet test = asked("b.csv", "p,q,class\n500000001.25,1,a\n500000003.75,1,a\n", data);
    EXPECT_EQ(test.origin, data.origin);
    EXPECT_EQ(test.coordinate(0, 0), 500000001.25);
    EXPECT_EQ(test.coordinate(1, 0), 500000003.75);
    EXPECT_EQ(test.coordinates[0], data.coordinates[2]);
}

/// Files with distant first rows, which alone would have different origins.
TEST_F(Sets, ARowThatIsInBothSetsHasTheSameCoordinatesInBoth) {
    const DataSet data = training("a.csv", "p,q,class\n500000000.1,1,a\n500000000.3,2,b\n");
    const DataSet test = asked("b.csv", "p,q,class\n500000777.7,9,a\n500000000.1,1,a\n500000777.9,8,b\n", data);
    EXPECT_EQ(test.origin, data.origin);
    EXPECT_EQ(test.coordinates[2], data.coordinates[0]) << "an exact match decides a vote by distance";
    const DataSet alone = load_data(test.source, strict());
    ASSERT_NE(alone.origin, data.origin) << "else this test shows nothing";
    const DataSet made = load_test_set("uniform:n=3,d=2", data, strict());
    EXPECT_EQ(made.origin, data.origin);
}

TEST_F(Sets, StandardisedFeaturesHaveTheTrainingSetsMeanAndDeviation) {
    DataSet data = training("a.csv", "p,q,r,class\n1,7,100,a\n3,7,300,b\n5,7,500,b\n");
    DataSet test = asked("b.csv", "p,q,r,class\n3,9,700,a\n", data);
    const std::uint64_t before = data.hash;
    EXPECT_EQ(standardise(data, &test), 1);
    const float unit = float(2 / std::sqrt(8.0 / 3));
    EXPECT_THAT(data.coordinates, ElementsAre(-unit, 0, -unit, 0, 0, 0, unit, 0, unit));
    EXPECT_THAT(test.coordinates, ElementsAre(0, 0, 2 * unit));
    EXPECT_NE(data.hash, before);
    EXPECT_THAT(data.origin, ElementsAre(0, 0, 0));
}

}  // namespace
}  // namespace neighborscope
