#include "app/data/load/text_rows.hpp"

#include "tests/app/data/test_file.hpp"

namespace neighborscope::test {
namespace {

using namespace text_rows;

TEST(TextRows, AreCountedWithoutBlankLinesAndComments) {
    const InputFile file("made.txt", "# head\n1\n\n  \t\r\n 2 \r\n#x\n3");
    EXPECT_EQ(cut(file, file.begin(), file.end(), {}, HoldsTextBeforeComment{}).total(), 3u);
    EXPECT_EQ(cut(file, file.begin(), file.end(), {}, HoldsText{}).total(), 5u);
    EXPECT_EQ(cut(file, file.end(), file.end(), {}, HoldsText{}).total(), 0u);
}

TEST(TextRows, OfManyPiecesAreTheSameRows) {
    std::string text;
    std::size_t lines = 0;
    for (; text.size() < 3 * piece_bytes; ++lines) text += std::to_string(lines) + (lines % 7 ? "\n" : "\n\n");
    const InputFile file("made.txt", text);
    TextPieces pieces = cut(file, file.begin(), file.end(), {}, HoldsText{});
    EXPECT_GE(pieces.rows.size(), 3u);
    EXPECT_EQ(pieces.total(), lines);
    const std::size_t kept = pieces.rows[0] + 5;
    const char* rest = keep_first_rows(pieces, kept, HoldsText{});
    EXPECT_EQ(pieces.rows.size(), 2u);
    EXPECT_EQ(pieces.total(), kept);
    EXPECT_EQ(word_at(rest, file.end()), std::to_string(kept));
    EXPECT_EQ(pieces.begins.back(), rest);
    rest = keep_first_rows(pieces, 0, HoldsText{});
    EXPECT_EQ(rest, file.begin());
    EXPECT_EQ(pieces.total(), 0u);
}

TEST(TextRows, ContinuedLinesAreNotCutApart) {
    std::string text;
    while (text.size() < 2 * piece_bytes) text += "1 \\\r\n2\\\n3\n";
    const InputFile file("made.txt", text);
    const TextPieces pieces = cut(file, file.begin(), file.end(), {}, HoldsText{}, true);
    ASSERT_GE(pieces.rows.size(), 2u);
    for (std::size_t i = 0; i + 1 < pieces.begins.size(); ++i) EXPECT_EQ(*pieces.begins[i], '1');
}

TEST(TextRows, ANulByteIsNamedWithItsLine) {
    const InputFile file("made.txt", std::string("1\n2\n\0\n", 6));
    expect_error(Failure::input, {"made.txt:3", "NUL"}, [&] { cut(file, file.begin(), file.end(), {}, HoldsText{}); });
}

TEST(TextRows, NumbersAreReadAsPeopleWriteThem) {
    const auto read = [](const std::string& text, double& value, std::size_t length) {
        const char* p = text.data();
        const bool parsed = read_number(p, text.data() + text.size(), value);
        EXPECT_EQ(std::size_t(p - text.data()), length) << text;
        return parsed;
    };
    double value = 0;
    EXPECT_TRUE(read("1.5e2 7", value, 5));
    EXPECT_EQ(value, 150);
    EXPECT_TRUE(read("+2:3", value, 2));
    EXPECT_EQ(value, 2);
    EXPECT_TRUE(read("-inf", value, 4));
    EXPECT_EQ(value, -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(read("-1e999", value, 6));
    EXPECT_EQ(value, -std::numeric_limits<double>::infinity());
    for (const std::string odd :
        {"-nan", "nan(ind)", "-nan(ind)", "NaN(0x1)", "1.#QNAN", "-1.#IND", "1.#INF", "+1.#SNAN", "1.#IND00", "-1.#QNAN0e+000", "1.#J"}) {
        value = 0;
        EXPECT_TRUE(read(odd, value, odd.size())) << odd;
        EXPECT_FALSE(std::isfinite(value)) << odd;
    }
    EXPECT_TRUE(read("1.#QNAN,2", value, 7));
    EXPECT_TRUE(read("1.# a comment", value, 2));
    EXPECT_EQ(value, 1);
    EXPECT_TRUE(read("2.#INF", value, 2)) << "it is always 1";
    EXPECT_TRUE(read("1e-999", value, 6));
    EXPECT_EQ(value, 0);
    for (const char* wrong : {"", "x1", "+", "-", "+-1", "."}) EXPECT_FALSE(read(wrong, value, 0)) << wrong;
}

}  // namespace
}  // namespace neighborscope::test
