// Texts and classes of quantities; their colours are tested in instruments/point_colours_test.cpp, files in save_test.cpp.
#include "app/data/points/data_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;

constexpr double missing = NumberValues::missing;

TEST(Quantity, WholeNumbersOfALabelAreClassesHoweverManyThereAre) {
    Quantity twelve{"group", NumberValues{}};
    for (int i = 0; i < 24; ++i) std::get<NumberValues>(twelve.values).of_point.push_back(i % 12);
    EXPECT_EQ(twelve.shades().scale, Shades::Scale::ramp);
    twelve.is_label = true;
    const Shades shades = twelve.shades();
    EXPECT_EQ(shades.scale, Shades::Scale::classes);
    EXPECT_EQ(shades.classes.size(), std::size_t(Shades::most_classes));
    EXPECT_EQ(shades.other_words, 2);
    EXPECT_EQ(shades.others, 4);
    EXPECT_EQ(shades.of_point[11], Shades::most_classes) << "the shade of others";
    EXPECT_EQ(twelve.class_count(), 12);
    EXPECT_EQ((Quantity{"depth", NumberValues{{1, 2.5, missing}}}.class_count()), std::nullopt);
}

TEST(Quantity, OfEveryKindSaysWhatItIsStoredAs) {
    const Quantity size{"size", NumberValues{{2.5, missing}}}, kind{"kind", WordValues{{"oak"}, {0, -1}}},
        colours{"colours", ColourValues{{0xff302010u, ColourValues::missing}}};
    std::vector<std::string> names;
    for (const Quantity* each : {&size, &kind, &colours}) {
        EXPECT_EQ(each->count(), 2);
        for (const StoredColumn& column : each->columns()) names.push_back(column.name);
    }
    EXPECT_THAT(names, ElementsAre("size", "kind", "red", "green", "blue"));
    EXPECT_TRUE(std::isnan(size.stored(1, 0)));
    EXPECT_EQ(kind.columns()[0].words->at(std::size_t(kind.stored(0, 0))), "oak");
    EXPECT_EQ(kind.stored(1, 0), -1);
    EXPECT_EQ(colours.stored(0, 0), 0x10);
    EXPECT_EQ(colours.stored(0, 2), 0x30);
    EXPECT_FALSE(colours.has_text());
}

TEST(Quantity, OneIsTheLabelAndOneTheTitle) {
    DataSet data;
    data.quantities = {{"a", NumberValues{}}, {"b", WordValues{}}};
    EXPECT_FALSE(data.naming());
    data.set_label(0);
    EXPECT_EQ(data.naming(), data.label());
    data.set_label(1);
    EXPECT_EQ(data.label(), &data.quantities[1]);
    EXPECT_FALSE(data.quantities[0].is_label);
    data.set_title(0);
    EXPECT_EQ(data.naming(), &data.quantities[0]);
    data.set_label(-1);
    EXPECT_FALSE(data.label());
}

}  // namespace
}  // namespace neighborscope
