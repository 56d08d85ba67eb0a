// fvecs, bvecs and ivecs: bytes written by hand.
#include "tests/app/data/test_file.hpp"

namespace neighborscope::test::vecs {
namespace {

using testing::ElementsAre;

/// Vectors of one dimension, each preceded by it.
template <class Component>
std::string vecs(const std::vector<std::vector<Component>>& vectors) {
    std::string bytes;
    for (const std::vector<Component>& vector : vectors) {
        const auto dimension = std::int32_t(vector.size());
        bytes.append(reinterpret_cast<const char*>(&dimension), 4);
        bytes.append(reinterpret_cast<const char*>(vector.data()), vector.size() * sizeof(Component));
    }
    return bytes;
}

const std::string floats = vecs<float>({{1, 2, -0.5f}, {4, 5, 6}});

TEST(Vecs, AreReadByTheirName) {
    const DataSet data = load_text(floats, "", "a_base.FVECS");
    EXPECT_EQ(data.format, "vecs");
    EXPECT_EQ(data.dimension, 3);
    EXPECT_THAT(data.coordinates, ElementsAre(1, 2, -0.5f, 4, 5, 6));
    EXPECT_THAT(data.axes, ElementsAre("x", "y", "z"));
    EXPECT_THAT(load_text(vecs<std::uint8_t>({{0, 255}, {7, 8}}), "", "a.bvecs").coordinates, ElementsAre(0, 255, 7, 8));
    EXPECT_THAT(load_text(vecs<std::int32_t>({{0, 70000}, {3, 16777216}}), "", "a.ivecs").coordinates, ElementsAre(0, 70000, 3, 16777216));
    const DataSet chosen = load_text(vecs<std::uint8_t>({{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}), "5,2", "a.bvecs");
    EXPECT_THAT(chosen.coordinates, ElementsAre(5, 2, 10, 7));
    EXPECT_THAT(chosen.axes, ElementsAre("5", "2"));
}

TEST(Vecs, AComponentMayBeTheLabel) {
    const File file("a.fvecs", floats);
    const DataSet data = load_data(file.path(), {false, "", "1"});
    EXPECT_THAT(data.coordinates, ElementsAre(2, -0.5f, 5, 6));
    ASSERT_EQ(data.label(), &data.quantities.at(0));
    EXPECT_THAT(data.quantities[0].words()->different, ElementsAre("1", "4"));
    expect_error(Failure::usage, {"no column 'nope'"}, [&] { load_data(file.path(), {false, "", "nope"}); });
}

TEST(Vecs, ManyPiecesComeOutInOrder) {
    std::vector<std::vector<std::uint8_t>> vectors;
    std::vector<float> expected;
    for (int row = 0; row < 100000; ++row) {
        std::vector<std::uint8_t> vector;
        for (int i = 0; i < 13; ++i) expected.push_back(vector.emplace_back(std::uint8_t(row * 31 + row / 256 + i)));
        vectors.push_back(vector);
    }
    EXPECT_EQ(load_text(vecs(vectors), "", "a.bvecs").coordinates, expected);
}

TEST(Vecs, RowsThatAreNotFiniteAreLeftOut) {
    const DataSet data = load_text(vecs<float>({{1, 2}, {NAN, 0}, {3, INFINITY}, {4, 5}}), "", "a.fvecs");
    EXPECT_THAT(data.file_rows, ElementsAre(0, 3));
    EXPECT_EQ(data.skipped.count, 2);
}

TEST(Vecs, EveryCutIsRefusedWithItsByte) {
    for (std::size_t length = 1; length < floats.size(); ++length)
        if (length != 16) expect_refused(floats.substr(0, length), {".fvecs, byte "}, "", "a.fvecs");
    expect_refused(floats.substr(0, 20), {"byte 20: the file ends within vector 1, after 4 of 16 bytes"}, "", "a.fvecs");
    expect_refused(floats + "xy", {"byte 32: 2 bytes follow the last of 2 whole vectors"}, "", "a.fvecs");
    expect_refused("abc", {"byte 3: the file ends within"}, "", "a.fvecs");
}

TEST(Vecs, DimensionsThatCannotBeAreRefused) {
    for (const std::int32_t wrong : {0, -1, 2, 4, 0x7fffffff, -0x7fffffff - 1}) {
        std::string first = floats, second = floats;
        std::memcpy(first.data(), &wrong, 4);
        std::memcpy(second.data() + 16, &wrong, 4);
        if (wrong != 2 && wrong != 4)
            expect_refused(first, {"byte 0: the first vector", std::to_string(wrong) + " dimensions"}, "", "a.fvecs");
        else expect_refused(first, {"a.fvecs, byte "}, "", "a.fvecs");
        expect_refused(second, {"byte 16: vector 1", std::to_string(wrong) + " dimensions, the first has 3"}, "", "a.fvecs");
    }
    expect_refused(vecs<std::uint8_t>({std::vector<std::uint8_t>(4097)}), {"4097 dimensions"}, "", "a.bvecs");
    expect_refused("1 2 3\n4 5 6\n", {"byte 0"}, "", "a.fvecs");
}

TEST(Vecs, GroundTruthMustNamePointsThatExist) {
    expect_refused(vecs<std::int32_t>({{0, 1}, {2, -1}}), {"byte 20: vector 1 names point -1"}, "", "a.ivecs");
    expect_refused(
        vecs<std::int32_t>({{0, 123456789}}), {"byte 8: vector 0 names point 123456789", "too large for a coordinate"}, "", "a.ivecs");
    const File lists("a_groundtruth.ivecs", vecs<std::int32_t>({{0, 1}, {1, 2}}));
    EXPECT_EQ(load_data(lists.path()).count(), 2);
    const std::string base = lists.path().substr(0, lists.path().size() - 17) + "base.fvecs";
    std::ofstream(base, std::ios::binary) << vecs<float>({{1, 2, -0.5f}, {4, 5, 6}, {7, 8, 9}});
    EXPECT_EQ(load_data(lists.path()).count(), 2);
    std::ofstream(base, std::ios::binary) << floats;
    expect_error(
        Failure::input, {"byte 20: vector 1 names point 2, which does not exist", "a_base.fvecs has 2"}, [&] { load_data(lists.path()); });
}

}  // namespace
}  // namespace neighborscope::test::vecs
