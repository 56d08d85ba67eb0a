// neighborscope classify: counts compared with another program's, curves, predictions, errors.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace neighborscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* adult_training = NEIGHBORSCOPE_TEST_DATA "/adult/train.gz";
constexpr const char* adult_test = NEIGHBORSCOPE_TEST_DATA "/adult/test.gz";

/// Adds the usual method, device and format, for tests of other options.
ProgramOutput classified(std::vector<std::string> words, bool as_json = false) {
    words.insert(words.begin(), "classify");
    words.insert(words.end(), {"--method", "serial", "--device", "host"});
    if (as_json) words.emplace_back("--json");
    return program(words);
}
json counted(const std::vector<std::string>& words) {
    const ProgramOutput said = classified(words, true);
    EXPECT_EQ(said.status, 0) << said.err;
    return said.status == 0 ? json::parse(said.out) : json();
}
std::map<int, int> curve_of(const json& found) {
    std::map<int, int> curve;
    for (const json& each : found["curve"]) curve[each["k"]] = each["correct"];
    return curve;
}
void classify_refuses(const std::vector<std::string>& words, const std::string& why) {
    const ProgramOutput said = classified(words);
    EXPECT_EQ(said.status, 2) << said.out;
    EXPECT_THAT(said.err, HasSubstr(why));
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
}

/// Two classes of flowers: a table and rows to classify.
class Classify : public testing::Test {
protected:
    Folder folder;
    std::string flowers = folder.write("flowers.csv", "x,y,species\n0,0,rose\n0,1,rose\n5,5,iris\n5,6,iris\n6,5,iris\n");
    std::string asked = folder.write("asked.csv", "x,y,species\n0,0.5,rose\n5,5.5,rose\n9,9,lily\n");
    std::string bare = folder.write("bare.csv", "x,y\n0,0.5\n5,5.5\n");
};

// The counts are from a search in Python with integers and fractions: squared distances, ties to the smaller index.
TEST_F(Classify, CountsAreThoseOfAnExhaustiveSearchElsewhere) {
    const std::map<std::string, std::map<int, int>> expected{{"majority", {{1, 146}, {3, 157}, {5, 161}, {15, 168}, {31, 165}}},
        {"rank", {{1, 146}, {3, 146}, {5, 152}, {15, 158}, {31, 162}}}, {"distance", {{1, 146}, {3, 157}, {5, 161}, {15, 167}, {31, 166}}}};
    for (const auto& [vote, curve] : expected) {
        const json found = counted({adult_training, "--test", adult_test, "-k", "1,3,5,15,31", "--vote", vote});
        EXPECT_EQ(curve_of(found), curve) << vote;
        EXPECT_EQ(found["vote"], vote);
    }
    EXPECT_EQ(counted({adult_training, "--test", adult_test, "--k", "15", "--vote", "weighted"})["correct"], 167);
}

TEST_F(Classify, OnlyAllowedRowsVote) {
    const auto predicted = [&](const std::vector<std::string>& filter) {
        std::vector<std::string> words{
            "classify", flowers, "--test", asked, "--method", "heap", "--device", "host", "-k", "1", "--out", "-"};
        words.insert(words.end(), filter.begin(), filter.end());
        return program(words);
    };
    EXPECT_THAT(predicted({}).out, HasSubstr("0,rose"));
    const ProgramOutput irises = predicted({"--where", "species=iris"});
    EXPECT_EQ(irises.status, 0) << irises.err;
    EXPECT_THAT(irises.out, HasSubstr("0,iris")) << "its nearest rose has no vote";
    EXPECT_THAT(irises.out, Not(HasSubstr("rose,1"))) << "no rose was found";
    const ProgramOutput none = predicted({"--where", "x>99"});
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("no row of flowers.csv may vote"));
    EXPECT_THAT(program({"classify", flowers, "--method", "heap", "--device", "host", "-k", "1", "--where", "species=iris"}).out,
        HasSubstr("3 of 5 rows are allowed"));
}

TEST_F(Classify, ForProgramsSaysWhatWasCounted) {
    const json found = counted({adult_training, "--test", adult_test, "-k", "15"});
    EXPECT_EQ(found["correct"], 168);
    EXPECT_EQ(found["total"], 200);
    EXPECT_DOUBLE_EQ(found["accuracy"], 0.84);
    EXPECT_EQ(found["k"], 15);
    EXPECT_EQ(found["features"], "plain");
    EXPECT_EQ(found["train"]["count"], 600);
    EXPECT_EQ(found["train"]["dimension"], 122);
    EXPECT_EQ(found["test"]["dimension"], 122) << "features that the test set's rows lack are 0";
    EXPECT_EQ(found["classes"], json::parse(R"([{"class": "-1", "training": 454, "test": 146, "correct": 137, "recall": 0.9383561643835616},
        {"class": "1", "training": 146, "test": 54, "correct": 31, "recall": 0.5740740740740741}])"));
    EXPECT_EQ(found["confusion"], json::parse(R"([{"class": "-1", "predicted": "-1", "count": 137},
        {"class": "-1", "predicted": "1", "count": 9}, {"class": "1", "predicted": "-1", "count": 23},
        {"class": "1", "predicted": "1", "count": 31}])"));
    EXPECT_EQ(found["phases"].front()["name"], "T1 distances");
    EXPECT_EQ(found["phases"].back()["name"], "T3 labels");
    for (const json& phase : found["phases"]) EXPECT_GE(phase["milliseconds"], 0);
}

TEST_F(Classify, EveryMethodCountsTheSame) {
    for (const char* method : {"tiled-radix", "heap", "leaf-warp"}) {
        const ProgramOutput said =
            program({"classify", flowers, "--test", asked, "--method", method, "--device", "host", "-k", "3", "--json"});
        ASSERT_EQ(said.status, 0) << said.err;
        EXPECT_EQ(json::parse(said.out)["correct"], 1) << method;
        if (method == std::string("tiled-radix")) { EXPECT_EQ(json::parse(said.out)["phases"][1]["name"], "T2 sort"); }
    }
}

TEST_F(Classify, ForPeopleSaysWhatWasAskedAndCounted) {
    const ProgramOutput said = classified({flowers, "--test", asked, "-k", "1"});
    ASSERT_EQ(said.status, 0) << said.err;
    for (const char* text : {"training flowers.csv: 5 rows, 2 features, 2 classes", "test     asked.csv: 3 rows, 2 features",
             "features plain", "vote     majority",
             "1 row of a class that the training set does not have (lily) cannot be classified correctly", "33.33 %", "rose", "T3 labels"})
        EXPECT_THAT(said.out, HasSubstr(text));
    EXPECT_EQ(counted({flowers, "--test", asked, "-k", "1"})["classes_not_in_training"], json::parse(R"([{"class": "lily", "count": 1}])"));
    EXPECT_THAT(classified({folder.write("one.csv", "x,y,class\n0,0,a\n1,1,a\n"), "-k", "1"}).out, HasSubstr("only one class"));
}

TEST_F(Classify, WithoutATestSetEachRowIsAskedAmongAllOthers) {
    const json found = counted({flowers, "-k", "1,2,4,9"});
    EXPECT_EQ(found["leave_one_out"], true);
    EXPECT_TRUE(found["test"].is_null());
    EXPECT_EQ(found["total"], 5);
    // For k = 4 a rose has one rose and three irises, an iris two of each, which are nearer. A k above the number of others counts as 4.
    EXPECT_EQ(curve_of(found), (std::map<int, int>{{1, 5}, {2, 5}, {4, 3}, {9, 3}}));
    EXPECT_EQ(found["k"], 1) << "the smallest k with the best accuracy";
    const std::string twins = folder.write("twins.csv", "x,y,class\n1,1,a\n1,1,b\n1,1,b\n");
    EXPECT_EQ(counted({twins, "-k", "1"})["correct"], 0) << "a row is not its own neighbour: 0 finds 1, the others find 0";
}

TEST_F(Classify, RangesOfKHaveTheStepBeforeThem) {
    const auto ks = [&](const std::string& typed) {
        std::string all;
        for (const auto& [k, correct] : curve_of(counted({flowers, "-k", typed}))) all += std::to_string(k) + " ";
        return all;
    };
    EXPECT_EQ(ks("1,3,5..11"), "1 3 5 7 9 11 ");
    EXPECT_EQ(ks("2..5"), "2 3 4 5 ");
    EXPECT_EQ(ks("1,10..25"), "1 10 19 ");
    EXPECT_EQ(ks("7,3,3"), "3 7 ");
}

TEST_F(Classify, RowsWithoutLabelsGetPredictions) {
    const std::string out = folder.path("predictions.csv");
    const ProgramOutput said = classified({flowers, "--test", bare, "-k", "3", "--out", out});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("without labels"));
    EXPECT_EQ(content_of(out), "row,predicted,share\n0,rose,0.6666666666666666\n1,iris,1\n");
    const json found = counted({flowers, "--test", bare, "-k", "3"});
    EXPECT_EQ(found["predictions"], json({"rose", "iris"}));
    EXPECT_TRUE(found["correct"].is_null());
    EXPECT_EQ(found["total"], 2);
    ASSERT_EQ(classified({flowers, "--test", asked, "-k", "1", "--out", out}).status, 0);
    EXPECT_EQ(content_of(out), "row,predicted,share,label\n0,rose,1,rose\n1,iris,1,rose\n2,iris,1,lily\n");
}

TEST_F(Classify, FeaturesMayBeStandardised) {
    // Without standardisation the second feature decides, which is independent of the classes.
    const std::string rows = folder.write("wide.csv", "p,q,class\n0,0,a\n0.1,50,a\n0.2,100,a\n1,5,b\n1.1,55,b\n1.2,105,b\n");
    EXPECT_EQ(counted({rows, "-k", "1"})["correct"], 0);
    for (const char* spelt : {"--standardise", "--standardize"}) {
        const json found = counted({rows, "-k", "1", spelt});
        EXPECT_EQ(found["correct"], 6);
        EXPECT_EQ(found["features"], "standardised");
    }
    EXPECT_THAT(classified({rows, "-k", "1", "--standardise"}).out, HasSubstr("features standardised"));
}

TEST_F(Classify, ReadsArffAndIdx) {
    const std::string begin = "@relation r\n@attribute x numeric\n@attribute class {a,b", head = begin + "}\n@data\n";
    const std::string training = folder.write("t.arff", head + "1,a\n2,a\n8,b\n");
    EXPECT_EQ(counted({training, "--test", folder.write("u.arff", head + "0,a\n9,b\n"), "-k", "1"})["correct"], 2);
    EXPECT_EQ(counted({training, "--test", folder.write("v.arff", head + "0,?\n9,?\n"), "-k", "1"})["predictions"], json({"a", "b"}));
    const std::string other = folder.write("w.arff", begin + ",c,d}\n@data\n0,a\n9,c\n");
    EXPECT_EQ(counted({training, "--test", other, "-k", "1"})["classes_not_in_training"], json::parse(R"([{"class": "c", "count": 1}])"));
    classify_refuses({other, "-k", "1"}, "w.arff: class 'b' and 1 more are declared, but no row has one of them");
    const auto idx = [](char dimensions, const std::string& sizes, const std::string& values) {
        return std::string("\0\0\x08", 3) + dimensions + sizes + values;
    };
    const auto size = [](char size) { return std::string("\0\0\0", 3) + size; };
    const auto pair = [&](const std::string& name, const std::string& pixels, const std::string& labels) {
        const char rows = char(labels.size());
        folder.write(name + "-labels-idx1-ubyte", idx(1, size(rows), labels));
        return folder.write(name + "-images-idx3-ubyte", idx(3, size(rows) + size(1) + size(2), pixels));
    };
    const json found = counted({pair("train", "\1\1\x9\x9\1\2", "\1\7\1"), "--test", pair("t10k", "\2\2\x9\x8", "\1\7"), "-k", "1"});
    EXPECT_EQ(found["correct"], 2);
    EXPECT_EQ(found["classes"][1]["class"], "7");
}

TEST_F(Classify, RefusesWhatCannotBeInOneLine) {
    classify_refuses({"-k", "1"}, "classify needs TRAIN");
    classify_refuses({flowers}, "classify needs -k");
    EXPECT_EQ(program({"classify", flowers, "-k", "1"}).status, 2);
    classify_refuses({flowers, "-k", "0"}, "-k '0' is not a whole number from 1");
    classify_refuses({flowers, "-k", "1,,3"}, "-k '' is not a whole number");
    classify_refuses({flowers, "-k", "5..3"}, "is not in ascending order");
    classify_refuses({flowers, "-k", "3,1..9"}, "is not in ascending order");
    classify_refuses({flowers, "-k", "1..99999999"}, "more than 10000 numbers");
    classify_refuses({flowers, "-k", "1", "--vote", "most"}, "--vote 'most' is not majority");
    classify_refuses({flowers, "-k", "1", "--label", "none"}, "there are no votes");
    classify_refuses({flowers, "-k", "1,3", "--out", folder.path("p.csv")}, "--out writes predictions of one k");
    classify_refuses({flowers, "-k", "1", "--out", folder.path("p.txt")}, "written as .csv");
    classify_refuses({flowers, "-k", "1", "--out", flowers}, "would overwrite TRAIN");
    classify_refuses({flowers, "--test", asked, "-k", "1", "--out", asked}, "would overwrite --test");
    classify_refuses({flowers, "--test", bare, "-k", "1,3"}, "no labels to choose the best k");
    classify_refuses({bare, "-k", "1"}, "has no labels");
    classify_refuses({flowers, "--test", folder.path("none.csv"), "-k", "1"}, "No such file");
    classify_refuses({folder.write("alone.csv", "x,y,class\n1,1,a\n"), "-k", "1"}, "has only one row");
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"alone.csv", "asked.csv", "bare.csv", "flowers.csv"})) << "nothing was written";
}

TEST_F(Classify, RefusesBadRowsWithTheirPlace) {
    const auto asking = [&](const std::string& name, const std::string& text, const std::string& why) {
        classify_refuses({flowers, "--test", folder.write(name, text), "-k", "1"}, why);
    };
    asking("some.csv", "x,y,species\n1,1,rose\n2,2,\n", "some.csv: 1 of 2 rows has no label, the first is row 1");
    asking("wide.csv", "x,y,z,species\n1,1,1,rose\n", "wide.csv has 3 features, the training set flowers.csv 2");
    asking("nan.csv", "x,y,species\n1,1,rose\nnan,2,rose\n", "nan.csv:3: column 'x' is NaN");
    const std::string sparse = folder.write("train.svm", "1 1:1 2:1\n-1 2:3\n");
    classify_refuses(
        {sparse, "--test", folder.write("more.svm", "1 1:1\n1 1:1 4:1\n"), "-k", "1"}, "more.svm: row 1, counted from 0, has feature 4");
    classify_refuses({folder.write("odd.txt", "1 1:1\n-1 2:3\n1 7\n-1 1:2\n"), "-k", "1"}, "odd.txt:3: '7' is not index:value");
    classify_refuses(
        {folder.write("list.txt", "1 1:1\n-1 2:3\n5,6,7\n-1 1:2\n"), "-k", "1"}, "list.txt:3: '5,6,7' has several labels and no features");
    classify_refuses({folder.write("nan.svm", "1 1:1\n-1 1:nan\n"), "-k", "1"}, "nan.svm:2: feature 1 is NaN");
}

}  // namespace
}  // namespace neighborscope
