// Packed files are read while unpacking: the same points as from the file inside, without a second copy.
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"

#include "app/data/files/memory.hpp"

#include <cstring>
#include <random>
#include <thread>

namespace neighborscope {
namespace {

using test::expect_error;
using test::File;
using test::npy;
using test::npy_header;

constexpr int rows = 700001;

std::string quickly_packed(const std::string& content) { return test::gzip(content, 1); }

/// Returns the private memory of this process in bytes.
std::size_t held_now() {
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("RssAnon:")) return std::stoul(line.substr(8)) * 1024;
    return 0;
}

/// Describes the result of reading a file, including quantities.
std::string outcome(const std::string& path, const LoadOptions& options = {}) {
    const DataSet data = load_data(path, options);
    std::string words = std::to_string(data.hash) + " " + std::to_string(data.count());
    for (const double origin : data.origin) words += " " + std::to_string(origin);
    for (const std::string& axis : data.axes) words += " " + axis;
    for (const Quantity& quantity : data.quantities) {
        words += " " + quantity.name;
        for (std::int64_t row = 0; row < data.count(); row += 997) words += " " + quantity.text(row);
    }
    return words;
}

/// Reads only points, and expects little more memory than they take.
void expect_one_copy(const File& packed) {
    SCOPED_TRACE(packed.path());
    return_large_blocks();
    [[maybe_unused]] const std::size_t before = held_now(), of_pieces = (4 << 20) + std::thread::hardware_concurrency() * (5 << 19);
    std::size_t most = 0;
    const DataSet data =
        load_data(packed.path(), {.quantities = false}, {[&](double, double) { most = std::max(most, held_now()); }, nullptr});
    ASSERT_EQ(data.count(), rows);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers keep freed memory
    EXPECT_LT(most, before + data.coordinates.size() * sizeof(float) + of_pieces);
#endif
}

void expect_the_same_in_one_copy(const std::string& name, const std::string& content) {
    const File plain(name, content), packed(name + ".gz", quickly_packed(content));
    EXPECT_EQ(outcome(packed.path()), outcome(plain.path())) << name;
    expect_one_copy(packed);
}

/// Incompressible numbers, after `first`.
template <class T>
std::vector<T> numbers(std::size_t count, T first = 0) {
    std::mt19937 bits(7);
    std::vector<T> values(count);
    for (T& value : values) value = first + T(bits() % 1000003) / 8;
    return values;
}

TEST(PackedMemory, ColumnsOneAfterAnother) {
    const std::string shape = "(" + std::to_string(rows) + ", 4)";
    expect_the_same_in_one_copy("points.npy", npy(npy_header("<f4", shape, true), numbers<float>(4 * rows)));
    const std::string far = npy(npy_header("<f8", shape, true), numbers<double>(4 * rows, 5e6));  // read twice, for another origin
    expect_the_same_in_one_copy("points.npy", far);
    const File plain("points.npy", far), gzip("points.npy.gz", quickly_packed(far));
    EXPECT_EQ(outcome(gzip.path(), {.columns = "4,2"}), outcome(plain.path(), {.columns = "4,2"}));

    const auto refused = [](const std::string& bytes, const std::vector<std::string>& texts) {
        const File file("points.npy.gz", bytes);
        expect_error(Failure::input, texts, [&] { load_data(file.path()); });
    };
    const std::string small = npy(npy_header("<f4", "(140000, 4)", true), numbers<float>(4 * 140000));
    refused(quickly_packed(small.substr(0, small.size() - 1)), {"it ends before the last of the 140000 rows"});
    refused(quickly_packed(small + "x"), {"more bytes follow the 140000 rows"});
    std::string damaged = quickly_packed(small);
    damaged[damaged.size() - 6] = char(damaged[damaged.size() - 6] ^ 1);  // in the checksum
    refused(damaged, {"the gzip file is damaged"});
}

TEST(PackedMemory, ArraysOfAnArchive) {
    using test::zip_file;
    const std::string shape = "(" + std::to_string(rows) + ", 4)", one = "(" + std::to_string(rows) + ",)";
    const std::string matrix = npy(npy_header("<f8", shape, true), numbers<double>(4 * rows, 5e6)),
                      x = npy(npy_header("<f8", one), numbers<double>(rows)), y = npy(npy_header("<f8", one), numbers<double>(rows, 3)),
                      kind = npy(npy_header("<i4", one), numbers<std::int32_t>(rows));
    const auto expect_the_same = [](std::vector<test::ZipEntry> entries) {
        const File stored("points.npz", zip_file(entries));
        for (test::ZipEntry& entry : entries) entry.deflated = true, entry.level = 1;
        const File deflated("points.npz", zip_file(entries));
        EXPECT_EQ(outcome(deflated.path()), outcome(stored.path()));
        expect_one_copy(deflated);
        std::string damaged = zip_file(entries);
        damaged[1000] = char(damaged[1000] ^ 1);
        const File wrong("points.npz", damaged);
        expect_error(Failure::input, {"damaged"}, [&] { load_data(wrong.path()); });
    };
    expect_the_same({{"points.npy", matrix}, {"y.npy", kind}});
    expect_the_same({{"x.npy", x}, {"y.npy", y}, {"kind.npy", kind}});
}

template <class... Values>
void append(std::string& bytes, Values... values) {
    (bytes.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
}

TEST(PackedMemory, PointsWithFields) {
    const std::vector<float> values = numbers<float>(4 * rows);
    std::string scan, cloud, faces;
    for (int row = 0; row < rows; ++row) append(scan, values[4 * row], values[4 * row + 1], values[4 * row + 2], float(row % 256));
    expect_the_same_in_one_copy("scan.bin", scan);
    expect_the_same_in_one_copy("scan.xyz.bin", scan.substr(0, 12 * rows));
    const File cut("scan.bin.gz", quickly_packed(scan + "12345"));
    expect_error(Failure::input, {"byte 11200016: 5 bytes are left after 700001 points"}, [&] { load_data(cut.path()); });

    const auto pcd = [](const std::string& points) {
        return "VERSION 0.7\nFIELDS x y z intensity\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH " + std::to_string(rows) +
               "\nHEIGHT 1\nPOINTS " + std::to_string(rows) + "\nDATA binary\n" + points;
    };
    expect_the_same_in_one_copy("cloud.pcd", pcd(scan));

    const auto ply = [](const std::string& vertices, const std::string& after) {
        return "ply\nformat binary_little_endian 1.0\nelement camera 1\nproperty double focus\nelement vertex " + std::to_string(rows) +
               "\nproperty float x\nproperty uchar red\nproperty float y\nproperty uchar green\nproperty float z\nproperty uchar blue\n"
               "property ushort kind\nelement face 3000\nproperty list uchar int vertex_indices\nproperty float area\n"
               "end_header\n12345678" +
               vertices + after;
    };
    for (int row = 0; row < rows; ++row)
        append(cloud, values[4 * row], std::uint8_t(row), values[4 * row + 1], std::uint8_t(row >> 8), values[4 * row + 2], std::uint8_t(7),
            std::uint16_t(row % 999));
    for (int face = 0; face < 3000; ++face) {
        append(faces, std::uint8_t(face % 200));
        for (int corner = 0; corner < face % 200; ++corner) append(faces, corner);
        append(faces, 0.5f);
    }
    expect_the_same_in_one_copy("cloud.ply", ply(cloud, faces));
    const auto refused = [](const std::string& content, const std::string& name = "cloud.ply") {
        std::string said[2];
        const File plain(name, content), packed(name + ".gz", quickly_packed(content));
        for (int i = 0; i < 2; ++i) try {
                load_data(i ? packed.path() : plain.path());
                ADD_FAILURE() << "nothing was thrown";
            } catch (const Error& error) {
                said[i] = error.one_line();
                said[i].erase(0, said[i].find(", byte "));
            }
        EXPECT_EQ(said[1], said[0]);
        EXPECT_NE(said[0], "");
    };
    refused(ply(cloud, faces.substr(0, faces.size() - 1)));
    refused(ply(cloud, faces + "more"));
    refused(ply(cloud.substr(0, cloud.size() - 1), ""));
    refused(pcd(scan.substr(1)), "cloud.pcd");
    refused(pcd(scan + "more"), "cloud.pcd");
}

TEST(PackedMemory, VectorsAfterTheirDimension) {
    const std::vector<float> values = numbers<float>(4 * rows);
    std::string floats, bytes;
    for (int row = 0; row < rows; ++row) {
        append(floats, std::int32_t(4), values[4 * row], values[4 * row + 1], values[4 * row + 2], values[4 * row + 3]);
        append(
            bytes, std::int32_t(5), std::uint8_t(row), std::uint8_t(row >> 8), std::uint8_t(row >> 16), std::uint8_t(7), std::uint8_t(1));
    }
    expect_the_same_in_one_copy("a.fvecs", floats);
    expect_the_same_in_one_copy("a.bvecs", bytes);
}

}  // namespace
}  // namespace neighborscope
