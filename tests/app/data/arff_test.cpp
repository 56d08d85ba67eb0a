// ARFF: tables written by hand.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

const std::string head =
    "% a comment\n@RELATION iris\n\n@Attribute 'sepal length' REAL\n@attribute\twidth\tnumeric\n"
    "@attribute kind {'Iris setosa', other}\n@attribute note string\n@DATA\n";

DataSet load_arff(const std::string& text, const LoadOptions& options = {}) {
    const File file("iris.arff", text);
    return load_data(file.path(), options);
}

void expect_arff_refused(const std::string& text, const std::vector<std::string>& texts) { expect_refused(text, texts, "", "iris.arff"); }

TEST(Arff, NumbersAreCoordinatesAndTheClassIsTheLabel) {
    const DataSet data = load_arff(head + "1, 2,'Iris setosa',\"it\\\"s\"\r\n% more\n3.5,-4,other,?\n");
    EXPECT_EQ(data.format, "ARFF");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3.5f, -4));
    EXPECT_THAT(data.axes, ElementsAre("sepal length", "width"));
    ASSERT_EQ(data.quantities.size(), 2u);
    EXPECT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("Iris setosa", "other"));
    EXPECT_EQ(data.quantities[1].text(0), "it\"s");
    EXPECT_EQ(data.quantities[1].text(1), "");
}

TEST(Arff, BlanksSeparateValuesTooAndContentTellsTheFormat) {
    const std::string text = "@relation yeast\n@attribute a real\n@attribute b integer\n@attribute class {x,y}\n@data\n.5  7\ty\n";
    const DataSet data = load_text(text, "", "yeast.txt");
    EXPECT_EQ(data.format, "ARFF");
    EXPECT_THAT(data.coordinates, ElementsAre(.5f, 7));
    EXPECT_EQ(data.quantities[0].text(0), "y");
}

TEST(Arff, SparseRowsLeaveOutZerosAndFirstValues) {
    const DataSet data = load_arff(head + "{1 2, 2 other}\n{0 -1.5}\n{}\n");
    EXPECT_THAT(data.coordinates, ElementsAre(0, 2, -1.5f, 0, 0, 0));
    EXPECT_EQ(data.quantities[0].text(0), "other");
    EXPECT_EQ(data.quantities[0].text(1), "Iris setosa");
}

TEST(Arff, MissingNumbersLeaveTheRowOut) {
    const DataSet data = load_arff(head + "1,2,other,a\n?,2,other,b\n3,4,other,c\n");
    EXPECT_THAT(data.file_rows, ElementsAre(0, 2));
    EXPECT_EQ(data.quantities[1].text(1), "c");
    expect_error(Failure::input, {":9: attribute 'sepal length' is missing"}, [] { load_arff(head + "?,2,other,b\n", {true, ""}); });
}

TEST(Arff, ColumnsAndLabelCanBeChosen) {
    const DataSet data = load_arff(head + "1,2,other,a\n3,4,other,b\n", {false, "width", "note"});
    EXPECT_THAT(data.coordinates, ElementsAre(2, 4));
    EXPECT_EQ(data.label()->name, "note");
    EXPECT_THAT(data.quantities[0].numbers()->of_point, ElementsAre(1, 3));
    expect_error(Failure::usage, {"attribute 'kind' holds no numbers"}, [] { load_arff(head + "1,2,other,a\n", {false, "kind"}); });
    const File file("iris.arff", head + "1,2,other,a\n");
    const auto table = preview_table(file.path());
    ASSERT_TRUE(table);
    ASSERT_EQ(table->columns.size(), 4u);
    EXPECT_EQ(table->columns[2].use, ColumnPreview::Use::label);
    EXPECT_THAT(table->coordinates, ElementsAre(0, 1));
    EXPECT_THAT(table->columns[2].examples, ElementsAre("other"));
}

TEST(Arff, APreviewRefusesWhatReadingRefuses) {
    std::string rows;
    for (int i = 0; i < 20; ++i) rows += "1,2,other,a\n";
    for (const std::string& text :
        {rows + "1,two,other,a\n", rows + "1,2,oak,a\n", rows + "1,1e300,other,a\n", std::string("?,?,other,a\n")}) {
        const File file("iris.arff", head + text);
        std::string cause;
        expect_error(Failure::input, {file.path()}, [&] {
            try {
                load_data(file.path());
            } catch (const Error& error) {
                cause = error.one_line();
                throw;
            }
        });
        expect_error(Failure::input, {cause}, [&] { preview_table(file.path()); });
    }
}

TEST(Arff, WhatFloat64DoesNotHoldIsMissing) {
    const DataSet data = load_arff(head + "1,1e999,other,a\n3,4,other,b\n3,4,other,b\n3,4,other,b\n1.#QNAN,4,other,b\n5,-1.#INF,other,b\n");
    EXPECT_THAT(data.coordinates, ElementsAre(3, 4, 3, 4, 3, 4));
    EXPECT_EQ(data.skipped.count, 3);
}

TEST(Arff, ANumericClassIsNoCoordinate) {
    const DataSet data = load_arff("@relation r\n@attribute a real\n@attribute Class numeric\n@data\n1,7\n");
    EXPECT_EQ(data.dimension, 1);
    EXPECT_EQ(data.label(), &data.quantities.at(0));
}

TEST(Arff, ClassesThatNoRowHasAreTold) {
    EXPECT_THAT(load_arff(head + "1,2,other,a\n").empty_classes, ElementsAre("Iris setosa"));
    EXPECT_TRUE(load_arff(head + "1,2,other,a\n1,2,'Iris setosa',a\n").empty_classes.empty());
    EXPECT_TRUE(load_arff(head + "1,2,other,a\n", {false, "", "none"}).empty_classes.empty()) << "of the label only";
}

TEST(Arff, AnIdentifierIsNoCoordinate) {
    const DataSet data =
        load_text("@relation wdbc\n@attribute IDNumber integer\n@attribute a real\n@attribute b real\n@data\n842302,1,2\n842517,3,4\n", "",
            "wdbc.arff");
    EXPECT_THAT(data.axes, ElementsAre("a", "b"));
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4));
}

TEST(Arff, RefusesWithTheLine) {
    expect_arff_refused(head + "1,2,other\n", {":9: '1,2,other' has 3 values for 4 attributes"});
    expect_arff_refused(head + "1,2,other,a,5\n", {":9: ", "more values than the 4 attributes"});
    expect_arff_refused(head + "1,2,other,a, {5}\n", {":9: ", "weights of rows are not read"});
    expect_arff_refused(head + "1,two,other,a\n", {":9: 'two' in attribute 'width' is not a number"});
    expect_arff_refused(head + "1,2,other,a\n1,2,oak,a\n", {":10: 'oak' is not one of the values of attribute 'kind': Iris setosa, other"});
    expect_arff_refused(head + "1,2,\"Iris virginica\",a\n", {":9: 'Iris virginica' is not one"});
    expect_arff_refused(head + "{1 2, 2 oak}\n", {":9: 'oak' is not one"});
    expect_arff_refused(head + "1,2,'other,a\n", {":9: ", "quote that is never closed"});
    expect_arff_refused(head + "{0 1\n", {":9: ", "closing }"});
    expect_arff_refused(head + "{1 1, 0 2}\n", {":9: ", "does not ascend"});
    expect_arff_refused(head + "{4 1}\n", {":9: ", "beyond the last of 4 attributes"});
    expect_arff_refused(head + "{99999999999999999999999 1}\n", {":9: "});
    expect_arff_refused(head + "{0}\n", {":9: "});
    expect_arff_refused(head, {"no rows"});
    expect_arff_refused("@relation r\n@attribute a real\n", {"no line @data"});
    expect_arff_refused("@relation r\n@data\n1\n", {"no @attribute"});
    expect_arff_refused("@relation r\n@attribute a {x,y\n@data\nx\n", {":2: ", "closing }"});
    expect_arff_refused("@relation r\n@attribute a colour\n@data\nx\n", {":2: the type 'colour' is not known"});
    expect_arff_refused("@relation r\n@attribute a\n@data\nx\n", {":2: @attribute a without a type"});
    expect_arff_refused("@relation r\n@attribute\n@data\nx\n", {":2: @attribute without a name"});
    expect_arff_refused("@relation r\n1,2\n", {":2: '1,2' found where @attribute or @data is expected"});
    expect_arff_refused("@relation r\n@attribute a {x,y}\n@data\nx\n", {"no attribute of numbers"});
    for (std::size_t length = 1; length < head.size(); ++length) expect_arff_refused(head.substr(0, length), {"iris.arff"});
}

}  // namespace
}  // namespace neighborscope::test
