// gzip around any format: the same result as for the file inside, or an error with the byte of the damage.
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"
#include "tests/sanitized.hpp"

#include "app/data/load/input_file.hpp"

#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <random>

namespace neighborscope {
namespace {

using test::expect_error;
using test::File;

std::string packed(const std::string& content) { return test::gzip(content); }

std::string table(int rows) {
    std::string text;
    for (int row = 0; row < rows; ++row) text += std::to_string(row * 37 % 1000) + "," + std::to_string(row * 61 % 777) + "\n";
    return text;
}

TEST(Gzip, IsReadLikeTheFileInside) {
    const std::string text = table(500000);  // more than one tile of the unpacker
    const DataSet plain = test::load_text(text);
    const File file("points.csv.gz", packed(text));
    const DataSet unpacked = load_data(file.path());
    EXPECT_EQ(unpacked.format, "CSV");
    EXPECT_EQ(unpacked.name, "points.csv.gz");
    EXPECT_EQ(unpacked.hash, plain.hash);
}

/// Expects the same points, attributes and errors with lines from megabytes of text, more than is unpacked at once, with gzip.
void expect_the_same(const std::string& text, const LoadOptions& options = {}) {
    SCOPED_TRACE(text.substr(0, 60));
    ASSERT_GT(text.size(), 2u << 20);
    const File plain("points.csv", text), gzip("points.csv.gz", packed(text));
    const auto outcome = [&](const File& file) {
        std::string words;
        try {
            const DataSet data = load_data(file.path(), options);
            words = std::to_string(data.hash) + " " + std::to_string(data.count()) + " " + std::to_string(data.skipped.count) + " " +
                    std::to_string(data.skipped.first_row) + " " + (data.label() ? data.label()->name : "") + " " +
                    (data.title() ? data.title()->name : "");
            for (const double origin : data.origin) words += " " + std::to_string(origin);
            for (const std::string& axis : data.axes) words += " " + axis;
            for (const Quantity& quantity : data.quantities) {
                words += " " + quantity.name + " " + std::to_string(quantity.values.index()) + " " + quantity.text(data.count() - 1);
                for (int column = 0; column < int(quantity.columns().size()); ++column)
                    for (std::int64_t row = 0; row < data.count(); row += 997) {
                        const StoredColumn stored = quantity.columns()[std::size_t(column)];
                        const double number = quantity.stored(row, column);
                        words += "," + (stored.words && number >= 0 ? (*stored.words)[std::size_t(number)] : std::to_string(number));
                    }
            }
            if (data.motion) words += " ticks " + std::to_string(data.motion->ticks());
        } catch (const Error& error) {
            words = error.one_line();
            const std::size_t at = words.find(file.path());
            EXPECT_NE(at, std::string::npos) << words;
            if (at != std::string::npos) words.erase(at, file.path().size());
        }
        const std::size_t unpacked = words.find(" (unpacked)");
        return unpacked == std::string::npos ? words : words.erase(unpacked, 11);
    };
    const std::string expected = outcome(plain);
    EXPECT_EQ(outcome(gzip), expected);
    std::optional<TablePreview> previews[2] = {preview_table(plain.path()), preview_table(gzip.path())};
    EXPECT_EQ(previews[0]->details, previews[1]->details);
    EXPECT_EQ(previews[0]->coordinates, previews[1]->coordinates);
}

TEST(Gzip, ALongTableIsReadAsItIsUnpacked) {
    const auto rows = [](int count, const std::function<std::string(int)>& row) {
        std::string text;
        for (int i = 0; i < count; ++i) text += row(i);
        return text;
    };
    const auto number = [](int i) { return std::to_string(i * 37 % 1000) + "." + std::to_string(i % 10); };
    expect_the_same(table(500000));
    expect_the_same("\xef\xbb\xbfx;y;depth\r\n" +
                    rows(250000, [&](int i) { return number(i) + ";" + number(i * 7) + ";" + number(i) + "\r\n"; }) + "\x1a");
    // Words, numbers that turn out to be words late, colours, missing values and rows that are left out; no newline at the end.
    const auto attributes = [&](int i) {
        return number(i) + "," + (i % 1000 == 77 ? "nan" : number(i * 3)) + ",kind " + std::to_string(i % 5) + "," +
               (i == 140000 ? std::string("twelve") : std::to_string(i % 12)) + ",#" + (i % 2 ? "ff8000" : "0080ff") + "," +
               (i % 3 ? std::to_string(i % 9) : "") + "\n";
    };
    expect_the_same("x,y,kind,month,colour,level\n" + rows(150000, attributes) + "1,2,kind 9,3,#000000,4");
    // All far from 0 except the first, so that it is read twice.
    expect_the_same("x,y\n0,0\n" + rows(250000, [&](int i) {
        return "4" + std::to_string(500000 + i) + ".25,57" + std::to_string(10000 + i % 777) + ".5\n";
    }));
    // Quoted fields with delimiters, doubled quotes and line ends, some longer than a piece.
    const auto quoted = [&](int i) {
        return "\"" +
               (i % 50000 == 49999 ? std::string(700000, 'a') + "\n" + std::string(500000, 'b')
                                   : "a, \"\"" + std::to_string(i) + "\"\"\n b") +
               "\"," + number(i) + "," + number(i * 3) + "\n";
    };
    expect_the_same("name,x,y\n" + rows(150000, quoted));
    expect_the_same("tick,id,x,y\n" + rows(200000, [&](int i) {
        return std::to_string(i / 100) + ",object " + std::to_string(i % 100) + "," + number(i) + "," + number(i * 3) + "\n";
    }));
}

/// Returns a matrix as numpy writes it, including the header.
std::string npy_matrix(const std::string& type, int rows, int columns, const std::string& values) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " + std::to_string(columns) + "), }";
    header.resize(117, ' ');
    return std::string("\x93NUMPY\1\0v\0", 10) + header + "\n" + values;
}

/// The numbers 0, 0.25, 0.5, ...
std::string quarters(int count) {
    std::string bytes;
    for (int i = 0; i < count; ++i) {
        const float value = 0.25f * float(i);
        bytes.append(reinterpret_cast<const char*>(&value), 4);
    }
    return bytes;
}

TEST(Gzip, ALongMatrixIsReadAsItIsUnpacked) {
    const std::string values = quarters(300000), content = npy_matrix("<f4", 100000, 3, values);
    const File plain("points.npy", content), gzip("points.npy.gz", packed(content));
    EXPECT_EQ(load_data(gzip.path()).hash, load_data(plain.path()).hash);
    EXPECT_EQ(load_data(gzip.path(), {.columns = "z,x"}).hash, load_data(plain.path(), {.columns = "z,x"}).hash);
    const DataSet labelled = load_data(gzip.path(), {.label = "z"});
    EXPECT_EQ(labelled.dimension, 2);
    EXPECT_EQ(labelled.label(), &labelled.quantities.at(0));

    const auto refused = [](const std::string& bytes, const std::vector<std::string>& texts) {
        const File file("points.npy.gz", bytes);
        expect_error(Failure::input, texts, [&] { load_data(file.path()); });
    };
    refused(packed(npy_matrix("<f4", 100001, 3, values)), {"(unpacked): it ends after 100000 of the 100001 rows"});
    refused(packed(npy_matrix("<f4", 99999, 3, values)), {"more bytes follow the 99999 rows"});
    refused(packed(npy_matrix("<f4", 2147483647, 3, values)), {"needs 25769803764 bytes"});
    std::string damaged = packed(content);
    damaged[damaged.size() - 6] = char(damaged[damaged.size() - 6] ^ 1);  // in the checksum
    refused(damaged, {"the gzip file is damaged"});
    refused(damaged.substr(0, damaged.size() / 2), {"ends too early"});
}

TEST(Gzip, LongPicturesAreReadAsTheyAreUnpacked) {
    std::string content("\0\0\x0d\2\0\1\x86\xa0\0\0\0\4", 12);  // 100000 x 4 of float32
    content += quarters(400000);
    const File plain("a.idx", content), gzip("a.idx.gz", packed(content));
    EXPECT_EQ(load_data(gzip.path()).hash, load_data(plain.path()).hash);
    EXPECT_EQ(load_data(gzip.path(), {.label = "2"}).hash, load_data(plain.path(), {.label = "2"}).hash);
    const File cut("a.idx.gz", packed(content.substr(0, content.size() - 1)));
    expect_error(Failure::input, {"it ends after 99999 of the 100000 rows"}, [&] { load_data(cut.path()); });
}

TEST(Gzip, LongVectorsAreTheSame) {
    std::string content;
    const std::string values = quarters(300000);
    for (int row = 0; row < 100000; ++row) content += std::string("\3\0\0\0", 4) + values.substr(std::size_t(row) * 12, 12);
    const File plain("a.fvecs", content), gzip("a.fvecs.gz", packed(content));
    EXPECT_EQ(load_data(gzip.path()).hash, load_data(plain.path()).hash);
    EXPECT_EQ(load_data(gzip.path(), {.label = "z"}).hash, load_data(plain.path(), {.label = "z"}).hash);
    const auto refused = [](const std::string& unpacked, const std::vector<std::string>& texts) {
        const File file("a.fvecs.gz", packed(unpacked));
        expect_error(Failure::input, texts, [&] { load_data(file.path()); });
    };
    refused(content.substr(0, content.size() - 1), {"the file ends within vector 99999"});
    refused(std::string(4 << 20, '\0'), {"byte 0: the first vector is said to have 0 dimensions"});
    content[16 * 80000] = 4;
    refused(content, {"byte 1280000: vector 80000 is said to have 4 dimensions, the first has 3"});
}

TEST(Gzip, WhatIsNoTextIsRefusedByItsBeginning) {
    const File zeros("zeros.csv.gz", packed(std::string(4 << 20, '\0')));
    std::size_t taken = 0;
    expect_error(Failure::input, {":1: a NUL byte"}, [&] {
        load_data(zeros.path(), {}, {[&](double done, double) { taken = std::max(taken, std::size_t(done)); }, nullptr});
    });
    EXPECT_LT(taken, std::filesystem::file_size(zeros.path()) / 2);
    const File endless("endless.csv.gz", packed("x,y\n1,2\n3,4\n" + table(200000) + std::string(20 << 20, '7')));
    expect_error(Failure::input, {"does not end within 16.8 MB"}, [&] { load_data(endless.path()); });
}

TEST(Gzip, BareFloatsAndHeadersAreRefusedByTheirBeginning) {
    std::string random(8 << 20, '\0'), vectors;
    std::mt19937 bits(5);
    for (char& byte : random) byte = char(bits());
    for (int i = 0; i < 400000; ++i) vectors += std::string("\3\0\0\0", 4) + random.substr(std::size_t(i) * 12, 12);
    struct Refused {
        std::string name, content, why;
    };
    for (const Refused& one : {Refused{"scan.bin", random, "these bytes are not float32"},
             {"scan.bin", vectors, "looks like vectors of TEXMEX"}, {"scan.bin", table(900000), "is text"},
             {"cloud.ply", "ply\nformat ascii 1.0\nelement vertex many\nend_header\n" + random, "is no number of items"},
             {"cloud.pcd", "VERSION 0.7\nFIELDS x y\nSIZE 4 4\nTYPE F F\nDATA zipped\n" + random, "DATA 'zipped' is unknown"}}) {
        const File file(one.name + ".gz", packed(one.content));
        std::size_t taken = 0;
        expect_error(Failure::input, {one.why}, [&] {
            load_data(file.path(), {}, {[&](double done, double) { taken = std::max(taken, std::size_t(done)); }, nullptr});
        });
        EXPECT_LT(taken, std::filesystem::file_size(file.path()) / 2) << one.why;
    }
}

/// Returns how many bytes of mapped files are in this process's memory.
std::size_t mapped_now() {
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("RssFile:")) return std::stoul(line.substr(8)) * 1024;
    return 0;
}

TEST(Gzip, WhatWasReadIsGivenBack) {
    std::string values(24 << 20, '\0');
    std::mt19937 bits(6);
    for (std::size_t i = 0; i < values.size(); i += 4) {
        const float value = float(bits());
        std::memcpy(values.data() + i, &value, 4);
    }
    const File gzip("points.npy.gz", packed(npy_matrix("<f4", 2 << 20, 3, values)));
    ASSERT_GT(std::filesystem::file_size(gzip.path()), 16u << 20);
    const std::size_t before = mapped_now();
    std::size_t most = 0;
    load_data(gzip.path(), {}, {[&](double, double) { most = std::max(most, mapped_now()); }, nullptr});
    EXPECT_LT(most, before + (8 << 20));
}

TEST(Gzip, WhatFollowsTheDataIsToldFromACut) {
    const std::string gzip = packed("x,y\n1,2\n3,4\n");
    const auto refused = [](const std::string& bytes, const std::vector<std::string>& texts) {
        const File file("points.csv.gz", bytes);
        expect_error(Failure::input, texts, [&] { load_data(file.path()); });
    };
    refused(gzip + "junk", {"after the end of the compressed data at byte " + std::to_string(gzip.size()) +
                               " come 4 bytes that are not gzip; cut them off: head -c " + std::to_string(gzip.size())});
    refused(gzip + gzip.substr(0, 15), {"ends too early"});
    const File padded("points.csv.gz", gzip + std::string(9, '\0')), twice("points.csv.gz", gzip + packed("5,6\n"));
    EXPECT_EQ(load_data(padded.path()).count(), 2);
    EXPECT_EQ(load_data(twice.path()).count(), 3);
}

TEST(Gzip, LinesOfALongTableAreNamed) {
    const std::string good = "x,y\n" + table(400000);
    for (const std::string wrong : {"1,2,3\n", "1\n", "1,six\n", "1,1e99\n", "1,\"2\n"})
        if (!test::sanitized || wrong == "1\n") expect_the_same(good + wrong + good.substr(4));
    expect_the_same("# a comment\n\n" + good + "5,six");
    expect_the_same(good + "nan,1\n", {true});
    expect_the_same(good + "1,2\n", {false, "y,z"});
    expect_the_same("tick,id,x,y\n" + [&] {
        std::string text;
        for (int i = 0; i < 200000; ++i) text += std::to_string(i) + ",a," + std::to_string(i) + ".5,7.25\n";
        return text;
    }() + "7,,1,2\n");
    // Damage of the gzip file is reported rather than its effect on the text.
    std::string damaged = packed(good + "5,six\n");
    damaged[damaged.size() - 6] ^= 1;
    const File file("points.csv.gz", damaged);
    expect_error(Failure::input, {"points.csv.gz, byte ", "the gzip file is damaged"}, [&] { load_data(file.path()); });
}

TEST(Gzip, UnpackingALongTableCanBeStopped) {
    const File file("points.csv.gz", packed(table(500000)));
    std::atomic<bool> stop{false};
    Progress progress{[&](double done, double total) { stop = done > total / 2; }, &stop};
    EXPECT_THROW(load_data(file.path(), {}, progress), Cancelled);
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
    expect_error(Failure::input, {"come 18 bytes that are not gzip"}, [&] { load_data(trailing.path()); });
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
