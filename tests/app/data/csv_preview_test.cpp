// Preview and reading agree: both show the same columns, or throw the same error.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) { return error.one_line(); }
    return {};
}

/// Returns the common error of preview and reading.
std::string refusal_of_both(const std::string& name, const std::string& text, const LoadOptions& options = {}) {
    SCOPED_TRACE(text.substr(0, 60));
    const File file(name, text);
    const std::string reading = refusal([&] { load_data(file.path(), options); });
    EXPECT_EQ(refusal([&] { preview_table(file.path(), options); }), reading);
    return reading;
}

void expect_refused_by_both(const std::string& text, const std::vector<std::string>& words, const std::string& name = "points.csv") {
    const std::string refusal = refusal_of_both(name, text);
    for (const std::string& word : words) EXPECT_THAT(refusal, testing::HasSubstr(word));
}

/// Expects both to choose these columns and the same points.
DataSet taken_by_both(const std::string& text, const std::vector<int>& columns, const std::string& name = "points.csv") {
    SCOPED_TRACE(text.substr(0, 60));
    const File file(name, text);
    const std::optional<TablePreview> preview = preview_table(file.path());
    EXPECT_EQ(preview ? preview->coordinates : std::vector<int>(), columns);
    return load_data(file.path());
}

TEST(CsvPreview, RefusesWhatReadingRefuses) {
    expect_refused_by_both("x,y\n1,2\n3,1e300\n", {":3: 1e300 in column 'y' is outside the range of float32"});
    expect_refused_by_both("x,y\n1,2\n3\n", {":3 has 1 field where the first line has 2"});
    expect_refused_by_both("1 2\n3 4 5\n", {":2 has 3 fields"}, "points.txt");
    expect_refused_by_both("x,y\n1,2\n3,oops\n", {":3: 'oops' in column 'y' is not a number"});
    expect_refused_by_both("x,y\n1,2\n3,\"1,234\"\n", {":3: '1,234'", "separators between thousands"});
    expect_refused_by_both("x,y\n,2\n3,nan\n", {"all 2 rows"});
    expect_refused_by_both("x,y\n", {"no rows"});
    expect_refused_by_both("tick,id,x,y\n0,a,1,2\n,b,1,2\n", {":3: column 'tick' is missing"});
    std::string late = "x;y\n";
    for (int i = 0; i < 500; ++i) late += "1;2\n";
    expect_refused_by_both(late + "1,5;2.5\n", {":502: '1,5'", "decimal commas"});
    LoadOptions strict;
    strict.strict = true;
    EXPECT_THAT(refusal_of_both("points.csv", "x,y\n1,2\n,3\n", strict), testing::HasSubstr(":3: column 'x' is NaN, infinite or missing"));
}

TEST(CsvPreview, LooksAtTheFirstRowsOnly) {
    std::string text = "x,y\n";
    for (int i = 0; i < 200000; ++i) text += i < 3000 ? "nan,2\n" : "1,2\n";
    EXPECT_EQ(taken_by_both(text, {0, 1}).count(), 197000) << "no point among the first rows is no error: there are some further on";
    const File file("points.csv", text + "3\n");
    EXPECT_TRUE(preview_table(file.path()));
    EXPECT_NE(refusal([&] { load_data(file.path()); }), "");
}

TEST(CsvPreview, AHeaderMayLackTheNameOfTheRows) {
    const DataSet r = taken_by_both("f1 f2\n\"1\" 0.5 1\n\"7\" 1.5 2\n", {1, 2}, "points.txt");
    EXPECT_THAT(r.coordinates, ElementsAre(.5f, 1, 1.5f, 2));
    EXPECT_THAT(r.axes, ElementsAre("f1", "f2"));
    EXPECT_EQ(r.quantities.at(0).name, "row name");
    const DataSet cars = taken_by_both("\"mpg\" \"hp\"\n\"Mazda RX4\" 21 110\n\"Datsun 710\" 22.8 93\n", {1, 2}, "mtcars.txt");
    EXPECT_EQ(cars.coordinate(0, 0), 21);
    EXPECT_FLOAT_EQ(float(cars.coordinate(1, 0)), 22.8f);
    EXPECT_EQ(cars.coordinate(0, 1), 110);
    EXPECT_EQ(cars.coordinate(1, 1), 93);
    ASSERT_TRUE(cars.title());
    EXPECT_EQ(cars.title()->text(1), "Datsun 710");
    EXPECT_THAT(taken_by_both("x,y\na,1,2\nb,3,4\n", {1, 2}).coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(taken_by_both("x\ty\n1\t1.5\t2\n2\t3\t4\n", {1, 2}).coordinates, ElementsAre(1.5f, 2, 3, 4)) << "rows are numbered";
    expect_refused_by_both("x y\n1 2 3\n5 6 7\n", {":2 has 3 fields where the first line has 2"}, "points.txt");
    expect_refused_by_both("f1 f2\n\"1\" 1 2\n\"2\" 3\n", {":2 has 3 fields"}, "points.txt");
    expect_refused_by_both("data\n1 2\n5 6\n", {":2 has 2 fields where the first line has 1"}, "points.txt");
    std::string late = "f1 f2\n";
    for (int i = 0; i < 1500; ++i) late += "\"" + std::to_string(i) + "\" 1 2\n";
    expect_refused(late + "7 8\n", {":1502 has 2 fields where the first row has 3"}, "", "points.txt");
}

TEST(CsvPreview, AnglesAreNoDecimalDegrees) {
    expect_refused_by_both(
        "lon,lat\n8\u00b030'00\"E,47\u00b022'00\"N\n", {":2: '8\u00b030'00\"E' in column 'lon'", "degrees and minutes", "decimal degrees"});
    expect_refused_by_both("lon,lat\n8 30.5,47 22\n", {":2: '8 30.5'", "degrees and minutes"});
    expect_refused_by_both("lat,lon\n47.1N,8.2E\n", {":2: '47.1N'", "decimal degrees"});
    expect_refused_by_both("x,y\n12:30,1\n", {":2: '12:30' in column 'x' is not a number"});
    expect_refused_by_both("x;y\n1 234;1\n", {":2: '1 234'", "thousands"});
}

TEST(CsvPreview, IdentifiersAloneAreNoPoints) {
    expect_refused_by_both("id,when\n1,2020-01-01\n2,2020-02-01\n", {":2: no column holds coordinates: column 'id' only identifies rows",
                                                                        "'2020-01-01' in column 'when' is not a number", "--columns 1"});
    expect_refused_by_both("plz;town\n01067;Dresden\n04109;Leipzig\n", {"'plz' only identifies rows"});
    expect_refused_by_both(",text\n0,one\n1,two\n", {"column 1 only identifies rows"});
    EXPECT_THAT(load_text("id,when\n1,2020-01-01\n2,2020-02-01\n", "id").coordinates, ElementsAre(1, 2)) << "as asked";
    EXPECT_THAT(taken_by_both("id\n1\n2\n", {0}).coordinates, ElementsAre(1, 2)) << "there is nothing else";
}

TEST(CsvPreview, WhatIsNoFiniteNumberIsMissing) {
    const DataSet data = taken_by_both(
        "x,y\n-nan(ind),1\n1.#QNAN,2\n-1.#IND,3\n1.#INF,4\n5,6\n1e400,7\n8,-1e400\n<NA>,9\n#NA,9\nNaN(0x1),10\n\"1.#SNAN\",11\n7,8\n",
        {0, 1});
    EXPECT_THAT(data.coordinates, ElementsAre(5, 6, 7, 8));
    EXPECT_EQ(data.skipped.count, 10);
    EXPECT_THAT(taken_by_both("x;y\n1,#QNAN;1\n2,5;3\n", {0, 1}).coordinates, ElementsAre(2.5f, 3));
}

}  // namespace
}  // namespace neighborscope::test
