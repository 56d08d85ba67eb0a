// Vectors of big-ann-benchmarks, and ambiguous .bin files.
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"

#include <random>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
std::string header_and(std::uint32_t rows, std::uint32_t dimension, const std::vector<T>& values) {
    std::string file(reinterpret_cast<const char*>(&rows), 4);
    file.append(reinterpret_cast<const char*>(&dimension), 4);
    return file.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

DataSet load_named(const std::string& name, const std::string& content, const LoadOptions& options = {}) {
    const File file(name, content);
    return load_data(file.path(), options);
}

TEST(BigAnn, TheNameSaysTheType) {
    const DataSet data = load_named("a.fbin", header_and<float>(2, 3, {1, 2, 3, 4, 5, -0.5f}));
    EXPECT_EQ(data.format, "big-ann");
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, 3, 4, 5, -0.5f));
    EXPECT_THAT(load_named("a.u8bin", header_and<std::uint8_t>(2, 2, {1, 2, 3, 255})).coordinates, ElementsAre(1, 2, 3, 255));
    EXPECT_THAT(load_named("a.i8bin", header_and<std::int8_t>(2, 2, {1, 2, 3, -1})).coordinates, ElementsAre(1, 2, 3, -1));
    EXPECT_THAT(load_named("a.ibin", header_and<std::int32_t>(2, 2, {1, 2, 3, -70000})).coordinates, ElementsAre(1, 2, 3, -70000));
    EXPECT_THAT(load_named("a.u8bin.crop_nb_2", header_and<std::uint8_t>(2, 2, {1, 2, 3, 4})).coordinates, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(load_named("a.fbin", header_and<float>(2, 3, {1, 2, 3, 4, 5, 6}), {false, "3,1"}).coordinates, ElementsAre(3, 1, 6, 4));
    const DataSet labelled = load_named("a.fbin", header_and<float>(2, 3, {1, 2, 0, 4, 5, 1}), {false, "", "3"});
    EXPECT_THAT(labelled.coordinates, ElementsAre(1, 2, 4, 5));
    ASSERT_TRUE(labelled.label());
    EXPECT_EQ(labelled.label()->text(1), "1");
}

TEST(BigAnn, ItsHeaderIsKnownUnderOtherNamesByTheSize) {
    const std::string file = header_and<float>(3, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    for (const char* name : {"a.bin", "ann.data", "vectors"}) {
        const DataSet data = load_named(name, file);
        EXPECT_EQ(data.format, "big-ann") << name;
        EXPECT_EQ(data.dimension, 4) << name;
    }
    expect_refused(file + "1234", {"says 3 vectors of 4 dimensions", "56 bytes of float32; the file has 60"}, "", "a.bin");
    expect_refused(header_and<std::uint8_t>(3, 4, std::vector<std::uint8_t>(12, 7)), {"the size of bytes", ".u8bin"}, "", "a.bin");
    expect_refused(header_and<std::int32_t>(3, 4, std::vector<std::int32_t>(12, 7)), {"values are integers", ".ibin"}, "", "a.bin");
    expect_refused(header_and<std::int32_t>(3, 4, std::vector<std::int32_t>(24, 7)), {"lists of neighbours", "--lists"}, "", "a.bin");
}

TEST(BigAnn, PackedHoldsTheSame) {
    std::vector<float> values(300000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(i % 1009) - 500;
    const std::string plain = header_and<float>(100000, 3, values);
    const DataSet expected = load_named("a.fbin", plain);
    for (const char* name : {"a.fbin.gz", "a.bin.gz"}) {
        const DataSet data = load_named(name, gzip(plain));
        EXPECT_EQ(data.format, "big-ann") << name;
        EXPECT_EQ(data.hash, expected.hash) << name;
    }
    expect_refused(gzip(plain.substr(0, plain.size() - 4)), {"it ends after 99999 of the 100000 rows"}, "", "a.fbin.gz");
}

TEST(BigAnn, RefusesHeadersThatCannotBe) {
    const auto refused = [](const std::string& content, const std::vector<std::string>& texts, const char* name = "a.fbin") {
        expect_refused(content, texts, "", name);
    };
    refused("1234567", {"byte 7", "header of 8 bytes"});
    refused(header_and<float>(0, 3, {}), {"0 vectors of 3 dimensions, which is impossible"});
    refused(header_and<float>(3, 0, {}), {"3 vectors of 0 dimensions, which is impossible"});
    refused(header_and<float>(4000000000u, 60000, {1, 2}), {"4000000000 vectors", "960000000000008 bytes in all; the file has 16"});
    refused(header_and<float>(2, 3, {1, 2, 3, 4, 5}), {"32 bytes in all; the file has 28", "cut"});
    refused(header_and<std::uint8_t>(2, 3, {1, 2, 3, 4, 5, 6}), {"the size of bytes", "name it .u8bin"});
    refused(header_and<float>(2, 3, {1, 2, 3, 4, 5, 6}), {"the size of float32 or int32", "name it .fbin"}, "a.u8bin");
    refused(header_and<float>(1, 5000, std::vector<float>(5000, 1)), {"5000"});
    refused(header_and<float>(1, 2, {NAN, 1}), {"NaN"});
}

std::string floats(const std::vector<float>& values) { return {reinterpret_cast<const char*>(values.data()), 4 * values.size()}; }

TEST(Kitti, NumbersOfAnotherTypeAreNoScan) {
    const std::uint64_t metadata[] = {0, 0, 2000, 16};  // as in DiskANN
    expect_refused(
        {reinterpret_cast<const char*>(metadata), sizeof metadata}, {"2 of the first 8 values", "not float32"}, "", "ann_metadata.bin");
}

TEST(Kitti, VectorsAreNoScan) {
    std::mt19937 bits(3);
    const auto made = [&](std::size_t count, auto distribution) {
        std::vector<float> values(count);
        for (float& value : values) value = float(distribution(bits));
        return values;
    };
    const std::vector<float> normal = made(128 * 100, std::normal_distribution<float>()),  // 128 dimensions
        positive = made(128 * 100, std::uniform_real_distribution<float>(0, 1)),
                             pixels = made(784 * 30, std::uniform_real_distribution<float>(0, 255));
    expect_refused(floats(normal), {"is not an intensity", "save vectors as .npy", ".xyzi.bin"}, "", "a.bin");
    expect_refused(floats(positive), {"do not tell whether these are points", "between 0 and", ".fbin"}, "", "a.bin");
    expect_refused(floats(pixels), {"do not tell whether these are points"}, "", "a.bin");
    expect_refused(floats(made(50 * 33, std::normal_distribution<float>())), {"spread alike", ".xyz.bin"}, "", "a.bin");
    EXPECT_EQ(load_named("a.xyzi.bin", floats(normal)).dimension, 3);
    EXPECT_EQ(load_named("a.xyz.bin", floats(made(50 * 33, std::normal_distribution<float>()))).count(), 550);
    std::vector<float> scan;  // x, y around the scanner, z near the ground, reflectance
    for (int i = 0; i < 1000; ++i)
        for (const float value : {30 * normal[std::size_t(3 * i)], 30 * normal[std::size_t(3 * i + 1)], normal[std::size_t(3 * i + 2)],
                 positive[std::size_t(i)]})
            scan.push_back(value);
    const DataSet data = load_named("000000.bin", floats(scan));
    EXPECT_EQ(data.dimension, 3);
    EXPECT_EQ(data.count(), 1000);
    EXPECT_EQ(data.quantities.at(0).name, "intensity");
}

}  // namespace
}  // namespace neighborscope::test
