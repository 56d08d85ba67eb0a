// Rows of large files, read a part at a time.
#include "app/data/load/row_file.hpp"
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"
#include "tests/refused.hpp"

namespace neighborscope::test {
namespace {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}
template <class T>
std::string fbin(std::uint32_t rows, std::uint32_t dimension, const std::vector<T>& values) {
    return bytes_of(std::vector<std::uint32_t>{rows, dimension}) + bytes_of(values);
}
std::string npy(const std::string& type, const std::string& shape, const std::string& values, const char* order = "False") {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (" + shape + "), }";
    header.resize((header.size() + 10 + 63) / 64 * 64 - 11, ' ');
    header += '\n';
    const auto length = std::uint16_t(header.size());
    return std::string("\x93NUMPY\x01\0", 8) + bytes_of(std::vector<std::uint16_t>{length}) + header + values;
}

void expect_rows(const std::string& name, const std::string& content, const std::string& format) {
    const File file(name, content);
    const RowFile rows(file.path(), {});
    EXPECT_EQ(rows.format(), format);
    ASSERT_EQ(rows.count(), 3) << name;
    ASSERT_EQ(rows.dimension(), 2) << name;
    std::vector<float> read(4);
    const Magnitudes found = rows.read(1, 2, read.data());
    EXPECT_THAT(read, testing::ElementsAre(3, 4, 5, 6)) << name;
    EXPECT_EQ(found.largest, 6);
    EXPECT_EQ(found.smallest, 3);
}

TEST(RowFile, ReadsRowsOfEveryFormat) {
    expect_rows("a.fbin", fbin<float>(3, 2, {1, 2, 3, 4, 5, 6}), "big-ann");
    expect_rows("a.u8bin", fbin<std::uint8_t>(3, 2, {1, 2, 3, 4, 5, 6}), "big-ann");
    expect_rows("a.npy", npy("<f4", "3, 2", bytes_of<float>({1, 2, 3, 4, 5, 6})), "NPY");
    expect_rows("a.npy", npy("<f8", "3, 2", bytes_of<double>({1, 2, 3, 4, 5, 6})), "NPY");
    expect_rows("a.npy", npy("<i2", "3, 2", bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6})), "NPY");
    std::string vectors, bytes;
    for (const int row : {0, 1, 2}) {
        vectors += bytes_of<std::int32_t>({2}) + bytes_of<float>({float(2 * row + 1), float(2 * row + 2)});
        bytes += bytes_of<std::int32_t>({2}) + bytes_of<std::uint8_t>({std::uint8_t(2 * row + 1), std::uint8_t(2 * row + 2)});
    }
    expect_rows("a.fvecs", vectors, "vecs");
    expect_rows("a.bvecs", bytes, "vecs");
}

TEST(RowFile, RefusesWhatCannotBeReadInParts) {
    const auto refused = [](const std::string& name, const std::string& content, const std::vector<std::string>& texts,
                             LoadOptions how = {}) {
        const File file(name, content);
        expect_error(how.columns.empty() ? Failure::input : Failure::usage, texts, [&] { const RowFile rows(file.path(), how); });
    };
    refused("a.csv", "x,y\n1,2\n", {"CSV cannot be read in tiles", ".npy"});
    refused("a.fbin.gz", gzip(fbin<float>(1, 2, {1, 2})), {"packed by gzip", "gunzip"});
    refused("a.npy", npy("<f4", "3, 2", bytes_of<float>({1, 3, 5, 2, 4, 6}), "True"), {"row by row"});
    refused("a.fbin", fbin<float>(3, 2, {1, 2, 3, 4}), {"says 3 vectors of 2 dimensions", "the file was cut"});
    refused("a.fbin", fbin<float>(1, 2, {1, 2}), {"--columns"}, {false, "1"});
}

TEST(RowFile, NamesTheRowOfANumberThatIsNotFinite) {
    const File file("a.fbin", fbin<float>(3, 2, {1, 2, 3, NAN, 5, 6}));
    const RowFile rows(file.path(), {});
    std::vector<float> read(2);
    rows.read(0, 1, read.data());
    expect_error(Failure::input, {"row 1, column 2"}, [&] { rows.read(1, 1, read.data()); });
    std::string vectors = bytes_of<std::int32_t>({2}) + bytes_of<float>({1, 2}) + bytes_of<std::int32_t>({3}) + bytes_of<float>({1, 2});
    const File other("a.fvecs", vectors);
    const RowFile of_other(other.path(), {});
    expect_error(Failure::input, {"vector 1 is said to have 3 dimensions"}, [&] { of_other.read(1, 1, read.data()); });
}

TEST(RowFile, AFileThatIsCutOrChangedWhileItIsReadGivesAnErrorAndNoCrash) {
    const File file("a.fbin", fbin<float>(4, 2, {1, 2, 3, 4, 5, 6, 7, 8}));
    const RowFile rows(file.path(), {});
    std::vector<float> read(8);
    rows.read(0, 4, read.data());
    std::filesystem::resize_file(file.path(), 20);
    expect_error(Failure::input, {"the file was cut while it was read"}, [&] { rows.read(0, 4, read.data()); });
    const File changed("b.fbin", fbin<float>(4, 2, {1, 2, 3, 4, 5, 6, 7, 8}));
    const RowFile of_changed(changed.path(), {});
    std::filesystem::last_write_time(changed.path(), std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
    expect_error(Failure::input, {"was changed while it was read"}, [&] { of_changed.read(0, 4, read.data()); });
}

TEST(RowFile, EachNthRowIsASample) {
    LoadOptions options;
    options.every = 3;
    std::vector<float> numbers;
    for (int row = 0; row < 8; ++row) numbers.insert(numbers.end(), {float(row), float(10 * row)});
    std::vector<double> wide(numbers.begin(), numbers.end());
    std::string vecs;
    for (int row = 0; row < 8; ++row)
        vecs += bytes_of(std::vector<std::int32_t>{2}) + bytes_of(std::vector<float>{float(row), float(10 * row)});
    for (const auto& [name, content] : {std::pair{"a.fbin", fbin<float>(8, 2, numbers)}, std::pair{"a.fvecs", vecs},
             std::pair{"a.npy", npy("<f4", "8, 2", bytes_of(numbers))}, std::pair{"b.npy", npy("<f8", "8, 2", bytes_of(wide))}}) {
        const File file(name, content);
        const DataSet data = load_data(file.path(), options);
        EXPECT_THAT(data.coordinates, testing::ElementsAre(0, 0, 3, 30, 6, 60)) << name;
        EXPECT_THAT(data.file_rows, testing::ElementsAre(0, 3, 6)) << name;
        EXPECT_EQ(sample_text(data), "a sample: one in 3 of the file's 8 rows; neighbours are found among these alone");
        EXPECT_EQ(first_new_row(data), 8) << "points added by hand are not numbered as rows of the file";
    }
}

TEST(RowFile, ASampleNamesRowsAsTheFileDoes) {
    LoadOptions options;
    options.every = 2;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const File file("a.npy", npy("<f4", "7, 1", bytes_of(std::vector<float>{0, nan, 2, 3, nan, 5, 6})));
    const DataSet data = load_data(file.path(), options);
    EXPECT_THAT(data.file_rows, testing::ElementsAre(0, 2, 6));
    EXPECT_EQ(data.skipped.first_row, 4);
    options.strict = true;
    EXPECT_THAT(error_of([&] { load_data(file.path(), options); }).what(), testing::HasSubstr("row 4, column 1"));
    options.strict = false;
    options.label = "1";
    const File labelled("b.npy", npy("<f4", "5, 2", bytes_of(std::vector<float>{7, 0, 8, 1, 9, 2, 7, 3, 9, 4})));
    const DataSet classes = load_data(labelled.path(), options);
    EXPECT_THAT(classes.coordinates, testing::ElementsAre(0, 2, 4));
    EXPECT_EQ(classes.label()->card_text(1), "9");
}

TEST(RowFile, OnlyRowsOfEqualLengthAreSampled) {
    LoadOptions options;
    options.every = 2;
    const File table("a.csv", "x,y\n1,2\n3,4\n");
    EXPECT_THAT(error_of([&] { load_data(table.path(), options); }).what(), testing::HasSubstr("CSV cannot be read in part"));
    EXPECT_EQ(error_of([&] { load_data("uniform:n=10,d=2", options); }).kind, Failure::usage);
    const File broken("a.fvecs", bytes_of(std::vector<std::int32_t>{1, 0, 1, 0, 3, 0}));
    EXPECT_THAT(error_of([&] { load_data(broken.path(), options); }).what(), testing::HasSubstr("vector 2 is said to have 3 dimensions"));
    options.every = 0;  // as many as fit: a small file is read whole, and any format
    EXPECT_EQ(load_data(table.path(), options).every, 1);
}

TEST(RowFile, AsManyRowsAsFit) {
    StoredRows stored;
    stored.matrix = {1000000, 25, {}, 100, 4};  // 100 MB
    EXPECT_EQ(every_row_that_fits(stored, 300e6), 1);
    EXPECT_EQ(every_row_that_fits(stored, 240e6), 5) << "20 MB, three times a quarter of the memory";
    EXPECT_EQ(every_row_that_fits(stored, 1200), 1000000);
    stored.matrix.rows = 1000000000;
    EXPECT_EQ(every_row_that_fits(stored, 64e9), 373) << "256 MiB";
}

}  // namespace
}  // namespace neighborscope::test
