// gzip around any format: read like the file inside, refused with the byte where it is damaged.
#include "tests/app/data/test_file.hpp"

#include "app/data/load/input_file.hpp"

#include <zlib.h>

namespace neighborscope {
namespace {

using test::expect_error;
using test::File;

std::string packed(const std::string& content) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string out(deflateBound(&stream, content.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = uInt(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string table(int rows) {
    std::string text;
    for (int row = 0; row < rows; ++row) text += std::to_string(row * 37 % 1000) + "," + std::to_string(row * 61 % 777) + "\n";
    return text;
}

TEST(Gzip, IsReadLikeTheFileInside) {
    const std::string text = table(500000);  // more than one tile of what unpacks it
    const DataSet plain = test::load_text(text);
    const File file("points.csv.gz", packed(text));
    const DataSet unpacked = load_data(file.path());
    EXPECT_EQ(unpacked.format, "CSV");
    EXPECT_EQ(unpacked.name, "points.csv.gz");
    EXPECT_EQ(unpacked.hash, plain.hash);
}

TEST(Gzip, IsKnownByItsContent) {
    const File file("points.xyz", packed("1 2 3\n4 5 6\n"));
    EXPECT_EQ(load_data(file.path()).count(), 2);
    EXPECT_EQ(without_gz("a/b.CSV.GZ"), "a/b.CSV");
    EXPECT_EQ(without_gz("a.gz/b"), "a.gz/b");
}

TEST(Gzip, MayBeUnpackedAlready) {
    const File file("points.csv.gz", "1,2\n3,4\n");
    const DataSet data = load_data(file.path());
    EXPECT_EQ(data.format, "CSV");
    EXPECT_THAT(data.coordinates, testing::ElementsAre(1, 2, 3, 4));
    expect_error(Failure::input, {"points.csv.gz:2", "six"}, [] { test::load_text("1,2\n5,six\n", "", "points.csv.gz"); });
}

TEST(Gzip, JoinsMembersAndIgnoresPadding) {
    const File file("points.csv.gz", packed("1,2\n") + packed("3,4\n") + std::string(512, '\0'));
    EXPECT_EQ(load_data(file.path()).count(), 2);
}

TEST(Gzip, SaysWhereItIsDamaged) {
    const std::string good = packed(table(5000));
    const File cut("points.csv.gz", good.substr(0, good.size() / 2));
    expect_error(
        Failure::input, {"points.csv.gz, byte " + std::to_string(good.size() / 2), "ends too early"}, [&] { load_data(cut.path()); });
    std::string wrong = good;
    wrong[good.size() - 6] ^= 1;  // the checksum
    const File damaged("points.csv.gz", wrong);
    expect_error(Failure::input, {"points.csv.gz, byte ", "damaged"}, [&] { load_data(damaged.path()); });
    const File trailing("points.csv.gz", good + "and something else");
    expect_error(Failure::input, {"damaged"}, [&] { load_data(trailing.path()); });
    const File nothing("points.csv.gz", packed(""));
    expect_error(Failure::input, {"empty once unpacked"}, [&] { load_data(nothing.path()); });
}

TEST(Gzip, NamesLinesOfWhatWasInside) {
    const File file("points.csv.gz", packed("1,2\n3,4\n5,six\n"));
    expect_error(Failure::input, {"points.csv.gz (unpacked):3", "six"}, [&] { load_data(file.path()); });
}

TEST(Gzip, UnpackingCanBeCancelled) {
    const File file("points.csv.gz", packed(table(500000)));
    const std::atomic<bool> stop{true};
    EXPECT_THROW(load_data(file.path(), {}, Progress{{}, &stop}), Cancelled);
}

}  // namespace
}  // namespace neighborscope
