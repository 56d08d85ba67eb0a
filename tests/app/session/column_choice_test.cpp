// Tests the choice of columns, and the load options that follow.
#include "app/session/points/column_choice.hpp"

#include "app/session/threads/worker.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using Kind = ColumnChoice::Use::Kind;

/// lon, lat, depth, mag: numbers; type, place: words. The reader takes lon and lat, and type as the class.
TablePreview table() {
    TablePreview preview;
    preview.format = "CSV";
    for (const char* name : {"lon", "lat", "depth", "mag"}) preview.columns.push_back({name, true, {"1"}, ColumnPreview::Use::attribute});
    for (const char* name : {"type", "place"}) preview.columns.push_back({name, false, {"a"}, ColumnPreview::Use::attribute});
    preview.columns[0].use = preview.columns[1].use = ColumnPreview::Use::coordinate;
    preview.columns[4].use = ColumnPreview::Use::label;
    preview.columns[5].use = ColumnPreview::Use::title;
    preview.coordinates = {0, 1};
    return preview;
}

std::vector<std::string> texts(const std::vector<ColumnChoice::Use>& uses) {
    std::vector<std::string> all;
    for (const auto& use : uses) all.push_back(use.text);
    return all;
}

TEST(ColumnChoice, BeginsWithWhatIsLoaded) {
    const ColumnChoice guess(table(), table());
    EXPECT_EQ(guess.columns(), "") << "the guess needs no words";
    EXPECT_EQ(guess.label(), "");
    EXPECT_EQ(guess.sentence(), "2-D points from lon, lat; class: type; 3 other columns");
    TablePreview now = table();
    now.coordinates = {3, 2};
    const ColumnChoice chosen(table(), now);
    EXPECT_EQ(chosen.columns(), "4,3");
    EXPECT_EQ(chosen.use(3).text, "coordinate 1");
    EXPECT_EQ(chosen.use(0).text, "shown with the point");
}

TEST(ColumnChoice, AColumnMayHoldSeveralCoordinates) {
    TablePreview preview = table();
    preview.columns[2].width = 3;
    ColumnChoice choice(preview, preview);
    choice.set(2, {Kind::coordinate, 0, ""});
    EXPECT_EQ(choice.sentence(), "5-D points from depth, lon, lat; class: type; 2 other columns");
}

TEST(ColumnChoice, CoordinatesKeepTheirOrder) {
    ColumnChoice choice(table(), table());
    choice.set(2, {Kind::coordinate, 0, ""});
    EXPECT_EQ(choice.columns(), "3,1,2") << "those behind it move on";
    choice.set(2, {Kind::coordinate, 2, ""});
    EXPECT_EQ(choice.columns(), "1-3");
    choice.set(0, {Kind::along, 0, ""});
    EXPECT_EQ(choice.columns(), "2,3") << "the gap is closed";
    choice.set(3, {Kind::coordinate, 99, ""});
    EXPECT_EQ(choice.columns(), "2-4") << "the last place there is";
    EXPECT_EQ(choice.sentence(), "3-D points from lat, depth, mag; class: type; 2 other columns");
    choice.reset_to_guess();
    EXPECT_EQ(choice.columns(), "");
}

TEST(ColumnChoice, OfATableThatOnlyAChoiceOpens) {
    const test::TemporaryFolder folder;
    DataChoice choice;
    choice.source = folder.write("points.csv", "x,y,a,b,kind\noops,1,2,3,p\noops,1,4,5,q\n");
    SharedProgress card;
    EXPECT_THROW(ColumnChoice::of(choice, card, {}), Error) << "x is a text";
    choice.options.columns = "a,b";
    choice.options.label = "kind";
    std::optional<ColumnChoice> columns = ColumnChoice::of(choice, card, {});
    ASSERT_TRUE(columns);
    EXPECT_EQ(columns->columns(), "3,4") << "what is loaded is no guess";
    EXPECT_EQ(columns->label(), "5");
    columns->reset_to_guess();
    EXPECT_TRUE(columns->refusal()) << "there is none";
}

TEST(ColumnChoice, OffersWhatIsPossible) {
    const ColumnChoice choice(table(), table());
    EXPECT_THAT(texts(choice.uses(0)), ElementsAre("coordinate 1", "coordinate 2", "class (label)", "shown with the point"));
    EXPECT_THAT(
        texts(choice.uses(2)), ElementsAre("coordinate 1", "coordinate 2", "coordinate 3", "class (label)", "shown with the point"));
    EXPECT_THAT(texts(choice.uses(5)), ElementsAre("class (label)", "name of the point")) << "words are no coordinates";
    EXPECT_THAT(texts(choice.uses(4)), ElementsAre("class (label)", "shown with the point"));
}

TEST(ColumnChoice, ThereIsOneLabel) {
    ColumnChoice choice(table(), table());
    choice.set(3, {Kind::label, 0, ""});
    EXPECT_EQ(choice.label(), "4");
    EXPECT_EQ(choice.use(4).kind, Kind::along);
    choice.set(3, {Kind::along, 0, ""});
    EXPECT_EQ(choice.label(), "none") << "and the reader is not to guess it again";
    choice.set(4, {Kind::label, 0, ""});
    EXPECT_EQ(choice.label(), "");
    choice.set(0, {Kind::label, 0, ""});
    EXPECT_EQ(choice.columns(), "2") << "no longer a coordinate";
    EXPECT_EQ(choice.label(), "1");
}

TEST(ColumnChoice, SaysHowManyRowsItWouldLose) {
    TablePreview missing_values = table();
    missing_values.missing_values = {500, true, {{}, {}, {0, 1, 2}, {2, 3}, {4}, {}}};
    ColumnChoice choice(missing_values, missing_values);
    EXPECT_EQ(choice.dropped_rows_text(), "");
    EXPECT_EQ(choice.dropped_rows_text(0), "");
    EXPECT_EQ(choice.dropped_rows_text(2), "3 of 500 rows lack a number");
    EXPECT_EQ(choice.dropped_rows_text(4), "") << "words";
    choice.set(2, {Kind::coordinate, 2, ""});
    EXPECT_EQ(choice.dropped_rows_text(), "3 of 500 rows lack a number in depth and are left out");
    choice.set(3, {Kind::coordinate, 3, ""});
    EXPECT_EQ(choice.dropped_rows_text(), "4 of 500 rows lack a number in depth or mag and are left out");
}

TEST(ColumnChoice, WithoutACoordinateItRefuses) {
    ColumnChoice choice(table(), table());
    choice.set(0, {Kind::along, 0, ""});
    EXPECT_FALSE(choice.refusal());
    choice.set(1, {Kind::along, 0, ""});
    ASSERT_TRUE(choice.refusal());
    EXPECT_EQ(choice.sentence(), *choice.refusal());
}

}  // namespace
}  // namespace neighborscope
