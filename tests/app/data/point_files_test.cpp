// Clouds written by other programs: the same points from every format.
#include "tests/app/data/test_file.hpp"

#include "app/data/load/reader.hpp"

#include <algorithm>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string points_folder = NEIGHBORSCOPE_TEST_DATA "/points/";

std::vector<std::string> files_of(const std::string& folder, const std::string& prefix) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (const std::string name = entry.path().filename().string(); name.starts_with(prefix)) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

bool foreign(const std::string& name) {
    for (const char* ending : {".dae", ".json", ".laz", ".vtk", ".x3d", ".stl"})
        if (name.ends_with(ending)) return true;
    return false;
}

class Diamond : public testing::TestWithParam<std::string> {};

TEST_P(Diamond, IsTheSameFromEveryFormat) {
    const std::string file = points_folder + GetParam();
    if (foreign(file)) {
        const std::vector<std::string> remedies{"save its points as", "las2las", "save the rows as"};
        try {
            load_data(file);
            ADD_FAILURE() << "was read";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, Failure::input);
            EXPECT_THAT(error.one_line(), testing::AnyOf(HasSubstr(remedies[0]), HasSubstr(remedies[1]), HasSubstr(remedies[2])));
        }
        return;
    }
    const std::vector<FormatInfo> all = formats();
    if (std::none_of(all.begin(), all.end(), [&](const FormatInfo& format) { return has_extension(file, format.extensions); }))
        GTEST_SKIP() << "this build has no reader for it";
    const DataSet data = load_data(file);
    EXPECT_EQ(data.dimension, 3);
    EXPECT_THAT(true_coordinates(data), testing::Pointwise(testing::DoubleNear(1e-8),  // LAS rounds to steps of 1e-9
                                            std::vector<double>{.5, 0, .5, 0, .5, .5, .5, .5, 0, 1, .5, .5, .5, 1, .5, .5, .5, 1}));
    EXPECT_THAT(data.axes, ElementsAre("x", "y", "z"));
    const bool coloured = GetParam().find("color") != std::string::npos || GetParam().ends_with(".ply") || GetParam().ends_with(".las");
    if (coloured || !colours_of(data).empty()) {
        EXPECT_THAT(colours_of(data), ElementsAre(0xff0000ffu, 0xff0000ffu, 0xff00ff00u, 0xff0000ffu, 0xff0000ffu, 0xffff0000u));
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Diamond, testing::ValuesIn(files_of(points_folder, "diamond")), [](const auto& info) {
    std::string name = info.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '_'; }, 'X');
    return name;
});

TEST(PointFiles, SeparatorsOfPcdAreAllTheSame) {
    for (const char* file : {"utm17_comma.pcd", "utm17_space.pcd", "utm17_tab.pcd"}) {
        SCOPED_TRACE(file);
        const DataSet data = load_data(points_folder + file);
        ASSERT_EQ(data.count(), 10);
        EXPECT_THAT(data.axes, ElementsAre("x", "y", "z"));
        EXPECT_NEAR(data.coordinate(9, 0), 289818.50, 1e-4);
        EXPECT_NEAR(data.coordinate(9, 1), 4320980.59, 1e-4);
        EXPECT_NEAR(data.coordinate(9, 2), 170.58, 1e-4);
    }
}

TEST(PointFiles, SimpleClouds) {
    for (const char* file : {"simple_text.ply", "simple_binary.ply"})
        EXPECT_THAT(true_coordinates(load_data(points_folder + file)), ElementsAre(-1, 0, 0, 0, 1, 0, 1, 0, 0)) << file;
    const DataSet scan = load_data(points_folder + "autzen.pts");
    ASSERT_EQ(scan.count(), 10);
    EXPECT_NEAR(scan.coordinate(9, 0), 636125.879990, 1e-5);
    ASSERT_EQ(scan.quantities.size(), 2u);
    EXPECT_EQ(scan.quantities[0].numbers()->of_point[9], -698);
    EXPECT_EQ(colours_of(scan)[9], 0xff647f72u);  // 114 127 100
}

}  // namespace
}  // namespace neighborscope::test
