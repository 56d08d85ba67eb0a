#include "tests/app/data/test_file.hpp"

#include <algorithm>
#include <set>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;

// The numbers were computed from the formulas by a separate Python program (integers masked to 64 bits, each step rounded to float32).

TEST(Generators, MakeExactlyTheirFormulas) {
    const DataSet vectors = load_data("vectors:");
    EXPECT_EQ(vectors.count(), 10000);
    EXPECT_EQ(vectors.dimension, 128);
    EXPECT_EQ(vectors.coordinates[0], 0x1.687940p-3f);
    EXPECT_EQ(vectors.coordinates[1], 0x1.d615bcp-2f);
    EXPECT_EQ(vectors.coordinates[9999 * 128 + 127], 0x1.8b76c2p-1f);
    EXPECT_EQ(load_data("vectors:n=3,d=2,seed=7").coordinates[5], 0x1.7a0c22p-1f);

    const DataSet uniform = load_data("uniform:n=1e4,d=2");
    EXPECT_EQ(uniform.coordinates[0], 0x1.09dcdcp+11f);
    EXPECT_EQ(uniform.coordinates[1], 0x1.d431b8p+13f);
    EXPECT_EQ(uniform.coordinates[19999], 0x1.b82c92p+13f);
    EXPECT_EQ(load_data("uniform:n=2,seed=2").coordinates[3], 0x1.c28954p+12f);

    const DataSet hotspots = load_data("hotspots:");
    EXPECT_EQ(hotspots.coordinates[0], 0x1.7c799cp+13f);
    EXPECT_EQ(hotspots.coordinates[1], 0x1.32ca6ap+14f);
    EXPECT_EQ(hotspots.coordinates[4095 * 2 + 1], 0x1.00d692p+14f);
    EXPECT_EQ(hotspots.coordinates[9999 * 2], 0x1.aeaee4p+13f);
    EXPECT_EQ(load_data("hotspots:n=18,d=3,hotspots=7,seed=1").coordinates[17 * 3 + 2], 0x1.bf1810p+13f);

    const DataSet cube = load_data("cube:");
    EXPECT_EQ(cube.dimension, 3);
    EXPECT_EQ(cube.coordinates[0], -0x1.6d29p+6f);
    EXPECT_EQ(cube.coordinates[1], 0x1.4ab03p+10f);
    EXPECT_EQ(cube.coordinates[29999], -0x1.663f5ap+11f);
}

TEST(Generators, PointsDoNotDependOnHowManyThereAre) {
    for (const std::string name : {"uniform", "hotspots", "vectors"}) {
        const DataSet few = load_data(name + ":n=10,d=3"), many = load_data(name + ":n=200001,d=3");
        EXPECT_EQ(few.coordinates, std::vector<float>(many.coordinates.begin(), many.coordinates.begin() + 30)) << name;
        EXPECT_NE(few.coordinates, load_data(name + ":n=10,d=3,seed=1").coordinates) << name;
    }
}

TEST(Generators, GridIsWholeNumbersRowByRow) {
    EXPECT_THAT(load_data("grid:n=5").coordinates, ElementsAre(0, 0, 1, 0, 2, 0, 0, 1, 1, 1));
    EXPECT_THAT(load_data("grid:n=9").coordinates.back(), 2);
    EXPECT_THAT(load_data("grid:n=8,d=3").coordinates, ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1));
    EXPECT_THAT(load_data("grid:n=10,d=1").coordinates, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_THAT(load_data("grid:n=10,d=1,seed=3").coordinates, ElementsAre(6, 5, 8, 9, 2, 1, 4, 7, 3, 0));
    EXPECT_EQ(load_data("grid:n=1,d=4096").count(), 1);
    const DataSet large = load_data("grid:n=1000000,d=2");
    EXPECT_EQ(*std::max_element(large.coordinates.begin(), large.coordinates.end()), 999);
    const DataSet shuffled = load_data("grid:n=1000,d=3,seed=1");
    std::set<std::vector<float>> places;
    for (std::int64_t row = 0; row < 1000; ++row)
        places.emplace(shuffled.coordinates.begin() + 3 * row, shuffled.coordinates.begin() + 3 * row + 3);
    EXPECT_EQ(places.size(), 1000u);
    EXPECT_EQ(*std::max_element(shuffled.coordinates.begin(), shuffled.coordinates.end()), 9);
}

/// The dimensions in which a row is 1; it is 0 in all others.
std::vector<int> ones_of(const DataSet& data, std::int64_t row) {
    std::vector<int> ones;
    for (int axis = 0; axis < data.dimension; ++axis) {
        const float value = data.coordinates[std::size_t(row) * std::size_t(data.dimension) + std::size_t(axis)];
        EXPECT_TRUE(value == 0 || value == 1);
        if (value == 1) ones.push_back(axis);
    }
    return ones;
}

TEST(Generators, OneHotRowsHaveAttributesAndClasses) {
    const DataSet data = load_data("one-hot:");
    EXPECT_EQ(data.count(), 10000);
    EXPECT_EQ(data.dimension, 123);
    EXPECT_THAT(ones_of(data, 0), ElementsAre(7, 16, 19, 34, 42, 43, 54, 69, 70, 84, 95, 102, 112, 121));
    EXPECT_THAT(ones_of(data, 9999), ElementsAre(3, 11, 17, 30, 42, 51, 56, 66, 73, 79, 92, 97, 112, 115));
    EXPECT_THAT(ones_of(load_data("one-hot:n=9,d=20,seed=3"), 8), ElementsAre(0, 1, 2, 4, 5, 7, 8, 10, 11, 12, 14, 15, 17, 18));
    EXPECT_THAT(ones_of(load_data("one-hot:n=4,d=5"), 3), ElementsAre(0, 1, 2, 3, 4)) << "an attribute each, which has one value";
    ASSERT_TRUE(data.label());
    EXPECT_EQ(data.label()->name, "class");
    std::vector<std::int64_t> second;
    for (std::int64_t row = 0; row < 30; ++row)
        if (data.label()->numbers()->of_point[std::size_t(row)] == 1) second.push_back(row);
    EXPECT_THAT(second, ElementsAre(0, 12, 17));
    EXPECT_FALSE(load_data("one-hot:n=9", {.label = "none"}).label());
    EXPECT_TRUE(load_data("one-hot:n=9", {.label = "class"}).label());
    expect_error(Failure::usage, {"one-hot has no column 'colour'", "class"}, [] { load_data("one-hot:n=9", {.label = "colour"}); });
}

TEST(Generators, DescribeWhatTheyMade) {
    const DataSet data = load_data("hotspots:n=4000");
    EXPECT_EQ(data.name, "hotspots, 4000");
    EXPECT_EQ(data.source, "hotspots:n=4000");
    EXPECT_EQ(data.format, "generator");
    EXPECT_THAT(data.axes, ElementsAre("x", "y"));
    EXPECT_THAT(data.origin, ElementsAre(0, 0));
    EXPECT_EQ(data.hash, load_data("hotspots:d=2,n=4e3,hotspots=25,seed=0").hash);
    EXPECT_NE(data.hash, load_data("hotspots:n=4001").hash);
    std::set<std::string> names;
    for (const GeneratorInfo& generator : generators()) {
        names.insert(generator.name);
        EXPECT_EQ(load_data(generator.name + ":" + generator.parameters).hash, load_data(generator.name + ":").hash)
            << "its parameters are written with their defaults";
        EXPECT_FALSE(generator.help.empty());
    }
    EXPECT_EQ(names, (std::set<std::string>{"uniform", "hotspots", "grid", "cube", "vectors", "one-hot", "roads"}));
}

TEST(Generators, RefuseWhatTheyDoNotKnow) {
    const auto refused = [](const std::string& source, const std::vector<std::string>& texts) {
        SCOPED_TRACE(source);
        expect_error(Failure::usage, texts, [&] { load_data(source); });
    };
    refused("unifrom:n=10", {"no generator 'unifrom'", "did you mean uniform:"});
    refused("roads:network=", {"names nothing"});
    refused("hotspots:hotspot=3", {"no parameter 'hotspot'", "did you mean 'hotspots'"});
    refused("uniform:hotspots=3", {"no parameter 'hotspots'"});
    refused("cube:d=2", {"no parameter 'd'"});
    refused("uniform:n", {"name=value"});
    refused("uniform:n=", {"whole number"});
    refused("uniform:n=0", {"from 1 to 2147483647"});
    refused("uniform:n=-5", {"whole number"});
    refused("uniform:n=2.5", {"whole number"});
    refused("uniform:n=3000000000", {"from 1 to 2147483647"});
    refused("uniform:n=1e999", {"whole number"});
    refused("uniform:n=nan", {"whole number"});
    refused("uniform:d=4097", {"from 1 to 4096"});
    refused("uniform:n=1,n=2", {"given twice"});
    refused("uniform:n=1,,d=2", {"name=value"});
    refused("uniform:seed=-1", {"from 0"});
    refused("grid:n=16777218,d=1", {"float32"});
    expect_error(Failure::usage, {"--columns"}, [] { load_data("uniform:", {false, "1"}); });
    expect_error(Failure::memory, {"needs 35.2 TB of memory", "are available"}, [] { load_data("vectors:n=2147483647,d=4096"); });
}

TEST(Generators, StopWhenAsked) {
    std::atomic<bool> stop{false};
    const Progress progress{[&](double done, double) {
                                EXPECT_FALSE(stop);
                                if (done > 0) stop = true;
                            },
        &stop};
    EXPECT_THROW(load_data("hotspots:n=3000000", {}, progress), Cancelled);
}

TEST(RandomQueries, OfVectorsAreTheSecondStream) {
    const DataSet vectors = load_data("vectors:n=5,d=128");
    const std::vector<float> queries = random_queries(vectors, 2);
    ASSERT_EQ(queries.size(), 256u);
    EXPECT_EQ(queries[0], 0x1.e2db30p-3f);
    EXPECT_EQ(queries[1], 0x1.687944p-2f);
    EXPECT_EQ(queries[255], 0x1.21fd18p-2f);
    EXPECT_EQ(random_queries(load_data("vectors:n=5,d=2,seed=5"), 2)[3], 0x1.166ffap-1f);
}

TEST(RandomQueries, LieInTheBoxOfTheData) {
    const DataSet data = load_text("500123.37,7,-3e38\n500323.37,7,3e38\n");
    ASSERT_EQ(data.origin[0], 500224);
    const std::vector<float> queries = random_queries(data, 1000);
    ASSERT_EQ(queries.size(), 3000u);
    EXPECT_NEAR(queries[0], -100.63 + 200 * 0x1.e2db30p-3, 1e-4);
    for (std::size_t i = 0; i < queries.size(); i += 3) {
        EXPECT_GE(queries[i], -100.64f);
        EXPECT_LE(queries[i], 99.38f);
        EXPECT_EQ(queries[i + 1], 7);
        EXPECT_LE(std::abs(queries[i + 2]), 3e38f);
    }
    EXPECT_TRUE(random_queries(data, 0).empty());
    expect_error(Failure::usage, {"negative"}, [&] { random_queries(data, -1); });
}

}  // namespace
}  // namespace neighborscope::test
