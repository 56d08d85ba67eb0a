// Word vectors in text: GloVe, word2vec, fastText.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

const std::vector<std::string> odd_words{"the", ",", ".", "\"", "'s", "#", "#tag", "2010", "1,000", "\"quoted", "NA", "nan", "-", "inf",
    "null", "5\"", "caf\xc3\xa9", "new york", "\"\"", "[1]", "3:4", "(", "POINT"};

/// One line per word with numbers row, row + 0.5, row + 1...
std::string lines_of(const std::vector<std::string>& words, int numbers, const char* separator = " ", const char* end = "\n") {
    std::string text;
    for (std::size_t row = 0; row < words.size(); ++row) {
        text += words[row];
        for (int i = 0; i < numbers; ++i) text += separator + std::to_string(double(row) + .5 * i);
        text += end;
    }
    return text;
}

void expect_words(const DataSet& data, const std::vector<std::string>& words, int numbers) {
    ASSERT_EQ(data.count(), std::int64_t(words.size()));
    ASSERT_EQ(data.dimension, numbers);
    ASSERT_TRUE(data.title());
    std::vector<std::string> titles;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        titles.push_back(data.title()->text(row));
        EXPECT_EQ(data.coordinate(row, 0), double(row));
        EXPECT_EQ(data.coordinate(row, numbers - 1), double(row) + .5 * (numbers - 1));
    }
    EXPECT_THAT(titles, ElementsAreArray(words));
    EXPECT_EQ(data.axes.front(), "1");
}

TEST(WordVectors, OfAnyWordsAreRead) {
    const std::string head = std::to_string(odd_words.size()) + " ";
    for (const char* name : {"glove.txt", "glove.6B.50d", "wiki.vec", "karate.emb", "vectors"}) {
        SCOPED_TRACE(name);
        expect_words(load_text(lines_of(odd_words, 50), "", name), odd_words, 50);
        expect_words(load_text(head + "8\n" + lines_of(odd_words, 8), "", name), odd_words, 8);
    }
    expect_words(load_text(head + "300\r\n" + lines_of(odd_words, 300, " ", " \r\n"), "", "a.txt"), odd_words, 300);
    expect_words(load_text(lines_of(odd_words, 25, "\t"), "", "a.txt"), odd_words, 25);
    expect_words(load_text(lines_of({"the", "#", "\"", "a"}, 4), "", "a.txt"), {"the", "#", "\"", "a"}, 4);
    expect_words(load_text(lines_of({"the", "new york", "a"}, 4), "", "a.txt"), {"the", "new york", "a"}, 4);
    expect_words(load_text("3 4\n" + lines_of({"1", "34", "2"}, 4), "", "nodes.emb"), {"1", "34", "2"}, 4);
}

TEST(WordVectors, APreviewSaysSo) {
    const File file("w.txt", "4 10\n" + lines_of({"the", "#", "\"", "a"}, 10));
    const auto preview = preview_table(file.path());
    ASSERT_TRUE(preview);
    EXPECT_EQ(preview->details, "word vectors: a word and 10 numbers a line");
    EXPECT_EQ(preview->columns[0].use, ColumnPreview::Use::title);
    EXPECT_EQ(preview->columns[0].examples[2], "\"");
    EXPECT_EQ(preview->coordinates.size(), 10u);
    EXPECT_THAT(load_text("2 4\na 1 2 3 4\nb 5 6 7 8\n", "2,5", "w.txt").coordinates, ElementsAre(1, 4, 5, 8));
    EXPECT_THAT(load_text("2 4\na 1 2 3 4\nb 5 6 7 8\n", "2,5", "w.txt").axes, ElementsAre("2", "5"));
}

TEST(WordVectors, TablesStayTables) {
    const DataSet quoted = load_text(lines_of({"\"New York\"", "\"Bern\""}, 12), "", "a.txt");
    EXPECT_EQ(quoted.title()->text(0), "New York");
    const DataSet columns = load_text(lines_of({"Bern a", "Rom a", "Ulm b", "Linz b"}, 12), "", "a.txt");
    EXPECT_EQ(columns.dimension, 12);
    EXPECT_EQ(columns.title()->text(0), "Bern") << "two columns of text";
    EXPECT_EQ(columns.label()->text(0), "a");
    const DataSet classes = load_text(lines_of({"setosa", "virginica", "setosa", "virginica"}, 12), "", "a.txt");
    EXPECT_EQ(classes.label()->text(1), "virginica");
    const DataSet comment = load_text("# made by hand\n" + lines_of({"a", "b"}, 12), "", "a.txt");
    EXPECT_EQ(comment.count(), 2);
    EXPECT_EQ(load_text("a 1 2 3\n# b 1 2 3\nc 4 5 6\n", "", "a.txt").count(), 2) << "a row as a comment";
    EXPECT_THAT(load_text("3 2\n1 1\n2 5\n", "", "a.txt").coordinates, ElementsAre(3, 2, 1, 1, 2, 5));
    const DataSet missing = load_text("a 1 2 NA 4 5 6 7 8 9 10 11\n" + lines_of({"b", "c"}, 11), "", "a.txt");
    EXPECT_EQ(missing.count(), 2);
    EXPECT_EQ(missing.skipped.count, 1);
}

TEST(WordVectors, AreRefusedWithTheLine) {
    const auto refused = [](const std::string& text, const std::vector<std::string>& words) { expect_refused(text, words, "", "w.txt"); };
    refused("3 4\nthe 1 2 3 4\nof 1 2 3 4\n", {":1: this line says that there are 3 words, but 2 lines follow"});
    refused("2 4\nthe 1 2 3 4\nof 1 2 4\n", {":3 has 4 fields where a line has a word and 4 numbers"});
    refused("2 4\nthe 1 2 3 4\nof 1 2 3 4 5\n", {":3 has 6 fields where a line has a word and 4 numbers"});
    refused("2 4\nthe 1 2 3 4\nof 1 2 x 4\n", {":3: 'x' in column 4 is not a number"});
    std::vector<std::string> many;
    for (int i = 0; i < 500; ++i) many.push_back("w" + std::to_string(i));
    refused(lines_of(many, 50) + "torn 1 2\n", {":501 has 3 fields where a line has a word and 50 numbers"});
    refused("4 4\n1 2 3 4\n5 6 7 8\n", {":2 has 4 fields where the first line has 2"});
    const std::string numbers("\0\1\2\3\4\5\6\7", 8);
    expect_refused("3000000 300\n</s> " + numbers + " and so on", {"word2vec's binary format", "binary=False"}, "", "GoogleNews.bin");
}

TEST(WordVectors, OfALongFileAreReadInPieces) {
    std::vector<std::string> words;
    for (int i = 0; i < 20000; ++i) words.push_back(odd_words[std::size_t(i) % odd_words.size()] + (i < 23 ? "" : "_" + std::to_string(i)));
    expect_words(load_text(lines_of(words, 12), "", "w.txt"), words, 12);
}

}  // namespace
}  // namespace neighborscope::test
