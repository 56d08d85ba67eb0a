// LIBSVM text: lines written by hand.
#include "tests/app/data/test_file.hpp"

#include <algorithm>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

DataSet load_libsvm(const std::string& text, const LoadOptions& options = {}) {
    const File file("train.txt", text);
    return load_data(file.path(), options);
}

void expect_libsvm_refused(const std::string& text, const std::vector<std::string>& texts) {
    expect_refused(text, texts, "", "train.libsvm");
}

TEST(Libsvm, FeaturesThatAreNotThereAreZero) {
    const DataSet data = load_libsvm("+1 1:0.5 3:-2\n-1 2:1e1 \t4:+.25\r\n");
    EXPECT_EQ(data.format, "LIBSVM");
    EXPECT_EQ(data.dimension, 4);
    EXPECT_THAT(data.coordinates, ElementsAre(.5f, 0, -2, 0, 0, 10, 0, .25f));
    ASSERT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_EQ(data.quantities[0].name, "label");
    EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("1", "-1"));
}

TEST(Libsvm, WhatIsNoFiniteNumberIsLeftOut) {
    const DataSet data = load_libsvm("1 1:1 2:2\n1 1:1e400\n0 2:-1.#IND\n1 1:nan(ind) 2:1\n0 1:3\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 0));
    EXPECT_EQ(data.skipped.count, 3);
}

TEST(Libsvm, IsKnownByItsContentWhateverItsName) {
    for (const std::string name : {"a1a", "iris.csv", "b.txt", "c.t"})
        EXPECT_EQ(load_text("0 1:5 2:6\n", "", name).format, "LIBSVM") << name;
    EXPECT_EQ(load_text("0\n\n# none\n0 2:6\n", "", "train.txt").count(), 2);
    for (const std::string text : {"1 2 3\n4 5 6\n", "1\n2\n3\n", "1 12:30 5\n", "a 1:2\n", "1 x:2\n", "1 2:x\n", "1,2\n"}) {
        SCOPED_TRACE(text);
        try {
            EXPECT_EQ(load_text(text, "", "table.txt").format, "CSV");
        } catch (const Error& error) { EXPECT_EQ(error.kind, Failure::input); }
    }
    std::string wide = "1";
    for (int i = 1; i <= 1000; ++i) wide += " " + std::to_string(i) + ":0.125";  // more than the examined beginning
    EXPECT_EQ(load_text(wide + "\n", "", "wide.txt").dimension, 1000);
}

// A table of the other lines would have their labels as coordinates.
TEST(Libsvm, OneLineThatWentWrongMakesNoTable) {
    const auto refused = [](const std::string& text, const std::string& why) { expect_refused(text, {why}, "", "train.txt"); };
    for (const char blank : {' ', '\t'}) {
        const auto spaced = [&](std::string text) { return std::replace(text.begin(), text.end(), ' ', blank), text; };
        refused(spaced("+1 3 4:1\n+1 1:2 3:4\n-1 2:1 5:2\n"), "train.txt:1: '3' is not index:value");
        refused(spaced("+1 3 4:1\n+1 1:2 3:4\n"), "train.txt:1: '3' is not index:value");
        refused(spaced("+1 1:2 3:4\n+1 3 4:1\n-1 2:1 5:2\n"), "train.txt:2: '3' is not index:value");
        refused(spaced("+1 1:2 3:4\n-1 2:1 5:2\n+1 3 4:1\n"), "train.txt:3: '3' is not index:value");
        refused(spaced("# by hand\n\n+1 3 4:1\n# 7 8 9\n+1 1:2 3:4\n"), "train.txt:3: '3' is not index:value");
        refused(spaced("+1 5:1 2:1\n+1 1:2 3:4\n"), "train.txt:1: '2:1' comes after index 5");
        refused(spaced("+1 3:1 4:x\n+1 1:2 3:4\n"), "train.txt:1: '4:x' is not index:value");
        refused(spaced("one 1:2 3:4\n-1 2:1 5:2\n"), "train.txt:1: 'one' is not a label");
        refused(spaced("1:2 3:4\n-1 2:1 5:2\n"), "train.txt:1: '1:2' is not a label");
        refused(spaced("+1 1:2 3:4\n5,6,7\n-1 2:1 5:2\n"), "train.txt:2: '5,6,7' has several labels and no features");
        refused(spaced("3 5\n+1 1:2 3:4\n-1 2:1 5:2\n"), "train.txt:1: '5' is not index:value");
    }
    std::string wide = "1 3";
    for (int i = 4; i <= 1000; ++i) wide += " " + std::to_string(i) + ":0.125";  // more than the examined beginning
    refused(wide + "\n1 2:1\n", "train.txt:1: '3' is not index:value");
}

TEST(Libsvm, ATableWithTimesIsOne) {
    for (const std::string text : {"x\ty\twhen\n1\t2\t12:30\n3\t4\t12:45\n", "x\twhen\n1\t12:30\n2\t12:45\n",
             "x,y,when\n1,2,2020-01-01 12:30\n3,4,2020-01-01 12:45\n", "1,2,2020-01-01 12:30\n3,4,2020-01-01 12:45\n",
             "1.5,2.5,1 12:30\n3.5,4.5,1 12:45\n", "1 08:00 18:00 5.5\n2 09:00 17:00 6.5\n"}) {
        SCOPED_TRACE(text);
        EXPECT_EQ(load_text(text, "", "table.txt").format, "CSV");
    }
}

TEST(Libsvm, LabelsAreCanonicalNumbersAndTargetsAreValues) {
    EXPECT_THAT(load_libsvm("+1 1:1\n1 1:2\n1.0 1:3\n01 1:4\n").quantities[0].words()->different, ElementsAre("1"));
    EXPECT_THAT(load_libsvm("1,3 1:1\n2 1:2\n").quantities[0].words()->different, ElementsAre("1,3", "2"));
    const DataSet values = load_libsvm("1.5 1:1\n2 1:2\n");
    EXPECT_FALSE(values.label());
    EXPECT_EQ(values.quantities[0].name, "target");
    EXPECT_THAT(values.quantities[0].numbers()->of_point, ElementsAre(1.5, 2));
    const DataSet ranked = load_libsvm("2 qid:3 1:0.5 # note 9:9\n1 1:1\n");
    EXPECT_EQ(ranked.dimension, 1);
    EXPECT_EQ(ranked.quantities[1].name, "qid");
    EXPECT_EQ(ranked.quantities[1].text(0), "3");
    EXPECT_EQ(ranked.quantities[1].text(1), "");
}

TEST(Libsvm, TheLabelMayBeAskedFor) {
    const std::string ranked = "2.5 qid:3 1:0.5\n1 qid:4 1:1\n";
    EXPECT_FALSE(load_libsvm(ranked).label());
    const DataSet by_query = load_libsvm(ranked, {false, "", "qid"});
    ASSERT_EQ(by_query.label(), &by_query.quantities.at(1));
    EXPECT_THAT(by_query.quantities[1].words()->different, ElementsAre("3", "4"));
    EXPECT_THAT(load_libsvm(ranked, {false, "", "target"}).quantities[0].words()->different, ElementsAre("2.5", "1"));
    EXPECT_TRUE(load_libsvm("1 1:2\n", {false, "", "label"}).label());
    EXPECT_FALSE(load_libsvm("1 1:2\n", {false, "", "none"}).label());
    for (const char* label : {"nope", "2"})
        expect_error(Failure::usage, {"train.txt has"}, [&] { load_libsvm("1 1:2\n", {false, "", label}); });
}

TEST(Libsvm, RowsWithoutFeaturesArePoints) {
    const DataSet data = load_libsvm("+1\n-1 3:1\n\n+1 2:0.5\n");
    EXPECT_THAT(data.coordinates, ElementsAre(0, 0, 0, 0, 0, 1, 0, .5f, 0));
    EXPECT_THAT(data.quantities[0].words()->of_point, ElementsAre(0, 1, 0));
}

TEST(Libsvm, ColumnsChooseFeatures) {
    const DataSet data = load_libsvm("1 2:2 9:9 5000:5\n2 1:1\n", {false, "9,1"});
    EXPECT_THAT(data.coordinates, ElementsAre(9, 0, 0, 1));
    EXPECT_THAT(data.axes, ElementsAre("9", "1"));
}

TEST(Libsvm, QueriesOfFewerFeaturesArePadded) {
    const DataSet data = load_libsvm("1 1:1 4:4\n");
    const File fewer("test.txt", "1 2:5\n"), more("test.txt", "1 5:5\n");
    EXPECT_THAT(load_queries(fewer.path(), data), ElementsAre(0, 5, 0, 0));
    expect_error(Failure::usage, {"5 dimensions, the data has 4"}, [&] { load_queries(more.path(), data); });
}

TEST(Libsvm, DataGetTheFeaturesThatOnlyQueriesHave) {
    DataSet data = load_libsvm("1 1:1 3:3\n2 2:2\n3 3:7\n");
    const File fewer("test.txt", "1 2:5\n"), more("test.txt", "1 5:5\n"), table("test.csv", "1,2,3,4,5\n");
    EXPECT_EQ(add_features_of(fewer.path(), data), 0);
    EXPECT_EQ(add_features_of(table.path(), data), 0) << "only LIBSVM leaves zeros out";
    EXPECT_EQ(data.dimension, 3);
    EXPECT_EQ(add_features_of(more.path(), data), 2);
    EXPECT_THAT(data.coordinates, ElementsAre(1, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 7, 0, 0));
    EXPECT_THAT(load_queries(more.path(), data), ElementsAre(0, 0, 0, 0, 5));
    EXPECT_THAT(load_queries(fewer.path(), data), ElementsAre(0, 5, 0, 0, 0));
    // As if the file had them explicitly.
    const DataSet spelt = load_libsvm("1 1:1 3:3 5:0\n2 2:2\n3 3:7\n");
    EXPECT_EQ(data.hash, spelt.hash);
    EXPECT_EQ(data.axes, spelt.axes);
    EXPECT_EQ(data.origin, spelt.origin);
    EXPECT_EQ(data.shown, spelt.shown);

    DataSet plain = load_text("1,2,3\n");
    EXPECT_EQ(add_features_of(more.path(), plain), 0);
}

// Float32 keeps four decimals of 1000.1 and 1000.3, and seven relative to 1000. An axis that is 0 in some row keeps the origin 0.
TEST(Libsvm, AnOriginIsFoundWhereEveryRowHasTheFeature) {
    const DataSet data = load_libsvm("1 1:1000.1 2:1000.1\n2 1:1000.3\n");
    EXPECT_THAT(data.origin, ElementsAre(1000.1875, 0));
    EXPECT_THAT(data.coordinates, ElementsAre(float(1000.1 - 1000.1875), 1000.1f, float(1000.3 - 1000.1875), 0));
    const DataSet without = load_libsvm("1 1:1000.1\n2 1:1000.3\n3 2:nan\n4 2:1\n");
    EXPECT_THAT(without.origin, ElementsAre(0, 0));
    EXPECT_THAT(without.file_rows, ElementsAre(0, 1, 3));
    EXPECT_THAT(without.coordinates, ElementsAre(1000.1f, 0, 1000.3f, 0, 0, 1));
}

TEST(Libsvm, RowsThatAreNotFiniteAreLeftOut) {
    const DataSet data = load_libsvm("1 1:1 2:2\n2 1:nan 2:2\n3 2:-inf\n4 1:4\n");
    EXPECT_THAT(data.file_rows, ElementsAre(0, 3));
    EXPECT_EQ(data.skipped.count, 2);
    EXPECT_EQ(data.quantities[0].text(1), "4");
    expect_error(Failure::input, {":2: feature 1 is NaN or infinite"}, [] { load_libsvm("1 1:1 2:2\n2 1:nan 2:2\n", {true, ""}); });
}

TEST(Libsvm, RefusesWithTheLine) {
    expect_libsvm_refused("1 1:1\n1 0:1 3:1\n", {":2: '0:1' has index 0"});
    expect_libsvm_refused("1 5:1 3:1\n", {":1: '3:1' comes after index 5"});
    expect_libsvm_refused("1 3:1 3:1\n", {":1: '3:1' comes after index 3"});
    expect_libsvm_refused("1 -3:1\n", {":1: '-3:1' is not index:value"});
    expect_libsvm_refused("1 1:1\n1 2:\n", {":2: '2:' is not index:value"});
    expect_libsvm_refused("1 1:1\n1 2:x\n", {":2: '2:x' is not index:value"});
    expect_libsvm_refused("1 1:1\n1 2:1:1\n", {":2: '2:1:1' is not index:value"});
    expect_libsvm_refused("1 1:1\n1 2\n", {":2: '2' is not index:value"});
    expect_libsvm_refused("1 1:1\nyes 2:1\n", {":2: 'yes' is not a label"});
    expect_libsvm_refused("1 1:1\n1 4097:1\n", {":2: index 4097 is beyond the 4096"});
    expect_libsvm_refused("1 1:1\n1 99999999999999999999999:1\n", {":2: index 18446744073709551615 is beyond"});
    expect_libsvm_refused("1 1:1\n1 1:1e39\n", {":2: feature 1 is outside the range of float32"});
    expect_libsvm_refused("1 1:1 qid:3\n", {":1: 'qid:3' is not index:value"});
    expect_libsvm_refused("1\n2\n", {"labels without features"});
    expect_libsvm_refused("1 7 3\n", {":1: '7' is not index:value"});
    expect_libsvm_refused("# nothing\n\n", {"comments only"});
    expect_libsvm_refused(std::string("1 1:1\n1\0", 8), {":2: a NUL byte"});
}

}  // namespace
}  // namespace neighborscope::test
