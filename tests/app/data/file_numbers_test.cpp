// The exact float64 numbers of files, by which lists of other programs are compared.
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"

#include "app/data/points/file_numbers.hpp"

#include <charconv>
#include <cmath>
#include <random>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string text_of(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Degrees in a town with all 17 digits, [rows][columns].
std::vector<double> degrees(std::size_t rows, std::size_t columns) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> within(0, 1);
    std::vector<double> values(rows * columns);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (i % columns == 0 ? 8 : 47) + within(random);
    return values;
}

std::string table(const std::vector<double>& values, std::size_t columns, const std::string& header) {
    std::string text = header;
    for (std::size_t i = 0; i < values.size(); ++i) text += text_of(values[i]) + (i % columns + 1 == columns ? '\n' : ',');
    return text;
}

/// Returns the numbers read from a file with this content.
std::vector<double> numbers_in(const std::string& name, const std::string& content, const LoadOptions& options = {}) {
    const File file(name, content);
    const DataSet data = load_data(file.path(), options);
    EXPECT_FALSE(data.rounding.empty()) << "else this test shows nothing";
    const FileNumbers numbers = numbers_of_file(data, options);
    EXPECT_EQ(numbers.why, "");
    return numbers.values;
}

TEST(FileNumbers, OfATextAreItsOwnToTheLastBit) {
    const std::vector<double> values = degrees(200000, 2);  // more than one piece
    const std::string text = table(values, 2, "lon,lat\n");
    EXPECT_EQ(numbers_in("points.csv", text), values);
    EXPECT_EQ(numbers_in("points.csv.gz", gzip(text)), values);
    EXPECT_EQ(numbers_in("points.xyz", table(degrees(50, 3), 3, "")), degrees(50, 3));
}

TEST(FileNumbers, FollowTheRowsAndColumnsOfTheData) {
    const std::vector<double> values = degrees(150000, 3);
    std::vector<double> kept, damaged = values;
    for (std::size_t row = 0; row < 150000; ++row) {
        if (row % 7 == 3) damaged[3 * row + row % 3] = row % 2 ? NAN : INFINITY;
        const bool whole = row % 7 != 3 || row % 3 == 1;  // column 2 is not read
        if (whole) kept.insert(kept.end(), {values[3 * row + 2], values[3 * row]});
    }
    const LoadOptions permuted{.columns = "3,1"};
    const std::string text = table(damaged, 3, "a,b,c\n");
    EXPECT_EQ(numbers_in("points.csv", text, permuted), kept);
    EXPECT_EQ(numbers_in("points.csv.gz", gzip(text), permuted), kept);
    EXPECT_EQ(numbers_in("points.npy", npy(npy_header("<f8", "(150000, 3)"), damaged), permuted), kept);
    EXPECT_EQ(numbers_in("points.npy.gz", gzip(npy(npy_header("<f8", "(150000, 3)"), damaged)), permuted), kept);
}

TEST(FileNumbers, OfArraysCloudsAndSparseRows) {
    const std::vector<double> values = degrees(3000, 2);
    EXPECT_EQ(numbers_in("points.npy", npy(npy_header("<f8", "(3000, 2)"), values)), values);
    std::vector<double> by_column;
    for (std::size_t column = 0; column < 2; ++column)
        for (std::size_t row = 0; row < 3000; ++row) by_column.push_back(values[2 * row + column]);
    EXPECT_EQ(numbers_in("points.npy", npy(npy_header("<f8", "(3000, 2)", true), by_column)), values);

    std::string ply =
        "ply\nformat binary_little_endian 1.0\nelement vertex 1500\nproperty double x\nproperty double y\nproperty double z\n"
        "property double w\nend_header\n";
    ply.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
    std::vector<double> xyz;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i % 4 < 3) xyz.push_back(values[i]);
    EXPECT_EQ(numbers_in("points.ply", ply), xyz);

    // One feature, the other, both: missing ones are 0.
    const LoadOptions whole;
    EXPECT_THAT(numbers_in("rows.libsvm", "1 1:0.1\n2 3:0.7\n1 1:0.3 2:2\n", whole), ElementsAre(0.1, 0, 0, 0, 0, 0.7, 0.3, 2, 0));
}

TEST(FileNumbers, OfTrajectoriesAreThoseOfTheFirstTick) {
    const File file("points.csv", "tick,id,x,y\n2,a,0.7,0.8\n1,a,0.5,0.5\n1,a,0.1,0.2\n2,b,0.3,0.4\n");
    DataSet data = load_data(file.path());
    ASSERT_EQ(data.count(), 2);
    EXPECT_THAT(numbers_of_file(data, {}).values, ElementsAre(0.1, 0.2, 0.3, 0.4));
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    ASSERT_TRUE(tick_cursor->next(data.coordinates));
    const FileNumbers moved = numbers_of_file(data, {});
    EXPECT_THAT(moved.values, IsEmpty());
    EXPECT_EQ(moved.why, "the points have moved since the first tick");
}

TEST(FileNumbers, AreNotReadWhereNothingWasRounded) {
    for (const std::string source : {"uniform:n=50,d=2", "grid:n=50,d=2", "sample:digits"}) {
        const DataSet data = load_data(source);
        EXPECT_THAT(data.rounding, IsEmpty()) << source;
        EXPECT_THAT(numbers_of_file(data, {}).values, IsEmpty());
        EXPECT_EQ(numbers_of_file(data, {}).why, "");
    }
    DataSet data;
    {
        const File file("points.npy", npy(npy_header("<f4", "(2, 2)"), std::vector<float>{.1f, .2f, .3f, .4f}));
        data = load_data(file.path());
    }
    EXPECT_THAT(numbers_of_file(data, {}).values, IsEmpty()) << "the file is gone, and was not looked for";
}

TEST(FileNumbers, OfASampleAreThoseOfItsFile) {
    const DataSet data = load_data("sample:earthquakes");
    const std::vector<double> values = numbers_of_file(data, {}).values;
    ASSERT_EQ(values.size(), data.coordinates.size());
    EXPECT_EQ(values[0], -118.6671667);
}

TEST(FileNumbers, SayWhyTheyCannotBeHad) {
    const File file("points.csv", "lon,lat\n8.1,47.1\n8.2,47.3\n8.4,47.2\n");
    LoadOptions metres, edited;
    metres.metres = true;
    edited.edits.add({8.3, 47.5}, "");
    const auto why = [&](const LoadOptions& options) { return numbers_of_file(load_data(file.path(), options), options).why; };
    EXPECT_EQ(why(metres), "they are metres, computed from degrees");
    EXPECT_EQ(why(edited), "points were changed by hand");
    EXPECT_EQ(why({}), "");
}

TEST(FileNumbers, RefuseAFileThatHasChanged) {
    const std::string text = "x,y\n0.1,0.2\n0.3,0.4\n";
    TemporaryFolder folder;
    const std::string path = folder.write("points.csv", text);
    const DataSet data = load_data(path);
    for (const std::string changed : {"x,y\n0.1,0.2\n0.3,0.5\n", "x,y\n0.1,0.2\n", "x,y\n0.1,0.2\n0.3,0.4\n0.5,0.6\n"}) {
        folder.write("points.csv", changed);
        expect_error(Failure::input, {"points.csv has changed since it was loaded", "load it again"}, [&] { numbers_of_file(data, {}); });
    }
}

TEST(FileNumbers, OfQueries) {
    const std::vector<double> values = degrees(500, 2);
    const DataSet data = load_data("uniform:n=50,d=2");
    const File queries("queries.csv", table(values, 2, "x,y\n"));
    EXPECT_EQ(load_query_numbers(queries.path(), data), values);
    EXPECT_EQ(load_queries(queries.path(), data).size(), values.size());
    const File floats("queries.npy", npy(npy_header("<f4", "(1, 2)"), std::vector<float>{.1f, .2f}));
    EXPECT_THAT(load_query_numbers(floats.path(), data), ElementsAre(double(.1f), double(.2f)));
    const File wide("queries.csv", "1,2,3\n"), odd("queries.csv", "1,2\nnan,3\n");
    expect_error(Failure::usage, {"3 dimensions"}, [&] { load_query_numbers(wide.path(), data); });
    expect_error(Failure::input, {":2"}, [&] { load_query_numbers(odd.path(), data); });
}

}  // namespace
}  // namespace neighborscope::test
