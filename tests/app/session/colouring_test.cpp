// Tests the ways to colour points, and the facts about their columns.
#include "app/session/points/describe_data.hpp"
#include "app/session/shown/colouring.hpp"
#include "tests/app/data/six_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace neighborscope {
namespace {

using test::six_points;
using ::testing::ElementsAre;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> values(const std::vector<ColourWay>& ways) {
    std::vector<std::string> all;
    for (const ColourWay& way : ways) all.push_back(way.value);
    return all;
}

TEST(ColourWays, AreWhatTheDataHave) {
    DataSet data = six_points();
    EXPECT_THAT(values(colour_ways(data)), ElementsAre("plain", "kind", "size", "id"));
    data.set_title(2);
    EXPECT_THAT(values(colour_ways(data)), ElementsAre("plain", "kind", "size")) << "a name says nothing by its colour";
    data.set_label(0);
    data.quantities.push_back({"colours", ColourValues{std::vector<std::uint32_t>(6, 0xff0000ff)}});
    const auto ways = colour_ways(data);
    EXPECT_THAT(values(ways), ElementsAre("plain", "file", "label", "size"));
    EXPECT_EQ(ways[2].title, "kind (label)");
    data.quantities[1].name = "file";  // a column whose name is a reserved word
    EXPECT_THAT(values(colour_ways(data)), ElementsAre("plain", "file", "label", "column:file"));
    EXPECT_THAT(values(colour_ways(DataSet{})), ElementsAre("plain"));
}

TEST(ColourWays, OfAnIndexAreWhatItSaysAboutItsRows) {
    const auto of = [](const std::string& name) {
        return values(colour_ways(load_data(NEIGHBORSCOPE_TEST_DATA "/indexes/plane/" + name)));
    };
    EXPECT_THAT(of("hnsw.faiss"), ElementsAre("plain", "level", "links-out", "links-in", "reachable", "hubs"));
    EXPECT_THAT(of("ivf.faiss"), ElementsAre("plain", "list"));
    EXPECT_THAT(of("flat.faiss"), ElementsAre("plain"));
}

TEST(ColourWays, WordsThatNeverRepeatAreNone) {
    DataSet data = six_points();
    auto& id = std::get<WordValues>(data.quantities[2].values);
    data.coordinates.resize(20);
    for (Quantity& one : data.quantities) std::visit([](auto& kind) { kind.of_point.resize(20, kind.missing); }, one.values);
    id.different.clear();
    for (int i = 0; i < 20; ++i) id.different.push_back("id" + std::to_string(i)), id.of_point[std::size_t(i)] = i;
    EXPECT_THAT(values(colour_ways(data)), ElementsAre("plain", "kind", "size"));
    id.of_point[19] = 0;  // one does
    id.different.pop_back();
    EXPECT_THAT(values(colour_ways(data)), ElementsAre("plain", "kind", "size", "id"));
}

TEST(ColourWays, TheFilesColoursComeFirstThenTheLabel) {
    DataSet data = six_points();
    const auto shown = [&](const std::string& wanted) {
        const auto ways = colour_ways(data);
        return ways[shown_colour_way(ways, data, wanted)].value;
    };
    EXPECT_EQ(shown(""), "plain");
    data.set_label(0);
    EXPECT_EQ(shown(""), "label");
    EXPECT_EQ(shown("plain"), "plain");
    EXPECT_EQ(shown("kind"), "label") << "by its own name, too";
    EXPECT_EQ(shown("size"), "size");
    EXPECT_EQ(shown("height"), "label") << "these data do not have it";
    data.quantities.push_back({"colours", ColourValues{std::vector<std::uint32_t>(6, 0xff0000ff)}});
    EXPECT_EQ(shown(""), "file");
    EXPECT_FALSE(find_colour_way(colour_ways(data), data, "height"));
}

TEST(CardText, IsForPeople) {
    const Quantity numbers{"n", NumberValues{{12345678, -2.5, 1.0 / 3, missing, 1e20}}};
    EXPECT_EQ(numbers.card_text(0), "12345678");
    EXPECT_EQ(numbers.card_text(1), "\u22122.5");
    EXPECT_EQ(numbers.card_text(2), "0.333333");
    EXPECT_EQ(numbers.card_text(3), "");
    EXPECT_EQ(numbers.card_text(4), "1e+20");
    const Quantity words{"w", WordValues{{"elm"}, {0, -1}}};
    EXPECT_EQ(words.card_text(0), "elm");
    EXPECT_EQ(words.card_text(1), "");
}

TEST(DataFacts, SayWhatCameAlong) {
    LoadedData loaded;
    loaded.set = six_points();
    loaded.set.set_label(0);
    loaded.set.set_title(2);
    loaded.set.quantities.push_back({"colours", ColourValues{std::vector<std::uint32_t>(6)}});
    auto network = std::make_shared<RoadNetwork>();
    network->nodes = {0, 0, 1, 1};
    network->edges = {{0, 1, 2}};
    loaded.set.network = network;
    const DataFacts facts = facts_of(loaded, projection_of(loaded.set, {}));
    const auto fact = [&](const std::string& name) -> std::string {
        for (const auto& [key, value] : facts.facts)
            if (key == name) return value;
        return "none";
    };
    EXPECT_EQ(fact("Label"), "kind, 2 classes");
    EXPECT_EQ(fact("Name"), "id");
    EXPECT_EQ(fact("Further columns"), "size");
    EXPECT_EQ(fact("Colours"), "of the file");
    EXPECT_EQ(fact("Network"), "2 nodes, 1 edge");
    EXPECT_TRUE(facts.has_network);
    const std::int32_t index[] = {4, 3, -1};
    const float distance[] = {1, 2, 0};
    const auto rows = neighbour_rows(loaded.set, index, distance);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].title, "e");
    EXPECT_EQ(title_name(loaded.set), "id");
    loaded.set.set_title(-1);
    EXPECT_EQ(title_name(loaded.set), "kind") << "without a name, the class";
    EXPECT_EQ(neighbour_rows(loaded.set, index, distance)[1].title, "") << "which is missing there";
}

}  // namespace
}  // namespace neighborscope
