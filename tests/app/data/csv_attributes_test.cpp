// Further columns of text files: their roles and values.
#include "tests/app/data/test_file.hpp"

#include <cmath>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

DataSet load_with(const std::string& content, const LoadOptions& options, const std::string& name = "points.csv") {
    const File file(name, content);
    return load_data(file.path(), options);
}

std::string label_of(const DataSet& data) { return data.label() ? data.label()->name : ""; }
std::string title_of(const DataSet& data) { return data.title() ? data.title()->name : ""; }

std::vector<std::string> texts(const DataSet& data, const std::string& name) {
    for (const Quantity& attribute : data.quantities) {
        if (attribute.name != name) continue;
        std::vector<std::string> all;
        for (std::int64_t row = 0; row < data.count(); ++row) all.push_back(attribute.text(row));
        return all;
    }
    return {"no such attribute"};
}

TEST(CsvAttributes, FurtherColumnsComeAlong) {
    const DataSet data =
        load_text("name,x,y,depth,kind\n\"Berlin, \"\"Mitte\"\"\",1,2,3.5,a\nRom,3,4,,b\n,5,6,-1e3,a\nOslo,nan,7,8,c\nNA,8,9,NA,b\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6, 8, 9));
    ASSERT_EQ(data.quantities.size(), 3u);
    EXPECT_THAT(texts(data, "name"), ElementsAre("Berlin, \"Mitte\"", "Rom", "", "NA")) << "NA is Namibia where words stand";
    EXPECT_THAT(texts(data, "depth"), ElementsAre("3.5", "", "-1000", ""));
    EXPECT_FALSE(data.quantities[1].words());
    EXPECT_THAT(texts(data, "kind"), ElementsAre("a", "b", "a", "b"));
    EXPECT_EQ(label_of(data), "kind");
    EXPECT_EQ(title_of(data), "name");

    LoadOptions without;
    without.quantities = false;
    EXPECT_TRUE(load_with("x,y,s\n1,2,a\n", without).quantities.empty());
}

TEST(CsvAttributes, IdentifiersAndClassesAreNoCoordinates) {
    const DataSet iris =
        load_text("sl,sw,pl,pw,species\n5.1,3.5,1.4,0.2,setosa\n7,3.2,4.7,1.4,versicolor\n6.3,3.3,6,2.5,virginica\n4.9,3,1.4,.2,setosa\n");
    EXPECT_EQ(iris.dimension, 4);
    EXPECT_EQ(label_of(iris), "species");
    EXPECT_THAT(iris.quantities[0].words()->different, ElementsAre("setosa", "versicolor", "virginica"));
    for (const std::string name : {"class", "cls"}) {
        const DataSet numbered = load_text("id,a,b," + name + "\n1,5,6,0\n2,7,8,1\n3,9,10,0\n");
        EXPECT_THAT(numbered.axes, ElementsAre("a", "b"));
        EXPECT_EQ(label_of(numbered), name);
        EXPECT_TRUE(numbered.label()->words()) << "a class is a word, even if that word is a number";
    }
    EXPECT_THAT(load_text(",a,b\n0,5,6\n1,7,8\n").axes, ElementsAre("a", "b")) << "row numbers have no name";
    EXPECT_THAT(load_text("a,b,target\n0,5,6.5\n1,7,8.25\n").axes, ElementsAre("a", "b"));
    EXPECT_THAT(load_text("id\n7\n8\n").coordinates, ElementsAre(7, 8)) << "better than nothing";
    EXPECT_THAT(load_text("zip,a,b\n00501,1,2\n10001,3,4\n").axes, ElementsAre("a", "b")) << "a code is no number";
    EXPECT_THAT(load_text("UTM_E (m),UTM_N (m)\n1,2\n").axes, ElementsAre("UTM_E (m)", "UTM_N (m)"));
    EXPECT_THAT(load_text("northing,easting\n1,2\n").coordinates, ElementsAre(2, 1));
    EXPECT_THAT(load_text("//X Y Z\n1 2 3\n", "", "cloud.txt").axes, ElementsAre("X", "Y", "Z"));
}

TEST(CsvAttributes, AColourInTheFirstColumnIsNoComment) {
    const DataSet data = load_text("hex,x,y\n#ff0000,1,2\nred,3,4\n\"#00ff00\",5,6\n#0000ff80 ,7,8\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
    EXPECT_THAT(texts(data, "hex"), ElementsAre("#ff0000", "red", "#00ff00", "#0000ff80"));
    EXPECT_THAT(load_text("hex,x,y,s\n#ff0000,1,2,\"a,\nb\"\n#00ff00,3,4,c\n").coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(load_text("x,y\n#ff0000\n#decade begins,1\n#ff000,1\n1,2\n#ff00000,1\n").count(), 1) << "comments";
    EXPECT_EQ(load_text("#ff0000 1\n1 2\n", "", "points.txt").count(), 1) << "a comment between blanks";
}

TEST(CsvAttributes, OneNumberAboveAByteDoesNotDarkenTheOthers) {
    const DataSet bytes = load_text("x,y,red,green,blue\n1,2,256,200,0\n3,4,100,255,1\n");
    EXPECT_THAT(colours_of(bytes), ElementsAre(0xff00c8ffu, 0xff01ff64u));
    EXPECT_THAT(colours_of(load_text("x,y,red,green,blue\n1,2,257,25700,0\n3,4,100,65535,514\n")), ElementsAre(0xff006401u, 0xff02ff00u));
}

TEST(CsvAttributes, AnAttributeBeyondFloat64IsMissing) {
    EXPECT_THAT(texts(load_text("x,y,v\n1,2,1e300\n3,4,inf\n5,6,1e500\n7,8,1.#QNAN\n"), "v"), ElementsAre("1e+300", "", "", ""));
}

TEST(CsvAttributes, LabelsAreGuessedOrChosen) {
    std::string states = "lon,lat,zip,state\n";
    for (int i = 0; i < 40; ++i) states += std::to_string(i) + ",1,0" + std::to_string(1000 + i) + (i % 2 ? ",NY\n" : ",VT\n");
    const DataSet codes = load_text(states);
    EXPECT_EQ(label_of(codes), "state");
    EXPECT_EQ(title_of(codes), "zip");
    EXPECT_EQ(codes.title()->text(3), "01003");

    const std::string text = "x,y,kind,zone\n1,2,a,7\n3,4,b,8\n5,6,a,7\n7,8,b,7\n";
    LoadOptions options;
    EXPECT_EQ(label_of(load_with(text, options)), "kind");
    options.label = "zone";
    EXPECT_THAT(texts(load_with(text, options), "zone"), ElementsAre("7", "8", "7", "7"));
    EXPECT_EQ(label_of(load_with(text, options)), "zone");
    options.label = "4";
    EXPECT_EQ(label_of(load_with(text, options)), "zone");
    options.label = "none";
    EXPECT_EQ(label_of(load_with(text, options)), "");
    options.label = "kin";
    expect_error(Failure::usage, {"no column 'kin'", "did you mean 'kind'"}, [&] { load_with(text, options); });
    options.label = "5";
    expect_error(Failure::usage, {"4 columns", "column 5"}, [&] { load_with(text, options); });
    options.label = "3";
    const DataSet headless = load_with("1,2,0\n3,4,1\n", options);
    EXPECT_EQ(headless.dimension, 2) << "a label is no coordinate";
    EXPECT_EQ(label_of(headless), "column 3");
    options.columns = "1-3";
    const DataSet both = load_with("1,2,0\n3,4,1\n", options);
    EXPECT_THAT(both.coordinates, ElementsAre(1, 2, 0, 3, 4, 1)) << "unless it is asked for as both";
    EXPECT_THAT(both.quantities[0].words()->different, ElementsAre("0", "1"));
    EXPECT_EQ(label_of(load_text("x,y,a,b\n1,2,p,s\n1,2,q,s\n1,2,p,t\n1,2,q,t\n")), "") << "one of two: nobody can tell";
}

TEST(CsvAttributes, ColoursBesideCoordinates) {
    const DataSet bytes = load_text("x,y,z,R,G,B\n1,2,3,255,128,0\n4,5,6,0,0,1\n7,8,9,,1,2\n", "", "cloud.txt");
    EXPECT_THAT(colours_of(bytes), ElementsAre(0xff0080ffu, 0xff010000u, 0xff808080u)) << "grey where a part is missing";
    EXPECT_EQ(bytes.quantities.size(), 1u) << "the parts of a colour are no numbers beside it";
    EXPECT_THAT(colours_of(load_text("x,y,red,green,blue\n1,2,1,0.5,0\n")), ElementsAre(0xff0080ffu));
    EXPECT_THAT(colours_of(load_text("x,y,red,green,blue\n1,2,65535,32896,0\n")), ElementsAre(0xff0080ffu));
    EXPECT_THAT(colours_of(load_text("x,y,colour\n1,2,#ff8000\n3,4,#00000A\n5,6,\n")), ElementsAre(0xff0080ffu, 0xff0a0000u, 0xff808080u));
    LoadOptions red;
    red.label = "red";
    EXPECT_TRUE(colours_of(load_with("x,y,red,green,blue\n1,2,1,2,3\n", red)).empty()) << "a label is no colour";
    const DataSet cube = load_text("r,g,b\n1,2,3\n4,5,6\n");
    EXPECT_THAT(cube.axes, ElementsAre("r", "g", "b")) << "a colour may be a place";
    EXPECT_TRUE(colours_of(cube).empty());
    EXPECT_EQ(load_text("x,y,colour\n1,2,red\n3,4,green\n5,6,red\n7,8,red\n").quantities[0].words()->different.size(), 2u)
        << "a word is no colour";
}

TEST(CsvAttributes, ATextFarDownMakesAColumnWords) {
    std::string text = "x,y,code\n";
    for (int i = 0; i < 200000; ++i) text += "1,2," + (i == 150000 ? std::string("12a") : std::to_string(i % 10)) + "\n";
    const DataSet data = load_text(text);
    ASSERT_TRUE(data.quantities[0].words());
    EXPECT_EQ(data.quantities[0].text(149999), "9");
    EXPECT_EQ(data.quantities[0].text(150000), "12a");
    EXPECT_EQ(data.quantities[0].words()->different.size(), 11u);
    EXPECT_THAT(data.quantities[0].words()->different[0], "0") << "in the order of the file";
}

TEST(CsvAttributes, AttributesStayWithTheirRowsAcrossPieces) {
    std::string text = "s,x,y,n\n";
    std::vector<std::string> words;
    std::vector<double> numbers;
    for (int i = 0; text.size() < (3 << 20); ++i) {
        const bool missing = i % 7 == 3;
        const std::string word = i % 11 ? "w" + std::to_string(i % 1000) : "two\n\"\"lines\"\"";
        text += "\"" + word + "\"," + (missing ? "NA" : "4000000.25") + "," + std::to_string(i) + "," + std::to_string(i) + ".5\n";
        if (missing) continue;
        words.push_back(i % 11 ? word : "two \"lines\"");
        numbers.push_back(i + .5);
    }
    const DataSet data = load_text(text);
    EXPECT_EQ(data.origin[0], 4000000.25) << "which takes two readings";
    ASSERT_EQ(data.count(), std::int64_t(words.size()));
    EXPECT_EQ(data.quantities[1].numbers()->of_point, numbers);
    EXPECT_EQ(texts(data, "s"), words);
}

TEST(CsvAttributes, WordsAreUtf8WithoutControlCharacters) {
    const std::string long_word(300, 'a');
    const DataSet data = load_text("x,y,s\n1,2,caf\xc3\xa9\n1,2,caf\xe9\n1,2,a\x01z\n1,2," + long_word + "\n1,2,\xe2\x82\n");
    EXPECT_THAT(texts(data, "s"), ElementsAre("caf\xc3\xa9", "caf\xc3\xa9", "a z", std::string(197, 'a') + "...", "\xc3\xa2\xc2\x82"));
}

TEST(CsvAttributes, ADelimiterAtTheEndOfALineIsNoField) {
    for (const char* text : {"x,y\n1,2,\n3,4,\n", "x,y,\n1,2,\n3,4,\n", "x,y\n1,2, \n3,4\n"}) {
        const DataSet data = load_text(text);
        EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4)) << text;
        EXPECT_TRUE(data.quantities.empty());
    }
    expect_refused("x,y\n1,2,,\n", {":2 has 4 fields"});
}

TEST(CsvAttributes, ThousandsAreNotGuessedAt) {
    expect_refused("x,y\n1,2\n\"1,234\",2\n", {":3: '1,234' in column 'x' is not a number", "separators"});
    expect_refused("x;y\n1;2\n1'234;2\n", {":3: '1'234'", "separators"});
    EXPECT_THAT(texts(load_text("x,y,people\n1,2,\"1,234\"\n"), "people"), ElementsAre("1,234"));
}

TEST(CsvAttributes, MarksOfMissingValues) {
    const DataSet data = load_text("x,y\n1,2\n-,3\n?,4\n5,#N/A\n\\N,6\n.,7\n--,8\nnil,9\n-1,10\n");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, -1, 10));
    EXPECT_EQ(data.skipped.count, 7);
}

}  // namespace
}  // namespace neighborscope::test
